#ifndef CASTLED_LINEUP_H
#define CASTLED_LINEUP_H

/*
 * lineup -- who plays a saved game, beside its record.
 *
 * A record says nothing of who chose, a person or a bot. So that a game goes on
 * as it was left, that is kept while it runs in a file of its own beside the
 * record, FILE.players, as the option --players has it: "human,steward".
 */

#include "game/player.h"

/* Writes who plays the game whose record is in the file `path`, whole or not at
 * all. */
enum status lineup_write(const struct player *players, int count,
                         const char *path, struct error *error) MUST_CHECK;

/* The same for a game that goes on without: where it cannot be written, none is
 * left of who played before, and who plays is to be named when it is resumed.
 */
void lineup_keep(const struct player *players, int count, const char *path);

/* Reads it into `kinds`. False, and nothing is written there, when there is no
 * such file, or it does not name `count` players. */
bool lineup_read(enum player_kind *kinds, int count, const char *path);

/* Removes the file, if there is one. */
void lineup_remove(const char *path);

#endif
