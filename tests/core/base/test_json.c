#include "base/json.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* jansson's, to make its memory run out. Its header is for json.c alone. */
void json_set_alloc_funcs(void *(*allocate)(size_t), void (*release)(void *));

static struct json *parsed(const char *text)
{
    struct json *root = NULL;
    struct error error;
    enum status status = json_parse(&root, text, strlen(text), &error);
    cr_assert_eq(status, STATUS_OK, "%s: %s", text, error.text);
    return root;
}

/* Checks that parsing fails and that the sentence has `reason` in it. */
static void expect_refused(const char *text, size_t size, const char *reason)
{
    struct json *root = (struct json *)&root;
    struct error error;
    enum status status = json_parse(&root, text, size, &error);
    cr_expect_eq(status, STATUS_BAD_INPUT, "%s was read", text);
    cr_expect_null(root);
    cr_expect(strstr(error.text, reason) != NULL, "'%s' is not in: %s", reason,
              error.text);
}

static void expect_canonical(const char *text, const char *expected)
{
    struct json *root = parsed(text);
    struct text out = {0};
    struct error error;
    enum status status = json_add_canonical(&out, root, &error);
    cr_expect_eq(status, STATUS_OK, "%s: %s", text, error.text);
    cr_expect_str_eq(text_string(&out), expected);
    text_free(&out);
    json_free(root);
}

static void expect_no_canonical(const char *text, const char *reason)
{
    struct json *root = parsed(text);
    struct text out = {0};
    struct error error;
    cr_expect_eq(json_add_canonical(&out, root, &error), STATUS_BAD_INPUT,
                 "%s has a canonical form", text);
    cr_expect(strstr(error.text, reason) != NULL, "'%s' is not in: %s", reason,
              error.text);
    text_free(&out);
    json_free(root);
}

Test(json, each_value_has_its_kind)
{
    static const struct {
        const char *text;
        enum json_kind kind;
    } values[] = {
        {"null", JSON_KIND_NULL},        {"true", JSON_KIND_BOOLEAN},
        {"false", JSON_KIND_BOOLEAN},    {"-12", JSON_KIND_INTEGER},
        {"1.0", JSON_KIND_FRACTION},     {"1e2", JSON_KIND_FRACTION},
        {"\"tower\"", JSON_KIND_STRING}, {"[]", JSON_KIND_ARRAY},
        {" {} \n", JSON_KIND_OBJECT},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct json *root = parsed(values[i].text);
        cr_expect_eq(json_kind(root), values[i].kind, "%s", values[i].text);
        json_free(root);
    }
    cr_expect_eq(json_kind(NULL), JSON_KIND_ABSENT);
}

Test(json, a_tree_is_walked_by_key_and_index)
{
    struct json *root = parsed("{\"seats\":[{\"name\":\"Ana\"},"
                               "{\"ready\":true,\"score\":-3}]}");
    const struct json *seats = json_get(root, "seats");
    cr_expect_eq(json_size(seats), 2);
    cr_expect_str_eq(json_string_of(json_get(json_at(seats, 0), "name")),
                     "Ana");
    bool ready = false;
    cr_expect(json_read_boolean(json_get(json_at(seats, 1), "ready"), &ready));
    cr_expect(ready);
    int64_t score = 0;
    cr_expect(json_read_integer(json_get(json_at(seats, 1), "score"), &score));
    cr_expect_eq(score, -3);
    json_free(root);
}

Test(json, what_is_not_there_or_of_another_kind_gives_nothing)
{
    struct json *root = parsed("{\"a\":[1],\"b\":\"x\"}");
    const struct json *list = json_get(root, "a");
    int64_t integer = 7;
    bool boolean = true;
    cr_expect_null(json_get(root, "c"));
    cr_expect_null(json_get(list, "a"));
    cr_expect_null(json_get(NULL, "a"));
    cr_expect_null(json_at(list, 1));
    cr_expect_null(json_at(root, 0));
    cr_expect_null(json_at(NULL, 0));
    cr_expect_null(json_string_of(list));
    cr_expect_null(json_string_of(NULL));
    cr_expect_not(json_read_integer(root, &integer));
    cr_expect_not(json_read_integer(NULL, &integer));
    cr_expect_not(json_read_boolean(json_at(list, 0), &boolean));
    cr_expect_eq(integer, 7);
    cr_expect(boolean);
    cr_expect_eq(json_size(json_at(list, 0)), 0);
    cr_expect_eq(json_size(NULL), 0);
    json_free(root);
    json_free(NULL);
}

