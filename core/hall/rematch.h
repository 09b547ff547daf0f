#ifndef CASTLED_REMATCH_H
#define CASTLED_REMATCH_H

/*
 * rematch -- the same game again, with the seats swapped.
 *
 * When all people of a daemon's game that is over want it, the next game is
 * made, of the same rules, clock and level; who sat in a seat has the one
 * behind it there. Its seats are held for them: what opens a seat is the token
 * of the seat that its player had, so nothing new has to reach anybody.
 */

#include "hall/hall.h"

/* Tells a peer in `seat`, from 0, or PEER_WATCHES, of the next game, if there
 * is one: now, or when it comes later. */
void rematch_tell(struct match *match, struct peer *peer, int seat);

/* Forgets the next game when it is gone, since nobody joined it or it was
 * deleted: another one may be asked for. May ask the store, so it is for where
 * the next game is told. */
void rematch_forget_gone(struct hall *hall, struct match *match);

/* `seat` does not want it, or no more: nobody is asked any longer, and all are
 * told. Nothing when nobody was asked, or there is a next game. */
void rematch_decline(struct match *match, int seat);

#endif
