#include "net/connect_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The ruleset of a position, as it is asked for here. The strings are the
 * answer's, but for the options. */
struct request {
    struct ruleset_request ruleset;
    const char *variants[RULESET_VARIANTS_MAX];
    const char *options[RULESET_OPTIONS_MAX];
    char written[RULESET_OPTIONS_MAX][2 * RULESET_OPTION_SIZE]; /* NAME=VALUE */
};

static bool write_option(char *out, size_t size, const char *name,
                         const struct json *value)
{
    const char *string = json_string_of(value);
    int64_t number;
    bool flag;
    int written = -1;
    if (string != NULL)
        written = snprintf(out, size, "%s=%s", name, string);
    else if (json_read_integer(value, &number))
        written = snprintf(out, size, "%s=%lld", name, (long long)number);
    else if (json_read_boolean(value, &flag))
        written = snprintf(out, size, "%s=%s", name, flag ? "true" : "false");
    return written > 0 && (size_t)written < size;
}

/* A name is no path: what a daemon names is what is installed here. */
static bool is_name(const char *name)
{
    return name != NULL && strchr(name, '/') == NULL &&
           strchr(name, '.') == NULL;
}

static bool read_request(struct request *request, const char *root,
                         const struct json *answer)
{
    const struct json *variants = json_get(answer, "variants");
    struct json_walk walk = json_walk(json_get(answer, "options"));
    request->ruleset = (struct ruleset_request){
        .root = root,
        .game = json_string_of(json_get(answer, "name")),
        .variants = request->variants,
        .variant_count = (int)json_size(variants),
        .options = request->options,
    };
    if (!is_name(request->ruleset.game) ||
        json_size(variants) > RULESET_VARIANTS_MAX)
        return false;
    for (size_t i = 0; i < json_size(variants); i++) {
        request->variants[i] = json_string_of(json_at(variants, i));
        if (!is_name(request->variants[i]))
            return false;
    }
    while (json_walk_next(&walk)) {
        int at = request->ruleset.option_count;
        if (at == RULESET_OPTIONS_MAX ||
            !write_option(request->written[at], sizeof request->written[at],
                          walk.key, walk.value))
            return false;
        request->options[at] = request->written[at];
        request->ruleset.option_count++;
    }
    return true;
}

/* Opens the rules that are here, which must be those of the game. */
static enum status open_rules(struct ruleset **out, const char *root,
                              const struct json *answer, struct error *error)
{
    struct request request;
    char hash[HASH_HEX_SIZE];
    const char *wanted = json_string_of(json_get(answer, "rules"));
    *out = NULL;
    if (wanted == NULL || !read_request(&request, root, answer))
        return error_set(error, STATUS_BAD_INPUT,
                         "the daemon does not say what the game is");
    enum status status = ruleset_open(out, &request.ruleset, error);
    if (status != STATUS_OK)
        return error_prefix(error, "the rules of this game are not on this "
                                   "machine");
    hash_to_hex(hash, &(*out)->hash);
    if (strcmp(hash, wanted) == 0)
        return STATUS_OK;
    ruleset_free(*out);
    *out = NULL;
    return error_set(error, STATUS_BAD_INPUT,
                     "the daemon's rules of '%s' are not those on this "
                     "machine, so there is no hint",
                     request.ruleset.game);
}

static void clear_entry(struct connect_rules_entry *entry)
{
    executor_free(entry->executor);
    ruleset_free(entry->ruleset);
    text_free(&entry->names);
    *entry = (struct connect_rules_entry){.executor = NULL};
}

void connect_rules_clear(struct connect_rules *rules)
{
    for (int i = 0; i < CONNECT_RULES_MAX; i++)
        clear_entry(&rules->entries[i]);
}

static void add_names(struct text *out, const struct json *answer)
{
    static const char *const keys[] = {"rules", "name", "variants", "options"};
    text_add_char(out, '[');
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_add_comma(out);
        json_add_value(out, json_get(answer, keys[i]));
    }
    text_add_char(out, ']');
}

/* The entry with these names; one that a limit has stopped is thrown away. */
static struct connect_rules_entry *find_entry(struct connect_rules *rules,
                                              const struct text *names)
{
    for (int i = 0; i < CONNECT_RULES_MAX; i++) {
        struct connect_rules_entry *entry = &rules->entries[i];
        if (entry->executor == NULL ||
            strcmp(text_string(&entry->names), text_string(names)) != 0)
            continue;
        if (executor_is_alive(entry->executor))
            return entry;
        clear_entry(entry);
    }
    return NULL;
}

enum status connect_rules_executor(struct connect_rules *rules,
                                   const char *root, const struct json *answer,
                                   struct executor **out, struct error *error)
{
    struct text names = {0};
    add_names(&names, answer);
    struct connect_rules_entry *entry = find_entry(rules, &names);
    if (entry != NULL) {
        text_free(&names);
        *out = entry->executor;
        return STATUS_OK;
    }
    entry = &rules->entries[rules->next];
    rules->next = (rules->next + 1) % CONNECT_RULES_MAX;
    clear_entry(entry);
    entry->names = names;
    enum status status = text_status(&entry->names, "a ruleset", error);
    if (status == STATUS_OK)
        status = open_rules(&entry->ruleset, root, answer, error);
    if (status == STATUS_OK)
        status = executor_new(&entry->executor, entry->ruleset, error);
    if (status != STATUS_OK)
        clear_entry(entry);
    *out = entry->executor;
    return status;
}
