#ifndef CASTLED_PLAY_PROOF_H
#define CASTLED_PLAY_PROOF_H

/*
 * play_proof -- what the record of a finished game proves, told to players.
 *
 * Does at once what `castled verify` does at any time, and tells it in the few
 * words that players want; the whole list of checks is verify's.
 */

#include "command/play.h"

/* Writes the record to the file that was asked for with --record, when the game
 * is over. False, with the reason, when that fails. */
bool play_proof_keep(const struct play *play, struct error *error);

/* Checks the record of the game, which is over, and tells what came of it, and
 * how to check it again. False when something in it is wrong. */
bool play_proof_tell(const struct play *play);

#endif
