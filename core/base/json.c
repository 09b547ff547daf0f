#include "base/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum {
    WORD_SIZE = 8,
    PIECE_SIZE = 512, /* of a string that is being written */
    PIECE_ROOM = 16,  /* for eight bytes, a character and the quote */
};

/* jansson says of many a failed allocation that the input is wrong. So the
 * allocations are ours, and tell the thread that wanted one. */
static thread_local bool memory_was_out;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        memory_was_out = true;
    return memory;
}

static void set_allocator(void)
{
    json_set_alloc_funcs(allocate, free);
}

/* A `struct json` is jansson's json_t by another name, so that nobody else
 * needs its header. */
static const json_t *tree(const struct json *value)
{
    return (const json_t *)value;
}

static const struct json *wrap(const json_t *value)
{
    return (const struct json *)value;
}

/* The size of the UTF-8 sequence at `bytes`, of which there are `size`; 0 when
 * there is none that is complete, shortest and a character of Unicode's. */
static size_t sequence_size(const unsigned char *bytes, size_t size)
{
    unsigned char first = bytes[0];
    if (first < 0x80)
        return first == 0 ? 0 : 1;

    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;

    bool is_long = (first == 0xe0 && bytes[1] < 0xa0) ||
                   (first == 0xf0 && bytes[1] < 0x90);
    bool is_surrogate = first == 0xed && bytes[1] >= 0xa0;
    bool is_beyond = first == 0xf4 && bytes[1] >= 0x90;
    return is_long || is_surrogate || is_beyond ? 0 : length;
}

/* jansson would go to a depth of 2048 before it says no. */
static enum status check_depth(const char *bytes, size_t size, int line,
                               struct error *error)
{
    int depth = 0;
    int column = 0;
    bool in_string = false;
    for (size_t i = 0; i < size; i++) {
        column++;
        if (in_string && bytes[i] == '\\') {
            i++;
            column++;
        } else if (bytes[i] == '"') {
            in_string = !in_string;
        } else if (bytes[i] == '\n') {
            line++;
            column = 0;
        } else if (!in_string && (bytes[i] == '[' || bytes[i] == '{')) {
            if (++depth > JSON_DEPTH_MAX)
                return error_set(error, STATUS_BAD_INPUT,
                                 "line %d, column %d: more than %d arrays and "
                                 "objects within each other",
                                 line, column, JSON_DEPTH_MAX);
        } else if (!in_string && (bytes[i] == ']' || bytes[i] == '}')) {
            depth--;
        }
    }
    return STATUS_OK;
}

/* What jansson says quotes the input: whoever wrote that must not reach the
 * reader's terminal with it. */
static void clean(char *message)
{
    for (char *at = message; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
}

static enum status parse_at(struct json **out, const char *bytes, size_t size,
                            int line, struct error *error)
{
    REQUIRE(out != NULL);
    REQUIRE(bytes != NULL || size == 0);

    *out = NULL;
    if (size > JSON_SIZE_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d, column 1: %zu bytes of JSON, but %d are the "
                         "most",
                         line, size, JSON_SIZE_MAX);
    enum status status = check_depth(bytes, size, line, error);
    if (status != STATUS_OK)
        return status;

    static once_flag is_set = ONCE_FLAG_INIT;
    call_once(&is_set, set_allocator);
    memory_was_out = false;
    json_error_t reason;
    json_t *root =
        json_loadb(bytes == NULL ? "" : bytes, size,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &reason);
    if (memory_was_out) { /* there may be a root all the same, and less in it */
        json_decref(root);
        return error_set(error, STATUS_NO_MEMORY,
                         "no memory to read %zu bytes of JSON", size);
    }
    if (root == NULL) {
        clean(reason.text);
        return error_set(error, STATUS_BAD_INPUT, "line %d, column %d: %s",
                         line + (reason.line > 0 ? reason.line - 1 : 0),
                         reason.column, reason.text);
    }
    *out = (struct json *)root;
    return STATUS_OK;
}

enum status json_parse(struct json **out, const char *bytes, size_t size,
                       struct error *error)
{
    return parse_at(out, bytes, size, 1, error);
}

/* Where two texts differ first, counted from 1. */
static size_t difference(const char *one, const char *other, size_t size)
{
    size_t i = 0;
    while (i < size && one[i] == other[i])
        i++;
    return i + 1;
}

enum status json_parse_canonical(struct json **out, const char *bytes,
                                 size_t size, int line, struct error *error)
{
    struct json *root = NULL;
    enum status status = parse_at(&root, bytes, size, line, error);
    *out = NULL;
    if (status != STATUS_OK)
        return status;

    struct text canonical = {0};
    status = json_add_canonical(&canonical, root, error);
    if (status != STATUS_OK) {
        error_prefix(error, "line %d", line);
        goto done;
    }
    status = text_status(&canonical, "JSON in canonical form", error);
    if (status != STATUS_OK)
        goto done;
    size_t both = canonical.size < size ? canonical.size : size;
    size_t column = difference(canonical.bytes, bytes, both);
    if (canonical.size != size || column <= size) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "line %d, column %zu: not in canonical form", line,
                           column);
        goto done;
    }
    *out = root;
    root = NULL;

