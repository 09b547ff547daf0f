#ifndef CASTLED_SEALING_INSIDE_H
#define CASTLED_SEALING_INSIDE_H

/*
 * sealing_inside -- what the parts of a sealing share: sealing.c does its
 * steps, sealing_read.c reads them from a record.
 *
 * What each step does to the sealing, without the record, is here: the same
 * rules hold for one that is done and for one that is read. What comes too
 * early, twice, or does not fit is STATUS_BAD_INPUT, and nothing is changed.
 */

#include "game/sealing.h"

/* The referee's, or a player's before the lock. */
enum status sealing_note_commit(struct sealing *sealing, int seat,
                                const struct hash *commitment,
                                struct error *error) MUST_CHECK;

/* Makes the lock of the commitments that there are. */
enum status sealing_note_lock(struct sealing *sealing,
                              struct error *error) MUST_CHECK;

/* Of a player who committed, to the lock. */
enum status sealing_note_agree(struct sealing *sealing, int seat,
                               const struct signature *signature,
                               struct error *error) MUST_CHECK;

/* When all have agreed; `text`: what was typed, or "". */
enum status sealing_note_reveal(struct sealing *sealing, int seat,
                                const struct hash *secret, const char *text,
                                struct error *error) MUST_CHECK;

/* Of a player who owes something: sealing_owes. */
enum status sealing_note_forfeit(struct sealing *sealing, int seat,
                                 struct error *error) MUST_CHECK;

/* Each has a key, and each player one of his own: an agreement does not say
 * whose it is but by its key. STATUS_BAD_INPUT names a seat without. */
enum status sealing_check_keys(const struct sealing *sealing,
                               struct error *error) MUST_CHECK;

/* STATUS_BAD_INPUT: "seat N: why". */
enum status sealing_refuse(struct error *error, int seat, const char *why);

#endif
