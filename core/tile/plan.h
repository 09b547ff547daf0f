#ifndef CASTLED_PLAN_H
#define CASTLED_PLAN_H

/*
 * plan -- where tiles can lie at all.
 *
 * A bounded plan is a set of spaces inside a wall; x runs east from 0, y runs
 * south from 0. On some sides of its spaces the wall carries a start space: a
 * strip with something drawn on it, beside which the first tile lies, and
 * which belongs to features like a tile. An unbounded plan is an endless
 * table, with x and y on both sides of 0.
 *
 * A plan is made once for a game's rules and shared by all its boards. It owns
 * nothing.
 */

#include "tile/tile.h"

enum {
    PLAN_SIDE_MAX = 32,    /* spaces across, and down */
    PLAN_SPACES_MAX = 255, /* inside the wall, or ever touched on a table */
    PLAN_STARTS_MAX = 16,
    SPACE_WALL = 255, /* no space: the wall, or beyond */
    START_NONE = 255,
};

struct start_space {
    uint8_t space;  /* the inside space that it lies beside */
    uint8_t side;   /* the side of that space, an enum edge */
    int16_t number; /* what the game calls it, as its first track number */
    char letters[TILE_SIDE]; /* drawn clockwise as seen from itself, that is
                                as the edge that faces `space` */
    uint8_t segment_count;
    uint8_t edge_class;
    uint8_t slots[TILE_EDGE_SLOTS]; /* segment of each slot, or NONE */
    struct segment segments[TILE_SIDE];
};

struct plan {
    bool bounded;
    uint8_t width;
    uint8_t height;
    uint8_t space_count; /* inside, in reading order; 0 when unbounded */
    uint8_t x[PLAN_SPACES_MAX + 1];
    uint8_t y[PLAN_SPACES_MAX + 1];
    uint8_t neighbours[PLAN_SPACES_MAX + 1][TILE_EDGES]; /* or SPACE_WALL */
    uint8_t starts_at[PLAN_SPACES_MAX + 1][TILE_EDGES];  /* or START_NONE */
    uint8_t start_count;
    struct start_space starts[PLAN_STARTS_MAX];
};

/* Makes `plan` an endless table. */
void plan_init_unbounded(struct plan *plan);

/* Makes `plan` from `rows`, `height` strings of one length: 'o' is a space
 * inside the wall, '.' is outside. Refuses what is over a limit. */
enum status plan_init(struct plan *plan, const char *const *rows, int height,
                      struct error *error) MUST_CHECK;

/* Puts a start space on the wall at `side` of the space at x, y. `letters` are
 * TILE_SIDE letters as in a tile's picture; the first and the last touch no
 * tile, as a tile's corners. The edge's class is made in `tileset`. Refused
 * where there is no such space, where that side is not wall, or where a start
 * space is already. */
enum status plan_add_start(struct plan *plan, struct tileset *tileset, int x,
                           int y, enum edge side, int number,
                           const char *letters, struct error *error) MUST_CHECK;

/* The index of the space at x, y of a bounded plan, or SPACE_WALL. */
uint8_t plan_space(const struct plan *plan, int x, int y);

#endif
