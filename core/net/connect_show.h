#ifndef CASTLED_CONNECT_SHOW_H
#define CASTLED_CONNECT_SHOW_H

/*
 * connect_show -- what others said, fit for a terminal; messages on stderr,
 * without what is secret in them.
 *
 * A daemon, or who says that it is one, may say anything, and a terminal does
 * what control characters tell it. The messages are for --verbose: what opens a
 * seat or tells an order (tokens, invitations, links, what players type into
 * the shuffle) is shown as "...", wherever it stands in them.
 */

#include "base/json.h"

/* Shows a line, with or without its end, behind a sign. */
void connect_show_line(const char *sign, const char *line, size_t size);

/* Room for what is shown of a text, with the zero byte. */
enum { CONNECT_SHOWN_SIZE = 256 };

/* Writes what somebody else said to `out`, cut so that it fits: UTF-8, with
 * control characters as \x1b and the like. */
void connect_show_text(char out[CONNECT_SHOWN_SIZE], const char *bytes,
                       size_t size);

/* The same for the message of a daemon's error; "the daemon does not say why"
 * when there is none. */
void connect_show_error(char out[CONNECT_SHOWN_SIZE], const struct json *error);

#endif
