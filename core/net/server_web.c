#include "net/server_inside.h"

#include "base/log.h"
#include "net/certificate.h"

#include <libwebsockets.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

_Static_assert(OUTBOX_HEAD_SIZE >= LWS_PRE, "no room for a frame's head");

enum {
    RECEIVE_SIZE = 1024,   /* of a connection's own buffer: a usual message */
    SEND_SIZE = 128 << 10, /* more than is sent at once: in smaller pieces each
                              would wait until the socket can be written */
    HEADER_SIZE = 4096,
    SERVICE_SIZE = 16 << 10, /* of the buffer that all share */
    HANGUP_FACTOR = 3,       /* of ping_seconds */
    KEEP_ALIVE_SECONDS = 15,
    HEAD_BYTES = 64,   /* of a frame, and of TLS around it, at most */
    NOISE_BYTES = 256, /* that count as a message */
    NOISE_AFTER_BYTES = 64 << 10, /* when it is to go, at most */
};

struct web {
    struct lws_context *context;     /* owned */
    struct lws_vhost *vhost;         /* of the context */
    struct certificate *certificate; /* owned; NULL: no TLS */
    lws_retry_bo_t pings;
    struct server_visitor *adopting; /* who is being taken over */
};

/* What libwebsockets keeps for each connection, zeroed at first. */
struct session {
    struct connection *connection; /* of a WebSocket */
    int64_t heard_bytes;           /* that we were told of */
    int64_t noise_bytes;           /* others, as far as they are counted */
    struct server_page page;       /* of HTTP */
};

static ssize_t write_message(struct connection *connection, char *bytes,
                             size_t size)
{
    struct lws *wsi = connection->carrier;
    if (lws_partial_buffered(wsi)) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    /* The line's end of the last line is not needed, and stays all the same:
     * it is white space, and cutting it would cost more than it is. */
    enum lws_write_protocol kind = outbox_is_binary(&connection->outbox)
                                       ? LWS_WRITE_BINARY
                                       : LWS_WRITE_TEXT;
    int sent = lws_write(wsi, (unsigned char *)bytes, size, kind);
    return sent < (int)size ? -1 : (ssize_t)size;
}

/* The code is sent by the callback, which alone can end a connection so. */
static void close_way(struct connection *connection)
{
    lws_callback_on_writable(connection->carrier);
}

static void kill_way(struct connection *connection)
{
    lws_set_timeout(connection->carrier, PENDING_TIMEOUT_USER_REASON_BASE,
                    LWS_TO_KILL_SYNC);
}

static void pause_way(struct connection *connection, bool is_paused)
{
    struct lws *wsi = connection->carrier;
    lws_rx_flow_control(wsi, is_paused ? 0 : 1);
    /* What it has read already waits for a turn of its own. */
    if (!is_paused)
        lws_cancel_service(lws_get_context(wsi));
}

static const struct connection_way WEB_WAY = {
    .name = "web",
    .write = write_message,
    .close = close_way,
    .kill = kill_way,
    .pause = pause_way,
};

/* How many bytes were read from it, as the system knows; 0 if it does not. */
static int64_t read_bytes(struct lws *wsi)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    int unread = 0;
    int fd = lws_get_socket_fd(wsi);
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
        ioctl(fd, FIONREAD, &unread) != 0)
        return 0;
    return (int64_t)info.tcpi_bytes_received - unread;
}

/* Counts what came and was no message as if it were some: libwebsockets answers
 * pings by itself, and tells nobody of them. */
static void count_noise(struct connection *connection)
{
    struct session *session = lws_wsi_user(connection->carrier);
    int64_t noise = read_bytes(connection->carrier) - session->heard_bytes;
    while (noise - session->noise_bytes >= NOISE_BYTES &&
           !connection->is_closing) {
        session->noise_bytes += NOISE_BYTES;
        connection_take_frame(connection);
    }
    /* A pong goes before the goodbye, and there may always be one. */
    if (noise - session->noise_bytes >= NOISE_AFTER_BYTES)
        connection_doom(connection, "ended_abuse", "goes on after goodbye");
}

