#ifndef CASTLED_HEX_H
#define CASTLED_HEX_H

/*
 * hex -- bytes as pairs of 0-9 and a-f, as records and the protocol show them.
 */

#include "base/json.h"

/* Adds two characters a byte. */
void hex_add(struct text *text, const void *bytes, size_t size);

/* Adds a member of a JSON object: the key, and the bytes as a string. */
void hex_add_member(struct text *text, const char *key, const void *bytes,
                    size_t size);

/* Writes 2 * size characters and a zero byte to `out`. */
void hex_write(char *out, const void *bytes, size_t size);

/* Reads exactly `size` bytes from a string that is exactly as long; false for
 * any other string, capitals included, and for NULL. */
bool hex_read(void *out, size_t size, const char *string) MUST_CHECK;

#endif
