/*
 * table: on plain lists. All of it uses raw lengths and raw access, sees
 * through frozen tables where it only reads, and refuses to write to them. A
 * function pays for the items that it touches before it does (sandbox.md R10,
 * R12).
 */

#include "script/host.h"
#include "script/library_parts.h"

enum {
    RANGE_MAX = 1000000,  /* items that one call may touch */
    UNPACK_MAX = 250,     /* results of table.unpack */
    SORT_MAX = 100000,    /* items of table.sort */
    COMPARE_CHARGE = 16,  /* bytes of strings compared, for one instruction */
    QUESTION_CHARGE = 10, /* for what a comparison costs besides */
};

/* How many items there are from `first` to `last`; over RANGE_MAX raises. */
static lua_Integer check_range(lua_State *L, lua_Integer first,
                               lua_Integer last, const char *message)
{
    if (first > last)
        return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count >= RANGE_MAX)
        luaL_error(L, "%s", message);
    return (lua_Integer)count + 1;
}

/* table.concat(list, separator, first, last) */
static int l_concat(lua_State *L)
{
    size_t gap_size;
    library_check_readable(L, 1);
    const char *gap = luaL_optlstring(L, 2, "", &gap_size);
    lua_Integer first = luaL_optinteger(L, 3, 1);
    lua_Integer last = luaL_optinteger(L, 4, (lua_Integer)lua_rawlen(L, 1));
    size_t size_max = host_of(L)->limits.string_size;
    host_charge(L, check_range(L, first, last, "range too large"));

    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (lua_Integer i = first; i <= last; i++) {
        if (i > first)
            luaL_addlstring(&buffer, gap, gap_size);
        lua_rawgeti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L,
                              "invalid value (at index %I) in table for "
                              "'concat': a %s",
                              i, luaL_typename(L, -1));
        size_t size;
        lua_tolstring(L, -1, &size);
        if (luaL_bufflen(&buffer) + size > size_max)
            return luaL_error(L, "resulting string too large");
        host_charge(L, (int64_t)((size + gap_size) / COMPARE_CHARGE));
        luaL_addvalue(&buffer);
        if (i == LUA_MAXINTEGER)
            break;
    }
    if (luaL_bufflen(&buffer) > size_max)
        return luaL_error(L, "resulting string too large");
    luaL_pushresult(&buffer);
    return 1;
}

/* table.insert(list, position, value): the position may be left out */
static int l_insert(lua_State *L)
{
    library_check_writable(L, 1);
    lua_Integer end = (lua_Integer)lua_rawlen(L, 1) + 1;
    if (lua_gettop(L) == 2) {
        lua_rawseti(L, 1, end);
        return 0;
    }
    if (lua_gettop(L) != 3)
        return luaL_error(L, "wrong number of arguments to 'insert'");
    lua_Integer position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, position >= 1 && position <= end, 2,
                  "position out of bounds");
    host_charge(L, end - position);
    for (lua_Integer i = end; i > position; i--) {
        lua_rawgeti(L, 1, i - 1);
        lua_rawseti(L, 1, i);
    }
    lua_rawseti(L, 1, position);
    return 0;
}

/* table.remove(list, position) -> what was there; the last without it */
static int l_remove(lua_State *L)
{
    library_check_writable(L, 1);
    lua_Integer size = (lua_Integer)lua_rawlen(L, 1);
    lua_Integer position = luaL_optinteger(L, 2, size);
    if (!lua_isnoneornil(L, 2))
        luaL_argcheck(L,
                      (position >= 1 && position <= size + 1) ||
                          (size == 0 && position == 0),
                      2, "position out of bounds");
    host_charge(L, size > position ? size - position : 0);
    lua_rawgeti(L, 1, position);
    for (; position < size; position++) {
        lua_rawgeti(L, 1, position + 1);
        lua_rawseti(L, 1, position);
    }
    lua_pushnil(L);
    lua_rawseti(L, 1, position);
    return 1;
}

/* table.move(from, first, last, at, to) -> to; `to` may be left out */
static int l_move(lua_State *L)
{
    lua_settop(L, 5);
    int to = lua_isnil(L, 5) ? 1 : 5;
    library_check_writable(L, to);
    lua_pushvalue(L, to);
    to = 6; /* what is at 1 may be replaced by what it stands for */
    library_check_readable(L, 1);
    lua_Integer first = luaL_checkinteger(L, 2);
    lua_Integer last = luaL_checkinteger(L, 3);
    lua_Integer at = luaL_checkinteger(L, 4);
    lua_Integer count =
        check_range(L, first, last, "too many elements to move");
    luaL_argcheck(L, count == 0 || at <= LUA_MAXINTEGER - (count - 1), 4,
                  "destination wrap around");
    host_charge(L, count);

    /* From the end where the two ranges overlap and the first way round would
     * write over what is still to be read. */
    bool backwards = at > first && at <= last && lua_rawequal(L, 1, to);
    for (lua_Integer i = 0; i < count; i++) {
        lua_Integer offset = backwards ? count - 1 - i : i;
        lua_rawgeti(L, 1, first + offset);
        lua_rawseti(L, to, at + offset);
    }
    return 1;
}

