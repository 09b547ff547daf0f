#ifndef CASTLED_JSON_H
#define CASTLED_JSON_H

/*
 * json -- reading and writing JSON.
 *
 * Reading makes a tree; writing goes straight into a `struct text`. Canonical
 * is a strict subset of RFC 8785: keys of a-z, 0-9 and _ in the order of
 * their bytes, integers within JSON_INTEGER_MAX of zero, no fractions, no
 * blanks. What is chained and signed is canonical, so that equal values are
 * equal bytes.
 *
 * The tree belongs to who parsed it and goes with json_free; every value and
 * string inside is borrowed from it. All functions that ask take NULL for a
 * value that is not there, so that lookups can be chained and checked once.
 */

#include "base/text.h"

enum {
    JSON_SIZE_MAX = 1 << 20, /* one text, in bytes */
    JSON_DEPTH_MAX = 32,     /* arrays and objects within each other */
};

/* 2^53 - 1: beyond it JavaScript has no exact integers. */
#define JSON_INTEGER_MAX INT64_C(9007199254740991)

/* One value of a tree. */
struct json;

enum json_kind {
    JSON_KIND_ABSENT, /* NULL was given: there is no value */
    JSON_KIND_NULL,
    JSON_KIND_BOOLEAN,
    JSON_KIND_INTEGER,
    JSON_KIND_FRACTION, /* any number with a point or an exponent */
    JSON_KIND_STRING,
    JSON_KIND_ARRAY,
    JSON_KIND_OBJECT,
};

/* The members of an object in the order in which they were written:
 *     struct json_walk walk = json_walk(object);
 *     while (json_walk_next(&walk))
 *         ... walk.key, walk.value ... */
struct json_walk {
    const char *key;
    const struct json *value;
    const struct json *object;
    void *next; /* the parser's; not for others */
};

struct json_member {
    const char *key;
    const struct json *value;
};

/* Parses one value. *out is the caller's, to be freed with json_free; NULL on
 * failure. STATUS_BAD_INPUT, with line and column: not JSON, not UTF-8, a zero
 * character, a key twice in one object, over one of the limits. */
enum status json_parse(struct json **out, const char *bytes, size_t size,
                       struct error *error) MUST_CHECK;

/* The same for a text that is one line of a larger one, which `line` counts
 * from 1; refuses also what is not canonical. */
enum status json_parse_canonical(struct json **out, const char *bytes,
                                 size_t size, int line,
                                 struct error *error) MUST_CHECK;

/* Frees a tree, given the value that json_parse gave; NULL is fine. */
void json_free(struct json *root);

/* What the value is. */
enum json_kind json_kind(const struct json *value);

/* The value as an integer or a boolean; false, and *out as it was, when it is
 * not one. */
bool json_read_integer(const struct json *value, int64_t *out);
bool json_read_boolean(const struct json *value, bool *out);

/* The string, which has no zero character inside; NULL when the value is not
 * a string. */
const char *json_string_of(const struct json *value);

/* The bytes of a string, the items of an array, the members of an object; 0
 * for anything else. */
size_t json_size(const struct json *value);

/* The item at `index`, from 0; NULL when there is none or it is no array. */
const struct json *json_at(const struct json *array, size_t index);

/* The value under `key`; NULL when there is none or it is no object. */
const struct json *json_get(const struct json *object, const char *key);

/* A walk that stands before the first member; there are no members in what is
 * no object. */
struct json_walk json_walk(const struct json *object);

/* Goes on to the next member; false at the end. */
bool json_walk_next(struct json_walk *walk);

/* All members, sorted by the bytes of their keys: json_size(object) of them.
 * *out is the caller's, to be given to free; NULL when there are none. */
enum status json_sort_members(struct json_member **out,
                              const struct json *object,
                              struct error *error) MUST_CHECK;

/* Whether json_parse would read these bytes in a string: UTF-8 without a zero
 * byte. */
bool json_is_text(const char *bytes, size_t size);

/* How many bytes from the first on are ASCII that RFC 8785 writes in a string
 * as they are. */
size_t json_plain_size(const char *bytes, size_t size);

/* Adds a string in quotes, with the escapes of RFC 8785. Each byte that
 * json_is_text would refuse becomes U+FFFD: check first where that matters. */
void json_add_string(struct text *text, const char *bytes, size_t size);

/* Inside an array: the comma, unless the item to be added is the first. */
void json_add_comma(struct text *text);

/* The same with the item, a string. */
void json_add_item_string(struct text *text, const char *string);

/* Inside an object: the comma, unless it is the first, the key and the colon.
 * In canonical text the caller gives the keys in order. */
void json_add_key(struct text *text, const char *key);

/* Key and value in one. */
void json_add_member_string(struct text *text, const char *key,
                            const char *string);
void json_add_member_integer(struct text *text, const char *key, int64_t value);
void json_add_member_boolean(struct text *text, const char *key, bool value);

/* Adds a value as it was read: any key, members in their order, fractions with
 * all their digits. No value is null. */
void json_add_value(struct text *text, const struct json *value);

/* Adds a value in canonical form. STATUS_BAD_INPUT, naming what it met, when
 * it has none: a fraction, an integer or a key that is not allowed; what was
 * added until then stays. Memory is checked with text_status, as ever. */
enum status json_add_canonical(struct text *text, const struct json *value,
                               struct error *error) MUST_CHECK;

#endif
