#include "net/connection.h"

#include "base/clock.h"
#include "base/log.h"
#include "net/gzip.h"
#include "net/pages.h"
#include "net/server_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE_SIZE = 64 << 10, /* sent at once, if lines are no longer */
    PAUSE_PART = 8,   /* of waiting_bytes: reads no more requests beyond it */
    RESUME_PART = 32, /* and goes on below this */
    TURN_MS = 5,      /* of work for one connection, then the others come */
    PACKED_KEPT = 64 << 10, /* of memory for compressed lines */
    CODE_TOO_BIG = 1009,    /* RFC 6455, 7.4.1 */
    CODE_POLICY = 1008,
    CODE_TRY_LATER = 1013,
};

/* Instead of an answer for which there is no memory. */
static const char NO_MEMORY[] =
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
    "\"message\":\"no memory for the answer\"}}\n";

struct connection *connection_new(struct server *server,
                                  const struct connection_way *way,
                                  void *carrier, const char *address,
                                  bool is_operator)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->server = server;
    connection->way = way;
    connection->carrier = carrier;
    connection->number = ++server->last_number;
    bool is_web = address[0] != '\0';
    connection->peer.origin = is_web ? PEER_WEB : PEER_SOCKET;
    connection->peer.is_operator = is_operator;
    connection->peer.context = connection;
    snprintf(connection->peer.address, sizeof connection->peer.address, "%s",
             address);
    TAILQ_INSERT_TAIL(&server->connections, connection, all);
    if (is_web)
        server->web_count++;
    else
        server->socket_count++;
    metrics_count(&server->metrics, is_web ? METRICS_CONNECTIONS_WEB
                                           : METRICS_CONNECTIONS_SOCKET);
    hall_connect(server->hall, &connection->peer);
    struct log_line line = log_begin(LOG_DEBUG, "connected");
    log_add_number(&line, "peer", connection->number);
    log_add_text(&line, "way", way->name);
    log_add_text(&line, "address", address);
    log_end(&line);
    return connection;
}

/* Puts it into one of the queues, or takes it out of its queue (NULL). */
static void move_to(struct connection *connection, struct connections *queue)
{
    if (connection->queue == queue)
        return;
    if (connection->queue != NULL)
        TAILQ_REMOVE(connection->queue, connection, queued);
    connection->queue = queue;
    if (queue != NULL)
        TAILQ_INSERT_TAIL(queue, connection, queued);
}

/* Takes it out of those that wait for their turn. */
static void leave_turns(struct connection *connection)
{
    if (connection->has_turn)
        TAILQ_REMOVE(&connection->server->turns, connection, in_turns);
    connection->has_turn = false;
}

void connection_gone(struct connection *connection)
{
    struct server *server = connection->server;
    struct log_line line = log_begin(LOG_DEBUG, "disconnected");
    log_add_number(&line, "peer", connection->number);
    log_end(&line);
    hall_disconnect(server->hall, &connection->peer);
    pages_gone(connection);
    move_to(connection, NULL);
    leave_turns(connection);
    TAILQ_REMOVE(&server->connections, connection, all);
    if (connection->peer.origin == PEER_WEB)
        server->web_count--;
    else
        server->socket_count--;
    outbox_free(&connection->outbox);
    text_free(&connection->input);
    free(connection);
    server_work(server);
}

/* Lets its way read, or not. Who closes reads: the end of the other side, too,
 * is read. */
static void update_reading(struct connection *connection)
{
    bool is_unread = (connection->is_paused || connection->has_turn) &&
                     !connection->is_closing;
    if (connection->is_unread == is_unread)
        return;
    connection->is_unread = is_unread;
    connection->way->pause(connection, is_unread);
}

/* Closing ------------------------------------------------------------------ */

void connection_close(struct connection *connection, int code,
                      const char *reason)
{
    if (connection->is_closing)
        return;
    connection->is_closing = true;
    pages_process_gone(connection);
    connection->close_code = code;
    connection->close_reason = reason;
    text_free(&connection->input);
    connection->input_since_ns = 0;
    update_reading(connection);
    if (connection->queue == NULL)
        move_to(connection, &connection->server->fresh);
}

