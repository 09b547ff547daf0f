#include "desk.h"

#include "base/clock.h"
#include "game/verify.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* What time it is to the hall: later only by desk_pass, so that nothing here
 * goes by how fast the machine is. Other threads read it, too. */
static _Atomic int64_t calendar_ms = INT64_C(1767225600000);

int64_t __wrap_clock_calendar_ms(void);

int64_t __wrap_clock_calendar_ms(void)
{
    return calendar_ms;
}

void desk_pass(int64_t ms)
{
    calendar_ms += ms;
}

static void on_news(void *context, struct peer *peer, const char *bytes,
                    size_t size)
{
    struct guest *guest = peer->context;
    (void)context;
    cr_assert(guest->is_there, "told to a peer that has gone: %.*s", (int)size,
              bytes);
    cr_assert(size > 0 && bytes[size - 1] == '\n');
    text_add_bytes(&guest->told, bytes, size);
}

static void start(struct desk *desk)
{
    struct error error;
    cr_assert(writer_start(&desk->writer, &desk->reader, desk->path, NULL, NULL,
                           &error) == STATUS_OK,
              "%s", error.text);
    desk->settings.writer = desk->writer;
    desk->settings.reader = desk->reader;
    cr_assert(hall_new(&desk->hall, &desk->settings, &error) == STATUS_OK, "%s",
              error.text);
}

static void stop(struct desk *desk)
{
    struct error error;
    hall_free(desk->hall);
    desk->hall = NULL;
    cr_assert(writer_stop(desk->writer, &error) == STATUS_OK, "%s", error.text);
}

void desk_open(struct desk *desk, int guest_count)
{
    *desk = (struct desk){.folder = "/tmp/castled-desk-XXXXXX",
                          .settings = {.root = CASTLED_SOURCE_DIR,
                                       .version = "test",
                                       .kind = "daemon",
                                       .opens_files = true,
                                       .listener = on_news,
                                       .context = desk,
                                       .bot_key = "the key of the bots",
                                       .sealing_ms = 30 * 1000,
                                       .idle_ms = 60 * 1000,
                                       .open_ms = 24 * 3600 * 1000}};
    cr_assert(mkdtemp(desk->folder) != NULL);
    snprintf(desk->path, sizeof desk->path, "%s/store", desk->folder);
    start(desk);
    for (int i = 0; i < guest_count; i++)
        desk_connect(desk, i);
}

void desk_restart(struct desk *desk)
{
    bool was_there[DESK_PEERS_MAX];
    for (int i = 0; i < DESK_PEERS_MAX; i++) {
        was_there[i] = desk->guests[i].is_there;
        if (was_there[i])
            desk_disconnect(desk, i);
    }
    stop(desk);
    start(desk);
    for (int i = 0; i < DESK_PEERS_MAX; i++)
        if (was_there[i])
            desk_connect(desk, i);
}

void desk_close(struct desk *desk)
{
    char command[128];
    for (int i = 0; i < DESK_PEERS_MAX; i++) {
        if (desk->guests[i].is_there)
            desk_disconnect(desk, i);
        text_free(&desk->guests[i].told);
        text_free(&desk->guests[i].answer);
        json_free(desk->guests[i].json);
    }
    stop(desk);
    snprintf(command, sizeof command, "rm -r %s", desk->folder);
    cr_assert(system(command) == 0);
}

void desk_connect(struct desk *desk, int guest)
{
    struct guest *of = &desk->guests[guest];
    of->peer = (struct peer){.origin = PEER_SOCKET, .context = of};
    of->is_there = true;
    hall_connect(desk->hall, &of->peer);
}

/* Tells all that waits to be told. */
static void work(struct desk *desk)
{
    struct error error;
    while (hall_work(desk->hall, &error))
        cr_assert(error.status == STATUS_OK, "%s", error.text);
}

void desk_disconnect(struct desk *desk, int guest)
{
    hall_disconnect(desk->hall, &desk->guests[guest].peer);
    desk->guests[guest].is_there = false;
    work(desk);
}

