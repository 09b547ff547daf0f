/*
 * What leaves the hall, byte for byte: a game is played in the hall and beside
 * it, and what each peer is told and answered must be exactly what its seat may
 * see of the game beside.
 */

#include "desk.h"

#include "fair/draw.h"
#include "hall/place.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEATS_MAX = 3,
    UNDO_ONE_IN = 7,
    STEPS_MAX = 10000,
    CARDS_GAMES = 40,
    CASTLE_GAMES = 4,
};

/* The game beside, and the hall. */
struct mirror {
    struct desk desk;
    char id[MATCH_ID_SIZE];
    struct ruleset *ruleset;
    struct game *game;
    struct text events; /* told since the last step, as notifications */
    struct text all;    /* all that was not undone */
    int count;          /* of those */
    int seat_count;
    int seq;
    struct draw_stream chance;
};

static void on_event(void *context, const char *json, size_t size)
{
    struct mirror *mirror = context;
    size_t before = mirror->events.size;
    text_addf(&mirror->events,
              "{\"jsonrpc\":\"2.0\",\"method\":\"game.event\",\"params\":{"
              "\"game\":\"%s\",%.*s}\n",
              mirror->id, (int)size - 1, json + 1);
    text_add_bytes(&mirror->all, mirror->events.bytes + before,
                   mirror->events.size - before);
    mirror->count++;
}

static void cut_events(struct mirror *mirror, int count)
{
    size_t at = 0;
    for (int i = 0; i < count; i++)
        at += strcspn(mirror->all.bytes + at, "\n") + 1;
    mirror->all.size = at;
    mirror->all.bytes[at] = '\0';
    mirror->count = count;
}

/* A game in the hall, with a peer in each seat and one who watches, and the
 * same beside it. */
static void open(struct mirror *mirror, const char *game, const char *seed)
{
    struct error error;
    struct hash hash;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR, .game = game};
    const struct json *created =
        desk_call(&mirror->desk, 0, "game.create", "{'game':'%s','seed':'%s'}",
                  game, seed);
    cr_assert(created != NULL, "%s", desk_answer(&mirror->desk, 0));
    snprintf(mirror->id, sizeof mirror->id, "%s", desk_string(created, "game"));
    mirror->seat_count = (int)json_size(json_get(created, "seats"));
    cr_assert(desk_call(&mirror->desk, SEATS_MAX, "game.watch", "{'game':'%s'}",
                        mirror->id) != NULL);
    for (int i = 0; i < mirror->seat_count; i++) {
        desk_clear(&mirror->desk);
        cr_assert(desk_call(&mirror->desk, i, "game.join",
                            "{'game':'%s','name':'%d'}", mirror->id,
                            i) != NULL);
    }
    cr_assert(ruleset_open(&mirror->ruleset, &request, &error) == STATUS_OK,
              "%s", error.text);
    struct game_start start = {.ruleset = mirror->ruleset,
                               .seed = seed,
                               .listener = on_event,
                               .context = mirror};
    text_clear(&mirror->events);
    text_clear(&mirror->all);
    mirror->count = 0;
    mirror->seq = 1;
    cr_assert(game_new(&mirror->game, &start, &error) == STATUS_OK, "%s",
              error.text);
    draw_seed_from_text(&hash, seed);
    draw_stream_init(&mirror->chance, &hash);
}

static void leave(struct mirror *mirror)
{
    for (int i = 0; i <= SEATS_MAX + 1; i++)
        desk_call(&mirror->desk, i, "game.leave", "{'game':'%s'}", mirror->id);
    desk_clear(&mirror->desk);
    game_free(mirror->game);
    ruleset_free(mirror->ruleset);
}

/* Adds what `seat`, or PEER_WATCHES, is told of what is asked. */
static void add_asked(struct mirror *mirror, struct text *out, int seat)
{
    struct error error;
    const struct question *question = game_question(mirror->game);
    const char *player = game_seat_name(mirror->game, question->seat);
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"method\":\"game.waiting\",\"params\":{"
              "\"game\":\"%s\",\"seq\":%d,\"seat\":%d,\"player\":\"%s\","
              "\"step\":\"%s\",\"clocks\":null,\"until\":null}}\n",
              mirror->id, mirror->seq, question->seat + 1, player,
              question->step);
    if (question->seat != seat)
        return;
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"method\":\"game.question\",\"params\":{"
              "\"game\":\"%s\",\"seq\":%d,\"step\":\"%s\",\"seat\":%d,"
              "\"player\":\"%s\",\"may_undo\":%s,\"ends_turn\":null,"
              "\"choices\":[",
              mirror->id, mirror->seq, question->step, seat + 1, player,
              game_may_undo(mirror->game, seat) ? "true" : "false");
    for (int i = 0; i < question->choice_count; i++) {
        json_add_comma(out);
        cr_assert(position_choice(game_position(mirror->game), i, out,
                                  &error) == STATUS_OK);
    }
    text_add(out, "]}}\n");
}

