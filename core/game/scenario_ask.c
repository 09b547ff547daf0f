/*
 * scenario_ask -- what names in a scenario stand for, and what the game asks.
 */

#include "game/scenario_inside.h"

#include "base/json.h"
#include "game/pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_TOLD_MAX = 24 }; /* that are listed before "and N more" */

static int find_seat(const struct scenario_run *run, const char *name)
{
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        if (strcmp(executor_seat_name(run->executor, i), name) == 0)
            return i;
    return -1;
}

enum status scenario_ask_seat(const struct scenario_run *run, const char *name,
                              int *seat, struct error *error)
{
    *seat = find_seat(run, name);
    if (*seat >= 0)
        return STATUS_OK;
    struct text seats = {0};
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        text_addf(&seats, "%s%s", i > 0 ? ", " : "",
                  executor_seat_name(run->executor, i));
    enum status status = error_set(error, STATUS_BAD_INPUT,
                                   "there is no player '%s'; there are: %s",
                                   name, text_string(&seats));
    text_free(&seats);
    return status;
}

enum status scenario_ask_tile(const struct scenario_run *run, const char *name,
                              int *tile, struct error *error)
{
    const struct tileset *tileset = executor_tileset(run->executor);
    *tile = tileset_find(tileset, name);
    if (*tile >= 0)
        return STATUS_OK;
    if (tileset->tile_count == 0)
        return error_set(error, STATUS_BAD_INPUT, "this game has no tiles");
    return error_set(error, STATUS_BAD_INPUT,
                     "there is no tile '%s'; the tiles are %s to %s", name,
                     tileset->tiles[0].name,
                     tileset->tiles[tileset->tile_count - 1].name);
}

/* Adds the letters by which a tile's segments of a kind are called. */
static void add_segments(struct text *out, const struct tile *tile, int kind)
{
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].kind == kind)
            text_addf(out, " 'column %d row %d'", tile->segments[i].column,
                      tile->segments[i].row);
}

static enum status find_segment(const struct scenario_run *run,
                                const struct tile *tile, int kind, int *column,
                                int *row, struct error *error)
{
    const struct statement *statement = run->statement;
    int count = 0;
    for (int i = 0; i < tile->segment_count; i++) {
        const struct segment *segment = &tile->segments[i];
        if (segment->kind != kind ||
            (statement->place.column >= 0 &&
             (segment->column != statement->place.column ||
              segment->row != statement->place.row)))
            continue;
        *column = segment->column;
        *row = segment->row;
        count++;
    }
    if (count == 1)
        return STATUS_OK;
    struct text known = {0};
    add_segments(&known, tile, kind);
    enum status status;
    if (known.size == 0)
        status = error_set(error, STATUS_BAD_INPUT, "tile %s has no %s",
                           tile->name, statement->what);
    else if (count == 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "tile %s has no such %s; it has%s", tile->name,
                           statement->what, text_string(&known));
    else
        status = error_set(error, STATUS_BAD_INPUT,
                           "tile %s has more than one %s; which:%s?",
                           tile->name, statement->what, text_string(&known));
    text_free(&known);
    return status;
}

enum status scenario_ask_segment(const struct scenario_run *run, int *column,
                                 int *row, struct error *error)
{
    const struct statement *statement = run->statement;
    const struct board *board = &position_material(run->position)->board;
    const struct alphabet *alphabet =
        &executor_tileset(run->executor)->alphabet;
    int kind = alphabet_kind(alphabet, statement->what);
    if (kind < 0) {
        struct text kinds = {0};
        for (int i = 0; i < alphabet->kind_count; i++)
            text_addf(&kinds, "%s%s", i > 0 ? ", " : "",
                      alphabet->kinds[i].name);
        enum status status =
            error_set(error, STATUS_BAD_INPUT,
                      "nothing on a tile is called '%s'; there are: %s",
                      statement->what, text_string(&kinds));
        text_free(&kinds);
        return status;
    }
    int x = statement->place.x;
    int y = statement->place.y;
    uint8_t space = board_space(board, x, y);
    if (space == SPACE_WALL || board->piece_at[space] == PIECE_NONE)
        return error_set(error, STATUS_BAD_INPUT, "no tile lies at %d,%d", x,
                         y);
    return find_segment(run, board_tile(board, board->piece_at[space]), kind,
                        column, row, error);
}

void scenario_ask_add_question(const struct scenario_run *run, struct text *out)
{
    const struct question *question = position_question(run->position);
    switch (question->waiting) {
    case WAITING_CHOICE:
        text_addf(out, "%s is asked %s",
                  executor_seat_name(run->executor, question->seat),
                  question->step);
        break;
    case WAITING_CHANCE:
        if (question->pile >= 0)
            text_addf(
                out, "%s waits for an item of %s", question->step,
                position_material(run->position)->piles[question->pile].name);
        else
            text_addf(out, "%s waits for a roll of 1 to %d", question->step,
                      question->sides);
        break;
    case WAITING_NOTHING:
        text_add(out, "the game is over");
        break;
    }
}

bool scenario_ask_asks(struct scenario_run *run, const char *who)
{
    const struct question *question = position_question(run->position);
    if (question->waiting == WAITING_CHOICE &&
        strcmp(executor_seat_name(run->executor, question->seat), who) == 0)
        return true;
    struct text asked = {0};
    scenario_ask_add_question(run, &asked);
    scenario_run_differ(run, "%s is not asked: %s", who, text_string(&asked));
    text_free(&asked);
    return false;
}

enum status scenario_ask_choice(struct scenario_run *run, int index,
                                struct json **out, struct error *error)
{
    struct text choice = {0};
    enum status status = position_choice(run->position, index, &choice, error);
    *out = NULL;
    if (status == STATUS_OK)
        status = json_parse(out, choice.bytes, choice.size, error);
    text_free(&choice);
    return status;
}

enum status scenario_ask_add_choices(struct scenario_run *run, struct text *out,
                                     struct error *error)
{
    int count = position_question(run->position)->choice_count;
    int told = count > CHOICES_TOLD_MAX ? CHOICES_TOLD_MAX : count;
    for (int i = 0; i < told; i++) {
        struct json *choice;
        enum status status = scenario_ask_choice(run, i, &choice, error);
        if (status != STATUS_OK)
            return status;
        text_add(out, i > 0 ? ", " : "");
        pattern_add_choice(out, choice);
        json_free(choice);
    }
    if (told < count)
        text_addf(out, " and %d more", count - told);
    return STATUS_OK;
}

enum status scenario_ask_find_place(struct scenario_run *run, int tile,
                                    const struct place *place, int *index,
                                    struct error *error)
{
    const struct tile *laid = &executor_tileset(run->executor)->tiles[tile];
    char json[64];
    int size =
        snprintf(json, sizeof json, "{\"turns\":%d,\"x\":%d,\"y\":%d}",
                 tile_same_turns(laid, place->turns), place->x, place->y);
    return position_find_choice(run->position, json, (size_t)size, index,
                                error);
}
