#include "net/connect.h"

#include "net/connect_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* A request that was on its way when the line broke so often may be why. */
    BREAKS_MAX = 2,
    PAUSE_MAX_S = 8, /* before something is tried again */
    SILENT_S = 5,    /* of the daemon, though it is asked; told then */
};

enum status connect_new(struct connect **out,
                        const struct connect_settings *settings,
                        struct error *error)
{
    struct connect *connect = calloc(1, sizeof *connect);
    *out = connect;
    if (connect == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
    connect->settings = *settings;
    return STATUS_OK;
}

void connect_free(struct connect *connect)
{
    if (connect == NULL)
        return;
    while (connect->games != NULL)
        connect_leave_game(connect, connect->games);
    connect_waiting_clear(&connect->waiting);
    hint_rules_clear(&connect->rules);
    text_free(&connect->scratch);
    free(connect);
}

static void tell_state(struct connect *connect, const char *state,
                       const char *reason)
{
    struct text *out = connect_begin_notice(connect, "connect.status");
    json_add_member_string(out, "state", state);
    if (reason != NULL)
        json_add_member_string(out, "reason", reason);
    connect_end_notice(connect);
}

/* Whether a request is on its way. */
static bool is_asking(const struct connect *connect)
{
    for (const struct connect_request *at = connect->waiting.first; at != NULL;
         at = at->next)
        if (at->is_sent)
            return true;
    return false;
}

/* Tells, once, when the daemon says nothing though it is asked. */
static void notice_silence(struct connect *connect)
{
    char reason[40];
    if (!is_asking(connect) || ++connect->silent_s != SILENT_S)
        return;
    snprintf(reason, sizeof reason, "no answer for %d s", SILENT_S);
    tell_state(connect, "waiting", reason);
}

/* The daemon says something. */
static void end_silence(struct connect *connect)
{
    bool was_told = connect->silent_s >= SILENT_S;
    connect->silent_s = 0;
    if (was_told)
        tell_state(connect, "connected", NULL);
}

void connect_tick(struct connect *connect)
{
    if (connect->state != CONNECT_READY)
        return;
    connect_again_tick(connect);
    connect_hear_tick(connect);
    notice_silence(connect);
}

int connect_open_count(const struct connect *connect)
{
    int count = 0;
    for (const struct connect_request *request = connect->waiting.first;
         request != NULL; request = request->next)
        count += request->answer_id.size > 0;
    return count;
}

void connect_tell_scratch(struct connect *connect)
{
    struct text *scratch = &connect->scratch;
    if (scratch->failed)
        connect->settings.tell(connect->settings.context, RPC_NO_MEMORY,
                               sizeof RPC_NO_MEMORY - 1);
    else
        connect->settings.tell(connect->settings.context, scratch->bytes,
                               scratch->size);
    text_clear(scratch);
    scratch->failed = false;
}

struct text *connect_begin_notice(struct connect *connect, const char *method)
{
    struct text *out = &connect->scratch;
    text_add(out, "{\"jsonrpc\":\"2.0\"");
    json_add_member_string(out, "method", method);
    json_add_key(out, "params");
    text_add_char(out, '{');
    return out;
}

void connect_end_notice(struct connect *connect)
{
    text_add(&connect->scratch, "}}\n");
    connect_tell_scratch(connect);
}

void connect_warn(struct connect *connect, const char *game, const char *format,
                  ...)
{
    char text[ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct text *out = connect_begin_notice(connect, "connect.warning");
    json_add_member_string(out, "game", game);
    json_add_member_string(out, "text", text);
    connect_end_notice(connect);
}

/* Begins the answer to a request; false when nobody waits for it. */
static bool begin_answer(struct connect *connect,
                         const struct connect_request *request)
{
    if (request->answer_id.size == 0)
        return false;
    text_add(&connect->scratch, RPC_RESPONSE_START);
    text_add_bytes(&connect->scratch, request->answer_id.bytes,
                   request->answer_id.size);
    return true;
}

void connect_answer(struct connect *connect, struct connect_request *request,
                    const struct json *result, const struct json *error)
{
    if (!begin_answer(connect, request))
        return;
    json_add_key(&connect->scratch, error != NULL ? "error" : "result");
    json_add_value(&connect->scratch, error != NULL ? error : result);
    text_add(&connect->scratch, "}\n");
    connect_tell_scratch(connect);
}

void connect_answer_text(struct connect *connect,
                         const struct connect_request *request,
                         const struct text *result)
{
    if (!begin_answer(connect, request))
        return;
    json_add_key(&connect->scratch, "result");
    text_add_bytes(&connect->scratch, text_string(result), result->size);
    text_add(&connect->scratch, "}\n");
    connect->scratch.failed |= result->failed;
    connect_tell_scratch(connect);
}

void connect_fail(struct connect *connect,
                  const struct connect_request *request, int code,
                  const char *message)
{
    if (request->answer_id.size == 0)
        return;
    rpc_add_error(&connect->scratch, request->answer_id.bytes,
                  request->answer_id.size, (enum rpc_code)code, message);
    connect_tell_scratch(connect);
}

int64_t connect_error_code(const struct json *error)
{
    int64_t code = 0;
    json_read_integer(json_get(error, "code"), &code);
    return code;
}

bool connect_error_passes(const struct json *error)
{
    static const enum rpc_code codes[] = {RPC_STORAGE, RPC_TOO_MUCH,
                                          RPC_INTERNAL};
    int64_t code = connect_error_code(error);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i] == code)
            return true;
    return false;
}

