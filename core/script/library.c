#include "script/library.h"

#include "script/host.h"
#include "script/host_text.h"
#include "script/library_parts.h"

#include <string.h>

/* assert(value, message...) -> the same values. The message gets the place, as
 * that of error does, since no script can catch it and add one. */
static int l_assert(lua_State *L)
{
    luaL_checkany(L, 1);
    if (lua_toboolean(L, 1))
        return lua_gettop(L);
    if (lua_isnoneornil(L, 2))
        return luaL_error(L, "assertion failed");
    lua_settop(L, 2);
    if (lua_type(L, 2) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, 2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* error(message, level) */
static int l_error(lua_State *L)
{
    lua_Integer level = luaL_optinteger(L, 2, 1);
    luaL_argcheck(L, level >= 0 && level <= 100, 2, "not from 0 to 100");
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING && level > 0) {
        luaL_where(L, (int)level);
        lua_insert(L, 1);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* log(...): a line for the rule author and the operator. What goes beyond the
 * call's number of lines, or the line's length, is dropped. */
static int l_log(lua_State *L)
{
    struct host *host = host_of(L);
    int count = lua_gettop(L);
    host_charge(L, HOST_TEXT_SIZE_MAX);
    if (host->log_lines_left <= 0 || host->log == NULL)
        return 0;
    host->log_lines_left--;

    char line[HOST_TEXT_SHOWN_SIZE];
    size_t used = 0;
    size_t room = HOST_TEXT_SIZE_MAX;
    line[0] = '\0';
    for (int i = 1; i <= count && room > 0; i++) {
        if (i > 1) {
            line[used++] = '\t';
            room--;
        }
        size_t size;
        const char *text = library_push_shown(L, i, &size);
        used += host_text_show(line + used, text, size, room);
        room -= size < room ? size : room;
        lua_pop(L, 1);
    }
    host->log(host->log_context, line);
    return 0;
}

static int l_next_item(lua_State *L)
{
    lua_Integer i = luaL_checkinteger(L, 2);
    i = (lua_Integer)((lua_Unsigned)i + 1);
    lua_pushinteger(L, i);
    return lua_geti(L, 1, i) == LUA_TNIL ? 1 : 2;
}

/* ipairs(list): as in Lua itself; a handle may be walked through as well. */
static int l_ipairs(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TUSERDATA)
        luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushcfunction(L, l_next_item);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* select(n, ...) -> what comes from the n-th on; select("#", ...) -> how many
 */
static int l_select(lua_State *L)
{
    int count = lua_gettop(L);
    host_charge(L, count);
    if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
        lua_pushinteger(L, count - 1);
        return 1;
    }
    lua_Integer n = luaL_checkinteger(L, 1);
    if (n < 0)
        n += count;
    luaL_argcheck(L, n >= 1, 1, "index out of range");
    return n >= count ? 0 : count - (int)n;
}

/* The digits of `text` in `base`, with spaces around and a sign; false where
 * it is no such numeral. Wraps around, as in Lua itself. */
static bool read_numeral(const char *text, size_t size, lua_Integer base,
                         lua_Integer *out)
{
    static const char spaces[] = " \f\n\r\t\v";
    const char *end = text + size;
    while (text < end && *text != '\0' && strchr(spaces, *text) != NULL)
        text++;
    while (end > text && end[-1] != '\0' && strchr(spaces, end[-1]) != NULL)
        end--;
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+'))
        text++;
    if (text == end)
        return false;

    lua_Unsigned value = 0;
    for (; text < end; text++) {
        int digit = -1;
        if (*text >= '0' && *text <= '9')
            digit = *text - '0';
        else if (*text >= 'a' && *text <= 'z')
            digit = *text - 'a' + 10;
        else if (*text >= 'A' && *text <= 'Z')
            digit = *text - 'A' + 10;
        if (digit < 0 || digit >= base)
            return false;
        value = value * (lua_Unsigned)base + (lua_Unsigned)digit;
    }
    *out = (lua_Integer)(minus ? 0u - value : value);
    return true;
}

/* tonumber(value, base) -> number | nil */
static int l_tonumber(lua_State *L)
{
    size_t size = 0;
    if (lua_isnoneornil(L, 2)) {
        luaL_checkany(L, 1);
        if (lua_type(L, 1) == LUA_TNUMBER) {
            lua_settop(L, 1);
            return 1;
        }
        const char *text = lua_tolstring(L, 1, &size);
        host_charge(L, (int64_t)size);
        if (text == NULL || lua_stringtonumber(L, text) != size + 1)
            luaL_pushfail(L);
        return 1;
    }
    lua_Integer base = luaL_checkinteger(L, 2);
    luaL_checktype(L, 1, LUA_TSTRING);
    const char *text = lua_tolstring(L, 1, &size);
    luaL_argcheck(L, base >= 2 && base <= 36, 2, "base out of range");
    host_charge(L, (int64_t)size);

    lua_Integer value = 0;
    if (read_numeral(text, size, base, &value))
        lua_pushinteger(L, value);
    else
        luaL_pushfail(L);
    return 1;
}

const char *library_push_shown(lua_State *L, int index, size_t *size)
{
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
    case LUA_TSTRING:
        lua_pushvalue(L, index);
        break;
    case LUA_TBOOLEAN:
        lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TUSERDATA:
        /* A handle has the name of its kind. */
        if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING)
            lua_pushstring(L, luaL_typename(L, index));
        break;
    default:
        lua_pushstring(L, luaL_typename(L, index));
        break;
    }
    return lua_tolstring(L, -1, size);
}

