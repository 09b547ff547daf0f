#include "desk.h"

#include "base/clock.h"
#include "hall/match.h"

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

TestSuite(room, .init = open_desk, .fini = close_desk, .timeout = 60);

/* From now on the guests come over the web, each from an address of their own,
 * and may have two games. */
static void come_by_web(void)
{
    desk.settings.games_max = 2;
    desk_restart(&desk);
    for (int i = 0; i < GUEST_COUNT; i++) {
        desk.guests[i].peer.origin = PEER_WEB;
        snprintf(desk.guests[i].peer.address, PEER_ADDRESS_SIZE, "192.0.2.%d",
                 i + 1);
    }
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
