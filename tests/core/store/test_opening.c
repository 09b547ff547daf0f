/*
 * Files that are opened as stores: old ones, new ones, foreign ones, damaged
 * ones, and those of others.
 */

#include "stores.h"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(opening, .init = stores_begin, .fini = stores_end);

/* Version 1, as it was. It never changes: there are files that have it. */
static const char VERSION_1[] =
    "CREATE TABLE game ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  id TEXT NOT NULL UNIQUE,"
    "  state INTEGER NOT NULL,"
    "  is_public INTEGER NOT NULL,"
    "  created_ms INTEGER NOT NULL,"
    "  changed_ms INTEGER NOT NULL,"
    "  entry_count INTEGER NOT NULL,"
    "  last_piece INTEGER);"
    "CREATE INDEX game_by_change ON game (state, changed_ms);"
    "CREATE TABLE detail ("
    "  game INTEGER PRIMARY KEY, about TEXT NOT NULL, keeping TEXT NOT NULL);"
    "CREATE TABLE piece ("
    "  number INTEGER PRIMARY KEY,"
    "  previous INTEGER,"
    "  source INTEGER,"
    "  lines TEXT NOT NULL);"
    "CREATE TABLE source ("
    "  number INTEGER PRIMARY KEY, hash INTEGER NOT NULL, d TEXT NOT NULL);"
    "CREATE INDEX source_by_hash ON source (hash);"
    "CREATE TABLE said (place INTEGER PRIMARY KEY, text TEXT NOT NULL);"
    "CREATE TABLE value (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)"
    "  WITHOUT ROWID;"
    "INSERT INTO game VALUES (3, 'g3', 1, 1, 1000, 2000, 2, 9);"
    "INSERT INTO detail VALUES (3, '{\"a\":1}', '{\"k\":1}');"
    "INSERT INTO source VALUES (4, 5, '{\"text\":\"x\"}');"
    "INSERT INTO piece VALUES (8, NULL, NULL, 'E {}' || char(10));"
    "INSERT INTO piece VALUES (9, 8, 4,"
    "  'E {\"by\":0,\"d\":,\"t\":\"source\"}' || char(10));"
    "INSERT INTO said VALUES (3 * 2147483648, '{\"s\":1}');"
    "INSERT INTO value VALUES ('key', x'0102');"
    "PRAGMA application_id = 1668510828;"
    "PRAGMA user_version = 1;";

/* What version 2 has beside it, with one game more. */
static const char VERSION_2[] =
    "CREATE TABLE opener (game INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE INDEX opener_by_name ON opener (name);"
    "INSERT INTO game VALUES (4, 'g4', 2, 0, 1000, 3000, 0, NULL);"
    "INSERT INTO detail VALUES (4, '{\"a\":2}', '{\"k\":2}');"
    "INSERT INTO opener VALUES (3, '192.0.2.1');"
    "PRAGMA user_version = 2;";

/* Makes a database, or changes it, not by way of the store. */
static void make(const char *path, const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, &message), SQLITE_OK, "%s",
                 message);
    sqlite3_close(db);
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

Test(opening, a_store_of_version_1_is_opened_with_all_that_is_in_it)
{
    struct store_game game;
    struct error error;
    make("store", VERSION_1);
    struct store *store = stores_open();
    cr_assert_eq(store_load(store, "g3", &game, &error), STATUS_OK, "%s",
                 error.text);
    cr_expect_eq(game.game, 3);
    cr_expect_eq(game.state, STORE_PLAYING);
    cr_expect_eq(game.created_ms, 1000);
    cr_expect_eq(game.changed_ms, 2000);
    cr_expect_str_eq(game.about.bytes, "{\"a\":1}");
    cr_expect_str_eq(game.keeping.bytes, "{\"k\":1}");
    cr_expect_str_eq(game.record.bytes,
                     "E {}\nE {\"by\":0,\"d\":{\"text\":\"x\"},"
                     "\"t\":\"source\"}\n");
    cr_expect_str_eq(game.said.bytes, "{\"s\":1}\n");
    store_game_free(&game);
    stores_put(store,
               &(struct store_write){
                   .game = 3, .seq = 2, .lines = "E\n", .lines_size = 2});
    store_close(store);
}

static bool note_ids(void *context, const struct store_game *game)
{
    text_addf(context, "%s ", game->id);
    return true;
}

