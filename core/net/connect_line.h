#ifndef CASTLED_CONNECT_LINE_H
#define CASTLED_CONNECT_LINE_H

/*
 * connect_line -- the line to a daemon: lines there and back.
 *
 * By a Unix socket, or a WebSocket with or without TLS. A line that breaks is
 * made again, after pauses that grow; what was on its way is lost, and whoever
 * uses the line is told. What the lines say it does not know.
 *
 * All happens in the loop that it is given, by the functions in its settings;
 * they may send, and may not free the line.
 */

#include "base/text.h"
#include "net/connect_address.h"

enum {
    CONNECT_LINE_SIZE_MAX = 4 << 20, /* of a line from the daemon */
    CONNECT_LINE_PAUSE_FIRST_MS = 100,
    CONNECT_LINE_PAUSE_MAX_MS = 10000,
    CONNECT_LINE_STEADY_S = 10,
};

struct ev_loop;
struct connect_line;

struct connect_line_settings {
    const struct connect_address *address; /* borrowed for the line's life */
    const char *ca;       /* borrowed: a file of certificates that are trusted;
                             NULL: those that the system trusts */
    struct ev_loop *loop; /* borrowed */
    void *context;        /* for the functions */
    void (*on_up)(void *context);
    /* Not connected, or not any more; the reason is a clause. */
    void (*on_down)(void *context, const char *reason);
    /* Comes before on_down, with its reason, when to try again would most
     * likely change nothing; or NULL. */
    void (*on_refused)(void *context, const char *reason);
    /* A line without its end. */
    void (*on_line)(void *context, const char *line, size_t size);
};

/* A line that tries to connect. *out is the caller's, to be freed with
 * connect_line_free. */
enum status connect_line_new(struct connect_line **out,
                             const struct connect_line_settings *settings,
                             struct error *error) MUST_CHECK;

/* Closes and frees it; NULL is fine. */
void connect_line_free(struct connect_line *line);

/* Sends lines, each with its end, soon. Dropped while it is down. Without
 * memory the line breaks, soon too: nothing of the settings is called here. */
void connect_line_send(struct connect_line *line, const char *bytes,
                       size_t size);

/* Whoever is at the other end is the right one: when the line breaks after it
 * has lasted CONNECT_LINE_STEADY_S from now on, the first pause is short again.
 */
void connect_line_works(struct connect_line *line);

/* Closes the connection, as if it had broken, and makes it again. */
void connect_line_drop(struct connect_line *line, const char *reason);

/* Whether nothing is read for a while. */
void connect_line_pause(struct connect_line *line, bool is_paused);

#endif
