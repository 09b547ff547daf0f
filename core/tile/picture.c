#include "tile/picture.h"

#include "tile/bits.h"

#include <string.h>

enum {
    PITCH = TILE_SIDE + 1,      /* a tile and the line at its left, or above */
    MIDDLE = 1 + TILE_SIDE / 2, /* of a tile, from that line on */
    MARGIN = 4,                 /* columns for y */
};

static struct picture empty_picture(const struct board *board,
                                    const char *players)
{
    struct picture picture = {
        .board = board,
        .left = INT8_MAX,
        .top = INT8_MAX,
        .right = INT8_MIN,
        .bottom = INT8_MIN,
        .width = PICTURE_WIDTH,
        .players = players,
    };
    return picture;
}

/* Makes the part larger so that x, y is in it. */
static void extend(struct picture *picture, int x, int y)
{
    if (x < picture->left)
        picture->left = x;
    if (x > picture->right)
        picture->right = x;
    if (y < picture->top)
        picture->top = y;
    if (y > picture->bottom)
        picture->bottom = y;
}

struct picture picture_of_all(const struct board *board, const char *players)
{
    struct picture picture = empty_picture(board, players);
    for (int i = 0; i < board->space_count; i++)
        extend(&picture, board->x[i], board->y[i]);
    return picture;
}

/* What lies outside the spaces that there are is not drawn. */
static void clip(struct picture *picture)
{
    struct picture all = picture_of_all(picture->board, "");
    if (picture->left < all.left)
        picture->left = all.left;
    if (picture->top < all.top)
        picture->top = all.top;
    if (picture->right > all.right)
        picture->right = all.right;
    if (picture->bottom > all.bottom)
        picture->bottom = all.bottom;
}

void picture_include(struct picture *picture, int x, int y)
{
    extend(picture, x, y);
    clip(picture);
}

struct picture picture_around(const struct board *board, const char *players,
                              int x, int y, int far)
{
    struct picture picture = empty_picture(board, players);
    extend(&picture, x - far, y - far);
    extend(&picture, x + far, y + far);
    clip(&picture);
    return picture;
}

struct picture picture_of_tiles(const struct board *board, const char *players)
{
    if (board->space_count == 0 || board_tile_count(board) == 0)
        return picture_of_all(board, players);
    struct picture picture = empty_picture(board, players);
    for (int i = board->plan->start_count; i < board->piece_count; i++) {
        int8_t x = board->x[board->pieces[i].space];
        int8_t y = board->y[board->pieces[i].space];
        extend(&picture, x - 1, y - 1);
        extend(&picture, x + 1, y + 1);
    }
    clip(&picture);
    return picture;
}

void picture_highlight(struct picture *picture, int x, int y)
{
    uint8_t space = board_space(picture->board, x, y);
    if (space != SPACE_WALL)
        bits_add(picture->highlighted.words, space);
}

void picture_label_placements(struct picture *picture,
                              const struct placements *placements)
{
    for (int space = 0; space < picture->board->space_count; space++) {
        char *label = picture->labels[space];
        memset(label, 0, PICTURE_LABEL_SIZE);
        for (int turns = 0; turns < TILE_EDGES; turns++)
            if (bits_has(placements->spaces[turns].words, space))
                label[strlen(label)] = (char)('0' + turns);
    }
}

/* The segments of a tile's picture, by letter. */
static void fill_owner(const struct alphabet *alphabet, const struct tile *tile,
                       uint8_t owner[TILE_LETTERS])
{
    struct segment segments[TILE_SEGMENTS_MAX];
    struct error error;
    int count = picture_segments(alphabet, tile->picture, TILE_SIDE, TILE_SIDE,
                                 segments, owner, &error);
    REQUIRE(count >= 0); /* it was read before, when the set was made */
}

static bool is_marked(const struct alphabet *alphabet, char letter)
{
    for (int i = 0; i < alphabet->letter_count; i++)
        if (alphabet->letters[i].letter == letter)
            return alphabet->letters[i].mark < TILE_MARKS_MAX;
    return false;
}

