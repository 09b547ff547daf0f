#include "desk.h"

#include "base/clock.h"
#include "hall/match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What goes on at the table beside the game: talk, clocks, a rematch, and who
 * looks after the daemon. */

enum { ANN, BOB, WATCHER, GUESTS };

struct table {
    struct desk desk;
    char game[64];
    char token[2][128];
};

static struct table table;

static void join(int guest, const char *name, const char *invitation)
{
    const struct json *seat = desk_call(
        &table.desk, guest, "game.join", "{'game':'%s','name':'%s'%s%s%s}",
        table.game, name, invitation == NULL ? "" : ",'invitation':'",
        invitation == NULL ? "" : invitation, invitation == NULL ? "" : "'");
    cr_assert(seat != NULL, "%s", desk_answer(&table.desk, guest));
    snprintf(table.token[guest], sizeof table.token[guest], "%s",
             desk_string(seat, "token"));
}

/* A game of Ann and Bob with more members of game.create. */
static void begin(const char *more)
{
    desk_open(&table.desk, GUESTS);
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create",
                  "{'game':'castle','seed':'x','variants':['german'],"
                  "'options':{'first_player':'white'}%s}",
                  more);
    cr_assert(made != NULL, "%s", desk_answer(&table.desk, ANN));
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table.game) != NULL);
    join(ANN, "Ann", NULL);
    join(BOB, "Bob", NULL);
}

static void end(void)
{
    desk_close(&table.desk);
}

static void check_code(int guest, int code)
{
    cr_assert(desk_code(&table.desk, guest) == code, "%s",
              desk_answer(&table.desk, guest));
}

static const struct json *call_game(int guest, const char *method)
{
    return desk_call(&table.desk, guest, method, "{'game':'%s'}", table.game);
}

static void resign(int guest)
{
    cr_assert(call_game(guest, "game.resign") != NULL, "%s",
              desk_answer(&table.desk, guest));
}

/* The params of what the guest was told last by this method. */
static struct json *told(int guest, const char *method)
{
    struct json *news;
    cr_assert(desk_told(&table.desk, guest, method, &news) > 0, "no %s",
              method);
    return news;
}

TestSuite(table, .fini = end, .timeout = 60);

/* Talk -------------------------------------------------------------------- */

Test(table, what_is_said_is_told_to_all_and_to_who_comes_later)
{
    begin("");
    cr_assert(desk_call(&table.desk, ANN, "game.say",
                        "{'game':'%s','text':'<b>good luck</b>'}",
                        table.game) != NULL);
    for (int i = 0; i < GUESTS; i++) {
        struct json *said = told(i, "game.said");
        cr_assert_str_eq(desk_string(said, "text"), "<b>good luck</b>");
        cr_assert_str_eq(desk_string(said, "who"), "Ann");
        cr_assert(desk_integer(said, "seat") == 1);
        cr_assert(desk_integer(said, "number") == 1);
        json_free(said);
    }
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    call_game(WATCHER, "game.watch");
    struct json *said = told(WATCHER, "game.said");
    cr_assert_str_eq(desk_string(said, "text"), "<b>good luck</b>");
    json_free(said);
}

Test(table, a_saying_with_the_same_nonce_is_said_once)
{
    begin("");
    for (int i = 0; i < 3; i++)
        cr_assert(desk_call(&table.desk, BOB, "game.say",
                            "{'game':'%s','text':'hello','nonce':'n1'}",
                            table.game) != NULL);
    desk_call(&table.desk, ANN, "game.say",
              "{'game':'%s','text':'hello','nonce':'n1'}", table.game);
    cr_assert(desk_told(&table.desk, WATCHER, "game.said", NULL) == 2);
}

Test(table, who_watches_says_nothing)
{
    begin("");
    desk_call(&table.desk, WATCHER, "game.say", "{'game':'%s','text':'psst'}",
              table.game);
    check_code(WATCHER, 2);
}

Test(table, what_cannot_be_shown_is_not_said)
{
    char text[400];
    begin("");
    desk_call(&table.desk, ANN, "game.say", "{'game':'%s','text':''}",
              table.game);
    check_code(ANN, -32602);
    desk_call(&table.desk, ANN, "game.say", "{'game':'%s','text':'\\u001b[2J'}",
              table.game);
    check_code(ANN, -32602);
    memset(text, 'a', 301);
    text[301] = '\0';
    desk_call(&table.desk, ANN, "game.say", "{'game':'%s','text':'%s'}",
              table.game, text);
    check_code(ANN, -32602);
    text[300] = '\0';
    cr_assert(desk_call(&table.desk, ANN, "game.say",
                        "{'game':'%s','text':'%s'}", table.game, text) != NULL);
}

