#ifndef CASTLED_REQUEST_H
#define CASTLED_REQUEST_H

/*
 * request -- the parameters that choose a ruleset, as core wants them.
 *
 * `game` is a name, `variants` a list of names, `options` an object of values
 * by name; where files may be opened, paths too. The request borrows from the
 * parameters and from itself, so it stays where it is.
 */

#include "hall/hall.h"

enum { REQUEST_SAID_MAX = 300 /* characters that somebody says at once */ };

/* Options as ruleset_request wants them; they borrow from themselves. */
struct request_options {
    int count;
    const char *list[RULESET_OPTIONS_MAX]; /* NAME=VALUE each: */
    char written[RULESET_OPTIONS_MAX][2 * RULESET_OPTION_SIZE];
};

struct request {
    struct ruleset_request ruleset;
    const char *variants[RULESET_VARIANTS_MAX];
    struct request_options options;
};

/* Fills in a request from what a game was made of, members name, variants and
 * options, as about.h writes them. The request borrows from the JSON. False
 * when it is not such. */
bool request_read_chosen(struct request *request, const char *root,
                         const struct json *chosen);

/* Reads the parameters game, variants and options of the call. */
enum rpc_code request_read(struct request *request,
                           struct rpc_call *call) MUST_CHECK;

/* Reads the parameter clock, an object; zeros when it is not given. */
enum rpc_code request_read_clock(struct rpc_call *call,
                                 struct timer_rule *clock) MUST_CHECK;

/* The code for a ruleset that could not be opened, by call->error: scripts that
 * fail and name no place have refused, variants that do not fit together, say.
 */
enum rpc_code request_fail(const struct rpc_call *call);

/* Whether the text parameter `name` can be shown to others: from 1 to `max`
 * characters that print, not only blanks; if not, says so. */
enum rpc_code request_check_said(struct rpc_call *call, const char *name,
                                 int max) MUST_CHECK;

/* Whether the parameter may be a path here; if not, says so. */
enum rpc_code request_check_path(struct rpc_call *call,
                                 const char *path) MUST_CHECK;

#endif