static int on_established(struct server *server, struct lws *wsi,
                          struct session *session)
{
    const struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    session->connection =
        connection_new(server, &WEB_WAY, wsi, visitor->address, false);
    /* What lies read in the library, of a record of TLS or a message that is
     * not whole yet, is no noise; and what a pause left there is as much again.
     */
    session->noise_bytes = read_bytes(wsi) + 2 * SERVICE_SIZE + RECEIVE_SIZE;
    return session->connection == NULL ? -1 : 0;
}

static int on_closed(struct session *session)
{
    if (session->connection != NULL)
        connection_gone(session->connection);
    session->connection = NULL;
    return 0;
}

/* Ends the WebSocket with the connection's code. */
static int say_goodbye(struct lws *wsi, const struct connection *connection)
{
    const char *reason = connection->close_reason;
    lws_close_reason(wsi, (enum lws_close_status)connection->close_code,
                     (unsigned char *)(uintptr_t)reason, strlen(reason));
    return -1;
}

static int on_writable(struct lws *wsi, struct session *session)
{
    struct connection *connection = session->connection;
    if (connection == NULL)
        return 0;
    if (!connection_flush(connection))
        return -1;
    if (connection->is_closing && outbox_waiting(&connection->outbox) == 0 &&
        !lws_partial_buffered(wsi))
        return say_goodbye(wsi, connection);
    return 0;
}

static int on_received(struct lws *wsi, struct session *session,
                       const char *bytes, size_t size)
{
    struct connection *connection = session->connection;
    if (connection == NULL)
        return -1;
    session->heard_bytes += (int64_t)size + HEAD_BYTES;
    if (lws_frame_is_binary(wsi)) {
        connection_end(connection, CONNECTION_NO_BINARY, "messages are text",
                       "ended_binary", "a binary message");
        return 0;
    }
    bool is_whole = lws_remaining_packet_payload(wsi) == 0;
    bool is_end = lws_is_final_fragment(wsi) && is_whole;
    if (size == 0 || (is_whole && !is_end))
        connection_take_frame(connection);
    connection_receive(connection, bytes, size, is_end);
    return 0;
}

static void on_visitor_gone(struct server *server, struct lws *wsi)
{
    struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    if (visitor == NULL)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    if (server->web->adopting == visitor)
        server->web->adopting = NULL;
    server_visitor_free(server, visitor);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t size)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return server_pages_answer(server, wsi, &session->page, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return server_pages_go_on(server, wsi, &session->page);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session != NULL)
            server_pages_end(server, &session->page);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return server_pages_upgrade(server, wsi, in);
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(server, wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return on_received(wsi, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(wsi, session);
    case LWS_CALLBACK_CLOSED:
        return on_closed(session);
    case LWS_CALLBACK_WSI_DESTROY:
        on_visitor_gone(server, wsi);
        return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        if (server->web->certificate != NULL)
            certificate_serve(user, &server->web->certificate);
        return 0;
    default:
        return 0;
    }
}

/* One protocol for all: HTTP, and WebSockets that name it or none. */
static const struct lws_protocols PROTOCOLS[] = {
    {.name = "castled",
     .callback = on_event,
     .per_session_data_size = sizeof(struct session),
     .rx_buffer_size = RECEIVE_SIZE,
     .tx_packet_size = SEND_SIZE},
    {.name = NULL},
};

/* Much of what libwebsockets says others make it say. It knows no context of
 * ours there; it runs in the loop only. */
static void on_log(int level, const char *line)
{
    static struct log_limit limit;
    char text[400];
    size_t size = strcspn(line, "\n");
    if (size >= sizeof text)
        size = sizeof text - 1;
    memcpy(text, line, size);
    text[size] = '\0';
    struct log_line said = log_begin_limited(
        level == LLL_ERR ? LOG_WARN : LOG_DEBUG, "libwebsockets", &limit);
    log_add_text(&said, "says", text);
    log_end(&said);
}

/* Tells the operator of a certificate, and until when it is good. */
static void say_certificate(enum log_level level, const char *event,
                            const struct server *server,
                            const struct certificate *certificate)
{
    char day[11];
    certificate_day(certificate, day);
    struct log_line line = log_begin(level, event);
    log_add_text(&line, "file", server->settings.certificate);
    log_add_text(&line, "good_until", day);
    log_end(&line);
}

