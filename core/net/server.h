#ifndef CASTLED_SERVER_H
#define CASTLED_SERVER_H

/*
 * server -- the hall's connections: HTTP, WebSockets, the Unix socket.
 *
 * It owns the loop, in which everything but the writer happens: it reads lines,
 * gives them to the hall, holds what the hall says until it is on the disk
 * (net/outbox.h), and sends it. It knows no method and no game.
 *
 * Nobody is accepted before server_run. The order of things:
 *
 *     server_new      the addresses are taken, or somebody is told why not
 *     writer_start    with server_wake
 *     hall_new        with server_tell, and the server as its context
 *     server_run      until somebody wants it to end; then the peers go
 *     hall_free
 *     writer_stop     until then its thread may call server_wake
 *     server_free
 */

#include "hall/hall.h"
#include "net/limits.h"
#include "net/proxies.h"

#include <sys/types.h>

struct ev_loop;

enum {
    SERVER_LISTENS_MAX = 8,
    SERVER_NAMES_MAX = 16,
};

/* The strings are borrowed for the server's life. */
struct server_settings {
    const char *const *listens; /* ADDRESS:PORT, [ADDRESS]:PORT; port 0: any */
    int listen_count;
    const char *const *names; /* by which browsers may call us, beside those of
                                 this machine's loopback and the addresses */
    int name_count;
    const char *socket; /* the path of the Unix socket; NULL: none */
    mode_t socket_mode;
    const char *certificate; /* files of TLS; NULL: none */
    const char *key;
    struct limits limits;
    struct proxies proxies;      /* who comes through one of them counts by the
                                    address that it tells */
    struct processes *processes; /* run while it runs; NULL: none */
    const char *root;    /* the folder with the page's files; NULL: no pages */
    const char *program; /* itself: the page's built files lie beside it */
    /* Called in the loop when SIGHUP has come. */
    void (*reload)(void *context);
    void *context;
};

struct server;

/* Takes the addresses. STATUS_IO, with the address and the reason, when one is
 * not to be had; STATUS_BAD_INPUT for one that is none, and for a certificate
 * that does not fit. Raises the number of files that may be open. *out is the
 * caller's, to be freed with server_free. */
enum status server_new(struct server **out,
                       const struct server_settings *settings,
                       struct error *error) MUST_CHECK;

/* Frees it; NULL is fine. Nobody may call server_wake any more. */
void server_free(struct server *server);

/* Adds where it listens, as in "http://127.0.0.1:7070/ and /run/x.sock". */
void server_describe(const struct server *server, struct text *out);

/* Lets people in, until SIGTERM or SIGINT comes; then finishes what was taken,
 * says goodbye, disconnects all that are left and returns. Hall, writer and
 * reader are borrowed until then. */
void server_run(struct server *server, struct hall *hall, struct writer *writer,
                struct store *reader);

/* The loop, for those who have something to do in it. */
struct ev_loop *server_loop(struct server *server);

/* For the writer: `context` is the server. Any thread may call it. */
void server_wake(void *context);

/* For the hall: `context` is the server. */
void server_tell(void *context, struct peer *peer, const char *bytes,
                 size_t size);

/* Has the hall do all that there is to do. To be called by what acts upon the
 * hall without a message: bots that died, and the like. */
void server_work(struct server *server);

#endif
