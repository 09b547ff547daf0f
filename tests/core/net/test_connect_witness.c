#include "net/connect_witness.h"

#include "sealed_table.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Both have said all that they have to say. */
static void seal(struct table *table)
{
    lock(table);
    agree(table);
    agree_black(table);
    must(table,
         sealing_reveal(&table->sealing, 1, &table->white.contribution.secret,
                        table->white.contribution.text, &table->error));
    must(table, sealing_reveal(&table->sealing, 2, &table->black.secret, "",
                               &table->error));
    must(table, connect_seal_done(&table->white, table->sealing.record,
                                  &table->told, &table->error));
}

/* White sees the daemon's signature of the record as it is now. */
static void see_head(struct table *table)
{
    struct record *record = table->sealing.record;
    struct connect_head head = {.entry = record_count(record) - 1};
    head.hash = record_head(record);
    struct sign_entry entry = {.seq = (uint64_t)head.entry, .hash = head.hash};
    memcpy(entry.game_id, table->sealing.game_id, DRAW_GAME_ID_SIZE);
    head.signature = sign_entry(&table->sealing.keys, SIGN_HEAD, &entry);
    cr_assert_eq(connect_heads_take(&table->white.heads, &head),
                 CONNECT_HEAD_NEWER);
}

static struct verify_report report; /* what the last one came to */

/* The answer, whose sentence has `part` in it. */
static enum verify_answer ask(const struct table *table,
                              const struct record *record, const char *part)
{
    struct connect_witness witness = {.seats = {&table->white},
                                      .seat_count = 1};
    report = (struct verify_report){0};
    connect_witness_ask(&witness, record, &report);
    cr_assert_eq(report.count, 1);
    cr_assert_str_eq(report.checks[0].name, "seen");
    cr_assert_not_null(strstr(report.checks[0].says, part), "%s is not in %s",
                       part, report.checks[0].says);
    return report.checks[0].answer;
}

/* The whole record, good so far, came to `verdict` by that. */
static void expect_verdict(enum verify_answer verdict, const char *part)
{
    cr_assert_eq(report.verdict, verdict);
    cr_assert_not_null(strstr(report.says, part), "%s is not in %s", part,
                       report.says);
}

Test(connect_witness, the_game_that_was_played_is_known)
{
    struct table table;
    begin(&table);
    seal(&table);
    see_head(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "is in this record"),
                 VERIFY_GOOD);
    expect_verdict(VERIFY_GOOD, "");
    end(&table);
}

Test(connect_witness, what_was_gone_back_behind_is_missed)
{
    struct table table;
    struct connect_head gone = {.entry = 1000};
    begin(&table);
    seal(&table);
    see_head(&table);
    struct connect_witness witness = {
        .seats = {&table.white}, .seat_count = 1, .gone = &gone};
    report = (struct verify_report){0};
    connect_witness_ask(&witness, table.sealing.record, &report);
    expect_verdict(VERIFY_OPEN, " checked: the daemon went back behind what it "
                                "had signed.");
    cr_assert_not_null(strstr(report.checks[0].says, "entry 1000"));
    end(&table);
}

Test(connect_witness, an_open_order_is_none_that_was_to_be_sealed)
{
    static const char d[] = "{\"level\":0}";
    struct record_event event = {
        .type = "open", .ts = 1, .d = d, .d_size = sizeof d - 1};
    struct table table;
    struct record *open;
    begin(&table);
    must(&table, record_new(&open, &table.error));
    must(&table, record_append(open, &event, &table.error));
    cr_assert_eq(ask(&table, open, "was to be sealed"), VERIFY_WRONG);
    table.white.level = 0;
    cr_assert_eq(ask(&table, open, "the order was open"), VERIFY_OPEN);
    expect_verdict(VERIFY_GOOD, "");
    record_free(open);
    end(&table);
}

Test(connect_witness, a_game_without_a_head_is_not_good)
{
    struct table table;
    begin(&table);
    seal(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "no signed head"),
                 VERIFY_WRONG);
    expect_verdict(VERIFY_WRONG, "does not prove");
    end(&table);
}

Test(connect_witness, a_seat_that_saw_nothing_signed_misses_it)
{
    struct table table;
    begin(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "no signed head"),
                 VERIFY_OPEN);
    expect_verdict(VERIFY_OPEN,
                   " checked: nothing of it was signed for our seat.");
    end(&table);
}

Test(connect_witness, another_game_with_our_key_is_found_out)
{
    struct table table;
    begin(&table);
    seal(&table);
    see_head(&table);
    struct connect_seat kept = table.white;
    sealing_clear(&table.sealing);
    open_game(&table, 2);
    cr_assert_eq(ask(&table, table.sealing.record, "another game"),
                 VERIFY_WRONG);
    connect_seat_wipe(&kept);
    end(&table);
}