done:
    text_free(&canonical);
    json_free(root);
    return status;
}

void json_free(struct json *root)
{
    json_decref((json_t *)root);
}

enum json_kind json_kind(const struct json *value)
{
    if (value == NULL)
        return JSON_KIND_ABSENT;
    switch (json_typeof(tree(value))) {
    case JSON_OBJECT:
        return JSON_KIND_OBJECT;
    case JSON_ARRAY:
        return JSON_KIND_ARRAY;
    case JSON_STRING:
        return JSON_KIND_STRING;
    case JSON_INTEGER:
        return JSON_KIND_INTEGER;
    case JSON_REAL:
        return JSON_KIND_FRACTION;
    case JSON_TRUE:
    case JSON_FALSE:
        return JSON_KIND_BOOLEAN;
    case JSON_NULL:
        break;
    }
    return JSON_KIND_NULL;
}

bool json_read_integer(const struct json *value, int64_t *out)
{
    if (json_kind(value) != JSON_KIND_INTEGER)
        return false;
    *out = json_integer_value(tree(value));
    return true;
}

bool json_read_boolean(const struct json *value, bool *out)
{
    if (json_kind(value) != JSON_KIND_BOOLEAN)
        return false;
    *out = json_is_true(tree(value));
    return true;
}

const char *json_string_of(const struct json *value)
{
    return json_string_value(tree(value));
}

size_t json_size(const struct json *value)
{
    switch (json_kind(value)) {
    case JSON_KIND_STRING:
        return json_string_length(tree(value));
    case JSON_KIND_ARRAY:
        return json_array_size(tree(value));
    case JSON_KIND_OBJECT:
        return json_object_size(tree(value));
    default:
        return 0;
    }
}

const struct json *json_at(const struct json *array, size_t index)
{
    return wrap(json_array_get(tree(array), index));
}

const struct json *json_get(const struct json *object, const char *key)
{
    return wrap(json_object_get(tree(object), key));
}

struct json_walk json_walk(const struct json *object)
{
    struct json_walk walk = {.object = object};
    walk.next = json_object_iter((json_t *)object);
    return walk;
}

bool json_walk_next(struct json_walk *walk)
{
    if (walk->next == NULL)
        return false;
    walk->key = json_object_iter_key(walk->next);
    walk->value = wrap(json_object_iter_value(walk->next));
    walk->next = json_object_iter_next((json_t *)walk->object, walk->next);
    return true;
}

static int compare_members(const void *one, const void *other)
{
    const struct json_member *a = one;
    const struct json_member *b = other;
    return strcmp(a->key, b->key);
}

enum status json_sort_members(struct json_member **out,
                              const struct json *object, struct error *error)
{
    *out = NULL;
    struct json_walk walk = json_walk(object);
    if (walk.next == NULL)
        return STATUS_OK;

    size_t count = json_size(object);
    REQUIRE(count > 0);
    struct json_member *members = calloc(count, sizeof *members);
    if (members == NULL)
        return error_set(error, STATUS_NO_MEMORY,
                         "no memory to sort %zu members of an object", count);
    for (size_t i = 0; json_walk_next(&walk); i++)
        members[i] = (struct json_member){walk.key, walk.value};
    qsort(members, count, sizeof *members, compare_members);
    *out = members;
    return STATUS_OK;
}

bool json_is_text(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size) {
        size_t step = sequence_size((const unsigned char *)bytes + i, size - i);
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

/* Whether RFC 8785 writes this byte of a string as it is. */
static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte != '"' && byte != '\\';
}

