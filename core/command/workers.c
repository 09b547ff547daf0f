#include "command/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /* What is taken from a worker ahead of its turn, in bytes. */
    AHEAD_MAX = 1 << 20,
    READ_SIZE = 1 << 16,
};

/* What a worker writes for each game; its text follows: the events, or the
 * error's text, a zero byte, and the traceback. */
struct message {
    int number;
    enum status status;
    size_t size; /* of the text */
    struct playout_end end;
};

struct worker {
    pid_t pid;
    int fd;            /* the pipe's end to read; -1 when the worker is done */
    struct text inbox; /* owned */
    size_t taken;      /* bytes of the inbox that are dealt with */
};

struct workers {
    const struct workers_request *request; /* borrowed; outlives the workers */
    int next;                              /* the game that comes next */
    char *traceback;                       /* owned; or NULL */
    int count;
    struct worker list[];
};

/* The events of one game in the making. */
struct events {
    struct text text; /* a line each; owned */
    int game;
    int entry;
};

static void on_event(void *context, const char *json, size_t size)
{
    struct events *events = context;
    text_add(&events->text, "{\"game\":");
    text_add_integer(&events->text, events->game);
    text_add(&events->text, ",\"entry\":");
    text_add_integer(&events->text, ++events->entry);
    text_add_char(&events->text, ',');
    text_add_bytes(&events->text, json + 1, size - 1);
    text_add_char(&events->text, '\n');
}

