/*
 * The thread that writes: tickets, groups, failures, and what a SIGKILL leaves.
 */

#include "stores.h"

#include "base/clock.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

TestSuite(writer, .init = stores_begin, .fini = stores_end, .timeout = 300);

static void wake(void *context)
{
    sem_post(context);
}

struct table {
    struct writer *writer;
    struct store *reader;
    sem_t woken;
};

static void start(struct table *table)
{
    struct error error;
    sem_init(&table->woken, 0, 0);
    cr_assert_eq(writer_start(&table->writer, &table->reader, "store", wake,
                              &table->woken, &error),
                 STATUS_OK, "%s", error.text);
}

static void stop(struct table *table)
{
    struct error error;
    cr_expect_eq(writer_stop(table->writer, &error), STATUS_OK);
    sem_destroy(&table->woken);
}

/* Waits until the ticket is on the disk, or the writer has failed. */
static bool wait_for(struct table *table, int64_t ticket)
{
    struct error error;
    while (writer_committed(table->writer) < ticket) {
        if (writer_has_failed(table->writer, &error))
            return false;
        sem_wait(&table->woken);
    }
    return true;
}

/* Has it go on after a failure, as soon as the disk lets it. */
static void resume(struct table *table)
{
    while (!writer_resume(table->writer))
        usleep(1000);
}

static int64_t put_new(struct table *table, int64_t number)
{
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(number, id);
    return writer_put(table->writer, &write);
}

static bool is_there(struct table *table, int64_t number)
{
    char id[STORE_ID_SIZE];
    struct store_game game;
    struct error error;
    snprintf(id, sizeof id, "g%lld", (long long)number);
    enum status status = store_load(table->reader, id, &game, &error);
    if (status == STATUS_OK)
        store_game_free(&game);
    else
        cr_expect_eq(status, STATUS_NOT_FOUND, "%s", error.text);
    return status == STATUS_OK;
}

Test(writer, what_is_put_is_there_when_its_ticket_is_committed)
{
    struct table table;
    struct text value = {0};
    struct error error;
    struct text lines = {0};
    char id[STORE_ID_SIZE];
    start(&table);
    cr_expect_eq(writer_last(table.writer), 0);
    cr_expect_eq(writer_committed(table.writer), 0);
    stores_add_entry(&lines, 0);
    struct store_write write = stores_new_game(1, id);
    write.lines = lines.bytes;
    write.lines_size = lines.size;
    write.said = "{}";
    cr_expect_eq(writer_put(table.writer, &write), 1);
    memset(id, 'x', sizeof id); /* all was copied */
    memset(lines.bytes, 'x', lines.size);
    cr_expect_eq(writer_put_value(table.writer, "key", "a\0b", 3), 2);
    cr_expect_eq(writer_last(table.writer), 2);
    cr_expect(wait_for(&table, 2));
    text_clear(&lines);
    stores_add_entry(&lines, 0);
    stores_expect_record(table.reader, "g1", lines.bytes);
    cr_assert_eq(store_get_value(table.reader, "key", &value, &error),
                 STATUS_OK);
    cr_expect_eq(value.size, 3);
    cr_expect_not(writer_has_failed(table.writer, &error));
    text_free(&value);
    text_free(&lines);
    stop(&table);
}

Test(writer, what_waits_when_it_is_stopped_is_written)
{
    struct table table;
    start(&table);
    for (int i = 1; i <= 500; i++)
        put_new(&table, i);
    stop(&table);
    start(&table);
    cr_expect(is_there(&table, 1));
    cr_expect(is_there(&table, 500));
    stop(&table);
    struct error error;
    cr_expect_eq(writer_stop(NULL, &error), STATUS_OK);
}

/* Some 40 MB go through it, each write a commit of its own. */
Test(writer, its_log_does_not_grow_for_ever)
{
    enum { COMMITS = 2000, SIZE = 20000, LOG_SIZE_MAX = 12 << 20 };
    static char bytes[SIZE];
    struct table table;
    struct stat log;
    start(&table);
    for (int i = 0; i < COMMITS; i++) {
        memset(bytes, 'a' + i % 26, SIZE);
        cr_assert(wait_for(
            &table, writer_put_value(table.writer, "value", bytes, SIZE)));
    }
    cr_assert_eq(stat("store-wal", &log), 0);
    cr_expect_lt(log.st_size, LOG_SIZE_MAX);
    stop(&table);
}

