#ifndef CASTLED_HTTP_H
#define CASTLED_HTTP_H

/*
 * http -- what the daemon answers to plain HTTP requests, and which it refuses.
 *
 * A page in somebody's browser can send requests to any address, also to a
 * daemon on the loopback. So the daemon answers only to its names: a name that
 * somebody else pointed at our address (DNS rebinding) is none of them. An
 * address in numbers is nobody's name, and is answered where the daemon listens
 * on all of the machine's: then it is likely one of those. And a
 * WebSocket is opened only by pages of our own: other pages say in Origin where
 * they come from, and programs say nothing.
 *
 * It knows no sockets; server_web.c carries.
 */

#include "base/text.h"

enum { HTTP_NAMES_MAX = 32 };

/* Our names. Borrowed strings. */
struct http_names {
    const char *names[HTTP_NAMES_MAX]; /* with or without a port */
    int count;
    int told_count;       /* the first so many are the operator's: of --name */
    bool takes_addresses; /* an address in numbers is one, too, with any port */
};

enum http_method {
    HTTP_GET,
    HTTP_HEAD,
    HTTP_OTHER_METHOD,
};

struct http_answer {
    int status;
    const char *type; /* of the body */
    struct text body; /* owned by who has the answer */
};

/* Whether a Host header, perhaps with a port, has one of the names. */
bool http_host_is_known(const struct http_names *names, const char *host);

/* Whether an Origin header is that of a page of ours: http or https, and the
 * host that was asked, or one of the operator's names as it is written. The
 * loopback's names are not enough: every server of this machine has them. */
bool http_origin_is_known(const struct http_names *names, const char *origin,
                          const char *host);

/* Answers with a status and a sentence; `format` without a line's end. */
void http_refuse(struct http_answer *answer, int status, const char *format,
                 ...) __attribute__((format(printf, 3, 4)));

struct server;

/* Answers a request for a path, which has no query. */
void http_serve(struct server *server, enum http_method method,
                const char *path, struct http_answer *answer);

#endif
