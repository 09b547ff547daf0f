#ifndef CASTLED_PROQUINT_H
#define CASTLED_PROQUINT_H

/*
 * proquint -- numbers that can be spoken.
 *
 * Five letters for 16 bits, consonants and vowels in turn (D. S. Wilkerson,
 * "A Proposal for Proquints", 2009): "lusab-babad". A lock is shown as the
 * five of its first 80 bits, so that two people can compare it by voice
 * (fairness.md section 10).
 */

#include "fair/hash.h"

enum {
    PROQUINT_LOCK_COUNT = 5,
    PROQUINT_LOCK_SIZE = PROQUINT_LOCK_COUNT * 6, /* with the zero byte */
};

/* Writes the first 80 bits of `hash`, high byte first, with hyphens between. */
void proquint_write(char out[PROQUINT_LOCK_SIZE], const struct hash *hash);

#endif
