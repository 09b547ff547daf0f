/*
 * Games with a clock: what their records say, and what a record may not say.
 */

#include "sealed.h"

#include <unistd.h>

static struct worker_server *server;
static struct verify_report report;
static struct ruleset *ruleset;
static struct game *game;
static struct forge forge;

static const struct timer_rule MINUTE = {.choice_ms = 60000};
static const struct timer_rule GAME = {.game_ms = 600000, .increment_ms = 1000};

static void start(void)
{
    must(worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error));
    ruleset = open_rules("castle");
}

static void stop(void)
{
    game_free(game);
    forge_clear(&forge);
    ruleset_free(ruleset);
    worker_server_stop(server);
}

TestSuite(clock, .init = start, .fini = stop);

static void begin(struct timer_rule clock)
{
    struct game_start game_start = {
        .ruleset = ruleset, .seed = "clock", .clock = clock};
    must(game_new(&game, &game_start, &error));
}

static void begin_sealed(struct timer_rule clock)
{
    struct contribution given[MATERIAL_SEATS_MAX];
    struct sealing sealing;
    seal(&sealing, ruleset, clock, given);
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
}

/* When the newest entry was made. */
static int64_t now(void)
{
    return record_newest_ts(game_record(game));
}

static enum status replay(const struct record *record, struct game **again)
{
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct game_start game_start = {.ruleset = ruleset};
    enum status status =
        game_read_start(&game_start, record, &sealing, seed, &error);
    if (status == STATUS_OK)
        status = game_replay(again, record, &game_start, &error);
    return status;
}

/* The game played again has the same timer. */
static void replays_the_same(void)
{
    struct game *again;
    struct record *record = record_again(game_record(game));
    must(replay(record, &again));
    const struct timer *one = game_timer(game);
    const struct timer *other = game_timer(again);
    cr_expect_eq(memcmp(&one->rule, &other->rule, sizeof one->rule), 0);
    cr_expect_eq(one->seat, other->seat);
    cr_expect_eq(timer_end(one), timer_end(other));
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++)
        cr_expect_eq(one->left_ms[i], other->left_ms[i]);
    size_t size, again_size;
    const char *bytes = record_bytes(record, &size);
    const char *again_bytes = record_bytes(game_record(again), &again_size);
    cr_assert_eq(size, again_size);
    cr_expect_eq(memcmp(bytes, again_bytes, size), 0);
    game_free(again);
    record_free(record);
}

static void verify_good(void)
{
    verify_now(&report, game_record(game), server);
    cr_expect(report.verdict != VERIFY_WRONG, "%s",
              report.checks[report.count - 1].says);
}

Test(clock, without_one_nothing_runs_out)
{
    begin((struct timer_rule){0});
    cr_expect_not(has_text(game_record(game), "\"clock\":"));
    cr_expect_eq(timer_end(game_timer(game)), TIMER_NEVER);
    int count = record_count(game_record(game));
    must(game_time_out(game, INT64_MAX - 1, &error));
    must(game_pause(game, 1000, &error));
    cr_expect_eq(record_count(game_record(game)), count);
    cr_expect_null(game_over_reason(game));
}

Test(clock, a_rule_that_is_none_is_refused)
{
    struct game_start game_start = {
        .ruleset = ruleset, .seed = "clock", .clock = {.increment_ms = 5}};
    cr_expect_eq(game_new(&game, &game_start, &error), STATUS_BAD_INPUT);
    struct sealing sealing;
    struct executor *executor;
    must(executor_new(&executor, ruleset, &error));
    struct sealing_open open = {
        .executor = executor, .attempt = 1, .clock = {.game_ms = -1}};
    cr_expect_eq(sealing_begin(&sealing, &open, &error), STATUS_BAD_INPUT);
    executor_free(executor);
}

Test(clock, time_runs_for_who_is_asked_by_the_times_of_entries)
{
    begin(GAME);
    cr_expect(
        has_text(game_record(game),
                 "\"params\":{\"attempt\":1,\"clock\":{\"game_ms\":600000,"
                 "\"increment_ms\":1000},\"game\":\"castle\""));
    int seat = game_question(game)->seat;
    cr_expect_eq(game_timer(game)->seat, seat);
    cr_expect_eq(timer_end(game_timer(game)), now() + 600000);
    int64_t asked = now();
    usleep(5000);
    must(game_choose(game, 0, &error));
    int64_t used = now() - asked;
    cr_expect_geq(used, 5);
    cr_expect_eq(timer_left(game_timer(game), seat, now()),
                 600000 - used + 1000);
    cr_expect_eq(timer_left(game_timer(game), 1 - seat, now()), 600000);
    replays_the_same();
    while (game_over_reason(game) == NULL)
        must(game_choose(game, 0, &error));
    cr_expect_eq(timer_end(game_timer(game)), TIMER_NEVER);
    replays_the_same();
    verify_good();
}

Test(clock, an_undo_gives_no_time_back)
{
    begin(GAME);
    int seat = game_question(game)->seat;
    int64_t end = timer_end(game_timer(game));
    must(game_choose(game, 0, &error));
    cr_expect_gt(timer_end(game_timer(game)), end);
    usleep(3000);
    must(game_undo(game, seat, &error));
    cr_expect_eq(timer_end(game_timer(game)), end);
    must(game_choose(game, 1, &error));
    replays_the_same();
}

Test(clock, an_undo_without_time_is_refused)
{
    begin((struct timer_rule){.choice_ms = 30});
    int seat = game_question(game)->seat;
    must(game_choose(game, 0, &error));
    usleep(40000);
    int count = record_count(game_record(game));
    cr_expect(game_may_undo(game, seat));
    cr_expect_eq(game_undo(game, seat, &error), STATUS_BAD_INPUT);
    cr_expect_not_null(strstr(error.text, "no time left"), "%s", error.text);
    cr_expect_eq(record_count(game_record(game)), count);
    /* The choice that comes late counts: nobody has ended the game. */
    must(game_choose(game, 0, &error));
    replays_the_same();
}

