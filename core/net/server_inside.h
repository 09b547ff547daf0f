#ifndef CASTLED_SERVER_INSIDE_H
#define CASTLED_SERVER_INSIDE_H

/*
 * server_inside -- what the parts of server.c share: the loop and its
 * listeners.
 *
 *     server.c             start, end, timers, signals, the writer's failures
 *     server_listen.c      sockets that listen, and who may come in
 *     server_socket.c      the Unix socket's way to carry bytes
 *     server_web.c         libwebsockets' way
 *     server_pages.c       HTTP, which libwebsockets carries too
 *     server_report.c      /metrics
 */

#include "base/log.h"
#include "net/connection.h"
#include "net/http.h"
#include "net/server.h"

#include <ev.h>

/* A socket that listens. */
struct server_listener {
    struct ev_io watcher;
    struct server *server;
    int fd;
    bool is_web;
    char address[LIMITS_ADDRESS_SIZE + 16]; /* with the port; web only */
};

struct web;

enum { SERVER_KEPT_PLACES = 64 /* for operators, bots among them */ };

struct server {
    struct server_settings settings;
    struct http_names names;
    struct hall *hall;     /* borrowed */
    struct writer *writer; /* borrowed */
    struct store *reader;  /* borrowed */
    struct ev_loop *loop;
    struct ev_async wake;
    struct ev_prepare flush;
    struct ev_idle go_on;  /* while `turns` is not empty */
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
    int place_count;   /* how many connections may be there: as the limits and
                          the system allow; and those that are kept */
    int visitor_count; /* of the web, HTTP included */
    int web_count;     /* of WebSockets */
    int socket_count;
    int64_t last_number;
    struct connections connections;
    struct connections fresh;   /* have something new to send */
    struct connections waiting; /* wait for the disk */
    struct connections turns;   /* have lines for the next turn */
    int64_t turn;               /* of the loop */
    int64_t committed;          /* what `waiting` was looked at for */
    bool has_failed;            /* the writer, and all were told */
    bool was_asked;             /* since the last hall_tick */
    int64_t cpu_ns;             /* what the thread had used at the end of the
                                   last turn, or when it was last asked */
    bool is_ending;
    bool has_said_goodbye;
    struct metrics metrics;
    int64_t games_ns; /* when the store's games were counted; 0: never */
    int64_t games[STORE_OVER + 1];
    /* Of what people from outside make us log: */
    struct log_limit log_refused;
    struct log_limit log_origins;
    struct log_limit log_ended;
    struct text answer;  /* of the message that is being carried out */
    struct text packed;  /* a line, compressed */
    struct pages *pages; /* owned */
    struct files *files; /* owned; NULL: no pages */
};

/* server.c ----------------------------------------------------------------- */

/* The ticket that what is said now must wait for. */
int64_t server_ticket(const struct server *server);

/* server_listen.c ---------------------------------------------------------- */

/* Takes all addresses of the settings. */
enum status server_listen_open(struct server *server,
                               struct error *error) MUST_CHECK;

/* Begins and ends to accept. */
void server_listen_start(struct server *server);
void server_listen_stop(struct server *server);

/* Closes the sockets that listen. */
void server_listen_free(struct server *server);

/* server_socket.c ---------------------------------------------------------- */

/* Whether the other side runs as who we are, or as root. */
bool server_socket_is_operator(int fd);

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

/* server_pages.c ----------------------------------------------------------- */

struct lws;

/* Somebody who has connected by the web, from the first byte on. */
struct server_visitor {
    char address[LIMITS_ADDRESS_SIZE];
    struct limits_bucket bucket; /* of requests, as of messages */
};

/* An HTTP answer that is being made and sent. Zeroed at first. */
struct server_page {
    struct text body; /* owned */
    size_t sent;
    bool is_last; /* of this connection */
    /* While the page process is asked: */
    int64_t ask; /* its number; 0: it is not */
    int64_t asked_ns;
    const char *address; /* borrowed: the visitor's */
    struct lws *carrier; /* borrowed */
    bool is_head;
    bool takes_gzip;
    char tag[HTTP_TAG_SIZE]; /* that the browser has */
    TAILQ_ENTRY(server_page) askers;
    bool is_ready;             /* there is an answer, to be sent: */
    struct http_answer answer; /* owned */
};

/* Some of those that wait, in the order in which they came. */
TAILQ_HEAD(server_askers, server_page);

/* Answers a request: the head now, the body as there is room for it. Returns
 * what the callback is to return, as these all do. */
int server_pages_answer(struct server *server, struct lws *wsi,
                        struct server_page *page, const char *path);

/* The page process was asked, and this is the answer, which is taken over. */
void server_pages_ready(struct server_page *page, struct http_answer *answer);

/* Sends what is ready, or more of the body. */
int server_pages_go_on(struct server *server, struct lws *wsi,
                       struct server_page *page);

/* The connection goes, or becomes a WebSocket. */
void server_pages_end(struct server *server, struct server_page *page);

/* Whether a WebSocket may be opened; otherwise the answer is sent. */
int server_pages_upgrade(struct server *server, struct lws *wsi,
                         const char *kind);

/* server_report.c ---------------------------------------------------------- */

/* Adds all that /metrics tells. */
void server_report_write(struct server *server, struct text *out);

#endif
