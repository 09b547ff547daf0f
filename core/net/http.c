#include "net/http.h"

#include "net/files.h"
#include "net/gzip.h"
#include "net/pages.h"
#include "net/server_inside.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char TEXT[] = "text/plain; charset=utf-8";

static const char FRONT[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<title>castled</title>\n"
    "<h1>castled</h1>\n"
    "<p>This is a castled daemon: it deals, referees, scores and signs board\n"
    "games. To play in a terminal:</p>\n"
    "<pre>castled play --server URL</pre>\n"
    "<p>with the address of this page for URL. Programs speak JSON-RPC by\n"
    "WebSocket at <code>/ws</code>; core/README.md has the methods.</p>\n"
    "</html>\n";

/* Where the port of HOST:PORT begins, at its colon, or the end. */
static size_t host_size(const char *host)
{
    const char *bracket = host[0] == '[' ? strchr(host, ']') : NULL;
    const char *colon = strchr(bracket == NULL ? host : bracket, ':');
    return colon == NULL ? strlen(host) : (size_t)(colon - host);
}

/* Whether the name is this host; a name without a port goes with any. */
static bool is_name(const char *name, const char *host)
{
    size_t size = host_size(name);
    if (name[size] != '\0')
        return strcasecmp(name, host) == 0;
    return host_size(host) == size && strncasecmp(name, host, size) == 0;
}

/* Whether nothing but a port follows the host: HOST, HOST:, HOST:7070. */
static bool has_good_end(const char *host)
{
    enum { DIGITS_MAX = 5 };
    const char *end = host + host_size(host);
    size_t digits = end[0] == ':' ? strspn(end + 1, "0123456789") : 0;
    return end[0] == '\0' || (digits <= DIGITS_MAX && end[1 + digits] == '\0');
}

/* Whether the host is an address in numbers, as 192.0.2.1 or [2001:db8::1]. */
static bool is_address(const char *host)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    char text[INET6_ADDRSTRLEN];
    size_t size = host_size(host);
    bool is_ipv6 = size > 2 && host[0] == '[' && host[size - 1] == ']';
    if (is_ipv6) {
        host++;
        size -= 2;
    }
    if (size >= sizeof text)
        return false;
    memcpy(text, host, size);
    text[size] = '\0';
    return inet_pton(is_ipv6 ? AF_INET6 : AF_INET, text, bytes) == 1;
}

bool http_host_is_known(const struct http_names *names, const char *host)
{
    if (!has_good_end(host))
        return false;
    if (names->takes_addresses && is_address(host))
        return true;
    for (int i = 0; i < names->count; i++)
        if (is_name(names->names[i], host))
            return true;
    return false;
}

bool http_origin_is_known(const struct http_names *names, const char *origin,
                          const char *host)
{
    if (strncasecmp(origin, "http://", 7) == 0)
        origin += 7;
    else if (strncasecmp(origin, "https://", 8) == 0)
        origin += 8;
    else
        return false;
    if (!http_host_is_known(names, origin))
        return false;
    if (strcasecmp(origin, host) == 0)
        return true;
    for (int i = 0; i < names->told_count; i++)
        if (strcasecmp(names->names[i], origin) == 0)
            return true;
    return false;
}

void http_refuse(struct http_answer *answer, int status, const char *format,
                 ...)
{
    answer->status = status;
    answer->type = TEXT;
    text_clear(&answer->body);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&answer->body, format, arguments);
    va_end(arguments);
    text_add_char(&answer->body, '\n');
}

/* Whether the daemon can do its work; the reason why not. */
static void serve_health(struct server *server, struct http_answer *answer)
{
    struct error error;
    if (server->is_ending)
        http_refuse(answer, 503, "the daemon is ending");
    else if (writer_has_failed(server->writer, &error))
        http_refuse(answer, 503, "the store does not take anything: %s",
                    error.text);
    else
        http_refuse(answer, 200, "ok");
}

static void serve_metrics(struct server *server, struct http_answer *answer)
{
    answer->status = 200;
    answer->type = "text/plain; version=0.0.4; charset=utf-8";
    server_report_write(server, &answer->body);
}

