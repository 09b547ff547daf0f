#include "net/connect_witness.h"

#include "game/sealing.h"
#include "net/connect_seal.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A game of two players, white of whom is ours, and its referee. */
struct table {
    struct error error;
    struct ruleset *ruleset;
    struct executor *executor;
    struct connect_seat white;
    struct contribution black;
    struct sealing sealing;
    struct connect_seal_lock told;
};

static void must(struct table *table, enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", table->error.text);
}

static void open_game(struct table *table, int attempt)
{
    struct sealing_open open = {
        .executor = table->executor,
        .attempt = attempt,
        .player_keys = {table->white.contribution.keys.public_key,
                        table->black.keys.public_key},
    };
    must(table, sealing_begin(&table->sealing, &open, &table->error));
}

static void begin(struct table *table)
{
    *table = (struct table){.white = {.seat = 1, .level = 1}};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    must(table, ruleset_open(&table->ruleset, &request, &table->error));
    must(table, executor_new(&table->executor, table->ruleset, &table->error));
    must(table, contribution_init(&table->white.contribution, "3 5 1 6",
                                  &table->error));
    must(table, contribution_init(&table->black, NULL, &table->error));
    open_game(table, 1);
}

static void end(struct table *table)
{
    sealing_clear(&table->sealing);
    connect_seat_wipe(&table->white);
    contribution_wipe(&table->black);
    executor_free(table->executor);
    ruleset_free(table->ruleset);
}

static void commit(struct table *table)
{
    struct connect_seal_word word;
    struct hash black =
        contribution_commit(&table->black, &table->sealing.context, 2);
    must(table, connect_seal_commit(&table->white, table->sealing.record, &word,
                                    &table->error));
    must(table,
         sealing_commit(&table->sealing, 1, &word.commitment, &table->error));
    must(table, sealing_commit(&table->sealing, 2, &black, &table->error));
}

static void lock(struct table *table)
{
    commit(table);
    must(table, sealing_lock(&table->sealing, &table->error));
    hash_to_hex(table->told.hex, &table->sealing.lock);
    proquint_write(table->told.proquints, &table->sealing.lock);
}

static void agree(struct table *table)
{
    struct connect_seal_word word;
    must(table, connect_seal_agree(&table->white, table->sealing.record,
                                   &table->told, &word, &table->error));
    must(table,
         sealing_agree(&table->sealing, 1, &word.agreement, &table->error));
}

static void agree_black(struct table *table)
{
    struct signature signature =
        sign_agree(&table->black.keys, &table->sealing.lock);
    must(table, sealing_agree(&table->sealing, 2, &signature, &table->error));
}

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
                                  &table->error));
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

/* The answer, whose sentence has `part` in it. */
static enum verify_answer ask(const struct table *table,
                              const struct record *record, const char *part)
{
    struct connect_witness witness = {.seats = {&table->white},
                                      .seat_count = 1};
    struct text says = {0};
    enum verify_answer answer = connect_witness_ask(&witness, record, &says);
    cr_assert_not_null(strstr(text_string(&says), part), "%s is not in %s",
                       part, text_string(&says));
    text_free(&says);
    return answer;
}

Test(connect_witness, the_game_that_was_played_is_known)
{
    struct table table;
    begin(&table);
    seal(&table);
    see_head(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "is in this record"),
                 VERIFY_GOOD);
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
    see_head(&table);
    cr_assert_eq(ask(&table, table.sealing.record, "is in this record"),
                 VERIFY_GOOD);
    end(&table);
}
