/*
 * scenario_offer -- looks at what must be offered in a scenario, and what not.
 */

#include "game/scenario_inside.h"

#include "base/json.h"
#include "game/pattern.h"

#include <stdlib.h>
#include <string.h>

static const char COMMA[] = ",";

/* Says that it is not so, and what may be chosen. */
static enum status differ_choices(struct scenario_run *run, const char *what,
                                  struct error *error)
{
    struct text choices = {0};
    enum status status = scenario_ask_add_choices(run, &choices, error);
    scenario_run_differ(run, "%s; %s may choose: %s", what, run->statement->who,
                        text_string(&choices));
    text_free(&choices);
    return status;
}

/* may not lay: the placement is not offered, and why. */
static enum status expect_refused(struct scenario_run *run, int tile, int index,
                                  struct error *error)
{
    const struct statement *statement = run->statement;
    const struct board *board = &position_material(run->position)->board;
    const struct place *place = &statement->place;
    if (index >= 0)
        return differ_choices(run, "it is offered", error);
    if (statement->reason == NULL)
        return STATUS_OK;
    struct placement placement = {.tile = (uint8_t)tile,
                                  .turns = (uint8_t)place->turns,
                                  .space =
                                      board_space(board, place->x, place->y)};
    const char *reason = verdict_text(board_may_lay(board, placement));
    if (strcmp(reason, statement->reason) != 0)
        scenario_run_differ(run, "it reads: %s", reason);
    return STATUS_OK;
}

/* The place that the words from *index on say; goes on behind the comma. */
static struct place next_place(const struct statement *statement, int *index)
{
    struct place place = {0};
    const char *const *words = statement->words;
    int i = *index + 1; /* behind "at" */
    char *end;
    place.x = (int)strtol(words[i], &end, 10);
    place.y = (int)strtol(end + 1, NULL, 10);
    i++;
    if (i < statement->word_count && strcmp(words[i], "turned") == 0) {
        place.turns = (int)strtol(words[i + 1], NULL, 10);
        i += 2;
    }
    *index = i + 1; /* behind the comma, or the end */
    return place;
}

enum status scenario_offer_lay(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    int tile;
    enum status status = scenario_ask_tile(run, statement->what, &tile, error);
    if (status != STATUS_OK || !scenario_ask_asks(run, statement->who))
        return status;
    if (run->drawn == NULL || strcmp(run->drawn, statement->what) != 0) {
        scenario_run_differ(run, "the tile drawn is %s",
                            run->drawn == NULL ? "none" : run->drawn);
        return STATUS_OK;
    }
    int count = 0;
    for (int i = 0; i < statement->word_count;) {
        int index;
        struct place place = next_place(statement, &i);
        status = scenario_ask_find_place(run, tile, &place, &index, error);
        if (status == STATUS_OK && statement->is_not)
            return expect_refused(run, tile, index, error);
        if (status == STATUS_OK && index < 0) {
            struct text what = {0};
            text_addf(&what, "at %d,%d turned %d is not offered", place.x,
                      place.y, place.turns);
            status = differ_choices(run, text_string(&what), error);
            text_free(&what);
            return status;
        }
        if (status != STATUS_OK)
            return status;
        count++;
    }
    if (statement->is_only &&
        count != position_question(run->position)->choice_count)
        return differ_choices(run, "more is offered", error);
    return STATUS_OK;
}

/* Marks in `offered` which choices the words of one part fit; the number of
 * them in *count. */
static enum status mark_choices(struct scenario_run *run,
                                const char *const *words, int word_count,
                                bool *offered, int *count, struct error *error)
{
    *count = 0;
    for (int i = 0; i < position_question(run->position)->choice_count; i++) {
        struct json *choice;
        enum status status = scenario_ask_choice(run, i, &choice, error);
        if (status != STATUS_OK)
            return status;
        if (pattern_fits_choice(choice, words, word_count)) {
            offered[i] = true;
            (*count)++;
        }
        json_free(choice);
    }
    return STATUS_OK;
}

static enum status expect_choices(struct scenario_run *run, bool *offered,
                                  struct error *error)
{
    const struct statement *statement = run->statement;
    int start = 0;
    for (int i = 0; i <= statement->word_count; i++) {
        int count;
        if (i < statement->word_count &&
            strcmp(statement->words[i], COMMA) != 0)
            continue;
        enum status status = mark_choices(run, statement->words + start,
                                          i - start, offered, &count, error);
        if (status != STATUS_OK)
            return status;
        if (count == 0)
            return differ_choices(run, "not all of it is offered", error);
        start = i + 1;
    }
    for (int i = 0; i < position_question(run->position)->choice_count; i++)
        if (statement->is_only && !offered[i])
            return differ_choices(run, "more is offered", error);
    return STATUS_OK;
}

enum status scenario_offer_choose(struct scenario_run *run, struct error *error)
{
    if (!scenario_ask_asks(run, run->statement->who))
        return STATUS_OK;
    size_t count = (size_t)position_question(run->position)->choice_count;
    bool *offered = calloc(count, sizeof *offered);
    if (offered == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for choices");
    enum status status = expect_choices(run, offered, error);
    free(offered);
    return status;
}
