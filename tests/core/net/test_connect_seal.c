#include "net/connect_seal.h"

#include "sealed_table.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void refused(const struct table *table, enum status status,
                    const char *why)
{
    cr_assert_eq(status, STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(table->error.text, why), "%s", table->error.text);
}

Test(connect_seal, a_game_is_sealed)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    agree(&table);
    agree_black(&table);
    must(&table, connect_seal_reveal(&table.white, table.sealing.record,
                                     &table.told, &word, &table.error));
    must(&table,
         sealing_reveal(&table.sealing, 1, &table.white.contribution.secret,
                        table.white.contribution.text, &table.error));
    refused(&table,
            connect_seal_done(&table.white, table.sealing.record, &table.told,
                              &table.error),
            "before all secrets are shown");
    must(&table, sealing_reveal(&table.sealing, 2, &table.black.secret, "",
                                &table.error));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    cr_assert(table.white.heads.has_key);
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_ALL);
    end(&table);
}

Test(connect_seal, asked_again_it_says_the_same)
{
    struct table table;
    struct connect_seal_word one, other, first, second;
    begin(&table);
    must(&table, connect_seal_commit(&table.white, table.sealing.record, &one,
                                     &table.error));
    must(&table, connect_seal_commit(&table.white, table.sealing.record, &other,
                                     &table.error));
    cr_assert(hash_is_equal(&one.commitment, &other.commitment));
    lock(&table);
    must(&table, connect_seal_agree(&table.white, table.sealing.record,
                                    &table.told, &first, &table.error));
    must(&table, connect_seal_agree(&table.white, table.sealing.record,
                                    &table.told, &second, &table.error));
    cr_assert_eq(
        memcmp(&first.agreement, &second.agreement, sizeof first.agreement), 0);
    end(&table);
}

Test(connect_seal, its_key_must_be_at_its_seat)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    table.white.seat = 2;
    refused(&table,
            connect_seal_commit(&table.white, table.sealing.record, &word,
                                &table.error),
            "another key");
    table.white.seat = 3;
    refused(&table,
            connect_seal_commit(&table.white, table.sealing.record, &word,
                                &table.error),
            "no such seat");
    cr_assert_eq(table.white.attempt, 0);
    end(&table);
}

/* Else nobody would miss its signatures when they are taken out. */
Test(connect_seal, the_opening_must_say_that_the_players_sign)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    sealing_clear(&table.sealing);
    open_game_as(&table, 1, false);
    refused(&table,
            connect_seal_commit(&table.white, table.sealing.record, &word,
                                &table.error),
            "does not say that the players sign");
    end(&table);
}

/* Reads the record again with `from` in its first line changed to `to`; the
 * hashes after it are made anew, as a daemon that cheats would. */
static struct record *forge(struct table *table, const char *from,
                            const char *to)
{
    struct record *forged;
    must(table, record_new(&forged, &table->error));
    for (int i = 0; i < record_count(table->sealing.record); i++) {
        struct record_entry entry = record_entry(table->sealing.record, i);
        struct text d = {0};
        text_add_bytes(&d, entry.d, entry.d_size);
        char *at = i == 0 ? strstr(d.bytes, from) : NULL;
        if (at != NULL)
            memcpy(at, to, strlen(to));
        struct record_event event = {.type = entry.type,
                                     .by = entry.by,
                                     .ts = entry.ts,
                                     .d = d.bytes,
                                     .d_size = d.size};
        must(table, record_append(forged, &event, &table->error));
        text_free(&d);
    }
    return forged;
}

Test(connect_seal, the_context_must_be_that_of_the_opening)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    struct record *forged =
        forge(&table, "castle_tiles/c01", "castle_tiles/c02");
    refused(&table,
            connect_seal_commit(&table.white, forged, &word, &table.error),
            "is not that of the game, rules, items and keys");
    record_free(forged);
    end(&table);
}

