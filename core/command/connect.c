#include "command/command.h"
#include "command/places.h"
#include "game/verify.h"
#include "net/connect_loop.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

static const char NAME[] = "connect";

static const char HELP[] =
    "usage: castled connect [OPTION]... [URL|SOCKET]\n"
    "\n"
    "The companion of a frontend: reads requests from standard input and "
    "writes\n"
    "responses and notifications to standard output, as castled host does, "
    "and\n"
    "passes them on to a daemon (castled serve). Keeps seats and keys, takes "
    "part\n"
    "in sealing, connects again when the connection breaks, and verifies "
    "games.\n"
    "What it adds to the daemon's methods is in core/README.md, under "
    "\"castled\n"
    "connect\".\n"
    "\n"
    "The daemon's address is a URL (ws, wss, http or https) or the path of a "
    "Unix\n"
    "socket; without one, the socket of the daemon on this machine.\n"
    "\n"
    "      --ca FILE       certificates (PEM) that the daemon's must be "
    "signed\n"
    "                      with, instead of those that the system trusts\n"
    "      --seats FOLDER  where seats are kept (default: castled/seats in\n"
    "                      $XDG_STATE_HOME or ~/.local/state); they open "
    "games\n"
    "      --verbose       shows all messages on standard error, without "
    "what\n"
    "                      is secret in them\n"
    "      --help          this\n"
    "\n"
    "Exit status: 0 the input has ended, 2 the daemon cannot be reached at "
    "first,\n"
    "or answers cannot be written.\n";

struct arguments {
    const char *address; /* NULL: the daemon of this machine */
    const char *ca;
    const char *seats;
    bool is_verbose;
};

static bool read_arguments(struct arguments *arguments, int argc, char **argv,
                           int *status)
{
    const struct command_option options[] = {
        {"ca", .text = &arguments->ca},
        {"seats", .text = &arguments->seats},
        {"verbose", .flag = &arguments->is_verbose},
        {.name = NULL},
    };
    if (!command_read_options(argc, argv, options, HELP, status))
        return false;
    if (optind < argc)
        arguments->address = argv[optind++];
    if (optind < argc)
        command_fail(NAME, "what is '%s'?", argv[optind]);
    return optind == argc;
}

static enum status find_address(struct connect_address *address,
                                const struct arguments *arguments,
                                struct error *error)
{
    char socket[PLACES_PATH_SIZE];
    places_find_socket(socket);
    const char *text = arguments->address == NULL ? socket : arguments->address;
    enum status status = connect_address_read(address, text, error);
    if (status == STATUS_OK && arguments->ca != NULL && !address->is_tls)
        status =
            error_set(error, STATUS_BAD_INPUT,
                      "--ca is for addresses that begin with wss or https");
    return status;
}

static int run(const struct connect_loop_settings *settings,
               const struct arguments *arguments)
{
    struct error error;
    switch (connect_loop_run(settings, &error)) {
    case CONNECT_LOOP_BROKEN:
        return command_fail(NAME, "nobody reads the answers: %s",
                            strerror(errno));
    case CONNECT_LOOP_FAILED:
        return command_fail(
            NAME, "%s%s", error.text,
            arguments->address == NULL ? " (is castled serve running?)" : "");
    case CONNECT_LOOP_ENDED:
        break;
    }
    return EXIT_OK;
}

int connect_command(int argc, char **argv)
{
    struct arguments arguments = {.address = NULL};
    struct connect_address address;
    struct connect_seats seats = {.folder = NULL};
    struct worker_server *workers = NULL;
    struct error error;
    int result;
    if (!read_arguments(&arguments, argc, argv, &result))
        return result;
    if (find_address(&address, &arguments, &error) != STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    /* First of all, while there are no secrets and no open files. */
    if (worker_server_start(&workers, verify_jobs, VERIFY_JOB_COUNT, &error) !=
        STATUS_OK)
        command_fail(NAME, "games cannot be verified: %s", error.text);
    if (connect_seats_open(&seats, arguments.seats, &error) == STATUS_OK) {
        const struct connect_loop_settings settings = {
            .address = &address,
            .ca = arguments.ca,
            .root = command_root(),
            .version = CASTLED_VERSION,
            .seats = &seats,
            .workers = workers,
            .is_verbose = arguments.is_verbose,
        };
        result = run(&settings, &arguments);
    } else {
        result = command_fail(NAME, "%s", error.text);
    }
    connect_seats_close(&seats);
    worker_server_stop(workers);
    return result;
}