Test(writer, it_is_not_started_without_a_store)
{
    struct writer *writer = (struct writer *)&writer;
    struct store *reader = (struct store *)&reader;
    struct error error;
    cr_expect_eq(writer_start(&writer, &reader, "no/store", NULL, NULL, &error),
                 STATUS_IO);
    cr_expect_null(writer);
    cr_expect_null(reader);
    cr_assert_eq(writer_start(&writer, &reader, "store", NULL, NULL, &error),
                 STATUS_OK);
    cr_expect_eq(writer_stop(writer, &error), STATUS_OK);
}

Test(writer, many_writes_are_few_commits)
{
    enum { GAMES = 100, ROUNDS = 50 };
    struct table table;
    int64_t sum = 0;
    start(&table);
    for (int i = 1; i <= GAMES; i++)
        put_new(&table, i);
    for (int round = 0; round < ROUNDS; round++) {
        struct text lines = {0};
        stores_add_entry(&lines, round);
        for (int i = 1; i <= GAMES; i++)
            writer_put(table.writer,
                       &(struct store_write){.game = i,
                                             .seq = round,
                                             .lines = lines.bytes,
                                             .lines_size = lines.size});
        text_free(&lines);
        cr_assert(wait_for(&table, writer_last(table.writer)));
    }
    struct writer_figures figures = writer_figures(table.writer);
    sum = GAMES + GAMES * ROUNDS;
    cr_expect_eq(figures.write_count, sum);
    cr_expect_eq(figures.waiting, 0);
    cr_expect_lt(figures.commit_count, sum / 5);
    cr_expect_gt(figures.last_commit_ns, 0);
    stop(&table);
}

Test(writer, after_a_failure_all_is_dropped_until_it_resumes)
{
    struct table table;
    struct error error;
    start(&table);
    cr_assert(wait_for(&table, put_new(&table, 1)));
    stores_break_disk(0, ENOSPC);
    int64_t ticket = put_new(&table, 2);
    put_new(&table, 3);
    cr_expect_not(wait_for(&table, ticket));
    cr_assert(writer_has_failed(table.writer, &error));
    cr_expect_eq(error.status, STATUS_IO);
    cr_expect_str_eq(error.text,
                     "cannot write to store 'store': the disk is full");
    cr_expect_eq(put_new(&table, 4), 4);
    cr_expect_eq(writer_committed(table.writer), 1);
    cr_expect_not(writer_resume(table.writer));
    cr_expect(writer_has_failed(table.writer, &error));
    stores_heal_disk();
    cr_expect_eq(put_new(&table, 5), 5);
    resume(&table);
    cr_expect(writer_resume(table.writer)); /* and nothing happens */
    cr_expect_not(writer_has_failed(table.writer, &error));
    cr_expect_eq(writer_committed(table.writer), 5);
    cr_expect_eq(writer_figures(table.writer).waiting, 0);
    cr_expect(wait_for(&table, put_new(&table, 6)));
    for (int i = 1; i <= 6; i++)
        cr_expect_eq(is_there(&table, i), i == 1 || i == 6, "%d", i);
    stop(&table);
}

Test(writer, whoever_has_it_resume_does_not_wait_for_the_disk)
{
    struct table table;
    struct error error;
    start(&table);
    stores_break_disk(0, EIO);
    cr_expect_not(wait_for(&table, put_new(&table, 1)));
    stores_hold_disk();
    for (int i = 0; i < 100; i++) {
        cr_expect_not(writer_resume(table.writer));
        usleep(1000);
    }
    cr_expect(writer_has_failed(table.writer, &error));
    stores_heal_disk();
    resume(&table);
    cr_expect(wait_for(&table, put_new(&table, 2)));
    cr_expect_not(is_there(&table, 1));
    cr_expect(is_there(&table, 2));
    stop(&table);
}

