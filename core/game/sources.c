#include "game/sources.h"

#include "base/json.h"
#include "fair/hex.h"

#include <limits.h>
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

static int member_count(const struct json *object)
{
    struct json_walk walk = json_walk(object);
    int count = 0;
    while (json_walk_next(&walk))
        count++;
    return count;
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
    if (entry->by != 0 || member_count(d) != 3 || module == NULL ||
        path == NULL || json_string_of(text) == NULL)
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
    enum status status = record_parse_opening(&d, record, error);
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

/* Whether that is in a file; what is no file is not read. */
static bool is_file(const char *path, const struct text *wanted)
{
    struct text text = {0};
    struct error error;
    bool is = text_read_regular(&text, path, RULESET_SOURCE_SIZE_MAX, &error) ==
                  STATUS_OK &&
              text.size == wanted->size &&
              memcmp(text_string(&text), text_string(wanted), text.size) == 0;
    text_free(&text);
    return is;
}

/* Whether the source is loaded as what its file is called: "castle.turn_end"
 * from castle/turn_end.lua, "castled.step" from kit/step.lua. The hash of the
 * rules names paths only. */
static bool is_called_so(const struct ruleset_source *source)
{
    static const char KIT[] = "castled.";
    char ending[RULESET_NAME_SIZE + 8];
    const char *module = source->module;
    if (module[0] == '\0')
        return true; /* a variant: its name is in the opening */
    bool is_kit = strncmp(module, KIT, sizeof KIT - 1) == 0;
    int size =
        snprintf(ending, sizeof ending, "/%s%s.lua", is_kit ? "kit/" : "",
                 is_kit ? module + sizeof KIT - 1 : module);
    for (int i = 0; i < size - (int)sizeof ".lua" + 1; i++)
        if (ending[i] == '.')
            ending[i] = '/';
    size_t path_size = strlen(source->path);
    return path_size >= (size_t)size &&
           strcmp(source->path + path_size - size, ending) == 0;
}

/* Whether a part of the path is "..", which leads out again. */
static bool goes_up(const char *path)
{
    for (const char *at = path; at != NULL; at = strchr(at, '/')) {
        at += *at == '/';
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
            return true;
    }
    return false;
}

/* Whether the source is the file of its path below the root. One that was
 * loaded by a path from `/` on is, too, if that leads there. */
static bool is_here(const struct ruleset_source *source, const char *root)
{
    char path[PATH_MAX];
    size_t root_size = strlen(root);
    bool is_whole = root_size > 0 &&
                    strncmp(source->path, root, root_size) == 0 &&
                    source->path[root_size] == '/';
    const char *below = is_whole ? source->path + root_size + 1 : source->path;
    int size = snprintf(path, sizeof path, "%s/%s", root, below);
    return is_called_so(source) && !goes_up(below) && size < (int)sizeof path &&
           is_file(path, &source->text);
}

int sources_list_others(struct text *out, const struct ruleset *ruleset,
                        const char *root)
{
    int count = 0;
    for (int i = 0; i < ruleset->source_count; i++) {
        const struct ruleset_source *source = &ruleset->sources[i];
        if (is_here(source, root))
            continue;
        count++;
        if (out != NULL && count <= SOURCES_LISTED_MAX)
            text_addf(out, "%s%s", count == 1 ? "" : ", ", source->path);
    }
    if (out != NULL && count > SOURCES_LISTED_MAX)
        text_add(out, ", ...");
    return count;
}

bool sources_are_here(const struct ruleset *ruleset, const char *root)
{
    return sources_list_others(NULL, ruleset, root) == 0;
}
