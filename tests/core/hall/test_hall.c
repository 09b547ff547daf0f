#include "desk.h"

#include "base/clock.h"
#include "fair/draw.h"
#include "game/seat.h"
#include "hall/match_store.h"
#include "hall/place.h"
#include "script/executor_inside.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHITE,
    BLACK,
    WATCHER,
    STRANGER,
    GUESTS,
    ASKED_MAX = 5000,
};

/* A game of two, and who sits where. */
struct table {
    struct desk desk;
    char id[MATCH_ID_SIZE];
    char tokens[2][SEAT_TOKEN_SIZE];
    struct draw_stream chance;
};

static void join(struct table *table, int guest, const char *name)
{
    const struct json *joined = desk_call(&table->desk, guest, "game.join",
                                          "{'game':'%s','name':'%s','seat':%d}",
                                          table->id, name, guest + 1);
    cr_assert(joined != NULL, "%s", desk_answer(&table->desk, guest));
    snprintf(table->tokens[guest], SEAT_TOKEN_SIZE, "%s",
             desk_string(joined, "token"));
    cr_assert(strlen(table->tokens[guest]) == SEAT_TOKEN_SIZE - 1);
}

static void create(struct table *table, const char *seed)
{
    struct hash hash;
    desk_open(&table->desk, GUESTS);
    const struct json *created =
        desk_call(&table->desk, WHITE, "game.create",
                  "{'game':'castle','seed':'%s','options':"
                  "{'first_player':'white'}}",
                  seed);
    cr_assert(created != NULL, "%s", desk_answer(&table->desk, WHITE));
    snprintf(table->id, sizeof table->id, "%s", desk_string(created, "game"));
    cr_assert(strlen(table->id) == MATCH_LETTERS);
    draw_seed_from_text(&hash, seed);
    draw_stream_init(&table->chance, &hash);
}

/* A game that has begun, with somebody who watches. */
static void begin(struct table *table, const char *seed)
{
    create(table, seed);
    join(table, WHITE, "Ann");
    join(table, BLACK, "Bob");
    cr_assert(desk_call(&table->desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table->id) != NULL);
}

/* The question that is asked, from the news of whom it asks; its seat, from 0.
 */
static int question(struct table *table, int *seq, int *count)
{
    for (int seat = WHITE; seat <= BLACK; seat++) {
        const struct json *asked = desk_call(
            &table->desk, seat, "game.question", "{'game':'%s'}", table->id);
        if (asked == NULL)
            continue;
        *seq = (int)desk_integer(asked, "seq");
        *count = (int)json_size(json_get(asked, "choices"));
        return seat;
    }
    return -1;
}

/* Makes `count` random choices, or plays to the end. */
static void play(struct table *table, int count)
{
    int seq;
    int choices;
    int seat;
    while (count-- > 0 && (seat = question(table, &seq, &choices)) >= 0) {
        uint32_t index = draw_uniform(&table->chance, (uint32_t)choices);
        cr_assert(desk_call(&table->desk, seat, "game.choose",
                            "{'game':'%s','seq':%d,'index':%u}", table->id, seq,
                            index) != NULL,
                  "%s", desk_answer(&table->desk, seat));
    }
}

static char *record_of(struct table *table)
{
    const struct json *result = desk_call(&table->desk, STRANGER, "game.record",
                                          "{'game':'%s'}", table->id);
    cr_assert(result != NULL, "%s", desk_answer(&table->desk, STRANGER));
    return strdup(desk_string(result, "record"));
}

static void rejoin(struct table *table, int guest, int seat)
{
    cr_assert(desk_call(&table->desk, guest, "game.rejoin",
                        "{'game':'%s','token':'%s'}", table->id,
                        table->tokens[seat]) != NULL,
              "%s", desk_answer(&table->desk, guest));
}

static void check_refused(struct table *table, int guest, int code,
                          const char *method, const char *params)
{
    struct text all = {0};
    text_addf(&all, "{'game':'%s'%s}", table->id, params);
    desk_call(&table->desk, guest, method, "%s", all.bytes);
    cr_assert(desk_code(&table->desk, guest) == code, "%s %s: %s", method,
              params, desk_answer(&table->desk, guest));
    text_free(&all);
}

Test(hall, a_game_begins_when_all_seats_are_taken)
{
    struct table table;
    struct json *seats;
    create(&table, "begins");
    join(&table, WHITE, "Ann");
    cr_assert(desk_told(&table.desk, WHITE, "game.event", NULL) == 0);
    check_refused(&table, WHITE, 3, "game.question", "");
    join(&table, BLACK, "Bob");
    cr_assert(desk_told(&table.desk, WHITE, "game.event", NULL) == 2);
    cr_assert(desk_told(&table.desk, BLACK, "game.event", NULL) == 2);
    cr_assert(desk_told(&table.desk, WHITE, "game.waiting", NULL) == 1);
    cr_assert(desk_told(&table.desk, BLACK, "game.waiting", NULL) == 1);
    cr_assert(desk_told(&table.desk, WHITE, "game.question", NULL) == 1);
    cr_assert(desk_told(&table.desk, BLACK, "game.question", NULL) == 0);
    cr_assert(desk_told(&table.desk, STRANGER, "game.event", NULL) == 0);
    cr_assert(desk_told(&table.desk, WHITE, "game.seats", &seats) == 2);
    cr_assert(strcmp(desk_string(seats, "seats.1.who"), "Bob") == 0);
    json_free(seats);
    check_refused(&table, STRANGER, 3, "game.join", ",'name':'Cid'");
    desk_close(&table.desk);
}

