#ifndef CASTLED_RECORDS_H
#define CASTLED_RECORDS_H

/*
 * records -- making and reading records that must be good, for tests.
 */

#include "vectors.h"

#include "fair/hex.h"
#include "fair/record.h"

static inline struct record *read_good(const char *bytes, size_t size)
{
    struct record *record = NULL;
    struct error error;
    cr_assert_eq(record_read(&record, bytes, size, &error), STATUS_OK, "%s",
                 error.text);
    return record;
}

static inline void expect_bytes(const struct record *record,
                                const char *expected, size_t expected_size)
{
    size_t size = 0;
    const char *bytes = record_bytes(record, &size);
    cr_assert_eq(size, expected_size);
    cr_expect_eq(memcmp(bytes, expected, size), 0);
}

static inline struct record *new_record(void)
{
    struct record *record = NULL;
    struct error error;
    cr_assert_eq(record_new(&record, &error), STATUS_OK);
    return record;
}

static inline enum status append(struct record *record, const char *type,
                                 int by, const char *d, struct error *error)
{
    struct record_event event = {type, by, 1700000000000, d, strlen(d)};
    return record_append(record, &event, error);
}

static inline void append_good(struct record *record, const char *type,
                               const char *d)
{
    struct error error;
    cr_assert_eq(append(record, type, 0, d, &error), STATUS_OK, "%s",
                 error.text);
}

/* A record that begins with the keys of seats 0 and 1, which are made. */
static inline struct record *opened(struct sign_keys keys[2])
{
    struct text d = {0};
    text_add(&d, "{\"game\":\"000102030405060708090a0b0c0d0e0f\",\"keys\":[");
    for (int i = 0; i < 2; i++) {
        sign_keys_new(&keys[i]);
        json_add_comma(&d);
        text_add_char(&d, '"');
        hex_add(&d, keys[i].public_key, DRAW_KEY_SIZE);
        text_add_char(&d, '"');
    }
    text_add(&d, "]}");
    struct record *record = new_record();
    append_good(record, "open", d.bytes);
    text_free(&d);
    return record;
}

#endif
