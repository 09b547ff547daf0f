#include "pair.h"

#include "base/clock.h"
#include "hall/housekeeping.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What time does to games, and what it must not do: while the disk says no,
 * while the daemon is down, when the machine's clock goes back. */

TestSuite(hall_time, .fini = pair_end, .timeout = 300);

static void check_code(int guest, int code)
{
    cr_assert(desk_code(&table.desk, guest) == code, "%s",
              desk_answer(&table.desk, guest));
}

static int64_t tick(int64_t ms)
{
    return desk_tick(&table.desk, ms);
}

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

static void check_over(const char *reason, const char *winner)
{
    struct json *over;
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", &over) == 1);
    cr_assert_str_eq(desk_string(over, "reason"), reason);
    cr_assert_str_eq(desk_string(over, "winner"), winner);
    json_free(over);
}

static char *record_of(void)
{
    const struct json *result = pair_call(WATCHER, "game.record");
    cr_assert(result != NULL, "%s", desk_answer(&table.desk, WATCHER));
    return strdup(desk_string(result, "record"));
}

static void rejoin(int guest)
{
    cr_assert(desk_call(&table.desk, guest, "game.rejoin",
                        "{'game':'%s','token':'%s'}", table.game,
                        table.token[guest]) != NULL,
              "%s", desk_answer(&table.desk, guest));
}

/* The disk says no to a write that is no game's. */
static void fail_disk(void)
{
    desk_fill_disk(true);
    writer_put_value(table.desk.writer, "test", "x", 1);
    desk_await_failure(&table.desk);
    hall_forget_unwritten(table.desk.hall);
}

static void mend_disk(void)
{
    desk_fill_disk(false);
    desk_resume(&table.desk);
    desk_call(&table.desk, WATCHER, "hello", "{}");
}

Test(hall_time, a_clock_stands_still_while_the_disk_says_no)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    char *before = record_of();
    int64_t until = told_until("game.waiting");
    desk_settle(&table.desk);
    fail_disk();
    desk_pass(1200);
    cr_assert(tick(0) > 0 && tick(0) <= 1000);
    tick(3600 * 1000);
    cr_assert(told("game.over") == 0);
    pair_choose(ANN, 1);
    check_code(ANN, 5);
    char *after = record_of();
    cr_assert_str_eq(before, after);
    mend_disk();
    cr_assert(told_until("game.waiting") >= until + 1200);
    tick(0);
    cr_assert(told("game.over") == 0);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    free(after);
    after = record_of();
    cr_assert(strstr(after, "\"t\":\"pause\"") != NULL);
    free(before);
    free(after);
}

/* A game that left memory since its change was lost is loaded meanwhile, or
 * afterwards, without anybody's asking for it. */
static void check_forgotten_game(bool is_loaded)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    tick(0);
    tick(0);
    tick(0);
    desk_settle(&table.desk);
    desk_fill_disk(true);
    cr_assert(pair_choose(ANN, 1) != NULL);
    fail_disk();
    desk_call(&table.desk, WATCHER, "hello", "{}");
    cr_assert(told("game.left") == 1);
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    desk_pass(1200);
    if (is_loaded) {
        rejoin(ANN);
        cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    }
    tick(0);
    cr_assert(told("game.over") == 0);
    mend_disk();
    for (int i = 0; i < 4; i++)
        tick(0);
    cr_assert(hall_figures(table.desk.hall).match_count == 1);
    if (!is_loaded)
        rejoin(ANN);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
}

Test(hall_time, a_game_that_is_loaded_while_the_disk_says_no_loses_no_time)
{
    check_forgotten_game(true);
}

Test(hall_time, a_game_that_was_put_out_comes_back_by_itself)
{
    check_forgotten_game(false);
}

