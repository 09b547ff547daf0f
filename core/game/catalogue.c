#include "game/catalogue.h"

#include "script/executor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a comparison needs beside the description. */
struct opened {
    struct json *description; /* owned */
    int tile_count;
    struct plan plan;
    struct hash rules;
};

static enum status describe(struct json **out, struct executor *executor,
                            struct error *error)
{
    struct text text = {0};
    enum status status = executor_describe(executor, &text, error);
    if (status == STATUS_OK)
        status = json_parse(out, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}

/* Opens a ruleset and describes it; on failure nothing is owned. */
static enum status open_ruleset(struct opened *opened,
                                const struct ruleset *ruleset,
                                struct error *error)
{
    struct executor *executor = NULL;
    opened->description = NULL;
    enum status status = executor_new(&executor, ruleset, error);
    if (status == STATUS_OK) {
        opened->rules = ruleset->hash;
        opened->tile_count = executor_tileset(executor)->tile_count;
        opened->plan = *executor_plan(executor);
        status = describe(&opened->description, executor, error);
    }
    executor_free(executor);
    return status;
}

/* The same for what is asked for. */
static enum status open_request(struct opened *opened,
                                const struct ruleset_request *request,
                                struct error *error)
{
    struct ruleset *ruleset;
    opened->description = NULL;
    enum status status = ruleset_open(&ruleset, request, error);
    if (status == STATUS_OK)
        status = open_ruleset(opened, ruleset, error);
    ruleset_free(ruleset);
    return status;
}

enum status catalogue_describe_game(struct json **out, const char *root,
                                    const char *game, struct error *error)
{
    struct opened opened;
    struct ruleset_request request = {.root = root, .game = game};
    enum status status = open_request(&opened, &request, error);
    *out = opened.description;
    return status;
}

/* Whether two plans have the same spaces and the same start spaces at them. */
static bool is_same_plan(const struct plan *one, const struct plan *other)
{
    return one->bounded == other->bounded &&
           one->space_count == other->space_count &&
           one->start_count == other->start_count &&
           memcmp(one->x, other->x, sizeof one->x) == 0 &&
           memcmp(one->y, other->y, sizeof one->y) == 0 &&
           memcmp(one->starts_at, other->starts_at, sizeof one->starts_at) == 0;
}

/* Fills in what is known of a variant that was opened alone. */
static void take_opened(struct catalogue_variant *variant,
                        const struct opened *opened, const struct opened *plain)
{
    variant->alone = opened->description;
    variant->about = json_at(json_get(variant->alone, "about_variants"), 0);
    variant->tile_count = opened->tile_count - plain->tile_count;
    variant->brings_plan = !is_same_plan(&opened->plan, &plain->plan);
    const char *name = json_string_of(json_get(variant->about, "name"));
    if (name != NULL)
        snprintf(variant->name, sizeof variant->name, "%s", name);
}

/* Adds the variant that a request would name so. */
static enum status add_variant(struct catalogue *catalogue,
                               const struct ruleset_request *request,
                               const struct opened *plain, const char *given,
                               struct error *error)
{
    if (catalogue->variant_count == CATALOGUE_VARIANTS_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "there are more than %d variants",
                         CATALOGUE_VARIANTS_MAX);
    struct catalogue_variant *variant =
        &catalogue->variants[catalogue->variant_count++];
    struct ruleset_request alone = {.root = request->root,
                                    .game = request->game,
                                    .variants = &given,
                                    .variant_count = 1};
    struct opened opened;
    *variant = (struct catalogue_variant){0};
    snprintf(variant->given, sizeof variant->given, "%s", given);
    snprintf(variant->name, sizeof variant->name, "%s", given);
    if (open_request(&opened, &alone, &variant->error) != STATUS_OK)
        return variant->error.status == STATUS_NO_MEMORY
                   ? error_set(error, STATUS_NO_MEMORY, "%s",
                               variant->error.text)
                   : STATUS_OK;
    take_opened(variant, &opened, plain);
    return STATUS_OK;
}

/* Adds the chosen variants. */
static enum status add_chosen(struct catalogue *catalogue,
                              const struct ruleset_request *request,
                              const struct opened *plain, struct error *error)
{
    for (int i = 0; i < request->variant_count; i++) {
        enum status status =
            add_variant(catalogue, request, plain, request->variants[i], error);
        if (status != STATUS_OK)
            return status;
        catalogue->variants[i].is_chosen = true;
    }
    return STATUS_OK;
}

static bool has_variant(const struct catalogue *catalogue, const char *name)
{
    for (int i = 0; i < catalogue->variant_count; i++)
        if (strcmp(catalogue->variants[i].name, name) == 0)
            return true;
    return false;
}

/* Adds all variants of the game's folder in variants/ but those that are
 * there. */
static enum status add_installed(struct catalogue *catalogue,
                                 const struct ruleset_request *request,
                                 const struct opened *plain,
                                 struct error *error)
{
    char folder[RULESET_PATH_SIZE];
    snprintf(folder, sizeof folder, "variants/%s",
             json_string_of(json_get(plain->description, "name")));
    struct text names = {0};
    enum status status =
        ruleset_list(&names, request->root, folder, ".lua", error);
    if (status == STATUS_OK)
        status = text_status(&names, "the list of variants", error);
    char *at = names.bytes;
    while (status == STATUS_OK && at != NULL && *at != '\0') {
        char *end = strchr(at, '\n');
        *end = '\0';
        if (!has_variant(catalogue, at))
            status = add_variant(catalogue, request, plain, at, error);
        at = end + 1;
    }
    text_free(&names);
    return status;
}

static int compare_variants(const void *one, const void *other)
{
    const struct catalogue_variant *a = one;
    const struct catalogue_variant *b = other;
    return strcmp(a->name, b->name);
}

static enum status fill(struct catalogue *catalogue,
                        const struct ruleset_request *request,
                        struct error *error)
{
    struct opened plain;
    struct opened composed;
    struct ruleset_request bare = {.root = request->root,
                                   .game = request->game};
    enum status status = open_request(&plain, &bare, error);
    if (status != STATUS_OK)
        return status;
    catalogue->plain = plain.description;
    status = open_request(&composed, request, error);
    if (status != STATUS_OK)
        return status;
    catalogue->composed = composed.description;
    catalogue->rules = composed.rules;
    status = add_chosen(catalogue, request, &plain, error);
    if (status == STATUS_OK)
        status = add_installed(catalogue, request, &plain, error);
    qsort(catalogue->variants, (size_t)catalogue->variant_count,
          sizeof catalogue->variants[0], compare_variants);
    return status;
}

enum status catalogue_open(struct catalogue **out,
                           const struct ruleset_request *request,
                           struct error *error)
{
    *out = NULL;
    struct catalogue *catalogue = calloc(1, sizeof *catalogue);
    if (catalogue == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a catalogue");
    enum status status = fill(catalogue, request, error);
    if (status != STATUS_OK) {
        catalogue_free(catalogue);
        return status;
    }
    *out = catalogue;
    return STATUS_OK;
}

/* Opens the ruleset without its variants, but for the one whose file is source
 * `variant`, if that is not negative, and without options. */
static enum status open_part(struct opened *opened,
                             const struct ruleset *ruleset, int variant,
                             struct error *error)
{
    struct ruleset *part;
    enum status status = ruleset_empty(&part, ruleset->game, error);
    for (int i = 0; status == STATUS_OK && i < ruleset->source_count; i++) {
        const struct ruleset_source *source = &ruleset->sources[i];
        if (source->module[0] != '\0' || i == variant)
            status = ruleset_add_source(part, source->module, source->path,
                                        text_string(&source->text),
                                        source->text.size, error);
    }
    if (status == STATUS_OK)
        status = ruleset_seal(part, error);
    if (status == STATUS_OK)
        status = open_ruleset(opened, part, error);
    ruleset_free(part);
    return status;
}

static enum status fill_from(struct catalogue *catalogue,
                             const struct ruleset *ruleset, struct error *error)
{
    struct opened plain;
    struct opened opened;
    enum status status = open_part(&plain, ruleset, -1, error);
    if (status != STATUS_OK)
        return status;
    catalogue->plain = plain.description;
    status = open_ruleset(&opened, ruleset, error);
    if (status != STATUS_OK)
        return status;
    catalogue->composed = opened.description;
    catalogue->rules = opened.rules;
    for (int i = 0; i < ruleset->variant_count; i++) {
        status =
            open_part(&opened, ruleset, ruleset->variant_sources[i], error);
        if (status != STATUS_OK)
            return status;
        struct catalogue_variant *variant =
            &catalogue->variants[catalogue->variant_count++];
        variant->is_chosen = true;
        take_opened(variant, &opened, &plain);
        snprintf(variant->given, sizeof variant->given, "%s",
                 ruleset->sources[ruleset->variant_sources[i]].path);
    }
    qsort(catalogue->variants, (size_t)catalogue->variant_count,
          sizeof catalogue->variants[0], compare_variants);
    return STATUS_OK;
}

enum status catalogue_open_ruleset(struct catalogue **out,
                                   const struct ruleset *ruleset,
                                   struct error *error)
{
    *out = NULL;
    struct catalogue *catalogue = calloc(1, sizeof *catalogue);
    if (catalogue == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a catalogue");
    enum status status = fill_from(catalogue, ruleset, error);
    if (status != STATUS_OK) {
        catalogue_free(catalogue);
        return status;
    }
    *out = catalogue;
    return STATUS_OK;
}

void catalogue_free(struct catalogue *catalogue)
{
    if (catalogue == NULL)
        return;
    for (int i = 0; i < catalogue->variant_count; i++)
        json_free(catalogue->variants[i].alone);
    json_free(catalogue->plain);
    json_free(catalogue->composed);
    free(catalogue);
}

bool catalogue_wants(const struct catalogue_query *query, const char *name,
                     const struct json *numbers)
{
    if (query->name == NULL || strcmp(query->name, name) == 0)
        return true;
    for (size_t i = 0; i < json_size(numbers); i++)
        if (strcmp(query->name, json_string_of(json_at(numbers, i))) == 0)
            return true;
    return false;
}

const char *catalogue_text(const struct json *texts, const char *language)
{
    const char *text = json_string_of(json_get(texts, language));
    if (text == NULL)
        text = json_string_of(json_get(texts, "en"));
    return text == NULL ? "" : text;
}

bool catalogue_replaces_rule(const struct catalogue_variant *variant,
                             const char *rule)
{
    const struct json *about =
        json_get(json_get(variant->alone, "about_rules"), rule);
    return json_size(json_get(about, "replaced_by")) > 0;
}

bool catalogue_declares(const struct catalogue *catalogue,
                        const struct catalogue_variant *variant,
                        const char *option)
{
    return json_get(json_get(variant->alone, "declared_options"), option) !=
               NULL &&
           json_get(json_get(catalogue->plain, "declared_options"), option) ==
               NULL;
}

/* Whether two values of options are the same: booleans, integers or words. */
static bool is_same(const struct json *one, const struct json *other)
{
    if (json_kind(one) != json_kind(other))
        return false;
    bool booleans[2] = {false, false};
    int64_t integers[2] = {0, 0};
    if (json_read_boolean(one, &booleans[0]) &&
        json_read_boolean(other, &booleans[1]))
        return booleans[0] == booleans[1];
    if (json_read_integer(one, &integers[0]) &&
        json_read_integer(other, &integers[1]))
        return integers[0] == integers[1];
    const char *string = json_string_of(one);
    return string != NULL && strcmp(string, json_string_of(other)) == 0;
}

const struct json *catalogue_sets(const struct catalogue *catalogue,
                                  const struct catalogue_variant *variant,
                                  const char *option)
{
    const struct json *before =
        json_get(json_get(catalogue->plain, "options"), option);
    const struct json *now =
        json_get(json_get(variant->alone, "options"), option);
    return before == NULL || now == NULL || is_same(before, now) ? NULL : now;
}

static const char *step_name(const struct json *steps, size_t index)
{
    return json_string_of(json_get(json_at(steps, index), "name"));
}

int catalogue_step_changes(
    const struct catalogue *catalogue, const struct catalogue_variant *variant,
    struct catalogue_change changes[CATALOGUE_CHANGES_MAX])
{
    const struct json *before = json_get(catalogue->plain, "steps");
    const struct json *now = json_get(variant->alone, "steps");
    int count = 0;
    size_t at = 0; /* in `before` */
    for (size_t i = 0; i < json_size(now); i++) {
        const char *name = step_name(now, i);
        const char *old = step_name(before, at);
        /* A step that replaces another keeps its name. */
        bool is_old = old != NULL && strcmp(name, old) == 0;
        at += is_old;
        const char *origin =
            json_string_of(json_get(json_at(now, i), "origin"));
        if (origin[0] == '\0' || count == CATALOGUE_CHANGES_MAX)
            continue;
        changes[count++] = (struct catalogue_change){
            .how = is_old        ? CATALOGUE_REPLACES
                   : old != NULL ? CATALOGUE_ADDS_BEFORE
                                 : CATALOGUE_ADDS_LAST,
            .step = name,
            .neighbour = is_old ? NULL : old,
        };
    }
    return count;
}
