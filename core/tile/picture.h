#ifndef CASTLED_PICTURE_H
#define CASTLED_PICTURE_H

/*
 * picture -- a board in letters, for people to read.
 *
 * Each tile is drawn as its 5 by 5 letters, turned as it lies, with a line
 * around it: '#' where the wall is, the letters of a start space where one
 * is, blank between spaces, and a frame of '+', '-' and '|' around spaces
 * that are highlighted. A follower is a lower-case letter on its segment: in
 * the place of the segment's first letter, or of the next one where that is
 * a mark (a market, a fountain). x stands on top, y at the left.
 *
 *           3     4              A label, of a placement say, stands in the
 *         ###..P..#####          middle of an empty space. Letters are set
 *         #M.P..#.....#          apart by blanks, so that tiles look square,
 *         #..w..       #         where that fits into the width.
 *       0 #..H..   02  #
 *         #..H..       #
 *         #.HHH.       #
 *         #############
 *
 * Of a game without a board nothing is drawn: its board has no spaces.
 *
 * Reads a board and writes a text; knows nothing of choices and players but
 * the letters that it is given for them.
 */

#include "base/text.h"
#include "tile/board.h"

enum {
    PICTURE_LABEL_SIZE = TILE_SIDE + 1, /* with the zero byte */
    PICTURE_WIDTH = 80,
};

/* What to draw. Make one with picture_of_all, picture_of_tiles or
 * picture_around, then change what should be different. */
struct picture {
    const struct board *board; /* borrowed */
    int left; /* the spaces at the edges of the part that is drawn */
    int top;
    int right;
    int bottom;
    int width;                 /* columns that there are */
    const char *players;       /* the letter of each player; borrowed */
    struct spaces highlighted; /* framed */
    char labels[PLAN_SPACES_MAX][PICTURE_LABEL_SIZE]; /* by space; "": none */
};

/* The whole plan; of an endless table, all spaces that are known. */
struct picture picture_of_all(const struct board *board, const char *players);

/* The tiles that lie, and one space more on each side; the whole plan while
 * there is none. */
struct picture picture_of_tiles(const struct board *board, const char *players);

/* The space at x, y and those up to `far` spaces away. */
struct picture picture_around(const struct board *board, const char *players,
                              int x, int y, int far);

/* Makes the part larger so that the space at x, y is in it, as far as there
 * are spaces. */
void picture_include(struct picture *picture, int x, int y);

/* Frames the space at x, y; nothing when there is none. */
void picture_highlight(struct picture *picture, int x, int y);

/* Labels each space where the tile may be laid with the turns that are
 * allowed there ("02": as it is, or turned twice). */
void picture_label_placements(struct picture *picture,
                              const struct placements *placements);

/* Adds the picture, line by line, without blanks at the ends of lines. Wider
 * than asked for where even without blanks it does not fit; 9 columns of
 * tiles need 59 characters. */
void picture_draw(const struct picture *picture, struct text *out);

/* Adds the tile in each of its turns that look different, side by side, each
 * under its number of turns. */
void picture_draw_tile(const struct tile *tile, int width, struct text *out);

#endif
