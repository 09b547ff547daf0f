#include "game/scene.h"

#include "base/json.h"
#include "game/game.h"
#include "game/sources.h"

#include <string.h>

enum { ENTRY_DIGITS_MAX = 9 };

void scene_ask(struct text *out, int entry, const char *record, size_t size)
{
    text_addf(out, "%d\n", entry);
    text_add_bytes(out, record, size);
}

/* Reads the entry's number; what follows it is the record. */
static enum status read_entry(int *entry, const char **bytes, size_t *size,
                              struct error *error)
{
    const char *at = *bytes;
    const char *end = memchr(at, '\n', *size);
    if (end == NULL || end == at || end - at > ENTRY_DIGITS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "no entry is asked for");
    bool is_name = end - at == 2 && at[0] == '-';
    *entry = is_name ? '0' - at[1] : 0;
    if (is_name && *entry != SCENE_LAST && *entry != SCENE_ALL)
        return error_set(error, STATUS_BAD_INPUT, "no entry is asked for");
    for (; !is_name && at < end; at++) {
        if (*at < '0' || *at > '9')
            return error_set(error, STATUS_BAD_INPUT, "no entry is asked for");
        *entry = 10 * *entry + (*at - '0');
    }
    *size -= (size_t)(end + 1 - *bytes);
    *bytes = end + 1;
    return STATUS_OK;
}

/* What is written while a record is played again. */
struct scenes {
    struct text *out;
    const struct record *record; /* borrowed: what is played */
    struct text events;          /* told since the last scene */
    struct text view;            /* of the last scene; */
    struct text now;             /* of this one */
    int told;                    /* events that remained at the last scene */
};

static void on_event(void *context, const char *json, size_t size)
{
    struct scenes *scenes = context;
    if (scenes->events.size > 0)
        text_add_char(&scenes->events, ',');
    text_add_bytes(&scenes->events, json, size);
}

static enum status add_view(struct text *out, struct game *game,
                            struct error *error)
{
    enum status status = game_wake(game, error);
    if (status != STATUS_OK)
        return status;
    return position_view(game_position(game), -1, out, error);
}

static enum status add_description(struct text *out, struct game *game,
                                   struct error *error)
{
    enum status status = game_wake(game, error);
    if (status != STATUS_OK)
        return status;
    json_add_key(out, "description");
    return executor_describe(position_executor(game_position(game)), out,
                             error);
}

static void add_events(struct text *out, const struct text *events)
{
    json_add_key(out, "events");
    text_add_char(out, '[');
    text_add_bytes(out, text_string(events), events->size);
    text_add_char(out, ']');
}

/* The one scene of a record, once it has been played. */
static enum status add_last(struct scenes *scenes, struct game *game, int entry,
                            struct error *error)
{
    struct text *out = scenes->out;
    text_add_char(out, '{');
    json_add_member_integer(out, "entry", entry);
    enum status status = add_description(out, game, error);
    json_add_key(out, "view");
    if (status == STATUS_OK)
        status = add_view(out, game, error);
    add_events(out, &scenes->events);
    text_add_char(out, '}');
    return status == STATUS_OK ? text_status(out, "a scene", error) : status;
}

static enum status add_heading(struct scenes *scenes, struct game *game,
                               struct error *error)
{
    text_add_char(scenes->out, '{');
    json_add_member_integer(scenes->out, "entries",
                            record_count(scenes->record));
    enum status status = add_description(scenes->out, game, error);
    text_add(scenes->out, "}\n");
    return status;
}

/* One of all scenes, unless nothing is different. */
static enum status on_entry(void *context, struct game *game,
                            const struct record_entry *entry,
                            struct error *error)
{
    struct scenes *scenes = context;
    struct text *out = scenes->out;
    int told = game_event_count(game);
    enum status status =
        entry->seq == 0 ? add_heading(scenes, game, error) : STATUS_OK;
    text_clear(&scenes->now);
    if (status == STATUS_OK)
        status = add_view(&scenes->now, game, error);
    if (status != STATUS_OK)
        return status;
    if (scenes->events.size == 0 && told == scenes->told &&
        strcmp(text_string(&scenes->now), text_string(&scenes->view)) == 0)
        return STATUS_OK;
    text_add_char(out, '{');
    json_add_member_integer(out, "entry", entry->seq);
    json_add_member_string(out, "type", entry->type);
    json_add_member_integer(out, "by", entry->by);
    json_add_member_integer(out, "told", told);
    add_events(out, &scenes->events);
    text_add(out, "}\n");
    text_add_bytes(out, text_string(&scenes->now), scenes->now.size);
    text_add_char(out, '\n');
    text_clear(&scenes->events);
    struct text view = scenes->view;
    scenes->view = scenes->now;
    scenes->now = view;
    scenes->told = told;
    return text_status(out, "a scene", error);
}

/* Forgets what came after the entry. */
static enum status cut(struct record *record, int *entry, struct error *error)
{
    int count = record_count(record);
    if (*entry == SCENE_ALL)
        return STATUS_OK;
    if (*entry == SCENE_LAST)
        *entry = count - 1;
    if (*entry >= count)
        return error_set(error, STATUS_BAD_INPUT,
                         "there is no entry %d: the last one is %d", *entry,
                         count - 1);
    record_cut(record, *entry + 1);
    return STATUS_OK;
}

/* Plays the record up to the entry; *game is the caller's. */
static enum status play(struct game **game, struct record *record, int *entry,
                        struct game_start *start, struct error *error)
{
    struct sealing sealing = {0};
    char seed[GAME_SEED_SIZE];
    enum status status = game_read_start(start, record, &sealing, seed, error);
    if (status == STATUS_OK)
        status = game_check_start(start, error);
    if (status == STATUS_OK)
        status = cut(record, entry, error);
    if (status == STATUS_OK)
        status = game_replay(game, record, start, error);
    sealing_clear(&sealing);
    return status;
}

enum status scene_show(const void *bytes, size_t size, struct text *out,
                       struct error *error)
{
    struct scenes scenes = {.out = out};
    struct record *record = NULL;
    struct ruleset *ruleset = NULL;
    struct game *game = NULL;
    struct game_start start = {.listener = on_event, .context = &scenes};
    const char *at = bytes;
    int entry = 0;
    enum status status = read_entry(&entry, &at, &size, error);
    if (status == STATUS_OK)
        status = record_read(&record, at, size, error);
    if (status == STATUS_OK)
        status = sources_ruleset(&ruleset, record, error);
    start.ruleset = ruleset;
    scenes.record = record;
    if (entry == SCENE_ALL)
        start.replay_listener = on_entry;
    if (status == STATUS_OK)
        status = play(&game, record, &entry, &start, error);
    if (status == STATUS_OK && entry != SCENE_ALL)
        status = add_last(&scenes, game, entry, error);
    game_free(game);
    ruleset_free(ruleset);
    record_free(record);
    text_free(&scenes.events);
    text_free(&scenes.view);
    text_free(&scenes.now);
    return status;
}
