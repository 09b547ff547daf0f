#include "game/playout.h"

#include "base/json.h"
#include "game/game.h"

#include <stdio.h>
#include <string.h>

enum {
    /* Choices and outcomes of one game, before something is wrong. */
    QUESTIONS_MAX = 100000,
};

/* A label, and how often it has been rolled. */
struct roll_count {
    char label[POSITION_ROLL_SIZE];
    uint64_t count;
};

/* A playout on its way. */
struct run {
    const struct playout *playout;
    struct playout_end *end;
    struct position *position; /* owned */
    struct deck decks[MATERIAL_PILES_MAX];
    uint64_t seals[MATERIAL_PILES_MAX]; /* how often each was sealed again */
    int label_count;
    struct roll_count rolls[GAME_ROLLS_MAX];
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

static enum status roll(struct run *run, int *outcome, struct error *error)
{
    const struct question *question = position_question(run->position);
    int i = 0;
    while (i < run->label_count &&
           strcmp(run->rolls[i].label, question->roll) != 0)
        i++;
    if (i == GAME_ROLLS_MAX)
        return error_set(error, STATUS_SCRIPT,
                         "a game rolls with at most %d labels", GAME_ROLLS_MAX);
    struct roll_count *count = &run->rolls[i];
    if (i == run->label_count) {
        memcpy(count->label, question->roll, strlen(question->roll) + 1);
        run->label_count++;
    }
    *outcome = (int)draw_roll(run->playout->master, count->label,
                              count->count++, (uint32_t)question->sides);
    return STATUS_OK;
}

/* The next item of the deck; when all have come, what went back since is
 * sealed again. */
static enum status draw(struct run *run, int *outcome, struct error *error)
{
    int index = position_question(run->position)->pile;
    const struct pile *pile = &position_material(run->position)->piles[index];
    struct deck *deck = &run->decks[index];
    if (pile->left_count == 0)
        return error_set(error, STATUS_SCRIPT,
                         "step '%s' draws from the pile '%s', which is empty",
                         position_question(run->position)->step, pile->name);
    if (deck_left(deck) == 0)
        deck_seal(deck, pile, run->playout->master, ++run->seals[index]);
    *outcome = deck_next(deck);
    return STATUS_OK;
}

static enum status settle(struct run *run, struct error *error)
{
    int outcome = 0;
    enum status status = position_question(run->position)->pile < 0
                             ? roll(run, &outcome, error)
                             : draw(run, &outcome, error);
    if (status != STATUS_OK)
        return status;
    run->end->chances++;
    return position_outcome(run->position, outcome, error);
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

/* Tells the event that ends every game. */
static enum status tell_end(const struct run *run, struct error *error)
{
    const struct executor *executor = run->playout->executor;
    const struct result *result = &run->end->result;
    struct text event = {0};
    text_add(&event, "{\"event\":\"game_over\",\"scores\":{");
    for (int i = 0; i < executor_seat_count(executor); i++)
        json_add_member_integer(&event, executor_seat_name(executor, i),
                                result->scores[i]);
    text_add(&event, "},\"winner\":");
    if (result->winner < 0)
        text_add(&event, "null");
    else
        text_addf(&event, "\"%s\"",
                  executor_seat_name(executor, result->winner));
    text_add(&event, ",\"reason\":\"finished\"}");
    enum status status = text_status(&event, "an event", error);
    if (status == STATUS_OK)
        run->playout->listener(run->playout->context, event.bytes, event.size);
    text_free(&event);
    return status;
}

static enum status play(struct run *run, struct error *error)
{
    const struct playout *playout = run->playout;
    enum status status =
        position_new(&run->position, playout->executor, playout->listener,
                     playout->context, error);
    if (status != STATUS_OK)
        return status;
    const struct material *material = position_material(run->position);
    for (int i = 0; i < material->pile_count; i++)
        deck_seal(&run->decks[i], &material->piles[i], playout->master, 0);
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
    if (status == STATUS_OK && playout->listener != NULL)
        status = tell_end(run, error);
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
    position_free(run.position);
    return status;
}