static void add_over(struct mirror *mirror, struct text *out)
{
    struct result result;
    struct error error;
    cr_assert(game_result(mirror->game, &result, &error) == STATUS_OK);
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"method\":\"game.over\",\"params\":{"
              "\"game\":\"%s\",\"reason\":\"%s\",\"scores\":{",
              mirror->id, game_over_reason(mirror->game));
    for (int i = 0; i < mirror->seat_count; i++)
        json_add_member_integer(out, game_seat_name(mirror->game, i),
                                result.scores[i]);
    text_add(out, "},\"winner\":");
    if (result.winner < 0)
        text_add(out, "null");
    else
        text_addf(out, "\"%s\"", game_seat_name(mirror->game, result.winner));
    text_add(out, "}}\n");
}

/* Compares what each peer was told with what it may know; `first` comes before
 * the events, or is "". */
static void check_told(struct mirror *mirror, const char *first)
{
    struct text expected = {0};
    for (int i = 0; i <= SEATS_MAX; i++) {
        if (i >= mirror->seat_count && i < SEATS_MAX)
            continue;
        text_clear(&expected);
        text_add(&expected, first);
        text_add(&expected, text_string(&mirror->events));
        if (game_over_reason(mirror->game) != NULL)
            add_over(mirror, &expected);
        else
            add_asked(mirror, &expected, i == SEATS_MAX ? PEER_WATCHES : i);
        const char *told = text_string(&mirror->desk.guests[i].told);
        cr_assert(strcmp(told, expected.bytes) == 0,
                  "peer %d was told\n%s\nand not\n%s", i, told, expected.bytes);
    }
    text_free(&expected);
    text_clear(&mirror->events);
    desk_clear(&mirror->desk);
}

/* Each peer sees its own view, and no other one. */
static void check_views(struct mirror *mirror)
{
    struct text view = {0};
    struct text seen = {0};
    struct error error;
    for (int i = 0; i <= SEATS_MAX; i++) {
        if (i >= mirror->seat_count && i < SEATS_MAX)
            continue;
        const struct json *result = desk_call(&mirror->desk, i, "game.view",
                                              "{'game':'%s'}", mirror->id);
        text_clear(&view);
        text_clear(&seen);
        json_add_value(&seen, result);
        cr_assert(position_view(game_position(mirror->game),
                                i == SEATS_MAX ? -1 : i, &view,
                                &error) == STATUS_OK);
        cr_assert(strcmp(seen.bytes, view.bytes) == 0, "%s\n%s", seen.bytes,
                  view.bytes);
        for (int of = 0; of < mirror->seat_count; of++) {
            if (of == i)
                continue;
            desk_call(&mirror->desk, i, "game.view", "{'game':'%s','seat':%d}",
                      mirror->id, of + 1);
            cr_assert(desk_code(&mirror->desk, i) == 2);
        }
    }
    text_free(&view);
    text_free(&seen);
}

/* Nobody learns anything of a question that is another's. */
static void check_question(struct mirror *mirror)
{
    static const char *const calls[] = {
        "game.question {'game':'%s'}",
        "game.ends_turn {'game':'%s','seq':%d,'index':0}",
        "game.choose {'game':'%s','seq':%d,'index':0}",
        "game.choose {'game':'%s','seq':%d,'index':0,'seat':%d}",
        "game.question {'game':'%s','seq':%d,'seat':%d}",
    };
    int asked = game_question(mirror->game)->seat;
    for (int i = 0; i <= SEATS_MAX + 1; i++) {
        if (i == asked)
            continue;
        for (size_t of = 0; of < sizeof calls / sizeof calls[0]; of++) {
            char method[32];
            char params[128];
            const char *space = strchr(calls[of], ' ');
            snprintf(method, sizeof method, "%.*s", (int)(space - calls[of]),
                     calls[of]);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(params, sizeof params, space + 1, mirror->id, mirror->seq,
                     asked + 1);
#pragma GCC diagnostic pop
            cr_assert(desk_call(&mirror->desk, i, method, "%s", params) ==
                      NULL);
            cr_assert(strlen(desk_answer(&mirror->desk, i)) < 200);
        }
    }
}