/* The status of an answer to who cannot have a record. */
static int status_of(int64_t code)
{
    if (code == RPC_NOT_FOUND)
        return 404;
    return code == RPC_NOT_NOW ? 409 : 503;
}

/* Takes the record out of the hall's answer. */
static void take_record(const struct json *response, struct http_answer *answer)
{
    const struct json *error = json_get(response, "error");
    const char *record =
        json_string_of(json_get(json_get(response, "result"), "record"));
    if (record != NULL) {
        answer->status = 200;
        answer->type = TEXT;
        text_add(&answer->body, record);
        return;
    }
    int64_t code = RPC_INTERNAL;
    json_read_integer(json_get(error, "code"), &code);
    const char *message = json_string_of(json_get(error, "message"));
    http_refuse(answer, status_of(code), "%s",
                message == NULL ? "there is no record" : message);
}

/* The number of a game; 0 when it is not in memory: then what is told of it is
 * on the disk. */
static int64_t number_of(const struct server *server, const char *game,
                         size_t size)
{
    char id[MATCH_ID_SIZE];
    if (size >= sizeof id)
        return 0;
    memcpy(id, game, size);
    id[size] = '\0';
    const struct match *match = matches_by_id(hall_matches(server->hall), id);
    return match == NULL ? 0 : match->number;
}

/* The record of a game, as somebody who watches may see it. */
static void serve_record(struct server *server, const char *game, size_t size,
                         struct http_answer *answer)
{
    struct text message = {0};
    struct text line = {0};
    struct json *response = NULL;
    struct error error;
    struct peer peer = {.origin = PEER_WEB};
    text_add(&message, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                       "\"game.record\",\"params\":{\"game\":");
    json_add_string(&message, game, size);
    text_add(&message, "}}");
    hall_connect(server->hall, &peer);
    if (!message.failed)
        hall_serve(server->hall, &peer, message.bytes, message.size, &line);
    hall_disconnect(server->hall, &peer);
    server_work(server);
    answer->ticket = server_ticket(server);
    answer->game = number_of(server, game, size);
    if (json_parse(&response, text_string(&line), line.size, &error) !=
        STATUS_OK)
        http_refuse(answer, 503, "the record could not be read: %s",
                    error.text);
    else
        take_record(response, answer);
    json_free(response);
    text_free(&line);
    text_free(&message);
}

/* The game in /games/ID/record; false when the path is none of that form. */
static bool find_game(const char *path, const char **game, size_t *size)
{
    static const char START[] = "/games/";
    if (strncmp(path, START, sizeof START - 1) != 0)
        return false;
    *game = path + sizeof START - 1;
    *size = strcspn(*game, "/");
    return *size > 0 && strcmp(*game + *size, "/record") == 0;
}

bool http_takes_gzip(const char *accepted)
{
    const char *at = strcasestr(accepted, "gzip");
    return at != NULL &&
           (strncmp(at + 4, ";q=", 3) != 0 || strtod(at + 7, NULL) > 0);
}

const char *http_type(const char *type)
{
    static const char *const TYPES[] = {
        "image/svg+xml",    "text/css; charset=utf-8",
        "text/css",         "text/plain; charset=utf-8",
        "application/json",
    };
    for (size_t i = 0; type != NULL && i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(TYPES[i], type) == 0)
            return TYPES[i];
    return NULL;
}

/* Whether it can stand in a header as it is. */
static bool is_plain_host(const char *host)
{
    static const char FIT[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]";
    return host[0] != '\0' && strspn(host, FIT) == strlen(host);
}

