#include "game/verify_replay.h"

#include "base/json.h"
#include "game/game.h"
#include "game/opening.h"
#include "game/sources.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MAX = 20000 }; /* events of one game */

/* Where events are kept while a record is played; undone ones are cut off. */
struct told {
    struct text *out;
    bool has_too_many; /* more than TOLD_MAX: they are not kept */
    int count;
    size_t ends[TOLD_MAX]; /* where each event ends in `out` */
};

static void on_event(void *context, const char *json, size_t size)
{
    struct told *told = context;
    int64_t entry = told->count + 1;
    struct json *event;
    struct error error;
    if (json_parse(&event, json, size, &error) == STATUS_OK) {
        json_read_integer(json_get(event, "entry"), &entry);
        json_free(event);
    }
    /* After an undo, numbers start again behind the last that remains. */
    told->has_too_many = told->has_too_many || entry < 1 || entry > TOLD_MAX;
    if (told->has_too_many)
        return;
    told->count = (int)entry - 1;
    told->out->size = told->count == 0 ? 0 : told->ends[told->count - 1];
    text_addf(told->out, "{\"game\":1,%.*s\n", (int)size - 1, json + 1);
    told->ends[told->count++] = told->out->size;
}

/* Adds params and items as the scripts give them. */
static enum status add_opening(struct text *out, struct executor *executor,
                               const struct opening_terms *terms,
                               struct error *error)
{
    struct opening *opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an opening");
    enum status status = opening_fill(opening, executor, terms, error);
    if (status == STATUS_OK) {
        text_add_bytes(out, opening->params.bytes, opening->params.size);
        opening_add_items(opening, out);
        status = text_status(out, "an opening", error);
    }
    opening_clear(opening);
    free(opening);
    return status;
}

/* Compares the opening's d with what the scripts give. */
static enum status compare_d(const struct json *d, struct executor *executor,
                             struct error *error)
{
    const struct json *params = json_get(d, "params");
    const struct json *keys = json_get(d, "keys");
    struct text wanted = {0};
    struct text said = {0};
    struct opening_terms terms = {0};
    int64_t attempt = 0;
    if (!json_read_integer(json_get(params, "attempt"), &attempt) ||
        attempt < 1 || attempt > INT_MAX)
        return error_set(error, STATUS_BAD_INPUT, "it has no attempt number");
    terms.attempt = (int)attempt;
    terms.is_signed = opening_is_signed(d);
    if (!timer_read_rule(&terms.clock, json_get(params, "clock")))
        return error_set(error, STATUS_BAD_INPUT, "its clock is none");
    if (keys != NULL &&
        json_size(keys) != (size_t)executor_seat_count(executor) + 1)
        return error_set(error, STATUS_BAD_INPUT,
                         "it does not have a key for each seat");
    enum status status = add_opening(&wanted, executor, &terms, error);
    if (status == STATUS_OK)
        status = json_add_canonical(&said, params, error);
    if (status == STATUS_OK)
        status = json_add_canonical(&said, json_get(d, "tiles"), error);
    if (status == STATUS_OK &&
        (wanted.size != said.size ||
         memcmp(text_string(&wanted), text_string(&said), said.size) != 0))
        status = error_set(error, STATUS_BAD_INPUT,
                           "the game that it names is not the one that the "
                           "scripts in the record play");
    text_free(&wanted);
    text_free(&said);
    return status;
}

/* Whether the opening says of items, options, seats and variants what the
 * scripts say. What a replay makes of a sealed game begins with a copy of the
 * record's opening, so that has been compared with nothing. */
static enum status compare_opening(const struct record *record,
                                   struct executor *executor,
                                   struct error *error)
{
    struct json *d;
    enum status status = record_parse_opening(&d, record, error);
    if (status != STATUS_OK)
        return status;
    status = compare_d(d, executor, error);
    json_free(d);
    if (status != STATUS_OK)
        return error_prefix(error, "entry 0 (open)");
    return STATUS_OK;
}

/* Plays the record in `bytes` again, and adds events to `told` unless that is
 * NULL. */
static enum status play(const void *bytes, size_t size, struct told *told,
                        struct error *error)
{
    struct record *record = NULL;
    struct ruleset *ruleset = NULL;
    struct sealing sealing = {0};
    struct game *game = NULL;
    struct game_start start = {.listener = told == NULL ? NULL : on_event,
                               .context = told};
    char seed[GAME_SEED_SIZE];
    enum status status = record_read(&record, bytes, size, error);
    if (status == STATUS_OK)
        status = sources_ruleset(&ruleset, record, error);
    if (status == STATUS_OK)
        status = game_read_start(&start, record, &sealing, seed, error);
    if (status == STATUS_OK)
        status = game_check_start(&start, error);
    start.ruleset = ruleset;
    if (status == STATUS_OK)
        status = game_replay(&game, record, &start, error);
    if (status == STATUS_OK)
        status = compare_opening(record, position_executor(game_position(game)),
                                 error);
    game_free(game);
    sealing_clear(&sealing);
    ruleset_free(ruleset);
    record_free(record);
    return status;
}

enum status verify_replay_play(const void *bytes, size_t size, struct text *out,
                               struct error *error)
{
    (void)out;
    return play(bytes, size, NULL, error);
}

enum status verify_replay_events(const void *bytes, size_t size,
                                 struct text *out, struct error *error)
{
    struct told *told = calloc(1, sizeof *told);
    if (told == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for events");
    told->out = out;
    enum status status = play(bytes, size, told, error);
    if (status == STATUS_OK && told->has_too_many)
        status = error_set(error, STATUS_LIMIT,
                           "the game has more than %d events", TOLD_MAX);
    free(told);
    return status;
}
