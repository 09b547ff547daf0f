#include "pair.h"

#include "base/clock.h"
#include "fair/hex.h"
#include "game/contribution.h"
#include "hall/match.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* A disk that is slow, and does not say no: what waits for it is told to
 * nobody, so no time is over before. */

enum {
    SLOW_MS = 6000,
    DISK_MS = 20, /* the hall looks so often whether it is there */
};

TestSuite(slow, .fini = pair_end, .timeout = 300);

static int told(const char *method)
{
    return desk_told(&table.desk, WATCHER, method, NULL);
}

static int count_pauses(void)
{
    return pair_count("\"t\":\"pause\"");
}

static int64_t left_ms(const char *method)
{
    struct json *news;
    cr_assert(desk_told(&table.desk, WATCHER, method, &news) > 0);
    int64_t until = desk_integer(news, "until");
    json_free(news);
    return until - clock_calendar_ms();
}

/* Ann answers a question, and is asked another that the disk is slow to take.
 */
static void ask_slowly(const char *more, int64_t before_ms)
{
    pair_begin(more);
    desk_settle(&table.desk);
    desk_live(&table.desk, before_ms);
    desk_hold(&table.desk);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
}

static void go_on(void)
{
    desk_go(&table.desk);
    desk_live(&table.desk, DISK_MS);
    desk_settle(&table.desk);
    cr_assert_eq(told("game.over"), 0);
}

/* Ann has that long, and no longer; the record says why. */
static void check_time(int64_t ms, int pause_count)
{
    cr_assert_eq(left_ms("game.waiting"), ms, "%d",
                 (int)left_ms("game.waiting"));
    desk_live(&table.desk, ms - 1);
    cr_assert_eq(told("game.over"), 0);
    desk_live(&table.desk, 1);
    cr_assert_eq(told("game.over"), 1);
    cr_assert_eq(count_pauses(), pause_count);
    desk_verify(&table.desk, WATCHER, table.game);
}

Test(slow, nobody_loses_who_was_not_asked)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, SLOW_MS);
    cr_assert_eq(told("game.over"), 0);
    go_on();
    check_time(3000, 1);
}

/* Also where that decides nothing yet. */
Test(slow, time_of_a_game_is_given_back)
{
    ask_slowly(",'seed':'x','clock':{'game_s':20,'increment_s':0}", 5000);
    desk_live(&table.desk, SLOW_MS);
    go_on();
    check_time(15000, 1);
}

/* Nor does a call that comes first. */
Test(slow, who_calls_first_changes_nothing)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, SLOW_MS);
    desk_go(&table.desk);
    cr_assert(pair_choose(ANN, 2) != NULL, "%s", desk_answer(&table.desk, ANN));
    cr_assert_eq(told("game.over"), 0);
    cr_assert_eq(count_pauses(), 1);
}

/* What is written in between. */
Test(slow, a_draw_that_is_offered_meanwhile_takes_no_time)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, 2000);
    cr_assert(pair_call(BOB, "game.offer_draw") != NULL);
    desk_live(&table.desk, 2000);
    go_on();
    check_time(3000, 2);
}

/* Ann knows what comes, and answers before she is asked. */
Test(slow, nor_does_a_choice_that_is_made_meanwhile)
{
    ask_slowly(",'seed':'x','clock':{'game_s':3,'increment_s':0}", 0);
    desk_live(&table.desk, SLOW_MS);
    cr_assert(pair_choose(ANN, 2) != NULL, "%s", desk_answer(&table.desk, ANN));
    desk_live(&table.desk, SLOW_MS);
    go_on();
    struct json *news;
    desk_told(&table.desk, WATCHER, "game.waiting", &news);
    cr_assert_eq(desk_integer(news, "clocks.0"), 3000);
    json_free(news);
}

Test(slow, the_daemon_may_stand_still_too)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, 2000);
    desk_pass(SLOW_MS);
    desk_live(&table.desk, 2000);
    go_on();
    check_time(3000, 2);
}

/* Commits take some milliseconds: nobody writes that down. */
Test(slow, what_is_not_long_counts)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, 50);
    desk_go(&table.desk);
    desk_live(&table.desk, 1000);
    cr_assert_eq(left_ms("game.waiting"), 1950);
    cr_assert_eq(count_pauses(), 0);
}

/* Unless it was all there was. */
Test(slow, what_is_not_long_may_be_all_the_time_left)
{
    ask_slowly(",'seed':'x','clock':{'game_s':1,'increment_s':0}", 970);
    desk_live(&table.desk, 40);
    go_on();
    check_time(30, 1);
}

/* That somebody says much is no reason to wait. */
Test(slow, what_is_said_gives_nobody_time)
{
    pair_begin(",'seed':'x','clock':{'choice_s':3}");
    desk_settle(&table.desk);
    desk_tick(&table.desk, 0);
    desk_hold(&table.desk);
    cr_assert(desk_call(&table.desk, ANN, "game.say",
                        "{'game':'%s','text':'hi'}", table.game) != NULL);
    desk_live(&table.desk, 3000);
    cr_assert_eq(told("game.over"), 1);
    desk_go(&table.desk);
    cr_assert_eq(count_pauses(), 0);
}

/* What was left out is lost when the disk says no in the end: it is left out
 * with that. */
Test(slow, a_disk_may_say_no_in_the_end)
{
    ask_slowly(",'seed':'x','clock':{'choice_s':3}", 0);
    desk_live(&table.desk, SLOW_MS);
    desk_go(&table.desk);
    desk_fill_disk(true);
    desk_live(&table.desk, DISK_MS);
    desk_await_failure(&table.desk);
    hall_forget_unwritten(table.desk.hall);
    desk_fill_disk(false);
    desk_resume(&table.desk);
    desk_clear(&table.desk);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    check_time(3000, 1);
}

/* Ann and Bob commit, and the disk is slow to take the lock. */
Test(slow, nobody_forfeits_for_a_lock_that_was_not_told)
{
    char commitment[2 * HASH_SIZE + 1];
    struct hash hash = {{1}};
    pair_begin("");
    desk_settle(&table.desk);
    desk_hold(&table.desk);
    hex_write(commitment, hash.bytes, HASH_SIZE);
    for (int i = 0; i < 2; i++)
        cr_assert(desk_call(&table.desk, i, "game.commit",
                            "{'game':'%s','commitment':'%s'}", table.game,
                            commitment) != NULL,
                  "%s", desk_answer(&table.desk, i));
    int64_t sealing_ms = table.desk.settings.sealing_ms;
    desk_live(&table.desk, sealing_ms + SLOW_MS);
    cr_assert_eq(told("game.over"), 0);
    go_on();
    cr_assert_eq(left_ms("game.sealing"), sealing_ms);
    desk_live(&table.desk, sealing_ms - 1);
    cr_assert_eq(told("game.over"), 0);
    desk_live(&table.desk, 1);
    cr_assert_eq(told("game.over"), 1);
    desk_verify(&table.desk, WATCHER, table.game);
}
