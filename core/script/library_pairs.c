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

/* How an iterator finds its next key. */
enum walk {
    WALK_LIST, /* the keys are 1, 2, ... count */
    WALK_FEW,  /* they are the iterator's upvalues from FIRST_KEY on */
    WALK_MANY, /* they are the items of the list at FIRST_KEY */
};

struct progress {
    lua_Integer position; /* of the key that was given last, from 1 */
    lua_Integer count;
    enum walk walk;
};

/* The upvalues of the iterator: the table, which may be what a frozen one
 * stands for, so that no script may get hold of it; a userdata with a struct
 * progress; what has the keys. The iterator is all that pairs returns. */
enum { TABLE = 1, PROGRESS, FIRST_KEY };

static void push_key(lua_State *L, const struct progress *progress)
{
    switch (progress->walk) {
    case WALK_LIST:
        lua_pushinteger(L, progress->position);
        break;
    case WALK_FEW:
        lua_pushvalue(
            L, lua_upvalueindex(FIRST_KEY - 1 + (int)progress->position));
        break;
    case WALK_MANY:
        lua_rawgeti(L, lua_upvalueindex(FIRST_KEY), progress->position);
        break;
    }
}

static int l_next_pair(lua_State *L)
{
    struct progress *progress = lua_touserdata(L, lua_upvalueindex(PROGRESS));
    while (progress->position < progress->count) {
        progress->position++;
        push_key(L, progress);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(TABLE)) != LUA_TNIL)
            return 2;
        lua_settop(L, 0);
    }
    lua_pushnil(L);
    return 1;
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
        lua_copy(L, -2, -1); /* the key over the value: one is to stay */
        struct order_item item = count_key(L, &keys);
        if (keys.count <= SMALL_COUNT)
            items[keys.count - 1] = item;
        else
            lua_pop(L, 1);
    }
    return keys;
}

/* Pushes the keys that lie on the stack, in order. */
static void push_few(lua_State *L, struct order_item *items, size_t count)
{
    struct order_item scratch[SMALL_COUNT];
    library_order_sort(items, scratch, count, library_order_natural, NULL);
    for (size_t i = 0; i < count; i++)
        lua_pushvalue(L, 2 + (int)items[i].index);
}

/* Pushes a list of the keys of the table at 1, in order. */
static void push_many(lua_State *L, size_t count)
{
    int top = lua_gettop(L);
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
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/* pairs(table) -> iterator */
static int l_pairs(lua_State *L)
{
    struct order_item items[SMALL_COUNT];
    library_check_readable(L, 1);
    lua_settop(L, 1);
    luaL_checkstack(L, 2 * SMALL_COUNT + LUA_MINSTACK, NULL);

    struct keys keys = gather(L, items);
    charge_sort(L, &keys);
    if (keys.count > KEYS_MAX && !keys.is_list)
        return luaL_error(L, "pairs: more than %d keys", KEYS_MAX);

    int top = lua_gettop(L);
    lua_pushvalue(L, 1);
    struct progress *progress = lua_newuserdatauv(L, sizeof *progress, 0);
    *progress = (struct progress){.count = (lua_Integer)keys.count};
    if (keys.is_list) {
        progress->walk = WALK_LIST;
    } else if (keys.count <= SMALL_COUNT) {
        progress->walk = WALK_FEW;
        push_few(L, items, keys.count);
    } else {
        progress->walk = WALK_MANY;
        push_many(L, keys.count);
    }
    lua_pushcclosure(L, l_next_pair, lua_gettop(L) - top);
    return 1;
}

void library_pairs_push(lua_State *L)
{
    lua_pushcfunction(L, l_pairs);
}
