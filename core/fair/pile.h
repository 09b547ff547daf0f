#ifndef CASTLED_PILE_H
#define CASTLED_PILE_H

/*
 * pile -- what can still be drawn.
 *
 * A pile knows its name and which of its items are left, as numbers from 0, in
 * the order in which the rules list them. What the items are the ruleset
 * knows; in which order they will come, `deck` (level 1) or nobody (level 2).
 * Which items are left is public unless some were drawn into hands: to whom
 * may not see those, script/material says what may be left.
 *
 * A pile owns nothing and points nowhere: copy it by assignment.
 */

#include "fair/draw.h"

enum {
    PILE_NAME_SIZE = 32, /* with the zero byte */
    PILE_ITEMS_MAX = 128,
};

struct pile {
    char name[PILE_NAME_SIZE];
    uint8_t count;                /* of items, as set up */
    uint8_t left_count;           /* of items that are left */
    uint8_t left[PILE_ITEMS_MAX]; /* ascending; left_count are valid, the
                                     others 0, so that equal piles are equal
                                     bytes */
};

/* Whether `name` can be a pile's: a-z, 0-9 and _, at least one and at most
 * PILE_NAME_SIZE - 1 of them. */
bool pile_is_name(const char *name);

/* A pile with all of its `count` items, 0 to PILE_ITEMS_MAX. The name must be
 * one, and what is too much is the caller's mistake: both end the program. */
void pile_init(struct pile *pile, const char *name, int count);

/* Whether `item` is left. */
bool pile_has(const struct pile *pile, int item);

/* Takes out `item`, which must be left. */
void pile_take(struct pile *pile, int item);

/* Puts back `item`, which must be one of the pile's and not be left. */
void pile_put_back(struct pile *pile, int item);

/* Level 2: takes out one of the items left, which must be some, as the stream
 * of the draw's seed chooses, and returns it. */
int pile_draw(struct pile *pile, struct draw_stream *stream);

#endif
