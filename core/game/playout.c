#include "game/playout.h"

#include "base/json.h"
#include "game/chance.h"
#include "game/ending.h"
#include "game/trial.h"

#include <stdio.h>
#include <string.h>

enum {
    /* Choices and outcomes of one game, before something is wrong. */
    QUESTIONS_MAX = 100000,
};

/* A playout on its way. */
struct run {
    const struct playout *playout;
    struct playout_end *end;
    struct position *position; /* owned */
    struct trial *trial;       /* owned; NULL: the game is not tried */
    struct chance chance;
    int chances_in_a_row;
};

void playout_init_players(struct player *players, const enum player_kind *kinds,
                          int count, const char *seed)
{
    for (int i = 0; i < count; i++) {
        char own[PLAYOUT_SEED_SIZE + sizeof "/99"];
        snprintf(own, sizeof own, "%s/%d", seed, i + 1);
        player_init(&players[i], kinds[i], own);
    }
}

/* A listener that is there, for what is looked at only where one is. */
static void ignore(void *context, const char *json, size_t size)
{
    (void)context;
    (void)json;
    (void)size;
}

static enum status settle(struct run *run, int *given, struct error *error)
{
    struct chance_outcome outcome;
    if (run->chances_in_a_row++ == CHANCE_ROW_MAX)
        return chance_too_many(run->position, error);
    enum status status =
        chance_next(&run->chance, run->position, &outcome, error);
    if (status != STATUS_OK)
        return status;
    run->end->chances++;
    *given = outcome.value;
    return position_outcome(run->position, outcome.value, error);
}

static enum status choose(struct run *run, int *given, struct error *error)
{
    int seat = position_question(run->position)->seat;
    run->chances_in_a_row = 0;
    *given = 0;
    if (run->end->first_seat < 0)
        run->end->first_seat = seat;
    run->end->choices++;
    enum status status = player_choose(&run->playout->players[seat],
                                       run->position, given, error);
    if (status != STATUS_OK)
        return status;
    return position_choose(run->position, *given, error);
}

/* Makes a choice or gives an outcome. */
static enum status go_on(struct run *run, struct error *error)
{
    const struct question *question = position_question(run->position);
    int given = 0;
    if (run->end->choices + run->end->chances == QUESTIONS_MAX)
        return error_set(error, STATUS_LIMIT,
                         "step '%s': the game has not ended after %d choices "
                         "and draws",
                         question->step, QUESTIONS_MAX);
    enum status status = question->waiting == WAITING_CHANCE
                             ? settle(run, &given, error)
                             : choose(run, &given, error);
    if (status != STATUS_OK || run->trial == NULL)
        return status;
    status = trial_give(run->trial, given, error);
    /* A game with a record is stored where somebody is asked. */
    if (status != STATUS_OK || question->waiting == WAITING_CHANCE)
        return status;
    return trial_note(run->trial, run->position, error);
}

/* Tells the listener that the game is over. */
static enum status tell_end(const struct run *run, struct error *error)
{
    const struct playout *playout = run->playout;
    struct text event = {0};
    struct ending_seats seats = {.count =
                                     executor_seat_count(playout->executor)};
    for (int i = 0; i < seats.count; i++)
        seats.names[i] = executor_seat_name(playout->executor, i);
    ending_add_event(&event, &seats, &run->end->result, "finished");
    enum status status = text_status(&event, "an event", error);
    if (status == STATUS_OK)
        playout->listener(playout->context, event.bytes, event.size);
    text_free(&event);
    return status;
}

static enum status play(struct run *run, struct error *error)
{
    const struct playout *playout = run->playout;
    position_listener *listener = playout->listener;
    if (listener == NULL && playout->is_tried)
        listener = ignore;
    enum status status = position_new(&run->position, playout->executor,
                                      listener, playout->context, error);
    if (status != STATUS_OK)
        return status;
    chance_init(&run->chance, position_material(run->position),
                playout->master);
    if (run->trial != NULL &&
        position_question(run->position)->waiting != WAITING_CHANCE)
        status = trial_note(run->trial, run->position, error);
    while (status == STATUS_OK &&
           position_question(run->position)->waiting != WAITING_NOTHING)
        status = go_on(run, error);
    if (status == STATUS_OK)
        status = position_result(run->position, &run->end->result, error);
    if (status != STATUS_OK)
        return status;
    run->end->turns = position_turns(run->position);
    return playout->listener == NULL ? STATUS_OK : tell_end(run, error);
}

/* Players that choose at random. */
static void init_random(struct player players[MATERIAL_SEATS_MAX],
                        const struct executor *executor, const char *seed)
{
    enum player_kind kinds[MATERIAL_SEATS_MAX];
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++)
        kinds[i] = PLAYER_RANDOM;
    playout_init_players(players, kinds, executor_seat_count(executor), seed);
}

/* Plays other games, so that scripts that remember something have something to
 * remember, and then the one of the trial again. */
static enum status try_again(const struct run *run, struct error *error)
{
    static const char *const seeds[] = {"other 1", "other 2", "other 3"};
    const struct playout *playout = run->playout;
    struct player players[MATERIAL_SEATS_MAX];
    struct hash master;
    struct playout_end end;
    struct playout other = {
        .executor = playout->executor, .master = &master, .players = players};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof seeds / sizeof *seeds;
         i++) {
        draw_seed_from_text(&master, seeds[i]);
        init_random(players, playout->executor, seeds[i]);
        status = playout_run(&other, &end, error);
    }
    return status == STATUS_OK
               ? trial_again(run->trial, playout->executor, error)
               : status;
}

enum status playout_run(const struct playout *playout, struct playout_end *end,
                        struct error *error)
{
    struct run run = {
        .playout = playout,
        .end = end,
    };
    *end = (struct playout_end){.first_seat = -1};
    enum status status = STATUS_OK;
    if (playout->is_tried)
        status = trial_new(&run.trial, error);
    if (status == STATUS_OK)
        status = play(&run, error);
    if (status == STATUS_OK && playout->is_tried)
        status = try_again(&run, error);
    chance_wipe(&run.chance);
    position_free(run.position);
    trial_free(run.trial);
    return status;
}

/* Plays the game of `seed` by random choices, in an executor made for it, and
 * tries it. */
static enum status try_game(const struct ruleset *ruleset, const char *seed,
                            struct error *error)
{
    struct executor *executor;
    struct player players[MATERIAL_SEATS_MAX];
    struct hash master;
    struct playout_end end;
    enum status status = executor_new(&executor, ruleset, error);
    if (status != STATUS_OK)
        return status;
    draw_seed_from_text(&master, seed);
    init_random(players, executor, seed);
    struct playout playout = {.executor = executor,
                              .master = &master,
                              .players = players,
                              .is_tried = true};
    status = playout_run(&playout, &end, error);
    executor_free(executor);
    return status;
}

enum status playout_try(const struct ruleset *ruleset, struct error *error)
{
    static const char *const seeds[] = {"1", "2", "3", "4"};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof seeds / sizeof *seeds;
         i++)
        status = try_game(ruleset, seeds[i], error);
    return status;
}
