#include "script/executor_inside.h"

#include "base/json.h"
#include "script/advance.h"
#include "script/codec.h"
#include "tile/feature.h"

#include <string.h>

bool bind_game_read_seat(lua_State *L, int index, int *seat)
{
    index = lua_absindex(L, index);
    if (lua_istable(L, index))
        lua_getfield(L, index, "seat");
    else
        lua_pushvalue(L, index);
    lua_Integer number = lua_tointeger(L, -1);
    bool is_seat = lua_isinteger(L, -1) && number >= 1 &&
                   number <= executor_of(L)->seat_count;
    *seat = is_seat ? (int)number - 1 : -1;
    lua_pop(L, 1);
    return is_seat;
}

void bind_game_check_self(lua_State *L)
{
    lua_Debug about;
    executor_push(L, executor_of(L)->game_metatable);
    bool is_game = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
    if (!is_game && lua_getstack(L, 0, &about) && lua_getinfo(L, "n", &about) &&
        about.name != NULL)
        luaL_error(L, "'%s' is called on the game, with a colon: game:%s(...)",
                   about.name, about.name);
    lua_settop(L, lua_gettop(L) - (is_game ? 2 : 1));
}

int bind_game_check_seat(lua_State *L, int index)
{
    struct executor *executor = executor_of(L);
    lua_Integer seat;
    if (lua_isnone(L, index))
        bind_game_check_self(L);
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

static void add_space(struct text *out, const struct board *board, int space)
{
    text_add_char(out, '[');
    text_add_integer(out, board->x[space]);
    text_add_char(out, ',');
    text_add_integer(out, board->y[space]);
    text_add_char(out, ']');
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
        int seat = advance_check_seat(L, -1, "an event's field 'player'");
        json_add_string(out, executor->seats[seat],
                        strlen(executor->seats[seat]));
    } else if (strcmp(name, "player") == 0) {
        text_add(out, "null");
    } else if ((strcmp(name, "spaces") == 0 ||
                strcmp(name, "start_spaces") == 0) &&
               executor->has_board && bind_feature_at(L, -1, board, &feature)) {
        add_pieces(out, board, feature, strcmp(name, "spaces") != 0);
    } else {
        codec_write_json(L, -1, out, "an event", name);
    }
}

/* Raises where the table at index 3 has a field that is not in the list at
 * `schema`. */
static void check_fields(lua_State *L, const char *event, int schema)
{
    lua_pushnil(L);
    while (lua_next(L, 3) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "event '%s' has a field without a name", event);
        bool known = false;
        for (int i = 1; !known && lua_rawgeti(L, schema, i) == LUA_TSTRING;
             i++) {
            known = lua_rawequal(L, -1, -2);
            lua_pop(L, 1);
        }
        if (!known)
            luaL_error(L, "event '%s' has no field '%s'", event,
                       lua_tostring(L, schema + 1));
        lua_settop(L, schema + 1);
    }
}

/* How many fields the table at index 3 has. */
static int count_fields(lua_State *L)
{
    int count = 0;
    lua_pushnil(L);
    while (lua_next(L, 3) != 0) {
        count++;
        lua_pop(L, 1);
    }
    return count;
}

/* Adds the fields that are in the list at `schema`; returns how many of them
 * the table at index 3 has. */
static int add_fields(lua_State *L, struct position *position, int schema,
                      struct text *out)
{
    int given = 0;
    for (int i = 1; lua_rawgeti(L, schema, i) == LUA_TSTRING; i++) {
        const char *field = lua_tostring(L, -1);
        json_add_key(out, field);
        lua_pushvalue(L, -1);
        given += lua_gettable(L, 3) != LUA_TNIL;
        add_field(L, position, field, out);
        lua_settop(L, schema);
    }
    lua_settop(L, schema);
    return given;
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

    struct text *out = &executor->scratch;
    text_clear(out);
    text_add(out, "{\"event\":");
    json_add_string(out, name, strlen(name));
    if (count_fields(L) > add_fields(L, position, schema, out))
        check_fields(L, name, schema);
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
    luaL_setfuncs(L, bind_feature_methods, 0);
    luaL_setfuncs(L, bind_pile_methods, 0);
}
