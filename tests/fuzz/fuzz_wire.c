/*
 * fuzz_wire -- connections to a running daemon that are not what they should.
 *
 * usage: fuzz_wire [--seconds S] [--seed N] [--case K] -- SOCKET HOST:PORT
 *
 * A case is one connection: to the Unix socket with lines, or to the other
 * address with a request by HTTP, or a WebSocket and frames; changed as bytes,
 * sent in pieces, left open, cut off. Answers do not matter. Every now and then
 * a client who does nothing wrong must get its answer.
 */

#include "fuzz.h"
#include "fuzz_rpc_words.h"

#include "hall/hall.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>

enum {
    OPEN_MAX = 40,     /* connections that are left half open */
    CASES_A_LOOK = 50, /* between two looks whether it still answers */
    ANSWER_MS = 60000,
    SEND_MS = 200, /* as long as it takes nothing */
};

struct wire {
    struct fuzz fuzz;
    struct knowledge knowledge;
    const char *path;
    struct sockaddr_in web;
    const char *host;
    int open[OPEN_MAX]; /* 0: none */
    long answer_count;
    long refused_count; /* connections */
};

static int connect_socket(const struct wire *wire)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof name.sun_path, "%s", wire->path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&name, sizeof name) == 0)
        return fd;
    close(fd);
    return -1;
}

static int connect_web(const struct wire *wire)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 &&
        connect(fd, (const struct sockaddr *)&wire->web, sizeof wire->web) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Sends as much as the other side takes. */
static void send_bytes(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        struct pollfd wait = {.fd = fd, .events = POLLOUT};
        if (poll(&wait, 1, SEND_MS) <= 0)
            return;
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            return;
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* Takes what has come; words are learned from it. */
static void hear(struct wire *wire, int fd, int wait_ms)
{
    static char bytes[1 << 16];
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, wait_ms) <= 0)
        return;
    ssize_t size = recv(fd, bytes, sizeof bytes - 1, MSG_DONTWAIT);
    if (size <= 0)
        return;
    bytes[size] = '\0';
    words_hear(&wire->knowledge, 0, bytes);
}

/* Sends in one or two pieces. */
static void send_pieces(struct wire *wire, int fd, const struct text *bytes)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    fuzz_show(text_string(bytes), bytes->size);
    size_t first = bytes->size;
    if (bytes->size > 0 && mutate_once_in(mutate, 3))
        first = mutate_below(mutate, (uint32_t)bytes->size);
    send_bytes(fd, text_string(bytes), first);
    if (first < bytes->size) {
        hear(wire, fd, 1);
        send_bytes(fd, bytes->bytes + first, bytes->size - first);
    }
}

static void reset(int fd)
{
    struct linger now = {.l_onoff = 1};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(fd);
}

/* Closes it, in one of the ways there are, or leaves it open. */
static void leave(struct wire *wire, int fd)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    int *place = &wire->open[mutate_below(mutate, OPEN_MAX)];
    switch (mutate_below(mutate, 4)) {
    case 0:
        reset(fd);
        break;
    case 1:
        shutdown(fd, SHUT_WR);
        if (*place > 0)
            close(*place);
        *place = fd;
        break;
    default:
        close(fd);
    }
}

static void add_message(struct wire *wire, struct text *out)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    struct text message = {0};
    if (!mutate_once_in(mutate, 3) ||
        !words_answer(&wire->knowledge, 0, &message))
        words_say(&wire->knowledge, hall_methods, &message);
    if (mutate_once_in(mutate, 2))
        mutate_json(mutate, &message, NULL);
    text_add_bytes(out, message.bytes, message.size);
    text_free(&message);
}

