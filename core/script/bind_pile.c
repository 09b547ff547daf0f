#include "script/executor_inside.h"

#include <string.h>

/* The pile that the argument names. */
static int check_pile(lua_State *L, int index)
{
    struct executor *executor = executor_of(L);
    if (lua_type(L, index) != LUA_TSTRING)
        bind_game_check_self(L);
    const char *name = luaL_checkstring(L, index);
    int pile = executor_find_pile(executor, name);
    if (pile < 0)
        luaL_argerror(L, index,
                      lua_pushfstring(L, "there is no pile '%s'", name));
    return pile;
}

static void push_item(lua_State *L, int pile, int item)
{
    struct executor *executor = executor_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, executor->piles[pile].items_reference);
    lua_rawgeti(L, -1, item + 1);
    lua_remove(L, -2);
}

/* game:left(pile) -> how many items are left in it */
static int l_left(lua_State *L)
{
    struct position *position = executor_current(L);
    int pile = check_pile(L, 2);
    lua_pushinteger(L, position->material.piles[pile].left_count);
    return 1;
}

/* game:items_left(pile) -> the names of the items that may be left, as the
 * rules list them: which ones, never in which order they will come. What lies
 * in a hand that cannot be looked at now is among them. */
static int l_items_left(lua_State *L)
{
    struct position *position = executor_current(L);
    int index = check_pile(L, 2);
    uint8_t items[PILE_ITEMS_MAX];
    int count = material_unseen(&position->material, index,
                                position->executor->seeing, items);
    host_charge(L, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_item(L, index, items[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* game:hand_count(player) -> how many items the player holds unseen */
static int l_hand_count(lua_State *L)
{
    struct position *position = executor_current(L);
    int seat = bind_game_check_seat(L, 2);
    lua_pushinteger(L, position->material.hands[seat].count);
    return 1;
}

/* Raises unless the hand of `seat` may be looked at now: while its player is
 * asked, and in its own view. */
static struct hand *check_hand(lua_State *L, int seat)
{
    struct executor *executor = executor_of(L);
    if (executor->seeing != seat)
        luaL_error(L,
                   "the hand of %s cannot be looked at now: only while "
                   "its player is asked, and in its own view",
                   executor->seats[seat]);
    return &executor_current(L)->material.hands[seat];
}

/* game:hand(player) -> list of {pile, item}, in the order of coming */
static int l_hand(lua_State *L)
{
    struct executor *executor = executor_of(L);
    int seat = bind_game_check_seat(L, 2);
    const struct hand *hand = check_hand(L, seat);
    host_charge(L, hand->count);
    lua_createtable(L, hand->count, 0);
    for (int i = 0; i < hand->count; i++) {
        lua_createtable(L, 0, 2);
        lua_pushstring(L, executor->piles[hand->piles[i]].name);
        lua_setfield(L, -2, "pile");
        push_item(L, hand->piles[i], hand->items[i]);
        lua_setfield(L, -2, "item");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* game:take_from_hand(player, pile, item): takes it out, for all to see */
static int l_take_from_hand(lua_State *L)
{
    executor_changing(L);
    struct executor *executor = executor_of(L);
    int seat = bind_game_check_seat(L, 2);
    int pile = check_pile(L, 3);
    const char *name = luaL_checkstring(L, 4);
    struct hand *hand = check_hand(L, seat);
    int item = executor_find_item(executor, pile, name);
    if (item < 0 || !hand_take(hand, pile, item))
        return luaL_argerror(
            L, 4, lua_pushfstring(L, "'%s' is not in the hand", name));
    return 0;
}

/* game:put_back(pile, item): an item that was drawn can be drawn again. Where
 * it may not, one answer for what is left and for what lies in a hand, which
 * nobody may tell apart. */
static int l_put_back(lua_State *L)
{
    executor_changing(L);
    struct executor *executor = executor_of(L);
    struct position *position = executor_current(L);
    int index = check_pile(L, 2);
    const char *name = luaL_checkstring(L, 3);
    int item = executor_find_item(executor, index, name);
    struct pile *pile = &position->material.piles[index];
    if (item < 0 || pile_has(pile, item) ||
        material_is_held(&position->material, index, item))
        return luaL_argerror(
            L, 3,
            lua_pushfstring(L, "'%s' was not drawn, or lies in a hand", name));
    pile_put_back(pile, item);
    return 0;
}

const luaL_Reg bind_pile_methods[] = {
    {"left", l_left},
    {"items_left", l_items_left},
    {"hand", l_hand},
    {"hand_count", l_hand_count},
    {"take_from_hand", l_take_from_hand},
    {"put_back", l_put_back},
    {NULL, NULL},
};
