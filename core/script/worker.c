#include "script/worker.h"

#include "base/clock.h"
#include "script/host_text.h"
#include "script/worker_inside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /* For the server, which does everything at once. */
    SERVER_DEADLINE_MS = 10000,
    READ_SIZE = 64 << 10,
    WAIT_MS_MAX = 60000, /* at a time */
};

struct worker_server {
    pid_t pid;
    int control; /* -1: the server is gone */
    int count;
    const struct worker_job *jobs; /* borrowed; outlives the server */
};

/* A worker at its job. */
struct worker {
    const struct worker_job *job;
    pid_t pid;
    int socket;
    int64_t deadline_ns;
};

enum progress {
    PROGRESS_DONE,
    PROGRESS_GONE, /* the other end is closed */
    PROGRESS_LATE,
};

static int64_t deadline_in(int64_t milliseconds)
{
    return clock_steady_ns() + milliseconds * 1000000;
}

/* Waits until `fd` is ready, or closed by the other end; false when the time
 * is over. Signals do not make it longer. */
static bool wait_for(int fd, short events, int64_t deadline_ns)
{
    for (;;) {
        int64_t left_ns = deadline_ns - clock_steady_ns();
        if (left_ns <= 0)
            return false;
        struct pollfd polled = {.fd = fd, .events = events};
        int64_t left_ms = left_ns / 1000000 + 1;
        if (left_ms > WAIT_MS_MAX)
            left_ms = WAIT_MS_MAX;
        if (poll(&polled, 1, (int)left_ms) > 0)
            return true;
    }
}

static bool is_for_later(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static enum progress send_bytes(const struct worker *worker, const void *bytes,
                                size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        if (!wait_for(worker->socket, POLLOUT, worker->deadline_ns))
            return PROGRESS_LATE;
        ssize_t count =
            send(worker->socket, at, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && !is_for_later())
            return PROGRESS_GONE;
        if (count > 0) {
            at += count;
            size -= (size_t)count;
        }
    }
    return PROGRESS_DONE;
}

static enum progress receive_bytes(const struct worker *worker, void *bytes,
                                   size_t size)
{
    char *at = bytes;
    while (size > 0) {
        if (!wait_for(worker->socket, POLLIN, worker->deadline_ns))
            return PROGRESS_LATE;
        ssize_t count = recv(worker->socket, at, size, MSG_DONTWAIT);
        if (count == 0 || (count < 0 && !is_for_later()))
            return PROGRESS_GONE;
        if (count > 0) {
            at += count;
            size -= (size_t)count;
        }
    }
    return PROGRESS_DONE;
}

/* Adds `size` bytes to `out`; memory is taken as they come. */
static enum progress receive_text(const struct worker *worker, struct text *out,
                                  size_t size)
{
    char bytes[READ_SIZE];
    enum progress progress = PROGRESS_DONE;
    while (progress == PROGRESS_DONE && size > 0) {
        size_t part = size < sizeof bytes ? size : sizeof bytes;
        progress = receive_bytes(worker, bytes, part);
        if (progress == PROGRESS_DONE)
            text_add_bytes(out, bytes, part);
        size -= part;
    }
    return progress;
}

/* Reaps the server, which is killed first. Where somebody else has reaped it
 * already, its number may be another's now. */
