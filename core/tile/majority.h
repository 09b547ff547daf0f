#ifndef CASTLED_MAJORITY_H
#define CASTLED_MAJORITY_H

/*
 * majority -- who has most.
 */

#include <stdint.h>

enum { MAJORITY_NONE = -1 };

/* The player with the largest of `counts`, or MAJORITY_NONE when the largest
 * is 0 or several have it. */
int majority_of(const uint8_t *counts, int player_count);

#endif
