#ifndef CASTLED_TRIAL_H
#define CASTLED_TRIAL_H

/*
 * trial -- whether a game goes by value as it goes while it is kept.
 *
 * A simulation or a scenario keeps a game decoded. It would not notice what a
 * game with a record cannot do: a state that cannot be written down, a view
 * that fails, or something that a script remembers in a local variable of its
 * file, where an undo, a resume or a verifier does not find it; nor words that
 * players cannot tell choices by. A trial goes
 * along with such a game: it is told of each choice and outcome, does at each
 * question what a `game` does there, and can then play all again from what was
 * stored.
 *
 * It keeps a few kilobytes for each question, of some thousand.
 */

#include "script/position.h"

struct trial;

/* A trial that knows of nothing yet. *out is the caller's, to be freed with
 * trial_free. */
enum status trial_new(struct trial **out, struct error *error) MUST_CHECK;

/* Frees a trial; NULL is fine. */
void trial_free(struct trial *trial);

/* Forgets all that it was told. */
void trial_forget(struct trial *trial);

/* The position waits again, or the game is over: it is stored and, unless it
 * waits for chance, shown to all. STATUS_SCRIPT where that cannot be. */
enum status trial_note(struct trial *trial, struct position *position,
                       struct error *error) MUST_CHECK;

/* The position was given a choice or an outcome: what position_choose or
 * position_outcome took. */
enum status trial_give(struct trial *trial, int given,
                       struct error *error) MUST_CHECK;

/* Plays everything again in `executor`, of the same ruleset: from each stored
 * position to the next. STATUS_BAD_INPUT, with a sentence for who wrote the
 * rules, where another one comes of it: no record by them can be good. */
enum status trial_again(const struct trial *trial, struct executor *executor,
                        struct error *error) MUST_CHECK;

#endif