/* What browsers say to the page process, and what they could say. */
static void add_page_line(struct wire *wire, struct text *out)
{
    static const char *const LINES[] = {
        "{\"page\":\"open\",\"path\":\"/\",\"language\":\"es\",\"languages\":"
        "[\"es-ES\",\"en\"],\"mine\":[{\"game\":\"g1\",\"seat\":1}]}",
        "{\"page\":\"open\",\"path\":\"/games/g1\",\"mine\":[\"g1\"]}",
        "{\"page\":\"open\",\"path\":\"/new\",\"mine\":[]}",
        "{\"page\":\"open\",\"path\":\"/rules\",\"invited\":true}",
        "{\"page\":\"seated\",\"game\":\"g1\",\"seat\":1}",
        "{\"page\":\"do\",\"what\":\"quick-game\",\"value\":\"steward\","
        "\"values\":{\"name\":\"<b>x</b>\"}}",
        "{\"page\":\"do\",\"what\":\"new-change\",\"values\":{\"a\":[1,2]}}",
        "{\"page\":\"do\",\"what\":\"replay\",\"value\":\"3\"}",
        "{\"page\":\"language\",\"language\":\"en\",\"languages\":[]}",
        "{\"page\":[[[[[[[[[[{}]]]]]]]]]]}",
    };
    struct mutate *mutate = &wire->fuzz.mutate;
    struct text line = {0};
    text_add(&line, LINES[mutate_below(mutate, 10)]);
    if (mutate_once_in(mutate, 2))
        mutate_json(mutate, &line, NULL);
    text_add_bytes(out, line.bytes, line.size);
    text_free(&line);
}

/* What is much: a long line, deep JSON, many small messages. */
static void add_much(struct wire *wire, struct text *out)
{
    static const char *const PIECES[] = {"[",    "{\"a\":", "x",   "\n",
                                         "{}\n", "\\u0000", "\xff"};
    struct mutate *mutate = &wire->fuzz.mutate;
    const char *piece = PIECES[mutate_below(mutate, 7)];
    uint32_t count = 1u << mutate_below(mutate, 19);
    for (uint32_t i = 0; i < count; i++)
        text_add(out, piece);
}

static void add_lines(struct wire *wire, struct text *out)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    for (uint32_t i = 1 + mutate_below(mutate, 6); i > 0; i--) {
        if (mutate_once_in(mutate, 40))
            add_much(wire, out);
        else
            add_message(wire, out);
        text_add_char(out, '\n');
    }
}

static void add_request(struct wire *wire, struct text *out, bool upgrades)
{
    static const char *const PATHS[] = {"/",
                                        "/healthz",
                                        "/metrics",
                                        "/games/g1/record",
                                        "/ws",
                                        "/../etc/passwd",
                                        "/games//record",
                                        "/games/%00/record",
                                        "/%ff",
                                        "/games/g1",
                                        "/games/g1/board.svg?at=1&theme=x",
                                        "/static/board.css",
                                        "/static/main.js",
                                        "/static/../main.lua",
                                        "*",
                                        "//ws"};
    static const char *const METHODS[] = {"GET",     "GET", "POST", "HEAD",
                                          "OPTIONS", "FOO", "GET\t"};
    struct mutate *mutate = &wire->fuzz.mutate;
    text_addf(out, "%s %s HTTP/1.1\r\nHost: %s\r\n",
              upgrades ? "GET" : METHODS[mutate_below(mutate, 7)],
              upgrades ? "/ws" : PATHS[mutate_below(mutate, 16)],
              mutate_once_in(mutate, 10) ? "evil.example" : wire->host);
    if (mutate_once_in(mutate, 10))
        text_add(out, "Origin: http://evil.example\r\n");
    if (mutate_once_in(mutate, 3))
        text_add(out, "Accept-Encoding: gzip\r\nIf-None-Match: \"x\"\r\n");
    if (mutate_once_in(mutate, 10))
        text_add(out, "Content-Length: 4294967295\r\n");
    if (upgrades || mutate_once_in(mutate, 3))
        text_add(out, "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Key: Y2FzdGxlZCBmdXp6IHRlc3Q=\r\n"
                      "Sec-WebSocket-Version: 13\r\n");
    if (mutate_once_in(mutate, 20)) {
        text_add(out, "X-Much: ");
        add_much(wire, out);
        text_add(out, "\r\n");
    }
    text_add(out, "\r\n");
}

/* A frame that is masked with zeros, or not, and of any kind. */
static void add_frame(struct wire *wire, struct text *out)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    struct text payload = {0};
    if (mutate_once_in(mutate, 30))
        add_much(wire, &payload);
    else if (mutate_once_in(mutate, 3))
        add_page_line(wire, &payload);
    else
        add_message(wire, &payload);
    bool is_odd = mutate_once_in(mutate, 6);
    uint32_t first = is_odd ? mutate_below(mutate, 256) : 0x81;
    uint32_t masked = mutate_once_in(mutate, 20) ? 0 : 0x80;
    text_add_char(out, (char)first);
    if (payload.size < 126) {
        text_add_char(out, (char)(masked | payload.size));
    } else {
        text_add_char(out, (char)(masked | 127));
        uint64_t size = mutate_once_in(mutate, 20) ? UINT64_MAX : payload.size;
        for (int i = 56; i >= 0; i -= 8)
            text_add_char(out, (char)(size >> i));
    }
    if (masked)
        text_add_bytes(out, "\0\0\0\0", 4);
    text_add_bytes(out, payload.bytes, payload.size);
    text_free(&payload);
}

