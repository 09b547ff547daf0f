#include "script/executor_inside.h"

#include "tile/area.h"

#include <string.h>

/* The metatable of handles is found by this address. */
static const char PLACEMENTS_KEY = 'p';

struct board *bind_board_check(lua_State *L)
{
    struct position *position = executor_current(L);
    if (!position->executor->has_board)
        luaL_error(L, "the game has no board: it declares no plan");
    return &position->material.board;
}

struct board *bind_board_check_changing(lua_State *L)
{
    executor_changing(L);
    return bind_board_check(L);
}

static int check_coordinate(lua_State *L, int index)
{
    lua_Integer value = luaL_checkinteger(L, index);
    if (value < -128 || value > 127)
        luaL_argerror(L, index,
                      lua_pushfstring(L, "%I is not from -128 to 127", value));
    return (int)value;
}

static uint8_t check_tile(lua_State *L, int index)
{
    struct executor *executor = executor_of(L);
    if (lua_type(L, index) != LUA_TSTRING)
        bind_game_check_self(L);
    luaL_checktype(L, index, LUA_TSTRING);
    lua_rawgeti(L, LUA_REGISTRYINDEX, executor->tile_indexes);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    if (!lua_isinteger(L, -1))
        luaL_argerror(L, index,
                      lua_pushfstring(L, "there is no tile '%s'",
                                      lua_tostring(L, index)));
    uint8_t tile = (uint8_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return tile;
}

void *bind_board_handle(lua_State *L, int index, const void *key)
{
    void *handle = lua_touserdata(L, index);
    if (handle == NULL || !lua_getmetatable(L, index))
        return NULL;
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    bool is = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is ? handle : NULL;
}

void bind_board_set_integer(lua_State *L, const char *field, lua_Integer value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, field);
}

void bind_board_set_space(lua_State *L, const struct board *board, int space)
{
    bind_board_set_integer(L, "x", board->x[space]);
    bind_board_set_integer(L, "y", board->y[space]);
}

static void push_placement(lua_State *L, const struct board *board,
                           struct placement placement)
{
    lua_createtable(L, 0, 3);
    bind_board_set_space(L, board, placement.space);
    bind_board_set_integer(L, "turns", placement.turns);
}

bool bind_board_placements(lua_State *L, int index, struct placements *out)
{
    const void *handle = bind_board_handle(L, index, &PLACEMENTS_KEY);
    if (handle != NULL)
        memcpy(out, handle, sizeof *out);
    return handle != NULL;
}

static void check_placements(lua_State *L, int index, struct placements *out)
{
    if (!bind_board_placements(L, index, out))
        luaL_typeerror(L, index, "placements");
}

/* #placements */
static int l_placements_count(lua_State *L)
{
    struct placements placements;
    check_placements(L, 1, &placements);
    lua_pushinteger(L, placements.count);
    return 1;
}

/* placements:at(index) -> { x, y, turns }, index from 1 */
static int l_placements_at(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    struct placements placements;
    check_placements(L, 1, &placements);
    lua_Integer index = luaL_checkinteger(L, 2);
    if (index < 1 || index > placements.count)
        return luaL_argerror(L, 2,
                             lua_pushfstring(L, "%I is not from 1 to %d", index,
                                             placements.count));
    push_placement(L, board, placements_get(&placements, (int)index - 1));
    return 1;
}

void bind_board_open(lua_State *L)
{
    static const luaL_Reg methods[] = {{"at", l_placements_at}, {NULL, NULL}};
    lua_createtable(L, 0, 3);
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, l_placements_count);
    lua_setfield(L, -2, "__len");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &PLACEMENTS_KEY);
}

/* game:placements(tile) -> handle: all legal places of the tile */
static int l_placements(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    uint8_t tile = check_tile(L, 2);
    struct placements *placements = lua_newuserdatauv(L, sizeof *placements, 0);
    board_placements(board, tile, placements);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &PLACEMENTS_KEY);
    lua_setmetatable(L, -2);
    return 1;
}

static struct placement check_placement(lua_State *L, const struct board *board,
                                        int *verdict)
{
    uint8_t tile = check_tile(L, 2);
    int x = check_coordinate(L, 3);
    int y = check_coordinate(L, 4);
    lua_Integer turns = luaL_checkinteger(L, 5);
    if (turns < 0 || turns > 3)
        luaL_argerror(L, 5, lua_pushfstring(L, "%I is not from 0 to 3", turns));
    struct placement placement = {.tile = tile,
                                  .turns = (uint8_t)turns,
                                  .space = board_space(board, x, y)};
    *verdict = (int)board_may_lay(board, placement);
    return placement;
}

/* game:may_lay(tile, x, y, turns) -> true | nil, reason */
static int l_may_lay(lua_State *L)
{
    int verdict;
    (void)check_placement(L, bind_board_check(L), &verdict);
    if (verdict == VERDICT_OK) {
        lua_pushboolean(L, true);
        return 1;
    }
    luaL_pushfail(L);
    lua_pushstring(L, verdict_text((enum verdict)verdict));
    return 2;
}

/* game:lay(tile, x, y, turns): lays it; raises where it may not lie */
static int l_lay(lua_State *L)
{
    struct board *board = bind_board_check_changing(L);
    int verdict;
    struct placement placement = check_placement(L, board, &verdict);
    if (verdict != VERDICT_OK)
        return luaL_error(L, "the tile may not lie there: %s",
                          verdict_text((enum verdict)verdict));
    board_lay(board, placement);
    return 0;
}

/* game:tile_at(x, y) -> name, turns | nil */
static int l_tile_at(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    uint8_t space =
        board_space(board, check_coordinate(L, 2), check_coordinate(L, 3));
    if (space == SPACE_WALL || board->piece_at[space] == PIECE_NONE) {
        luaL_pushfail(L);
        return 1;
    }
    uint8_t piece = board->piece_at[space];
    lua_pushstring(L, board_tile(board, piece)->name);
    lua_pushinteger(L, board->pieces[piece].turns);
    return 2;
}

/* game:largest_area(count_starts) -> { spaces, starts, list }: how many
 * spaces and start spaces count, and the spaces as {x, y} */
static int l_largest_area(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    bool count_starts = lua_toboolean(L, 2);
    host_charge(L, board->space_count);
    struct area area = area_largest(board, count_starts);
    lua_createtable(L, 0, 3);
    bind_board_set_integer(L, "spaces", area.space_count);
    bind_board_set_integer(L, "starts", count_starts ? area.start_count : 0);
    lua_createtable(L, area.space_count, 0);
    int index = 0;
    for (int space = -1; (space = spaces_next(&area.spaces, space + 1)) >= 0;) {
        lua_createtable(L, 2, 0);
        lua_pushinteger(L, board->x[space]);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, board->y[space]);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, ++index);
    }
    lua_setfield(L, -2, "list");
    return 1;
}

const luaL_Reg bind_board_methods[] = {
    {"placements", l_placements},
    {"may_lay", l_may_lay},
    {"lay", l_lay},
    {"tile_at", l_tile_at},
    {"largest_area", l_largest_area},
    {NULL, NULL},
};
