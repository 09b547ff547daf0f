#ifndef CASTLED_REQUEST_H
#define CASTLED_REQUEST_H

/*
 * request -- the parameters that choose a ruleset, as core wants them.
 *
 * `game` is a name, `variants` a list of names, `options` an object of values
 * by name; where files may be opened, paths too. The request borrows from the
 * parameters and from itself, so it stays where it is.
 */

#include "net/hall.h"

struct request {
    struct ruleset_request ruleset;
    const char *variants[RULESET_VARIANTS_MAX];
    const char *options[RULESET_OPTIONS_MAX];
    char written[RULESET_OPTIONS_MAX][2 * RULESET_OPTION_SIZE]; /* NAME=VALUE */
};

/* Reads the parameters game, variants and options of the call. */
enum rpc_code request_read(struct request *request,
                           struct rpc_call *call) MUST_CHECK;

/* The code for a ruleset that could not be opened, by call->error: scripts that
 * fail and name no place have refused, variants that do not fit together, say.
 */
enum rpc_code request_fail(const struct rpc_call *call);

/* Whether the parameter may be a path here; if not, says so. */
enum rpc_code request_check_path(struct rpc_call *call,
                                 const char *path) MUST_CHECK;

#endif
