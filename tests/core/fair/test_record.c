#include "../long.h"
#include "records.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static const struct {
    const char *file;
    const char *head;
    int entry_count;
    int signature_count;
} SAMPLES[] = {
    {"sample_l1.record",
     "45dd59f798eb1c7018ec102a44485f33484a996b05037b8a454b60178046822a", 19,
     12},
    {"sample_l2.record",
     "fad4463c47621f7e88930df07822b5838ea30b30037c12e7c1df2b63143b7008", 17,
     14},
};

enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof *SAMPLES };

/* Checks that the bytes are refused; `reason` must be in the sentence. */
static void expect_refused(const char *bytes, size_t size, const char *reason)
{
    struct record *record = (struct record *)&record;
    struct error error = {.text = ""};
    enum status status = record_read(&record, bytes, size, &error);
    cr_expect_eq(status, STATUS_BAD_INPUT);
    cr_expect_null(record);
    cr_expect(strstr(error.text, reason) != NULL, "'%s' is not in: %s", reason,
              error.text);
}

static void expect_head(const struct record *record, const char *expected)
{
    char hex[HASH_HEX_SIZE];
    struct hash head = record_head(record);
    hash_to_hex(hex, &head);
    cr_expect_str_eq(hex, expected);
}

/* Lines of a text; each with its LF. */
struct lines {
    struct text text; /* owned */
    size_t at[64];    /* one more than count: the end */
    int count;
};

static struct lines lines_of(const char *file)
{
    struct lines lines = {.text = vectors_file(file)};
    size_t at = 0;
    while (at < lines.text.size) {
        lines.at[lines.count++] = at;
        at += strcspn(lines.text.bytes + at, "\n") + 1;
    }
    lines.at[lines.count] = at;
    return lines;
}

static void add_line(struct text *text, const struct lines *lines, int index)
{
    text_add_bytes(text, lines->text.bytes + lines->at[index],
                   lines->at[index + 1] - lines->at[index]);
}

static char letter_of(const struct lines *lines, int index)
{
    return lines->text.bytes[lines->at[index]];
}

Test(record, samples_are_good_to_their_last_heads)
{
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        struct text text = vectors_file(SAMPLES[i].file);
        struct record *record = read_good(text.bytes, text.size);
        expect_head(record, SAMPLES[i].head);
        cr_expect_eq(record_count(record), SAMPLES[i].entry_count);
        cr_expect_eq(record_signature_count(record),
                     SAMPLES[i].signature_count);
        for (int k = 0; k < record_signature_count(record); k++)
            cr_expect(record_signature(record, k).is_checked);
        expect_bytes(record, text.bytes, text.size);
        record_free(record);
        text_free(&text);
    }
}

Test(record, an_entry_is_lent_with_its_facts)
{
    struct text text = vectors_file("sample_l1.record");
    struct record *record = read_good(text.bytes, text.size);
    struct record_entry entry = record_entry(record, 10);
    cr_expect_eq(entry.seq, 10);
    cr_expect_eq(entry.by, 1);
    cr_expect_eq(entry.ts, 1700000000031);
    cr_expect_str_eq(entry.type, "choice");
    static const char d[] =
        "{\"choice\":{\"kind\":\"take\",\"tile\":\"t08\"},\"step\":\"take\"}";
    cr_assert_eq(entry.d_size, sizeof d - 1);
    cr_expect_eq(memcmp(entry.d, d, sizeof d - 1), 0);

    struct json *root = NULL;
    struct error error;
    cr_assert_eq(record_parse(&root, &entry, &error), STATUS_OK);
    cr_expect_str_eq(json_string_of(json_get(root, "step")), "take");
    json_free(root);

    struct record_signature signature = record_signature(record, 2);
    cr_expect_eq(signature.by, 1);
    cr_expect_eq(signature.seq, 10);
    record_free(record);
    text_free(&text);
}

/* Appends to `record` what `sample` has, from its facts alone. */
static void copy(struct record *record, const struct record *sample)
{
    struct error error;
    int signature_index = 0;
    for (int seq = 0; seq < record_count(sample); seq++) {
        struct record_entry entry = record_entry(sample, seq);
        cr_assert_eq(record_append_entry(record, &entry, &error), STATUS_OK,
                     "%s", error.text);
        for (; signature_index < record_signature_count(sample);
             signature_index++) {
            struct record_signature signature =
                record_signature(sample, signature_index);
            if (signature.seq != seq)
                break;
            cr_assert_eq(record_add_signature(record, signature.by, seq,
                                              &signature.signature, &error),
                         STATUS_OK, "%s", error.text);
        }
    }
}

