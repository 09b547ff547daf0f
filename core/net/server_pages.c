#include "net/server_inside.h"

#include "base/clock.h"
#include "base/log.h"
#include "net/pages.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    BODY_PIECE_SIZE = 16 << 10,
    HOST_SIZE = 300,
    PATH_SIZE = 512,
    HEAD_SIZE = 3 << 10,
    QUERY_SIZE = 256,
    LANGUAGES_SIZE = 128,
};

/* A header as a string; false when it is too long, "" when it is not there. */
static bool read_header(struct lws *wsi, enum lws_token_indexes token,
                        char *out, int size)
{
    out[0] = '\0';
    return lws_hdr_total_length(wsi, token) < size &&
           (lws_hdr_total_length(wsi, token) == 0 ||
            lws_hdr_copy(wsi, out, size, token) >= 0);
}

/* Whether the header is there more than once: what each of them says, others
 * between us and who asks may read in another way. */
static bool has_two(struct lws *wsi, enum lws_token_indexes token)
{
    return lws_hdr_fragment_length(wsi, token, 1) > 0;
}

/* Whether there is a header of that name with blanks before its colon, which
 * libwebsockets takes for one that it does not know. */
static bool has_blank_name(struct lws *wsi, const char *name)
{
    enum { BLANKS_MAX = 4 };
    char written[64];
    size_t size = strlen(name);
    memcpy(written, name, size);
    for (unsigned count = 1; count <= BLANKS_MAX; count++) {
        written[size + count] = ':';
        for (unsigned kinds = 0; kinds < 1U << count; kinds++) {
            for (unsigned i = 0; i < count; i++)
                written[size + i] = (kinds >> i & 1U) != 0 ? ' ' : '\t';
            if (lws_hdr_custom_length(wsi, written, (int)(size + count + 1)) >=
                0)
                return true;
        }
    }
    return false;
}

/* Reads whether the request has a body. False when others between us and who
 * asks may see another end of it than we do: then what comes behind it may be
 * somebody else's request. */
static bool read_body(struct lws *wsi, bool *has_body)
{
    char length[32];
    bool is_clear =
        read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length,
                    sizeof length) &&
        strspn(length, "0123456789") == strlen(length) &&
        !has_two(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) &&
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) == 0 &&
        !has_blank_name(wsi, "content-length") &&
        !has_blank_name(wsi, "transfer-encoding");
    *has_body = !is_clear || strspn(length, "0") != strlen(length);
    return is_clear;
}

/* Refuses a request of which that is not clear. */
static void refuse_body(struct http_answer *answer)
{
    http_refuse(answer, 400,
                "where the request ends is not clear: it is to have one "
                "Content-Length, or none");
}

/* Whether the visitor may ask for one more thing; otherwise refuses it. */
static bool is_allowed(struct server *server, struct lws *wsi,
                       struct http_answer *answer)
{
    const struct limits *limits = &server->settings.limits;
    struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    int64_t now = clock_steady_ns();
    if (!server_web_lets_in(server, wsi)) {
        http_refuse(answer, 503, "too many connections from this address");
        return false;
    }
    if (limits_take(limits, &visitor->bucket, now) != LIMITS_OK)
        http_refuse(answer, 429, "too many requests: no more than %d a second",
                    limits->messages_per_second);
    else if (!limits_addresses_may_work(limits, server->addresses,
                                        visitor->address, now))
        http_refuse(answer, 429,
                    "too much work from where you are: wait a little");
    else
        return true;
    metrics_count(&server->metrics, METRICS_REFUSED_MESSAGES);
    return false;
}

/* Serves a page, and charges for the work. */
static void serve(struct server *server, struct lws *wsi,
                  const struct http_request *request, struct server_page *page,
                  struct http_answer *answer)
{
    struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    page->is_head = request->method == HTTP_HEAD;
    page->takes_gzip = request->takes_gzip;
    snprintf(page->tag, sizeof page->tag, "%s", request->tag);
    int64_t start_ns = clock_steady_ns();
    int64_t cpu_ns = clock_thread_cpu_ns();
    http_serve(server, request, page, answer);
    cpu_ns = clock_thread_cpu_ns() - cpu_ns;
    server->turn_used_ns += clock_steady_ns() - start_ns;
    limits_charge(&visitor->bucket, cpu_ns);
    limits_addresses_charge(&server->settings.limits, server->addresses,
                            visitor->address, cpu_ns);
}

