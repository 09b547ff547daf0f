/*
 * position_preset -- what scenarios put on the table before the play starts.
 */

#include "script/advance.h"
#include "script/executor_inside.h"
#include "tile/feature.h"

#include <string.h>

/* What every seat can be given, besides the game's own words:
 * position_preset_supply. */
static const char SUPPLY[] = "supply";

struct preset {
    struct position *position;
    const char *word;
    int seat; /* -1: the table's, nobody's */
    const char *const *words;
    int count;
};

static enum status enter(struct position *position, lua_CFunction body,
                         struct preset *preset, struct error *error)
{
    preset->position = position;
    return position_enter(position, body, preset, error);
}

/* Plays on to the next question. */
static int run_body(lua_State *L)
{
    struct preset *preset = lua_touserdata(L, 1);
    advance_run(L, preset->position);
    return 0;
}

enum status position_preset_tile(struct position *position, const char *tile,
                                 int x, int y, int turns, struct error *error)
{
    struct board *board = &position->material.board;
    int index = tileset_find(board->tileset, tile);
    if (index < 0)
        return error_set(error, STATUS_BAD_INPUT, "there is no tile '%s'",
                         tile);
    struct placement placement = {.tile = (uint8_t)index,
                                  .turns = (uint8_t)(turns & 3),
                                  .space = board_space(board, x, y)};
    enum verdict verdict = board_may_lay(board, placement);
    if (verdict != VERDICT_OK)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s may not lie at %d,%d turned %d: %s", tile, x, y,
                         turns, verdict_text(verdict));
    board_lay(board, placement);
    for (int pile = 0; pile < position->executor->pile_count; pile++) {
        int item = executor_find_item(position->executor, pile, tile);
        if (item >= 0 && pile_has(&position->material.piles[pile], item))
            pile_take(&position->material.piles[pile], item);
    }
    return STATUS_OK;
}

enum status position_preset_follower(struct position *position, int seat, int x,
                                     int y, int column, int row,
                                     struct error *error)
{
    struct board *board = &position->material.board;
    uint8_t space = board_space(board, x, y);
    if (space == SPACE_WALL || board->piece_at[space] == PIECE_NONE)
        return error_set(error, STATUS_BAD_INPUT, "no tile lies at %d,%d", x,
                         y);
    uint8_t piece = board->piece_at[space];
    const struct tile *tile = board_tile(board, piece);
    for (int i = 0; i < tile->segment_count; i++) {
        if (tile->segments[i].column != column || tile->segments[i].row != row)
            continue;
        if (board->follower_count == BOARD_FOLLOWERS_MAX)
            return error_set(error, STATUS_BAD_INPUT,
                             "no more than %d followers fit on a board",
                             BOARD_FOLLOWERS_MAX);
        if (position->material.supply[seat][0] == 0)
            return error_set(error, STATUS_BAD_INPUT,
                             "%s has no followers left",
                             position->executor->seats[seat]);
        position->material.supply[seat][0]--;
        board_place_follower(board, feature_node(board, piece, i),
                             (uint8_t)seat, 0,
                             position->executor->figures[0].weight);
        return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT,
                     "tile %s has no segment whose first letter is at %d,%d",
                     tile->name, column, row);
}

enum status position_preset_supply(struct position *position, int seat,
                                   int count, struct error *error)
{
    if (count < 0 || count > 60 || position->executor->figure_count == 0)
        return error_set(error, STATUS_BAD_INPUT, "a supply cannot be %d",
                         count);
    position->material.supply[seat][0] = (uint8_t)count;
    return STATUS_OK;
}

