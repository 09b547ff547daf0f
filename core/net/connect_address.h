#ifndef CASTLED_CONNECT_ADDRESS_H
#define CASTLED_CONNECT_ADDRESS_H

/*
 * connect_address -- where a daemon is, and what a link names.
 *
 * An address is a Unix socket or a URL. Equal ones have equal names, however
 * they were written: seats are kept by that name, since a token is for one
 * daemon and for nobody else.
 */

#include "base/error.h"

enum {
    CONNECT_ADDRESS_SIZE = 512,
    CONNECT_HOST_SIZE = 256,
    CONNECT_GAME_SIZE = 65,        /* a game's id, with the zero byte */
    CONNECT_INVITATION_SIZE = 129, /* the same */
};

struct connect_address {
    char name[CONNECT_ADDRESS_SIZE]; /* "/run/castled.sock" or
                                        "wss://example.org:443/ws" */
    bool is_socket;                  /* then the name is its path */
    bool is_tls;
    int port;
    char host[CONNECT_HOST_SIZE];    /* in small letters, without brackets */
    char path[CONNECT_ADDRESS_SIZE]; /* of the URL, from its stroke on */
};

/* A place in a game, as it is handed on by word or mail. */
struct connect_link {
    bool has_address;
    struct connect_address address;
    char game[CONNECT_GAME_SIZE];
    char invitation[CONNECT_INVITATION_SIZE]; /* ""; or: for a held seat */
};

/* Reads a URL (ws, wss, http or https; what stands behind # is left out, and
 * the path of a game's page) or a socket's path, which has a stroke or ends in
 * ".sock". STATUS_BAD_INPUT with a sentence. */
enum status connect_address_read(struct connect_address *address,
                                 const char *text,
                                 struct error *error) MUST_CHECK;

/* Reads "URL/games/GAME#INVITATION", the address of a game's page, or
 * "URL#GAME.INVITATION"; without the invitation, and without the URL. */
enum status connect_link_read(struct connect_link *link, const char *text,
                              struct error *error) MUST_CHECK;

#endif
