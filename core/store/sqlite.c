#include "store/sqlite_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 2000 }; /* while another program looks into the file */

/* SQLite keeps the system's reason for some failures only: errno has it too, if
 * it was 0 when SQLite was called. */
static const char *reason_of(const struct store *store, int code)
{
    int number = errno;
    int kind = code & 0xff;
    if (store->db == NULL)
        return sqlite3_errstr(code);
    if (number == 0)
        number = sqlite3_system_errno(store->db);
    if ((kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN) && number != 0)
        return strerror(number);
    return sqlite3_errmsg(store->db);
}

/* What SQLite's `code` says, as an error that names the store. */
static enum status fail(const struct store *store, int code,
                        struct error *error)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return error_set(error, STATUS_NO_MEMORY, "no memory for store '%s'",
                         store->name);
    case SQLITE_FULL:
        return error_set(error, STATUS_IO,
                         "cannot write to store '%s': the disk is full",
                         store->name);
    case SQLITE_IOERR:
        return error_set(error, STATUS_IO, "the disk failed store '%s': %s",
                         store->name, reason_of(store, code));
    case SQLITE_READONLY:
        return error_set(error, STATUS_IO,
                         "cannot write to store '%s': it may only be read",
                         store->name);
    case SQLITE_CORRUPT:
        return error_set(error, STATUS_BAD_INPUT, "store '%s' is damaged: %s",
                         store->name, reason_of(store, code));
    case SQLITE_NOTADB:
        return error_set(error, STATUS_BAD_INPUT,
                         "'%s' is no store of castled's: %s", store->name,
                         reason_of(store, code));
    default:
        return error_set(error, STATUS_IO, "cannot use store '%s': %s",
                         store->name, reason_of(store, code));
    }
}

enum status sqlite_execute(struct store *store, const char *sql,
                           struct error *error)
{
    errno = 0;
    int code = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STATUS_OK : fail(store, code, error);
}

static int bind(sqlite3_stmt *statement, int place,
                const struct sqlite_bound *bound)
{
    if (bound->is_null)
        return sqlite3_bind_null(statement, place);
    if (bound->bytes == NULL)
        return sqlite3_bind_int64(statement, place, bound->integer);
    return sqlite3_bind_text64(statement, place, bound->bytes, bound->size,
                               SQLITE_STATIC, SQLITE_UTF8);
}

enum status sqlite_query(struct store *store, enum sqlite_statement which,
                         const struct sqlite_bound *bounds,
                         sqlite3_stmt **statement, struct error *error)
{
    errno = 0;
    sqlite3_stmt **kept = &store->statements[which];
    int code = SQLITE_OK;
    if (*kept == NULL)
        code = sqlite3_prepare_v3(store->db, sqlite_statements_sql[which], -1,
                                  SQLITE_PREPARE_PERSISTENT, kept, NULL);
    int count = *kept == NULL || bounds == NULL
                    ? 0
                    : sqlite3_bind_parameter_count(*kept);
    for (int i = 0; code == SQLITE_OK && i < count; i++)
        code = bind(*kept, i + 1, &bounds[i]);
    *statement = *kept;
    return code == SQLITE_OK ? STATUS_OK : fail(store, code, error);
}

enum status sqlite_next(struct store *store, sqlite3_stmt *statement,
                        bool *has_row, struct error *error)
{
    errno = 0;
    int code = sqlite3_step(statement);
    *has_row = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        return STATUS_OK;
    enum status status =
        code == SQLITE_DONE ? STATUS_OK : fail(store, code, error);
    sqlite_end(statement);
    return status;
}

bool sqlite_goes_on(struct store *store, sqlite3_stmt *statement,
                    enum status *status, struct error *error)
{
    bool has_row = false;
    if (*status == STATUS_OK)
        *status = sqlite_next(store, statement, &has_row, error);
    else
        sqlite_end(statement);
    return has_row;
}

void sqlite_end(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
}