Test(hall, a_list_has_public_games_only)
{
    struct table table;
    create(&table, "list");
    cr_assert(desk_call(&table.desk, WHITE, "game.create",
                        "{'game':'castle','public':false}") != NULL);
    desk_settle(&table.desk);
    const struct json *list =
        desk_call(&table.desk, STRANGER, "games.list", "{'state':'open'}");
    cr_assert(json_size(json_get(list, "games")) == 1);
    cr_assert(strcmp(desk_string(list, "games.0.game"), table.id) == 0);
    cr_assert(strcmp(desk_string(list, "games.0.name"), "castle") == 0);
    cr_assert(strcmp(desk_string(list, "games.0.options.first_player"),
                     "white") == 0);
    cr_assert(desk_integer(list, "games.0.created") > 0);
    list = desk_call(&table.desk, STRANGER, "games.list", "{'state':'over'}");
    cr_assert(json_size(json_get(list, "games")) == 0);
    desk_call(&table.desk, STRANGER, "games.list", "{'state':'lost'}");
    cr_assert(desk_code(&table.desk, STRANGER) == -32602);
    desk_evict(&table.desk);
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    const struct json *about = desk_call(&table.desk, STRANGER, "game.about",
                                         "{'game':'%s'}", table.id);
    cr_assert(strcmp(desk_string(about, "state"), "open") == 0, "%s",
              desk_answer(&table.desk, STRANGER));
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    desk_close(&table.desk);
}

Test(hall, a_held_seat_is_for_who_is_invited)
{
    struct desk desk;
    char invitation[SEAT_INVITATION_SIZE];
    char id[MATCH_ID_SIZE];
    desk_open(&desk, 3);
    const struct json *created =
        desk_call(&desk, 0, "game.create",
                  "{'game':'castle','seed':'x','players':['human','held']}");
    snprintf(id, sizeof id, "%s", desk_string(created, "game"));
    snprintf(invitation, sizeof invitation, "%s",
             desk_string(created, "invitations.0.invitation"));
    cr_assert(desk_integer(created, "invitations.0.seat") == 2);
    cr_assert(desk_call(&desk, 0, "game.join", "{'game':'%s','name':'Ann'}",
                        id) != NULL);
    desk_call(&desk, 1, "game.join", "{'game':'%s','name':'Bob'}", id);
    cr_assert(desk_code(&desk, 1) == 3, "%s", desk_answer(&desk, 1));
    desk_call(&desk, 1, "game.join", "{'game':'%s','name':'Bob','seat':2}", id);
    cr_assert(desk_code(&desk, 1) == 2);
    desk_call(&desk, 1, "game.join",
              "{'game':'%s','name':'Bob','invitation':'nonsense'}", id);
    cr_assert(desk_code(&desk, 1) == 2);
    desk_restart(&desk);
    cr_assert(desk_call(&desk, 1, "game.join",
                        "{'game':'%s','name':'Bob','invitation':'%s'}", id,
                        invitation) != NULL,
              "%s", desk_answer(&desk, 1));
    desk_call(&desk, 2, "game.join",
              "{'game':'%s','name':'Cid','invitation':'%s'}", id, invitation);
    cr_assert(desk_code(&desk, 2) == 3);
    desk_close(&desk);
}

Test(hall, a_seat_is_free_again_until_the_game_begins)
{
    struct table table;
    create(&table, "leave");
    join(&table, WHITE, "Ann");
    cr_assert(desk_call(&table.desk, WHITE, "game.leave", "{'game':'%s'}",
                        table.id) != NULL);
    cr_assert(desk_call(&table.desk, WHITE, "game.leave", "{'game':'%s'}",
                        table.id) != NULL);
    check_refused(&table, WHITE, 2, "game.rejoin", ",'token':'x'");
    join(&table, WHITE, "Ann");
    join(&table, BLACK, "Bob");
    cr_assert(desk_call(&table.desk, WHITE, "game.leave", "{'game':'%s'}",
                        table.id) != NULL);
    check_refused(&table, STRANGER, 3, "game.join", ",'name':'Cid'");
    check_refused(&table, WHITE, 2, "game.question", "");
    rejoin(&table, WHITE, WHITE);
    cr_assert(desk_call(&table.desk, WHITE, "game.question", "{'game':'%s'}",
                        table.id) != NULL);
    desk_close(&table.desk);
}

Test(hall, names_are_fit_to_be_shown)
{
    static const char *const bad[] = {
        "",
        "   ",
        "a\\u001bb",
        "a\\nb",
        "\\u202eabc",
        "\\u0085",
        "12345678901234567890123456789012345678901",
    };
    struct table table;
    create(&table, "names");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        desk_call(&table.desk, WHITE, "game.join", "{'game':'%s','name':'%s'}",
                  table.id, bad[i]);
        cr_assert(desk_code(&table.desk, WHITE) == -32602, "%s", bad[i]);
    }
    cr_assert(desk_call(&table.desk, WHITE, "game.join",
                        "{'game':'%s','name':'1234567890123456789012345678901"
                        "23456789\xc3\xa9'}",
                        table.id) != NULL);
    desk_close(&table.desk);
}

