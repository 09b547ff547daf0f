#ifndef CASTLED_FILE_H
#define CASTLED_FILE_H

/*
 * file -- writing a file whole or not at all.
 */

#include "base/error.h"

#include <sys/types.h>

/* What is to be in a file. All is borrowed. */
struct file_write {
    const char *path;
    const char *new_path; /* beside it: what it is called until it is whole;
                             whatever has that name goes */
    const void *bytes;
    size_t size;
    mode_t mode;    /* of a file that is made */
    bool is_synced; /* waits until all of it, its name too, is on the disk */
};

/* Writes it. False, and errno says why, when it could not be: there is then
 * what was there before or, when only the waiting failed, all of this. */
bool file_replace(const struct file_write *write) MUST_CHECK;

/* Whether a file can be made there for it, or errno says why not. Writes
 * nothing, and `path` stays as it is. */
bool file_try(const struct file_write *write) MUST_CHECK;

#endif
