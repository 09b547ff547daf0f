#ifndef CASTLED_LOBBY_H
#define CASTLED_LOBBY_H

/*
 * lobby -- how matches of the daemon are found, and fill up.
 */

#include "hall/hall.h"

enum { LOBBY_LIST_MAX = 100 }; /* games of a list */

/* Begins the match, or its sealing, when all seats are taken. */
enum status lobby_begin_if_full(struct match *match,
                                struct error *error) MUST_CHECK;

/* Answers a call for a list of games, newest first, by its parameters state,
 * before, before_game and count, which is `count` when it is not given. */
enum rpc_code lobby_list(struct rpc_call *call, bool with_private,
                         int count) MUST_CHECK;

#endif