Test(hall, a_token_takes_the_seat_over)
{
    struct table table;
    struct json *left;
    begin(&table, "token");
    check_refused(&table, STRANGER, 2, "game.rejoin", ",'token':''");
    check_refused(&table, STRANGER, 2, "game.rejoin",
                  ",'token':'0000000000000000000000000000000000000000000000000"
                  "000000000000000'");
    rejoin(&table, STRANGER, WHITE);
    cr_assert(desk_told(&table.desk, WHITE, "game.left", &left) == 1);
    cr_assert(strcmp(desk_string(left, "reason"), "elsewhere") == 0);
    cr_assert(desk_integer(left, "seat") == 1);
    json_free(left);
    check_refused(&table, WHITE, 2, "game.question", "");
    cr_assert(desk_told(&table.desk, STRANGER, "game.question", NULL) == 1);
    desk_clear(&table.desk);
    cr_assert(desk_call(&table.desk, STRANGER, "game.choose",
                        "{'game':'%s','seq':1,'index':0}", table.id) != NULL);
    cr_assert(table.desk.guests[WHITE].told.size == 0);
    desk_close(&table.desk);
}

Test(hall, a_seat_that_lost_its_peer_is_told)
{
    struct table table;
    struct json *seats;
    bool is_here = true;
    begin(&table, "gone");
    desk_clear(&table.desk);
    desk_disconnect(&table.desk, WHITE);
    cr_assert(desk_told(&table.desk, BLACK, "game.seats", &seats) == 1);
    cr_assert(json_read_boolean(desk_at(seats, "seats.0.here"), &is_here));
    cr_assert(!is_here);
    json_free(seats);
    desk_connect(&table.desk, WHITE);
    rejoin(&table, WHITE, WHITE);
    cr_assert(desk_told(&table.desk, BLACK, "game.seats", &seats) == 2);
    cr_assert(json_read_boolean(desk_at(seats, "seats.0.here"), &is_here));
    cr_assert(is_here);
    json_free(seats);
    desk_close(&table.desk);
}

Test(hall, nobody_acts_for_a_seat_that_is_not_theirs)
{
    static const struct {
        const char *method;
        const char *params;
    } calls[] = {
        {"game.question", ",'seat':1"},
        {"game.view", ",'seat':1"},
        {"game.choose", ",'seat':1,'seq':1,'index':0"},
        {"game.ends_turn", ",'seat':1,'seq':1,'index':0"},
        {"game.undo", ",'seat':1"},
        {"game.resign", ",'seat':1"},
        {"game.offer_draw", ",'seat':1"},
        {"game.answer_draw", ",'seat':1,'agree':true"},
    };
    struct table table;
    begin(&table, "authority");
    for (int guest = BLACK; guest < GUESTS; guest++)
        for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
            check_refused(&table, guest, 2, calls[i].method, calls[i].params);
    check_refused(&table, WHITE, 1, "game.view", ",'seat':3");
    check_refused(&table, WHITE, 1, "game.resign", ",'seat':0");
    desk_close(&table.desk);
}

Test(hall, without_a_seat_one_only_watches)
{
    static const char *const calls[] = {"game.question", "game.undo",
                                        "game.resign", "game.offer_draw"};
    struct table table;
    begin(&table, "watching");
    for (int guest = WATCHER; guest < GUESTS; guest++) {
        for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
            check_refused(&table, guest, 2, calls[i], "");
        check_refused(&table, guest, 2, "game.choose", ",'seq':1,'index':0");
        check_refused(&table, guest, 2, "game.choose", ",'seq':0,'index':0");
        cr_assert(desk_call(&table.desk, guest, "game.view", "{'game':'%s'}",
                            table.id) != NULL);
    }
    check_refused(&table, BLACK, 3, "game.choose", ",'seq':1,'index':0");
    check_refused(&table, BLACK, 3, "game.question", "");
    check_refused(&table, BLACK, 3, "game.ends_turn", ",'seq':1,'index':0");
    check_refused(&table, WHITE, 3, "game.choose", ",'seq':2,'index':0");
    desk_close(&table.desk);
}

Test(hall, who_has_two_seats_says_which)
{
    struct table table;
    create(&table, "two");
    for (int i = 0; i < 2; i++)
        cr_assert(desk_call(&table.desk, WHITE, "game.join",
                            "{'game':'%s','name':'Ann'}", table.id) != NULL);
    cr_assert(desk_told(&table.desk, WHITE, "game.event", NULL) == 2);
    check_refused(&table, WHITE, -32602, "game.resign", "");
    cr_assert(desk_call(&table.desk, WHITE, "game.choose",
                        "{'game':'%s','seq':1,'index':0}", table.id) != NULL);
    cr_assert(desk_call(&table.desk, WHITE, "game.resign",
                        "{'game':'%s','seat':2}", table.id) != NULL);
    desk_close(&table.desk);
}

