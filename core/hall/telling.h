#ifndef CASTLED_TELLING_H
#define CASTLED_TELLING_H

/*
 * telling -- what is told of a daemon's match besides what its game tells.
 */

#include "hall/match.h"
#include "hall/peer.h"

/* Tells all who is in which seat now. */
void telling_seats(struct match *match);

/* The same for one peer. */
void telling_seats_to(struct match *match, struct peer *peer);

/* Tells one peer that it is in the match no more, and why: "elsewhere", "idle",
 * "storage", "deleted". `seat` from 0, or PEER_WATCHES. */
void telling_left(struct match *match, struct peer *peer, int seat,
                  const char *reason);

/* The same to all, who are then out of it. */
void telling_all_left(struct match *match, const char *reason);

/* Tells a peer that has come to `seat`, or PEER_WATCHES, all that it has
 * missed since the beginning: sayings, events, and what is asked now. On
 * failure nothing. Tell it the seats before. */
enum status telling_catch_up(struct match *match, struct peer *peer, int seat,
                             struct error *error) MUST_CHECK;

#endif
