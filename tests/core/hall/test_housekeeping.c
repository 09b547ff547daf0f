#include "desk.h"

#include "../game/starve.h"

#include "base/clock.h"
#include "hall/match.h"
#include "store/sqlite_inside.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* What a daemon does by itself, when not all goes well. */

enum { ANN, BOB, WATCHER, GUESTS };

static struct desk desk;
static char game[64];

static void begin(const char *more)
{
    desk_open(&desk, GUESTS);
    const struct json *made = desk_call(&desk, ANN, "game.create",
                                        "{'game':'castle','seed':'x'%s}", more);
    cr_assert(made != NULL, "%s", desk_answer(&desk, ANN));
    snprintf(game, sizeof game, "%s", desk_string(made, "game"));
}

static void join(int guest)
{
    cr_assert(desk_call(&desk, guest, "game.join", "{'game':'%s','name':'A'}",
                        game) != NULL,
              "%s", desk_answer(&desk, guest));
}

static void end(void)
{
    desk_close(&desk);
}

TestSuite(housekeeping, .fini = end, .timeout = 300);

static int match_count(void)
{
    return hall_figures(desk.hall).match_count;
}

static int refuse_reading(void *context)
{
    int *left = context;
    return --*left < 0;
}

/* After so many steps of SQLite's no read comes to its end; a negative number:
 * they all do. */
static void read_only_so_far(int *steps)
{
    sqlite3_progress_handler(desk.reader->db, *steps < 0 ? 0 : 1,
                             refuse_reading, steps);
}

/* Nobody asks for the game: its clock is to run all the same. */
Test(housekeeping, games_are_waked_however_often_they_cannot_be_read)
{
    begin(",'clock':{'choice_s':100}");
    join(ANN);
    join(BOB);
    for (int steps = 0; steps < 400; steps += 7) {
        int left = steps;
        desk_settle(&desk);
        desk_restart(&desk);
        read_only_so_far(&left);
        for (int i = 0; i < 6; i++)
            desk_tick(&desk, 0);
        left = -1;
        read_only_so_far(&left);
        desk_tick(&desk, 5000);
        cr_assert_eq(match_count(), 1, "%d steps", steps);
        cr_assert_eq(hall_figures(desk.hall).script_failure_count, 0);
    }
    desk_tick(&desk, 101 * 1000);
    const struct json *about =
        desk_call(&desk, WATCHER, "game.about", "{'game':'%s'}", game);
    cr_assert_str_eq(desk_string(about, "result.reason"), "time");
}

/* It is tried once a second, and not as fast as can be. */
Test(housekeeping, what_cannot_be_read_is_not_asked_for_all_the_time)
{
    int left = 0;
    begin(",'clock':{'choice_s':100}");
    join(ANN);
    join(BOB);
    desk_settle(&desk);
    desk_restart(&desk);
    read_only_so_far(&left);
    int64_t next = desk_tick(&desk, 0);
    cr_assert(next > 500 && next <= 1000, "%d", (int)next);
    int after = left;
    desk_tick(&desk, 0);
    cr_assert_eq(left, after);
    left = -1;
    read_only_so_far(&left);
    desk_tick(&desk, 3000);
    cr_assert_eq(match_count(), 1);
    cr_assert(desk_tick(&desk, 0) > 10);
}

