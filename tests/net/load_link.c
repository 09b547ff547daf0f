#include "load_link.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>

enum {
    READ_SIZE = 1 << 16,
    KEEP_SIZE = 1 << 14, /* a larger buffer is given back when it is empty */
    OPCODE_CONTINUED = 0,
    OPCODE_TEXT = 1,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10,
};

bool link_read_address(struct link_address *address, const char *text)
{
    const char *colon = strrchr(text, ':');
    char name[LINK_HOST_SIZE];
    if (colon == NULL || strlen(text) >= sizeof address->host)
        return false;
    memset(address, 0, sizeof *address);
    snprintf(address->host, sizeof address->host, "%s", text);
    snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
    address->web.sin_family = AF_INET;
    address->web.sin_port = htons((uint16_t)strtol(colon + 1, NULL, 10));
    return inet_pton(AF_INET, name, &address->web.sin_addr) == 1;
}

static int connect_path(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof name.sun_path)
        return -1;
    snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    /* A Unix socket is connected at once or not at all; where the daemon is
     * slow to take them, that waits. */
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && (connect(fd, (struct sockaddr *)&name, sizeof name) != 0 ||
                    fcntl(fd, F_SETFL, O_NONBLOCK) != 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static int connect_web(const struct sockaddr_in *name)
{
    int yes = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (const struct sockaddr *)name, sizeof *name) != 0 &&
        errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    return fd;
}

static void add_handshake(struct link *link, const char *host)
{
    text_addf(&link->out,
              "GET /ws HTTP/1.1\r\n"
              "Host: %s\r\n"
              "Upgrade: websocket\r\n"
              "Connection: Upgrade\r\n"
              "Sec-WebSocket-Key: Y2FzdGxlZCBsb2FkIHRlc3Q=\r\n"
              "Sec-WebSocket-Protocol: castled\r\n"
              "Sec-WebSocket-Version: 13\r\n\r\n",
              host);
}

bool link_start(struct link *link, const struct link_address *address,
                int epoll, void *context)
{
    int fd = address->path != NULL ? connect_path(address->path)
                                   : connect_web(&address->web);
    if (fd < 0)
        return false;
    link->fd = fd;
    link->epoll = epoll;
    link->context = context;
    link->is_web = address->path == NULL;
    link->mask = 0x9e3779b9u;
    link->state = link->is_web ? LINK_OPENING : LINK_OPEN;
    link->waits_to_write = link->is_web;
    if (link->is_web)
        add_handshake(link, address->host);
    struct epoll_event event = {
        .events = EPOLLIN | (link->is_web ? (uint32_t)EPOLLOUT : 0),
        .data.ptr = context,
    };
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
        link_close(link);
        return false;
    }
    return true;
}

void link_close(struct link *link)
{
    if (link->state != LINK_CLOSED)
        close(link->fd);
    link->state = LINK_CLOSED;
    link->lines_at = 0;
    link->out_at = 0;
    text_clear(&link->frames);
    text_clear(&link->lines);
    text_clear(&link->out);
}

void link_free(struct link *link)
{
    link_close(link);
    text_free(&link->frames);
    text_free(&link->lines);
    text_free(&link->out);
}

/* A whole frame from a client: masked, as they must be. */
static void add_frame(struct link *link, int opcode, const char *bytes,
                      size_t size)
{
    uint8_t head[14];
    size_t head_size = 2;
    head[0] = (uint8_t)(0x80 | opcode);
    if (size < 126) {
        head[1] = (uint8_t)(0x80 | size);
    } else if (size < 65536) {
        head[1] = 0x80 | 126;
        head[2] = (uint8_t)(size >> 8);
        head[3] = (uint8_t)size;
        head_size = 4;
    } else {
        head[1] = 0x80 | 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (uint8_t)((uint64_t)size >> (8 * (7 - i)));
        head_size = 10;
    }
    link->mask = link->mask * 1664525u + 1013904223u;
    uint8_t mask[4];
    memcpy(mask, &link->mask, sizeof mask);
    memcpy(head + head_size, mask, sizeof mask);
    text_add_bytes(&link->out, head, head_size + sizeof mask);
    size_t start = link->out.size;
    text_add_bytes(&link->out, bytes, size);
    for (size_t i = 0; start + i < link->out.size; i++)
        link->out.bytes[start + i] =
            (char)((uint8_t)link->out.bytes[start + i] ^ mask[i % 4]);
}

void link_send(struct link *link, const char *line, size_t size)
{
    if (link->is_web) {
        add_frame(link, OPCODE_TEXT, line, size);
    } else {
        text_add_bytes(&link->out, line, size);
        text_add_char(&link->out, '\n');
    }
}

/* Tells epoll whether there is something to write. */
static void ask_to_write(struct link *link, bool wants)
{
    if (wants == link->waits_to_write)
        return;
    link->waits_to_write = wants;
    struct epoll_event event = {
        .events = EPOLLIN | (wants ? (uint32_t)EPOLLOUT : 0),
        .data.ptr = link->context,
    };
    epoll_ctl(link->epoll, EPOLL_CTL_MOD, link->fd, &event);
}

