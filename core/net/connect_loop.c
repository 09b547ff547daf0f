#include "net/connect_loop.h"

#include "hall/rpc.h"
#include "net/connect_line.h"
#include "net/connect_show.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_SIZE = 64 << 10,
    /* A pipe that can be written to takes so much at once without waiting. */
    WRITE_SIZE = PIPE_BUF,
    SIGNAL_COUNT = 3,
};

static const char NO_HELLO[] = "what is there does not say hello";

struct loop {
    const struct connect_loop_settings *settings;
    struct ev_loop *ev;
    struct connect *connect;   /* owned */
    struct connect_line *line; /* owned */
    ev_io reads;               /* stdin */
    ev_io writes;              /* stdout */
    ev_signal signals[SIGNAL_COUNT];
    ev_timer first;   /* the first connection takes too long */
    ev_timer hello;   /* the daemon does not say hello */
    ev_timer rest;    /* the input has ended: the last answers */
    ev_timer second;  /* every second */
    struct text in;   /* owned: of a line that is not whole */
    bool is_skipping; /* the rest of a line that is too long */
    bool has_ended;   /* the input */
    bool was_ready;   /* the daemon was reached once */
    bool is_last_try; /* at the first connection */
    struct text out;  /* owned: for the frontend */
    size_t out_start; /* of what is not written */
    char reason[512]; /* why there is no connection */
    enum connect_loop_end end;
    struct error *error;
    int write_error; /* errno */
};

static void stop(struct loop *loop, enum connect_loop_end end)
{
    loop->end = end;
    ev_break(loop->ev, EVBREAK_ALL);
}

/* Once there is no input, what was asked is still answered. */
static void stop_if_done(struct loop *loop)
{
    if (loop->has_ended && connect_open_count(loop->connect) == 0 &&
        loop->out.size == loop->out_start)
        stop(loop, CONNECT_LOOP_ENDED);
}

/* Whoever reads slowly makes the daemon wait, and the input too. */
static void keep_pace(struct loop *loop)
{
    bool is_full = loop->out.size - loop->out_start > CONNECT_LOOP_OUT_MAX;
    connect_line_pause(loop->line, is_full);
    if (is_full)
        ev_io_stop(loop->ev, &loop->reads);
    else if (!loop->has_ended)
        ev_io_start(loop->ev, &loop->reads);
}

static void tell(void *context, const char *bytes, size_t size)
{
    struct loop *loop = context;
    if (loop->settings->is_verbose)
        connect_show_line(">", bytes, size);
    text_add_bytes(&loop->out, bytes, size);
    if (loop->out.failed) {
        loop->write_error = ENOMEM;
        stop(loop, CONNECT_LOOP_BROKEN);
        return;
    }
    ev_io_start(loop->ev, &loop->writes);
}

static void on_writable(struct ev_loop *ev, ev_io *io, int events)
{
    (void)events;
    struct loop *loop = io->data;
    size_t left = loop->out.size - loop->out_start;
    size_t piece = left < WRITE_SIZE ? left : WRITE_SIZE;
    ssize_t written = write(io->fd, loop->out.bytes + loop->out_start, piece);
    if (written < 0 && errno != EAGAIN && errno != EINTR) {
        loop->write_error = errno;
        stop(loop, CONNECT_LOOP_BROKEN);
        return;
    }
    if (written > 0)
        loop->out_start += (size_t)written;
    if (loop->out_start == loop->out.size) {
        text_clear(&loop->out);
        loop->out_start = 0;
        ev_io_stop(ev, io);
    }
    keep_pace(loop);
    stop_if_done(loop);
}

static void take_line(struct loop *loop, const char *line, size_t size)
{
    struct text answer = {0};
    if (loop->is_skipping || size > RPC_MESSAGE_SIZE_MAX) {
        loop->is_skipping = false;
        rpc_refuse_size(&answer);
        tell(loop, text_string(&answer), answer.size);
        text_free(&answer);
    } else if (!rpc_is_blank(line, size)) {
        if (loop->settings->is_verbose)
            connect_show_line("<", line, size);
        connect_take_request(loop->connect, line, size);
    }
}