enum status position_preset_pile(struct position *position, const char *pile,
                                 const char *const *items, int count,
                                 struct error *error)
{
    const struct executor *executor = position->executor;
    int index = executor_find_pile(executor, pile);
    if (index < 0)
        return error_set(error, STATUS_BAD_INPUT, "there is no pile '%s'",
                         pile);
    struct pile *left = &position->material.piles[index];
    struct pile wanted = *left;
    while (wanted.left_count > 0)
        pile_take(&wanted, wanted.left[0]);
    for (int i = 0; i < count; i++) {
        int item = executor_find_item(executor, index, items[i]);
        if (item < 0 || !pile_has(left, item) || pile_has(&wanted, item))
            return error_set(error, STATUS_BAD_INPUT,
                             "'%s' is not left in the pile '%s'", items[i],
                             pile);
        pile_put_back(&wanted, item);
    }
    *left = wanted;
    return STATUS_OK;
}

/* Adds the names that the table at the top has and, if it is not NULL, one
 * `more`, in order. */
static void add_names(lua_State *L, luaL_Buffer *out, int table,
                      const char *more)
{
    const char *last = "";
    while (true) {
        const char *next = more != NULL && strcmp(more, last) > 0 ? more : NULL;
        lua_pushnil(L);
        while (lua_next(L, table) != 0) {
            lua_pop(L, 1);
            const char *name =
                lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
            if (strcmp(name, last) > 0 &&
                (next == NULL || strcmp(name, next) < 0))
                next = name;
        }
        if (next == NULL)
            return;
        if (*last != '\0')
            luaL_addstring(out, ", ");
        luaL_addstring(out, next);
        last = next;
    }
}

/* Raises: the list at the top of the stack has no function of that name. */
static int no_such_preset(lua_State *L, const struct preset *preset)
{
    int table = lua_gettop(L);
    luaL_Buffer names;
    host_push_thawed(L, table);
    luaL_buffinit(L, &names);
    add_names(L, &names, table + 1, preset->seat < 0 ? NULL : SUPPLY);
    luaL_pushresult(&names);
    return luaL_error(L, "there is no preset '%s' for %s; there are: %s",
                      preset->word, preset->seat < 0 ? "the table" : "a seat",
                      lua_tostring(L, -1));
}

/* Pushes the state and the seat's player in it, or nil. */
static void push_arguments(lua_State *L, const struct preset *preset)
{
    executor_push(L, preset->position->state);
    if (preset->seat < 0) {
        lua_pushnil(L);
        return;
    }
    advance_push_player(L, preset->position, preset->seat);
}

static int preset_body(lua_State *L)
{
    struct preset *preset = lua_touserdata(L, 1);
    struct executor *executor = preset->position->executor;
    if (executor->given == LUA_NOREF)
        return luaL_error(L, "the game has no presets");
    executor_push(L, executor->given);
    const char *group = preset->seat < 0 ? "table" : "seat";
    if (lua_getfield(L, -1, group) != LUA_TTABLE)
        return luaL_error(L, "the game has no presets for a %s", group);
    if (lua_getfield(L, -1, preset->word) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return no_such_preset(L, preset);
    }
    push_arguments(L, preset);
    luaL_checkstack(L, preset->count, "a preset");
    for (int i = 0; i < preset->count; i++)
        if (lua_stringtonumber(L, preset->words[i]) == 0)
            lua_pushstring(L, preset->words[i]);
    preset->position->executor->may_change = true;
    lua_call(L, preset->count + 2, 0);
    preset->position->executor->may_change = false;
    return 0;
}

enum status position_preset_word(struct position *position, const char *word,
                                 int seat, const char *const *words, int count,
                                 struct error *error)
{
    struct preset preset = {
        .word = word, .seat = seat, .words = words, .count = count};
    return enter(position, preset_body, &preset, error);
}

static enum status run(struct position *position, struct error *error)
{
    struct preset preset = {0};
    position->stops_at_turn = false;
    enum status status = enter(position, run_body, &preset, error);
    return status == STATUS_OK ? STATUS_OK
                               : position_blame_step(position, error);
}

enum status position_preset_final(struct position *position,
                                  struct error *error)
{
    position->step = position->executor->final_first;
    position->at_turn = false;
    return run(position, error);
}

enum status position_preset_done(struct position *position, struct error *error)
{
    return run(position, error);
}
