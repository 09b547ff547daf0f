#include "desk.h"

#include "base/clock.h"
#include "hall/match.h"
#include "hall/room.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ANN, BOB, CARL, GUEST_COUNT };

static const int64_t HOUR_MS = 3600 * 1000;

static struct desk desk;

static void open_desk(void)
{
    desk_open(&desk, GUEST_COUNT);
}

static void close_desk(void)
{
    desk_close(&desk);
}

TestSuite(room, .init = open_desk, .fini = close_desk, .timeout = 300);

/* From now on the guests come over the web, each from an address of their own,
 * and may have so many games. */
static void come_by_web_for(int games)
{
    desk.settings.games_max = games;
    desk_restart(&desk);
    for (int i = 0; i < GUEST_COUNT; i++) {
        desk.guests[i].peer.origin = PEER_WEB;
        snprintf(desk.guests[i].peer.address, PEER_ADDRESS_SIZE, "192.0.2.%d",
                 i + 1);
    }
}

static void come_by_web(void)
{
    come_by_web_for(2);
}

static const char TOKENS[2][65] = {
    "1111111111111111111111111111111111111111111111111111111111111111",
    "2222222222222222222222222222222222222222222222222222222222222222"};

/* Creates a game; false when it is refused. */
static bool create(int guest, char id[MATCH_ID_SIZE])
{
    const struct json *made = desk_call(&desk, guest, "game.create",
                                        "{'game':'castle','seed':'room'}");
    if (made == NULL)
        return false;
    snprintf(id, MATCH_ID_SIZE, "%s", desk_string(made, "game"));
    return true;
}

/* Takes `count` seats of the game. */
static void join(int guest, const char *id, int count)
{
    for (int i = 0; i < count; i++)
        cr_assert(desk_call(&desk, guest, "game.join",
                            "{'game':'%s','name':'A','token':'%s'}", id,
                            TOKENS[i]) != NULL,
                  "%s", desk_answer(&desk, guest));
}

static void call(int guest, const char *method, const char *id)
{
    cr_assert(desk_call(&desk, guest, method, "{'game':'%s','seat':1}", id) !=
                  NULL,
              "%s", desk_answer(&desk, guest));
}

static void watch(int guest, const char *id)
{
    cr_assert(desk_call(&desk, guest, "game.watch", "{'game':'%s'}", id) !=
                  NULL,
              "%s", desk_answer(&desk, guest));
}

static void leave(int guest, const char *id)
{
    cr_assert(desk_call(&desk, guest, "game.leave", "{'game':'%s'}", id) !=
                  NULL,
              "%s", desk_answer(&desk, guest));
}

Test(room, games_count_until_they_are_over)
{
    char ids[2][MATCH_ID_SIZE];
    char other[MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++) {
        cr_assert(create(ANN, ids[i]), "%s", desk_answer(&desk, ANN));
        join(ANN, ids[i], 2); /* never open for long */
    }
    cr_assert_not(create(ANN, other));
    cr_assert_eq(desk_code(&desk, ANN), 6);
    cr_assert(create(BOB, other)); /* another address */
    /* Nothing of it is forgotten with memory. */
    desk_settle(&desk);
    come_by_web();
    cr_assert_not(create(ANN, other));
    cr_assert(desk_call(&desk, ANN, "game.rejoin", "{'game':'%s','token':'%s'}",
                        ids[0], TOKENS[0]) != NULL);
    cr_assert_not(create(ANN, other));
    call(ANN, "game.resign", ids[0]);
    cr_assert(create(ANN, other), "%s", desk_answer(&desk, ANN));
}

Test(room, games_that_are_over_count_until_they_have_left_memory)
{
    char id[MATCH_ID_SIZE];
    char other[MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++) {
        cr_assert(create(ANN, id));
        join(ANN, id, 2);
        call(ANN, "game.resign", id);
        leave(ANN, id);
    }
    cr_assert_not(create(ANN, other));
    desk_evict(&desk);
    cr_assert(create(ANN, other), "%s", desk_answer(&desk, ANN));
}