enum status sqlite_first(struct store *store, enum sqlite_statement which,
                         const struct sqlite_bound *bounds,
                         sqlite3_stmt **statement, struct error *error)
{
    bool has_row = false;
    enum status status = sqlite_query(store, which, bounds, statement, error);
    if (status == STATUS_OK)
        status = sqlite_next(store, *statement, &has_row, error);
    if (!has_row)
        *statement = NULL;
    return status;
}

enum status sqlite_run(struct store *store, enum sqlite_statement which,
                       const struct sqlite_bound *bounds, struct error *error)
{
    sqlite3_stmt *statement;
    bool has_row = false;
    enum status status = sqlite_query(store, which, bounds, &statement, error);
    if (status == STATUS_OK)
        status = sqlite_next(store, statement, &has_row, error);
    return status;
}

enum status sqlite_ask(struct store *store, const char *sql, int64_t *out,
                       struct error *error)
{
    errno = 0;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    enum status status =
        code == SQLITE_ROW ? STATUS_OK : fail(store, code, error);
    sqlite3_finalize(statement);
    return status;
}

struct sqlite_bound sqlite_column(sqlite3_stmt *statement, int column)
{
    return (struct sqlite_bound){
        .integer = sqlite3_column_int64(statement, column),
        .is_null = sqlite3_column_type(statement, column) == SQLITE_NULL};
}

void sqlite_add_column(struct text *text, sqlite3_stmt *statement, int column)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    int size = sqlite3_column_bytes(statement, column);
    text_add_bytes(text, bytes, (size_t)size);
}

enum status sqlite_begin(struct store *store, struct error *error)
{
    REQUIRE(!store->has_failed);
    if (!sqlite3_get_autocommit(store->db))
        return STATUS_OK;
    return sqlite_run(store, STATEMENT_BEGIN_WRITING, NULL, error);
}

void sqlite_roll_back(struct store *store)
{
    /* It fails only where SQLite has rolled back by itself. */
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

void sqlite_give_up(struct store *store)
{
    store_abandon(store);
    store->has_failed = true;
}

void store_abandon(struct store *store)
{
    sqlite_roll_back(store);
    sqlite_put_forget(store);
    store->has_failed = false;
}

enum status store_commit(struct store *store, struct error *error)
{
    REQUIRE(!store->has_failed);
    if (sqlite3_get_autocommit(store->db))
        return STATUS_OK;
    enum status status = sqlite_run(store, STATEMENT_COMMIT, NULL, error);
    if (status != STATUS_OK)
        sqlite_give_up(store);
    return status;
}

/* SQLite says after each commit how long its log is. In the place of its own
 * listener, which would move the log into the file before COMMIT returns. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    struct store *store = context;
    (void)db;
    (void)name;
    store->log_pages = pages;
    return SQLITE_OK;
}

void store_tidy(struct store *store)
{
    enum { LOG_PAGES_MAX = 1000 }; /* 4 MB */
    if (store->log_pages < LOG_PAGES_MAX)
        return;
    sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                              NULL);
    store->log_pages = 0; /* until the next commit says more */
}

bool sqlite_make_file(const char *path)
{
    int fd =
        open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, SQLITE_FILE_MODE);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Makes the file, empty, unless it is there. A file that is there is not opened
 * here: to close it again would take SQLite's locks away. */
