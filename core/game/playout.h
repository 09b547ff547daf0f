#ifndef CASTLED_PLAYOUT_H
#define CASTLED_PLAYOUT_H

/*
 * playout -- a whole game played by bots, as fast as it goes.
 *
 * A playout drives a position by itself: no record, no undo, nothing stored.
 * Chance comes from the same decks and rolls as a `game` of the same seed, so
 * the same choices give the same events in both.
 */

#include "game/player.h"

enum {
    PLAYOUT_SEED_SIZE = 129, /* of a seed's text, with the zero byte */
};

/* What a playout needs. All is borrowed. */
struct playout {
    struct executor *executor;
    const struct hash *master;   /* draw_seed_from_text of the game's seed */
    struct player *players;      /* one for each seat; no humans */
    position_listener *listener; /* of each event, game_over too; or NULL */
    void *context;
    bool is_tried; /* the game must also go by value, as one with a record
                      does (trial.h); takes as long as some ten games */
};

/* How a game went. */
struct playout_end {
    struct result result;
    int first_seat; /* who made the first choice; -1: there was none */
    int turns;      /* how many began */
    int choices;
    int chances;
};

/* Makes the players of a game: that of seat i plays by the seed
 * "SEED/NUMBER", its seat's number counted from 1, so that whoever knows a
 * game's seed and its players can play it again. */
void playout_init_players(struct player *players, const enum player_kind *kinds,
                          int count, const char *seed);

/* Plays the game to its end. On failure the executor may be dead. */
enum status playout_run(const struct playout *playout, struct playout_end *end,
                        struct error *error) MUST_CHECK;

/* Plays some games by random choices with `is_tried`, each in an executor made
 * for it: what is wrong with the rules may show before anybody plays by them.
 * They are always the same games. STATUS_BAD_INPUT: no game by these rules can
 * be checked (trial_again); all else may go well in other games. */
enum status playout_try(const struct ruleset *ruleset,
                        struct error *error) MUST_CHECK;

#endif
