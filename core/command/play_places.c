#include "command/play_places.h"

/* Reading order; spaces of an endless table have no order of their own. */
static bool is_before(const struct board *board, int one, int other)
{
    if (board->y[one] != board->y[other])
        return board->y[one] < board->y[other];
    return board->x[one] < board->x[other];
}

/* The place of the space, put in where it belongs when it is new. */
static struct play_place *add(struct play_places *places,
                              const struct board *board, uint8_t space)
{
    int at = play_places_find(places, space);
    if (at >= 0)
        return &places->places[at];
    at = places->count++;
    for (; at > 0 && is_before(board, space, places->places[at - 1].space);
         at--)
        places->places[at] = places->places[at - 1];
    places->places[at] = (struct play_place){.space = space};
    return &places->places[at];
}

bool play_places_read(struct play_places *places,
                      const struct position *position)
{
    const struct placements *placements = position_placements(position);
    places->count = 0;
    if (placements == NULL)
        return false;
    places->tile = placements->tile;
    const struct board *board = &position_material(position)->board;
    for (int i = 0; i < placements->count; i++) {
        struct placement placement = placements_get(placements, i);
        struct play_place *place = add(places, board, placement.space);
        place->turns[place->turns_count++] = placement.turns;
    }
    return true;
}

int play_places_find(const struct play_places *places, int space)
{
    for (int i = 0; i < places->count; i++)
        if (places->places[i].space == space)
            return i;
    return -1;
}

bool play_places_has_turns(const struct play_place *place, int turns)
{
    for (int i = 0; i < place->turns_count; i++)
        if (place->turns[i] == turns)
            return true;
    return false;
}

int play_places_choice(const struct position *position,
                       const struct play_place *place, int turns)
{
    const struct placements *placements = position_placements(position);
    for (int i = 0;; i++) {
        REQUIRE(i < placements->count); /* those turns fit there */
        struct placement placement = placements_get(placements, i);
        if (placement.space == place->space && placement.turns == turns)
            return i;
    }
}
