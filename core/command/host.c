#include "command/command.h"
#include "command/host_lines.h"
#include "game/verify.h"
#include "hall/hall.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

static const char HELP[] =
    "usage: castled host [--verbose]\n"
    "\n"
    "Hosts games for a frontend: reads requests from standard input and "
    "writes\n"
    "responses and notifications to standard output, JSON-RPC 2.0, one "
    "message\n"
    "a line. The methods are in core/README.md, under \"The protocol\". Ends "
    "when\n"
    "the input does or SIGTERM comes; what is to be saved is then saved.\n"
    "\n"
    "      --verbose  shows all messages on standard error, and the tracebacks "
    "of\n"
    "                 scripts that fail in the errors\n"
    "\n"
    "Exit status: 0 the input has ended, 2 it could not be read or answered.\n";

/* Instead of an answer for which there is no memory. */
static const char NO_MEMORY[] =
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
    "\"message\":\"no memory for the answer\"}}\n";

struct host {
    struct hall *hall; /* owned */
    struct peer peer;  /* the frontend */
    struct host_lines lines;
    enum host_lines_status status;
    int error; /* errno, when the output broke */
    bool is_verbose;
};

/* Shows a message that is one line, with or without its end. */
static void show(const struct host *host, const char *sign, const char *bytes,
                 size_t size)
{
    if (!host->is_verbose)
        return;
    while (size > 0 && (bytes[size - 1] == '\n' || bytes[size - 1] == '\r'))
        size--;
    fprintf(stderr, "%s ", sign);
    fwrite(bytes, 1, size, stderr);
    fputc('\n', stderr);
}

/* Sends one message; once the output has broken there is no more of it. */
static void put(struct host *host, const char *bytes, size_t size)
{
    if (host->status != HOST_LINES_OK)
        return;
    show(host, ">", bytes, size);
    host->status = host_lines_write(&host->lines, bytes, size);
    host->error = errno;
}

static void on_news(void *context, struct peer *peer, const char *bytes,
                    size_t size)
{
    (void)peer; /* whoever sits here sees everything */
    put(context, bytes, size);
}

static bool is_blank(const char *line, size_t size)
{
    while (size > 0 && (line[size - 1] == ' ' || line[size - 1] == '\t' ||
                        line[size - 1] == '\r'))
        size--;
    return size == 0;
}

/* Answers one line. */
static void answer(struct host *host, enum host_lines_status status,
                   const char *line, size_t size)
{
    struct text out = {0};
    struct error error;
    if (status == HOST_LINES_TOO_LONG) {
        rpc_refuse_size(&out);
    } else if (!is_blank(line, size)) {
        show(host, "<", line, size);
        hall_serve(host->hall, &host->peer, line, size, &out);
    }
    if (text_status(&out, "an answer", &error) != STATUS_OK)
        put(host, NO_MEMORY, sizeof NO_MEMORY - 1);
    else if (out.size > 0)
        put(host, out.bytes, out.size);
    text_free(&out);
}

/* Tells what there is to tell, and lets bots play until a person is asked. */
static void work(struct host *host)
{
    struct error error;
    while (host->status == HOST_LINES_OK && hall_work(host->hall, &error)) {
        if (error.status != STATUS_OK)
            command_fail("host", "%s", error.text);
        if (host_lines_is_stopped(&host->lines))
            host->status = HOST_LINES_STOPPED;
    }
}

static void serve(struct host *host)
{
    const char *line;
    size_t size;
    while (host->status == HOST_LINES_OK) {
        enum host_lines_status status =
            host_lines_read(&host->lines, &line, &size);
        if (status != HOST_LINES_OK && status != HOST_LINES_TOO_LONG) {
            host->status = status;
            host->error = errno;
            return;
        }
        answer(host, status, line, size);
        work(host);
    }
}

static bool read_arguments(struct host *host, int argc, char **argv,
                           int *status)
{
    const struct command_option options[] = {
        {"verbose", .flag = &host->is_verbose},
        {.name = NULL},
    };
    if (!command_read_options(argc, argv, options, HELP, status))
        return false;
    if (optind < argc)
        command_fail("host", "what is '%s'?", argv[optind]);
    return optind == argc;
}

int host_command(int argc, char **argv)
{
    struct host host = {.peer = {.origin = PEER_HOST}};
    struct error error;
    int result;
    if (!read_arguments(&host, argc, argv, &result))
        return result;
    /* First of all, while there are no secrets and no open files. */
    struct worker_server *workers;
    if (worker_server_start(&workers, verify_jobs, VERIFY_JOB_COUNT, &error) !=
        STATUS_OK) {
        command_fail("host", "games cannot be verified: %s", error.text);
        workers = NULL;
    }
    struct hall_settings settings = {
        .root = command_root(),
        .version = CASTLED_VERSION,
        .kind = "host",
        .opens_files = true,
        .is_verbose = host.is_verbose,
        .workers = workers,
        .listener = on_news,
        .context = &host,
    };
    enum status status =
        host_lines_open(&host.lines, RPC_MESSAGE_SIZE_MAX, &error);
    if (status == STATUS_OK)
        status = hall_new(&host.hall, &settings, &error);
    if (status == STATUS_OK) {
        hall_connect(host.hall, &host.peer);
        serve(&host);
        hall_disconnect(host.hall, &host.peer);
    } else {
        result = command_fail("host", "%s", error.text);
    }
    hall_free(host.hall);
    worker_server_stop(workers);
    host_lines_close(&host.lines);
    if (status != STATUS_OK)
        return result;
    if (host.status == HOST_LINES_BROKEN)
        return command_fail("host", "nobody reads the answers: %s",
                            strerror(host.error));
    return EXIT_OK;
}