Test(json, size_counts_bytes_items_and_members)
{
    struct json *root = parsed("{\"a\":\"\xc3\xa9x\",\"b\":[1,2,3]}");
    cr_expect_eq(json_size(root), 2);
    cr_expect_eq(json_size(json_get(root, "a")), 3);
    cr_expect_eq(json_size(json_get(root, "b")), 3);
    json_free(root);
}

Test(json, a_walk_goes_in_the_order_of_writing)
{
    struct json *root = parsed("{\"b\":1,\"c\":2,\"a\":3}");
    struct text keys = {0};
    struct json_walk walk = json_walk(root);
    while (json_walk_next(&walk)) {
        int64_t value = 0;
        cr_expect(json_read_integer(walk.value, &value));
        text_addf(&keys, "%s%lld ", walk.key, (long long)value);
    }
    cr_expect_str_eq(text_string(&keys), "b1 c2 a3 ");
    cr_expect_not(json_walk_next(&walk));
    text_free(&keys);
    json_free(root);
}

Test(json, there_is_nothing_to_walk_in_what_is_no_object)
{
    struct json *root = parsed("[1]");
    struct json_walk walk = json_walk(root);
    cr_expect_not(json_walk_next(&walk));
    walk = json_walk(NULL);
    cr_expect_not(json_walk_next(&walk));
    json_free(root);
}

Test(json, members_sort_by_the_bytes_of_their_keys)
{
    struct json *root = parsed("{\"b\":1,\"a_\":2,\"a\":3,\"a1\":4,\"Z\":5,"
                               "\"\xc3\xa9\":6,\"_\":7}");
    struct json_member *members = NULL;
    struct error error;
    cr_assert_eq(json_sort_members(&members, root, &error), STATUS_OK);
    static const char *const expected[] = {"Z",  "_", "a",       "a1",
                                           "a_", "b", "\xc3\xa9"};
    for (size_t i = 0; i < json_size(root); i++)
        cr_expect_str_eq(members[i].key, expected[i]);
    free(members);
    json_free(root);
}

Test(json, an_empty_object_has_no_members_to_sort)
{
    struct json *root = parsed("{}");
    struct json_member *members = NULL;
    struct error error;
    cr_expect_eq(json_sort_members(&members, root, &error), STATUS_OK);
    cr_expect_null(members);
    json_free(root);
}

Test(json, an_error_names_line_and_column)
{
    expect_refused("{\n  \"a\": 1,\n  \"a\": 2}", 21, "line 3, column 5: dup");
    expect_refused("[1,]", 4, "line 1, column 4: ");
    expect_refused("", 0, "line 1, column 0: ");
    expect_refused("{} {}", 5, "end of file expected");
}

