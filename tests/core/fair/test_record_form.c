#include "fair/record_form.h"

#include <criterion/criterion.h>
#include <string.h>

static const char D[] = "{\"text\":\"return 1\\n\"}";

static struct record_form *new_form(const char *type, const char *d, int seq)
{
    struct record_form *form;
    struct error error;
    cr_assert_eq(record_form_new(&form, type, d, strlen(d), seq, &error),
                 STATUS_OK, "%s", error.text);
    return form;
}

static void append(struct record *record, const char *type, const char *d,
                   int64_t ts)
{
    struct error error;
    struct record_event event = {type, 0, ts, d, strlen(d)};
    cr_assert_eq(record_append(record, &event, &error), STATUS_OK, "%s",
                 error.text);
}

static struct record *new_record(void)
{
    struct record *record;
    struct error error;
    cr_assert_eq(record_new(&record, &error), STATUS_OK);
    append(record, "open", "{}", 0);
    return record;
}

/* Under the number and at the time that it is made for, and under others. */
Test(record_form, entries_are_what_they_are_without_a_form)
{
    static const int64_t TIMES[] = {1700000000001, 0, 7, JSON_INTEGER_MAX};
    struct record_form *form = new_form("source", D, 1);
    struct record *one = new_record();
    struct record *other = new_record();
    for (int i = 0; i < 48; i++) {
        struct error error;
        int64_t ts = TIMES[i % 4];
        append(one, "source", D, ts);
        cr_assert_eq(record_append_form(other, form, ts, &error), STATUS_OK,
                     "%s", error.text);
        struct record_entry entry = record_entry(other, i + 1);
        struct hash head = record_head(one);
        cr_expect(hash_is_equal(&entry.hash, &head));
        cr_expect_str_eq(entry.type, "source");
        cr_expect_eq(entry.d_size, sizeof D - 1);
        cr_expect_arr_eq(entry.d, D, sizeof D - 1);
    }
    size_t size;
    size_t other_size;
    const char *bytes = record_bytes(one, &size);
    const char *other_bytes = record_bytes(other, &other_size);
    cr_assert_eq(size, other_size);
    cr_expect_arr_eq(bytes, other_bytes, size);
    record_free(one);
    record_free(other);
    record_form_free(form);
}

Test(record_form, what_cannot_be_appended_cannot_by_a_form)
{
    static const char *const BAD[] = {"{\"a\": 1}", "{\"b\":1,\"a\":1}", "[]",
                                      "{\"a\":1.5}"};
    struct record *record = new_record();
    struct error error;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct record_form *form = new_form("source", BAD[i], 1);
        cr_expect_not(record_form_is_checked(form));
        cr_expect_eq(record_append_form(record, form, 1, &error),
                     STATUS_BAD_INPUT);
        record_form_free(form);
    }
    struct record_form *form = new_form("source", D, 1);
    cr_expect(record_form_is_checked(form));
    cr_expect_eq(record_append_form(record, form, -1, &error),
                 STATUS_BAD_INPUT);
    cr_expect_eq(record_append_form(record, form, JSON_INTEGER_MAX + 1, &error),
                 STATUS_BAD_INPUT);
    cr_expect_eq(record_count(record), 1);
    record_form_free(form);
    record_free(record);
}

Test(record_form, no_record_begins_with_one)
{
    struct record *record;
    struct error error;
    struct record_form *form = new_form("source", D, 0);
    cr_assert_eq(record_new(&record, &error), STATUS_OK);
    cr_expect_eq(record_append_form(record, form, 1, &error), STATUS_BAD_INPUT);
    cr_expect_eq(record_count(record), 0);
    record_form_free(form);
    record_form_free(NULL);
    record_free(record);
}