Test(hall, what_is_for_the_host_is_refused)
{
    struct table table;
    create(&table, "host");
    check_refused(&table, WHITE, 2, "game.begin", "");
    check_refused(&table, WHITE, 2, "game.save", ",'save':'/tmp/x'");
    check_refused(&table, WHITE, 2, "game.close", "");
    check_refused(&table, WHITE, 2, "game.hint", "");
    desk_call(&table.desk, WHITE, "game.resume", "{'save':'/etc/passwd'}");
    cr_assert(desk_code(&table.desk, WHITE) == 2);
    desk_call(&table.desk, WHITE, "game.create",
              "{'game':'castle','save':'/tmp/x'}");
    cr_assert(desk_code(&table.desk, WHITE) == 2);
    desk_close(&table.desk);
}

Test(hall, a_whole_game_is_told_to_all_alike, .timeout = 300)
{
    struct table table;
    struct text told[3] = {{0}};
    struct text late = {0};
    begin(&table, "whole");
    play(&table, ASKED_MAX);
    for (int i = WHITE; i <= WATCHER; i++) {
        cr_assert(desk_told(&table.desk, i, "game.over", NULL) == 1);
        desk_events(&table.desk, i, &told[i]);
        cr_assert(strcmp(told[i].bytes, told[0].bytes) == 0);
    }
    cr_assert(desk_call(&table.desk, STRANGER, "game.watch", "{'game':'%s'}",
                        table.id) != NULL);
    desk_events(&table.desk, STRANGER, &late);
    cr_assert(strcmp(late.bytes, told[0].bytes) == 0);
    cr_assert(desk_told(&table.desk, STRANGER, "game.over", NULL) == 1);
    const struct json *about = desk_call(&table.desk, STRANGER, "game.about",
                                         "{'game':'%s'}", table.id);
    cr_assert(strcmp(desk_string(about, "state"), "over") == 0);
    cr_assert(strcmp(desk_string(about, "result.reason"), "finished") == 0);
    check_refused(&table, WHITE, 3, "game.resign", "");
    desk_verify(&table.desk, STRANGER, table.id);
    for (int i = WHITE; i <= WATCHER; i++)
        text_free(&told[i]);
    text_free(&late);
    desk_close(&table.desk);
}

Test(hall, who_comes_late_is_told_what_was_not_undone)
{
    struct table table;
    struct text told = {0};
    struct text late = {0};
    begin(&table, "late");
    play(&table, 9);
    for (int seat = WHITE; seat <= BLACK; seat++)
        desk_call(&table.desk, seat, "game.undo", "{'game':'%s'}", table.id);
    play(&table, 1);
    for (int seat = WHITE; seat <= BLACK; seat++)
        desk_call(&table.desk, seat, "game.undo", "{'game':'%s'}", table.id);
    desk_events(&table.desk, WATCHER, &told);
    cr_assert(desk_call(&table.desk, STRANGER, "game.watch", "{'game':'%s'}",
                        table.id) != NULL);
    desk_events(&table.desk, STRANGER, &late);
    cr_assert(strcmp(told.bytes, late.bytes) == 0, "%s\n%s", told.bytes,
              late.bytes);
    /* The story that is kept goes on with the game. */
    play(&table, 5);
    for (int seat = WHITE; seat <= BLACK; seat++)
        desk_call(&table.desk, seat, "game.undo", "{'game':'%s'}", table.id);
    play(&table, 2);
    text_clear(&told);
    text_clear(&late);
    desk_events(&table.desk, WATCHER, &told);
    text_clear(&table.desk.guests[STRANGER].told);
    cr_assert(desk_call(&table.desk, STRANGER, "game.watch", "{'game':'%s'}",
                        table.id) != NULL);
    desk_events(&table.desk, STRANGER, &late);
    cr_assert(strcmp(told.bytes, late.bytes) == 0);
    text_free(&told);
    text_free(&late);
    desk_close(&table.desk);
}

Test(hall, a_game_leaves_memory_and_comes_back_as_it_was)
{
    struct table table;
    begin(&table, "idle");
    play(&table, 12);
    int seq;
    int count;
    int asked = question(&table, &seq, &count);
    char *before = record_of(&table);
    for (int i = WHITE; i <= WATCHER; i++)
        desk_disconnect(&table.desk, i);
    desk_evict(&table.desk);
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    char *stored = record_of(&table);
    cr_assert(strcmp(before, stored) == 0);
    cr_assert(hall_figures(table.desk.hall).match_count == 0);
    for (int i = WHITE; i <= BLACK; i++) {
        desk_connect(&table.desk, i);
        rejoin(&table, i, i);
    }
    int again_seq;
    int again_count;
    cr_assert(question(&table, &again_seq, &again_count) == asked);
    cr_assert(again_seq == seq && again_count == count);
    char *after = record_of(&table);
    cr_assert(strcmp(before, after) == 0);
    play(&table, ASKED_MAX);
    desk_verify(&table.desk, STRANGER, table.id);
    free(before);
    free(stored);
    free(after);
    desk_close(&table.desk);
}

Test(hall, a_restart_loses_nothing)
{
    struct table table;
    begin(&table, "restart");
    for (int i = 0; i < 5; i++) {
        play(&table, 3);
        char *before = record_of(&table);
        desk_restart(&table.desk);
        rejoin(&table, WHITE, WHITE);
        rejoin(&table, BLACK, BLACK);
        char *after = record_of(&table);
        cr_assert(strcmp(before, after) == 0);
        free(before);
        free(after);
    }
    desk_close(&table.desk);
}