static void take_bytes(struct loop *loop, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    const char *stop;
    while ((stop = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL) {
        if (loop->in.size == 0) {
            take_line(loop, bytes, (size_t)(stop - bytes));
        } else {
            text_add_bytes(&loop->in, bytes, (size_t)(stop - bytes));
            take_line(loop, text_string(&loop->in), loop->in.size);
            text_clear(&loop->in);
        }
        bytes = stop + 1;
    }
    if (!loop->is_skipping)
        text_add_bytes(&loop->in, bytes, (size_t)(end - bytes));
    if (loop->in.failed || loop->in.size > RPC_MESSAGE_SIZE_MAX) {
        loop->is_skipping = true;
        text_clear(&loop->in);
        loop->in.failed = false;
    }
}

static void end_input(struct loop *loop)
{
    loop->has_ended = true;
    ev_io_stop(loop->ev, &loop->reads);
    if (loop->in.size > 0 || loop->is_skipping)
        take_line(loop, text_string(&loop->in), loop->in.size);
    ev_timer_start(loop->ev, &loop->rest);
    stop_if_done(loop);
}

static void on_readable(struct ev_loop *ev, ev_io *io, int events)
{
    (void)ev;
    (void)events;
    struct loop *loop = io->data;
    char bytes[READ_SIZE];
    ssize_t size = read(io->fd, bytes, sizeof bytes);
    if (size > 0)
        take_bytes(loop, bytes, (size_t)size);
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        end_input(loop);
    explicit_bzero(bytes, size > 0 ? (size_t)size : 0);
    keep_pace(loop);
}

static void send_lines(void *context, const char *bytes, size_t size)
{
    struct loop *loop = context;
    connect_line_send(loop->line, bytes, size);
}

static void on_line(void *context, const char *line, size_t size)
{
    struct loop *loop = context;
    connect_take_message(loop->connect, line, size);
    keep_pace(loop);
    stop_if_done(loop);
}

static void on_up(void *context)
{
    struct loop *loop = context;
    snprintf(loop->reason, sizeof loop->reason, "%s", NO_HELLO);
    ev_timer_again(loop->ev, &loop->hello);
    connect_up(loop->connect);
}

/* There was never a connection: says why. */
static void fail(struct loop *loop)
{
    error_set(loop->error, STATUS_IO, "cannot connect to %s: %s",
              loop->settings->address->name,
              loop->reason[0] == '\0' ? "nobody answers" : loop->reason);
    stop(loop, CONNECT_LOOP_FAILED);
}

static void on_down(void *context, const char *reason)
{
    struct loop *loop = context;
    ev_timer_stop(loop->ev, &loop->hello);
    snprintf(loop->reason, sizeof loop->reason, "%s", reason);
    connect_down(loop->connect, reason);
    stop_if_done(loop);
    if (loop->is_last_try && !loop->was_ready)
        fail(loop);
}

/* There was never a connection, and to wait for one is no use. */
static void on_refused(void *context, const char *reason)
{
    struct loop *loop = context;
    snprintf(loop->reason, sizeof loop->reason, "%s", reason);
    if (!loop->was_ready)
        fail(loop);
}

static void on_hello(void *context)
{
    struct loop *loop = context;
    loop->was_ready = true;
    ev_timer_stop(loop->ev, &loop->first);
    ev_timer_stop(loop->ev, &loop->hello);
    connect_line_works(loop->line);
}

/* Whether a try is on its way: somebody may be there, and slow. */
static bool is_trying(const struct loop *loop)
{
    return loop->reason[0] == '\0' || strcmp(loop->reason, NO_HELLO) == 0;
}

static void on_first_late(struct ev_loop *ev, ev_timer *timer, int events)
{
    (void)events;
    struct loop *loop = timer->data;
    if (loop->is_last_try || !is_trying(loop)) {
        fail(loop);
        return;
    }
    loop->is_last_try = true;
    ev_timer_set(timer, CONNECT_LOOP_ONE_S - CONNECT_LOOP_TRY_S, 0);
    ev_timer_start(ev, timer);
}

/* The line cannot be closed from here; the timer does it at once. */
static void on_stranger(void *context, const char *reason)
{
    struct loop *loop = context;
    snprintf(loop->reason, sizeof loop->reason, "%s", reason);
    if (!loop->was_ready) {
        fail(loop);
        return;
    }
    ev_timer_stop(loop->ev, &loop->hello);
    ev_timer_set(&loop->hello, 0, CONNECT_LOOP_HELLO_S);
    ev_timer_start(loop->ev, &loop->hello);
}

static void on_no_hello(struct ev_loop *ev, ev_timer *timer, int events)
{
    (void)events;
    struct loop *loop = timer->data;
    ev_timer_stop(ev, timer);
    char reason[sizeof loop->reason];
    memcpy(reason, loop->reason, sizeof reason);
    connect_line_drop(loop->line, reason);
}

static void on_rest_late(struct ev_loop *ev, ev_timer *timer, int events)
{
    (void)ev;
    (void)events;
    stop(timer->data, CONNECT_LOOP_ENDED);
}

static void on_second(struct ev_loop *ev, ev_timer *timer, int events)
{
    (void)ev;
    (void)events;
    struct loop *loop = timer->data;
    connect_tick(loop->connect);
}

static void on_signal(struct ev_loop *ev, ev_signal *watcher, int events)
{
    (void)ev;
    (void)events;
    stop(watcher->data, CONNECT_LOOP_ENDED);
}

static void begin(struct loop *loop)
{
    static const int numbers[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP};
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        ev_signal_init(&loop->signals[i], on_signal, numbers[i]);
        loop->signals[i].data = loop;
        ev_signal_start(loop->ev, &loop->signals[i]);
    }
    ev_io_init(&loop->reads, on_readable, STDIN_FILENO, EV_READ);
    ev_io_init(&loop->writes, on_writable, STDOUT_FILENO, EV_WRITE);
    ev_timer_init(&loop->first, on_first_late, CONNECT_LOOP_TRY_S, 0);
    ev_timer_init(&loop->hello, on_no_hello, 0, CONNECT_LOOP_HELLO_S);
    ev_timer_init(&loop->rest, on_rest_late, CONNECT_LOOP_REST_S, 0);
    ev_timer_init(&loop->second, on_second, 1, 1);
    loop->reads.data = loop->writes.data = loop;
    loop->first.data = loop->hello.data = loop->rest.data = loop;
    loop->second.data = loop;
    ev_io_start(loop->ev, &loop->reads);
    ev_timer_start(loop->ev, &loop->first);
    ev_timer_start(loop->ev, &loop->second);
}