/* Tells the operator why somebody is disconnected. */
static void log_ended(const struct connection *connection, const char *event,
                      const char *reason)
{
    struct log_line line =
        log_begin_limited(LOG_WARN, event, &connection->server->log_ended);
    log_add_number(&line, "peer", connection->number);
    log_add_text(&line, "way", connection->way->name);
    log_add_text(&line, "address", connection->peer.address);
    log_add_text(&line, "reason", reason);
    log_end(&line);
}

void connection_doom(struct connection *connection, const char *event,
                     const char *reason)
{
    if (connection->is_doomed)
        return;
    log_ended(connection, event, reason);
    connection->is_doomed = true;
    connection->is_closing = true;
    pages_process_gone(connection);
    move_to(connection, &connection->server->fresh);
}

/* Out ---------------------------------------------------------------------- */

/* How many bytes it may leave unread. */
static size_t waiting_max(const struct connection *connection)
{
    if (connection->peer.draws_pages) /* all browsers at once */
        return PAGES_WAITING_BYTES_MAX;
    return (size_t)connection->server->settings.limits.waiting_bytes;
}

/* Adds a line to the outbox; a large one for a page goes as gzip. */
static bool add_line(struct connection *connection, const char *bytes,
                     size_t size, struct outbox_line line)
{
    struct text *packed = &connection->server->packed;
    if (!connection->is_page || size < GZIP_SIZE_MIN)
        return outbox_add(&connection->outbox, bytes, size, line);
    text_clear(packed);
    gzip_add(packed, bytes, size, GZIP_QUICK);
    line.is_binary = true;
    bool was_added =
        !packed->failed &&
        outbox_add(&connection->outbox, packed->bytes, packed->size, line);
    if (packed->capacity > PACKED_KEPT)
        text_free(packed);
    return was_added;
}

static void send_line(struct connection *connection, const char *bytes,
                      size_t size, struct outbox_line line)
{
    struct server *server = connection->server;
    if (connection->is_closing)
        return;
    size_t waiting = outbox_waiting(&connection->outbox);
    bool is_bot = connection->peer.bot[0] != '\0'; /* all its games at once */
    if (!is_bot && waiting > waiting_max(connection)) {
        metrics_count(&server->metrics, METRICS_ENDED_SLOW);
        connection_doom(connection, "ended_slow", "reads too slowly");
    } else if (!add_line(connection, bytes, size, line)) {
        connection_doom(connection, "ended_memory",
                        "no memory for what it is told");
    } else if (connection->queue == NULL) {
        move_to(connection, &server->fresh);
    }
}

void connection_send(struct connection *connection, const char *bytes,
                     size_t size, enum metrics_group group, int64_t since_ns)
{
    struct outbox_line line = {.ticket = server_ticket(connection->server),
                               .since_ns = since_ns,
                               .group = group};
    send_line(connection, bytes, size, line);
}

void connection_pass(struct connection *connection, const char *bytes,
                     size_t size)
{
    struct outbox_line line = {.group = METRICS_NONE};
    send_line(connection, bytes, size, line);
}

static void set_paused(struct connection *connection, bool is_paused)
{
    if (connection->is_paused == is_paused)
        return;
    connection->is_paused = is_paused;
    if (!is_paused)
        connection_receive(connection, "", 0, false);
    update_reading(connection);
}

/* Reads no more from who does not read what we say. */
static void balance(struct connection *connection)
{
    size_t waiting = outbox_waiting(&connection->outbox);
    size_t limit = waiting_max(connection);
    if (waiting > limit / PAUSE_PART)
        set_paused(connection, true);
    else if (waiting <= limit / RESUME_PART)
        set_paused(connection, false);
}

bool connection_flush(struct connection *connection)
{
    struct server *server = connection->server;
    char *bytes;
    size_t size;
    move_to(connection, NULL);
    if (connection->is_doomed)
        return false;
    while ((size = outbox_due(&connection->outbox, server->committed,
                              PIECE_SIZE, &bytes)) > 0) {
        ssize_t sent = connection->way->write(connection, bytes, size);
        if (sent < 0)
            return false;
        if (sent == 0) {
            if (connection->stalled_since_ns == 0)
                connection->stalled_since_ns = clock_steady_ns();
            return true;
        }
        connection->stalled_since_ns = 0;
        outbox_take(&connection->outbox, (size_t)sent, &server->metrics);
    }
    if (outbox_waiting(&connection->outbox) > 0)
        move_to(connection, &server->waiting);
    else if (connection->is_closing)
        connection->way->close(connection);
    if (!connection->is_closing)
        balance(connection);
    return true;
}

