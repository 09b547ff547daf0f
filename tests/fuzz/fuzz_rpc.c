/*
 * fuzz_rpc -- a hall that gets messages of all kinds from several peers.
 *
 * usage: fuzz_rpc [--seconds S] [--seed N] [--case K]
 *
 * A case is a new hall over a new store: some hundred messages from a few
 * peers, who come and go, while time passes in jumps. Most messages are nearly
 * right (fuzz_rpc_words.h), and so games are made, sealed and played. Each gets
 * one answer as JSON-RPC wants it, or none; all that is told is JSON. At the
 * end another hall over the same store still has every game, with a record that
 * can be read.
 */

#include "fuzz.h"
#include "fuzz_rpc_words.h"

#include "base/clock.h"
#include "fair/record.h"
#include "hall/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGES = 500, WORK_MAX = 100000, SAID_MAX = 8192 };

struct world {
    struct fuzz fuzz;
    char path[64]; /* of the store */
    struct writer *writer;
    struct store *reader;
    struct hall *hall;
    struct peer peers[PEERS];
    bool is_there[PEERS];
    struct knowledge knowledge;
    struct text log;    /* of the case */
    struct text before; /* the message before */
    int64_t now_ms;
    long message_count;
    long result_count;
    long told_count;
    long game_count; /* with a record, at the end */
};

static void must(enum status status, const struct error *error)
{
    if (status != STATUS_OK)
        fuzz_fail("%s", error->text);
}

static void log_line(struct world *world, char sign, int peer,
                     const char *bytes, size_t size)
{
    text_addf(&world->log, "%d %c ", peer, sign);
    text_add_bytes(&world->log, bytes, size);
    if (size == 0 || bytes[size - 1] != '\n')
        text_add_char(&world->log, '\n');
    fuzz_show(world->log.bytes, world->log.size);
}

static struct json *parse_line(const char *bytes, size_t size)
{
    struct json *json;
    struct error error;
    if (size == 0 || bytes[size - 1] != '\n' ||
        memchr(bytes, '\n', size) != bytes + size - 1)
        fuzz_fail("what is said is not one line");
    if (json_parse(&json, bytes, size, &error) != STATUS_OK)
        fuzz_fail("what is said is no JSON: %s", error.text);
    return json;
}

static void listen(void *context, struct peer *peer, const char *bytes,
                   size_t size)
{
    struct world *world = context;
    int index = (int)(peer - world->peers);
    if (index < 0 || index >= PEERS || !world->is_there[index])
        fuzz_fail("somebody is told something who is not there");
    struct json *json = parse_line(bytes, size);
    if (json_string_of(json_get(json, "method")) == NULL ||
        json_kind(json_get(json, "params")) != JSON_KIND_OBJECT ||
        json_get(json, "id") != NULL)
        fuzz_fail("no notification: %.*s", (int)size, bytes);
    json_free(json);
    log_line(world, '>', index, bytes, size < SAID_MAX ? size : SAID_MAX);
    struct text line = {0};
    text_add_bytes(&line, bytes, size);
    words_hear(&world->knowledge, index, text_string(&line));
    text_free(&line);
    world->told_count++;
}

/* One answer, as JSON-RPC wants it. */
static void check_answer(struct world *world, const struct text *out)
{
    int64_t code;
    if (out->size == 0)
        return;
    struct json *json = parse_line(out->bytes, out->size);
    const struct json *problem = json_get(json, "error");
    const struct json *result = json_get(json, "result");
    const char *sentence = json_string_of(json_get(problem, "message"));
    bool is_right =
        json_get(json, "id") != NULL && (problem == NULL) != (result == NULL);
    if (problem != NULL)
        is_right = is_right &&
                   json_read_integer(json_get(problem, "code"), &code) &&
                   sentence != NULL && sentence[0] != '\0';
    if (!is_right)
        fuzz_fail("no answer: %s", out->bytes);
    world->result_count += result != NULL;
    json_free(json);
}

static void work(struct world *world)
{
    struct error error;
    int left = WORK_MAX;
    while (hall_work(world->hall, &error))
        if (left-- == 0)
            fuzz_fail("there is no end to the work");
}

static void come(struct world *world, int index)
{
    struct peer *peer = &world->peers[index];
    memset(peer, 0, sizeof *peer);
    peer->origin = index < 2 ? PEER_SOCKET : PEER_WEB;
    peer->is_operator = index == 0;
    if (peer->origin == PEER_WEB)
        snprintf(peer->address, sizeof peer->address, "10.0.0.%d", index);
    world->is_there[index] = true;
    hall_connect(world->hall, peer);
}

static void go(struct world *world, int index)
{
    world->is_there[index] = false;
    hall_disconnect(world->hall, &world->peers[index]);
}

static void open_hall(struct world *world)
{
    struct error error;
    must(writer_start(&world->writer, &world->reader, world->path, NULL, NULL,
                      &error),
         &error);
    struct hall_settings settings = {
        .root = CASTLED_SOURCE_DIR,
        .version = "fuzz",
        .kind = "daemon",
        .listener = listen,
        .context = world,
        .writer = world->writer,
        .reader = world->reader,
        .bot_key = "the key of the bots",
        .sealing_ms = 30000,
        .idle_ms = 600000,
        .open_ms = 86400000,
        .games_max = 20,
    };
    must(hall_new(&world->hall, &settings, &error), &error);
    for (int i = 0; i < PEERS; i++)
        come(world, i);
}