Test(connect_seal, the_daemon_commits_first)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    struct record *shorter;
    must(&table, record_new(&shorter, &table.error));
    for (int i = 0; i < record_count(table.sealing.record) - 1; i++) {
        struct record_entry entry = record_entry(table.sealing.record, i);
        struct record_event event = {.type = entry.type,
                                     .by = entry.by,
                                     .ts = entry.ts,
                                     .d = entry.d,
                                     .d_size = entry.d_size};
        must(&table, record_append(shorter, &event, &table.error));
    }
    refused(&table,
            connect_seal_commit(&table.white, shorter, &word, &table.error),
            "has not committed before");
    record_free(shorter);
    end(&table);
}

Test(connect_seal, its_commitment_must_be_in_the_lock)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    must(&table, connect_seal_commit(&table.white, table.sealing.record, &word,
                                     &table.error));
    must(&table, sealing_lock(&table.sealing, &table.error));
    refused(&table,
            connect_seal_agree(&table.white, table.sealing.record, &table.told,
                               &word, &table.error),
            "not in the lock");
    end(&table);
}

Test(connect_seal, the_lock_must_be_the_one_that_was_told)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    struct connect_seal_lock told = table.told;
    told.hex[0] = told.hex[0] == '0' ? '1' : '0';
    refused(&table,
            connect_seal_agree(&table.white, table.sealing.record, &told, &word,
                               &table.error),
            "that was told");
    told = table.told;
    told.proquints[0] = told.proquints[0] == 'b' ? 'd' : 'b';
    refused(&table,
            connect_seal_agree(&table.white, table.sealing.record, &told, &word,
                               &table.error),
            "that was told");
    cr_assert(!table.white.has_lock);
    end(&table);
}

/* Nor does it show a secret, or let the game begin, under another. */
Test(connect_seal, the_lock_that_is_told_later_must_be_the_same)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    agree(&table);
    agree_black(&table);
    struct connect_seal_lock told = table.told;
    told.proquints[0] = told.proquints[0] == 'b' ? 'd' : 'b';
    refused(&table,
            connect_seal_reveal(&table.white, table.sealing.record, &told,
                                &word, &table.error),
            "that was told");
    cr_assert(!table.white.is_revealed);
    must(&table,
         sealing_reveal(&table.sealing, 1, &table.white.contribution.secret,
                        table.white.contribution.text, &table.error));
    must(&table, sealing_reveal(&table.sealing, 2, &table.black.secret, "",
                                &table.error));
    refused(&table,
            connect_seal_done(&table.white, table.sealing.record, &told,
                              &table.error),
            "that was told");
    table.white.attempt = 0; /* also when it came too late */
    refused(&table,
            connect_seal_done(&table.white, table.sealing.record, &told,
                              &table.error),
            "that was told");
    end(&table);
}

Test(connect_seal, heads_of_before_the_key_were_not_checked)
{
    struct table table;
    struct connect_head head = {.entry = 7};
    begin(&table);
    must(&table, sealing_lock(&table.sealing, &table.error));
    connect_heads_take(&table.white.heads, &head);
    cr_assert_not_null(connect_heads_newest(&table.white.heads));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    cr_assert(table.white.heads.has_key);
    cr_assert_null(connect_heads_newest(&table.white.heads));
    end(&table);
}

Test(connect_seal, it_agrees_to_one_lock_only)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    hash_random(&table.white.lock);
    table.white.has_lock = true;
    refused(&table,
            connect_seal_agree(&table.white, table.sealing.record, &table.told,
                               &word, &table.error),
            "another lock");
    end(&table);
}

