#ifndef CASTLED_BOX_H
#define CASTLED_BOX_H

/*
 * box -- the games that tests and benchmarks of core/tile play with.
 *
 * Reads the data files of tests/core/data/. In the daemon this is the work of
 * scripts; here nothing above core/tile is used. What cannot be read ends the
 * program.
 */

#include "tile/board.h"

struct box {
    struct alphabet alphabet;
    struct tileset tileset;
    struct plan plan;
    int row_count; /* 0: the plan is unbounded */
    char rows[PLAN_SIDE_MAX][PLAN_SIDE_MAX + 1];
};

/* The letters of The Castle: kinds path, tower, house, court, in this order;
 * marks market and fountain. */
enum castle_kind { PATH, TOWER, HOUSE, COURT };
enum castle_mark { MARKET, FOUNTAIN };
void box_castle_alphabet(struct alphabet *alphabet);

/* The letters of the base game: kinds city, road, field, monastery; mark
 * pennant. */
enum base_kind { CITY, ROAD, FIELD, MONASTERY };
enum base_mark { PENNANT };
void box_base_alphabet(struct alphabet *alphabet);

/* The Castle: 60 tiles, the plan with its 7 start spaces. */
void box_castle(struct box *box);

/* The base game: 72 tiles, named A1, A2, B1 and so on, an endless table. */
void box_base(struct box *box);

/* Castle letters, an empty tileset, and the plan `rows`, or an endless table
 * when it is NULL. For tests that draw their own tiles. */
void box_blank(struct box *box, const char *const *rows, int height);

/* Adds a tile to the box's tileset and returns its index. */
uint8_t box_tile(struct box *box, const char *name, const char *picture);

/* Adds a start space to the box's plan. */
void box_start(struct box *box, int x, int y, enum edge side,
               const char *letters);

/* An empty board. */
void box_board(const struct box *box, bool starts_match, struct board *board);

/* The base game's 24 kinds, each once, named A to X; `counts` gets how many
 * tiles there are of each. */
void box_base_kinds(struct tileset *tileset, int *counts);

/* Reads the data file called `name`. The caller's, to be freed. */
char *box_read(const char *name);

/* The next line of *text, without its end, or NULL; *text moves on. Lines
 * that are empty or start with '#' are left out. */
char *box_line(char **text);

/* A number from 0 to `below` - 1, from a generator whose state is one word. */
int box_random(uint64_t *state, int below);

#endif
