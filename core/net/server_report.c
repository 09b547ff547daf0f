#include "net/server_inside.h"

#include "net/pages.h"
#include "net/processes.h"

#include "base/clock.h"

#include <stdio.h>

static const int64_t COUNT_NS = 5000000000; /* between two counts of games */

/* Counts what the store has, unless that was done just now: it takes the longer
 * the more there is, and anybody may ask. */
static bool count_games(struct server *server)
{
    struct error error;
    int64_t now = clock_steady_ns();
    if (server->games_ns != 0 && now - server->games_ns < COUNT_NS)
        return true;
    server->games_ns = 0;
    if (store_count(server->reader, server->games, &error) != STATUS_OK)
        return false;
    server->games_ns = now;
    return true;
}

/* What the store has, by state; nothing when it cannot be asked. */
static void report_games(struct server *server, struct text *out)
{
    static const char *const LABELS[STORE_OVER + 1] = {
        [STORE_OPEN] = "{state=\"open\"}",
        [STORE_PLAYING] = "{state=\"playing\"}",
        [STORE_OVER] = "{state=\"over\"}",
    };
    if (!count_games(server))
        return;
    for (int i = 0; i <= STORE_OVER; i++)
        metrics_write_gauge(out, "games", i == 0 ? "Games in the store." : NULL,
                            LABELS[i], (double)server->games[i]);
}

static void report_hall(const struct server *server, struct text *out)
{
    struct hall_figures figures = hall_figures(server->hall);
    metrics_write_gauge(out, "games_in_memory", "Games in memory.", "",
                        figures.match_count);
    metrics_write_gauge(out, "peers", "Who is connected, bots included.", "",
                        figures.peer_count);
    metrics_write_gauge(out, "executors", "Lua states with rules.", "",
                        figures.executor_count);
    metrics_write_counter(out, "choices_total", "Choices made.", "",
                          (double)figures.choice_count);
    metrics_write_counter(out, "games_begun_total", "Games begun.", "",
                          (double)figures.game_count);
    metrics_write_counter(out, "script_failures_total",
                          "Calls into scripts that failed.", "",
                          (double)figures.script_failure_count);
}

static void report_connections(const struct server *server, struct text *out)
{
    static const char NAME[] = "connections";
    metrics_write_gauge(out, NAME, "Connections that are open.",
                        "{kind=\"web\"}", server->web_count);
    metrics_write_gauge(out, NAME, NULL, "{kind=\"socket\"}",
                        server->socket_count);
    metrics_write_gauge(out, NAME, NULL, "{kind=\"http\"}",
                        server->visitor_count - server->web_count);
}

static void report_store(const struct server *server, struct text *out)
{
    struct writer_figures figures = writer_figures(server->writer);
    struct error error;
    metrics_write_gauge(out, "store_up", "Whether the disk takes what it gets.",
                        "", !writer_has_failed(server->writer, &error));
    metrics_write_gauge(out, "store_queue", "Writes that wait for the disk.",
                        "", figures.waiting);
    metrics_write_counter(out, "store_commits_total", "Commits.", "",
                          (double)figures.commit_count);
    metrics_write_counter(out, "store_writes_total", "Writes in them.", "",
                          (double)figures.write_count);
    metrics_write_gauge(out, "store_commit_seconds",
                        "How long the last commit took.", "",
                        (double)figures.last_commit_ns / 1e9);
}

static void report_processes(const struct server *server, struct text *out)
{
    const struct processes *processes = server->settings.processes;
    int count = processes == NULL ? 0 : processes_count(processes);
    char label[PROCESSES_NAME_SIZE + 16];
    for (int i = 0; i < count; i++) {
        struct process_figures figures = processes_figures(processes, i);
        snprintf(label, sizeof label, "{name=\"%s\"}", figures.name);
        metrics_write_gauge(out, "process_up",
                            i == 0 ? "Whether a process runs: bots, pages."
                                   : NULL,
                            label, figures.is_running);
    }
    for (int i = 0; i < count; i++) {
        struct process_figures figures = processes_figures(processes, i);
        snprintf(label, sizeof label, "{name=\"%s\"}", figures.name);
        metrics_write_counter(out, "process_restarts_total",
                              i == 0 ? "How often it was started again." : NULL,
                              label, (double)figures.restarts);
    }
}

static void report_pages(const struct server *server, struct text *out)
{
    metrics_write_gauge(out, "pages", "Browsers with a page.", "",
                        pages_count(server->pages));
}

void server_report_write(struct server *server, struct text *out)
{
    report_games(server, out);
    report_hall(server, out);
    report_connections(server, out);
    report_store(server, out);
    report_processes(server, out);
    report_pages(server, out);
    metrics_write_counter(out, "log_lines_lost_total",
                          "Lines of the log that nobody could be told.", "",
                          (double)log_lost_count());
    metrics_write(&server->metrics, out);
}