/* Somebody who comes late is told the events, and nothing else. */
static void check_late(struct mirror *mirror)
{
    struct text expected = {0};
    int late = SEATS_MAX + 1;
    cr_assert(desk_call(&mirror->desk, late, "game.watch", "{'game':'%s'}",
                        mirror->id) != NULL);
    const char *told = text_string(&mirror->desk.guests[late].told);
    cr_assert(desk_told(&mirror->desk, late, "game.seats", NULL) == 1);
    told += strcspn(told, "\n") + 1;
    text_add(&expected, text_string(&mirror->all));
    add_asked(mirror, &expected, PEER_WATCHES);
    cr_assert(strcmp(told, expected.bytes) == 0, "told\n%s\nand not\n%s", told,
              expected.bytes);
    desk_call(&mirror->desk, late, "game.leave", "{'game':'%s'}", mirror->id);
    text_free(&expected);
    desk_clear(&mirror->desk);
}

/* Takes something back if that can be; false when it cannot. */
static bool undo(struct mirror *mirror)
{
    struct error error;
    char undone[160];
    int seat = game_question(mirror->game)->seat;
    if (!game_may_undo(mirror->game, seat))
        return false;
    cr_assert(game_undo(mirror->game, seat, &error) == STATUS_OK);
    cr_assert(desk_call(&mirror->desk, seat, "game.undo", "{'game':'%s'}",
                        mirror->id) != NULL);
    mirror->seq++;
    cut_events(mirror, game_event_count(mirror->game));
    snprintf(undone, sizeof undone,
             "{\"jsonrpc\":\"2.0\",\"method\":\"game.undone\",\"params\":{"
             "\"game\":\"%s\",\"entry\":%d}}\n",
             mirror->id, mirror->count);
    check_told(mirror, undone);
    return true;
}

static void choose(struct mirror *mirror)
{
    struct error error;
    const struct question *question = game_question(mirror->game);
    int seat = question->seat;
    int index =
        (int)draw_uniform(&mirror->chance, (uint32_t)question->choice_count);
    cr_assert(desk_call(&mirror->desk, seat, "game.choose",
                        "{'game':'%s','seq':%d,'index':%d}", mirror->id,
                        mirror->seq, index) != NULL,
              "%s", desk_answer(&mirror->desk, seat));
    cr_assert(game_choose(mirror->game, index, &error) == STATUS_OK);
    mirror->seq++;
    check_told(mirror, "");
}

static void play(struct mirror *mirror)
{
    check_told(mirror, "");
    for (int i = 0; i < STEPS_MAX && game_over_reason(mirror->game) == NULL;
         i++) {
        uint32_t dice = draw_uniform(&mirror->chance, UNDO_ONE_IN);
        if (dice == 0 && undo(mirror))
            continue;
        if (dice == 1)
            check_views(mirror);
        if (dice == 2)
            check_question(mirror);
        if (dice == 3)
            check_late(mirror);
        choose(mirror);
    }
    cr_assert(game_over_reason(mirror->game) != NULL);
}

/* Drops the seats that were told while the last one joined. */
static void drop_seats(struct mirror *mirror)
{
    for (int i = 0; i <= SEATS_MAX; i++) {
        struct text *told = &mirror->desk.guests[i].told;
        if (told->size == 0 || strstr(told->bytes, "game.seats") == NULL)
            continue;
        size_t end = strcspn(told->bytes, "\n") + 1;
        cr_assert(strstr(told->bytes, "game.seats") < told->bytes + end);
        memmove(told->bytes, told->bytes + end, told->size - end + 1);
        told->size -= end;
    }
}

/* LEAK_GAMES times as many games. */
static void play_games(const char *game, int count)
{
    struct mirror mirror = {.seq = 0};
    const char *times = getenv("LEAK_GAMES");
    count *= times == NULL ? 1 : (int)strtol(times, NULL, 10);
    desk_open(&mirror.desk, SEATS_MAX + 2);
    for (int i = 0; i < count; i++) {
        char seed[32];
        snprintf(seed, sizeof seed, "leak %d", i);
        open(&mirror, game, seed);
        drop_seats(&mirror);
        play(&mirror);
        leave(&mirror);
    }
    text_free(&mirror.events);
    text_free(&mirror.all);
    desk_close(&mirror.desk);
}

Test(leak, a_peer_is_told_what_its_seat_may_see_of_hands, .timeout = 3600)
{
    play_games(CASTLED_SOURCE_DIR "/tests/games/cards", CARDS_GAMES);
}

Test(leak, a_peer_is_told_what_its_seat_may_see_of_the_castle, .timeout = 3600)
{
    play_games("castle", CASTLE_GAMES);
}