Test(json, what_is_not_json_is_refused)
{
    static const char *const texts[] = {
        "{a:1}",       "{'a':1}", "[1 2]",
        "nul",         "NaN",     "Infinity",
        "01",          "+1",      "1.",
        ".5",          "\"a",     "\"\\x\"",
        "\"\\ud800\"", "\"\t\"",  "{\"a\"}",
        "{\"a\":1,}",  "// a\n1", "[",
        "]",           "1e999",   "9223372036854775808",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_refused(texts[i], strlen(texts[i]), "line ");
}

Test(json, an_error_has_no_control_characters_of_the_input)
{
    struct json *root = NULL;
    struct error error;
    cr_expect_eq(json_parse(&root, "[\"\x1b[2J\"]", 8, &error),
                 STATUS_BAD_INPUT);
    for (const char *at = error.text; *at != '\0'; at++)
        cr_expect((unsigned char)*at >= 0x20 && *at != 0x7f);
}

Test(json, a_zero_character_is_refused)
{
    expect_refused("\"a\\u0000b\"", 10, "line 1");
    expect_refused("\"a\0b\"", 5, "line 1");
    expect_refused("{\"a\\u0000\":1}", 13, "line 1");
}

static const struct {
    const char *bytes;
    bool is_text;
} SEQUENCES[] = {
    {"plain", true},
    {"\x01\x7f", true},
    {"\xc2\x80", true},
    {"\xdf\xbf", true},
    {"\xe0\xa0\x80", true},
    {"\xed\x9f\xbf", true},
    {"\xee\x80\x80", true},
    {"\xef\xbf\xbf", true},
    {"\xf0\x90\x80\x80", true},
    {"\xf4\x8f\xbf\xbf", true},
    {"\x80", false},             /* goes on from nothing */
    {"\xc1\xbf", false},         /* longer than needed */
    {"\xe0\x9f\xbf", false},     /* longer than needed */
    {"\xf0\x8f\xbf\xbf", false}, /* longer than needed */
    {"\xed\xa0\x80", false},     /* half of a pair */
    {"\xf4\x90\x80\x80", false}, /* beyond Unicode */
    {"\xf5\x80\x80\x80", false}, /* beyond Unicode */
    {"\xff", false},
    {"\xc3", false},     /* cut off */
    {"\xe2\x82", false}, /* cut off */
    {"\xf0\x9f\x98", false},
    {"\xc3z", false},
    {"\xe2\x82z", false},
};

Test(json, text_is_utf8)
{
    for (size_t i = 0; i < sizeof SEQUENCES / sizeof *SEQUENCES; i++)
        cr_expect_eq(
            json_is_text(SEQUENCES[i].bytes, strlen(SEQUENCES[i].bytes)),
            SEQUENCES[i].is_text, "sequence %zu", i);
    cr_expect(json_is_text("", 0));
    cr_expect_not(json_is_text("a\0b", 3));
}

Test(json, a_string_is_read_when_it_is_text)
{
    for (size_t i = 0; i < sizeof SEQUENCES / sizeof *SEQUENCES; i++) {
        if (SEQUENCES[i].bytes[0] == '\x01')
            continue; /* text, but in JSON it needs an escape */
        struct text text = {0};
        text_addf(&text, "\"%s\"", SEQUENCES[i].bytes);
        struct json *root = NULL;
        struct error error;
        enum status status = json_parse(&root, text.bytes, text.size, &error);
        cr_expect_eq(status == STATUS_OK, SEQUENCES[i].is_text, "sequence %zu",
                     i);
        json_free(root);
        text_free(&text);
    }
}

Test(json, any_bytes_written_as_a_string_can_be_read)
{
    char bytes[8];
    srandom(1);
    for (int round = 0; round < 20000; round++) {
        size_t size = (size_t)random() % (sizeof bytes + 1);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)(random() % 3 == 0 ? random() % 256
                                                : 0x80 + random() % 0x80);
        struct text text = {0};
        json_add_string(&text, bytes, size);
        struct json *root = parsed(text_string(&text));
        if (json_is_text(bytes, size)) {
            cr_expect_eq(json_size(root), size);
            cr_expect_arr_eq(json_string_of(root), bytes, size);
        }
        json_free(root);
        text_free(&text);
    }
}

Test(json, strings_are_escaped_as_rfc_8785_says)
{
    struct text text = {0};
    json_add_string(&text, "\b\t\n\f\r\"\\/\x01\x1f\x7f\xe2\x80\xa8", 14);
    cr_expect_str_eq(text_string(&text), "\"\\b\\t\\n\\f\\r\\\"\\\\/\\u0001"
                                         "\\u001f\x7f\xe2\x80\xa8\"");
    text_free(&text);
}

/* A string is written in pieces, and read by eight bytes: whatever stands
 * wherever comes out as it is. */
Test(json, long_strings_are_written_whole)
{
    static const char *const ODD[] = {"\n", "\x01", "\"", "\xe2\x82\xac",
                                      "\xf0\x9f\x8f\xb0"};
    for (size_t size = 480; size < 530; size++)
        for (size_t odd = 0; odd < sizeof ODD / sizeof *ODD; odd++) {
            struct text bytes = {0};
            struct text text = {0};
            while (bytes.size < size)
                text_add_char(&bytes, (char)('a' + bytes.size % 26));
            for (int i = 0; i < 20; i++)
                text_add(&bytes, ODD[odd]);
            text_add(&bytes, "end");
            json_add_string(&text, bytes.bytes, bytes.size);
            struct json *root = parsed(text_string(&text));
            cr_expect_str_eq(json_string_of(root), bytes.bytes);
            json_free(root);
            text_free(&text);
            text_free(&bytes);
        }
}

Test(json, plain_bytes_are_counted_up_to_the_first_other)
{
    static const char OTHERS[] = "\"\\\n\x1f\x80\xff";
    char bytes[24];
    for (size_t i = 0; i < sizeof OTHERS - 1; i++)
        for (size_t at = 0; at < sizeof bytes; at++) {
            memset(bytes, '~', sizeof bytes);
            bytes[at] = OTHERS[i];
            /* Those behind it change nothing. */
            bytes[sizeof bytes - 1] = '"';
            cr_expect_eq(json_plain_size(bytes, sizeof bytes),
                         at < sizeof bytes - 1 ? at : sizeof bytes - 1);
            cr_expect_eq(json_plain_size(bytes, at), at);
        }
}

Test(json, bytes_that_are_not_text_are_replaced)
{
    struct text text = {0};
    json_add_string(&text, "a\xff\0\xe2\x82z", 6);
    cr_expect_str_eq(text_string(&text),
                     "\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\"");
    text_free(&text);
}

