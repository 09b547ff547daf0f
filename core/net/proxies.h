#ifndef CASTLED_PROXIES_H
#define CASTLED_PROXIES_H

/*
 * proxies -- the reverse proxies that are believed when they say for whom they
 * ask.
 *
 * All who come through a proxy come from its address. It tells theirs in the
 * header X-Forwarded-For, behind what they may have written there themselves.
 * So the header counts only when a proxy of ours sends it, and only from its
 * end, as far as it was written by proxies of ours.
 *
 * A zeroed struct has none. It owns nothing, and opens no connection.
 */

#include "base/error.h"

#include <stdint.h>
#include <sys/socket.h>

enum { PROXIES_MAX = 32 /* addresses and networks */ };

/* The addresses that begin with the same bits. IPv4 stands as it does in IPv6,
 * behind ::ffff:. */
struct proxies_network {
    uint8_t bytes[16];
    int bits;
};

struct proxies {
    int count;
    struct proxies_network networks[PROXIES_MAX];
};

/* Adds an address ("127.0.0.1", "::1") or a network ("10.0.0.0/8"; what follows
 * its bits does not count). STATUS_BAD_INPUT when it is neither, STATUS_LIMIT
 * when there are PROXIES_MAX already. */
enum status proxies_add(struct proxies *proxies, const char *text,
                        struct error *error) MUST_CHECK;

/* Whether who has this address is one of them. */
bool proxies_has(const struct proxies *proxies,
                 const struct sockaddr_storage *address);

enum proxies_told {
    PROXIES_NOBODY,   /* the header is empty, or has proxies only */
    PROXIES_SOMEBODY, /* an address */
    PROXIES_RUBBISH,  /* what is no address stands where it should be */
};

/* For whom a proxy asks that sends this header: the last address in it that is
 * no proxy's, into *out if there is one. An address may have brackets and a
 * port, which does not count: 192.0.2.7:1234, [2001:db8::7], [2001:db8::7]:80.
 */
enum proxies_told proxies_read(const struct proxies *proxies,
                               const char *header,
                               struct sockaddr_storage *out);

#endif
