#include "net/server_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_SIZE = 16 << 10 };

/* What carries a connection of the Unix socket. */
struct carrier {
    struct ev_io reading;
    struct ev_io writing;
    struct server *server;
    struct connection *connection;
    int fd;
    bool has_ended; /* the other side says nothing more */
};

static void end(struct carrier *carrier)
{
    ev_io_stop(carrier->server->loop, &carrier->reading);
    ev_io_stop(carrier->server->loop, &carrier->writing);
    close(carrier->fd);
    connection_gone(carrier->connection);
    free(carrier);
}

static void on_readable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    struct carrier *carrier = watcher->data;
    char bytes[READ_SIZE];
    (void)events;
    ssize_t size = read(carrier->fd, bytes, sizeof bytes);
    if (size > 0) {
        connection_receive(carrier->connection, bytes, (size_t)size, false);
    } else if (size == 0 && !carrier->has_ended) {
        /* It may still want its answers. */
        carrier->has_ended = true;
        ev_io_stop(loop, watcher);
        connection_close(carrier->connection, 0, "");
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        end(carrier);
    }
}

static void on_writable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    struct carrier *carrier = watcher->data;
    (void)events;
    ev_io_stop(loop, watcher);
    if (!connection_flush(carrier->connection))
        end(carrier);
}

static ssize_t write_bytes(struct connection *connection, char *bytes,
                           size_t size)
{
    struct carrier *carrier = connection->carrier;
    ssize_t sent = send(carrier->fd, bytes, size, MSG_NOSIGNAL);
    if (sent >= 0)
        return sent;
    if (errno != EAGAIN && errno != EINTR)
        return -1;
    ev_io_start(carrier->server->loop, &carrier->writing);
    return 0;
}

/* The other side reads the end, and ends its own; what it still says is not
 * listened to. */
static void close_way(struct connection *connection)
{
    struct carrier *carrier = connection->carrier;
    shutdown(carrier->fd, SHUT_WR);
    if (carrier->has_ended)
        ev_io_start(carrier->server->loop, &carrier->reading);
}

static void kill_way(struct connection *connection)
{
    end(connection->carrier);
}

static void pause_way(struct connection *connection, bool is_paused)
{
    struct carrier *carrier = connection->carrier;
    if (is_paused || carrier->has_ended)
        ev_io_stop(carrier->server->loop, &carrier->reading);
    else
        ev_io_start(carrier->server->loop, &carrier->reading);
}

static const struct connection_way SOCKET_WAY = {
    .name = "socket",
    .write = write_bytes,
    .close = close_way,
    .kill = kill_way,
    .pause = pause_way,
};

bool server_socket_is_operator(int fd)
{
    struct ucred who;
    socklen_t size = sizeof who;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
        return false;
    return who.uid == 0 || who.uid == geteuid();
}

void server_socket_accept(struct server *server, int fd)
{
    struct carrier *carrier = calloc(1, sizeof *carrier);
    if (carrier != NULL)
        carrier->connection = connection_new(server, &SOCKET_WAY, carrier, "",
                                             server_socket_is_operator(fd));
    if (carrier == NULL || carrier->connection == NULL) {
        free(carrier);
        close(fd);
        return;
    }
    carrier->server = server;
    carrier->fd = fd;
    ev_io_init(&carrier->reading, on_readable, fd, EV_READ);
    ev_io_init(&carrier->writing, on_writable, fd, EV_WRITE);
    carrier->reading.data = carrier->writing.data = carrier;
    ev_io_start(server->loop, &carrier->reading);
}
