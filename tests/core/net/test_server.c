#include "net/server.h"

#include "net/pages.h"
#include "net/server_inside.h"

#include <criterion/criterion.h>
#include <ev.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A daemon in this process, whose writer wakes nobody. */
struct daemon {
    char folder[64];
    char socket[96];
    char store[96];
    struct server *server;
    struct writer *writer;
    struct store *reader;
    struct hall *hall;
    struct ev_timer timer;
    int step;
    int looks;
};

static void limit_files(rlim_t size)
{
    struct rlimit files;
    cr_assert(getrlimit(RLIMIT_FSIZE, &files) == 0);
    files.rlim_cur = size;
    cr_assert(setrlimit(RLIMIT_FSIZE, &files) == 0);
}

static void start(struct daemon *daemon)
{
    struct error error;
    memcpy(daemon->folder, "/tmp/castled-server-XXXXXX", 27);
    cr_assert(mkdtemp(daemon->folder) != NULL);
    snprintf(daemon->socket, sizeof daemon->socket, "%s/socket",
             daemon->folder);
    snprintf(daemon->store, sizeof daemon->store, "%s/store", daemon->folder);
    struct server_settings settings = {.socket = daemon->socket,
                                       .socket_mode = 0600,
                                       .limits = limits_default};
    cr_assert(server_new(&daemon->server, &settings, &error) == STATUS_OK, "%s",
              error.text);
    cr_assert(writer_start(&daemon->writer, &daemon->reader, daemon->store,
                           NULL, NULL, &error) == STATUS_OK,
              "%s", error.text);
    struct hall_settings hall = {.root = CASTLED_SOURCE_DIR,
                                 .version = "test",
                                 .kind = "daemon",
                                 .listener = server_tell,
                                 .context = daemon->server,
                                 .writer = daemon->writer,
                                 .reader = daemon->reader,
                                 .bot_key = ""};
    cr_assert(hall_new(&daemon->hall, &hall, &error) == STATUS_OK, "%s",
              error.text);
}

static void stop(struct daemon *daemon)
{
    struct error error;
    char command[128];
    hall_free(daemon->hall);
    cr_assert(writer_stop(daemon->writer, &error) == STATUS_OK, "%s",
              error.text);
    server_free(daemon->server);
    snprintf(command, sizeof command, "rm -r %s", daemon->folder);
    cr_assert(system(command) == 0);
}

enum { START, FAILS, WORKS, LOOKS_MAX = 6000 };

/* Breaks the writer, mends the disk when the server has seen it, and ends the
 * server when it has the writer going again. */
static void on_look(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct daemon *daemon = timer->data;
    struct error error;
    (void)loop;
    (void)events;
    if (daemon->step == START) {
        limit_files(1);
        writer_put_value(daemon->writer, "x", "y", 1);
        daemon->step = FAILS;
    } else if (daemon->step == FAILS && daemon->server->has_failed) {
        limit_files(RLIM_INFINITY);
        daemon->step = WORKS;
    } else if ((daemon->step == WORKS &&
                !writer_has_failed(daemon->writer, &error)) ||
               ++daemon->looks == LOOKS_MAX) {
        kill(getpid(), SIGTERM);
    }
}

Test(server, a_failure_that_nobody_was_waked_for_is_seen)
{
    struct daemon daemon = {.step = START};
    struct error error;
    start(&daemon);
    ev_timer_init(&daemon.timer, on_look, 0.01, 0.01);
    daemon.timer.data = &daemon;
    ev_timer_start(server_loop(daemon.server), &daemon.timer);
    server_run(daemon.server, daemon.hall, daemon.writer, daemon.reader);
    ev_timer_stop(server_loop(daemon.server), &daemon.timer);
    cr_expect_eq(daemon.step, WORKS);
    cr_expect_not(writer_has_failed(daemon.writer, &error));
    cr_expect_eq(daemon.server->metrics.counters[METRICS_STORE_FAILURES], 1);
    stop(&daemon);
}

/* Somebody who has connected by the socket. */
struct client {
    int fd;
    struct text heard;
    bool is_over;
};

/* Two at a table, and what becomes of them. */
struct talk {
    struct daemon daemon;
    struct client stays;
    struct client leaves;
    char game[STORE_ID_SIZE];
};

static void come(struct client *client, const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    client->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert(connect(client->fd, (struct sockaddr *)&at, sizeof at) == 0);
    cr_assert(fcntl(client->fd, F_SETFL, O_NONBLOCK) == 0);
}

static void listen_to(struct client *client)
{
    char bytes[4096];
    ssize_t size;
    while ((size = read(client->fd, bytes, sizeof bytes)) > 0)
        text_add_bytes(&client->heard, bytes, (size_t)size);
    client->is_over |= size == 0;
}

