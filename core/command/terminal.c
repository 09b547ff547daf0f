#include "command/terminal.h"

#include "command/command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096,
    ARGUMENTS_MAX = 128,
};

static const char LUA[] = "lua5.4";
static const char MAIN[] = "lua/terminal/main.lua";

/* What only the prompt understands. */
static const char *const PROMPT_OPTIONS[] = {
    "--plain",  "--help",      "--events",  "--board",      "--width",
    "--record", "--overwrite", "--verbose", "--contribute",
};

static bool is_option(const char *argument, const char *option)
{
    size_t size = strlen(option);
    return strncmp(argument, option, size) == 0 &&
           (argument[size] == '\0' || argument[size] == '=');
}

/* The first option that is the prompt's; NULL: there is none. */
static const char *find_for_prompt(int argc, char **argv)
{
    const size_t count = sizeof PROMPT_OPTIONS / sizeof PROMPT_OPTIONS[0];
    for (int i = 1; i < argc; i++)
        for (size_t j = 0; j < count; j++)
            if (is_option(argv[i], PROMPT_OPTIONS[j]))
                return PROMPT_OPTIONS[j];
    return NULL;
}

/* What only the frontend understands: games at a server. */
static const char *const SERVER_OPTIONS[] = {"--server", "--rejoin"};

static bool is_for_server(const char *argument)
{
    for (size_t i = 0; i < sizeof SERVER_OPTIONS / sizeof SERVER_OPTIONS[0];
         i++)
        if (is_option(argument, SERVER_OPTIONS[i]))
            return true;
    return argument[0] != '-' && strstr(argument, "://") != NULL;
}

/* Whether Lua is there with the libraries that the frontend needs; it is asked
 * itself, since where it finds them is its own affair. */
static bool has_libraries(void)
{
    return system("lua5.4 -e 'require \"luv\"' "
                  "</dev/null >/dev/null 2>&1") == 0;
}

bool terminal_is_wanted(int argc, char **argv)
{
    const char *kind = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || kind == NULL ||
        strcmp(kind, "dumb") == 0)
        return false;
    return find_for_prompt(argc, argv) == NULL && argc + 4 < ARGUMENTS_MAX &&
           has_libraries();
}

bool terminal_is_needed(int argc, char **argv)
{
    bool is_needed = false;
    for (int i = 1; i < argc; i++) {
        if (is_option(argv[i], "--help"))
            return false;
        is_needed = is_needed || is_for_server(argv[i]);
    }
    return is_needed;
}

int terminal_refuse(int argc, char **argv)
{
    const char *option = find_for_prompt(argc, argv);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return command_fail("play",
                            "a game at a server is played at a terminal; "
                            "programs play through 'castled connect'");
    if (option != NULL)
        return command_fail("play",
                            "%s is for games on this machine, at the prompt, "
                            "and not for one at a server",
                            option);
    if (!has_libraries())
        return command_fail("play", "a game at a server needs lua5.4 with "
                                    "lua-luv, which are not installed");
    return command_fail("play",
                        "a game at a server needs a terminal that can draw: "
                        "TERM is '%s'",
                        getenv("TERM") == NULL ? "" : getenv("TERM"));
}

void terminal_become(int argc, char **argv)
{
    static char path[PATH_SIZE];
    static char own[PATH_SIZE];
    static char *arguments[ARGUMENTS_MAX];
    ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    if (size <= 0 || snprintf(path, sizeof path, "%s/%s", command_root(),
                              MAIN) >= (int)sizeof path)
        return;
    own[size] = '\0';
    int count = 0;
    arguments[count++] = (char *)LUA;
    arguments[count++] = path;
    arguments[count++] = "--host";
    arguments[count++] = own;
    for (int i = 1; i < argc; i++)
        arguments[count++] = argv[i];
    arguments[count] = NULL;
    execvp(LUA, arguments);
}
