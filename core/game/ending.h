#ifndef CASTLED_ENDING_H
#define CASTLED_ENDING_H

/*
 * ending -- how the end of a game is told.
 */

#include "script/position.h"

/* What the seats of a game are called. */
struct ending_seats {
    int count;
    const char *names[MATERIAL_SEATS_MAX]; /* borrowed */
};

/* Adds the event that ends every game: game_over with scores by player's name,
 * winner or null, and the reason ("finished", "resigned", ...). */
void ending_add_event(struct text *out, const struct ending_seats *seats,
                      const struct result *result, const char *reason);

#endif
