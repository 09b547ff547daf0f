/*
 * The form of texts on a small description, and The Castle's own texts: that
 * there is one for all that its rules can say, in each language.
 */

#include "game/wording.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

static const char DESCRIPTION[] =
    "{\"texts\":{"
    "\"en\":{"
    "\"events\":{\"laid\":\"{player:seats} lays {tile}.\"},"
    "\"terms\":{\"tiles\":\"{count} {count|tile|tiles}: {points}\"},"
    "\"questions\":{\"place\":\"{player:seats}, where?\"},"
    "\"choices\":{\"place\":\"at {x},{y}\"},"
    "\"status\":{\"lines\":[\"one {x}\",\"{y?two|}\",\"three\"],"
    "\"none\":[\"{y?two|}\"]},"
    "\"seats\":{\"white\":\"White\",\"null\":\"nobody\",\"loop\":\"{z:seats}\"}"
    ","
    "\"only_english\":{\"word\":\"word\"}},"
    "\"es\":{"
    "\"events\":{\"laid\":\"{player:seats} colocan {tile}.\"},"
    "\"seats\":{\"white\":\"Blancas\",\"null\":\"nadie\"}}},"
    "\"about_variants\":["
    "{\"texts\":{\"en\":{\"choices\":{\"place\":\"first {x}\"}}}},"
    "{\"texts\":{\"en\":{\"choices\":{\"place\":\"second {x}\"}}}},"
    "{\"texts\":[]}]}";

static struct wording *make(const char *language)
{
    struct wording *wording;
    struct error error;
    cr_assert_eq(wording_read(&wording, DESCRIPTION, strlen(DESCRIPTION),
                              language, &error),
                 STATUS_OK, "%s", error.text);
    return wording;
}

static struct json *parse(const char *string)
{
    struct json *json;
    struct error error;
    cr_assert_eq(json_parse(&json, string, strlen(string), &error), STATUS_OK,
                 "%s: %s", string, error.text);
    return json;
}

struct filling {
    char text[96];
    char fields[128];
    char filled[128];
};

static struct filling FILLINGS[] = {
    {"plain", "{}", "plain"},
    {"", "{}", ""},
    {"{x}", "{\"x\":3}", "3"},
    {"{x}", "{\"x\":-3}", "-3"},
    {"{x} and {y}", "{\"x\":3,\"y\":\"four\"}", "3 and four"},
    {"{x}", "{\"x\":true}", "true"},
    {"{x}", "{}", "null"},
    {"{a.b.c}", "{\"a\":{\"b\":{\"c\":7}}}", "7"},
    {"{a.2.1}", "{\"a\":[[1,2],[3,4]]}", "3"},
    {"{a.0}", "{\"a\":[1]}", "null"},
    {"{a.3}", "{\"a\":[1]}", "null"},
    {"{a.x}", "{\"a\":[1]}", "null"},
    {"{a.b}", "{\"a\":5}", "null"},
    {"{a}", "{\"a\":[1,2,3]}", "1, 2, 3"},
    {"{a}", "{\"a\":[]}", ""},
    {"{a}", "{\"a\":[[1,2],[3,4]]}", "1,2 3,4"},
    {"{a:seats}", "{\"a\":{\"white\":4,\"red\":5}}", "White 4, red 5"},
    {"{x:seats}", "{\"x\":\"white\"}", "White"},
    {"{x:seats}", "{\"x\":\"red\"}", "red"},
    {"{x:seats}", "{\"x\":null}", "nobody"},
    {"{x:seats}", "{}", "nobody"},
    {"{x:seats}", "{\"x\":[\"white\",\"red\"]}", "White, red"},
    {"{x:nothing}", "{\"x\":\"white\"}", "white"},
    {"{t:terms}",
     "{\"t\":[{\"label\":\"tiles\",\"count\":1,\"points\":2},"
     "{\"label\":\"tiles\",\"count\":4,\"points\":8}]}",
     "1 tile: 2; 4 tiles: 8"},
    {"{t:terms}", "{\"t\":[{\"label\":\"new\",\"points\":2}]}",
     "label new, points 2"},
    {"{x|tile|tiles}", "{\"x\":1}", "tile"},
    {"{x|tile|tiles}", "{\"x\":0}", "tiles"},
    {"{x|tile|tiles}", "{\"x\":2}", "tiles"},
    {"{x|tile}", "{\"x\":2}", ""},
    {"{x|a {x}|b {x}}", "{\"x\":5}", "b 5"},
    {"{x?yes|no}", "{\"x\":true}", "yes"},
    {"{x?yes|no}", "{\"x\":false}", "no"},
    {"{x?yes|no}", "{\"x\":0}", "no"},
    {"{x?yes|no}", "{\"x\":\"\"}", "no"},
    {"{x?yes|no}", "{\"x\":[]}", "no"},
    {"{x?yes|no}", "{\"x\":[0]}", "yes"},
    {"{x?yes|no}", "{\"x\":null}", "no"},
    {"{x?yes|no}", "{}", "no"},
    {"{x?yes}", "{}", ""},
    {"{x?{y?both|one}|none}", "{\"x\":1,\"y\":1}", "both"},
    {"{x?{y?both|one}|none}", "{\"x\":1}", "one"},
    {"{x?{y?both|one}|none}", "{\"y\":1}", "none"},
    {"{x?: {y}|}", "{\"x\":1,\"y\":2}", ": 2"},
    {"{#x}", "{\"x\":[1,2,3]}", "3"},
    {"{#x}", "{}", "0"},
    {"{#x|one|many}", "{\"x\":[9]}", "one"},
    {"{#x?some|none}", "{\"x\":[]}", "none"},
    {"{x%100}", "{\"x\":105}", "5"},
    {"{x%100}", "{\"x\":-5}", "95"},
    {"{x%0}", "{\"x\":7}", "7"},
    {"{x%}", "{\"x\":7}", "7"},
    {"open {x", "{\"x\":1}", "open {x"},
    {"close }", "{}", "close }"},
    {"{}", "{}", "null"},
    {"{x:seats}", "{\"x\":\"loop\",\"z\":\"loop\"}", ""},
};

