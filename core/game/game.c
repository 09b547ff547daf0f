#include "game/game_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNDO_MORE = 4, /* the list of undo points grows by */
};

/* Keeps an event until the choice that brings it has been made in full. */
static void on_event(void *context, const char *json, size_t size)
{
    struct game *game = context;
    text_add_bytes(&game->events, json, size);
    text_add_char(&game->events, '\n');
}

void game_tell(struct game *game, const char *json, size_t size)
{
    game->event_count++;
    if (game->listener == NULL)
        return;
    text_clear(&game->line);
    text_add(&game->line, "{\"entry\":");
    text_add_integer(&game->line, game->event_count);
    text_add_char(&game->line, ',');
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
        game_tell(game, at, (size_t)(stop - at));
        at = stop + 1;
    }
    text_clear(&game->events);
}

/* The executor that the game is to be in now: the one that there is, or, when
 * `is_fresh` or that one is dead, a new one. Positions in an old one that was
 * shared are not alive then; settle_executor must follow. */
static enum status take_executor(struct game *game, bool is_fresh,
                                 struct executor **out, struct error *error)
{
    if (game->rules != NULL)
        return is_fresh ? warm_renew(out, game->rules, error)
                        : warm_executor(out, game->rules, error);
    *out = game->executor;
    if (!is_fresh && game->executor != NULL &&
        executor_is_alive(game->executor))
        return STATUS_OK;
    return executor_new(out, game->ruleset, error);
}

/* A new executor of the game's own takes the place of the old one, if the game
 * got into it; else it goes. */
static void settle_executor(struct game *game, struct executor *executor,
                            bool is_good)
{
    if (game->rules != NULL || executor == game->executor)
        return;
    executor_free(is_good ? game->executor : executor);
    if (is_good)
        game->executor = executor;
}

/* Keeps what the position asks. */
static void keep_question(struct game *game)
{
    game->question = *position_question(game->position);
    snprintf(game->step, sizeof game->step, "%s", game->question.step);
    game->question.step = game->step;
    game->question.roll = NULL; /* of chance, which is settled */
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
    keep_question(game);
    return STATUS_OK;
}

/* The same in the executor that the game is to be in: take_executor. */
static enum status go_to(struct game *game, const struct text *stored,
                         bool is_fresh, struct error *error)
{
    struct executor *executor;
    enum status status = take_executor(game, is_fresh, &executor, error);
    if (status != STATUS_OK)
        return status;
    status = load_position(game, executor, stored, error);
    settle_executor(game, executor, status == STATUS_OK);
    return status;
}

enum status game_recover(struct game *game, struct error *error)
{
    return go_to(game, &game->stored, true, error);
}

enum status game_wake(struct game *game, struct error *error)
{
    if (game->position != NULL && position_is_alive(game->position))
        return STATUS_OK;
    return go_to(game, &game->stored, false, error);
}

void game_rest(struct game *game)
{
    position_free(game->position);
    game->position = NULL;
    text_free(&game->line);
    text_free(&game->events);
}

struct position *game_position(struct game *game)
{
    REQUIRE(game->position != NULL);
    return game->position;
}

const struct question *game_question(const struct game *game)
{
    return &game->question;
}

int game_seat_count(const struct game *game)
{
    return game->seat_count;
}

const char *game_seat_name(const struct game *game, int seat)
{
    REQUIRE(seat >= 0 && seat < game->seat_count);
    return game->seat_names[seat];
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
    text_fit(out);
    return status;
}

/* Gives outcomes until a choice is asked or the game is over. */
static enum status settle(struct game *game, struct error *error)
{
    for (int i = 0; i < CHANCE_ROW_MAX; i++) {
        const struct question *question = position_question(game->position);
        if (question->waiting != WAITING_CHANCE)
            return STATUS_OK;
        struct chance_outcome outcome;
        enum status status =
            chance_next(&game->chance, game->position, &outcome, error);
        if (status == STATUS_OK)
            status = game_record_outcome(game, question, &outcome, error);
        if (status == STATUS_OK)
            status = position_outcome(game->position, outcome.value, error);
        if (status != STATUS_OK)
            return status;
    }
    return chance_too_many(game->position, error);
}

/* From now on the time of whoever is asked runs. */
static void start_timer(struct game *game)
{
    timer_ask(&game->timer, position_question(game->position)->seat,
              record_newest_ts(game->record));
}

