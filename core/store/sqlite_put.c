#include "store/sqlite_inside.h"

#include <stdlib.h>
#include <string.h>

/* What a game's row has that changes with each write. */
struct row {
    int64_t state;
    int64_t is_public;
    int64_t entry_count;
    struct sqlite_bound last_piece; /* null before the first */
};

/* A source's line: what is in many games, and what is in this one. */
struct source {
    const char *d;
    size_t d_size;
    const char *rest; /* behind d, with the line's end */
    size_t rest_size;
};

/* As FNV-1a, by eight bytes. It finds sources quickly; whether they are equal,
 * SQLite looks. */
static int64_t hash_of(const char *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    int64_t out;
    for (size_t i = 0; i < size; i += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, bytes + i,
               size - i < sizeof word ? size - i : sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
        hash ^= hash >> 32;
    }
    memcpy(&out, &hash, sizeof out);
    return out;
}

/* Takes a line apart when it is that of a source. Whatever it is, start, d and
 * rest together are the line again. */
static bool split_source(struct source *out, const char *line, size_t size)
{
    static const char REST[] = ",\"prev\":\"";
    static const char TYPE[] = "\"t\":\"source\"";
    enum { START = sizeof SQLITE_SOURCE_START - 1, REST_MAX = 256 };
    if (size <= START || memcmp(line, SQLITE_SOURCE_START, START) != 0)
        return false;
    size_t behind = size - START < REST_MAX ? size - START : REST_MAX;
    const char *near_end = line + size - behind;
    const char *rest = memmem(near_end, behind, REST, sizeof REST - 1);
    for (const char *next = rest; next != NULL;) {
        rest = next++;
        next =
            memmem(next, (size_t)(line + size - next), REST, sizeof REST - 1);
    }
    if (rest == NULL || memmem(rest, (size_t)(line + size - rest), TYPE,
                               sizeof TYPE - 1) == NULL)
        return false;
    *out = (struct source){.d = line + START,
                           .d_size = (size_t)(rest - line) - START,
                           .rest = rest,
                           .rest_size = (size_t)(line + size - rest)};
    return true;
}

void sqlite_put_forget(struct store *store)
{
    for (int i = 0; i < SQLITE_KNOWN_MAX; i++)
        free(store->known[i].d);
    memset(store->known, 0, sizeof store->known);
}

/* What is known of a source; NULL when it is not. */
static const struct sqlite_known *known_source(const struct store *store,
                                               const struct source *source)
{
    for (int i = 0; i < SQLITE_KNOWN_MAX; i++) {
        const struct sqlite_known *known = &store->known[i];
        if (known->d != NULL && known->d_size == source->d_size &&
            memcmp(known->d, source->d, source->d_size) == 0)
            return known;
    }
    return NULL;
}

/* Keeps a source in the place of the oldest one; without memory it does not. */
static void know_source(struct store *store, const struct source *source,
                        int64_t number)
{
    if (source->d_size == 0 || source->d_size > SQLITE_KNOWN_SIZE_MAX)
        return;
    char *d = malloc(source->d_size);
    if (d == NULL)
        return;
    memcpy(d, source->d, source->d_size);
    struct sqlite_known *known = &store->known[store->known_next];
    free(known->d);
    known->number = number;
    known->d = d;
    known->d_size = source->d_size;
    store->known_next = (store->known_next + 1) % SQLITE_KNOWN_MAX;
}

/* The number of the source with this d in the tables, where it is added unless
 * it is there. */
static enum status ask_for_source(struct store *store,
                                  const struct source *source, int64_t *number,
                                  struct error *error)
{
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(hash_of(source->d, source->d_size)),
        sqlite_bound_text(source->d, source->d_size)};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_FIND_SOURCE, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    if (statement != NULL) {
        *number = sqlite3_column_int64(statement, 0);
        sqlite_end(statement);
        return STATUS_OK;
    }
    status = sqlite_run(store, STATEMENT_ADD_SOURCE, bounds, error);
    *number = sqlite3_last_insert_rowid(store->db);
    return status;
}