static enum status play(const struct workers_request *request, int number,
                        struct playout_end *end, struct events *events,
                        struct error *error)
{
    char seed[PLAYOUT_SEED_SIZE];
    snprintf(seed, sizeof seed, "%s/%d", request->seed, number);
    struct hash master;
    draw_seed_from_text(&master, seed);
    struct player players[MATERIAL_SEATS_MAX];
    playout_init_players(players, request->kinds,
                         executor_seat_count(request->executor), seed);
    text_clear(&events->text);
    events->game = number;
    events->entry = 0;
    struct playout playout = {
        .executor = request->executor,
        .master = &master,
        .players = players,
        .listener = request->events ? on_event : NULL,
        .context = events,
        .is_tried = number == 1,
    };
    enum status status = playout_run(&playout, end, error);
    if (status == STATUS_OK)
        status = text_status(&events->text, "the events", error);
    if (status != STATUS_OK)
        error_prefix(error, "game %d (seed '%s')", number, seed);
    return status;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

/* Plays the games of worker `first`, counted from 0. */
static void work(const struct workers_request *request, int first, int fd)
{
    struct events events = {0};
    struct error error;
    bool goes_on = true;
    for (int i = first; goes_on && i < request->games; i += request->jobs) {
        struct message message = {.number = i + 1};
        message.status =
            play(request, message.number, &message.end, &events, &error);
        if (message.status != STATUS_OK) {
            text_free(&events.text);
            text_add_bytes(&events.text, error.text, strlen(error.text) + 1);
            text_add(&events.text, executor_traceback(request->executor));
            goes_on = false;
        }
        message.size = events.text.size;
        goes_on = write_all(fd, &message, sizeof message) &&
                  write_all(fd, events.text.bytes, events.text.size) && goes_on;
    }
    text_free(&events.text);
}

static enum status start_worker(struct workers *workers, struct error *error)
{
    int ends[2];
    if (pipe(ends) != 0)
        return error_set(error, STATUS_IO, "cannot make a pipe: %s",
                         strerror(errno));
    pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return error_set(error, STATUS_IO, "cannot start a worker: %s",
                         strerror(errno));
    }
    if (pid == 0) {
        /* Ctrl-C reaches the whole group; who started us decides. With the
         * other workers' pipes open, a worker would not see its own one
         * close. */
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_DFL);
        close(ends[0]);
        for (int i = 0; i < workers->count; i++)
            close(workers->list[i].fd);
        work(workers->request, workers->count, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    workers->list[workers->count++] =
        (struct worker){.pid = pid, .fd = ends[0]};
    return STATUS_OK;
}

enum status workers_start(struct workers **out,
                          const struct workers_request *request,
                          struct error *error)
{
    REQUIRE(request->jobs >= 1 && request->jobs <= WORKERS_MAX);
    REQUIRE(strlen(request->seed) <= WORKERS_SEED_SIZE_MAX);
    *out = NULL;
    struct workers *workers = calloc(
        1, sizeof *workers + (size_t)request->jobs * sizeof workers->list[0]);
    if (workers == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for workers");
    workers->request = request;
    workers->next = 1;
    fflush(NULL); /* so that no worker writes it again */
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < request->jobs; i++)
        status = start_worker(workers, error);
    if (status == STATUS_OK) {
        *out = workers;
        workers = NULL;
    }
    workers_free(workers);
    return status;
}

void workers_free(struct workers *workers)
{
    if (workers == NULL)
        return;
    for (int i = 0; i < workers->count; i++) {
        struct worker *worker = &workers->list[i];
        if (worker->fd >= 0)
            close(worker->fd);
        if (worker->pid > 0) {
            kill(worker->pid, SIGKILL);
            waitpid(worker->pid, NULL, 0);
        }
        text_free(&worker->inbox);
    }
    free(workers->traceback);
    free(workers);
}

const char *workers_traceback(const struct workers *workers)
{
    return workers->traceback == NULL ? "" : workers->traceback;
}

/* Whether a whole message is there; then also what it is. */
static bool has_message(const struct worker *worker, struct message *message)
{
    size_t size = worker->inbox.size - worker->taken;
    if (size < sizeof *message)
        return false;
    memcpy(message, worker->inbox.bytes + worker->taken, sizeof *message);
    return size - sizeof *message >= message->size;
}

/* Forgets what is dealt with, once that is most of the inbox. */
static void tidy(struct worker *worker)
{
    struct text *inbox = &worker->inbox;
    if (worker->taken < inbox->size / 2)
        return;
    inbox->size -= worker->taken;
    memmove(inbox->bytes, inbox->bytes + worker->taken, inbox->size);
    worker->taken = 0;
}

static void read_some(struct worker *worker)
{
    char bytes[READ_SIZE];
    ssize_t size = read(worker->fd, bytes, sizeof bytes);
    if (size > 0) {
        if (worker->taken > 0)
            tidy(worker);
        text_add_bytes(&worker->inbox, bytes, (size_t)size);
    } else if (size == 0 || errno != EINTR) {
        close(worker->fd);
        worker->fd = -1;
    }
}

/* Reads what is there from those workers that are not far ahead, and from
 * `wanted` in any case. */
static void read_workers(struct workers *workers, const struct worker *wanted,
                         int timeout_ms)
{
    struct pollfd polls[WORKERS_MAX];
    struct worker *polled[WORKERS_MAX];
    nfds_t count = 0;
    for (int i = 0; i < workers->count; i++) {
        struct worker *worker = &workers->list[i];
        if (worker->fd < 0 || (worker != wanted &&
                               worker->inbox.size - worker->taken > AHEAD_MAX))
            continue;
        polls[count] = (struct pollfd){.fd = worker->fd, .events = POLLIN};
        polled[count++] = worker;
    }
    if (poll(polls, count, timeout_ms) <= 0)
        return;
    for (nfds_t i = 0; i < count; i++)
        if (polls[i].revents != 0)
            read_some(polled[i]);
}

/* Says why a worker is gone that owes a game. */
static void say_lost(struct workers *workers, struct worker *worker,
                     struct error *error)
{
    int status = 0;
    waitpid(worker->pid, &status, 0);
    worker->pid = 0;
    if (WIFSIGNALED(status))
        error_set(error, STATUS_IO,
                  "game %d (seed '%s/%d'): its worker was "
                  "ended by signal %d (%s)",
                  workers->next, workers->request->seed, workers->next,
                  WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        error_set(error, STATUS_IO,
                  "game %d (seed '%s/%d'): its worker ended too early",
                  workers->next, workers->request->seed, workers->next);
}

/* Takes the error and the traceback out of a message's text. */
static void take_failure(struct workers *workers, const struct message *message,
                         const char *text, struct error *error)
{
    error_set(error, message->status, "%s", text);
    size_t error_size = strlen(text) + 1;
    workers->traceback = strndup(text + error_size, message->size - error_size);
}

enum workers_news workers_next(struct workers *workers,
                               struct workers_game *game, int timeout_ms,
                               struct error *error)
{
    REQUIRE(workers->next <= workers->request->games);
    struct worker *worker =
        &workers->list[(workers->next - 1) % workers->count];
    struct message message;
    if (!has_message(worker, &message)) {
        if (worker->fd >= 0)
            read_workers(workers, worker, timeout_ms);
        if (text_status(&worker->inbox, "what a worker found", error) !=
            STATUS_OK)
            return WORKERS_FAILED;
        if (!has_message(worker, &message)) {
            if (worker->fd >= 0)
                return WORKERS_NOTHING;
            say_lost(workers, worker, error);
            return WORKERS_FAILED;
        }
    }
    REQUIRE(message.number == workers->next);
    const char *text = worker->inbox.bytes + worker->taken + sizeof message;
    worker->taken += sizeof message + message.size;
    if (message.status != STATUS_OK) {
        take_failure(workers, &message, text, error);
        return WORKERS_FAILED;
    }
    workers->next++;
    *game = (struct workers_game){
        .number = message.number,
        .end = message.end,
        .events = text,
        .events_size = message.size,
    };
    return WORKERS_GAME;
}
