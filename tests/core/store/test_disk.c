/*
 * A disk that says no: whatever happens, there is all of a write or nothing,
 * and it goes on when the disk does.
 */

#include "stores.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

TestSuite(disk, .init = stores_begin, .fini = stores_end);

static const struct {
    int number;
    const char *reason;
} REASONS[] = {
    {ENOSPC, "cannot write to store 'store': the disk is full"},
    {EIO, "the disk failed store 'store': Input/output error"},
    {EDQUOT, "the disk failed store 'store': Disk quota exceeded"},
    {EROFS, "the disk failed store 'store': Read-only file system"},
};

enum { REASON_COUNT = sizeof REASONS / sizeof *REASONS, CALLS_MAX = 200 };

/* Puts a game with a record of some pages and commits it. */
static enum status put_game(struct store *store, int64_t number,
                            const struct text *lines, struct error *error)
{
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(number, id);
    write.lines = lines->bytes;
    write.lines_size = lines->size;
    write.said = "{}";
    enum status status = store_put(store, &write, error);
    if (status == STATUS_OK)
        status = store_commit(store, error);
    if (status != STATUS_OK)
        store_abandon(store);
    return status;
}

Test(disk, every_write_to_it_may_fail)
{
    struct store *store = stores_open();
    struct store *reader = NULL;
    struct store_game game;
    struct text lines = {0};
    struct error error;
    int64_t counts[STORE_OVER + 1];
    cr_assert_eq(store_open(&reader, "store", true, &error), STATUS_OK);
    for (int seq = 0; seq < 60; seq++)
        stores_add_entry(&lines, seq);
    int64_t number = 0;
    int calls = 0;
    for (bool is_failing = true; is_failing; calls++) {
        is_failing = false;
        for (int i = 0; i < REASON_COUNT; i++) {
            char id[STORE_ID_SIZE];
            number++;
            stores_break_disk(calls, REASONS[i].number);
            enum status status = put_game(store, number, &lines, &error);
            stores_heal_disk();
            if (status == STATUS_OK)
                continue;
            is_failing = true;
            cr_expect_eq(status, STATUS_IO);
            cr_expect_str_eq(error.text, REASONS[i].reason);
            snprintf(id, sizeof id, "g%lld", (long long)number);
            cr_expect_eq(store_load(reader, id, &game, &error),
                         STATUS_NOT_FOUND);
            cr_assert_eq(put_game(store, number, &lines, &error), STATUS_OK,
                         "%s", error.text);
            stores_expect_record(reader, id, lines.bytes);
        }
        cr_assert_lt(calls, CALLS_MAX);
    }
    cr_expect_gt(calls, 3);
    cr_assert_eq(store_count(reader, counts, &error), STATUS_OK);
    cr_expect_eq(counts[STORE_OPEN], number);
    text_free(&lines);
    store_close(reader);
    store_close(store);
}

Test(disk, what_was_begun_and_not_finished_is_opened_later)
{
    int calls = 0;
    for (bool is_failing = true; is_failing; calls++) {
        struct store *store = NULL;
        struct error error;
        stores_break_disk(calls, ENOSPC);
        enum status status = store_open(&store, "store", false, &error);
        stores_heal_disk();
        is_failing = status != STATUS_OK;
        if (is_failing) {
            cr_expect_eq(status, STATUS_IO, "%s", error.text);
            cr_expect_null(store);
            store = stores_open();
        }
        cr_assert_eq(store_put_value(store, "key", "x", 1, &error), STATUS_OK,
                     "%s", error.text);
        cr_assert_eq(store_commit(store, &error), STATUS_OK, "%s", error.text);
        store_close(store);
        unlink("store");
        cr_assert_lt(calls, CALLS_MAX);
    }
    cr_expect_gt(calls, 3);
}

/* Checkpoints fail when only what is new can be written; that is no failure of
 * a commit. */
Test(disk, it_fills_up_and_is_emptied)
{
    struct store *store = stores_open();
    struct text lines = {0};
    struct error error;
    for (int seq = 0; seq < 200; seq++)
        stores_add_entry(&lines, seq);
    for (int64_t number = 1; number <= 200; number++) {
        stores_break_disk(number % 40, ENOSPC);
        enum status status = put_game(store, number, &lines, &error);
        stores_heal_disk();
        if (status != STATUS_OK)
            cr_assert_eq(put_game(store, number, &lines, &error), STATUS_OK,
                         "%s", error.text);
    }
    for (int64_t number = 1; number <= 200; number++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "g%lld", (long long)number);
        stores_expect_record(store, id, lines.bytes);
    }
    text_free(&lines);
    store_close(store);
}

/* Ends the child when something does not hold; Criterion is not at home there.
 */
static void must(bool holds, int number)
{
    if (!holds)
        _exit(number);
}

/* A limit on the size of files, which the system itself holds to. */
static void grow_to_the_limit(void)
{
    struct rlimit limit;
    struct store *store;
    struct text lines = {0};
    struct store_game game;
    struct error error = {.text = ""};
    char id[STORE_ID_SIZE];
    int64_t number = 1;
    signal(SIGXFSZ, SIG_IGN);
    for (int seq = 0; seq < 60; seq++)
        stores_add_entry(&lines, seq);
    must(store_open(&store, "store", false, &error) == STATUS_OK, 1);
    must(getrlimit(RLIMIT_FSIZE, &limit) == 0, 2);
    rlim_t old = limit.rlim_cur;
    limit.rlim_cur = 400000;
    must(setrlimit(RLIMIT_FSIZE, &limit) == 0, 3);
    while (put_game(store, number, &lines, &error) == STATUS_OK)
        must(++number < 1000, 4);
    must(error.status == STATUS_IO, 5);
    must(strcmp(error.text, "the disk failed store 'store': File too large") ==
             0,
         6);
    must(put_game(store, number, &lines, &error) == STATUS_IO, 7);
    limit.rlim_cur = old;
    must(setrlimit(RLIMIT_FSIZE, &limit) == 0, 8);
    must(put_game(store, number, &lines, &error) == STATUS_OK, 9);
    for (int64_t i = 1; i <= number; i++) {
        snprintf(id, sizeof id, "g%lld", (long long)i);
        must(store_load(store, id, &game, &error) == STATUS_OK, 10);
        must(strcmp(game.record.bytes, lines.bytes) == 0, 11);
        store_game_free(&game);
    }
    text_free(&lines);
    store_close(store);
}

Test(disk, a_file_that_may_not_grow)
{
    stores_in_child(grow_to_the_limit);
}
