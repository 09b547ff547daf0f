#ifndef CASTLED_LOAD_TIMES_H
#define CASTLED_LOAD_TIMES_H

/*
 * load_times -- how long things took, counted in buckets.
 *
 * Each power of two has 64 buckets, so what is read is at most 1.6 % too high.
 * A zeroed struct has no times in it. Nothing is allocated.
 */

#include <stdint.h>

enum {
    TIMES_PARTS = 64, /* buckets for each power of two */
    TIMES_BUCKETS = 59 * TIMES_PARTS,
};

struct times {
    int64_t count;
    int64_t max_ns;
    int64_t sum_ns;
    uint32_t buckets[TIMES_BUCKETS];
};

/* Counts one. */
void times_add(struct times *times, int64_t ns);

/* The time that `share` (0 to 1) of all were not above; 0 without any. */
int64_t times_at(const struct times *times, double share);

#endif
