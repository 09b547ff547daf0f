#ifndef CASTLED_MATCH_SEAL_H
#define CASTLED_MATCH_SEAL_H

/*
 * match_seal -- how the order of a daemon's match is sealed, stage by stage.
 *
 * Level 1 of fairness.md section 5, over the wire. All seats are taken, each
 * with a key; then all people commit, agree and reveal. A stage ends when all
 * have answered, or at its deadline: who has not committed by then plays
 * without contributing; who is silent after the lock forfeits, and there is no
 * game. Whatever changes is told with the lines that it added to the record, so
 * that players check each step for themselves. After the last stage the game
 * begins.
 *
 * Seats count from 0 here.
 */

#include "hall/match.h"

/* All seats are taken: opens the record and asks for commitments. Where nobody
 * has anything to give, the game begins at once. */
enum status match_seal_begin(struct match *match,
                             struct error *error) MUST_CHECK;

/* Goes on from the record of a match that has not begun, or, when it is broken,
 * ends with it. A stage has the time that it had left, and some seconds at
 * least. The record stays the caller's. */
enum status match_seal_resume(struct match *match,
                              const struct store_game *stored,
                              const struct record *record,
                              struct error *error) MUST_CHECK;

/* What a seat gives. A repeat of what it gave is fine and changes nothing, also
 * later. STATUS_BAD_INPUT when it comes at a wrong stage or does not fit. */
enum status match_seal_commit(struct match *match, int seat,
                              const struct hash *commitment,
                              struct error *error) MUST_CHECK;
enum status match_seal_agree(struct match *match, int seat,
                             const struct signature *signature,
                             struct error *error) MUST_CHECK;
enum status match_seal_reveal(struct match *match, int seat,
                              const struct hash *secret, const char *text,
                              struct error *error) MUST_CHECK;

/* Ends the stage when its deadline is over. Returns the deadline of the stage
 * that the match is at; INT64_MAX when there is none. */
int64_t match_seal_tick(struct match *match, int64_t now_ms);

/* When the stage that the match is at ends; INT64_MAX: never. */
int64_t match_seal_end(const struct match *match);

/* The stage begins anew, with all of its time, and all are told. */
void match_seal_give_time(struct match *match);

/* Leaves time that does not count (match_downtime) out of the stage that the
 * match is at, which has some seconds at least, and tells all. */
void match_seal_leave_out_downtime(struct match *match);

/* Who wins when the sealing ended since a seat was silent: of two the other,
 * unless it was silent too; else -1. */
int match_seal_winner(const struct match *match);

/* Tells a peer who comes late where the sealing stands, with all lines. */
enum status match_seal_tell(struct match *match, struct peer *peer,
                            struct error *error) MUST_CHECK;

#endif