Test(record, an_entry_knows_its_line)
{
    struct text text = vectors_file(SAMPLES[0].file);
    struct record *record = read_good(text.bytes, text.size);
    int number = 0;
    int seq = 0;
    for (const char *line = text.bytes; *line != '\0';
         line = strchr(line, '\n') + 1) {
        number++;
        if (line[0] == 'E')
            cr_expect_eq(record_line(record, seq++), number);
    }
    cr_expect_eq(seq, record_count(record));
    cr_expect_lt(seq, number);
    /* What was forgotten counts, what was cut off does not. */
    record_forget(record);
    struct record_event event = {"end", 0, record_newest_ts(record), "{}", 2};
    struct error error;
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(record_append(record, &event, &error), STATUS_OK);
        cr_expect_eq(record_line(record, seq), number + 1);
        record_cut(record, seq);
    }
    record_free(record);
    text_free(&text);
}

Test(record, what_is_appended_is_the_same_bytes)
{
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        struct text text = vectors_file(SAMPLES[i].file);
        struct record *sample = read_good(text.bytes, text.size);
        struct record *record = NULL;
        struct error error;
        cr_assert_eq(record_new(&record, &error), STATUS_OK);
        copy(record, sample);
        expect_bytes(record, text.bytes, text.size);
        record_free(record);
        record_free(sample);
        text_free(&text);
    }
}

/* In a long run all bits; else each 17th, so that each bit of a byte has its
 * turn. */
Test(record, samples_with_any_bit_flipped_are_refused_by_entry, .timeout = 600)
{
    enum { STEP = 17 };
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        struct text text = vectors_file(SAMPLES[i].file);
        for (size_t bit = 0; bit < 8 * text.size; bit += is_long() ? 1 : STEP) {
            text.bytes[bit / 8] ^= (char)(1 << bit % 8);
            expect_refused(text.bytes, text.size, "entry ");
            text.bytes[bit / 8] ^= (char)(1 << bit % 8);
        }
        text_free(&text);
    }
}

Test(record, a_missing_entry_is_noticed_at_once)
{
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        struct lines lines = lines_of(SAMPLES[i].file);
        int seq = 0;
        for (int missing = 0; missing < lines.count; missing++) {
            if (letter_of(&lines, missing) != 'E')
                continue;
            struct text text = {0};
            for (int k = 0; k < lines.count; k++)
                if (k != missing)
                    add_line(&text, &lines, k);
            char reason[64];
            bool is_signed = letter_of(&lines, missing + 1) == 'S';
            snprintf(reason, sizeof reason,
                     is_signed
                         ? "line %d: a signature of entry %d before entry %d"
                         : "line %d: entry %d where entry %d should be",
                     missing + 1, is_signed ? seq : seq + 1, seq);
            expect_refused(text.bytes, text.size, reason);
            text_free(&text);
            seq++;
        }
        text_free(&lines.text);
    }
}

/* Signatures are no links of the chain: that one is missing shows only in
 * what is signed, which the record tells. */
Test(record, a_missing_signature_is_one_less)
{
    struct lines lines = lines_of("sample_l1.record");
    for (int missing = 0; missing < lines.count; missing++) {
        if (letter_of(&lines, missing) != 'S')
            continue;
        struct text text = {0};
        for (int k = 0; k < lines.count; k++)
            if (k != missing)
                add_line(&text, &lines, k);
        struct record *record = read_good(text.bytes, text.size);
        cr_expect_eq(record_signature_count(record),
                     SAMPLES[0].signature_count - 1);
        expect_head(record, SAMPLES[0].head);
        record_free(record);
        text_free(&text);
    }
    text_free(&lines.text);
}

/* Two lines that follow each other are swapped. A signature may come late,
 * but not early. */
Test(record, swapped_lines_are_refused)
{
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        struct lines lines = lines_of(SAMPLES[i].file);
        for (int first = 0; first + 1 < lines.count; first++) {
            struct text text = {0};
            for (int k = 0; k < lines.count; k++)
                add_line(&text, &lines,
                         k == first       ? first + 1
                         : k == first + 1 ? first
                                          : k);
            if (letter_of(&lines, first) == 'E')
                expect_refused(text.bytes, text.size, "entry ");
            else
                record_free(read_good(text.bytes, text.size));
            text_free(&text);
        }
        text_free(&lines.text);
    }
}