void desk_settle(struct desk *desk)
{
    struct error error;
    if (!desk->is_held)
        writer_go(desk->writer);
    while (writer_committed(desk->writer) < writer_last(desk->writer)) {
        cr_assert(!writer_has_failed(desk->writer, &error), "%s", error.text);
        usleep(200);
    }
}

enum { TRIES = 30 * 1000 }; /* of a millisecond */

void desk_await_failure(struct desk *desk)
{
    struct error error;
    writer_go(desk->writer);
    for (int i = 0; i < TRIES && !writer_has_failed(desk->writer, &error); i++)
        usleep(1000);
    cr_assert(writer_has_failed(desk->writer, &error));
}

void desk_resume(struct desk *desk)
{
    bool resumes = hall_resume(desk->hall);
    for (int i = 0; i < TRIES && !resumes; i++) {
        usleep(1000);
        resumes = hall_resume(desk->hall);
    }
    cr_assert(resumes);
}

/* Waits until all that is asked is on the disk, if that takes anything now. */
static void await_asked(struct desk *desk)
{
    struct error error;
    if (!desk->is_held)
        writer_go(desk->writer);
    while (!desk->is_held && !writer_has_failed(desk->writer, &error) &&
           writer_committed(desk->writer) <
               hall_home(desk->hall)->untold_ticket)
        usleep(200);
}

void desk_fill_disk(bool is_full)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = is_full ? 1 : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

void desk_hold(struct desk *desk)
{
    desk_settle(desk);
    desk->is_held = true;
    writer_hold(desk->writer);
}

void desk_go(struct desk *desk)
{
    desk->is_held = false;
    desk_settle(desk);
}

int64_t desk_tick(struct desk *desk, int64_t ms)
{
    await_asked(desk);
    int64_t now = clock_calendar_ms();
    for (int64_t at = 1000; at < ms; at += 1000)
        hall_tick(desk->hall, now + at);
    int64_t next = hall_tick(desk->hall, now + ms) - now - ms;
    work(desk);
    return next;
}

int64_t desk_live(struct desk *desk, int64_t ms)
{
    for (; ms > 1000; ms -= 1000) {
        desk_pass(1000);
        desk_tick(desk, 0);
    }
    desk_pass(ms);
    return desk_tick(desk, 0);
}

void desk_age(struct desk *desk, int64_t ms)
{
    enum { STEP_MS = 20 * 60 * 1000 };
    int64_t now = clock_calendar_ms();
    for (int64_t at = STEP_MS; at < ms; at += STEP_MS)
        hall_tick(desk->hall, now + at);
    hall_tick(desk->hall, now + ms);
    work(desk);
}

void desk_evict(struct desk *desk)
{
    desk_settle(desk);
    desk_tick(desk, 0);
    desk_tick(desk, desk->settings.idle_ms + 1000);
}

const struct json *desk_call(struct desk *desk, int guest, const char *method,
                             const char *params, ...)
{
    static int id;
    struct guest *of = &desk->guests[guest];
    struct text request = {0};
    struct error error;
    va_list arguments;
    text_addf(&request, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",",
              ++id, method);
    text_add(&request, "\"params\":");
    size_t before = request.size;
    va_start(arguments, params);
    text_add_list(&request, params, arguments);
    va_end(arguments);
    for (size_t i = before; i < request.size; i++)
        if (request.bytes[i] == '\'')
            request.bytes[i] = '"';
    text_add_char(&request, '}');
    text_clear(&of->answer);
    hall_serve(desk->hall, &of->peer, request.bytes, request.size, &of->answer);
    work(desk);
    text_free(&request);
    json_free(of->json);
    cr_assert(json_parse(&of->json, of->answer.bytes, of->answer.size,
                         &error) == STATUS_OK,
              "%s: %s", error.text, of->answer.bytes);
    return json_get(of->json, "result");
}