/* A record that is none is no failure of its rules. */
Test(housekeeping, a_record_that_cannot_be_read_does_not_keep_others)
{
    char other[64];
    begin(",'clock':{'choice_s':100}");
    join(ANN);
    join(BOB);
    int number = (int)matches_by_id(hall_matches(desk.hall), game)->number;
    int seq = matches_by_id(hall_matches(desk.hall), game)->entry_count;
    snprintf(other, sizeof other, "%s",
             desk_string(desk_call(&desk, ANN, "game.create",
                                   "{'game':'castle','seed':'y','clock':"
                                   "{'choice_s':100}}"),
                         "game"));
    for (int i = ANN; i <= BOB; i++)
        desk_call(&desk, i, "game.join", "{'game':'%s','name':'A'}", other);
    static const char line[] = "E "
                               "{\"by\":1,\"d\":{},\"prev\":\"00\",\"seq\":%d,"
                               "\"t\":\"no\",\"ts\":1}\n";
    char lines[128];
    int size = snprintf(lines, sizeof lines, line, seq);
    writer_put(desk.writer, &(struct store_write){.game = number,
                                                  .seq = seq,
                                                  .lines = lines,
                                                  .lines_size = (size_t)size,
                                                  .state = STORE_PLAYING,
                                                  .is_public = true});
    desk_settle(&desk);
    desk_restart(&desk);
    for (int i = 0; i < 6; i++)
        desk_tick(&desk, 0);
    cr_assert(matches_by_id(hall_matches(desk.hall), game) == NULL);
    cr_assert(matches_by_id(hall_matches(desk.hall), other) != NULL);
    cr_assert_eq(hall_figures(desk.hall).script_failure_count, 0);
    cr_assert(desk_tick(&desk, 0) > 10, "it is awake");
}

/* The store does not know yet that somebody has just joined. */
Test(housekeeping, a_game_that_was_just_joined_is_not_old)
{
    begin("");
    desk_settle(&desk);
    writer_hold(desk.writer);
    join(ANN);
    desk_disconnect(&desk, ANN);
    desk_age(&desk, INT64_C(25) * 3600 * 1000);
    writer_go(desk.writer);
    desk_settle(&desk);
    const struct json *about =
        desk_call(&desk, WATCHER, "game.about", "{'game':'%s'}", game);
    cr_assert(about != NULL, "%s", desk_answer(&desk, WATCHER));
    cr_assert_str_eq(desk_string(about, "seats.0.who"), "A");
}

/* Nor that it has begun. */
Test(housekeeping, a_game_that_has_just_begun_is_not_old)
{
    begin("");
    desk_settle(&desk);
    writer_hold(desk.writer);
    join(ANN);
    join(BOB);
    desk_disconnect(&desk, ANN);
    desk_disconnect(&desk, BOB);
    desk_age(&desk, INT64_C(40) * 24 * 3600 * 1000);
    writer_go(desk.writer);
    desk_settle(&desk);
    const struct json *about =
        desk_call(&desk, WATCHER, "game.about", "{'game':'%s'}", game);
    cr_assert(about != NULL, "%s", desk_answer(&desk, WATCHER));
    cr_assert_str_eq(desk_string(about, "state"), "playing");
}

static const int64_t HOUR_MS = 3600 * 1000;
static const int64_t DAY_MS = INT64_C(24) * 3600 * 1000;

static bool is_there(void)
{
    desk_settle(&desk);
    return desk_call(&desk, WATCHER, "game.about", "{'game':'%s'}", game) !=
           NULL;
}

/* The machine's clock is set, and the hall looks at it. */
static void set_clock(int64_t ms)
{
    desk_pass(ms);
    desk_tick(&desk, 0);
}

/* A game that Ann has joined and left alone. */
static void begin_joined(void)
{
    begin("");
    join(ANN);
    desk_disconnect(&desk, ANN);
    desk_tick(&desk, 0);
    desk_settle(&desk);
}

/* Its days are 30, of those that the daemon lives. */
static void check_days(int days)
{
    cr_assert(is_there());
    desk_age(&desk, (30 - days) * DAY_MS - HOUR_MS);
    cr_assert(is_there());
    desk_age(&desk, (30 - days) * DAY_MS + HOUR_MS);
    cr_assert_not(is_there());
}

Test(housekeeping, a_clock_that_is_set_forward_makes_no_game_old)
{
    begin_joined();
    set_clock(31 * DAY_MS);
    check_days(0);
}