Test(clock, the_game_is_over_when_the_time_is_and_not_before)
{
    begin(MINUTE);
    must(game_choose(game, 0, &error));
    int seat = game_question(game)->seat;
    int64_t end = timer_end(game_timer(game));
    must(game_time_out(game, end - 1, &error));
    cr_expect_null(game_over_reason(game));
    must(game_time_out(game, end, &error));
    cr_expect_str_eq(game_over_reason(game), "time");
    cr_expect_eq(record_newest_ts(game_record(game)), end);
    struct result result;
    must(game_result(game, &result, &error));
    cr_expect_eq(result.winner, 1 - seat);
    newest_is(game_record(game), "end", 0,
              "{\"reason\":\"time\",\"scores\":[0,0]}");
    cr_expect_eq(timer_left(game_timer(game), seat, end), 0);
    must(game_time_out(game, end + 5, &error));
    must(game_pause(game, 5, &error));
    newest_is(game_record(game), "end", 0,
              "{\"reason\":\"time\",\"scores\":[0,0]}");
    replays_the_same();
    verify_good();
    expect_check(&report, "choices", VERIFY_GOOD, "by the clock");
    expect_check(&report, "score", VERIFY_GOOD, "(time)");
}

Test(clock, a_sealed_game_has_its_clock_in_its_seal)
{
    begin_sealed(MINUTE);
    cr_expect(has_text(game_record(game), "\"clock\":{\"choice_ms\":60000}"));
    must(game_choose(game, 0, &error));
    must(game_time_out(game, timer_end(game_timer(game)) + 10, &error));
    cr_expect_str_eq(game_over_reason(game), "time");
    replays_the_same();
    verify_good();
    expect_check(&report, "signatures", VERIFY_OPEN, "the last entry");
    expect_check(&report, "seal", VERIFY_GOOD, "");
    expect_check(&report, "choices", VERIFY_GOOD, "by the clock");
}

Test(clock, a_pause_counts_as_much_as_has_passed)
{
    begin(MINUTE);
    int64_t end = timer_end(game_timer(game));
    int64_t before = now();
    usleep(20000);
    must(game_pause(game, 7, &error));
    cr_expect_eq(timer_end(game_timer(game)), end + 7);
    newest_is(game_record(game), "pause", 0, "{\"ms\":7}");
    cr_expect_geq(now() - before, 20);
    usleep(5000);
    before = now();
    must(game_pause(game, INT64_C(1000000), &error));
    cr_expect_eq(timer_end(game_timer(game)), end + 7 + now() - before);
    replays_the_same();
    /* What is taken back has been paused as well. */
    int seat = game_question(game)->seat;
    end = timer_end(game_timer(game));
    must(game_choose(game, 0, &error));
    usleep(5000);
    must(game_pause(game, 2, &error));
    must(game_undo(game, seat, &error));
    cr_expect_eq(timer_end(game_timer(game)), end + 2);
    replays_the_same();
}

/* Verifies what the forger makes: the replay does not go along. */
static void refused(const char *says)
{
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    verify_record(
        &report, bytes, size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
    expect_check(&report, "choices", VERIFY_WRONG, says);
    record_free(record);
}

/* A game that was ended by the clock, taken apart. */
static void take_apart(void)
{
    begin(MINUTE);
    must(game_choose(game, 0, &error));
    must(game_time_out(game, timer_end(game_timer(game)), &error));
    forge_read(&forge, game_record(game));
}

Test(clock, time_that_is_left_is_not_over)
{
    take_apart();
    forge.entries[forge.count - 2].ts--;
    char said[64];
    snprintf(said, sizeof said, "(time_out): seat %d has 1 ms left there",
             game_question(game)->seat + 1);
    refused(said);
}

Test(clock, another_seat_does_not_lose_by_time)
{
    take_apart();
    int seat = game_question(game)->seat + 1;
    char old[24], new[24];
    snprintf(old, sizeof old, "{\"seat\":%d}", seat);
    snprintf(new, sizeof new, "{\"seat\":%d}", 3 - seat);
    forge_replace(&forge, forge.count - 2, old, new);
    refused("(time_out): a game played again has something else there");
}

Test(clock, without_a_clock_nobody_loses_by_time)
{
    take_apart();
    forge_replace(&forge, 0, "\"clock\":{\"choice_ms\":60000},", "");
    refused("(time_out): no time runs there");
}

Test(clock, a_clock_that_is_none_is_refused)
{
    take_apart();
    forge_replace(&forge, 0, "{\"choice_ms\":60000}", "{\"choice_ms\":0}");
    refused("entry 0 has a clock that is none");
}

Test(clock, time_does_not_go_back)
{
    take_apart();
    int choice = forge_find(&forge, "choice", game_question(game)->seat + 1, 0);
    forge.entries[choice].ts = forge.entries[choice - 1].ts - 1;
    refuse_forged(&forge, server, "chain",
                  "its time is before that of the entry before it");
}

Test(clock, a_pause_is_not_longer_than_what_has_passed)
{
    begin(MINUTE);
    usleep(3000);
    must(game_pause(game, 1, &error));
    must(game_resign(game, 0, &error));
    forge_read(&forge, game_record(game));
    int pause = forge_find(&forge, "pause", 0, 0);
    forge_set(&forge, pause, "{\"ms\":60000}");
    refused("(pause): it leaves 60000 ms out, and ");
    forge_set(&forge, pause, "{}");
}
