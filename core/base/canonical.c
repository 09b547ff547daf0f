#include "base/canonical.h"

#include "base/json.h"

#include <string.h>

enum { DIGITS_MAX = 15 /* fewer than JSON_INTEGER_MAX has */ };

/* Where a look has come to. */
struct look {
    const char *at;
    const char *end;
    int depth_left;
};

static bool take(struct look *look, char character)
{
    if (look->at == look->end || *look->at != character)
        return false;
    look->at++;
    return true;
}

static bool take_word(struct look *look, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(look->end - look->at) < size ||
        memcmp(look->at, word, size) != 0)
        return false;
    look->at += size;
    return true;
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool take_integer(struct look *look)
{
    bool is_negative = take(look, '-');
    const char *start = look->at;
    while (look->at < look->end && is_digit(*look->at))
        look->at++;
    size_t count = (size_t)(look->at - start);
    if (count == 0 || count > DIGITS_MAX)
        return false;
    return *start != '0' || (count == 1 && !is_negative);
}

/* A string, after its first quote. */
static bool take_string(struct look *look)
{
    const char *start = look->at;
    bool is_ascii = true;
    for (;; look->at++) {
        look->at += json_plain_size(look->at, (size_t)(look->end - look->at));
        if (look->at == look->end || *look->at == '"')
            break;
        unsigned char byte = (unsigned char)*look->at;
        if (byte < 0x20)
            return false;
        if (byte >= 0x80)
            is_ascii = false;
        if (byte != '\\')
            continue;
        look->at++;
        if (look->at == look->end || *look->at == '\0' ||
            strchr("\"\\bfnrt", *look->at) == NULL)
            return false;
    }
    size_t size = (size_t)(look->at - start);
    return take(look, '"') && (is_ascii || json_is_text(start, size));
}

/* A key, after its first quote, that comes behind `before` in the order of
 * bytes; points `before` at it. */
static bool take_key(struct look *look, const char **before,
                     size_t *before_size)
{
    const char *start = look->at;
    while (look->at < look->end && ((*look->at >= 'a' && *look->at <= 'z') ||
                                    is_digit(*look->at) || *look->at == '_'))
        look->at++;
    size_t size = (size_t)(look->at - start);
    size_t common = size < *before_size ? size : *before_size;
    int order = *before == NULL ? 1 : memcmp(start, *before, common);
    if (size == 0 || order < 0 || (order == 0 && size <= *before_size))
        return false;
    *before = start;
    *before_size = size;
    return take(look, '"') && take(look, ':');
}

static bool take_value(struct look *look);

/* An array, after its bracket. */
static bool take_array(struct look *look)
{
    if (take(look, ']'))
        return true;
    do {
        if (!take_value(look))
            return false;
    } while (take(look, ','));
    return take(look, ']');
}

/* An object, after its bracket. */
static bool take_object(struct look *look)
{
    const char *before = NULL;
    size_t before_size = 0;
    if (take(look, '}'))
        return true;
    do {
        if (!take(look, '"') || !take_key(look, &before, &before_size) ||
            !take_value(look))
            return false;
    } while (take(look, ','));
    return take(look, '}');
}

/* What is in a bracket that was taken. */
static bool take_inside(struct look *look, bool (*inside)(struct look *look))
{
    if (look->depth_left == 0)
        return false;
    look->depth_left--;
    bool is_good = inside(look);
    look->depth_left++;
    return is_good;
}

static bool take_value(struct look *look)
{
    if (take(look, '"'))
        return take_string(look);
    if (take(look, '{'))
        return take_inside(look, take_object);
    if (take(look, '['))
        return take_inside(look, take_array);
    return take_word(look, "true") || take_word(look, "false") ||
           take_word(look, "null") || take_integer(look);
}

bool canonical_is_object(const char *bytes, size_t size, int depth_max)
{
    struct look look = {bytes, bytes + size, depth_max};
    return size <= JSON_SIZE_MAX && take(&look, '{') &&
           take_inside(&look, take_object) && look.at == look.end;
}
