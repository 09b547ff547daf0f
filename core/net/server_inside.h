#ifndef CASTLED_SERVER_INSIDE_H
#define CASTLED_SERVER_INSIDE_H

/*
 * server_inside -- what the parts of server.c share: the loop and its
 * listeners.
 *
 *     server.c             start, end, timers, signals, the writer's failures
 *     server_listen.c      sockets that listen, and who may come in
 *     server_visitor.c     who comes by the web, perhaps through a proxy
 *     server_socket.c      the Unix socket's way to carry bytes
 *     server_web.c         libwebsockets' way
 *     server_pages.c       HTTP, which libwebsockets carries too
 *     server_report.c      /metrics
 *     server_hearing.c     up to when all was heard that anybody said
 */

#include "base/log.h"
#include "net/connection.h"
#include "net/http.h"
#include "net/server.h"
#include "net/turns.h"

#include <ev.h>

/* A socket that listens. */
struct server_listener {
    struct ev_io watcher;
    struct server *server;
    int fd;
    bool is_web;
    char address[LIMITS_ADDRESS_SIZE + 16]; /* with the port; web only */
};

struct lws;
struct web;
struct server_page;
/* Pages of HTTP, in the order in which they came: those that wait for the page
 * process, those that are held, and those that have a body. */
TAILQ_HEAD(server_askers, server_page);
TAILQ_HEAD(server_held, server_page);
TAILQ_HEAD(server_bodies, server_page);
TAILQ_HEAD(server_lates, server_page);

/* Up to when all has been heard that anybody said. A look at all sockets, which
 * may take the loop some turns, is done when all connections that had to wait
 * for their turn have had one; the next begins then. What one has said that is
 * more than a turn's work may come too late; only of the daemon's own, which
 * speak for many, all is carried out that was read. */
struct server_hearing {
    int64_t poll_ms;   /* the calendar, before the look at the sockets */
    int room;          /* so many of them it would have found, at least */
    bool is_whole;     /* it has found all */
    int64_t look_ms;   /* when the look began whose lines are carried out; 0:
                          there is none */
    int64_t look_turn; /* the turn of the loop that began with it */
    int left;          /* connections that wait for their turn since then */
    int64_t done_turn; /* in which there was none left */
};

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
    struct ev_check polled;
    struct ev_idle go_on;  /* while somebody waits for a turn: never sleeps */
    struct ev_timer tick;  /* hall_tick */
    struct ev_timer sweep; /* who is too slow */
    struct ev_timer rest;  /* no more files: accepts later */
    struct ev_timer leave; /* when it ends, at the latest */
    struct ev_signal signals[3];
    struct server_listener listeners[SERVER_LISTENS_MAX + 1];
    int listener_count;
    dev_t socket_device; /* of the socket's file, */
    ino_t socket_file;   /* which is ours to remove; 0: there is none */
    bool lacks_socket;   /* its file has gone, which has been logged, */
    bool cannot_listen;  /* and so has that there cannot be another */
    struct web *web;     /* owned; server_web.c's */
    struct limits_addresses *addresses; /* owned */
    int place_count;   /* how many connections may be there: as the limits and
                          the system allow; and those that are kept */
    int visitor_count; /* of the web, HTTP included */
    int web_count;     /* of WebSockets */
    int socket_count;
    int64_t last_number;
    size_t held_bytes; /* of memory, of what is unread; of those who may be
                          ended for it */
    size_t held_peak;  /* the most since memory was given back */
    struct connections connections;
    struct connections fresh;   /* have something new to send */
    struct connections waiting; /* wait for the disk */
    struct turns turns;         /* have lines for the next turn */
    int64_t turn;               /* of the loop, */
    int64_t turn_used_ns;       /* of which lines and HTTP have taken this */
    struct server_hearing hearing;
    int64_t committed; /* what `waiting` was looked at for */
    bool has_failed;   /* the writer, and all were told */
    bool was_asked;    /* or something was done, since the last hall_tick */
    int64_t cpu_ns;    /* what the thread had used at the end of the
                          last turn, or when it was last asked */
    bool is_ending;
    bool has_said_goodbye;
    struct metrics metrics;
    int64_t games_ns; /* when the store's games were counted; 0: never */
    int64_t games[STORE_OVER + 1];
    /* Of what people from outside make us log: */
    struct log_limit log_refused;
    struct log_limit log_rubbish;
    struct log_limit log_origins;
    struct log_limit log_ended;
    struct log_limit log_malformed;
    struct text answer;      /* of the message that is being carried out */
    struct text packed;      /* a line, compressed */
    struct pages *pages;     /* owned */
    struct files *files;     /* owned; NULL: no pages */
    struct server_held held; /* pages of HTTP that wait for the disk, or have
                                waited and are about to be sent; as their
                                tickets are */
    struct server_bodies bodies; /* all that count in `held_bytes` */
    struct server_lates late;    /* wait for their turn, by their rounds */
    int64_t late_round;          /* the one that has its turns */
};

/* Begins to note up to when all was heard, and tells the hall. */
void server_hearing_start(struct server *server);

/* The loop has looked at its sockets, and calls nobody yet. */
void server_hearing_polled(struct server *server);

/* The loop's turn is over, and it will look at its sockets. */
void server_hearing_end_turn(struct server *server);

/* A connection that waited for its turn since that one of the loop has had it,
 * or goes. */
void server_hearing_went_on(struct server *server, int64_t waits_since);

