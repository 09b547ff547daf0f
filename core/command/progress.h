#ifndef CASTLED_PROGRESS_H
#define CASTLED_PROGRESS_H

/*
 * progress -- a line on a terminal that says how far a long run is.
 *
 * It goes to stderr, and only when that is a terminal that wants it; else all
 * functions do nothing. The line is drawn a few times a second and is gone at
 * the end.
 */

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool is_shown;
    const char *unit; /* "games"; borrowed */
    long whole;
    int64_t start_ns;
    int64_t drawn_ns; /* when it was drawn last; 0: never */
};

/* Begins a run of `whole` units. */
void progress_begin(struct progress *progress, const char *unit, long whole);

/* Tells that `done` of them are done. */
void progress_tell(struct progress *progress, long done);

/* Takes the line away. */
void progress_end(struct progress *progress);

#endif
