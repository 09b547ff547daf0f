#include "base/json.h"
#include "command/admin_backup.h"
#include "command/admin_show.h"
#include "command/command.h"
#include "command/places.h"
#include "hall/rpc.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char HELP[] =
    "usage: castled admin [OPTION]... WHAT\n"
    "\n"
    "Asks a running daemon, or tells it something, by its Unix socket. Only "
    "for\n"
    "root and for who runs the daemon.\n"
    "\n"
    "  status         what the daemon does now\n"
    "  list           the games, those changed last first\n"
    "  show GAME      all that is known of one\n"
    "  export GAME    prints its record; with what is hidden, once it is over\n"
    "  delete GAME    deletes it: nobody can play it any more; says what it "
    "was\n"
    "  backup FILE    copies all games into a new file, while the daemon "
    "runs or\n"
    "                 not; castled.db in the folder of another daemon's data "
    "is\n"
    "                 how they come back\n"
    "\n"
    "      --socket PATH  the daemon's (default: where one is found)\n"
    "      --state STATE  with list: only games that are open, playing or "
    "over\n"
    "      --count N      with list: so many (default 50, at most 100)\n"
    "      --force        with delete: also a game that is being played; at a\n"
    "                     terminal you are asked instead\n"
    "      --data FOLDER  with backup: the daemon's (default: as for serve)\n"
    "      --json         the daemon's answer as it is\n"
    "\n"
    "Exit status: 0 done, 1 there is no such game or it is refused, 2 no "
    "daemon\n"
    "answers, or the backup could not be made.\n";

enum { COUNT_MAX = 100, REPLY_SIZE_MAX = 64 << 20 };

/* What is to be done. */
struct admin {
    const char *socket; /* NULL: where one is found */
    const char *what;
    const char *about; /* the game, or the file; NULL: none */
    const char *state;
    const char *data; /* NULL: where it usually is */
    long count;
    bool is_json;
    bool is_forced;
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

static void write_request(const struct admin *admin, const char *method,
                          struct text *out)
{
    text_addf(out,
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"admin.%s\","
              "\"params\":{",
              method);
    if (admin->about != NULL)
        json_add_member_string(out, "game", admin->about);
    if (admin->state != NULL)
        json_add_member_string(out, "state", admin->state);
    if (strcmp(method, "list") == 0)
        json_add_member_integer(out, "count", admin->count);
    text_add(out, "}}\n");
}

/* Calls admin.METHOD; *out, the response, is the caller's. */
static enum status ask(const struct admin *admin, const char *method,
                       struct json **out, struct error *error)
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
    write_request(admin, method, &request);
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
        admin_show_list(result, out);
    } else if (strcmp(admin->what, "show") == 0) {
        admin_show_game(result, out);
    } else {
        admin_show_status(result, out);
    }
}

/* Whether the daemon did it; otherwise says why not. */
static bool is_done(const struct json *response)
{
    const struct json *problem = json_get(response, "error");
    const char *message = json_string_of(json_get(problem, "message"));
    if (problem != NULL)
        command_fail("admin", "%s", message == NULL ? "refused" : message);
    return problem == NULL;
}

/* Asks, and prints the answer; the exit status. */
static int ask_and_print(const struct admin *admin)
{
    struct json *response;
    struct text out = {0};
    struct error error;
    if (ask(admin, admin->what, &response, &error) != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    int status = EXIT_FOUND_WRONG;
    if (is_done(response)) {
        print_result(admin, json_get(response, "result"), &out);
        fwrite(text_string(&out), 1, out.size, stdout);
        status = EXIT_OK;
    }
    text_free(&out);
    json_free(response);
    return status;
}

/* Deleting ----------------------------------------------------------------- */

/* Whether the person at the terminal says yes. */
static bool says_yes(const char *game, const char *words)
{
    char answer[16] = "";
    fprintf(stderr, "%s is %s.\nDelete it? It cannot be taken back. [y/N] ",
            game, words);
    if (fgets(answer, sizeof answer, stdin) == NULL)
        return false;
    return answer[0] == 'y' || answer[0] == 'Y';
}

/* Whether the game may go, as it stands; otherwise says why not. One that the
 * daemon cannot load, and so has no state, may be played again some day. */
static bool may_delete(const struct admin *admin, const struct json *about,
                       const char *words)
{
    const char *state = json_string_of(json_get(about, "state"));
    bool is_played = state == NULL || strcmp(state, "playing") == 0;
    if (!is_played || admin->is_forced)
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        command_fail("admin", "%s is %s; --force deletes it all the same",
                     admin->about, words);
        return false;
    }
    if (says_yes(admin->about, words))
        return true;
    command_fail("admin", "nothing was deleted");
    return false;
}

