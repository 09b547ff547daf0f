#include "game/verify.h"

#include "base/json.h"
#include "command/command.h"
#include "fair/record.h"

#include <getopt.h>
#include <string.h>

static const char NAME[] = "verify";

static const char HELP[] =
    "usage: castled verify [OPTION]... FILE...\n"
    "\n"
    "Checks records of games without trusting who made them: that nothing was\n"
    "changed, who sealed the order and when, that every draw is what the seal\n"
    "gives, that every choice was allowed, and the score. The rules are those\n"
    "in the record; they run in a process that can do nothing else. Says what\n"
    "was played, by which rules and when, and for each check what was "
    "compared,\n"
    "and what could not be checked.\n"
    "\n"
    "      --json   one JSON object a file: file, good, played, checks [{name, "
    "ok\n"
    "               (null: not checked), says}]\n"
    "      --help   this\n"
    "\n"
    "Exit status: 0 nothing is wrong, 1 something is, 2 a file cannot be read, "
    "or\n"
    "is no record.\n";

static void print_text(const char *path, const struct verify_report *report,
                       bool colour)
{
    static const struct {
        const char *word;
        const char *colour;
    } answers[] = {
        [VERIFY_GOOD] = {"good", "\033[32m"},
        [VERIFY_WRONG] = {"WRONG", "\033[31m"},
        [VERIFY_OPEN] = {"open", "\033[33m"},
    };
    printf("%s\n", path);
    if (report->played[0] != '\0')
        printf("  %s\n", report->played);
    for (int i = 0; i < report->count; i++) {
        const struct verify_check *check = &report->checks[i];
        printf("  %s%-5s%s  %-11s  %s\n",
               colour ? answers[check->answer].colour : "",
               answers[check->answer].word, colour ? "\033[0m" : "",
               check->name, check->says);
    }
    puts(verify_is_good(report) ? "Nothing is wrong with this record."
                                : "This record does not prove what it says.");
}

static void print_json(const char *path, const struct verify_report *report)
{
    struct text out = {0};
    text_add_char(&out, '{');
    json_add_member_string(&out, "file", path);
    json_add_member_boolean(&out, "good", verify_is_good(report));
    json_add_member_string(&out, "played", report->played);
    json_add_key(&out, "checks");
    verify_add_checks(report, &out);
    text_add_char(&out, '}');
    puts(text_string(&out));
    text_free(&out);
}

/* Verifies one file; its exit status. */
static int verify_file(const char *path, bool json,
                       struct worker_server *server)
{
    struct text bytes = {0};
    struct error error;
    if (text_read_file(&bytes, path, RECORD_SIZE_MAX, &error) != STATUS_OK) {
        text_free(&bytes);
        return command_fail(NAME, "%s", error.text);
    }
    if (!verify_is_record(text_string(&bytes), bytes.size)) {
        text_free(&bytes);
        return command_fail(NAME, "'%s' is no record of a game", path);
    }
    struct verify_report report;
    verify_record(&report, text_string(&bytes), bytes.size, server);
    text_free(&bytes);
    if (json)
        print_json(path, &report);
    else
        print_text(path, &report, command_is_terminal(stdout));
    return verify_is_good(&report) ? EXIT_OK : EXIT_FOUND_WRONG;
}

int verify_command(int argc, char **argv)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    bool json = false;
    int letter;
    while ((letter = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            return EXIT_OK;
        }
        if (letter != 'j')
            return EXIT_COULD_NOT_RUN;
        json = true;
    }
    if (optind == argc)
        return command_fail(NAME, "which record? Name at least one file");
    struct worker_server *server;
    struct error error;
    if (worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error) !=
        STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    int status = EXIT_OK;
    for (int i = optind; i < argc; i++) {
        int one = verify_file(argv[i], json, server);
        if (one > status)
            status = one;
    }
    worker_server_stop(server);
    return status;
}