/* Flushes those in the queue now; who gets something new meanwhile comes into
 * `fresh` for the next time. */
static void flush_queue(struct connections *queue)
{
    struct connections now = TAILQ_HEAD_INITIALIZER(now);
    struct connection *connection;
    for (connection = TAILQ_FIRST(queue); connection != NULL;
         connection = TAILQ_NEXT(connection, queued))
        connection->queue = &now;
    TAILQ_CONCAT(&now, queue, queued);
    while ((connection = TAILQ_FIRST(&now)) != NULL)
        if (!connection_flush(connection))
            connection->way->kill(connection);
}

/* Who is in the game has been told, or is about to be, what is not so: those
 * come again. Bots are asked again. */
static void doom_all_in(struct server *server, int64_t game)
{
    struct connection *connection;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        for (int i = 0; i < connection->peer.place_count; i++)
            if (connection->peer.places[i].match == game &&
                connection->peer.bot[0] == '\0')
                connection_doom(connection, "ended_store",
                                "the store refused its game");
}

/* Takes back what the store has refused, before anything of it is sent. */
static void take_refusals(struct server *server)
{
    struct writer_refusal refusal;
    while (writer_take_refusal(server->writer, &refusal)) {
        log_write(LOG_ERROR, "write_refused", "reason", refusal.error.text);
        metrics_count(&server->metrics, METRICS_STORE_FAILURES);
        doom_all_in(server, refusal.game);
        hall_forget_refused(server->hall, refusal.game);
        server_work(server);
    }
}

void connection_flush_all(struct server *server)
{
    int64_t committed = writer_committed(server->writer);
    take_refusals(server);
    if (committed != server->committed) {
        server->committed = committed;
        flush_queue(&server->waiting);
    }
    /* Those that go on reading say something, and those that go tell others. */
    while (!TAILQ_EMPTY(&server->fresh))
        flush_queue(&server->fresh);
}

/* In ----------------------------------------------------------------------- */

static bool is_blank(const char *line, size_t size)
{
    while (size > 0 && (line[size - 1] == ' ' || line[size - 1] == '\t' ||
                        line[size - 1] == '\r'))
        size--;
    return size == 0;
}

/* Answers a message that is not carried out; with its id, where it can be
 * read. */
