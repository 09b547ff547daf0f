#ifndef CASTLED_PAIR_H
#define CASTLED_PAIR_H

/*
 * pair -- Ann and Bob at a desk, who play a game with each other, and one who
 * watches: what tests of time begin with. There is one table a test.
 */

#include "desk.h"

enum { ANN, BOB, WATCHER, GUESTS };

struct table {
    struct desk desk;
    char game[64];
    char token[2][128]; /* of their seats */
};

extern struct table table;

/* The public keys of Ann and Bob. */
extern const char *const PAIR_KEYS[GUESTS];

/* Ann or Bob sits down in the table's game, and its token is kept. */
void pair_join(int guest);

/* A game of Ann and Bob with more members of game.create. Ann is asked. */
void pair_begin(const char *more);

/* Closes the desk. */
void pair_end(void);

/* A method with no parameter but the game; NULL when it was refused. */
const struct json *pair_call(int guest, const char *method);

/* How often the record that a watcher gets has that in it. */
int pair_count(const char *what);

/* The first choice of question seq; NULL when it was refused. */
const struct json *pair_choose(int guest, int seq);

#endif
