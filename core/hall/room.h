#ifndef CASTLED_ROOM_H
#define CASTLED_ROOM_H

/*
 * room -- how many games one address may have at once.
 *
 * A game counts for the address of who had it made over the web, until it is
 * over and has left memory; so nobody fills memory or disk with games, however
 * they are begun and ended. One in which nothing has happened for as long as an
 * open game may wait does not count: it waits for nobody any more.
 */

#include "hall/hall.h"

/* Whether whoever calls may have one game more; if not, the error says so. */
enum rpc_code room_check(struct rpc_call *call);

/* The match, which is new, counts for whoever calls. */
void room_take(struct rpc_call *call, struct match *match);

#endif