static void refuse(struct connection *connection, const char *line, size_t size,
                   enum rpc_code code, const char *sentence)
{
    struct text *out = &connection->server->answer;
    struct json *message = NULL;
    struct error error;
    const struct json *id = NULL;
    if (size > 0 && json_parse(&message, line, size, &error) == STATUS_OK)
        id = json_get(message, "id");
    bool is_id =
        json_kind(id) == JSON_KIND_INTEGER || json_kind(id) == JSON_KIND_STRING;
    text_clear(out);
    text_add(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    json_add_value(out, is_id ? id : NULL);
    text_addf(out, ",\"error\":{\"code\":%d,\"message\":", (int)code);
    json_add_string(out, sentence, strlen(sentence));
    text_add(out, "}}\n");
    json_free(message);
    if (out->failed)
        connection_send(connection, NO_MEMORY, sizeof NO_MEMORY - 1,
                        METRICS_OTHER, clock_steady_ns());
    else
        connection_send(connection, out->bytes, out->size, METRICS_OTHER,
                        clock_steady_ns());
}

/* A message longer than it may be: an error, and goodbye. */
static void refuse_size(struct connection *connection)
{
    char sentence[80];
    snprintf(sentence, sizeof sentence, "a message of more than %d bytes",
             connection->server->settings.limits.message_bytes);
    metrics_count(&connection->server->metrics, METRICS_REFUSED_SIZES);
    log_ended(connection, "ended_size", sentence);
    refuse(connection, "", 0, RPC_NO_REQUEST, sentence);
    connection_close(connection, CODE_TOO_BIG, "a message is too long");
}

/* Whether somebody's work counts for their address. */
static bool is_counted(const struct connection *connection)
{
    return connection->peer.origin == PEER_WEB &&
           connection->server->settings.limits.connections_per_address > 0;
}

/* Whether those before it from the same address leave time for one message
 * more; answers it if they do not. */
static bool may_work(struct connection *connection, const char *line,
                     size_t size, int64_t now)
{
    struct server *server = connection->server;
    if (!is_counted(connection) ||
        limits_addresses_may_work(server->addresses, connection->peer.address,
                                  now))
        return true;
    metrics_count(&server->metrics, METRICS_REFUSED_MESSAGES);
    refuse(connection, line, size, RPC_TOO_MUCH,
           "too much work from where you are: wait a little");
    return false;
}

/* Whether one more message is within the limits; answers it if it is not. */
static bool is_allowed(struct connection *connection, const char *line,
                       size_t size, int64_t now)
{
    struct server *server = connection->server;
    const struct peer *peer = &connection->peer;
    if (peer->bot[0] != '\0' || peer->draws_pages ||
        (peer->is_operator && peer->origin == PEER_SOCKET))
        return true;
    enum limits_verdict verdict =
        limits_take(&server->settings.limits, &connection->bucket, now);
    if (verdict == LIMITS_OK)
        return may_work(connection, line, size, now);
    char sentence[100];
    snprintf(sentence, sizeof sentence,
             "too many messages: no more than %d a second",
             server->settings.limits.messages_per_second);
    metrics_count(&server->metrics, METRICS_REFUSED_MESSAGES);
    refuse(connection, line, size, RPC_TOO_MUCH, sentence);
    if (verdict == LIMITS_ABUSED) {
        metrics_count(&server->metrics, METRICS_ENDED_ABUSE);
        log_ended(connection, "ended_abuse", sentence);
        connection_close(connection, CODE_POLICY, "too many messages");
    }
    return false;
}

void connection_charge_work(struct connection *connection, int64_t worked_ns)
{
    limits_charge(&connection->bucket, worked_ns);
    if (is_counted(connection))
        limits_addresses_charge(connection->server->addresses,
                                connection->peer.address, worked_ns);
}

/* Only when it was
 * long is the system asked how much of it was work, and not that of others: to
 * ask it for each message would cost more than many a message does. */
void connection_charge(struct connection *connection, int64_t passed_ns)
{
    struct server *server = connection->server;
    if (passed_ns < LIMITS_WORK_MS * (int64_t)1000000)
        return;
    int64_t cpu_ns = clock_thread_cpu_ns();
    int64_t worked_ns = cpu_ns - server->cpu_ns;
    server->cpu_ns = cpu_ns;
    connection_charge_work(connection,
                           worked_ns < passed_ns ? worked_ns : passed_ns);
}

void connection_serve(struct connection *connection, struct connection *to,
                      const char *head, const char *line, size_t size,
                      int64_t since_ns)
{
    struct server *server = connection->server;
    struct text *out = &server->answer;
    text_clear(out);
    text_add(out, head);
    size_t head_size = out->size;
    int64_t start_ns = clock_steady_ns();
    hall_serve(server->hall, &connection->peer, line, size, out);
    connection_charge(connection, clock_steady_ns() - start_ns);
    server->was_asked = true;
    if (out->failed)
        connection_send(to, NO_MEMORY, sizeof NO_MEMORY - 1, METRICS_OTHER,
                        since_ns);
    else if (out->size > head_size)
        connection_send(to, out->bytes, out->size, metrics_group_of(line, size),
                        since_ns);
    server_work(server);
}

/* Carries out one message. */
static void serve_line(struct connection *connection, const char *line,
                       size_t size, int64_t now)
{
    struct server *server = connection->server;
    if (is_blank(line, size))
        return;
    metrics_count(&server->metrics, METRICS_MESSAGES_IN);
    if (!is_allowed(connection, line, size, now))
        return;
    const struct peer *peer = &connection->peer;
    if (peer->draws_pages && pages_hear(connection, line, size, now))
        return;
    if (peer->origin == PEER_WEB && pages_is_line(line, size)) {
        pages_take(connection, line, size);
        return;
    }
    connection_serve(connection, connection, "", line, size, now);
    if (peer->draws_pages && !pages_is_process(connection))
        pages_attached(connection);
}

/* Whether the connection's lines are carried out now. */
static bool is_listening(const struct connection *connection)
{
    return !connection->is_closing && !connection->is_paused &&
           !connection->has_turn && !connection->server->is_ending;
}

/* The connection has used so much more of the loop's turn; if that is enough
 * for now, it goes on in the next one. */
static void use_turn(struct connection *connection, int64_t used_ns)
{
    struct server *server = connection->server;
    if (connection->turn != server->turn)
        connection->used_ns = 0;
    connection->turn = server->turn;
    connection->used_ns += used_ns;
    if (connection->used_ns < TURN_MS * (int64_t)1000000 ||
        connection->is_closing || connection->has_turn)
        return;
    connection->has_turn = true;
    TAILQ_INSERT_TAIL(&server->turns, connection, in_turns);
    update_reading(connection);
}

/* How long a line may be. */
static size_t line_size_max(const struct connection *connection)
{
    if (connection->peer.draws_pages)
        return PAGES_LINE_SIZE_MAX;
    return (size_t)connection->server->settings.limits.message_bytes;
}

/* Carries out the whole lines; returns how many bytes they had. */
static size_t serve_lines(struct connection *connection, const char *bytes,
                          size_t size)
{
    int64_t now = clock_steady_ns();
    int64_t used_until = now;
    size_t at = 0;
    while (at < size && is_listening(connection)) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = (end == NULL ? size : (size_t)(end - bytes)) - at;
        if (length > line_size_max(connection))
            refuse_size(connection);
        else if (end == NULL)
            break;
        else
            serve_line(connection, bytes + at, length, now);
        at += length + 1;
        if (outbox_waiting(&connection->outbox) >
            waiting_max(connection) / PAUSE_PART)
            set_paused(connection, true);
        int64_t until = clock_steady_ns();
        use_turn(connection, until - used_until);
        used_until = until;
    }
    return at < size ? at : size;
}

