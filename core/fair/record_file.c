/*
 * record_file -- a record in a file.
 */

#include "fair/record.h"

#include "base/file.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MODE = 0666 };

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

/* Lets `put` put a record there, or try to: false with errno when it cannot. */
static enum status put_at(const char *path, struct file_write *write,
                          bool (*put)(const struct file_write *write),
                          struct error *error)
{
    /* A link stays a link, and what is no file (/dev/null!) is never
     * replaced by one. */
    struct stat facts;
    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return error_set(error, STATUS_IO,
                         "cannot write record '%s': it is not a file", path);
    char *real = realpath(path, NULL);
    struct text new_path = {0};
    write->path = real == NULL ? path : real;
    text_addf(&new_path, "%s.%08x.tmp", write->path, randombytes_random());
    enum status status = text_status(&new_path, "a file name", error);
    write->new_path = new_path.bytes;
    if (status == STATUS_OK && !put(write))
        status = error_set(error, STATUS_IO, "cannot write record '%s': %s",
                           write->path, strerror(errno));
    text_free(&new_path);
    free(real);
    return status;
}

enum status record_save(const struct record *record, const char *path,
                        struct error *error)
{
    REQUIRE(record_first(record) == 0);
    struct file_write write = {.mode = FILE_MODE, .is_synced = true};
    write.bytes = record_bytes(record, &write.size);
    return put_at(path, &write, file_replace, error);
}

enum status record_try(const char *path, struct error *error)
{
    struct file_write write = {.mode = FILE_MODE};
    return put_at(path, &write, file_try, error);
}
