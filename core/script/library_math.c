/*
 * math: integers only. Floats may differ between machines in the last bit,
 * so rules have none, and these functions refuse them.
 */

#include "script/host.h"
#include "script/library_parts.h"

static lua_Integer check_whole(lua_State *L, int arg)
{
    if (!lua_isinteger(L, arg)) {
        if (lua_type(L, arg) == LUA_TNUMBER)
            luaL_argerror(L, arg, "integer expected, got a float");
        luaL_typeerror(L, arg, "integer");
    }
    return lua_tointeger(L, arg);
}

/* math.abs(n); the least integer stays as it is. */
static int l_abs(lua_State *L)
{
    lua_Integer n = check_whole(L, 1);
    lua_pushinteger(L, n < 0 ? (lua_Integer)(0u - (lua_Unsigned)n) : n);
    return 1;
}

/* math.max(n, ...) */
static int l_max(lua_State *L)
{
    int count = lua_gettop(L);
    lua_Integer most = check_whole(L, 1);
    host_charge(L, count);
    for (int i = 2; i <= count; i++) {
        lua_Integer n = check_whole(L, i);
        if (n > most)
            most = n;
    }
    lua_pushinteger(L, most);
    return 1;
}

/* math.min(n, ...) */
static int l_min(lua_State *L)
{
    int count = lua_gettop(L);
    lua_Integer least = check_whole(L, 1);
    host_charge(L, count);
    for (int i = 2; i <= count; i++) {
        lua_Integer n = check_whole(L, i);
        if (n < least)
            least = n;
    }
    lua_pushinteger(L, least);
    return 1;
}

/* math.tointeger(value) -> the integer that a number is, else nil */
static int l_tointeger(lua_State *L)
{
    luaL_checkany(L, 1);
    int is_whole = 0;
    lua_Integer n = 0;
    if (lua_type(L, 1) == LUA_TNUMBER)
        n = lua_tointegerx(L, 1, &is_whole);
    if (is_whole)
        lua_pushinteger(L, n);
    else
        luaL_pushfail(L);
    return 1;
}

/* math.type(value) -> "integer" | "float" | nil */
static int l_type(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER)
        lua_pushstring(L, lua_isinteger(L, 1) ? "integer" : "float");
    else
        luaL_pushfail(L);
    return 1;
}

/* math.ult(m, n): m < n as unsigned integers */
static int l_ult(lua_State *L)
{
    lua_Unsigned m = (lua_Unsigned)check_whole(L, 1);
    lua_Unsigned n = (lua_Unsigned)check_whole(L, 2);
    lua_pushboolean(L, m < n);
    return 1;
}

void library_math_push(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"abs", l_abs},   {"max", l_max},
        {"min", l_min},   {"tointeger", l_tointeger},
        {"type", l_type}, {"ult", l_ult},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    lua_pushinteger(L, LUA_MAXINTEGER);
    lua_setfield(L, -2, "maxinteger");
    lua_pushinteger(L, LUA_MININTEGER);
    lua_setfield(L, -2, "mininteger");
}