Test(hall, the_record_has_what_is_not_on_the_disk_yet)
{
    struct table table;
    struct error error;
    begin(&table, "tail");
    for (int i = 0; i < 20; i++) {
        play(&table, 1);
        char *now = record_of(&table);
        desk_settle(&table.desk);
        char *later = record_of(&table);
        struct record *record;
        cr_assert(record_read(&record, now, strlen(now), &error) == STATUS_OK,
                  "%s", error.text);
        record_free(record);
        cr_assert(strcmp(now, later) == 0);
        free(now);
        free(later);
    }
    desk_close(&table.desk);
}

Test(hall, a_choice_that_is_sent_twice_is_made_once)
{
    struct table table;
    struct text choice = {0};
    begin(&table, "repeat");
    const struct json *asked = desk_call(&table.desk, WHITE, "game.question",
                                         "{'game':'%s'}", table.id);
    json_add_value(&choice, desk_at(asked, "choices.0"));
    cr_assert(desk_call(&table.desk, WHITE, "game.choose",
                        "{'game':'%s','seq':1,'choice':%s}", table.id,
                        choice.bytes) != NULL);
    char *record = record_of(&table);
    for (int round = 0; round < 2; round++) {
        desk_clear(&table.desk);
        cr_assert(desk_integer(desk_call(&table.desk, WHITE, "game.choose",
                                         "{'game':'%s','seq':1,'choice':%s}",
                                         table.id, choice.bytes),
                               "seq") == 2);
        cr_assert(
            desk_integer(desk_call(&table.desk, WHITE, "game.choose",
                                   "{'game':'%s','seq':1,'index':0}", table.id),
                         "seq") == 2,
            "%s", desk_answer(&table.desk, WHITE));
        check_refused(&table, WHITE, 3, "game.choose", ",'seq':1,'index':1");
        check_refused(&table, WHITE, 3, "game.choose", ",'seq':1,'choice':{}");
        check_refused(&table, BLACK, 2, "game.choose", ",'seq':1,'index':0");
        check_refused(&table, WATCHER, 2, "game.choose", ",'seq':1,'index':0");
        cr_assert(table.desk.guests[BLACK].told.size == 0);
        char *again = record_of(&table);
        cr_assert(strcmp(record, again) == 0);
        free(again);
        desk_restart(&table.desk);
        rejoin(&table, WHITE, WHITE);
        rejoin(&table, BLACK, BLACK);
    }
    free(record);
    text_free(&choice);
    desk_close(&table.desk);
}

/* A sealed game that has begun without anybody's contribution. */
static void begin_sealed(struct table *table)
{
    struct hash hash;
    static const char *const keys[] = {
        [WHITE] =
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        [BLACK] =
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    };
    desk_open(&table->desk, GUESTS);
    const struct json *created =
        desk_call(&table->desk, WHITE, "game.create", "{'game':'castle'}");
    snprintf(table->id, sizeof table->id, "%s", desk_string(created, "game"));
    for (int i = WHITE; i <= BLACK; i++) {
        const struct json *joined = desk_call(
            &table->desk, i, "game.join",
            "{'game':'%s','name':'Ann','key':'%s'}", table->id, keys[i]);
        cr_assert(joined != NULL, "%s", desk_answer(&table->desk, i));
        snprintf(table->tokens[i], SEAT_TOKEN_SIZE, "%s",
                 desk_string(joined, "token"));
    }
    for (int i = 1; i <= 4; i++)
        desk_tick(&table->desk, i * 40 * 1000);
    draw_seed_from_text(&hash, "sealed");
    draw_stream_init(&table->chance, &hash);
}

Test(hall, a_sealed_game_comes_back_as_it_was, .timeout = 300)
{
    struct table table;
    begin_sealed(&table);
    for (int i = 0; i < 4; i++) {
        play(&table, 7);
        char *before = record_of(&table);
        desk_restart(&table.desk);
        char *stored = record_of(&table);
        rejoin(&table, WHITE, WHITE);
        rejoin(&table, BLACK, BLACK);
        cr_assert(desk_told(&table.desk, WHITE, "game.head", NULL) > 0);
        char *after = record_of(&table);
        cr_assert(strcmp(before, stored) == 0);
        cr_assert(strcmp(before, after) == 0);
        free(before);
        free(stored);
        free(after);
        cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                            table.id) != NULL);
    }
    play(&table, ASKED_MAX);
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", NULL) == 1);
    desk_verify(&table.desk, STRANGER, table.id);
    desk_close(&table.desk);
}

Test(hall, a_repeat_gets_the_head_that_was_signed_for_it, .timeout = 300)
{
    struct table table;
    struct text first = {0};
    struct text again = {0};
    int seq = 0;
    int count;
    begin_sealed(&table);
    int seat = question(&table, &seq, &count);
    const struct json *chosen =
        desk_call(&table.desk, seat, "game.choose",
                  "{'game':'%s','seq':%d,'index':0}", table.id, seq);
    cr_assert(strlen(desk_string(chosen, "head.signature")) == 128, "%s",
              desk_answer(&table.desk, seat));
    json_add_value(&first, chosen);
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            play(&table, 6);
        if (i == 2) {
            desk_restart(&table.desk);
            rejoin(&table, WHITE, WHITE);
            rejoin(&table, BLACK, BLACK);
        }
        text_clear(&again);
        json_add_value(&again, desk_call(&table.desk, seat, "game.choose",
                                         "{'game':'%s','seq':%d,'index':0}",
                                         table.id, seq));
        cr_assert(strcmp(first.bytes, again.bytes) == 0, "%s\n%s", first.bytes,
                  again.bytes);
    }
    text_free(&first);
    text_free(&again);
    desk_close(&table.desk);
}

