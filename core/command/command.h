#ifndef CASTLED_COMMAND_H
#define CASTLED_COMMAND_H

/*
 * command -- what all commands share: exit statuses, where the scripts are,
 * the options that choose a ruleset, and how errors are told.
 *
 * One file a command: core/command/NAME.c exports NAME_command. Options are
 * read with command_read_options, or with getopt_long where some have letters
 * or are checked one by one; each command answers --help, and its help text is
 * one string that starts with "usage: castled NAME".
 */

#include "script/ruleset.h"

#include <stdio.h>

enum exit_status {
    EXIT_OK = 0,
    EXIT_FOUND_WRONG = 1, /* it ran, and what it looked at is wrong */
    EXIT_COULD_NOT_RUN = 2,
};

/* A ruleset's choice as it is collected from the command line. */
struct command_choice {
    const char *game; /* NULL: castle */
    int variant_count;
    const char *variants[RULESET_VARIANTS_MAX];
    int option_count;
    const char *options[RULESET_OPTIONS_MAX];
};

/* An option of a command, and where what it says goes. */
struct command_option {
    const char *name;  /* as in --name; NULL: the end of a list */
    const char **text; /* gets its value; NULL: it has none, */
    bool *flag;        /* and this becomes true */
};

/* Reads the options of a command; what comes behind them is left to it, from
 * argv[optind] on. --help and -h print `help`. False when the command is to end
 * with *status: after --help, or after an option that is wrong, which was said.
 * Values are borrowed from argv. */
bool command_read_options(int argc, char **argv,
                          const struct command_option *options,
                          const char *help, int *status) MUST_CHECK;

/* The long options that choose a ruleset, for a command's own table of
 * `struct option`: --game, --variant (-v), --option (-o). */
#define COMMAND_CHOICE_OPTIONS                                                 \
    {"game", required_argument, NULL, 'g'},                                    \
        {"variant", required_argument, NULL, 'v'},                             \
    {                                                                          \
        "option", required_argument, NULL, 'o'                                 \
    }

/* What --help says of them. */
#define COMMAND_CHOICE_HELP                                                    \
    "  -g, --game NAME|FOLDER  the game (default: castle)\n"                   \
    "  -v, --variant NAME|FILE a house rule; any number of times\n"            \
    "  -o, --option NAME=VALUE an option of the game or of a variant\n"

/* Takes one of those options; false when `letter` is none of them or there
 * are too many, which it then says on stderr. */
bool command_take_choice(struct command_choice *choice, int letter,
                         const char *value);

/* The choice as a request, which borrows it. */
struct ruleset_request command_request(const struct command_choice *choice);

/* Whether the game or a variant was given as a path: it may be somebody's own,
 * and nobody has played by it yet. */
bool command_has_path(const struct command_choice *choice);

/* Opens the ruleset chosen; *out is the caller's. */
enum status command_open_ruleset(struct ruleset **out,
                                 const struct command_choice *choice,
                                 struct error *error) MUST_CHECK;

/* The folder that has scripts/ and variants/: $CASTLED_ROOT, or share/castled
 * beside the program's bin/, or the checkout that it was built from. */
const char *command_root(void);

/* From now on the program is called `name` in what people are told to type, if
 * $CASTLED_CALLED, which the launcher of a checkout sets, does not say how. */
void command_set_called(const char *name);

/* Adds a command line that can be typed here: how the program is called, the
 * words that follow, up to NULL, and quotes where a shell wants them. */
void command_add_line(struct text *out, const char *const words[]);

/* Says "castled NAME: TEXT" on stderr; returns EXIT_COULD_NOT_RUN, so that
 * `return command_fail(...)` is one statement. */
int command_fail(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* From now on what scripts log goes to stderr, each line after "log: ". */
void command_show_logs(void);

/* Whether `stream` is a terminal that wants colours and progress ($NO_COLOR
 * unset, $TERM not dumb). */
bool command_is_terminal(FILE *stream);

/* Reads a whole number from `first` to `last`; false when it is not one. */
bool command_read_number(const char *text, long first, long last, long *out);

/* The commands, one each. They take what is left of the command line, their
 * own name first, and return an enum exit_status. */
int admin_command(int argc, char **argv);
int connect_command(int argc, char **argv);
int host_command(int argc, char **argv);
int play_command(int argc, char **argv);
int record_command(int argc, char **argv);
int render_command(int argc, char **argv);
int rules_command(int argc, char **argv);
int scenario_command(int argc, char **argv);
int serve_command(int argc, char **argv);
int sim_command(int argc, char **argv);
int verify_command(int argc, char **argv);

#endif