static void close_hall(struct world *world)
{
    struct error error;
    for (int i = 0; i < PEERS; i++)
        if (world->is_there[i])
            go(world, i);
    hall_free(world->hall);
    must(writer_stop(world->writer, &error), &error);
}

static void serve(struct world *world, int index, const struct text *message)
{
    struct text out = {0};
    log_line(world, '<', index, text_string(message), message->size);
    hall_serve(world->hall, &world->peers[index], text_string(message),
               message->size, &out);
    log_line(world, '=', index, text_string(&out), out.size);
    check_answer(world, &out);
    words_hear(&world->knowledge, index, text_string(&out));
    text_free(&out);
    work(world);
    world->message_count++;
}

static void pass_time(struct world *world)
{
    static const int64_t JUMPS_MS[] = {1, 900, 6000, 31000, 700000, 90000000};
    int64_t jump_ms = JUMPS_MS[mutate_below(&world->fuzz.mutate, 6)];
    /* Time that goes by, or, over many hours, a hall that stands still. */
    for (; jump_ms > 1000 && jump_ms <= 700000; jump_ms -= 1000)
        hall_tick(world->hall, world->now_ms += 1000);
    hall_tick(world->hall, world->now_ms += jump_ms);
    work(world);
}

static void send_message(struct world *world, int index)
{
    struct mutate *mutate = &world->fuzz.mutate;
    struct text message = {0};
    bool is_due = mutate_once_in(mutate, 2) &&
                  words_answer(&world->knowledge, index, &message);
    if (!is_due)
        words_say(&world->knowledge, hall_methods, &message);
    if (mutate_once_in(mutate, is_due ? 8 : 3))
        for (uint32_t i = 1 + mutate_below(mutate, 3); i > 0; i--)
            mutate_json(mutate, &message, &world->before);
    if (mutate_once_in(mutate, 30))
        mutate_bytes(mutate, &message);
    serve(world, index, &message);
    text_free(&world->before);
    world->before = message;
}

static void do_something(struct world *world)
{
    struct mutate *mutate = &world->fuzz.mutate;
    int index = (int)mutate_below(mutate, PEERS);
    if (!world->is_there[index])
        come(world, index);
    switch (mutate_below(mutate, 60)) {
    case 0:
        go(world, index);
        work(world);
        break;
    case 1:
        pass_time(world);
        break;
    case 2: /* the same again */
        if (world->before.size > 0) {
            struct text again = {0};
            text_add_bytes(&again, world->before.bytes, world->before.size);
            serve(world, index, &again);
            text_free(&again);
        }
        break;
    default:
        send_message(world, index);
    }
}

/* Whether the game is still there, and its record whole. */
static void check_game(struct world *world, const char *game)
{
    struct text message = {0};
    struct text out = {0};
    struct json *json;
    struct record *record;
    struct error error;
    text_addf(&message,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.record\","
              "\"params\":{\"game\":\"%s\"}}",
              game);
    log_line(world, '<', 0, message.bytes, message.size);
    hall_serve(world->hall, &world->peers[0], message.bytes, message.size,
               &out);
    must(json_parse(&json, text_string(&out), out.size, &error), &error);
    const char *bytes =
        json_string_of(json_get(json_get(json, "result"), "record"));
    if (bytes != NULL) {
        must(record_read(&record, bytes, strlen(bytes), &error), &error);
        record_free(record);
        world->game_count++;
    }
    json_free(json);
    text_free(&out);
    text_free(&message);
}

static void remove_store(const struct world *world)
{
    static const char *const ENDS[] = {"", "-wal", "-shm", "-journal", ".lock"};
    char path[96];
    for (int i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s%s", world->path, ENDS[i]);
        unlink(path);
    }
}

static void run_case(struct world *world)
{
    text_clear(&world->log);
    text_clear(&world->before);
    world->now_ms = clock_calendar_ms();
    words_begin(&world->knowledge, &world->fuzz.mutate);
    open_hall(world);
    for (int i = 0; i < MESSAGES; i++)
        do_something(world);
    close_hall(world);
    open_hall(world);
    for (int i = 0; i < world->knowledge.games.count; i++)
        check_game(world, world->knowledge.games.list[i]);
    close_hall(world);
    words_end(&world->knowledge);
    remove_store(world);
}

int main(int argc, char **argv)
{
    static struct world world;
    fuzz_begin(&world.fuzz, "rpc", argc, argv);
    snprintf(world.path, sizeof world.path, "/tmp/fuzz-rpc-%ld.db",
             (long)getpid());
    remove_store(&world);
    while (fuzz_next(&world.fuzz))
        run_case(&world);
    text_free(&world.log);
    text_free(&world.before);
    char counted[160];
    snprintf(counted, sizeof counted,
             "%ld messages, %ld results, %ld lines told, %ld records read",
             world.message_count, world.result_count, world.told_count,
             world.game_count);
    return fuzz_end(&world.fuzz, counted);
}
