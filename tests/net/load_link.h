#ifndef CASTLED_LOAD_LINK_H
#define CASTLED_LOAD_LINK_H

/*
 * load_link -- a connection to a daemon, as a client has it.
 *
 * By the Unix socket or by WebSocket, not waiting for anything: whoever holds
 * it looks with epoll whether there is something to do, calls link_work, and
 * takes the lines that have come. The WebSocket side is as much as tests need
 * and refuses nothing that a browser would refuse.
 *
 * A zeroed link is closed. It owns its buffers: link_free.
 */

#include "base/text.h"

#include <netinet/in.h>

enum { LINK_HOST_SIZE = 64 };

/* Where the daemon is. */
struct link_address {
    const char *path;          /* its Unix socket; NULL: by WebSocket */
    struct sockaddr_in web;    /* else */
    char host[LINK_HOST_SIZE]; /* for the header */
};

enum link_state {
    LINK_CLOSED,
    LINK_OPENING, /* the other side has not answered yet */
    LINK_OPEN,
};

struct link {
    enum link_state state;
    bool is_web;
    bool waits_to_write; /* what epoll was told */
    int fd;
    int epoll;
    void *context;      /* borrowed: given to epoll */
    uint32_t mask;      /* of the frame sent last */
    struct text frames; /* bytes that are no whole frame yet */
    struct text lines;  /* what has come */
    size_t lines_at;    /* as far as it was taken */
    struct text out;    /* what goes out */
    size_t out_at;
};

/* Reads "HOST:PORT", an IPv4 address. */
bool link_read_address(struct link_address *address, const char *text);

/* Starts to connect; `context` is what epoll gives for it. False when the
 * other side refuses at once: the link is closed then. */
bool link_start(struct link *link, const struct link_address *address,
                int epoll, void *context);

/* Adds one message to what goes out, a line without its end; link_flush sends
 * it. */
void link_send(struct link *link, const char *line, size_t size);

/* Sends what it can; false when the connection is gone: it is closed then. */
bool link_flush(struct link *link);

/* Reads and writes, after epoll has said `events`. False as link_flush. */
bool link_work(struct link *link, uint32_t events);

/* The next line that has come, with a zero byte in place of its end; NULL when
 * there is none. Borrowed until the next link_work. */
char *link_line(struct link *link, size_t *size);

/* Ends the connection; what came and was not taken is forgotten. */
void link_close(struct link *link);

/* Ends it and frees the buffers. */
void link_free(struct link *link);

#endif
