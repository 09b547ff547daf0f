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
    PAUSE_PART = 8,     /* of waiting_bytes: reads no more requests beyond it */
    RESUME_PART = 32,   /* and goes on below this */
    TURN_MS = 5,        /* of work for one connection, then the others come */
    TURN_ALL_MS = 25,   /* for all, then the sockets and clocks are looked at */
    MALFORMED_MAX = 10, /* lines for the page that are no JSON */
    PACKED_KEPT = 64 << 10,   /* of memory for compressed lines */
    READ_BYTES_MIN = 4 << 10, /* in a second, or it counts as nothing */
};

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
    if (!connection->has_turn)
        return;
    turns_remove(&connection->server->turns, connection);
    connection->has_turn = false;
}

void connection_gone(struct connection *connection)
{
    struct server *server = connection->server;
    struct log_line line = log_begin(LOG_DEBUG, "disconnected");
    log_add_number(&line, "peer", connection->number);
    log_end(&line);
    server->held_bytes -= connection->held_bytes;
    hall_disconnect(server->hall, &connection->peer);
    pages_gone(connection);
    move_to(connection, NULL);
    if (connection->has_turn)
        server_hearing_went_on(server, connection->waits_since);
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

void connection_end(struct connection *connection, int code, const char *reason,
                    const char *event, const char *why)
{
    if (connection->is_closing)
        return;
    log_ended(connection, event, why);
    connection_close(connection, code, reason);
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

/* Bots and the page process. */
static bool is_own(const struct connection *connection)
{
    return connection->peer.draws_pages || connection->peer.bot[0] != '\0';
}

/* Whether it goes when too much is unread in all. */
static bool may_be_ended(const struct connection *connection)
{
    return !connection->is_doomed && !is_own(connection);
}

/* Counts anew what it holds. */
static void count_held(struct connection *connection)
{
    struct server *server = connection->server;
    size_t held = may_be_ended(connection) ? connection->outbox.capacity : 0;
    server->held_bytes += held - connection->held_bytes;
    connection->held_bytes = held;
    if (server->held_bytes > server->held_peak)
        server->held_peak = server->held_bytes;
}

void connection_end_greediest(struct server *server)
{
    size_t max = (size_t)server->settings.limits.waiting_bytes_all;
    while (server->held_bytes > max) {
        struct connection *greediest = TAILQ_FIRST(&server->connections);
        struct connection *other;
        for (other = greediest; other != NULL; other = TAILQ_NEXT(other, all))
            if (other->held_bytes > greediest->held_bytes)
                greediest = other;
        metrics_count(&server->metrics, METRICS_ENDED_SLOW);
        if (server_pages_end_greediest(
                server, greediest == NULL ? 0 : greediest->held_bytes))
            continue;
        connection_doom(greediest, "ended_slow",
                        "too much is unread, and most of it is its own");
        count_held(greediest);
    }
}

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
    count_held(connection);
    connection_end_greediest(server);
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

/* All is sent, and it goes, unless the other side stays. */
static void close_way(struct connection *connection)
{
    if (connection->closed_since_ns == 0)
        connection->closed_since_ns = clock_steady_ns();
    connection->way->close(connection);
}

/* So much could be sent of what is due. Who takes a little now and then is as
 * slow as who takes nothing. */
static void note_sent(struct connection *connection, size_t sent)
{
    const struct limits *limits = &connection->server->settings.limits;
    size_t enough = (size_t)limits->stall_seconds * READ_BYTES_MIN;
    if (sent == 0 && connection->stalled_since_ns == 0) {
        connection->stalled_since_ns = clock_steady_ns();
        connection->stalled_sent = 0;
    }
    connection->stalled_sent += sent;
    if (sent > 0 && connection->stalled_sent >= enough)
        connection->stalled_since_ns = 0;
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
        note_sent(connection, (size_t)sent);
        if (sent == 0)
            return true;
        outbox_take(&connection->outbox, (size_t)sent, &server->metrics);
    }
    connection->stalled_since_ns = 0;
    count_held(connection);
    if (outbox_waiting(&connection->outbox) > 0)
        move_to(connection, &server->waiting);
    else if (connection->is_closing)
        close_way(connection);
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
        server_pages_fail(server, refusal.game, refusal.ticket,
                          "the store refused the game");
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
        server_pages_committed(server);
    }
    /* Those that go on reading say something, and those that go tell others. */
    while (!TAILQ_EMPTY(&server->fresh))
        flush_queue(&server->fresh);
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
    struct text asked = {0};
    if (json_kind(id) == JSON_KIND_INTEGER || json_kind(id) == JSON_KIND_STRING)
        json_add_value(&asked, id);
    text_clear(out);
    rpc_add_error(out, asked.bytes, asked.size, code, sentence);
    out->failed |= asked.failed;
    text_free(&asked);
    json_free(message);
    if (out->failed)
        connection_send(connection, RPC_NO_MEMORY, sizeof RPC_NO_MEMORY - 1,
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
    refuse(connection, "", 0, RPC_NO_REQUEST, sentence);
    connection_end(connection, CONNECTION_TOO_BIG, "a message is too long",
                   "ended_size", sentence);
}

/* Whether those before it from the same address leave time for one message
 * more; answers it if they do not. */
static bool may_work(struct connection *connection, const char *line,
                     size_t size, int64_t now)
{
    struct server *server = connection->server;
    if (limits_addresses_may_work(&server->settings.limits, server->addresses,
                                  connection->peer.address, now))
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
        connection_end(connection, CONNECTION_POLICY, "too many messages",
                       "ended_abuse", sentence);
    }
    return false;
}

