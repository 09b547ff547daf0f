#include "command/admin_ask.h"
#include "command/admin_backup.h"
#include "command/admin_idle.h"
#include "command/admin_show.h"
#include "command/command.h"
#include "hall/rpc.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
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
    "  delete --idle-days N\n"
    "                 deletes all games that nobody has changed for N days, "
    "over\n"
    "                 or not\n"
    "  backup FILE    copies all games into a new file, while the daemon "
    "runs or\n"
    "                 not; castled.db in the folder of another daemon's data "
    "is\n"
    "                 how they come back\n"
    "\n"
    "      --socket PATH  the daemon's (default: where one is found)\n"
    "      --state STATE  with list and --idle-days: only games that are "
    "open,\n"
    "                     playing or over\n"
    "      --count N      with list: so many (default 50)\n"
    "      --force        with delete: also a game that goes on, or in which "
    "somebody\n"
    "                     sits, or many; at a terminal you are asked instead\n"
    "      --data FOLDER  with backup: the daemon's (default: what the daemon "
    "at\n"
    "                     --socket says, or else as for serve)\n"
    "      --json         the daemon's answer as it is; not with backup\n"
    "\n"
    "A seat is free, or held for who has the invitation to it, or has the "
    "name of\n"
    "who sits there.\n"
    "\n"
    "Exit status: 0 done, 1 there is no such game or it is refused, 2 no "
    "daemon\n"
    "answers, or the backup could not be made.\n";

enum {
    COUNT_MAX = 1000000,
    PAGE_MAX = 100, /* of a list, that the daemon gives at once */
    COUNT_DEFAULT = 50,
    DAYS_MAX = 36500,
};

/* What is to be done. */
struct admin {
    const char *socket; /* NULL: where one is found */
    const char *what;
    const char *about; /* the game, or the file; NULL: none */
    const char *state;
    const char *data;  /* NULL: where it usually is */
    const char *count; /* of a list; NULL: COUNT_DEFAULT */
    const char *days;  /* of --idle-days; NULL: not given */
    long count_number;
    long days_number;
    bool is_json;
    bool is_forced;
};

static void print_result(const struct admin *admin, const struct json *result,
                         struct text *out)
{
    const char *record = json_string_of(json_get(result, "record"));
    if (admin->is_json) {
        json_add_value(out, result);
        text_add_char(out, '\n');
    } else if (strcmp(admin->what, "export") == 0 && record != NULL) {
        text_add(out, record);
    } else if (strcmp(admin->what, "show") == 0) {
        admin_show_game(result, out);
    } else {
        admin_show_status(result, out);
    }
}

/* Asks the daemon about the game that is named, if one is. */
static enum status ask(const struct admin *admin, const char *method,
                       struct json **out, struct error *error)
{
    struct admin_request request = {
        .socket = admin->socket,
        .method = method,
        .game = admin->about,
    };
    return admin_ask_daemon(&request, out, error);
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
    if (admin_ask_is_done(response)) {
        print_result(admin, json_get(response, "result"), &out);
        fwrite(text_string(&out), 1, out.size, stdout);
        status = EXIT_OK;
    }
    text_free(&out);
    json_free(response);
    return status;
}

/* Adds the games of a page, and takes what the next one is asked for by; how
 * many there were. */
static size_t take_page(const struct admin *admin, const struct json *result,
                        struct admin_request *next, struct text *last,
                        struct text *out)
{
    const struct json *games = json_get(result, "games");
    size_t count = json_size(games);
    for (size_t i = 0; admin->is_json && i < count; i++) {
        json_add_comma(out);
        json_add_value(out, json_at(games, i));
    }
    if (!admin->is_json && (count > 0 || next->before_game == NULL))
        admin_show_list(result, out);
    if (count > 0) {
        const struct json *game = json_at(games, count - 1);
        const char *id = json_string_of(json_get(game, "game"));
        json_read_integer(json_get(game, "changed"), &next->before);
        text_clear(last);
        text_add(last, id == NULL ? "" : id);
        next->before_game = text_string(last);
    }
    return count;
}

/* Asks for pages until there are as many games as are wanted, or no more; the
 * exit status. */
static int list_pages(const struct admin *admin, struct text *last,
                      struct text *out)
{
    struct admin_request request = {
        .socket = admin->socket, .method = "list", .state = admin->state};
    struct error error;
    long left = admin->count_number;
    size_t count = 0;
    do {
        struct json *response;
        request.count = left < PAGE_MAX ? left : PAGE_MAX;
        if (admin_ask_daemon(&request, &response, &error) != STATUS_OK)
            return command_fail("admin", "%s", error.text);
        bool is_done = admin_ask_is_done(response);
        if (is_done)
            count = take_page(admin, json_get(response, "result"), &request,
                              last, out);
        json_free(response);
        if (!is_done)
            return EXIT_FOUND_WRONG;
        left -= (long)count;
    } while (left > 0 && (int64_t)count == request.count);
    return EXIT_OK;
}

static int list(const struct admin *admin)
{
    struct text last = {0};
    struct text out = {0};
    if (admin->is_json)
        text_add(&out, "{\"games\":[");
    int status = list_pages(admin, &last, &out);
    if (admin->is_json)
        text_add(&out, "]}\n");
    if (status == EXIT_OK)
        fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&last);
    text_free(&out);
    return status;
}

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

