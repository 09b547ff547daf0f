/*
 * What is said while memory is out is refused or done, never half of it: it can
 * be said again.
 */

#include "../game/starve.h"
#include "pair.h"

#include "hall/place.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TestSuite(hall_starving, .timeout = 120);

/* Says it with memory that is out at the n-th request; false when it does not
 * come to that. */
static bool say_without(int guest, int request, const char *method,
                        const char *params)
{
    char message[512];
    struct text out = {0};
    struct error error;
    int size = snprintf(message, sizeof message,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\","
                        "\"params\":{\"game\":\"%s\"%s}}",
                        method, table.game, params);
    starve_at(request);
    hall_serve(table.desk.hall, &table.desk.guests[guest].peer, message,
               (size_t)size, &out);
    bool has_failed = starve_end();
    while (hall_work(table.desk.hall, &error))
        continue;
    text_free(&out);
    return has_failed;
}

#define HEX_OF(digit)                                                          \
    digit digit digit digit digit digit digit digit digit digit digit digit    \
        digit digit digit digit

static const char ANNS[] = HEX_OF("aaaa");
static const char BOBS[] = HEX_OF("bbbb");

/* Waits until all is written; when there was no memory for that, as when the
 * disk says no, it is tried again. */
static void go_on(void)
{
    struct writer *writer = table.desk.writer;
    struct error error;
    while (writer_committed(writer) < writer_last(writer) &&
           !writer_has_failed(writer, &error))
        usleep(1000);
    if (writer_has_failed(writer, &error))
        desk_resume(&table.desk);
}

/* Sits down again: what the hall could not write down it has forgotten. */
static void come_back(int guest)
{
    cr_assert(desk_call(&table.desk, guest, "game.rejoin",
                        "{'game':'%s','token':'%s'}", table.game,
                        table.token[guest]) != NULL,
              "%s", desk_answer(&table.desk, guest));
}

/* The last commitment locks, or does when it is said again. */
Test(hall_starving, a_commitment_that_is_said_again_locks)
{
    bool has_failed = true;
    for (int request = 1; has_failed; request++) {
        char more[128];
        snprintf(more, sizeof more, ",\"commitment\":\"%s\"", BOBS);
        pair_begin("");
        cr_assert(desk_call(&table.desk, ANN, "game.commit",
                            "{'game':'%s','commitment':'%s'}", table.game,
                            ANNS) != NULL);
        desk_settle(&table.desk);
        has_failed = say_without(BOB, request, "game.commit", more);
        go_on();
        come_back(BOB);
        cr_expect(desk_call(&table.desk, BOB, "game.commit",
                            "{'game':'%s','commitment':'%s'}", table.game,
                            BOBS) != NULL,
                  "request %d: %s", request, desk_answer(&table.desk, BOB));
        desk_restart(&table.desk);
        struct json *sealing = NULL;
        cr_assert(pair_call(WATCHER, "game.watch") != NULL);
        cr_assert_gt(desk_told(&table.desk, WATCHER, "game.sealing", &sealing),
                     0);
        cr_expect_str_eq(desk_string(sealing, "stage"), "agree", "request %d",
                         request);
        json_free(sealing);
        pair_end();
    }
}

/* Whoever watches takes Ann's seat with her token, or, when there is no memory
 * for that, both are where they were. */
Test(hall_starving, nobody_is_between_two_places)
{
    bool has_failed = true;
    for (int request = 1; has_failed; request++) {
        char more[192];
        pair_begin(",'seed':'x'");
        desk_settle(&table.desk);
        snprintf(more, sizeof more, ",\"token\":\"%s\"", table.token[ANN]);
        has_failed = say_without(WATCHER, request, "game.rejoin", more);
        const struct match *match =
            matches_by_id(hall_matches(table.desk.hall), table.game);
        const struct peer *watcher = &table.desk.guests[WATCHER].peer;
        cr_assert(match != NULL);
        cr_expect_neq(place_watches(match, watcher),
                      place_holds(match, watcher, 0), "request %d", request);
        cr_expect_eq(place_holds(match, &table.desk.guests[ANN].peer, 0),
                     place_watches(match, watcher), "request %d", request);
        pair_end();
    }
}

/* A game that is over for the hall is told to be, and stays so. */
Test(hall_starving, an_end_is_an_end_without_memory)
{
    bool has_failed = true;
    for (int request = 1; has_failed; request++) {
        pair_begin(",'seed':'x'");
        desk_settle(&table.desk);
        has_failed = say_without(ANN, request, "game.resign", "");
        const struct matches *all = hall_matches(table.desk.hall);
        const struct match *match = matches_by_id(all, table.game);
        bool is_over = match != NULL && !match_goes_on(match);
        cr_expect(!is_over || match->over_is_told, "request %d", request);
        go_on();
        /* What could not be written has left memory. */
        is_over = is_over && matches_by_id(all, table.game) != NULL;
        desk_restart(&table.desk);
        const struct json *about = pair_call(WATCHER, "game.about");
        cr_expect(!is_over || strcmp(desk_string(about, "state"), "over") == 0,
                  "request %d", request);
        pair_end();
    }
}

/* Whether it was made or not, the game goes on. What it was may be forgotten:
 * then it is answered, said again, as any other. */
Test(hall_starving, a_game_goes_on_without_memory_for_a_choice)
{
    enum { NOT_NOW = 3 };
    bool has_failed = true;
    for (int request = 1; has_failed; request++) {
        pair_begin(",'seed':'x'");
        desk_settle(&table.desk);
        has_failed =
            say_without(ANN, request, "game.choose", ",\"seq\":1,\"index\":0");
        go_on();
        come_back(ANN);
        cr_expect(pair_choose(ANN, 1) != NULL ||
                      desk_code(&table.desk, ANN) == NOT_NOW,
                  "request %d: %s", request, desk_answer(&table.desk, ANN));
        cr_expect(pair_choose(ANN, 2) != NULL, "request %d: %s", request,
                  desk_answer(&table.desk, ANN));
        pair_end();
    }
}