static enum status make_file(const char *path, struct error *error)
{
    struct stat facts;
    if (sqlite_make_file(path))
        return STATUS_OK;
    if (errno != EEXIST)
        return error_set(error, STATUS_IO, "cannot make store '%s': %s", path,
                         strerror(errno));
    if (stat(path, &facts) != 0)
        return error_set(error, STATUS_IO, "cannot open store '%s': %s", path,
                         strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return error_set(error, STATUS_BAD_INPUT, "'%s' is no plain file",
                         path);
    return STATUS_OK;
}

/* Takes the lock of a daemon: on a file beside the store, since SQLite's own
 * locks come and go. The system gives it back when the process ends, however it
 * does, and children have no part in it. */
static enum status take_lock(struct store *store, const char *real_path,
                             struct error *error)
{
    struct text path = {0};
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    text_addf(&path, "%s.lock", real_path);
    if (text_status(&path, "a path", error) != STATUS_OK) {
        text_free(&path);
        return error->status;
    }
    store->lock_path = path.bytes;
    store->lock_fd =
        open(store->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, SQLITE_FILE_MODE);
    if (store->lock_fd >= 0 && fcntl(store->lock_fd, F_SETLK, &lock) == 0)
        return STATUS_OK;
    int number = errno;
    if (store->lock_fd >= 0 && (number == EAGAIN || number == EACCES) &&
        fcntl(store->lock_fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        return error_set(error, STATUS_IO,
                         "store '%s' is in use by another daemon, process "
                         "%ld",
                         store->path, (long)lock.l_pid);
    return error_set(error, STATUS_IO, "cannot lock '%s': %s", store->lock_path,
                     strerror(number));
}

/* Asks SQLite one thing, which answers in a word; STATUS_NOT_FOUND when it is
 * not the wanted one, with the word as the error's text. */
static enum status ask(struct store *store, const char *pragma,
                       const char *wanted, struct error *error)
{
    errno = 0;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, pragma, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    enum status status = STATUS_OK;
    if (code != SQLITE_ROW) {
        status = fail(store, code, error);
    } else {
        const char *word = (const char *)sqlite3_column_text(statement, 0);
        if (word == NULL || strcmp(word, wanted) != 0)
            status = error_set(error, STATUS_NOT_FOUND, "%s",
                               word == NULL ? "" : word);
    }
    sqlite3_finalize(statement);
    return status;
}

/* WAL: readers do not wait for the writer, and a commit is one fsync. */
static enum status set_up(struct store *store, bool is_reader,
                          struct error *error)
{
    if (is_reader)
        return sqlite_execute(store, "PRAGMA query_only = 1", error);
    enum status status = ask(store, "PRAGMA journal_mode = WAL", "wal", error);
    if (status == STATUS_NOT_FOUND)
        status = error_set(error, STATUS_IO,
                           "store '%s' lies where SQLite cannot share memory "
                           "among readers and writers",
                           store->path);
    sqlite3_wal_hook(store->db, note_log, store);
    if (status == STATUS_OK)
        status = sqlite_execute(store,
                                "PRAGMA synchronous = FULL;"
                                "PRAGMA cache_size = -8192;"
                                "PRAGMA journal_size_limit = 33554432",
                                error);
    return status;
}

static enum status open_file(struct store *store, bool is_reader,
                             struct error *error)
{
    enum status status = STATUS_OK;
    if (is_reader && access(store->path, F_OK) != 0)
        return error_set(error, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                         "cannot open store '%s': %s", store->path,
                         strerror(errno));
    if (!is_reader)
        status = make_file(store->path, error);
    if (status != STATUS_OK)
        return status;
    char *real_path = realpath(store->path, NULL);
    if (real_path == NULL)
        return error_set(error, STATUS_IO, "cannot open store '%s': %s",
                         store->path, strerror(errno));
    if (!is_reader)
        status = take_lock(store, real_path, error);
    if (status == STATUS_OK) {
        int flags = is_reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
        errno = 0;
        int code = sqlite3_open_v2(
            real_path, &store->db,
            flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
        if (code != SQLITE_OK)
            status = fail(store, code, error);
    }
    struct stat facts;
    if (status == STATUS_OK && stat(real_path, &facts) == 0) {
        store->device = facts.st_dev;
        store->inode = facts.st_ino;
    }
    free(real_path);
    return status;
}

/* One game is enough. */
static bool no_more(void *context, const struct store_game *game)
{
    (void)context;
    (void)game;
    return false;
}

enum status store_open(struct store **out, const char *path, bool is_reader,
                       struct error *error)
{
    REQUIRE(out != NULL);
    REQUIRE(path != NULL);
    REQUIRE(error != NULL);
    *out = NULL;
    struct store *store = calloc(1, sizeof *store);
    char *copy = strdup(path);
    if (store == NULL || copy == NULL) {
        free(store);
        free(copy);
        return error_set(error, STATUS_NO_MEMORY,
                         "no memory to open store "
                         "'%s'",
                         path);
    }
    store->path = copy;
    store->name = copy;
    store->lock_fd = -1;
    enum status status = open_file(store, is_reader, error);
    if (status == STATUS_OK) {
        sqlite3_busy_timeout(store->db, BUSY_MS);
        status = sqlite_schema_bring_up(store, is_reader, sqlite_schema_steps,
                                        sqlite_schema_step_count, error);
    }
    if (status == STATUS_OK)
        status = set_up(store, is_reader, error);
    if (status != STATUS_OK) {
        store_close(store);
        return status;
    }
    store->name = strrchr(copy, '/') == NULL ? copy : strrchr(copy, '/') + 1;
    *out = store;
    return STATUS_OK;
}

/* Whether the file that is open still lies there. */
static bool is_there(const char *path, dev_t device, ino_t inode)
{
    struct stat facts;
    return stat(path, &facts) == 0 && facts.st_dev == device &&
           facts.st_ino == inode;
}

enum status store_look(const struct store *store, struct error *error)
{
    struct stat lock;
    if (!is_there(store->path, store->device, store->inode))
        return error_set(
            error, STATUS_IO,
            "store '%s' is gone: what is written now would be lost",
            store->name);
    if (store->lock_fd >= 0 &&
        (fstat(store->lock_fd, &lock) != 0 ||
         !is_there(store->lock_path, lock.st_dev, lock.st_ino)))
        return error_set(error, STATUS_IO,
                         "the lock of store '%s' is gone: another daemon may "
                         "write to it; start this one again",
                         store->name);
    return STATUS_OK;
}

enum status sqlite_of_all(enum status status, struct error *error)
{
    if (status == STATUS_BAD_INPUT)
        error->status = STATUS_IO;
    return status == STATUS_BAD_INPUT ? STATUS_IO : status;
}

enum status store_check(struct store *store, struct error *error)
{
    enum { SIZE_MAX_CHECKED = 4 << 20 };
    struct stat facts;
    struct store_query query = {
        .state = -1, .with_private = true, .count_max = 1};
    enum status status = store_list(store, &query, no_more, NULL, error);
    if (status != STATUS_OK || stat(store->path, &facts) != 0 ||
        facts.st_size > SIZE_MAX_CHECKED)
        return status;
    struct error found;
    status = ask(store, "PRAGMA quick_check(1)", "ok", &found);
    if (status == STATUS_NOT_FOUND)
        return error_set(error, STATUS_IO, "store '%s' is damaged: %s",
                         store->name, found.text);
    if (status != STATUS_OK)
        *error = found;
    return sqlite_of_all(status, error);
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite_put_forget(store);
    int code = sqlite3_close(store->db);
    REQUIRE(code == SQLITE_OK);
    if (store->lock_fd >= 0)
        close(store->lock_fd);
    free(store->lock_path);
    free(store->path);
    free(store);
}

enum status store_get_value(struct store *store, const char *name,
                            struct text *out, struct error *error)
{
    const struct sqlite_bound bounds[] = {
        sqlite_bound_text(name, strlen(name))};
    sqlite3_stmt *statement;
    enum status status =
        sqlite_first(store, STATEMENT_GET_VALUE, bounds, &statement, error);
    if (status != STATUS_OK)
        return status;
    if (statement == NULL)
        return error_set(error, STATUS_NOT_FOUND, "store '%s' has no '%s'",
                         store->name, name);
    sqlite_add_column(out, statement, 0);
    sqlite_end(statement);
    return text_status(out, "a value of the store", error);
}

enum status store_put_value(struct store *store, const char *name,
                            const void *bytes, size_t size, struct error *error)
{
    const struct sqlite_bound bounds[] = {
        sqlite_bound_text(name, strlen(name)),
        sqlite_bound_text(size == 0 ? "" : bytes, size)};
    enum status status = sqlite_begin(store, error);
    if (status == STATUS_OK)
        status = sqlite_run(store, STATEMENT_PUT_VALUE, bounds, error);
    if (status != STATUS_OK)
        sqlite_give_up(store);
    return status;
}
