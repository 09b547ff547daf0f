/*
 * Records whose lines are kept elsewhere, and what is taken out again.
 */

#include "records.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

static void sign_good(struct record *record, int by,
                      const struct sign_keys *keys)
{
    struct error error;
    cr_assert_eq(record_sign(record, by, keys, &error), STATUS_OK, "%s",
                 error.text);
}

/* Appends entries and signatures to all records alike. */
static void grow(struct record *const *records, int count, int entries,
                 const struct sign_keys *keys)
{
    for (int i = 0; i < entries; i++)
        for (int k = 0; k < count; k++) {
            append_good(records[k], "choice", "{\"x\":1}");
            sign_good(records[k], 0, &keys[0]);
        }
}

static void add_lines(struct text *out, const struct record *record)
{
    size_t size;
    const char *bytes = record_bytes(record, &size);
    text_add_bytes(out, bytes, size);
}

Test(forgetting, the_lines_before_and_since_are_the_whole_record)
{
    struct sign_keys keys[2];
    struct error error;
    struct record *whole = opened(keys);
    struct record *part;
    struct text lines = {0};
    cr_assert_eq(record_copy(&part, whole, &error), STATUS_OK);
    struct record *const both[] = {whole, part};
    for (int i = 0; i < 5; i++) {
        grow(both, 2, i * 40, keys);
        cr_expect_eq(record_count(part), record_count(whole));
        struct hash one = record_head(whole);
        struct hash other = record_head(part);
        cr_expect(hash_is_equal(&one, &other));
        cr_expect_eq(record_newest_ts(part), record_newest_ts(whole));
        add_lines(&lines, part);
        record_forget(part);
        cr_expect_eq(record_first(part), record_count(part));
        cr_expect_eq(record_signature_count(part), 0);
        cr_expect_eq(record_newest_ts(part), record_newest_ts(whole));
        other = record_head(part);
        cr_expect(hash_is_equal(&one, &other));
    }
    record_forget(part); /* nothing more */
    add_lines(&lines, part);
    expect_bytes(whole, text_string(&lines), lines.size);
    struct record *read = read_good(lines.bytes, lines.size);
    record_free(read);
    text_free(&lines);
    record_free(part);
    record_free(whole);
}

Test(forgetting, entries_since_are_there_and_those_before_are_not)
{
    struct sign_keys keys[2];
    struct record *record = opened(keys);
    grow(&record, 1, 3, keys);
    record_forget(record);
    append_good(record, "choice", "{\"x\":2}");
    cr_expect_eq(record_first(record), 4);
    struct record_entry entry = record_entry(record, 4);
    cr_expect_eq(entry.seq, 4);
    cr_expect_eq(memcmp(entry.d, "{\"x\":2}", entry.d_size), 0);
    record_free(record);
}

Test(forgetting, an_entry_that_was_forgotten_is_not_given, .signal = SIGABRT)
{
    struct sign_keys keys[2];
    struct record *record = opened(keys);
    record_forget(record);
    (void)record_entry(record, 0);
}

/* The signature of seat 1 under entry `seq`. */
static struct signature acknowledge(const struct sign_keys *keys, int seq,
                                    struct hash hash)
{
    struct sign_entry entry = {.seq = (uint64_t)seq, .hash = hash};
    for (int i = 0; i < DRAW_GAME_ID_SIZE; i++)
        entry.game_id[i] = (uint8_t)i;
    return sign_entry(keys, SIGN_ACK, &entry);
}

Test(forgetting, entries_of_late_can_be_signed_and_older_ones_not)
{
    struct sign_keys keys[2];
    struct error error;
    struct record *record = opened(keys);
    enum { ALL = 2 * RECORD_KNOWN_MAX };
    struct hash hashes[ALL] = {record_head(record)};
    for (int i = 1; i < ALL; i++) {
        append_good(record, "choice", "{}");
        hashes[i] = record_head(record);
        if (i % 7 == 0)
            record_forget(record);
    }
    record_forget(record);
    for (int i = 0; i < ALL; i++) {
        struct signature good = acknowledge(&keys[1], i, hashes[i]);
        struct signature other =
            acknowledge(&keys[1], i, hashes[(i + 1) % ALL]);
        bool is_known = i >= ALL - RECORD_KNOWN_MAX;
        cr_expect_eq(record_add_signature(record, 1, i, &good, &error),
                     is_known ? STATUS_OK : STATUS_BAD_INPUT, "%d", i);
        cr_expect_eq(record_add_signature(record, 1, i, &other, &error),
                     STATUS_BAD_INPUT, "%d", i);
    }
    cr_expect_eq(record_signature_count(record), RECORD_KNOWN_MAX);
    struct signature early = acknowledge(&keys[1], ALL, hashes[0]);
    cr_expect_eq(record_add_signature(record, 1, ALL, &early, &error),
                 STATUS_BAD_INPUT);
    record_free(record);
}

Test(forgetting, what_is_cut_off_leaves_no_trace)
{
    struct sign_keys keys[2];
    struct error error;
    struct record *record = opened(keys);
    grow(&record, 1, 3, keys);
    struct record *before;
    cr_assert_eq(record_copy(&before, record, &error), STATUS_OK);
    struct text lines = {0};
    add_lines(&lines, record);
    grow(&record, 1, 40, keys);
    sign_good(record, 1, &keys[1]);
    record_cut(record, record_count(record)); /* nothing */
    cr_expect_eq(record_count(record), 44);
    record_cut(record, 4);
    cr_expect_eq(record_count(record), 4);
    cr_expect_eq(record_signature_count(record), 3);
    expect_bytes(record, text_string(&lines), lines.size);
    struct record *const both[] = {record, before};
    grow(both, 2, 5, keys);
    text_clear(&lines);
    add_lines(&lines, before);
    expect_bytes(record, text_string(&lines), lines.size);

    /* The same behind what was forgotten. */
    record_forget(record);
    struct hash head = record_head(record);
    grow(&record, 1, 2, keys);
    record_cut(record, record_first(record));
    struct hash again = record_head(record);
    cr_expect(hash_is_equal(&head, &again));
    size_t size;
    record_bytes(record, &size);
    cr_expect_eq(size, 0);
    record_cut(before, 0);
    cr_expect_eq(record_count(before), 0);
    append_good(before, "open", "{}");
    text_free(&lines);
    record_free(before);
    record_free(record);
}

Test(forgetting, what_was_forgotten_is_not_cut_off, .signal = SIGABRT)
{
    struct sign_keys keys[2];
    struct record *record = opened(keys);
    grow(&record, 1, 3, keys);
    record_forget(record);
    record_cut(record, 3);
}

Test(forgetting, a_copy_is_a_record_of_its_own)
{
    struct sign_keys keys[2];
    struct error error;
    struct record *record = opened(keys);
    struct record *copy;
    grow(&record, 1, 3, keys);
    struct text lines = {0};
    add_lines(&lines, record);
    cr_assert_eq(record_copy(&copy, record, &error), STATUS_OK);
    grow(&record, 1, 3, keys);
    record_free(record);
    expect_bytes(copy, lines.bytes, lines.size);
    grow(&copy, 1, 20, keys);
    cr_expect_eq(record_count(copy), 24);
    record_free(copy);
    struct record *empty = new_record();
    cr_assert_eq(record_copy(&copy, empty, &error), STATUS_OK);
    cr_expect_eq(record_count(copy), 0);
    record_free(copy);
    record_free(empty);
    text_free(&lines);
}