Test(room, games_in_which_nothing_happens_count_for_time_that_the_daemon_lived)
{
    const int64_t day_ms = 25 * HOUR_MS;
    const int64_t look_ms = HOUR_MS / 3;
    char id[MATCH_ID_SIZE];
    char other[MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++) {
        cr_assert(create(ANN, id));
        join(ANN, id, 2);
        leave(ANN, id);
    }
    desk_evict(&desk);
    desk_pass(day_ms); /* the machine sleeps */
    desk_tick(&desk, 0);
    cr_assert_not(create(ANN, other));
    cr_assert_eq(desk_code(&desk, ANN), 6);
    for (int64_t ms = 0; ms < day_ms; ms += look_ms) {
        desk_pass(look_ms);
        desk_tick(&desk, 0);
    }
    cr_assert(create(ANN, other), "%s", desk_answer(&desk, ANN));
}

Test(room, a_rematch_counts_for_who_makes_it)
{
    char ids[2][MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++) {
        cr_assert(create(ANN, ids[i]));
        join(ANN, ids[i], 2);
    }
    call(ANN, "game.resign", ids[0]);
    call(ANN, "game.rematch", ids[0]);
    desk_call(&desk, ANN, "game.rematch", "{'game':'%s','seat':2}", ids[0]);
    cr_assert_eq(desk_code(&desk, ANN), 6);
    cr_assert(desk_call(&desk, BOB, "game.rejoin", "{'game':'%s','token':'%s'}",
                        ids[0], TOKENS[1]) != NULL);
    cr_assert(desk_call(&desk, BOB, "game.rematch", "{'game':'%s'}", ids[0]) !=
                  NULL,
              "%s", desk_answer(&desk, BOB));
}

Test(room, bots_alone_do_not_play_for_the_web)
{
    static const char PARAMS[] =
        "{'game':'castle','seed':'b','players':['steward','random']}";
    cr_assert(desk_call(&desk, ANN, "game.create", PARAMS) != NULL);
    come_by_web();
    cr_assert(desk_call(&desk, ANN, "game.create", PARAMS) == NULL);
    cr_assert_eq(desk_code(&desk, ANN), 2);
}

/* Lets so many looks for old games happen, from `ms` in the future on. */
static void look(int64_t ms, int count)
{
    int64_t now = clock_calendar_ms() + ms;
    desk_age(&desk, ms);
    for (int i = 0; i < count; i++) {
        hall_tick(desk.hall, now + i * 1001);
        desk_settle(&desk);
    }
}

static bool is_there(const char *id)
{
    return desk_call(&desk, CARL, "game.about", "{'game':'%s'}", id) != NULL;
}

Test(room, old_open_games_go_however_many_are_newer)
{
    enum { NEWER = 105 };
    char id[MATCH_ID_SIZE];
    static char newer[NEWER][MATCH_ID_SIZE];
    cr_assert(create(ANN, id));
    desk_settle(&desk);
    for (int i = 0; i < NEWER; i++) {
        cr_assert(create(ANN, newer[i]));
        join(ANN, newer[i], 1);
    }
    desk_settle(&desk);
    desk_disconnect(&desk, ANN);
    desk_settle(&desk);
    look(25 * HOUR_MS, 3);
    cr_expect_not(is_there(id));
    cr_expect(is_there(newer[0]));
    cr_expect(is_there(newer[NEWER - 1]));
    look(31 * 24 * HOUR_MS, 3);
    for (int i = 0; i < NEWER; i++)
        cr_expect_not(is_there(newer[i]), "%d", i);
}

Test(room, nobody_loses_a_seat_to_somebody_who_cannot_take_it)
{
    char id[MATCH_ID_SIZE];
    cr_assert(create(ANN, id));
    join(ANN, id, 1);
    desk_clear(&desk);
    desk.guests[BOB].peer.place_count = PEER_PLACES_MAX;
    desk_call(&desk, BOB, "game.rejoin", "{'game':'%s','token':'%s'}", id,
              TOKENS[0]);
    desk.guests[BOB].peer.place_count = 0;
    cr_assert(desk_code(&desk, BOB) != 0);
    cr_assert_eq(desk_told(&desk, ANN, "game.left", NULL), 0);
    cr_assert(desk_call(&desk, ANN, "game.say", "{'game':'%s','text':'here'}",
                        id) != NULL,
              "%s", desk_answer(&desk, ANN));
}

