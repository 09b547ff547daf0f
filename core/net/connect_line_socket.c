#include "net/connect_line_inside.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ_SIZE = 64 << 10 };

static void cut(struct connect_line *line)
{
    if (line->fd < 0)
        return;
    ev_io_stop(line->settings.loop, &line->reads);
    ev_io_stop(line->settings.loop, &line->writes);
    close(line->fd);
    line->fd = -1;
}

static void lose(struct connect_line *line, int number)
{
    char reason[128];
    snprintf(reason, sizeof reason, "%s",
             number == 0 ? "the daemon closed the connection"
                         : strerror(number));
    connect_line_drop(line, reason);
}

static void on_readable(struct ev_loop *loop, ev_io *io, int events)
{
    (void)loop;
    (void)events;
    struct connect_line *line = io->data;
    char bytes[READ_SIZE];
    ssize_t size = read(line->fd, bytes, sizeof bytes);
    if (size > 0)
        connect_line_take(line, bytes, (size_t)size);
    else if (size == 0)
        lose(line, 0);
    else if (errno != EAGAIN && errno != EINTR)
        lose(line, errno);
}

static void on_writable(struct ev_loop *loop, ev_io *io, int events)
{
    (void)events;
    struct connect_line *line = io->data;
    size_t size;
    const char *rest = connect_line_rest(line, &size);
    ssize_t sent = send(line->fd, rest, size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        lose(line, errno);
        return;
    }
    if (sent > 0)
        connect_line_is_sent(line, (size_t)sent);
    connect_line_rest(line, &size);
    if (size == 0)
        ev_io_stop(loop, io);
}

static enum status open_kind(struct connect_line *line, struct error *error)
{
    (void)line;
    (void)error;
    return STATUS_OK;
}

static void close_kind(struct connect_line *line)
{
    (void)line;
}

static void pause_kind(struct connect_line *line)
{
    if (line->is_paused)
        ev_io_stop(line->settings.loop, &line->reads);
    else
        ev_io_start(line->settings.loop, &line->reads);
}

static void wake(struct connect_line *line)
{
    ev_io_start(line->settings.loop, &line->writes);
}

static void try(struct connect_line *line)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = line->settings.address->name;
    REQUIRE(strlen(path) < sizeof address.sun_path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    line->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (line->fd < 0) {
        connect_line_is_lost(line, strerror(errno));
        return;
    }
    if (connect(line->fd, (const struct sockaddr *)&address, sizeof address) !=
        0) {
        int number = errno;
        close(line->fd);
        line->fd = -1;
        connect_line_is_lost(line, strerror(number));
        return;
    }
    ev_io_init(&line->reads, on_readable, line->fd, EV_READ);
    ev_io_init(&line->writes, on_writable, line->fd, EV_WRITE);
    line->reads.data = line->writes.data = line;
    if (!line->is_paused)
        ev_io_start(line->settings.loop, &line->reads);
    connect_line_is_up(line);
}

const struct connect_line_kind connect_line_socket_kind = {
    .open = open_kind,
    .try = try,
    .wake = wake,
    .pause = pause_kind,
    .cut = cut,
    .close = close_kind,
};
