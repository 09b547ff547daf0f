#include "net/processes.h"

#include "base/clock.h"
#include "base/log.h"

#include <criterion/criterion.h>
#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOKS_MAX = 1200 }; /* of 50 ms */

/* A folder with a script that has an argument and the process's environment. */
struct place {
    char root[64];
    struct processes *processes;
    struct ev_loop *loop;
};

static void put(const struct place *place, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", place->root, name);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL);
    fputs(text, file);
    fclose(file);
}

static void open_place(struct place *place)
{
    struct error error;
    memcpy(place->root, "/tmp/castled-processes-XXXXXX", 30);
    cr_assert(mkdtemp(place->root) != NULL);
    struct processes_settings settings = {.root = place->root,
                                          .rules = place->root,
                                          .program = "/bin/false",
                                          .socket = "/nowhere/castled.sock"};
    cr_assert_eq(processes_new(&place->processes, &settings, &error),
                 STATUS_OK);
    place->loop = ev_default_loop(EVFLAG_AUTO);
}

static void close_place(struct place *place)
{
    char command[100];
    processes_stop(place->processes);
    for (int i = 0; i < processes_count(place->processes); i++)
        cr_assert_not(processes_figures(place->processes, i).is_running);
    processes_free(place->processes);
    snprintf(command, sizeof command, "rm -r %s", place->root);
    cr_assert(system(command) == 0);
}

static enum status add(struct place *place, const char *name,
                       const char *script, struct error *error)
{
    struct process_plan plan = {.name = name,
                                .script = script,
                                .argument = name,
                                .key_name = "CASTLED_TEST_KEY",
                                .key = name};
    return processes_add(place->processes, &plan, error);
}

static void must_add(struct place *place, const char *name, const char *script)
{
    struct error error;
    cr_assert_eq(add(place, name, script, &error), STATUS_OK, "%s", error.text);
}