Test(room, what_the_store_refuses_is_the_end_of_one_game_alone)
{
    char ids[2][MATCH_ID_SIZE];
    struct error error;
    struct json *left;
    struct writer_refusal refusal;
    for (int i = 0; i < 2; i++) {
        cr_assert(create(ANN, ids[i]));
        join(ANN, ids[i], 2);
    }
    desk_settle(&desk);
    desk_clear(&desk);
    const struct json *shown =
        desk_call(&desk, ANN, "game.question", "{'game':'%s'}", ids[0]);
    cr_assert(shown != NULL);
    /* Somebody takes the first game away behind the hall's back. */
    writer_put(desk.writer,
               &(struct store_write){.game = 1, .is_deleted = true});
    for (int i = 0; i < 2; i++)
        cr_assert(desk_call(&desk, ANN, "game.choose",
                            "{'game':'%s','seq':1,'index':0}", ids[i]) != NULL);
    desk_settle(&desk);
    cr_assert(writer_take_refusal(desk.writer, &refusal));
    cr_assert_eq(refusal.game, 1);
    hall_forget_refused(desk.hall, refusal.game);
    while (hall_work(desk.hall, &error))
        continue;
    cr_assert_eq(desk_told(&desk, ANN, "game.left", &left), 2); /* a seat */
    cr_assert_str_eq(desk_string(left, "reason"), "storage");
    json_free(left);
    cr_assert_not(is_there(ids[0]));
    cr_assert(is_there(ids[1]));
    cr_assert(desk_call(&desk, ANN, "game.undo", "{'game':'%s','seat':1}",
                        ids[1]) != NULL,
              "%s", desk_answer(&desk, ANN));
    desk_settle(&desk);
}

Test(room, a_game_that_the_store_has_refused_something_of_can_be_deleted)
{
    enum { NOT_FOUND = 1 };
    char id[MATCH_ID_SIZE];
    static const char lines[] = "E {}\n";
    struct writer_refusal refusal;
    cr_assert(create(ANN, id));
    desk_settle(&desk);
    writer_put(desk.writer,
               &(struct store_write){.game = 1,
                                     .seq = 7,
                                     .lines = lines,
                                     .lines_size = sizeof lines - 1});
    desk_settle(&desk);
    desk.guests[CARL].peer.is_operator = true;
    cr_assert(desk_call(&desk, CARL, "admin.delete", "{'game':'%s'}", id) !=
              NULL);
    desk_settle(&desk);
    cr_assert(writer_take_refusal(desk.writer, &refusal));
    hall_forget_refused(desk.hall, refusal.game);
    cr_expect_not(is_there(id));
    cr_expect_eq(desk_code(&desk, CARL), NOT_FOUND);
}

Test(room, all_together_have_a_limit_too)
{
    char id[MATCH_ID_SIZE];
    desk.settings.memory_max = 3;
    come_by_web();
    for (int i = 0; i < 3; i++) {
        int guest = i < 2 ? ANN : BOB;
        cr_assert(create(guest, id));
        join(guest, id, 2);
    }
    cr_assert_not(create(BOB, id));
    cr_assert_eq(desk_code(&desk, BOB), 6);
    desk.guests[CARL].peer.origin = PEER_SOCKET;
    cr_assert(create(CARL, id), "%s", desk_answer(&desk, CARL));
}

/* Neither those that are over nor those that are open or stand still. */
Test(room, who_only_watches_does_not_keep_others_from_making_games)
{
    enum { GAMES = 3 };
    char id[MATCH_ID_SIZE];
    desk.settings.memory_max = GAMES;
    desk.settings.idle_ms = 1000;
    come_by_web_for(GAMES);
    for (int i = 0; i < GAMES; i++) {
        cr_assert(create(BOB, id));
        if (i > 0)
            join(BOB, id, 2);
        if (i > 1)
            call(BOB, "game.resign", id);
        watch(CARL, id);
    }
    desk_disconnect(&desk, BOB);
    desk_connect(&desk, BOB);
    desk_tick(&desk, 60 * 1000); /* they stay in memory, watched */
    cr_assert_eq(hall_matches(desk.hall)->count, GAMES);
    cr_assert(create(ANN, id), "%s", desk_answer(&desk, ANN));
}

