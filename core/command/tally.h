#ifndef CASTLED_TALLY_H
#define CASTLED_TALLY_H

/*
 * tally -- what many games say together.
 *
 * Counts wins and scores of each seat, over all games and by who began.
 * Intervals are of 95 %: Wilson's for shares, 1.96 standard errors for means.
 * A tally owns nothing.
 */

#include "game/playout.h"

/* A mean and a spread in the making. */
struct tally_series {
    long count;
    double mean;
    double squares; /* the sum of squared distances from the mean */
    int64_t min;
    int64_t max;
};

/* How a seat fared. */
struct tally_seat {
    long wins;
    long draws;
    struct tally_series scores; /* its count: the games */
};

struct tally {
    int seat_count;
    const char *names[MATERIAL_SEATS_MAX];   /* borrowed, as the players' */
    const char *players[MATERIAL_SEATS_MAX]; /* what plays there */
    long games;
    struct tally_seat seats[MATERIAL_SEATS_MAX];
    struct tally_seat began[MATERIAL_SEATS_MAX]  /* who began */
                           [MATERIAL_SEATS_MAX]; /* who fared so */
    struct tally_series turns;
    struct tally_series choices;
    struct tally_series chances;
};

/* Adds a game that was played. */
void tally_add(struct tally *tally, const struct playout_end *end);

/* Adds tables of 80 columns. */
void tally_write_text(const struct tally *tally, struct text *out);

/* Adds the JSON members games, seats, began and a_game; what there is no
 * number for is null. */
void tally_write_json(const struct tally *tally, struct text *out);

#endif
