#include "store/sqlite_inside.h"

#include <stdio.h>
#include <string.h>

/* The columns that a game has in each statement that finds any. */
static void read_game(struct store_game *game, sqlite3_stmt *statement)
{
    const char *id = (const char *)sqlite3_column_text(statement, 1);
    game->game = sqlite3_column_int64(statement, 0);
    snprintf(game->id, sizeof game->id, "%s", id == NULL ? "" : id);
    game->state = (enum store_state)sqlite3_column_int(statement, 2);
    game->is_public = sqlite3_column_int(statement, 3) != 0;
    game->created_ms = sqlite3_column_int64(statement, 4);
    game->changed_ms = sqlite3_column_int64(statement, 5);
    text_clear(&game->about);
    sqlite_add_column(&game->about, statement, 6);
}

static enum status check_memory(const struct store_game *game,
                                struct error *error)
{
    if (game->about.failed || game->keeping.failed || game->record.failed ||
        game->said.failed)
        return error_set(error, STATUS_NO_MEMORY, "no memory for game '%s'",
                         game->id);
    return STATUS_OK;
}

/* Loads the game's row; *last_piece is what load_record goes on from. */
static enum status load_game(struct store *store, const char *id,
                             struct store_game *out,
                             struct sqlite_bound *last_piece,
                             struct error *error)
{
    const struct sqlite_bound bounds[] = {sqlite_bound_text(id, strlen(id))};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_LOAD_GAME, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    if (statement == NULL)
        return error_set(error, STATUS_NOT_FOUND, "there is no game '%s'", id);
    read_game(out, statement);
    sqlite_add_column(&out->keeping, statement, 7);
    *last_piece = sqlite_column(statement, 8);
    sqlite_end(statement);
    return STATUS_OK;
}

/* Finds the numbers of a record's pieces, from the last one back, each an
 * int64_t. `before` is what the first one says is before it. */
static enum status find_pieces(struct store *store, int64_t game,
                               struct text *numbers,
                               struct sqlite_bound *before, struct error *error)
{
    const struct sqlite_bound bounds[] = {sqlite_bound_integer(game)};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_query(store, STATEMENT_FIND_PIECES, bounds, &statement, error);
    while (sqlite_goes_on(store, statement, &status, error)) {
        int64_t number = sqlite3_column_int64(statement, 0);
        text_add_bytes(numbers, &number, sizeof number);
        *before = sqlite_column(statement, 1);
    }
    if (status == STATUS_OK)
        status = text_status(numbers, "the parts of a game", error);
    return status;
}

static enum status missing(const struct store *store,
                           const struct store_game *game, struct error *error)
{
    return error_set(error, STATUS_BAD_INPUT,
                     "store '%s' is damaged: a part of game '%s' is missing",
                     store->name, game->id);
}

/* Adds the lines of a piece; a source's d goes back to where it was. */
static enum status load_piece(struct store *store, int64_t number,
                              struct store_game *out, struct error *error)
{
    enum { LINES, SOURCE, D, START = sizeof SQLITE_SOURCE_START - 1 };
    const struct sqlite_bound bounds[] = {sqlite_bound_integer(number)};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_LOAD_PIECE, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    if (statement == NULL)
        return missing(store, out, error);
    const char *lines = sqlite3_column_blob(statement, LINES);
    int size = sqlite3_column_bytes(statement, LINES);
    if (sqlite_column(statement, SOURCE).is_null) {
        text_add_bytes(&out->record, lines, (size_t)size);
    } else if (size > START &&
               sqlite3_column_type(statement, D) != SQLITE_NULL) {
        text_add_bytes(&out->record, lines, START);
        sqlite_add_column(&out->record, statement, D);
        text_add_bytes(&out->record, lines + START, (size_t)(size - START));
    } else {
        status = missing(store, out, error);
    }
    sqlite_end(statement);
    return status;
}

static enum status load_record(struct store *store,
                               const struct sqlite_bound *last_piece,
                               struct store_game *out, struct error *error)
{
    struct text numbers = {0};
    struct sqlite_bound before = *last_piece;
    enum status status =
        find_pieces(store, out->game, &numbers, &before, error);
    if (status == STATUS_OK && !before.is_null)
        status = missing(store, out, error);
    size_t at = numbers.size;
    while (status == STATUS_OK && at > 0) {
        int64_t number;
        at -= sizeof number;
        memcpy(&number, numbers.bytes + at, sizeof number);
        status = load_piece(store, number, out, error);
    }
    text_free(&numbers);
    return status;
}

static enum status load_said(struct store *store, struct store_game *out,
                             struct error *error)
{
    sqlite3_stmt *statement;
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(sqlite_first_place(out->game)),
        sqlite_bound_integer(sqlite_last_place(out->game))};
    enum status status =
        sqlite_query(store, STATEMENT_LOAD_SAID, bounds, &statement, error);
    while (sqlite_goes_on(store, statement, &status, error)) {
        sqlite_add_column(&out->said, statement, 0);
        text_add_char(&out->said, '\n');
    }
    return status;
}

