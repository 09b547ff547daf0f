#include "game/game_inside.h"

#include "base/clock.h"
#include "game/ending.h"
#include "game/opening.h"
#include "game/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTCOMES_MAX = 1000, /* in a row, before something is wrong */
    TRACEBACK_SIZE = 4096,
};

/* What lies before a choice that can be taken back. */
struct undo_point {
    int seat;
    int entry;            /* of the record: the choice's */
    int event_count;      /* before it */
    struct text position; /* owned: as position_store wrote it */
};

static const char REASON_BROKEN[] = "broken";

struct game {
    const struct ruleset *ruleset; /* borrowed; outlives the game */
    struct executor *executor;     /* owned */
    struct position *position;     /* owned */
    struct record *record;         /* owned */
    const struct record *times;    /* borrowed until game_use_clock; or NULL */
    struct text stored;   /* owned: the position as it stands, as position_store
                             wrote it, to go on from when something fails */
    struct chance chance; /* wiped */
    bool is_sealed;
    struct sealing sealing; /* owned, but its record is game->record */
    game_listener *listener;
    void *context;
    int event_count;
    struct text events; /* owned: told since the last choice, a line each */
    struct text line;   /* owned: scratch */
    int undo_count;
    struct undo_point undo[GAME_UNDO_MAX];
    int draw_offer;                    /* the seat that offers a draw, or -1 */
    bool accepted[MATERIAL_SEATS_MAX]; /* who has agreed to it */
    const char *over_reason;
    struct result result; /* once the game is over */
    char traceback[TRACEBACK_SIZE];
};

/* Events ------------------------------------------------------------------ */

/* Keeps an event until the choice that brings it has been made in full. */
static void on_event(void *context, const char *json, size_t size)
{
    struct game *game = context;
    text_add_bytes(&game->events, json, size);
    text_add_char(&game->events, '\n');
}

/* Tells one event, which is `size` bytes of JSON, an object. */
static void tell(struct game *game, const char *json, size_t size)
{
    game->event_count++;
    if (game->listener == NULL)
        return;
    text_clear(&game->line);
    text_addf(&game->line, "{\"entry\":%d,", game->event_count);
    text_add_bytes(&game->line, json + 1, size - 1);
    game->listener(game->context, text_string(&game->line), game->line.size);
}

/* Tells all that was kept. */
static void tell_events(struct game *game)
{
    const char *at = text_string(&game->events);
    const char *end = at + game->events.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        tell(game, at, (size_t)(stop - at));
        at = stop + 1;
    }
    text_clear(&game->events);
}

/* The record -------------------------------------------------------------- */

static int64_t time_of_next_entry(const struct game *game)
{
    int seq = record_count(game->record);
    if (game->times != NULL && seq < record_count(game->times))
        return record_entry(game->times, seq).ts;
    return clock_calendar_ms();
}

/* Adds an entry; its d is in game->line. */
static enum status append(struct game *game, const char *type, int by,
                          struct error *error)
{
    enum status status = text_status(&game->line, "an entry", error);
    if (status != STATUS_OK)
        return status;
    struct record_event event = {
        .type = type,
        .by = by,
        .ts = time_of_next_entry(game),
        .d = text_string(&game->line),
        .d_size = game->line.size,
    };
    return record_append(game->record, &event, error);
}

/* The opening of a game whose seed was chosen openly. */
static enum status append_opening(struct game *game,
                                  const struct game_start *start,
                                  struct error *error)
{
    struct text *out = &game->line;
    struct opening *opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an opening");
    enum status status = opening_fill(opening, game->executor, 1, error);
    if (status == STATUS_OK) {
        char rules[HASH_HEX_SIZE];
        hash_to_hex(rules, &game->ruleset->hash);
        text_clear(out);
        text_add_char(out, '{');
        json_add_member_integer(out, "level", GAME_LEVEL_OPEN);
        json_add_key(out, "params");
        text_add_bytes(out, opening->params.bytes, opening->params.size);
        json_add_member_string(out, "rules", rules);
        json_add_member_string(out, "seed", start->seed);
        json_add_key(out, "tiles");
        opening_add_items(opening, out);
        text_add_char(out, '}');
        status = append(game, "open", 0, error);
    }
    opening_clear(opening);
    free(opening);
    return status;
}