/* The letter of the unturned picture in whose place the follower stands that
 * is number `number` on the segment: letters without a mark come first. */
static int follower_letter(const struct board *board, const struct tile *tile,
                           const struct segment *segment, int number)
{
    const struct alphabet *alphabet = &board->tileset->alphabet;
    uint8_t owner[TILE_LETTERS];
    int first = segment->row * TILE_SIDE + segment->column;

    fill_owner(alphabet, tile, owner);
    for (int pass = 0; pass < 2; pass++)
        for (int i = first; i < TILE_LETTERS; i++)
            if (owner[i] == owner[first] &&
                is_marked(alphabet, tile->picture[i]) == (pass == 1) &&
                number-- == 0)
                return i;
    return first; /* more followers than letters */
}

/* The letter at column, row of the board for letter `at` of a tile's picture,
 * as one number. */
static int turned_letter(int at, int turns)
{
    int column = at % TILE_SIDE;
    int row = at / TILE_SIDE;
    for (int i = 0; i < turns; i++) {
        int old_column = column;
        column = TILE_SIDE - 1 - row;
        row = old_column;
    }
    return row * TILE_SIDE + column;
}

/* The letter of the player who has a follower at letter `at` of the piece as
 * it lies, or 0. */
static char follower_at(const struct picture *picture, uint8_t piece, int at)
{
    const struct board *board = picture->board;
    const struct laid_tile *laid = &board->pieces[piece];
    const struct tile *tile = board_tile(board, piece);

    for (int i = 0; i < board->follower_count; i++) {
        const struct follower *follower = &board->followers[i];
        if (follower->piece != piece)
            continue;
        int number = 0;
        for (int j = 0; j < i; j++)
            number += board->followers[j].node == follower->node;
        int letter = follower_letter(
            board, tile, board_follower_segment(board, follower), number);
        if (turned_letter(letter, laid->turns) == at)
            return picture->players[follower->player];
    }
    return '\0';
}

/* The letter at column, row of the space. */
static char space_letter(const struct picture *picture, uint8_t space,
                         int column, int row)
{
    const struct board *board = picture->board;
    if (space == SPACE_WALL)
        return ' ';
    const char *label = picture->labels[space];
    int start = (TILE_SIDE - (int)strlen(label)) / 2;
    if (row == TILE_SIDE / 2 && column >= start &&
        column < start + (int)strlen(label))
        return label[column - start];
    uint8_t piece = board->piece_at[space];
    if (piece == PIECE_NONE)
        return ' ';
    char follower = follower_at(picture, piece, row * TILE_SIDE + column);
    if (follower != '\0')
        return follower;
    return tile_letter_at(board_tile(board, piece), board->pieces[piece].turns,
                          column, row);
}

/* What stands between two spaces: `edge` is the side of `one` that faces
 * `other`, `at` counts letters to the east or the south. */
static char line_letter(const struct picture *picture, uint8_t one,
                        uint8_t other, int edge, int at)
{
    const struct plan *plan = picture->board->plan;
    if (plan->bounded && (one == SPACE_WALL) != (other == SPACE_WALL)) {
        uint8_t inside = one == SPACE_WALL ? other : one;
        int side = one == SPACE_WALL ? (edge + 2) % TILE_EDGES : edge;
        uint8_t start = plan->starts_at[inside][side];
        if (start == START_NONE)
            return '#';
        /* Letters run clockwise as seen from the start space itself. */
        bool forward = side == EDGE_WEST || side == EDGE_SOUTH;
        return plan->starts[start].letters[forward ? at : TILE_SIDE - 1 - at];
    }
    bool framed =
        (one != SPACE_WALL && bits_has(picture->highlighted.words, one)) ||
        (other != SPACE_WALL && bits_has(picture->highlighted.words, other));
    if (!framed)
        return ' ';
    return edge == EDGE_NORTH ? '-' : '|';
}