Test(room, games_that_are_watched_are_counted_by_address)
{
    char ids[3][MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 3; i++)
        cr_assert(create(i < 2 ? ANN : BOB, ids[i]));
    for (int i = 0; i < 2; i++)
        watch(CARL, ids[i]);
    watch(CARL, ids[0]); /* again: told anew */
    cr_assert(desk_call(&desk, CARL, "game.watch", "{'game':'%s'}", ids[2]) ==
              NULL);
    cr_assert_eq(desk_code(&desk, CARL), 6);
    watch(ANN, ids[2]); /* another address */
    leave(ANN, ids[2]);
    /* Somebody else of the same address, who watches the same. */
    snprintf(desk.guests[ANN].peer.address, PEER_ADDRESS_SIZE, "%s",
             desk.guests[CARL].peer.address);
    watch(ANN, ids[0]);
    cr_assert(desk_call(&desk, ANN, "game.watch", "{'game':'%s'}", ids[2]) ==
              NULL);
    leave(CARL, ids[1]);
    watch(ANN, ids[2]);
    /* Who sits there is told it again. */
    join(BOB, ids[1], 1);
    watch(BOB, ids[1]);
}

/* How many seats of the game are taken. */
static int taken(const char *id)
{
    const struct match *match = matches_by_id(hall_matches(desk.hall), id);
    int count = 0;
    cr_assert_not_null(match);
    for (int i = 0; i < match->seat_count; i++)
        count += match->seats[i].is_taken;
    return count;
}

/* Somebody makes a game by the socket, and the guest takes a seat of it. */
static void make_and_join(int guest, bool is_public, char id[MATCH_ID_SIZE])
{
    desk.guests[CARL].peer.origin = PEER_SOCKET;
    const struct json *made = desk_call(
        &desk, CARL, "game.create", "{'game':'castle','seed':'s','public':%s}",
        is_public ? "true" : "false");
    cr_assert(made != NULL, "%s", desk_answer(&desk, CARL));
    snprintf(id, MATCH_ID_SIZE, "%s", desk_string(made, "game"));
    join(guest, id, 1);
}

Test(room, seats_that_are_taken_are_counted_until_the_game_begins)
{
    char ids[3][MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++)
        make_and_join(ANN, true, ids[i]);
    make_and_join(BOB, true, ids[2]);
    cr_assert(desk_call(&desk, ANN, "game.join", "{'game':'%s','name':'B'}",
                        ids[2]) == NULL);
    cr_assert_eq(desk_code(&desk, ANN), 6, "%s", desk_answer(&desk, ANN));
    cr_assert(desk_call(&desk, BOB, "game.join", "{'game':'%s','name':'B'}",
                        ids[0]) != NULL); /* it begins */
    cr_assert(desk_call(&desk, ANN, "game.join", "{'game':'%s','name':'B'}",
                        ids[2]) != NULL,
              "%s", desk_answer(&desk, ANN));
}

Test(room, who_goes_away_does_not_keep_a_seat_of_the_lobby)
{
    char open[MATCH_ID_SIZE];
    char shared[MATCH_ID_SIZE];
    char own[MATCH_ID_SIZE];
    desk.settings.idle_ms = HOUR_MS; /* they stay in memory */
    come_by_web();
    make_and_join(ANN, true, open);
    make_and_join(ANN, false, shared);
    cr_assert(create(BOB, own));
    join(BOB, own, 1);
    desk_tick(&desk, 70 * 1000); /* they are there */
    cr_assert_eq(taken(open), 1);
    desk_disconnect(&desk, ANN);
    desk_disconnect(&desk, BOB);
    desk_tick(&desk, ROOM_AWAY_MS - 2000);
    cr_assert_eq(taken(open), 1);
    desk_tick(&desk, ROOM_AWAY_MS + 2000);
    cr_expect_eq(taken(open), 0);
    cr_expect_eq(taken(shared), 1); /* of somebody who was asked to come */
    cr_expect_eq(taken(own), 1);    /* of who made it */
    desk_connect(&desk, ANN);
    desk_connect(&desk, BOB);
}

/* Whether games are counted by address or not, and whatever has become of the
 * game's memory before they sit down. */