Test(writer, a_write_that_is_refused_fails_its_game_alone)
{
    struct table table;
    struct error error;
    struct writer_refusal refusal;
    start(&table);
    cr_expect_not(writer_take_refusal(table.writer, &refusal));
    put_new(&table, 1);
    writer_hold(table.writer);
    int64_t ticket = writer_put(table.writer, &(struct store_write){.game = 2});
    put_new(&table, 3);
    put_new(&table, 2); /* would fit, but comes behind one that does not */
    writer_go(table.writer);
    cr_expect(wait_for(&table, writer_last(table.writer)));
    cr_expect_not(writer_has_failed(table.writer, &error));
    cr_expect(is_there(&table, 1));
    cr_expect_not(is_there(&table, 2));
    cr_expect(is_there(&table, 3));
    cr_assert(writer_take_refusal(table.writer, &refusal));
    cr_expect_eq(refusal.game, 2);
    cr_expect_eq(refusal.ticket, ticket);
    cr_expect_str_eq(refusal.error.text, "game 2: there is no such game");
    cr_expect_not(writer_take_refusal(table.writer, &refusal));
    put_new(&table, 2);
    writer_go(table.writer);
    cr_expect(wait_for(&table, writer_last(table.writer)));
    cr_expect(is_there(&table, 2));
    stop(&table);
}

/* Also before anybody has taken the refusal: its ticket says that it is done.
 */
Test(writer, a_game_with_a_write_that_was_refused_can_be_deleted)
{
    struct table table;
    struct writer_refusal refusal;
    start(&table);
    cr_expect(wait_for(&table, put_new(&table, 1)));
    writer_put(table.writer,
               &(struct store_write){
                   .game = 1, .seq = 7, .lines = "E {}\n", .lines_size = 5});
    int64_t ticket = writer_put(
        table.writer, &(struct store_write){.game = 1, .is_deleted = true});
    cr_expect(wait_for(&table, ticket));
    cr_expect_not(is_there(&table, 1));
    cr_assert(writer_take_refusal(table.writer, &refusal));
    cr_expect_eq(refusal.game, 1);
    cr_expect_not(writer_take_refusal(table.writer, &refusal));
    cr_expect_not(is_there(&table, 1));
    stop(&table);
}

Test(writer, too_many_refusals_are_a_failure)
{
    struct table table;
    struct error error;
    start(&table);
    for (int i = 1; i <= 20; i++)
        writer_put(table.writer, &(struct store_write){.game = i});
    cr_expect_not(wait_for(&table, 20));
    cr_assert(writer_has_failed(table.writer, &error));
    cr_expect_eq(error.status, STATUS_BAD_INPUT);
    resume(&table);
    cr_expect(wait_for(&table, put_new(&table, 1)));
    stop(&table);
}

Test(writer, what_there_is_no_memory_for_is_a_failure_that_nobody_waits_for)
{
    struct table table;
    struct error error;
    sqlite3 *other = NULL;
    start(&table);
    cr_assert_eq(sqlite3_open("store", &other), SQLITE_OK);
    /* Nothing is committed while another program is in the middle of a write.
     */
    cr_assert_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
                 SQLITE_OK);
    put_new(&table, 1);
    while (writer_figures(table.writer).waiting > 0)
        usleep(100);
    cr_expect_eq(writer_put(table.writer, NULL), 2);
    put_new(&table, 3);
    cr_expect_not(writer_has_failed(table.writer, &error));
    cr_expect_eq(writer_committed(table.writer), 0);
    cr_assert_eq(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    cr_expect_not(wait_for(&table, 2));
    cr_assert(writer_has_failed(table.writer, &error));
    cr_expect_eq(error.status, STATUS_NO_MEMORY);
    cr_expect_str_eq(error.text, "no memory for what is written");
    cr_expect_eq(writer_committed(table.writer), 1);
    resume(&table);
    cr_expect(wait_for(&table, put_new(&table, 4)));
    for (int i = 1; i <= 4; i++)
        cr_expect_eq(is_there(&table, i), i == 1 || i == 4, "%d", i);
    sqlite3_close(other);
    stop(&table);
}

Test(writer, who_waits_for_a_ticket_is_told_that_it_is_on_the_disk_or_why_not)
{
    struct table table;
    struct error error;
    start(&table);
    int64_t ticket = put_new(&table, 1);
    cr_expect_eq(writer_wait(table.writer, ticket, &error), STATUS_OK);
    cr_expect_geq(writer_committed(table.writer), ticket);
    stores_break_disk(0, EIO);
    ticket = put_new(&table, 2);
    cr_expect_eq(writer_wait(table.writer, ticket, &error), STATUS_IO);
    cr_expect_lt(writer_committed(table.writer), ticket);
    stores_heal_disk();
    resume(&table);
    stop(&table);
}