static void change_and_send(struct wire *wire, int fd, struct text *bytes,
                            uint32_t once_in)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    if (mutate_once_in(mutate, once_in))
        for (uint32_t i = 1 + mutate_below(mutate, 4); i > 0; i--)
            mutate_bytes(mutate, bytes);
    send_pieces(wire, fd, bytes);
    text_clear(bytes);
}

static void try_socket(struct wire *wire, int fd)
{
    struct text bytes = {0};
    for (uint32_t i = 1 + mutate_below(&wire->fuzz.mutate, 4); i > 0; i--) {
        add_lines(wire, &bytes);
        change_and_send(wire, fd, &bytes, 3);
        hear(wire, fd, 2);
    }
    text_free(&bytes);
}

static void try_web(struct wire *wire, int fd)
{
    struct mutate *mutate = &wire->fuzz.mutate;
    struct text bytes = {0};
    bool upgrades = !mutate_once_in(mutate, 3);
    add_request(wire, &bytes, upgrades);
    change_and_send(wire, fd, &bytes, upgrades ? 10 : 3);
    hear(wire, fd, 5);
    for (uint32_t i = mutate_below(mutate, 6); upgrades && i > 0; i--) {
        add_frame(wire, &bytes);
        change_and_send(wire, fd, &bytes, 4);
        hear(wire, fd, 2);
    }
    text_free(&bytes);
}

/* Somebody else asks, and gets an answer. */
static void look(struct wire *wire)
{
    static const char HELLO[] =
        "{\"jsonrpc\":\"2.0\",\"id\":\"a look\",\"method\":\"hello\"}\n";
    char bytes[4096];
    int fd = connect_socket(wire);
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (fd < 0)
        fuzz_fail("the daemon has gone: %s", strerror(errno));
    send_bytes(fd, HELLO, sizeof HELLO - 1);
    ssize_t size = poll(&wait, 1, ANSWER_MS) > 0
                       ? recv(fd, bytes, sizeof bytes - 1, 0)
                       : -1;
    if (size <= 0)
        fuzz_fail("the daemon does not answer others any more");
    bytes[size] = '\0';
    if (strstr(bytes, "\"id\":\"a look\",\"result\":") == NULL)
        fuzz_fail("the daemon answers others wrongly: %s", bytes);
    wire->answer_count++;
    close(fd);
}

static void read_addresses(struct wire *wire, int argc, char **argv)
{
    int first = 1;
    while (first < argc && strcmp(argv[first], "--") != 0)
        first++;
    if (first + 2 >= argc || strchr(argv[first + 2], ':') == NULL)
        fuzz_fail("usage: fuzz_wire [OPTION...] -- SOCKET HOST:PORT");
    wire->path = argv[first + 1];
    wire->host = argv[first + 2];
    wire->web.sin_family = AF_INET;
    wire->web.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    wire->web.sin_port =
        htons((uint16_t)strtol(strchr(wire->host, ':') + 1, NULL, 10));
}

int main(int argc, char **argv)
{
    static struct wire wire;
    fuzz_begin(&wire.fuzz, "wire", argc, argv);
    read_addresses(&wire, argc, argv);
    words_begin(&wire.knowledge, &wire.fuzz.mutate);
    while (fuzz_next(&wire.fuzz)) {
        bool is_web = mutate_once_in(&wire.fuzz.mutate, 2);
        int fd = is_web ? connect_web(&wire) : connect_socket(&wire);
        if (fd < 0) {
            wire.refused_count++;
        } else {
            (is_web ? try_web : try_socket)(&wire, fd);
            leave(&wire, fd);
        }
        if (wire.fuzz.number % CASES_A_LOOK == 0)
            look(&wire);
    }
    for (int i = 0; i < OPEN_MAX; i++)
        if (wire.open[i] > 0)
            close(wire.open[i]);
    look(&wire);
    words_end(&wire.knowledge);
    char counted[128];
    snprintf(counted, sizeof counted,
             "%ld looks answered, %ld connections refused", wire.answer_count,
             wire.refused_count);
    return fuzz_end(&wire.fuzz, counted);
}