static enum status append_draw(struct game *game, int pile, int item,
                               struct error *error)
{
    const struct pile *piles = position_material(game->position)->piles;
    text_clear(&game->line);
    text_addf(&game->line, "{\"label\":\"%s\",\"tiles\":[", piles[pile].name);
    const char *name = executor_item_name(game->executor, pile, item);
    json_add_string(&game->line, name, strlen(name));
    text_add(&game->line, "]}");
    return append(game, "draw", 0, error);
}

static enum status append_roll(struct game *game, const char *label, uint64_t k,
                               int sides, int value, struct error *error)
{
    text_clear(&game->line);
    text_add_char(&game->line, '{');
    json_add_member_integer(&game->line, "k", (int64_t)k);
    json_add_member_string(&game->line, "label", label);
    json_add_member_integer(&game->line, "sides", sides);
    json_add_member_integer(&game->line, "value", value);
    text_add_char(&game->line, '}');
    return append(game, "roll", 0, error);
}

/* Chance ------------------------------------------------------------------ */

/* Asks chance for what the position awaits, and writes it down. */
static enum status draw_outcome(struct game *game,
                                const struct question *question,
                                struct chance_outcome *outcome,
                                struct error *error)
{
    enum status status =
        chance_next(&game->chance, game->position, outcome, error);
    if (status != STATUS_OK)
        return status;
    if (question->pile < 0)
        return append_roll(game, question->roll, outcome->k, question->sides,
                           outcome->value, error);
    return append_draw(game, question->pile, outcome->value, error);
}

/* Gives outcomes until a choice is asked or the game is over. */
static enum status settle(struct game *game, struct error *error)
{
    for (int i = 0; i < OUTCOMES_MAX; i++) {
        const struct question *question = position_question(game->position);
        if (question->waiting != WAITING_CHANCE)
            return STATUS_OK;
        struct chance_outcome outcome;
        enum status status = draw_outcome(game, question, &outcome, error);
        if (status == STATUS_OK)
            status = position_outcome(game->position, outcome.value, error);
        if (status != STATUS_OK)
            return status;
    }
    return error_set(error, STATUS_SCRIPT,
                     "step '%s' asked for more than %d outcomes in a row",
                     position_question(game->position)->step, OUTCOMES_MAX);
}

/* Undo -------------------------------------------------------------------- */

static void forget_undo(struct game *game)
{
    for (int i = 0; i < game->undo_count; i++)
        text_free(&game->undo[i].position);
    game->undo_count = 0;
}

/* Remembers how the game stood before the choice that was made: the point
 * takes the stored position over. When there is no more room the oldest is
 * forgotten. */
static void push_undo(struct game *game, struct undo_point point)
{
    if (game->undo_count == GAME_UNDO_MAX) {
        text_free(&game->undo[0].position);
        memmove(&game->undo[0], &game->undo[1],
                (GAME_UNDO_MAX - 1) * sizeof game->undo[0]);
        game->undo_count--;
    }
    point.position = game->stored;
    game->stored = (struct text){0};
    game->undo[game->undo_count++] = point;
}

/* Stores the position as it stands, and the result when it is the last one:
 * what the rules cannot do then fails now. *out is the caller's, and empty on
 * failure. */
static enum status store(struct game *game, struct text *out,
                         struct error *error)
{
    *out = (struct text){0};
    enum status status = text_status(&game->events, "events", error);
    if (status == STATUS_OK)
        status = position_store(game->position, out, error);
    if (status == STATUS_OK &&
        position_question(game->position)->waiting == WAITING_NOTHING)
        status = position_result(game->position, &game->result, error);
    if (status != STATUS_OK)
        text_free(out);
    return status;
}

/* Makes the position that `stored` holds the game's, in `executor`. On failure
 * nothing has changed. */
static enum status load_position(struct game *game, struct executor *executor,
                                 const struct text *stored, struct error *error)
{
    struct position *position;
    enum status status = position_load(&position, executor, stored->bytes,
                                       stored->size, on_event, game, error);
    if (status != STATUS_OK)
        return status;
    position_free(game->position);
    game->position = position;
    text_clear(&game->events);
    return STATUS_OK;
}

enum status game_recover(struct game *game, struct error *error)
{
    struct executor *executor;
    enum status status = executor_new(&executor, game->ruleset, error);
    if (status != STATUS_OK)
        return status;
    struct executor *old = game->executor;
    status = load_position(game, executor, &game->stored, error);
    if (status == STATUS_OK) {
        game->executor = executor;
        executor = old;
    }
    executor_free(executor);
    return status;
}