Test(writer, stopping_tells_of_the_failure)
{
    struct table table;
    struct error error;
    start(&table);
    stores_break_disk(0, EIO);
    put_new(&table, 1);
    cr_expect_eq(writer_stop(table.writer, &error), STATUS_IO);
    cr_expect_str_eq(error.text,
                     "the disk failed store 'store': Input/output error");
    stores_heal_disk();
    start(&table);
    cr_expect_not(is_there(&table, 1));
    stop(&table);
}

enum { KILLED_GAMES = 5, KILLS = 12 };

static int told[2];
static sem_t child_woken;

/* Writes without end, two entries and a saying each, and tells through the pipe
 * which tickets are on the disk. */
static void write_for_ever(void)
{
    struct writer *writer;
    struct store *reader;
    struct error error;
    int64_t last_told = 0;
    sem_init(&child_woken, 0, 0);
    if (writer_start(&writer, &reader, "store", wake, &child_woken, &error) !=
        STATUS_OK)
        _exit(1);
    for (int64_t ticket = 1;; ticket++) {
        int64_t game = (ticket - 1) % KILLED_GAMES + 1;
        int round = (int)((ticket - 1) / KILLED_GAMES);
        struct text lines = {0};
        char id[STORE_ID_SIZE];
        struct store_write next = stores_new_game(game, id);
        stores_add_entry(&lines, 2 * round);
        stores_add_entry(&lines, 2 * round + 1);
        next.id = round == 0 ? id : NULL;
        next.seq = 2 * round;
        next.lines = lines.bytes;
        next.lines_size = lines.size;
        next.said = "{}";
        writer_put(writer, &next);
        text_free(&lines);
        while (ticket - writer_committed(writer) > 3 * KILLED_GAMES)
            sem_wait(&child_woken);
        int64_t committed = writer_committed(writer);
        if (committed == last_told)
            continue;
        last_told = committed;
        if (write(told[1], &committed, sizeof committed) != sizeof committed)
            _exit(2);
    }
}

/* Checks a game: whole writes, at least as many as were told of. */
static void expect_whole(struct store *store, int64_t number, int64_t last_told)
{
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    snprintf(id, sizeof id, "g%lld", (long long)number);
    int64_t expected = (last_told - number + KILLED_GAMES) / KILLED_GAMES;
    enum status status = store_load(store, id, &game, &error);
    if (status == STATUS_NOT_FOUND) {
        cr_expect_leq(expected, 0, "game %s is lost", id);
        return;
    }
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
    struct text lines = {0};
    int entries = 0;
    while (lines.size < game.record.size)
        stores_add_entry(&lines, entries++);
    cr_expect_str_eq(game.record.bytes, lines.bytes);
    cr_expect_eq(entries % 2, 0, "half a write is there");
    cr_expect_geq(entries / 2, expected, "writes of game %s are lost", id);
    int64_t said = entries / 2 < STORE_SAID_MAX ? entries / 2 : STORE_SAID_MAX;
    cr_expect_eq((int64_t)game.said.size, said * 3, "half a write is there");
    text_free(&lines);
    store_game_free(&game);
}

Test(writer, after_a_kill_all_that_was_committed_is_there_and_nothing_half)
{
    for (int i = 0; i < KILLS; i++) {
        int64_t last_told = 0;
        cr_assert_eq(pipe(told), 0);
        fflush(NULL);
        pid_t child = fork();
        cr_assert(child >= 0);
        if (child == 0)
            write_for_ever();
        close(told[1]);
        int64_t ticket;
        cr_assert_eq(read(told[0], &ticket, sizeof ticket), sizeof ticket);
        last_told = ticket;
        struct timespec pause = {.tv_nsec = (1 + i * 7) * 1000000L};
        nanosleep(&pause, NULL);
        cr_assert_eq(kill(child, SIGKILL), 0);
        cr_assert_eq(waitpid(child, NULL, 0), child);
        while (read(told[0], &ticket, sizeof ticket) == sizeof ticket)
            last_told = ticket;
        close(told[0]);
        struct store *store = stores_open();
        for (int game = 1; game <= KILLED_GAMES; game++)
            expect_whole(store, game, last_told);
        store_close(store);
        unlink("store");
    }
}
