#ifndef CASTLED_CONNECT_TOLD_H
#define CASTLED_CONNECT_TOLD_H

/*
 * connect_told -- what a frontend has been told of one game.
 *
 * After a reconnect the daemon tells a game from its first event. What the
 * frontend knows already is dropped here; where the past is another one, it is
 * told first that something was undone. Of what was told only hashes are kept.
 *
 * A zeroed struct is a game of which nothing was told.
 */

#include "base/json.h"
#include "fair/hash.h"

enum { CONNECT_TOLD_EVENTS_MAX = 100000 };

/* The notifications of which only the last one counts. */
enum connect_told_last {
    CONNECT_TOLD_SEATS,
    CONNECT_TOLD_WAITING,
    CONNECT_TOLD_QUESTION,
    CONNECT_TOLD_OVER,
    CONNECT_TOLD_SEALING,
    CONNECT_TOLD_REMATCH,
    CONNECT_TOLD_OFFER, /* of a draw; until something else happens */
    CONNECT_TOLD_LAST_COUNT,
};

struct connect_told {
    struct hash *events; /* owned: of the lines, by entry, from 1 at 0 */
    int count;
    int capacity;
    bool is_replayed; /* the daemon tells it from the first event */
    int replayed;     /* events that came since */
    int64_t said;     /* number of the last saying */
    bool has_last[CONNECT_TOLD_LAST_COUNT];
    struct hash last[CONNECT_TOLD_LAST_COUNT];
};

/* What to do with a notification. */
struct connect_told_answer {
    bool is_passed_on;
    bool is_undone; /* first game.undone, with: */
    int entry;      /* the last event that remains */
};

/* Frees what it holds; nothing was told of the game then. */
void connect_told_clear(struct connect_told *told);

/* From now on the daemon tells the game from its first event. */
void connect_told_replay(struct connect_told *told);

/* Notes a notification of the game: its method, its params and its line. */
struct connect_told_answer connect_told_take(struct connect_told *told,
                                             const char *method,
                                             const struct json *params,
                                             const char *line, size_t size);

#endif
