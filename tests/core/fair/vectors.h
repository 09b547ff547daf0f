#ifndef CASTLED_VECTORS_H
#define CASTLED_VECTORS_H

/*
 * vectors -- tests/core/data/fair for the tests of core/fair.
 *
 * What is not as expected ends the test.
 */

#include "base/json.h"
#include "fair/hex.h"
#include "fair/sign.h"

#include <criterion/criterion.h>
#include <string.h>

#define VECTORS_FOLDER CASTLED_SOURCE_DIR "/tests/core/data/fair/"

/* The file `name`, to be freed with text_free. */
static inline struct text vectors_file(const char *name)
{
    struct text path = {0};
    struct text text = {0};
    struct error error;
    text_addf(&path, "%s%s", VECTORS_FOLDER, name);
    cr_assert_eq(text_read_file(&text, path.bytes, 1 << 20, &error), STATUS_OK,
                 "%s", error.text);
    text_free(&path);
    return text;
}

/* All of vectors.json, to be freed with json_free. */
static inline struct json *vectors_load(void)
{
    struct text text = vectors_file("vectors.json");
    struct json *root = NULL;
    struct error error;
    cr_assert_eq(json_parse(&root, text.bytes, text.size, &error), STATUS_OK,
                 "%s", error.text);
    text_free(&text);
    return root;
}

static inline int64_t vectors_integer(const struct json *object,
                                      const char *key)
{
    int64_t value = 0;
    cr_assert(json_read_integer(json_get(object, key), &value), "%s", key);
    return value;
}

static inline int64_t vectors_item(const struct json *array, size_t index)
{
    int64_t value = 0;
    cr_assert(json_read_integer(json_at(array, index), &value));
    return value;
}

static inline struct hash vectors_hash(const struct json *value)
{
    struct hash hash;
    cr_assert(hash_from_hex(&hash, json_string_of(value)));
    return hash;
}

/* Bytes of any size, to be freed with text_free. */
static inline struct text vectors_bytes(const struct json *value)
{
    struct text text = {0};
    size_t size = json_size(value) / 2;
    for (size_t i = 0; i < size; i++) {
        char pair[3] = {json_string_of(value)[2 * i],
                        json_string_of(value)[2 * i + 1], '\0'};
        char byte;
        cr_assert(hex_read(&byte, 1, pair));
        text_add_char(&text, byte);
    }
    return text;
}

static inline void vectors_expect(const struct hash *hash,
                                  const struct json *expected)
{
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, hash);
    cr_expect_str_eq(hex, json_string_of(expected));
}

#endif
