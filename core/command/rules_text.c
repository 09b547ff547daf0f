#include "command/rules_text.h"

#include <string.h>

enum {
    INDENT = 2,
    NAME_COLUMN = 22, /* where the text after a name begins */
    LONG_COLUMN = 28, /* the same for long names */
    BODY = 6,         /* columns in */
};

/* Adds the strings of a list with commas between. */
static void add_list(struct text *out, const struct json *list)
{
    for (size_t i = 0; i < json_size(list); i++)
        text_addf(out, "%s%s", i == 0 ? "" : ", ",
                  json_string_of(json_at(list, i)));
}

static void add_value(struct text *out, const struct json *value)
{
    bool boolean;
    int64_t integer;
    if (json_read_boolean(value, &boolean))
        text_add(out, boolean ? "true" : "false");
    else if (json_read_integer(value, &integer))
        text_add_integer(out, integer);
    else if (json_string_of(value) != NULL)
        text_add(out, json_string_of(value));
}

/* Adds the paragraph that `text` holds, and empties it. */
static void end_paragraph(struct page *page, int indent, struct text *text)
{
    if (text->size > 0)
        page_paragraph(page, indent, text_string(text));
    text_clear(text);
}

/* Begins a section when its first entry comes. */
static void count_entry(struct page *page, const char *heading, int *count)
{
    if ((*count)++ == 0)
        page_heading(page, heading);
}

void rules_text_add_game(struct page *page, const struct json *game,
                         const char *language)
{
    page_entry(page, INDENT, json_string_of(json_get(game, "name")),
               NAME_COLUMN, catalogue_text(json_get(game, "title"), language));
    page_paragraph(page, BODY,
                   catalogue_text(json_get(game, "summary"), language));
}

static void add_rules_replaced(struct page *page,
                               const struct catalogue_variant *variant,
                               struct text *line)
{
    struct json_walk walk = json_walk(json_get(variant->alone, "about_rules"));
    while (json_walk_next(&walk))
        if (catalogue_replaces_rule(variant, walk.key))
            text_addf(line, "%s%s", line->size == 0 ? "replaces: " : ", ",
                      walk.key);
    end_paragraph(page, BODY, line);
}

static void add_steps_changed(const struct catalogue_query *query,
                              struct page *page,
                              const struct catalogue_variant *variant,
                              struct text *line)
{
    struct catalogue_change changes[CATALOGUE_CHANGES_MAX];
    int count = catalogue_step_changes(query->catalogue, variant, changes);
    for (int i = 0; i < count; i++) {
        text_add(line, i == 0 ? "steps: " : "; ");
        if (changes[i].how == CATALOGUE_REPLACES)
            text_addf(line, "replaces %s", changes[i].step);
        else if (changes[i].how == CATALOGUE_ADDS_BEFORE)
            text_addf(line, "adds %s before %s", changes[i].step,
                      changes[i].neighbour);
        else
            text_addf(line, "adds %s at the end", changes[i].step);
    }
    end_paragraph(page, BODY, line);
}

static void add_options_of(const struct catalogue_query *query,
                           struct page *page,
                           const struct catalogue_variant *variant,
                           struct text *line)
{
    struct json_walk walk =
        json_walk(json_get(variant->alone, "declared_options"));
    while (json_walk_next(&walk)) {
        const struct json *value =
            catalogue_sets(query->catalogue, variant, walk.key);
        if (value == NULL)
            continue;
        text_addf(line, "%s%s = ", line->size == 0 ? "sets: " : ", ", walk.key);
        add_value(line, value);
    }
    end_paragraph(page, BODY, line);
    walk = json_walk(json_get(variant->alone, "declared_options"));
    while (json_walk_next(&walk))
        if (catalogue_declares(query->catalogue, variant, walk.key))
            text_addf(line, "%s%s", line->size == 0 ? "brings options: " : ", ",
                      walk.key);
    end_paragraph(page, BODY, line);
}

/* What a variant does to the game, a line for each kind of change. */
static void add_effects(const struct catalogue_query *query, struct page *page,
                        const struct catalogue_variant *variant)
{
    struct text line = {0};
    add_rules_replaced(page, variant, &line);
    add_steps_changed(query, page, variant, &line);
    add_options_of(query, page, variant, &line);
    if (variant->tile_count > 0)
        text_addf(&line, "brings %d tile%s more", variant->tile_count,
                  variant->tile_count == 1 ? "" : "s");
    end_paragraph(page, BODY, &line);
    if (variant->brings_plan)
        page_paragraph(page, BODY, "brings another plan");
    text_free(&line);
}

