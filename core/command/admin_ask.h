#ifndef CASTLED_ADMIN_ASK_H
#define CASTLED_ADMIN_ASK_H

/*
 * admin_ask -- one question of `castled admin` to a daemon, by its socket.
 *
 * Each has a connection of its own. What is borrowed is borrowed for the call.
 */

#include "base/json.h"

/* What is asked. */
struct admin_request {
    const char *socket; /* NULL: where one is found */
    const char *method; /* "status", for admin.status */
    const char *game;   /* its parameters; NULL and 0: not given */
    const char *state;
    int64_t before;
    const char *before_game;
    int64_t count;
};

/* Asks it; *out, the response, is the caller's. STATUS_IO, with the socket's
 * path, when no daemon answers, or says nothing for 10 s. */
enum status admin_ask_daemon(const struct admin_request *request,
                             struct json **out, struct error *error) MUST_CHECK;

/* Whether the daemon did it; otherwise says why not, on stderr. */
bool admin_ask_is_done(const struct json *response);

/* The code of the error that the daemon answered; 0: none. */
int64_t admin_ask_code(const struct json *response);

#endif
