#include "game/playout.h"

#include "base/json.h"
#include "game/chance.h"
#include "game/ending.h"

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
    struct chance chance;
    const char *turn_step;
    bool at_turn; /* the last question was one of the turn's first step */
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

static enum status settle(struct run *run, struct error *error)
{
    struct chance_outcome outcome;
    enum status status =
        chance_next(&run->chance, run->position, &outcome, error);
    if (status != STATUS_OK)
        return status;
    run->end->chances++;
    return position_outcome(run->position, outcome.value, error);
}

static enum status choose(struct run *run, struct error *error)
{
    int seat = position_question(run->position)->seat;
    int index = 0;
    if (run->end->first_seat < 0)
        run->end->first_seat = seat;
    run->end->choices++;
    enum status status = player_choose(&run->playout->players[seat],
                                       run->position, &index, error);
    if (status != STATUS_OK)
        return status;
    return position_choose(run->position, index, error);
}

/* Counts turns by the questions of their first step; several of them in a row
 * belong to one turn. */
static void count_turn(struct run *run)
{
    bool at_turn =
        strcmp(position_question(run->position)->step, run->turn_step) == 0;
    if (at_turn && !run->at_turn)
        run->end->turns++;
    run->at_turn = at_turn;
}

static enum status play(struct run *run, struct error *error)
{
    const struct playout *playout = run->playout;
    enum status status =
        position_new(&run->position, playout->executor, playout->listener,
                     playout->context, error);
    if (status != STATUS_OK)
        return status;
    chance_init(&run->chance, position_material(run->position),
                playout->master);
    for (;;) {
        const struct question *question = position_question(run->position);
        if (question->waiting == WAITING_NOTHING)
            break;
        if (run->end->choices + run->end->chances == QUESTIONS_MAX)
            return error_set(error, STATUS_LIMIT,
                             "step '%s': the game has not ended after %d "
                             "choices and draws",
                             question->step, QUESTIONS_MAX);
        count_turn(run);
        status = question->waiting == WAITING_CHANCE ? settle(run, error)
                                                     : choose(run, error);
        if (status != STATUS_OK)
            return status;
    }
    status = position_result(run->position, &run->end->result, error);
    if (status != STATUS_OK || playout->listener == NULL)
        return status;
    struct text event = {0};
    struct ending_seats seats = {.count =
                                     executor_seat_count(playout->executor)};
    for (int i = 0; i < seats.count; i++)
        seats.names[i] = executor_seat_name(playout->executor, i);
    ending_add_event(&event, &seats, &run->end->result, "finished");
    status = text_status(&event, "an event", error);
    if (status == STATUS_OK)
        playout->listener(playout->context, event.bytes, event.size);
    text_free(&event);
    return status;
}

enum status playout_run(const struct playout *playout, struct playout_end *end,
                        struct error *error)
{
    struct run run = {
        .playout = playout,
        .end = end,
        .turn_step = executor_turn_step(playout->executor),
    };
    *end = (struct playout_end){.first_seat = -1};
    enum status status = play(&run, error);
    chance_wipe(&run.chance);
    position_free(run.position);
    return status;
}
