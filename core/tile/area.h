#ifndef CASTLED_AREA_H
#define CASTLED_AREA_H

/*
 * area -- empty spaces that hang together, side to side, inside a wall.
 */

#include "tile/board.h"

struct area {
    struct spaces spaces;
    int space_count;
    int start_count; /* uncovered start spaces beside it */
};

/* The largest connected area of empty spaces of a bounded board. With
 * `count_starts`, each start space beside it counts as one more space when
 * areas are compared; start_count is filled in either way. Of equals the
 * first in reading order. On a full board, and on an unbounded one, both counts
 * are 0. */
struct area area_largest(const struct board *board, bool count_starts);

/* How many spaces the set has. */
int spaces_count(const struct spaces *spaces);

/* The next space of the set from `from` on, or -1. */
int spaces_next(const struct spaces *spaces, int from);

#endif
