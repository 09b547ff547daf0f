#include "net/processes.h"

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
    LINE_SIZE = LOG_VALUE_SIZE_MAX,
    KEPT_COUNT = 6, /* of our environment */
    OWN_COUNT = 3,
    EXIT_NO_LIBRARY = 3, /* what a script needs is not there */
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

struct process {
    struct processes *processes; /* borrowed: whose it is */
    char name[PROCESSES_NAME_SIZE];
    char *script;       /* owned, as the next two */
    char *argument;     /* NULL: none */
    char *key_variable; /* NAME=KEY */
    int niceness;
    pid_t pid;  /* 0: none */
    int errors; /* what it writes to standard error; -1: nothing more */
    struct ev_io reader;
    struct ev_child end;
    struct ev_timer again;
    double wait_s; /* before the next start */
    int64_t started_ns;
    int64_t restarts;
    int away_s;      /* that it runs, and has not attached */
    bool is_missing; /* cannot be started here */
    struct log_limit says;
    char line[LINE_SIZE];
    size_t line_size;
};

struct processes {
    struct ev_loop *loop; /* borrowed; NULL while nothing is started */
    char *root;           /* owned */
    char *environment[KEPT_COUNT + OWN_COUNT + 1]; /* owned, and the strings */
    int environment_count;
    int count;
    struct process list[PROCESSES_MAX];
};

static void log_process(enum log_level level, const char *event,
                        const struct process *process, const char *key,
                        const char *value)
{
    struct log_line line = log_begin(level, event);
    log_add_text(&line, "name", process->name);
    log_add_text(&line, key, value);
    log_end(&line);
}

void processes_make_key(char key[PROCESSES_KEY_SIZE])
{
    _Static_assert((int)PROCESSES_KEY_SIZE == (int)HASH_HEX_SIZE,
                   "a key is a hash");
    struct hash hash;
    hash_random(&hash);
    hash_to_hex(key, &hash);
    hash_wipe(&hash);
}

/* NAME=VALUE, the caller's; NULL without memory. */
static char *variable_of(const char *name, const char *value)
{
    char *variable = NULL;
    return asprintf(&variable, "%s=%s", name, value) < 0 ? NULL : variable;
}

/* Adds NAME=VALUE to what all find, unless there is no value. */
static bool add_variable(struct processes *processes, const char *name,
                         const char *value)
{
    if (value == NULL)
        return true;
    char *variable = variable_of(name, value);
    if (variable != NULL)
        processes->environment[processes->environment_count++] = variable;
    return variable != NULL;
}

static bool make_environment(struct processes *processes,
                             const struct processes_settings *settings)
{
    bool is_made = true;
    for (int i = 0; i < KEPT_COUNT; i++)
        is_made &= add_variable(processes, KEPT[i], getenv(KEPT[i]));
    return is_made &&
           add_variable(processes, "CASTLED_ROOT", settings->rules) &&
           add_variable(processes, "CASTLED", settings->program) &&
           add_variable(processes, "CASTLED_SOCKET", settings->socket);
}

enum status processes_new(struct processes **out,
                          const struct processes_settings *settings,
                          struct error *error)
{
    struct processes *processes = calloc(1, sizeof *processes);
    if (processes != NULL)
        processes->root = strdup(settings->root);
    if (processes == NULL || processes->root == NULL ||
        !make_environment(processes, settings)) {
        processes_free(processes);
        return error_set(error, STATUS_NO_MEMORY, "no memory for processes");
    }
    *out = processes;
    return STATUS_OK;
}

static void free_process(struct process *process)
{
    if (process->key_variable != NULL)
        explicit_bzero(process->key_variable, strlen(process->key_variable));
    free(process->key_variable);
    free(process->argument);
    free(process->script);
}

void processes_free(struct processes *processes)
{
    if (processes == NULL)
        return;
    processes_stop(processes);
    for (int i = 0; i < processes->count; i++)
        free_process(&processes->list[i]);
    for (int i = 0; i < processes->environment_count; i++)
        free(processes->environment[i]);
    free(processes->root);
    free(processes);
}

enum status processes_add(struct processes *processes,
                          const struct process_plan *plan, struct error *error)
{
    if (processes->count == PROCESSES_MAX)
        return error_set(error, STATUS_LIMIT, "more than %d processes",
                         PROCESSES_MAX);
    struct process *process = &processes->list[processes->count];
    *process = (struct process){.processes = processes,
                                .niceness = plan->niceness,
                                .errors = -1,
                                .wait_s = FIRST_WAIT_S};
    snprintf(process->name, sizeof process->name, "%s", plan->name);
    if (asprintf(&process->script, "%s/%s", processes->root, plan->script) < 0)
        process->script = NULL;
    if (plan->argument != NULL)
        process->argument = strdup(plan->argument);
    process->key_variable = variable_of(plan->key_name, plan->key);
    enum status status = STATUS_OK;
    if (process->script == NULL || process->key_variable == NULL ||
        (plan->argument != NULL && process->argument == NULL))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a process");
    else if (access(process->script, R_OK) != 0)
        status = error_set(error, STATUS_NOT_FOUND, "there is no %s",
                           process->script);
    if (status == STATUS_OK)
        processes->count++;
    else
        free_process(process);
    return status;
}

