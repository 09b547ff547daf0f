#include "script/host_text.h"

#include <stdint.h>

/* The size of the character that `bytes` begins with, 1 to 4; 0 where it is
 * no UTF-8. Overlong forms and surrogates are none. */
static size_t character_size(const unsigned char *bytes, size_t size)
{
    unsigned char first = bytes[0];
    if (first < 0x80)
        return 1;

    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length > size)
        return 0;

    uint32_t code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

bool host_text_is_utf8(const char *bytes, size_t size, size_t *bad)
{
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < size;) {
        size_t length = character_size(at + i, size - i);
        if (length == 0) {
            *bad = i;
            return false;
        }
        i += length;
    }
    return true;
}

/* Both blocks: 0x00 to 0x1f and 0x7f, and in two bytes 0x80 to 0x9f. */
static bool is_control(const unsigned char *bytes, size_t length)
{
    if (length == 1)
        return bytes[0] < 0x20 || bytes[0] == 0x7f;
    return length == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0;
}

size_t host_text_show(char *shown, const char *bytes, size_t size,
                      size_t size_max)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *at = (const unsigned char *)bytes;
    char *start = shown;
    size_t i = 0;
    while (i < size) {
        size_t length = character_size(at + i, size - i);
        bool as_it_is = length > 0 && !is_control(at + i, length);
        if (length == 0)
            length = 1;
        if (i + length > size_max)
            break;
        for (size_t end = i + length; i < end; i++) {
            if (as_it_is) {
                *shown++ = bytes[i];
                continue;
            }
            *shown++ = '\\';
            *shown++ = 'x';
            *shown++ = digits[at[i] >> 4];
            *shown++ = digits[at[i] & 15];
        }
    }
    *shown = '\0';
    return (size_t)(shown - start);
}
