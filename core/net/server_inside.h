#ifndef CASTLED_SERVER_INSIDE_H
#define CASTLED_SERVER_INSIDE_H

/*
 * server_inside -- what the parts of server.c share: the loop, its listeners,
 * and a connection, whichever way it came.
 *
 *     server.c             start, end, timers, signals, the writer's failures
 *     server_listen.c      sockets that listen, and who may come in
 *     server_connection.c  lines in, lines out; limits
 *     server_socket.c      the Unix socket's way to carry bytes
 *     server_web.c         libwebsockets' way; HTTP
 *
 * Connections are made by the two ways and free themselves when they end.
 */

#include "net/http.h"
#include "net/metrics.h"
#include "net/outbox.h"
#include "net/server.h"

#include <ev.h>
#include <sys/queue.h>

struct connection;
TAILQ_HEAD(connections, connection);

/* How a connection carries bytes. */
struct connection_way {
    const char *name;
    /* Sends some of the bytes, before which there is OUTBOX_HEAD_SIZE of room
     * to write over. Returns how many; 0: not now, server_flush is called
     * again when there is room; -1: it is broken. */
    ssize_t (*write)(struct connection *connection, char *bytes, size_t size);
    /* Ends it when all is sent, with a WebSocket's code and a reason. It goes
     * some time later. */
    void (*close)(struct connection *connection);
    /* Ends it now: it is gone afterwards. Never from inside its own calls. */
    void (*kill)(struct connection *connection);
    /* Reads no more from it, or goes on. */
    void (*pause)(struct connection *connection, bool is_paused);
};

struct connection {
    struct server *server; /* borrowed */
    const struct connection_way *way;
    int64_t number; /* for the log */
    struct peer peer;
    struct outbox outbox;
    struct text input;        /* what was read and is not carried out */
    int64_t input_since_ns;   /* how long a line has been without its end */
    int64_t stalled_since_ns; /* how long nothing could be sent; 0: it can */
    struct limits_bucket bucket;
    bool is_paused;  /* too much waits to be sent */
    bool is_closing; /* is told no more, and goes when all is sent */
    bool is_doomed;  /* goes at once, sent or not */
    int close_code;
    const char *close_reason;  /* a literal */
    struct connections *queue; /* of those to be flushed; NULL: in none */
    TAILQ_ENTRY(connection) queued;
    TAILQ_ENTRY(connection) all;
    void *carrier; /* the way's own */
};

/* A socket that listens. */
struct server_listener {
    struct ev_io watcher;
    struct server *server;
    int fd;
    bool is_web;
    char address[LIMITS_ADDRESS_SIZE + 16]; /* with the port; web only */
};

struct web;

struct server {
    struct server_settings settings;
    struct http_names names;
    struct hall *hall;     /* borrowed */
    struct writer *writer; /* borrowed */
    struct store *reader;  /* borrowed */
    struct ev_loop *loop;
    struct ev_async wake;
    struct ev_prepare flush;
    struct ev_timer tick;  /* hall_tick */
    struct ev_timer sweep; /* who is too slow */
    struct ev_timer rest;  /* no more files: accepts later */
    struct ev_timer leave; /* when it ends, at the latest */
    struct ev_signal signals[3];
    struct server_listener listeners[SERVER_LISTENS_MAX + 1];
    int listener_count;
    bool made_socket; /* the socket's file is ours to remove */
    struct web *web;  /* owned; server_web.c's */
    struct limits_addresses *addresses; /* owned */
    int visitor_count;                  /* of the web, HTTP included */
    int web_count;                      /* of WebSockets */
    int socket_count;
    int64_t last_number;
    struct connections connections;
    struct connections fresh;   /* have something new to send */
    struct connections waiting; /* wait for the disk */
    int64_t committed;          /* what `waiting` was looked at for */
    bool has_failed;            /* the writer, and all were told */
    bool was_asked;             /* since the last hall_tick */
    bool is_ending;
    bool has_said_goodbye;
    struct metrics metrics;
    struct text answer; /* of the message that is being carried out */
};

/* server.c ----------------------------------------------------------------- */

/* The ticket that what is said now must wait for. */
int64_t server_ticket(const struct server *server);

/* server_connection.c ------------------------------------------------------ */

/* A connection that has come; its peer is in the hall. NULL without memory.
 * `address` is "" for the Unix socket. */
struct connection *server_connect(struct server *server,
                                  const struct connection_way *way,
                                  void *carrier, const char *address,
                                  bool is_operator);

/* It has gone: frees it. Not from inside the hall. */
void server_disconnect(struct connection *connection);

/* Carries out what has come. `is_end`: a message ends here, with or without
 * its line's end. */
void server_receive(struct connection *connection, const char *bytes,
                    size_t size, bool is_end);

/* Adds a line for the connection; `since_ns` is for answers. */
void server_send(struct connection *connection, const char *bytes, size_t size,
                 enum metrics_group group, int64_t since_ns);

/* Sends what is due and can be sent. False when it is broken: the caller has
 * it ended. */
bool server_flush(struct connection *connection) MUST_CHECK;

/* Flushes all that have something due, and ends the broken. */
void server_flush_all(struct server *server);

/* No more is read from it; it goes when all that is due is sent. `reason` is a
 * literal. */
void server_close(struct connection *connection, int code, const char *reason);

/* It goes the next time that something is sent: its receiver is too slow, or
 * has been told what is not so. */
void server_doom(struct connection *connection, const char *event,
                 const char *reason);

/* server_listen.c ---------------------------------------------------------- */

/* Takes all addresses of the settings. */
enum status server_listen(struct server *server,
                          struct error *error) MUST_CHECK;

/* Begins and ends to accept. */
void server_listen_start(struct server *server);
void server_listen_stop(struct server *server);

/* Closes the sockets that listen. */
void server_listen_free(struct server *server);

/* server_socket.c ---------------------------------------------------------- */

/* Takes over a connection to the Unix socket. */
void server_socket_accept(struct server *server, int fd);

/* server_web.c ------------------------------------------------------------- */

/* Makes libwebsockets' context, in our loop. */
enum status server_web_open(struct server *server,
                            struct error *error) MUST_CHECK;

/* Takes over a connection that somebody made from that address. */
void server_web_accept(struct server *server, int fd, const char *address);

/* To be called each second: lets libwebsockets look at its timeouts. */
void server_web_sweep(struct server *server);

/* Ends all connections and frees the context. */
void server_web_close(struct server *server);

/* server_report.c ---------------------------------------------------------- */

/* Adds all that /metrics tells. */
void server_report(const struct server *server, struct text *out);

#endif