/* No stage ends, nobody forfeits, nothing that was sealed is shown. */
Test(hall_time, a_sealing_stands_still_while_the_disk_says_no)
{
    pair_begin("");
    char *before = record_of();
    int64_t until = told_until("game.sealing");
    desk_settle(&table.desk);
    fail_disk();
    desk_pass(50);
    for (int i = 0; i < 4; i++)
        tick(i * 40 * 1000);
    cr_assert(told("game.event") == 0 && told("game.over") == 0);
    char *after = record_of();
    cr_assert_str_eq(before, after);
    mend_disk();
    cr_assert(told_until("game.sealing") >= until + 50);
    tick(0);
    cr_assert(told("game.event") == 0);
    for (int i = 1; i <= 4; i++)
        tick(i * 40 * 1000);
    cr_assert(told("game.event") > 0);
    free(before);
    free(after);
}

/* A game that breaks meanwhile is told so, and is as the store has it again. */
Test(hall_time, what_happens_while_the_disk_says_no_never_was)
{
    struct error error;
    pair_begin(",'seed':'x'");
    desk_settle(&table.desk);
    fail_disk();
    struct match *match =
        matches_by_id(hall_matches(table.desk.hall), table.game);
    cr_assert(game_break(match->game, &error) == STATUS_OK);
    match_tell_over(match);
    tick(0);
    mend_disk();
    cr_assert(told("game.left") == 1);
    rejoin(ANN);
    cr_assert(pair_choose(ANN, 1) != NULL);
}

/* Whatever is made when the disk fails: nothing of it stays. */
Test(hall_time, a_game_that_was_made_in_vain_is_gone)
{
    static const char *const more[] = {
        "",
        ",'seed':'x'",
        ",'seed':'x','players':['steward','random']",
        ",'players':['steward','random'],'clock':{'choice_s':1}",
        ",'players':['held','steward']",
    };
    pair_begin("");
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        desk_settle(&table.desk);
        desk_fill_disk(true);
        const struct json *made = desk_call(&table.desk, ANN, "game.create",
                                            "{'game':'castle'%s}", more[i]);
        cr_assert(made != NULL, "%s", desk_answer(&table.desk, ANN));
        char game[64];
        snprintf(game, sizeof game, "%s", desk_string(made, "game"));
        desk_call(&table.desk, BOB, "game.join",
                  "{'game':'%s','name':'B','key':'%s'}", game, PAIR_KEYS[BOB]);
        fail_disk();
        desk_call(&table.desk, ANN, "game.create", "{'game':'castle'%s}",
                  more[i]);
        check_code(ANN, 5);
        mend_disk();
        desk_call(&table.desk, ANN, "game.about", "{'game':'%s'}", game);
        check_code(ANN, 1);
    }
    cr_assert(hall_figures(table.desk.hall).match_count == 1);
}

/* Nobody could join it all that time. */
Test(hall_time, an_open_game_does_not_become_old_while_the_disk_says_no)
{
    enum { DAY_S = 25 * 3600, LOOK_S = 2 };
    desk_open(&table.desk, GUESTS);
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create", "{'game':'castle'}");
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    desk_settle(&table.desk);
    tick(0);
    fail_disk();
    for (int s = 0; s < DAY_S; s += LOOK_S) {
        desk_pass(LOOK_S * 1000);
        hall_tick(table.desk.hall, clock_calendar_ms());
    }
    mend_disk();
    for (int i = 0; i < 3; i++) {
        desk_live(&table.desk, 65 * 1000);
        desk_settle(&table.desk);
    }
    cr_assert(pair_call(WATCHER, "game.about") != NULL, "%s",
              desk_answer(&table.desk, WATCHER));
    /* But from now on it does. */
    for (int s = 0; s < DAY_S; s += LOOK_S) {
        desk_pass(LOOK_S * 1000);
        hall_tick(table.desk.hall, clock_calendar_ms());
    }
    desk_settle(&table.desk);
    cr_assert(pair_call(WATCHER, "game.about") == NULL);
}