/* Nobody could come. */
Test(housekeeping, nor_does_the_time_that_the_daemon_was_down)
{
    begin_joined();
    for (int i = 0; i < 3; i++) {
        desk_pass(20 * DAY_MS);
        desk_restart(&desk);
        desk_tick(&desk, 0);
        desk_settle(&desk);
    }
    check_days(0);
}

/* It is written down until when it lives. */
Test(housekeeping, but_the_time_that_it_lived_does)
{
    begin_joined();
    for (int i = 0; i < 3 * 24 * 10; i++)
        set_clock(20 * 60 * 1000);
    desk_settle(&desk);
    desk_restart(&desk);
    check_days(10);
}

/* It is spared no longer than the clock was wrong. */
Test(housekeeping, a_clock_that_is_set_right_again_spares_no_game)
{
    begin("");
    desk_tick(&desk, 0);
    set_clock(31 * DAY_MS);
    set_clock(-31 * DAY_MS);
    cr_assert(is_there());
    desk_age(&desk, 25 * HOUR_MS);
    cr_assert_not(is_there());
}

/* Whoever connects needs no memory of the hall's. */
Test(housekeeping, somebody_connects_when_memory_is_out)
{
    enum { COUNT = 100 };
    static struct peer peers[COUNT];
    begin("");
    desk_settle(&desk);
    starve_at(1);
    for (int i = 0; i < COUNT; i++)
        hall_connect(desk.hall, &peers[i]);
    bool has_failed = starve_end();
    for (int i = 0; i < COUNT; i++)
        hall_disconnect(desk.hall, &peers[i]);
    cr_assert_not(has_failed);
}

/* Says something with memory that is out at the n-th request; the code. */
static int say_without(const char *text, int request, bool *has_failed)
{
    char message[256];
    struct text out = {0};
    struct error error;
    struct json *json;
    int size = snprintf(message, sizeof message,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.say\","
                        "\"params\":{\"game\":\"%s\",\"text\":\"%s\"}}",
                        game, text);
    starve_at(request);
    hall_serve(desk.hall, &desk.guests[ANN].peer, message, (size_t)size, &out);
    *has_failed = starve_end();
    while (hall_work(desk.hall, &error)) /* or it is lost: news_lost */
        continue;
    if (out.size == 0) { /* there was no memory for the answer */
        text_free(&out);
        return -32603;
    }
    cr_assert(json_parse(&json, out.bytes, out.size, &error) == STATUS_OK);
    int code = (int)desk_integer(json, "error.code");
    json_free(json);
    text_free(&out);
    return code;
}

/* What is kept: each line ends, each has the number after that of the one
 * before. The last one's number; 0: nothing was said. */
static int64_t check_said(void)
{
    int64_t number = 0;
    const struct match *match = matches_by_id(hall_matches(desk.hall), game);
    const char *at = text_string(&match->said);
    while (*at != '\0') {
        struct json *line;
        struct error error;
        size_t size = strcspn(at, "\n");
        cr_assert(json_parse(&line, at, size, &error) == STATUS_OK);
        cr_assert(number == 0 || desk_integer(line, "number") == number + 1);
        number = desk_integer(line, "number");
        json_free(line);
        cr_assert(at[size] == '\n');
        at += size + 1;
    }
    return number;
}

/* It was said, and that with its line's end, or it was not; only the answer may
 * be lost. */
Test(housekeeping, a_saying_without_memory_leaves_no_half_of_it)
{
    char text[160];
    int64_t number = 0;
    begin("");
    join(ANN);
    desk_settle(&desk);
    for (size_t size = 1; size < sizeof text; size++) {
        bool has_failed = true;
        memset(text, 'a', size);
        text[size] = '\0';
        for (int request = 1; has_failed; request++) {
            int code = say_without(text, request, &has_failed);
            int64_t after = check_said();
            cr_assert(after == number + 1 || (after == number && code != 0),
                      "%d bytes, request %d", (int)size, request);
            number = after;
        }
    }
    cr_assert(number >= (int64_t)sizeof text - 1);
}