static bool is_plain_ascii(char character)
{
    unsigned char byte = (unsigned char)character;
    return byte < 0x80 && is_plain(byte);
}

/* How many of eight bytes, from the first on, are ASCII that a string has as
 * it is. */
static size_t plain_of_eight(const char *bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word = 0;
    for (unsigned i = 0; i < sizeof word; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    /* The highest bit of the first byte that is none: of what is below 0x80,
     * only a smaller one borrows, and that from bytes behind it. */
    uint64_t others = word | (word - ones * 0x20) |
                      ((word ^ ones * '"') - ones) |
                      ((word ^ ones * '\\') - ones);
    others &= ones << 7;
    return others == 0 ? sizeof word : (size_t)__builtin_ctzll(others) / 8;
}

size_t json_plain_size(const char *bytes, size_t size)
{
    size_t i = 0;
    while (size - i >= WORD_SIZE) {
        size_t plain = plain_of_eight(bytes + i);
        i += plain;
        if (plain < WORD_SIZE)
            return i;
    }
    while (i < size && is_plain_ascii(bytes[i]))
        i++;
    return i;
}

/* Writes the escape of a byte, of at most six; returns how many. */
static size_t write_escape(char *out, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    static const char letters[] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n',  ['\f'] = 'f',
        ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\',
    };
    out[0] = '\\';
    if (letters[byte] != 0) {
        out[1] = letters[byte];
        return 2;
    }
    memcpy(out + 1, "u00", 3);
    out[4] = digits[byte >> 4];
    out[5] = digits[byte & 15];
    return 6;
}

/* Writes what a string has for its bytes at *at, which goes on behind them: a
 * character, or what takes its place. Returns the size, at most six. */
static size_t write_character(char *out, const char *bytes, size_t size,
                              size_t *at)
{
    static const char replacement[] = "\xef\xbf\xbd";
    const unsigned char *from = (const unsigned char *)bytes + *at;
    size_t step = sequence_size(from, size - *at);
    if (step == 0) {
        *at += 1;
        memcpy(out, replacement, sizeof replacement - 1);
        return sizeof replacement - 1;
    }
    *at += step;
    if (!is_plain(*from))
        return write_escape(out, *from);
    memcpy(out, from, step);
    return step;
}

void json_add_string(struct text *text, const char *bytes, size_t size)
{
    char piece[PIECE_SIZE];
    size_t used = 0;
    piece[used++] = '"';
    for (size_t i = 0; i < size;) {
        /* Eight bytes are copied whole; those that are not plain, over. */
        if (size - i >= WORD_SIZE) {
            size_t plain = plain_of_eight(bytes + i);
            memcpy(piece + used, bytes + i, WORD_SIZE);
            used += plain;
            i += plain;
            if (plain < WORD_SIZE)
                used += write_character(piece + used, bytes, size, &i);
        } else if (is_plain_ascii(bytes[i])) {
            piece[used++] = bytes[i++];
        } else {
            used += write_character(piece + used, bytes, size, &i);
        }
        if (used > PIECE_SIZE - PIECE_ROOM) {
            text_add_bytes(text, piece, used);
            used = 0;
        }
    }
    piece[used++] = '"';
    text_add_bytes(text, piece, used);
}

/* A comma unless the text ends with the bracket that opens what is being
 * written. No value ends with one. */
static void add_comma_after(struct text *text, char bracket)
{
    if (text->size > 0 && text->bytes[text->size - 1] != bracket)
        text_add_char(text, ',');
}

void json_add_comma(struct text *text)
{
    add_comma_after(text, '[');
}

void json_add_item_string(struct text *text, const char *string)
{
    json_add_comma(text);
    json_add_string(text, string, strlen(string));
}

void json_add_key(struct text *text, const char *key)
{
    add_comma_after(text, '{');
    json_add_string(text, key, strlen(key));
    text_add_char(text, ':');
}

void json_add_member_string(struct text *text, const char *key,
                            const char *string)
{
    json_add_key(text, key);
    json_add_string(text, string, strlen(string));
}

void json_add_member_integer(struct text *text, const char *key, int64_t value)
{
    json_add_key(text, key);
    text_add_integer(text, value);
}

void json_add_member_boolean(struct text *text, const char *key, bool value)
{
    json_add_key(text, key);
    text_add(text, value ? "true" : "false");
}

