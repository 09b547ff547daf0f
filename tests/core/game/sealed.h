#ifndef CASTLED_SEALED_H
#define CASTLED_SEALED_H

/*
 * sealed -- sealed games for tests, of which all keys and secrets are known.
 *
 * What is asked of it must work, or the test fails.
 */

#include "forge.h"

#include "game/game.h"
#include "game/sources.h"
#include "game/verify.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct error error;

static inline void must(enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

/* A game: a name, or "cards", the one of tests/games. */
static inline struct ruleset *open_rules(const char *game)
{
    struct ruleset *ruleset;
    bool is_cards = strcmp(game, "cards") == 0;
    struct ruleset_request request = {
        .root = CASTLED_SOURCE_DIR,
        .game = is_cards ? CASTLED_SOURCE_DIR "/tests/games/cards" : game};
    must(ruleset_open(&ruleset, &request, &error));
    return ruleset;
}

/* Opens a game for `given`, one for each seat. */
static inline void open_seal(struct sealing *sealing, struct ruleset *ruleset,
                             struct timer_rule clock,
                             struct contribution *given)
{
    struct executor *executor;
    must(executor_new(&executor, ruleset, &error));
    struct sealing_open open = {
        .executor = executor, .attempt = 1, .clock = clock};
    for (int i = 0; i < executor_seat_count(executor); i++) {
        must(contribution_init(&given[i], NULL, &error));
        open.player_keys[i] = given[i].keys.public_key;
    }
    must(sealing_begin(sealing, &open, &error));
    executor_free(executor);
}

/* Seals it: all seats take part. */
static inline void seal(struct sealing *sealing, struct ruleset *ruleset,
                        struct timer_rule clock, struct contribution *given)
{
    const struct contribution *seats[MATERIAL_SEATS_MAX] = {NULL};
    open_seal(sealing, ruleset, clock, given);
    for (int i = 0; i < sealing->seat_count - 1; i++)
        seats[i] = &given[i];
    must(sealing_run(sealing, seats, &error));
}

/* The record of a game, read again from its lines; the caller's. */
static inline struct record *record_again(const struct record *record)
{
    struct record *again;
    size_t size;
    const char *bytes = record_bytes(record, &size);
    must(record_read(&again, bytes, size, &error));
    return again;
}

static inline bool has_text(const struct record *record, const char *text)
{
    size_t size;
    const char *bytes = record_bytes(record, &size);
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

/* The newest entry is that. */
static inline void newest_is(const struct record *record, const char *type,
                             int by, const char *d)
{
    struct record_entry entry = record_entry(record, record_count(record) - 1);
    char *found = strndup(entry.d, entry.d_size);
    cr_expect_str_eq(entry.type, type);
    cr_expect_eq(entry.by, by);
    cr_expect_str_eq(found, d);
    free(found);
}

/* A check of a report. */
static inline void expect_check(const struct verify_report *report,
                                const char *name, enum verify_answer answer,
                                const char *says)
{
    for (int i = 0; i < report->count; i++) {
        const struct verify_check *check = &report->checks[i];
        if (strcmp(check->name, name) != 0)
            continue;
        cr_expect_eq(check->answer, answer, "%s: %s", name, check->says);
        cr_expect_not_null(strstr(check->says, says), "%s: '%s' is not in: %s",
                           name, says, check->says);
        return;
    }
    cr_expect_fail("there is no check '%s'", name);
}

/* Verifies the record as it is now. */
static inline void verify_now(struct verify_report *report,
                              const struct record *record,
                              struct worker_server *server)
{
    size_t size;
    const char *bytes = record_bytes(record, &size);
    verify_record(
        report, bytes, size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
}

/* What the forger makes is refused, for what the check says. */
static inline void refuse_forged(const struct forge *forge,
                                 struct worker_server *server,
                                 const char *check, const char *says)
{
    struct verify_report report;
    struct record *record = forge_write(forge);
    verify_now(&report, record, server);
    cr_expect(report.verdict == VERIFY_WRONG);
    expect_check(&report, check, VERIFY_WRONG, says);
    record_free(record);
}

#endif
