#include "mutate.h"

#include <ctype.h>
#include <string.h>

enum { VALUES_MAX = 4096 };

/* Values that somebody may not have thought of. */
static const char *const ODD[] = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "99",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740992",
    "9223372036854775807",
    "9223372036854775808",
    "1e400",
    "1.5",
    "-0",
    "1e-5",
    "\"\"",
    "\"a\"",
    "\"..\"",
    "\"/etc/passwd\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\u001b[2J\"",
    "\"\xff\"",
    "\"\xc3\xa9\"",
    "\"%s%n\"",
    "[]",
    "{}",
    "[null]",
    "[1,2,3,4,5,6,7,8]",
    "{\"a\":1}",
    "{\"a\":{\"a\":{\"a\":[]}}}",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    "\"0000000000000000000000000000000000000000000000000000000000000000\"",
    "\"castle\"",
    "\"german\"",
    "\"human\"",
    "\"steward\"",
    "\"held\"",
    "[\"german\",\"rgg\"]",
    "[\"steward\",\"random\"]",
    "[\"human\",\"human\",\"human\"]",
    "{\"choice_s\":1}",
    "{\"game_s\":1,\"increment_s\":1}",
    "{\"choice_s\":-1,\"game_s\":0}",
};

enum { ODD_COUNT = sizeof ODD / sizeof ODD[0] };

uint32_t mutate_below(struct mutate *mutate, uint32_t n)
{
    mutate->state ^= mutate->state << 13;
    mutate->state ^= mutate->state >> 7;
    mutate->state ^= mutate->state << 17;
    return (uint32_t)(mutate->state >> 32) % n;
}

bool mutate_once_in(struct mutate *mutate, uint32_t n)
{
    return mutate_below(mutate, n) == 0;
}

/* Puts `size` bytes where there were `old_size`. */
static void put(struct text *text, size_t at, size_t old_size,
                const char *bytes, size_t size)
{
    struct text made = {0};
    text_add_bytes(&made, text->bytes, at);
    text_add_bytes(&made, bytes, size);
    text_add_bytes(&made, text->bytes + at + old_size,
                   text->size - at - old_size);
    text_free(text);
    *text = made;
}

static void mutate_range(struct mutate *mutate, struct text *text, size_t at)
{
    uint32_t left = (uint32_t)(text->size - at);
    size_t size = 1 + mutate_below(mutate, left < 40 ? left : 40);
    struct text range = {0};
    switch (mutate_below(mutate, 4)) {
    case 0: /* taken out */
        put(text, at, size, "", 0);
        break;
    case 1: /* twice */
        text_add_bytes(&range, text->bytes + at, size);
        put(text, at, 0, range.bytes, size);
        break;
    case 2: /* somewhere else too */
        text_add_bytes(&range, text->bytes + at, size);
        put(text, mutate_below(mutate, (uint32_t)text->size), 0, range.bytes,
            size);
        break;
    default: /* the end of it */
        text->size = at;
        text->bytes[at] = '\0';
    }
    text_free(&range);
}

void mutate_bytes(struct mutate *mutate, struct text *text)
{
    static const char ODD_BYTES[] = "\0\n\r\t \"\\{}[]:,0-eE\xff\xc3\x80/";
    if (text->size == 0)
        return;
    size_t at = mutate_below(mutate, (uint32_t)text->size);
    switch (mutate_below(mutate, 4)) {
    case 0:
        text->bytes[at] =
            (char)(text->bytes[at] ^ (1 << mutate_below(mutate, 8)));
        break;
    case 1:
        text->bytes[at] = ODD_BYTES[mutate_below(mutate, sizeof ODD_BYTES)];
        break;
    case 2:
        put(text, at, 0, &ODD_BYTES[mutate_below(mutate, sizeof ODD_BYTES)], 1);
        break;
    default:
        mutate_range(mutate, text, at);
    }
}

struct value {
    size_t at;
    size_t size;
    bool is_key;
};

struct values {
    int count;
    struct value list[VALUES_MAX];
};

