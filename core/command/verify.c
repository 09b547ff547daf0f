#include "game/verify.h"

#include "base/json.h"
#include "command/command.h"
#include "command/replayed.h"

#include <getopt.h>

static const char NAME[] = "verify";

static const char HELP[] =
    "usage: castled verify [OPTION]... FILE|-...\n"
    "\n"
    "Checks records of games without trusting who made them: that nothing was\n"
    "changed, who signed and who sealed the order, that every draw is what "
    "the\n"
    "seal gives, that every choice was allowed, and the score. The rules are\n"
    "those in the record; they run in a process that can do nothing else, and\n"
    "are compared with those of this castled. Says what was played and when,\n"
    "for each check what was compared or could not be, and, last, the "
    "verdict:\n"
    "\n"
    "  All is good         with what a game of its kind never proves, as one\n"
    "                      from a seed\n"
    "  Nothing is wrong so far, but not all could be checked\n"
    "                      and why: it has no end, its seal is not opened,\n"
    "                      nobody signed it, its scripts are other ones\n"
    "  This record does not prove what it says\n"
    "\n"
    "- is standard input.\n"
    "\n"
    "      --json   one JSON object a file: file, played, good (only when all "
    "is),\n"
    "               verdict (good, open, wrong), says, seats [{seat, "
    "contributed,\n"
    "               signed_to (its newest signed entry), unsigned_choices\n"
    "               (behind that)}], checks [{name, ok (null: not checked),\n"
    "               says}]\n"
    "      --help   this\n"
    "\n"
    "Exit status: 0 all is good, 1 it is not, or not all could be checked, 2 "
    "a\n"
    "file cannot be read, or is no record.\n";

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
    puts(report->says);
}

static void print_json(const char *path, const struct verify_report *report)
{
    struct text out = {0};
    text_add_char(&out, '{');
    json_add_member_string(&out, "file", path);
    json_add_member_string(&out, "played", report->played);
    verify_add_members(report, &out);
    text_add_char(&out, '}');
    puts(text_string(&out));
    text_free(&out);
}

/* Verifies one file; its exit status. */
static int verify_file(const char *path, bool json,
                       struct worker_server *server)
{
    struct text bytes = {0};
    struct verify_means means = {.server = server, .root = command_root()};
    int status = replayed_read(&bytes, NAME, path);
    if (status != EXIT_OK) {
        text_free(&bytes);
        return status;
    }
    struct verify_report report;
    verify_record(&report, text_string(&bytes), bytes.size, &means);
    text_free(&bytes);
    if (json)
        print_json(path, &report);
    else
        print_text(path, &report, command_is_terminal(stdout));
    return report.verdict == VERIFY_GOOD ? EXIT_OK : EXIT_FOUND_WRONG;
}

int verify_command(int argc, char **argv)
{
    bool json = false;
    int status;
    const struct command_option options[] = {
        {"json", .flag = &json},
        {.name = NULL},
    };
    if (!command_read_options(argc, argv, options, HELP, &status))
        return status;
    if (optind == argc)
        return command_fail(NAME, "which record? Name at least one file");
    struct worker_server *server;
    struct error error;
    if (worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error) !=
        STATUS_OK)
        return command_fail(NAME, "%s", error.text);
    status = EXIT_OK;
    for (int i = optind; i < argc; i++) {
        int one = verify_file(argv[i], json, server);
        if (one > status)
            status = one;
    }
    worker_server_stop(server);
    return status;
}
