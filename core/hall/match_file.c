#include "hall/match_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0600 };

enum status match_file_take(const char *path, bool overwrites,
                            struct error *error)
{
    struct stat about;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, FILE_MODE);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot write '%s': %s", path,
                         strerror(errno));
    enum status status = STATUS_OK;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        status =
            error_set(error, STATUS_BAD_INPUT, "'%s' is no plain file", path);
    else if (about.st_size > 0 && !overwrites)
        status = error_set(error, STATUS_BAD_INPUT,
                           "there is something in '%s': resume it, or say that "
                           "it is to be overwritten",
                           path);
    close(fd);
    return status;
}

void match_file_give_back(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0)
        unlink(path);
}

enum status match_file_load(struct record **out, const char *path,
                            struct error *error)
{
    *out = NULL;
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return error_set(error, STATUS_NOT_FOUND, "there is no such file");
    return record_load(out, path, error);
}