/* The record's beginning, and the master seed: taken over from a sealing, or
 * made of an open seed. */
static enum status open_record(struct game *game, struct executor *executor,
                               const struct game_start *start,
                               struct hash *master, struct error *error)
{
    if (start->sealing == NULL) {
        draw_seed_from_text(master, start->seed);
        timer_init(&game->timer, &start->clock);
        return game_record_open(game, executor, start, error);
    }
    game->is_sealed = true;
    game->sealing = *start->sealing;
    *start->sealing = (struct sealing){0};
    game->record = game->sealing.record;
    game->sealing.record = NULL;
    timer_init(&game->timer, &game->sealing.clock);
    sealing_master(&game->sealing, master);
    return STATUS_OK;
}

/* Ends the game when nothing is asked any more; store has its result. */
static enum status end_if_finished(struct game *game, struct error *error)
{
    if (game->question.waiting != WAITING_NOTHING)
        return STATUS_OK;
    enum status status = game_end_as(game, "finished", error);
    if (status != STATUS_OK && game->over_reason == NULL)
        game_end_broken(game);
    return status;
}

/* Signs what has been done, unless the end, which comes now, is signed. */
static enum status settle_record(struct game *game, int count,
                                 enum status status, struct error *error)
{
    if (status == STATUS_OK &&
        position_question(game->position)->waiting == WAITING_NOTHING)
        return STATUS_OK;
    return game_record_settle(game, count, status, error);
}

/* Takes over what is known of the seats. */
static void take_seats(struct game *game, const struct executor *executor)
{
    game->seat_count = executor_seat_count(executor);
    for (int i = 0; i < game->seat_count; i++)
        snprintf(game->seat_names[i], sizeof game->seat_names[i], "%s",
                 executor_seat_name(executor, i));
}

/* Puts the game out and makes the first draws. */
static enum status set_up(struct game *game, struct executor *executor,
                          const struct hash *master, struct error *error)
{
    int count = record_count(game->record);
    enum status status =
        position_new(&game->position, executor, on_event, game, error);
    if (status != STATUS_OK)
        return status;
    chance_init(&game->chance, position_material(game->position), master);
    status = settle(game, error);
    if (status == STATUS_OK)
        status = store(game, &game->stored, error);
    status = settle_record(game, count, status, error);
    if (status != STATUS_OK)
        return status;
    game->start_size = record_size(game->record);
    keep_question(game);
    start_timer(game);
    return STATUS_OK;
}

/* From the first draws to the first question, or the end. On failure the record
 * is as it was, and so is the seal: both may be given back. */
static enum status begin(struct game *game, struct executor *executor,
                         const struct hash *master, struct error *error)
{
    int count = record_count(game->record);
    bool was_open = game->sealing.seats[0].revealed;
    enum status status = set_up(game, executor, master, error);
    if (status == STATUS_OK) {
        tell_events(game);
        status = end_if_finished(game, error);
    }
    if (status != STATUS_OK) {
        record_cut(game->record, count);
        game->sealing.seats[0].revealed = was_open;
    }
    return status;
}

static enum status start_game(struct game *game, const struct game_start *start,
                              struct error *error)
{
    struct executor *executor;
    struct hash master;
    enum status status = STATUS_OK;
    game->ruleset = start->ruleset;
    if (start->warm != NULL) {
        status = warm_use(&game->rules, start->warm, start->ruleset, error);
        if (status != STATUS_OK)
            return status;
        game->ruleset = warm_ruleset(game->rules);
    }
    status = take_executor(game, false, &executor, error);
    if (status != STATUS_OK)
        return status;
    settle_executor(game, executor, true);
    take_seats(game, executor);
    status = open_record(game, executor, start, &master, error);
    if (status == STATUS_OK)
        status = begin(game, executor, &master, error);
    hash_wipe(&master);
    return status;
}

/* Of a game that could not be made: the seal is there, and stays. */
static void give_back_sealing(struct game *game, struct sealing *sealing)
{
    *sealing = game->sealing;
    sealing->record = game->record;
    game->sealing = (struct sealing){0};
    game->record = NULL;
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
    if (start->sealing == NULL && !timer_is_rule(&start->clock))
        return error_set(error, STATUS_BAD_INPUT,
                         "a clock gives time for each choice, or for the game "
                         "with an increment, up to a year");
    struct game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    game->draw_offer = -1;
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++)
        game->acknowledged[i] = -1;
    game->listener = start->listener;
    game->answer_listener = start->answer_listener;
    game->context = start->context;
    game->times = times;
    enum status status = start_game(game, start, error);
    if (status == STATUS_OK) {
        *out = game;
        game = NULL;
    } else if (game->is_sealed) {
        give_back_sealing(game, start->sealing);
    }
    game_free(game);
    return status;
}

