#ifndef CASTLED_MATCH_INSIDE_H
#define CASTLED_MATCH_INSIDE_H

/*
 * match_inside -- what match and match_setup share.
 */

#include "hall/match.h"

/* A match of the home with nothing in it; NULL when memory is out. */
struct match *match_new(struct match_home *home, struct error *error);

/* The game's listener; the context is the match. While a record is played
 * again, its events go to the story only. */
void match_listen(void *context, const char *json, size_t size);

/* Tells all, or `peer`, whom the game waits for, and the clocks. */
void match_tell_waiting(struct match *match, struct peer *peer);

/* After something was done in the game: saves it, and tells what comes now. */
void match_settle(struct match *match);

/* `now_ms`, or before that the time up to which all was heard that players
 * said: by that it is judged whether a time is over. */
int64_t match_heard(const struct match *match, int64_t now_ms);

/* When to look at a time that ends then. When it has ended and not all was
 * heard it is INT64_MAX, and noted in home->unheard_ms. */
int64_t match_look_again(struct match *match, int64_t end_ms, int64_t now_ms);

/* Before the choice of who is asked: when its time has ended, but it may have
 * been there in time, what has passed since the end counts for nobody. Who made
 * it has no time left. */
void match_hear_late(struct match *match);

/* Ends a game that goes on, since its rules let nobody go on, and tells why. */
void match_break(struct match *match, const struct error *reason);

/* After something that was to end the game, and failed for another reason than
 * want of memory: it is broken, if it is not already, and all are told. */
void match_end_broken(struct match *match, const struct error *reason);

/* Tells something that a seat has done. */
void match_tell_seat(struct match *match, const char *method, int seat);

/* Whether the record has all that was sealed. */
bool match_is_unsealed(const struct match *match);

/* Keeps the head that was signed behind the answer to question `seq`; without
 * memory it is forgotten. */
void match_keep_head(struct match *match, int seq,
                     const struct game_head *head);

/* The game's listener for answers, while its record is played again: notes
 * them. */
void match_note_answer(void *context, int seat, int index, const char *choice,
                       size_t size);

#endif
