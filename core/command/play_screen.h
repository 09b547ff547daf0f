#ifndef CASTLED_PLAY_SCREEN_H
#define CASTLED_PLAY_SCREEN_H

/*
 * play_screen -- the board and how the game stands, as a player sees them.
 *
 * A terminal of 80 by 24 has no room for a board in letters, so a turn shows a
 * map of one line for each row of spaces, beside it how the game stands and
 * what was drawn. What it shows of the game it takes from the position, the
 * view and the game's texts; it changes nothing.
 *
 *          0    1    2
 *      0        12  [.─H]   a number is a place to choose; a tile has its west
 *      1   ·    H┼Hw T.T    side, its middle and its east side, with lines for
 *                           paths, and behind it who stands there; [...] is
 *                           what was laid last
 */

#include "command/play.h"
#include "command/play_places.h"

/* The map with how the game stands; `places` may be NULL. */
void play_screen_map(struct play *play, const struct json *view,
                     const struct play_places *places);

/* How the game stands, in lines. */
void play_screen_status(struct play *play, const struct json *view);

/* What the letters mean that the pictures of tiles are made of. */
void play_screen_letters(struct play *play);

/* The whole board in letters. */
void play_screen_board(struct play *play);

/* The space at x, y and those around it in letters; false when there is no
 * such space. */
bool play_screen_look(struct play *play, int x, int y);

#endif