Test(record, a_repeated_entry_is_refused)
{
    struct lines lines = lines_of("sample_l1.record");
    struct text text = {0};
    for (int k = 0; k < 3; k++)
        add_line(&text, &lines, k);
    add_line(&text, &lines, 2);
    expect_refused(text.bytes, text.size,
                   "line 4: entry 1 where entry 2 should be");
    text_free(&text);
    text_free(&lines.text);
}

Test(record, a_record_that_is_cut_inside_a_line_is_refused)
{
    struct lines lines = lines_of("sample_l1.record");
    for (size_t size = 0; size < lines.text.size; size++) {
        bool is_whole = false;
        for (int k = 1; k < lines.count; k++)
            is_whole |= lines.at[k] == size;
        if (!is_whole)
            expect_refused(lines.text.bytes, size, "entry ");
        else
            record_free(read_good(lines.text.bytes, size));
    }
    text_free(&lines.text);
}

/* sample_l1's first two lines with `line` after them. */
static void expect_line_refused(const char *line, const char *reason)
{
    struct lines lines = lines_of("sample_l1.record");
    struct text text = {0};
    add_line(&text, &lines, 0);
    add_line(&text, &lines, 1);
    text_add(&text, line);
    text_add_char(&text, '\n');
    expect_refused(text.bytes, text.size, reason);
    text_free(&text);
    text_free(&lines.text);
}

#define PREV                                                                   \
    "\"prev\":\"72b241112ca9c62f6d9206654fb5aa59fcb524e4c6c7357bed2e0e2af483b" \
    "188\""

