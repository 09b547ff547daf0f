#ifndef CASTLED_METHODS_H
#define CASTLED_METHODS_H

/*
 * methods -- what can be asked of a hall, one file a group.
 *
 * Each list ends with a method without a name. core/README.md documents every
 * method; a test compares.
 */

#include "hall/rpc.h"

extern const struct rpc_method protocol_methods[];     /* what there is */
extern const struct rpc_method rulesets_methods[];     /* what can be played */
extern const struct rpc_method games_methods[];        /* games as a whole */
extern const struct rpc_method lobby_methods[];        /* coming and going */
extern const struct rpc_method playing_methods[];      /* in a game */
extern const struct rpc_method contributing_methods[]; /* to the shuffle */
extern const struct rpc_method talk_methods[];
extern const struct rpc_method rematch_methods[];
extern const struct rpc_method lookahead_methods[];
extern const struct rpc_method admin_methods[];

#endif
