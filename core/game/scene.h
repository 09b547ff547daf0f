#ifndef CASTLED_SCENE_H
#define CASTLED_SCENE_H

/*
 * scene -- a game as it stood at an entry of its record, for those who show it.
 *
 * Plays the record again as far as that and tells what a frontend is told of
 * a game. A job for a worker (script/worker.h), since the record and its
 * scripts may be anybody's: what comes out is input from outside.
 */

#include "base/text.h"

enum {
    SCENE_LAST = -1,       /* for the last entry */
    SCENE_ALL = -2,        /* for all of the game, scene by scene */
    SCENE_ENTRY_SIZE = 12, /* what scene_ask adds to the record, at most */
};

/* Adds to `out` what scene_show reads: the entry (from 0, or one of those
 * above) and the record. */
void scene_ask(struct text *out, int entry, const char *record, size_t size);

/* Reads what scene_ask wrote and adds a JSON object: `entry`, `description` as
 * executor_describe, `view` as somebody who watches sees it after the entry,
 * and `events`, all that were told until then in the order in which they were:
 * one whose `entry` was there before undoes that and those after it. Fails as
 * verify_replay_events does, and for an entry that there is not.
 *
 * For SCENE_ALL it adds a line with `description` and `entries`, how many the
 * record has, then two lines for the beginning and for each entry after which
 * something is different: `entry`, `type` and `by` as in the record, `told`,
 * how many events remain after it, and `events`, those that it brought; and,
 * for who wants only some of them, by itself the view. */
enum status scene_show(const void *bytes, size_t size, struct text *out,
                       struct error *error) MUST_CHECK;

#endif
