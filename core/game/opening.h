#ifndef CASTLED_OPENING_H
#define CASTLED_OPENING_H

/*
 * opening -- what the first entry of a record says of a game.
 *
 * The params (attempt, clock if there is one, game, options with their values,
 * seats, signed if the seats sign what they do, variants) and the items of all
 * piles, in the forms in which fairness.md section 4 binds a game to them. Made
 * from an executor, for sealed games and open seeds alike.
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

/* What the game is played by beside its rules. */
struct opening_terms {
    int attempt;             /* from 1 */
    struct timer_rule clock; /* zeros: none */
    bool is_signed; /* the players sign what they do: each is at a machine of
                       his own */
};

/* Fills a zeroed opening in; to be cleared with opening_clear, also after a
 * failure. */
enum status opening_fill(struct opening *opening, struct executor *executor,
                         const struct opening_terms *terms,
                         struct error *error) MUST_CHECK;

/* Whether the players of the game with this opening, entry 0's d, sign what
 * they do. */
bool opening_is_signed(const struct json *d);

/* Frees what it holds. */
void opening_clear(struct opening *opening);

/* Adds the items as a JSON array. */
void opening_add_items(const struct opening *opening, struct text *out);

#endif
