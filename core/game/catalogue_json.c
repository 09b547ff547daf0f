#include "game/catalogue_json.h"

#include <string.h>

/* A writer on its way: once something has no canonical form, the rest is
 * dropped. */
struct writer {
    const struct catalogue_query *query;
    struct text *out;
    int count;
    enum status status;
    struct error *error;
};

/* Adds a member as it is in a description; null when it is not there. */
static void add_member(struct writer *writer, const char *key,
                       const struct json *value)
{
    json_add_key(writer->out, key);
    if (value == NULL)
        text_add(writer->out, "null");
    else if (writer->status == STATUS_OK)
        writer->status = json_add_canonical(writer->out, value, writer->error);
}

static void begin_list(struct writer *writer, const char *key)
{
    json_add_key(writer->out, key);
    text_add_char(writer->out, '[');
}

static void end_list(struct writer *writer)
{
    text_add_char(writer->out, ']');
}

static void begin_entry(struct writer *writer, const char *name)
{
    writer->count++;
    json_add_comma(writer->out);
    text_add_char(writer->out, '{');
    json_add_member_string(writer->out, "name", name);
}

static void end_entry(struct writer *writer)
{
    text_add_char(writer->out, '}');
}

static void add_step_changes(struct writer *writer,
                             const struct catalogue_variant *variant)
{
    static const char *const words[] = {
        [CATALOGUE_REPLACES] = "replace",
        [CATALOGUE_ADDS_BEFORE] = "before",
        [CATALOGUE_ADDS_LAST] = "last",
    };
    struct catalogue_change changes[CATALOGUE_CHANGES_MAX];
    int count =
        catalogue_step_changes(writer->query->catalogue, variant, changes);
    begin_list(writer, "steps");
    for (int i = 0; i < count; i++) {
        json_add_comma(writer->out);
        text_add_char(writer->out, '{');
        json_add_member_string(writer->out, "name", changes[i].step);
        json_add_member_string(writer->out, "how", words[changes[i].how]);
        if (changes[i].neighbour != NULL)
            json_add_member_string(writer->out, "before", changes[i].neighbour);
        text_add_char(writer->out, '}');
    }
    end_list(writer);
}

/* What a variant does to the game. */
static void add_effects(struct writer *writer,
                        const struct catalogue_variant *variant)
{
    const struct catalogue *catalogue = writer->query->catalogue;
    const struct json *declared = json_get(variant->alone, "declared_options");
    begin_list(writer, "rules");
    struct json_walk walk = json_walk(json_get(variant->alone, "about_rules"));
    while (json_walk_next(&walk))
        if (catalogue_replaces_rule(variant, walk.key))
            json_add_item_string(writer->out, walk.key);
    end_list(writer);
    add_step_changes(writer, variant);
    json_add_key(writer->out, "sets");
    text_add_char(writer->out, '{');
    walk = json_walk(declared);
    while (json_walk_next(&walk)) {
        const struct json *value = catalogue_sets(catalogue, variant, walk.key);
        if (value != NULL)
            add_member(writer, walk.key, value);
    }
    text_add_char(writer->out, '}');
    begin_list(writer, "options");
    walk = json_walk(declared);
    while (json_walk_next(&walk))
        if (catalogue_declares(catalogue, variant, walk.key))
            json_add_item_string(writer->out, walk.key);
    end_list(writer);
    json_add_member_integer(writer->out, "tiles", variant->tile_count);
    json_add_member_boolean(writer->out, "plan", variant->brings_plan);
}

static void add_variant(struct writer *writer,
                        const struct catalogue_variant *variant)
{
    begin_entry(writer, variant->name);
    json_add_member_boolean(writer->out, "chosen", variant->is_chosen);
    if (variant->alone == NULL) {
        json_add_member_string(writer->out, "error", variant->error.text);
    } else {
        static const char *const members[] = {"title", "summary", "group",
                                              "numbers", "path"};
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            add_member(writer, members[i],
                       json_get(variant->about, members[i]));
        /* The words of those that are not chosen are nobody's. */
        if (variant->is_chosen) {
            json_add_key(writer->out, "texts");
            json_add_value(writer->out, json_get(variant->about, "texts"));
        }
        add_effects(writer, variant);
    }
    end_entry(writer);
}

