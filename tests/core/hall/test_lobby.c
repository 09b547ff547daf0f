#include "pair.h"

#include <criterion/criterion.h>
#include <stdio.h>

TestSuite(lobby, .fini = pair_end, .timeout = 300);

/* How often the guest was told who sits where; that is then forgotten. */
static int seats_told(int guest)
{
    int count = desk_told(&table.desk, guest, "game.seats", NULL);
    desk_clear(&table.desk);
    return count;
}

/* Ann sits in a game whose rules fail at its beginning. */
static void open_game(void)
{
    desk_open(&table.desk, GUESTS);
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create",
                  "{'game':'castle','seed':'x','variants':['" CASTLED_SOURCE_DIR
                  "/tests/variants/loop.lua']}");
    cr_assert(made != NULL, "%s", desk_answer(&table.desk, ANN));
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    pair_join(ANN);
}

/* Bob tries to take the other seat, which fails. */
static void join_in_vain(void)
{
    cr_assert(desk_call(&table.desk, BOB, "game.join",
                        "{'game':'%s','name':'B'}", table.game) == NULL);
}

Test(lobby, who_watches_and_fails_to_join_goes_on_watching)
{
    open_game();
    cr_assert(pair_call(BOB, "game.watch") != NULL);
    for (int i = 0; i < 2; i++) {
        join_in_vain();
        seats_told(BOB);
        cr_assert(desk_call(&table.desk, ANN, "game.say",
                            "{'game':'%s','text':'here'}", table.game) != NULL);
        cr_expect_eq(desk_told(&table.desk, BOB, "game.said", NULL), 1);
    }
    seats_told(BOB);
    cr_assert(pair_call(ANN, "game.leave") != NULL);
    cr_expect_eq(seats_told(BOB), 1);
    cr_expect_eq(table.desk.guests[BOB].peer.place_count, 1);
}

Test(lobby, who_fails_to_join_and_did_not_watch_is_not_there)
{
    open_game();
    join_in_vain();
    seats_told(BOB);
    cr_assert(pair_call(ANN, "game.leave") != NULL);
    cr_expect_eq(seats_told(BOB), 0);
    cr_expect_eq(table.desk.guests[BOB].peer.place_count, 0);
}
