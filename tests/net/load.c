/*
 * net_load -- many games at once against a daemon, two connections a game.
 *
 * usage: net_load --socket PATH | --web HOST:PORT [OPTION...]
 *   --matches M    games at the same time, default 100
 *   --level 0|1|2  open seeds, sealed orders, or half of both; default 0
 *   --seconds S    measures for so long, once all have begun, and ends
 *   --rate R       choices a second that are offered by all together; without
 *                  it each game goes on as fast as it can
 *   --until N      plays each game to N choices and leaves all open
 *   --resign N     gives a game up after N choices
 *   --apart N      gives the first games up after 1 to N choices, so that not
 *                  all games end at the same time
 *   --account FILE what clients were told: load_account.h
 *   --reconnect    goes on after connections were lost
 *   --first        takes the first of the choices, not any
 *   --seed N       of which choice is taken
 *   --daemon PID   looks at this process too: its time and memory
 *
 * Without --seconds it goes on until the end of its standard input; then it
 * waits until the choices on their way are acknowledged. It prints
 * `name value` lines: `begun` when all games have begun, `settled` with
 * --until, and what it counted at the end. Times are from when a choice was to
 * be made to when both clients know all of it. Status 1: something was told
 * that was wrong, or a game stood still.
 */

#include "load_match.h"

#include "base/clock.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MATCHES_DEFAULT = 100,
    STARTING_MAX = 40, /* games that are being made at the same time */
    EVENTS_MAX = 256,
    WARM_UP_MS = 300,
    STUCK_S = 240,
};

static const int64_t SECOND_NS = 1000000000;

struct settings {
    int match_count;
    double seconds;
    double rate;
    long daemon; /* 0: not known */
    bool has_address;
};

/* What a process has used. */
struct usage {
    double cpu_s;
    long rss_kib;
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "load: %s\n", what);
    exit(2);
}

