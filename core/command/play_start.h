#ifndef CASTLED_PLAY_START_H
#define CASTLED_PLAY_START_H

/*
 * play_start -- how a game at the prompt comes about: made anew or resumed, by
 * which rules and whom, from which seed or seal, and where it is saved.
 */

#include "command/play_options.h"

/* Makes the game that the options ask for, or goes on with one that was saved,
 * says what is played, and plays it to its end. Returns the exit status. What
 * it leaves in `play` is for the caller to free. */
int play_start_game(struct play *play, const struct play_options *options);

#endif
