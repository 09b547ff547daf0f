#include "command/command.h"
#include "command/replayed.h"
#include "game/scene.h"
#include "game/verify.h"

#include <errno.h>
#include <getopt.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char NAME[] = "render";

static const char HELP[] =
    "usage: castled render [OPTION]... RECORD|-\n"
    "\n"
    "Draws the board of a game as it stood in its record: as SVG, or as PNG "
    "with\n"
    "rsvg-convert (Debian's librsvg2-bin). - is standard input.\n"
    "\n"
    "  -a, --at N            after entry N of the record, as 'castled record'\n"
    "                        numbers them from 0 (default: the last one)\n"
    "  -o, --output FILE     FILE.svg or FILE.png (default: SVG to standard "
    "output)\n"
    "  -l, --language LANGUAGE  of names and titles (default: en)\n"
    "      --dark            light lines on a dark table\n"
    "      --width N         of a PNG, in pixels (default: 1200)\n"
    "      --help            this\n"
    "\n"
    "The rules in the record are run, in a process that can do nothing but\n"
    "compute. Exit status: 0 it was drawn, 1 something in the record is wrong, "
    "2\n"
    "it could not run.\n";

enum {
    PATH_SIZE = 4096,
    WIDTH_MAX = 16384,
    ARGUMENTS_MAX = 8,
};

extern char **environ;

struct render {
    const char *record;
    const char *output; /* NULL: standard output */
    const char *language;
    const char *width;
    int at;
    bool is_dark;
    bool is_png;
};

/* Runs a program from one file to another, both from their start. Returns an
 * exit status of ours, with what failed told on stderr. */
