#include "base/canonical.h"
#include "base/json.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const GOOD[] = {
    "{}",
    "{\"a\":1}",
    "{\"a\":-1,\"b\":0,\"b_\":[],\"b_2\":{}}",
    "{\"0\":null,\"_\":true,\"a\":false,\"aa\":[1,2,[3,{\"z\":\"\"}]]}",
    "{\"a\":\"\\\"\\\\\\b\\f\\n\\r\\t\x7f/\"}",
    "{\"a\":\"\xc3\xa9\xf0\x9f\x8f\xb0\"}",
    "{\"a\":999999999999999}",
};

static const char *const BAD[] = {
    "",
    "{",
    "[]",
    "1",
    "{}x",
    "{} ",
    "{ }",
    "{\"a\": 1}",
    "{\"a\":01}",
    "{\"a\":-0}",
    "{\"a\":-}",
    "{\"a\":1.5}",
    "{\"a\":1e3}",
    "{\"b\":1,\"a\":1}",
    "{\"a\":1,\"a\":1}",
    "{\"aa\":1,\"a\":1}",
    "{\"A\":1}",
    "{\"\":1}",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{\"a\":[1,]}",
    "{\"a\":[,1]}",
    "{\"a\":nul}",
    "{\"a\":\"\\/\"}",
    "{\"a\":\"\\u0041\"}",
    "{\"a\":\"\n\"}",
    "{\"a\":\"\xff\"}",
    "{\"a\":\"\xc3\"}",
    "{\"a\":\"\xed\xa0\x80\"}",
    "{\"a\":\"",
    "{\"a\":\"\\",
    "{\"a\":9007199254740992}",
};

enum {
    GOOD_COUNT = sizeof GOOD / sizeof GOOD[0],
    BAD_COUNT = sizeof BAD / sizeof BAD[0],
};

static bool parses(const char *text)
{
    struct json *json;
    struct error error;
    bool is_good = json_parse_canonical(&json, text, strlen(text), 1, &error) ==
                       STATUS_OK &&
                   json_kind(json) == JSON_KIND_OBJECT;
    json_free(json);
    return is_good;
}

static bool is_object(const char *text)
{
    return canonical_is_object(text, strlen(text), JSON_DEPTH_MAX);
}

Test(canonical, says_yes_to_what_the_parser_reads)
{
    for (int i = 0; i < GOOD_COUNT; i++) {
        cr_assert(parses(GOOD[i]), "%s", GOOD[i]);
        cr_assert(is_object(GOOD[i]), "%s", GOOD[i]);
    }
}

Test(canonical, says_no_to_what_the_parser_refuses)
{
    for (int i = 0; i < BAD_COUNT; i++) {
        cr_assert_not(parses(BAD[i]), "%s", BAD[i]);
        cr_assert_not(is_object(BAD[i]), "%s", BAD[i]);
    }
}

Test(canonical, a_zero_byte_ends_nothing)
{
    cr_assert_not(canonical_is_object("{\"a\":\"\0\"}", 9, JSON_DEPTH_MAX));
    cr_assert_not(canonical_is_object("{\"a\":\"\\\0\"}", 10, JSON_DEPTH_MAX));
}

Test(canonical, depth_is_counted)
{
    cr_assert(canonical_is_object("{\"a\":[{}]}", 10, 3));
    cr_assert_not(canonical_is_object("{\"a\":[{}]}", 10, 2));
    cr_assert_not(canonical_is_object("{}", 2, 0));
}

/* All changes of one byte: a yes here is always one of the parser's. */
Test(canonical, never_says_yes_alone)
{
    static const char OTHERS[] = "\0\n \"\\{}[]:,0-19aAn_.eu/\x1f\x7f\x80\xc3";
    for (int i = 0; i < GOOD_COUNT; i++) {
        char text[128];
        size_t size = strlen(GOOD[i]);
        for (size_t at = 0; at < size; at++)
            for (size_t j = 0; j < sizeof OTHERS; j++) {
                struct json *json;
                struct error error;
                memcpy(text, GOOD[i], size + 1);
                text[at] = OTHERS[j];
                bool is_good = json_parse_canonical(&json, text, size, 1,
                                                    &error) == STATUS_OK;
                json_free(json);
                if (canonical_is_object(text, size, JSON_DEPTH_MAX))
                    cr_assert(is_good, "%s", text);
            }
    }
}
