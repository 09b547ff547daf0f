#ifndef CASTLED_TESTS_DESK_H
#define CASTLED_TESTS_DESK_H

/*
 * desk -- a hall of the daemon with a real store, and peers to call it.
 *
 * Calls go to hall_serve as the server would give them, and what is told lands
 * with the peer that it was told to. The calendar clock (base/clock) stands
 * still in this program, but for desk_pass.
 */

#include "hall/hall.h"

enum { DESK_PEERS_MAX = 8 };

/* Somebody who is connected. */
struct guest {
    struct peer peer;
    bool is_there;
    struct text told;   /* all notifications since the last guest_clear */
    struct text answer; /* the last response */
    struct json *json;  /* of the last response */
};

struct desk {
    char folder[64];
    char path[96];
    struct hall_settings settings;
    struct writer *writer;
    struct store *reader;
    struct hall *hall;
    bool is_held; /* what is put */
    struct guest guests[DESK_PEERS_MAX];
};

/* A new store in a folder of its own, and `guest_count` peers. */
void desk_open(struct desk *desk, int guest_count);

/* Ends the daemon and starts it again with the same store; the peers are
 * connected anew. */
void desk_restart(struct desk *desk);

/* Ends it and removes the store. */
void desk_close(struct desk *desk);

/* Connects and disconnects a peer. */
void desk_connect(struct desk *desk, int guest);
void desk_disconnect(struct desk *desk, int guest);

/* Waits until all is on the disk. */
void desk_settle(struct desk *desk);

/* Waits until the writer has noticed that the disk says no. */
void desk_await_failure(struct desk *desk);

/* Has the hall go on after that, which the disk must let it. */
void desk_resume(struct desk *desk);

/* Lets the disk be full, or have room, for all of this process. */
void desk_fill_disk(bool is_full);

/* From now on the disk is slow: it takes nothing, and does not say no either,
 * until desk_go. */
void desk_hold(struct desk *desk);
void desk_go(struct desk *desk);

/* Lets time pass, in which nobody calls the hall. */
void desk_pass(int64_t ms);

/* Once what is asked is on the disk, unless that is slow or says no, the hall
 * looks at the time once a second, as in a daemon, until that is `ms`
 * from now, and all is told. Returns how much later it wants to look again. */
int64_t desk_tick(struct desk *desk, int64_t ms);

/* Lets that time pass, and the hall looks at it once a second. Returns as
 * desk_tick. */
int64_t desk_live(struct desk *desk, int64_t ms);

/* The hall looks at the time now and then, so that it lives (hall/lived.h),
 * until that is `ms` from now, which may be days. */
void desk_age(struct desk *desk, int64_t ms);

/* Lets all games leave memory that nobody is in. */
void desk_evict(struct desk *desk);

/* Calls a method with params, an object as printf writes it ('' for ""), and
 * tells all news. The result, borrowed until the guest's next call; NULL for an
 * error. */
const struct json *desk_call(struct desk *desk, int guest, const char *method,
                             const char *params, ...)
    __attribute__((format(printf, 4, 5)));

/* The code of the last answer; 0 for a result. */
int desk_code(const struct desk *desk, int guest);

/* The last answer's result, or error, as text. */
const char *desk_answer(const struct desk *desk, int guest);

/* Forgets what was told. */
void desk_clear(struct desk *desk);

/* How many notifications of a method the guest was told; the last one's params
 * to *params, the caller's, to be freed with json_free; NULL: not wanted. */
int desk_told(const struct desk *desk, int guest, const char *method,
              struct json **params);

/* All events that the guest was told, undone ones left out, as lines. */
void desk_events(const struct desk *desk, int guest, struct text *out);

/* Asks for the game's record and verifies it, all but what its scripts do. */
void desk_verify(struct desk *desk, int guest, const char *game);

/* The value at a path of keys and indexes, "games.0.name". */
const struct json *desk_at(const struct json *value, const char *path);
const char *desk_string(const struct json *value, const char *path);
int64_t desk_integer(const struct json *value, const char *path);

#endif
