#ifndef CASTLED_CONNECT_WAITING_H
#define CASTLED_CONNECT_WAITING_H

/*
 * connect_waiting -- requests to the daemon that have no answer yet.
 *
 * In the order in which they were made. Each keeps its line, to be sent when
 * there is a connection, and again after one that broke if that does no harm.
 * What becomes of an answer its `done` knows.
 *
 * A zeroed list is empty. It owns its requests and all that is in them.
 */

#include "net/connect_seats.h"

enum {
    CONNECT_WAITING_MAX = 256, /* requests of the frontend at once */
    CONNECT_WAITING_SIZE_MAX = 4 << 20,
};

struct connect;
struct connect_request;

/* Deals with an answer: one of result and error is NULL. */
typedef void connect_done(struct connect *connect,
                          struct connect_request *request,
                          const struct json *result, const struct json *error);

struct connect_request {
    int64_t id;            /* towards the daemon */
    struct text answer_id; /* the frontend's, as JSON; "": nobody waits */
    bool is_own;           /* connect's; dropped when the line breaks */
    bool is_repeatable;    /* a second time has the same answer */
    bool is_sent;
    int breaks;       /* of the line, while it was on its way */
    struct text line; /* with its end */
    connect_done *done;
    char game[CONNECT_GAME_SIZE];
    int seat;                        /* from 1; 0: it is about none */
    struct connect_seat *seat_asked; /* owned; a seat that is asked for */
    const char *stage;               /* borrowed, constant; of sealing */
    int attempt;                     /* of sealing */
    struct connect_request *next;
};

struct connect_waiting {
    struct connect_request *first;
    struct connect_request *last;
    int count;
    size_t size; /* of the lines */
    int64_t last_id;
};

/* Adds a request for `method` and begins its line: members of params are to
 * be added to request->line, then connect_waiting_end. Borrowed until it is
 * removed; NULL: memory is out. */
struct connect_request *connect_waiting_begin(struct connect_waiting *waiting,
                                              const char *method,
                                              connect_done *done);

/* Ends the line. False when memory was out: the request is removed then. */
bool connect_waiting_end(struct connect_waiting *waiting,
                         struct connect_request *request) MUST_CHECK;

/* The request with this id, or NULL. */
struct connect_request *
connect_waiting_find(const struct connect_waiting *waiting, int64_t id);

/* Whether the frontend has as many as it may. */
bool connect_waiting_is_full(const struct connect_waiting *waiting);

/* Removes a request, whole or begun. */
void connect_waiting_remove(struct connect_waiting *waiting,
                            struct connect_request *request);

/* Removes all. */
void connect_waiting_clear(struct connect_waiting *waiting);

#endif
