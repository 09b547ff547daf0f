#ifndef CASTLED_STAMP_H
#define CASTLED_STAMP_H

/*
 * stamp -- whether scripts and variants are still what they were.
 *
 * A stamp is a number made of the names, sizes and times of all files in
 * scripts/ and variants/: while it stays, what was made of them holds.
 */

#include <stdint.h>

/* The stamp of the files below `root` as they are now. */
uint64_t stamp_take(const char *root);

#endif
