#include "net/certificate.h"
#include "net/connect_line_inside.h"
#include "net/connect_show.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEND_SIZE_MAX = 16 << 10, /* of several lines in one message */
    QUIET_S = 20,             /* after which a ping is sent */
    DEAD_S = 40,              /* after which nobody is there */
    REFUSED = 403,            /* HTTP's, of a daemon that has another name */
    SERVER_FAILED = 500,      /* HTTP's, and all above: it may be well soon */
};

static const lws_retry_bo_t PINGS = {
    .secs_since_valid_ping = QUIET_S,
    .secs_since_valid_hangup = DEAD_S,
};

/* Forgets the connection, whose end libwebsockets tells. */
static void lose(struct connect_line *line, const char *reason)
{
    if (line->wsi == NULL)
        return;
    line->wsi = NULL;
    connect_line_is_lost(line, reason);
}

/* The same, and it will not be otherwise. */
static void refuse(struct connect_line *line, const char *reason)
{
    if (line->wsi == NULL)
        return;
    line->wsi = NULL;
    connect_line_is_refused(line, reason);
}

/* How many bytes of the lines that wait go into one message: as many whole
 * lines as fit, and one in any case. */
static size_t measure_message(const char *bytes, size_t size)
{
    size_t taken = 0;
    while (taken < size) {
        const char *end = memchr(bytes + taken, '\n', size - taken);
        size_t next = end == NULL ? size : (size_t)(end + 1 - bytes);
        if (taken > 0 && next > SEND_SIZE_MAX)
            break;
        taken = next;
    }
    return taken;
}

/* Sends one message; false when the connection is broken. */
static bool send_message(struct connect_line *line)
{
    size_t size;
    const char *rest = connect_line_rest(line, &size);
    size_t taken = measure_message(rest, size);
    if (taken == 0)
        return true;
    unsigned char *bytes = malloc(LWS_PRE + taken);
    if (bytes == NULL)
        return false;
    memcpy(bytes + LWS_PRE, rest, taken);
    size_t message_size = rest[taken - 1] == '\n' ? taken - 1 : taken;
    int sent =
        lws_write(line->wsi, bytes + LWS_PRE, message_size, LWS_WRITE_TEXT);
    free(bytes);
    if (sent < 0)
        return false;
    connect_line_is_sent(line, taken);
    if (taken < size)
        lws_callback_on_writable(line->wsi);
    return true;
}

/* Keeps what the other side says as it closes: a status of two bytes, then a
 * text. */
static void keep_reason(struct connect_line *line, const char *bytes,
                        size_t size)
{
    if (size <= 2)
        return;
    char said[CONNECT_SHOWN_SIZE];
    connect_show_text(said, bytes + 2, size - 2);
    snprintf(line->reason, sizeof line->reason, "the daemon said: %s", said);
}

/* What the HTTP status of an answer that opens no WebSocket means:
 * libwebsockets keeps no text of it, so what a daemon says with it is said
 * here. */
static void tell_status(char reason[CONNECT_SHOWN_SIZE], unsigned int status,
                        const struct connect_address *address)
{
    if (status == REFUSED)
        snprintf(
            reason, CONNECT_SHOWN_SIZE,
            "refused (403): a daemon there does not go by the name '%.100s'; "
            "its operator can add it with --name",
            address->host);
    else
        snprintf(reason, CONNECT_SHOWN_SIZE,
                 "the server opens no WebSocket: HTTP status %u", status);
}

/* What libwebsockets says when nobody listens there. */
static const char UNREACHED[] = "Unable to connect";

static const char HANGS_UP[] =
    "it hangs up without an answer: is it https:// and not http://?";

/* Whether it was with TLS that the try failed, or for the lack of it; `said` is
 * by libwebsockets. */
static bool tell_tls(char reason[CONNECT_SHOWN_SIZE],
                     const struct connect_line *line, const char *said)
{
    const struct connect_address *address = line->settings.address;
    const char *clause = NULL;
    if (line->fault != NULL)
        clause = line->fault;
    else if (address->is_tls && !line->was_shown &&
             strncmp(said, "connect SSL", strlen("connect SSL")) == 0)
        clause = "no TLS is spoken there: is it http:// and not https://?";
    else if (!address->is_tls && strcmp(said, "read failed") == 0)
        clause = HANGS_UP;
    if (clause != NULL)
        snprintf(reason, CONNECT_SHOWN_SIZE, "%s", clause);
    return clause != NULL;
}

static void tell_failure(struct connect_line *line, struct lws *wsi,
                         const char *bytes, size_t size)
{
    char reason[CONNECT_SHOWN_SIZE] = "";
    unsigned int status = lws_http_client_http_response(wsi);
    if (bytes != NULL)
        connect_show_text(reason, bytes, size);
    bool is_refused =
        status == 0 ? tell_tls(reason, line, reason) : status < SERVER_FAILED;
    /* Who is only beginning, or ending, hangs up too. */
    if (strcmp(reason, HANGS_UP) == 0)
        is_refused = false;
    if (status != 0)
        tell_status(reason, status, line->settings.address);
    if (reason[0] == '\0' || strcmp(reason, UNREACHED) == 0)
        snprintf(reason, sizeof reason, "nobody answers");
    if (is_refused)
        refuse(line, reason);
    else
        lose(line, reason);
}

