#include "game/verify_inside.h"

#include "base/json.h"
#include "fair/hex.h"
#include "game/game.h"
#include "game/scene.h"
#include "game/sources.h"
#include "game/verify_replay.h"
#include "script/host_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    EVENTS_SIZE_MAX = 16 << 20,
    PLAY_CPU_S = 20,
    PLAY_DEADLINE_MS = 40000,
};

void verify_add_check(struct verify_report *report, const char *name,
                      enum verify_answer answer, const char *says)
{
    REQUIRE(report->count < VERIFY_CHECKS_MAX);
    struct verify_check *check = &report->checks[report->count++];
    check->name = name;
    check->answer = answer;
    /* What strangers wrote may be in it. */
    host_text_show(check->says, says, strlen(says), VERIFY_SAID_MAX);
    if (answer != VERIFY_WRONG)
        return;
    report->verdict = VERIFY_WRONG;
    snprintf(report->says, sizeof report->says,
             "This record does not prove what it says.");
}

static const char LACKING[] =
    "Nothing is wrong with this record so far, but not all could be checked: ";

void verify_add_lack(struct verify_report *report, const char *what)
{
    const size_t size = sizeof report->says;
    if (report->verdict == VERIFY_WRONG)
        return;
    if (report->verdict == VERIFY_GOOD) {
        snprintf(report->says, size, "%s%s.", LACKING, what);
    } else { /* one more in the list, before its full stop */
        size_t end = strlen(report->says) - 1;
        snprintf(report->says + end, size - end, ", %s.", what);
    }
    report->verdict = VERIFY_OPEN;
}

bool verify_say(struct verify *verify, const char *name,
                enum verify_answer answer, const char *format, ...)
{
    char sentence[VERIFY_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    verify_add_check(verify->report, name, answer, sentence);
    return answer != VERIFY_WRONG;
}

static const char NO_MEMORY[] = "this machine had no memory for all of it";

/* What a failure says of this machine, and not of the record, as a clause; NULL
 * when it is the record's. */
static const char *lack_of(const struct error *error)
{
    if (error->status == STATUS_NO_MEMORY)
        return NO_MEMORY;
    return error->status == STATUS_LIMIT
               ? "it took more time or memory here than it may"
               : NULL;
}

bool verify_fail(struct verify *verify, const char *name,
                 const struct error *error)
{
    const char *lack = lack_of(error);
    if (lack != NULL)
        verify_lack(verify, lack);
    verify_say(verify, name, lack == NULL ? VERIFY_WRONG : VERIFY_OPEN, "%s",
               error->text);
    return false;
}

void verify_lack(struct verify *verify, const char *what)
{
    text_addf(&verify->lacks, "%s%s", verify->lacks.size == 0 ? "" : ", ",
              what);
}

void verify_free_text(struct verify *verify, struct text *text)
{
    if (text->failed)
        verify_lack(verify, NO_MEMORY);
    text_free(text);
}

int verify_count(const struct verify *verify, const char *type)
{
    int count = 0;
    for (int seq = 0; seq < record_count(verify->record); seq++)
        count += strcmp(record_entry(verify->record, seq).type, type) == 0;
    return count;
}

bool verify_has_end(const struct verify *verify)
{
    int last = record_count(verify->record) - 1;
    return strcmp(record_entry(verify->record, last).type, "end") == 0;
}

int verify_list_seats(const struct verify *verify, struct text *out,
                      bool (*is)(const struct verify_seat *seat))
{
    const struct verify_report *report = verify->report;
    int count = 0;
    for (int i = 1; i < report->seat_count; i++)
        if (is(&report->seats[i]))
            text_addf(out, "%s%d", count++ == 0 ? "" : ", ", i);
    return count;
}

/* Adds the value, a text as it is. */
static void add_value(struct text *out, const struct json *value)
{
    const char *text = json_string_of(value);
    if (text != NULL)
        text_add(out, text);
    else
        json_add_value(out, value);
}

/* Adds ", variants a, b", then ", NAME = VALUE" for the options. */
static void add_choices(struct text *out, const struct json *params)
{
    const struct json *variants = json_get(params, "variants");
    struct json_walk walk = json_walk(json_get(params, "options"));
    for (size_t i = 0; i < json_size(variants); i++) {
        text_add(out, i == 0 ? "; variants: " : ", ");
        add_value(out, json_at(variants, i));
    }
    for (const char *before = "; options: "; json_walk_next(&walk);
         before = ", ") {
        text_addf(out, "%s%s = ", before, walk.key);
        add_value(out, walk.value);
    }
}

/* Adds "2026-05-01 12:00 UTC", by the referee's clock. */
static void add_date(struct text *out, int64_t ms)
{
    char date[40];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts) > 0)
        text_addf(out, "; begun %s", date);
}

