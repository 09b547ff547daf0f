#ifndef CASTLED_CONNECT_LOOP_H
#define CASTLED_CONNECT_LOOP_H

/*
 * connect_loop -- a frontend at stdin and stdout, a daemon at the other end.
 *
 * Runs connect between the two until the frontend goes away or a signal comes.
 */

#include "net/connect.h"

enum connect_loop_end {
    CONNECT_LOOP_ENDED,  /* no more input, or a signal */
    CONNECT_LOOP_BROKEN, /* nobody reads the output; errno says why */
    CONNECT_LOOP_FAILED, /* see the error: the daemon was never reached */
};

enum {
    CONNECT_LOOP_TRY_S = 3,         /* for the first connection; */
    CONNECT_LOOP_ONE_S = 10,        /* for one try that is still on its way */
    CONNECT_LOOP_HELLO_S = 10,      /* for a daemon to say hello, later */
    CONNECT_LOOP_REST_S = 5,        /* for the last answers, after the input */
    CONNECT_LOOP_OUT_MAX = 4 << 20, /* bytes that the frontend has not read:
                                       then the daemon waits */
};

struct connect_loop_settings {
    const struct connect_address *address; /* borrowed, as all here */
    const char *ca; /* a file of certificates; NULL: the system's */
    const char *root;
    const char *version;
    const struct connect_seats *seats;
    struct worker_server *workers;
    bool is_verbose; /* shows what frontend and connect say on stderr, but no
                        secrets */
};

/* Runs. From now on SIGINT, SIGTERM and SIGHUP end it, and SIGPIPE is not
 * seen. */
enum connect_loop_end
connect_loop_run(const struct connect_loop_settings *settings,
                 struct error *error) MUST_CHECK;

#endif
