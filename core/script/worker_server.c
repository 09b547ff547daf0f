#include "script/worker_inside.h"

#include "base/json.h"
#include "fair/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Makes `fd` descriptor WORKER_SOCKET, and the only one from there on. */
static bool keep_only(int fd)
{
    int spare = fcntl(fd, F_DUPFD, WORKER_SOCKET + 1);
    return spare >= 0 && dup2(spare, WORKER_SOCKET) >= 0 &&
           close_range(WORKER_SOCKET + 1, UINT_MAX, 0) == 0;
}

/* Dies with `parent`; also where that happened a moment ago. */
static void die_with(pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent)
        _exit(1);
}

/* Reads all, or ends the worker: there is nobody to work for. */
static void read_all(void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        ssize_t count = read(WORKER_SOCKET, at, size);
        if (count <= 0)
            _exit(1);
        at += count;
        size -= (size_t)count;
    }
}

static void write_all(const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t count = write(WORKER_SOCKET, at, size);
        if (count <= 0)
            _exit(1);
        at += count;
        size -= (size_t)count;
    }
}

/* Gives the answer and ends. */
static _Noreturn void answer(enum worker_answer_kind kind, enum status status,
                             const void *bytes, size_t size)
{
    struct worker_answer head = {.kind = kind, .status = status, .size = size};
    write_all(&head, sizeof head);
    write_all(bytes, size);
    _exit(0);
}

static _Noreturn void answer_error(enum worker_answer_kind kind,
                                   const struct error *error)
{
    answer(kind, error->status, error->text, strlen(error->text));
}

static enum status run(const struct worker_job *job, const char *bytes,
                       size_t size, struct text *out, struct error *error)
{
    enum status status = job->run(bytes, size, out, error);
    if (status == STATUS_OK)
        status = text_status(out, "a worker's answer", error);
    if (status == STATUS_OK && out->size > job->out_size_max)
        return error_set(error, STATUS_LIMIT,
                         "an answer of %zu bytes, of which there may be %zu",
                         out->size, job->out_size_max);
    return status;
}

static _Noreturn void work(const struct worker_job *job, int socket,
                           pid_t server)
{
    die_with(server);
    if (!keep_only(socket) || close_range(0, WORKER_SOCKET - 1, 0) != 0)
        _exit(1);

    struct worker_input input;
    read_all(&input, sizeof input);
    char *bytes = malloc(input.size + 1);
    struct error error = {0};
    if (bytes == NULL) {
        error_set(&error, STATUS_NO_MEMORY,
                  "no memory for %zu bytes to work on", input.size);
        answer_error(WORKER_ANSWER_NO_WALL, &error);
    }
    read_all(bytes, input.size);

    if (worker_wall_close(job, &error) != STATUS_OK)
        answer_error(WORKER_ANSWER_NO_WALL, &error);
    struct text out = {0};
    error.status = run(job, bytes, input.size, &out, &error);
    if (error.status != STATUS_OK)
        answer_error(WORKER_ANSWER_FAILED, &error);
    answer(WORKER_ANSWER_DONE, STATUS_OK, out.bytes, out.size);
}

static int compare_bytes(const void *one, const void *other)
{
    return memcmp(one, other, 1);
}

/* Has libraries read what they read once, since a worker cannot: jansson a
 * number from /dev/urandom, libsodium what the processor can do, glibc's qsort
 * how much memory there is, as soon as it has more than 1024 bytes to sort. */
static void warm_up(void)
{
    struct json *json;
    struct error error;
    if (json_parse(&json, "{\"a\":1}", 7, &error) == STATUS_OK)
        json_free(json);
    struct hash_job job;
    hash_begin(&job, "castled/worker/v1/warm-up");
    hash_end(&job);
    char bytes[2048] = {0};
    qsort(bytes, sizeof bytes, 1, compare_bytes);
}

/* Environments hold passwords. */
static void wipe_environment(void)
{
    for (char **at = environ; at != NULL && *at != NULL; at++)
        memset(*at, 0, strlen(*at));
    clearenv();
}

/* All signals do what they do by themselves, but those that a terminal or a
 * service manager sends to the whole group: who forked us decides. */
static void reset_signals(void)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Sends a report, and a copy of `fd` along unless it is -1. */
static void report(const struct worker_report *report, int fd)
{
    union {
        struct cmsghdr head; /* for its alignment */
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = (void *)report, .iov_len = sizeof *report};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
    }
    if (sendmsg(WORKER_SOCKET, &message, MSG_NOSIGNAL) < 0)
        _exit(0);
}

static void start(const struct worker_job *job, pid_t self)
{
    struct worker_report started = {0};
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        started.error_number = errno;
        report(&started, -1);
        return;
    }
    started.pid = fork();
    if (started.pid == 0)
        work(job, ends[1], self);
    if (started.pid < 0)
        started.error_number = errno;
    close(ends[1]);
    report(&started, started.pid < 0 ? -1 : ends[0]);
    close(ends[0]);
}

/* A worker that has ended by itself stays ended as it did. */
static void end(pid_t pid)
{
    struct worker_report ended = {.pid = pid};
    struct rusage usage;
    kill(pid, SIGKILL);
    while (wait4(pid, &ended.wait_status, 0, &usage) < 0)
        REQUIRE(errno == EINTR);
    ended.cpu_ms = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
                   (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
    report(&ended, -1);
}

_Noreturn void worker_server_serve(int control, pid_t parent,
                                   const struct worker_job *jobs, int count)
{
    die_with(parent);
    prctl(PR_SET_NAME, "castled-workers");
    reset_signals();
    wipe_environment();
    REQUIRE(keep_only(control));
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    warm_up();

    pid_t self = getpid();
    struct worker_order order;
    while (recv(WORKER_SOCKET, &order, sizeof order, 0) == sizeof order) {
        if (order.kind == WORKER_ORDER_START) {
            REQUIRE(order.number >= 0 && order.number < count);
            start(&jobs[order.number], self);
        } else {
            end(order.number);
        }
    }
    _exit(0);
}
