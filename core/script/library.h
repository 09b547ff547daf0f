#ifndef CASTLED_LIBRARY_H
#define CASTLED_LIBRARY_H

/*
 * library -- what every script finds in its environment.
 *
 * Built from nothing (sandbox.md R3 to R12): assert, error, log, ipairs,
 * pairs (in order: numbers, strings, booleans), select, tonumber, tostring,
 * type; string (plain: byte, char, find, format, len, lower, rep, reverse,
 * split, sub, upper), table (concat, insert, move, remove, sort, unpack,
 * pack), math (abs, max, min, tointeger, type, ult, maxinteger, mininteger).
 * Each function pays for its work. `require` is added by whoever knows where
 * modules are.
 *
 * What differs from Lua's own, beside what is missing: assert gives its message
 * the place, as error does; find and split take plain text; format has d i s x
 * X c q with a width; tostring shows tables and functions by their type and
 * handles by their __name; math takes integers only; lower and upper change
 * ASCII only; sort is stable; frozen tables can be read by all and changed by
 * none.
 */

#include <lua.h>

/* Opens the library in a new state: fills the globals table, closes the
 * string metatable, and makes the globals read-only. Raises. */
void library_open(lua_State *L);

/* From now on to read a global that is not there raises, with a hint. Not by
 * library_open: the tests of the sandbox ask for what must not be there. */
void library_refuse_unknown(lua_State *L);

/* Adds the C function as a global called `name`; for the host's own globals
 * such as `require`. Raises. */
void library_add(lua_State *L, const char *name, lua_CFunction function);

#endif