Test(table, old_sayings_are_forgotten_and_numbers_go_on)
{
    begin("");
    for (int i = 0; i < 150; i++)
        desk_call(&table.desk, ANN, "game.say", "{'game':'%s','text':'%d'}",
                  table.game, i + 1);
    desk_clear(&table.desk);
    desk_disconnect(&table.desk, WATCHER);
    desk_connect(&table.desk, WATCHER);
    call_game(WATCHER, "game.watch");
    struct json *said;
    cr_assert(desk_told(&table.desk, WATCHER, "game.said", &said) == 100);
    cr_assert(desk_integer(said, "number") == 150);
    cr_assert_str_eq(desk_string(said, "text"), "150");
    json_free(said);
}

/* Clocks ------------------------------------------------------------------ */

/* Time goes by. */
static void tick(int64_t ms)
{
    hall_tick(table.desk.hall, clock_calendar_ms() + ms);
    desk_call(&table.desk, WATCHER, "hello", "{}");
}

Test(table, a_clock_is_shown_to_all)
{
    begin(",'clock':{'game_s':100,'increment_s':2}");
    struct json *waiting = told(WATCHER, "game.waiting");
    int64_t left = desk_integer(waiting, "clocks.0");
    cr_assert(left > 90 * 1000 && left <= 100 * 1000);
    cr_assert(desk_integer(waiting, "clocks.1") == 100 * 1000);
    cr_assert(desk_integer(waiting, "until") > clock_calendar_ms());
    json_free(waiting);
}

Test(table, who_runs_out_of_time_loses)
{
    begin(",'clock':{'choice_s':30}");
    tick(29 * 1000);
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", NULL) == 0);
    tick(31 * 1000);
    struct json *over = told(WATCHER, "game.over");
    cr_assert_str_eq(desk_string(over, "reason"), "time");
    cr_assert_str_eq(desk_string(over, "winner"), "black");
    json_free(over);
    desk_verify(&table.desk, WATCHER, table.game);
}

/* The time that the daemon was down does not count: the clock goes on from
 * where it was when the daemon was seen last. */
Test(table, a_clock_stands_still_while_the_daemon_is_down)
{
    begin(",'clock':{'choice_s':30}");
    int64_t since = clock_calendar_ms();
    tick(0);
    tick(0);
    desk_settle(&table.desk);
    usleep(400 * 1000);
    desk_restart(&table.desk);
    tick(0); /* wakes the game */
    tick(0);
    desk_clear(&table.desk);
    call_game(WATCHER, "game.watch");
    struct json *waiting = told(WATCHER, "game.waiting");
    int64_t until = desk_integer(waiting, "until");
    json_free(waiting);
    cr_assert(until >= since + 30 * 1000 + 300, "%lld",
              (long long)(until - since));
    const struct json *record = call_game(WATCHER, "game.record");
    cr_assert(strstr(desk_string(record, "record"), "\"t\":\"pause\"") != NULL);
}

Test(table, a_clock_must_be_one)
{
    desk_open(&table.desk, GUESTS);
    static const char *const clocks[] = {
        "{}",
        "{'choice_s':0}",
        "{'choice_s':-5}",
        "{'choice_s':'x'}",
        "{'choice_s':10,'game_s':10}",
        "{'increment_s':10}",
        "{'game_s':10,'what':1}",
        "{'game_s':9007199254740991}",
    };
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        desk_call(&table.desk, ANN, "game.create",
                  "{'game':'castle','clock':%s}", clocks[i]);
        check_code(ANN, -32602);
    }
}

/* Rematch ----------------------------------------------------------------- */