bool connect_pause_begin(struct connect_pause *pause)
{
    int before_s = pause->length_s;
    pause->length_s = before_s == 0 ? 1 : 2 * before_s;
    if (pause->length_s > PAUSE_MAX_S)
        pause->length_s = PAUSE_MAX_S;
    pause->left_s = pause->length_s;
    return before_s < PAUSE_MAX_S && pause->length_s == PAUSE_MAX_S;
}

bool connect_pause_ends(struct connect_pause *pause)
{
    return pause->left_s > 0 && --pause->left_s == 0;
}

/* The daemon closes the connection for what is too long: sent again, it would
 * do so again. */
static void refuse_long(struct connect *connect,
                        struct connect_request *request)
{
    char sentence[100];
    snprintf(sentence, sizeof sentence,
             "the daemon takes messages of at most %zu bytes",
             connect->message_bytes);
    /* It never was at the daemon: nobody has that seat. */
    if (request->seat_asked != NULL && request->seat_asked->seat == 0)
        connect_seats_remove(connect->settings.seats, request->seat_asked);
    connect_fail(connect, request, RPC_NO_REQUEST, sentence);
    connect_waiting_remove(&connect->waiting, request);
}

void connect_send(struct connect *connect, struct connect_request *request)
{
    size_t size = request->line.size - 1; /* without its end */
    if (connect->message_bytes > 0 && size > connect->message_bytes) {
        refuse_long(connect, request);
        return;
    }
    request->is_sent = true;
    connect->settings.send(connect->settings.context, request->line.bytes,
                           request->line.size);
}

/* Whether a request of the frontend before this one still waits. */
static bool must_wait(const struct connect *connect,
                      const struct connect_request *request)
{
    for (const struct connect_request *at = connect->waiting.first;
         at != request; at = at->next)
        if (!at->is_own && !at->is_sent)
            return true;
    return false;
}

void connect_submit(struct connect *connect, struct connect_request *request)
{
    if (connect->state == CONNECT_READY &&
        (request->is_own || !must_wait(connect, request)))
        connect_send(connect, request);
}

/* What the daemon says that it takes. */
static void take_limits(struct connect *connect, const struct json *limits)
{
    int64_t bytes = 0;
    json_read_integer(json_get(limits, "message_bytes"), &bytes);
    connect->message_bytes = bytes > 0 ? (size_t)bytes : 0;
}

/* The answer to our own hello: what was waiting is sent now, first of all what
 * brings us back into our games. */
static void on_hello(struct connect *connect, struct connect_request *request,
                     const struct json *result, const struct json *error)
{
    (void)request;
    int64_t protocol = 0;
    const char *server = json_string_of(json_get(result, "server"));
    json_read_integer(json_get(result, "protocol"), &protocol);
    if (server == NULL || strcmp(server, "castled") != 0 ||
        protocol != CONNECT_PROTOCOL) {
        char reason[ERROR_TEXT_SIZE];
        char said[CONNECT_SHOWN_SIZE];
        connect_show_error(said, error);
        snprintf(reason, sizeof reason,
                 "what answers there is no daemon of "
                 "castled that this program knows%s%s",
                 error == NULL ? "" : ": ", error == NULL ? "" : said);
        tell_state(connect, "failed", reason);
        connect->settings.on_stranger(connect->settings.context, reason);
        return;
    }
    connect->state = CONNECT_READY;
    connect->settings.on_hello(connect->settings.context);
    tell_state(connect, "connected", NULL);
    take_limits(connect, json_get(result, "limits"));
    connect_again_begin(connect, json_get(result, "limits"));
}

void connect_up(struct connect *connect)
{
    connect->state = CONNECT_GREETING;
    connect->message_bytes = 0; /* it may be another daemon */
    struct connect_request *hello =
        connect_waiting_begin(&connect->waiting, "hello", on_hello);
    char client[64];
    snprintf(client, sizeof client, "connect %s", connect->settings.version);
    if (hello == NULL)
        return; /* nothing goes on, and the line is given up in time */
    hello->is_own = true;
    json_add_member_string(&hello->line, "client", client);
    json_add_member_integer(&hello->line, "protocol", CONNECT_PROTOCOL);
    if (connect_waiting_end(&connect->waiting, hello))
        connect_send(connect, hello);
}

/* What becomes of the requests when the line breaks. */
static void unsend_requests(struct connect *connect)
{
    struct connect_request *next;
    for (struct connect_request *at = connect->waiting.first; at != NULL;
         at = next) {
        next = at->next;
        if (at->is_own) {
            connect_waiting_remove(&connect->waiting, at);
        } else if (at->is_sent &&
                   (!at->is_repeatable || ++at->breaks == BREAKS_MAX)) {
            connect_fail(connect, at, CONNECT_LOST,
                         "the connection was lost, and whether this was done "
                         "is not known");
            connect_waiting_remove(&connect->waiting, at);
        } else {
            at->is_sent = false;
        }
    }
}

