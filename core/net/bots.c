#include "net/bots.h"

#include "base/clock.h"
#include "base/log.h"
#include "fair/hash.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096,
    LINE_SIZE = LOG_VALUE_SIZE_MAX,
    KEPT_COUNT = 6, /* of our environment */
    OWN_COUNT = 4,
    EXIT_NO_LIBRARY = 3, /* lua/bots/main.lua: what it needs is not there */
    NICENESS = 5,        /* thinking waits for those who wait for answers */
    STEADY_S = 60,       /* who ran so long starts again at once */
    STOP_MS = 1000,
    STOP_STEP_MS = 2,
};

static const double FIRST_WAIT_S = 0.1; /* before it is started again */
static const double LAST_WAIT_S = 30;

/* What of our environment is theirs too; nothing else is. */
static const char *const KEPT[KEPT_COUNT] = {
    "PATH", "HOME", "LUA_PATH", "LUA_PATH_5_4", "LUA_CPATH", "LUA_CPATH_5_4",
};

struct bot {
    struct bots *bots; /* borrowed: whose it is */
    char kind[BOTS_NAME_SIZE];
    pid_t pid;  /* 0: none */
    int errors; /* what it writes to standard error; -1: nothing more */
    struct ev_io reader;
    struct ev_child end;
    struct ev_timer again;
    double wait_s; /* before the next start */
    int64_t started_ns;
    bool is_missing; /* cannot be started here */
    char line[LINE_SIZE];
    size_t line_size;
};

struct bots {
    struct ev_loop *loop; /* borrowed; NULL while nothing is started */
    char main[PATH_SIZE];
    char key[HASH_HEX_SIZE];
    char *environment[KEPT_COUNT + OWN_COUNT + 1]; /* owned, and the strings */
    int count;
    struct bot bots[BOTS_KINDS_MAX];
    int64_t restarts;
};

static void log_bot(enum log_level level, const char *event,
                    const struct bot *bot, const char *key, const char *value)
{
    struct log_line line = log_begin(level, event);
    log_add_text(&line, "kind", bot->kind);
    log_add_text(&line, key, value);
    log_end(&line);
}

/* Setting up ----------------------------------------------------------------
 */

static bool is_name(const char *name)
{
    size_t size = strlen(name);
    return size > 0 && size < BOTS_NAME_SIZE &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == size &&
           strcmp(name, "main") != 0;
}

static enum status add_kind(struct bots *bots, const char *root,
                            const char *kind, struct error *error)
{
    char path[PATH_SIZE];
    if (!is_name(kind) ||
        snprintf(path, sizeof path, "%s/lua/bots/%s.lua", root, kind) >=
            (int)sizeof path ||
        access(path, R_OK) != 0)
        return error_set(error, STATUS_NOT_FOUND,
                         "there is no bot '%s' in %s/lua/bots", kind, root);
    if (bots_has(bots, kind))
        return STATUS_OK;
    if (bots->count == BOTS_KINDS_MAX)
        return error_set(error, STATUS_LIMIT, "more than %d kinds of bots",
                         BOTS_KINDS_MAX);
    struct bot *bot = &bots->bots[bots->count++];
    bot->bots = bots;
    bot->errors = -1;
    bot->wait_s = FIRST_WAIT_S;
    snprintf(bot->kind, sizeof bot->kind, "%s", kind);
    return STATUS_OK;
}

/* Adds NAME=VALUE; a failure shows in `count`. */
static void add_variable(struct bots *bots, int *count, const char *name,
                         const char *value)
{
    char *variable = NULL;
    if (value == NULL || *count < 0)
        return;
    if (asprintf(&variable, "%s=%s", name, value) < 0)
        *count = -1;
    else
        bots->environment[(*count)++] = variable;
}

static bool make_environment(struct bots *bots,
                             const struct bots_settings *settings)
{
    int count = 0;
    for (int i = 0; i < KEPT_COUNT; i++)
        add_variable(bots, &count, KEPT[i], getenv(KEPT[i]));
    add_variable(bots, &count, "CASTLED_ROOT", settings->root);
    add_variable(bots, &count, "CASTLED", settings->program);
    add_variable(bots, &count, "CASTLED_SOCKET", settings->socket);
    add_variable(bots, &count, "CASTLED_BOT_KEY", bots->key);
    return count > 0;
}