Test(record, a_line_of_another_form_is_refused)
{
    static const struct {
        const char *line;
        const char *reason;
    } lines[] = {
        {"", "line 3: neither"},
        {"E", "line 3: neither"},
        {"E ", "entry 1: line 3, column 0: "},
        {"e {}", "line 3: neither an entry (E) nor a signature (S), before "
                 "entry 1"},
        {"E  {}", "entry 1: line 3, column 1: not in canonical form"},
        {"E {}\r", "line 3: it ends with CR LF"},
        {"E {}", "line 3: entry 1 cannot be read: it is not an object of"},
        {"E [0,1,2,3,4,5]", "it is not an object of"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":1,\"t\":\"x\",\"ts\":0,"
         "\"z\":0}",
         "it is not an object of"},
        {"E {\"by\":256,\"d\":{}," PREV ",\"seq\":1,\"t\":\"x\",\"ts\":0}",
         "by is not a seat"},
        {"E {\"by\":-1,\"d\":{}," PREV ",\"seq\":1,\"t\":\"x\",\"ts\":0}",
         "by is not a seat"},
        {"E {\"by\":0,\"d\":[]," PREV ",\"seq\":1,\"t\":\"x\",\"ts\":0}",
         "d is not an object"},
        {"E {\"by\":0,\"d\":{},\"prev\":\"00\",\"seq\":1,\"t\":\"x\",\"ts\":0}",
         "prev is not 64 digits"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":\"1\",\"t\":\"x\",\"ts\":0}",
         "seq is not a number"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":4294967297,\"t\":\"x\","
         "\"ts\":0}",
         "seq is not a number"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":1,\"t\":\"X\",\"ts\":0}",
         "t is not 1 to 31"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":1,\"t\":\"\",\"ts\":0}",
         "t is not 1 to 31"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":1,\"t\":\"x\",\"ts\":-1}",
         "ts is not a time"},
        {"E {\"by\":0,\"d\":{}," PREV ",\"seq\":1,\"t\":\"open\",\"ts\":0}",
         "line 3: entry 1 is 'open' by seat 0, but a record starts with one"},
        {"E {\"by\":0,\"d\":{\"b\":1,\"a\":1}," PREV ",\"seq\":1,\"t\":\"x\","
         "\"ts\":0}",
         "entry 1: line 3, column 15: not in canonical form"},
        {"S {}", "line 3: the signature before entry 1 is not an object of by"},
        {"S [0,0,0]", "is not an object of by"},
        {"S {", "signature before entry 1: line 3, column"},
        {"S {\"by\":0,\"seq\":0,\"sig\":\"00\"}", "is not an object of by"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_line_refused(lines[i].line, lines[i].reason);
}

Test(record, an_entry_that_does_not_follow_is_named_with_both_hashes)
{
    expect_line_refused(
        "E {\"by\":0,\"d\":{},\"prev\":\"00000000000000000000000000000000000000"
        "00000000000000000000000000\",\"seq\":1,\"t\":\"x\",\"ts\":0}",
        "line 3: entry 1 does not follow from entry 0: its prev is 00000000000"
        "00000000000000000000000000000000000000000000000000000, but that "
        "entry's hash is 72b241112ca9c62f6d9206654fb5aa59fcb524e4c6c7357bed2e0"
        "e2af483b188");
}

#define SIGNATURE                                                              \
    "d890cc8b4c730ee9e64996f72dd4bacdfb78bb9991ee015b261b7f11da8b4d6204ac4b97" \
    "375c766cda477d59ea3876c36117c8ef3f08660396614d1175d55200"

Test(record, a_signature_by_another_seat_is_refused)
{
    expect_line_refused(
        "S {\"by\":1,\"seq\":0,\"sig\":\"" SIGNATURE "\"}",
        "line 3: entry 0, or its signature by seat 1, was changed");
    expect_line_refused("S {\"by\":3,\"seq\":0,\"sig\":\"" SIGNATURE "\"}",
                        "line 3: a signature of entry 0 by seat 3, which has "
                        "no key");
    expect_line_refused("S {\"by\":0,\"seq\":1,\"sig\":\"" SIGNATURE "\"}",
                        "line 3: a signature of entry 1 before entry 1");
}

Test(record, nothing_is_no_record)
{
    expect_refused("", 0, "line 1: a record starts with entry 0");
    expect_refused("\n", 1, "line 1: neither");
}

Test(record, an_empty_record_has_no_entries_and_the_head_of_zeros)
{
    struct record *record = new_record();
    cr_expect_eq(record_count(record), 0);
    cr_expect_eq(record_signature_count(record), 0);
    expect_head(record, "00000000000000000000000000000000000000000000000000000"
                        "00000000000");
    expect_bytes(record, "", 0);
    record_free(record);
    record_free(NULL);
}

Test(record, the_first_entry_opens)
{
    struct record *record = new_record();
    struct error error;
    cr_expect_eq(append(record, "choice", 0, "{}", &error), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text,
                     "cannot append 'choice': line 1: entry 0 is 'choice' by "
                     "seat 0, but a record starts with one 'open' by seat 0");
    cr_expect_eq(append(record, "open", 1, "{}", &error), STATUS_BAD_INPUT);
    cr_expect_eq(append(record, "open", 0, "{}", &error), STATUS_OK);
    cr_expect_eq(append(record, "open", 0, "{}", &error), STATUS_BAD_INPUT);
    cr_expect_eq(record_count(record), 1);
    record_free(record);
}

Test(record, what_cannot_be_read_back_is_not_appended)
{
    static const struct {
        const char *type;
        int by;
        const char *d;
    } events[] = {
        {"", 0, "{}"},
        {"Choice", 0, "{}"},
        {"choice2", 0, "{}"},
        {"abcdefghijklmnopqrstuvwxyzabcdef", 0, "{}"},
        {"choice", -1, "{}"},
        {"choice", 256, "{}"},
        {"choice", 0, ""},
        {"choice", 0, "[]"},
        {"choice", 0, "{"},
        {"choice", 0, "{\"a\": 1}"},
        {"choice", 0, "{\"b\":1,\"a\":1}"},
        {"choice", 0, "{\"a\":1.5}"},
        {"choice", 0, "{\"a\":9007199254740992}"},
        {"choice", 0, "{\"a\":\"\xff\"}"},
        {"choice", 0, "{},\"e\":{}"},
        {"choice", 0, "{},\"d\":{}"},
        {"choice", 0, "{}} "},
    };
    struct record *record = new_record();
    append_good(record, "open", "{}");
    size_t size = 0;
    struct text before = {0};
    text_add(&before, record_bytes(record, &size));
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        struct error error;
        cr_expect_eq(
            append(record, events[i].type, events[i].by, events[i].d, &error),
            STATUS_BAD_INPUT, "%s by %d: %s", events[i].type, events[i].by,
            events[i].d);
        cr_expect_eq(record_count(record), 1);
        expect_bytes(record, before.bytes, before.size);
    }
    text_free(&before);
    record_free(record);
}

Test(record, seats_types_and_times_reach_to_their_bounds)
{
    struct record *record = new_record();
    struct error error;
    append_good(record, "open", "{}");
    cr_expect_eq(append(record, "abcdefghijklmnopqrstuvwxyz_abcd",
                        RECORD_SEAT_MAX, "{}", &error),
                 STATUS_OK);
    struct record_event event = {"x", 0, JSON_INTEGER_MAX, "{}", 2};
    cr_expect_eq(record_append(record, &event, &error), STATUS_OK);
    event.ts++;
    cr_expect_eq(record_append(record, &event, &error), STATUS_BAD_INPUT);
    event.ts = 0;
    cr_expect_eq(record_append(record, &event, &error), STATUS_OK);
    event.ts = -1;
    cr_expect_eq(record_append(record, &event, &error), STATUS_BAD_INPUT);

    size_t size = 0;
    const char *bytes = record_bytes(record, &size);
    struct record *again = read_good(bytes, size);
    cr_expect_str_eq(record_entry(again, 1).type,
                     "abcdefghijklmnopqrstuvwxyz_abcd");
    cr_expect_eq(record_entry(again, 1).by, RECORD_SEAT_MAX);
    cr_expect_eq(record_entry(again, 2).ts, JSON_INTEGER_MAX);
    record_free(again);
    record_free(record);
}

/* An event whose d has a string of `size` letters. */
static enum status append_large(struct record *record, size_t size,
                                struct error *error)
{
    struct text d = {0};
    text_add(&d, "{\"a\":\"");
    while (size-- > 0)
        text_add_char(&d, 'x');
    text_add(&d, "\"}");
    struct record_event event = {"x", 0, 0, d.bytes, d.size};
    enum status status = record_append(record, &event, error);
    text_free(&d);
    return status;
}

Test(record, lines_reach_to_their_bound)
{
    struct record *record = new_record();
    struct error error;
    append_good(record, "open", "{}");
    cr_assert_eq(append_large(record, 0, &error), STATUS_OK);
    size_t short_size = 0;
    size_t opening_size = 0;
    record_bytes(record, &short_size);
    opening_size = strcspn(record_bytes(record, &short_size), "\n") + 1;
    size_t rest = RECORD_LINE_SIZE_MAX - (short_size - opening_size - 3);
    cr_expect_eq(append_large(record, rest, &error), STATUS_OK);
    cr_expect_eq(append_large(record, rest + 1, &error), STATUS_BAD_INPUT);
    cr_expect(strstr(error.text, "1048576 are the most") != NULL, "%s",
              error.text);
    record_free(record);
}

Test(record, it_grows_to_its_bound_and_no_further)
{
    struct record *record = new_record();
    struct error error;
    append_good(record, "open", "{}");
    enum status status = STATUS_OK;
    for (size_t piece = 1000000; piece > 0; piece /= 10)
        do
            status = append_large(record, piece, &error);
        while (status == STATUS_OK);
    cr_expect_eq(status, STATUS_BAD_INPUT);
    cr_expect(strstr(error.text, "larger than 16777216 bytes") != NULL, "%s",
              error.text);

    size_t size = 0;
    const char *bytes = record_bytes(record, &size);
    cr_expect_leq(size, RECORD_SIZE_MAX);
    cr_expect_gt(size, RECORD_SIZE_MAX - 200);
    record_free(read_good(bytes, size));
    record_free(record);
}

/* AddressSanitizer ends a program that is out of memory. */
#ifndef __SANITIZE_ADDRESS__
Test(record, without_memory_it_stays_as_it_was)
{
    struct record *record = new_record();
    struct error error;
    append_good(record, "open", "{}");
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = 48 << 20;
    setrlimit(RLIMIT_AS, &limit);
    int count = 1;
    enum status status = STATUS_OK;
    while ((status = append_large(record, 1000000, &error)) == STATUS_OK)
        count++;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);

    cr_expect_eq(status, STATUS_NO_MEMORY, "%s", error.text);
    cr_expect_eq(record_count(record), count);
    append_good(record, "choice", "{}");
    size_t size = 0;
    const char *bytes = record_bytes(record, &size);
    cr_expect_eq(strlen(bytes), size);
    struct record *again = read_good(bytes, size);
    cr_expect_eq(record_count(again), count + 1);
    record_free(again);
    record_free(record);
}
#endif