/* It left memory, and somebody comes back to it before the disk works. */
Test(hall_time, a_stage_that_is_loaded_while_the_disk_says_no_has_what_it_had)
{
    enum { LEFT_MS = 10 * 1000 };
    pair_begin("");
    desk_live(&table.desk, table.desk.settings.sealing_ms - LEFT_MS);
    desk_settle(&table.desk);
    desk_fill_disk(true);
    cr_assert(desk_call(&table.desk, ANN, "game.say",
                        "{'game':'%s','text':'hi'}", table.game) != NULL);
    desk_await_failure(&table.desk);
    hall_forget_unwritten(table.desk.hall);
    desk_live(&table.desk, 2000);
    rejoin(ANN);
    desk_live(&table.desk, 2000);
    desk_clear(&table.desk);
    mend_disk();
    rejoin(ANN);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    int64_t left_ms = told_until("game.sealing") - clock_calendar_ms();
    cr_assert_eq(left_ms, LEFT_MS, "%d", (int)left_ms);
}

static void check_broken(void);

/* A game whose rules cannot tell who wins; Ann is asked. */
static void begin_without_result(void)
{
    pair_begin(
        ",'seed':'x','clock':{'choice_s':2},'variants':['" CASTLED_SOURCE_DIR
        "/tests/variants/no-such-winner.lua']");
}

/* It is over, for all and for good, and that is told once. */
static void check_no_result(void)
{
    desk_live(&table.desk, 10 * 1000);
    struct json *over;
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", &over) == 1);
    cr_assert_str_eq(desk_string(over, "reason"), "broken");
    cr_assert_str_eq(desk_string(over, "winner"), "");
    cr_assert_str_eq(desk_string(over, "because.variant"), "no-such-winner");
    json_free(over);
    cr_assert_eq(hall_figures(table.desk.hall).script_failure_count, 1);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    check_broken();
}

Test(hall_time, a_time_that_is_over_ends_a_game_without_a_result)
{
    begin_without_result();
    desk_live(&table.desk, 2000);
    check_no_result();
}

Test(hall_time, who_resigns_ends_a_game_without_a_result)
{
    begin_without_result();
    cr_assert(pair_call(BOB, "game.resign") == NULL);
    check_no_result();
}

Test(hall_time, a_draw_ends_a_game_without_a_result)
{
    begin_without_result();
    cr_assert(pair_call(BOB, "game.offer_draw") != NULL);
    cr_assert(desk_call(&table.desk, ANN, "game.answer_draw",
                        "{'game':'%s','agree':true}", table.game) == NULL);
    check_no_result();
}

/* Nobody has looked at the clocks since. */
static void check_late(const char *method, const char *more)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    desk_settle(&table.desk);
    desk_pass(1050);
    desk_call(&table.desk, ANN, method, "{'game':'%s'%s}", table.game, more);
    check_code(ANN, 3);
    check_over("time", "black");
    desk_verify(&table.desk, WATCHER, table.game);
}

Test(hall_time, a_choice_that_comes_too_late_loses)
{
    check_late("game.choose", ",'seq':1,'index':0");
}

Test(hall_time, an_undo_that_comes_too_late_loses)
{
    check_late("game.undo", "");
}

Test(hall_time, a_draw_that_is_offered_too_late_loses)
{
    check_late("game.offer_draw", "");
}

Test(hall_time, to_resign_too_late_is_to_lose_on_time)
{
    check_late("game.resign", "");
}

Test(hall_time, a_repeat_of_a_choice_that_was_in_time_is_fine)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    cr_assert(pair_choose(ANN, 1) != NULL);
    desk_settle(&table.desk);
    desk_pass(1050);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    cr_assert(told("game.over") == 1);
}

/* The hall says itself when it wants to look, however new the clock is. */
Test(hall_time, a_clock_is_over_when_it_is_over)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    desk_pass(500);
    cr_assert(tick(0) <= 500);
    cr_assert(pair_choose(ANN, 1) != NULL);
    cr_assert(tick(400) <= 600);
    cr_assert(told("game.over") == 0);
    tick(1010);
    cr_assert(told("game.over") == 1);
}

