#include "net/server_inside.h"

#include "net/bots.h"
#include "net/files.h"
#include "net/pages.h"
#include "net/processes.h"

#include "base/clock.h"
#include "base/log.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    FILES_BESIDE = 128,    /* open ones that are no connections */
    TRIM_BYTES = 16 << 20, /* of memory that are free again */
};

static const double TICK_SECONDS_MIN = 0.001;
static const double SWEEP_SECONDS = 1;
static const double LEAVE_SECONDS = 4;     /* then it ends, come what may */
static const double GOODBYE_SECONDS = 0.5; /* for others to say theirs */

int64_t server_ticket(const struct server *server)
{
    /* After a failure the hall says only what the store has: it changes
     * nothing until hall_resume. */
    return server->has_failed ? 0 : writer_last(server->writer);
}

void server_tell(void *context, struct peer *peer, const char *bytes,
                 size_t size)
{
    (void)context;
    struct connection *connection = peer->context;
    if (connection == NULL) /* HTTP's peers are told nothing */
        return;
    if (connection->is_page)
        pages_tell(connection, bytes, size);
    else
        connection_send(connection, bytes, size, METRICS_NONE, 0);
}

/* Nobody knows who has missed what: who is in a game connects again, and gets
 * all from the beginning. */
static void lose_news(struct server *server, const struct error *error)
{
    struct connection *connection;
    log_write(LOG_ERROR, "news_lost", "reason", error->text);
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        if (connection->peer.place_count > 0)
            connection_close(connection, CONNECTION_RESTART,
                             "news were lost: connect again");
}

void server_work(struct server *server)
{
    struct error error;
    while (hall_work(server->hall, &error)) {
        server->was_asked = true;
        if (error.status != STATUS_OK)
            lose_news(server, &error);
    }
}

static void on_tick(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct server *server = timer->data;
    (void)events;
    int64_t now = clock_calendar_ms();
    server->was_asked = false;
    int64_t next = hall_tick(server->hall, now);
    server_work(server);
    timer->repeat =
        next <= now ? TICK_SECONDS_MIN : (double)(next - now) / 1000;
    ev_timer_again(loop, timer);
}

/* What was asked for may have set a clock that the hall did not know when it
 * said when to come again. */
static void tick_soon(struct server *server)
{
    if (!server->was_asked ||
        ev_timer_remaining(server->loop, &server->tick) <= TICK_SECONDS_MIN)
        return;
    server->tick.repeat = TICK_SECONDS_MIN;
    ev_timer_again(server->loop, &server->tick);
}

void server_wake(void *context)
{
    struct server *server = context;
    ev_async_send(server->loop, &server->wake);
}

/* Has everybody told that what was held never became true. Who has missed news
 * by that connects again, and gets all from the beginning. */
static void fail_all(struct server *server, const char *why)
{
    struct connection *connection;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all)) {
        bool lost_news = false;
        if (!outbox_fail(&connection->outbox, server->committed, why,
                         &lost_news))
            connection_doom(connection, "ended_memory",
                            "no memory to tell it why");
        else if (lost_news)
            connection_close(connection, CONNECTION_RESTART,
                             "the store failed: connect again");
        if (connection->queue == &server->waiting) {
            TAILQ_REMOVE(&server->waiting, connection, queued);
            TAILQ_INSERT_TAIL(&server->fresh, connection, queued);
            connection->queue = &server->fresh;
        }
    }
}

/* The writer has failed since we looked. */
static void on_failure(struct server *server, const struct error *error)
{
    char why[ERROR_TEXT_SIZE + 40];
    snprintf(why, sizeof why, "nothing has changed: %s", error->text);
    log_write(LOG_ERROR, "store_failed", "reason", error->text);
    metrics_count(&server->metrics, METRICS_STORE_FAILURES);
    server->committed = writer_committed(server->writer);
    fail_all(server, why);
    server_pages_committed(server);
    server_pages_fail(server, 0, server->committed + 1, why);
    hall_forget_unwritten(server->hall);
    server->has_failed = true;
    server_work(server);
}

/* Looks whether the writer has failed: in each turn of the loop, whatever it
 * was waked for. */
static void look_at_writer(struct server *server)
{
    struct error error;
    if (!server->has_failed && writer_has_failed(server->writer, &error))
        on_failure(server, &error);
}

/* A commit or a failure: the loop has its turn, and that is all there is to do.
 */
static void on_wake(struct ev_loop *loop, struct ev_async *watcher, int events)
{
    (void)loop;
    (void)watcher;
    (void)events;
}