static void on_time(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Starts them, or goes on, and runs the loop for a while. */
static void run_for(struct place *place, double seconds)
{
    struct ev_timer timer;
    ev_timer_init(&timer, on_time, seconds, 0.);
    ev_timer_start(place->loop, &timer);
    ev_run(place->loop, 0);
}

/* Waits until a file of the root is there; what it says. */
static const char *wait_for(struct place *place, const char *name)
{
    static char text[400];
    char path[200];
    snprintf(path, sizeof path, "%s/%s", place->root, name);
    for (int i = 0; i < LOOKS_MAX && access(path, R_OK) != 0; i++)
        run_for(place, 0.05);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL, "there is no %s", name);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* Writes all at once what the script has been given. */
static const char TELLS[] =
    "local root = os.getenv 'CASTLED_ROOT'\n"
    "local path = root .. '/' .. arg[1]\n"
    "local file = io.open(path .. '.new', 'w')\n"
    "file:write(arg[1], ' ', os.getenv 'CASTLED_TEST_KEY', ' ',\n"
    "  os.getenv 'CASTLED', ' ', os.getenv 'CASTLED_SOCKET', ' ',\n"
    "  tostring(os.getenv 'OURS'))\n"
    "file:close()\n"
    "os.rename(path .. '.new', path)\n"
    "while true do os.execute 'sleep 1' end\n";

Test(processes, every_key_is_another)
{
    char one[PROCESSES_KEY_SIZE];
    char other[PROCESSES_KEY_SIZE];
    processes_make_key(one);
    processes_make_key(other);
    cr_assert_eq(strlen(one), 64);
    cr_assert_str_neq(one, other);
}

Test(processes, each_has_its_own_key_and_nothing_else_of_ours)
{
    struct place place;
    setenv("OURS", "secret", 1);
    open_place(&place);
    put(&place, "tells.lua", TELLS);
    must_add(&place, "one", "tells.lua");
    must_add(&place, "two", "tells.lua");
    processes_start(place.processes, place.loop);
    cr_expect_str_eq(wait_for(&place, "one"),
                     "one one /bin/false /nowhere/castled.sock nil");
    cr_expect_str_eq(wait_for(&place, "two"),
                     "two two /bin/false /nowhere/castled.sock nil");
    close_place(&place);
}

Test(processes, a_script_that_is_not_there_is_refused_and_so_is_one_too_many)
{
    struct place place;
    struct error error;
    open_place(&place);
    put(&place, "tells.lua", TELLS);
    cr_expect_eq(add(&place, "one", "nothing.lua", &error), STATUS_NOT_FOUND);
    cr_expect_not(processes_has(place.processes, "one"));
    for (int i = 0; i < PROCESSES_MAX; i++)
        must_add(&place, "one", "tells.lua");
    cr_expect_eq(add(&place, "one", "tells.lua", &error), STATUS_LIMIT);
    close_place(&place);
}

Test(processes, without_lua_one_is_not_there)
{
    struct place place;
    open_place(&place);
    put(&place, "tells.lua", TELLS);
    must_add(&place, "one", "tells.lua");
    setenv("PATH", "/nowhere", 1);
    processes_start(place.processes, place.loop);
    for (int i = 0; i < LOOKS_MAX && processes_has(place.processes, "one"); i++)
        run_for(&place, 0.05);
    setenv("PATH", "/usr/bin:/bin", 1);
    cr_assert_not(processes_has(place.processes, "one"));
    cr_assert_eq(processes_figures(place.processes, 0).restarts, 0);
    close_place(&place);
}

Test(processes, one_that_always_dies_is_started_again_more_and_more_seldom)
{
    struct place place;
    open_place(&place);
    put(&place, "dies.lua", "os.exit(1)");
    must_add(&place, "one", "dies.lua");
    int64_t began_ns = clock_steady_ns();
    processes_start(place.processes, place.loop);
    for (int i = 0;
         i < LOOKS_MAX && processes_figures(place.processes, 0).restarts < 4;
         i++)
        run_for(&place, 0.05);
    int64_t ms = (clock_steady_ns() - began_ns) / CLOCK_NS_PER_MS;
    cr_assert(processes_has(place.processes, "one"));
    cr_assert(processes_figures(place.processes, 0).restarts >= 4);
    /* It has waited 0.1 s, and each time twice as long. */
    cr_assert(ms > 100 + 200 + 300, "%lld", (long long)ms);
    close_place(&place);
}

Test(processes, what_one_says_is_logged_as_far_as_the_log_can_bear_it)
{
    struct place place;
    char path[200];
    char text[64 << 10];
    open_place(&place);
    put(&place, "talks.lua",
        "for i = 1, 5000 do io.stderr:write('line ', i, '\\n') end\n"
        "local file = io.open(os.getenv 'CASTLED_ROOT' .. '/done', 'w')\n"
        "file:close()\n"
        "os.execute 'sleep 100'\n");
    snprintf(path, sizeof path, "%s/log", place.root);
    cr_assert_not_null(freopen(path, "w", stderr));
    must_add(&place, "one", "talks.lua");
    int64_t began_ns = clock_steady_ns();
    processes_start(place.processes, place.loop);
    wait_for(&place, "done");
    run_for(&place, 0.2);
    int64_t seconds = (clock_steady_ns() - began_ns) / CLOCK_NS_PER_SECOND;
    fflush(stderr);
    FILE *file = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int count = 0;
    for (const char *at = text;
         (at = strstr(at, "event=process_says name=one text=")) != NULL; at++)
        count++;
    cr_expect_geq(count, LOG_LIMIT_LINES, "%d: %s", count, text);
    cr_expect_leq(count, LOG_LIMIT_LINES * (1 + seconds / LOG_LIMIT_SECONDS),
                  "%d: %s", count, text);
    close_place(&place);
}

Test(processes, one_that_is_of_no_use_is_started_again)
{
    struct place place;
    char path[200];
    open_place(&place);
    put(&place, "tells.lua", TELLS);
    must_add(&place, "one", "tells.lua");
    must_add(&place, "two", "tells.lua");
    processes_start(place.processes, place.loop);
    wait_for(&place, "one");
    wait_for(&place, "two");
    snprintf(path, sizeof path, "%s/one", place.root);
    cr_assert(unlink(path) == 0);
    processes_restart(place.processes, "one");
    processes_restart(place.processes, "nobody");
    wait_for(&place, "one");
    cr_expect_eq(processes_figures(place.processes, 0).restarts, 1);
    cr_expect_eq(processes_figures(place.processes, 1).restarts, 0);
    close_place(&place);
}

/* Whether the process has attached: as `context` says of all of them. */
static bool as_told(const void *context, const char *name)
{
    return strcmp(name, "one") == 0 && *(const bool *)context;
}

Test(processes, one_that_does_not_attach_is_started_again)
{
    struct place place;
    char path[200];
    bool has_attached = false;
    open_place(&place);
    put(&place, "tells.lua", TELLS);
    must_add(&place, "one", "tells.lua");
    processes_start(place.processes, place.loop);
    /* What is only to be started has all of its time later. */
    for (int i = 0; i <= PROCESSES_AWAY_SECONDS; i++)
        processes_sweep(place.processes, as_told, &has_attached);
    wait_for(&place, "one");
    snprintf(path, sizeof path, "%s/one", place.root);
    cr_assert(unlink(path) == 0);
    for (int times = 0; times < 2; times++) {
        /* Who has attached meanwhile has all of its time again. */
        has_attached = times == 0;
        for (int i = 0; i < PROCESSES_AWAY_SECONDS; i++)
            processes_sweep(place.processes, as_told, &has_attached);
        has_attached = false;
    }
    run_for(&place, 0.2);
    cr_assert_eq(processes_figures(place.processes, 0).restarts, 0);
    processes_sweep(place.processes, as_told, &has_attached);
    wait_for(&place, "one");
    cr_assert_eq(processes_figures(place.processes, 0).restarts, 1);
    close_place(&place);
}
