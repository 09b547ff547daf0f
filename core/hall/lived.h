#ifndef CASTLED_LIVED_H
#define CASTLED_LIVED_H

/*
 * lived -- how much of the calendar's time the daemon lived through.
 *
 * A daemon is down, a machine sleeps, its clock is set forward: long gaps, in
 * which nobody could come. It knows no games and no store: housekeeping writes
 * it down. Plain data; zeros: there were no gaps.
 */

#include "hall/match.h"

enum { LIVED_GAPS_MAX = 64 };

struct lived {
    int count;
    struct match_pause gaps[LIVED_GAPS_MAX]; /* in order, apart */
    int64_t noted_ms; /* when all of that was written down; 0: it was not */
};

/* It did not live from `from_ms` to `to_ms`. Less than half an hour is no
 * gap; one that begins in another is one with it; with too many the shortest is
 * forgotten. */
void lived_miss(struct lived *lived, int64_t from_ms, int64_t to_ms);

/* The machine's clock was set back: no gap ends later than now. */
void lived_go_back(struct lived *lived, int64_t now_ms);

/* How many milliseconds it has lived since then. */
int64_t lived_since(const struct lived *lived, int64_t since_ms,
                    int64_t now_ms);

/* Forgets the gaps since which it has lived for longer than `ms`. */
void lived_forget(struct lived *lived, int64_t ms, int64_t now_ms);

#endif