Test(json, writers_put_commas_where_they_belong)
{
    struct text text = {0};
    text_add_char(&text, '{');
    json_add_member_boolean(&text, "again", false);
    json_add_key(&text, "list");
    text_add_char(&text, '[');
    for (int i = 0; i < 3; i++) {
        json_add_comma(&text);
        text_add_char(&text, '{');
        json_add_member_integer(&text, "n", -i);
        text_add_char(&text, '}');
    }
    text_add_char(&text, ']');
    json_add_member_string(&text, "who", "[{\"");
    json_add_member_boolean(&text, "yes", true);
    text_add_char(&text, '}');
    cr_expect_str_eq(text_string(&text),
                     "{\"again\":false,\"list\":[{\"n\":0},{\"n\":-1},"
                     "{\"n\":-2}],\"who\":\"[{\\\"\",\"yes\":true}");
    text_free(&text);
}

Test(json, canonical_sorts_and_drops_blanks)
{
    expect_canonical(" { \"b\" : [ 1 , -2 , 0 ] , \"a\" : null,"
                     "\"_z\":true, \"a1\":false, \"a_\":{} } ",
                     "{\"_z\":true,\"a\":null,\"a1\":false,\"a_\":{},"
                     "\"b\":[1,-2,0]}");
    expect_canonical("\"\\u00e9\\u20ac\\ud83d\\ude00\\/\"",
                     "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/\"");
    expect_canonical("-0", "0");
    expect_canonical("[]", "[]");
}

/* fairness.md's vectors: what must come out is given in hex. */
Test(json, canonical_vectors)
{
    struct text file = {0};
    struct error error;
    cr_assert_eq(text_read_file(&file,
                                CASTLED_SOURCE_DIR
                                "/tests/core/data/fair/vectors.json",
                                1 << 20, &error),
                 STATUS_OK, "%s", error.text);
    struct json *root = parsed(file.bytes);
    const struct json *list = json_get(root, "canon");
    cr_assert_eq(json_size(list), 5);
    for (size_t i = 0; i < json_size(list); i++) {
        struct text text = {0};
        struct text hex = {0};
        cr_assert_eq(json_add_canonical(
                         &text, json_get(json_at(list, i), "value"), &error),
                     STATUS_OK, "%s", error.text);
        for (size_t k = 0; k < text.size; k++)
            text_addf(&hex, "%02x", (unsigned char)text.bytes[k]);
        cr_expect_str_eq(text_string(&hex),
                         json_string_of(json_get(json_at(list, i), "bytes")));
        text_free(&hex);
        text_free(&text);
    }
    json_free(root);
    text_free(&file);
}

Test(json, canonical_integers_end_at_2_to_53_minus_1)
{
    expect_canonical("[9007199254740991,-9007199254740991]",
                     "[9007199254740991,-9007199254740991]");
    expect_no_canonical("9007199254740992", "2^53 - 1");
    expect_no_canonical("[-9007199254740992]", "-9007199254740992");
    expect_no_canonical("9223372036854775807", "9223372036854775807");
}

Test(json, canonical_knows_no_fractions)
{
    expect_no_canonical("1.5", "1.5");
    expect_no_canonical("[1.0]", "point or an exponent");
    expect_no_canonical("{\"a\":[1e2]}", "point or an exponent");
}

Test(json, canonical_keys_are_small_letters_digits_and_low_lines)
{
    expect_no_canonical("{\"A\":1}", "\"A\"");
    expect_no_canonical("{\"a-b\":1}", "\"a-b\"");
    expect_no_canonical("{\"\":1}", "\"\"");
    expect_no_canonical("{\"\xc3\xa9\":1}", "\"\xc3\xa9\"");
    expect_no_canonical("{\"a\":{\"b\\n\":1}}", "\"b\\n\"");
}

static enum status parse_canonical(const char *text, int line,
                                   struct error *error)
{
    struct json *root = NULL;
    enum status status =
        json_parse_canonical(&root, text, strlen(text), line, error);
    cr_expect_eq(root != NULL, status == STATUS_OK);
    json_free(root);
    return status;
}

Test(json, a_canonical_text_is_read)
{
    struct error error;
    cr_expect_eq(parse_canonical("{\"a\":[1,\"x\\n\"],\"b\":null}", 1, &error),
                 STATUS_OK);
}