/* Fills in what the report says was played. */
static void say_played(struct verify *verify)
{
    const struct json *params = json_get(verify->opening, "params");
    const char *game = json_string_of(json_get(params, "game"));
    struct text out = {0};
    if (game == NULL)
        return;
    text_add(&out, game);
    add_choices(&out, params);
    text_add(&out, verify->level == GAME_LEVEL_OPEN ? "; from a seed (level 0)"
                                                    : "; sealed");
    if (verify->level != GAME_LEVEL_OPEN)
        text_addf(&out, " (level %lld)", (long long)verify->level);
    add_date(&out, record_entry(verify->record, 0).ts);
    host_text_show(verify->report->played, text_string(&out), out.size,
                   VERIFY_SAID_MAX);
    text_free(&out);
}

bool verify_is_record(const char *bytes, size_t size)
{
    static const char START[] = "E {";
    const size_t start_size = sizeof START - 1;
    const char *end = bytes + size;
    while ((size_t)(end - bytes) >= start_size) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline == NULL)
            return false;
        if (memcmp(bytes, START, start_size) == 0)
            return true;
        bytes = newline + 1;
    }
    return false;
}

/* Leaves a last line without its end out: a file that is cut off is a record up
 * to there. */
static void cut_last_line(struct verify *verify)
{
    size_t size = verify->size;
    while (size > 0 && verify->bytes[size - 1] != '\n')
        size--;
    if (size == 0 || size == verify->size)
        return;
    verify->size = size;
    verify_lack(verify, "its last line is cut off");
}

static bool check_chain(struct verify *verify)
{
    struct error error;
    cut_last_line(verify);
    if (record_read(&verify->record, verify->bytes, verify->size, &error) !=
        STATUS_OK)
        return verify_fail(verify, "chain", &error);
    char head[HASH_HEX_SIZE];
    struct hash hash = record_head(verify->record);
    hash_to_hex(head, &hash);
    if (record_parse_opening(&verify->opening, verify->record, &error) !=
        STATUS_OK)
        return verify_fail(verify, "chain", &error);
    verify->level = -1;
    if (!json_read_integer(json_get(verify->opening, "level"), &verify->level))
        return verify_say(
            verify, "chain", VERIFY_WRONG,
            "entry 0 (open) does not say how the order came about: it "
            "has no level");
    say_played(verify);
    return verify_form_check(verify) &&
           verify_say(
               verify, "chain", VERIFY_GOOD,
               "%d entries, each with the hash of the one before it; the last "
               "hash is %s",
               record_count(verify->record), head);
}

/* Whether the scripts of the record are those that we have. */
static bool check_scripts(struct verify *verify, const struct ruleset *ruleset)
{
    struct text others = {0};
    if (verify->means->root == NULL) {
        verify_lack(verify, "its scripts were compared with no others");
        return verify_say(verify, "scripts", VERIFY_OPEN,
                          "there are no scripts here to compare them with");
    }
    int count = sources_list_others(&others, ruleset, verify->means->root);
    if (count > 0)
        verify_lack(verify, "its scripts are not those of this castled");
    bool goes_on =
        count == 0
            ? verify_say(verify, "scripts", VERIFY_GOOD,
                         "these are the scripts of this castled")
            : verify_say(
                  verify, "scripts", VERIFY_OPEN,
                  "%d of them differ from those of this castled, or are not "
                  "here: they may be of another version, or changed to favour "
                  "somebody ('castled record --sources FILE' shows them): %s",
                  count, text_string(&others));
    verify_free_text(verify, &others);
    return goes_on;
}