void connect_down(struct connect *connect, const char *reason)
{
    enum connect_state before = connect->state;
    connect->state = CONNECT_DOWN;
    connect->silent_s = 0;
    unsend_requests(connect);
    for (struct connect_game *game = connect->games; game != NULL;
         game = game->next) {
        text_clear(&game->record);
        game->pause = (struct connect_pause){.left_s = 0};
        game->is_begun = false; /* looked at anew when it is there again */
    }
    if (before == CONNECT_READY)
        tell_state(connect, "reconnecting", reason);
}

/* The answer to one of our requests. */
static void take_answer(struct connect *connect, const struct json *message)
{
    int64_t id = 0;
    const struct json *error = json_get(message, "error");
    json_read_integer(json_get(message, "id"), &id);
    struct connect_request *request =
        connect_waiting_find(&connect->waiting, id);
    if (request == NULL || !request->is_sent)
        return;
    request->done(connect, request,
                  error == NULL ? json_get(message, "result") : NULL, error);
    connect_waiting_remove(&connect->waiting, request);
}

void connect_take_message(struct connect *connect, const char *line,
                          size_t size)
{
    struct json *message;
    struct error error;
    if (json_parse(&message, line, size, &error) != STATUS_OK) {
        connect_warn(connect, "", "the daemon sent what cannot be read: %s",
                     error.text);
        return;
    }
    const char *method = json_string_of(json_get(message, "method"));
    end_silence(connect);
    if (method == NULL)
        take_answer(connect, message);
    else if (connect->state == CONNECT_READY)
        connect_hear_take(connect, method, json_get(message, "params"), line,
                          size);
    json_free(message);
}

/* Whether it is a request as JSON-RPC has them. */
static bool is_request(const struct json *message)
{
    const char *version = json_string_of(json_get(message, "jsonrpc"));
    enum json_kind id = json_kind(json_get(message, "id"));
    enum json_kind params = json_kind(json_get(message, "params"));
    return version != NULL && strcmp(version, "2.0") == 0 &&
           json_string_of(json_get(message, "method")) != NULL &&
           (id == JSON_KIND_ABSENT || id == JSON_KIND_NULL ||
            id == JSON_KIND_INTEGER || id == JSON_KIND_STRING) &&
           (params == JSON_KIND_ABSENT || params == JSON_KIND_OBJECT);
}

/* Refuses what is none, as a host does. */
static void refuse(struct connect *connect, const char *line, size_t size)
{
    static const struct rpc_method none[] = {{.name = NULL}};
    static const struct rpc_method *const table[] = {none, NULL};
    struct rpc_service service = {.table = table, .kind = RPC_DAEMON};
    rpc_serve(&service, line, size, &connect->scratch);
    if (connect->scratch.size > 0 || connect->scratch.failed)
        connect_tell_scratch(connect);
}

static void pass_on(struct connect *connect, const struct json *message)
{
    const char *method = json_string_of(json_get(message, "method"));
    const struct json *params = json_get(message, "params");
    const struct json *id = json_get(message, "id");
    struct connect_request *request = connect_waiting_begin(
        &connect->waiting, method, connect_pass_done(method));
    if (request == NULL)
        return;
    const char *game = json_string_of(json_get(params, "game"));
    if (id != NULL)
        json_add_value(&request->answer_id, id);
    if (game != NULL && strlen(game) < sizeof request->game)
        memcpy(request->game, game, strlen(game) + 1);
    struct json_walk walk = json_walk(params);
    while (json_walk_next(&walk)) {
        json_add_key(&request->line, walk.key);
        json_add_value(&request->line, walk.value);
    }
    connect_pass_decorate(connect, method, params, &request->line);
    request->is_repeatable = connect_pass_is_repeatable(method);
    if (connect_waiting_end(&connect->waiting, request))
        connect_submit(connect, request);
}

static void refuse_full(struct connect *connect, const struct json *message)
{
    struct connect_request request = {.id = 0};
    char sentence[64];
    const struct json *id = json_get(message, "id");
    snprintf(sentence, sizeof sentence, "%d requests wait for an answer",
             connect->waiting.count);
    if (id != NULL)
        json_add_value(&request.answer_id, id);
    connect_fail(connect, &request, RPC_TOO_MUCH, sentence);
    text_free(&request.answer_id);
}

void connect_take_request(struct connect *connect, const char *line,
                          size_t size)
{
    struct json *message;
    struct error error;
    if (json_parse(&message, line, size, &error) != STATUS_OK) {
        refuse(connect, line, size);
        return;
    }
    if (!is_request(message))
        refuse(connect, line, size);
    else if (connect_waiting_is_full(&connect->waiting))
        refuse_full(connect, message);
    else if (!connect_ask_own(connect, message, line, size))
        pass_on(connect, message);
    json_free(message);
}