void game_free(struct game *game)
{
    if (game == NULL)
        return;
    game_forget_undo(game);
    text_free(&game->stored);
    position_free(game->position);
    executor_free(game->executor);
    warm_leave(game->rules);
    record_free(game->record);
    chance_wipe(&game->chance);
    sealing_clear(&game->sealing);
    free(game->hidden);
    text_free(&game->events);
    text_free(&game->line);
    text_free(&game->traceback);
    free(game);
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
    json_add_member_string(&game->line, "step", question->step);
    text_add_char(&game->line, '}');
    return game_record_append(game, "choice", question->seat + 1, error);
}

/* Fails where the position is not as it was stored: a verifier, who asks and
 * shows less, would come to another game. Looking costs a twentieth of a
 * choice, so it is for the 1st, 2nd, 4th, 8th, ... choice, and for each once
 * there was something: what asks or shows writes early and often if it does. */
static enum status check_unwritten(struct game *game, struct error *error)
{
    unsigned earlier = game->try_count++;
    if (!game->was_written && (earlier & (earlier + 1)) != 0)
        return STATUS_OK;
    enum status status = position_check_unwritten(
        game->position, game->stored.bytes, game->stored.size,
        "what asks or shows", error);
    game->was_written = game->was_written || status != STATUS_OK;
    return status;
}

/* Makes the choice, settles chance and stores what comes of it in *after; on
 * failure all is as before, but for the position, which is broken. */
static enum status try_choice(struct game *game, int index, struct text *after,
                              struct error *error)
{
    int count = record_count(game->record);
    int hidden_count = game->hidden_count;
    struct chance chance = game->chance;
    struct timer timer = game->timer;
    enum status status = check_unwritten(game, error);
    if (status == STATUS_OK)
        status = append_choice(game, index, error);
    if (status == STATUS_OK) {
        timer_stop(&game->timer, record_newest_ts(game->record));
        status = position_choose(game->position, index, error);
    }
    if (status == STATUS_OK)
        status = settle(game, error);
    if (status == STATUS_OK)
        status = store(game, after, error);
    status = settle_record(game, count, status, error);
    if (status == STATUS_OK) {
        start_timer(game);
    } else {
        text_free(after);
        game->chance = chance;
        game->timer = timer;
        game->hidden_count = hidden_count;
    }
    chance_wipe(&chance);
    return status;
}

/* After a choice that failed: goes on from before it. A game that cannot do so
 * now tries again when it is woken, if others can go on without it. */
static void take_failure_back(struct game *game)
{
    struct error error;
    text_clear(&game->traceback);
    if (position_executor(game->position) != NULL)
        text_add(&game->traceback,
                 executor_traceback(position_executor(game->position)));
    text_clear(&game->events);
    if (game_recover(game, &error) == STATUS_OK)
        return;
    if (game->rules == NULL)
        game_end_broken(game);
    else
        game_rest(game);
}