/* Whether somebody sits in it. */
static bool has_people(const struct json *about)
{
    const struct json *seats = json_get(about, "seats");
    for (size_t i = 0; i < json_size(seats); i++)
        if (json_string_of(json_get(json_at(seats, i), "who")) != NULL)
            return true;
    return false;
}

/* Whether the game may go, as it stands; otherwise says why not. One that the
 * daemon cannot load, and so has no state, may be played again some day. */
static bool may_delete(const struct admin *admin, const struct json *about,
                       const char *words)
{
    const char *state = json_string_of(json_get(about, "state"));
    bool is_played = state == NULL || strcmp(state, "playing") == 0 ||
                     (strcmp(state, "open") == 0 && has_people(about));
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
    } else if (admin_ask_is_done(response)) {
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
    int status = EXIT_FOUND_WRONG;
    if (admin->days != NULL)
        return admin_idle_delete(&(struct admin_idle){
            .socket = admin->socket,
            .state = admin->state,
            .days = admin->days_number,
            .is_forced = admin->is_forced,
            .is_json = admin->is_json,
        });
    if (ask(admin, "show", &shown, &error) != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    if (admin_ask_code(shown) == RPC_NOT_FOUND)
        admin_ask_is_done(shown);
    else
        status = delete_shown(admin, shown);
    json_free(shown);
    return status;
}

/* Backs up what `asked`, the response to admin.status, says that the daemon
 * has. */
static enum status back_up_of(const struct admin *admin,
                              const struct json *asked, struct error *error)
{
    const char *data =
        json_string_of(json_get(json_get(asked, "result"), "data"));
    if (data == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "the daemon at %s does not say where its data is: "
                         "--data can",
                         admin->socket);
    return admin_backup(data, admin->about, error);
}

static int back_up(const struct admin *admin)
{
    struct error error;
    struct json *asked = NULL;
    enum status status = STATUS_OK;
    if (admin->socket == NULL) {
        status = admin_backup(admin->data, admin->about, &error);
    } else {
        struct admin_request request = {.socket = admin->socket,
                                        .method = "status"};
        status = admin_ask_daemon(&request, &asked, &error);
        if (status == STATUS_OK)
            status = back_up_of(admin, asked, &error);
        json_free(asked);
    }
    if (status != STATUS_OK)
        return command_fail("admin", "%s", error.text);
    printf("all games are in %s\n", admin->about);
    return EXIT_OK;
}

/* What there is to be done, and of what. */
static const struct {
    const char *name;
    const char *wants; /* what --help calls it; NULL: nothing */
    int (*run)(const struct admin *admin);
} WHATS[] = {
    {"status", NULL, ask_and_print}, {"list", NULL, list},
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
        bool has_about = WHATS[i].wants != NULL &&
                         (admin->days == NULL || WHATS[i].run != delete_game);
        if (has_about && optind == argc) {
            command_fail("admin", "%s which %s?", admin->what, WHATS[i].wants);
            return WHAT_COUNT;
        }
        if (has_about)
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

/* Whether each option that was given does something there; otherwise says which
 * does not. */
static bool fits(const struct admin *admin)
{
    bool is_delete = strcmp(admin->what, "delete") == 0;
    bool is_backup = strcmp(admin->what, "backup") == 0;
    bool is_list = strcmp(admin->what, "list") == 0;
    const struct {
        const char *name;
        bool is_given;
        bool fits;
    } options[] = {
        {"state", admin->state != NULL, is_list || admin->days != NULL},
        {"count", admin->count != NULL, is_list},
        {"idle-days", admin->days != NULL, is_delete},
        {"force", admin->is_forced, is_delete},
        {"data", admin->data != NULL, is_backup && admin->socket == NULL},
        {"json", admin->is_json, !is_backup},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (!options[i].is_given || options[i].fits)
            continue;
        command_fail("admin", "--%s does nothing with %s%s", options[i].name,
                     is_backup && admin->socket != NULL ? "--socket and " : "",
                     admin->what);
        return false;
    }
    return true;
}

/* Reads the number of an option, if it was given; otherwise says what is wrong.
 */
static bool read_number(const char *name, const char *text, long first,
                        long last, long *out)
{
    if (text == NULL || command_read_number(text, first, last, out))
        return true;
    command_fail("admin", "--%s: '%s' is no number from %ld to %ld", name, text,
                 first, last);
    return false;
}

/* Takes the options; false: it is not to go on, and ends with *status. */
static bool read_options(struct admin *admin, int argc, char **argv,
                         int *status)
{
    const struct command_option options[] = {
        {"socket", .text = &admin->socket},
        {"state", .text = &admin->state},
        {"count", .text = &admin->count},
        {"idle-days", .text = &admin->days},
        {"force", .flag = &admin->is_forced},
        {"data", .text = &admin->data},
        {"json", .flag = &admin->is_json},
        {.name = NULL},
    };
    if (!command_read_options(argc, argv, options, HELP, status))
        return false;
    *status = EXIT_COULD_NOT_RUN;
    return read_number("count", admin->count, 1, COUNT_MAX,
                       &admin->count_number) &&
           read_number("idle-days", admin->days, 1, DAYS_MAX,
                       &admin->days_number);
}

int admin_command(int argc, char **argv)
{
    struct admin admin = {.count_number = COUNT_DEFAULT};
    int status;
    if (!read_options(&admin, argc, argv, &status))
        return status;
    int what = read_what(&admin, argc, argv);
    if (what == WHAT_COUNT || !fits(&admin))
        return EXIT_COULD_NOT_RUN;
    return WHATS[what].run(&admin);
}
