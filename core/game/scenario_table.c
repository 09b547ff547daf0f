/*
 * scenario_table -- puts on the table what a scenario starts with.
 */

#include "game/scenario_inside.h"

#include <stdlib.h>
#include <string.h>

static const char TABLE[] = "table";
static const char SUPPLY[] = "supply";

/* Where the tile lies in *space; false when it does not. */
static bool find_laid(const struct board *board, int tile, uint8_t *space)
{
    for (int i = board->plan->start_count; i < board->piece_count; i++)
        if (board->pieces[i].tile == tile) {
            *space = board->pieces[i].space;
            return true;
        }
    return false;
}

/* Lays the tile of the run's statement if it can be laid by now. Tiles that
 * touch nothing yet wait for others, unless they are the `last_try`. */
static enum status lay_tile(struct scenario_run *run, bool last_try,
                            bool *is_laid, struct error *error)
{
    const struct statement *statement = run->statement;
    const struct place *place = &statement->place;
    const struct board *board = &position_material(run->position)->board;
    int tile;
    uint8_t space;
    *is_laid = false;
    enum status status = scenario_ask_tile(run, statement->what, &tile, error);
    if (status != STATUS_OK)
        return status;
    if (find_laid(board, tile, &space)) {
        if (board_space(board, place->x, place->y) == space)
            return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "%s lies at %d,%d already",
                         statement->what, board->x[space], board->y[space]);
    }
    struct placement placement = {.tile = (uint8_t)tile,
                                  .turns = (uint8_t)place->turns,
                                  .space =
                                      board_space(board, place->x, place->y)};
    enum verdict verdict = board_may_lay(board, placement);
    if (verdict == VERDICT_APART && !last_try)
        return STATUS_OK;
    if (verdict != VERDICT_OK)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s may not lie at %d,%d turned %d: %s",
                         statement->what, place->x, place->y, place->turns,
                         verdict_text(verdict));
    *is_laid = true;
    return position_preset_tile(run->position, statement->what, place->x,
                                place->y, place->turns, error);
}

/* Lays all tiles, in whichever order they can be laid. */
static enum status lay_tiles(struct scenario_run *run, struct error *error)
{
    const struct scenario *scenario = run->scenario;
    const struct statement *first =
        run->file->statements + scenario->first_statement;
    bool last_try = false;
    while (true) {
        bool some_laid = false;
        for (int i = 0; i < scenario->statement_count; i++) {
            bool is_laid;
            run->statement = &first[i];
            if (run->statement->kind != STATEMENT_TILE)
                continue;
            enum status status = lay_tile(run, last_try, &is_laid, error);
            if (status != STATUS_OK)
                return status;
            some_laid = some_laid || is_laid;
        }
        if (!some_laid && last_try)
            return STATUS_OK;
        last_try = !some_laid;
    }
}

static enum status put_follower(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    int seat;
    int column;
    int row;
    enum status status = scenario_ask_seat(run, statement->who, &seat, error);
    if (status == STATUS_OK)
        status = scenario_ask_segment(run, &column, &row, error);
    if (status != STATUS_OK)
        return status;
    return position_preset_follower(run->position, seat, statement->place.x,
                                    statement->place.y, column, row, error);
}

/* white: supply 3. With those on the board not more than there are. */
static enum status set_supply(struct scenario_run *run, int seat,
                              struct error *error)
{
    const struct material *material = position_material(run->position);
    const struct statement *statement = run->statement;
    int on_board = 0;
    for (int i = 0; i < material->board.follower_count; i++)
        on_board += material->board.followers[i].player == seat;
    int max = run->supply[seat] - on_board;
    char *end = NULL;
    long count = -1;
    if (statement->word_count == 2)
        count = strtol(statement->words[1], &end, 10);
    if (end == NULL || *end != '\0' || count < 0 || count > max)
        return error_set(error, STATUS_BAD_INPUT,
                         "the supply of %s is from 0 to %d, since %d "
                         "stand on the board",
                         statement->who, max, on_board);
    return position_preset_supply(run->position, seat, (int)count, error);
}

static enum status set_pile(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    return position_preset_pile(run->position, statement->who, statement->words,
                                statement->word_count, error);
}

static enum status no_such_holder(struct scenario_run *run, struct error *error)
{
    const struct material *material = position_material(run->position);
    struct text names = {0};
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        text_addf(&names, "%s, ", executor_seat_name(run->executor, i));
    text_add(&names, TABLE);
    for (int i = 0; i < material->pile_count; i++)
        text_addf(&names, ", %s", material->piles[i].name);
    enum status status = error_set(error, STATUS_BAD_INPUT,
                                   "there is no '%s' here; there are: %s",
                                   run->statement->who, text_string(&names));
    text_free(&names);
    return status;
}

static enum status give(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    int seat = -1;
    if (executor_find_pile(run->executor, statement->who) >= 0)
        return set_pile(run, error);
    if (strcmp(statement->who, TABLE) != 0) {
        if (scenario_ask_seat(run, statement->who, &seat, error) != STATUS_OK)
            return no_such_holder(run, error);
        if (strcmp(statement->words[0], SUPPLY) == 0)
            return set_supply(run, seat, error);
    }
    enum status status = position_preset_word(
        run->position, statement->words[0], seat, statement->words + 1,
        statement->word_count - 1, error);
    return status;
}

static enum status set_turn(struct scenario_run *run, struct error *error)
{
    int seat;
    enum status status =
        scenario_ask_seat(run, run->statement->who, &seat, error);
    if (status == STATUS_OK)
        status =
            position_preset_word(run->position, "turn", seat, NULL, 0, error);
    return status;
}

static enum status put(struct scenario_run *run, struct error *error)
{
    switch (run->statement->kind) {
    case STATEMENT_FOLLOWER:
        return put_follower(run, error);
    case STATEMENT_GIVEN:
        return give(run, error);
    case STATEMENT_TURN:
        return set_turn(run, error);
    default:
        return STATUS_OK;
    }
}

/* Whether the first step is the final scoring: then no turn is begun, which
 * could not be when all tiles lie on the board. */
static bool starts_with_final(const struct scenario_run *run)
{
    const struct scenario *scenario = run->scenario;
    for (int i = 0; i < scenario->statement_count; i++) {
        enum statement_kind kind =
            run->file->statements[scenario->first_statement + i].kind;
        if (kind >= STATEMENT_DRAW && kind <= STATEMENT_FINAL)
            return kind == STATEMENT_FINAL;
    }
    return false;
}

enum status scenario_table_set(struct scenario_run *run, struct error *error)
{
    const struct scenario *scenario = run->scenario;
    const struct statement *first =
        run->file->statements + scenario->first_statement;
    run->statement = first;
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        run->supply[i] = position_material(run->position)->supply[i][0];
    if (!scenario->has_turn)
        return STATUS_OK;
    enum status status = lay_tiles(run, error);
    /* Followers first: a supply that is set is what is left besides them. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < scenario->statement_count && status == STATUS_OK;
             i++) {
            run->statement = &first[i];
            if ((first[i].kind == STATEMENT_FOLLOWER) == (pass == 0))
                status = put(run, error);
        }
    if (status == STATUS_OK && !starts_with_final(run))
        status = position_preset_done(run->position, error);
    return status;
}
