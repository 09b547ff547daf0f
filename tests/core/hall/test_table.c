#include "desk.h"

#include "base/clock.h"
#include "hall/match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

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

TestSuite(table, .fini = end, .timeout = 300);

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

/* What somebody who comes now is told of what was said: the newest. */
static void check_said(int number)
{
    struct json *said;
    char text[16];
    desk_clear(&table.desk);
    desk_disconnect(&table.desk, WATCHER);
    desk_connect(&table.desk, WATCHER);
    call_game(WATCHER, "game.watch");
    cr_assert_eq(desk_told(&table.desk, WATCHER, "game.said", &said),
                 STORE_SAID_MAX);
    cr_assert(desk_integer(said, "number") == number);
    snprintf(text, sizeof text, "%d", number);
    cr_assert_str_eq(desk_string(said, "text"), text);
    json_free(said);
}

static void say(int number)
{
    cr_assert(desk_call(&table.desk, ANN, "game.say",
                        "{'game':'%s','text':'%d'}", table.game,
                        number) != NULL);
}

/* As many are told whether the game was in memory or came from the store. */
Test(table, old_sayings_are_forgotten_and_numbers_go_on)
{
    begin("");
    for (int i = 0; i < STORE_SAID_MAX + 50; i++)
        say(i + 1);
    check_said(STORE_SAID_MAX + 50);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    check_said(STORE_SAID_MAX + 50);
    desk_call(&table.desk, ANN, "game.rejoin", "{'game':'%s','token':'%s'}",
              table.game, table.token[ANN]);
    say(STORE_SAID_MAX + 51);
    check_said(STORE_SAID_MAX + 51);
}