enum status server_web_open(struct server *server, struct error *error)
{
    const struct server_settings *settings = &server->settings;
    const struct limits *limits = &settings->limits;
    struct web *web = calloc(1, sizeof *web);
    if (web == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the web");
    server->web = web;
    if (settings->certificate != NULL &&
        certificate_read(&web->certificate, settings->certificate,
                         settings->key, error) != STATUS_OK)
        return error->status;
    if (web->certificate != NULL && certificate_is_over(web->certificate))
        say_certificate(LOG_WARN, "certificate_over", server, web->certificate);
    web->pings = (lws_retry_bo_t){
        .secs_since_valid_ping = (uint16_t)limits->ping_seconds,
        .secs_since_valid_hangup =
            (uint16_t)(limits->ping_seconds * HANGUP_FACTOR),
    };
    void *loops[1] = {server->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = PROTOCOLS,
        .options = LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = loops,
        .user = server,
        .uid = -1,
        .gid = -1,
        .server_string = "castled",
        .keepalive_timeout = KEEP_ALIVE_SECONDS,
        .timeout_secs = (unsigned int)limits->stall_seconds,
        .timeout_secs_ah_idle = (unsigned int)limits->stall_seconds,
        .max_http_header_data2 = HEADER_SIZE,
        .max_http_header_pool2 = (unsigned int)limits->connections,
        .pt_serv_buf_size = SERVICE_SIZE,
        .retry_and_idle_policy = &web->pings,
    };
    if (settings->certificate != NULL) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->certificate;
        info.ssl_private_key_filepath = settings->key;
        info.alpn = "http/1.1";
    }
    lws_set_log_level(LLL_ERR | LLL_WARN, on_log);
    web->context = lws_create_context(&info);
    if (web->context != NULL)
        web->vhost = lws_get_vhost_by_name(web->context, "default");
    if (web->vhost != NULL)
        return STATUS_OK;
    if (settings->certificate != NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "cannot serve with the certificate %s and the key %s",
                         settings->certificate, settings->key);
    return error_set(error, STATUS_IO,
                     "libwebsockets does not start: is "
                     "libwebsockets-evlib-ev installed?");
}

void server_web_renew(struct server *server)
{
    const struct server_settings *settings = &server->settings;
    struct certificate *renewed;
    struct error error;
    if (settings->certificate == NULL)
        return;
    if (certificate_read(&renewed, settings->certificate, settings->key,
                         &error) != STATUS_OK) {
        log_write(LOG_ERROR, "bad_certificate", "reason", error.text);
        return;
    }
    if (certificate_is_over(renewed)) {
        say_certificate(LOG_ERROR, "certificate_over", server, renewed);
        certificate_free(renewed);
        return;
    }
    certificate_free(server->web->certificate);
    server->web->certificate = renewed;
    say_certificate(LOG_INFO, "certificate_loaded", server, renewed);
}

void server_web_accept(struct server *server, int fd,
                       struct server_visitor *visitor)
{
    server->web->adopting = visitor;
    lws_adopt_desc_t adopted = {
        .vh = server->web->vhost,
        .type = LWS_ADOPT_HTTP | LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL,
        .fd.sockfd = fd,
        .opaque = visitor,
    };
    /* When it fails the socket is closed, and the visitor may be gone or not.
     */
    if (lws_adopt_descriptor_vhost_via_info(&adopted) == NULL &&
        server->web->adopting == visitor)
        server_visitor_free(server, visitor);
    server->web->adopting = NULL;
}

bool server_web_lets_in(struct server *server, struct lws *wsi)
{
    char header[HEADER_SIZE];
    struct server_visitor *visitor = lws_get_opaque_user_data(wsi);
    /* As long as all headers together may be; from several it makes one list.
     */
    if (lws_hdr_copy(wsi, header, sizeof header, WSI_TOKEN_X_FORWARDED_FOR) < 0)
        header[0] = '\0';
    return server_visitor_ask(server, visitor, header);
}

void server_web_sweep(struct server *server)
{
    struct connection *connection;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        if (connection->way == &WEB_WAY && !connection->is_unread)
            count_noise(connection);
    /* Its timer in our loop is not set anew for what is due before the next
     * thing that it knew of; but it looks whenever it is woken. */
    lws_cancel_service(server->web->context);
}

void server_web_close(struct server *server)
{
    if (server->web != NULL && server->web->context != NULL)
        lws_context_destroy(server->web->context);
    if (server->web != NULL)
        certificate_free(server->web->certificate);
    free(server->web);
    server->web = NULL;
}