enum status bots_new(struct bots **out, const struct bots_settings *settings,
                     struct error *error)
{
    struct bots *bots = calloc(1, sizeof *bots);
    if (bots == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for bots");
    enum status status = STATUS_OK;
    for (int i = 0; i < settings->kind_count && status == STATUS_OK; i++)
        status = add_kind(bots, settings->root, settings->kinds[i], error);
    if (status == STATUS_OK &&
        snprintf(bots->main, sizeof bots->main, "%s/lua/bots/main.lua",
                 settings->root) >= (int)sizeof bots->main)
        status = error_set(error, STATUS_LIMIT, "the path of %s is too long",
                           settings->root);
    struct hash key;
    hash_random(&key);
    hash_to_hex(bots->key, &key);
    hash_wipe(&key);
    if (status == STATUS_OK && !make_environment(bots, settings))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for bots");
    if (status != STATUS_OK) {
        bots_free(bots);
        return status;
    }
    *out = bots;
    return STATUS_OK;
}

void bots_free(struct bots *bots)
{
    if (bots == NULL)
        return;
    bots_stop(bots);
    for (char **at = bots->environment; *at != NULL; at++) {
        explicit_bzero(*at, strlen(*at));
        free(*at);
    }
    explicit_bzero(bots->key, sizeof bots->key);
    free(bots);
}

const char *bots_key(const struct bots *bots)
{
    return bots->key;
}

/* One process ---------------------------------------------------------------
 */

/* Standard input and output are nothing, what it says comes to us, all else of
 * ours stays ours. */
static int spawn_with(struct bot *bot, int errors,
                      posix_spawn_file_actions_t *actions,
                      posix_spawnattr_t *attributes)
{
    char *arguments[] = {"lua5.4", bot->bots->main, bot->kind, NULL};
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    int failure = posix_spawnattr_setflags(
        attributes,
        POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (failure == 0)
        failure = posix_spawnattr_setpgroup(attributes, 0);
    if (failure == 0)
        failure = posix_spawnattr_setsigmask(attributes, &none);
    if (failure == 0)
        failure = posix_spawnattr_setsigdefault(attributes, &all);
    if (failure == 0)
        failure = posix_spawn_file_actions_addopen(actions, 0, "/dev/null",
                                                   O_RDONLY, 0);
    if (failure == 0)
        failure = posix_spawn_file_actions_addopen(actions, 1, "/dev/null",
                                                   O_WRONLY, 0);
    if (failure == 0)
        failure = posix_spawn_file_actions_adddup2(actions, errors, 2);
    if (failure == 0)
        failure = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    if (failure == 0)
        failure = posix_spawnp(&bot->pid, arguments[0], actions, attributes,
                               arguments, bot->bots->environment);
    return failure;
}

/* Starts the process; returns 0, or the reason as in errno. */
static int spawn_bot(struct bot *bot)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure == 0) {
        failure = posix_spawnattr_init(&attributes);
        if (failure == 0) {
            failure = spawn_with(bot, ends[1], &actions, &attributes);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (failure == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) {
        bot->errors = ends[0];
        return 0;
    }
    close(ends[0]);
    return failure;
}

static void start_later(struct bot *bot, double seconds)
{
    ev_timer_set(&bot->again, seconds, 0.);
    ev_timer_start(bot->bots->loop, &bot->again);
}

/* It will be started again, after twice the time of the last time, if that was
 * not long ago. */
static void start_again(struct bot *bot)
{
    int64_t ran_ns = clock_steady_ns() - bot->started_ns;
    if (ran_ns > (int64_t)STEADY_S * 1000000000)
        bot->wait_s = FIRST_WAIT_S;
    bot->bots->restarts++;
    start_later(bot, bot->wait_s);
    bot->wait_s *= 2;
    if (bot->wait_s > LAST_WAIT_S)
        bot->wait_s = LAST_WAIT_S;
}

static void give_up(struct bot *bot, const char *reason)
{
    bot->is_missing = true;
    log_bot(LOG_WARN, "bot_missing", bot, "reason", reason);
}

static void start(struct bot *bot)
{
    int failure = spawn_bot(bot);
    bot->started_ns = clock_steady_ns();
    if (failure == ENOENT || failure == EACCES) {
        give_up(bot, "lua5.4 is not installed");
    } else if (failure != 0) {
        log_bot(LOG_ERROR, "bot_not_started", bot, "reason", strerror(failure));
        start_again(bot);
    } else {
        (void)setpriority(PRIO_PROCESS, (id_t)bot->pid, NICENESS);
        ev_io_set(&bot->reader, bot->errors, EV_READ);
        ev_io_start(bot->bots->loop, &bot->reader);
        ev_child_set(&bot->end, bot->pid, 0);
        ev_child_start(bot->bots->loop, &bot->end);
        struct log_line line = log_begin(LOG_INFO, "bot_started");
        log_add_text(&line, "kind", bot->kind);
        log_add_number(&line, "pid", bot->pid);
        log_end(&line);
    }
}

/* What it says --------------------------------------------------------------
 */

static void say_line(struct bot *bot)
{
    bot->line[bot->line_size] = '\0';
    bot->line_size = 0;
    log_bot(LOG_WARN, "bot_says", bot, "text", bot->line);
}

/* Long lines are told in pieces. */
static void take_bytes(struct bot *bot, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != '\n')
            bot->line[bot->line_size++] = bytes[i];
        if (bytes[i] == '\n' || bot->line_size == sizeof bot->line - 1)
            say_line(bot);
    }
}