/* The number of the source with this d, which is added unless it is there. */
static enum status find_source(struct store *store, const struct source *source,
                               int64_t *number, struct error *error)
{
    const struct sqlite_known *known = known_source(store, source);
    if (known != NULL) {
        *number = known->number;
        return STATUS_OK;
    }
    enum status status = ask_for_source(store, source, number, error);
    if (status == STATUS_OK)
        know_source(store, source, *number);
    return status;
}

/* Adds a piece to the record of a game. */
static enum status add_piece(struct store *store, struct row *row,
                             struct sqlite_bound source, const char *lines,
                             size_t size, struct error *error)
{
    const struct sqlite_bound bounds[] = {row->last_piece, source,
                                          sqlite_bound_text(lines, size)};
    enum status status = sqlite_run(store, STATEMENT_ADD_PIECE, bounds, error);
    row->last_piece =
        sqlite_bound_integer(sqlite3_last_insert_rowid(store->db));
    return status;
}

static enum status add_source(struct store *store, struct row *row,
                              const struct source *source, struct error *error)
{
    struct text lines = {0};
    int64_t number = 0;
    text_add(&lines, SQLITE_SOURCE_START);
    text_add_bytes(&lines, source->rest, source->rest_size);
    enum status status = text_status(&lines, "a source", error);
    if (status == STATUS_OK)
        status = find_source(store, source, &number, error);
    if (status == STATUS_OK)
        status = add_piece(store, row, sqlite_bound_integer(number),
                           lines.bytes, lines.size, error);
    text_free(&lines);
    return status;
}

/* Checks the line of a record at `line`, behind `entry_count` entries; *next is
 * where the one after it begins. */
static enum status check_line(int64_t entry_count, const char *line,
                              const char *end, const char **next,
                              struct error *error)
{
    const char *line_end = memchr(line, '\n', (size_t)(end - line));
    if (line_end == NULL)
        return error_set(error, STATUS_BAD_INPUT, "a line has no end");
    if (line[0] != 'E' && line[0] != 'S')
        return error_set(error, STATUS_BAD_INPUT,
                         "a line is no entry and no signature");
    if (line[0] == 'S' && entry_count == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "a signature has no entry before it");
    if (line[0] == 'E' && entry_count == STORE_SEQ_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "a record has at most %d entries", STORE_SEQ_MAX);
    *next = line_end + 1;
    return STATUS_OK;
}

/* Checks that the lines go on where the record ends. */
static enum status check_lines(const struct row *row,
                               const struct store_write *write,
                               struct error *error)
{
    const char *line = write->lines;
    const char *end = write->lines + write->lines_size;
    int64_t entry_count = row->entry_count;
    enum status status = STATUS_OK;
    if (write->seq != entry_count)
        return error_set(error, STATUS_BAD_INPUT,
                         "entry %lld is to come, not %d",
                         (long long)entry_count, write->seq);
    while (status == STATUS_OK && line < end) {
        bool is_entry = line[0] == 'E';
        status = check_line(entry_count, line, end, &line, error);
        entry_count += is_entry;
    }
    return status;
}

/* Adds lines that were checked: each source is a piece, and so is all between
 * two of them. */
static enum status add_lines(struct store *store, struct row *row,
                             const struct store_write *write,
                             struct error *error)
{
    const struct sqlite_bound none = {.is_null = true};
    const char *end = write->lines + write->lines_size;
    const char *start = write->lines; /* of what is in no piece yet */
    const char *line = start;
    size_t size = 0;
    enum status status = STATUS_OK;
    for (; status == STATUS_OK && line < end; line += size) {
        struct source source;
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        size = (size_t)(line_end + 1 - line);
        row->entry_count += line[0] == 'E';
        if (!split_source(&source, line, size))
            continue;
        if (start < line)
            status = add_piece(store, row, none, start, (size_t)(line - start),
                               error);
        if (status == STATUS_OK)
            status = add_source(store, row, &source, error);
        start = line + size;
    }
    if (status == STATUS_OK && start < end)
        status =
            add_piece(store, row, none, start, (size_t)(end - start), error);
    return status;
}