static size_t skip_string(const struct text *text, size_t at)
{
    for (at++; at < text->size && text->bytes[at] != '"'; at++)
        at += text->bytes[at] == '\\';
    return at < text->size ? at + 1 : text->size;
}

/* The end of the value that starts at `at`. */
static size_t skip_value(const struct text *text, size_t at)
{
    int depth = 0;
    while (at < text->size) {
        char c = text->bytes[at];
        if (c == '"')
            at = skip_string(text, at);
        else
            at++;
        if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
        else if (c != '"' && depth == 0 && at < text->size &&
                 strchr(",]}\n", text->bytes[at]) == NULL)
            continue;
        if (depth <= 0)
            return at;
    }
    return at;
}

/* Where keys and values are. */
static void find_values(const struct text *text, struct values *values)
{
    values->count = 0;
    bool starts = true;
    for (size_t at = 0; at < text->size && values->count < VALUES_MAX;) {
        char c = text->bytes[at];
        bool is_string = c == '"';
        bool is_value = is_string || c == '{' || c == '[' || c == '-' ||
                        isalnum((unsigned char)c);
        if (is_value && starts) {
            size_t end = skip_value(text, at);
            bool is_key =
                is_string && end < text->size && text->bytes[end] == ':';
            values->list[values->count++] =
                (struct value){at, end - at, is_key};
        }
        starts = strchr("{[,:", c) != NULL;
        at = is_string ? skip_string(text, at) : at + 1;
    }
}

/* Puts something else in the place of a value. */
static void replace(struct mutate *mutate, struct text *text,
                    struct value value, const struct text *others)
{
    static struct values choices;
    if (others == NULL || mutate_once_in(mutate, 2)) {
        const char *odd = ODD[mutate_below(mutate, ODD_COUNT)];
        put(text, value.at, value.size, odd, strlen(odd));
        return;
    }
    find_values(others, &choices);
    if (choices.count == 0)
        return;
    struct value choice =
        choices.list[mutate_below(mutate, (uint32_t)choices.count)];
    struct text copy = {0};
    text_add_bytes(&copy, others->bytes + choice.at, choice.size);
    put(text, value.at, value.size, text_string(&copy), copy.size);
    text_free(&copy);
}

/* Takes a value out, with a comma beside it and its key. */
static void take_out(struct text *text, const struct values *values, int index)
{
    struct value value = values->list[index];
    if (index > 0 && values->list[index - 1].is_key) {
        size_t start = values->list[index - 1].at;
        value.size += value.at - start;
        value.at = start;
    }
    if (value.at + value.size < text->size &&
        text->bytes[value.at + value.size] == ',') {
        value.size++;
    } else if (value.at > 0 && text->bytes[value.at - 1] == ',') {
        value.at--;
        value.size++;
    }
    put(text, value.at, value.size, "", 0);
}

/* Says a value twice. */
static void double_value(struct text *text, const struct values *values,
                         int index)
{
    struct value value = values->list[index];
    size_t start = value.at;
    if (index > 0 && values->list[index - 1].is_key)
        start = values->list[index - 1].at;
    struct text copy = {0};
    text_add_bytes(&copy, text->bytes + start, value.at + value.size - start);
    text_add_char(&copy, ',');
    put(text, start, 0, copy.bytes, copy.size);
    text_free(&copy);
}

void mutate_json(struct mutate *mutate, struct text *text,
                 const struct text *others)
{
    static struct values values;
    find_values(text, &values);
    if (values.count == 0) {
        mutate_bytes(mutate, text);
        return;
    }
    int index = (int)mutate_below(mutate, (uint32_t)values.count);
    /* Without the right keys nothing gets far. */
    if (values.list[index].is_key && index + 1 < values.count &&
        !mutate_once_in(mutate, 6))
        index++;
    switch (mutate_below(mutate, 6)) {
    case 0:
        take_out(text, &values, index);
        break;
    case 1:
        double_value(text, &values, index);
        break;
    default:
        replace(mutate, text, values.list[index],
                mutate_once_in(mutate, 3) ? text : others);
    }
}