/* table.pack(...) -> list with n, how many there are */
static int l_pack(lua_State *L)
{
    int count = lua_gettop(L);
    host_charge(L, count);
    lua_createtable(L, count, 1);
    lua_insert(L, 1);
    for (int i = count; i >= 1; i--)
        lua_rawseti(L, 1, i);
    lua_pushinteger(L, count);
    lua_setfield(L, 1, "n");
    return 1;
}

/* table.unpack(list, first, last) -> items */
static int l_unpack(lua_State *L)
{
    library_check_readable(L, 1);
    lua_Integer first = luaL_optinteger(L, 2, 1);
    lua_Integer last = luaL_optinteger(L, 3, (lua_Integer)lua_rawlen(L, 1));
    if (first > last)
        return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count >= UNPACK_MAX)
        return luaL_error(L, "too many results to unpack");
    luaL_checkstack(L, UNPACK_MAX, NULL);
    host_charge(L, (int64_t)count + 1);
    for (lua_Unsigned i = 0; i <= count; i++)
        lua_rawgeti(L, 1, (lua_Integer)((lua_Unsigned)first + i));
    return (int)count + 1;
}

/* A sort under way. What it sorts lies in `values`, a list made for it: a
 * comparison of the script's may change the list that is being sorted. */
struct sort {
    lua_State *L;
    int values;     /* stack index */
    int comparison; /* stack index; 0: by `<` */
};

static bool script_before(void *context, const struct order_item *left,
                          const struct order_item *right)
{
    const struct sort *sort = context;
    lua_State *L = sort->L;
    host_charge(L, QUESTION_CHARGE);
    lua_pushvalue(L, sort->comparison);
    lua_rawgeti(L, sort->values, (lua_Integer)left->index + 1);
    lua_rawgeti(L, sort->values, (lua_Integer)right->index + 1);
    lua_call(L, 2, 1);
    bool before = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return before;
}

static bool natural_before(void *context, const struct order_item *left,
                           const struct order_item *right)
{
    const struct sort *sort = context;
    uint32_t size = left->size < right->size ? left->size : right->size;
    host_charge(sort->L, 1 + size / COMPARE_CHARGE);
    return library_order_natural(NULL, left, right);
}

/* Raises unless all items can be compared by `<`. */
static void check_comparable(lua_State *L, const struct order_item *items,
                             size_t count, int values)
{
    for (size_t i = 0; i < count; i++) {
        bool is_string = items[i].kind == ORDER_STRING;
        bool is_number = items[i].kind <= ORDER_FLOAT;
        bool is_first_string = items[0].kind == ORDER_STRING;
        if ((is_string || is_number) && is_string == is_first_string)
            continue;
        lua_rawgeti(L, values, 1);
        lua_rawgeti(L, values, (lua_Integer)i + 1);
        luaL_error(L, "attempt to compare a %s with a %s", luaL_typename(L, -2),
                   luaL_typename(L, -1));
    }
}

/* table.sort(list, comparison): stable, and the same in every run. What a
 * comparison that contradicts itself leads to is not specified, but no item
 * is lost and it ends. */
static int l_sort(lua_State *L)
{
    library_check_writable(L, 1);
    size_t count = lua_rawlen(L, 1);
    luaL_argcheck(L, count <= SORT_MAX, 1, "more than 100000 items to sort");
    bool is_natural = lua_isnoneornil(L, 2);
    if (!is_natural)
        luaL_checktype(L, 2, LUA_TFUNCTION);
    if (count < 2)
        return 0;
    lua_settop(L, 2);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    host_charge(L, 2 * (int64_t)count);

    struct sort sort = {L, 3, is_natural ? 0 : 2};
    lua_createtable(L, (int)count, 0);
    /* Two of them: one block for each must fit into the host's block size. */
    struct order_item *items = lua_newuserdatauv(L, count * sizeof *items, 0);
    struct order_item *scratch = lua_newuserdatauv(L, count * sizeof *items, 0);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        items[i] = library_order_item(L, -1, (uint32_t)i);
        lua_rawseti(L, sort.values, (lua_Integer)i + 1);
    }
    if (is_natural)
        check_comparable(L, items, count, sort.values);
    library_order_sort(items, scratch, count,
                       is_natural ? natural_before : script_before, &sort);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, sort.values, (lua_Integer)items[i].index + 1);
        lua_rawseti(L, 1, (lua_Integer)i + 1);
    }
    return 0;
}

void library_table_push(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"concat", l_concat}, {"insert", l_insert}, {"move", l_move},
        {"pack", l_pack},     {"remove", l_remove}, {"sort", l_sort},
        {"unpack", l_unpack}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
