#ifndef CASTLED_LIST_H
#define CASTLED_LIST_H

/*
 * list -- room in a list that grows: items of one size, one behind the other,
 * a count of them, and how many there is room for. All of it is its owner's.
 */

#include "base/error.h"

/* The list with room for one item more than `count`: as it was, or in another
 * place, with at least twice the room. Returns NULL without memory; list and
 * capacity are then as they were. The owner gives it to free. */
void *list_grow(void *list, int *capacity, int count,
                size_t item_size) MUST_CHECK;

#endif