Test(connect_witness, our_key_commitment_and_lock_are_in_it)
{
    struct table table;
    begin(&table);
    seal(&table);
    see_head(&table);
    struct connect_seat kept = table.white;
    table.white.contribution.keys.public_key[0] ^= 1;
    cr_assert_eq(ask(&table, table.sealing.record, "another key"),
                 VERIFY_WRONG);
    table.white = kept;
    table.white.contribution.secret.bytes[0] ^= 1;
    cr_assert_eq(ask(&table, table.sealing.record, "committed to is not in"),
                 VERIFY_WRONG);
    table.white = kept;
    table.white.lock.bytes[0] ^= 1;
    cr_assert_eq(ask(&table, table.sealing.record, "not the lock"),
                 VERIFY_WRONG);
    table.white = kept;
    table.white.has_lock = false;
    cr_assert_eq(ask(&table, table.sealing.record, "has not agreed"),
                 VERIFY_WRONG);
    table.white = kept;
    table.white.context.bytes[0] ^= 1;
    cr_assert_eq(ask(&table, table.sealing.record, "not the opening"),
                 VERIFY_WRONG);
    table.white = kept;
    connect_seat_wipe(&kept);
    end(&table);
}

Test(connect_witness, what_we_committed_to_may_not_be_left_out)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    must(&table, connect_seal_commit(&table.white, table.sealing.record, &word,
                                     &table.error));
    must(&table, sealing_lock(&table.sealing, &table.error));
    see_head(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "committed to is not in"),
                 VERIFY_WRONG);
    end(&table);
}

Test(connect_witness, a_head_that_is_not_in_it_is_told)
{
    struct table table;
    begin(&table);
    seal(&table);
    struct connect_head head = {.entry = record_count(table.sealing.record)};
    table.white.heads.has_key = false; /* so that it is taken */
    connect_heads_take(&table.white.heads, &head);
    table.white.heads.has_key = true;
    cr_assert_eq(ask(&table, table.sealing.record, "is not in this record"),
                 VERIFY_WRONG);
    end(&table);
}

Test(connect_witness, who_saw_the_end_saw_its_head)
{
    static const char d[] = "{}";
    struct record_event event = {
        .type = "end", .ts = 1, .d = d, .d_size = sizeof d - 1};
    struct table table;
    begin(&table);
    seal(&table);
    see_head(&table);
    event.ts = record_newest_ts(table.sealing.record);
    must(&table, record_append(table.sealing.record, &event, &table.error));
    cr_assert_eq(ask(&table, table.sealing.record, "is in this record"),
                 VERIFY_GOOD);
    table.white.over_ms = 1;
    cr_assert_eq(ask(&table, table.sealing.record, "before its end"),
                 VERIFY_OPEN);
    expect_verdict(VERIFY_OPEN,
                   " checked: its end was not signed for our seat.");
    see_head(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "is in this record"),
                 VERIFY_GOOD);
    end(&table);
}

/* White has said what it has to say at that stage, and the record says that it
 * was silent. */
static void deny(struct table *table, bool is_reveal)
{
    struct connect_seal_word word;
    begin(table);
    lock(table);
    if (is_reveal) {
        agree(table);
        agree_black(table);
        must(table, connect_seal_reveal(&table->white, table->sealing.record,
                                        &table->told, &word, &table->error));
    } else {
        must(table, connect_seal_agree(&table->white, table->sealing.record,
                                       &table->told, &word, &table->error));
    }
    must(table, sealing_forfeit(&table->sealing, 1, &table->error));
}

Test(connect_witness, what_our_seat_said_and_the_record_denies_is_told)
{
    static const char *const parts[] = {"signed the lock", "showed its secret"};
    static const char *const lies[] = {"took our seat's signature",
                                       "took our seat's secret"};
    static const char *const stages[] = {"agree", "reveal"};
    struct table table;
    char part[100];
    for (int i = 0; i < 2; i++) {
        deny(&table, i == 1);
        snprintf(part, sizeof part, " checked: our seat %s and this record",
                 parts[i]);
        cr_assert_eq(ask(&table, table.sealing.record, "the daemon lies, or"),
                     VERIFY_OPEN);
        expect_verdict(VERIFY_OPEN, part);
        connect_seal_take(&table.white, stages[i], table.white.attempt);
        cr_assert_eq(ask(&table, table.sealing.record, lies[i]), VERIFY_WRONG);
        end(&table);
    }
}