static void maker_keeps_a_seat(int games, void (*forget)(void))
{
    char id[MATCH_ID_SIZE];
    come_by_web_for(games);
    cr_assert(create(ANN, id));
    forget();
    join(ANN, id, 1);
    desk_disconnect(&desk, ANN);
    desk_tick(&desk, 1000);
    desk_tick(&desk, 1000 + ROOM_AWAY_MS + 2000);
    const struct json *about =
        desk_call(&desk, CARL, "game.about", "{'game':'%s'}", id);
    cr_assert(about != NULL, "%s", desk_answer(&desk, CARL));
    cr_expect_str_eq(desk_string(about, "seats.0.who"), "A");
    desk_connect(&desk, ANN);
}

static void stay(void)
{
    desk_settle(&desk);
}

static void leave_memory(void)
{
    desk_evict(&desk);
    cr_assert_eq(hall_matches(desk.hall)->count, 0);
}

static void begin_again(void)
{
    desk_settle(&desk);
    come_by_web_for(desk.settings.games_max);
}

Test(room, who_made_a_game_keeps_a_seat_of_it)
{
    maker_keeps_a_seat(2, stay);
}

Test(room, who_made_a_game_that_has_left_memory_keeps_a_seat_of_it)
{
    maker_keeps_a_seat(2, leave_memory);
}

Test(room, who_made_a_game_keeps_a_seat_of_it_after_a_restart)
{
    maker_keeps_a_seat(2, begin_again);
}

Test(room, who_made_a_game_keeps_a_seat_of_it_where_games_are_not_counted)
{
    maker_keeps_a_seat(0, leave_memory);
}

/* Nobody could come back meanwhile. */
Test(room, time_in_which_the_daemon_stood_still_frees_no_seat)
{
    char open[MATCH_ID_SIZE];
    desk.settings.idle_ms = 2 * HOUR_MS; /* it stays in memory */
    come_by_web();
    make_and_join(ANN, true, open);
    desk_disconnect(&desk, ANN);
    desk_live(&desk, 2000);
    desk_pass(HOUR_MS);
    desk_live(&desk, ROOM_AWAY_MS - 2000);
    cr_expect_eq(taken(open), 1);
    desk_live(&desk, 4000);
    cr_expect_eq(taken(open), 0);
    desk_connect(&desk, ANN);
}

/* A seat lapses whatever has become of the game's memory meanwhile. */
static void seat_lapses_after(void (*forget)(void))
{
    char id[MATCH_ID_SIZE];
    desk.settings.idle_ms = 1000;
    come_by_web();
    make_and_join(ANN, true, id);
    for (int i = 0; i < GUEST_COUNT; i++)
        desk_disconnect(&desk, i);
    desk_settle(&desk);
    forget();
    desk_tick(&desk, 10 * 1000);
    cr_expect_eq(taken(id), 1);
    desk_tick(&desk, 10 * 1000 + ROOM_AWAY_MS + 2000);
    desk_settle(&desk);
    for (int i = 0; i < GUEST_COUNT; i++)
        desk_connect(&desk, i);
    const struct json *about =
        desk_call(&desk, CARL, "game.about", "{'game':'%s'}", id);
    cr_assert(about != NULL, "%s", desk_answer(&desk, CARL));
    cr_expect_eq(json_kind(desk_at(about, "seats.0.who")), JSON_KIND_NULL);
}

static void forget_nothing(void)
{
}

static void restart(void)
{
    desk_restart(&desk); /* nobody is there */
}

Test(room, a_game_with_a_seat_that_is_to_lapse_stays_in_memory)
{
    seat_lapses_after(forget_nothing);
}

Test(room, a_seat_lapses_after_a_restart_too)
{
    seat_lapses_after(restart);
}

Test(room, seats_are_counted_after_a_restart_too)
{
    char ids[3][MATCH_ID_SIZE];
    come_by_web();
    for (int i = 0; i < 2; i++)
        make_and_join(ANN, true, ids[i]);
    make_and_join(BOB, true, ids[2]);
    desk_settle(&desk);
    come_by_web();               /* it is started again, */
    desk_tick(&desk, 10 * 1000); /* and takes them from the store */
    cr_assert(desk_call(&desk, ANN, "game.join", "{'game':'%s','name':'B'}",
                        ids[2]) == NULL);
    cr_assert_eq(desk_code(&desk, ANN), 6, "%s", desk_answer(&desk, ANN));
}
