#ifndef CASTLED_DECK_H
#define CASTLED_DECK_H

/*
 * deck -- the sealed order in which a pile's items will come (level 1).
 *
 * A deck is a secret of the engine until the master seed is revealed: it never
 * goes to a script, a view or a record, and is wiped when it is done with. The
 * pile beside it is the public half: after deck_next the caller takes the item
 * from the pile with pile_take.
 *
 * A deck owns nothing and points nowhere: copy it by assignment.
 */

#include "fair/pile.h"

struct deck {
    uint8_t count;                 /* of items that were sealed */
    uint8_t next;                  /* the index in `order` of the next one */
    uint8_t order[PILE_ITEMS_MAX]; /* items; `count` are valid */
};

/* Seals the order of what is left in `pile`, for the k-th time: 0 at the
 * start, when the pile must be whole, and one more each time that items went
 * back and the pile is shuffled again. */
void deck_seal(struct deck *deck, const struct pile *pile,
               const struct hash *master, uint64_t k);

/* How many items are still to come. */
int deck_left(const struct deck *deck);

/* The next item; there must be one. */
int deck_next(struct deck *deck);

/* Forgets the order. */
void deck_wipe(struct deck *deck);

#endif
