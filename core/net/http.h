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

#include <stdint.h>

enum {
    HTTP_NAMES_MAX = 32,
    HTTP_KEEP_SECONDS_MAX = 86400,
};

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

enum { HTTP_TAG_SIZE = 40 };

/* What is asked for. All is borrowed; "" where there is nothing. */
struct http_request {
    enum http_method method;
    const char *path;
    const char *query;
    const char *languages;
    const char *tag; /* of what the browser has already: If-None-Match */
    bool takes_gzip;
};

/* What an answer may do in a browser, and how long it is kept there. */
enum http_kind {
    HTTP_PLAIN, /* nothing; not kept */
    HTTP_SHELL, /* the page itself: runs our scripts, speaks to us */
    HTTP_FILE,  /* what the page is made of */
    HTTP_DRAWN, /* a picture, or colours for one, of the page process */
};

struct http_answer {
    enum http_kind kind;
    int status;       /* 0: the page process is asked, and has no answer yet */
    const char *type; /* of the body; a literal */
    char tag[HTTP_TAG_SIZE]; /* ETag; "": none */
    int64_t keep_s;          /* for which the browser need not ask again */
    bool is_gzip;            /* the body is compressed */
    int64_t ticket;   /* must be committed before it is sent; 0: nothing must */
    int64_t game;     /* whose the ticket is, by number; 0: of none in memory */
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

/* Whether an Accept-Encoding header takes gzip. */
bool http_takes_gzip(const char *accepted);

/* The type of an answer of the page process, as a literal; NULL when it is none
 * of those that it may give. */
const char *http_type(const char *type);

/* Adds the Content-Security-Policy of such an answer, to who asked that host.
 */
void http_policy(struct text *out, enum http_kind kind, const char *host);

/* Makes an answer of the page process smaller, or 304, as the request allows.
 */
void http_pack(struct http_answer *answer, const char *tag, bool takes_gzip);

struct server;
struct server_page;

/* Answers a request, or has the page process asked on behalf of `page`. */
void http_serve(struct server *server, const struct http_request *request,
                struct server_page *page, struct http_answer *answer);

#endif
