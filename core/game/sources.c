#include "game/sources.h"

#include "base/json.h"
#include "fair/hex.h"

#include <stdio.h>
#include <string.h>

enum status sources_append(struct record *record, const struct ruleset *ruleset,
                           int64_t ts, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < ruleset->source_count; i++)
        status =
            record_append_form(record, ruleset->sources[i].form, ts, error);
    return status;
}

/* The options of the opening: an object in a sealed game's. */
static enum status add_options(struct ruleset *ruleset,
                               const struct json *options, struct error *error)
{
    struct json_walk walk = json_walk(options);
    enum status status = STATUS_OK;
    while (status == STATUS_OK && json_walk_next(&walk)) {
        char value[RULESET_OPTION_SIZE];
        int64_t integer;
        bool boolean;
        if (json_read_integer(walk.value, &integer))
            snprintf(value, sizeof value, "%lld", (long long)integer);
        else if (json_read_boolean(walk.value, &boolean))
            snprintf(value, sizeof value, "%s", boolean ? "true" : "false");
        else
            snprintf(value, sizeof value, "%s",
                     json_string_of(walk.value) == NULL
                         ? ""
                         : json_string_of(walk.value));
        status = ruleset_add_option(ruleset, walk.key, value, error);
    }
    return status;
}

static enum status add_entry(struct ruleset *ruleset,
                             const struct record_entry *entry,
                             struct error *error)
{
    struct json *d;
    enum status status = record_parse(&d, entry, error);
    if (status != STATUS_OK)
        return status;
    const struct json *text = json_get(d, "text");
    const char *module = json_string_of(json_get(d, "module"));
    const char *path = json_string_of(json_get(d, "path"));
    if (module == NULL || path == NULL || json_string_of(text) == NULL)
        status = error_set(error, STATUS_BAD_INPUT, "entry %d is not a source",
                           entry->seq);
    else
        status = ruleset_add_source(ruleset, module, path, json_string_of(text),
                                    json_size(text), error);
    json_free(d);
    return status;
}

static enum status read_opening(struct ruleset **out, struct hash *rules,
                                const struct record *record,
                                struct error *error)
{
    struct json *d;
    if (record_count(record) == 0)
        return error_set(error, STATUS_BAD_INPUT, "the record is empty");
    struct record_entry entry = record_entry(record, 0);
    enum status status = record_parse(&d, &entry, error);
    if (status != STATUS_OK)
        return status;
    const struct json *params = json_get(d, "params");
    const char *game = json_string_of(json_get(params, "game"));
    const char *hash = json_string_of(json_get(d, "rules"));
    if (game == NULL || hash == NULL || !hash_from_hex(rules, hash))
        status = error_set(error, STATUS_BAD_INPUT,
                           "entry 0 names no game and no rules");
    else
        status = ruleset_empty(out, game, error);
    if (status == STATUS_OK)
        status = add_options(*out, json_get(params, "options"), error);
    json_free(d);
    return status;
}

enum status sources_ruleset(struct ruleset **out, const struct record *record,
                            struct error *error)
{
    *out = NULL;
    struct ruleset *ruleset = NULL;
    struct hash rules;
    enum status status = read_opening(&ruleset, &rules, record, error);
    for (int seq = 1; status == STATUS_OK && seq < record_count(record);
         seq++) {
        struct record_entry entry = record_entry(record, seq);
        if (strcmp(entry.type, RULESET_SOURCE_ENTRY) == 0)
            status = add_entry(ruleset, &entry, error);
    }
    if (status == STATUS_OK)
        status = ruleset_seal(ruleset, error);
    if (status == STATUS_OK && !hash_is_equal(&ruleset->hash, &rules))
        status = error_set(error, STATUS_BAD_INPUT,
                           "the sources in the record are not those that its "
                           "opening names");
    if (status == STATUS_OK) {
        *out = ruleset;
        ruleset = NULL;
    }
    ruleset_free(ruleset);
    return status;
}

static bool is_file(const char *path, const struct text *wanted)
{
    struct text text = {0};
    struct error error;
    bool is = text_read_file(&text, path, RULESET_SOURCE_SIZE_MAX, &error) ==
                  STATUS_OK &&
              text.size == wanted->size &&
              memcmp(text_string(&text), text_string(wanted), text.size) == 0;
    text_free(&text);
    return is;
}

bool sources_are_here(const struct ruleset *ruleset, const char *root)
{
    for (int i = 0; i < ruleset->source_count; i++) {
        const struct ruleset_source *source = &ruleset->sources[i];
        char path[2 * RULESET_PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", root, source->path);
        if (!is_file(path, &source->text) &&
            !is_file(source->path, &source->text))
            return false;
    }
    return true;
}