Test(hall, a_repeat_of_an_old_choice_has_no_head, .timeout = 300)
{
    struct table table;
    int seq = 0;
    int count;
    begin_sealed(&table);
    int seat = question(&table, &seq, &count);
    for (int i = 0; i < 2; i++) {
        const struct json *chosen =
            desk_call(&table.desk, seat, "game.choose",
                      "{'game':'%s','seq':%d,'index':0}", table.id, seq);
        cr_assert(chosen != NULL, "%s", desk_answer(&table.desk, seat));
        cr_assert_eq(desk_integer(chosen, "seq"), seq + 1);
        cr_assert_eq(json_get(chosen, "head") == NULL, i == 1);
        play(&table, MATCH_HEADS_MAX);
    }
    desk_close(&table.desk);
}

/* Has malloc say no at the n-th request from now on by the rules of the game;
 * 0: at none. */
static void refuse_memory(struct table *table, int64_t request)
{
    struct error error;
    struct match *match =
        matches_by_id(hall_matches(table->desk.hall), table->id);
    cr_assert(game_wake(match->game, &error) == STATUS_OK, "%s", error.text);
    const struct executor *executor =
        position_executor(game_position(match->game));
    executor->host->limits.fail_after =
        executor->host->memory_requests + request;
}

/* Asks for the question and makes the choice of it with memory that is out at
 * the n-th request; whether it was made. */
static bool choose_without(struct table *table, int index, int64_t request)
{
    int seq;
    int count;
    refuse_memory(table, 0);
    int seat = question(table, &seq, &count);
    cr_assert(seat >= 0, "request %d", (int)request);
    refuse_memory(table, request);
    desk_call(&table->desk, seat, "game.choose",
              "{'game':'%s','seq':%d,'index':%d}", table->id, seq, index);
    int code = desk_code(&table->desk, seat);
    cr_assert(code == 0 || code == -32603, "%s",
              desk_answer(&table->desk, seat));
    return code == 0;
}

Test(hall, a_game_goes_on_after_memory_was_out, .timeout = 300)
{
    struct table table;
    int seq;
    int count = 0;
    begin(&table, "memory");
    question(&table, &seq, &count);
    for (int i = 0; i < count; i++)
        cr_assert_not(choose_without(&table, i, 1));
    for (int made = 0; made < 8; made++) {
        int64_t request = 1;
        while (!choose_without(&table, 0, request))
            request++;
    }
    cr_expect_eq(desk_told(&table.desk, WATCHER, "game.over", NULL), 0);
    cr_expect_eq(hall_figures(table.desk.hall).script_failure_count, 0);
    refuse_memory(&table, 0);
    play(&table, 4);
    desk_close(&table.desk);
}

Test(hall, what_the_disk_did_not_take_is_taken_back)
{
    struct table table;
    struct error error;
    struct json *left;
    begin(&table, "full");
    play(&table, 4);
    int seq = 0;
    int count;
    int seat = question(&table, &seq, &count);
    char *before = record_of(&table);
    desk_settle(&table.desk);
    desk_fill_disk(true);
    desk_call(&table.desk, seat, "game.choose",
              "{'game':'%s','seq':%d,'index':0}", table.id, seq);
    desk_await_failure(&table.desk);
    desk_clear(&table.desk);
    hall_forget_unwritten(table.desk.hall);
    while (hall_work(table.desk.hall, &error))
        continue;
    cr_assert(desk_told(&table.desk, WATCHER, "game.left", &left) == 1);
    cr_assert(strcmp(desk_string(left, "reason"), "storage") == 0);
    json_free(left);
    check_refused(&table, seat, 5, "game.resign", "");
    rejoin(&table, WHITE, WHITE);
    rejoin(&table, BLACK, BLACK);
    check_refused(&table, seat, 5, "game.choose", ",'seq':1,'index':0");
    desk_call(&table.desk, seat, "game.create", "{'game':'castle'}");
    cr_assert(desk_code(&table.desk, seat) == 5);
    desk_fill_disk(false);
    desk_resume(&table.desk);
    char *after = record_of(&table);
    cr_assert(strcmp(before, after) == 0);
    play(&table, 3);
    desk_settle(&table.desk);
    free(before);
    free(after);
    desk_close(&table.desk);
}