/* The number that the next saying of a game has. */
static enum status next_said(struct store *store, int64_t game, int64_t *place,
                             struct error *error)
{
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(sqlite_first_place(game)),
        sqlite_bound_integer(sqlite_last_place(game))};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_LAST_SAID, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    *place = sqlite_first_place(game);
    if (statement != NULL) {
        *place = sqlite3_column_int64(statement, 0) + 1;
        sqlite_end(statement);
    }
    return STATUS_OK;
}

/* Only the newest sayings are kept. */
static enum status add_said(struct store *store, int64_t game, const char *said,
                            struct error *error)
{
    int64_t place;
    enum status status = next_said(store, game, &place, error);
    if (status == STATUS_OK) {
        const struct sqlite_bound bounds[] = {
            sqlite_bound_integer(place), sqlite_bound_text(said, strlen(said))};
        status = sqlite_run(store, STATEMENT_ADD_SAID, bounds, error);
    }
    if (status == STATUS_OK &&
        place - sqlite_first_place(game) >= STORE_SAID_MAX) {
        const struct sqlite_bound bounds[] = {
            sqlite_bound_integer(sqlite_first_place(game)),
            sqlite_bound_integer(place - STORE_SAID_MAX)};
        status = sqlite_run(store, STATEMENT_DROP_SAID, bounds, error);
    }
    return status;
}

static enum status put_detail(struct store *store,
                              const struct store_write *write,
                              struct error *error)
{
    const char *about = write->about == NULL ? "" : write->about;
    const char *keeping = write->keeping == NULL ? "" : write->keeping;
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(write->game),
        sqlite_bound_text(about, strlen(about)),
        sqlite_bound_text(keeping, strlen(keeping))};
    return sqlite_run(store, STATEMENT_PUT_DETAIL, bounds, error);
}

static enum status find_row(struct store *store, int64_t game, struct row *row,
                            struct error *error)
{
    const struct sqlite_bound bounds[] = {sqlite_bound_integer(game)};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_FIND_GAME, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    if (statement == NULL)
        return error_set(error, STATUS_BAD_INPUT, "there is no such game");
    row->state = sqlite3_column_int64(statement, 0);
    row->is_public = sqlite3_column_int64(statement, 1);
    row->entry_count = sqlite3_column_int64(statement, 2);
    row->last_piece = sqlite_column(statement, 3);
    sqlite_end(statement);
    return STATUS_OK;
}

static enum status put_row(struct store *store, const struct row *row,
                           const struct store_write *write, struct error *error)
{
    bool is_new = write->id != NULL;
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(write->game),
        is_new ? sqlite_bound_text(write->id, strlen(write->id))
               : (struct sqlite_bound){.is_null = true},
        sqlite_bound_integer(write->changed_ms),
        sqlite_bound_integer(row->state),
        sqlite_bound_integer(row->is_public),
        sqlite_bound_integer(row->entry_count),
        row->last_piece};
    return sqlite_run(store,
                      is_new ? STATEMENT_ADD_GAME : STATEMENT_CHANGE_GAME,
                      bounds, error);
}

/* Notes for whom a new game counts, or that one that is over does no more. */
static enum status put_opener(struct store *store,
                              const struct store_write *write,
                              struct error *error)
{
    const char *name = write->opener == NULL ? "" : write->opener;
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(write->game),
        sqlite_bound_text(name, strlen(name))};
    if (write->id != NULL)
        return write->opener == NULL || write->state == STORE_OVER
                   ? STATUS_OK
                   : sqlite_run(store, STATEMENT_ADD_OPENER, bounds, error);
    if (write->about == NULL || write->state != STORE_OVER)
        return STATUS_OK;
    return sqlite_run(store, STATEMENT_DROP_OPENER, bounds, error);
}

/* Deletes a game, if it is there, with all that it has. Sources stay: others
 * have them too. */