int desk_code(const struct desk *desk, int guest)
{
    return (int)desk_integer(desk->guests[guest].json, "error.code");
}

const char *desk_answer(const struct desk *desk, int guest)
{
    return text_string(&desk->guests[guest].answer);
}

void desk_clear(struct desk *desk)
{
    for (int i = 0; i < DESK_PEERS_MAX; i++)
        text_clear(&desk->guests[i].told);
}

/* The next line of what was told as JSON; NULL at the end. */
static struct json *next_line(const struct text *told, size_t *at)
{
    struct json *json;
    struct error error;
    if (*at >= told->size)
        return NULL;
    const char *start = told->bytes + *at;
    const char *end = memchr(start, '\n', told->size - *at);
    *at += (size_t)(end - start) + 1;
    cr_assert(json_parse(&json, start, (size_t)(end - start), &error) ==
                  STATUS_OK,
              "%s", error.text);
    return json;
}

int desk_told(const struct desk *desk, int guest, const char *method,
              struct json **params)
{
    size_t at = 0;
    int count = 0;
    struct json *json;
    struct text last = {0};
    struct error error;
    while ((json = next_line(&desk->guests[guest].told, &at)) != NULL) {
        if (strcmp(desk_string(json, "method"), method) == 0) {
            count++;
            text_clear(&last);
            json_add_value(&last, json_get(json, "params"));
        }
        json_free(json);
    }
    if (params != NULL) {
        *params = NULL;
        cr_assert(count == 0 || json_parse(params, last.bytes, last.size,
                                           &error) == STATUS_OK);
    }
    text_free(&last);
    return count;
}

/* Keeps the first `count` lines. */
static void cut_lines(struct text *lines, int64_t count)
{
    size_t at = 0;
    while (count-- > 0 && at < lines->size)
        at += strcspn(lines->bytes + at, "\n") + 1;
    lines->size = at;
    if (lines->bytes != NULL)
        lines->bytes[at] = '\0';
}

void desk_events(const struct desk *desk, int guest, struct text *out)
{
    size_t at = 0;
    struct json *json;
    while ((json = next_line(&desk->guests[guest].told, &at)) != NULL) {
        const char *method = desk_string(json, "method");
        if (strcmp(method, "game.undone") == 0)
            cut_lines(out, desk_integer(json, "params.entry"));
        if (strcmp(method, "game.event") == 0) {
            json_add_value(out, json_get(json, "params"));
            text_add_char(out, '\n');
        }
        json_free(json);
    }
}

void desk_verify(struct desk *desk, int guest, const char *game)
{
    struct verify_report report;
    const struct json *answer =
        desk_call(desk, guest, "game.record", "{'game':'%s'}", game);
    const char *record = desk_string(answer, "record");
    verify_record(&report, record, strlen(record),
                  &(struct verify_means){.server = NULL});
    for (int i = 0; i < report.count; i++)
        cr_assert(report.checks[i].answer != VERIFY_WRONG, "%s: %s",
                  report.checks[i].name, report.checks[i].says);
    cr_assert(report.count > 0 && report.verdict != VERIFY_WRONG);
}

const struct json *desk_at(const struct json *value, const char *path)
{
    char key[64];
    while (*path != '\0') {
        size_t size = strcspn(path, ".");
        cr_assert(size < sizeof key);
        memcpy(key, path, size);
        key[size] = '\0';
        value = json_kind(value) == JSON_KIND_ARRAY
                    ? json_at(value, (size_t)strtoll(key, NULL, 10))
                    : json_get(value, key);
        path += size + (path[size] == '.');
    }
    return value;
}

const char *desk_string(const struct json *value, const char *path)
{
    const char *string = json_string_of(desk_at(value, path));
    return string == NULL ? "" : string;
}

int64_t desk_integer(const struct json *value, const char *path)
{
    int64_t integer = 0;
    json_read_integer(desk_at(value, path), &integer);
    return integer;
}
