#ifndef CASTLED_BOARD_H
#define CASTLED_BOARD_H

/*
 * board -- which tiles lie where, what they form together, and who stands on
 * it.
 *
 * A board knows legal placements, features and followers. It does not know
 * players' turns or points: those are rules. Features grow by union as tiles
 * are laid, so that what a placement completed is known at once.
 *
 * A board is flat: it owns nothing, points only to the plan and the tileset
 * that all boards of a ruleset share (borrowed; the ruleset outlives them),
 * and is copied by assignment. To try a placement, copy the board; to take it
 * back, forget the copy. board_copy does the same and copies only what is
 * used.
 *
 * Words: a *node* is one segment of one laid tile, or of one start space. A
 * *feature* is a set of nodes that are joined; it is named by the node that
 * feature_of returns for all of them, and that name can change whenever a
 * tile is laid. A *piece* is a laid tile or a start space: what points are
 * counted in (a piece with two nodes in a feature counts once).
 */

#include "tile/plan.h"

enum {
    BOARD_WORDS = 4,        /* 64 bits each: one bit for each space */
    BOARD_PIECES_MAX = 128, /* start spaces first, then tiles as laid */
    BOARD_PIECE_WORDS = BOARD_PIECES_MAX / 64,
    BOARD_NODES_MAX = 640,
    BOARD_PLAYERS_MAX = 5,
    BOARD_FOLLOWERS_MAX = 64,
    BOARD_WEIGHT_MAX = 3,  /* so that all followers' weights fit in a byte */
    BOARD_MARKS_MAX = 255, /* of one mark, on all tiles together */
    /* What one placement can complete: each segment of the tile, and a feature
     * that another kind closes at each of its slots. */
    BOARD_COMPLETED_MAX = TILE_SEGMENTS_MAX + TILE_SLOTS,
    NODE_NONE = 65535,
    PIECE_NONE = 255,
    TILE_NONE = 255,
};

/* A set of spaces. */
struct spaces {
    uint64_t words[BOARD_WORDS];
};

/* A set of pieces. */
struct pieces {
    uint64_t words[BOARD_PIECE_WORDS];
};

struct node {
    struct pieces pieces; /* the rest of the struct counts for the whole
                             feature, in the node that names it */
    uint16_t feature;     /* the node that names its feature */
    uint16_t open;        /* slots that face an empty space */
    uint16_t area;        /* letters */
    uint8_t kind;
    uint8_t marks[TILE_MARKS_MAX];
    uint8_t followers[BOARD_PLAYERS_MAX]; /* weight that each player has */
};

struct laid_tile {
    uint8_t tile;        /* index in the tileset; TILE_NONE for a start space */
    uint8_t turns;       /* quarter turns clockwise */
    uint8_t space;       /* of a start space: the one that it lies beside */
    uint16_t first_node; /* nodes of its segments follow in their order */
};

struct follower {
    uint16_t node;
    uint8_t player;
    uint8_t figure; /* which figure of the game it is */
    uint8_t weight; /* what it counts as in a majority */
    uint8_t piece;
};

struct board {
    const struct plan *plan;       /* borrowed */
    const struct tileset *tileset; /* borrowed */
    uint8_t piece_count;           /* start spaces and laid tiles */
    uint8_t follower_count;
    uint8_t space_count; /* spaces that have an index */
    uint8_t completed_count;
    uint16_t node_count;
    bool starts_match;      /* start spaces are matched as tiles are */
    struct spaces empty;    /* no tile lies there (unbounded: and known) */
    struct spaces frontier; /* empty, beside a tile or a start space */
    struct spaces fits[TILE_EDGES][TILE_CLASSES_MAX]; /* an edge of that class
                              may lie at that side of the space */
    uint16_t completed[BOARD_COMPLETED_MAX]; /* by the last tile, in the order
                              in which its slots meet them */
    struct follower followers[BOARD_FOLLOWERS_MAX]; /* in order of placing */
    int8_t x[PLAN_SPACES_MAX + 1];                  /* of each space */
    int8_t y[PLAN_SPACES_MAX + 1];
    uint8_t neighbours[PLAN_SPACES_MAX + 1][TILE_EDGES]; /* SPACE_WALL: none,
                              or on an unbounded plan none known yet */
    uint8_t piece_at[PLAN_SPACES_MAX + 1];               /* or PIECE_NONE */
    struct laid_tile pieces[BOARD_PIECES_MAX];
    struct node nodes[BOARD_NODES_MAX];
    uint16_t next_nodes[BOARD_NODES_MAX]; /* of the same feature, in a ring */
};