static void add_variants(struct writer *writer)
{
    const struct catalogue *catalogue = writer->query->catalogue;
    const char *wanted = writer->query->name;
    begin_list(writer, "variants");
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        const char *group = json_string_of(json_get(variant->about, "group"));
        bool of_group =
            wanted != NULL && group != NULL && strcmp(wanted, group) == 0;
        if (of_group || catalogue_wants(writer->query, variant->name,
                                        json_get(variant->about, "numbers")))
            add_variant(writer, variant);
    }
    end_list(writer);
}

/* Adds the members that the option has itself. */
static void add_option(struct writer *writer, const char *name,
                       const struct json *option, const struct json *value,
                       const char *variant)
{
    begin_entry(writer, name);
    struct json_walk walk = json_walk(option);
    while (json_walk_next(&walk))
        add_member(writer, walk.key, walk.value);
    add_member(writer, "value", value);
    json_add_key(writer->out, "variant");
    if (variant == NULL)
        text_add(writer->out, "null");
    else
        json_add_string(writer->out, variant, strlen(variant));
    end_entry(writer);
}

/* The name of the chosen variant that brings the option; NULL: the game has
 * it. */
static const char *bringer(const struct catalogue *catalogue,
                           const char *option)
{
    for (int i = 0; i < catalogue->variant_count; i++)
        if (catalogue->variants[i].is_chosen &&
            catalogue_declares(catalogue, &catalogue->variants[i], option))
            return catalogue->variants[i].name;
    return NULL;
}

static void add_options(struct writer *writer)
{
    const struct catalogue *catalogue = writer->query->catalogue;
    const struct json *known =
        json_get(catalogue->composed, "declared_options");
    const struct json *values = json_get(catalogue->composed, "options");
    begin_list(writer, "options");
    struct json_walk walk = json_walk(known);
    while (json_walk_next(&walk))
        if (catalogue_wants(writer->query, walk.key, NULL))
            add_option(writer, walk.key, walk.value, json_get(values, walk.key),
                       bringer(catalogue, walk.key));
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        walk = json_walk(json_get(variant->alone, "declared_options"));
        while (json_walk_next(&walk))
            if (json_get(known, walk.key) == NULL &&
                catalogue_wants(writer->query, walk.key, NULL))
                add_option(writer, walk.key, walk.value, NULL, variant->name);
    }
    end_list(writer);
}

static void add_rules(struct writer *writer)
{
    const struct catalogue *catalogue = writer->query->catalogue;
    begin_list(writer, "rules");
    struct json_walk walk =
        json_walk(json_get(catalogue->composed, "about_rules"));
    while (json_walk_next(&walk)) {
        const struct json *numbers = json_get(walk.value, "numbers");
        if (!catalogue_wants(writer->query, walk.key, numbers))
            continue;
        begin_entry(writer, walk.key);
        add_member(writer, "numbers", numbers);
        add_member(writer, "says", json_get(walk.value, "says"));
        add_member(writer, "replaced_by", json_get(walk.value, "replaced_by"));
        begin_list(writer, "replaceable_by");
        for (int i = 0; i < catalogue->variant_count; i++)
            if (catalogue_replaces_rule(&catalogue->variants[i], walk.key))
                json_add_item_string(writer->out, catalogue->variants[i].name);
        end_list(writer);
        end_entry(writer);
    }
    end_list(writer);
}

static void add_steps(struct writer *writer)
{
    const struct json *steps =
        json_get(writer->query->catalogue->composed, "steps");
    begin_list(writer, "steps");
    for (size_t i = 0; i < json_size(steps); i++) {
        const struct json *step = json_at(steps, i);
        const char *name = json_string_of(json_get(step, "name"));
        const struct json *numbers = json_get(step, "rules");
        if (!catalogue_wants(writer->query, name, numbers))
            continue;
        begin_entry(writer, name);
        add_member(writer, "kind", json_get(step, "kind"));
        add_member(writer, "numbers", numbers);
        add_member(writer, "origin", json_get(step, "origin"));
        end_entry(writer);
    }
    end_list(writer);
}

enum status catalogue_json_write(const struct catalogue_query *query,
                                 struct text *out, int *count,
                                 struct error *error)
{
    struct writer writer = {.query = query, .out = out, .error = error};
    add_variants(&writer);
    add_options(&writer);
    add_rules(&writer);
    add_steps(&writer);
    *count = writer.count;
    return writer.status;
}

void catalogue_json_add_groups(const struct json *groups, struct text *out)
{
    json_add_key(out, "groups");
    text_add_char(out, '[');
    struct json_walk walk = json_walk(groups);
    while (json_walk_next(&walk)) {
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", walk.key);
        json_add_member_string(out, "default", json_string_of(walk.value));
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}
