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
    bool is_last = *size >= 3 && memcmp(at, "-1\n", 3) == 0;
    if (end == NULL || end == at || end - at > ENTRY_DIGITS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "no entry is asked for");
    *entry = 0;
    for (; !is_last && at < end; at++) {
        if (*at < '0' || *at > '9')
            return error_set(error, STATUS_BAD_INPUT, "no entry is asked for");
        *entry = 10 * *entry + (*at - '0');
    }
    if (is_last)
        *entry = SCENE_LAST;
    *size -= (size_t)(end + 1 - *bytes);
    *bytes = end + 1;
    return STATUS_OK;
}

static void on_event(void *context, const char *json, size_t size)
{
    struct text *events = context;
    if (events->size > 0)
        text_add_char(events, ',');
    text_add_bytes(events, json, size);
}

/* Forgets what came after the entry. */
static enum status cut(struct record *record, int *entry, struct error *error)
{
    int count = record_count(record);
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
    if (status == STATUS_OK && start->sealing != NULL &&
        !sealing.seats[0].revealed)
        status = error_set(error, STATUS_BAD_INPUT,
                           "a game whose seal is closed cannot be played "
                           "again");
    if (status == STATUS_OK)
        status = cut(record, entry, error);
    if (status == STATUS_OK)
        status = game_replay(game, record, start, error);
    sealing_clear(&sealing);
    return status;
}

static enum status add_scene(struct text *out, struct game *game, int entry,
                             const struct text *events, struct error *error)
{
    struct position *position = game_position(game);
    text_addf(out, "{\"entry\":%d,\"description\":", entry);
    enum status status =
        executor_describe(position_executor(position), out, error);
    text_add(out, ",\"view\":");
    if (status == STATUS_OK)
        status = position_view(position, -1, out, error);
    text_add(out, ",\"events\":[");
    text_add_bytes(out, text_string(events), events->size);
    text_add(out, "]}");
    return status == STATUS_OK ? text_status(out, "a scene", error) : status;
}

enum status scene_show(const void *bytes, size_t size, struct text *out,
                       struct error *error)
{
    struct text events = {0};
    struct record *record = NULL;
    struct ruleset *ruleset = NULL;
    struct game *game = NULL;
    struct game_start start = {.listener = on_event, .context = &events};
    const char *at = bytes;
    int entry = 0;
    enum status status = read_entry(&entry, &at, &size, error);
    if (status == STATUS_OK)
        status = record_read(&record, at, size, error);
    if (status == STATUS_OK)
        status = sources_ruleset(&ruleset, record, error);
    start.ruleset = ruleset;
    if (status == STATUS_OK)
        status = play(&game, record, &entry, &start, error);
    if (status == STATUS_OK)
        status = add_scene(out, game, entry, &events, error);
    game_free(game);
    ruleset_free(ruleset);
    record_free(record);
    text_free(&events);
    return status;
}
