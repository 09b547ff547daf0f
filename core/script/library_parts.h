#ifndef CASTLED_LIBRARY_PARTS_H
#define CASTLED_LIBRARY_PARTS_H

/*
 * library_parts -- what the files of the library share. Nobody else's.
 */

#include "base/error.h"

#include <lua.h>

#include <stdint.h>

/* Each pushes its table of functions, and owns nothing. */
void library_string_push(lua_State *L);
void library_table_push(lua_State *L);
void library_math_push(lua_State *L);

/* Pushes the function pairs. */
void library_pairs_push(lua_State *L);

/* Pushes the value at `index` as a text that is the same in every run: what
 * tostring gives. Tables and functions are shown by their type's name, since
 * an address would differ (R16). */
const char *library_push_shown(lua_State *L, int index, size_t *size);

/* The table at `arg`, to be read: a frozen one is replaced on the stack by
 * what it stands for. */
void library_check_readable(lua_State *L, int arg);

/* Raises unless there is a table at `arg` that may be written to. */
void library_check_writable(lua_State *L, int arg);

/* The order of values that have one. */
enum order_kind {
    ORDER_INTEGER,
    ORDER_FLOAT,
    ORDER_STRING,
    ORDER_BOOLEAN,
    ORDER_NONE, /* tables, functions and the like */
};

/* A value to be sorted, by what its place depends on. */
struct order_item {
    union {
        lua_Integer integer; /* booleans too: false is 0 */
        lua_Number number;
        const char *string; /* borrowed from a value on the stack, or in a
                               table that is */
    } as;
    uint32_t size;  /* of the string; the host's strings are shorter */
    uint32_t index; /* whose it is; the caller's */
    enum order_kind kind;
};

/* Whether `left` comes before `right`. May raise. */
typedef bool (*order_before)(void *context, const struct order_item *left,
                             const struct order_item *right);

/* What the value at `stack_index` is sorted by. */
struct order_item library_order_item(lua_State *L, int stack_index,
                                     uint32_t index);

/* Numbers, strings by bytes, booleans; within a kind the smaller first. The
 * context is not used. */
bool library_order_natural(void *context, const struct order_item *left,
                           const struct order_item *right);

/* Sorts `count` items so that equal ones keep their order. `scratch` has room
 * for as many. Whatever `before` answers, it ends after at most
 * count * log2(count) questions, and no item is lost. */
void library_order_sort(struct order_item *items, struct order_item *scratch,
                        size_t count, order_before before, void *context);

#endif
