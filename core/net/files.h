#ifndef CASTLED_FILES_H
#define CASTLED_FILES_H

/*
 * files -- what is served under /static/, kept in memory.
 *
 * Files lie in a few folders, without folders inside; each is read when the
 * daemon starts, or is asked for it, and again when it has changed. They are
 * found by name only, and a name has no strokes: nothing outside is reached.
 */

#include "base/text.h"

enum {
    FILES_FOLDERS_MAX = 2,
    FILES_TAG_SIZE = 40,
    FILES_SIZE_MAX = 4 << 20, /* of one */
};

struct file {
    const char *type;         /* as Content-Type has it */
    struct text bytes;        /* owned, as the next */
    struct text gzip;         /* the same, compressed; empty: that gains
                                 nothing */
    char tag[FILES_TAG_SIZE]; /* as ETag has it: other bytes, other tag */
};

struct files;

/* Reads what the folders have; one that is not there has nothing. The first
 * folder with a file of a name has it. *out is the caller's, to be freed with
 * files_free. */
enum status files_new(struct files **out, const char *const *folders, int count,
                      struct error *error) MUST_CHECK;
void files_free(struct files *files);

/* The file of that name, as it is now; NULL when there is none, it is of no
 * type that we know, or it cannot be read. Borrowed until the next call. */
const struct file *files_find(struct files *files, const char *name);

/* The tag of what is no file. */
void files_tag(char tag[FILES_TAG_SIZE], const struct text *bytes);

#endif
