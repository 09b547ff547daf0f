#ifndef CASTLED_PAGES_H
#define CASTLED_PAGES_H

/*
 * pages -- browsers, and the process that draws for them.
 *
 * A WebSocket that says a line {"page":...} is a page from then on. What it
 * says in such lines, and all news that it would be told, goes to the page
 * process; what the process says of it goes to it. All else stays as it is: its
 * own requests are served here, and answered to it.
 *
 * The process (lua/web/main.lua) has one connection, by the Unix socket, which
 * attached with its key (pages.attach). Each of its lines begins with whom it
 * is about: @N a browser, #K an HTTP request, $N a browser that it has worked
 * for; the others are its own. When it goes all pages are closed, and come
 * again by themselves. One that says nothing is asked whether it is alive, and
 * ended when it still says nothing.
 *
 * What is done for a browser is charged to that browser.
 */

#include "net/connection.h"

#include <stdint.h>

enum {
    PAGES_LINE_SIZE_MAX = 1 << 20,      /* of one line of the process */
    PAGES_WAITING_BYTES_MAX = 64 << 20, /* that it may leave unread */
    PAGES_ANSWER_SECONDS = 10,          /* that HTTP waits for it */
    PAGES_SILENT_SECONDS = 5, /* after which it is asked whether it is alive */
    PAGES_ALIVE_SECONDS = 10, /* that it then has to say something */
    PAGES_NICENESS = 2, /* it waits for the daemon, and bots wait for it */
};

/* The name of the process among those of the daemon. */
#define PAGES_PROCESS "pages"

struct pages;
struct server_page;
struct http_request;

/* None yet. NULL without memory; to be freed with pages_free, when there are
 * no connections any more; NULL is fine. */
struct pages *pages_new(void);
void pages_free(struct pages *pages);

/* How many browsers have a page. */
int pages_count(const struct pages *pages);

/* Whether that is a line for the page process. */
bool pages_is_line(const char *line, size_t size);

/* Takes such a line, from a browser, which is a page from now on. */
void pages_take(struct connection *connection, const char *line, size_t size);

/* Takes news for a page. */
void pages_tell(struct connection *connection, const char *bytes, size_t size);

/* A connection has gone: a page, the process, or none of both. */
void pages_gone(struct connection *connection);

/* The connection has attached, and is the process from now on. */
void pages_attached(struct connection *connection);

/* The connection, if it is the process, is of no use any more: the process is
 * started again. */
void pages_process_gone(const struct connection *connection);

/* The process's connection; NULL: it is not there. */
struct connection *pages_process(const struct server *server);

/* Whether the connection is the process. */
bool pages_is_process(const struct connection *connection);

/* Takes a line of the process that is about others; false for one of its own,
 * which is served as anybody's. `since_ns`: when it came. */
bool pages_hear(struct connection *process, const char *line, size_t size,
                int64_t since_ns);

struct server;

/* Has the process asked for a page of HTTP, when it is there: one that is just
 * being started is waited for, and one that takes the place of another is asked
 * again. server_pages_ready is called when there is an answer, or none in time.
 * False without memory. */
bool pages_ask(struct server *server, struct server_page *page,
               const struct http_request *request) MUST_CHECK;

/* Nobody waits for it any more; fine for one that never did. */
void pages_forget(struct server *server, struct server_page *page);

/* Looks who has waited too long, and whether the process is alive; to be called
 * every second. */
void pages_sweep(struct server *server);

#endif
