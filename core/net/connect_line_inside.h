#ifndef CASTLED_CONNECT_LINE_INSIDE_H
#define CASTLED_CONNECT_LINE_INSIDE_H

/*
 * connect_line_inside -- what the line and its two kinds share.
 *
 * connect_line.c tries, pauses and takes lines apart; connect_line_socket.c
 * and connect_line_web.c each make one kind of connection.
 */

#include "net/connect_line.h"

#include <ev.h>

struct lws;
struct lws_context;

/* One kind of connection. */
struct connect_line_kind {
    /* Prepares what all tries share. */
    enum status (*open)(struct connect_line *line, struct error *error);
    /* Begins to connect: calls connect_line_is_up or connect_line_is_lost, now
     * or later. */
    void (*try)(struct connect_line *line);
    /* There is something to send. */
    void (*wake)(struct connect_line *line);
    /* Begins or ends a pause. */
    void (*pause)(struct connect_line *line);
    /* Closes the connection, if there is one, without calling anything. */
    void (*cut)(struct connect_line *line);
    /* Frees what open prepared. */
    void (*close)(struct connect_line *line);
};

struct connect_line {
    struct connect_line_settings settings;
    const struct connect_line_kind *kind;
    bool is_up;
    bool is_paused;
    int pause_ms;     /* before the next try */
    ev_timer retry;   /* runs while it is down and nothing is tried */
    ev_timer full;    /* runs when there was no memory for what is to be sent */
    ev_timer steady;  /* runs while it works, and has not done so for long */
    struct text in;   /* owned: of a line that is not whole */
    struct text out;  /* owned: to be sent */
    size_t out_start; /* of what is not sent */
    /* By socket: */
    int fd;
    ev_io reads;
    ev_io writes;
    /* By WebSocket: */
    struct lws_context *context; /* owned */
    struct lws *wsi;             /* NULL: no connection */
    char reason[300];            /* why the other side closed; "" */
    bool was_shown;              /* a certificate, in this try */
    const char *fault;           /* of it: a clause; NULL: none */
};

extern const struct connect_line_kind connect_line_socket_kind;
extern const struct connect_line_kind connect_line_web_kind;

/* For the kinds: it is connected; it is not, and why; nor will it be; bytes
 * came; a message ended, and with it a line. */
void connect_line_is_up(struct connect_line *line);
void connect_line_is_lost(struct connect_line *line, const char *reason);
void connect_line_is_refused(struct connect_line *line, const char *reason);
void connect_line_take(struct connect_line *line, const char *bytes,
                       size_t size);
void connect_line_take_end(struct connect_line *line);

/* What is to be sent, and that `size` bytes of it were. */
const char *connect_line_rest(const struct connect_line *line, size_t *size);
void connect_line_is_sent(struct connect_line *line, size_t size);

#endif