static void add_variant(const struct catalogue_query *query, struct page *page,
                        const struct catalogue_variant *variant)
{
    const char *chosen = variant->is_chosen ? " (chosen)" : "";
    struct text line = {0};
    if (variant->alone == NULL) {
        page_entry(page, INDENT, variant->name, NAME_COLUMN, chosen);
        text_addf(&line, "cannot be used: %s", variant->error.text);
        end_paragraph(page, BODY, &line);
        text_free(&line);
        return;
    }
    const struct json *about = variant->about;
    text_addf(&line, "%s%s",
              catalogue_text(json_get(about, "title"), query->language),
              chosen);
    page_entry(page, INDENT, variant->name, NAME_COLUMN, text_string(&line));
    page_paragraph(page, BODY,
                   catalogue_text(json_get(about, "summary"), query->language));
    text_clear(&line);
    add_list(&line, json_get(about, "numbers"));
    end_paragraph(page, BODY, &line);
    add_effects(query, page, variant);
    text_free(&line);
}

static const char *group_of(const struct catalogue_variant *variant)
{
    const char *group = json_string_of(json_get(variant->about, "group"));
    return group == NULL ? "" : group;
}

/* The variants of one group; "" are those of none. */
static int add_group(const struct catalogue_query *query, struct page *page,
                     const char *group, const char *heading)
{
    const struct catalogue *catalogue = query->catalogue;
    int count = 0;
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        const struct json *numbers = json_get(variant->about, "numbers");
        if (strcmp(group_of(variant), group) != 0 ||
            (!catalogue_wants(query, variant->name, numbers) &&
             (group[0] == '\0' || strcmp(group, query->name) != 0)))
            continue;
        count_entry(page, heading, &count);
        add_variant(query, page, variant);
    }
    return count;
}

static int add_variants(const struct catalogue_query *query, struct page *page)
{
    struct text heading = {0};
    int count = 0;
    struct json_walk walk =
        json_walk(json_get(query->catalogue->plain, "groups"));
    while (json_walk_next(&walk)) {
        text_clear(&heading);
        text_addf(&heading,
                  "Variants of the group %s: one at most; with none, it is %s",
                  walk.key, json_string_of(walk.value));
        count += add_group(query, page, walk.key, text_string(&heading));
    }
    text_free(&heading);
    return count + add_group(query, page, "",
                             count == 0 ? "Variants" : "Other variants");
}

/* What an option can be: "draw, white, black". */
static void add_range(struct text *out, const struct json *option)
{
    const char *type = json_string_of(json_get(option, "type"));
    if (type != NULL && strcmp(type, "boolean") == 0) {
        text_add(out, "true, false");
    } else if (type != NULL && strcmp(type, "integer") == 0) {
        add_value(out, json_get(option, "min"));
        text_add(out, " to ");
        add_value(out, json_get(option, "max"));
    } else {
        add_list(out, json_get(option, "values"));
    }
}

static bool is_default(const struct json *option, const struct json *value)
{
    struct text texts[2] = {{0}, {0}};
    add_value(&texts[0], json_get(option, "default"));
    add_value(&texts[1], value);
    bool same = strcmp(text_string(&texts[0]), text_string(&texts[1])) == 0;
    text_free(&texts[0]);
    text_free(&texts[1]);
    return same;
}

static void add_option(const struct catalogue_query *query, struct page *page,
                       const char *name, const struct json *option,
                       const struct json *value)
{
    struct text line = {0};
    add_range(&line, option);
    text_add(&line, "; default ");
    add_value(&line, json_get(option, "default"));
    if (value != NULL && !is_default(option, value)) {
        text_add(&line, "; here ");
        add_value(&line, value);
    }
    page_entry(page, INDENT, name, LONG_COLUMN, text_string(&line));
    text_clear(&line);
    text_add(&line, catalogue_text(json_get(option, "title"), query->language));
    end_paragraph(page, BODY, &line);
    text_free(&line);
}

/* The options of the game as chosen, then those that other variants would
 * bring. */
static int add_options(const struct catalogue_query *query, struct page *page)
{
    const struct catalogue *catalogue = query->catalogue;
    const struct json *known =
        json_get(catalogue->composed, "declared_options");
    int count = 0;
    struct json_walk walk = json_walk(known);
    while (json_walk_next(&walk)) {
        if (!catalogue_wants(query, walk.key, NULL))
            continue;
        count_entry(page, "Options", &count);
        add_option(
            query, page, walk.key, walk.value,
            json_get(json_get(catalogue->composed, "options"), walk.key));
    }
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        walk = json_walk(json_get(variant->alone, "declared_options"));
        while (json_walk_next(&walk)) {
            if (json_get(known, walk.key) != NULL ||
                !catalogue_wants(query, walk.key, NULL))
                continue;
            count_entry(page, "Options", &count);
            add_option(query, page, walk.key, walk.value, NULL);
            struct text line = {0};
            text_addf(&line, "with the variant %s", variant->name);
            end_paragraph(page, BODY, &line);
            text_free(&line);
        }
    }
    return count;
}

