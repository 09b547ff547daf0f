#include "command/command.h"

#include "script/executor.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char GAME_DEFAULT[] = "castle";

enum {
    OPTIONS_MAX = 16,   /* of one command, --help not counted */
    OPTION_FIRST = 256, /* behind all letters */
};

bool command_read_options(int argc, char **argv,
                          const struct command_option *options,
                          const char *help, int *status)
{
    struct option names[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    int letter;
    for (int i = 0; options[i].name != NULL; i++) {
        REQUIRE(i < OPTIONS_MAX);
        names[i + 1] = (struct option){
            .name = options[i].name,
            .has_arg =
                options[i].text == NULL ? no_argument : required_argument,
            .val = OPTION_FIRST + i,
        };
    }
    *status = EXIT_COULD_NOT_RUN;
    while ((letter = getopt_long(argc, argv, "h", names, NULL)) != -1) {
        if (letter == 'h') {
            fputs(help, stdout);
            *status = EXIT_OK;
        }
        if (letter < OPTION_FIRST)
            return false;
        const struct command_option *option = &options[letter - OPTION_FIRST];
        if (option->text != NULL)
            *option->text = optarg;
        else
            *option->flag = true;
    }
    return true;
}

bool command_take_choice(struct command_choice *choice, int letter,
                         const char *value)
{
    switch (letter) {
    case 'g':
        choice->game = value;
        return true;
    case 'v':
        if (choice->variant_count < RULESET_VARIANTS_MAX) {
            choice->variants[choice->variant_count++] = value;
            return true;
        }
        fprintf(stderr, "castled: more than %d variants\n",
                RULESET_VARIANTS_MAX);
        return false;
    case 'o':
        if (choice->option_count < RULESET_OPTIONS_MAX) {
            choice->options[choice->option_count++] = value;
            return true;
        }
        fprintf(stderr, "castled: more than %d options\n", RULESET_OPTIONS_MAX);
        return false;
    default:
        return false;
    }
}

struct ruleset_request command_request(const struct command_choice *choice)
{
    return (struct ruleset_request){
        .root = command_root(),
        .game = choice->game == NULL ? GAME_DEFAULT : choice->game,
        .variants = choice->variants,
        .variant_count = choice->variant_count,
        .options = choice->options,
        .option_count = choice->option_count,
    };
}

bool command_has_path(const struct command_choice *choice)
{
    bool has = choice->game != NULL && ruleset_is_path(choice->game);
    for (int i = 0; i < choice->variant_count; i++)
        has = has || ruleset_is_path(choice->variants[i]);
    return has;
}

enum status command_open_ruleset(struct ruleset **out,
                                 const struct command_choice *choice,
                                 struct error *error)
{
    struct ruleset_request request = command_request(choice);
    return ruleset_open(out, &request, error);
}

static bool has_scripts(const char *folder)
{
    char path[PATH_MAX];
    struct stat about;
    int size = snprintf(path, sizeof path, "%s/scripts", folder);
    return size < (int)sizeof path && stat(path, &about) == 0 &&
           S_ISDIR(about.st_mode);
}

/* Puts the folder share/castled that belongs to the running program into
 * `folder`; false when there is none. */
static bool find_installed(char folder[PATH_MAX])
{
    char program[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size < 0)
        return false;
    program[size] = '\0';
    for (int i = 0; i < 2; i++) { /* the program's name, then bin */
        char *slash = strrchr(program, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    int length = snprintf(folder, PATH_MAX, "%s/share/castled", program);
    return length < PATH_MAX && has_scripts(folder);
}

const char *command_root(void)
{
    static char installed[PATH_MAX];
    const char *root = getenv("CASTLED_ROOT");
    if (root != NULL && root[0] != '\0')
        return root;
    if (installed[0] != '\0' || find_installed(installed))
        return installed;
    installed[0] = '\0';
    return CASTLED_SOURCE_DIR;
}

static const char CALLED[] = "CASTLED_CALLED";

void command_set_called(const char *name)
{
    setenv(CALLED, name, 0);
}

/* Adds a word as a shell reads it. */
static void add_quoted(struct text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_./:@%+=,-";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        text_add(out, word);
        return;
    }
    text_add_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            text_add(out, "'\\''");
        else
            text_add_char(out, *word);
    text_add_char(out, '\'');
}

void command_add_line(struct text *out, const char *const words[])
{
    const char *called = getenv(CALLED);
    add_quoted(out, called == NULL || called[0] == '\0' ? "castled" : called);
    for (int i = 0; words[i] != NULL; i++) {
        text_add_char(out, ' ');
        add_quoted(out, words[i]);
    }
}

int command_fail(const char *name, const char *format, ...)
{
    fflush(stdout); /* what came before stands before it */
    fprintf(stderr, "castled %s: ", name);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return EXIT_COULD_NOT_RUN;
}

bool command_is_terminal(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(fileno(stream)) == 1 &&
           (no_color == NULL || no_color[0] == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

bool command_read_number(const char *text, long first, long last, long *out)
{
    /* strtol alone would take blanks and a plus. */
    if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
        return false;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < first ||
        value > last)
        return false;
    *out = value;
    return true;
}

static void on_log(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "log: %s\n", line);
}

void command_show_logs(void)
{
    executor_log_all_to(on_log, NULL);
}