void connection_charge_work(struct connection *connection, int64_t worked_ns)
{
    const struct server *server = connection->server;
    limits_charge(&connection->bucket, worked_ns);
    limits_addresses_charge(&server->settings.limits, server->addresses,
                            connection->peer.address, worked_ns);
}

/* Only when it was long is the system asked how much of it was work, and not
 * that of others: to ask it for each message would cost more than many a
 * message does. */
void connection_charge(struct connection *connection, int64_t passed_ns)
{
    struct server *server = connection->server;
    if (passed_ns < LIMITS_WORK_MS * CLOCK_NS_PER_MS)
        return;
    int64_t cpu_ns = clock_thread_cpu_ns();
    int64_t worked_ns = cpu_ns - server->cpu_ns;
    server->cpu_ns = cpu_ns;
    connection_charge_work(connection,
                           worked_ns < passed_ns ? worked_ns : passed_ns);
}

/* The answer that needs no memory. */
static void send_no_memory(struct connection *to, const char *head,
                           int64_t since_ns)
{
    char answer[CONNECTION_HEAD_SIZE + sizeof RPC_NO_MEMORY];
    int size = snprintf(answer, sizeof answer, "%s%s", head, RPC_NO_MEMORY);
    connection_send(to, answer, (size_t)size, METRICS_OTHER, since_ns);
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
        send_no_memory(to, head, since_ns);
    else if (out->size > head_size)
        connection_send(to, out->bytes, out->size, metrics_group_of(line, size),
                        since_ns);
    server_work(server);
}

/* Whether a browser's line for the page process is JSON, as all else must be
 * that is said to us; otherwise answers it. No page of ours says such a line,
 * and who does so again and again goes. */
static bool is_page_json(struct connection *connection, const char *line,
                         size_t size)
{
    struct server *server = connection->server;
    struct json *message = NULL;
    struct error error;
    int64_t start_ns = clock_steady_ns();
    enum status status = json_parse(&message, line, size, &error);
    json_free(message);
    connection_charge(connection, clock_steady_ns() - start_ns);
    if (status == STATUS_OK)
        return true;
    struct log_line said = log_begin_limited(LOG_WARN, "page_line_malformed",
                                             &server->log_malformed);
    log_add_number(&said, "peer", connection->number);
    log_add_text(&said, "address", connection->peer.address);
    log_add_text(&said, "reason", error.text);
    log_end(&said);
    metrics_count(&server->metrics, METRICS_REFUSED_MESSAGES);
    refuse(connection, "", 0, RPC_NOT_JSON, error.text);
    if (++connection->malformed_count < MALFORMED_MAX)
        return false;
    metrics_count(&server->metrics, METRICS_ENDED_ABUSE);
    connection_end(connection, CONNECTION_POLICY,
                   "too many lines that are no JSON", "ended_abuse",
                   "too many lines for the page are no JSON");
    return false;
}

