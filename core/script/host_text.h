#ifndef CASTLED_HOST_TEXT_H
#define CASTLED_HOST_TEXT_H

/*
 * host_text -- text from scripts, made fit for logs, terminals and the wire.
 *
 * Scripts may say anything. What leaves the host is valid UTF-8 without
 * control characters (sandbox.md R15). Knows no Lua, owns nothing.
 */

#include <stdbool.h>
#include <stddef.h>

enum {
    /* What is kept of one message or one logged line. */
    HOST_TEXT_SIZE_MAX = 200,
    /* Room for that many bytes, each shown as \x1b, and a zero byte. */
    HOST_TEXT_SHOWN_SIZE = 4 * HOST_TEXT_SIZE_MAX + 1,
};

/* Whether the bytes are UTF-8; *bad is the 0-based index of the first byte
 * that is not. */
bool host_text_is_utf8(const char *bytes, size_t size, size_t *bad);

/* Writes at most `size_max` of the `size` bytes to `shown`, which has room for
 * four times as many and a zero byte. Control characters and what is no UTF-8
 * become \x1b and the like; a character is never cut in two. Returns the size
 * of what it wrote. */
size_t host_text_show(char *shown, const char *bytes, size_t size,
                      size_t size_max);

#endif
