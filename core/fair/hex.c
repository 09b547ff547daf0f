#include "fair/hex.h"

#include <string.h>

static const char DIGITS[] = "0123456789abcdef";

void hex_write(char *out, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = DIGITS[from[i] >> 4];
        out[2 * i + 1] = DIGITS[from[i] & 15];
    }
    out[2 * size] = '\0';
}

/* In pieces: a head has 192 digits, and each choice tells it twice. */
void hex_add(struct text *text, const void *bytes, size_t size)
{
    enum { PIECE_SIZE = 64 };
    char piece[2 * PIECE_SIZE + 1];
    const uint8_t *from = bytes;
    while (size > 0) {
        size_t part = size < PIECE_SIZE ? size : PIECE_SIZE;
        hex_write(piece, from, part);
        text_add_bytes(text, piece, 2 * part);
        from += part;
        size -= part;
    }
}

void hex_add_member(struct text *text, const char *key, const void *bytes,
                    size_t size)
{
    json_add_key(text, key);
    text_add_char(text, '"');
    hex_add(text, bytes, size);
    text_add_char(text, '"');
}

/* The value of a digit, or -1. */
static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return -1;
}

bool hex_read(void *out, size_t size, const char *string)
{
    if (string == NULL || strlen(string) != 2 * size)
        return false;
    uint8_t *to = out;
    for (size_t i = 0; i < size; i++) {
        int high = digit_value(string[2 * i]);
        int low = digit_value(string[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        to[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
