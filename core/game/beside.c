#include "game/beside.h"

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MODE = 0600 };

static const char NEW_ENDING[] = ".tmp";

enum status beside_name(struct text *out, const char *path, const char *ending,
                        struct error *error)
{
    text_addf(out, "%s%s", path, ending);
    return text_status(out, "a file name", error);
}

enum status beside_write(const struct beside_file *file, struct error *error)
{
    struct text name = {0};
    struct text new_name = {0};
    enum status status = text_status(file->text, "a file", error);
    if (status == STATUS_OK)
        status = beside_name(&name, file->path, file->ending, error);
    if (status == STATUS_OK)
        status = beside_name(&new_name, name.bytes, NEW_ENDING, error);
    const struct file_write write = {
        .path = name.bytes,
        .new_path = new_name.bytes,
        .bytes = file->text->bytes,
        .size = file->text->size,
        .mode = FILE_MODE,
        .is_synced = file->is_synced,
    };
    if (status == STATUS_OK && !file_replace(&write))
        status = error_set(error, STATUS_IO, "cannot write %s'%s': %s",
                           file->called, name.bytes, strerror(errno));
    text_free(&name);
    text_free(&new_name);
    return status;
}

void beside_remove(const char *path, const char *ending)
{
    struct text name = {0};
    struct error error;
    if (beside_name(&name, path, ending, &error) == STATUS_OK)
        unlink(name.bytes);
    text_free(&name);
}