/* Signs the newest entry of a sealed game, if the referee's keys are here: they
 * are not when a record is only played again. */
static enum status sign_head(struct game *game, struct error *error)
{
    if (!game->is_sealed || !sealing_has_keys(&game->sealing))
        return STATUS_OK;
    return record_sign(game->record, 0, &game->sealing.keys, error);
}

/* Ending ------------------------------------------------------------------ */

/* Tells that the game is over. */
static enum status tell_end(struct game *game, const char *reason,
                            struct error *error)
{
    struct text event = {0};
    ending_add_event(&event, game->executor, &game->result, reason);
    enum status status = text_status(&event, "an event", error);
    if (status == STATUS_OK)
        tell(game, event.bytes, event.size);
    text_free(&event);
    return status;
}

/* Ends the game with the result that it has: entry, event. */
static enum status end(struct game *game, const char *reason,
                       struct error *error)
{
    int seats = executor_seat_count(game->executor);
    struct text *out = &game->line;
    if (game->is_sealed) {
        enum status opened = sealing_open_seal(&game->sealing, game->record,
                                               time_of_next_entry(game), error);
        if (opened != STATUS_OK)
            return opened;
    }
    text_clear(out);
    text_addf(out, "{\"reason\":\"%s\",\"scores\":[", reason);
    for (int i = 0; i < seats; i++) {
        json_add_comma(out);
        text_add_integer(out, game->result.scores[i]);
    }
    text_add(out, "]}");
    enum status status = append(game, "end", 0, error);
    if (status != STATUS_OK)
        return status;
    status = sign_head(game, error);
    if (status != STATUS_OK)
        return status;
    forget_undo(game);
    game->over_reason = reason;
    return tell_end(game, reason, error);
}

/* Keeps how the game stands, as long as its rules can tell. */
static void keep_result(struct game *game)
{
    struct error error;
    struct result result;
    if (position_result(game->position, &result, &error) == STATUS_OK)
        game->result = result;
}

/* Ends a game that cannot go on, whatever else fails: the scores stay as they
 * were last known, and the record without an end. */
static void break_off(struct game *game)
{
    struct error error;
    game->result.winner = -1;
    forget_undo(game);
    game->over_reason = REASON_BROKEN;
    if (tell_end(game, REASON_BROKEN, &error) != STATUS_OK)
        text_clear(&game->events);
}

/* Ends the game when nothing is asked any more; store has its result. */
static enum status end_if_finished(struct game *game, struct error *error)
{
    if (position_question(game->position)->waiting != WAITING_NOTHING)
        return STATUS_OK;
    enum status status = end(game, "finished", error);
    if (status != STATUS_OK && game->over_reason == NULL)
        break_off(game);
    return status;
}

/* Making ------------------------------------------------------------------ */

/* The record's beginning, and the master seed: taken over from a sealing, or
 * made of an open seed. */
static enum status open_record(struct game *game,
                               const struct game_start *start,
                               struct hash *master, struct error *error)
{
    if (start->sealing != NULL) {
        game->is_sealed = true;
        game->sealing = *start->sealing;
        *start->sealing = (struct sealing){0};
        game->record = game->sealing.record;
        game->sealing.record = NULL;
        sealing_master(&game->sealing, master);
        return STATUS_OK;
    }
    draw_seed_from_text(master, start->seed);
    enum status status = record_new(&game->record, error);
    if (status == STATUS_OK)
        status = append_opening(game, start, error);
    if (status == STATUS_OK)
        status = sources_append(game->record, start->ruleset,
                                time_of_next_entry(game), error);
    return status;
}

static enum status start_game(struct game *game, const struct game_start *start,
                              struct error *error)
{
    struct hash master;
    enum status status = executor_new(&game->executor, start->ruleset, error);
    if (status != STATUS_OK)
        return status;
    status = open_record(game, start, &master, error);
    if (status != STATUS_OK)
        return status;
    status =
        position_new(&game->position, game->executor, on_event, game, error);
    if (status != STATUS_OK)
        return status;
    chance_init(&game->chance, position_material(game->position), &master);
    hash_wipe(&master);
    status = settle(game, error);
    if (status != STATUS_OK)
        return status;
    status = store(game, &game->stored, error);
    if (status != STATUS_OK)
        return status;
    tell_events(game);
    return end_if_finished(game, error);
}

