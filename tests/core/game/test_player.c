#include "game/player.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { SEEDS = 20 };

/* What the steward of white chooses when black holds the item unseen. */
static int chosen(struct executor *executor, int item, const char *seed)
{
    struct position *position;
    struct player player;
    struct error error;
    int index = -1;
    cr_assert_eq(position_new(&position, executor, NULL, NULL, &error),
                 STATUS_OK, "%s", error.text);
    cr_assert_eq(position_outcome(position, item, &error), STATUS_OK);
    player_init(&player, PLAYER_STEWARD, seed);
    cr_assert_eq(player_choose(&player, position, &index, &error), STATUS_OK,
                 "%s", error.text);
    cr_expect(pile_has(&position_material(position)->piles[0], 1 - item));
    position_free(position);
    return index;
}

/* White may turn over the one card that is left: good or bad, which only who
 * knows what black holds can tell. */
Test(player, a_steward_does_not_know_what_others_hold)
{
    struct ruleset *ruleset;
    struct executor *executor;
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = CASTLED_SOURCE_DIR
                                      "/tests/games/hands"};
    int turned = 0;
    cr_assert_eq(ruleset_open(&ruleset, &request, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(executor_new(&executor, ruleset, &error), STATUS_OK, "%s",
                 error.text);
    for (int i = 0; i < SEEDS; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%d", i);
        int index = chosen(executor, 0, seed);
        cr_expect_eq(chosen(executor, 1, seed), index, "seed %d", i);
        turned += index;
    }
    cr_expect(turned > 0 && turned < SEEDS, "%d", turned);
    executor_free(executor);
    ruleset_free(ruleset);
}
