#ifndef CASTLED_PLACE_H
#define CASTLED_PLACE_H

/*
 * place -- which peers are in which matches: in a seat, or watching.
 *
 * Both sides know of it: a match whom news of it goes to, a peer where it has
 * to be taken out when it goes. A seat has one peer at most; a peer may have
 * several seats of one match, and either sits or watches.
 */

#include "hall/match.h"
#include "hall/peer.h"
#include "hall/rpc.h"

/* Sees to it that the peer can be in one game more: the next place_sit goes
 * well. STATUS_LIMIT when it is in too many. */
enum status place_reserve(struct peer *peer, struct error *error) MUST_CHECK;

/* Puts the peer into the seat, which nobody is in. STATUS_LIMIT when the peer
 * is in too many games. */
enum status place_sit(struct match *match, int seat, struct peer *peer,
                      struct error *error) MUST_CHECK;

/* The code for why one of these failed, by call->error: too many games are too
 * much of the caller's. */
enum rpc_code place_fail(const struct rpc_call *call) MUST_CHECK;

/* The peer watches, unless it sits or watches there already. */
enum status place_watch(struct match *match, struct peer *peer,
                        struct error *error) MUST_CHECK;

/* Takes whoever is in the seat out of it. */
void place_stand_up(struct match *match, int seat);

/* Undoes a place_sit, before which the peer `watched`: then it does so again.
 */
void place_undo_sit(struct match *match, int seat, bool watched);

/* Takes the peer out of the match; false when it was not in it. */
bool place_leave(struct match *match, struct peer *peer);

/* Whether the peer sits or watches there. */
bool place_is_in(const struct match *match, const struct peer *peer);

/* Whether the peer watches there. */
bool place_watches(const struct match *match, const struct peer *peer);

/* Whether the peer is in that seat. */
bool place_holds(const struct match *match, const struct peer *peer, int seat);

/* How many seats the peer has there; *seat is the first. */
int place_count_seats(const struct match *match, const struct peer *peer,
                      int *seat);

/* Whether anybody sits there who is no bot of the daemon's. */
bool place_has_seated(const struct match *match);

/* The same, or watches. */
bool place_has_people(const struct match *match);

/* Takes all out of it, without a word. */
void place_clear(struct match *match);

/* Gives the item to all peers of the match whom it is for. */
void place_tell(const struct match *match, const struct news_item *item,
                void (*tell)(void *context, struct peer *peer), void *context);

#endif