/* A certificate was looked at, one of a chain: `store_ctx` says what is wrong
 * with it. */
static void note_certificate(struct connect_line *line, void *store_ctx,
                             bool is_well)
{
    line->was_shown = true;
    if (!is_well && line->fault == NULL)
        line->fault = certificate_fault(store_ctx);
}

static void receive(struct connect_line *line, struct lws *wsi,
                    const char *bytes, size_t size)
{
    connect_line_take(line, bytes, size);
    if (line->wsi == wsi && lws_is_final_fragment(wsi) &&
        lws_remaining_packet_payload(wsi) == 0)
        connect_line_take_end(line);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t size)
{
    struct connect_line *line = lws_get_opaque_user_data(wsi);
    if (line == NULL)
        return 0;
    /* One that was cut is closed at the first opportunity. */
    bool is_ours = line->wsi == wsi;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        if (!is_ours)
            return -1;
        line->reason[0] = '\0';
        connect_line_is_up(line);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (is_ours)
            receive(line, wsi, in, size);
        return line->wsi == wsi ? 0 : -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return is_ours && send_message(line) ? 0 : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (is_ours)
            keep_reason(line, in, size);
        break;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        note_certificate(line, user, size != 0);
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        if (is_ours)
            tell_failure(line, wsi, in, size);
        break;
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (is_ours)
            lose(line, line->reason[0] == '\0'
                           ? "the daemon closed the connection"
                           : line->reason);
        break;
    default:
        break;
    }
    return 0;
}

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "castled", .callback = on_event, .rx_buffer_size = 64 << 10},
    {.name = NULL},
};

/* Whether the host is this machine, as far as its name says. */
static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
           strncmp(host, "127.", 4) == 0;
}

static enum status open_kind(struct connect_line *line, struct error *error)
{
    void *loops[] = {line->settings.loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .options = LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = loops,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(0, NULL);
    /* libwebsockets goes by the proxy that this names, wherever it goes. */
    if (is_loopback(line->settings.address->host))
        unsetenv("http_proxy");
    if (line->settings.address->is_tls)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (line->settings.ca != NULL) {
        info.options |= LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
        info.client_ssl_ca_filepath = line->settings.ca;
    }
    line->context = lws_create_context(&info);
    if (line->context == NULL)
        return error_set(error, STATUS_IO,
                         "libwebsockets does not start: is its part for libev "
                         "there (libwebsockets-evlib-ev)%s?",
                         line->settings.ca != NULL
                             ? ", and are there certificates in the file"
                             : "");
    return STATUS_OK;
}

static void close_kind(struct connect_line *line)
{
    lws_context_destroy(line->context);
    line->context = NULL;
}

/* The Host header: without a port that goes without saying. */
static void name_host(char *out, size_t size,
                      const struct connect_address *address)
{
    bool is_ipv6 = strchr(address->host, ':') != NULL;
    char port[16] = "";
    if (address->port != (address->is_tls ? 443 : 80))
        snprintf(port, sizeof port, ":%d", address->port);
    snprintf(out, size, "%s%s%s%s", is_ipv6 ? "[" : "", address->host,
             is_ipv6 ? "]" : "", port);
}

static void try(struct connect_line *line)
{
    const struct connect_address *address = line->settings.address;
    char host[CONNECT_HOST_SIZE + 16];
    line->was_shown = false;
    line->fault = NULL;
    name_host(host, sizeof host, address);
    struct lws_client_connect_info info = {
        .context = line->context,
        .address = address->host,
        .port = address->port,
        .ssl_connection = (address->is_tls ? LCCSCF_USE_SSL : 0) |
                          LCCSCF_HTTP_NO_FOLLOW_REDIRECT,
        .path = address->path,
        .host = host,
        .protocol = "castled",
        .local_protocol_name = "castled",
        .ietf_version_or_minus_one = -1,
        .alpn = "http/1.1",
        .pwsi = &line->wsi,
        .opaque_user_data = line,
        .retry_and_idle_policy = &PINGS,
    };
    /* A failure may be told by the callback, or only by the result. */
    struct lws *wsi = lws_client_connect_via_info(&info);
    if (wsi == NULL && line->wsi != NULL)
        lose(line, "nobody answers");
    else if (wsi == NULL && !ev_is_active(&line->retry))
        connect_line_is_lost(line, "nobody answers");
}

static void wake(struct connect_line *line)
{
    if (line->wsi != NULL)
        lws_callback_on_writable(line->wsi);
}

static void pause_kind(struct connect_line *line)
{
    if (line->wsi != NULL)
        lws_rx_flow_control(line->wsi, line->is_paused ? 0 : 1);
}

static void cut(struct connect_line *line)
{
    struct lws *wsi = line->wsi;
    if (wsi == NULL)
        return;
    line->wsi = NULL;
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

const struct connect_line_kind connect_line_web_kind = {
    .open = open_kind,
    .try = try,
    .wake = wake,
    .pause = pause_kind,
    .cut = cut,
    .close = close_kind,
};