/* Carries out one message. */
static void serve_line(struct connection *connection, const char *line,
                       size_t size, int64_t now)
{
    struct server *server = connection->server;
    metrics_count(&server->metrics, METRICS_MESSAGES_IN);
    if (!is_allowed(connection, line, size, now) || rpc_is_blank(line, size))
        return;
    connection->silent_s = 0;
    const struct peer *peer = &connection->peer;
    if (peer->draws_pages && pages_hear(connection, line, size, now))
        return;
    if (peer->origin == PEER_WEB && pages_is_line(line, size)) {
        if (is_page_json(connection, line, size))
            pages_take(connection, line, size);
        return;
    }
    connection_serve(connection, connection, "", line, size, now);
    if (peer->draws_pages && !pages_is_process(connection))
        pages_attached(connection);
}

int connection_silence(struct connection *connection)
{
    bool is_read = !connection->is_paused && !connection->has_turn;
    return is_read ? ++connection->silent_s : 0;
}

void connection_take_frame(struct connection *connection)
{
    if (!connection->is_closing && !connection->server->is_ending)
        serve_line(connection, "", 0, clock_steady_ns());
}

/* Whether the connection's lines are carried out now. */
static bool is_listening(const struct connection *connection)
{
    return !connection->is_closing && !connection->is_paused &&
           !connection->has_turn && !connection->server->is_ending;
}

bool connection_is_turn_over(const struct server *server)
{
    return server->turn_used_ns >= TURN_ALL_MS * CLOCK_NS_PER_MS;
}

/* It goes on when those have gone on that wait already; of those from its own
 * address, all. */
static void wait_for_turn(struct connection *connection)
{
    struct server *server = connection->server;
    int64_t *last =
        limits_addresses_round(&server->settings.limits, server->addresses,
                               connection->peer.address, LIMITS_TURNS_LINES);
    connection->has_turn = true;
    connection->waits_since = server->turn;
    turns_add(&server->turns, connection,
              last == NULL ? &connection->round : last);
    update_reading(connection);
}

/* The connection has used so much more of the loop's turn; if that is enough
 * for now, it goes on in a later one. */
static void use_turn(struct connection *connection, int64_t used_ns)
{
    struct server *server = connection->server;
    if (connection->turn != server->turn)
        connection->used_ns = 0;
    connection->turn = server->turn;
    connection->used_ns += used_ns;
    server->turn_used_ns += used_ns;
    if (connection->used_ns >= TURN_MS * CLOCK_NS_PER_MS &&
        !connection->is_closing && !connection->has_turn)
        wait_for_turn(connection);
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
        if (connection_is_turn_over(connection->server)) {
            wait_for_turn(connection);
            break;
        }
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
    if (kept == input->size)
        text_free(input);
    else
        text_drop(input, kept);
    note_input(connection, done + kept > 0);
}

/* One that waited has its turn. What is left of the daemon's own lines, which
 * are those of many, has waited all the time. */
static void go_on(struct connection *connection)
{
    int64_t waits_since = connection->waits_since;
    leave_turns(connection);
    connection_receive(connection, "", 0, false);
    if (connection->has_turn && is_own(connection))
        connection->waits_since = waits_since;
    else
        server_hearing_went_on(connection->server, waits_since);
    update_reading(connection);
}

void connection_go_on_all(struct server *server)
{
    struct connection *connection = pages_process(server);
    /* All browsers wait for that one. */
    if (connection != NULL && connection->has_turn)
        go_on(connection);
    while (!connection_is_turn_over(server) &&
           (connection = turns_first(&server->turns)) != NULL) {
        bool has_gone_on = connection->turn == server->turn;
        if (has_gone_on && !server->is_ending)
            break;
        go_on(connection);
    }
}
