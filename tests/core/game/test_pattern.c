#include "game/pattern.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 24 };

/* Cuts `text` into words; returns how many. */
static int split(char *text, const char **words)
{
    int count = 0;
    while (*text != '\0') {
        words[count++] = text;
        text += strcspn(text, " ");
        if (*text != '\0')
            *text++ = '\0';
    }
    return count;
}

static struct json *parse(const char *text)
{
    struct json *value;
    struct error error;
    cr_assert_eq(json_parse(&value, text, strlen(text), &error), STATUS_OK,
                 "%s", error.text);
    return value;
}

/* Whether the words fit the JSON, as `fits` sees it. */
static bool check(const char *json, const char *text,
                  bool (*fits)(const struct json *value,
                               const char *const *words, int count))
{
    char copy[256];
    const char *words[WORDS_MAX];
    snprintf(copy, sizeof copy, "%s", text);
    int count = split(copy, words);
    struct json *value = parse(json);
    bool holds = fits(value, words, count);
    json_free(value);
    return holds;
}

static const char fields[] = "player kind points spaces terms doubled at";

static bool fits_event(const struct json *value, const char *const *words,
                       int count)
{
    return pattern_fits_event(value, fields, words, count);
}

static const char event[] =
    "{\"event\":\"scored\",\"player\":null,\"kind\":\"path\",\"points\":4,"
    "\"spaces\":[[3,4],[-1,5]],\"terms\":[{\"label\":\"tiles\",\"count\":2,"
    "\"each\":1,\"points\":2},{\"label\":\"doubled\",\"count\":1,\"each\":2,"
    "\"points\":2}],\"doubled\":1,\"at\":[2,0]}";

Test(pattern, words_that_fit_a_value)
{
    cr_assert(check("7", "7", pattern_is_value));
    cr_assert(check("-7", "-7", pattern_is_value));
    cr_assert(check("\"path\"", "path", pattern_is_value));
    cr_assert(check("null", "none", pattern_is_value));
    cr_assert(check("[]", "none", pattern_is_value));
    cr_assert(check("true", "true", pattern_is_value));
    cr_assert(check("[2,0]", "2,0", pattern_is_value));
    cr_assert(check("[2,0]", "2 0", pattern_is_value));
    cr_assert(check("[1,2,3]", "1 2 3", pattern_is_value));
    cr_assert(check("[\"a\",\"b\"]", "a b", pattern_is_value));
    cr_assert(check("[[1,2],[3,4]]", "3,4 1,2", pattern_is_value));
}

Test(pattern, words_that_fit_no_value)
{
    cr_assert_not(check("7", "8", pattern_is_value));
    cr_assert_not(check("7", "7x", pattern_is_value));
    cr_assert_not(check("7", "7 7", pattern_is_value));
    cr_assert_not(check("7", "", pattern_is_value));
    cr_assert_not(check("\"path\"", "paths", pattern_is_value));
    cr_assert_not(check("0", "none", pattern_is_value));
    cr_assert_not(check("[1,2,3]", "3 2 1", pattern_is_value));
    cr_assert_not(check("[1,2,3]", "1 2", pattern_is_value));
    cr_assert_not(check("[[1,2],[3,4]]", "1,2", pattern_is_value));
    cr_assert_not(check("[[1,2],[3,4]]", "1,2 1,2", pattern_is_value));
    cr_assert_not(check("{\"a\":1}", "1", pattern_is_value));
}

Test(pattern, an_event_fits_what_is_said_of_it)
{
    cr_assert(check(event, "scored", fits_event));
    cr_assert(check(event, "scored points 4 player none", fits_event));
    cr_assert(check(event, "scored spaces -1,5 3,4 kind path", fits_event));
    cr_assert(check(event, "scored at 2,0 doubled 1", fits_event));
    cr_assert(check(event, "scored terms tiles 2x1 doubled 1x2 doubled 1",
                    fits_event));
    cr_assert_not(check(event, "placed", fits_event));
    cr_assert_not(check(event, "scored points 5", fits_event));
    cr_assert_not(check(event, "scored points 4 kind tower", fits_event));
    cr_assert_not(check(event, "scored terms tiles 2x1", fits_event));
    cr_assert_not(
        check(event, "scored terms tiles 2x1 doubled 1x3", fits_event));
}

Test(pattern, a_choice_is_told_by_what_tells_it_from_others)
{
    static const char herald[] = "{\"column\":2,\"role\":\"herald\",\"row\":0}";
    cr_assert(check(herald, "herald", pattern_fits_choice));
    cr_assert(check(herald, "herald row 0 column 2", pattern_fits_choice));
    cr_assert(check(herald, "role herald", pattern_fits_choice));
    cr_assert_not(check(herald, "knight", pattern_fits_choice));
    cr_assert_not(check(herald, "herald row 1", pattern_fits_choice));
    cr_assert_not(check(herald, "herald row", pattern_fits_choice));
    cr_assert_not(check(herald, "pass", pattern_fits_choice));
    cr_assert_not(check(herald, "not pass", pattern_fits_choice));
    cr_assert(check("{\"play\":true}", "play", pattern_fits_choice));
    cr_assert_not(check("{\"play\":true}", "not play", pattern_fits_choice));
    cr_assert(check("{\"play\":false}", "not play", pattern_fits_choice));
    cr_assert_not(check("{\"play\":false}", "play", pattern_fits_choice));
}

Test(pattern, what_is_written_can_be_read)
{
    struct text out = {0};
    struct json *value = parse(event);
    pattern_add_event(&out, value);
    cr_assert_str_eq(out.bytes, "scored player none kind path points 4 spaces "
                                "3,4 -1,5 terms tiles 2x1 doubled 1x2 doubled "
                                "1 at 2,0");
    cr_assert(check(event, out.bytes, fits_event));
    json_free(value);

    static const char *const choices[][2] = {
        {"{\"turns\":1,\"x\":3,\"y\":4}", "at 3,4 turned 1"},
        {"{\"column\":2,\"role\":\"herald\",\"row\":0}",
         "herald column 2 row 0"},
        {"{\"play\":false}", "not play"},
        {"{\"kind\":2,\"tiles\":0}", "kind 2 tiles 0"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        value = parse(choices[i][0]);
        text_clear(&out);
        pattern_add_choice(&out, value);
        cr_assert_str_eq(out.bytes, choices[i][1]);
        json_free(value);
    }
    text_free(&out);
}
