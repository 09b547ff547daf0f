#ifndef CASTLED_TILE_H
#define CASTLED_TILE_H

/*
 * tile -- what is drawn on a tile.
 *
 * A tile is drawn as 5 by 5 letters with north on top; column 0 is west, row
 * 0 is north. A game's alphabet says what each letter is: a kind (path, city,
 * ...), perhaps with a mark (market, pennant, ...), or a separator, which is
 * nothing and ends what meets it. Letters of one kind that touch side to side
 * are one segment. A segment is named by its first letter in reading order,
 * before turning.
 *
 *            0  1  2          A tile has 12 slots, three an edge, clockwise
 *          +--+--+--+         from north as seen from its middle. The letters
 *       11 |  .  .  | 3       of an edge's slots are its three middle letters;
 *       10 |  .  .  | 4       the four corner letters touch no neighbour.
 *        9 |  .  .  | 5       Slot s of a tile turned t quarter turns clockwise
 *          +--+--+--+         comes to lie where slot (s + 3 t) % 12 was.
 *            8  7  6
 *
 * Pure: no memory of its own, no I/O. It knows nothing of boards or players.
 */

#include "base/error.h"

#include <stdint.h>

enum {
    TILE_SIDE = 5,
    TILE_LETTERS = TILE_SIDE * TILE_SIDE,
    TILE_SLOTS = 12,
    TILE_EDGES = 4,
    TILE_EDGE_SLOTS = 3,
    TILE_NAME_SIZE = 16, /* with the zero byte */
    TILE_SEGMENTS_MAX = 16,
    TILE_KINDS_MAX = 8,
    TILE_MARKS_MAX = 4,
    TILE_LETTERS_MAX = 24, /* letters in an alphabet */
    TILE_CLASSES_MAX = 8,  /* edges that differ in what must match */
    TILESET_TILES_MAX = 128,
    SEGMENT_NONE = 255,
};

enum edge { EDGE_NORTH, EDGE_EAST, EDGE_SOUTH, EDGE_WEST };

/* What a segment can be, as the game says. */
struct tile_kind {
    char name[TILE_NAME_SIZE];
    bool must_match; /* goes on across an edge, or the tile may not lie so */
    bool completes;  /* is scored when it is complete; for games, not for boards
                      */
    bool needs_slot; /* without a slot and without a mark it is drawing */
};

struct tile_letter {
    char letter;
    bool separator; /* belongs to no segment; kind and mark mean nothing */
    uint8_t kind;   /* index into kinds */
    uint8_t mark;   /* index into marks, or TILE_MARKS_MAX for none */
};

/* The letters that a game draws with. */
struct alphabet {
    uint8_t kind_count;
    uint8_t mark_count;
    uint8_t letter_count;
    struct tile_kind kinds[TILE_KINDS_MAX];
    char marks[TILE_MARKS_MAX][TILE_NAME_SIZE];
    struct tile_letter letters[TILE_LETTERS_MAX];
};

struct segment {
    uint8_t kind;
    uint8_t column; /* of its first letter in reading order */
    uint8_t row;
    uint8_t area;                  /* its letters */
    uint8_t marks[TILE_MARKS_MAX]; /* how many letters carry each mark */
    uint16_t slots;                /* one bit a slot */
    uint16_t touches; /* one bit a segment of this tile beside it */
};

struct tile {
    char name[TILE_NAME_SIZE];
    char picture[TILE_LETTERS]; /* row by row; no zero byte */
    uint8_t segment_count;
    uint8_t turn_count; /* 1, 2 or 4: how many turns look different */
    uint8_t slots[2 * TILE_SLOTS]; /* index of the slot's segment, or NONE;
                             twice over, see tile_slots */
    uint8_t classes[TILE_EDGES];   /* each edge's class, see tileset */
    struct segment segments[TILE_SEGMENTS_MAX]; /* in reading order */
};

/* All the tiles of a game. Two edges may lie against each other where the
 * class of one is the mate of the other: what must match, matches. */
