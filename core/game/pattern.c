#include "game/pattern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NONE[] = "none";

/* Reads a whole number; false when the text is not one, all of it. */
static bool read_number(const char *text, int64_t *out)
{
    char *end;
    if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
        return false;
    *out = strtoll(text, &end, 10);
    return end != text && *end == '\0';
}

static bool is_number(const struct json *value, const char *word)
{
    int64_t has;
    int64_t wanted;
    return json_read_integer(value, &has) && read_number(word, &wanted) &&
           has == wanted;
}

/* Whether the value is an array of two numbers. */
static bool is_pair(const struct json *value)
{
    return json_kind(value) == JSON_KIND_ARRAY && json_size(value) == 2 &&
           json_kind(json_at(value, 0)) == JSON_KIND_INTEGER &&
           json_kind(json_at(value, 1)) == JSON_KIND_INTEGER;
}

/* Whether the word is the pair, as in "3,4". */
static bool fits_pair(const struct json *pair, const char *word)
{
    char text[64];
    int64_t first = 0;
    int64_t second = 0;
    if (!is_pair(pair))
        return false;
    json_read_integer(json_at(pair, 0), &first);
    json_read_integer(json_at(pair, 1), &second);
    snprintf(text, sizeof text, "%" PRId64 ",%" PRId64, first, second);
    return strcmp(text, word) == 0;
}

static bool is_term(const struct json *value)
{
    return json_string_of(json_get(value, "label")) != NULL &&
           json_get(value, "count") != NULL && json_get(value, "each") != NULL;
}

/* Whether two words are the term, as in "tiles 3x2". */
static bool fits_term(const struct json *term, const char *label,
                      const char *product)
{
    char text[64];
    int64_t count = 0;
    int64_t each = 0;
    json_read_integer(json_get(term, "count"), &count);
    json_read_integer(json_get(term, "each"), &each);
    snprintf(text, sizeof text, "%" PRId64 "x%" PRId64, count, each);
    return strcmp(json_string_of(json_get(term, "label")), label) == 0 &&
           strcmp(text, product) == 0;
}

static bool fits_terms(const struct json *array, const char *const *words,
                       int word_count)
{
    if ((size_t)word_count != 2 * json_size(array))
        return false;
    for (int i = 0; i < word_count; i += 2)
        if (!fits_term(json_at(array, (size_t)i / 2), words[i], words[i + 1]))
            return false;
    return true;
}

/* Whether the words are the pairs, in any order. */
static bool fits_pairs(const struct json *array, const char *const *words,
                       int word_count)
{
    if ((size_t)word_count != json_size(array))
        return false;
    for (size_t i = 0; i < json_size(array); i++) {
        int found = 0;
        for (int j = 0; j < word_count; j++)
            found += fits_pair(json_at(array, i), words[j]);
        if (found != 1) /* twice in the words means that another is missing */
            return false;
    }
    return true;
}

static bool fits_array(const struct json *array, const char *const *words,
                       int word_count)
{
    const struct json *first = json_at(array, 0);
    if (first == NULL)
        return word_count == 1 && strcmp(words[0], NONE) == 0;
    if (word_count == 1 && fits_pair(array, words[0]))
        return true;
    if (is_pair(first))
        return fits_pairs(array, words, word_count);
    if (is_term(first))
        return fits_terms(array, words, word_count);
    if ((size_t)word_count != json_size(array))
        return false;
    for (int i = 0; i < word_count; i++)
        if (!pattern_is_value(json_at(array, (size_t)i), &words[i], 1))
            return false;
    return true;
}

bool pattern_is_value(const struct json *value, const char *const *words,
                      int word_count)
{
    bool truth;
    if (json_kind(value) == JSON_KIND_ARRAY)
        return fits_array(value, words, word_count);
    if (word_count != 1)
        return false;
    switch (json_kind(value)) {
    case JSON_KIND_NULL:
        return strcmp(words[0], NONE) == 0;
    case JSON_KIND_BOOLEAN:
        json_read_boolean(value, &truth);
        return strcmp(words[0], truth ? "true" : "false") == 0;
    case JSON_KIND_STRING:
        return strcmp(words[0], json_string_of(value)) == 0;
    default:
        return is_number(value, words[0]);
    }
}

bool pattern_is_named(const char *names, const char *word)
{
    size_t size = strlen(word);
    while (*names != '\0') {
        size_t length = strcspn(names, " ");
        if (length == size && memcmp(names, word, size) == 0)
            return true;
        names += length;
        names += strspn(names, " ");
    }
    return false;
}

/* Whether the word is like "3x2": the word before it is a term's label. */
static bool is_product(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return digits > 0 && word[digits] == 'x';
}

int pattern_value_size(const char *fields, const char *const *words,
                       int word_count)
{
    int size = word_count > 0 ? 1 : 0;
    while (size < word_count &&
           (!pattern_is_named(fields, words[size]) ||
            (size + 1 < word_count && is_product(words[size + 1]))))
        size++;
    return size;
}

