/*
 * What workers and their server leave behind, and what comes of it when one of
 * the processes is killed.
 */

#include "script/worker.h"

#include "base/clock.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SIZE_MAX_OF_ALL = 1 << 10,
    DEADLINE_MS = 60000, /* so that a busy machine fails nobody */
};

static volatile int sink;

/* Adds what it is given, unless that is a letter for something else. */
static enum status obey(const void *bytes, size_t size, struct text *out,
                        struct error *error)
{
    (void)error;
    switch (size > 0 ? *(const char *)bytes : ' ') {
    case 'a':
        abort();
    case 'f':
        sink = fork();
        break;
    case 'l':
        for (;;)
            sink++;
    case 'q':
        _exit(0);
    default:
        break;
    }
    text_add_bytes(out, bytes, size);
    return STATUS_OK;
}

enum { JOB_OBEY, JOB_COUNT };

static const struct worker_job jobs[] = {
    [JOB_OBEY] = {obey, SIZE_MAX_OF_ALL, SIZE_MAX_OF_ALL, 50, DEADLINE_MS},
};

static struct worker_server *server;
static struct text answer;
static struct error error;

static void start(void)
{
    enum status status = worker_server_start(&server, jobs, JOB_COUNT, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

static void stop(void)
{
    worker_server_stop(server);
    text_free(&answer);
}

TestSuite(worker_server, .init = start, .fini = stop, .timeout = 120);

static enum worker_end run(const char *string)
{
    text_clear(&answer);
    return worker_run(server, JOB_OBEY, string, strlen(string), &answer,
                      &error);
}

static void expect_works(void)
{
    cr_expect_eq(run("on"), WORKER_DONE, "%s", error.text);
    cr_expect_str_eq(text_string(&answer), "on");
}

/* Looking at processes. */

static int count_entries(const char *path)
{
    DIR *folder = opendir(path);
    cr_assert_not_null(folder, "%s", path);
    int count = 0;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* Descriptors of a process, its own or another's. */
static int count_descriptors(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    return count_entries(path);
}

/* The process's state, a letter ('Z' when it is dead and not yet reaped), and
 * its parent; false when there is none. */
static bool look_at(const char *pid, char *state, pid_t *parent)
{
    char path[300];
    struct text text = {0};
    struct error ignored;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    bool there = text_read_file(&text, path, 1 << 16, &ignored) == STATUS_OK;
    /* PID (NAME) STATE PARENT */
    const char *at = there ? strrchr(text_string(&text), ')') : NULL;
    if (at != NULL) {
        *state = at[2];
        *parent = (pid_t)strtol(at + 3, NULL, 10);
    }
    text_free(&text);
    return at != NULL;
}

static bool is_alive(pid_t pid)
{
    char name[32];
    char state;
    pid_t parent;
    snprintf(name, sizeof name, "%d", (int)pid);
    return look_at(name, &state, &parent) && state != 'Z' && state != 'X';
}

/* How many children the process has, dead ones too; *one is one of them. */
static int count_children(pid_t pid, pid_t *one)
{
    DIR *folder = opendir("/proc");
    cr_assert_not_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char state;
        pid_t parent;
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' &&
            look_at(entry->d_name, &state, &parent) && parent == pid) {
            count++;
            *one = (pid_t)strtol(entry->d_name, NULL, 10);
        }
    }
    closedir(folder);
    return count;
}

static pid_t server_pid(void)
{
    pid_t pid = 0;
    cr_assert_eq(count_children(getpid(), &pid), 1);
    return pid;
}

Test(worker_server, leaves_nothing_behind)
{
    static const char *const letters[] = {"", "x", "", "q", "x", "a", "f"};
    pid_t pid = server_pid();
    pid_t none;
    expect_works();
    int own = count_descriptors(getpid());
    int others = count_descriptors(pid);
    for (int i = 0; i < 200; i++) {
        bool is_good = i % 7 < 3 || i % 7 == 4;
        enum worker_end end = run(letters[i % 7]);
        cr_expect_eq(end, is_good ? WORKER_DONE : WORKER_DIED, "%s",
                     error.text);
    }
    cr_expect_eq(count_descriptors(getpid()), own);
    cr_expect_eq(count_descriptors(pid), others);
    cr_expect_eq(count_children(pid, &none), 0);
    cr_expect_eq(count_children(getpid(), &none), 1);
    worker_server_stop(server);
    server = NULL;
    cr_expect_eq(count_children(getpid(), &none), 0);
    cr_expect_eq(count_descriptors(getpid()), own - 1);
}

/* A server that is no more. */

static void expect_none(void)
{
    cr_expect_eq(run("on"), WORKER_NONE);
    cr_expect_eq(error.status, STATUS_IO);
    cr_expect_str_eq(error.text, "the process that starts workers is gone");
}

Test(worker_server, the_server_may_be_killed)
{
    int own = count_descriptors(getpid());
    pid_t none;
    cr_assert_eq(kill(server_pid(), SIGKILL), 0);
    expect_none();
    expect_none();
    cr_expect_eq(count_descriptors(getpid()), own - 1);
    cr_expect_eq(count_children(getpid(), &none), 0);
}

static pid_t victim;

static void kill_victim(int signal)
{
    (void)signal;
    kill(victim, SIGKILL);
}

Test(worker_server, the_server_may_be_killed_during_a_job)
{
    struct sigaction action = {.sa_handler = kill_victim};
    struct itimerval soon = {{0, 0}, {0, 200000}};
    pid_t none;
    victim = server_pid();
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
    cr_expect_eq(run("l"), WORKER_NONE, "%s", error.text);
    cr_expect_eq(error.status, STATUS_IO);
    expect_none();
    cr_expect_eq(count_children(getpid(), &none), 0);
}

Test(worker_server, the_server_does_not_mind_signals_for_the_group)
{
    pid_t pid = server_pid();
    kill(pid, SIGINT);
    kill(pid, SIGTERM);
    kill(pid, SIGHUP);
    kill(pid, SIGQUIT);
    expect_works();
    expect_works();
}

/* In a process of its own: a server and a worker that loops. Tells the
 * server's number by `fd`. */
static _Noreturn void run_program(int fd)
{
    pid_t pid = 0;
    worker_server_stop(server);
    start();
    count_children(getpid(), &pid);
    if (write(fd, &pid, sizeof pid) != sizeof pid)
        _exit(1);
    run("l");
    _exit(1);
}

Test(worker_server, all_end_when_the_program_is_killed)
{
    int ends[2];
    pid_t pid;
    pid_t worker = 0;
    worker_server_stop(server);
    server = NULL;
    cr_assert_eq(pipe(ends), 0);
    pid_t program = fork();
    cr_assert_geq(program, 0);
    if (program == 0)
        run_program(ends[1]);
    cr_assert_eq(read(ends[0], &pid, sizeof pid), sizeof pid);
    while (count_children(pid, &worker) == 0)
        usleep(1000);
    cr_expect(is_alive(pid));
    cr_expect(is_alive(worker));
    kill(program, SIGKILL);
    for (int i = 0; i < 60000 && (is_alive(pid) || is_alive(worker)); i++)
        usleep(1000);
    cr_expect_not(is_alive(pid));
    cr_expect_not(is_alive(worker));
    waitpid(program, NULL, 0);
    close(ends[0]);
    close(ends[1]);
}

Test(worker_server, no_descriptor_is_left_to_take_the_socket)
{
    struct rlimit limit;
    struct rlimit tight;
    getrlimit(RLIMIT_NOFILE, &limit);
    tight = limit;
    int first = dup(0);
    close(first);
    tight.rlim_cur = (rlim_t)first;
    setrlimit(RLIMIT_NOFILE, &tight);
    enum worker_end end = run("on");
    setrlimit(RLIMIT_NOFILE, &limit);
    cr_expect_eq(end, WORKER_NONE);
    cr_expect_str_eq(error.text,
                     "cannot start a worker: too many files are open");
    pid_t none;
    cr_expect_eq(count_children(server_pid(), &none), 0);
    expect_works();
}
