#ifndef CASTLED_PEER_H
#define CASTLED_PEER_H

/*
 * peer -- somebody who is connected to a hall.
 *
 * A peer knows where somebody comes from and which seats they sit in; not what
 * the connection is made of: that is the context of whoever made it. The hall
 * fills in the places; whoever made the peer owns it, and has it disconnected
 * before it goes.
 */

#include "hall/news.h"

enum peer_origin {
    PEER_HOST,   /* the frontend of `castled host`: acts for all seats */
    PEER_SOCKET, /* by the Unix socket of this machine */
    PEER_WEB,    /* by HTTP */
};

enum {
    PEER_WATCHES = -1, /* instead of a seat */
    PEER_ADDRESS_SIZE = 64,
    PEER_PLACES_MAX = 1000, /* in all games together */
    PEER_BOT_SIZE = 32,
};

/* Where a peer is in a game. */
struct peer_place {
    int match; /* its number in the hall */
    int seat;  /* from 0, or PEER_WATCHES */
};

struct peer {
    enum peer_origin origin;
    char address[PEER_ADDRESS_SIZE]; /* without the port; "" for a socket */
    bool is_operator;          /* may administer: runs the daemon, or is root */
    char bot[PEER_BOT_SIZE];   /* the kind that it plays for the daemon; "" */
    bool draws_pages;          /* draws the daemon's pages: pages.attach */
    struct peer_place *places; /* owned by the hall */
    int place_count;
    int place_capacity;
    void *context; /* borrowed: whose peer it is */
};

#endif