/* Whether the record is cut off among its scripts, or just behind them. */
static bool ends_in_sources(const struct verify *verify)
{
    int last = record_count(verify->record) - 1;
    return strcmp(record_entry(verify->record, last).type, "source") == 0;
}

/* There is nothing in it yet that they could have been rules of. */
static bool say_sources_cut(struct verify *verify)
{
    verify->has_sources = false;
    verify_lack(verify, "its scripts are not all there");
    return verify_say(verify, "rules", VERIFY_OPEN,
                      "the record ends among its scripts: they are not all "
                      "those whose hash the opening names");
}

static bool check_sources(struct verify *verify)
{
    struct error error;
    struct ruleset *ruleset;
    verify->has_sources = verify_count(verify, "source") > 0;
    if (!verify->has_sources) {
        verify_lack(verify, "there are no scripts in it");
        return verify_say(
            verify, "rules", VERIFY_OPEN,
            "there are no scripts in this record, so nobody can tell "
            "from it what was allowed");
    }
    if (sources_ruleset(&ruleset, verify->record, &error) != STATUS_OK)
        return error.status == STATUS_BAD_INPUT && ends_in_sources(verify)
                   ? say_sources_cut(verify)
                   : verify_fail(verify, "rules", &error);
    char hash[HASH_HEX_SIZE];
    hash_to_hex(hash, &ruleset->hash);
    bool goes_on =
        verify_say(
            verify, "rules", VERIFY_GOOD,
            "the %d scripts in the record are those whose hash the opening "
            "names: %s",
            ruleset->source_count, hash) &&
        check_scripts(verify, ruleset);
    ruleset_free(ruleset);
    return goes_on;
}

const struct worker_job verify_jobs[VERIFY_JOB_COUNT] = {
    [VERIFY_JOB_PLAY] = {.run = verify_replay_play,
                         .in_size_max = RECORD_SIZE_MAX,
                         .out_size_max = 64,
                         .cpu_s = PLAY_CPU_S,
                         .deadline_ms = PLAY_DEADLINE_MS},
    [VERIFY_JOB_EVENTS] = {.run = verify_replay_events,
                           .in_size_max = RECORD_SIZE_MAX,
                           .out_size_max = EVENTS_SIZE_MAX,
                           .cpu_s = PLAY_CPU_S,
                           .deadline_ms = PLAY_DEADLINE_MS},
    [VERIFY_JOB_SCENE] = {.run = scene_show,
                          .in_size_max = RECORD_SIZE_MAX + SCENE_ENTRY_SIZE,
                          .out_size_max = EVENTS_SIZE_MAX,
                          .cpu_s = PLAY_CPU_S,
                          .deadline_ms = PLAY_DEADLINE_MS},
};

/* Whether the replay got as far as the game's end, and stopped there. */
static bool is_about_end(const struct verify *verify, const struct error *error)
{
    char end[64];
    snprintf(end, sizeof end,
             "entry %d (end): ", record_count(verify->record) - 1);
    return strstr(error->text, end) != NULL;
}