Test(hall_time, the_machines_clock_may_go_back)
{
    pair_begin(",'seed':'x','clock':{'choice_s':7200}");
    desk_call(&table.desk, ANN, "game.resign", "{'game':'%s'}", table.game);
    tick(3600 * 1000);
    tick(3600 * 1000);
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create",
                  "{'game':'castle','seed':'y','clock':{'choice_s':2}}");
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    pair_join(ANN);
    pair_join(BOB);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    desk_clear(&table.desk);
    tick(1900);
    cr_assert(told("game.over") == 0);
    cr_assert(tick(2100) <= 1000);
    cr_assert(told("game.over") == 1);
}

/* A stage of sealing has no more than its time. */
Test(hall_time, a_sealing_goes_on_when_the_clock_goes_back)
{
    pair_begin("");
    tick(0);
    int64_t now = clock_calendar_ms() - 3600 * 1000;
    hall_tick(table.desk.hall, now);
    hall_tick(table.desk.hall, now + 500);
    desk_call(&table.desk, WATCHER, "hello", "{}");
    cr_assert(told("game.sealing") > 1);
    cr_assert(told("game.event") == 0);
}

Test(hall_time, a_daemon_that_died_before_it_was_seen_costs_no_time)
{
    pair_begin(",'seed':'x','clock':{'choice_s':1}");
    desk_settle(&table.desk);
    desk_pass(1100);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    for (int i = 0; i < 3; i++)
        tick(0);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    cr_assert(told("game.over") == 0);
    rejoin(ANN);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
}

/* Nobody comes back: the stages end, and the game begins. */
Test(hall_time, a_sealing_goes_on_by_itself_after_a_restart)
{
    pair_begin("");
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    for (int i = 0; i < 4; i++)
        tick(0);
    cr_assert(hall_figures(table.desk.hall).match_count == 1);
    for (int i = 1; i <= 4; i++)
        tick(i * 40 * 1000);
    const struct json *about = pair_call(WATCHER, "game.about");
    cr_assert_str_eq(desk_string(about, "state"), "playing");
}

Test(hall_time, a_game_that_waits_for_players_is_not_waked)
{
    pair_begin("");
    cr_assert(desk_call(&table.desk, ANN, "game.create", "{'game':'castle'}") !=
              NULL);
    cr_assert(desk_call(&table.desk, ANN, "game.create",
                        "{'game':'castle','players':['held','steward']}") !=
              NULL);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    for (int i = 0; i < 4; i++)
        tick(0);
    cr_assert(hall_figures(table.desk.hall).match_count == 1);
}

/* A stage has the time that it had left; after many restarts, some seconds. */
Test(hall_time, a_restart_gives_a_sealing_no_more_time)
{
    pair_begin("");
    int64_t until = told_until("game.sealing");
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 4; j++)
            tick(0);
        desk_pass(1100);
        tick(0); /* it is seen to run */
        desk_settle(&table.desk);
        desk_restart(&table.desk);
        desk_clear(&table.desk);
        cr_assert(pair_call(WATCHER, "game.watch") != NULL);
        int64_t again = told_until("game.sealing");
        cr_assert(again < until + 500 * (i + 1), "%lld",
                  (long long)(again - until));
    }
}

Test(hall_time, a_restart_leaves_time_to_come_back)
{
    pair_begin("");
    struct match *match =
        matches_by_id(hall_matches(table.desk.hall), table.game);
    match->stage_until_ms = clock_calendar_ms() + 1000;
    match_note_about(match);
    tick(0);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    int64_t left = told_until("game.sealing") - clock_calendar_ms();
    cr_assert(left > 4000 && left <= 6500, "%lld", (long long)left);
}

