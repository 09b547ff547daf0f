#include "store/sqlite_inside.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Copies all pages, as they are at one moment. */
static enum status copy_pages(const struct store *store, sqlite3 *copy,
                              const char *path, struct error *error)
{
    int code;
    errno = 0;
    sqlite3_backup *backup =
        sqlite3_backup_init(copy, "main", store->db, "main");
    if (backup == NULL)
        return error_set(error, STATUS_IO, "cannot write '%s': %s", path,
                         sqlite3_errmsg(copy));
    code = sqlite3_backup_step(backup, -1);
    int finished = sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE && finished == SQLITE_OK)
        return STATUS_OK;
    code = code == SQLITE_DONE ? finished : code;
    int number = errno != 0 ? errno : sqlite3_system_errno(copy);
    return error_set(error, STATUS_IO, "cannot copy store '%s' to '%s': %s",
                     store->path, path,
                     (code & 0xff) == SQLITE_IOERR && number != 0
                         ? strerror(number)
                         : sqlite3_errstr(code));
}

enum status store_backup(struct store *store, const char *path,
                         struct error *error)
{
    sqlite3 *copy = NULL;
    enum status status = STATUS_OK;
    if (!sqlite_make_file(path))
        return error_set(error, STATUS_IO, "cannot make '%s': %s", path,
                         strerror(errno));
    int code = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL);
    /* A copy that fails is removed: there is nothing to go back to. */
    if (code == SQLITE_OK)
        code = sqlite3_exec(copy,
                            "PRAGMA synchronous = EXTRA;"
                            "PRAGMA journal_mode = OFF",
                            NULL, NULL, NULL);
    if (code == SQLITE_OK)
        status = copy_pages(store, copy, path, error);
    else
        status = error_set(error, STATUS_IO, "cannot write '%s': %s", path,
                           sqlite3_errstr(code));
    sqlite3_close(copy);
    if (status != STATUS_OK)
        unlink(path);
    return status;
}