Test(json, a_text_that_is_not_canonical_is_refused_with_its_place)
{
    static const struct {
        const char *text;
        const char *reason;
    } texts[] = {
        {"{\"b\":1,\"a\":2}", "line 9, column 3: not in canonical form"},
        {"{\"a\": 1}", "line 9, column 6: not in canonical form"},
        {"[1,2] ", "line 9, column 6: not in canonical form"},
        {" 1", "line 9, column 1: not in canonical form"},
        {"-0", "line 9, column 1: not in canonical form"},
        {"\"\\u0041\"", "line 9, column 2: not in canonical form"},
        {"\"\\u001F\"", "line 9, column 7: not in canonical form"},
        {"\"\\/\"", "line 9, column 2: not in canonical form"},
        {"{\"A\":1}", "line 9: the key \"A\" is not"},
        {"{\"a\":1,\"a\":1}", "line 9, column 10: duplicate object key"},
        {"[1.0]", "line 9: a number with a point"},
        {"[1,]", "line 9, column 4: "},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error;
        cr_expect_eq(parse_canonical(texts[i].text, 9, &error),
                     STATUS_BAD_INPUT, "%s", texts[i].text);
        cr_expect_eq(
            strncmp(error.text, texts[i].reason, strlen(texts[i].reason)), 0,
            "%s: %s", texts[i].text, error.text);
    }
}

/* `depth` arrays within each other. */
static struct text nested(int depth)
{
    struct text text = {0};
    for (int i = 0; i < depth; i++)
        text_add_char(&text, '[');
    for (int i = 0; i < depth; i++)
        text_add_char(&text, ']');
    return text;
}

Test(json, the_largest_depth_is_read_and_written)
{
    struct text text = nested(JSON_DEPTH_MAX);
    expect_canonical(text.bytes, text.bytes);
    text_free(&text);
}

Test(json, one_level_more_is_refused)
{
    struct text text = nested(JSON_DEPTH_MAX + 1);
    expect_refused(text.bytes, text.size, "line 1, column 33: more than 32");
    text_free(&text);
}

Test(json, brackets_in_strings_have_no_depth)
{
    struct text text = {0};
    text_add(&text, "[\"\\\"");
    for (int i = 0; i < 100; i++)
        text_add(&text, "[{");
    text_add(&text, "\\\\\",[]]");
    json_free(parsed(text.bytes));
    text_free(&text);
}

Test(json, depth_counts_what_is_open_not_what_was)
{
    struct text text = {0};
    text_add_char(&text, '[');
    for (int i = 0; i < 100; i++)
        text_add(&text, "{},");
    text_add(&text, "0]");
    json_free(parsed(text.bytes));
    text_free(&text);
}

Test(json, the_largest_size_is_read_and_one_byte_more_is_refused)
{
    struct text text = {0};
    text_add_char(&text, '1');
    while (text.size < JSON_SIZE_MAX)
        text_add_char(&text, ' ');
    json_free(parsed(text.bytes));
    text_add_char(&text, ' ');
    expect_refused(text.bytes, text.size, "1048577 bytes");
    text_free(&text);
}

static int allocations_left;

static void *allocate_some(size_t size)
{
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

Test(json, wherever_memory_runs_out_nothing_is_read)
{
    static const char text[] = "{\"a\":[1,\"x\",{\"b\":[]}],\"c\":{\"d\":1,"
                               "\"e\":2,\"f\":3,\"g\":4,\"h\":5,\"i\":6,"
                               "\"j\":7,\"k\":8,\"l\":9}}";
    json_free(parsed("1")); /* json.c sets its allocator once, before ours */
    json_set_alloc_funcs(allocate_some, free);
    enum status status = STATUS_NO_MEMORY;
    int count = 0;
    for (; status != STATUS_OK && count < 1000; count++) {
        allocations_left = count;
        struct json *root = NULL;
        struct error error;
        status = json_parse(&root, text, sizeof text - 1, &error);
        cr_expect_eq(root != NULL, status == STATUS_OK);
        json_free(root);
    }
    cr_expect_eq(status, STATUS_OK);
    cr_expect_gt(count, 20);
}

/* AddressSanitizer ends a program that is out of memory. */
#ifndef __SANITIZE_ADDRESS__
Test(json, without_memory_it_says_so)
{
    struct text text = {0};
    text_add_char(&text, '[');
    while (text.size < JSON_SIZE_MAX - 8)
        text_add(&text, "[],");
    text_add(&text, "0]");
    struct json *root = NULL;
    struct error error;
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = 32 << 20;
    setrlimit(RLIMIT_AS, &limit);
    enum status status = json_parse(&root, text.bytes, text.size, &error);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    cr_expect_eq(status, STATUS_NO_MEMORY);
    cr_expect(strstr(error.text, "no memory to read 10485") != NULL, "%s",
              error.text);
    text_free(&text);
}
#endif