static struct usage usage_of(long pid)
{
    struct usage usage = {0};
    char path[64];
    char line[1024];
    if (pid == 0)
        return usage;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return usage;
    if (fgets(line, sizeof line, file) != NULL) {
        /* Fields 14 and 15; the second, a name, ends with the last bracket. */
        unsigned long user = 0;
        unsigned long system = 0;
        const char *at = strrchr(line, ')');
        if (at != NULL &&
            sscanf(at + 1,
                   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                   &user, &system) == 2)
            usage.cpu_s =
                (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    }
    fclose(file);
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmRSS: %ld", &usage.rss_kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return usage;
}

static bool take_flag(struct load *load, const char *name)
{
    if (strcmp(name, "--reconnect") == 0)
        load->comes_back = load->is_wary = true;
    else if (strcmp(name, "--first") == 0)
        load->takes_first = true;
    else
        return false;
    return true;
}

static void take_option(struct load *load, struct settings *settings,
                        const char *name, const char *value)
{
    if (strcmp(name, "--socket") == 0) {
        load->address.path = value;
        settings->has_address = true;
    } else if (strcmp(name, "--web") == 0) {
        settings->has_address = link_read_address(&load->address, value);
    } else if (strcmp(name, "--matches") == 0) {
        settings->match_count = (int)strtol(value, NULL, 10);
    } else if (strcmp(name, "--level") == 0) {
        load->level = (int)strtol(value, NULL, 10);
        if (load->level == 2)
            load->level = -1;
    } else if (strcmp(name, "--seconds") == 0) {
        settings->seconds = strtod(value, NULL);
    } else if (strcmp(name, "--rate") == 0) {
        settings->rate = strtod(value, NULL);
    } else if (strcmp(name, "--until") == 0) {
        load->choices_max = (int)strtol(value, NULL, 10);
    } else if (strcmp(name, "--resign") == 0) {
        load->resign_at = (int)strtol(value, NULL, 10);
    } else if (strcmp(name, "--apart") == 0) {
        load->apart = (int)strtol(value, NULL, 10);
    } else if (strcmp(name, "--seed") == 0) {
        load->random ^= strtoull(value, NULL, 10) * 0x9e3779b97f4a7c15u;
    } else if (strcmp(name, "--daemon") == 0) {
        settings->daemon = strtol(value, NULL, 10);
    } else if (strcmp(name, "--account") == 0) {
        load->account.file = fopen(value, "w");
        load->by_choice = true;
        if (load->account.file == NULL)
            fail("cannot write the account");
    } else {
        fail("an option that is not known: see load.c");
    }
}

static void read_options(struct load *load, struct settings *settings,
                         char **argv)
{
    *settings = (struct settings){.match_count = MATCHES_DEFAULT};
    load->random = 0x2545f4914f6cdd1du;
    for (int i = 1; argv[i] != NULL; i++) {
        if (take_flag(load, argv[i]))
            continue;
        if (argv[i + 1] == NULL)
            fail("an option without a value");
        take_option(load, settings, argv[i], argv[i + 1]);
        i++;
    }
    if (!settings->has_address || settings->match_count < 1)
        fail("usage: net_load --socket PATH | --web HOST:PORT [OPTION...]");
    if (settings->rate > 0)
        load->period_ns = (int64_t)((double)SECOND_NS * settings->match_count /
                                    settings->rate);
}

struct run {
    struct load load;
    struct settings settings;
    struct load_match *matches; /* owned */
    int started;
    int64_t next_tick_ns;
    int64_t looked_ns;
};

static void start_more(struct run *run)
{
    while (run->started < run->settings.match_count &&
           run->started - run->load.begun_count < STARTING_MAX) {
        load_match_start(&run->matches[run->started], &run->load, run->started);
        run->started++;
    }
}

static void say_stuck(const struct load_match *match)
{
    fprintf(stderr,
            "load: match %d, game '%s', has not moved for %d s: level %d, %s, "
            "choice %d %s\n",
            match->index, match->game, STUCK_S, match->level,
            match->is_playing ? "playing" : "not begun", match->choice_seq,
            match->is_acknowledged ? "acknowledged" : "on its way");
    for (int i = 0; i < LOAD_SEATS; i++) {
        const struct load_seat *seat = &match->seats[i];
        fprintf(stderr,
                "load:   seat %d: connection %d, token %d, in %d, waiting %d, "
                "question %d of %d choices, end %d\n",
                seat->number, (int)seat->link.state, seat->token[0] != '\0',
                seat->is_in, seat->waiting_seq, seat->question_seq,
                seat->choice_count, seat->knows_end);
    }
}

/* Ends the program when a game stands still. */
static void look_for_stuck(struct run *run, int64_t now_ns)
{
    if (now_ns - run->looked_ns < SECOND_NS)
        return;
    run->looked_ns = now_ns;
    for (int i = 0; i < run->started; i++) {
        const struct load_match *match = &run->matches[i];
        bool may_rest = match->is_settled ||
                        (run->load.is_ending && match->choice_seq == 0);
        if (!may_rest && now_ns - match->moved_ns > STUCK_S * SECOND_NS) {
            say_stuck(match);
            exit(1);
        }
    }
}

static void tick(struct run *run)
{
    int64_t now_ns = clock_steady_ns();
    start_more(run);
    look_for_stuck(run, now_ns);
    /* Each choice may bring another time, so with a rate all are asked. */
    if (run->load.period_ns == 0 && now_ns < run->next_tick_ns)
        return;
    run->next_tick_ns = now_ns + SECOND_NS / 50;
    for (int i = 0; i < run->started; i++) {
        int64_t next_ns = load_match_tick(&run->matches[i], now_ns);
        if (next_ns < run->next_tick_ns)
            run->next_tick_ns = next_ns;
    }
}

/* Waits for something and does it. */
static void work(struct run *run)
{
    struct epoll_event events[EVENTS_MAX];
    int64_t wait_ns = run->next_tick_ns - clock_steady_ns();
    struct timespec wait = {.tv_nsec = wait_ns < 0 ? 0 : (long)wait_ns};
    int count = epoll_pwait2(run->load.epoll, events, EVENTS_MAX, &wait, NULL);
    for (int i = 0; i < count; i++)
        load_match_hear(events[i].data.ptr, events[i].events);
    tick(run);
    if (run->load.account.file != NULL)
        fflush(run->load.account.file);
}

static void work_for(struct run *run, int64_t ns)
{
    int64_t end_ns = clock_steady_ns() + ns;
    while (clock_steady_ns() < end_ns)
        work(run);
}

/* Until the end of standard input. */
static void work_until_told(struct run *run)
{
    char byte;
    for (;;) {
        struct pollfd input = {.fd = 0, .events = POLLIN};
        if (poll(&input, 1, 0) > 0 && read(0, &byte, 1) <= 0)
            return;
        work_for(run, SECOND_NS / 100);
    }
}

static bool some_wait(const struct run *run)
{
    for (int i = 0; i < run->started; i++)
        if (load_match_waits(&run->matches[i]))
            return true;
    return false;
}

static int64_t playing_ns(const struct load *load)
{
    return load->playing_ns +
           (load->playing_count == 0
                ? 0
                : clock_steady_ns() - load->playing_since_ns);
}

static double own_cpu_s(void)
{
    struct rusage own;
    getrusage(RUSAGE_SELF, &own);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
           (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
}

static void measure(struct run *run)
{
    struct load *load = &run->load;
    work_for(run, WARM_UP_MS * SECOND_NS / 1000);
    int64_t start_ns = clock_steady_ns();
    int64_t playing = playing_ns(load);
    struct usage before = usage_of(run->settings.daemon);
    double own_s = own_cpu_s();
    load->is_counting = true;
    work_for(run, (int64_t)(run->settings.seconds * (double)SECOND_NS));
    load->is_counting = false;
    struct usage used = usage_of(run->settings.daemon);
    double wall_s = (double)(clock_steady_ns() - start_ns) / 1e9;
    double play_s = (double)(playing_ns(load) - playing) / 1e9;
    const struct times *times = &load->times;
    double count = times->count > 0 ? (double)times->count : 1;
    printf("choices %lld\n", (long long)times->count);
    printf("choices_per_s %.0f\n", (double)times->count / play_s);
    printf("p50_us %.0f\n", (double)times_at(times, 0.5) / 1e3);
    printf("p99_us %.0f\n", (double)times_at(times, 0.99) / 1e3);
    printf("max_us %.0f\n", (double)times->max_ns / 1e3);
    printf("mean_us %.0f\n", (double)times->sum_ns / count / 1e3);
    printf("client_share %.2f\n", (own_cpu_s() - own_s) / wall_s);
    printf("daemon_share %.2f\n", (used.cpu_s - before.cpu_s) / wall_s);
    printf("daemon_us_per_choice %.1f\n",
           (used.cpu_s - before.cpu_s) * 1e6 / count);
}

static void run_all(struct run *run)
{
    struct load *load = &run->load;
    int64_t start_ns = clock_steady_ns();
    tick(run);
    if (run->settings.seconds > 0 || load->choices_max > 0) {
        while (load->begun_count < run->settings.match_count)
            work(run);
        printf("begun_ms %lld\n",
               (long long)(clock_steady_ns() - start_ns) / 1000000);
    }
    if (load->choices_max > 0) {
        while (load->settled_count < run->settings.match_count)
            work(run);
        work_for(run, SECOND_NS / 2);
        printf("settled_ms %lld\n",
               (long long)(clock_steady_ns() - start_ns) / 1000000);
    }
    printf("rss_kib %ld\n", usage_of(run->settings.daemon).rss_kib);
    fflush(stdout);
    if (run->settings.seconds > 0)
        measure(run);
    else
        work_until_told(run);
    load->is_ending = true;
    while (some_wait(run))
        work(run);
}

int main(int argc, char **argv)
{
    static struct run run;
    (void)argc;
    read_options(&run.load, &run.settings, argv);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    run.load.epoll = epoll_create1(EPOLL_CLOEXEC);
    run.matches = calloc((size_t)run.settings.match_count, sizeof *run.matches);
    if (run.load.epoll < 0 || run.matches == NULL)
        fail("no memory");
    run_all(&run);
    printf("games %ld\n", run.load.game_count);
    printf("over %ld\n", run.load.over_count);
    printf("refused %ld\n", run.load.refused_count);
    printf("acknowledged %ld\n", run.load.account.choice_count);
    printf("wrong %ld\n", run.load.account.wrong_count);
    for (int i = 0; i < run.started; i++)
        load_match_clear(&run.matches[i]);
    free(run.matches);
    close(run.load.epoll);
    if (run.load.account.file != NULL)
        fclose(run.load.account.file);
    return run.load.account.wrong_count == 0 ? 0 : 1;
}