/* Keeps what is not carried out yet. */
static void keep(struct connection *connection, const char *bytes, size_t size,
                 bool is_end)
{
    text_add_bytes(&connection->input, bytes, size);
    if (is_end)
        text_add_char(&connection->input, '\n');
    if (connection->input.failed)
        connection_doom(connection, "ended_memory",
                        "no memory for what it says");
}

/* Drops the first bytes of the input. */
static void drop_input(struct connection *connection, size_t size)
{
    struct text *input = &connection->input;
    if (size == input->size) {
        text_free(input);
        return;
    }
    memmove(input->bytes, input->bytes + size, input->size - size);
    input->size -= size;
    input->bytes[input->size] = '\0';
}

/* Remembers since when there is a line without its end. */
static void note_input(struct connection *connection, bool has_moved)
{
    if (connection->input.size == 0 || connection->is_unread)
        connection->input_since_ns = 0;
    else if (connection->input_since_ns == 0 || has_moved)
        connection->input_since_ns = clock_steady_ns();
}

void connection_receive(struct connection *connection, const char *bytes,
                        size_t size, bool is_end)
{
    struct text *input = &connection->input;
    size_t done = 0;
    size_t kept = 0;
    if (connection->is_closing || connection->server->is_ending)
        return;
    metrics_count_many(&connection->server->metrics, METRICS_BYTES_IN, size);
    if (input->size == 0)
        done = serve_lines(connection, bytes, size);
    if (connection->is_closing)
        return;
    if (done < size || (is_end && input->size > 0))
        keep(connection, bytes + done, size - done, is_end);
    if (input->size > 0)
        kept = serve_lines(connection, input->bytes, input->size);
    if (connection->is_closing)
        return;
    if (kept > 0)
        drop_input(connection, kept);
    note_input(connection, done + kept > 0);
}

void connection_go_on_all(struct server *server)
{
    /* Who is not done again stands behind the last one. */
    const struct connection *last = TAILQ_LAST(&server->turns, connections);
    const struct connection *before = NULL;
    while (before != last) {
        struct connection *connection = TAILQ_FIRST(&server->turns);
        leave_turns(connection);
        connection_receive(connection, "", 0, false);
        update_reading(connection);
        before = connection;
    }
}
