#include "hall/hint.h"

#include "fair/hex.h"
#include "game/player.h"

#include <stdlib.h>
#include <string.h>

/* Opens the rules that are here, which must be those of the game. */
static enum status open_rules(struct ruleset **out,
                              const struct hint_position *given,
                              struct error *error)
{
    char hash[HASH_HEX_SIZE];
    enum status status = ruleset_open(out, given->ruleset, error);
    if (status != STATUS_OK)
        return error_prefix(error, "the rules of this game are not on this "
                                   "machine");
    hash_to_hex(hash, &(*out)->hash);
    if (strcmp(hash, given->rules) == 0)
        return STATUS_OK;
    ruleset_free(*out);
    *out = NULL;
    return error_set(error, STATUS_BAD_INPUT,
                     "the daemon's rules of '%s' are not those on this "
                     "machine, so there is no hint",
                     given->ruleset->game);
}

static void clear_entry(struct hint_rules_entry *entry)
{
    executor_free(entry->executor);
    ruleset_free(entry->ruleset);
    text_free(&entry->names);
    *entry = (struct hint_rules_entry){.executor = NULL};
}

void hint_rules_clear(struct hint_rules *rules)
{
    for (int i = 0; i < HINT_RULES_MAX; i++)
        clear_entry(&rules->entries[i]);
}

static void add_list(struct text *out, const char *const *list, int count)
{
    text_addf(out, ",%d", count);
    for (int i = 0; i < count; i++) {
        text_add_char(out, ',');
        json_add_string(out, list[i], strlen(list[i]));
    }
}

static void add_names(struct text *out, const struct hint_position *given)
{
    const struct ruleset_request *ruleset = given->ruleset;
    json_add_string(out, given->rules, strlen(given->rules));
    json_add_string(out, ruleset->game, strlen(ruleset->game));
    add_list(out, ruleset->variants, ruleset->variant_count);
    add_list(out, ruleset->options, ruleset->option_count);
}

/* The entry with these names; one that a limit has stopped is thrown away. */
static struct hint_rules_entry *find_entry(struct hint_rules *rules,
                                           const struct text *names)
{
    for (int i = 0; i < HINT_RULES_MAX; i++) {
        struct hint_rules_entry *entry = &rules->entries[i];
        if (entry->executor == NULL ||
            strcmp(text_string(&entry->names), text_string(names)) != 0)
            continue;
        if (executor_is_alive(entry->executor))
            return entry;
        clear_entry(entry);
    }
    return NULL;
}

/* An executor for the rules; borrowed until the next call. */
static enum status find_executor(struct executor **out,
                                 struct hint_rules *rules,
                                 const struct hint_position *given,
                                 struct error *error)
{
    struct text names = {0};
    add_names(&names, given);
    struct hint_rules_entry *entry = find_entry(rules, &names);
    if (entry != NULL) {
        text_free(&names);
        *out = entry->executor;
        return STATUS_OK;
    }
    entry = &rules->entries[rules->next];
    rules->next = (rules->next + 1) % HINT_RULES_MAX;
    clear_entry(entry);
    entry->names = names;
    enum status status = text_status(&entry->names, "a ruleset", error);
    if (status == STATUS_OK)
        status = open_rules(&entry->ruleset, given, error);
    if (status == STATUS_OK)
        status = executor_new(&entry->executor, entry->ruleset, error);
    if (status != STATUS_OK)
        clear_entry(entry);
    *out = entry->executor;
    return status;
}

enum status hint_add(struct text *out, struct position *position,
                     struct error *error)
{
    struct player steward;
    int index = 0;
    if (position_question(position)->waiting != WAITING_CHOICE)
        return error_set(error, STATUS_BAD_INPUT, "nobody is asked");
    player_init(&steward, PLAYER_STEWARD, "hint");
    enum status status = player_choose(&steward, position, &index, error);
    if (status != STATUS_OK)
        return status;
    json_add_member_integer(out, "index", index);
    json_add_key(out, "choice");
    return position_choice(position, index, out, error);
}

/* The bytes of a position, to be freed. */
static enum status decode(char **out, size_t *size, const char *position,
                          struct error *error)
{
    *size = position == NULL ? 0 : strlen(position) / 2;
    *out = malloc(*size + 1);
    if (*out == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a position");
    if (hex_read(*out, *size, position))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "that is no position");
}

enum status hint_add_given(struct text *out, struct hint_rules *rules,
                           const struct hint_position *given,
                           struct error *error)
{
    struct executor *executor = NULL;
    struct position *position = NULL;
    char *bytes = NULL;
    size_t size = 0;
    if (given->rules == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "it is not said what the rules are");
    enum status status = find_executor(&executor, rules, given, error);
    if (status == STATUS_OK)
        status = decode(&bytes, &size, given->position, error);
    if (status == STATUS_OK)
        status =
            position_load(&position, executor, bytes, size, NULL, NULL, error);
    if (status == STATUS_OK)
        status = hint_add(out, position, error);
    position_free(position);
    free(bytes);
    return status;
}
