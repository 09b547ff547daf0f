#ifndef CASTLED_CODEC_H
#define CASTLED_CODEC_H

/*
 * codec -- plain data between Lua and bytes.
 *
 * Plain data: booleans, integers within 2^53, strings, lists 1..n without
 * holes, tables with string keys; to a depth, a number of values and a size
 * (sandbox.md R17). What is not plain raises, naming where in the value it
 * stands. Two forms: the canonical bytes that a game's state is kept in, and
 * canonical JSON for people, records and other programs. Equal values give
 * equal bytes.
 *
 * All functions may raise. `out` must belong to somebody who outlives the
 * call, since a raise jumps over its caller.
 */

#include "base/text.h"

#include <lua.h>

enum {
    CODEC_DEPTH_MAX = 32,
    CODEC_VALUES_MAX = 10000,
    CODEC_SIZE_MAX = 64 << 10,
    CODEC_KEYS_MAX = 128, /* in one table */
};

/* Adds the canonical bytes of the value at `index`, a game's table; `what`
 * names it in errors ("the game's state"), and what is wrong in it is called
 * game.NAME. A table that stands in two places raises: read again it would be
 * two. */
void codec_write_state(lua_State *L, int index, struct text *out,
                       const char *what);

/* Pushes the value that `bytes` stand for. */
void codec_push_state(lua_State *L, const void *bytes, size_t size);

/* Adds the value at `index` as canonical JSON. An empty table is []; nil is
 * null. In errors `what` names it, and `root` is what a path in it begins
 * with: "terms", as in terms[1].count; or "". */
void codec_write_json(lua_State *L, int index, struct text *out,
                      const char *what, const char *root);

/* Pushes a deep copy of the plain value at `index`. */
void codec_push_copy(lua_State *L, int index);

#endif