bool link_flush(struct link *link)
{
    if (link->state == LINK_CLOSED)
        return false;
    while (link->out_at < link->out.size) {
        ssize_t size = send(link->fd, link->out.bytes + link->out_at,
                            link->out.size - link->out_at, MSG_NOSIGNAL);
        if (size < 0 && (errno == EAGAIN || errno == ENOTCONN)) {
            ask_to_write(link, true);
            return true;
        }
        if (size < 0 && errno != EINTR) {
            link_close(link);
            return false;
        }
        if (size > 0)
            link->out_at += (size_t)size;
    }
    text_clear(&link->out);
    link->out_at = 0;
    ask_to_write(link, false);
    return true;
}

/* Takes `size` bytes off the front. */
static void drop_front(struct text *text, size_t size)
{
    if (size > 0)
        memmove(text->bytes, text->bytes + size, text->size - size);
    text->size -= size;
}

/* The answer to the handshake; false when it is no yes. */
static bool take_handshake(struct link *link)
{
    text_add_char(&link->frames, '\0');
    link->frames.size--;
    char *end = strstr(link->frames.bytes, "\r\n\r\n");
    if (end == NULL)
        return true;
    if (strncmp(link->frames.bytes, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "load: the daemon says %.60s\n", link->frames.bytes);
        return false;
    }
    drop_front(&link->frames, (size_t)(end - link->frames.bytes) + 4);
    link->state = LINK_OPEN;
    return true;
}

/* The size of the frame's head, and of what it holds; 0 when it is not all
 * there. */
static size_t head_of(const uint8_t *bytes, size_t size, uint64_t *payload)
{
    if (size < 2)
        return 0;
    size_t head = 2;
    *payload = bytes[1] & 0x7f;
    if (*payload == 126)
        head = 4;
    else if (*payload == 127)
        head = 10;
    if (size < head)
        return 0;
    if (head > 2)
        *payload = 0;
    for (size_t i = 2; i < head; i++)
        *payload = *payload << 8 | bytes[i];
    return size - head >= *payload ? head : 0;
}

/* Takes all whole frames; false when the other side closes. */
static bool take_frames(struct link *link)
{
    size_t at = 0;
    uint64_t payload = 0;
    size_t head;
    while ((head = head_of((uint8_t *)link->frames.bytes + at,
                           link->frames.size - at, &payload)) > 0) {
        uint8_t first = (uint8_t)link->frames.bytes[at];
        const char *bytes = link->frames.bytes + at + head;
        int opcode = first & 0x0f;
        at += head + payload;
        if (opcode == OPCODE_CLOSE)
            return false;
        if (opcode == OPCODE_PING)
            add_frame(link, OPCODE_PONG, bytes, payload);
        if (opcode != OPCODE_TEXT && opcode != OPCODE_CONTINUED)
            continue;
        text_add_bytes(&link->lines, bytes, payload);
        bool is_last = (first & 0x80) != 0;
        if (is_last && link->lines.size > 0 &&
            link->lines.bytes[link->lines.size - 1] != '\n')
            text_add_char(&link->lines, '\n');
    }
    drop_front(&link->frames, at);
    if (link->frames.size == 0 && link->frames.capacity > KEEP_SIZE)
        text_free(&link->frames);
    return true;
}

static bool take_bytes(struct link *link, const char *bytes, size_t size)
{
    if (!link->is_web) {
        text_add_bytes(&link->lines, bytes, size);
        return true;
    }
    text_add_bytes(&link->frames, bytes, size);
    if (link->state == LINK_OPENING && !take_handshake(link))
        return false;
    return link->state != LINK_OPEN || take_frames(link);
}

static bool read_all(struct link *link)
{
    static char bytes[READ_SIZE];
    for (;;) {
        ssize_t size = read(link->fd, bytes, sizeof bytes);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && errno == EAGAIN)
            return true;
        if (size <= 0 || !take_bytes(link, bytes, (size_t)size))
            return false;
        if (size < READ_SIZE)
            return true;
    }
}

bool link_work(struct link *link, uint32_t events)
{
    if (link->state == LINK_CLOSED)
        return false;
    drop_front(&link->lines, link->lines_at);
    link->lines_at = 0;
    bool is_there = true;
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        is_there = read_all(link);
    if (is_there && (events & EPOLLOUT || link->out.size > 0))
        return link_flush(link);
    if (!is_there)
        link_close(link);
    return is_there;
}

char *link_line(struct link *link, size_t *size)
{
    if (link->lines_at >= link->lines.size) {
        if (link->lines.capacity > KEEP_SIZE)
            text_free(&link->lines);
        text_clear(&link->lines);
        link->lines_at = 0;
        return NULL;
    }
    char *line = link->lines.bytes + link->lines_at;
    char *end = memchr(line, '\n', link->lines.size - link->lines_at);
    if (end == NULL)
        return NULL;
    *end = '\0';
    *size = (size_t)(end - line);
    link->lines_at += *size + 1;
    return line;
}