/* Room for one undo point more. */
static enum status reserve_undo(struct game *game, struct error *error)
{
    if (game->undo_count < game->undo_capacity ||
        game->undo_count == GAME_UNDO_MAX)
        return STATUS_OK;
    int capacity = game->undo_capacity + UNDO_MORE;
    void *longer = realloc(game->undo, (size_t)capacity * sizeof *game->undo);
    if (longer == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a choice");
    game->undo = longer;
    game->undo_capacity = capacity;
    return STATUS_OK;
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

enum status game_choose(struct game *game, int index, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    int seat = game->question.seat;
    struct undo_point point = {
        .seat = seat,
        .entry = record_count(game->record),
        .event_count = game->event_count,
        .timer = game->timer,
    };
    struct text after = {0};
    text_free(&game->traceback);
    if (game_record_is_full(game, error))
        return STATUS_BAD_INPUT;
    enum status status = game_wake(game, error);
    if (status == STATUS_OK)
        status = reserve_undo(game, error);
    if (status != STATUS_OK)
        return status;
    status = try_choice(game, index, &after, error);
    if (status != STATUS_OK) {
        take_failure_back(game);
        return status;
    }
    push_undo(game, point);
    keep_question(game);
    game->stored = after;
    if (game->draw_offer != seat)
        game->draw_offer = -1;
    tell_events(game);
    bool chance_came = record_count(game->record) > point.entry + 1;
    if (chance_came || game->question.seat != seat) {
        game_forget_undo(game);
        game->undone_in_turn = 0;
    }
    return end_if_finished(game, error);
}

const char *game_traceback(const struct game *game)
{
    return text_string(&game->traceback);
}

void game_forget_undo(struct game *game)
{
    for (int i = 0; i < game->undo_count; i++)
        text_free(&game->undo[i].position);
    free(game->undo);
    game->undo = NULL;
    game->undo_count = 0;
    game->undo_capacity = 0;
}

/* Whether `seat` may take a choice back; if not, the error says why. */
static bool check_undo(const struct game *game, int seat, struct error *error)
{
    bool is_replayed = game->times != NULL;
    if (game->over_reason != NULL || game->undo_count == 0 ||
        game->undo[game->undo_count - 1].seat != seat)
        error_set(error, STATUS_BAD_INPUT,
                  "there is nothing to take back: undo reaches back to the "
                  "last draw, in one's own turn");
    else if (!is_replayed && game->undone_in_turn >= GAME_UNDOS_IN_TURN_MAX)
        error_set(error, STATUS_BAD_INPUT,
                  "no more can be taken back in this turn: %d times is enough",
                  GAME_UNDOS_IN_TURN_MAX);
    else if (!is_replayed && game->undone >= GAME_UNDOS_MAX)
        error_set(error, STATUS_BAD_INPUT,
                  "no more can be taken back in this game: %d times is enough",
                  GAME_UNDOS_MAX);
    else
        return !game_record_is_full(game, error);
    return false;
}

bool game_may_undo(const struct game *game, int seat)
{
    struct error error;
    return check_undo(game, seat, &error);
}

/* Goes back to the point, on the table and in the record. */
static enum status go_back(struct game *game, const struct undo_point *point,
                           int64_t ts, struct error *error)
{
    int count = record_count(game->record);
    enum status status = go_to(game, &point->position, false, error);
    if (status != STATUS_OK)
        return status;
    text_clear(&game->line);
    text_addf(&game->line, "{\"to\":%d}", point->entry);
    status = game_record_append_at(game, "undo", point->seat + 1, ts, error);
    status = game_record_settle(game, count, status, error);
    struct error second;
    if (status != STATUS_OK &&
        go_to(game, &game->stored, false, &second) != STATUS_OK)
        game_rest(game);
    return status;
}

enum status game_undo(struct game *game, int seat, struct error *error)
{
    if (!check_undo(game, seat, error))
        return STATUS_BAD_INPUT;
    struct undo_point *point = &game->undo[game->undo_count - 1];
    int64_t ts = game_record_time(game);
    if (timer_end(&point->timer) <= ts)
        return error_set(error, STATUS_BAD_INPUT,
                         "the choice cannot be taken back: there would be no "
                         "time left to make another");
    enum status status = go_back(game, point, ts, error);
    if (status != STATUS_OK)
        return status;
    game->undo_count--;
    game->undone_in_turn++;
    game->undone++;
    game->draw_offer = -1;
    game->event_count = point->event_count;
    game->timer = point->timer;
    text_free(&game->stored);
    game->stored = point->position;
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

void game_forget(struct game *game)
{
    record_forget(game->record);
}

bool game_head(const struct game *game, struct game_head *head)
{
    *head = game->head;
    return game->has_head;
}

enum status game_acknowledge(struct game *game, int seat, int entry,
                             const struct signature *signature,
                             struct error *error)
{
    REQUIRE(seat >= 0 && seat < game->seat_count);
    if (!game->is_sealed)
        return error_set(error, STATUS_BAD_INPUT,
                         "the record of a game that is not sealed is signed by "
                         "nobody");
    if (entry >= 0 && entry <= game->acknowledged[seat])
        return STATUS_OK;
    enum status status =
        record_add_signature(game->record, seat + 1, entry, signature, error);
    if (status == STATUS_OK)
        game->acknowledged[seat] = entry;
    return status;
}