static int run_tool(const char *const *arguments, FILE *in, FILE *out,
                    const char *package)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;
    if (fflush(in) != 0 || fseek(in, 0, SEEK_SET) != 0)
        return command_fail(NAME, "cannot write a file for %s: %s",
                            arguments[0], strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    int failed = posix_spawnp(&pid, arguments[0], &actions, NULL,
                              (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == ENOENT)
        return command_fail(NAME, "%s is not installed (Debian's %s)",
                            arguments[0], package);
    if (failed != 0)
        return command_fail(NAME, "cannot start %s: %s", arguments[0],
                            strerror(failed));
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return command_fail(NAME, "cannot wait for %s: %s", arguments[0],
                                strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return EXIT_OK;
    return command_fail(NAME, "%s has failed", arguments[0]);
}

static int draw(const struct render *render, FILE *scene, FILE *svg)
{
    char program[PATH_SIZE];
    const char *arguments[ARGUMENTS_MAX] = {"lua5.4", program};
    int count = 2;
    if (snprintf(program, sizeof program, "%s/lua/render/main.lua",
                 command_root()) >= (int)sizeof program)
        return command_fail(NAME, "the path of lua/ is too long");
    if (render->is_dark)
        arguments[count++] = "--dark";
    arguments[count++] = "--language";
    arguments[count++] = render->language;
    return run_tool(arguments, scene, svg, "lua5.4");
}

static int convert(const struct render *render, FILE *svg, FILE *png)
{
    const char *arguments[ARGUMENTS_MAX] = {"rsvg-convert", "--format", "png",
                                            "--width", render->width};
    return run_tool(arguments, svg, png, "librsvg2-bin");
}

/* Has the record played again, as far as it is to be shown. */
static int show_scene(struct worker_server *server, const struct render *render,
                      FILE *scene)
{
    struct text record = {0}, answer = {0};
    int status = replayed_read(&record, NAME, render->record);
    if (status == EXIT_OK)
        status = replayed_scene(&answer, NAME, server, render->at, &record);
    if (status == EXIT_OK)
        fwrite(text_string(&answer), 1, answer.size, scene);
    text_free(&record);
    text_free(&answer);
    return status;
}

/* Copies the whole file to where the picture is wanted. */
static int write_output(const struct render *render, FILE *from)
{
    char buffer[1 << 14];
    size_t size;
    FILE *out = stdout;
    if (fseek(from, 0, SEEK_SET) != 0)
        return command_fail(NAME, "%s", strerror(errno));
    if (render->output != NULL)
        out = fopen(render->output, "wb");
    if (out == NULL)
        return command_fail(NAME, "cannot write '%s': %s", render->output,
                            strerror(errno));
    while ((size = fread(buffer, 1, sizeof buffer, from)) > 0)
        fwrite(buffer, 1, size, out);
    bool is_written = !ferror(out) && fflush(out) == 0;
    int reason = errno;
    if (out != stdout)
        is_written = fclose(out) == 0 && is_written;
    if (!is_written && render->output != NULL)
        return command_fail(NAME, "cannot write '%s': %s", render->output,
                            strerror(reason));
    return EXIT_OK; /* main looks after standard output */
}

/* Makes the picture, step by step, in files without a name. */
static int render_record(struct worker_server *server,
                         const struct render *render)
{
    FILE *scene = tmpfile(), *svg = tmpfile(), *png = tmpfile();
    int status = EXIT_OK;
    if (scene == NULL || svg == NULL || png == NULL)
        status = command_fail(NAME, "cannot make a temporary file: %s",
                              strerror(errno));
    if (status == EXIT_OK)
        status = show_scene(server, render, scene);
    if (status == EXIT_OK)
        status = draw(render, scene, svg);
    if (status == EXIT_OK && render->is_png)
        status = convert(render, svg, png);
    if (status == EXIT_OK)
        status = write_output(render, render->is_png ? png : svg);
    if (scene != NULL)
        fclose(scene);
    if (svg != NULL)
        fclose(svg);
    if (png != NULL)
        fclose(png);
    return status;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t size = strlen(text), end = strlen(ending);
    return size > end && strcmp(text + size - end, ending) == 0;
}

/* Takes one option; an exit status other than EXIT_OK when it is wrong. */
static int take_option(struct render *render, int letter, const char *value)
{
    long number;
    if (letter == 'd') {
        render->is_dark = true;
    } else if (letter == 'l') {
        render->language = value;
    } else if (letter == 'w') {
        if (!command_read_number(value, 1, WIDTH_MAX, &number))
            return command_fail(NAME, "--width is a number from 1 to %d",
                                WIDTH_MAX);
        render->width = value;
    } else if (letter == 'a') {
        if (!command_read_number(value, 0, 999999999, &number))
            return command_fail(NAME, "--at is the number of an entry: see "
                                      "'castled record'");
        render->at = (int)number;
    } else if (letter == 'o') {
        render->output = value;
        render->is_png = ends_with(value, ".png");
        if (!render->is_png && !ends_with(value, ".svg"))
            return command_fail(NAME, "'%s' ends neither in .svg nor in .png",
                                value);
    } else {
        return EXIT_COULD_NOT_RUN;
    }
    return EXIT_OK;
}

int render_command(int argc, char **argv)
{
    static const struct option options[] = {
        {"at", required_argument, NULL, 'a'},
        {"output", required_argument, NULL, 'o'},
        {"language", required_argument, NULL, 'l'},
        {"dark", no_argument, NULL, 'd'},
        {"width", required_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct render render = {
        .language = "en", .width = "1200", .at = SCENE_LAST};
    int letter;
    while ((letter = getopt_long(argc, argv, "a:o:l:h", options, NULL)) != -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            return EXIT_OK;
        }
        int taken = take_option(&render, letter, optarg);
        if (taken != EXIT_OK)
            return taken;
    }
    if (optind + 1 != argc)
        return command_fail(NAME, "which record? Name one file");
    render.record = argv[optind];
    struct worker_server *server = NULL;
    struct error error;
    if (worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error) !=
        STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    int status = render_record(server, &render);
    worker_server_stop(server);
    return status;
}
