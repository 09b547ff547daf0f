#include "command/command.h"
#include "command/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The locale stays "C": numbers and orders are the same everywhere, and texts
 * are UTF-8 whatever the terminal says. */

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
    bool shows_logs; /* what scripts log goes to stderr */
} COMMANDS[] = {
    {"admin", admin_command, "look after a running daemon", false},
    {"connect", connect_command, "join games of a daemon for a frontend",
     false},
    {"host", host_command, "host games for a frontend, by JSON-RPC", false},
    {"play", play_command, "play a game, or let bots play", true},
    {"record", record_command, "show what is in a game's record", false},
    {"render", render_command, "draw the board of a record as SVG or PNG",
     false},
    {"rules", rules_command, "show games, variants, options and rules", false},
    {"scenario", scenario_command, "check rules by scenarios", true},
    {"serve", serve_command, "host games for people on other machines", false},
    {"sim", sim_command, "let bots play many games, and count", false},
    {"verify", verify_command, "check a game's record", false},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void print_help(FILE *stream)
{
    fputs("usage: castled COMMAND [ARGUMENT...]\n"
          "\n"
          "A referee for board games whose rules are Lua scripts.\n"
          "\n",
          stream);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-10s %s\n", COMMANDS[i].name, COMMANDS[i].about);
    fputs("\n"
          "'castled COMMAND --help' says more. Exit status: 0 all is well, 1\n"
          "what was looked at is wrong, 2 the command could not run.\n",
          stream);
}

/* The status of a command that has run: output that nobody got is no
 * success. */
static int finish(const char *name, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return command_fail(name, "cannot write the output: %s", strerror(errno));
}

static int run_command(int index, int argc, char **argv)
{
    /* getopt starts its messages with argv[0]. */
    char whole[64];
    snprintf(whole, sizeof whole, "castled %s", COMMANDS[index].name);
    argv[1] = whole;
    if (COMMANDS[index].run == play_command) {
        if (terminal_is_wanted(argc - 1, argv + 1))
            terminal_become(argc - 1, argv + 1);
        if (terminal_is_needed(argc - 1, argv + 1))
            return terminal_refuse(argc - 1, argv + 1);
    }
    if (COMMANDS[index].shows_logs)
        command_show_logs();
    return finish(COMMANDS[index].name,
                  COMMANDS[index].run(argc - 1, argv + 1));
}

static int unknown_command(const char *name)
{
    fprintf(stderr,
            "castled: there is no command '%s'; the commands are:", name);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(stderr, "%s %s", i == 0 ? "" : ",", COMMANDS[i].name);
    fputs("\n", stderr);
    return EXIT_COULD_NOT_RUN;
}

/* What of input, output and errors is closed becomes /dev/null: the next thing
 * that is opened would get its number, and what is meant for people. */
static bool open_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_RDONLY : O_WRONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!open_standard())
        return EXIT_COULD_NOT_RUN;
    if (argc > 0 && argv[0][0] != '\0')
        command_set_called(argv[0]);
    if (argc < 2) {
        print_help(stderr);
        return EXIT_COULD_NOT_RUN;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout);
        return finish("--help", EXIT_OK);
    }
    if (strcmp(name, "--version") == 0) {
        puts("castled " CASTLED_VERSION);
        return finish("--version", EXIT_OK);
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, COMMANDS[i].name) == 0)
            return run_command(i, argc, argv);
    return unknown_command(name);
}
