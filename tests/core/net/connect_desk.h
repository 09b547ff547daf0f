#ifndef CASTLED_CONNECT_DESK_H
#define CASTLED_CONNECT_DESK_H

/*
 * connect_desk -- a connect whose frontend and daemon are both the test, and a
 * game that it sees sealed.
 */

#include "fair/hex.h"
#include "game/sealing.h"
#include "net/connect.h"
#include "net/connect_head.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A connect between a frontend and a daemon that are both the test. */
struct desk {
    char folder[64];
    struct connect_seats seats;
    struct connect_settings settings;
    struct connect *connect;
    struct text told; /* to the frontend */
    struct text sent; /* to the daemon */
    int stranger_count;
};

static inline void on_told(void *context, const char *bytes, size_t size)
{
    struct desk *desk = context;
    text_add_bytes(&desk->told, bytes, size);
}

static inline void on_sent(void *context, const char *bytes, size_t size)
{
    struct desk *desk = context;
    text_add_bytes(&desk->sent, bytes, size);
}

static inline void on_hello(void *context)
{
    (void)context;
}

static inline void on_stranger(void *context, const char *reason)
{
    struct desk *desk = context;
    cr_assert(strlen(reason) > 0);
    desk->stranger_count++;
}

static inline void begin(struct desk *desk)
{
    struct error error;
    *desk = (struct desk){.folder = "/tmp/connect.XXXXXX"};
    cr_assert_not_null(mkdtemp(desk->folder));
    cr_assert_eq(connect_seats_open(&desk->seats, desk->folder, &error),
                 STATUS_OK);
    desk->settings = (struct connect_settings){.root = CASTLED_SOURCE_DIR,
                                               .version = "1",
                                               .server = "/run/castled.sock",
                                               .seats = &desk->seats,
                                               .context = desk,
                                               .tell = on_told,
                                               .send = on_sent,
                                               .on_hello = on_hello,
                                               .on_stranger = on_stranger};
    cr_assert_eq(connect_new(&desk->connect, &desk->settings, &error),
                 STATUS_OK);
}

static inline void end(struct desk *desk)
{
    char command[128];
    connect_free(desk->connect);
    connect_seats_close(&desk->seats);
    text_free(&desk->told);
    text_free(&desk->sent);
    snprintf(command, sizeof command, "rm -r %s", desk->folder);
    cr_assert_eq(system(command), 0);
}

/* What was told, or sent, since the last time has this in it. */
static inline void told(struct desk *desk, const char *part)
{
    cr_assert_not_null(strstr(text_string(&desk->told), part),
                       "%s is not in %s", part, text_string(&desk->told));
    text_clear(&desk->told);
}

static inline void sent(struct desk *desk, const char *part)
{
    cr_assert_not_null(strstr(text_string(&desk->sent), part),
                       "%s is not in %s", part, text_string(&desk->sent));
    text_clear(&desk->sent);
}

static inline void ask(struct desk *desk, const char *line)
{
    connect_take_request(desk->connect, line, strlen(line));
}

static inline void say(struct desk *desk, const char *line)
{
    connect_take_message(desk->connect, line, strlen(line));
}

/* Answers the request that was sent last with a result. */
static inline void answer(struct desk *desk, const char *result)
{
    const char *at = text_string(&desk->sent);
    const char *found = NULL;
    struct text line = {0};
    while ((at = strstr(at, "\"id\":")) != NULL)
        found = at++;
    cr_assert_not_null(found);
    text_addf(&line, "{\"jsonrpc\":\"2.0\",\"id\":%d,",
              (int)strtol(found + 5, NULL, 10));
    text_add(&line, result);
    text_add_char(&line, '}');
    text_clear(&desk->sent);
    say(desk, text_string(&line));
    text_free(&line);
}

static inline void come_up(struct desk *desk)
{
    connect_up(desk->connect);
    answer(desk, "\"result\":{\"server\":\"castled\",\"protocol\":1}");
}