/* Tries whether the disk takes something again. */
static void try_to_resume(struct server *server)
{
    if (!server->has_failed)
        return;
    if (hall_resume(server->hall)) {
        server->has_failed = false;
        log_write(LOG_WARN, "store_works_again", NULL, NULL);
    }
    server_work(server);
}

/* What somebody has not done since before that time; NULL: all is well. */
static const char *lateness_of(const struct connection *connection,
                               int64_t late_ns)
{
    if (connection->stalled_since_ns != 0 &&
        connection->stalled_since_ns < late_ns)
        return "does not read";
    if (connection->input_since_ns != 0 && connection->input_since_ns < late_ns)
        return "does not end its message";
    if (connection->closed_since_ns != 0 &&
        connection->closed_since_ns < late_ns)
        return "does not hang up";
    return NULL;
}

/* Gives memory back to the system when much of it is free: it lies in pieces
 * between others', where it would stay. */
static void give_back(struct server *server)
{
    if (server->held_peak - server->held_bytes < TRIM_BYTES)
        return;
    malloc_trim(0);
    server->held_peak = server->held_bytes;
}

/* Whether a process that the daemon has started is there for its work. */
static bool has_attached(const void *context, const char *name)
{
    const struct server *server = context;
    return strcmp(name, PAGES_PROCESS) == 0 ? pages_process(server) != NULL
                                            : bots_has(server, name);
}

/* Ends those who are too slow. */
static void on_sweep(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct server *server = timer->data;
    struct connection *connection;
    int64_t stall_ns =
        server->settings.limits.stall_seconds * CLOCK_NS_PER_SECOND;
    int64_t late_ns = clock_steady_ns() - stall_ns;
    (void)loop;
    (void)events;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all)) {
        const char *reason = lateness_of(connection, late_ns);
        if (reason == NULL || connection->is_doomed)
            continue;
        metrics_count(&server->metrics, METRICS_ENDED_SLOW);
        connection_doom(connection, "ended_slow", reason);
    }
    server_web_sweep(server);
    give_back(server);
    pages_sweep(server);
    bots_sweep(server);
    if (server->settings.processes != NULL)
        processes_sweep(server->settings.processes, has_attached, server);
    writer_look(server->writer);
    server_listen_look(server);
    try_to_resume(server);
}

static void stop_loop(struct server *server)
{
    ev_break(server->loop, EVBREAK_ALL);
}

/* Whether all that was taken is done, and told. */
static bool is_done(const struct server *server)
{
    const struct connection *connection;
    if (!server->has_failed &&
        writer_committed(server->writer) < writer_last(server->writer))
        return false;
    if (!TAILQ_EMPTY(&server->held))
        return false;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        if (outbox_waiting(&connection->outbox) > 0 &&
            connection->stalled_since_ns == 0)
            return false;
    return true;
}

/* Tells everybody that it ends, and waits a little for their own goodbyes. */
static void say_goodbye(struct server *server)
{
    struct connection *connection;
    server->has_said_goodbye = true;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        connection_close(connection, CONNECTION_GOING_AWAY,
                         "the daemon is ending");
    connection_flush_all(server);
    ev_timer_stop(server->loop, &server->leave);
    ev_timer_set(&server->leave, GOODBYE_SECONDS, 0);
    ev_timer_start(server->loop, &server->leave);
}

/* Goes on with ending, one step when it is time for it. */
static void go_on_ending(struct server *server)
{
    if (!server->has_said_goodbye && is_done(server))
        say_goodbye(server);
    if (server->has_said_goodbye && TAILQ_EMPTY(&server->connections))
        stop_loop(server);
}

/* The time is over, also for what is not done: who is there is told all the
 * same. */
static void on_leave(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct server *server = timer->data;
    (void)loop;
    (void)events;
    if (server->has_said_goodbye)
        stop_loop(server);
    else
        say_goodbye(server);
}

static void stop_processes(const struct server *server)
{
    if (server->settings.processes != NULL)
        processes_stop(server->settings.processes);
}

static void begin_ending(struct server *server)
{
    if (server->is_ending) {
        stop_loop(server); /* asked twice */
        return;
    }
    log_write(LOG_INFO, "ending", NULL, NULL);
    server->is_ending = true;
    server_listen_stop(server);
    stop_processes(server);
    ev_timer_start(server->loop, &server->leave);
}

static void on_signal(struct ev_loop *loop, struct ev_signal *watcher,
                      int events)
{
    struct server *server = watcher->data;
    (void)loop;
    (void)events;
    if (watcher->signum != SIGHUP) {
        begin_ending(server);
        return;
    }
    server_web_renew(server);
    if (server->settings.reload != NULL)
        server->settings.reload(server->settings.context);
}