Test(record, many_entries_follow_each_other)
{
    struct record *record = new_record();
    append_good(record, "open", "{}");
    for (int i = 1; i < 1000; i++) {
        struct text d = {0};
        text_addf(&d, "{\"n\":%d}", i);
        append_good(record, "choice", d.bytes);
        text_free(&d);
    }
    cr_expect_eq(record_count(record), 1000);
    for (int i = 1; i < 1000; i++) {
        struct record_entry entry = record_entry(record, i);
        struct json *root = NULL;
        struct error error;
        cr_assert_eq(record_parse(&root, &entry, &error), STATUS_OK);
        cr_expect_eq(vectors_integer(root, "n"), i);
        json_free(root);
    }
    record_free(record);
}

Test(record, an_entry_that_is_not_there_ends_the_program, .signal = SIGABRT)
{
    struct record *record = new_record();
    append_good(record, "open", "{}");
    (void)record_entry(record, 1);
}

Test(record, the_last_entry_is_signed_by_daemon_and_players)
{
    struct sign_keys keys[2];
    struct record *record = opened(keys);
    struct error error;
    cr_expect_eq(record_sign(record, 0, &keys[0], &error), STATUS_OK);
    append_good(record, "choice", "{}");
    cr_expect_eq(record_sign(record, 0, &keys[0], &error), STATUS_OK);
    cr_expect_eq(record_sign(record, 1, &keys[1], &error), STATUS_OK);
    cr_expect_eq(record_signature_count(record), 3);
    cr_expect_eq(record_signature(record, 2).by, 1);
    cr_expect_eq(record_signature(record, 2).seq, 1);
    cr_expect(record_signature(record, 2).is_checked);

    size_t size = 0;
    const char *bytes = record_bytes(record, &size);
    struct record *again = read_good(bytes, size);
    cr_expect_eq(record_signature_count(again), 3);
    record_free(again);
    record_free(record);
}

