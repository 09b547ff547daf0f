/*
 * scenario_step -- plays the steps of a scenario.
 */

#include "game/scenario_inside.h"

#include "base/json.h"
#include "base/list.h"
#include "game/pattern.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_TOLD_MAX = 12 }; /* that are listed before "and N more" */

void scenario_step_forget(struct scenario_run *run)
{
    for (int i = 0; i < run->event_count; i++)
        json_free(run->events[i].tree);
    run->event_count = run->next_event = 0;
}

void scenario_step_hear(void *context, const char *bytes, size_t size)
{
    struct scenario_run *run = context;
    struct error error;
    struct scenario_event *events = list_grow(run->events, &run->event_max,
                                              run->event_count, sizeof *events);
    if (events == NULL) {
        run->events_failed = true;
        return;
    }
    run->events = events;
    struct scenario_event *event = &run->events[run->event_count];
    *event = (struct scenario_event){0};
    if (json_parse(&event->tree, bytes, size, &error) == STATUS_OK)
        run->event_count++;
    else
        run->events_failed = true;
}

/* Gives a choice or an outcome, and then the same once more by value, as a game
 * with a record is played: in an executor that knows of nothing, and in the one
 * that has just done it. */
static enum status give(struct scenario_run *run, int given,
                        struct error *error)
{
    struct position *position = run->position;
    enum status status = position_question(position)->waiting == WAITING_CHOICE
                             ? position_choose(position, given, error)
                             : position_outcome(position, given, error);
    if (status == STATUS_OK)
        status = trial_give(run->trial, given, error);
    if (status == STATUS_OK)
        status = trial_note(run->trial, position, error);
    if (status != STATUS_OK)
        return status;
    struct executor *executor;
    status = executor_new(&executor, run->ruleset, error);
    if (status != STATUS_OK)
        return status;
    status = trial_again(run->trial, executor, error);
    executor_free(executor);
    if (status == STATUS_OK)
        status = trial_again(run->trial, run->executor, error);
    trial_forget(run->trial);
    return status == STATUS_OK ? trial_note(run->trial, position, error)
                               : status;
}

/* Draws the item of the pile that chance waits for. */
static enum status draw_item(struct scenario_run *run, int item,
                             struct error *error)
{
    int pile = position_question(run->position)->pile;
    run->drawn = executor_item_name(run->executor, pile, item);
    return give(run, item, error);
}

/* Says that the pile has no such item any more, and what it has. */
static enum status not_left(const struct scenario_run *run,
                            const struct pile *pile, int index,
                            const char *name, struct error *error)
{
    struct text left = {0};
    for (int i = 0; i < pile->left_count && i < NAMES_TOLD_MAX; i++)
        text_addf(&left, "%s%s", i > 0 ? ", " : "",
                  executor_item_name(run->executor, index, pile->left[i]));
    if (pile->left_count > NAMES_TOLD_MAX)
        text_addf(&left, " and %d more", pile->left_count - NAMES_TOLD_MAX);
    enum status status = error_set(error, STATUS_BAD_INPUT,
                                   "'%s' is not left in %s; there are: %s",
                                   name, pile->name, text_string(&left));
    text_free(&left);
    return status;
}

/* The item called `name` of the pile that chance waits for in *item; -1 when
 * it waits for nothing, or for another pile's. An error when the item was
 * drawn before. */
static enum status find_item(struct scenario_run *run, const char *name,
                             int *item, struct error *error)
{
    const struct question *question = position_question(run->position);
    *item = -1;
    if (question->waiting != WAITING_CHANCE || question->pile < 0)
        return STATUS_OK;
    const struct pile *pile =
        &position_material(run->position)->piles[question->pile];
    *item = executor_find_item(run->executor, question->pile, name);
    if (*item >= 0 && !pile_has(pile, *item))
        return not_left(run, pile, question->pile, name, error);
    return STATUS_OK;
}

/* Checks that one of the piles has an item of that name. */
static enum status check_item(const struct scenario_run *run, const char *name,
                              struct error *error)
{
    const struct material *material = position_material(run->position);
    struct text piles = {0};
    bool found = false;
    for (int i = 0; i < material->pile_count && !found; i++) {
        found = executor_find_item(run->executor, i, name) >= 0;
        text_addf(&piles, "%s%s (%s, ...)", i > 0 ? ", " : "",
                  material->piles[i].name,
                  executor_item_name(run->executor, i, 0));
    }
    enum status status = STATUS_OK;
    if (!found)
        status = error_set(error, STATUS_BAD_INPUT,
                           "no pile has an item '%s'; the piles are: %s", name,
                           text_string(&piles));
    text_free(&piles);
    return status;
}