static inline void join(struct desk *desk)
{
    come_up(desk);
    ask(desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
              "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
    answer(desk, "\"result\":{\"game\":\"g\",\"seat\":2,\"level\":1,"
                 "\"token\":\"x\"}");
    told(desk, "\"id\":1,\"result\":{\"game\":\"g\",\"seat\":2,\"level\":1}}");
}

static inline int count_seats(struct desk *desk)
{
    struct connect_seat *list;
    struct error error;
    int count;
    cr_assert_eq(connect_seats_list(&desk->seats, &list, &count, &error),
                 STATUS_OK);
    connect_seats_forget(list, count);
    return count;
}

/* How often `part` is in what was sent since the last time. */
static inline int count_sent(struct desk *desk, const char *part)
{
    int count = 0;
    for (const char *at = text_string(&desk->sent);
         (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

/* A game that is being sealed, in whose seat 2 the frontend sits. */
struct sealed {
    struct error error;
    struct ruleset *ruleset;
    struct executor *executor;
    struct sign_keys black;
    struct sealing sealing;
};

/* The frontend joins, and the daemon opens the game. */
static inline void open_sealed(struct desk *desk, struct sealed *sealed)
{
    uint8_t key[DRAW_KEY_SIZE];
    char digits[2 * DRAW_KEY_SIZE + 1] = "";
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    begin(desk);
    come_up(desk);
    ask(desk, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.join\","
              "\"params\":{\"game\":\"g\",\"name\":\"Ana\"}}");
    const char *at = strstr(text_string(&desk->sent), "\"key\":\"");
    cr_assert_not_null(at);
    memcpy(digits, at + strlen("\"key\":\""), sizeof digits - 1);
    cr_assert(hex_read(key, sizeof key, digits));
    answer(desk, "\"result\":{\"game\":\"g\",\"seat\":2,\"level\":1}");
    *sealed = (struct sealed){.ruleset = NULL};
    sign_keys_new(&sealed->black);
    cr_assert_eq(ruleset_open(&sealed->ruleset, &request, &sealed->error),
                 STATUS_OK);
    cr_assert_eq(
        executor_new(&sealed->executor, sealed->ruleset, &sealed->error),
        STATUS_OK);
    struct sealing_open open = {
        .executor = sealed->executor,
        .attempt = 1,
        .is_signed = true,
        .player_keys = {sealed->black.public_key, key},
    };
    cr_assert_eq(sealing_begin(&sealed->sealing, &open, &sealed->error),
                 STATUS_OK);
}

static inline void end_sealed(struct desk *desk, struct sealed *sealed)
{
    sealing_clear(&sealed->sealing);
    executor_free(sealed->executor);
    ruleset_free(sealed->ruleset);
    end(desk);
}

/* The daemon tells that the game is at that stage, with the whole record and
 * other `members`, which begin with a comma, or are "". */
static inline void say_stage_with(struct desk *desk,
                                  const struct sealed *sealed,
                                  const char *stage, const char *members)
{
    size_t size;
    struct text line = {0};
    const char *record = record_bytes(sealed->sealing.record, &size);
    text_add(&line, "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\","
                    "\"params\":{\"game\":\"g\"");
    json_add_member_string(&line, "stage", stage);
    text_add(&line, members);
    json_add_key(&line, "record");
    json_add_string(&line, record, size);
    text_add(&line, "}}");
    text_clear(&desk->sent);
    text_clear(&desk->told);
    say(desk, text_string(&line));
    text_free(&line);
}

/* The same; what the frontend is told of it is left out. */
static inline void say_stage(struct desk *desk, const struct sealed *sealed,
                             const char *stage)
{
    say_stage_with(desk, sealed, stage, "");
    text_clear(&desk->told);
}

/* The commitment in what was sent. */
static inline void read_commitment(struct desk *desk, char out[HASH_HEX_SIZE])
{
    static const char before[] = "\"commitment\":\"";
    const char *at = strstr(text_string(&desk->sent), before);
    cr_assert_not_null(at, "%s", text_string(&desk->sent));
    snprintf(out, HASH_HEX_SIZE, "%s", at + sizeof before - 1);
}

/* The daemon tells a head with a hash of its own, signed by it or by nobody. */
static inline void say_head(struct desk *desk, const struct sealed *sealed,
                            int number, bool is_signed)
{
    struct sign_entry entry = {.seq = (uint64_t)number};
    struct connect_head head = {.entry = number};
    struct text line = {0};
    memcpy(entry.game_id, sealed->sealing.game_id, DRAW_GAME_ID_SIZE);
    hash_random(&entry.hash);
    head.hash = entry.hash;
    if (is_signed)
        head.signature = sign_entry(&sealed->sealing.keys, SIGN_HEAD, &entry);
    text_add(&line, "{\"jsonrpc\":\"2.0\",\"method\":\"game.head\","
                    "\"params\":{\"game\":\"g\"");
    connect_head_add(&head, &line);
    text_add(&line, "}}");
    say(desk, text_string(&line));
    text_free(&line);
}

/* The daemon signs a head, and the game is over. */
static inline void say_end(struct desk *desk, const struct sealed *sealed)
{
    say_head(desk, sealed, 0, true);
    say(desk, "{\"jsonrpc\":\"2.0\",\"method\":\"game.over\",\"params\":{"
              "\"game\":\"g\"}}");
}

/* Nothing can be written in the folder of seats, or again. */
static inline void move_folder(const struct desk *desk, bool is_away)
{
    char away[80];
    snprintf(away, sizeof away, "%s.away", desk->folder);
    cr_assert_eq(
        is_away ? rename(desk->folder, away) : rename(away, desk->folder), 0);
}

#endif
