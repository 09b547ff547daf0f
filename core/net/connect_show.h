#ifndef CASTLED_CONNECT_SHOW_H
#define CASTLED_CONNECT_SHOW_H

/*
 * connect_show -- messages on stderr, without what is secret in them.
 *
 * For --verbose. What opens a seat or tells an order (tokens, invitations,
 * links, what players type into the shuffle) is shown as "...", wherever it
 * stands in a message.
 */

#include <stddef.h>

/* Shows a line, with or without its end, behind a sign. */
void connect_show_line(const char *sign, const char *line, size_t size);

#endif
