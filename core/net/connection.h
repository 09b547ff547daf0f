#ifndef CASTLED_CONNECTION_H
#define CASTLED_CONNECTION_H

/*
 * connection -- lines in, lines out, whichever way they came; and the limits.
 *
 * A connection gives its lines to the hall, as its peer, and holds what the
 * hall says to it until that is on the disk. One whose lines take long lets the
 * others have their turn before it goes on. It knows no sockets: a way carries
 * its bytes (server_socket.c, server_web.c). It is made by its way, and frees
 * itself when the way says that it has gone.
 */

#include "hall/peer.h"
#include "net/limits.h"
#include "net/outbox.h"

#include <sys/queue.h>
#include <sys/types.h>

struct server;
struct connection;
/* Some connections, in an order. */
TAILQ_HEAD(connections, connection);

/* With what a WebSocket is closed: RFC 6455, 7.4.1, and IANA's list. */
enum {
    CONNECTION_GOING_AWAY = 1001,
    CONNECTION_NO_BINARY = 1003,
    CONNECTION_POLICY = 1008,
    CONNECTION_TOO_BIG = 1009,
    CONNECTION_RESTART = 1012, /* connect again */
    CONNECTION_TRY_LATER = 1013,
};

/* How a connection carries bytes. */
struct connection_way {
    const char *name;
    /* Sends some of the bytes, before which there is OUTBOX_HEAD_SIZE of room
     * to write over. Returns how many; 0: not now, connection_flush is called
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
    int64_t stalled_since_ns; /* how long it has taken little, 0: it has not, */
    size_t stalled_sent;      /* and how much it was */
    size_t held_bytes;        /* of memory, counted in the server's */
    struct limits_bucket bucket;
    int malformed_count; /* lines for the page that were no JSON */
    int silent_s;        /* by connection_silence; what does not end says
                            nothing */
    bool is_paused;      /* too much waits to be sent */
    bool has_turn;       /* its lines have taken long, or those of others: */
    int64_t round; /* it goes on in this round of the server's turns; or did */
    int64_t waits_since; /* the turn of the loop in which it began to wait */
    bool is_unread;      /* for one of both: the way reads no more */
    int64_t turn;        /* of the server, in which it has used: */
    int64_t used_ns;     /* for its lines */
    bool is_closing;     /* is told no more, and goes when all is sent */
    int64_t closed_since_ns; /* all was sent; 0: not yet */
    bool is_doomed;          /* goes at once, sent or not */
    bool is_page;            /* of a browser: net/pages.h */
    int close_code;
    const char *close_reason;  /* a literal */
    struct connections *queue; /* of those to be flushed; NULL: in none */
    TAILQ_ENTRY(connection) queued;
    TAILQ_ENTRY(connection) in_turns; /* if has_turn */
    TAILQ_ENTRY(connection) all;
    SLIST_ENTRY(connection) in_pages; /* if is_page */
    void *carrier;                    /* the way's own */
};

/* A connection that has come; its peer is in the hall. NULL without memory.
 * `address` is "" for the Unix socket. */
struct connection *connection_new(struct server *server,
                                  const struct connection_way *way,
                                  void *carrier, const char *address,
                                  bool is_operator);

/* It has gone: frees it. Not from inside the hall. */
void connection_gone(struct connection *connection);

/* Carries out what has come. `is_end`: a message ends here, with or without
 * its line's end. */
void connection_receive(struct connection *connection, const char *bytes,
                        size_t size, bool is_end);

/* Counts a frame that says nothing by itself as a message: who sends many does
 * so to keep us busy. */
void connection_take_frame(struct connection *connection);

/* Adds a line for the connection; `since_ns` is for answers. */
void connection_send(struct connection *connection, const char *bytes,
                     size_t size, enum metrics_group group, int64_t since_ns);

/* Adds a line that tells only what is on the disk. */
void connection_pass(struct connection *connection, const char *bytes,
                     size_t size);

enum { CONNECTION_HEAD_SIZE = 32 };

/* Carries out a message as the connection's peer, at its charge, and answers to
 * `to`, after `head`, of less than CONNECTION_HEAD_SIZE. `since_ns`: when it
 * came. */
void connection_serve(struct connection *connection, struct connection *to,
                      const char *head, const char *line, size_t size,
                      int64_t since_ns);

/* Charges for work that was done for it in that time. */
void connection_charge(struct connection *connection, int64_t passed_ns);

/* Charges for so much processor time. */
void connection_charge_work(struct connection *connection, int64_t worked_ns);

/* For one that has to say now and then that it is alive, to be called each
 * second: for how many it has said nothing. They are counted, and not by the
 * clock, and only while it is read (0 while it is not): when it is we who are
 * held up, nothing is heard. */
int connection_silence(struct connection *connection);

/* Sends what is due and can be sent. False when it is broken: the caller has
 * it ended. */
bool connection_flush(struct connection *connection) MUST_CHECK;

/* Flushes all that have something due, and ends the broken. */
void connection_flush_all(struct server *server);

/* Ends those that hold most of what is unread, HTTP's answers among them, while
 * all hold too much. */
void connection_end_greediest(struct server *server);

/* Whether the loop is to look at its sockets and clocks before more is carried
 * out. */
bool connection_is_turn_over(const struct server *server);

/* A new turn of the loop: those go on whose lines wait, as long as there is
 * time. */
void connection_go_on_all(struct server *server);

/* No more is read from it; it goes when all that is due is sent. `reason` is a
 * literal. */
void connection_close(struct connection *connection, int code,
                      const char *reason);

/* The same for who does what must not be: the operator is told `why`. */
void connection_end(struct connection *connection, int code, const char *reason,
                    const char *event, const char *why);

/* It goes the next time that something is sent: its receiver is too slow, or
 * has been told what is not so. */
void connection_doom(struct connection *connection, const char *event,
                     const char *reason);

#endif
