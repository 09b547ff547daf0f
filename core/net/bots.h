#ifndef CASTLED_BOTS_H
#define CASTLED_BOTS_H

/*
 * bots -- the processes that play for the daemon, one a kind.
 *
 * Each runs lua/bots/main.lua with the name of its kind and speaks through the
 * Unix socket, as everybody does, but for the key with which it may attach
 * (bots.attach). Here they are started, watched and started again, and what
 * they write to standard error goes into the log. What they play is theirs and
 * the hall's: a bot that dies forgets nothing, since it is asked again when it
 * is back.
 *
 * A process that cannot be started at all (no lua5.4, no lua-luv) is given up:
 * then its kind is not there, and the hall refuses games with it.
 */

#include "base/error.h"

#include <stdint.h>

struct ev_loop;

enum {
    BOTS_KINDS_MAX = 8,
    BOTS_NAME_SIZE = 32, /* of a kind, with the zero byte */
};

struct bots_settings {
    const char *root;         /* the folder that has lua/; borrowed by bots_new
                                 only, as all of these */
    const char *program;      /* the castled that they connect with */
    const char *socket;       /* the daemon's Unix socket */
    const char *const *kinds; /* NULL and 0: none */
    int kind_count;
};

/* For those who watch the daemon. */
struct bots_figures {
    int wanted;       /* kinds */
    int running;      /* processes */
    int64_t restarts; /* since the start */
};

struct bots;

/* Makes the key and notes what is to be started; starts nothing.
 * STATUS_NOT_FOUND when there is no bot of a kind's name. *out is the
 * caller's, to be freed with bots_free. */
enum status bots_new(struct bots **out, const struct bots_settings *settings,
                     struct error *error) MUST_CHECK;

/* Ends those that are left and frees it, the key wiped; NULL is fine. */
void bots_free(struct bots *bots);

/* The key with which they attach: 64 letters. Borrowed. */
const char *bots_key(const struct bots *bots);

/* Starts them, and keeps them running, in the loop, which must be libev's
 * default loop (it alone sees processes end) and outlives bots_stop. The socket
 * must be listening. */
void bots_start(struct bots *bots, struct ev_loop *loop);

/* Ends all of them, and waits until they have ended: a moment. */
void bots_stop(struct bots *bots);

/* Whether there are bots of that kind; one that is just being started again is
 * there. */
bool bots_has(const struct bots *bots, const char *kind);

/* How they are. */
struct bots_figures bots_figures(const struct bots *bots);

#endif