/* Time goes by. */
static void tick(int64_t ms)
{
    desk_tick(&table.desk, ms);
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
    desk_pass(400);
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

/* Who watches is told of the next game, and of no seat in it. */
static void check_watcher_is_told(const char *next)
{
    struct json *news = told(WATCHER, "game.rematch");
    cr_assert_str_eq(desk_string(news, "next"), next);
    cr_assert(json_kind(json_get(news, "seat")) == JSON_KIND_NULL);
    cr_assert(json_get(news, "invitation") == NULL &&
              json_get(news, "token") == NULL);
    json_free(news);
}

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
    check_watcher_is_told(table.game);

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

/* The seed of the game that is asked for now; "" while there is none. */
static const char *seed_of(const char *game)
{
    const struct match *match =
        matches_by_id(hall_matches(table.desk.hall), game);
    cr_assert_not_null(match);
    return match->seed;
}

Test(table, nobody_knows_the_seed_of_a_rematch_before_all_want_it)
{
    char seeds[3][GAME_SEED_SIZE];
    char games[3][64];
    begin("");
    for (int i = 0; i < 3; i++) {
        snprintf(games[i], sizeof games[i], "%s", table.game);
        snprintf(seeds[i], sizeof seeds[i], "%s", seed_of(table.game));
        resign(ANN);
        cr_assert(call_game(ANN, "game.rematch") != NULL);
        snprintf(table.game, sizeof table.game, "%s",
                 desk_string(call_game(BOB, "game.rematch"), "next"));
        const char *seed = seed_of(table.game);
        cr_expect_geq(strlen(seed), 26);
        cr_expect_str_neq(seed, table.game);
        for (int k = 0; k <= i; k++) {
            cr_expect_str_neq(seed, games[k]);
            cr_expect_str_neq(seed, seeds[k]);
        }
        for (int seat = 0; seat < 2; seat++) {
            char token[128];
            memcpy(token, table.token[seat], sizeof token);
            join(seat, "A", token);
        }
    }
}

/* No to a rematch, or no more. */
static void decline(int guest)
{
    cr_assert(desk_call(&table.desk, guest, "game.rematch",
                        "{'game':'%s','agree':false}", table.game) != NULL);
}

/* All hear, once, that nobody is asked any longer, and why: because of `seat`.
 * Forgets what was told. */
static void check_declined(int seat)
{
    for (int i = 0; i < GUESTS; i++) {
        struct json *declined;
        cr_assert(
            desk_told(&table.desk, i, "game.rematch_declined", &declined) == 1,
            "guest %d", i);
        cr_assert(desk_integer(declined, "seat") == seat);
        json_free(declined);
    }
    desk_clear(&table.desk);
}

Test(table, a_rematch_that_is_declined_is_asked_for_no_longer)
{
    begin("");
    resign(ANN);
    decline(BOB); /* what nobody asks for */
    cr_assert(desk_told(&table.desk, ANN, "game.rematch_declined", NULL) == 0);
    for (int i = 0; i < 2; i++) { /* it may be asked for again */
        cr_assert(call_game(ANN, "game.rematch") != NULL);
        decline(BOB);
        check_declined(2);
    }
    /* Whoever asked has changed their mind. */
    cr_assert(call_game(ANN, "game.rematch") != NULL);
    decline(ANN);
    check_declined(1);
    const struct json *result = call_game(BOB, "game.rematch");
    cr_assert(json_kind(desk_at(result, "next")) == JSON_KIND_NULL,
              "Ann is to be asked");
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    for (int i = 0; i < 2; i++)
        desk_call(&table.desk, i, "game.rejoin", "{'game':'%s','token':'%s'}",
                  table.game, table.token[i]);
    struct json *offered = told(ANN, "game.rematch_offered");
    cr_assert(desk_integer(offered, "seat") == 2);
    json_free(offered);
    cr_assert(call_game(ANN, "game.rematch") != NULL);
    json_free(told(BOB, "game.rematch"));
    decline(BOB); /* which is too late */
    cr_assert(desk_told(&table.desk, ANN, "game.rematch_declined", NULL) == 0);
}

Test(table, whoever_leaves_wants_no_rematch)
{
    begin("");
    resign(ANN);
    call_game(ANN, "game.rematch");
    desk_disconnect(&table.desk, ANN); /* may come back, */
    cr_assert(desk_told(&table.desk, BOB, "game.rematch_declined", NULL) == 0);
    desk_connect(&table.desk, ANN);
    desk_call(&table.desk, ANN, "game.rejoin", "{'game':'%s','token':'%s'}",
              table.game, table.token[ANN]);
    call_game(ANN, "game.leave"); /* but that is a word */
    struct json *declined = told(BOB, "game.rematch_declined");
    cr_assert(desk_integer(declined, "seat") == 1);
    json_free(declined);
    const struct json *result = call_game(BOB, "game.rematch");
    cr_assert(json_kind(desk_at(result, "next")) == JSON_KIND_NULL);
}

/* As an operator deletes one; so do those go that nobody has joined. */
static void delete_game(const char *game)
{
    table.desk.guests[WATCHER].peer.is_operator = true;
    cr_assert(desk_call(&table.desk, WATCHER, "admin.delete", "{'game':'%s'}",
                        game) != NULL);
}

Test(table, a_rematch_that_is_gone_may_be_asked_for_again)
{
    char next[64] = "";
    begin("");
    resign(ANN);
    for (int i = 0; i < 3; i++) {
        const struct json *result = call_game(ANN, "game.rematch");
        cr_assert(json_kind(desk_at(result, "next")) == JSON_KIND_NULL,
                  "Bob is asked anew");
        const char *id = desk_string(call_game(BOB, "game.rematch"), "next");
        cr_assert(strcmp(id, next) != 0);
        snprintf(next, sizeof next, "%s", id);
        delete_game(next);
        if (i == 0)
            continue;
        desk_settle(&table.desk);
        desk_restart(&table.desk);
        desk_clear(&table.desk);
        for (int seat = 0; seat < 2; seat++)
            desk_call(&table.desk, seat, "game.rejoin",
                      "{'game':'%s','token':'%s'}", table.game,
                      table.token[seat]);
        cr_assert(desk_told(&table.desk, BOB, "game.rematch", NULL) == 0);
    }
}

/* How often the store was asked whether it has a game. */
static int find_count;

enum status __real_store_find_number(struct store *store, const char *id,
                                     int64_t *number, struct error *error);
enum status __wrap_store_find_number(struct store *store, const char *id,
                                     int64_t *number, struct error *error);

enum status __wrap_store_find_number(struct store *store, const char *id,
                                     int64_t *number, struct error *error)
{
    find_count++;
    return __real_store_find_number(store, id, number, error);
}

Test(table, whether_a_rematch_is_gone_is_looked_at_where_it_is_told)
{
    char next[64];
    begin("");
    resign(ANN);
    call_game(ANN, "game.rematch");
    snprintf(next, sizeof next, "%s",
             desk_string(call_game(BOB, "game.rematch"), "next"));
    desk_evict(&table.desk); /* nobody is in the next game */
    find_count = 0;
    for (int i = 0; i < 10; i++) {
        desk_call(&table.desk, BOB, "game.say",
                  "{'game':'%s','text':'thanks','nonce':'n%d'}", table.game, i);
        check_code(BOB, 0);
        cr_assert(call_game(ANN, "game.record") != NULL);
        cr_assert(call_game(WATCHER, "game.view") != NULL);
    }
    cr_assert(find_count == 0, "the store was asked %d times", find_count);
    cr_assert_str_eq(desk_string(call_game(BOB, "game.about"), "next"), next);
    delete_game(next);
    cr_assert(json_kind(desk_at(call_game(BOB, "game.about"), "next")) ==
              JSON_KIND_NULL);
}

Test(table, a_rematch_that_is_gone_is_told_to_nobody_who_comes)
{
    char next[64];
    for (int i = 0; i < 3; i++) {
        begin("");
        resign(ANN);
        call_game(ANN, "game.rematch");
        snprintf(next, sizeof next, "%s",
                 desk_string(call_game(BOB, "game.rematch"), "next"));
        delete_game(next);
        desk_clear(&table.desk);
        if (i == 0)
            cr_assert(call_game(BOB, "game.watch") != NULL);
        else if (i == 1)
            cr_assert(desk_call(&table.desk, BOB, "game.rejoin",
                                "{'game':'%s','token':'%s'}", table.game,
                                table.token[BOB]) != NULL);
        else
            cr_assert(
                json_kind(desk_at(desk_call(&table.desk, WATCHER, "admin.show",
                                            "{'game':'%s'}", table.game),
                                  "about.next")) == JSON_KIND_NULL);
        cr_assert(desk_told(&table.desk, BOB, "game.rematch", NULL) == 0);
        if (i < 2)
            end();
    }
}

Test(table, a_game_that_is_over_changed_last_at_its_end)
{
    begin("");
    resign(ANN);
    int64_t end = desk_integer(call_game(ANN, "game.about"), "changed");
    desk_pass(2);
    call_game(ANN, "game.rematch");
    cr_assert(desk_integer(call_game(ANN, "game.about"), "changed") == end);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    cr_assert(desk_integer(call_game(BOB, "game.about"), "changed") == end,
              "in the store too");
    desk_call(&table.desk, BOB, "game.rejoin", "{'game':'%s','token':'%s'}",
              table.game, table.token[BOB]);
    desk_call(&table.desk, BOB, "game.say",
              "{'game':'%s','text':'thanks','nonce':'n1'}", table.game);
    cr_assert(desk_code(&table.desk, BOB) == 0, "%s",
              desk_answer(&table.desk, BOB));
    cr_assert(desk_integer(call_game(BOB, "game.about"), "changed") == end);
}

Test(table, who_comes_later_hears_who_wants_a_rematch)
{
    begin("");
    resign(ANN);
    call_game(ANN, "game.rematch");
    for (int i = BOB; i <= WATCHER; i++) {
        desk_disconnect(&table.desk, i);
        desk_connect(&table.desk, i);
    }
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    desk_call(&table.desk, BOB, "game.rejoin", "{'game':'%s','token':'%s'}",
              table.game, table.token[BOB]);
    call_game(WATCHER, "game.watch");
    for (int i = BOB; i <= WATCHER; i++) {
        struct json *offered = told(i, "game.rematch_offered");
        cr_assert(desk_integer(offered, "seat") == 1);
        json_free(offered);
    }
    /* Once the next game is there, that is what is told. */
    char next[32];
    snprintf(next, sizeof next, "%s",
             desk_string(call_game(BOB, "game.rematch"), "next"));
    desk_clear(&table.desk);
    call_game(WATCHER, "game.watch");
    check_watcher_is_told(next);
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", NULL) == 1);
    cr_assert(desk_told(&table.desk, WATCHER, "game.rematch_offered", NULL) ==
              0);
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

static const struct json *delete_before(int64_t before)
{
    return desk_call(&table.desk, WATCHER, "admin.delete",
                     "{'game':'%s','before':%lld}", table.game,
                     (long long)before);
}

/* Whether it is in memory or not. */
Test(table, a_game_that_has_changed_since_is_not_deleted)
{
    begin("");
    table.desk.guests[WATCHER].peer.is_operator = true;
    int64_t changed = desk_integer(call_game(WATCHER, "game.about"), "changed");
    delete_before(changed);
    check_code(WATCHER, 1);
    desk_settle(&table.desk);
    for (int i = 0; i < GUESTS; i++)
        desk_disconnect(&table.desk, i);
    desk_evict(&table.desk);
    desk_connect(&table.desk, WATCHER);
    table.desk.guests[WATCHER].peer.is_operator = true;
    changed = desk_integer(call_game(WATCHER, "game.about"), "changed");
    delete_before(changed);
    check_code(WATCHER, 1);
    cr_assert(delete_before(changed + 1) != NULL);
    desk_settle(&table.desk);
    call_game(WATCHER, "game.about");
    check_code(WATCHER, 1);
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
