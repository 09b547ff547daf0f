#ifndef CASTLED_BESIDE_H
#define CASTLED_BESIDE_H

/*
 * beside -- small files beside a game's record, named as it is with an ending.
 *
 * Only their owner may read them.
 */

#include "base/text.h"

/* Adds the name of the file beside `path`. */
enum status beside_name(struct text *out, const char *path, const char *ending,
                        struct error *error) MUST_CHECK;

/* What is to be in one. All is borrowed. */
struct beside_file {
    const char *path; /* of the record */
    const char *ending;
    const char *called; /* in the sentence when it fails: "secret "; or "" */
    const struct text *text;
    bool is_synced; /* waits until it is on the disk */
};

/* Writes it, whole or not at all. STATUS_IO with its name and the reason, or
 * STATUS_NO_MEMORY, also when the text has failed. */
enum status beside_write(const struct beside_file *file,
                         struct error *error) MUST_CHECK;

/* Removes it, if it is there. */
void beside_remove(const char *path, const char *ending);

#endif
