#ifndef CASTLED_VERIFY_REPLAY_H
#define CASTLED_VERIFY_REPLAY_H

/*
 * verify_replay -- the part of verifying that runs the scripts of a record.
 *
 * Both functions are jobs for a worker (script/worker.h): the record and its
 * scripts may be anybody's.
 */

#include "base/text.h"

/* Plays the record again. Fails, naming the entry, where it is not what its
 * scripts give: a choice, what follows from it, the end, or what the opening
 * says of the game. Adds nothing to `out`. */
enum status verify_replay_play(const void *bytes, size_t size, struct text *out,
                               struct error *error) MUST_CHECK;

/* The same, and adds all events, a line each, without those that were
 * undone. */
enum status verify_replay_events(const void *bytes, size_t size,
                                 struct text *out,
                                 struct error *error) MUST_CHECK;

#endif
