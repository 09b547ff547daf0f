#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    return true;
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

static int open_new(const struct file_write *write)
{
    unlink(write->new_path);
    return open(write->new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                write->mode);
}

bool file_try(const struct file_write *write)
{
    int fd = open_new(write);
    if (fd >= 0) {
        close(fd);
        unlink(write->new_path);
    }
    return fd >= 0;
}

bool file_replace(const struct file_write *write)
{
    int fd = open_new(write);
    if (fd < 0)
        return false;
    bool is_good = write_all(fd, write->bytes, write->size) &&
                   (!write->is_synced || fsync(fd) == 0);
    int reason = errno;
    if (close(fd) != 0 && is_good) {
        reason = errno;
        is_good = false;
    }
    if (is_good && rename(write->new_path, write->path) == 0)
        return !write->is_synced || sync_folder(write->path);
    if (is_good)
        reason = errno;
    unlink(write->new_path);
    errno = reason;
    return false;
}
