#ifndef CASTLED_MATCH_FILE_H
#define CASTLED_MATCH_FILE_H

/*
 * match_file -- the file that a match is saved in.
 *
 * A file is taken before a game begins, so that a path that does not work is
 * told at once, and no game writes over another one.
 */

#include "fair/record.h"

/* Makes an empty file at `path`, or finds one. STATUS_BAD_INPUT when there is
 * something in it and `overwrites` is not set; STATUS_IO when it cannot be
 * written. */
enum status match_file_take(const char *path, bool overwrites,
                            struct error *error) MUST_CHECK;

/* Removes the file if it is still empty. */
void match_file_give_back(const char *path);

/* Reads the record. STATUS_NOT_FOUND when there is no such file. *out is the
 * caller's, to be freed with record_free. */
enum status match_file_load(struct record **out, const char *path,
                            struct error *error) MUST_CHECK;

#endif