/* tostring(value) -> string */
static int l_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    library_push_shown(L, 1, NULL);
    return 1;
}

/* type(value) -> string */
static int l_type(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushstring(L, luaL_typename(L, 1));
    return 1;
}

void library_check_readable(lua_State *L, int arg)
{
    luaL_checktype(L, arg, LUA_TTABLE);
    if (host_is_frozen(L, arg)) {
        host_push_thawed(L, arg);
        lua_replace(L, arg);
    }
}

void library_check_writable(lua_State *L, int arg)
{
    luaL_checktype(L, arg, LUA_TTABLE);
    if (host_is_frozen(L, arg))
        luaL_argerror(L, arg, "this table is read-only");
}

/* __newindex of the globals. */
static int l_refuse_global(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "a script makes no globals");
    return luaL_error(L, "'%s' is not a local: a script makes no globals",
                      lua_tostring(L, 2));
}

/* What to write instead of a word that scripts elsewhere know, or that this one
 * forgot to bring. */
static const char *instead_of(const char *name)
{
    static const char *const words[][2] = {
        {"super", "a rule gets it as its first parameter: function(super, "
                  "game, ...)"},
        {"print", "log(...) writes a line"},
        {"pcall", "what fails ends the choice, and nothing catches it"},
        {"xpcall", "what fails ends the choice, and nothing catches it"},
        {"unpack", "it is table.unpack"},
        {"variant", "local variant = require \"castled.variant\" brings it"},
        {"step", "local step = require \"castled.step\" brings it"},
        {"score", "local score = require \"castled.score\" brings it"},
        {"rule", "local rule = require \"castled.rule\" brings it"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return "it is no local, no parameter, and not among what a script finds";
}

/* __index of the globals: what is read is not there. */
static int l_refuse_unknown(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "a global has a name");
    const char *name = lua_tostring(L, 2);
    return luaL_error(L, "'%s' is not there: %s", name, instead_of(name));
}

/* Closes the metatable that all strings share: methods and nothing else. There
 * is no arithmetic on strings (R4). Takes the string table on top. */
static void open_string_metatable(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

void library_open(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"assert", l_assert},
        {"error", l_error},
        {"ipairs", l_ipairs},
        {"log", l_log},
        {"select", l_select},
        {"tonumber", l_tonumber},
        {"tostring", l_tostring},
        {"type", l_type},
        {NULL, NULL},
    };
    lua_pushglobaltable(L);
    luaL_setfuncs(L, functions, 0);
    library_pairs_push(L);
    lua_setfield(L, -2, "pairs");
    library_string_push(L);
    open_string_metatable(L);
    lua_setfield(L, -2, "string");
    library_table_push(L);
    lua_setfield(L, -2, "table");
    library_math_push(L);
    lua_setfield(L, -2, "math");

    /* The proxy becomes the globals of the registry, which lua_load gives to
     * every chunk. */
    host_freeze(L, -1, "the library");
    lua_getmetatable(L, -1);
    lua_pushcfunction(L, l_refuse_global);
    lua_setfield(L, -2, "__newindex");
    lua_pop(L, 1);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

void library_refuse_unknown(lua_State *L)
{
    lua_pushglobaltable(L);
    host_push_thawed(L, -1);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, l_refuse_unknown);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 2);
}

void library_add(lua_State *L, const char *name, lua_CFunction function)
{
    lua_pushglobaltable(L);
    host_push_thawed(L, -1);
    lua_pushstring(L, name);
    lua_pushcfunction(L, function);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}
