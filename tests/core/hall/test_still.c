#include "pair.h"

#include "base/clock.h"
#include "hall/match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* A daemon that stood still: the process was stopped, the machine slept, its
 * clock was set. To the hall it is all the same: nobody called it. */

enum {
    STILL_MS = 3200, /* that is to have stood still, */
    LATE_MS = 2500,  /* and this is only to be late */
};

static struct match *match_of(void)
{
    return matches_by_id(hall_matches(table.desk.hall), table.game);
}

/* As pair_begin; from then on the hall knows what time it is. */
static void begin_still(const char *more)
{
    pair_begin(more);
    desk_tick(&table.desk, 0);
}

TestSuite(still, .fini = pair_end, .timeout = 300);

static int told(const char *method)
{
    return desk_told(&table.desk, WATCHER, method, NULL);
}

static int64_t told_until(const char *method)
{
    struct json *news;
    cr_assert(desk_told(&table.desk, WATCHER, method, &news) > 0);
    int64_t until = desk_integer(news, "until");
    json_free(news);
    return until;
}

static int count_pauses(void)
{
    return pair_count("\"t\":\"pause\"");
}

/* The record says why Ann had more time, and is good. */
static void check_record(int pause_count)
{
    cr_assert_eq(count_pauses(), pause_count);
    cr_assert(pair_call(ANN, "game.resign") != NULL);
    desk_verify(&table.desk, WATCHER, table.game);
}

Test(still, a_look_that_comes_late_takes_no_time_from_players)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    int64_t until = told_until("game.waiting");
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    cr_assert(told("game.over") == 0);
    cr_assert(told_until("game.waiting") >= until + STILL_MS - 50);
    cr_assert(told_until("game.waiting") < until + STILL_MS + 1000);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    check_record(1);
}

/* Whoever calls first, and whatever for. */
Test(still, nor_does_a_call_that_comes_first)
{
    begin_still(",'seed':'x','clock':{'game_s':2}");
    desk_pass(STILL_MS);
    pair_call(WATCHER, "game.about");
    cr_assert(told("game.over") == 0);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    struct json *news;
    desk_told(&table.desk, WATCHER, "game.waiting", &news);
    cr_assert(desk_integer(news, "clocks.0") > 1000);
    json_free(news);
    check_record(1);
}

Test(still, what_ann_had_used_before_stays_used)
{
    begin_still(",'seed':'x','clock':{'choice_s':3}");
    desk_pass(900);
    desk_tick(&table.desk, 0);
    int64_t left = told_until("game.waiting") - clock_calendar_ms();
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    int64_t again = told_until("game.waiting") - clock_calendar_ms();
    cr_assert(llabs(again - left) < 500, "%d, %d", (int)left, (int)again);
    desk_tick(&table.desk, 2200);
    cr_assert(told("game.over") == 1);
    desk_verify(&table.desk, WATCHER, table.game);
}

Test(still, a_look_that_is_only_late_counts)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    desk_pass(LATE_MS);
    desk_tick(&table.desk, 0);
    cr_assert(told("game.over") == 1);
    cr_assert_eq(count_pauses(), 0);
}

Test(still, it_may_happen_again_and_again)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    for (int i = 0; i < 3; i++) {
        desk_pass(STILL_MS);
        desk_tick(&table.desk, 0);
        desk_tick(&table.desk, 0);
    }
    cr_assert(told("game.over") == 0);
    check_record(3);
}

/* Neither its position nor its record is in memory. */
Test(still, a_game_that_rests_loses_nothing)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    desk_settle(&table.desk);
    game_rest(match_of()->game);
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    cr_assert(told("game.over") == 0);
    check_record(1);
}

/* Nothing of its time runs: nothing is written, nothing is told. */
Test(still, a_game_without_a_clock_is_left_alone)
{
    begin_still(",'seed':'x'");
    int count = told("game.waiting");
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    cr_assert_eq(told("game.waiting"), count);
    cr_assert_eq(count_pauses(), 0);
}

/* It has what it had left. */
Test(still, a_stage_of_sealing_does_not_end)
{
    begin_still("");
    int64_t until = told_until("game.sealing");
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    int64_t later = told_until("game.sealing") - until;
    cr_assert(later > STILL_MS - 100 && later < STILL_MS + 1000, "%d",
              (int)later);
}

