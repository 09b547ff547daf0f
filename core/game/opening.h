#ifndef CASTLED_OPENING_H
#define CASTLED_OPENING_H

/*
 * opening -- what the first entry of a record says of a game.
 *
 * The params (attempt, clock if there is one, game, options with their values,
 * seats, variants) and the items of all piles, in the forms in which
 * fairness.md section 4 binds a game to them. Made from an executor, for sealed
 * games and open seeds alike.
 *
 * Owns its texts.
 */

#include "game/timer.h"
#include "script/executor.h"

enum { OPENING_ITEMS_MAX = MATERIAL_PILES_MAX * PILE_ITEMS_MAX };

struct opening {
    struct text params; /* canonical JSON */
    struct text names;  /* the items' names, each with its zero byte */
    const char *items[OPENING_ITEMS_MAX]; /* "PILE/ITEM", as listed */
    uint32_t item_count;
};

/* Fills a zeroed opening in; to be cleared with opening_clear, also after a
 * failure. `attempt` counts from 1. */
enum status opening_fill(struct opening *opening, struct executor *executor,
                         int attempt, const struct timer_rule *clock,
                         struct error *error) MUST_CHECK;

/* Frees what it holds. */
void opening_clear(struct opening *opening);

/* Adds the items as a JSON array. */
void opening_add_items(const struct opening *opening, struct text *out);

#endif