Test(connect_witness, a_forfeit_by_another_is_no_lie)
{
    struct table table;
    begin(&table);
    lock(&table);
    agree(&table);
    must(&table, sealing_forfeit(&table.sealing, 2, &table.error));
    cr_assert_eq(ask(&table, table.sealing.record, "no signed head"),
                 VERIFY_OPEN);
    expect_verdict(VERIFY_GOOD, ""); /* by itself it is not */
    end(&table);
}

Test(connect_witness, who_was_silent_is_not_denied_anything)
{
    struct table table;
    begin(&table);
    lock(&table);
    must(&table, sealing_forfeit(&table.sealing, 1, &table.error));
    cr_assert_eq(ask(&table, table.sealing.record, "no signed head"),
                 VERIFY_OPEN);
    end(&table);
}

/* A game that had begun here, and of which no head came, was not forfeited. */
Test(connect_witness, what_was_played_was_not_forfeited)
{
    struct table table;
    begin(&table);
    lock(&table);
    must(&table, sealing_forfeit(&table.sealing, 2, &table.error));
    struct connect_witness witness = {
        .seats = {&table.white}, .seat_count = 1, .was_played = true};
    report = (struct verify_report){0};
    connect_witness_ask(&witness, table.sealing.record, &report);
    expect_verdict(VERIFY_WRONG, "does not prove");
    table.white.taken = CONNECT_TAKEN_ALL;
    cr_assert_eq(ask(&table, table.sealing.record, "sealed to the end"),
                 VERIFY_WRONG);
    end(&table);
}

static void append(struct table *table, const char *type, int by, const char *d)
{
    struct record *record = table->sealing.record;
    struct record_event event = {.type = type,
                                 .by = by,
                                 .ts = record_newest_ts(record),
                                 .d = d,
                                 .d_size = strlen(d)};
    must(table, record_append(record, &event, &table->error));
}

/* The same of the table's record, with what is found in it by itself. */
static enum verify_answer ask_verified(const struct table *table)
{
    static const struct verify_means none;
    struct connect_witness witness = {.seats = {&table->white},
                                      .seat_count = 1};
    size_t size;
    const char *bytes = record_bytes(table->sealing.record, &size);
    verify_record(&report, bytes, size, &none);
    connect_witness_ask(&witness, table->sealing.record, &report);
    cr_assert_neq(report.verdict, VERIFY_WRONG, "%s",
                  report.checks[report.count - 1].says);
    return report.checks[report.count - 1].answer;
}

static bool is_signed_missed(void)
{
    return strstr(report.checks[report.count - 1].says,
                  "choices without a signature are, by seat, 1: 1") != NULL &&
           strstr(report.says, ", our seat has not signed all that it did.") !=
               NULL;
}

Test(connect_witness, what_our_seat_did_without_our_signature_is_missed)
{
    static const char choice[] = "{\"choice\":\"a\",\"step\":\"place\"}";
    struct table table;
    begin(&table);
    seal(&table);
    append(&table, "choice", 2, choice);
    see_head(&table);
    must(&table, record_sign(table.sealing.record, 1,
                             &table.white.contribution.keys, &table.error));
    append(&table, "choice", 1, choice);
    see_head(&table);
    /* It goes on: the signature comes with the next choice. */
    cr_assert_eq(ask_verified(&table), VERIFY_GOOD);
    append(&table, "end", 0, "{\"reason\":\"finished\",\"scores\":[0,0]}");
    see_head(&table);
    cr_assert_eq(ask_verified(&table), VERIFY_OPEN);
    cr_assert(is_signed_missed(), "%s", report.says);
    must(&table, record_sign(table.sealing.record, 1,
                             &table.white.contribution.keys, &table.error));
    cr_assert_eq(ask_verified(&table), VERIFY_GOOD);
    cr_assert_not(is_signed_missed());
    end(&table);
}

Test(connect_witness, who_has_signed_nothing_and_did_something_misses_it)
{
    struct table table;
    begin(&table);
    seal(&table);
    append(&table, "resign", 1, "{}");
    append(&table, "end", 0, "{\"reason\":\"resigned\",\"scores\":[0,0]}");
    see_head(&table);
    cr_assert_eq(ask_verified(&table), VERIFY_OPEN);
    cr_assert(is_signed_missed(), "%s", report.says);
    end(&table);
}

Test(connect_witness, who_did_nothing_misses_no_signature)
{
    struct table table;
    begin(&table);
    seal(&table);
    append(&table, "resign", 2, "{}");
    append(&table, "end", 0, "{\"reason\":\"resigned\",\"scores\":[0,0]}");
    see_head(&table);
    cr_assert_eq(ask_verified(&table), VERIFY_GOOD);
    end(&table);
}