static bool check_choices(struct verify *verify)
{
    struct text out = {0};
    struct error error;
    if (verify->sealing.forfeited > 0)
        return verify_say(verify, "choices", VERIFY_GOOD,
                          "nobody made a choice: the game had not begun");
    if (!verify->has_sources)
        return verify_say(verify, "choices", VERIFY_OPEN,
                          "without scripts the game cannot be played again");
    if (!verify->has_master)
        return verify_say(verify, "choices", VERIFY_OPEN,
                          "a game whose seal is closed cannot be played again");
    if (verify->means->server == NULL) {
        verify_lack(verify, "its scripts were not run");
        return verify_say(verify, "choices", VERIFY_OPEN,
                          "there is no worker to run the record's scripts in");
    }
    int count = verify_count(verify, "choice");
    enum worker_end end = worker_run(verify->means->server, VERIFY_JOB_PLAY,
                                     verify->bytes, verify->size, &out, &error);
    text_free(&out); /* how many choices: that is known here too */
    if (end == WORKER_NONE) {
        verify_lack(verify, "its scripts were not run");
        return verify_say(verify, "choices", VERIFY_OPEN, "%s", error.text);
    }
    if (end != WORKER_DONE &&
        (lack_of(&error) != NULL || !is_about_end(verify, &error))) {
        verify_fail(verify, "choices", &error);
        return lack_of(&error) != NULL; /* the end is there all the same */
    }
    verify_say(
        verify, "choices", VERIFY_GOOD,
        "played again by the scripts in the record: each of its %d choices was "
        "among those offered%s",
        count,
        verify_count(verify, "time_out") > 0
            ? ", and by the clock of the entries the time was over when the "
              "game was ended for it"
            : "");
    if (end == WORKER_DONE)
        return true;
    return verify_say(verify, "score", VERIFY_WRONG, "%s", error.text);
}

/* The end of a game that was forfeited before it began. */
static bool check_forfeited_score(struct verify *verify)
{
    const struct json *scores = json_get(verify->end, "scores");
    const char *reason = json_string_of(json_get(verify->end, "reason"));
    struct record_entry entry =
        record_entry(verify->record, record_count(verify->record) - 1);
    bool good = entry.by == 0 && json_size(verify->end) == 2 &&
                reason != NULL && strcmp(reason, "forfeited") == 0 &&
                verify_count(verify, "end") == 1 &&
                json_kind(scores) == JSON_KIND_ARRAY &&
                json_size(scores) == (size_t)verify->sealing.seat_count - 1;
    for (size_t i = 0; good && i < json_size(scores); i++) {
        int64_t score = -1;
        good = json_read_integer(json_at(scores, i), &score) && score == 0;
    }
    return good ? verify_say(verify, "score", VERIFY_GOOD,
                             "nobody has points (forfeited)")
                : verify_say(
                      verify, "score", VERIFY_WRONG,
                      "the end is not that of a game that was forfeited before "
                      "it began");
}

/* The end of the record; the replay has compared it with the rules'. */
static bool check_score(struct verify *verify)
{
    struct error error;
    int last = record_count(verify->record) - 1;
    struct record_entry entry = record_entry(verify->record, last);
    bool played =
        verify->report->checks[verify->report->count - 1].answer == VERIFY_GOOD;
    if (!verify_has_end(verify)) {
        verify_lack(verify, "it has no end");
        return verify_say(verify, "score", VERIFY_OPEN,
                          "the game has no end: there is no final score");
    }
    if (record_parse(&verify->end, &entry, &error) != STATUS_OK)
        return verify_fail(verify, "score", &error);
    if (verify->sealing.forfeited > 0)
        return check_forfeited_score(verify);
    struct text scores = {0};
    const struct json *list = json_get(verify->end, "scores");
    if (json_size(list) == 0) {
        verify_lack(verify, "its end has no scores");
        return verify_say(verify, "score", VERIFY_OPEN,
                          "the record does not tell the scores as ours do");
    }
    for (size_t i = 0; i < json_size(list); i++) {
        int64_t score = 0;
        json_read_integer(json_at(list, i), &score);
        text_addf(&scores, "%s%lld", i == 0 ? "" : " to ", (long long)score);
    }
    const char *reason = json_string_of(json_get(verify->end, "reason"));
    bool goes_on =
        verify_say(verify, "score", played ? VERIFY_GOOD : VERIFY_OPEN,
                   played ? "the rules give the same end: %s (%s)"
                          : "the record says %s (%s), which was not compared",
                   text_string(&scores), reason == NULL ? "?" : reason);
    verify_free_text(verify, &scores);
    return goes_on;
}

