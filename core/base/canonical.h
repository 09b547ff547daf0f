#ifndef CASTLED_CANONICAL_H
#define CASTLED_CANONICAL_H

/*
 * canonical -- whether bytes are JSON in canonical form, without a tree.
 *
 * What we write ourselves is canonical, and is looked at once more before it is
 * chained; json_parse_canonical does that too, and makes a tree that nobody
 * needs then. Allocates nothing.
 */

#include <stdbool.h>
#include <stddef.h>

/* Whether the bytes are one object that json_parse_canonical reads, with at
 * most `depth_max` arrays and objects within each other. It may say no to some
 * that it would read (numbers of more than 15 digits, escapes of rare
 * characters), and never yes to others. */
bool canonical_is_object(const char *bytes, size_t size, int depth_max);

#endif
