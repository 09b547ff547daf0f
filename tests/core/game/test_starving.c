/*
 * Memory that is out at any request: a step that fails leaves all as it was,
 * and decides nothing about a record.
 */

#include "../long.h"
#include "sealed.h"
#include "starve.h"

#include <stdlib.h>

enum { REQUESTS_MAX = 100000, STEP_COUNT = 5 };

static struct ruleset *ruleset;
static struct sealing sealing;
static struct contribution given[MATERIAL_SEATS_MAX];

static void stop(void)
{
    sealing_clear(&sealing);
    ruleset_free(ruleset);
}

TestSuite(starving, .fini = stop, .timeout = 600);

static enum status commit(struct error *failure)
{
    struct hash commitment =
        contribution_commit(&given[0], &sealing.context, 1);
    return sealing_commit(&sealing, 1, &commitment, failure);
}

static enum status lock(struct error *failure)
{
    return sealing_lock(&sealing, failure);
}

static enum status agree(struct error *failure)
{
    struct signature agreed = sign_agree(&given[0].keys, &sealing.lock);
    return sealing_agree(&sealing, 1, &agreed, failure);
}

static enum status reveal(struct error *failure)
{
    return sealing_reveal(&sealing, 1, &given[0].secret, "", failure);
}

static enum status forfeit(struct error *failure)
{
    return sealing_forfeit(&sealing, 1, failure);
}

static enum status (*const steps[STEP_COUNT])(struct error *failure) = {
    commit, lock, agree, reveal, forfeit};

/* The record's lines; the caller's. */
static struct text lines_of(const struct record *record)
{
    struct text lines = {0};
    size_t size;
    const char *bytes = record_bytes(record, &size);
    text_add_bytes(&lines, bytes, size);
    return lines;
}

static bool has_lines(const struct record *record, const struct text *lines)
{
    size_t size;
    const char *bytes = record_bytes(record, &size);
    return size == lines->size && memcmp(bytes, lines->bytes, size) == 0;
}

/* Does a step with the n-th request failing, for every n that it comes to, and
 * then in full: what fails leaves no trace. */
static void do_step(int which)
{
    struct text before = lines_of(sealing.record);
    for (int n = 1; n < REQUESTS_MAX; n++) {
        struct sealing was = sealing;
        struct error failure;
        starve_at(n);
        enum status status = steps[which](&failure);
        if (!starve_end()) {
            cr_expect_gt(n, 1, "step %d asks for no memory", which);
            cr_assert_eq(status, STATUS_OK, "step %d, %d: %s", which, n,
                         failure.text);
            break;
        }
        cr_assert_eq(status, STATUS_NO_MEMORY, "step %d, %d", which, n);
        cr_assert(has_lines(sealing.record, &before), "step %d, %d", which, n);
        cr_assert_eq(memcmp(&was, &sealing, sizeof was), 0, "step %d, %d",
                     which, n);
    }
    struct sealing read;
    must(sealing_read(&read, sealing.record, &error));
    sealing_clear(&read);
    text_free(&before);
}

Test(starving, a_step_of_the_sealing_that_fails_can_be_done_again)
{
    ruleset = open_rules("castle");
    open_seal(&sealing, ruleset, (struct timer_rule){0}, given);
    for (int which = 0; which < STEP_COUNT - 1; which++)
        do_step(which);
    cr_expect(sealing_is_done(&sealing));
}

Test(starving, a_forfeit_that_fails_can_be_done_again)
{
    ruleset = open_rules("castle");
    open_seal(&sealing, ruleset, (struct timer_rule){0}, given);
    do_step(0);
    do_step(1);
    do_step(STEP_COUNT - 1);
    cr_expect_eq(sealing.forfeited, 1);
}