/* Who replaces the rule here, and who else could. */
static void add_replacers(const struct catalogue_query *query,
                          struct page *page, const struct json *rule,
                          const char *name)
{
    const struct catalogue *catalogue = query->catalogue;
    const struct json *here = json_get(rule, "replaced_by");
    struct text line = {0};
    if (json_size(here) > 0) {
        text_add(&line, "here replaced by: ");
        add_list(&line, here);
    }
    end_paragraph(page, BODY, &line);
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        if (!variant->is_chosen && catalogue_replaces_rule(variant, name))
            text_addf(&line, "%s%s",
                      line.size == 0 ? "can be replaced by: " : ", ",
                      variant->name);
    }
    end_paragraph(page, BODY, &line);
    text_free(&line);
}

static int add_rules(const struct catalogue_query *query, struct page *page)
{
    const struct json *rules =
        json_get(query->catalogue->composed, "about_rules");
    int count = 0;
    struct json_walk walk = json_walk(rules);
    while (json_walk_next(&walk)) {
        const struct json *numbers = json_get(walk.value, "numbers");
        if (!catalogue_wants(query, walk.key, numbers))
            continue;
        count_entry(page, "Rules that a variant can replace", &count);
        struct text line = {0};
        add_list(&line, numbers);
        page_entry(page, INDENT, walk.key, LONG_COLUMN, text_string(&line));
        page_paragraph(page, BODY,
                       json_string_of(json_get(walk.value, "says")));
        add_replacers(query, page, walk.value, walk.key);
        text_free(&line);
    }
    return count;
}

/* Which variants would change the step, or put one beside it. */
static void add_changers(const struct catalogue_query *query, struct page *page,
                         const char *step)
{
    const struct catalogue *catalogue = query->catalogue;
    struct text line = {0};
    for (int i = 0; i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        struct catalogue_change changes[CATALOGUE_CHANGES_MAX];
        int count = catalogue_step_changes(catalogue, variant, changes);
        if (variant->is_chosen)
            count = 0;
        for (int j = 0; j < count; j++) {
            const char *neighbour = changes[j].neighbour;
            if (changes[j].how == CATALOGUE_REPLACES &&
                strcmp(changes[j].step, step) == 0)
                text_addf(&line, "%scan be replaced by %s",
                          line.size == 0 ? "" : "; ", variant->name);
            else if (neighbour != NULL && strcmp(neighbour, step) == 0)
                text_addf(&line, "%s%s puts %s before it",
                          line.size == 0 ? "" : "; ", variant->name,
                          changes[j].step);
        }
    }
    end_paragraph(page, BODY, &line);
    text_free(&line);
}

static const char *kind_in_words(const char *kind)
{
    return strcmp(kind, "ask") == 0      ? "asks a player"
           : strcmp(kind, "chance") == 0 ? "chance"
                                         : "by itself";
}

static int add_steps(const struct catalogue_query *query, struct page *page)
{
    const struct json *steps = json_get(query->catalogue->composed, "steps");
    int count = 0;
    for (size_t i = 0; i < json_size(steps); i++) {
        const struct json *step = json_at(steps, i);
        const char *name = json_string_of(json_get(step, "name"));
        const char *origin = json_string_of(json_get(step, "origin"));
        const struct json *numbers = json_get(step, "rules");
        if (!catalogue_wants(query, name, numbers))
            continue;
        count_entry(page, "Steps, in the order in which they are played",
                    &count);
        struct text line = {0};
        text_add(&line, kind_in_words(json_string_of(json_get(step, "kind"))));
        text_add(&line, json_size(numbers) == 0 ? "" : ": ");
        add_list(&line, numbers);
        page_entry(page, INDENT, name, NAME_COLUMN, text_string(&line));
        text_clear(&line);
        if (origin[0] != '\0')
            text_addf(&line, "here of the variant %s", origin);
        end_paragraph(page, BODY, &line);
        add_changers(query, page, name);
        text_free(&line);
    }
    return count;
}

int rules_text_write(const struct catalogue_query *query, struct page *page)
{
    return add_variants(query, page) + add_options(query, page) +
           add_rules(query, page) + add_steps(query, page);
}
