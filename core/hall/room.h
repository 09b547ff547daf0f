#ifndef CASTLED_ROOM_H
#define CASTLED_ROOM_H

/*
 * room -- how many games one address may have at once, and all together; how
 * many it may watch; and how many seats in games that wait for others.
 *
 * A game counts for the address of who had it made over the web, until it is
 * over and has left memory; so nobody fills memory or disk with games, however
 * they are begun and ended. One in which nothing has happened for as long as an
 * open game may wait, while the daemon lived, does not count: it waits for
 * nobody any more.
 *
 * Of all together only those count that are played, or may go on by themselves:
 * nobody keeps others from making games by watching old ones. What watched ones
 * take of memory is bounded by how many an address may watch; to a game that is
 * over whoever sat there may always come back.
 */

#include "hall/hall.h"

enum { ROOM_AWAY_MS = 60 * 1000 /* after which a seat lapses */ };

/* Whether whoever calls may have one game more; if not, the error says so. */
enum rpc_code room_check(struct rpc_call *call);

/* The match, which is new, counts for whoever calls, and is theirs. */
void room_take(struct rpc_call *call, struct match *match);

/* Whether whoever calls may watch the match, and keep it in memory by that; if
 * not, the error says so. */
enum rpc_code room_check_watch(struct rpc_call *call,
                               const struct match *match);

/* Whether whoever calls may take one seat more in games that have not begun; if
 * not, the error says so. */
enum rpc_code room_check_seat(struct rpc_call *call);

/* The seat, which whoever calls takes, counts for them until the game begins.
 * In a public game of somebody else's it is free again when they are away. */
void room_take_seat(struct rpc_call *call, struct match *match, int seat);

/* Whether a seat of it is to lapse when its person stays away. */
bool room_has_lapsing(const struct match *match);

/* Frees the seats of the match that have lapsed by now. */
void room_free_seats(struct match *match, int64_t now_ms);

/* The daemon stood still, and nobody could come back: who is away is so from
 * now on. */
void room_wait_anew(struct match *match);

#endif
