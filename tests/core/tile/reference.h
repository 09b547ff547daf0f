#ifndef CASTLED_REFERENCE_H
#define CASTLED_REFERENCE_H

/*
 * reference -- what lies on a board, found out the slow and plain way.
 *
 * All tiles laid are letters on one large sheet; features are found by filling
 * areas of letters, from nothing, whenever they are asked for. It shares no
 * code with board.c and looks at a board only to compare it with the sheet.
 */

#include "box.h"

enum {
    REFERENCE_REACH = 75, /* tiles from the middle of the sheet to its edge */
    REFERENCE_SIDE = TILE_SIDE * (2 * REFERENCE_REACH + 1),
    REFERENCE_COMPONENTS_MAX = 2048,
};

struct cell {
    char letter; /* zero: nothing lies here */
    uint8_t piece;
    int16_t component; /* or -1: a separator, or drawing */
};

/* What hangs together. */
struct component {
    int kind;
    bool has_slot;
    int area;
    int open;
    int marks[TILE_MARKS_MAX];
    int weights[BOARD_PLAYERS_MAX];
    int followers;
    bool pieces[BOARD_PIECES_MAX];
};

struct reference_piece {
    bool is_start;
    int x; /* of its space; of a start space: of the one that it lies beside */
    int y;
    int turns;
    int side; /* of a start space */
    const char *picture;
};

struct reference {
    const struct box *box;
    bool starts_match;
    int piece_count;
    struct reference_piece pieces[BOARD_PIECES_MAX];
    int component_count;
    struct component components[REFERENCE_COMPONENTS_MAX];
    struct cell cells[REFERENCE_SIDE][REFERENCE_SIDE]; /* [row][column] */
};

/* The sheet of an empty board. */
void reference_init(struct reference *reference, const struct box *box,
                    bool starts_match);

/* Puts a tile's letters on the sheet. */
void reference_lay(struct reference *reference, const struct tile *tile,
                   int turns, int x, int y);

/* Finds all features anew, followers where the board says that they stand,
 * and asserts that the board has the same: features, what they count, which
 * the last tile completed, what they touch, the largest area. */
void reference_compare(struct reference *reference, const struct board *board);

/* Asserts that the board lets `tile` be laid where the sheet does. */
void reference_compare_placements(const struct reference *reference,
                                  const struct board *board, uint8_t tile);

#endif