/* What stands where the corners of four spaces meet; x, y is the one to the
 * south-east. */
static char corner_letter(const struct picture *picture, int x, int y)
{
    const struct board *board = picture->board;
    int inside = 0;
    bool framed = false;
    for (int i = 0; i < 4; i++) {
        uint8_t space = board_space(board, x - i % 2, y - i / 2);
        inside += space != SPACE_WALL;
        framed = framed || (space != SPACE_WALL &&
                            bits_has(picture->highlighted.words, space));
    }
    if (framed)
        return '+';
    return board->plan->bounded && inside > 0 && inside < 4 ? '#' : ' ';
}

/* The letter at column, row of the whole picture. */
static char letter_at(const struct picture *picture, int column, int row)
{
    const struct board *board = picture->board;
    int x = picture->left + column / PITCH;
    int y = picture->top + row / PITCH;
    int across = column % PITCH;
    int down = row % PITCH;

    if (across == 0 && down == 0)
        return corner_letter(picture, x, y);
    uint8_t space = board_space(board, x, y);
    if (across == 0)
        return line_letter(picture, space, board_space(board, x - 1, y),
                           EDGE_WEST, down - 1);
    if (down == 0)
        return line_letter(picture, space, board_space(board, x, y - 1),
                           EDGE_NORTH, across - 1);
    return space_letter(picture, space, across - 1, down - 1);
}

/* Ends a line, without the blanks it ends with. */
static void end_line(struct text *out)
{
    while (out->size > 0 && out->bytes[out->size - 1] == ' ')
        out->bytes[--out->size] = '\0';
    text_add_char(out, '\n');
}

/* Adds blanks until the line that started at `start` has `columns`. */
static void pad(struct text *out, size_t start, int columns)
{
    while (!out->failed && out->size < start + (size_t)columns)
        text_add_char(out, ' ');
}

/* The line with x over each column of tiles. */
static void draw_head(const struct picture *picture, int step, struct text *out)
{
    size_t start = out->size;
    for (int x = picture->left; x <= picture->right; x++) {
        int middle = (x - picture->left) * PITCH + MIDDLE;
        pad(out, start, MARGIN + middle * step - (x < 0 || x > 9));
        text_addf(out, "%d", x);
    }
    end_line(out);
}

void picture_draw(const struct picture *picture, struct text *out)
{
    if (picture->board->space_count == 0)
        return;
    int columns = (picture->right - picture->left + 1) * PITCH + 1;
    int rows = (picture->bottom - picture->top + 1) * PITCH + 1;
    int step = MARGIN + 2 * columns - 1 <= picture->width ? 2 : 1;

    draw_head(picture, step, out);
    for (int row = 0; row < rows; row++) {
        size_t start = out->size;
        if (row % PITCH == MIDDLE)
            text_addf(out, "%3d", picture->top + row / PITCH);
        for (int column = 0; column < columns; column++) {
            pad(out, start, MARGIN + column * step);
            text_add_char(out, letter_at(picture, column, row));
        }
        end_line(out);
    }
}

void picture_draw_tile(const struct tile *tile, int width, struct text *out)
{
    int columns = tile->turn_count * PITCH;
    int step = MARGIN + 2 * columns <= width ? 2 : 1;

    size_t start = out->size;
    for (int turns = 0; turns < tile->turn_count; turns++) {
        pad(out, start, MARGIN + (turns * PITCH + MIDDLE) * step);
        text_addf(out, "%d", turns);
    }
    end_line(out);
    for (int row = 0; row < TILE_SIDE; row++) {
        start = out->size;
        for (int column = 0; column < columns; column++) {
            if (column % PITCH == 0)
                continue;
            pad(out, start, MARGIN + column * step);
            text_add_char(out, tile_letter_at(tile, column / PITCH,
                                              column % PITCH - 1, row));
        }
        end_line(out);
    }
}