/* Standard input and output are nothing, what it says comes to us, all else of
 * ours stays ours. */
static int spawn_with(struct process *process, int errors,
                      posix_spawn_file_actions_t *actions,
                      posix_spawnattr_t *attributes)
{
    char *arguments[] = {"lua5.4", process->script, process->argument, NULL};
    char *environment[KEPT_COUNT + OWN_COUNT + 2];
    int count = process->processes->environment_count;
    memcpy(environment, process->processes->environment,
           (size_t)count * sizeof *environment);
    environment[count] = process->key_variable;
    environment[count + 1] = NULL;
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
        failure = posix_spawnp(&process->pid, arguments[0], actions, attributes,
                               arguments, environment);
    return failure;
}

/* Starts the process; returns 0, or the reason as in errno. */
static int spawn_process(struct process *process)
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    int failure = fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
    if (failure == 0)
        failure = posix_spawn_file_actions_init(&actions);
    if (failure == 0) {
        failure = posix_spawnattr_init(&attributes);
        if (failure == 0) {
            failure = spawn_with(process, ends[1], &actions, &attributes);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (failure == 0)
        process->errors = ends[0];
    else
        close(ends[0]);
    return failure;
}

static void start_later(struct process *process, double seconds)
{
    ev_timer_set(&process->again, seconds, 0.);
    ev_timer_start(process->processes->loop, &process->again);
}

/* It will be started again, after twice the time of the last time, if that was
 * not long ago. */
static void start_again(struct process *process)
{
    int64_t ran_ns = clock_steady_ns() - process->started_ns;
    if (ran_ns > STEADY_S * CLOCK_NS_PER_SECOND)
        process->wait_s = FIRST_WAIT_S;
    process->restarts++;
    start_later(process, process->wait_s);
    process->wait_s *= 2;
    if (process->wait_s > LAST_WAIT_S)
        process->wait_s = LAST_WAIT_S;
}

static void give_up(struct process *process, const char *reason)
{
    process->is_missing = true;
    log_process(LOG_WARN, "process_missing", process, "reason", reason);
}

static void start(struct process *process)
{
    int failure = spawn_process(process);
    process->started_ns = clock_steady_ns();
    process->away_s = 0;
    if (failure == ENOENT || failure == EACCES) {
        give_up(process, "lua5.4 is not installed");
    } else if (failure != 0) {
        log_process(LOG_ERROR, "process_not_started", process, "reason",
                    strerror(failure));
        start_again(process);
    } else {
        (void)setpriority(PRIO_PROCESS, (id_t)process->pid, process->niceness);
        ev_io_set(&process->reader, process->errors, EV_READ);
        ev_io_start(process->processes->loop, &process->reader);
        ev_child_set(&process->end, process->pid, 0);
        ev_child_start(process->processes->loop, &process->end);
        struct log_line line = log_begin(LOG_INFO, "process_started");
        log_add_text(&line, "name", process->name);
        log_add_number(&line, "pid", process->pid);
        log_end(&line);
    }
}

static void say_line(struct process *process)
{
    process->line[process->line_size] = '\0';
    process->line_size = 0;
    /* Others may make it say something as often as they like. */
    struct log_line line =
        log_begin_limited(LOG_WARN, "process_says", &process->says);
    log_add_text(&line, "name", process->name);
    log_add_text(&line, "text", process->line);
    log_end(&line);
}

/* Long lines are told in pieces. */
static void take_bytes(struct process *process, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != '\n')
            process->line[process->line_size++] = bytes[i];
        if (bytes[i] == '\n' || process->line_size == sizeof process->line - 1)
            say_line(process);
    }
}

static void close_errors(struct process *process)
{
    if (process->errors < 0)
        return;
    ev_io_stop(process->processes->loop, &process->reader);
    close(process->errors);
    process->errors = -1;
    if (process->line_size > 0)
        say_line(process);
}

/* Takes what there is to read; false when nothing more can come. */
static bool read_some(struct process *process)
{
    char bytes[1024];
    ssize_t size = read(process->errors, bytes, sizeof bytes);
    if (size > 0)
        take_bytes(process, bytes, (size_t)size);
    return size > 0 || (size < 0 && errno == EINTR);
}