static void break_game(void)
{
    struct error error;
    struct match *match =
        matches_by_id(hall_matches(table.desk.hall), table.game);
    cr_assert(game_break(match->game, &error) == STATUS_OK);
    match_tell_over(match);
    tick(0);
    check_over("broken", "");
}

static void check_broken(void)
{
    const struct json *about = pair_call(WATCHER, "game.about");
    cr_assert_str_eq(desk_string(about, "state"), "over");
    cr_assert_str_eq(desk_string(about, "result.reason"), "broken");
    desk_clear(&table.desk);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL, "%s",
              desk_answer(&table.desk, WATCHER));
    check_over("broken", "");
    rejoin(ANN);
    pair_choose(ANN, 3);
    check_code(ANN, 3);
    pair_call(ANN, "game.resign");
    check_code(ANN, 3);
    pair_call(ANN, "game.question");
    check_code(ANN, 3);
}

static void check_broken_stays(const char *more)
{
    struct text before = {0};
    struct text after = {0};
    pair_begin(more);
    for (int i = 1; i <= 4; i++)
        tick(i * 40 * 1000); /* seals it */
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    cr_assert(pair_choose(ANN, 2) != NULL, "%s", desk_answer(&table.desk, ANN));
    break_game();
    desk_events(&table.desk, WATCHER, &before);
    desk_settle(&table.desk);
    for (int i = 0; i < 2; i++) {
        desk_restart(&table.desk);
        check_broken();
        text_clear(&after);
        desk_events(&table.desk, WATCHER, &after);
        cr_assert_str_eq(text_string(&before), text_string(&after));
        cr_assert(pair_call(ANN, "game.rematch") != NULL);
        desk_settle(&table.desk);
    }
    text_free(&before);
    text_free(&after);
}

Test(hall_time, a_broken_game_stays_broken)
{
    check_broken_stays(",'seed':'x'");
}

Test(hall_time, a_broken_sealed_game_stays_broken)
{
    check_broken_stays("");
}

/* Adds to the game in the store a choice that was never offered. */
static void spoil_record(void)
{
    struct error error;
    struct record *record;
    char *lines = record_of();
    size_t size = strlen(lines);
    size_t all;
    struct match *match =
        matches_by_id(hall_matches(table.desk.hall), table.game);
    int number = match->number;
    cr_assert(record_read(&record, lines, size, &error) == STATUS_OK);
    struct record_event event = {.type = "choice",
                                 .by = 1,
                                 .ts = record_newest_ts(record),
                                 .d = "{\"never\":1}",
                                 .d_size = strlen("{\"never\":1}")};
    int seq = record_count(record);
    cr_assert(record_append(record, &event, &error) == STATUS_OK);
    const char *bytes = record_bytes(record, &all);
    char *added = strndup(bytes + size, all - size);
    writer_put(table.desk.writer,
               &(struct store_write){.game = number,
                                     .seq = seq,
                                     .lines = added,
                                     .lines_size = all - size,
                                     .state = STORE_OVER,
                                     .is_public = true});
    desk_settle(&table.desk);
    free(added);
    free(lines);
    record_free(record);
}

/* Its rules do not even play what is there: it is there to be looked at. */
static void check_broken_loads(const char *more)
{
    pair_begin(more);
    for (int i = 1; i <= 4; i++)
        tick(i * 40 * 1000);
    cr_assert(pair_choose(ANN, 1) != NULL);
    break_game();
    spoil_record();
    for (int i = 0; i < 2; i++) {
        desk_restart(&table.desk);
        check_broken();
        char *record = record_of();
        cr_assert(strstr(record, "never") != NULL);
        free(record);
        cr_assert(pair_call(ANN, "game.rematch") != NULL, "%s",
                  desk_answer(&table.desk, ANN));
        desk_settle(&table.desk);
    }
}

Test(hall_time, a_broken_game_that_cannot_be_played_again_is_there)
{
    check_broken_loads(",'seed':'x'");
}

