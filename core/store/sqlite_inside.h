#ifndef CASTLED_SQLITE_INSIDE_H
#define CASTLED_SQLITE_INSIDE_H

/*
 * sqlite_inside -- what the parts of the store in SQLite share.
 *
 * sqlite.c opens, commits and says what went wrong; sqlite_schema.c knows what
 * the tables are, and sqlite_statements.c all that is asked of them;
 * sqlite_put.c writes games and sqlite_load.c reads them.
 *
 * Statements are prepared when they are first wanted, and kept. What is bound
 * to one is borrowed until it has ended.
 */

#include "store/store.h"

#include <sqlite3.h>
#include <sys/types.h>

enum sqlite_statement {
    STATEMENT_BEGIN_READING,
    STATEMENT_BEGIN_WRITING,
    STATEMENT_COMMIT,
    STATEMENT_FIND_GAME,
    STATEMENT_FIND_SAME,
    STATEMENT_ADD_GAME,
    STATEMENT_CHANGE_GAME,
    STATEMENT_ADD_OPENER,
    STATEMENT_DROP_OPENER,
    STATEMENT_PUT_DETAIL,
    STATEMENT_ADD_PIECE,
    STATEMENT_FIND_SOURCE,
    STATEMENT_ADD_SOURCE,
    STATEMENT_LAST_SAID,
    STATEMENT_ADD_SAID,
    STATEMENT_DROP_SAID,
    STATEMENT_DELETE_GAME,
    STATEMENT_DELETE_DETAIL,
    STATEMENT_DELETE_PIECES,
    STATEMENT_PUT_VALUE,
    STATEMENT_GET_VALUE,
    STATEMENT_LOAD_GAME,
    STATEMENT_FIND_PIECES,
    STATEMENT_LOAD_PIECE,
    STATEMENT_LOAD_SAID,
    STATEMENT_LIST_STATE,
    STATEMENT_LIST_ALL,
    STATEMENT_LIST_PUBLIC_STATE,
    STATEMENT_LIST_PUBLIC,
    STATEMENT_LIST_OPENED,
    STATEMENT_COUNT_GAMES,
    STATEMENT_LAST_NUMBER,
    STATEMENT_COUNT,
};

/* The line of a source up to its d. */
#define SQLITE_SOURCE_START "E {\"by\":0,\"d\":"

/* How many places a game has in the table of sayings: one number for game and
 * saying keeps those of a game together. */
#define SQLITE_GAME_SPAN (INT64_C(1) << 31)

enum {
    SQLITE_FILE_MODE = 0600, /* keys are in it; SQLite gives it to the files
                                beside it too */
    SQLITE_KNOWN_MAX = 256,  /* sources, */
    SQLITE_KNOWN_SIZE_MAX = 128 << 10, /* of so many bytes */
};

/* A source that is in the store, as far as this transaction and those before it
 * go. */
struct sqlite_known {
    int64_t number;
    char *d; /* owned; NULL: none */
    size_t d_size;
};

struct store {
    sqlite3 *db;      /* owned */
    char *path;       /* owned; as it was given */
    const char *name; /* of the file, for sentences: while it is opened, the
                         path; then its last part, since where it lies is
                         nobody's business but the operator's */
    dev_t device;     /* of the file that is open, */
    ino_t inode;      /* as long as it lies there */
    int lock_fd;      /* of a file beside it; -1 for a reader */
    char *lock_path;  /* owned */
    bool has_failed;  /* what was put is gone; store_abandon is awaited */
    int log_pages;    /* in the WAL since its last beginning */
    sqlite3_stmt *statements[STATEMENT_COUNT]; /* owned */
    /* The newest that were put, not to ask SQLite for those of each new game
     * again. Sources are never deleted. */
    struct sqlite_known known[SQLITE_KNOWN_MAX];
    int known_next; /* the place that the next one takes */
};

/* In SQL, each of them. */
extern const char *const sqlite_statements_sql[STATEMENT_COUNT];

/* A value for one `?` of a statement. */
struct sqlite_bound {
    const char *bytes; /* borrowed; NULL: it is the integer */
    size_t size;
    int64_t integer;
    bool is_null;
};

