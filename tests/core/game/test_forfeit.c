/*
 * Games that ended before they began, since a seat was silent: what proves
 * that, and what does not.
 */

#include "sealed.h"

static struct worker_server *server;
static struct verify_report report;
static struct ruleset *ruleset;
static struct sealing sealing;
static struct contribution given[MATERIAL_SEATS_MAX];
static struct forge forge;

/* Locked; white has agreed. */
static void start(void)
{
    must(worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error));
    ruleset = open_rules("castle");
    open_seal(&sealing, ruleset, (struct timer_rule){0}, given);
    for (int i = 0; i < 2; i++) {
        struct hash commitment =
            contribution_commit(&given[i], &sealing.context, (uint8_t)(i + 1));
        must(sealing_commit(&sealing, i + 1, &commitment, &error));
    }
    must(sealing_lock(&sealing, &error));
    struct signature agreed = sign_agree(&given[0].keys, &sealing.lock);
    must(sealing_agree(&sealing, 1, &agreed, &error));
}

static void stop(void)
{
    sealing_clear(&sealing);
    forge_clear(&forge);
    ruleset_free(ruleset);
    worker_server_stop(server);
}

TestSuite(forfeit, .init = start, .fini = stop);

/* That a seat was silent nobody can check: all else is good, and the verdict
 * says `lacks`. */
static void open_but(const char *says, const char *lacks)
{
    char all[300];
    verify_now(&report, sealing.record, server);
    snprintf(all, sizeof all,
             "Nothing is wrong with this record so far, but not all could be "
             "checked: %s.",
             lacks);
    cr_expect_eq(report.verdict, VERIFY_OPEN);
    cr_expect_str_eq(report.says, all);
    expect_check(&report, "signatures", VERIFY_GOOD, "the last entry");
    expect_check(&report, "seal", VERIFY_OPEN, says);
    expect_check(&report, "seal", VERIFY_OPEN, "no tile was drawn");
    expect_check(&report, "shuffle", VERIFY_GOOD, "no tile was drawn");
    expect_check(&report, "choices", VERIFY_GOOD, "had not begun");
    expect_check(&report, "score", VERIFY_GOOD, "(forfeited)");
}

Test(forfeit, a_lock_that_was_not_signed)
{
    must(sealing_forfeit(&sealing, 2, &error));
    newest_is(sealing.record, "end", 0,
              "{\"reason\":\"forfeited\",\"scores\":[0,0]}");
    open_but("seat 2 committed and then did not sign the lock, as only the "
             "referee says",
             "only the referee says that seat 2 did not sign the lock in time");
}

Test(forfeit, a_secret_that_was_not_shown)
{
    struct signature agreed = sign_agree(&given[1].keys, &sealing.lock);
    must(sealing_agree(&sealing, 2, &agreed, &error));
    must(sealing_reveal(&sealing, 2, &given[1].secret, "", &error));
    must(sealing_forfeit(&sealing, 1, &error));
    open_but("seat 1 signed the lock and then did not show its secret",
             "only the referee says that seat 1 did not show its secret in "
             "time");
}

Test(forfeit, all_who_were_silent_are_named)
{
    struct signature agreed = sign_agree(&given[1].keys, &sealing.lock);
    must(sealing_agree(&sealing, 2, &agreed, &error));
    must(sealing_forfeit(&sealing, 1, &error));
    open_but("each of seats 1, 2 signed the lock and then did not show its "
             "secret, as only the referee says, so the game was forfeited "
             "before it began, in the name of seat 1",
             "only the referee says that seat 1 did not show its secret in "
             "time, only the referee says that seat 2 did not show its secret "
             "in time");
}

Test(forfeit, it_works_though_the_lines_are_kept_elsewhere)
{
    struct text lines = {0};
    size_t size;
    const char *bytes = record_bytes(sealing.record, &size);
    text_add_bytes(&lines, bytes, size);
    record_forget(sealing.record);
    must(sealing_forfeit(&sealing, 2, &error));
    bytes = record_bytes(sealing.record, &size);
    text_add_bytes(&lines, bytes, size);
    verify_record(
        &report, lines.bytes, lines.size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
    cr_expect_eq(report.verdict, VERIFY_OPEN);
    expect_check(&report, "seal", VERIFY_OPEN, "seat 2");
    text_free(&lines);
}

Test(forfeit, its_record_is_no_game)
{
    struct game_start game_start = {0};
    struct sealing read;
    char seed[GAME_SEED_SIZE];
    must(sealing_forfeit(&sealing, 2, &error));
    cr_expect_eq(
        game_read_start(&game_start, sealing.record, &read, seed, &error),
        STATUS_BAD_INPUT);
    cr_expect_not_null(strstr(error.text, "never begun"), "%s", error.text);
}

static void take_apart(void)
{
    must(sealing_forfeit(&sealing, 2, &error));
    forge_read(&forge, sealing.record);
    forge.keys[0] = sealing.keys;
    forge.is_sealed = true;
}

static void refused(const char *check, const char *says)
{
    refuse_forged(&forge, server, check, says);
}

Test(forfeit, who_owes_nothing_has_not_forfeited)
{
    take_apart();
    forge_replace(&forge, forge_find(&forge, "forfeit", 0, 0), "2", "1");
    refused("seal", "it owes nothing");
}

/* What whoever has the referee's key can do: white had agreed, and the record
 * says no more of it. It holds together, and is not good. */
Test(forfeit, that_a_seat_agreed_can_be_left_out)
{
    take_apart();
    forge_remove(&forge, forge_find(&forge, "agree", 1, 0));
    struct record *record = forge_write(&forge);
    verify_now(&report, record, server);
    cr_expect_eq(report.verdict, VERIFY_OPEN);
    expect_check(&report, "seal", VERIFY_OPEN, "each of seats 1, 2 committed");
    record_free(record);
}

Test(forfeit, only_the_referee_says_so)
{
    take_apart();
    forge.entries[forge_find(&forge, "forfeit", 0, 0)].by = 1;
    refused("seal", "only the referee says who forfeits");
}

Test(forfeit, it_names_a_seat)
{
    take_apart();
    forge_set(&forge, forge_find(&forge, "forfeit", 0, 0), "{\"seat\":9}");
    refused("seal", "does not say which seat");
}

Test(forfeit, nothing_but_the_end_comes_after_it)
{
    take_apart();
    forge_move(&forge, forge_find(&forge, "agree", 1, 0), forge.count - 2);
    refused("seal", "it has ended: a seat was silent");
}

Test(forfeit, nothing_is_played_in_it)
{
    take_apart();
    int seq = forge_find(&forge, "agree", 1, 0);
    memcpy(forge.entries[seq].type, "choice", sizeof "choice");
    forge_set(&forge, seq, "{\"choice\":{},\"step\":\"any\"}");
    refused("seal", "has no place in a game that a seat forfeited");
}

Test(forfeit, its_end_is_the_referees_and_says_no_more)
{
    take_apart();
    forge_replace(&forge, forge.count - 1, "}", ",\"winner\":1}");
    refused("chain", "it has other members than such an entry");
    forge_clear(&forge);
    forge_read(&forge, sealing.record);
    forge.entries[forge.count - 1].by = 1;
    refused("chain", "a seat says it, and only the referee may");
}

Test(forfeit, its_end_gives_no_points)
{
    take_apart();
    forge_replace(&forge, forge.count - 1, "[0,0]", "[0,5]");
    refused("score", "not that of a game that was forfeited");
}