static void expect_listed(struct store *store, const struct store_query *query,
                          const char *expected)
{
    struct text ids = {0};
    struct error error;
    cr_assert_eq(store_list(store, query, note_ids, &ids, &error), STATUS_OK,
                 "%s", error.text);
    cr_expect_str_eq(text_string(&ids), expected);
    text_free(&ids);
}

Test(opening, the_games_of_a_store_of_version_2_are_listed)
{
    struct error error;
    struct store *reader;
    int64_t counts[STORE_OVER + 1];
    make("store", VERSION_1);
    make("store", VERSION_2);
    struct store *store = stores_open();
    cr_assert_eq(store_open(&reader, "store", true, &error), STATUS_OK, "%s",
                 error.text);
    struct store_query query = {.state = -1, .count_max = 9};
    expect_listed(reader, &query, "g3 ");
    query.with_private = true;
    expect_listed(reader, &query, "g4 g3 ");
    query.opener = "192.0.2.1";
    expect_listed(reader, &query, "g3 ");
    cr_assert_eq(store_count(reader, counts, &error), STATUS_OK);
    cr_expect_eq(counts[STORE_OPEN], 0);
    cr_expect_eq(counts[STORE_PLAYING], 1);
    cr_expect_eq(counts[STORE_OVER], 1);
    store_close(reader);
    store_close(store);
}

Test(opening, an_older_schema_is_brought_up_step_by_step)
{
    static const char *const STEPS[] = {
        "CREATE TABLE one (a); INSERT INTO one VALUES (1);",
        "ALTER TABLE one ADD COLUMN b; UPDATE one SET b = a + 1;",
        "CREATE TABLE three (c); INSERT INTO three SELECT a + b FROM one;",
    };
    struct store store = {.path = "steps", .lock_fd = -1};
    struct error error;
    cr_assert_eq(sqlite3_open("steps", &store.db), SQLITE_OK);
    for (int count = 1; count <= 3; count += 2) {
        if (count == 3) {
            cr_expect_eq(sqlite_schema_bring_up(&store, true, STEPS, 3, &error),
                         STATUS_BAD_INPUT);
            cr_expect_str_eq(error.text,
                             "store 'steps' has version 1, and 3 is wanted: it "
                             "changes when it is next opened to write");
        }
        cr_assert_eq(
            sqlite_schema_bring_up(&store, false, STEPS, count, &error),
            STATUS_OK, "%s", error.text);
        cr_expect_eq(stores_ask(&store, "PRAGMA user_version"), count);
    }
    cr_expect_eq(stores_ask(&store, "SELECT c FROM three"), 3);
    cr_expect_eq(sqlite_schema_bring_up(&store, false, STEPS, 2, &error),
                 STATUS_BAD_INPUT);
    sqlite3_close(store.db);
}

Test(opening, a_step_that_fails_changes_nothing)
{
    static const char *const STEPS[] = {"CREATE TABLE one (a);",
                                        "CREATE TABLE two (a);",
                                        "CREATE TABLE one (a);"};
    struct store store = {.path = "steps", .lock_fd = -1};
    struct error error;
    cr_assert_eq(sqlite3_open("steps", &store.db), SQLITE_OK);
    cr_assert_eq(sqlite_schema_bring_up(&store, false, STEPS, 1, &error),
                 STATUS_OK);
    cr_expect_eq(sqlite_schema_bring_up(&store, false, STEPS, 3, &error),
                 STATUS_IO);
    cr_expect(strstr(error.text, "cannot go from version 1 to 3") != NULL, "%s",
              error.text);
    cr_expect_eq(stores_ask(&store, "PRAGMA user_version"), 1);
    cr_expect_eq(stores_ask(&store, "SELECT count(*) FROM sqlite_schema"), 1);
    sqlite3_close(store.db);
}

Test(opening, a_newer_schema_is_refused)
{
    store_close(stores_open());
    make("store", "PRAGMA user_version = 1000");
    stores_expect_closed("store", false, STATUS_BAD_INPUT,
                         "has version 1000, and this castled knows none after");
    stores_expect_closed("store", true, STATUS_BAD_INPUT, "a newer one");
}

