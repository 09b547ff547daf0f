#ifndef CASTLED_AUTHORITY_H
#define CASTLED_AUTHORITY_H

/*
 * authority -- who may act for which seat.
 *
 * The peer of `castled host` acts for all seats; at the daemon a peer acts for
 * the seats that it is in, and nobody else does. What methods that act for a
 * seat have in common: they read the parameters `game` and `seat`, and refuse.
 * Seats count from 0 here and from 1 in parameters.
 */

#include "hall/hall.h"

/* Refuses a call for a match that is not being played, and says why. */
enum rpc_code authority_fail_not_played(struct rpc_call *call,
                                        const struct match *match);

/* The match that the call names, if it is being played; else NULL and the
 * code. */
struct match *authority_played(struct rpc_call *call, enum rpc_code *code);

/* Reads the parameter seat; -1 when it is not given. */
enum rpc_code authority_read_seat(struct rpc_call *call,
                                  const struct match *match,
                                  int *seat) MUST_CHECK;

/* Whether the caller acts for the seat. */
bool authority_acts_for(const struct rpc_call *call, const struct match *match,
                        int seat);

/* The seat that the caller acts for: the one that the call names, or the only
 * one that is the caller's. */
enum rpc_code authority_own_seat(struct rpc_call *call,
                                 const struct match *match,
                                 int *seat) MUST_CHECK;

/* The match, which is being played, and the seat of a person in it that the
 * caller acts for; NULL and the code when there is none. */
struct match *authority_person(struct rpc_call *call, int *seat,
                               enum rpc_code *code);

/* Refuses who shows a key, a token or an invitation that opens nothing, or asks
 * for what only others may do, and tells the operator who it is. */
enum rpc_code authority_turn_away(struct rpc_call *call, const char *sentence);

/* Whether the caller may know what is asked now, which is not everybody's to
 * know. */
enum rpc_code authority_check_asked(struct rpc_call *call,
                                    const struct match *match) MUST_CHECK;

#endif