/* Cards, but nobody plays one: it is over as soon as it is begun. */
static void open_short_game(void)
{
    struct ruleset *cards = open_rules("cards");
    must(ruleset_empty(&ruleset, cards->game, &error));
    for (int i = 0; i < cards->source_count; i++) {
        const struct ruleset_source *source = &cards->sources[i];
        struct text text = {0};
        text_add_bytes(&text, source->text.bytes, source->text.size);
        char *at = strstr(text_string(&text), "> 0 and table_.seat_on_turn");
        if (at != NULL)
            at[2] = '9';
        must(ruleset_add_source(ruleset, source->module, source->path,
                                text_string(&text), text.size, &error));
        text_free(&text);
    }
    must(ruleset_seal(ruleset, &error));
    ruleset_free(cards);
}

/* From one request that fails to the next that is tried. */
static int step(void)
{
    return is_long() ? 1 : 5;
}

/* Makes the short game with the n-th request failing: it is made all the same,
 * or all is as before, and it can be made then. Whether it came to that
 * request. */
static bool make_short_game(int n)
{
    struct game *game;
    struct error failure;
    struct game_start start = {.ruleset = ruleset, .sealing = &sealing};
    seal(&sealing, ruleset, (struct timer_rule){0}, given);
    struct text before = lines_of(sealing.record);
    starve_at(n);
    enum status status = game_new(&game, &start, &failure);
    bool has_failed = starve_end();
    if (status == STATUS_OK) {
        cr_expect_str_eq(game_over_reason(game), "finished");
        game_free(game);
    } else {
        cr_assert(has_failed, "%s", failure.text);
        cr_assert(has_lines(sealing.record, &before), "%d: %s", n,
                  failure.text);
        cr_assert_not(sealing.seats[0].revealed, "%d: %s", n, failure.text);
        must(game_new(&game, &start, &error));
        game_free(game);
    }
    sealing_clear(&sealing);
    text_free(&before);
    return has_failed;
}

Test(starving, a_game_that_cannot_be_made_leaves_the_seal_as_it_was)
{
    int n = 1;
    open_short_game();
    while (make_short_game(n))
        n += step();
    cr_expect_gt(n, 1);
}

/* Whether a record of a game that goes on is open, and nothing else, whatever
 * is out of memory; each with another request that fails. */
static void expect_open(const struct record *record)
{
    struct verify_means means = {.root = CASTLED_SOURCE_DIR};
    struct verify_report report;
    size_t size;
    const char *bytes = record_bytes(record, &size);
    for (int n = 1; n < REQUESTS_MAX; n += step()) {
        starve_at(n);
        verify_record(&report, bytes, size, &means);
        bool has_failed = starve_end();
        cr_assert_eq(report.verdict, VERIFY_OPEN, "%d: %s; %s: %s", n,
                     report.says, report.checks[report.count - 1].name,
                     report.checks[report.count - 1].says);
        cr_assert_neq(report.says[0], '\0', "%d", n);
        if (!has_failed)
            return;
    }
    cr_assert_fail("it asks for memory without end");
}

Test(starving, want_of_memory_makes_no_verdict)
{
    struct game *game;
    ruleset = open_rules("castle");
    seal(&sealing, ruleset, (struct timer_rule){0}, given);
    struct game_start start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &start, &error));
    must(game_choose(game, 0, &error));
    expect_open(game_record(game));
    must(game_resign(game, 0, &error));
    expect_open(game_record(game)); /* its scripts are not run */
    game_free(game);
}

Test(starving, want_of_memory_makes_no_verdict_of_a_forfeit)
{
    ruleset = open_rules("castle");
    open_seal(&sealing, ruleset, (struct timer_rule){0}, given);
    must(commit(&error));
    must(lock(&error));
    must(forfeit(&error));
    struct verify_report report;
    struct verify_means means = {.root = CASTLED_SOURCE_DIR};
    size_t size;
    const char *bytes = record_bytes(sealing.record, &size);
    bool has_failed = true;
    for (int n = 1; has_failed; n += step()) {
        starve_at(n);
        verify_record(&report, bytes, size, &means);
        has_failed = starve_end();
        cr_assert_neq(report.verdict, VERIFY_WRONG, "%d: %s", n,
                      report.checks[report.count - 1].says);
    }
    cr_expect_not_null(strstr(report.says, " checked: only the referee says "
                                           "that seat 1 did not sign the lock "
                                           "in time."),
                       "%s", report.says);
}