ParameterizedTestParameters(wording, a_text_is_filled_in)
{
    return cr_make_param_array(struct filling, FILLINGS,
                               sizeof FILLINGS / sizeof FILLINGS[0]);
}

ParameterizedTest(struct filling *filling, wording, a_text_is_filled_in)
{
    struct wording *wording = make("en");
    struct json *fields = parse(filling->fields);
    struct text out = {0};
    wording_fill(wording, &out, filling->text, fields);
    cr_assert_str_eq(text_string(&out), filling->filled, "%s with %s: %s",
                     filling->text, filling->fields, text_string(&out));
    text_free(&out);
    json_free(fields);
    wording_free(wording);
}

Test(wording, a_list_gives_the_lines_that_are_not_empty)
{
    struct wording *wording = make("en");
    struct json *fields = parse("{\"x\":1}");
    struct text out = {0};
    cr_assert(wording_add(wording, &out, "status", "lines", fields));
    cr_assert_str_eq(text_string(&out), "one 1\nthree");
    text_clear(&out);
    cr_assert(wording_add(wording, &out, "status", "none", fields));
    cr_assert_eq(out.size, 0);
    text_free(&out);
    json_free(fields);
    wording_free(wording);
}

Test(wording, a_language_without_a_text_takes_english)
{
    struct wording *wording = make("es");
    struct json *event =
        parse("{\"event\":\"laid\",\"player\":\"white\",\"tile\":\"c01\"}");
    struct text out = {0};
    wording_add_event(wording, &out, event);
    text_add_char(&out, ' ');
    wording_add_word(wording, &out, "only_english", "word");
    cr_assert_str_eq(text_string(&out), "Blancas colocan c01. word");
    text_free(&out);
    json_free(event);
    wording_free(wording);
}

Test(wording, texts_of_variants_go_first_the_last_before_all)
{
    struct wording *wording = make("en");
    struct json *choice = parse("{\"x\":1,\"y\":2}");
    struct text out = {0};
    wording_add_choice(wording, &out, "place", choice);
    cr_assert_str_eq(text_string(&out), "second 1");
    text_free(&out);
    json_free(choice);
    wording_free(wording);
}