Test(hall_time, a_broken_sealed_game_that_cannot_be_played_again_is_there)
{
    check_broken_loads("");
}

/* The loop was away: what was said before an end may lie unread behind it. */
Test(hall_time, what_was_not_heard_yet_may_be_in_time)
{
    pair_begin(",'seed':'x','clock':{'game_s':1,'increment_s':0}");
    hall_heard(table.desk.hall, clock_calendar_ms());
    desk_pass(1050);
    cr_assert(tick(0) <= 100);
    cr_assert(told("game.over") == 0);
    cr_assert(pair_call(BOB, "game.view") != NULL);
    cr_assert(told("game.over") == 0);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    char *record = record_of();
    cr_assert(strstr(record, "\"pause\"") != NULL);
    free(record);
    cr_assert(told("game.over") == 0);
    /* All was heard, and nobody came. */
    hall_heard(table.desk.hall, clock_calendar_ms() + 2000);
    tick(1500);
    check_over("time", "black");
}

/* It may have been late as well: nobody gains by that. */
Test(hall_time, a_choice_after_the_end_leaves_no_time)
{
    struct json *news;
    pair_begin(",'seed':'x','clock':{'game_s':1,'increment_s':0}");
    desk_settle(&table.desk);
    hall_heard(table.desk.hall, clock_calendar_ms());
    desk_pass(1001);
    cr_assert(pair_choose(ANN, 1) != NULL, "%s", desk_answer(&table.desk, ANN));
    cr_assert(desk_told(&table.desk, WATCHER, "game.waiting", &news) > 0);
    cr_expect_eq(desk_integer(news, "clocks.0"), 0);
    json_free(news);
    /* So the next one has none, once the loop has looked again. */
    desk_settle(&table.desk);
    desk_pass(2);
    hall_heard(table.desk.hall, clock_calendar_ms());
    cr_assert(pair_choose(ANN, 2) == NULL);
    check_over("time", "black");
}

/* Not before there is more to know. */
Test(hall_time, a_time_that_is_over_is_looked_at_when_more_was_heard)
{
    pair_begin(",'seed':'x','clock':{'game_s':1,'increment_s':0}");
    int64_t now = clock_calendar_ms();
    hall_heard(table.desk.hall, now);
    desk_pass(1002);
    tick(0);
    int64_t written = writer_last(table.desk.writer);
    for (int i = 0; i < 5; i++) {
        desk_pass(6);
        cr_expect(tick(0) <= 1);
    }
    cr_expect_eq(writer_last(table.desk.writer), written);
    hall_heard(table.desk.hall, now + 1001);
    tick(0);
    check_over("time", "black");
}

Test(hall_time, a_stage_of_sealing_ends_when_all_was_heard)
{
    pair_begin("");
    desk_clear(&table.desk);
    int64_t now = clock_calendar_ms();
    int64_t sealing_ms = table.desk.settings.sealing_ms;
    hall_heard(table.desk.hall, now);
    tick(sealing_ms + 1000);
    cr_assert(told("game.sealing") == 0);
    hall_heard(table.desk.hall, now + sealing_ms + 900);
    tick(sealing_ms + 1000);
    cr_assert(told("game.sealing") > 0);
}

/* Killed before all games were awake, and again: what it ran counts. */
Test(hall_downtime, each_time_that_the_daemon_was_down_is_known)
{
    struct match_home home = {
        .alive_ms = 5000,
        .up_ms = 6000,
        .pause_count = 2,
        .pauses = {{1000, 2000}, {3000, 3500}},
    };
    cr_expect_eq(match_downtime(&home, 500), 2500);
    cr_expect_eq(match_downtime(&home, 1500), 2000);
    cr_expect_eq(match_downtime(&home, 2500), 1500);
    cr_expect_eq(match_downtime(&home, 4000), 1000);
    cr_expect_eq(match_downtime(&home, 5500), 500);
    cr_expect_eq(match_downtime(&home, 6500), 0);
}

