#include "fair/record.h"
#include "base/json.h"
#include "command/command.h"
#include "command/play_out.h"
#include "game/verify.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char NAME[] = "record";

static const char HELP[] =
    "usage: castled record [OPTION]... FILE\n"
    "\n"
    "Shows what is in a game's record. Without an option: what was played, an\n"
    "entry a line.\n"
    "\n"
    "      --events  plays it again by the rules in it and prints the events,\n"
    "                one JSON object a line\n"
    "      --sources prints the scripts in it\n"
    "      --help    this\n"
    "\n"
    "Exit status: 0 it could be shown, 1 something in it is wrong, 2 it cannot "
    "be\n"
    "read.\n";

enum shown { SHOWN_ENTRIES, SHOWN_EVENTS, SHOWN_SOURCES };

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

/* The events come from a worker: whose rules they are, nobody knows. */
static int show_events(struct worker_server *server, const char *bytes,
                       size_t size)
{
    struct text out = {0};
    struct error error;
    enum worker_end end =
        worker_run(server, VERIFY_JOB_EVENTS, bytes, size, &out, &error);
    if (end == WORKER_DONE)
        fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    if (end == WORKER_DONE)
        return EXIT_OK;
    command_fail(NAME, "%s", error.text);
    return end == WORKER_NONE ? EXIT_COULD_NOT_RUN : EXIT_FOUND_WRONG;
}

int record_command(int argc, char **argv)
{
    static const struct option options[] = {
        {"events", no_argument, NULL, 'e'},
        {"sources", no_argument, NULL, 's'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    enum shown shown = SHOWN_ENTRIES;
    int letter;
    while ((letter = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            return EXIT_OK;
        }
        if (letter == '?')
            return EXIT_COULD_NOT_RUN;
        shown = letter == 'e' ? SHOWN_EVENTS : SHOWN_SOURCES;
    }
    if (optind + 1 != argc)
        return command_fail(NAME, "which record? Name one file");
    struct worker_server *server = NULL;
    struct text bytes = {0};
    struct error error;
    if (shown == SHOWN_EVENTS &&
        worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error) !=
            STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    int status;
    if (text_read_file(&bytes, argv[optind], RECORD_SIZE_MAX, &error) !=
        STATUS_OK)
        status = command_fail(NAME, "%s", error.text);
    else if (shown == SHOWN_EVENTS)
        status = show_events(server, text_string(&bytes), bytes.size);
    else
        status = show_entries(text_string(&bytes), bytes.size, shown);
    text_free(&bytes);
    worker_server_stop(server);
    return status;
}