enum status game_new(struct game **out, const struct game_start *start,
                     struct error *error)
{
    return game_new_timed(out, start, NULL, error);
}

enum status game_new_timed(struct game **out, const struct game_start *start,
                           const struct record *times, struct error *error)
{
    *out = NULL;
    if (start->sealing == NULL &&
        (strlen(start->seed) >= GAME_SEED_SIZE ||
         !json_is_text(start->seed, strlen(start->seed))))
        return error_set(error, STATUS_BAD_INPUT,
                         "a seed is a text of at most %d bytes",
                         GAME_SEED_SIZE - 1);
    struct game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    game->ruleset = start->ruleset;
    game->draw_offer = -1;
    game->listener = start->listener;
    game->context = start->context;
    game->times = times;
    enum status status = start_game(game, start, error);
    if (status == STATUS_OK) {
        *out = game;
        game = NULL;
    }
    game_free(game);
    return status;
}

void game_use_clock(struct game *game)
{
    game->times = NULL;
}

void game_free(struct game *game)
{
    if (game == NULL)
        return;
    forget_undo(game);
    text_free(&game->stored);
    position_free(game->position);
    executor_free(game->executor);
    record_free(game->record);
    chance_wipe(&game->chance);
    sealing_clear(&game->sealing);
    text_free(&game->events);
    text_free(&game->line);
    free(game);
}

/* Playing ----------------------------------------------------------------- */

const struct question *game_question(const struct game *game)
{
    return position_question(game->position);
}

struct position *game_position(struct game *game)
{
    return game->position;
}

static enum status append_choice(struct game *game, int index,
                                 struct error *error)
{
    const struct question *question = position_question(game->position);
    text_clear(&game->line);
    text_add(&game->line, "{\"choice\":");
    enum status status =
        position_choice(game->position, index, &game->line, error);
    if (status != STATUS_OK)
        return status;
    text_addf(&game->line, ",\"step\":\"%s\"}", question->step);
    return append(game, "choice", question->seat + 1, error);
}

/* Takes the entries from `count` on out of the record again. */
static enum status cut_record(struct game *game, int count, struct error *error)
{
    struct record *record;
    enum status status = record_new(&record, error);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        struct record_entry entry = record_entry(game->record, i);
        struct record_event event = {.type = entry.type,
                                     .by = entry.by,
                                     .ts = entry.ts,
                                     .d = entry.d,
                                     .d_size = entry.d_size};
        status = record_append(record, &event, error);
    }
    for (int i = 0;
         status == STATUS_OK && i < record_signature_count(game->record); i++) {
        struct record_signature signed_ = record_signature(game->record, i);
        if (signed_.seq < count)
            status = record_add_signature(record, signed_.by, signed_.seq,
                                          &signed_.signature, error);
    }
    if (status != STATUS_OK) {
        record_free(record);
        return status;
    }
    record_free(game->record);
    game->record = record;
    return STATUS_OK;
}

/* Makes the choice, settles chance and stores what comes of it in *after; on
 * failure all is as before, but for the position, which is broken. */
static enum status try_choice(struct game *game, int index, struct text *after,
                              struct error *error)
{
    int entries = record_count(game->record);
    struct chance chance = game->chance;
    enum status status = append_choice(game, index, error);
    if (status == STATUS_OK)
        status = position_choose(game->position, index, error);
    if (status == STATUS_OK)
        status = settle(game, error);
    if (status == STATUS_OK)
        status = store(game, after, error);
    if (status != STATUS_OK) {
        struct error second;
        if (cut_record(game, entries, &second) != STATUS_OK)
            *error = second;
        game->chance = chance;
    }
    chance_wipe(&chance);
    return status;
}

/* After a choice that failed: goes on from before it, or not at all. */
static void take_failure_back(struct game *game)
{
    struct error error;
    snprintf(game->traceback, sizeof game->traceback, "%s",
             executor_traceback(game->executor));
    text_clear(&game->events);
    if (game_recover(game, &error) != STATUS_OK)
        break_off(game);
}

enum status game_choose(struct game *game, int index, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    int seat = position_question(game->position)->seat;
    struct undo_point point = {
        .seat = seat,
        .entry = record_count(game->record),
        .event_count = game->event_count,
    };
    struct text after = {0};
    game->traceback[0] = '\0';
    enum status status = try_choice(game, index, &after, error);
    if (status != STATUS_OK) {
        take_failure_back(game);
        return status;
    }
    push_undo(game, point);
    keep_result(game);
    game->stored = after;
    if (game->draw_offer != seat)
        game->draw_offer = -1;
    tell_events(game);
    bool chance_came = record_count(game->record) > point.entry + 1;
    if (chance_came || position_question(game->position)->seat != seat)
        forget_undo(game);
    return end_if_finished(game, error);
}

