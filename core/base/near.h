#ifndef CASTLED_NEAR_H
#define CASTLED_NEAR_H

/*
 * near -- which name somebody may have meant.
 *
 * Collects the names that are near to a word that was not found: a few letters
 * away, or with the word inside. Owns nothing; names are borrowed.
 */

#include "base/text.h"

enum {
    NEAR_MAX = 4,
    NEAR_WORD_SIZE_MAX = 64, /* longer words are near to nothing */
};

struct near {
    const char *word; /* borrowed */
    int count;
    const char *names[NEAR_MAX]; /* the nearest first */
    int distances[NEAR_MAX];
};

/* Looks at one name; the same name twice counts once. */
void near_offer(struct near *near, const char *name);

/* Adds "; did you mean 'x' or 'y'?", or nothing. */
void near_write(const struct near *near, struct text *out);

#endif
