#include "command/host_lines.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    /* A pipe that can be written to takes so much at once without waiting. */
    WRITE_SIZE = PIPE_BUF,
};

enum status host_lines_open(struct host_lines *lines, size_t line_size_max,
                            struct error *error)
{
    *lines = (struct host_lines){.in = STDIN_FILENO,
                                 .out = STDOUT_FILENO,
                                 .signals = -1,
                                 .max = line_size_max};
    lines->buffer = malloc(line_size_max + 1);
    if (lines->buffer == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for messages");
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGHUP);
    sigprocmask(SIG_BLOCK, &mask, NULL);
    signal(SIGPIPE, SIG_IGN);
    lines->signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
    if (lines->signals < 0)
        return error_set(error, STATUS_IO, "cannot wait for signals: %s",
                         strerror(errno));
    return STATUS_OK;
}

void host_lines_close(struct host_lines *lines)
{
    if (lines->signals >= 0)
        close(lines->signals);
    free(lines->buffer);
    lines->buffer = NULL;
    lines->signals = -1;
}

/* Waits until `fd` is ready for `events`; STOPPED when a signal comes. */
static enum host_lines_status wait_for(const struct host_lines *lines, int fd,
                                       short events)
{
    struct pollfd polled[] = {
        {.fd = fd, .events = events},
        {.fd = lines->signals, .events = POLLIN},
    };
    while (poll(polled, 2, -1) < 0)
        if (errno != EINTR)
            return HOST_LINES_BROKEN;
    return polled[1].revents != 0 ? HOST_LINES_STOPPED : HOST_LINES_OK;
}

bool host_lines_is_stopped(const struct host_lines *lines)
{
    struct pollfd polled = {.fd = lines->signals, .events = POLLIN};
    return poll(&polled, 1, 0) > 0;
}

/* Reads what there is into the buffer, which has room. */
static enum host_lines_status fill(struct host_lines *lines)
{
    enum host_lines_status status = wait_for(lines, lines->in, POLLIN);
    if (status != HOST_LINES_OK)
        return status;
    ssize_t size = read(lines->in, lines->buffer + lines->end,
                        lines->max + 1 - lines->end);
    if (size > 0)
        lines->end += (size_t)size;
    else if (size == 0 || (errno != EINTR && errno != EAGAIN))
        lines->has_ended = true;
    return HOST_LINES_OK;
}

/* Takes a line out of the buffer; false when there is no whole one. */
static bool take_line(struct host_lines *lines, const char **line, size_t *size)
{
    char *from = lines->buffer + lines->looked;
    char *stop = memchr(from, '\n', lines->end - lines->looked);
    *line = lines->buffer + lines->start;
    if (stop == NULL) {
        lines->looked = lines->end;
        return false;
    }
    *size = (size_t)(stop - *line);
    lines->start = lines->looked = (size_t)(stop + 1 - lines->buffer);
    return true;
}

/* Makes room in the buffer by moving what is in it to its beginning; a line
 * that fills it whole is too long, and is dropped. */
static void make_room(struct host_lines *lines)
{
    if (lines->end - lines->start > lines->max) {
        lines->is_skipping = true;
        lines->start = lines->end;
    }
    if (lines->is_skipping)
        lines->start = lines->end;
    memmove(lines->buffer, lines->buffer + lines->start,
            lines->end - lines->start);
    lines->end -= lines->start;
    lines->looked = lines->end;
    lines->start = 0;
}

/* The last line, which has no end; false when there is none. */
static bool take_rest(struct host_lines *lines, const char **line, size_t *size)
{
    *line = lines->buffer + lines->start;
    *size = lines->end - lines->start;
    lines->start = lines->looked = lines->end;
    return *size > 0 || lines->is_skipping;
}

enum host_lines_status host_lines_read(struct host_lines *lines,
                                       const char **line, size_t *size)
{
    while (!take_line(lines, line, size)) {
        if (lines->has_ended) {
            if (!take_rest(lines, line, size))
                return HOST_LINES_END;
            break;
        }
        make_room(lines);
        enum host_lines_status status = fill(lines);
        if (status != HOST_LINES_OK)
            return status;
    }
    bool was_skipping = lines->is_skipping;
    lines->is_skipping = false;
    return was_skipping || *size > lines->max ? HOST_LINES_TOO_LONG
                                              : HOST_LINES_OK;
}

enum host_lines_status host_lines_write(struct host_lines *lines,
                                        const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        enum host_lines_status status = wait_for(lines, lines->out, POLLOUT);
        if (status != HOST_LINES_OK)
            return status;
        size_t piece = size - done < WRITE_SIZE ? size - done : WRITE_SIZE;
        ssize_t written = write(lines->out, bytes + done, piece);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EINTR && errno != EAGAIN)
            return HOST_LINES_BROKEN;
    }
    return HOST_LINES_OK;
}