const char *game_traceback(const struct game *game)
{
    return game->traceback;
}

bool game_may_undo(const struct game *game, int seat)
{
    return game->over_reason == NULL && game->undo_count > 0 &&
           game->undo[game->undo_count - 1].seat == seat;
}

enum status game_undo(struct game *game, int seat, struct error *error)
{
    if (!game_may_undo(game, seat))
        return error_set(error, STATUS_BAD_INPUT,
                         "there is nothing to take back: undo reaches back to "
                         "the last draw, in one's own turn");
    struct undo_point *point = &game->undo[game->undo_count - 1];
    enum status status =
        load_position(game, game->executor, &point->position, error);
    if (status != STATUS_OK)
        return status;
    game->undo_count--;
    game->draw_offer = -1;
    game->event_count = point->event_count;
    text_free(&game->stored);
    game->stored = point->position;
    text_clear(&game->line);
    text_addf(&game->line, "{\"to\":%d}", point->entry);
    return append(game, "undo", seat + 1, error);
}

enum status game_resign(struct game *game, int seat, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    enum status status = position_result(game->position, &game->result, error);
    if (status != STATUS_OK)
        return status;
    int seats = executor_seat_count(game->executor);
    game->result.winner = seats == 2 ? 1 - seat : -1;
    text_clear(&game->line);
    text_add(&game->line, "{}");
    status = append(game, "resign", seat + 1, error);
    if (status != STATUS_OK)
        return status;
    return end(game, "resigned", error);
}

int game_draw_offer(const struct game *game)
{
    return game->draw_offer;
}

enum status game_offer_draw(struct game *game, int seat, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    if (game->draw_offer >= 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "a draw has been offered and not been answered yet");
    text_clear(&game->line);
    text_add(&game->line, "{}");
    enum status status = append(game, "offer_draw", seat + 1, error);
    if (status != STATUS_OK)
        return status;
    game->draw_offer = seat;
    memset(game->accepted, 0, sizeof game->accepted);
    game->accepted[seat] = true;
    return STATUS_OK;
}

static bool all_accept(const struct game *game)
{
    for (int i = 0; i < executor_seat_count(game->executor); i++)
        if (!game->accepted[i])
            return false;
    return true;
}

enum status game_answer_draw(struct game *game, int seat, bool agrees,
                             struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    if (game->draw_offer < 0 || game->accepted[seat])
        return error_set(error, STATUS_BAD_INPUT,
                         "no draw is offered to seat %d", seat + 1);
    bool accepted[MATERIAL_SEATS_MAX];
    memcpy(accepted, game->accepted, sizeof accepted);
    game->accepted[seat] = agrees;
    enum status status = STATUS_OK;
    bool is_agreed = all_accept(game);
    if (is_agreed)
        status = position_result(game->position, &game->result, error);
    text_clear(&game->line);
    text_addf(&game->line, "{\"agrees\":%s}", agrees ? "true" : "false");
    if (status == STATUS_OK)
        status = append(game, "answer_draw", seat + 1, error);
    if (status != STATUS_OK) {
        memcpy(game->accepted, accepted, sizeof accepted);
        return status;
    }
    if (!agrees)
        game->draw_offer = -1;
    if (!is_agreed)
        return STATUS_OK;
    game->result.winner = -1;
    return end(game, "agreed", error);
}

enum status game_break(struct game *game, struct error *error)
{
    (void)error;
    REQUIRE(game->over_reason == NULL);
    break_off(game);
    return STATUS_OK;
}

const char *game_over_reason(const struct game *game)
{
    return game->over_reason;
}

enum status game_result(struct game *game, struct result *result,
                        struct error *error)
{
    if (game->over_reason == NULL)
        return position_result(game->position, result, error);
    *result = game->result;
    return STATUS_OK;
}

bool game_is_sealed(const struct game *game)
{
    return game->is_sealed;
}

const struct sealing *game_sealing(const struct game *game)
{
    return &game->sealing;
}

int game_event_count(const struct game *game)
{
    return game->event_count;
}

const struct record *game_record(const struct game *game)
{
    return game->record;
}