/* In each turn, before anything else: those whose lines have waited. */
static void on_polled(struct ev_loop *loop, struct ev_check *watcher,
                      int events)
{
    struct server *server = watcher->data;
    (void)loop;
    (void)events;
    server_hearing_polled(server);
    connection_go_on_all(server);
    server_pages_go_on_late(server);
}

/* The loop has not slept, and that is all there is to do. */
static void on_go_on(struct ev_loop *loop, struct ev_idle *watcher, int events)
{
    (void)loop;
    (void)watcher;
    (void)events;
}

/* Before the loop waits: all that was changed in this turn is written, and what
 * was made due is sent. */
static void on_flush(struct ev_loop *loop, struct ev_prepare *watcher,
                     int events)
{
    struct server *server = watcher->data;
    (void)events;
    writer_go(server->writer);
    look_at_writer(server);
    connection_flush_all(server);
    server_hearing_end_turn(server);
    server->turn++;
    server->turn_used_ns = 0;
    if (server->turns.count == 0 && TAILQ_EMPTY(&server->late))
        ev_idle_stop(loop, &server->go_on);
    else
        ev_idle_start(loop, &server->go_on);
    tick_soon(server);
    if (server->is_ending)
        go_on_ending(server);
    server->cpu_ns = clock_thread_cpu_ns();
}

/* As many files as connections are allowed, as far as the system lets us; if
 * that is not far enough, as many places as there are files. */
static void raise_file_limit(struct server *server)
{
    struct rlimit files;
    const rlim_t beside = FILES_BESIDE + SERVER_KEPT_PLACES;
    rlim_t wanted = (rlim_t)server->settings.limits.connections + beside;
    server->place_count = server->settings.limits.connections;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    /* Not more either: libwebsockets keeps a table of that size. */
    files.rlim_cur = wanted < files.rlim_max ? wanted : files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < wanted) {
        server->place_count =
            files.rlim_cur > beside ? (int)(files.rlim_cur - beside) : 1;
        struct log_line line = log_begin(LOG_WARN, "few_files");
        log_add_number(&line, "wanted", (int64_t)wanted);
        log_add_number(&line, "allowed", (int64_t)files.rlim_cur);
        log_add_number(&line, "connections", server->place_count);
        log_end(&line);
    }
}

static void init_watchers(struct server *server)
{
    static const int SIGNALS[] = {SIGTERM, SIGINT, SIGHUP};
    ev_async_init(&server->wake, on_wake);
    ev_prepare_init(&server->flush, on_flush);
    ev_check_init(&server->polled, on_polled);
    ev_set_priority(&server->polled, EV_MAXPRI);
    ev_idle_init(&server->go_on, on_go_on);
    ev_timer_init(&server->tick, on_tick, 0, 0.001);
    ev_timer_init(&server->sweep, on_sweep, SWEEP_SECONDS, SWEEP_SECONDS);
    ev_timer_init(&server->leave, on_leave, LEAVE_SECONDS, 0);
    server->wake.data = server->flush.data = server->polled.data =
        server->tick.data = server->sweep.data = server->leave.data = server;
    for (int i = 0; i < 3; i++) {
        ev_signal_init(&server->signals[i], on_signal, SIGNALS[i]);
        server->signals[i].data = server;
        /* From now on: one that comes before the loop runs waits for it. */
        ev_signal_start(server->loop, &server->signals[i]);
    }
    ev_async_start(server->loop, &server->wake);
}

/* Whether that is all addresses of the machine. */
static bool is_wildcard(const char *address)
{
    return strncmp(address, "0.0.0.0:", 8) == 0 ||
           strncmp(address, "[::]:", 5) == 0;
}

/* The names that we answer to: those of the settings, the loopback's, and the
 * addresses that we listen on. */
static void collect_names(struct server *server)
{
    static const char *const LOOPBACK[] = {"localhost", "127.0.0.1", "[::1]"};
    struct http_names *names = &server->names;
    for (int i = 0; i < server->settings.name_count; i++)
        names->names[names->count++] = server->settings.names[i];
    names->told_count = names->count;
    for (int i = 0; i < 3; i++)
        names->names[names->count++] = LOOPBACK[i];
    for (int i = 0; i < server->listener_count; i++) {
        if (!server->listeners[i].is_web)
            continue;
        names->names[names->count++] = server->listeners[i].address;
        if (is_wildcard(server->listeners[i].address))
            names->takes_addresses = true;
    }
}

/* Reads what is served under /static/. What was made when the program was
 * built lies beside it, in web/. */