Test(wording, what_has_no_text_is_told_as_it_is)
{
    struct wording *wording = make("en");
    struct json *event = parse("{\"entry\":4,\"event\":\"flooded\",\"player\":"
                               "\"white\",\"spaces\":[[1,2],[3,4]]}");
    struct json *choice = parse("{\"boat\":true}");
    struct text out = {0};
    wording_add_event(wording, &out, event);
    cr_assert_str_eq(text_string(&out),
                     "flooded: player white, spaces 1,2 3,4");
    text_clear(&out);
    wording_add_choice(wording, &out, "sail", choice);
    cr_assert_str_eq(text_string(&out), "boat true");
    text_clear(&out);
    wording_add_question(wording, &out, "sail", event);
    cr_assert_str_eq(text_string(&out), "White: sail?");
    text_free(&out);
    json_free(event);
    json_free(choice);
    wording_free(wording);
}

Test(wording, nothing_at_all_is_no_failure)
{
    struct wording *wording = make("en");
    struct text out = {0};
    wording_add_event(wording, &out, NULL);
    wording_add_question(wording, &out, "?", NULL);
    wording_add_choice(wording, &out, "?", NULL);
    wording_add_title(wording, &out, NULL);
    cr_assert_not(out.failed);
    cr_assert_not(wording_add(wording, &out, "no", "such", NULL));
    text_free(&out);
    wording_free(wording);
}

Test(wording, a_title_is_in_the_language_or_in_any)
{
    struct wording *wording = make("es");
    struct json *both = parse("{\"en\":\"castle\",\"es\":\"castillo\"}");
    struct json *english = parse("{\"en\":\"castle\"}");
    struct json *german = parse("{\"de\":\"Burg\"}");
    struct text out = {0};
    wording_add_title(wording, &out, both);
    text_add_char(&out, ' ');
    wording_add_title(wording, &out, english);
    text_add_char(&out, ' ');
    wording_add_title(wording, &out, german);
    cr_assert_str_eq(text_string(&out), "castillo castle Burg");
    text_free(&out);
    json_free(both);
    json_free(english);
    json_free(german);
    wording_free(wording);
}

Test(wording, what_is_no_description_is_refused)
{
    struct wording *wording;
    struct error error;
    cr_assert_eq(wording_read(&wording, "{", 1, "en", &error),
                 STATUS_BAD_INPUT);
    cr_assert_null(wording);
    cr_assert_eq(wording_read(&wording, "{}", 2, "longer-than-any", &error),
                 STATUS_BAD_INPUT);
    cr_assert_null(wording);
}