Test(connect_seal, it_reveals_when_all_have_agreed)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    refused(&table,
            connect_seal_reveal(&table.white, table.sealing.record, &table.told,
                                &word, &table.error),
            "not agreed to the lock");
    agree(&table);
    refused(&table,
            connect_seal_reveal(&table.white, table.sealing.record, &table.told,
                                &word, &table.error),
            "before seat 2 has agreed");
    cr_assert(!table.white.is_revealed);
    agree_black(&table);
    must(&table, connect_seal_reveal(&table.white, table.sealing.record,
                                     &table.told, &word, &table.error));
    cr_assert(table.white.is_revealed);
    end(&table);
}

Test(connect_seal, a_game_opened_again_gets_another_secret)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    commit(&table);
    struct hash secret = table.white.contribution.secret;
    sealing_clear(&table.sealing);
    open_game(&table, 1);
    refused(&table,
            connect_seal_commit(&table.white, table.sealing.record, &word,
                                &table.error),
            "another attempt");
    sealing_clear(&table.sealing);
    open_game(&table, 2);
    must(&table, connect_seal_commit(&table.white, table.sealing.record, &word,
                                     &table.error));
    cr_assert(!hash_is_equal(&secret, &table.white.contribution.secret));
    cr_assert_str_eq(table.white.contribution.text, "");
    cr_assert_eq(table.white.attempt, 2);
    end(&table);
}

Test(connect_seal, who_came_too_late_is_told)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    must(&table, sealing_lock(&table.sealing, &table.error));
    refused(&table,
            connect_seal_agree(&table.white, table.sealing.record, &table.told,
                               &word, &table.error),
            "too late");
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    cr_assert(table.white.heads.has_key);
    end(&table);
}

/* The other one is silent: nobody but that one has done anything wrong. */
Test(connect_seal, a_forfeit_by_another_is_no_fault)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    agree(&table);
    must(&table, sealing_forfeit(&table.sealing, 2, &table.error));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    end(&table);
    begin(&table);
    lock(&table);
    agree(&table);
    agree_black(&table);
    must(&table, connect_seal_reveal(&table.white, table.sealing.record,
                                     &table.told, &word, &table.error));
    must(&table,
         sealing_reveal(&table.sealing, 1, &table.white.contribution.secret,
                        table.white.contribution.text, &table.error));
    must(&table, sealing_forfeit(&table.sealing, 2, &table.error));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_SECRET);
    end(&table);
}

Test(connect_seal, who_was_silent_itself_has_nothing_against_it)
{
    struct table table;
    begin(&table);
    lock(&table);
    must(&table, sealing_forfeit(&table.sealing, 1, &table.error));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    end(&table);
}

Test(connect_seal, what_the_daemon_took_it_may_not_deny)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    must(&table, connect_seal_agree(&table.white, table.sealing.record,
                                    &table.told, &word, &table.error));
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_NOTHING);
    connect_seal_take(&table.white, "agree", table.white.attempt + 1);
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_NOTHING);
    must(&table, sealing_forfeit(&table.sealing, 1, &table.error));
    must(&table, connect_seal_done(&table.white, table.sealing.record,
                                   &table.told, &table.error));
    connect_seal_take(&table.white, "agree", table.white.attempt);
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_AGREEMENT);
    refused(&table,
            connect_seal_done(&table.white, table.sealing.record, &table.told,
                              &table.error),
            "took our seat's signature");
    end(&table);
}

Test(connect_seal, what_the_record_showed_it_may_not_deny)
{
    struct table table;
    struct connect_seal_word word;
    begin(&table);
    lock(&table);
    agree(&table);
    agree_black(&table);
    must(&table, connect_seal_reveal(&table.white, table.sealing.record,
                                     &table.told, &word, &table.error));
    cr_assert_eq(table.white.taken, CONNECT_TAKEN_AGREEMENT);
    connect_seal_take(&table.white, "reveal", table.white.attempt);
    must(&table, sealing_forfeit(&table.sealing, 1, &table.error));
    refused(&table,
            connect_seal_done(&table.white, table.sealing.record, &table.told,
                              &table.error),
            "took our seat's secret");
    end(&table);
}