bool pattern_fits_event(const struct json *event, const char *fields,
                        const char *const *words, int word_count)
{
    const char *name = json_string_of(json_get(event, "event"));
    if (name == NULL || strcmp(name, words[0]) != 0)
        return false;
    for (int i = 1; i < word_count;) {
        const struct json *value = json_get(event, words[i]);
        i++;
        int size = pattern_value_size(fields, words + i, word_count - i);
        if (!pattern_is_value(value, words + i, size))
            return false;
        i += size;
    }
    return true;
}

/* Whether the word is one of the choice's values that are text. */
static bool has_text(const struct json *choice, const char *word)
{
    struct json_walk walk = json_walk(choice);
    while (json_walk_next(&walk)) {
        const char *text = json_string_of(walk.value);
        if (text != NULL && strcmp(text, word) == 0)
            return true;
    }
    return false;
}

bool pattern_fits_choice(const struct json *choice, const char *const *words,
                         int word_count)
{
    for (int i = 0; i < word_count; i++) {
        bool truth = true;
        if (strcmp(words[i], "not") == 0 && i + 1 < word_count) {
            if (!json_read_boolean(json_get(choice, words[++i]), &truth) ||
                truth)
                return false;
            continue;
        }
        const struct json *value = json_get(choice, words[i]);
        if (json_read_boolean(value, &truth)) {
            if (!truth)
                return false;
        } else if (value == NULL) {
            if (!has_text(choice, words[i]))
                return false;
        } else if (++i == word_count ||
                   !pattern_is_value(value, &words[i], 1)) {
            return false;
        }
    }
    return true;
}

static void add_pair(struct text *out, const struct json *pair)
{
    int64_t first = 0;
    int64_t second = 0;
    json_read_integer(json_at(pair, 0), &first);
    json_read_integer(json_at(pair, 1), &second);
    text_addf(out, "%" PRId64 ",%" PRId64, first, second);
}

static void add_item(struct text *out, const struct json *item)
{
    int64_t number = 0;
    bool truth = false;
    if (is_pair(item)) {
        add_pair(out, item);
    } else if (is_term(item)) {
        text_addf(out, "%s ", json_string_of(json_get(item, "label")));
        json_read_integer(json_get(item, "count"), &number);
        text_addf(out, "%" PRId64 "x", number);
        json_read_integer(json_get(item, "each"), &number);
        text_add_integer(out, number);
    } else if (json_read_integer(item, &number)) {
        text_add_integer(out, number);
    } else if (json_string_of(item) != NULL) {
        text_add(out, json_string_of(item));
    } else if (json_read_boolean(item, &truth)) {
        text_add(out, truth ? "true" : "false");
    } else {
        text_add(out, json_kind(item) == JSON_KIND_NULL ? NONE : "...");
    }
}

void pattern_add_value(struct text *out, const char *key,
                       const struct json *value)
{
    /* A pair is a pair by its field's name; elsewhere two numbers are two. */
    bool is_list = json_kind(value) == JSON_KIND_ARRAY &&
                   !(is_pair(value) && strcmp(key, "at") == 0);
    if (!is_list) {
        add_item(out, value);
        return;
    }
    if (json_size(value) == 0)
        text_add(out, NONE);
    for (size_t i = 0; i < json_size(value); i++) {
        if (i > 0)
            text_add_char(out, ' ');
        add_item(out, json_at(value, i));
    }
}

void pattern_add_event(struct text *out, const struct json *event)
{
    const char *name = json_string_of(json_get(event, "event"));
    text_add(out, name == NULL ? "?" : name);
    struct json_walk walk = json_walk(event);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "event") == 0)
            continue;
        text_addf(out, " %s ", walk.key);
        pattern_add_value(out, walk.key, walk.value);
    }
}

/* Adds a choice that has x, y and turns, and nothing else; false when it is
 * not such a one. */
static bool add_placement(struct text *out, const struct json *choice)
{
    int64_t x;
    int64_t y;
    int64_t turns;
    if (json_size(choice) != 3 ||
        !json_read_integer(json_get(choice, "x"), &x) ||
        !json_read_integer(json_get(choice, "y"), &y) ||
        !json_read_integer(json_get(choice, "turns"), &turns))
        return false;
    text_addf(out, "at %" PRId64 ",%" PRId64 " turned %" PRId64, x, y, turns);
    return true;
}

void pattern_add_choice(struct text *out, const struct json *choice)
{
    if (add_placement(out, choice))
        return;
    size_t start = out->size;
    for (int names_first = 1; names_first >= 0; names_first--) {
        struct json_walk walk = json_walk(choice);
        while (json_walk_next(&walk)) {
            bool truth = true;
            bool is_text = json_kind(walk.value) == JSON_KIND_STRING;
            if (is_text != (names_first == 1))
                continue;
            if (out->size > start)
                text_add_char(out, ' ');
            if (json_read_boolean(walk.value, &truth)) {
                text_addf(out, "%s%s", truth ? "" : "not ", walk.key);
                continue;
            }
            if (!is_text)
                text_addf(out, "%s ", walk.key);
            pattern_add_value(out, walk.key, walk.value);
        }
    }
}
