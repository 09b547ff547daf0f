#ifndef CASTLED_CONNECT_SEATS_INSIDE_H
#define CASTLED_CONNECT_SEATS_INSIDE_H

/*
 * connect_seats_inside -- what the parts of connect_seats share.
 *
 * connect_seats.c has the folder and its files, connect_seats_form.c the form
 * of what is in them.
 */

#include "base/json.h"
#include "net/connect_seats.h"

/* Adds the seat as a line of JSON, with its secrets. */
void connect_seat_add(struct text *out, const struct connect_seat *seat);

/* Reads such a line into a zeroed seat; false when it is none. */
bool connect_seat_read(struct connect_seat *seat,
                       const struct json *json) MUST_CHECK;

#endif
