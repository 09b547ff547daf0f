#include "game/scenario.h"

#include "base/json.h"
#include "base/list.h"
#include "command/command.h"

#include <dirent.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char NAME[] = "scenario";
static const char ENDING[] = ".scenario";

static const char HELP[] =
    "usage: castled scenario [OPTION]... FILE|FOLDER...\n"
    "\n"
    "Plays scenarios: short games, written as text, that prove rules. Of a\n"
    "folder, all files in it that end in .scenario are played. Prints a line "
    "for\n"
    "each file; of a scenario that does not hold, what was expected, what\n"
    "happened, and the board. tests/README.md says how scenarios are written.\n"
    "\n"
    "  -v, --verbose  a line for each scenario\n"
    "      --json     one JSON object instead\n"
    "      --help     this\n"
    "\n"
    "Exit status: 0 all hold, 1 some do not, 2 some could not be played.\n";

struct files {
    int count;
    int max;
    char **paths; /* owned */
};

/* What was played so far. */
struct tally {
    bool verbose;
    bool json;
    int passed;
    int failed;
    int broken;      /* could not be played, or files that could not be read */
    struct text out; /* with json: the list of scenarios */
};

static bool add_file(struct files *files, const char *path)
{
    char **paths =
        list_grow(files->paths, &files->max, files->count, sizeof *paths);
    if (paths == NULL)
        return false;
    files->paths = paths;
    files->paths[files->count] = strdup(path);
    return files->paths[files->count++] != NULL;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Adds a file, or all scenarios in a folder, by name. */
static bool add_path(struct files *files, const char *path)
{
    struct dirent **entries;
    if (!is_folder(path))
        return add_file(files, path);
    int count = scandir(path, &entries, NULL, alphasort);
    bool has_room = count >= 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t size = strlen(name);
        struct text below = {0};
        text_addf(&below, "%s%s%s", path,
                  path[strlen(path) - 1] == '/' ? "" : "/", name);
        bool is_wanted =
            name[0] != '.' &&
            (is_folder(text_string(&below)) ||
             (size > sizeof ENDING - 1 &&
              strcmp(name + size - (sizeof ENDING - 1), ENDING) == 0));
        if (is_wanted && has_room)
            has_room = add_path(files, text_string(&below));
        text_free(&below);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return has_room;
}

static void free_files(struct files *files)
{
    for (int i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
}

/* Prints a text of several lines, each indented. */
static void print_lines(const struct text *text)
{
    const char *line = text_string(text);
    while (*line != '\0') {
        size_t size = strcspn(line, "\n");
        printf("%s%.*s\n", size > 0 ? "      " : "", (int)size, line);
        line += size + (line[size] == '\n');
    }
}

static void print_failed(const char *path, const char *title,
                         const struct scenario_outcome *outcome)
{
    printf("%s:%d: does not hold: %s\n", path, outcome->line, title);
    printf("  expected: %s\n", text_string(&outcome->expected));
    printf("  happened: %s\n", text_string(&outcome->happened));
    if (outcome->events.size > 0) {
        printf("  since the last step:\n");
        print_lines(&outcome->events);
    }
    if (outcome->board.size > 0)
        print_lines(&outcome->board);
}

static void add_json(struct tally *tally, const char *path, const char *title,
                     int line, const char *result)
{
    struct text *out = &tally->out;
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_string(out, "file", path);
    json_add_member_integer(out, "line", line);
    json_add_member_string(out, "result", result);
    json_add_member_string(out, "title", title);
}

static void add_json_failed(struct tally *tally,
                            const struct scenario_outcome *outcome)
{
    struct text *out = &tally->out;
    json_add_member_integer(out, "failed_line", outcome->line);
    json_add_member_string(out, "expected", text_string(&outcome->expected));
    json_add_member_string(out, "happened", text_string(&outcome->happened));
    json_add_member_string(out, "events", text_string(&outcome->events));
    json_add_member_string(out, "board", text_string(&outcome->board));
}

/* Something that could not be played; `error` names file and line. */
static void tell_broken(struct tally *tally, const char *path,
                        const char *title, int line, const struct error *error)
{
    tally->broken++;
    command_fail(NAME, "%s", error->text);
    if (!tally->json)
        return;
    add_json(tally, path, title, line, "broken");
    json_add_member_string(&tally->out, "error", error->text);
    text_add_char(&tally->out, '}');
}

static void tell_played(struct tally *tally, const char *path,
                        const struct scenario_file *file, int index,
                        const struct scenario_outcome *outcome)
{
    const char *title = scenario_title(file, index);
    int line = scenario_line(file, index);
    tally->passed += outcome->holds;
    tally->failed += !outcome->holds;
    if (tally->json) {
        add_json(tally, path, title, line,
                 outcome->holds ? "passed" : "failed");
        if (!outcome->holds)
            add_json_failed(tally, outcome);
        text_add_char(&tally->out, '}');
    } else if (!outcome->holds) {
        print_failed(path, title, outcome);
    } else if (tally->verbose) {
        printf("%s:%d: holds: %s\n", path, line, title);
    }
}

static void play_file(struct tally *tally, const char *path)
{
    struct scenario_file *file;
    struct error error;
    if (scenario_read(&file, path, &error) != STATUS_OK) {
        tell_broken(tally, path, "", 0, &error);
        return;
    }
    int passed = tally->passed;
    for (int i = 0; i < scenario_count(file); i++) {
        struct scenario_outcome outcome;
        if (scenario_run_play(file, i, command_root(), &outcome, &error) ==
            STATUS_OK)
            tell_played(tally, path, file, i, &outcome);
        else
            tell_broken(tally, path, scenario_title(file, i),
                        scenario_line(file, i), &error);
        scenario_outcome_free(&outcome);
    }
    if (!tally->json && !tally->verbose)
        printf("%s: %d of %d hold\n", path, tally->passed - passed,
               scenario_count(file));
    scenario_free(file);
}

static int finish(struct tally *tally)
{
    if (tally->json)
        printf("{\"scenarios\":%s],\"passed\":%d,\"failed\":%d,"
               "\"broken\":%d}\n",
               text_string(&tally->out), tally->passed, tally->failed,
               tally->broken);
    else if (tally->broken == 0)
        printf("%d passed, %d failed\n", tally->passed, tally->failed);
    else
        printf("%d passed, %d failed, %d could not be played\n", tally->passed,
               tally->failed, tally->broken);
    text_free(&tally->out);
    if (tally->broken > 0)
        return EXIT_COULD_NOT_RUN;
    return tally->failed > 0 ? EXIT_FOUND_WRONG : EXIT_OK;
}

/* Finds the files that are meant by `count` paths; says what is wrong. */
static int find_files(struct files *files, int count, char **paths)
{
    if (count == 0)
        return command_fail(NAME, "which files? castled scenario --help says "
                                  "more");
    for (int i = 0; i < count; i++) {
        int before = files->count;
        if (!add_path(files, paths[i]))
            return command_fail(NAME, "cannot look through '%s'", paths[i]);
        if (files->count == before)
            return command_fail(NAME, "no file in '%s' ends in %s", paths[i],
                                ENDING);
    }
    return EXIT_OK;
}

int scenario_command(int argc, char **argv)
{
    static const struct option options[] = {
        {"verbose", no_argument, NULL, 'v'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct tally tally = {0};
    int letter;
    while ((letter = getopt_long(argc, argv, "vh", options, NULL)) != -1) {
        switch (letter) {
        case 'v':
            tally.verbose = true;
            break;
        case 'j':
            tally.json = true;
            break;
        case 'h':
            fputs(HELP, stdout);
            return EXIT_OK;
        default:
            return EXIT_COULD_NOT_RUN;
        }
    }
    struct files files = {0};
    int status = find_files(&files, argc - optind, argv + optind);
    if (status == EXIT_OK) {
        text_add_char(&tally.out, '[');
        for (int i = 0; i < files.count; i++)
            play_file(&tally, files.paths[i]);
        status = finish(&tally);
    }
    free_files(&files);
    return status;
}
