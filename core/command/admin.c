#include "base/json.h"
#include "command/command.h"
#include "command/places.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char HELP[] =
    "usage: castled admin [--socket PATH] [--json] WHAT\n"
    "\n"
    "Asks a running daemon, or tells it something, by its Unix socket. Only "
    "for\n"
    "root and for who runs the daemon.\n"
    "\n"
    "  status         what the daemon does now\n"
    "  list           the games, those changed last first\n"
    "  show GAME      all that is known of one\n"
    "  export GAME    prints its record; with what is hidden, once it is over\n"
    "  delete GAME    deletes it: nobody can play it any more\n"
    "\n"
    "      --socket PATH  the daemon's (default: where one is found)\n"
    "      --state STATE  with list: only games that are open, playing or "
    "over\n"
    "      --count N      with list: so many (default 50, at most 100)\n"
    "      --json         the daemon's answer as it is\n"
    "\n"
    "Exit status: 0 done, 1 there is no such game or it is refused, 2 no "
    "daemon\n"
    "answers.\n";

enum { COUNT_MAX = 100, REPLY_SIZE_MAX = 64 << 20 };

/* What is to be done. */
struct admin {
    const char *socket; /* NULL: where one is found */
    const char *what;
    const char *game; /* NULL: none */
    const char *state;
    long count;
    bool is_json;
};

/* The daemon --------------------------------------------------------------- */

static enum status connect_to(const char *path, int *out, struct error *error)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof to.sun_path)
        return error_set(error, STATUS_BAD_INPUT, "the path is too long: %s",
                         path);
    memcpy(to.sun_path, path, strlen(path) + 1);
    *out = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*out >= 0 && connect(*out, (struct sockaddr *)&to, sizeof to) == 0)
        return STATUS_OK;
    int problem = errno;
    if (*out >= 0)
        close(*out);
    return error_set(error, STATUS_IO, "no daemon answers at %s: %s", path,
                     strerror(problem));
}

static enum status send_all(int fd, const struct text *message,
                            struct error *error)
{
    size_t sent = 0;
    if (text_status(message, "a message", error) != STATUS_OK)
        return error->status;
    while (sent < message->size) {
        ssize_t size =
            send(fd, message->bytes + sent, message->size - sent, MSG_NOSIGNAL);
        if (size < 0)
            return error_set(error, STATUS_IO, "the daemon has gone: %s",
                             strerror(errno));
        sent += (size_t)size;
    }
    return STATUS_OK;
}

/* Reads one line. */
static enum status read_line(int fd, struct text *line, struct error *error)
{
    char bytes[16 << 10];
    while (line->size < REPLY_SIZE_MAX) {
        ssize_t size = read(fd, bytes, sizeof bytes);
        if (size <= 0)
            return error_set(error, STATUS_IO, "the daemon has gone: %s",
                             size == 0 ? "it closed the connection"
                                       : strerror(errno));
        text_add_bytes(line, bytes, (size_t)size);
        if (memchr(bytes, '\n', (size_t)size) != NULL)
            return text_status(line, "an answer", error);
    }
    return error_set(error, STATUS_LIMIT, "the answer is too long");
}

static void write_request(const struct admin *admin, struct text *out)
{
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"admin.%s\","
              "\"params\":{",
              admin->what);
    if (admin->game != NULL)
        json_add_member_string(out, "game", admin->game);
    if (admin->state != NULL)
        json_add_member_string(out, "state", admin->state);
    if (strcmp(admin->what, "list") == 0)
        json_add_member_integer(out, "count", admin->count);
    text_add(out, "}}\n");
}

/* Asks; *out is the caller's. */
static enum status ask(const struct admin *admin, struct json **out,
                       struct error *error)
{
    char path[PLACES_PATH_SIZE];
    struct text request = {0};
    struct text line = {0};
    int fd = -1;
    *out = NULL;
    places_find_socket(path);
    enum status status =
        connect_to(admin->socket == NULL ? path : admin->socket, &fd, error);
    if (status != STATUS_OK)
        return status;
    write_request(admin, &request);
    status = send_all(fd, &request, error);
    if (status == STATUS_OK)
        status = read_line(fd, &line, error);
    if (status == STATUS_OK)
        status = json_parse(out, line.bytes, line.size, error);
    close(fd);
    text_free(&request);
    text_free(&line);
    return status;
}

/* Output ------------------------------------------------------------------- */

/* "2026-05-01 12:00", in the local time. */
static void add_time(struct text *out, const struct json *value)
{
    int64_t ms = 0;
    char text[40] = "";
    struct tm parts;
    json_read_integer(value, &ms);
    time_t seconds = (time_t)(ms / 1000);
    if (localtime_r(&seconds, &parts) != NULL)
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    text_add(out, text);
}

/* The seats in a few words: "white Ada, black steward". */
static void add_seats(struct text *out, const struct json *seats)
{
    for (size_t i = 0; i < json_size(seats); i++) {
        const struct json *seat = json_at(seats, i);
        const char *name = json_string_of(json_get(seat, "name"));
        const char *who = json_string_of(json_get(seat, "who"));
        const char *player = json_string_of(json_get(seat, "player"));
        text_addf(out, "%s%s %s", i == 0 ? "" : ", ", name == NULL ? "?" : name,
                  who != NULL      ? who
                  : player != NULL ? player
                                   : "?");
    }
}

