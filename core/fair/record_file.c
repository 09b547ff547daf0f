/*
 * record_file -- a record in a file.
 */

#include "fair/record.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum status record_load(struct record **out, const char *path,
                        struct error *error)
{
    *out = NULL;
    struct text bytes = {0};
    enum status status = text_read_file(&bytes, path, RECORD_SIZE_MAX, error);
    if (status == STATUS_OK) {
        status = record_read(out, text_string(&bytes), bytes.size, error);
        if (status != STATUS_OK)
            error_prefix(error, "record '%s'", path);
    }
    text_free(&bytes);
    return status;
}

static enum status io_error(const char *path, struct error *error)
{
    return error_set(error, STATUS_IO, "cannot write record '%s': %s", path,
                     strerror(errno));
}

/* Writes all and waits until it is on the disk. */
static bool write_all(int fd, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t written = write(fd, bytes + done, size - done);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            done += (size_t)written;
    }
    return fsync(fd) == 0;
}

/* Waits until a new name is on the disk. Some file systems cannot say. */
static bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    if (folder == NULL)
        return false;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0)
        return false;
    bool is_done = fsync(fd) == 0 || errno == EINVAL;
    close(fd);
    return is_done;
}

/* Writes a new file beside `target` and gives it that name. */
static enum status replace(const struct record *record, const char *target,
                           struct error *error)
{
    enum status status = STATUS_OK;
    struct text path = {0};
    size_t size;
    const char *bytes = record_bytes(record, &size);
    text_addf(&path, "%s.%08x.tmp", target, randombytes_random());
    int fd = -1;
    bool is_made = false;
    status = text_status(&path, "a file name", error);
    if (status != STATUS_OK)
        goto done;

    fd = open(path.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    is_made = fd >= 0;
    if (!is_made || !write_all(fd, bytes, size)) {
        status = io_error(target, error);
        goto done;
    }
    int closed = close(fd);
    fd = -1;
    if (closed != 0 || rename(path.bytes, target) != 0) {
        status = io_error(target, error);
        goto done;
    }
    is_made = false;
    if (!sync_folder(target))
        status = io_error(target, error);

done:
    if (fd >= 0)
        close(fd);
    if (is_made)
        unlink(path.bytes);
    text_free(&path);
    return status;
}

enum status record_save(const struct record *record, const char *path,
                        struct error *error)
{
    REQUIRE(record_first(record) == 0);
    /* A link stays a link, and what is no file (/dev/null!) is never
     * replaced by one. */
    struct stat facts;
    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return error_set(error, STATUS_IO,
                         "cannot write record '%s': it is not a file", path);
    char *real = realpath(path, NULL);
    enum status status = replace(record, real == NULL ? path : real, error);
    free(real);
    return status;
}
