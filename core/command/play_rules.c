#include "command/play_rules.h"

#include <string.h>

static void tell_variants(const struct play *play)
{
    const struct json *ruleset = wording_ruleset(play->wording);
    const struct json *variants = json_get(ruleset, "about_variants");
    for (size_t i = 0; i < json_size(variants); i++) {
        const struct json *variant = json_at(variants, i);
        struct text title = {0};
        struct text summary = {0};
        wording_add_title(play->wording, &title, json_get(variant, "title"));
        wording_add_title(play->wording, &summary,
                          json_get(variant, "summary"));
        play_say(play, PLAY_WORD_VARIANT, "name",
                 json_string_of(json_get(variant, "name")), "title",
                 text_string(&title), "summary", text_string(&summary),
                 PLAY_END);
        text_free(&title);
        text_free(&summary);
    }
    if (json_size(variants) == 0)
        play_say(play, PLAY_WORD_VARIANTS_NONE, PLAY_END);
}

/* Adds the value of an option in words. */
static void add_option_value(const struct play *play, struct text *out,
                             const struct json *value)
{
    bool boolean = false;
    int64_t integer = 0;
    if (json_read_boolean(value, &boolean))
        text_add(out, play_words_text(play->language,
                                      boolean ? PLAY_WORD_YES : PLAY_WORD_NO));
    else if (json_read_integer(value, &integer))
        text_add_integer(out, integer);
    else if (json_string_of(value) != NULL)
        wording_add_word(play->wording, out, "values", json_string_of(value));
}

static bool is_same(const struct json *one, const struct json *other)
{
    struct text a = {0};
    struct text b = {0};
    struct error error;
    bool is = json_add_canonical(&a, one, &error) == STATUS_OK &&
              json_add_canonical(&b, other, &error) == STATUS_OK &&
              strcmp(text_string(&a), text_string(&b)) == 0;
    text_free(&a);
    text_free(&b);
    return is;
}

/* Each option that is not as it is by default, or all. */
static void tell_options(const struct play *play, bool all)
{
    const struct json *ruleset = wording_ruleset(play->wording);
    const struct json *declared = json_get(ruleset, "declared_options");
    struct json_walk walk = json_walk(declared);
    while (json_walk_next(&walk)) {
        const struct json *value =
            json_get(json_get(ruleset, "options"), walk.key);
        if (!all && is_same(value, json_get(walk.value, "default")))
            continue;
        struct text title = {0};
        struct text words = {0};
        wording_add_title(play->wording, &title, json_get(walk.value, "title"));
        add_option_value(play, &words, value);
        play_say(play, PLAY_WORD_OPTION, "name", walk.key, "value",
                 text_string(&words), "title", text_string(&title), PLAY_END);
        text_free(&title);
        text_free(&words);
    }
}

/* Adds the strings of a list, with commas between. */
static void add_list(struct text *out, const struct json *list)
{
    for (size_t i = 0; i < json_size(list); i++) {
        const char *string = json_string_of(json_at(list, i));
        text_addf(out, "%s%s", i > 0 ? ", " : "", string == NULL ? "" : string);
    }
}

static void tell_replaced(const struct play *play)
{
    struct json_walk walk =
        json_walk(json_get(wording_ruleset(play->wording), "about_rules"));
    while (json_walk_next(&walk)) {
        const struct json *by = json_get(walk.value, "replaced_by");
        if (json_size(by) == 0)
            continue;
        struct text numbers = {0};
        struct text variants = {0};
        add_list(&numbers, json_get(walk.value, "numbers"));
        add_list(&variants, by);
        play_say(play, PLAY_WORD_REPLACED, "name", walk.key, "numbers",
                 text_string(&numbers), "variants", text_string(&variants),
                 PLAY_END);
        text_free(&numbers);
        text_free(&variants);
    }
}

void play_rules_tell(const struct play *play, bool all)
{
    struct text how_to = {0};
    if (all && wording_add(play->wording, &how_to, "how_to", "lines", NULL)) {
        play_out_say_indented(&play->out, PLAY_OUT_PLAIN, text_string(&how_to),
                              2);
        play_out_gap(&play->out);
    }
    text_free(&how_to);
    tell_variants(play);
    tell_options(play, all);
    if (all)
        tell_replaced(play);
}