static enum status play_draw(struct scenario_run *run, struct error *error)
{
    int item;
    enum status status = check_item(run, run->statement->what, error);
    if (status == STATUS_OK)
        status = find_item(run, run->statement->what, &item, error);
    if (status != STATUS_OK)
        return status;
    if (item >= 0)
        return draw_item(run, item, error);
    struct text asked = {0};
    scenario_ask_add_question(run, &asked);
    scenario_run_differ(run, "it is not drawn now: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

static enum status play_roll(struct scenario_run *run, struct error *error)
{
    const struct question *question = position_question(run->position);
    int value = run->statement->place.x;
    if (question->waiting == WAITING_CHANCE && question->pile < 0 &&
        value <= question->sides)
        return give(run, value, error);
    struct text asked = {0};
    scenario_ask_add_question(run, &asked);
    scenario_run_differ(run, "this is not rolled now: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

/* Says that the tile may not be laid there, and why. */
static void tell_refusal(struct scenario_run *run, int tile)
{
    const struct board *board = &position_material(run->position)->board;
    const struct place *place = &run->statement->place;
    struct placement placement = {.tile = (uint8_t)tile,
                                  .turns = (uint8_t)place->turns,
                                  .space =
                                      board_space(board, place->x, place->y)};
    enum verdict verdict = board_may_lay(board, placement);
    scenario_run_differ(run, "%s may not lay %s there: %s", run->statement->who,
                        run->statement->what,
                        verdict == VERDICT_OK ? "it is not offered"
                                              : verdict_text(verdict));
}

/* Draws the tile first where the game waits for it. */
static enum status play_lays(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    int tile;
    int item;
    enum status status = scenario_ask_tile(run, statement->what, &tile, error);
    if (status == STATUS_OK)
        status = find_item(run, statement->what, &item, error);
    if (status == STATUS_OK && item >= 0)
        status = draw_item(run, item, error);
    if (status != STATUS_OK || !scenario_ask_asks(run, statement->who))
        return status;
    if (run->drawn == NULL || strcmp(run->drawn, statement->what) != 0) {
        scenario_run_differ(run, "%s was drawn, not %s",
                            run->drawn == NULL ? "no tile" : run->drawn,
                            statement->what);
        return STATUS_OK;
    }
    int index;
    status =
        scenario_ask_find_place(run, tile, &statement->place, &index, error);
    if (status != STATUS_OK)
        return status;
    if (index >= 0)
        return give(run, index, error);
    tell_refusal(run, tile);
    return STATUS_OK;
}

static enum status play_chooses(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    if (!scenario_ask_asks(run, statement->who))
        return STATUS_OK;
    int found = -1;
    int count = 0;
    for (int i = 0; i < position_question(run->position)->choice_count; i++) {
        struct json *choice;
        enum status status = scenario_ask_choice(run, i, &choice, error);
        if (status != STATUS_OK)
            return status;
        if (pattern_fits_choice(choice, statement->words,
                                statement->word_count)) {
            found = i;
            count++;
        }
        json_free(choice);
    }
    if (count == 1)
        return give(run, found, error);
    struct text choices = {0};
    enum status status = scenario_ask_add_choices(run, &choices, error);
    scenario_run_differ(run, "%s; %s may choose: %s",
                        count == 0 ? "this is not offered"
                                   : "more than one choice is meant by it",
                        statement->who, text_string(&choices));
    text_free(&choices);
    return status;
}

static enum status play_final(struct scenario_run *run, struct error *error)
{
    if (position_is_at_turn(run->position)) {
        enum status status = position_preset_final(run->position, error);
        trial_forget(run->trial);
        return status == STATUS_OK
                   ? trial_note(run->trial, run->position, error)
                   : status;
    }
    struct text asked = {0};
    scenario_ask_add_question(run, &asked);
    scenario_run_differ(run, "a turn is not over: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

enum status scenario_step_play(struct scenario_run *run, struct error *error)
{
    scenario_step_forget(run);
    switch (run->statement->kind) {
    case STATEMENT_DRAW:
        return play_draw(run, error);
    case STATEMENT_ROLL:
        return play_roll(run, error);
    case STATEMENT_LAYS:
        return play_lays(run, error);
    case STATEMENT_CHOOSES:
        return play_chooses(run, error);
    default:
        return play_final(run, error);
    }
}