Test(hall, bots_are_asked_where_they_are)
{
    struct desk desk;
    char id[MATCH_ID_SIZE];
    desk_open(&desk, 3);
    desk_call(&desk, 1, "bots.attach", "{'kind':'steward','key':'no'}");
    cr_assert(desk_code(&desk, 1) == 2);
    snprintf(id, sizeof id, "%s",
             desk_string(desk_call(&desk, 0, "game.create",
                                   "{'game':'castle','seed':'bots','players':"
                                   "['human','steward'],'options':"
                                   "{'first_player':'black'}}"),
                         "game"));
    cr_assert(desk_call(&desk, 0, "game.join", "{'game':'%s','name':'Ann'}",
                        id) != NULL);
    /* Nobody plays for it: the game waits. */
    desk_call(&desk, 0, "game.question", "{'game':'%s'}", id);
    cr_assert(desk_code(&desk, 0) == 3);
    cr_assert(desk_call(&desk, 1, "bots.attach",
                        "{'kind':'steward','key':'the key of the bots'}") !=
              NULL);
    cr_assert(desk_told(&desk, 1, "game.question", NULL) == 1);
    cr_assert(desk_call(&desk, 1, "game.choose",
                        "{'game':'%s','seq':1,'index':0}", id) != NULL);
    /* After a restart the game is woken, since the bot is to move. */
    desk_settle(&desk);
    desk_restart(&desk);
    desk_clear(&desk);
    cr_assert(hall_figures(desk.hall).match_count == 0);
    cr_assert(desk_call(&desk, 2, "bots.attach",
                        "{'kind':'steward','key':'the key of the bots'}") !=
              NULL);
    struct error error;
    for (int i = 0; i < 3; i++)
        hall_tick(desk.hall, 1000 * i);
    while (hall_work(desk.hall, &error))
        continue;
    cr_assert(hall_figures(desk.hall).match_count == 1);
    cr_assert(desk_told(&desk, 2, "game.question", NULL) == 1);
    desk_close(&desk);
}

Test(hall, an_open_game_that_nobody_joined_goes)
{
    struct table table;
    create(&table, "old");
    desk_settle(&table.desk);
    desk_evict(&table.desk);
    desk_call(&table.desk, WHITE, "game.about", "{'game':'%s'}", table.id);
    cr_assert(desk_code(&table.desk, WHITE) == 0);
    desk_age(&table.desk, INT64_C(25) * 3600 * 1000);
    desk_settle(&table.desk);
    desk_call(&table.desk, WHITE, "game.about", "{'game':'%s'}", table.id);
    cr_assert(desk_code(&table.desk, WHITE) == 1);
    desk_close(&table.desk);
}

Test(hall, games_that_nobody_is_in_do_not_fill_memory)
{
    enum { COUNT = 8, LEFT = 3 };
    struct desk desk;
    char ids[COUNT][MATCH_ID_SIZE];
    desk_open(&desk, 1);
    desk.settings.idle_max = LEFT;
    desk_restart(&desk);
    for (int i = 0; i < COUNT; i++) {
        const struct json *created = desk_call(
            &desk, 0, "game.create", "{'game':'castle','seed':'%d'}", i);
        cr_assert(created != NULL, "%s", desk_answer(&desk, 0));
        snprintf(ids[i], sizeof ids[i], "%s", desk_string(created, "game"));
        desk_pass(2);
    }
    cr_assert(desk_call(&desk, 0, "game.join", "{'game':'%s','name':'Ann'}",
                        ids[0]) != NULL);
    desk_settle(&desk);
    hall_tick(desk.hall, clock_calendar_ms());
    cr_expect_eq(hall_figures(desk.hall).match_count, LEFT + 1);
    for (int i = 0; i < COUNT; i++)
        cr_expect_eq(matches_by_id(hall_matches(desk.hall), ids[i]) != NULL,
                     i == 0 || i >= COUNT - LEFT, "%d", i);
    cr_expect(desk_call(&desk, 0, "game.watch", "{'game':'%s'}", ids[1]) !=
              NULL);
    desk_close(&desk);
}

/* Many have left at once: they are not all looked at for each that goes. */
Test(hall, games_leave_memory_some_at_a_time)
{
    enum { COUNT = 450, LEFT = 3, AT_ONCE = 200 };
    static char ids[COUNT][MATCH_ID_SIZE];
    struct desk desk;
    desk_open(&desk, 1);
    desk.settings.idle_max = LEFT;
    desk_restart(&desk);
    for (int i = 0; i < COUNT; i++) {
        const struct json *created =
            desk_call(&desk, 0, "game.create", "{'game':'castle','seed':'s'}");
        cr_assert(created != NULL, "%s", desk_answer(&desk, 0));
        snprintf(ids[i], sizeof ids[i], "%s", desk_string(created, "game"));
        struct match *match = matches_by_id(hall_matches(desk.hall), ids[i]);
        match->used_ms -= 100 * (int64_t)((i * 7919) % COUNT);
    }
    desk_settle(&desk);
    int64_t now = clock_calendar_ms();
    for (int left = COUNT; left > LEFT;) {
        int64_t next = hall_tick(desk.hall, now);
        left = left - AT_ONCE > LEFT ? left - AT_ONCE : LEFT;
        cr_expect_eq(hall_figures(desk.hall).match_count, left);
        cr_expect(left == LEFT || next - now <= 100);
        for (int i = 0; i < COUNT; i++)
            cr_expect_eq(matches_by_id(hall_matches(desk.hall), ids[i]) != NULL,
                         (i * 7919) % COUNT < left, "%d", i);
        now += 100;
    }
    desk_close(&desk);
}

