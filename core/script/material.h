#ifndef CASTLED_MATERIAL_H
#define CASTLED_MATERIAL_H

/*
 * material -- what lies on the table: the board, piles, hands, supplies.
 *
 * The part of a game that core owns. Scripts see it through bindings; what is
 * hidden in it they cannot reach: the items of a hand, which to all others are
 * as those left in the pile, and the order of a pile.
 * A material is flat and copied by assignment; material_copy copies only what
 * is used. Seats count from 0 here and from 1 in scripts.
 */

#include "fair/pile.h"
#include "tile/board.h"

enum {
    MATERIAL_PILES_MAX = 6,
    MATERIAL_SEATS_MAX = BOARD_PLAYERS_MAX,
    MATERIAL_FIGURES_MAX = 4,
    MATERIAL_HAND_MAX = 64, /* items in one hand */
};

/* What one seat holds unseen by the others. */
struct hand {
    uint8_t count;
    uint8_t piles[MATERIAL_HAND_MAX]; /* where each item came from */
    uint8_t items[MATERIAL_HAND_MAX];
};

struct material {
    uint8_t pile_count;
    struct pile piles[MATERIAL_PILES_MAX];
    struct hand hands[MATERIAL_SEATS_MAX];
    uint8_t supply[MATERIAL_SEATS_MAX][MATERIAL_FIGURES_MAX];
    struct board board; /* last, since its used part varies */
};

/* Copies what is used of `from`. */
void material_copy(struct material *to, const struct material *from);

/* Which items of a pile `seat` cannot tell from each other: those left, and
 * those in the hands of others; with -1, in all hands. Ascending; returns how
 * many. */
int material_unseen(const struct material *material, int pile, int seat,
                    uint8_t items[PILE_ITEMS_MAX]);

/* Whether an item of a pile lies in a hand. */
bool material_is_held(const struct material *material, int pile, int item);

/* An item of a pile that lies in a hand goes back into the pile, and
 * `instead`, which is left there, takes its place in the hand. */
void material_exchange(struct material *material, int pile, int item,
                       int instead);

/* Puts an item of a pile into the seat's hand; false when the hand is full. */
bool hand_add(struct hand *hand, int pile, int item) MUST_CHECK;

/* Takes an item out of a hand; false when it is not there. */
bool hand_take(struct hand *hand, int pile, int item) MUST_CHECK;

#endif
