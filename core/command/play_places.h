#ifndef CASTLED_PLAY_PLACES_H
#define CASTLED_PLAY_PLACES_H

/*
 * play_places -- where a tile may be laid, space by space.
 *
 * The engine lists placements one by one, up to some eighty; a person chooses
 * a space first, then one of the turns that fit there. Spaces are numbered
 * from 1 in reading order, so that the same board gives the same numbers. Owns
 * nothing.
 */

#include "script/position.h"

struct play_place {
    uint8_t space;       /* index; board->x and board->y say where */
    uint8_t turns_count; /* how many turns fit */
    uint8_t turns[TILE_EDGES];
};

struct play_places {
    uint8_t tile; /* index in the tileset */
    int count;
    struct play_place places[PLAN_SPACES_MAX];
};

/* The places that the position asks to choose from; false when it asks for
 * something else. */
bool play_places_read(struct play_places *places,
                      const struct position *position);

/* The place of a space, counted from 0, or -1. */
int play_places_find(const struct play_places *places, int space);

/* Whether that number of turns fits there. */
bool play_places_has_turns(const struct play_place *place, int turns);

/* The choice that lays the tile there. */
int play_places_choice(const struct position *position,
                       const struct play_place *place, int turns);

#endif
