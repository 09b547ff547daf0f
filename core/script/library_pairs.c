/*
 * pairs(t): a walk in the same order in every run (sandbox.md R16). It takes
 * a snapshot of the keys: numbers, then strings by bytes, then booleans. A
 * key that is gone when its turn comes is left out; keys added meanwhile are
 * not in the snapshot.
 */

#include "script/host.h"
#include "script/library_parts.h"

enum {
    SMALL_COUNT = 32, /* keys that are sorted without memory from Lua */
    KEYS_MAX = 65536, /* but for lists, which need no sorting */
    STRING_CHARGE = 16,
};

/* The iterator's upvalues. KEYS is a list of keys, or for a list their
 * number. The table may be what a frozen one stands for, so that no script
 * may get hold of it: the iterator is all that pairs returns. */
enum { TABLE = 1, KEYS, POSITION };

/* Pushes the key at `position`, nil after the last one. */
static void push_key(lua_State *L, lua_Integer position)
{
    if (lua_isinteger(L, lua_upvalueindex(KEYS))) {
        if (position <= lua_tointeger(L, lua_upvalueindex(KEYS)))
            lua_pushinteger(L, position);
        else
            lua_pushnil(L);
        return;
    }
    lua_rawgeti(L, lua_upvalueindex(KEYS), position);
}

static int l_next_pair(lua_State *L)
{
    lua_Integer position = lua_tointeger(L, lua_upvalueindex(POSITION));
    for (;;) {
        push_key(L, ++position);
        if (lua_isnil(L, -1))
            return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(TABLE)) != LUA_TNIL)
            break;
        lua_pop(L, 2);
    }
    lua_pushinteger(L, position);
    lua_replace(L, lua_upvalueindex(POSITION));
    return 2;
}

/* What there is to sort. */
struct keys {
    size_t count;
    size_t string_size; /* of all strings */
    bool is_list;       /* 1, 2, ... count, and found in this order */
};

/* Counts the key on top, and raises where it has no order. */
static struct order_item count_key(lua_State *L, struct keys *keys)
{
    struct order_item item = library_order_item(L, -1, (uint32_t)keys->count);
    if (item.kind == ORDER_NONE)
        luaL_error(L, "pairs: key of type %s has no fixed order",
                   luaL_typename(L, -1));
    keys->count++;
    keys->string_size += item.size;
    keys->is_list &= item.kind == ORDER_INTEGER &&
                     item.as.integer == (lua_Integer)keys->count;
    return item;
}

static void charge_sort(lua_State *L, const struct keys *keys)
{
    size_t rounds = 1;
    while (keys->count >> rounds > 0)
        rounds++;
    host_charge(L, (int64_t)(rounds * (keys->count +
                                       keys->string_size / STRING_CHARGE)));
}

/* The first SMALL_COUNT keys of the table at 1 come to lie on the stack from
 * 2 on, with an item for each; the rest is counted. */
static struct keys gather(lua_State *L, struct order_item *items)
{
    struct keys keys = {.is_list = true};
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        struct order_item item = count_key(L, &keys);
        if (keys.count <= SMALL_COUNT) {
            items[keys.count - 1] = item;
            lua_pushvalue(L, -1);
        }
    }
    return keys;
}

/* Pushes a list of the keys that lie on the stack, in order. */
static void push_small(lua_State *L, struct order_item *items, size_t count)
{
    struct order_item scratch[SMALL_COUNT];
    library_order_sort(items, scratch, count, library_order_natural, NULL);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushvalue(L, 2 + (int)items[i].index);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Pushes a list of the keys of the table at 1, in order. */
static void push_large(lua_State *L, size_t count)
{
    struct order_item *items =
        lua_newuserdatauv(L, 2 * count * sizeof *items, 0);
    lua_createtable(L, (int)count, 0);
    int unsorted = lua_gettop(L);
    lua_createtable(L, (int)count, 0);

    struct keys keys = {0};
    lua_pushnil(L);
    while (lua_next(L, 1)) {
        lua_pop(L, 1);
        struct order_item item = count_key(L, &keys);
        items[item.index] = item;
        lua_pushvalue(L, -1);
        lua_rawseti(L, unsorted, (lua_Integer)keys.count);
    }
    library_order_sort(items, items + count, count, library_order_natural,
                       NULL);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, unsorted, (lua_Integer)items[i].index + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* pairs(table) -> iterator */
static int l_pairs(lua_State *L)
{
    struct order_item items[SMALL_COUNT];
    library_check_readable(L, 1);
    lua_settop(L, 1);
    luaL_checkstack(L, SMALL_COUNT + LUA_MINSTACK, NULL);

    struct keys keys = gather(L, items);
    charge_sort(L, &keys);
    if (keys.count > KEYS_MAX && !keys.is_list)
        return luaL_error(L, "pairs: more than %d keys", KEYS_MAX);

    lua_pushvalue(L, 1);
    if (keys.is_list)
        lua_pushinteger(L, (lua_Integer)keys.count);
    else if (keys.count <= SMALL_COUNT)
        push_small(L, items, keys.count);
    else
        push_large(L, keys.count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, l_next_pair, 3);
    return 1;
}

void library_pairs_push(lua_State *L)
{
    lua_pushcfunction(L, l_pairs);
}
