#ifndef CASTLED_CONNECT_H
#define CASTLED_CONNECT_H

/*
 * connect -- the companion of a frontend.
 *
 * Stands between a frontend and a daemon and passes on what they say, with its
 * own numbers on requests. What a frontend should not have to know it does by
 * itself: keys, tokens and their safe-keeping; sealing; heads and
 * acknowledgements; to be in the same games again after the connection broke,
 * and to tell only what is new; hints and verification, on this machine.
 *
 * It knows lines, not where they come from: whoever has the connection calls
 * connect_up, connect_take_message and connect_down; whoever has the frontend,
 * connect_take_request. Its answers come by the functions in its settings,
 * which must not call it.
 */

#include "net/connect_seats.h"
#include "script/worker.h"

enum {
    CONNECT_PROTOCOL = 1,
    CONNECT_LOST = 7,        /* an error's code: the connection was lost, and
                                whether it was done is not known */
    CONNECT_GAMES_MAX = 500, /* that the frontend is in at once */
};

/* All is borrowed for the life of the connect. */
struct connect_settings {
    const char *root;    /* the folder that has scripts/ and variants/ */
    const char *version; /* of the program */
    const char *server;  /* the name of the daemon's address */
    const struct connect_seats *seats;
    struct worker_server *workers; /* with the jobs of verify; or NULL */
    void *context;                 /* for the functions */
    /* Lines with their ends, for the frontend and for the daemon. */
    void (*tell)(void *context, const char *bytes, size_t size);
    void (*send)(void *context, const char *bytes, size_t size);
    /* The daemon has said hello; or what answers is none, and why. */
    void (*on_hello)(void *context);
    void (*on_stranger)(void *context, const char *reason);
};

struct connect;

/* One that is not connected. *out is the caller's, to be freed with
 * connect_free. */
enum status connect_new(struct connect **out,
                        const struct connect_settings *settings,
                        struct error *error) MUST_CHECK;

/* Frees it; NULL is fine. */
void connect_free(struct connect *connect);

/* The connection is there; has broken, or could not be made. */
void connect_up(struct connect *connect);
void connect_down(struct connect *connect, const char *reason);

/* A line, without its end, from the daemon; from the frontend. */
void connect_take_message(struct connect *connect, const char *line,
                          size_t size);
void connect_take_request(struct connect *connect, const char *line,
                          size_t size);

/* To be called every second: tries again what the daemon could not do. */
void connect_tick(struct connect *connect);

/* How many requests of the frontend have no answer yet. */
int connect_open_count(const struct connect *connect);

#endif
