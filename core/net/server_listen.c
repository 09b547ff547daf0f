#include "net/server_inside.h"

#include "base/log.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    BACKLOG = 1024,
    ACCEPTS_AT_ONCE = 64, /* then others have their turn */
};

static const double REST_SECONDS = 0.5; /* when no file can be opened */

/* Tells somebody who cannot come in why. */
static void turn_away(const struct server_listener *listener, int fd,
                      const struct sockaddr_storage *from, const char *sentence)
{
    char address[LIMITS_ADDRESS_SIZE];
    struct text said = {0};
    limits_address_of(from, address);
    metrics_count(&listener->server->metrics, METRICS_REFUSED_CONNECTIONS);
    struct log_line line = log_begin_limited(LOG_WARN, "refused_connection",
                                             &listener->server->log_refused);
    log_add_text(&line, "address", address);
    log_add_text(&line, "reason", sentence);
    log_end(&line);
    if (listener->is_web)
        text_addf(&said,
                  "HTTP/1.1 503 Service Unavailable\r\n"
                  "Content-Type: text/plain; charset=utf-8\r\n"
                  "Content-Length: %zu\r\nConnection: close\r\n\r\n%s\n",
                  strlen(sentence) + 1, sentence);
    else
        rpc_add_error(&said, NULL, 0, RPC_TOO_MUCH, sentence);
    /* With TLS there is nobody yet who could read it. */
    if (!listener->is_web || listener->server->settings.certificate == NULL)
        (void)!send(fd, text_string(&said), said.size,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    text_free(&said);
    close(fd);
}

/* Whether there is a place for one more. Some are kept for operators, whatever
 * others do. */
static bool has_place(const struct server_listener *listener, int fd)
{
    const struct server *server = listener->server;
    int count = server->visitor_count + server->socket_count;
    if (count < server->place_count)
        return true;
    return !listener->is_web && server_socket_is_operator(fd) &&
           count < server->place_count + SERVER_KEPT_PLACES;
}

/* Lets one in, or turns it away. */
static void let_in(struct server_listener *listener, int fd,
                   const struct sockaddr_storage *from)
{
    struct server *server = listener->server;
    int yes = 1;
    if (!has_place(listener, fd)) {
        turn_away(listener, fd, from, "too many connections");
        return;
    }
    if (!listener->is_web) {
        server_socket_accept(server, fd);
        return;
    }
    struct server_visitor *visitor = server_visitor_new(server, from);
    if (visitor == NULL) {
        turn_away(listener, fd, from, "too many connections from this address");
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    server_web_accept(server, fd, visitor);
}

static void on_rested(struct ev_loop *loop, struct ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    server_listen_start(timer->data);
}

/* There are no more files, or no memory: tries again later, since it would be
 * told of the same connection again and again. */
static void rest(struct server *server)
{
    log_write(LOG_ERROR, "cannot_accept", "reason", strerror(errno));
    server_listen_stop(server);
    ev_timer_init(&server->rest, on_rested, REST_SECONDS, 0);
    server->rest.data = server;
    ev_timer_start(server->loop, &server->rest);
}

static void on_connection(struct ev_loop *loop, struct ev_io *watcher,
                          int events)
{
    struct server_listener *listener = watcher->data;
    (void)loop;
    (void)events;
    for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(listener->fd, (struct sockaddr *)&from, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            let_in(listener, fd, &from);
            continue;
        }
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
            errno == ENOMEM)
            rest(listener->server);
        return;
    }
}

static struct server_listener *add_listener(struct server *server, int fd,
                                            bool is_web)
{
    struct server_listener *listener =
        &server->listeners[server->listener_count++];
    listener->server = server;
    listener->fd = fd;
    listener->is_web = is_web;
    ev_io_init(&listener->watcher, on_connection, fd, EV_READ);
    listener->watcher.data = listener;
    return listener;
}

/* Takes ADDRESS:PORT apart. */
static enum status split_address(const char *text, char host[256],
                                 const char **port, struct error *error)
{
    const char *colon = strrchr(text, ':');
    const char *start = text;
    size_t size = colon == NULL ? 0 : (size_t)(colon - text);
    bool has_brackets = size > 2 && text[0] == '[' && text[size - 1] == ']';
    if (has_brackets) {
        start++;
        size -= 2;
    }
    bool is_bare_ipv6 = !has_brackets && memchr(start, ':', size) != NULL;
    if (size == 0 || size >= 256 || is_bare_ipv6 || colon[1] == '\0' ||
        strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
        strtol(colon + 1, NULL, 10) > UINT16_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "'%s' is no address to listen on; as in "
                         "127.0.0.1:7070, [::1]:7070, or port 0 for any",
                         text);
    memcpy(host, start, size);
    host[size] = '\0';
    *port = colon + 1;
    return STATUS_OK;
}