/* The verdict of a record in which no check was wrong. */
static void say_verdict(struct verify *verify)
{
    struct verify_report *report = verify->report;
    const struct text *lacks = &verify->lacks;
    char says[VERIFY_TEXT_SIZE];
    report->verdict =
        lacks->size > 0 || lacks->failed ? VERIFY_OPEN : VERIFY_GOOD;
    if (report->verdict == VERIFY_OPEN)
        snprintf(says, sizeof says, "%s%s.", LACKING,
                 lacks->failed ? NO_MEMORY : text_string(lacks));
    else if (verify->reserve != NULL)
        snprintf(says, sizeof says, "All is good with this record, but %s.",
                 verify->reserve);
    else
        snprintf(says, sizeof says, "All is good with this record.");
    host_text_show(report->says, says, strlen(says), VERIFY_SAID_MAX);
}

void verify_record(struct verify_report *report, const char *bytes, size_t size,
                   const struct verify_means *means)
{
    *report = (struct verify_report){0};
    struct verify verify = {
        .report = report, .bytes = bytes, .size = size, .means = means};
    bool goes_on = check_chain(&verify) && verify_signed_check(&verify) &&
                   check_sources(&verify) && verify_seal_check(&verify) &&
                   verify_shuffle_check(&verify) && check_choices(&verify) &&
                   check_score(&verify);
    if (goes_on) {
        verify_say(
            &verify, "not checked", VERIFY_OPEN, "%s",
            verify.level == GAME_LEVEL_OPEN
                ? "who chose the seed and when, who really played, and the "
                  "times of the entries"
                : "whether the referee looked at the order while the game ran, "
                  "which level 1 does not prevent; who really played; and the "
                  "times of the entries");
    }
    if (report->verdict != VERIFY_WRONG)
        say_verdict(&verify);
    hash_wipe(&verify.master);
    sealing_clear(&verify.sealing);
    text_free(&verify.lacks);
    json_free(verify.opening);
    json_free(verify.end);
    record_free(verify.record);
}

static const char *answer_text(enum verify_answer answer)
{
    return answer == VERIFY_OPEN   ? "null"
           : answer == VERIFY_GOOD ? "true"
                                   : "false";
}

static void add_seats(const struct verify_report *report, struct text *out)
{
    json_add_key(out, "seats");
    text_add_char(out, '[');
    for (int i = 0; i < report->seat_count; i++) {
        const struct verify_seat *seat = &report->seats[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_integer(out, "seat", i);
        json_add_member_boolean(out, "contributed", seat->contributed);
        json_add_key(out, "signed_to");
        if (seat->signed_to < 0)
            text_add(out, "null");
        else
            text_addf(out, "%d", seat->signed_to);
        json_add_member_integer(out, "unsigned_choices",
                                seat->unsigned_choices);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

static void add_checks(const struct verify_report *report, struct text *out)
{
    json_add_key(out, "checks");
    text_add_char(out, '[');
    for (int i = 0; i < report->count; i++) {
        const struct verify_check *check = &report->checks[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", check->name);
        json_add_key(out, "ok");
        text_add(out, answer_text(check->answer));
        json_add_member_string(out, "says", check->says);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

void verify_add_members(const struct verify_report *report, struct text *out)
{
    static const char *const words[] = {[VERIFY_GOOD] = "good",
                                        [VERIFY_WRONG] = "wrong",
                                        [VERIFY_OPEN] = "open"};
    json_add_member_boolean(out, "good", report->verdict == VERIFY_GOOD);
    json_add_member_string(out, "verdict", words[report->verdict]);
    json_add_member_string(out, "says", report->says);
    add_seats(report, out);
    add_checks(report, out);
}
