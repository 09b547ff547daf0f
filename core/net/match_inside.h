#ifndef CASTLED_MATCH_INSIDE_H
#define CASTLED_MATCH_INSIDE_H

/*
 * match_inside -- what match and match_setup share.
 */

#include "net/match.h"

/* The game's listener; the context is the match. While a record is played
 * again, events that were undone are not told: the news is cut back to what
 * came before them. */
void match_listen(void *context, const char *json, size_t size);

/* After something was done in the game: saves it, and tells what comes now. */
void match_settle(struct match *match);

/* Tells something that a seat has done. */
void match_tell_seat(struct match *match, const char *method, int seat);

/* Whether the entry of a record is one that `seq` counts. */
bool match_counts(const struct record_entry *entry);

#endif