/* Where a tile may be laid: for each number of turns, a set of spaces. */
struct placements {
    uint8_t tile;
    uint16_t count;
    struct spaces spaces[TILE_EDGES]; /* [turns] */
};

struct placement {
    uint8_t tile;
    uint8_t turns;
    uint8_t space; /* index; board->x and board->y say where that is */
};

enum verdict {
    VERDICT_OK,
    VERDICT_OUTSIDE, /* no space of the plan */
    VERDICT_TAKEN,   /* a tile lies there already */
    VERDICT_APART,   /* against no tile and no start space */
    VERDICT_EDGE,    /* what must go on across an edge does not */
};

/* An empty board. `starts_match` false: start spaces are matched like wall.
 * Refused when the tiles, their segments or their marks, each tile laid once,
 * are more than a board has room for. The first tile of an unbounded board may
 * be laid at 0, 0 only. */
enum status board_init(struct board *board, const struct plan *plan,
                       const struct tileset *tileset, bool starts_match,
                       struct error *error) MUST_CHECK;

/* Copies what is used of `from`. */
void board_copy(struct board *to, const struct board *from);

/* The index of the space at x, y, or SPACE_WALL where there is none (on an
 * unbounded plan: no tile lies there, and none could be laid there now). */
uint8_t board_space(const struct board *board, int x, int y);

/* Where `tile` may be laid, without turns that look the same as others. Some
 * tens of instructions for each turn. */
void board_placements(const struct board *board, uint8_t tile,
                      struct placements *placements);

/* The placement at `index`, from 0 to count - 1: by turns, then by space in
 * reading order (unbounded: in the order in which spaces became known). */
struct placement placements_get(const struct placements *placements, int index);

/* Whether `placement` is one of `placements`. */
bool placements_has(const struct placements *placements,
                    struct placement placement);

/* Whether `placement` is allowed, and if not, why; SPACE_WALL is outside.
 * Changes nothing. */
enum verdict board_may_lay(const struct board *board,
                           struct placement placement) MUST_CHECK;

/* The verdict as a clause for players, as in "a path would not go on"; it
 * does not name kinds: "what must go on across an edge would not". */
const char *verdict_text(enum verdict verdict);

/* Lays a tile, joins its features and lists in board->completed the features
 * without an open slot that it touches: they were not complete before. A
 * segment without a slot is complete as it is laid, and comes last. To lay
 * what board_may_lay refuses, or more than board_init made sure of room for,
 * is the caller's mistake and ends the program. */
void board_lay(struct board *board, struct placement placement);

/* The piece that was laid last, or PIECE_NONE. */
uint8_t board_last_piece(const struct board *board);

/* How many tiles lie on the board. */
int board_tile_count(const struct board *board);

/* The tile of a piece that is a laid tile. */
const struct tile *board_tile(const struct board *board, uint8_t piece);

/* The segment that a follower of the board stands on. */
const struct segment *board_follower_segment(const struct board *board,
                                             const struct follower *follower);

/* Whether the piece is a start space. */
bool board_is_start(const struct board *board, uint8_t piece);

/* Puts a follower on the node. Refuses nothing: whether it may stand there is
 * a rule. A weight over BOARD_WEIGHT_MAX, or more than BOARD_FOLLOWERS_MAX on
 * the board, ends the program. */
void board_place_follower(struct board *board, uint16_t node, uint8_t player,
                          uint8_t figure, uint8_t weight);

/* Takes the follower at `index` of board->followers off; those behind it move
 * up. */
void board_remove_follower(struct board *board, int index);

#endif