/* Whether it has heard that; all is forgotten then. */
static bool has_heard(struct client *client, const char *words)
{
    listen_to(client);
    if (strstr(text_string(&client->heard), words) == NULL)
        return false;
    text_clear(&client->heard);
    return true;
}

static void ask(const struct client *client, const char *method,
                const char *params)
{
    char line[300];
    int size = snprintf(line, sizeof line,
                        "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":"
                        "\"%s\",\"params\":{%s}}\n",
                        method, method, params);
    cr_assert(write(client->fd, line, (size_t)size) == size);
}

/* One step when what it waits for has come. */
static void on_talk(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    struct talk *talk = timer->data;
    struct daemon *daemon = &talk->daemon;
    char params[100];
    int step = daemon->step;
    (void)loop;
    (void)events;
    snprintf(params, sizeof params, "\"game\":\"%s\",\"name\":\"Ada\"",
             talk->game);
    if (step == 0) {
        ask(&talk->stays, "game.create", "\"game\":\"castle\",\"seed\":\"s\"");
        daemon->step++;
    } else if (step == 1) {
        listen_to(&talk->stays);
        const char *at = strstr(text_string(&talk->stays.heard), "\"game\":\"");
        if (at != NULL) {
            snprintf(talk->game, sizeof talk->game, "%.16s", at + 8);
            text_clear(&talk->stays.heard);
            daemon->step++;
        }
    } else if (step == 2) {
        ask(&talk->stays, "game.join", params);
        ask(&talk->leaves, "game.join", params);
        daemon->step++;
    } else if (step == 3 && has_heard(&talk->leaves, "tile_drawn")) {
        /* As when there is no memory for what is told next. */
        hall_home(daemon->hall)->news->text.failed = true;
        params[strcspn(params, ",")] = '\0';
        ask(&talk->leaves, "game.leave", params);
        daemon->step++;
    } else if (step == 4) {
        listen_to(&talk->stays);
        daemon->step += talk->stays.is_over;
    } else if (step == 5 && has_heard(&talk->leaves, "\"id\":\"game.leave\"")) {
        ask(&talk->leaves, "hello", "");
        daemon->step++;
    } else if (step == 6 && has_heard(&talk->leaves, "\"id\":\"hello\"")) {
        daemon->step++;
    }
    if (daemon->step == 7 || ++daemon->looks == LOOKS_MAX) {
        /* Who is there hangs up when the daemon says goodbye. */
        shutdown(talk->leaves.fd, SHUT_WR);
        shutdown(talk->stays.fd, SHUT_WR);
        kill(getpid(), SIGTERM);
        ev_timer_stop(loop, timer);
    }
}

Test(server, who_has_missed_news_connects_again)
{
    struct talk talk = {.game = ""};
    struct daemon *daemon = &talk.daemon;
    start(daemon);
    come(&talk.stays, daemon->socket);
    come(&talk.leaves, daemon->socket);
    ev_timer_init(&daemon->timer, on_talk, 0.01, 0.01);
    daemon->timer.data = &talk;
    ev_timer_start(server_loop(daemon->server), &daemon->timer);
    server_run(daemon->server, daemon->hall, daemon->writer, daemon->reader);
    cr_expect_eq(daemon->step, 7);
    close(talk.stays.fd);
    close(talk.leaves.fd);
    text_free(&talk.stays.heard);
    text_free(&talk.leaves.heard);
    stop(daemon);
}

/* What waits for the page process is more than it may leave unread. */
Test(server, a_page_process_may_go_while_it_is_told_what_is_wanted)
{
    enum { ASKERS = 3 };
    struct daemon daemon = {.step = START};
    struct server_page askers[ASKERS] = {{.address = ""}};
    int ends[2];
    start(&daemon);
    struct server *server = daemon.server;
    server->hall = daemon.hall;
    server->writer = daemon.writer;
    cr_assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    server_socket_accept(server, ends[0]);
    struct connection *process = TAILQ_FIRST(&server->connections);
    process->peer.draws_pages = true;
    char *path = calloc(1, PAGES_WAITING_BYTES_MAX + 1);
    cr_assert(path != NULL);
    memset(path, 'x', PAGES_WAITING_BYTES_MAX);
    for (int i = 0; i < ASKERS; i++) {
        struct http_request request = {
            .path = i == 0 ? path : "/", .query = "", .languages = ""};
        askers[i].address = "192.0.2.1";
        cr_assert(pages_ask(server, &askers[i], &request));
    }
    free(path);
    pages_attached(process);
    cr_expect(process->is_doomed);
    cr_expect_not(pages_is_process(process));
    for (int i = 0; i < ASKERS; i++)
        pages_forget(server, &askers[i]);
    process->way->kill(process);
    close(ends[1]);
    stop(&daemon);
}
