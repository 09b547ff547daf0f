#include "fair/record.h"
#include "base/json.h"
#include "command/command.h"
#include "command/play_out.h"
#include "command/replayed.h"
#include "game/scene.h"
#include "game/verify.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char NAME[] = "record";

static const char HELP[] =
    "usage: castled record [OPTION]... FILE|-\n"
    "\n"
    "Shows what is in a game's record; - is standard input. Without an option: "
    "what\n"
    "was played, an entry a line.\n"
    "\n"
    "      --events  plays it again by the rules in it and prints the events,\n"
    "                one JSON object a line\n"
    "      --scenes  the same, and how the game stood each time, for those who "
    "show\n"
    "                it: a line with what there is to know of the game "
    "(description,\n"
    "                entries), then two for the beginning and for each entry "
    "after\n"
    "                which something is different: what happened (entry, type, "
    "by,\n"
    "                told, events), and the view\n"
    "      --sources prints the scripts in it\n"
    "      --help    this\n"
    "\n"
    "Exit status: 0 it could be shown, 1 something in it is wrong, 2 it cannot "
    "be\n"
    "read.\n";

enum shown {
    SHOWN_ENTRIES,
    SHOWN_EVENTS,
    SHOWN_SCENES,
    SHOWN_SOURCES,
    SHOWN_COUNT,
};

/* Writes what strangers wrote; at a terminal, without what would control it. */
static void print_clean(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

static void print_clean(const char *format, ...)
{
    struct text out = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&out, format, arguments);
    va_end(arguments);
    if (out.size > 0 && isatty(STDOUT_FILENO) == 1)
        play_out_clean(out.bytes, out.size);
    fputs(text_string(&out), stdout);
    text_free(&out);
}

/* One entry, short: sources by their path, everything else as it is. */
static int show_entry(const struct record_entry *entry, enum shown shown)
{
    struct json *d;
    struct error error;
    bool is_source = strcmp(entry->type, "source") == 0;
    if (shown == SHOWN_SOURCES && !is_source)
        return EXIT_OK;
    if (!is_source) {
        print_clean("%4d  %d  %-11s %.*s\n", entry->seq, entry->by, entry->type,
                    (int)entry->d_size, entry->d);
        return EXIT_OK;
    }
    if (record_parse(&d, entry, &error) != STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    const char *path = json_string_of(json_get(d, "path"));
    const char *text = json_string_of(json_get(d, "text"));
    if (shown == SHOWN_SOURCES)
        print_clean("==> %s <==\n%s\n", path == NULL ? "?" : path,
                    text == NULL ? "" : text);
    else
        print_clean("%4d  %d  %-11s %s, %zu bytes\n", entry->seq, entry->by,
                    entry->type, path == NULL ? "?" : path,
                    json_size(json_get(d, "text")));
    json_free(d);
    return EXIT_OK;
}

static int show_entries(const char *bytes, size_t size, enum shown shown)
{
    struct record *record;
    struct error error;
    if (record_read(&record, bytes, size, &error) != STATUS_OK) {
        command_fail(NAME, "%s", error.text);
        return EXIT_FOUND_WRONG;
    }
    int status = EXIT_OK;
    for (int i = 0; status == EXIT_OK && i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        status = show_entry(&entry, shown);
    }
    record_free(record);
    return status;
}

/* Shows what comes out when it is played again. */
static int show_played(struct worker_server *server, const struct text *record,
                       enum shown shown)
{
    struct text out = {0};
    int status =
        shown == SHOWN_EVENTS
            ? replayed_ask(&out, NAME, server, VERIFY_JOB_EVENTS, record)
            : replayed_scene(&out, NAME, server, SCENE_ALL, record);
    if (status == EXIT_OK)
        fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    return status;
}

static bool is_played(enum shown shown)
{
    return shown == SHOWN_EVENTS || shown == SHOWN_SCENES;
}

/* Reads the arguments; false when nothing is to be shown: *status is then what
 * to end with. */
static bool read_arguments(enum shown *shown, int argc, char **argv,
                           int *status)
{
    bool is_asked[SHOWN_COUNT] = {false};
    const struct command_option options[] = {
        {"events", .flag = &is_asked[SHOWN_EVENTS]},
        {"scenes", .flag = &is_asked[SHOWN_SCENES]},
        {"sources", .flag = &is_asked[SHOWN_SOURCES]},
        {.name = NULL},
    };
    if (!command_read_options(argc, argv, options, HELP, status))
        return false;
    *shown = SHOWN_ENTRIES;
    int count = 0;
    for (int i = SHOWN_EVENTS; i < SHOWN_COUNT; i++) {
        count += is_asked[i];
        if (is_asked[i])
            *shown = (enum shown)i;
    }
    *status = EXIT_COULD_NOT_RUN;
    if (count > 1)
        command_fail(NAME, "only one of --events, --scenes and --sources");
    else if (optind + 1 != argc)
        command_fail(NAME, "which record? Name one file");
    return count <= 1 && optind + 1 == argc;
}

int record_command(int argc, char **argv)
{
    enum shown shown;
    int status;
    if (!read_arguments(&shown, argc, argv, &status))
        return status;
    struct worker_server *server = NULL;
    struct text record = {0};
    struct error error;
    if (is_played(shown) &&
        worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error) !=
            STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    status = replayed_read(&record, NAME, argv[optind]);
    if (status == EXIT_OK && is_played(shown))
        status = show_played(server, &record, shown);
    else if (status == EXIT_OK)
        status = show_entries(text_string(&record), record.size, shown);
    text_free(&record);
    worker_server_stop(server);
    return status;
}
