#include "net/connect_line.h"

#include "fair/draw.h"
#include "net/connect_line_inside.h"

#include <stdlib.h>
#include <string.h>

static void on_retry(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    struct connect_line *line = timer->data;
    line->kind->try(line);
}

/* It has lasted: what breaks it now is something else. */
static void on_steady(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    struct connect_line *line = timer->data;
    line->pause_ms = CONNECT_LINE_PAUSE_FIRST_MS;
}

/* Later, since whoever sends may be in the middle of what on_down changes. */
static void on_full(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    connect_line_drop(timer->data, "no memory for what is to be sent");
}

/* A pause that is not the same for all who were cut off at once: from half of
 * it to the whole. */
static double next_pause_s(struct connect_line *line)
{
    struct hash random;
    struct draw_stream stream;
    hash_random(&random);
    draw_stream_init(&stream, &random);
    int half = line->pause_ms / 2;
    int pause = half + (int)draw_uniform(&stream, (uint32_t)half + 1);
    line->pause_ms *= 2;
    if (line->pause_ms > CONNECT_LINE_PAUSE_MAX_MS)
        line->pause_ms = CONNECT_LINE_PAUSE_MAX_MS;
    return pause / 1000.0;
}

static void try_later(struct connect_line *line)
{
    ev_timer_stop(line->settings.loop, &line->retry);
    ev_timer_set(&line->retry, next_pause_s(line), 0);
    ev_timer_start(line->settings.loop, &line->retry);
}

enum status connect_line_new(struct connect_line **out,
                             const struct connect_line_settings *settings,
                             struct error *error)
{
    struct connect_line *line = calloc(1, sizeof *line);
    *out = NULL;
    if (line == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
    line->settings = *settings;
    line->kind = settings->address->is_socket ? &connect_line_socket_kind
                                              : &connect_line_web_kind;
    line->fd = -1;
    line->pause_ms = CONNECT_LINE_PAUSE_FIRST_MS;
    enum status status = line->kind->open(line, error);
    if (status != STATUS_OK) {
        free(line);
        return status;
    }
    /* The first try too comes from the loop: what it calls may need the line
     * that is returned here. */
    ev_timer_init(&line->retry, on_retry, 0, 0);
    ev_timer_init(&line->full, on_full, 0, 0);
    ev_timer_init(&line->steady, on_steady, 0, 0);
    line->retry.data = line->full.data = line->steady.data = line;
    ev_timer_start(settings->loop, &line->retry);
    *out = line;
    return STATUS_OK;
}

void connect_line_free(struct connect_line *line)
{
    if (line == NULL)
        return;
    ev_timer_stop(line->settings.loop, &line->retry);
    ev_timer_stop(line->settings.loop, &line->full);
    ev_timer_stop(line->settings.loop, &line->steady);
    line->kind->cut(line);
    line->kind->close(line);
    text_free(&line->in);
    text_free(&line->out);
    free(line);
}

void connect_line_is_up(struct connect_line *line)
{
    line->is_up = true;
    line->settings.on_up(line->settings.context);
}

void connect_line_is_lost(struct connect_line *line, const char *reason)
{
    line->is_up = false;
    ev_timer_stop(line->settings.loop, &line->full);
    ev_timer_stop(line->settings.loop, &line->steady);
    text_clear(&line->in);
    text_clear(&line->out);
    line->out_start = 0;
    try_later(line);
    line->settings.on_down(line->settings.context, reason);
}

void connect_line_is_refused(struct connect_line *line, const char *reason)
{
    if (line->settings.on_refused != NULL)
        line->settings.on_refused(line->settings.context, reason);
    connect_line_is_lost(line, reason);
}

void connect_line_works(struct connect_line *line)
{
    ev_timer_stop(line->settings.loop, &line->steady);
    ev_timer_set(&line->steady, CONNECT_LINE_STEADY_S, 0);
    ev_timer_start(line->settings.loop, &line->steady);
}

void connect_line_drop(struct connect_line *line, const char *reason)
{
    line->kind->cut(line);
    connect_line_is_lost(line, reason);
}

void connect_line_pause(struct connect_line *line, bool is_paused)
{
    if (line->is_paused == is_paused)
        return;
    line->is_paused = is_paused;
    if (line->is_up)
        line->kind->pause(line);
}

static void tell_line(struct connect_line *line, const char *bytes, size_t size)
{
    if (size > 0 && bytes[size - 1] == '\r')
        size--;
    if (size > 0)
        line->settings.on_line(line->settings.context, bytes, size);
}

void connect_line_take_end(struct connect_line *line)
{
    if (line->in.size > 0)
        tell_line(line, line->in.bytes, line->in.size);
    text_clear(&line->in);
}

void connect_line_take(struct connect_line *line, const char *bytes,
                       size_t size)
{
    const char *end = bytes + size;
    const char *stop;
    while (line->is_up &&
           (stop = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL) {
        size_t part = (size_t)(stop - bytes);
        if (line->in.size == 0) {
            tell_line(line, bytes, part);
        } else {
            text_add_bytes(&line->in, bytes, part);
            connect_line_take_end(line);
        }
        bytes = stop + 1;
    }
    if (!line->is_up)
        return;
    text_add_bytes(&line->in, bytes, (size_t)(end - bytes));
    if (line->in.failed || line->in.size > CONNECT_LINE_SIZE_MAX)
        connect_line_drop(line, "the daemon sent a line that is too long");
}

void connect_line_send(struct connect_line *line, const char *bytes,
                       size_t size)
{
    if (!line->is_up)
        return;
    text_add_bytes(&line->out, bytes, size);
    if (line->out.failed)
        ev_timer_start(line->settings.loop, &line->full);
    else
        line->kind->wake(line);
}

const char *connect_line_rest(const struct connect_line *line, size_t *size)
{
    *size = line->out.size - line->out_start;
    return *size == 0 ? "" : line->out.bytes + line->out_start;
}

void connect_line_is_sent(struct connect_line *line, size_t size)
{
    line->out_start += size;
    if (line->out_start < line->out.size)
        return;
    text_clear(&line->out);
    line->out_start = 0;
}
