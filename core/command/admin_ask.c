#include "command/admin_ask.h"

#include "base/clock.h"
#include "command/command.h"
#include "command/places.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    REPLY_SIZE_MAX = 64 << 20,
    SILENCE_SECONDS = 10, /* in which no byte passes */
};

/* What failed just now, by errno, after the daemon was there. */
static enum status fail(const char *path, struct error *error)
{
    if (errno == EAGAIN)
        return error_set(error, STATUS_IO,
                         "the daemon at %s has been silent for %d s: it is "
                         "stopped, or busy; what was asked for may still be "
                         "done",
                         path, SILENCE_SECONDS);
    return error_set(error, STATUS_IO, "the daemon has gone: %s",
                     strerror(errno));
}

static enum status connect_to(const char *path, int *out, struct error *error)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof to.sun_path)
        return error_set(error, STATUS_BAD_INPUT, "the path is too long: %s",
                         path);
    memcpy(to.sun_path, path, strlen(path) + 1);
    *out = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct timeval silence = {.tv_sec = SILENCE_SECONDS};
    if (*out >= 0 &&
        setsockopt(*out, SOL_SOCKET, SO_SNDTIMEO, &silence, sizeof silence) ==
            0 &&
        TEMP_FAILURE_RETRY(connect(*out, (struct sockaddr *)&to, sizeof to)) ==
            0)
        return STATUS_OK;
    int problem = errno;
    if (*out >= 0)
        close(*out);
    errno = problem;
    if (problem == EAGAIN)
        return fail(path, error);
    if (problem == EACCES || problem == EPERM)
        return error_set(error, STATUS_IO,
                         "%s is only for root and for who runs the daemon: %s "
                         "(sudo castled admin ...)",
                         path, strerror(problem));
    return error_set(error, STATUS_IO, "no daemon answers at %s: %s", path,
                     strerror(problem));
}

static enum status send_all(int fd, const char *path,
                            const struct text *message, struct error *error)
{
    size_t sent = 0;
    if (text_status(message, "a message", error) != STATUS_OK)
        return error->status;
    while (sent < message->size) {
        ssize_t size = TEMP_FAILURE_RETRY(send(
            fd, message->bytes + sent, message->size - sent, MSG_NOSIGNAL));
        if (size < 0)
            return fail(path, error);
        sent += (size_t)size;
    }
    return STATUS_OK;
}

/* Waits until there is something to be read; false, as errno says, when there
 * is not. Not by a timeout of the socket: that begins again when we are stopped
 * and go on. */
static bool wait_to_read(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int64_t until_ns =
        clock_steady_ns() + SILENCE_SECONDS * CLOCK_NS_PER_SECOND;
    int count;
    do {
        int64_t left_ns = until_ns - clock_steady_ns();
        count =
            poll(&ready, 1, left_ns < 0 ? 0 : (int)(left_ns / CLOCK_NS_PER_MS));
    } while (count < 0 && errno == EINTR);
    if (count == 0)
        errno = EAGAIN;
    return count > 0;
}

/* Reads one line. */
static enum status read_line(int fd, const char *path, struct text *line,
                             struct error *error)
{
    char bytes[16 << 10];
    while (line->size < REPLY_SIZE_MAX) {
        ssize_t size = wait_to_read(fd) ? read(fd, bytes, sizeof bytes) : -1;
        if (size < 0)
            return fail(path, error);
        if (size == 0)
            return error_set(error, STATUS_IO,
                             "the daemon has gone: it closed the connection");
        text_add_bytes(line, bytes, (size_t)size);
        if (memchr(bytes, '\n', (size_t)size) != NULL)
            return text_status(line, "an answer", error);
    }
    return error_set(error, STATUS_LIMIT, "the answer is too long");
}

static void write_request(const struct admin_request *request, struct text *out)
{
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"admin.%s\","
              "\"params\":{",
              request->method);
    if (request->game != NULL)
        json_add_member_string(out, "game", request->game);
    if (request->state != NULL)
        json_add_member_string(out, "state", request->state);
    if (request->before > 0)
        json_add_member_integer(out, "before", request->before);
    if (request->before_game != NULL)
        json_add_member_string(out, "before_game", request->before_game);
    if (request->count > 0)
        json_add_member_integer(out, "count", request->count);
    text_add(out, "}}\n");
}

enum status admin_ask_daemon(const struct admin_request *request,
                             struct json **out, struct error *error)
{
    char found[PLACES_PATH_SIZE];
    struct text message = {0};
    struct text line = {0};
    int fd = -1;
    *out = NULL;
    places_find_socket(found);
    const char *path = request->socket == NULL ? found : request->socket;
    enum status status = connect_to(path, &fd, error);
    if (status != STATUS_OK)
        return status;
    write_request(request, &message);
    status = send_all(fd, path, &message, error);
    if (status == STATUS_OK)
        status = read_line(fd, path, &line, error);
    if (status == STATUS_OK)
        status = json_parse(out, line.bytes, line.size, error);
    close(fd);
    text_free(&message);
    text_free(&line);
    return status;
}

bool admin_ask_is_done(const struct json *response)
{
    const struct json *problem = json_get(response, "error");
    const char *message = json_string_of(json_get(problem, "message"));
    if (problem != NULL)
        command_fail("admin", "%s", message == NULL ? "refused" : message);
    return problem == NULL;
}

int64_t admin_ask_code(const struct json *response)
{
    int64_t code = 0;
    json_read_integer(json_get(json_get(response, "error"), "code"), &code);
    return code;
}
