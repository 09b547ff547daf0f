#ifndef CASTLED_PLAY_ROUND_H
#define CASTLED_PLAY_ROUND_H

/*
 * play_round -- one after the other chooses, until the game's end.
 *
 * Asks people, lets bots choose, saves after every choice, tells what came of
 * it, and how it all ended.
 */

#include "command/play.h"

/* Saves the record and writes events, and says when that stops working, or
 * works again. */
void play_round_keep(struct play *play);

/* Plays the game from where it stands until it is over, left, or stopped by a
 * signal. Returns the exit status. */
int play_round_all(struct play *play);

#endif