static void can_read(struct ev_loop *loop, struct ev_io *reader, int events)
{
    (void)loop;
    (void)events;
    struct process *process = reader->data;
    if (!read_some(process) && errno != EAGAIN)
        close_errors(process);
}

/* Its process has ended, and its status is as of waitpid. */
static void has_ended(struct ev_loop *loop, struct ev_child *end, int events)
{
    (void)events;
    struct process *process = end->data;
    bool is_exit = WIFEXITED(end->rstatus);
    int number = is_exit ? WEXITSTATUS(end->rstatus) : WTERMSIG(end->rstatus);
    ev_child_stop(loop, end);
    process->pid = 0;
    while (process->errors >= 0 && read_some(process))
        ;
    close_errors(process);
    if (is_exit && number == EXIT_NO_LIBRARY) {
        give_up(process, "it lacks what it needs");
        return;
    }
    struct log_line line = log_begin(LOG_WARN, "process_ended");
    log_add_text(&line, "name", process->name);
    log_add_number(&line, is_exit ? "status" : "signal", number);
    log_end(&line);
    start_again(process);
}

static void is_time(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    start(timer->data);
}

void processes_start(struct processes *processes, struct ev_loop *loop)
{
    processes->loop = loop;
    for (int i = 0; i < processes->count; i++) {
        struct process *process = &processes->list[i];
        ev_init(&process->reader, can_read);
        ev_init(&process->end, has_ended);
        ev_init(&process->again, is_time);
        process->reader.data = process;
        process->end.data = process;
        process->again.data = process;
        start_later(process, 0.);
    }
}

static int running_count(const struct processes *processes)
{
    int count = 0;
    for (int i = 0; i < processes->count; i++)
        count += processes->list[i].pid != 0;
    return count;
}

/* Sends a signal to all that are left. */
static void signal_all(const struct processes *processes, int signal)
{
    for (int i = 0; i < processes->count; i++)
        if (processes->list[i].pid != 0)
            kill(-processes->list[i].pid, signal);
}

static void reap_all(struct processes *processes, int options)
{
    for (int i = 0; i < processes->count; i++) {
        struct process *process = &processes->list[i];
        if (process->pid != 0 && waitpid(process->pid, NULL, options) != 0)
            process->pid = 0;
    }
}

void processes_stop(struct processes *processes)
{
    if (processes->loop == NULL)
        return;
    for (int i = 0; i < processes->count; i++) {
        ev_timer_stop(processes->loop, &processes->list[i].again);
        ev_child_stop(processes->loop, &processes->list[i].end);
        close_errors(&processes->list[i]);
    }
    signal_all(processes, SIGTERM);
    const struct timespec step = {.tv_nsec = STOP_STEP_MS * CLOCK_NS_PER_MS};
    for (int ms = 0; ms < STOP_MS && running_count(processes) > 0;
         ms += STOP_STEP_MS) {
        reap_all(processes, WNOHANG);
        nanosleep(&step, NULL);
    }
    signal_all(processes, SIGKILL);
    reap_all(processes, 0);
    processes->loop = NULL;
}

static const struct process *find(const struct processes *processes,
                                  const char *name)
{
    for (int i = 0; i < processes->count; i++)
        if (strcmp(processes->list[i].name, name) == 0)
            return &processes->list[i];
    return NULL;
}

void processes_restart(struct processes *processes, const char *name)
{
    const struct process *process = find(processes, name);
    if (process != NULL && process->pid != 0)
        kill(-process->pid, SIGKILL);
}

void processes_sweep(struct processes *processes,
                     bool (*has_attached)(const void *context,
                                          const char *name),
                     const void *context)
{
    for (int i = 0; i < processes->count; i++) {
        struct process *process = &processes->list[i];
        bool is_away =
            process->pid != 0 && !has_attached(context, process->name);
        process->away_s = is_away ? process->away_s + 1 : 0;
        if (process->away_s <= PROCESSES_AWAY_SECONDS)
            continue;
        process->away_s = 0;
        log_process(LOG_WARN, "process_hangs", process, "reason",
                    "it does not attach");
        kill(-process->pid, SIGKILL);
    }
}

bool processes_has(const struct processes *processes, const char *name)
{
    const struct process *process = find(processes, name);
    return process != NULL && !process->is_missing;
}

int processes_count(const struct processes *processes)
{
    return processes->count;
}

struct process_figures processes_figures(const struct processes *processes,
                                         int index)
{
    const struct process *process = &processes->list[index];
    return (struct process_figures){.name = process->name,
                                    .is_running = process->pid != 0,
                                    .restarts = process->restarts};
}
