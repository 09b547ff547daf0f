#ifndef CASTLED_LOBBY_H
#define CASTLED_LOBBY_H

/*
 * lobby -- how matches of the daemon are found, and fill up.
 */

#include "hall/hall.h"

/* Begins the match, or its sealing, when all seats are taken. */
enum status lobby_begin_if_full(struct match *match,
                                struct error *error) MUST_CHECK;

/* Adds a game of a list, as it is now. */
void lobby_add_about(struct rpc_call *call, const struct store_game *game);

/* Reads the parameters state, before and count, which is `count` when it is not
 * given. */
enum rpc_code lobby_read_query(struct rpc_call *call, struct store_query *query,
                               int count) MUST_CHECK;

#endif