static void print_list(const struct json *result, struct text *out)
{
    const struct json *games = json_get(result, "games");
    for (size_t i = 0; i < json_size(games); i++) {
        const struct json *game = json_at(games, i);
        const char *id = json_string_of(json_get(game, "game"));
        const char *name = json_string_of(json_get(game, "name"));
        const char *state = json_string_of(json_get(game, "state"));
        text_addf(out, "%-14s  %-8s  ", id == NULL ? "?" : id,
                  state == NULL ? "?" : state);
        add_time(out, json_get(game, "changed"));
        text_addf(out, "  %s: ", name == NULL ? "?" : name);
        add_seats(out, json_get(game, "seats"));
        text_add_char(out, '\n');
    }
    if (json_size(games) == 0)
        text_add(out, "no games\n");
}

/* One line a member; what is inside an object is named with a dot. */
static void print_members(const struct json *object, const char *prefix,
                          struct text *out)
{
    struct json_walk walk = json_walk(object);
    while (json_walk_next(&walk)) {
        struct text name = {0};
        text_addf(&name, "%s%s", prefix, walk.key);
        const char *string = json_string_of(walk.value);
        if (json_kind(walk.value) == JSON_KIND_OBJECT) {
            text_add_char(&name, '.');
            print_members(walk.value, text_string(&name), out);
        } else {
            text_addf(out, "%-24s ", text_string(&name));
            if (string != NULL)
                text_add(out, string);
            else
                json_add_value(out, walk.value);
            text_add_char(out, '\n');
        }
        text_free(&name);
    }
}

static void print_result(const struct admin *admin, const struct json *result,
                         struct text *out)
{
    const char *record = json_string_of(json_get(result, "record"));
    if (admin->is_json) {
        json_add_value(out, result);
        text_add_char(out, '\n');
    } else if (strcmp(admin->what, "export") == 0 && record != NULL) {
        text_add(out, record);
    } else if (strcmp(admin->what, "list") == 0) {
        print_list(result, out);
    } else {
        print_members(result, "", out);
    }
}

/* Prints the answer; the exit status. */
static int finish(const struct admin *admin, const struct json *response)
{
    const struct json *problem = json_get(response, "error");
    struct text out = {0};
    if (problem != NULL) {
        const char *message = json_string_of(json_get(problem, "message"));
        command_fail("admin", "%s", message == NULL ? "refused" : message);
        return EXIT_FOUND_WRONG;
    }
    print_result(admin, json_get(response, "result"), &out);
    fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    return EXIT_OK;
}

/* -------------------------------------------------------------------------- */

/* What there is to be done, and whether it wants a game's id. */
static const struct {
    const char *name;
    bool wants_game;
} WHATS[] = {
    {"status", false}, {"list", false},  {"show", true},
    {"export", true},  {"delete", true},
};

/* What is left after the options; false when it makes no sense. */
static bool read_what(struct admin *admin, int argc, char **argv)
{
    if (optind == argc) {
        command_fail("admin", "what is to be done? --help says what can be");
        return false;
    }
    admin->what = argv[optind++];
    for (size_t i = 0; i < sizeof WHATS / sizeof WHATS[0]; i++) {
        if (strcmp(WHATS[i].name, admin->what) != 0)
            continue;
        if (WHATS[i].wants_game && optind == argc) {
            command_fail("admin", "%s which game?", admin->what);
            return false;
        }
        if (WHATS[i].wants_game)
            admin->game = argv[optind++];
        if (optind < argc)
            command_fail("admin", "what is '%s'?", argv[optind]);
        return optind == argc;
    }
    command_fail("admin", "'%s' is none of status, list, show, export, delete",
                 admin->what);
    return false;
}

/* False: it is not to go on, and ends with *status. */
static bool read_arguments(struct admin *admin, int argc, char **argv,
                           int *status)
{
    static const struct option options[] = {
        {"socket", required_argument, NULL, 's'},
        {"state", required_argument, NULL, 't'},
        {"count", required_argument, NULL, 'c'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int letter;
    *status = EXIT_COULD_NOT_RUN;
    while ((letter = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (letter) {
        case 's':
            admin->socket = optarg;
            break;
        case 't':
            admin->state = optarg;
            break;
        case 'c':
            if (command_read_number(optarg, 1, COUNT_MAX, &admin->count))
                break;
            command_fail("admin", "--count: '%s' is no number from 1 to %d",
                         optarg, COUNT_MAX);
            return false;
        case 'j':
            admin->is_json = true;
            break;
        case 'h':
            fputs(HELP, stdout);
            *status = EXIT_OK;
            return false;
        default:
            return false;
        }
    }
    return read_what(admin, argc, argv);
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.count = 50};
    struct json *response;
    struct error error;
    int status;
    if (!read_arguments(&admin, argc, argv, &status))
        return status;
    if (ask(&admin, &response, &error) != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    status = finish(&admin, response);
    json_free(response);
    return status;
}