Test(shelf, the_same_asked_in_another_order_is_the_same)
{
    static const char *const PARAMS[] = {
        "{'game':'castle','variants':['german','end-of-move-pickup'],"
        "'options':{'first_player':'white','start_space_matches':true}}",
        "{'options':{'start_space_matches':true,'first_player':'white'},"
        "'variants':['end-of-move-pickup','german'],'game':'castle'}",
        "{'game':'castle'}",
        "{'game':'castle','variants':[],'options':{}}",
        "{'game':'castle','variants':null,'options':null}",
    };
    static const int ORDER[] = {0, 1, 0, 2, 3, 4};
    static const int COUNTS[] = {1, 1, 1, 2, 2, 2};
    struct desk desk;
    char *first = NULL;
    desk_open(&desk, 1);
    for (int i = 0; i < 6; i++) {
        if (i == 1)
            shelf_clear(hall_shelf(desk.hall)); /* and made anew */
        const struct json *result =
            desk_call(&desk, 0, "rulesets.describe", "%s", PARAMS[ORDER[i]]);
        cr_assert(result != NULL, "%s", desk_answer(&desk, 0));
        cr_expect_eq(hall_shelf(desk.hall)->count, COUNTS[i], "%d", i);
        const char *answer = strstr(desk_answer(&desk, 0), "\"result\"");
        if (i == 0)
            first = strdup(answer);
        cr_expect_eq(strcmp(first, answer) == 0, ORDER[i] < 2, "%d", i);
    }
    free(first);
    desk_close(&desk);
}

/* A new game's id. */
static void make_game(struct desk *desk, char id[MATCH_ID_SIZE],
                      const char *rules)
{
    const struct json *created = desk_call(
        desk, 0, "game.create", "{'game':'castle','seed':'x'%s}", rules);
    cr_assert(created != NULL, "%s", desk_answer(desk, 0));
    snprintf(id, MATCH_ID_SIZE, "%s", desk_string(created, "game"));
}

Test(shelf, games_by_the_same_rules_are_described_once)
{
    enum { SAME = SHELF_MAX + 1, OTHERS = 3, COUNT = SAME + OTHERS };
    static const char *const rules[OTHERS] = {
        ",'options':{'first_player':'black'}",
        ",'variants':['german']",
        ",'variants':['german'],'options':{'first_player':'black'}",
    };
    struct desk desk;
    char ids[COUNT][MATCH_ID_SIZE];
    char *answers[COUNT];
    desk_open(&desk, 1);
    cr_assert(desk_call(&desk, 0, "rulesets.describe", "{'game':'castle'}") !=
              NULL);
    for (int i = 0; i < COUNT; i++) {
        make_game(&desk, ids[i], i < SAME ? "" : rules[i - SAME]);
        cr_assert(desk_call(&desk, 0, "game.describe", "{'game':'%s'}",
                            ids[i]) != NULL,
                  "%s", desk_answer(&desk, 0));
        answers[i] = strdup(strstr(desk_answer(&desk, 0), "\"result\""));
        cr_expect_eq(hall_shelf(desk.hall)->count,
                     i < SAME ? 2 : 2 + i - SAME + 1, "%d", i);
    }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < i; j++)
            cr_expect_eq(strcmp(answers[i], answers[j]) == 0, i < SAME, "%d %d",
                         i, j);
    /* A game that was deleted is not described, though others by its rules
     * are. */
    desk.guests[0].peer.is_operator = true;
    cr_assert(desk_call(&desk, 0, "admin.delete", "{'game':'%s'}", ids[0]) !=
              NULL);
    desk_call(&desk, 0, "game.describe", "{'game':'%s'}", ids[0]);
    cr_expect_eq(desk_code(&desk, 0), 1);
    cr_expect(desk_call(&desk, 0, "game.describe", "{'game':'%s'}", ids[1]) !=
              NULL);
    for (int i = 0; i < COUNT; i++)
        free(answers[i]);
    desk_close(&desk);
}

Test(shelf, an_answer_is_kept_until_a_file_changes)
{
    static const int64_t SECOND = 1000000000;
    char folder[] = "/tmp/castled-shelf-XXXXXX";
    char command[256];
    struct shelf shelf = {.count = 0};
    struct text question = {0};
    struct text out = {0};
    cr_assert(mkdtemp(folder) != NULL);
    snprintf(command, sizeof command,
             "mkdir -p %s/scripts/game && echo 1 >%s/scripts/game/a.lua",
             folder, folder);
    cr_assert(system(command) == 0);
    text_add(&question, "what");
    shelf_check(&shelf, folder, SECOND);
    cr_assert(!shelf_find(&shelf, &question, &out));
    shelf_keep(&shelf, &question, "this", 4);
    shelf_check(&shelf, folder, SECOND);
    cr_assert(shelf_find(&shelf, &question, &out));
    cr_assert(strcmp(out.bytes, "this") == 0);
    snprintf(command, sizeof command, "echo 12 >%s/scripts/game/a.lua", folder);
    cr_assert(system(command) == 0);
    shelf_check(&shelf, folder, 2 * SECOND - 1);
    cr_assert(shelf_find(&shelf, &question, &out)); /* not looked at again */
    shelf_check(&shelf, folder, 2 * SECOND);
    cr_assert(!shelf_find(&shelf, &question, &out));
    for (int i = 0; i < 2 * SHELF_MAX; i++) {
        text_clear(&question);
        text_add_integer(&question, i);
        shelf_keep(&shelf, &question, "that", 4);
    }
    cr_assert(shelf.count == SHELF_MAX);
    cr_assert(shelf_find(&shelf, &question, &out));
    shelf_clear(&shelf);
    text_free(&question);
    text_free(&out);
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert(system(command) == 0);
}
