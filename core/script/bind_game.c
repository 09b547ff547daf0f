#include "script/executor_inside.h"

#include "base/json.h"
#include "script/codec.h"
#include "tile/feature.h"

#include <string.h>

int bind_game_check_seat(lua_State *L, int index)
{
    struct executor *executor = executor_of(L);
    lua_Integer seat;
    if (lua_istable(L, index)) {
        lua_getfield(L, index, "seat");
        if (!lua_isinteger(L, -1))
            luaL_argerror(L, index,
                          "this table is not a player: it has no "
                          "field 'seat' with a number");
        seat = lua_tointeger(L, -1);
        lua_pop(L, 1);
    } else {
        seat = luaL_checkinteger(L, index);
    }
    if (seat < 1 || seat > executor->seat_count)
        luaL_argerror(L, index,
                      lua_pushfstring(L, "seat %I is not from 1 to %d", seat,
                                      executor->seat_count));
    return (int)seat - 1;
}

/* The figure that the argument names; without it, the first. */
static int check_figure(lua_State *L, int index)
{
    struct executor *executor = executor_of(L);
    if (lua_isnoneornil(L, index))
        return 0;
    const char *name = luaL_checkstring(L, index);
    for (int i = 0; i < executor->figure_count; i++)
        if (strcmp(executor->figures[i].name, name) == 0)
            return i;
    return luaL_argerror(L, index,
                         lua_pushfstring(L, "there is no figure '%s'", name));
}

/* game:supply(player [, figure]) -> how many are in the supply */
static int l_supply(lua_State *L)
{
    struct position *position = executor_current(L);
    int seat = bind_game_check_seat(L, 2);
    int figure = check_figure(L, 3);
    lua_pushinteger(L, position->material.supply[seat][figure]);
    return 1;
}

/* Events ------------------------------------------------------------------ */

static void add_space(struct text *out, const struct board *board, int space)
{
    text_addf(out, "[%d,%d]", board->x[space], board->y[space]);
}

/* Adds the tiles of a feature as spaces, or its start spaces as numbers. */
static void add_pieces(struct text *out, const struct board *board,
                       uint16_t feature, bool starts)
{
    const struct pieces *pieces = &board->nodes[feature].pieces;
    bool first = true;
    text_add_char(out, '[');
    for (int piece = -1; (piece = pieces_next(pieces, piece + 1)) >= 0;) {
        if (board_is_start(board, (uint8_t)piece) != starts)
            continue;
        if (!first)
            text_add_char(out, ',');
        first = false;
        if (starts)
            text_add_integer(out, board->plan->starts[piece].number);
        else
            add_space(out, board, board->pieces[piece].space);
    }
    text_add_char(out, ']');
}

/* Adds the value at the top of the stack as the field `name` of an event. */
static void add_field(lua_State *L, struct position *position, const char *name,
                      struct text *out)
{
    struct executor *executor = position->executor;
    const struct board *board = &position->material.board;
    uint16_t feature;
    if (strcmp(name, "player") == 0 && lua_toboolean(L, -1)) {
        int seat = bind_game_check_seat(L, lua_gettop(L));
        json_add_string(out, executor->seats[seat],
                        strlen(executor->seats[seat]));
    } else if (strcmp(name, "player") == 0) {
        text_add(out, "null");
    } else if ((strcmp(name, "spaces") == 0 ||
                strcmp(name, "start_spaces") == 0) &&
               executor->has_board &&
               bind_board_feature(L, -1, board, &feature)) {
        add_pieces(out, board, feature, strcmp(name, "spaces") != 0);
    } else {
        codec_write_json(L, -1, out, "an event");
    }
}

/* Raises when the table at index 3 has a field that the event has not. */
static void check_fields(lua_State *L, const char *event, int schema)
{
    lua_pushnil(L);
    while (lua_next(L, 3) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "event '%s' has a field without a name", event);
        const char *field = lua_tostring(L, -1);
        bool known = false;
        for (int i = 1; !known && lua_rawgeti(L, schema, i) == LUA_TSTRING;
             i++) {
            known = strcmp(lua_tostring(L, -1), field) == 0;
            lua_pop(L, 1);
        }
        if (!known)
            luaL_error(L, "event '%s' has no field '%s'", event, field);
        lua_settop(L, schema + 1);
    }
}

/* game:event(name, fields): tells everybody what happened. */
static int l_event(lua_State *L)
{
    struct position *position = executor_changing(L);
    struct executor *executor = position->executor;
    const char *name = luaL_checkstring(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    if (position->listener == NULL)
        return 0;
    lua_settop(L, 3);
    lua_rawgeti(L, LUA_REGISTRYINDEX, executor->events);
    if (lua_getfield(L, -1, name) != LUA_TTABLE)
        return luaL_error(L, "the game declares no event '%s'", name);
    int schema = lua_gettop(L);
    check_fields(L, name, schema);

    struct text *out = &executor->scratch;
    text_clear(out);
    text_add(out, "{\"event\":");
    json_add_string(out, name, strlen(name));
    for (int i = 1; lua_rawgeti(L, schema, i) == LUA_TSTRING; i++) {
        const char *field = lua_tostring(L, -1);
        text_addf(out, ",\"%s\":", field);
        lua_getfield(L, 3, field);
        add_field(L, position, field, out);
        lua_settop(L, schema);
    }
    text_add_char(out, '}');
    if (out->failed)
        return luaL_error(L, "no memory for an event");
    position->listener(position->context, out->bytes, out->size);
    return 0;
}

const luaL_Reg bind_game_methods[] = {
    {"event", l_event},
    {"supply", l_supply},
    {NULL, NULL},
};

void bind_game_push_methods(lua_State *L)
{
    lua_newtable(L);
    luaL_setfuncs(L, bind_game_methods, 0);
    luaL_setfuncs(L, bind_board_methods, 0);
    luaL_setfuncs(L, bind_pile_methods, 0);
}