/* Whether the request is for us; otherwise refuses it. */
static bool is_for_us(struct server *server, struct lws *wsi, bool is_upgrade,
                      struct http_answer *answer)
{
    char host[HOST_SIZE];
    char origin[HOST_SIZE] = "";
    if (read_header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
        read_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) {
        if (host[0] == '\0') {
            http_refuse(answer, 400, "the request has no Host");
        } else if (has_two(wsi, WSI_TOKEN_HOST) ||
                   has_two(wsi, WSI_TOKEN_ORIGIN)) {
            http_refuse(answer, 400, "the request has two Hosts or Origins");
        } else if (!http_host_is_known(&server->names, host)) {
            http_refuse(answer, 403,
                        "this daemon does not go by the name '%s'; its "
                        "operator can add one with --name",
                        host);
        } else if (is_upgrade && origin[0] != '\0' &&
                   !http_origin_is_known(&server->names, origin, host)) {
            http_refuse(answer, 403,
                        "pages of %s may not connect to this "
                        "daemon",
                        origin);
        } else {
            return true;
        }
    } else {
        http_refuse(answer, 400, "Host or Origin is too long");
    }
    metrics_count(&server->metrics, METRICS_REFUSED_ORIGINS);
    const struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    struct log_line line =
        log_begin_limited(LOG_WARN, "refused_origin", &server->log_origins);
    log_add_text(&line, "address", visitor->address);
    log_add_text(&line, "host", host);
    if (origin[0] != '\0')
        log_add_text(&line, "origin", origin);
    log_end(&line);
    return false;
}

static int add_header(struct lws *wsi, const char *name, const char *value,
                      unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value,
                                       (int)strlen(value), at, end);
}

/* Adds what depends on the kind of the answer: what it may do, and whether it
 * is kept. Who keeps it asks each time whether it is still the same. */
static bool add_kind(struct lws *wsi, const struct http_answer *answer,
                     unsigned char **at, unsigned char *end)
{
    struct text policy = {0};
    char host[HOST_SIZE];
    if (!read_header(wsi, WSI_TOKEN_HOST, host, sizeof host))
        host[0] = '\0';
    http_policy(&policy, answer->kind, host);
    bool is_kept = answer->tag[0] != '\0';
    char cache[40] = "no-store";
    if (is_kept && answer->keep_s > 0 &&
        answer->keep_s <= HTTP_KEEP_SECONDS_MAX)
        snprintf(cache, sizeof cache, "max-age=%d", (int)answer->keep_s);
    else if (is_kept)
        snprintf(cache, sizeof cache, "no-cache");
    bool is_added =
        add_header(wsi, "content-security-policy:", text_string(&policy), at,
                   end) == 0 &&
        add_header(wsi, "cache-control:", cache, at, end) == 0 &&
        (!is_kept || add_header(wsi, "etag:", answer->tag, at, end) == 0) &&
        (answer->kind == HTTP_PLAIN ||
         add_header(wsi, "vary:", "accept-encoding", at, end) == 0) &&
        (!answer->is_gzip ||
         add_header(wsi, "content-encoding:", "gzip", at, end) == 0);
    text_free(&policy);
    return is_added;
}

/* Writes the head of an answer; false when that does not work. */
static bool write_head(struct lws *wsi, const struct http_answer *answer)
{
    static const char *const HEADERS[][2] = {
        {"x-content-type-options:", "nosniff"},
        {"x-frame-options:", "DENY"},
        {"referrer-policy:", "no-referrer"},
        {"cross-origin-resource-policy:", "same-origin"},
    };
    unsigned char head[LWS_PRE + HEAD_SIZE];
    unsigned char *start = head + LWS_PRE;
    unsigned char *at = start;
    unsigned char *end = head + sizeof head - 1;
    bool is_begun = answer->status == 304
                        ? lws_add_http_header_status(wsi, 304, &at, end) == 0
                        : lws_add_http_common_headers(
                              wsi, (unsigned int)answer->status, answer->type,
                              answer->body.size, &at, end) == 0;
    if (!is_begun)
        return false;
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++)
        if (add_header(wsi, HEADERS[i][0], HEADERS[i][1], &at, end) != 0)
            return false;
    if (!add_kind(wsi, answer, &at, end))
        return false;
    if (answer->status == 405 &&
        add_header(wsi, "allow:", "GET, HEAD", &at, end) != 0)
        return false;
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