/* A daemon that was killed had noted a time by a clock that was wrong. */
Test(hall_downtime, it_is_no_more_than_has_passed)
{
    struct match_home home = {
        .alive_ms = 1000,
        .up_ms = 2000,
        .pause_count = 1,
        .pauses = {{500, 9000}},
    };
    cr_expect_eq(match_downtime(&home, 0), 2000);
    cr_expect_eq(match_downtime(&home, 1500), 500);
    cr_expect_eq(match_downtime(&home, 2500), 0);
}

/* The value of the store; "" when there is none. */
static void get_value(const char *name, char out[200])
{
    struct text value = {0};
    struct error error;
    out[0] = '\0';
    if (store_get_value(table.desk.reader, name, &value, &error) == STATUS_OK)
        snprintf(out, 200, "%s", text_string(&value));
    text_free(&value);
}

Test(hall_time, while_it_wakes_games_it_says_that_it_runs)
{
    char before[200];
    char value[200];
    long long times[5];
    pair_begin(",'seed':'x','clock':{'game_s':1000}");
    for (int i = 0; i < 4; i++)
        tick(0);
    tick(1100);
    desk_settle(&table.desk);
    get_value(HOUSEKEEPING_ALIVE, before);
    cr_assert(before[0] != '\0');
    for (int life = 0; life < 2; life++) {
        desk_restart(&table.desk);
        hall_tick(table.desk.hall, clock_calendar_ms()); /* wakes one */
        desk_settle(&table.desk);
        get_value(HOUSEKEEPING_ALIVE, value);
        cr_expect_eq(sscanf(value, "%lld %lld %lld %lld %lld", &times[0],
                            &times[1], &times[2], &times[3], &times[4]),
                     3 + 2 * life, "%s", value);
        cr_expect_eq(strncmp(value, before, strlen(before)), 0, "%s", value);
    }
    for (int i = 0; i < 20; i++)
        tick(1000 * i);
    desk_settle(&table.desk);
    get_value(HOUSEKEEPING_ALIVE, value);
    cr_expect_null(strchr(value, ' '), "%s", value);
    cr_expect_gt(strtoll(value, NULL, 10), strtoll(before, NULL, 10));
}

/* Games are waked one after the other; who comes to one waits for none. */
Test(hall_time, a_game_that_somebody_comes_to_is_not_waited_for)
{
    enum { OTHERS = 20, LIMIT_MS = 3000 };
    pair_begin(",'seed':'x','clock':{'game_s':3,'increment_s':0}");
    char first[sizeof table.game];
    memcpy(first, table.game, sizeof first);
    for (int i = 0; i < OTHERS; i++) { /* which changed later, so come before */
        desk_pass(1);
        const struct json *made =
            desk_call(&table.desk, ANN, "game.create",
                      "{'game':'castle','seed':'x%d',"
                      "'clock':{'game_s':1000,'increment_s':0}}",
                      i);
        snprintf(table.game, sizeof table.game, "%s",
                 desk_string(made, "game"));
        pair_join(ANN);
        pair_join(BOB);
    }
    memcpy(table.game, first, sizeof first);
    tick(0);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    tick(0);
    cr_assert_lt(hall_figures(table.desk.hall).match_count, OTHERS);
    cr_assert(pair_call(WATCHER, "game.watch") != NULL);
    int64_t until = told_until("game.waiting");
    cr_assert(until > clock_calendar_ms());
    cr_assert(until <= clock_calendar_ms() + LIMIT_MS);
    desk_pass(until - clock_calendar_ms() - 1);
    hall_tick(table.desk.hall, clock_calendar_ms());
    cr_assert(told("game.over") == 0);
    desk_pass(1);
    tick(0);
    check_over("time", "black");
    cr_assert_lt(hall_figures(table.desk.hall).match_count, OTHERS);
}
