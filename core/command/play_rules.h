#ifndef CASTLED_PLAY_RULES_H
#define CASTLED_PLAY_RULES_H

/*
 * play_rules -- telling players by which rules they play.
 *
 * All is in what the engine says of the ruleset: house rules with title and
 * summary, options, which rules are changed. Changes nothing.
 */

#include "command/play.h"

/* Writes a sentence for each house rule and each option that is not as it is
 * by default; with `all`, how the game is played, all options, and which rules
 * are changed by what. */
void play_rules_tell(const struct play *play, bool all);

#endif