Test(opening, what_is_no_store_is_refused_and_left_alone)
{
    char noise[10000];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * 7 + 1);
    write_file("noise", noise, sizeof noise);
    write_file("short", "castled\n", 8);
    make("other", "CREATE TABLE a (b)");
    make("marked", "PRAGMA application_id = 5; PRAGMA user_version = 1");
    make("numbered", "PRAGMA user_version = 1");
    cr_assert_eq(mkdir("folder", 0700), 0);
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    stores_expect_closed("noise", false, STATUS_BAD_INPUT,
                         "'noise' is no store of castled's");
    stores_expect_closed("short", false, STATUS_BAD_INPUT,
                         "'short' is no store of castled's");
    static const char *const DATABASES[] = {"other", "marked", "numbered"};
    for (int i = 0; i < 3; i++)
        stores_expect_closed(DATABASES[i], false, STATUS_BAD_INPUT,
                             "is a database, but no store of castled's");
    stores_expect_closed("other", true, STATUS_BAD_INPUT, "but no store");
    stores_expect_closed("folder", false, STATUS_BAD_INPUT, "no plain file");
    stores_expect_closed("pipe", false, STATUS_BAD_INPUT, "no plain file");
    struct text after = {0};
    struct error error;
    cr_assert_eq(text_read_file(&after, "noise", 20000, &error), STATUS_OK);
    cr_expect(after.size == sizeof noise &&
              memcmp(after.bytes, noise, sizeof noise) == 0);
    text_free(&after);
    cr_expect_neq(access("other-wal", F_OK), 0);
}

Test(opening, a_name_that_sqlite_would_take_for_something_else_is_a_file)
{
    struct store *store = NULL;
    struct error error;
    cr_assert_eq(store_open(&store, ":memory:", false, &error), STATUS_OK);
    store_close(store);
    cr_expect_eq(access(":memory:", F_OK), 0);
}

Test(opening, what_is_not_there_is_made_but_not_by_a_reader)
{
    stores_expect_closed("store", true, STATUS_NOT_FOUND,
                         "cannot open store 'store': No such file");
    cr_expect_neq(access("store", F_OK), 0);
    stores_expect_closed("no/store", false, STATUS_IO,
                         "cannot make store 'no/store': No such file");
    stores_expect_closed("", false, STATUS_IO, "No such file");
    write_file("empty", "", 0);
    struct store *store = NULL;
    struct error error;
    cr_assert_eq(store_open(&store, "empty", false, &error), STATUS_OK);
    store_close(store);
}

/* Writes a store of some games, for damage to be done to it. */
static void make_games(void)
{
    struct store *store = stores_open();
    for (int i = 1; i <= 30; i++) {
        char id[STORE_ID_SIZE];
        struct text lines = {0};
        struct store_write write = stores_new_game(i, id);
        for (int seq = 0; seq < 40; seq++)
            stores_add_entry(&lines, seq);
        write.lines = lines.bytes;
        write.lines_size = lines.size;
        stores_put(store, &write);
        text_free(&lines);
    }
    store_close(store);
}

Test(opening, damage_is_told_and_ends_nothing)
{
    make_games();
    FILE *file = fopen("store", "r+b");
    cr_assert_not_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    for (long at = 4096L * 12; at < size; at += 512) {
        fseek(file, at, SEEK_SET);
        fputs("damage", file);
    }
    fclose(file);
    struct store *store = stores_open();
    int damaged = 0;
    for (int i = 1; i <= 30; i++) {
        char id[STORE_ID_SIZE];
        struct store_game game;
        struct error error;
        snprintf(id, sizeof id, "g%d", i);
        enum status status = store_load(store, id, &game, &error);
        if (status == STATUS_OK) {
            store_game_free(&game);
            continue;
        }
        damaged++;
        cr_expect_eq(status, STATUS_BAD_INPUT, "%s", error.text);
        cr_expect(strstr(error.text, "store 'store' is damaged") != NULL, "%s",
                  error.text);
    }
    cr_expect_gt(damaged, 0);
    store_close(store);
}

Test(opening, parts_that_are_missing_are_missed)
{
    static const char *const DAMAGES[] = {
        "DELETE FROM piece WHERE number = 1",
        "DELETE FROM piece WHERE number = 2",
        "DELETE FROM piece WHERE number = 3",
        "DELETE FROM source",
        "UPDATE piece SET lines = 'E' WHERE number = 2",
        "UPDATE piece SET previous = 3 WHERE number = 1", /* a circle */
    };
    struct store *store = stores_open();
    struct text lines = {0};
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_add_entry(&lines, 0);
    stores_add_source(&lines, 1, "x");
    stores_add_entry(&lines, 2);
    write.lines = lines.bytes;
    write.lines_size = lines.size;
    stores_put(store, &write);
    for (size_t i = 0; i < sizeof DAMAGES / sizeof *DAMAGES; i++) {
        struct store_game game;
        cr_assert_eq(sqlite_begin(store, &error), STATUS_OK);
        cr_assert_eq(sqlite_execute(store, DAMAGES[i], &error), STATUS_OK);
        cr_expect_eq(store_load(store, "g1", &game, &error), STATUS_BAD_INPUT,
                     "%s", DAMAGES[i]);
        cr_expect(strstr(error.text, "a part of game 'g1' is missing") != NULL,
                  "%s", error.text);
        store_abandon(store);
    }
    stores_expect_record(store, "g1", lines.bytes);
    text_free(&lines);
    store_close(store);
}

