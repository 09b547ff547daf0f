/*
 * The one order and the one sort of the library. Stock table.sort takes its
 * pivot from the clock, so its order of equal items differs between two runs
 * (sandbox.md N09); a merge sort's does not.
 */

#include "script/library_parts.h"

#include <string.h>

/* Runs of this many items are sorted by insertion, before the merging. */
enum { RUN_SIZE = 8 };

struct order_item library_order_item(lua_State *L, int stack_index,
                                     uint32_t index)
{
    struct order_item item = {.index = index, .kind = ORDER_NONE};
    size_t size = 0;
    switch (lua_type(L, stack_index)) {
    case LUA_TNUMBER:
        if (lua_isinteger(L, stack_index)) {
            item.kind = ORDER_INTEGER;
            item.as.integer = lua_tointeger(L, stack_index);
        } else {
            item.kind = ORDER_FLOAT;
            item.as.number = lua_tonumber(L, stack_index);
        }
        break;
    case LUA_TSTRING:
        item.kind = ORDER_STRING;
        item.as.string = lua_tolstring(L, stack_index, &size);
        item.size = (uint32_t)size;
        break;
    case LUA_TBOOLEAN:
        item.kind = ORDER_BOOLEAN;
        item.as.integer = lua_toboolean(L, stack_index);
        break;
    default:
        break;
    }
    return item;
}

/* -1, 0, 1: where an integer stands to a float. Exact, which a comparison of
 * doubles is not from 2^53 on. A NaN comes after all. */
static int compare_mixed(lua_Integer integer, lua_Number number)
{
    if (!(number < 0x1p63))
        return -1;
    if (number < -0x1p63)
        return 1;
    lua_Integer whole = (lua_Integer)number;
    if (integer != whole)
        return integer < whole ? -1 : 1;
    lua_Number rest = number - (lua_Number)whole;
    return rest > 0 ? -1 : rest < 0;
}

static bool number_before(const struct order_item *left,
                          const struct order_item *right)
{
    if (left->kind == ORDER_FLOAT && right->kind == ORDER_FLOAT)
        return left->as.number < right->as.number;
    if (left->kind == ORDER_FLOAT)
        return compare_mixed(right->as.integer, left->as.number) > 0;
    return compare_mixed(left->as.integer, right->as.number) < 0;
}

static bool string_before(const struct order_item *left,
                          const struct order_item *right)
{
    uint32_t size = left->size < right->size ? left->size : right->size;
    if (size > 0 && *left->as.string != *right->as.string) /* mostly */
        return (unsigned char)*left->as.string <
               (unsigned char)*right->as.string;
    int difference = memcmp(left->as.string, right->as.string, size);
    return difference < 0 || (difference == 0 && left->size < right->size);
}

bool library_order_natural(void *context, const struct order_item *left,
                           const struct order_item *right)
{
    (void)context;
    if (left->kind == right->kind) {
        if (left->kind == ORDER_STRING)
            return string_before(left, right);
        if (left->kind != ORDER_FLOAT)
            return left->as.integer < right->as.integer;
    }
    if (left->kind <= ORDER_FLOAT && right->kind <= ORDER_FLOAT)
        return number_before(left, right);
    return left->kind < right->kind;
}

static void sort_run(struct order_item *items, size_t count,
                     order_before before, void *context)
{
    for (size_t i = 1; i < count; i++) {
        struct order_item item = items[i];
        size_t at = i;
        for (; at > 0 && before(context, &item, &items[at - 1]); at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* Merges the `left` items of `from` and the `right` ones after them. */
static void merge(struct order_item *to, const struct order_item *from,
                  size_t left, size_t right, order_before before, void *context)
{
    const struct order_item *low = from;
    const struct order_item *low_end = from + left;
    const struct order_item *high = low_end;
    const struct order_item *high_end = high + right;
    while (low < low_end && high < high_end)
        *to++ = before(context, high, low) ? *high++ : *low++;
    while (low < low_end)
        *to++ = *low++;
    while (high < high_end)
        *to++ = *high++;
}

void library_order_sort(struct order_item *items, struct order_item *scratch,
                        size_t count, order_before before, void *context)
{
    for (size_t at = 0; at < count; at += RUN_SIZE)
        sort_run(items + at, count - at < RUN_SIZE ? count - at : RUN_SIZE,
                 before, context);

    struct order_item *from = items;
    struct order_item *to = scratch;
    for (size_t run = RUN_SIZE; run < count; run *= 2) {
        for (size_t at = 0; at < count; at += 2 * run) {
            size_t rest = count - at;
            size_t left = rest < run ? rest : run;
            size_t right = rest - left < run ? rest - left : run;
            merge(to + at, from + at, left, right, before, context);
        }
        struct order_item *swap = from;
        from = to;
        to = swap;
    }
    if (from != items)
        memcpy(items, from, count * sizeof *items);
}
