#ifndef CASTLED_STORY_H
#define CASTLED_STORY_H

/*
 * story -- all events of a match that were not undone, ready to be told.
 *
 * Who comes late is told the game from its first event. A story is large beside
 * its game, and made anew from the record when it is wanted, so it is kept only
 * for a while.
 *
 * A zeroed struct is one that is not kept. It owns its memory: story_drop.
 */

#include "hall/news.h"

struct story {
    bool is_kept;
    int count;         /* of events */
    struct text lines; /* notifications, a line each */
    int64_t used_ms;   /* when it was last wanted */
};

/* Begins an empty one, which is kept. */
void story_begin(struct story *story);

/* Adds an event of the game with that id, which is `size` bytes of JSON with
 * its `entry` first. Those with the same and higher entries are undone. */
void story_add(struct story *story, const char *id, const char *json,
               size_t size);

/* Forgets all but the first `count` events. */
void story_cut(struct story *story, int count);

/* Tells all of it: to `peer`, or to all when it is NULL. */
void story_tell(const struct story *story, struct news *news, int match,
                struct peer *peer);

/* Forgets it and frees its memory. */
void story_drop(struct story *story);

#endif