/* An integer to be bound. */
static inline struct sqlite_bound sqlite_bound_integer(int64_t integer)
{
    return (struct sqlite_bound){.integer = integer};
}

/* A text to be bound, which is borrowed; its bytes are not NULL. */
static inline struct sqlite_bound sqlite_bound_text(const char *bytes,
                                                    size_t size)
{
    return (struct sqlite_bound){.bytes = bytes, .size = size};
}

/* The first place of a game. */
static inline int64_t sqlite_first_place(int64_t game)
{
    return game * SQLITE_GAME_SPAN;
}

/* The last one, which no saying gets to. */
static inline int64_t sqlite_last_place(int64_t game)
{
    return (game + 1) * SQLITE_GAME_SPAN - 1;
}

/* Forgets which sources are in the store. */
void sqlite_put_forget(struct store *store);

/* Makes an empty file where there is none. On failure errno says why. */
bool sqlite_make_file(const char *path) MUST_CHECK;

/* Runs SQL that returns nothing and is needed once. */
enum status sqlite_execute(struct store *store, const char *sql,
                           struct error *error) MUST_CHECK;

/* Begins a statement: one of `bounds` for each of its `?`, NULL without any.
 * The caller goes on with sqlite_next until there are no rows, or ends it with
 * sqlite_end. */
enum status sqlite_query(struct store *store, enum sqlite_statement which,
                         const struct sqlite_bound *bounds,
                         sqlite3_stmt **statement,
                         struct error *error) MUST_CHECK;

/* The status of what looked at all games: a damage that is met there is no
 * fault of one game's, nor of who asks. */
enum status sqlite_of_all(enum status status, struct error *error);

/* Begins a statement that has one row at the most, and goes to it. The caller
 * ends it with sqlite_end; without a row, or on failure, it has ended, and
 * *statement is NULL. */
enum status sqlite_first(struct store *store, enum sqlite_statement which,
                         const struct sqlite_bound *bounds,
                         sqlite3_stmt **statement,
                         struct error *error) MUST_CHECK;

/* Goes on to the next row. Without one, or on failure, it has ended. */
enum status sqlite_next(struct store *store, sqlite3_stmt *statement,
                        bool *has_row, struct error *error) MUST_CHECK;

/* Whether there is a next row, to which it has gone: the condition of a loop.
 * When the loop's body has failed (*status), or this does, the statement has
 * ended. */
bool sqlite_goes_on(struct store *store, sqlite3_stmt *statement,
                    enum status *status, struct error *error) MUST_CHECK;

/* Ends a statement that may have more rows. */
void sqlite_end(sqlite3_stmt *statement);

/* Runs a statement that returns no rows. */
enum status sqlite_run(struct store *store, enum sqlite_statement which,
                       const struct sqlite_bound *bounds,
                       struct error *error) MUST_CHECK;

/* Reads one integer: that of the only row of `sql`. */
enum status sqlite_ask(struct store *store, const char *sql, int64_t *out,
                       struct error *error) MUST_CHECK;

/* An integer or null of the row that the statement is at. */
struct sqlite_bound sqlite_column(sqlite3_stmt *statement, int column);

/* Adds a column of the row that the statement is at. */
void sqlite_add_column(struct text *text, sqlite3_stmt *statement, int column);

/* Begins a transaction that writes, unless one is open. */
enum status sqlite_begin(struct store *store, struct error *error) MUST_CHECK;

/* Ends the transaction that is open, if any, as if it had not been. Who has put
 * something says store_abandon. */
void sqlite_roll_back(struct store *store);

/* Takes back what was put; the store waits for store_abandon. */
void sqlite_give_up(struct store *store);

/* The steps that lead from nothing to the schema that the rest relies on. */
extern const char *const sqlite_schema_steps[];
extern const int sqlite_schema_step_count;

/* Makes the tables of an empty file, or brings older ones up to the last of
 * the `count` steps, all at once; the version of a file is the number of steps
 * it has had. STATUS_BAD_INPUT when it has had more, is no store of castled's,
 * or, `is_reader`, has had less. */
enum status sqlite_schema_bring_up(struct store *store, bool is_reader,
                                   const char *const *steps, int count,
                                   struct error *error) MUST_CHECK;

#endif