static enum status check_key(const char *key, struct error *error)
{
    size_t allowed = strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (allowed > 0 && key[allowed] == '\0')
        return STATUS_OK;
    struct text quoted = {0};
    json_add_string(&quoted, key, strlen(key));
    error_set(error, STATUS_BAD_INPUT,
              "the key %s is not made of a-z, 0-9 and _", text_string(&quoted));
    text_free(&quoted);
    return STATUS_BAD_INPUT;
}

static enum status add_array(struct text *text, const struct json *array,
                             struct error *error)
{
    text_add_char(text, '[');
    size_t count = json_size(array);
    for (size_t i = 0; i < count; i++) {
        json_add_comma(text);
        enum status status = json_add_canonical(text, json_at(array, i), error);
        if (status != STATUS_OK)
            return status;
    }
    text_add_char(text, ']');
    return STATUS_OK;
}

static enum status add_object(struct text *text, const struct json *object,
                              struct error *error)
{
    struct json_member *members;
    enum status status = json_sort_members(&members, object, error);
    if (status != STATUS_OK)
        return status;

    text_add_char(text, '{');
    size_t count = members == NULL ? 0 : json_size(object);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        status = check_key(members[i].key, error);
        if (status != STATUS_OK)
            break;
        json_add_key(text, members[i].key);
        status = json_add_canonical(text, members[i].value, error);
    }
    text_add_char(text, '}');
    free(members);
    return status;
}

static enum status add_integer(struct text *text, const struct json *value,
                               struct error *error)
{
    int64_t integer = 0;
    REQUIRE(json_read_integer(value, &integer));
    if (integer > JSON_INTEGER_MAX || integer < -JSON_INTEGER_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "%lld is more than 2^53 - 1 away from 0",
                         (long long)integer);
    text_add_integer(text, integer);
    return STATUS_OK;
}

enum status json_add_canonical(struct text *text, const struct json *value,
                               struct error *error)
{
    bool boolean = false;
    switch (json_kind(value)) {
    case JSON_KIND_NULL:
        text_add(text, "null");
        break;
    case JSON_KIND_BOOLEAN:
        REQUIRE(json_read_boolean(value, &boolean));
        text_add(text, boolean ? "true" : "false");
        break;
    case JSON_KIND_INTEGER:
        return add_integer(text, value, error);
    case JSON_KIND_STRING:
        json_add_string(text, json_string_of(value), json_size(value));
        break;
    case JSON_KIND_ARRAY:
        return add_array(text, value, error);
    case JSON_KIND_OBJECT:
        return add_object(text, value, error);
    case JSON_KIND_FRACTION:
        return error_set(error, STATUS_BAD_INPUT,
                         "a number with a point or an exponent, %g, where only "
                         "integers may be",
                         json_real_value(tree(value)));
    case JSON_KIND_ABSENT:
        REQUIRE(value != NULL);
    }
    return STATUS_OK;
}

/* Adds what stands between the brackets of an array or an object. */
static void add_items(struct text *text, const struct json *value)
{
    struct json_walk walk = json_walk(value);
    size_t count = json_kind(value) == JSON_KIND_ARRAY ? json_size(value) : 0;
    for (size_t i = 0; i < count; i++) {
        json_add_comma(text);
        json_add_value(text, json_at(value, i));
    }
    while (json_walk_next(&walk)) {
        json_add_key(text, walk.key);
        json_add_value(text, walk.value);
    }
}

void json_add_value(struct text *text, const struct json *value)
{
    bool boolean = false;
    int64_t integer = 0;
    switch (json_kind(value)) {
    case JSON_KIND_ABSENT:
    case JSON_KIND_NULL:
        text_add(text, "null");
        break;
    case JSON_KIND_BOOLEAN:
        REQUIRE(json_read_boolean(value, &boolean));
        text_add(text, boolean ? "true" : "false");
        break;
    case JSON_KIND_INTEGER:
        REQUIRE(json_read_integer(value, &integer));
        text_add_integer(text, integer);
        break;
    case JSON_KIND_FRACTION:
        text_addf(text, "%.17g", json_real_value(tree(value)));
        break;
    case JSON_KIND_STRING:
        json_add_string(text, json_string_of(value), json_size(value));
        break;
    case JSON_KIND_ARRAY:
        text_add_char(text, '[');
        add_items(text, value);
        text_add_char(text, ']');
        break;
    case JSON_KIND_OBJECT:
        text_add_char(text, '{');
        add_items(text, value);
        text_add_char(text, '}');
        break;
    }
}