/* Some seconds at least, to come back in. */
Test(still, a_stage_that_was_about_to_end_leaves_time_to_come_back)
{
    begin_still("");
    match_of()->stage_until_ms = clock_calendar_ms() + 1000;
    desk_pass(STILL_MS);
    int64_t next = desk_tick(&table.desk, 0);
    cr_assert(told("game.over") == 0);
    int64_t left = told_until("game.sealing") - clock_calendar_ms();
    cr_assert(left > 4000 && left <= 5000 && next <= 1000, "%d", (int)left);
}

/* The store has no more than the beginning when the daemon ends. */
Test(still, a_daemon_that_ends_thereafter_has_it_written_down)
{
    begin_still(",'seed':'x','clock':{'choice_s':4}");
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    for (int i = 0; i < 4; i++)
        desk_tick(&table.desk, 0);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    int64_t left = told_until("game.waiting") - clock_calendar_ms();
    cr_assert(left > 2500 && left <= 4000, "%d", (int)left);
}

/* The first thing that is written afterwards is that nobody's time ran: with it
 * lost it counts as the time does in which the disk says no. */
Test(still, a_disk_that_says_no_thereafter_changes_nothing)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    for (int i = 0; i < 4; i++)
        desk_tick(&table.desk, 0);
    desk_settle(&table.desk);
    desk_fill_disk(true);
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    desk_await_failure(&table.desk);
    hall_forget_unwritten(table.desk.hall);
    desk_tick(&table.desk, 0);
    cr_assert(told("game.left") == 1);
    desk_fill_disk(false);
    desk_resume(&table.desk);
    for (int i = 0; i < 4; i++)
        desk_tick(&table.desk, 0);
    cr_assert(desk_call(&table.desk, ANN, "game.rejoin",
                        "{'game':'%s','token':'%s'}", table.game,
                        table.token[ANN]) != NULL);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    check_record(1);
}

/* It stands still while the disk says no: that is left out with the rest. */
Test(still, while_the_disk_says_no_too)
{
    begin_still(",'seed':'x','clock':{'choice_s':2}");
    for (int i = 0; i < 4; i++)
        desk_tick(&table.desk, 0);
    desk_settle(&table.desk);
    desk_fill_disk(true);
    writer_put_value(table.desk.writer, "test", "x", 1);
    desk_await_failure(&table.desk);
    desk_pass(STILL_MS);
    /* The loop finds the failure only now. */
    desk_tick(&table.desk, 0);
    hall_forget_unwritten(table.desk.hall);
    desk_fill_disk(false);
    desk_resume(&table.desk);
    desk_tick(&table.desk, 0);
    cr_assert(told("game.over") == 0);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    check_record(1);
}

/* What was lost of a game that ended long before says nothing of that time. */
Test(still, no_longer_than_the_disk_says_no)
{
    begin_still(",'seed':'x'");
    cr_assert(pair_call(ANN, "game.resign") != NULL);
    for (int i = 0; i < 10; i++) {
        desk_pass(1000);
        desk_tick(&table.desk, 0);
    }
    desk_settle(&table.desk);
    desk_fill_disk(true);
    int64_t since_ms = clock_calendar_ms();
    cr_assert(pair_call(ANN, "game.rematch") != NULL);
    desk_await_failure(&table.desk);
    hall_forget_unwritten(table.desk.hall);
    desk_fill_disk(false);
    desk_resume(&table.desk);
    cr_assert(hall_home(table.desk.hall)->alive_ms >= since_ms);
}

/* The machine's clock was an hour late for a moment. */
Test(still, a_clock_that_is_set_back_and_forward_takes_no_time)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    int64_t until = told_until("game.waiting");
    desk_pass(50);
    int64_t now = clock_calendar_ms();
    hall_tick(table.desk.hall, now - 3600 * 1000);
    hall_tick(table.desk.hall, now - 3600 * 1000 + 1000);
    desk_tick(&table.desk, 0);
    cr_assert(told_until("game.waiting") >= until);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    check_record(1);
}

enum { HOUR_MS = 3600 * 1000 };