void http_policy(struct text *out, enum http_kind kind, const char *host)
{
    text_add(out,
             "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
             "form-action 'none'");
    if (kind == HTTP_DRAWN)
        text_add(out, "; style-src 'unsafe-inline'; sandbox");
    if (kind != HTTP_SHELL)
        return;
    text_add(out, "; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                  "img-src 'self' data:; connect-src 'self'");
    if (is_plain_host(host)) /* for browsers whose 'self' has no WebSockets */
        text_addf(out, " ws://%s wss://%s", host, host);
}

/* Whether the browser has that already: then the answer says so. */
static bool is_known(struct http_answer *answer, const char *tag)
{
    if (answer->status != 200 || strstr(tag, answer->tag) == NULL)
        return false;
    answer->status = 304;
    return true;
}

void http_pack(struct http_answer *answer, const char *tag, bool takes_gzip)
{
    struct text packed = {0};
    if (answer->status != 200 || answer->body.failed)
        return;
    files_tag(answer->tag, &answer->body);
    if (is_known(answer, tag)) {
        text_clear(&answer->body);
        return;
    }
    if (!takes_gzip || answer->body.size < GZIP_SIZE_MIN)
        return;
    gzip_add(&packed, answer->body.bytes, answer->body.size, GZIP_QUICK);
    text_free(&answer->body);
    answer->body = packed;
    answer->is_gzip = true;
}

/* Answers with a file; false when there is none of that name. */
static bool serve_file(struct server *server, const char *name,
                       const struct http_request *request,
                       struct http_answer *answer)
{
    const struct file *file =
        server->files == NULL ? NULL : files_find(server->files, name);
    if (file == NULL)
        return false;
    answer->status = 200;
    answer->kind = HTTP_FILE;
    answer->type = file->type;
    snprintf(answer->tag, sizeof answer->tag, "%s", file->tag);
    if (is_known(answer, request->tag))
        return true;
    answer->is_gzip = request->takes_gzip && file->gzip.size > 0;
    const struct text *body = answer->is_gzip ? &file->gzip : &file->bytes;
    text_add_bytes(&answer->body, body->bytes, body->size);
    return true;
}

/* The front page of a daemon without pages. */
static void serve_front(struct http_answer *answer)
{
    answer->status = 200;
    answer->type = "text/html; charset=utf-8";
    text_add(&answer->body, FRONT);
}

/* Whether the page process draws what is there. */
static bool is_drawn(const char *path)
{
    static const char END[] = "/board.svg";
    size_t size = strlen(path);
    if (strcmp(path, "/static/board.css") == 0)
        return true;
    return strncmp(path, "/games/", 7) == 0 && size > 7 + sizeof END - 1 &&
           strcmp(path + size - (sizeof END - 1), END) == 0 &&
           strchr(path + 7, '/') == path + size - (sizeof END - 1);
}

static void serve_drawn(struct server *server,
                        const struct http_request *request,
                        struct server_page *page, struct http_answer *answer)
{
    if (!pages_ask(server, page, request))
        http_refuse(answer, 503, "no memory to ask the page process");
}

/* What belongs to the page: files, pictures, and the page itself at any path
 * without a dot. */
static void serve_page(struct server *server,
                       const struct http_request *request,
                       struct server_page *page, struct http_answer *answer)
{
    static const char FILES[] = "/static/";
    const char *path = request->path;
    size_t start = sizeof FILES - 1;
    if (server->files != NULL && is_drawn(path)) {
        serve_drawn(server, request, page, answer);
    } else if (strncmp(path, FILES, start) == 0) {
        if (!serve_file(server, path + start, request, answer))
            http_refuse(answer, 404, "there is no such file");
    } else if (strchr(path, '.') == NULL &&
               serve_file(server, "page.html", request, answer)) {
        answer->kind = HTTP_SHELL;
    } else if (strcmp(path, "/") == 0) {
        serve_front(answer);
    } else {
        http_refuse(answer, 404, "there is no such page");
    }
}

void http_serve(struct server *server, const struct http_request *request,
                struct server_page *page, struct http_answer *answer)
{
    const char *path = request->path;
    const char *game;
    size_t size;
    if (request->method == HTTP_OTHER_METHOD)
        http_refuse(answer, 405, "only GET and HEAD are answered here");
    else if (strcmp(path, "/healthz") == 0)
        serve_health(server, answer);
    else if (strcmp(path, "/metrics") == 0)
        serve_metrics(server, answer);
    else if (find_game(path, &game, &size))
        serve_record(server, game, size, answer);
    else if (strcmp(path, "/ws") == 0)
        http_refuse(answer, 400, "/ws is for WebSockets");
    else
        serve_page(server, request, page, answer);
}