static void close_errors(struct bot *bot)
{
    if (bot->errors < 0)
        return;
    ev_io_stop(bot->bots->loop, &bot->reader);
    close(bot->errors);
    bot->errors = -1;
    if (bot->line_size > 0)
        say_line(bot);
}

/* Takes what there is to read; false when nothing more can come. */
static bool read_some(struct bot *bot)
{
    char bytes[1024];
    ssize_t size = read(bot->errors, bytes, sizeof bytes);
    if (size > 0)
        take_bytes(bot, bytes, (size_t)size);
    return size > 0 || (size < 0 && errno == EINTR);
}

static void can_read(struct ev_loop *loop, struct ev_io *reader, int events)
{
    (void)loop;
    (void)events;
    struct bot *bot = reader->data;
    if (!read_some(bot) && errno != EAGAIN)
        close_errors(bot);
}

/* The end -------------------------------------------------------------------
 */

/* Its process has ended, and its status is as of waitpid. */
static void has_ended(struct ev_loop *loop, struct ev_child *end, int events)
{
    (void)events;
    struct bot *bot = end->data;
    bool is_exit = WIFEXITED(end->rstatus);
    int number = is_exit ? WEXITSTATUS(end->rstatus) : WTERMSIG(end->rstatus);
    ev_child_stop(loop, end);
    bot->pid = 0;
    while (bot->errors >= 0 && read_some(bot))
        ;
    close_errors(bot);
    if (is_exit && number == EXIT_NO_LIBRARY) {
        give_up(bot, "it lacks what it needs");
        return;
    }
    struct log_line line = log_begin(LOG_WARN, "bot_ended");
    log_add_text(&line, "kind", bot->kind);
    log_add_number(&line, is_exit ? "status" : "signal", number);
    log_end(&line);
    start_again(bot);
}

static void is_time(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    start(timer->data);
}

/* All of them ---------------------------------------------------------------
 */

void bots_start(struct bots *bots, struct ev_loop *loop)
{
    bots->loop = loop;
    for (int i = 0; i < bots->count; i++) {
        struct bot *bot = &bots->bots[i];
        ev_init(&bot->reader, can_read);
        ev_init(&bot->end, has_ended);
        ev_init(&bot->again, is_time);
        bot->reader.data = bot;
        bot->end.data = bot;
        bot->again.data = bot;
        start_later(bot, 0.);
    }
}

static int running_count(const struct bots *bots)
{
    int count = 0;
    for (int i = 0; i < bots->count; i++)
        count += bots->bots[i].pid != 0;
    return count;
}

/* Sends a signal to all that are left. */
static void signal_all(const struct bots *bots, int signal)
{
    for (int i = 0; i < bots->count; i++)
        if (bots->bots[i].pid != 0)
            kill(-bots->bots[i].pid, signal);
}

static void reap_all(struct bots *bots, int options)
{
    for (int i = 0; i < bots->count; i++) {
        struct bot *bot = &bots->bots[i];
        if (bot->pid != 0 && waitpid(bot->pid, NULL, options) != 0)
            bot->pid = 0;
    }
}

void bots_stop(struct bots *bots)
{
    if (bots->loop == NULL)
        return;
    for (int i = 0; i < bots->count; i++) {
        ev_timer_stop(bots->loop, &bots->bots[i].again);
        ev_child_stop(bots->loop, &bots->bots[i].end);
        close_errors(&bots->bots[i]);
    }
    signal_all(bots, SIGTERM);
    const struct timespec step = {.tv_nsec = STOP_STEP_MS * 1000000};
    for (int ms = 0; ms < STOP_MS && running_count(bots) > 0;
         ms += STOP_STEP_MS) {
        reap_all(bots, WNOHANG);
        nanosleep(&step, NULL);
    }
    signal_all(bots, SIGKILL);
    reap_all(bots, 0);
    bots->loop = NULL;
}

bool bots_has(const struct bots *bots, const char *kind)
{
    for (int i = 0; i < bots->count; i++)
        if (strcmp(bots->bots[i].kind, kind) == 0)
            return !bots->bots[i].is_missing;
    return false;
}

struct bots_figures bots_figures(const struct bots *bots)
{
    return (struct bots_figures){.wanted = bots->count,
                                 .running = running_count(bots),
                                 .restarts = bots->restarts};
}