/* The machine's clock is set, and the hall looks at it. */
static void set_clock(int64_t ms)
{
    desk_pass(ms);
    desk_tick(&table.desk, 0);
}

static void live(int seconds)
{
    desk_live(&table.desk, seconds * 1000);
}

/* A game as pair_begin's, at the same desk. */
static void play_another(const char *more)
{
    const struct json *made = desk_call(&table.desk, ANN, "game.create",
                                        "{'game':'castle','options':"
                                        "{'first_player':'white'}%s}",
                                        more);
    cr_assert(made != NULL, "%s", desk_answer(&table.desk, ANN));
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    pair_join(ANN);
    pair_join(BOB);
    desk_clear(&table.desk);
}

/* Ann has that many seconds, of which she uses all; nothing was left out. */
static void check_time_runs_out(int seconds)
{
    live(seconds - 1);
    cr_assert(told("game.over") == 0);
    live(1);
    cr_assert(told("game.over") == 1);
    cr_assert_eq(count_pauses(), 0);
    desk_verify(&table.desk, WATCHER, table.game);
}

/* What was left out while the clock was wrong is of no game that begins
 * thereafter. */
Test(still, a_clock_that_was_wrong_leaves_nothing_behind)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    set_clock(HOUR_MS);
    set_clock(-HOUR_MS);
    play_another(",'seed':'y','clock':{'choice_s':5}");
    check_time_runs_out(5);
}

Test(still, nor_does_one_that_was_wrong_at_the_start)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    live(4);
    desk_settle(&table.desk);
    desk_pass(HOUR_MS);
    desk_restart(&table.desk);
    live(4);
    set_clock(-HOUR_MS);
    play_another(",'seed':'y','clock':{'choice_s':5}");
    check_time_runs_out(5);
}

/* What Ann has used before, in a record that is ahead of the clock then. */
static void check_used(int seconds)
{
    int64_t left_ms = told_until("game.waiting") - clock_calendar_ms();
    cr_assert_eq(left_ms, (600 - seconds) * 1000, "%lld", (long long)left_ms);
    live(600 - seconds - 1);
    cr_assert(told("game.over") == 0);
    live(1);
    cr_assert(told("game.over") == 1);
    desk_verify(&table.desk, WATCHER, table.game);
}

Test(still, a_game_goes_on_when_a_wrong_clock_is_set_right)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    live(100);
    set_clock(HOUR_MS);
    live(100);
    set_clock(-HOUR_MS);
    check_used(200);
    cr_assert_eq(count_pauses(), 1);
}

Test(still, and_when_a_right_one_is_set_wrong)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    live(100);
    set_clock(-HOUR_MS);
    check_used(100);
    cr_assert_eq(count_pauses(), 0);
}

/* All that it has is its record, which is an hour ahead. */
Test(still, and_when_the_daemon_ends_meanwhile)
{
    begin_still(",'seed':'x','clock':{'choice_s':600}");
    set_clock(HOUR_MS);
    live(4);
    desk_settle(&table.desk);
    desk_pass(-HOUR_MS);
    desk_restart(&table.desk);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    check_used(0);
}

/* Its order is sealed by a clock that is set right meanwhile. */
Test(still, and_when_it_begins_ahead_of_the_clock)
{
    begin_still(",'seed':'x'");
    set_clock(HOUR_MS);
    play_another(",'clock':{'choice_s':600}");
    set_clock(-HOUR_MS);
    for (int i = 0; match_of()->game == NULL && i < 40; i++)
        live(1); /* until nobody commits any more */
    cr_assert(match_of()->game != NULL);
    check_used(0);
}

/* When the operator sees since when the daemon runs, that is its start. */
Test(still, it_is_no_start)
{
    begin_still("");
    table.desk.guests[ANN].peer.is_operator = true;
    const struct json *status =
        desk_call(&table.desk, ANN, "admin.status", "{}");
    int64_t since = desk_integer(status, "up_since");
    desk_pass(STILL_MS);
    desk_tick(&table.desk, 0);
    status = desk_call(&table.desk, ANN, "admin.status", "{}");
    cr_assert(since > 0 && desk_integer(status, "up_since") == since);
}