Test(record, a_signature_with_another_key_is_not_added)
{
    struct sign_keys keys[2];
    struct record *record = opened(keys);
    struct error error;
    cr_expect_eq(record_sign(record, 0, &keys[1], &error), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text,
                     "cannot sign entry 0: the key is not that of seat 0");
    cr_expect_eq(record_sign(record, 2, &keys[1], &error), STATUS_BAD_INPUT);
    cr_expect_eq(record_sign(record, -1, &keys[1], &error), STATUS_BAD_INPUT);
    struct signature signature = {{0}};
    cr_expect_eq(record_add_signature(record, 0, 1, &signature, &error),
                 STATUS_BAD_INPUT);
    cr_expect_eq(record_add_signature(record, 0, -1, &signature, &error),
                 STATUS_BAD_INPUT);
    cr_expect_eq(record_signature_count(record), 0);
    record_free(record);
}

Test(record, without_entries_or_keys_nothing_can_be_signed)
{
    struct sign_keys keys;
    sign_keys_new(&keys);
    struct record *record = new_record();
    struct error error;
    cr_expect_eq(record_sign(record, 0, &keys, &error), STATUS_BAD_INPUT);
    append_good(record, "open", "{}");
    cr_expect_eq(record_sign(record, 0, &keys, &error), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "cannot sign entry 0 by seat 0: the record's "
                                 "opening has no such key");
    record_free(record);
}

Test(record, without_keys_signatures_are_kept_and_not_checked)
{
    static const char *const openings[] = {
        "{}",
        "{\"keys\":[]}",
        "{\"game\":\"000102030405060708090a0b0c0d0e0f\"}",
        "{\"game\":\"000102030405060708090a0b0c0d0e0f\",\"keys\":[]}",
    };
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct record *record = new_record();
        append_good(record, "open", openings[i]);
        size_t size = 0;
        struct text text = {0};
        text_add(&text, record_bytes(record, &size));
        text_add(&text, "S {\"by\":0,\"seq\":0,\"sig\":\"" SIGNATURE "\"}\n");
        struct record *again = read_good(text.bytes, text.size);
        cr_assert_eq(record_signature_count(again), 1);
        cr_expect_not(record_signature(again, 0).is_checked);
        expect_bytes(again, text.bytes, text.size);
        record_free(again);
        record_free(record);
        text_free(&text);
    }
}

Test(record, an_opening_with_a_broken_game_or_key_is_refused)
{
    static const struct {
        const char *d;
        const char *reason;
    } openings[] = {
        {"{\"game\":1}", "game is not 32 digits"},
        {"{\"game\":\"00\"}", "game is not 32 digits"},
        {"{\"keys\":{}}", "keys is not a list"},
        {"{\"keys\":[1]}", "the key of seat 0 is not 64 digits"},
        {"{\"keys\":[\"00\"]}", "the key of seat 0 is not 64 digits"},
    };
    struct record *record = new_record();
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct error error;
        cr_expect_eq(append(record, "open", 0, openings[i].d, &error),
                     STATUS_BAD_INPUT);
        cr_expect(strstr(error.text, openings[i].reason) != NULL, "%s",
                  error.text);
    }
    record_free(record);
}
