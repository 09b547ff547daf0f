#ifndef CASTLED_GAME_INSIDE_H
#define CASTLED_GAME_INSIDE_H

/*
 * game_inside -- what game and replay share: a game whose entries get the
 * times of another record, so that what is played again gives the same bytes.
 */

#include "game/game.h"

/* As game_new. Entries get the times of those of `times` with the same number,
 * as far as there are any, until game_use_clock; it is borrowed until then. */
enum status game_new_timed(struct game **out, const struct game_start *start,
                           const struct record *times,
                           struct error *error) MUST_CHECK;

/* From now on entries get the time by the clock. */
void game_use_clock(struct game *game);

#endif