/* Puts the address that the socket has got into the listener. */
static void name_listener(struct server_listener *listener)
{
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    char host[LIMITS_ADDRESS_SIZE] = "";
    char port[8] = "";
    getsockname(listener->fd, (struct sockaddr *)&at, &size);
    getnameinfo((struct sockaddr *)&at, size, host, sizeof host, port,
                sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(listener->address, sizeof listener->address,
             at.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}

/* A socket that listens there; -1 with errno. */
static int open_listener(const struct addrinfo *at)
{
    int yes = 1;
    int fd = socket(at->ai_family,
                    at->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (at->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int problem = errno;
    close(fd);
    errno = problem;
    return -1;
}

static enum status listen_web(struct server *server, const char *text,
                              struct error *error)
{
    struct addrinfo want = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
                            .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char host[256];
    const char *port = NULL;
    if (split_address(text, host, &port, error) != STATUS_OK)
        return error->status;
    int problem = getaddrinfo(host, port, &want, &found);
    if (problem != 0)
        return error_set(error, STATUS_BAD_INPUT, "cannot listen on %s: %s",
                         text, gai_strerror(problem));
    int fd = open_listener(found);
    freeaddrinfo(found);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot listen on %s: %s", text,
                         strerror(errno));
    name_listener(add_listener(server, fd, true));
    return STATUS_OK;
}

/* Removes the file of a daemon that is gone; refuses that of one which is
 * there, and what is no socket. */
static enum status clear_path(const struct sockaddr_un *at, struct error *error)
{
    struct stat about;
    if (lstat(at->sun_path, &about) != 0)
        return STATUS_OK; /* bind says what is wrong, if anything */
    if (!S_ISSOCK(about.st_mode))
        return error_set(error, STATUS_IO,
                         "cannot listen on %s: it is there, and no socket",
                         at->sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return error_set(error, STATUS_IO, "cannot listen on %s: %s",
                         at->sun_path, strerror(errno));
    bool is_left = connect(fd, (const struct sockaddr *)at, sizeof *at) != 0 &&
                   errno == ECONNREFUSED;
    close(fd);
    if (!is_left)
        return error_set(error, STATUS_IO,
                         "cannot listen on %s: another daemon does",
                         at->sun_path);
    unlink(at->sun_path);
    return STATUS_OK;
}

/* Keeps which file it is that a socket has been bound to. */
static bool note_file(struct server *server, const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0)
        return false;
    server->socket_device = about.st_dev;
    server->socket_file = about.st_ino;
    return true;
}

/* Has a socket listen at the path: *out, the caller's. */
static enum status open_socket(struct server *server, const char *path,
                               int *out, struct error *error)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path)
        return error_set(error, STATUS_BAD_INPUT,
                         "the path of a Unix socket has at most %zu bytes: %s",
                         sizeof at.sun_path - 1, path);
    memcpy(at.sun_path, path, strlen(path) + 1);
    if (clear_path(&at, error) != STATUS_OK)
        return error->status;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    /* Nobody comes in between bind and chmod: nothing is accepted yet, but a
     * connection would wait. So the mode is right from the beginning. */
    mode_t mask = umask(0777 & ~server->settings.socket_mode);
    int result = bind(fd, (struct sockaddr *)&at, sizeof at);
    int problem = errno;
    umask(mask);
    if (result != 0 || listen(fd, BACKLOG) != 0 || !note_file(server, path)) {
        if (result == 0)
            problem = errno;
        if (fd >= 0)
            close(fd);
        return error_set(error, STATUS_IO, "cannot listen on %s: %s", path,
                         strerror(problem));
    }
    *out = fd;
    return STATUS_OK;
}

static enum status listen_socket(struct server *server, const char *path,
                                 struct error *error)
{
    int fd;
    enum status status = open_socket(server, path, &fd, error);
    if (status == STATUS_OK)
        add_listener(server, fd, false);
    return status;
}

/* Whether the file that we listen at is there, and still ours. No other can
 * have its number while we do. */
static bool has_socket(const struct server *server)
{
    struct stat about;
    return server->socket_file != 0 &&
           lstat(server->settings.socket, &about) == 0 &&
           about.st_dev == server->socket_device &&
           about.st_ino == server->socket_file;
}

enum status server_listen_open(struct server *server, struct error *error)
{
    const struct server_settings *settings = &server->settings;
    REQUIRE(settings->listen_count <= SERVER_LISTENS_MAX);
    for (int i = 0; i < settings->listen_count; i++)
        if (listen_web(server, settings->listens[i], error) != STATUS_OK)
            return error->status;
    if (settings->socket != NULL)
        return listen_socket(server, settings->socket, error);
    return STATUS_OK;
}

/* Has the Unix socket's listener accept from there. */
static void move_listener(struct server *server, int fd)
{
    struct server_listener *listener = server->listeners;
    while (listener->is_web)
        listener++;
    on_connection(server->loop, &listener->watcher, EV_READ); /* who waits */
    ev_io_stop(server->loop, &listener->watcher);
    close(listener->fd);
    listener->fd = fd;
    ev_io_set(&listener->watcher, fd, EV_READ);
    if (!ev_is_active(&server->rest))
        ev_io_start(server->loop, &listener->watcher);
}

void server_listen_look(struct server *server)
{
    const char *path = server->settings.socket;
    struct error error;
    int fd;
    if (server->socket_file == 0 || server->is_ending ||
        ev_is_active(&server->rest))
        return;
    if (has_socket(server)) {
        server->lacks_socket = server->cannot_listen = false;
        return;
    }
    if (!server->lacks_socket)
        log_write(LOG_ERROR, "socket_gone", "file", path);
    server->lacks_socket = true;
    if (open_socket(server, path, &fd, &error) != STATUS_OK) {
        if (!server->cannot_listen)
            log_write(LOG_ERROR, "cannot_listen", "reason", error.text);
        server->cannot_listen = true;
        return;
    }
    move_listener(server, fd);
    server->lacks_socket = server->cannot_listen = false;
    log_write(LOG_WARN, "socket_made_again", "file", path);
}

void server_listen_start(struct server *server)
{
    for (int i = 0; i < server->listener_count; i++)
        ev_io_start(server->loop, &server->listeners[i].watcher);
}

void server_listen_stop(struct server *server)
{
    ev_timer_stop(server->loop, &server->rest);
    for (int i = 0; i < server->listener_count; i++)
        ev_io_stop(server->loop, &server->listeners[i].watcher);
}

void server_listen_free(struct server *server)
{
    if (has_socket(server))
        unlink(server->settings.socket);
    server->socket_file = 0;
    for (int i = 0; i < server->listener_count; i++)
        close(server->listeners[i].fd);
    server->listener_count = 0;
}
