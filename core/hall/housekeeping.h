#ifndef CASTLED_HOUSEKEEPING_H
#define CASTLED_HOUSEKEEPING_H

/*
 * housekeeping -- what a daemon's hall does when time has passed.
 *
 * Games that nobody is in leave memory; open games that nobody joined are
 * deleted, and, after 30 days, those that were joined and left alone, both by
 * time that the daemon lived; after the start the games that go on without
 * people, because a clock runs, a bot is to move or the order is being sealed,
 * are taken from the store, one after the other. While the disk says no, none
 * of it is to be done.
 */

#include "hall/hall.h"
#include "hall/lived.h"

enum { HOUSEKEEPING_WAKES_MAX = 256 /* games that are known to be waked */ };

/* The value of the store that says until when the daemon was seen to run, in
 * milliseconds since 1970: written while clocks run. While it wakes games,
 * those that it has not come to want to know what was before: so it begins with
 * all of that then, until when the daemon ran, from when it did again, and so
 * on, with blanks between. */
#define HOUSEKEEPING_ALIVE "alive"

/* Reads it at the start: until when the daemon is known to have run before, 0
 * when it is not; and, where it was ended before all games were awake, when it
 * ran before that. */
void housekeeping_read_alive(struct match_home *home);

/* The value of the store that says when the daemon did not live (lived), in the
 * same form: gaps, and until when it is known to have lived since. */
#define HOUSEKEEPING_LIVED "lived"

/* How far a list of the store was read: zeros, or the last game of the last
 * page; and how many games that page had. */
struct housekeeping_place {
    int64_t before;
    int64_t before_game;
    int count;
};

/* A zeroed one has done nothing yet. It owns nothing. */
struct housekeeping {
    int64_t look_ms; /* when all matches are looked at next */
    int64_t note_ms; /* when it is written down next that the daemon runs */
    int64_t old_ms;  /* when old games are looked for next */
    bool is_awake;   /* all games are here that go on by themselves */
    bool has_listed; /* those that are played; else: that are being sealed */
    bool has_failed; /* one could not be read: all are gone through again */
    bool has_pauses; /* HOUSEKEEPING_ALIVE says what was before */
    int64_t wake_ms; /* not before this is the next one waked */
    struct housekeeping_place playing; /* in the list of those */
    struct housekeeping_place old;     /* in that of open games */
    struct lived lived;                /* by which open games become old */
    int wake_count;
    char wakes[HOUSEKEEPING_WAKES_MAX][MATCH_ID_SIZE]; /* to be loaded next */
};

/* Reads at the start when the daemon did not live, up to now. */
void housekeeping_read_lived(struct housekeeping *housekeeping,
                             struct store *reader, int64_t now_ms);

/* The disk works again: games that went out of memory meanwhile, and go on
 * without people, are taken from the store as after the start. */
void housekeeping_wake_again(struct housekeeping *housekeeping);

/* Whether all games are in memory that go on without people. */
bool housekeeping_is_awake(const struct housekeeping *housekeeping);

/* Does what is due. Returns when there is something to do next. */
int64_t housekeeping_tick(struct housekeeping *housekeeping, struct hall *hall,
                          int64_t now_ms);

#endif