struct tileset {
    struct alphabet alphabet;
    uint8_t class_count;
    uint8_t mates[TILE_CLASSES_MAX];
    uint8_t class_slots[TILE_CLASSES_MAX][TILE_EDGE_SLOTS]; /* kind that must
                                match, or SEGMENT_NONE, clockwise */
    uint16_t segment_count; /* of all tiles together */
    uint16_t mark_counts[TILE_MARKS_MAX];
    uint8_t tile_count;
    struct tile tiles[TILESET_TILES_MAX];
};

/* Fills in `segments` from `picture`, `columns` by `rows` letters (a tile, or
 * a start space's strip of five by one). `owner` gets each letter's segment
 * or SEGMENT_NONE. Returns how many segments there are, or -1 with `error`
 * set when a letter is not of the alphabet or there are too many segments.
 * Slots are left empty, and no segment is dropped as drawing. */
int picture_segments(const struct alphabet *alphabet, const char *picture,
                     int columns, int rows, struct segment *segments,
                     uint8_t *owner, struct error *error) MUST_CHECK;

/* Drops the segments that are drawing: of a kind that needs a slot, without
 * slots and without marks. Their letters belong to no segment in `owner` then,
 * and the segments behind them move up. Slots must be filled in. Returns how
 * many segments are left. */
int picture_drop_drawing(const struct alphabet *alphabet,
                         struct segment *segments, int segment_count,
                         uint8_t *owner, int letter_count);

/* Fills in what each segment touches. */
void picture_touches(struct segment *segments, const uint8_t *owner,
                     int columns, int rows);

/* Starts a set without tiles. The alphabet is copied. */
void tileset_init(struct tileset *tileset, const struct alphabet *alphabet);

/* The class of an edge that shows `slots` (three segments' kinds, clockwise;
 * SEGMENT_NONE for a separator), made when it is new. -1 with `error` set
 * when there would be more than TILE_CLASSES_MAX. */
int tileset_class(struct tileset *tileset, const uint8_t *slots,
                  struct error *error) MUST_CHECK;

/* Adds a tile drawn as `picture` (TILE_LETTERS letters, row by row). Refuses
 * a name that is taken or too long, a letter that is not of the alphabet, and
 * what is over a limit, naming the tile. */
enum status tileset_add(struct tileset *tileset, const char *name,
                        const char *picture, struct error *error) MUST_CHECK;

/* The index of the tile called `name`, or -1. */
int tileset_find(const struct tileset *tileset, const char *name);

/* The segments of all tiles together: what a board needs room for. */
int tileset_segment_count(const struct tileset *tileset);

/* The letter at `column`, `row` of `tile` turned `turns` quarter turns
 * clockwise. */
char tile_letter_at(const struct tile *tile, int turns, int column, int row);

/* The segments at the board's twelve slots, in a row, for a tile turned
 * `turns`. */
static inline const uint8_t *tile_slots(const struct tile *tile, int turns)
{
    return tile->slots + TILE_SLOTS - TILE_EDGE_SLOTS * turns;
}

/* The segment at slot `slot` of the board for a tile turned `turns`. */
static inline uint8_t tile_slot(const struct tile *tile, int turns, int slot)
{
    return tile_slots(tile, turns)[slot];
}

/* The class of edge `edge` of the board for a tile turned `turns`. */
static inline uint8_t tile_class(const struct tile *tile, int turns, int edge)
{
    return tile->classes[(unsigned)(edge + TILE_EDGES - turns) % TILE_EDGES];
}

/* The smallest number of turns that looks the same as `turns`. */
static inline uint8_t tile_same_turns(const struct tile *tile, int turns)
{
    return (uint8_t)(turns % tile->turn_count);
}

/* The index of the kind or the mark called `name`, or -1. */
int alphabet_kind(const struct alphabet *alphabet, const char *name);
int alphabet_mark(const struct alphabet *alphabet, const char *name);

#endif