enum status store_load(struct store *store, const char *id,
                       struct store_game *out, struct error *error)
{
    *out = (struct store_game){0};
    /* All of it as it is at one moment, whatever the writer does. */
    bool begins = sqlite3_get_autocommit(store->db) != 0;
    struct sqlite_bound last_piece;
    enum status status = STATUS_OK;
    if (begins)
        status = sqlite_run(store, STATEMENT_BEGIN_READING, NULL, error);
    if (status != STATUS_OK)
        return status;
    status = load_game(store, id, out, &last_piece, error);
    if (status == STATUS_OK)
        status = load_record(store, &last_piece, out, error);
    if (status == STATUS_OK)
        status = load_said(store, out, error);
    if (status == STATUS_OK)
        status = check_memory(out, error);
    if (begins)
        sqlite_roll_back(store);
    if (status != STATUS_OK)
        store_game_free(out);
    return status;
}

void store_game_free(struct store_game *game)
{
    text_free(&game->about);
    text_free(&game->keeping);
    text_free(&game->record);
    text_free(&game->said);
}

/* The statement that finds what the query wants, whoever opened it. */
static enum sqlite_statement list_statement(const struct store_query *query)
{
    if (query->with_private)
        return query->state < 0 ? STATEMENT_LIST_ALL : STATEMENT_LIST_STATE;
    return query->state < 0 ? STATEMENT_LIST_PUBLIC
                            : STATEMENT_LIST_PUBLIC_STATE;
}

/* Begins the statement that finds what the query wants. */
static enum status begin_list(struct store *store,
                              const struct store_query *query,
                              sqlite3_stmt **statement, struct error *error)
{
    int count_max = query->count_max < 0 ? 0 : query->count_max;
    const struct sqlite_bound bounds[] = {
        sqlite_bound_integer(query->state),
        sqlite_bound_integer(query->before == 0 ? INT64_MAX : query->before),
        sqlite_bound_integer(query->before_game),
        sqlite_bound_integer(count_max)};
    if (query->opener == NULL)
        return sqlite_query(store, list_statement(query), bounds, statement,
                            error);
    const struct sqlite_bound opened[] = {
        sqlite_bound_text(query->opener, strlen(query->opener)),
        sqlite_bound_integer(count_max)};
    return sqlite_query(store, STATEMENT_LIST_OPENED, opened, statement, error);
}

enum status store_list(struct store *store, const struct store_query *query,
                       store_listener *listener, void *context,
                       struct error *error)
{
    struct store_game game = {0};
    sqlite3_stmt *statement;
    enum status status = begin_list(store, query, &statement, error);
    while (sqlite_goes_on(store, statement, &status, error)) {
        read_game(&game, statement);
        status = check_memory(&game, error);
        if (status == STATUS_OK && !listener(context, &game)) {
            sqlite_end(statement);
            break;
        }
    }
    store_game_free(&game);
    return sqlite_of_all(status, error);
}

enum status store_find_number(struct store *store, const char *id,
                              int64_t *number, struct error *error)
{
    const struct sqlite_bound bounds[] = {sqlite_bound_integer(0), /* no game */
                                          sqlite_bound_text(id, strlen(id))};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_FIND_SAME, bounds, &statement, error);
    if (status != STATUS_OK)
        return sqlite_of_all(status, error);
    if (statement == NULL)
        return error_set(error, STATUS_NOT_FOUND, "there is no game '%s'", id);
    *number = sqlite3_column_int64(statement, 0);
    sqlite_end(statement);
    return STATUS_OK;
}

enum status store_count(struct store *store, int64_t counts[STORE_OVER + 1],
                        struct error *error)
{
    sqlite3_stmt *statement;
    memset(counts, 0, (STORE_OVER + 1) * sizeof *counts);
    enum status status =
        sqlite_query(store, STATEMENT_COUNT_GAMES, NULL, &statement, error);
    while (sqlite_goes_on(store, statement, &status, error)) {
        int state = sqlite3_column_int(statement, 0);
        if (state >= STORE_OPEN && state <= STORE_OVER)
            counts[state] = sqlite3_column_int64(statement, 1);
    }
    return sqlite_of_all(status, error);
}

enum status store_last_number(struct store *store, int64_t *number,
                              struct error *error)
{
    sqlite3_stmt *statement;
    *number = 0;
    enum status status =
        sqlite_first(store, STATEMENT_LAST_NUMBER, NULL, &statement, error);
    if (status != STATUS_OK || statement == NULL)
        return status;
    *number = sqlite3_column_int64(statement, 0);
    sqlite_end(statement);
    return STATUS_OK;
}