/* The ticket that what is said now must wait for. */
int64_t server_ticket(const struct server *server);

/* Takes all addresses of the settings. */
enum status server_listen_open(struct server *server,
                               struct error *error) MUST_CHECK;

/* To be called each second: when the Unix socket's file has gone, or is another
 * one, it is made again as soon as that can be. Connections stay. */
void server_listen_look(struct server *server);

/* Begins and ends to accept. */
void server_listen_start(struct server *server);
void server_listen_stop(struct server *server);

/* Closes the sockets that listen. */
void server_listen_free(struct server *server);

/* Somebody who has connected by the web, from the first byte on. What comes
 * from a proxy is somebody else's with each request. */
struct server_visitor {
    char address[LIMITS_ADDRESS_SIZE]; /* by which the limits count */
    char proxy[LIMITS_ADDRESS_SIZE];   /* whose connection it is; "": its own */
    bool is_counted;                   /* among the server's addresses */
    struct limits_bucket bucket;       /* of requests, as of messages */
};

/* Somebody has connected from there, and counts by that address; a proxy counts
 * only when it has said for whom it asks. NULL when too many come from there,
 * or without memory. To be freed with server_visitor_free. */
struct server_visitor *server_visitor_new(struct server *server,
                                          const struct sockaddr_storage *from);

/* A request has come, with this header X-Forwarded-For, or "": from a proxy, it
 * counts by the address told there, or by the proxy's own when none is; one
 * that cannot be read is logged. False, and it is logged, when too many come
 * from there. */
bool server_visitor_ask(struct server *server, struct server_visitor *visitor,
                        const char *header);

/* It has gone; NULL is fine. */
void server_visitor_free(struct server *server, struct server_visitor *visitor);

/* Whether the other side runs as who we are, or as root. */
bool server_socket_is_operator(int fd);

/* Takes over a connection to the Unix socket. */
void server_socket_accept(struct server *server, int fd);

/* Makes libwebsockets' context, in our loop. */
enum status server_web_open(struct server *server,
                            struct error *error) MUST_CHECK;

/* Reads the files of the certificate again, for those who come from now on;
 * when they are not well the old one stays, and it is logged. */
void server_web_renew(struct server *server);

/* Takes over a connection and its visitor. */
void server_web_accept(struct server *server, int fd,
                       struct server_visitor *visitor);

/* Whether who asks on this connection may: server_visitor_ask, with what the
 * request says. */
bool server_web_lets_in(struct server *server, struct lws *wsi);

/* To be called each second: lets libwebsockets look at its timeouts, and counts
 * pings and the like as messages. */
void server_web_sweep(struct server *server);

/* Ends all connections and frees the context. */
void server_web_close(struct server *server);

/* An HTTP answer that is being made and sent. Zeroed at first. */
struct server_page {
    struct text body; /* owned */
    size_t sent;
    bool is_last; /* of this connection */
    /* While the page process is asked: */
    int64_t ask;        /* its number; 0: it is not */
    struct text wanted; /* owned; the line that it is told */
    int64_t asked_ns;
    const char *address; /* borrowed: the visitor's */
    struct lws *carrier; /* borrowed */
    bool is_head;
    bool takes_gzip;
    char tag[HTTP_TAG_SIZE]; /* that the browser has */
    TAILQ_ENTRY(server_page) askers;
    bool is_held;                  /* until its answer's ticket is committed */
    TAILQ_ENTRY(server_page) held; /* if is_held */
    bool is_ready;                 /* there is an answer, to be sent: */
    struct http_answer answer;     /* owned */
    struct server_late *late; /* owned: a request that waits for its turn */
    int64_t round;            /* of turns, if so */
    TAILQ_ENTRY(server_page) lates;
    size_t held_bytes;               /* of memory, counted in the server's: */
    TAILQ_ENTRY(server_page) bodies; /* if there are some */
    bool is_doomed;                  /* it goes at once */
};

/* Answers a request: the head now, the body as there is room for it. Returns
 * what the callback is to return, as these all do. */
int server_pages_answer(struct server *server, struct lws *wsi,
                        struct server_page *page, const char *path);

/* A new turn of the loop: requests are served that wait, one at least, and as
 * many as there is time for. */
void server_pages_go_on_late(struct server *server);

/* The page process was asked, and this is the answer, which is taken over. */
void server_pages_ready(struct server *server, struct server_page *page,
                        struct http_answer *answer);

/* The server's `committed` has changed: pages that were held for it are sent.
 */
void server_pages_committed(struct server *server);

/* What was to be told of a game (0: of all), of that ticket and those behind
 * it, is not so: who waits for it is told `why` instead. */
void server_pages_fail(struct server *server, int64_t game, int64_t ticket,
                       const char *why);

/* Ends the answer that holds most, if that is more than `least`; false when
 * there is none. */
bool server_pages_end_greediest(struct server *server, size_t least);

/* Sends what is ready, or more of the body. */
int server_pages_go_on(struct server *server, struct lws *wsi,
                       struct server_page *page);

/* The connection goes, or becomes a WebSocket. */
void server_pages_end(struct server *server, struct server_page *page);

/* Whether a WebSocket may be opened; otherwise the answer is sent. */
int server_pages_upgrade(struct server *server, struct lws *wsi,
                         const char *kind);

/* Adds all that /metrics tells. */
void server_report_write(struct server *server, struct text *out);

#endif
