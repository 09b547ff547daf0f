#ifndef CASTLED_FAILING_H
#define CASTLED_FAILING_H

/*
 * failing -- what is said when the rules of a match fail: to its players a
 * sentence, to the operator all that is known.
 */

#include "hall/match.h"

/* Finds where a script failed in an error's text: "variants/castle/x.lua:12".
 * *start and *size are of bytes in it. False when it names none. */
bool failing_find_place(const char *text, size_t *start, size_t *size);

/* Takes the places of scripts out of an error's text: at a daemon they are the
 * operator's, who has them in the log. */
void failing_hide_place(char *text);

/* The same, and says instead by the name which house rule it is. */
void failing_name_place(struct error *error);

/* The same for an error that a call about a game of a daemon is answered with,
 * if it names a place still: so nobody has told the operator of it yet, which
 * is done here. `what` was called. */
void failing_take_place(struct error *error, const char *game,
                        const char *what);

/* Whether the rules have failed on all that is offered now, so that one can
 * only take back. */
bool failing_must_undo(const struct match *match);

/* Tells the operator of a daemon that the rules failed on something: `what` was
 * done, as "choice 3"; `traceback` may be "". Nothing when the error is of
 * another kind. */
void failing_log(const struct match *match, const char *what,
                 const struct error *error, const char *traceback);

/* Keeps why the match cannot go on, which it tells when it is over
 * (match_tell_over), and tells the operator. To be called before. */
void failing_keep(struct match *match, const struct error *error);

/* Notes that the rules failed on choice `index` of the question that is asked.
 * Whether they have failed on all that is offered, and nothing can be taken
 * back either: then nobody can go on. */
bool failing_on_all(struct match *match, int index);

#endif