/* Deletes what `shown`, the response to admin.show, tells of. */
static int delete_shown(const struct admin *admin, const struct json *shown)
{
    const struct json *about = json_get(json_get(shown, "result"), "about");
    struct json *response = NULL;
    struct text words = {0};
    struct error error;
    int status = EXIT_FOUND_WRONG;
    if (about != NULL)
        admin_show_words(about, &words);
    else
        text_add(&words, "a game that cannot be loaded");
    if (!may_delete(admin, about, text_string(&words)))
        goto done;
    if (ask(admin, "delete", &response, &error) != STATUS_OK) {
        status = command_fail("admin", "%s", error.text);
    } else if (is_done(response)) {
        if (admin->is_json)
            puts("{}");
        else
            printf("deleted %s: %s\n", admin->about, text_string(&words));
        status = EXIT_OK;
    }

done:
    json_free(response);
    text_free(&words);
    return status;
}

/* Looks at the game first, to say what it was. */
static int delete_game(const struct admin *admin)
{
    struct json *shown;
    struct error error;
    int64_t code = 0;
    int status = EXIT_FOUND_WRONG;
    if (ask(admin, "show", &shown, &error) != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    json_read_integer(json_get(json_get(shown, "error"), "code"), &code);
    if (code == RPC_NOT_FOUND)
        is_done(shown);
    else
        status = delete_shown(admin, shown);
    json_free(shown);
    return status;
}

static int back_up(const struct admin *admin)
{
    struct error error;
    if (admin_backup(admin->data, admin->about, &error) != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    printf("all games are in %s\n", admin->about);
    return EXIT_OK;
}

/* -------------------------------------------------------------------------- */

/* What there is to be done, and of what. */
static const struct {
    const char *name;
    const char *wants; /* what --help calls it; NULL: nothing */
    int (*run)(const struct admin *admin);
} WHATS[] = {
    {"status", NULL, ask_and_print}, {"list", NULL, ask_and_print},
    {"show", "game", ask_and_print}, {"export", "game", ask_and_print},
    {"delete", "game", delete_game}, {"backup", "file", back_up},
};

enum { WHAT_COUNT = sizeof WHATS / sizeof WHATS[0] };

/* What is left after the options; WHAT_COUNT when it makes no sense. */
static int read_what(struct admin *admin, int argc, char **argv)
{
    if (optind == argc) {
        command_fail("admin", "what is to be done? --help says what can be");
        return WHAT_COUNT;
    }
    admin->what = argv[optind++];
    for (int i = 0; i < WHAT_COUNT; i++) {
        if (strcmp(WHATS[i].name, admin->what) != 0)
            continue;
        if (WHATS[i].wants != NULL && optind == argc) {
            command_fail("admin", "%s which %s?", admin->what, WHATS[i].wants);
            return WHAT_COUNT;
        }
        if (WHATS[i].wants != NULL)
            admin->about = argv[optind++];
        if (optind < argc)
            command_fail("admin", "what is '%s'?", argv[optind]);
        return optind == argc ? i : WHAT_COUNT;
    }
    command_fail("admin",
                 "'%s' is none of status, list, show, export, delete, backup",
                 admin->what);
    return WHAT_COUNT;
}

/* Takes the options; false: it is not to go on, and ends with *status. */
static bool read_options(struct admin *admin, int argc, char **argv,
                         int *status)
{
    static const struct option options[] = {
        {"socket", required_argument, NULL, 's'},
        {"state", required_argument, NULL, 't'},
        {"count", required_argument, NULL, 'c'},
        {"force", no_argument, NULL, 'f'},
        {"data", required_argument, NULL, 'd'},
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
        case 'f':
            admin->is_forced = true;
            break;
        case 'd':
            admin->data = optarg;
            break;
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
    return true;
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.count = 50};
    int status;
    if (!read_options(&admin, argc, argv, &status))
        return status;
    int what = read_what(&admin, argc, argv);
    return what == WHAT_COUNT ? EXIT_COULD_NOT_RUN : WHATS[what].run(&admin);
}
