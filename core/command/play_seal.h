#ifndef CASTLED_PLAY_SEAL_H
#define CASTLED_PLAY_SEAL_H

/*
 * play_seal -- sealing the order of a game at the prompt.
 *
 * All players sit at this machine, so it does for each person what a player's
 * own program would do (game/contribution.h). What it cannot do for them is
 * think of something: at a terminal it asks each of them once.
 */

#include "command/play.h"

/* Asks every person for whom there is no text in `typed`, by seat from 0, what
 * they put into the shuffle, and seals the game of the play's executor into
 * play->sealing; says who contributed, and the lock. EXIT_OK when all is
 * well. */
int play_seal_game(struct play *play,
                   const char *const typed[MATERIAL_SEATS_MAX]);

/* Says the lock of a game that was sealed before. */
void play_seal_tell(const struct play *play, const struct sealing *sealing);

/* Adds the lock as it is read aloud. */
void play_seal_add_lock(struct text *out, const struct sealing *sealing);

#endif