static void lose_server(struct worker_server *server)
{
    if (server->control < 0)
        return;
    close(server->control);
    server->control = -1;
    siginfo_t info;
    if (waitid(P_PID, (id_t)server->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
        0)
        return;
    kill(server->pid, SIGKILL);
    while (waitpid(server->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Takes the report, and the descriptor that comes along. */
static bool receive_report(int control, struct worker_report *report)
{
    union {
        struct cmsghdr head; /* for its alignment */
        char bytes[CMSG_SPACE(sizeof(int))];
    } space;
    struct iovec part = {.iov_base = report, .iov_len = sizeof *report};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = space.bytes,
        .msg_controllen = sizeof space.bytes,
    };
    if (!wait_for(control, POLLIN, deadline_in(SERVER_DEADLINE_MS)) ||
        recvmsg(control, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) !=
            sizeof *report)
        return false;
    report->socket = -1;
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (head != NULL && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof report->socket))
        memcpy(&report->socket, CMSG_DATA(head), sizeof report->socket);
    return true;
}

/* Gives an order and waits for the report. A server that does not answer is
 * given up. */
static enum status give_order(struct worker_server *server,
                              const struct worker_order *order,
                              struct worker_report *report, struct error *error)
{
    *report = (struct worker_report){.socket = -1};
    if (server->control >= 0 &&
        send(server->control, order, sizeof *order,
             MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof *order &&
        receive_report(server->control, report))
        return STATUS_OK;
    lose_server(server);
    return error_set(error, STATUS_IO,
                     "the process that starts workers is gone");
}

enum status worker_server_start(struct worker_server **out,
                                const struct worker_job *jobs, int count,
                                struct error *error)
{
    *out = NULL;
    if (!worker_wall_is_known())
        return error_set(error, STATUS_IO,
                         "no walls for scripts by strangers are known for "
                         "this kind of machine");
    struct worker_server *server = malloc(sizeof *server);
    if (server == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for workers");

    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        free(server);
        return error_set(error, STATUS_IO, "cannot make a socket: %s",
                         strerror(errno));
    }
    pid_t self = getpid();
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    /* What comes before the server has said which signals it minds waits. */
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        worker_server_serve(ends[1], self, jobs, count);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        int number = errno;
        close(ends[0]);
        free(server);
        return error_set(error, STATUS_IO,
                         "cannot start the process that starts workers: %s",
                         strerror(number));
    }
    *server = (struct worker_server){
        .pid = pid, .control = ends[0], .count = count, .jobs = jobs};
    *out = server;
    return STATUS_OK;
}

void worker_server_stop(struct worker_server *server)
{
    if (server == NULL)
        return;
    lose_server(server);
    free(server);
}

/* Ends a worker, whatever it is at. */
static enum status kill_worker(struct worker_server *server,
                               const struct worker *worker,
                               struct worker_report *report,
                               struct error *error)
{
    const struct worker_order order = {WORKER_ORDER_END, worker->pid};
    if (worker->socket >= 0)
        close(worker->socket);
    return give_order(server, &order, report, error);
}

static enum status start_worker(struct worker_server *server, int job,
                                struct worker *worker, struct error *error)
{
    const struct worker_order order = {WORKER_ORDER_START, job};
    struct worker_report report;
    *worker = (struct worker){
        .job = &server->jobs[job],
        .deadline_ns = deadline_in(server->jobs[job].deadline_ms),
    };
    enum status status = give_order(server, &order, &report, error);
    if (status != STATUS_OK)
        return status;
    if (report.error_number != 0)
        return error_set(error, STATUS_IO, "cannot start a worker: %s",
                         strerror(report.error_number));
    worker->pid = report.pid;
    worker->socket = report.socket;
    if (worker->socket >= 0)
        return STATUS_OK;
    status = kill_worker(server, worker, &report, error);
    if (status != STATUS_OK)
        return status;
    return error_set(error, STATUS_IO,
                     "cannot start a worker: too many files are open");
}

/* How the worker died that closed its socket before it had answered. */
static void explain_death(const struct worker *worker,
                          const struct worker_report *report,
                          struct error *error)
{
    if (!WIFSIGNALED(report->wait_status)) {
        error_set(error, STATUS_SCRIPT,
                  "the script's process ended without an answer");
        return;
    }
    int signal = WTERMSIG(report->wait_status);
    /* Beyond the limit by a second the system kills; before, it does so only
     * for want of memory. */
    if (signal == SIGXCPU ||
        (signal == SIGKILL && report->cpu_ms >= 1000 * worker->job->cpu_s))
        error_set(error, STATUS_LIMIT,
                  "the script used too much processor time: over %d s",
                  worker->job->cpu_s);
    else if (signal == SIGKILL)
        error_set(error, STATUS_LIMIT, "the script ran out of memory");
    else if (signal == SIGSYS)
        error_set(error, STATUS_SCRIPT,
                  "the script did something a script must not do");
    else
        error_set(error, STATUS_SCRIPT, "the script crashed: %s",
                  strsignal(signal));
}

/* Whether our own code in a worker could have written this. */
static bool is_sound(const struct worker *worker,
                     const struct worker_answer *head)
{
    if (head->kind == WORKER_ANSWER_DONE)
        return head->status == STATUS_OK &&
               head->size <= worker->job->out_size_max;
    return (head->kind == WORKER_ANSWER_FAILED ||
            head->kind == WORKER_ANSWER_NO_WALL) &&
           head->status > STATUS_OK && head->status <= STATUS_LIMIT &&
           head->size < ERROR_TEXT_SIZE;
}

/* Hands over the job's bytes and takes the head of the answer. One that has
 * closed its end may have said something before. */
static enum progress exchange(const struct worker *worker, const void *bytes,
                              size_t size, struct worker_answer *head)
{
    const struct worker_input input = {.size = size};
    enum progress progress = send_bytes(worker, &input, sizeof input);
    if (progress == PROGRESS_DONE)
        progress = send_bytes(worker, bytes, size);
    if (progress == PROGRESS_LATE)
        return progress;
    return receive_bytes(worker, head, sizeof *head);
}

/* What the worker made of the job. WORKER_DIED without an error when it is
 * gone: why, the server knows. */
static enum worker_end converse(const struct worker *worker, const void *bytes,
                                size_t size, struct text *answer,
                                struct error *error)
{
    struct worker_answer head;
    enum progress progress = exchange(worker, bytes, size, &head);
    if (progress == PROGRESS_DONE && !is_sound(worker, &head)) {
        error_set(error, STATUS_SCRIPT,
                  "the script's process answered with nonsense");
        return WORKER_DIED;
    }
    if (progress == PROGRESS_DONE)
        progress = receive_text(worker, answer, head.size);
    if (progress == PROGRESS_GONE)
        return WORKER_DIED;
    if (progress == PROGRESS_LATE) {
        error_set(error, STATUS_LIMIT, "the script took too long: over %d ms",
                  worker->job->deadline_ms);
        return WORKER_LATE;
    }
    if (text_status(answer, "a worker's answer", error) != STATUS_OK)
        return WORKER_NONE;
    if (head.kind == WORKER_ANSWER_DONE)
        return WORKER_DONE;
    char shown[4 * ERROR_TEXT_SIZE];
    host_text_show(shown, text_string(answer), answer->size,
                   ERROR_TEXT_SIZE - 1);
    error_set(error, (enum status)head.status, "%s", shown);
    return head.kind == WORKER_ANSWER_NO_WALL ? WORKER_NONE : WORKER_FAILED;
}

/* Ends a worker. `end` is what came of it; if that is not known yet, asks the
 * server. */
static enum worker_end end_worker(struct worker_server *server,
                                  const struct worker *worker,
                                  enum worker_end end, struct error *error)
{
    struct worker_report report;
    struct error lost;
    enum status status = kill_worker(server, worker, &report, &lost);
    if (end != WORKER_DIED || error->status != STATUS_OK)
        return end;
    if (status != STATUS_OK) {
        *error = lost;
        return WORKER_NONE;
    }
    explain_death(worker, &report, error);
    return WORKER_DIED;
}

enum worker_end worker_run(struct worker_server *server, int job,
                           const void *bytes, size_t size, struct text *out,
                           struct error *error)
{
    REQUIRE(job >= 0 && job < server->count);
    *error = (struct error){0};
    if (size > server->jobs[job].in_size_max) {
        error_set(error, STATUS_LIMIT,
                  "%zu bytes to work on, of which there may be %zu", size,
                  server->jobs[job].in_size_max);
        return WORKER_FAILED;
    }
    struct worker worker;
    if (start_worker(server, job, &worker, error) != STATUS_OK)
        return WORKER_NONE;
    struct text answer = {0};
    enum worker_end end = converse(&worker, bytes, size, &answer, error);
    end = end_worker(server, &worker, end, error);
    if (end == WORKER_DONE) {
        text_add_bytes(out, answer.bytes, answer.size);
        if (text_status(out, "a worker's answer", error) != STATUS_OK)
            end = WORKER_NONE;
    }
    text_free(&answer);
    return end;
}