/* Counts anew what it holds. */
static void count_held(struct server *server, struct server_page *page)
{
    size_t held = page->body.capacity + page->answer.body.capacity;
    if (page->held_bytes == 0 && held > 0)
        TAILQ_INSERT_TAIL(&server->bodies, page, bodies);
    if (page->held_bytes > 0 && held == 0)
        TAILQ_REMOVE(&server->bodies, page, bodies);
    server->held_bytes += held - page->held_bytes;
    page->held_bytes = held;
    if (server->held_bytes > server->held_peak)
        server->held_peak = server->held_bytes;
}

/* The same when it holds more; it may be doomed afterwards. */
static void count_more(struct server *server, struct server_page *page)
{
    count_held(server, page);
    connection_end_greediest(server);
}

/* Answers: the head now, the body as there is room for it. */
static int send_answer(struct server *server, struct lws *wsi,
                       struct server_page *page, struct http_answer *answer,
                       bool is_head)
{
    metrics_count(&server->metrics, METRICS_HTTP_REQUESTS);
    if (answer->body.failed || !write_head(wsi, answer)) {
        text_free(&answer->body);
        return -1;
    }
    if (is_head || answer->body.size == 0) {
        text_free(&answer->body);
        count_held(server, page);
        return page->is_last || lws_http_transaction_completed(wsi) != 0 ? -1
                                                                         : 0;
    }
    text_free(&page->body);
    page->body = answer->body;
    page->sent = 0;
    count_more(server, page);
    if (page->is_doomed)
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

void server_pages_ready(struct server *server, struct server_page *page,
                        struct http_answer *answer)
{
    http_pack(answer, page->tag, page->takes_gzip);
    page->answer = *answer;
    page->is_ready = true;
    lws_callback_on_writable(page->carrier);
    count_more(server, page);
}

/* It waits for the disk no more. */
static void let_go(struct server *server, struct server_page *page)
{
    if (page->is_held)
        TAILQ_REMOVE(&server->held, page, held);
    page->is_held = false;
}

static void hold(struct server *server, struct server_page *page,
                 const struct http_answer *answer)
{
    page->answer = *answer;
    page->is_held = true;
    TAILQ_INSERT_TAIL(&server->held, page, held);
    count_more(server, page);
}

/* It stays among those that are held until it is sent. */
static void release(struct server_page *page)
{
    page->is_ready = true;
    lws_callback_on_writable(page->carrier);
}

void server_pages_committed(struct server *server)
{
    struct server_page *page;
    for (page = TAILQ_FIRST(&server->held);
         page != NULL && page->answer.ticket <= server->committed;
         page = TAILQ_NEXT(page, held))
        if (!page->is_ready)
            release(page);
}

void server_pages_fail(struct server *server, int64_t game, int64_t ticket,
                       const char *why)
{
    struct server_page *page;
    for (page = TAILQ_FIRST(&server->held); page != NULL;
         page = TAILQ_NEXT(page, held)) {
        if (page->is_ready || page->answer.ticket < ticket ||
            (game != 0 && page->answer.game != game))
            continue;
        http_refuse(&page->answer, 503, "%s", why);
        count_held(server, page);
        release(page);
    }
}

/* Its request waits for its turn no more; it is the caller's. */
static struct server_late *leave_late(struct server *server,
                                      struct server_page *page)
{
    struct server_late *late = page->late;
    if (late != NULL)
        TAILQ_REMOVE(&server->late, page, lates);
    page->late = NULL;
    return late;
}

/* It waits for nothing, and holds nothing. */
static void drop(struct server *server, struct server_page *page)
{
    free(leave_late(server, page));
    pages_forget(server, page);
    let_go(server, page);
    text_free(&page->body);
    text_free(&page->answer.body);
    page->is_ready = false;
    count_held(server, page);
}

void server_pages_end(struct server *server, struct server_page *page)
{
    drop(server, page);
}

/* It goes at once: its receiver is too slow. */
static void doom(struct server *server, struct server_page *page)
{
    struct log_line line =
        log_begin_limited(LOG_WARN, "ended_slow", &server->log_ended);
    log_add_text(&line, "way", "http");
    log_add_text(&line, "address", page->address);
    log_add_text(&line, "reason",
                 "too much is unread, and most of it is its own");
    log_end(&line);
    drop(server, page);
    page->is_doomed = true;
    lws_set_timeout(page->carrier, PENDING_TIMEOUT_USER_REASON_BASE,
                    LWS_TO_KILL_ASYNC);
}

bool server_pages_end_greediest(struct server *server, size_t least)
{
    struct server_page *greediest = NULL;
    struct server_page *page;
    for (page = TAILQ_FIRST(&server->bodies); page != NULL;
         page = TAILQ_NEXT(page, bodies))
        if (page->held_bytes > least) {
            greediest = page;
            least = page->held_bytes;
        }
    if (greediest == NULL)
        return false;
    doom(server, greediest);
    return true;
}

int server_pages_go_on(struct server *server, struct lws *wsi,
                       struct server_page *page)
{
    if (page->is_doomed)
        return -1;
    if (page->is_ready) {
        struct http_answer answer = page->answer;
        page->answer = (struct http_answer){0};
        page->is_ready = false;
        let_go(server, page);
        return send_answer(server, wsi, page, &answer, page->is_head);
    }
    size_t left = page->body.size - page->sent;
    size_t size = left < BODY_PIECE_SIZE ? left : BODY_PIECE_SIZE;
    unsigned char piece[LWS_PRE + BODY_PIECE_SIZE];
    if (size == 0)
        return 0;
    memcpy(piece + LWS_PRE, page->body.bytes + page->sent, size);
    page->sent += size;
    bool is_last = size == left;
    if (lws_write(wsi, piece + LWS_PRE, size,
                  is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    if (!is_last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    text_free(&page->body);
    count_held(server, page);
    if (page->is_last)
        return -1;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/* What a request says beside its path. */
struct request_heads {
    char query[QUERY_SIZE];
    char languages[LANGUAGES_SIZE];
    char encodings[HOST_SIZE];
    char tag[HTTP_TAG_SIZE];
};

/* Reads the query; "" when it is too long. */
static void read_query(struct lws *wsi, char *out, int size)
{
    int end = 0;
    for (int i = 0;; i++) {
        if (i > 0 && end + 1 < size)
            out[end++] = '&';
        int length = lws_hdr_copy_fragment(wsi, out + end, size - end,
                                           WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length == 0 && i == 0)
            break;
        if (length < 0) { /* there are no more, or there is no room */
            end -= i > 0;
            break;
        }
        end += length;
    }
    out[end] = '\0';
}

/* Reads it; what is too long is as if it were not there. */
static void read_heads(struct lws *wsi, struct request_heads *heads,
                       struct http_request *request)
{
    const struct {
        enum lws_token_indexes token;
        char *out;
        int size;
    } WANTED[] = {
        {WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, heads->languages,
         sizeof heads->languages},
        {WSI_TOKEN_HTTP_ACCEPT_ENCODING, heads->encodings,
         sizeof heads->encodings},
        {WSI_TOKEN_HTTP_IF_NONE_MATCH, heads->tag, sizeof heads->tag},
    };
    for (size_t i = 0; i < sizeof WANTED / sizeof WANTED[0]; i++)
        if (!read_header(wsi, WANTED[i].token, WANTED[i].out, WANTED[i].size))
            WANTED[i].out[0] = '\0';
    read_query(wsi, heads->query, sizeof heads->query);
    request->query = heads->query;
    request->languages = heads->languages;
    request->tag = heads->tag;
    request->takes_gzip = http_takes_gzip(heads->encodings);
}

/* A request that waits for its turn. */
struct server_late {
    struct http_request request; /* of what is here, too */
    struct request_heads heads;
    char path[];
};

/* Puts it behind those of its round: in each one request of every address is
 * served, so that who asks for much waits for themselves only. */
static void add_late(struct server *server, struct server_page *page)
{
    int64_t *last =
        limits_addresses_round(&server->settings.limits, server->addresses,
                               page->address, LIMITS_TURNS_PAGES);
    page->round = last == NULL ? server->late_round : *last + 1;
    if (page->round < server->late_round)
        page->round = server->late_round;
    if (last != NULL)
        *last = page->round;
    struct server_page *before = TAILQ_LAST(&server->late, server_lates);
    while (before != NULL && before->round > page->round)
        before = TAILQ_PREV(before, server_lates, lates);
    if (before == NULL)
        TAILQ_INSERT_HEAD(&server->late, page, lates);
    else
        TAILQ_INSERT_AFTER(&server->late, before, page, lates);
}

/* Lets a request wait, if others do or the loop's turn is over. False: it does
 * not, or there is no memory for that. */
static bool wait_for_turn(struct server *server, struct server_page *page,
                          const struct http_request *request,
                          const struct request_heads *heads)
{
    if (TAILQ_EMPTY(&server->late) && !connection_is_turn_over(server))
        return false;
    size_t size = strlen(request->path) + 1;
    struct server_late *late = malloc(sizeof *late + size);
    if (late == NULL)
        return false;
    memcpy(late->path, request->path, size);
    late->heads = *heads;
    late->request = *request;
    late->request.path = late->path;
    late->request.query = late->heads.query;
    late->request.languages = late->heads.languages;
    late->request.tag = late->heads.tag;
    page->late = late;
    add_late(server, page);
    return true;
}

/* One has its turn. */
static void serve_late(struct server *server, struct server_page *page)
{
    struct http_answer answer = {0};
    struct server_late *late = leave_late(server, page);
    server->late_round = page->round;
    serve(server, page->carrier, &late->request, page, &answer);
    free(late);
    if (page->is_doomed) {
        text_free(&answer.body);
    } else if (page->ask == 0 && !page->is_ready) {
        hold(server, page, &answer);
        if (answer.ticket <= server->committed && !page->is_doomed)
            release(page);
    }
}

void server_pages_go_on_late(struct server *server)
{
    struct server_page *page;
    bool is_over = false;
    while (!is_over && (page = TAILQ_FIRST(&server->late)) != NULL) {
        serve_late(server, page);
        is_over = connection_is_turn_over(server);
    }
}

int server_pages_answer(struct server *server, struct lws *wsi,
                        struct server_page *page, const char *path)
{
    struct http_answer answer = {0};
    struct http_request request = {.method = HTTP_OTHER_METHOD, .path = path};
    struct request_heads heads;
    bool has_body;
    const struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    page->carrier = wsi;
    page->address = visitor->address;
    bool is_clear = read_body(wsi, &has_body);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        request.method = HTTP_GET;
    else if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0)
        request.method = HTTP_HEAD;
    read_heads(wsi, &heads, &request);
    bool is_late = false;
    if (!is_clear)
        refuse_body(&answer);
    else if (is_allowed(server, wsi, &answer) &&
             is_for_us(server, wsi, false, &answer)) {
        is_late = wait_for_turn(server, page, &request, &heads);
        if (!is_late)
            serve(server, wsi, &request, page, &answer);
    }
    /* What a request has as a body is not read, and so nothing after it. */
    page->is_last =
        request.method == HTTP_OTHER_METHOD || has_body || answer.status == 429;
    if (is_late)
        return 0; /* server_pages_go_on_late comes */
    if (page->is_doomed) {
        text_free(&answer.body);
        return -1;
    }
    if (page->ask != 0 || page->is_ready)
        return 0; /* server_pages_ready comes, or has come at once */
    if (answer.ticket > server->committed) {
        hold(server, page, &answer);
        return 0;
    }
    return send_answer(server, wsi, page, &answer, request.method == HTTP_HEAD);
}

/* Sends a short answer all at once: libwebsockets wants it so here. */
static int refuse_upgrade(struct server *server, struct lws *wsi,
                          struct http_answer *answer)
{
    unsigned char body[LWS_PRE + BODY_PIECE_SIZE];
    size_t size = answer->body.size;
    bool was_sent = false;
    metrics_count(&server->metrics, METRICS_HTTP_REQUESTS);
    if (!answer->body.failed && size <= BODY_PIECE_SIZE &&
        write_head(wsi, answer)) {
        memcpy(body + LWS_PRE, answer->body.bytes, size);
        was_sent =
            lws_write(wsi, body + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) >= 0;
    }
    text_free(&answer->body);
    return was_sent ? 1 : -1;
}

int server_pages_upgrade(struct server *server, struct lws *wsi,
                         const char *kind)
{
    struct http_answer answer = {0};
    char path[PATH_SIZE];
    bool has_body;
    if (!read_body(wsi, &has_body) || has_body) {
        refuse_body(&answer);
        return refuse_upgrade(server, wsi, &answer);
    }
    if (!is_allowed(server, wsi, &answer))
        return refuse_upgrade(server, wsi, &answer);
    if (strcasecmp(kind, "websocket") != 0)
        http_refuse(&answer, 400, "there is no upgrade to '%s'", kind);
    else if (!read_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) ||
             strcmp(path, "/ws") != 0)
        http_refuse(&answer, 404, "WebSockets are opened at /ws");
    else if (is_for_us(server, wsi, true, &answer))
        return 0;
    return refuse_upgrade(server, wsi, &answer);
}