static struct wording *castle(const char *language)
{
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    struct ruleset *ruleset;
    struct executor *executor;
    struct wording *wording;
    struct error error;
    cr_assert_eq(ruleset_open(&ruleset, &request, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(executor_new(&executor, ruleset, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(wording_new(&wording, executor, language, &error), STATUS_OK,
                 "%s", error.text);
    executor_free(executor);
    ruleset_free(ruleset);
    return wording;
}

static const char *const LANGUAGES[] = {"en", "es"};

static const struct json *texts_of(const struct wording *wording,
                                   const char *language)
{
    return json_get(json_get(wording_ruleset(wording), "texts"), language);
}

/* Fails unless the language has a text for the key. */
static void has(const struct wording *wording, const char *language,
                const char *section, const char *key)
{
    const struct json *texts = texts_of(wording, language);
    cr_expect_not_null(json_get(json_get(texts, section), key),
                       "%s: no text %s.%s", language, section, key);
}

Test(wording, the_castle_has_the_same_texts_in_each_language)
{
    struct wording *wording = castle("en");
    for (int i = 0; i < 2; i++) {
        struct json_walk section =
            json_walk(texts_of(wording, LANGUAGES[1 - i]));
        while (json_walk_next(&section)) {
            struct json_walk text = json_walk(section.value);
            /* Spanish needs words that English does without. */
            if (json_get(texts_of(wording, "en"), section.key) == NULL)
                continue;
            while (json_walk_next(&text))
                has(wording, LANGUAGES[i], section.key, text.key);
        }
    }
    wording_free(wording);
}

Test(wording, the_castle_has_a_text_for_each_event_and_question)
{
    struct wording *wording = castle("en");
    const struct json *ruleset = wording_ruleset(wording);
    for (int i = 0; i < 2; i++) {
        struct json_walk event = json_walk(json_get(ruleset, "events"));
        while (json_walk_next(&event))
            has(wording, LANGUAGES[i], "events", event.key);
        has(wording, LANGUAGES[i], "events", "game_over");
        const struct json *steps = json_get(ruleset, "steps");
        for (size_t j = 0; j < json_size(steps); j++) {
            const struct json *step = json_at(steps, j);
            if (strcmp(json_string_of(json_get(step, "kind")), "ask") != 0)
                continue;
            const char *name = json_string_of(json_get(step, "name"));
            has(wording, LANGUAGES[i], "questions", name);
            has(wording, LANGUAGES[i], "choices", name);
        }
    }
    wording_free(wording);
}

struct sentence {
    char language[4];
    char event[256];
    char told[192];
};

static struct sentence SENTENCES[] = {
    {"en",
     "{\"event\":\"tile_placed\",\"player\":\"white\",\"tile\":\"c17\",\"x\":3,"
     "\"y\":4,\"turns\":0}",
     "White places c17 at 3,4."},
    {"en",
     "{\"event\":\"tile_placed\",\"player\":\"white\",\"tile\":\"c17\",\"x\":3,"
     "\"y\":4,\"turns\":1}",
     "White places c17 at 3,4, turned a quarter."},
    {"es",
     "{\"event\":\"tile_placed\",\"player\":\"black\",\"tile\":\"c17\",\"x\":3,"
     "\"y\":4,\"turns\":2}",
     "Negras colocan c17 en 3,4, girada media vuelta."},
    {"en",
     "{\"event\":\"feature_scored\",\"player\":null,\"kind\":\"house\","
     "\"points\":0,\"spaces\":[[3,4]],\"terms\":[],\"held\":true}",
     "The house at 3,4 is complete. Nobody has more followers there: no "
     "points."},
    {"en",
     "{\"event\":\"feature_scored\",\"player\":null,\"kind\":\"house\","
     "\"points\":0,\"spaces\":[[3,4]],\"terms\":[],\"held\":false}",
     "The house at 3,4 is complete: no points."},
    {"es",
     "{\"event\":\"feature_scored\",\"player\":null,\"kind\":\"house\","
     "\"points\":0,\"spaces\":[[3,4]],\"terms\":[],\"held\":false}",
     "Se completa la casa de 3,4: no da puntos."},
    {"en",
     "{\"event\":\"feature_scored\",\"player\":\"white\",\"kind\":\"tower\","
     "\"points\":16,\"spaces\":[[3,4],[3,5]],\"terms\":[{\"label\":\"tiles\","
     "\"count\":4,\"each\":2,\"points\":8},{\"label\":\"doubled\",\"count\":1,"
     "\"each\":8,\"points\":8}]}",
     "White scores 16 points for the tower at 3,4: 4 tiles \xc3\x97 2 = 8; "
     "doubled: 8 more."},
    {"en",
     "{\"event\":\"final_scored\",\"player\":\"white\",\"reason\":\"keep\","
     "\"points\":1,\"terms\":[{\"label\":\"empty_spaces\",\"count\":1,"
     "\"each\":1,\"points\":1}],\"score_before\":99,\"score_after\":100}",
     "White, larger keep: 1 point (1 empty space). Marker from 99 to 0."},
    {"en",
     "{\"event\":\"game_over\",\"scores\":{\"black\":5,\"white\":5},"
     "\"winner\":null,\"reason\":\"finished\"}",
     "Nobody wins: Black 5, White 5."},
    {"es",
     "{\"event\":\"game_over\",\"scores\":{\"black\":3,\"white\":5},"
     "\"winner\":\"black\",\"reason\":\"resigned\"}",
     "Ganan Negras, porque el rival abandona: Negras 3, Blancas 5."},
};

ParameterizedTestParameters(wording, the_castle_tells_its_events)
{
    return cr_make_param_array(struct sentence, SENTENCES,
                               sizeof SENTENCES / sizeof SENTENCES[0]);
}

ParameterizedTest(struct sentence *sentence, wording,
                  the_castle_tells_its_events)
{
    struct wording *wording = castle(sentence->language);
    struct json *event = parse(sentence->event);
    struct text out = {0};
    wording_add_event(wording, &out, event);
    cr_assert_str_eq(text_string(&out), sentence->told, "told: %s",
                     text_string(&out));
    text_free(&out);
    json_free(event);
    wording_free(wording);
}

/* The labels, reasons and kinds that scripts use, from their sources. */
Test(wording, the_castle_has_a_text_for_each_term)
{
    static const char *const labels[] = {
        "tiles",        "tiles_with_fountain",
        "doubled",      "tripled",
        "empty_spaces", "open_start_spaces",
        "markets",      "markets_with_wall_tile_7",
        "wall_tile",    "markets_with_both_wall_tiles_7",
    };
    static const char *const reasons[] = {
        "keep",        "court",       "wall_tile_4",
        "wall_tile_5", "wall_tile_6", "wall_tile_9",
    };
    struct wording *wording = castle("en");
    for (int i = 0; i < 2; i++) {
        for (size_t j = 0; j < sizeof labels / sizeof labels[0]; j++)
            has(wording, LANGUAGES[i], "terms", labels[j]);
        for (size_t j = 0; j < sizeof reasons / sizeof reasons[0]; j++) {
            char key[64];
            snprintf(key, sizeof key, "final_scored_%s", reasons[j]);
            has(wording, LANGUAGES[i], "reasons", reasons[j]);
            has(wording, LANGUAGES[i], "sums", key);
        }
        for (int kind = 1; kind <= 9; kind++) {
            char key[4];
            snprintf(key, sizeof key, "%d", kind);
            has(wording, LANGUAGES[i], "wall_tiles", key);
        }
    }
    wording_free(wording);
}

enum { WIDTH = 100 };

/* Fills in a word that names itself WIDTH times, behind `start`. */
static void fill_wide(struct text *out, const char *start)
{
    struct wording *wording;
    struct error error;
    struct text description = {0};
    text_addf(&description, "{\"texts\":{\"en\":{\"words\":{\"w\":\"%s", start);
    for (int i = 0; i < WIDTH; i++)
        text_add(&description, "{x:words}");
    text_add(&description, "\"}}}}");
    cr_assert_eq(wording_read(&wording, description.bytes, description.size,
                              "en", &error),
                 STATUS_OK, "%s", error.text);
    struct json *fields = parse("{\"x\":\"w\"}");
    wording_fill(wording, out, "{x:words}", fields);
    json_free(fields);
    wording_free(wording);
    text_free(&description);
}

Test(wording, a_text_has_a_bound)
{
    struct wording *wording = make("en");
    struct json *fields = parse("{}");
    struct text template = {0};
    for (int i = 0; i < WORDING_SIZE_MAX - 1; i++)
        text_add_char(&template, 'a');
    static const struct {
        const char *end;
        size_t size;
    } cases[] = {
        {"b", WORDING_SIZE_MAX},
        {"bc", WORDING_SIZE_MAX},
        {"\303\241", WORDING_SIZE_MAX - 1}, /* no half of a character */
        {"{x}", WORDING_SIZE_MAX},          /* of "null" */
        {"b{x}c", WORDING_SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text whole = {0}, filled = {0};
        text_add(&filled, "what was there");
        text_addf(&whole, "%s%s", template.bytes, cases[i].end);
        wording_fill(wording, &filled, whole.bytes, fields);
        cr_expect_eq(filled.size, strlen("what was there") + cases[i].size,
                     "%zu: %zu", i, filled.size);
        text_free(&whole);
        text_free(&filled);
    }
    text_free(&template);
    json_free(fields);
    wording_free(wording);
}

Test(wording, fields_of_a_text_have_a_bound)
{
    struct wording *wording = make("en");
    struct json *fields = parse("{\"x\":1}");
    struct text template = {0}, filled = {0};
    for (int i = 0; i < WORDING_FIELDS_MAX; i++)
        text_add(&template, "{x}");
    text_add(&template, "a");
    wording_fill(wording, &filled, template.bytes, fields);
    cr_expect_eq(filled.size, WORDING_FIELDS_MAX + 1);
    text_clear(&filled);
    template.bytes[template.size - 1] = '{';
    text_add(&template, "x}a");
    wording_fill(wording, &filled, template.bytes, fields);
    cr_expect_eq(filled.size, WORDING_FIELDS_MAX);
    text_free(&template);
    text_free(&filled);
    json_free(fields);
    wording_free(wording);
}

/* Where only the depth has a bound, each of these takes a minute. */
Test(wording, texts_that_name_each_other_come_to_an_end, .timeout = 40)
{
    struct text filled = {0};
    fill_wide(&filled, "");
    cr_expect_leq(filled.size, WORDING_SIZE_MAX);
    text_clear(&filled);
    fill_wide(&filled, "\303\241 and more of it than fits");
    cr_expect_gt(filled.size, 0);
    cr_expect_leq(filled.size, WORDING_SIZE_MAX);
    cr_expect(json_is_text(filled.bytes, filled.size));
    text_free(&filled);
}
