#include "net/server.h"

#include "net/server_inside.h"

#include <criterion/criterion.h>
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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
    server_free(daemon->server);
    hall_free(daemon->hall);
    cr_assert(writer_stop(daemon->writer, &error) == STATUS_OK, "%s",
              error.text);
    snprintf(command, sizeof command, "rm -r %s", daemon->folder);
    cr_assert(system(command) == 0);
}

enum { START, FAILS, WORKS, LOOKS_MAX = 1000 };

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