static void end(struct loop *loop)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        ev_signal_stop(loop->ev, &loop->signals[i]);
    ev_io_stop(loop->ev, &loop->reads);
    ev_io_stop(loop->ev, &loop->writes);
    ev_timer_stop(loop->ev, &loop->first);
    ev_timer_stop(loop->ev, &loop->hello);
    ev_timer_stop(loop->ev, &loop->rest);
    ev_timer_stop(loop->ev, &loop->second);
    connect_line_free(loop->line);
    connect_free(loop->connect);
    text_free(&loop->in);
    text_free(&loop->out);
    ev_loop_destroy(loop->ev);
}

static enum status make(struct loop *loop, struct error *error)
{
    const struct connect_loop_settings *settings = loop->settings;
    const struct connect_settings connect = {
        .root = settings->root,
        .version = settings->version,
        .server = settings->address->name,
        .seats = settings->seats,
        .workers = settings->workers,
        .context = loop,
        .tell = tell,
        .send = send_lines,
        .on_hello = on_hello,
        .on_stranger = on_stranger,
    };
    const struct connect_line_settings line = {
        .address = settings->address,
        .ca = settings->ca,
        .loop = loop->ev,
        .context = loop,
        .on_up = on_up,
        .on_down = on_down,
        .on_refused = on_refused,
        .on_line = on_line,
    };
    enum status status = connect_new(&loop->connect, &connect, error);
    if (status == STATUS_OK)
        status = connect_line_new(&loop->line, &line, error);
    return status;
}

enum connect_loop_end
connect_loop_run(const struct connect_loop_settings *settings,
                 struct error *error)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
        return CONNECT_LOOP_FAILED;
    }
    loop->settings = settings;
    loop->error = error;
    loop->end = CONNECT_LOOP_FAILED;
    loop->ev = ev_loop_new(EVFLAG_AUTO);
    if (loop->ev == NULL) {
        error_set(error, STATUS_IO, "libev finds no way to wait");
        free(loop);
        return CONNECT_LOOP_FAILED;
    }
    begin(loop);
    if (make(loop, error) == STATUS_OK)
        ev_run(loop->ev, 0);
    enum connect_loop_end result = loop->end;
    int number = loop->write_error;
    end(loop);
    free(loop);
    errno = number;
    return result;
}