static enum status read_files(struct server *server, struct error *error)
{
    enum { PATH_SIZE = 4096 };
    const char *program = server->settings.program;
    char own[PATH_SIZE];
    char built[PATH_SIZE];
    const char *const folders[] = {own, built};
    if (server->settings.root == NULL)
        return STATUS_OK;
    const char *end = strrchr(program, '/');
    int size = end == NULL ? 0 : (int)(end - program);
    if (snprintf(own, sizeof own, "%s/lua/web/static", server->settings.root) >=
            PATH_SIZE ||
        snprintf(built, sizeof built, "%.*s/web", size, program) >= PATH_SIZE)
        return error_set(error, STATUS_LIMIT, "the path of %s is too long",
                         server->settings.root);
    return files_new(&server->files, folders, size == 0 ? 1 : 2, error);
}

enum status server_new(struct server **out,
                       const struct server_settings *settings,
                       struct error *error)
{
    *out = NULL;
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a server");
    server->settings = *settings;
    TAILQ_INIT(&server->connections);
    TAILQ_INIT(&server->fresh);
    TAILQ_INIT(&server->waiting);
    turns_init(&server->turns);
    TAILQ_INIT(&server->held);
    TAILQ_INIT(&server->bodies);
    TAILQ_INIT(&server->late);
    raise_file_limit(server);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a store that may not grow is an error only */
    /* The default loop: it alone sees processes end, as bots do. */
    server->loop = ev_default_loop(EVFLAG_AUTO);
    server->addresses = limits_addresses_new();
    server->pages = pages_new();
    enum status status = STATUS_OK;
    if (server->loop == NULL || server->addresses == NULL ||
        server->pages == NULL)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a loop");
    if (status == STATUS_OK)
        status = read_files(server, error);
    if (status == STATUS_OK) {
        init_watchers(server);
        status = server_web_open(server, error);
    }
    if (status == STATUS_OK)
        status = server_listen_open(server, error);
    if (status == STATUS_OK)
        collect_names(server);
    if (status != STATUS_OK) {
        server_free(server);
        return status;
    }
    *out = server;
    return STATUS_OK;
}

void server_free(struct server *server)
{
    if (server == NULL)
        return;
    server_listen_free(server);
    server_web_close(server);
    limits_addresses_free(server->addresses);
    text_free(&server->answer);
    text_free(&server->packed);
    pages_free(server->pages);
    files_free(server->files);
    if (server->loop != NULL)
        ev_loop_destroy(server->loop);
    free(server);
}

/* Nobody is there any more: from here on the hall is not needed. Those of the
 * web go with libwebsockets' context: to kill one that has not read all would
 * only have it flushed first. */
static void disconnect_all(struct server *server)
{
    struct connection *next;
    struct connection *connection = TAILQ_FIRST(&server->connections);
    server->is_ending = true;
    for (; connection != NULL; connection = next) {
        next = TAILQ_NEXT(connection, all);
        if (connection->peer.origin == PEER_SOCKET)
            connection->way->kill(connection);
    }
    server_web_close(server);
    REQUIRE(TAILQ_EMPTY(&server->connections));
}

void server_describe(const struct server *server, struct text *out)
{
    const char *scheme =
        server->settings.certificate == NULL ? "http" : "https";
    for (int i = 0; i < server->listener_count; i++) {
        if (i > 0)
            text_add(out, i + 1 < server->listener_count ? ", " : " and ");
        if (server->listeners[i].is_web)
            text_addf(out, "%s://%s/", scheme, server->listeners[i].address);
        else
            text_add(out, server->settings.socket);
    }
}

void server_run(struct server *server, struct hall *hall, struct writer *writer,
                struct store *reader)
{
    server->hall = hall;
    server->writer = writer;
    server->reader = reader;
    writer_hold(writer);
    ev_prepare_start(server->loop, &server->flush);
    ev_check_start(server->loop, &server->polled);
    server_hearing_start(server);
    ev_timer_start(server->loop, &server->tick);
    ev_timer_start(server->loop, &server->sweep);
    server_listen_start(server);
    if (server->settings.processes != NULL)
        processes_start(server->settings.processes, server->loop);
    ev_run(server->loop, 0);
    server_listen_stop(server);
    server_listen_free(server);
    stop_processes(server);
    disconnect_all(server);
    ev_prepare_stop(server->loop, &server->flush);
    ev_check_stop(server->loop, &server->polled);
    ev_idle_stop(server->loop, &server->go_on);
    ev_timer_stop(server->loop, &server->tick);
    ev_timer_stop(server->loop, &server->sweep);
}

struct ev_loop *server_loop(struct server *server)
{
    return server->loop;
}