Test(table, a_rematch_has_the_seats_swapped)
{
    begin(",'clock':{'game_s':100}");
    call_game(ANN, "game.rematch");
    check_code(ANN, 3);
    resign(ANN);
    cr_assert(call_game(BOB, "game.rematch") != NULL);
    struct json *offered = told(ANN, "game.rematch_offered");
    cr_assert(desk_integer(offered, "seat") == 2);
    json_free(offered);
    cr_assert(call_game(BOB, "game.rematch") != NULL);
    cr_assert(desk_told(&table.desk, ANN, "game.rematch_offered", NULL) == 1);
    cr_assert(call_game(ANN, "game.rematch") != NULL);
    struct json *news = told(ANN, "game.rematch");
    cr_assert(desk_integer(news, "seat") == 2);
    char old_token[2][128];
    memcpy(old_token, table.token, sizeof old_token);
    snprintf(table.game, sizeof table.game, "%s", desk_string(news, "next"));
    json_free(news);
    cr_assert(desk_told(&table.desk, WATCHER, "game.rematch", NULL) == 0);

    desk_call(&table.desk, WATCHER, "game.join", "{'game':'%s','name':'Eve'}",
              table.game);
    check_code(WATCHER, 3);
    desk_clear(&table.desk);
    join(ANN, "Ann", old_token[ANN]);
    join(BOB, "Bob", old_token[BOB]);
    const struct json *about = call_game(WATCHER, "game.about");
    cr_assert_str_eq(desk_string(about, "seats.0.who"), "Bob");
    cr_assert_str_eq(desk_string(about, "seats.1.who"), "Ann");
    cr_assert_str_eq(desk_string(about, "variants.0"), "german");
    cr_assert_str_eq(desk_string(about, "state"), "playing");
    cr_assert(desk_integer(about, "clock.game_s") == 100);
}

Test(table, who_comes_back_later_hears_of_the_rematch)
{
    begin("");
    resign(BOB);
    call_game(ANN, "game.rematch");
    call_game(BOB, "game.rematch");
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    desk_call(&table.desk, BOB, "game.rejoin", "{'game':'%s','token':'%s'}",
              table.game, table.token[BOB]);
    struct json *news = told(BOB, "game.rematch");
    cr_assert(desk_integer(news, "seat") == 1);
    snprintf(table.game, sizeof table.game, "%s", desk_string(news, "next"));
    json_free(news);
    char token[128];
    memcpy(token, table.token[BOB], sizeof token);
    join(BOB, "Bob", token);
}

/* Looking ahead ----------------------------------------------------------- */

Test(table, a_position_is_given_to_players_only)
{
    begin("");
    const struct json *position = call_game(ANN, "game.position");
    cr_assert(position != NULL);
    cr_assert_str_eq(desk_string(position, "name"), "castle");
    cr_assert(strlen(desk_string(position, "rules")) == 64);
    cr_assert(strlen(desk_string(position, "position")) > 100);
    call_game(WATCHER, "game.position");
    check_code(WATCHER, 2);
}

/* The operator ------------------------------------------------------------ */

Test(table, only_the_operator_administers)
{
    static const char *const methods[] = {"admin.show", "admin.export",
                                          "admin.delete"};
    begin("");
    for (int i = 0; i < 3; i++) {
        call_game(ANN, methods[i]);
        check_code(ANN, 2);
    }
    desk_call(&table.desk, ANN, "admin.status", "{}");
    check_code(ANN, 2);
    desk_call(&table.desk, ANN, "admin.list", "{}");
    check_code(ANN, 2);
}

Test(table, the_operator_sees_exports_and_deletes)
{
    begin(",'public':false");
    table.desk.guests[WATCHER].peer.is_operator = true;
    const struct json *status =
        desk_call(&table.desk, WATCHER, "admin.status", "{}");
    cr_assert(desk_integer(status, "in_memory") == 1);
    desk_settle(&table.desk);
    const struct json *list =
        desk_call(&table.desk, WATCHER, "admin.list", "{}");
    cr_assert_str_eq(desk_string(list, "games.0.game"), table.game);
    const struct json *shown = call_game(WATCHER, "admin.show");
    cr_assert_str_eq(desk_string(shown, "about.seats.0.who"), "Ann");
    const struct json *record = call_game(WATCHER, "admin.export");
    cr_assert(strncmp(desk_string(record, "record"), "E {", 3) == 0);
    cr_assert(call_game(WATCHER, "admin.delete") != NULL);
    struct json *left = told(ANN, "game.left");
    cr_assert_str_eq(desk_string(left, "reason"), "deleted");
    json_free(left);
    /* Also while the disk does not know of it yet. */
    call_game(ANN, "game.watch");
    check_code(ANN, 1);
    desk_settle(&table.desk);
    call_game(ANN, "game.about");
    check_code(ANN, 1);
}
