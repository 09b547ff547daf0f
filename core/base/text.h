#ifndef CASTLED_TEXT_H
#define CASTLED_TEXT_H

/*
 * text -- bytes that grow.
 *
 * One buffer for all that is written piece by piece: JSON, records, screens.
 * Writers need not check each piece: when memory is out the text is marked as
 * failed, further pieces are dropped, and text_status tells at the end.
 *
 * A zeroed struct is an empty text. The bytes are the struct's own, always
 * followed by a zero byte, and freed by text_free.
 */

#include "base/error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

struct text {
    char *bytes; /* owned; NULL while nothing was ever added */
    size_t size; /* without the zero byte */
    size_t capacity;
    bool failed; /* memory was out; what is there is not all */
};

/* Makes the text empty and keeps its memory for the next use. */
void text_clear(struct text *text);

/* Cuts the text after its first `size` bytes, of which it has that many. */
void text_cut(struct text *text, size_t size);

/* Drops the first `size` bytes, of which it has that many. */
void text_drop(struct text *text, size_t size);

/* Gives back the memory that the text does not use: for one that is to stay as
 * it is. */
void text_fit(struct text *text);

/* Frees what the text holds and makes it empty. */
void text_free(struct text *text);

/* The same for what is secret: the bytes are overwritten first. Of a text that
 * has grown, what it left behind on its way is not. */
void text_wipe(struct text *text);

/* Adds `size` bytes. */
void text_add_bytes(struct text *text, const void *bytes, size_t size);

/* Adds a string that ends with a zero byte. */
void text_add(struct text *text, const char *string);

/* Adds one character. */
void text_add_char(struct text *text, char character);

/* Adds what printf would print. */
void text_addf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with an argument list. */
void text_add_list(struct text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Adds an integer in decimal; faster than text_addf. */
void text_add_integer(struct text *text, int64_t value);

/* The bytes as a string; "" while the text is empty. Borrowed until the text
 * changes. */
const char *text_string(const struct text *text);

/* STATUS_OK, or STATUS_NO_MEMORY when a piece was dropped; `what` names what
 * was being written, as in "the record". */
enum status text_status(const struct text *text, const char *what,
                        struct error *error) MUST_CHECK;

/* Adds the whole file at `path`, up to `size_max` bytes; a larger file is
 * STATUS_BAD_INPUT. */
enum status text_read_file(struct text *text, const char *path, size_t size_max,
                           struct error *error) MUST_CHECK;

/* The same of a regular file, and never waits: a folder, a pipe or a device is
 * STATUS_BAD_INPUT. */
enum status text_read_regular(struct text *text, const char *path,
                              size_t size_max, struct error *error) MUST_CHECK;

/* The same of what is left of an open file; `name` is what errors call it. */
enum status text_read_stream(struct text *text, FILE *file, const char *name,
                             size_t size_max, struct error *error) MUST_CHECK;

#endif