static enum status delete_game(struct store *store, int64_t game,
                               struct error *error)
{
    const struct sqlite_bound number[] = {sqlite_bound_integer(game)};
    const struct sqlite_bound places[] = {
        sqlite_bound_integer(sqlite_first_place(game)),
        sqlite_bound_integer(sqlite_last_place(game))};
    enum status status =
        sqlite_run(store, STATEMENT_DELETE_PIECES, number, error);
    if (status == STATUS_OK)
        status = sqlite_run(store, STATEMENT_DROP_SAID, places, error);
    if (status == STATUS_OK)
        status = sqlite_run(store, STATEMENT_DELETE_DETAIL, number, error);
    if (status == STATUS_OK)
        status = sqlite_run(store, STATEMENT_DROP_OPENER, number, error);
    if (status == STATUS_OK)
        status = sqlite_run(store, STATEMENT_DELETE_GAME, number, error);
    return status;
}

/* Checks that neither a new game's number nor its id is there. */
static enum status check_new(struct store *store,
                             const struct store_write *write,
                             struct error *error)
{
    size_t id_size = strlen(write->id);
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(write->game),
        sqlite_bound_text(write->id, id_size)};
    sqlite3_stmt *statement;
    if (id_size < 1 || id_size >= STORE_ID_SIZE)
        return error_set(error, STATUS_BAD_INPUT, "an id has 1 to %d bytes",
                         STORE_ID_SIZE - 1);
    enum status status =
        sqlite_first(store, STATEMENT_FIND_SAME, bounds, &statement, error);
    if (status != STATUS_OK || statement == NULL)
        return status;
    sqlite_end(statement);
    return error_set(error, STATUS_BAD_INPUT,
                     "it, or one with the id '%s', is there already",
                     write->id);
}

/* Finds the game's row, and checks that all of the write fits to it: so that
 * one that does not has changed nothing. */
static enum status check(struct store *store, const struct store_write *write,
                         struct row *row, struct error *error)
{
    enum status status = write->id != NULL
                             ? check_new(store, write, error)
                             : find_row(store, write->game, row, error);
    if (status == STATUS_OK && write->lines_size > 0)
        status = check_lines(row, write, error);
    if (status == STATUS_OK && write->said != NULL &&
        strchr(write->said, '\n') != NULL)
        status = error_set(error, STATUS_BAD_INPUT,
                           "a saying has more than one line");
    return status;
}

/* Writes what was checked. */
static enum status put(struct store *store, const struct store_write *write,
                       struct row *row, struct error *error)
{
    bool has_detail = write->id != NULL || write->about != NULL;
    enum status status = STATUS_OK;
    if (has_detail) {
        row->state = write->state;
        row->is_public = write->is_public;
    }
    if (write->lines_size > 0)
        status = add_lines(store, row, write, error);
    if (status == STATUS_OK)
        status = put_row(store, row, write, error);
    if (status == STATUS_OK && has_detail)
        status = put_detail(store, write, error);
    if (status == STATUS_OK)
        status = put_opener(store, write, error);
    if (status == STATUS_OK && write->said != NULL)
        status = add_said(store, write->game, write->said, error);
    return status;
}

enum status store_put(struct store *store, const struct store_write *write,
                      struct error *error)
{
    struct row row = {.last_piece = {.is_null = true}};
    REQUIRE(write->game >= 1 && write->game <= STORE_GAME_MAX);
    REQUIRE(write->state >= STORE_OPEN && write->state <= STORE_OVER);
    enum status status = sqlite_begin(store, error);
    if (status == STATUS_OK && !write->is_deleted)
        status = check(store, write, &row, error);
    int code = sqlite3_errcode(store->db) & 0xff;
    bool is_damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    if (status == STATUS_BAD_INPUT && !is_damaged)
        return error_prefix(error, "game %lld", (long long)write->game);
    if (status == STATUS_OK)
        status = write->is_deleted ? delete_game(store, write->game, error)
                                   : put(store, write, &row, error);
    if (status == STATUS_OK)
        return STATUS_OK;
    sqlite_give_up(store);
    /* Nothing but a write that does not fit is bad input here. */
    if (status == STATUS_BAD_INPUT)
        error->status = STATUS_IO;
    return error->status;
}