static int held[2];

/* Holds the store open until it is killed. */
static void hold(void)
{
    struct store *store;
    struct error error;
    if (store_open(&store, "store", false, &error) != STATUS_OK)
        _exit(1);
    if (write(held[1], "x", 1) != 1)
        _exit(2);
    for (;;)
        pause();
}

Test(opening, a_second_daemon_is_refused_until_the_first_is_gone)
{
    char byte;
    char reason[64];
    cr_assert_eq(symlink("store", "link"), 0);
    cr_assert_eq(pipe(held), 0);
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        cr_assert(child >= 0);
        if (child == 0)
            hold();
        cr_assert_eq(read(held[0], &byte, 1), 1);
        snprintf(reason, sizeof reason,
                 "is in use by another daemon, process %ld", (long)child);
        stores_expect_closed("store", false, STATUS_IO, reason);
        stores_expect_closed("link", false, STATUS_IO, reason);
        struct store *reader = NULL;
        struct error error;
        cr_assert_eq(store_open(&reader, "store", true, &error), STATUS_OK,
                     "%s", error.text);
        store_close(reader);
        stores_expect_closed("store", false, STATUS_IO, reason);
        cr_assert_eq(kill(child, SIGKILL), 0);
        cr_assert_eq(waitpid(child, NULL, 0), child);
        store_close(stores_open());
    }
}

/* Ends the child when something does not hold; Criterion is not at home there.
 */
static void must(bool holds, int number)
{
    if (!holds)
        _exit(number);
}

/* As nobody, who may not write here. */
static void open_read_only(void)
{
    struct store *store;
    struct error error;
    if (geteuid() == 0)
        must(setgroups(0, NULL) == 0 && setgid(65534) == 0 &&
                 setuid(65534) == 0,
             1);
    must(store_open(&store, "new", false, &error) == STATUS_IO, 2);
    must(strcmp(error.text, "cannot make store 'new': Permission denied") == 0,
         3);
    must(store_open(&store, "store", false, &error) == STATUS_IO, 4);
    must(strstr(error.text, "store.lock': Permission denied") != NULL, 5);
    must(store_open(&store, "secret", true, &error) == STATUS_IO, 6);
    must(strstr(error.text, "cannot use store 'secret': Permission denied") !=
             NULL,
         7);
}

Test(opening, a_folder_that_may_only_be_read)
{
    store_close(stores_open());
    cr_assert_eq(unlink("store.lock"), 0);
    cr_assert_eq(chmod("store", 0444), 0);
    write_file("secret", "", 0);
    cr_assert_eq(chmod("secret", 0), 0);
    cr_assert_eq(chmod(".", 0555), 0);
    stores_in_child(open_read_only);
    cr_assert_eq(chmod(".", 0700), 0);
}

/* Damage that a look meets is the file's, wherever it is, and no bad input. */
Test(opening, a_look_at_a_damaged_store_says_that_the_disk_is_at_fault)
{
    enum { PAGE = 4096 };
    int damaged = 0;
    make_games();
    FILE *file = fopen("store", "rb");
    cr_assert_not_null(file);
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cr_assert(size > 12 * PAGE && size < sizeof bytes);
    for (size_t at = 0; at < size; at += PAGE) {
        struct store *store;
        struct error error;
        write_file("store", bytes, size);
        cr_assert_eq(store_open(&store, "store", false, &error), STATUS_OK);
        file = fopen("store", "r+b");
        cr_assert_not_null(file);
        fseek(file, (long)at, SEEK_SET);
        for (int i = 0; i < PAGE / 8; i++)
            fputs("damaged!", file);
        fclose(file);
        enum status status = store_check(store, &error);
        damaged += status != STATUS_OK;
        cr_expect(status == STATUS_OK || status == STATUS_IO, "%d: %s",
                  (int)(at / PAGE), error.text);
        store_close(store);
    }
    cr_expect_gt(damaged, 0);
}
