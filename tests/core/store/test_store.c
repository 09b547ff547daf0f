/*
 * Games in a store: what is put is what is loaded, and all that is refused.
 */

#include "stores.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(store, .init = stores_begin, .fini = stores_end);

/* Puts a new game without lines, changed at `changed_ms`. */
static void put_game(struct store *store, int64_t number,
                     enum store_state state, bool is_public, int64_t changed_ms)
{
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(number, id);
    write.state = state;
    write.is_public = is_public;
    write.changed_ms = changed_ms;
    stores_put(store, &write);
}

Test(store, what_is_put_is_loaded)
{
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    struct text lines = {0};
    stores_add_entry(&lines, 0);
    stores_add_signature(&lines, 0);
    struct store_write write = stores_new_game(7, id);
    write.changed_ms = 1234;
    write.lines = lines.bytes;
    write.lines_size = lines.size;
    write.said = "{\"text\":\"hello\"}";
    write.state = STORE_PLAYING;
    stores_put(store, &write);
    cr_assert_eq(store_load(store, "g7", &game, &error), STATUS_OK, "%s",
                 error.text);
    cr_expect_eq(game.game, 7);
    cr_expect_str_eq(game.id, "g7");
    cr_expect_eq(game.state, STORE_PLAYING);
    cr_expect(game.is_public);
    cr_expect_eq(game.created_ms, 1234);
    cr_expect_eq(game.changed_ms, 1234);
    cr_expect_str_eq(text_string(&game.about), "{\"about\":1}");
    cr_expect_str_eq(text_string(&game.keeping), "{\"keeping\":1}");
    cr_expect_str_eq(text_string(&game.record), lines.bytes);
    cr_expect_str_eq(text_string(&game.said), "{\"text\":\"hello\"}\n");
    store_game_free(&game);
    text_free(&lines);
    store_close(store);
}

Test(store, a_game_without_a_record_is_loaded_with_none)
{
    struct store *store = stores_open();
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_put(store, &write);
    stores_expect_record(store, "g1", "");
    store_close(store);
}

Test(store, a_record_grows_by_entries_and_by_signatures)
{
    struct store *store = stores_open();
    struct text all = {0};
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_put(store, &write);
    for (int seq = 0; seq < 40; seq++) {
        struct text lines = {0};
        if (seq % 3 == 1)
            stores_add_signature(&lines, seq - 1); /* of the entry before */
        stores_add_entry(&lines, seq);
        if (seq % 3 == 2)
            stores_add_signature(&lines, seq);
        stores_put(store, &(struct store_write){.game = 1,
                                                .seq = seq,
                                                .lines = lines.bytes,
                                                .lines_size = lines.size});
        text_add_bytes(&all, lines.bytes, lines.size);
        text_clear(&lines);
        stores_add_signature(&lines, seq);
        stores_put(store, &(struct store_write){.game = 1,
                                                .seq = seq + 1,
                                                .lines = lines.bytes,
                                                .lines_size = lines.size});
        text_add_bytes(&all, lines.bytes, lines.size);
        text_free(&lines);
    }
    stores_expect_record(store, "g1", all.bytes);
    store_close(store);
    store = stores_open();
    stores_expect_record(store, "g1", all.bytes);
    text_free(&all);
    store_close(store);
}

Test(store, games_that_are_played_at_once_keep_their_own_records)
{
    enum { GAMES = 5 };
    struct store *store = stores_open();
    struct text all[GAMES] = {{0}};
    for (int seq = 0; seq < 20; seq++)
        for (int i = 0; i < GAMES; i++) {
            size_t from = all[i].size;
            char id[STORE_ID_SIZE];
            struct store_write write = stores_new_game(i + 1, id);
            stores_add_entry(&all[i], seq);
            if (i == 2)
                stores_add_signature(&all[i], seq);
            write.seq = seq;
            write.lines = all[i].bytes + from;
            write.lines_size = all[i].size - from;
            if (seq > 0) {
                write.id = NULL;
                write.about = NULL;
            }
            stores_put(store, &write);
        }
    for (int i = 0; i < GAMES; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "g%d", i + 1);
        stores_expect_record(store, id, all[i].bytes);
        text_free(&all[i]);
    }
    store_close(store);
}

Test(store, sources_are_kept_once_and_loaded_byte_for_byte)
{
    static const char *const SCRIPTS[] = {
        "return 1", "return 2", "",
        ",\\\"prev\\\":\\\"", /* looks like what comes behind */
        "return 1"};
    struct store *store = stores_open();
    struct text lines = {0};
    stores_add_entry(&lines, 0);
    for (int i = 0; i < 5; i++) {
        stores_add_source(&lines, i + 1, SCRIPTS[i]);
        if (i == 1)
            stores_add_signature(&lines, i + 1);
    }
    stores_add_entry(&lines, 6);
    for (int i = 1; i <= 3; i++) {
        char id[STORE_ID_SIZE];
        struct store_write write = stores_new_game(i, id);
        write.lines = lines.bytes;
        write.lines_size = lines.size;
        stores_put(store, &write);
    }
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM source"), 4);
    stores_expect_record(store, "g1", lines.bytes);
    stores_expect_record(store, "g3", lines.bytes);
    text_free(&lines);
    store_close(store);
}

Test(store, what_only_looks_like_a_source_is_loaded_byte_for_byte)
{
    static const char LINES[] =
        "E {\"by\":0,\"d\":,\"prev\":\"\",\"t\":\"source\"}\n"
        "E {\"by\":0,\"d\":\n"
        "E {\"by\":0,\"d\":{},\"prev\":\"\",\"t\":\"sources\"}\n"
        "E {\"by\":1,\"d\":{},\"prev\":\"\",\"t\":\"source\"}\n"
        "E {\"by\":0,\"d\":{},\"prev\":\"x\",\"prev\":\"y\",\"t\":\"source\"}\n"
        "E\nS\n";
    struct store *store = stores_open();
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    write.lines = LINES;
    write.lines_size = sizeof LINES - 1;
    stores_put(store, &write);
    stores_expect_record(store, "g1", LINES);
    store_close(store);
}

Test(store, a_real_record_is_loaded_byte_for_byte)
{
    struct store *store = stores_open();
    struct text record = {0};
    struct error error;
    char id[STORE_ID_SIZE];
    cr_assert_eq(text_read_file(&record,
                                CASTLED_SOURCE_DIR
                                "/tests/golden/sealed-typed.record",
                                1 << 20, &error),
                 STATUS_OK);
    for (int i = 1; i <= 10; i++) {
        struct store_write write = stores_new_game(i, id);
        write.lines = record.bytes;
        write.lines_size = record.size;
        stores_put(store, &write);
    }
    stores_expect_record(store, "g1", record.bytes);
    stores_expect_record(store, "g10", record.bytes);
    int64_t size = stores_ask(store, "SELECT sum(length(d)) FROM source");
    cr_expect_gt(size, (int64_t)record.size / 2);
    cr_expect_lt(size, (int64_t)record.size, "they are kept more than once");
    text_free(&record);
    store_close(store);
}

Test(store, an_entry_that_is_not_the_next_one_is_refused)
{
    struct store *store = stores_open();
    struct text lines = {0};
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_add_entry(&lines, 0);
    stores_add_entry(&lines, 1);
    write.lines = lines.bytes;
    write.lines_size = lines.size;
    write.seq = 1;
    stores_expect_refused(store, &write, STATUS_BAD_INPUT,
                          "game 1: entry 0 is to come, not 1");
    write.seq = 0;
    stores_put(store, &write);
    write.id = NULL;
    for (int seq = 0; seq < 5; seq++) {
        write.seq = seq;
        if (seq != 2)
            stores_expect_refused(store, &write, STATUS_BAD_INPUT,
                                  "entry 2 is to come");
    }
    stores_expect_record(store, "g1", lines.bytes);
    text_free(&lines);
    store_close(store);
}

Test(store, writes_that_make_no_sense_are_refused)
{
    static const struct {
        const char *lines;
        const char *said;
        const char *reason;
    } CASES[] = {
        {"E {}", NULL, "a line has no end"},
        {"E {}\nS {}", NULL, "a line has no end"},
        {"S {}\n", NULL, "a signature has no entry before it"},
        {"E {}\nX {}\n", NULL, "a line is no entry and no signature"},
        {"\n", NULL, "a line is no entry and no signature"},
        {"E {}\n", "{}\n{}", "a saying has more than one line"},
    };
    struct store *store = stores_open();
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write.lines = CASES[i].lines;
        write.lines_size = strlen(CASES[i].lines);
        write.said = CASES[i].said;
        stores_expect_refused(store, &write, STATUS_BAD_INPUT, CASES[i].reason);
    }
    write = (struct store_write){.game = 1};
    stores_expect_refused(store, &write, STATUS_BAD_INPUT,
                          "game 1: there is no such game");
    write = (struct store_write){.game = 1, .id = ""};
    stores_expect_refused(store, &write, STATUS_BAD_INPUT, "1 to 31 bytes");
    write.id = "01234567890123456789012345678901";
    stores_expect_refused(store, &write, STATUS_BAD_INPUT, "1 to 31 bytes");
    write.id = "0123456789012345678901234567890";
    stores_put(store, &write);
    stores_expect_record(store, write.id, "");
    stores_expect_refused(store, &write, STATUS_BAD_INPUT, "is there already");
    write.game = STORE_GAME_MAX;
    stores_expect_refused(store, &write, STATUS_BAD_INPUT, "is there already");
    write.id = "other";
    write.said = "{}";
    stores_put(store, &write);
    store_close(store);
}

Test(store, a_record_has_an_end)
{
    struct store *store = stores_open();
    struct text lines = {0};
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_put(store, &write);
    char sql[128];
    snprintf(sql, sizeof sql, "UPDATE game SET entry_count = %d",
             STORE_SEQ_MAX - 1);
    cr_assert_eq(sqlite_execute(store, sql, &error), STATUS_OK);
    stores_add_entry(&lines, STORE_SEQ_MAX - 1);
    write = (struct store_write){.game = 1,
                                 .seq = STORE_SEQ_MAX - 1,
                                 .lines = lines.bytes,
                                 .lines_size = lines.size};
    stores_put(store, &write);
    write.seq = STORE_SEQ_MAX;
    stores_expect_refused(store, &write, STATUS_BAD_INPUT,
                          "a record has at most 1048576 entries");
    text_free(&lines);
    store_close(store);
}

Test(store, what_changes_is_told_and_the_rest_stays)
{
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    put_game(store, 1, STORE_PLAYING, true, 1000);
    stores_put(store, &(struct store_write){
                          .game = 1, .said = "{}", .changed_ms = 1001});
    cr_assert_eq(store_load(store, "g1", &game, &error), STATUS_OK);
    cr_expect_eq(game.state, STORE_PLAYING);
    cr_expect(game.is_public);
    cr_expect_str_eq(game.about.bytes, "{\"about\":1}");
    cr_expect_eq(game.created_ms, 1000);
    cr_expect_eq(game.changed_ms, 1001);
    store_game_free(&game);
    stores_put(store, &(struct store_write){.game = 1,
                                            .about = "{\"about\":2}",
                                            .keeping = NULL,
                                            .state = STORE_OVER});
    cr_assert_eq(store_load(store, "g1", &game, &error), STATUS_OK);
    cr_expect_eq(game.state, STORE_OVER);
    cr_expect_not(game.is_public);
    cr_expect_str_eq(game.about.bytes, "{\"about\":2}");
    cr_expect_str_eq(text_string(&game.keeping), "");
    cr_expect_str_eq(game.said.bytes, "{}\n");
    store_game_free(&game);
    store_close(store);
}

Test(store, the_newest_sayings_are_kept_in_their_order)
{
    enum { SAID = STORE_SAID_MAX + 5 };
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    struct text expected = {0};
    put_game(store, 1, STORE_OPEN, true, 1);
    put_game(store, 2, STORE_OPEN, true, 1);
    for (int i = 0; i < SAID; i++) {
        char said[32];
        snprintf(said, sizeof said, "{\"n\":%d}", i);
        if (i >= SAID - STORE_SAID_MAX)
            text_addf(&expected, "%s\n", said);
        struct store_write write = {.game = 1, .said = said};
        cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
        write.game = 2;
        if (i < 2)
            cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    }
    cr_assert_eq(store_commit(store, &error), STATUS_OK);
    cr_assert_eq(store_load(store, "g1", &game, &error), STATUS_OK);
    cr_expect_str_eq(game.said.bytes, expected.bytes);
    store_game_free(&game);
    cr_assert_eq(store_load(store, "g2", &game, &error), STATUS_OK);
    cr_expect_str_eq(game.said.bytes, "{\"n\":0}\n{\"n\":1}\n");
    store_game_free(&game);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM said"),
                 STORE_SAID_MAX + 2);
    text_free(&expected);
    store_close(store);
}

Test(store, a_deleted_game_is_gone_and_its_number_is_known)
{
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    struct text lines = {0};
    int64_t number = -1;
    char id[STORE_ID_SIZE];
    cr_expect_eq(store_last_number(store, &number, &error), STATUS_OK);
    cr_expect_eq(number, 0);
    stores_add_entry(&lines, 0);
    stores_add_source(&lines, 1, "return 1");
    for (int i = 1; i <= 3; i++) {
        struct store_write write = stores_new_game(i, id);
        write.lines = lines.bytes;
        write.lines_size = lines.size;
        write.said = "{}";
        stores_put(store, &write);
    }
    struct store_write write = {.game = 3, .is_deleted = true};
    stores_put(store, &write);
    stores_put(store, &write); /* it is gone already */
    cr_expect_eq(store_load(store, "g3", &game, &error), STATUS_NOT_FOUND);
    cr_expect_str_eq(error.text, "there is no game 'g3'");
    cr_expect_eq(store_last_number(store, &number, &error), STATUS_OK);
    cr_expect_eq(number, 3);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM game"), 2);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM detail"), 2);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM piece"), 4);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM said"), 2);
    stores_expect_record(store, "g2", lines.bytes);
    text_free(&lines);
    store_close(store);
}

/* Collects the numbers of a list as text: "3 1 2". */
struct listed {
    struct text text;
    int count_max;
    int count;
};

static bool collect(void *context, const struct store_game *game)
{
    struct listed *listed = context;
    cr_expect_str_eq(text_string(&game->about), "{\"about\":1}");
    cr_expect_eq(game->keeping.size, 0);
    cr_expect_eq(game->record.size, 0);
    text_addf(&listed->text, "%s%lld", listed->count++ > 0 ? " " : "",
              (long long)game->game);
    return listed->count != listed->count_max;
}

static void expect_list(struct store *store, struct store_query query,
                        int count_max, const char *expected)
{
    struct listed listed = {.count_max = count_max};
    struct error error;
    cr_assert_eq(store_list(store, &query, collect, &listed, &error), STATUS_OK,
                 "%s", error.text);
    cr_expect_str_eq(text_string(&listed.text), expected);
    text_free(&listed.text);
}

Test(store, lists_are_of_the_newest)
{
    struct store *store = stores_open();
    struct error error;
    int64_t counts[STORE_OVER + 1];
    expect_list(store, (struct store_query){.state = -1, .count_max = 9}, 0,
                "");
    put_game(store, 1, STORE_OPEN, true, 1000);
    put_game(store, 2, STORE_PLAYING, true, 5000);
    put_game(store, 3, STORE_OVER, true, 3000);
    put_game(store, 4, STORE_OPEN, false, 4000);
    put_game(store, 5, STORE_OPEN, true, 2000);
    put_game(store, 6, STORE_OVER, false, 6000);
    static const struct {
        struct store_query query;
        int stop;
        const char *expected;
    } CASES[] = {
        {{.state = -1, .count_max = 9}, 0, "2 3 5 1"},
        {{.state = -1, .count_max = 9, .with_private = true}, 0, "6 2 4 3 5 1"},
        {{.state = -1, .count_max = 2}, 0, "2 3"},
        {{.state = -1, .count_max = 0}, 0, ""},
        {{.state = -1, .count_max = 9}, 3, "2 3 5"},
        {{.state = -1, .count_max = 9, .before = 3000}, 0, "5 1"},
        {{.state = -1, .count_max = 9, .before = 3001}, 0, "3 5 1"},
        {{.state = STORE_OPEN, .count_max = 9}, 0, "5 1"},
        {{.state = STORE_OPEN, .count_max = 9, .with_private = true},
         0,
         "4 5 1"},
        {{.state = STORE_OPEN, .count_max = 1}, 0, "5"},
        {{.state = STORE_OPEN, .count_max = 9, .before = 2000}, 0, "1"},
        {{.state = STORE_PLAYING, .count_max = 9}, 0, "2"},
        {{.state = STORE_OVER, .count_max = 9, .before = 1}, 0, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        expect_list(store, CASES[i].query, CASES[i].stop, CASES[i].expected);
    cr_assert_eq(store_count(store, counts, &error), STATUS_OK);
    cr_expect_eq(counts[STORE_OPEN], 3);
    cr_expect_eq(counts[STORE_PLAYING], 1);
    cr_expect_eq(counts[STORE_OVER], 2);
    store_close(store);
}

/* How many steps SQLite has taken since the last call, by its own count. */
static int steps_taken(struct store *store)
{
    int steps = 0;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        if (store->statements[i] != NULL)
            steps += sqlite3_stmt_status(store->statements[i],
                                         SQLITE_STMTSTATUS_VM_STEP, 1);
    return steps;
}

/* How many it takes for a list, which must be as long as is wanted. */
static int list_steps(struct store *store, const struct store_query *query)
{
    struct error error;
    struct listed listed = {0};
    steps_taken(store);
    cr_assert_eq(store_list(store, query, collect, &listed, &error), STATUS_OK,
                 "%s", error.text);
    cr_assert_eq(listed.count, query->count_max);
    text_free(&listed.text);
    return steps_taken(store);
}

/* The same for the counts, which must be of `number` games in all. */
static int count_steps(struct store *store, int number)
{
    struct error error;
    int64_t counts[STORE_OVER + 1];
    steps_taken(store);
    cr_assert_eq(store_count(store, counts, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(counts[STORE_OPEN] + counts[STORE_PLAYING] +
                     counts[STORE_OVER],
                 number);
    return steps_taken(store);
}

/* Adds games of all states, each `step_ms` newer than the one before it: public
 * ones, private ones, or NULL: both. Returns how many. */
static int add_games(struct store *store, int first, int count,
                     const bool *is_public, int64_t from_ms, int64_t step_ms)
{
    struct error error;
    for (int i = 0; i < count; i++) {
        char id[STORE_ID_SIZE];
        struct store_write write = stores_new_game(first + i, id);
        write.state = (enum store_state)(i % (STORE_OVER + 1));
        write.is_public = is_public == NULL ? i % 2 == 0 : *is_public;
        write.changed_ms = from_ms + i * step_ms;
        cr_assert_eq(store_put(store, &write, &error), STATUS_OK, "%s",
                     error.text);
    }
    cr_assert_eq(store_commit(store, &error), STATUS_OK, "%s", error.text);
    return count;
}

Test(store, no_list_takes_longer_the_more_games_there_are)
{
    enum { COUNT = 3, FEW = 24, MANY = 600, SLACK = MANY / 3 };
    static const struct store_query QUERIES[] = {
        {.state = -1, .count_max = COUNT},
        {.state = STORE_OPEN, .count_max = COUNT},
        {.state = STORE_PLAYING, .count_max = COUNT},
        {.state = STORE_OVER, .count_max = COUNT},
        {.state = -1, .count_max = COUNT, .with_private = true},
        {.state = STORE_OVER, .count_max = COUNT, .with_private = true},
        {.state = STORE_OVER, .count_max = COUNT, .before = 9000},
    };
    enum { QUERY_COUNT = sizeof QUERIES / sizeof *QUERIES };
    static const bool PRIVATE = false;
    int before[QUERY_COUNT];
    struct store *store = stores_open();
    int number = add_games(store, 1, FEW, NULL, 1000, 1);
    for (int i = 0; i < QUERY_COUNT; i++)
        before[i] = list_steps(store, &QUERIES[i]);
    int before_count = count_steps(store, number);
    /* Newer ones that are private, and older ones of both kinds. */
    number += add_games(store, number + 1, MANY, &PRIVATE, 2000, 1);
    number += add_games(store, number + 1, MANY, NULL, 1, 0);
    for (int i = 0; i < QUERY_COUNT; i++) {
        int steps = list_steps(store, &QUERIES[i]);
        cr_expect_leq(steps, before[i] + SLACK, "query %d: %d steps, then %d",
                      i, before[i], steps);
    }
    cr_expect_eq(count_steps(store, number), before_count);
    store_close(store);
}

static void expect_counts(struct store *store, int open, int playing, int over)
{
    struct error error;
    int64_t counts[STORE_OVER + 1];
    cr_assert_eq(store_count(store, counts, &error), STATUS_OK, "%s",
                 error.text);
    cr_expect_eq(counts[STORE_OPEN], open);
    cr_expect_eq(counts[STORE_PLAYING], playing);
    cr_expect_eq(counts[STORE_OVER], over);
}

Test(store, games_are_counted_as_they_come_and_change_and_go)
{
    struct store *store = stores_open();
    struct error error;
    char id[STORE_ID_SIZE];
    expect_counts(store, 0, 0, 0);
    for (int i = 1; i <= 3; i++)
        put_game(store, i, STORE_OPEN, i == 1, 1000);
    expect_counts(store, 3, 0, 0);
    struct store_write change = {.about = "{}", .keeping = "{}"};
    for (int i = 1; i <= 2; i++) {
        change.game = i;
        change.state = STORE_PLAYING;
        stores_put(store, &change);
        stores_put(store, &change); /* the same again */
    }
    expect_counts(store, 1, 2, 0);
    change.state = STORE_OVER;
    stores_put(store, &change);
    stores_put(store, &(struct store_write){.game = 1, .is_deleted = true});
    expect_counts(store, 1, 0, 1);
    struct store_write write = stores_new_game(4, id);
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    store_abandon(store);
    expect_counts(store, 1, 0, 1);
    store_close(store);
}

Test(store, values_are_bytes_by_name)
{
    struct store *store = stores_open();
    struct text value = {0};
    struct error error;
    cr_expect_eq(store_get_value(store, "key", &value, &error),
                 STATUS_NOT_FOUND);
    cr_assert_eq(store_put_value(store, "key", "a\0b", 3, &error), STATUS_OK);
    cr_assert_eq(store_put_value(store, "none", NULL, 0, &error), STATUS_OK);
    cr_assert_eq(store_commit(store, &error), STATUS_OK);
    cr_assert_eq(store_put_value(store, "key", "lost", 4, &error), STATUS_OK);
    store_abandon(store);
    cr_assert_eq(store_get_value(store, "key", &value, &error), STATUS_OK);
    cr_expect_eq(value.size, 3);
    cr_expect_arr_eq(value.bytes, "a\0b", 3);
    text_clear(&value);
    cr_assert_eq(store_get_value(store, "none", &value, &error), STATUS_OK);
    cr_expect_eq(value.size, 0);
    text_free(&value);
    store_close(store);
}

Test(store, what_is_abandoned_is_gone)
{
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    store_abandon(store);
    cr_expect_eq(store_commit(store, &error), STATUS_OK); /* of nothing */
    cr_expect_eq(store_load(store, "g1", &game, &error), STATUS_NOT_FOUND);
    store_close(store);
}

Test(store, sources_of_what_is_abandoned_are_gone)
{
    struct store *store = stores_open();
    struct error error;
    char id[STORE_ID_SIZE];
    struct text lines = {0};
    struct store_write write = stores_new_game(1, id);
    stores_add_entry(&lines, 0);
    stores_add_source(&lines, 1, "return 1");
    write.lines = lines.bytes;
    write.lines_size = lines.size;
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    store_abandon(store);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM source"), 0);
    stores_put(store, &write);
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM source"), 1);
    stores_expect_record(store, "g1", lines.bytes);
    text_free(&lines);
    store_close(store);
}

Test(store, more_sources_than_it_knows_at_once_are_kept_once)
{
    enum { COUNT = SQLITE_KNOWN_MAX + 10 };
    struct store *store = stores_open();
    char id[STORE_ID_SIZE];
    struct text lines = {0};
    stores_add_entry(&lines, 0);
    for (int i = 0; i < COUNT; i++) {
        char script[40];
        snprintf(script, sizeof script, "return %d", i);
        stores_add_source(&lines, i + 1, script);
    }
    for (int number = 1; number <= 2; number++) {
        struct store_write write = stores_new_game(number, id);
        write.lines = lines.bytes;
        write.lines_size = lines.size;
        stores_put(store, &write);
    }
    cr_expect_eq(stores_ask(store, "SELECT count(*) FROM source"), COUNT);
    stores_expect_record(store, "g1", lines.bytes);
    stores_expect_record(store, "g2", lines.bytes);
    text_free(&lines);
    store_close(store);
}

Test(store, what_is_refused_changes_nothing_of_the_others)
{
    static const char LINES[] = "E {\"seq\":0}\nE {\"seq\":1}\nX\n";
    struct store *store = stores_open();
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    struct store_write bad = {.game = 1,
                              .lines = LINES,
                              .lines_size = sizeof LINES - 1,
                              .seq = write.lines_size > 0 ? 1 : 0};
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    cr_expect_eq(store_put(store, &write, &error), STATUS_BAD_INPUT);
    cr_expect_eq(store_put(store, &bad, &error), STATUS_BAD_INPUT);
    cr_expect_eq(store_put(store, &(struct store_write){.game = 2}, &error),
                 STATUS_BAD_INPUT);
    cr_expect_eq(store_commit(store, &error), STATUS_OK);
    cr_assert_eq(store_load(store, "g1", &game, &error), STATUS_OK);
    cr_expect_eq(game.record.size, write.lines_size);
    store_game_free(&game);
    store_close(store);
}

static bool count_game(void *context, const struct store_game *game)
{
    (void)game;
    ++*(int *)context;
    return true;
}

static int count_opened(struct store *store, const char *opener)
{
    int count = 0;
    struct error error;
    struct store_query query = {.opener = opener, .count_max = 100};
    cr_assert_eq(store_list(store, &query, count_game, &count, &error),
                 STATUS_OK, "%s", error.text);
    return count;
}

Test(store, games_count_for_who_opened_them_until_they_are_over)
{
    struct store *store = stores_open();
    char id[STORE_ID_SIZE];
    for (int i = 1; i <= 5; i++) {
        struct store_write write = stores_new_game(i, id);
        write.opener = i == 5 ? NULL : i == 4 ? "2001:db8::" : "192.0.2.1";
        write.state = STORE_OPEN;
        stores_put(store, &write);
    }
    cr_expect_eq(count_opened(store, "192.0.2.1"), 3);
    cr_expect_eq(count_opened(store, "2001:db8::"), 1);
    cr_expect_eq(count_opened(store, ""), 0);
    struct store_write change = {
        .game = 1, .about = "{}", .keeping = "{}", .state = STORE_PLAYING};
    stores_put(store, &change);
    cr_expect_eq(count_opened(store, "192.0.2.1"), 3);
    change.state = STORE_OVER;
    stores_put(store, &change);
    cr_expect_eq(count_opened(store, "192.0.2.1"), 2);
    stores_put(store, &(struct store_write){.game = 2, .is_deleted = true});
    cr_expect_eq(count_opened(store, "192.0.2.1"), 1);
    store_close(store);
}

/* A page of a list, and where the next one begins. */
struct page {
    struct store_query query;
    int count;
    int64_t numbers[8];
};

static bool note_game(void *context, const struct store_game *game)
{
    struct page *page = context;
    page->numbers[page->count++] = game->game;
    page->query.before = game->changed_ms;
    page->query.before_game = game->game;
    return true;
}

Test(store, pages_miss_nothing_of_what_changed_at_the_same_time)
{
    struct store *store = stores_open();
    struct error error;
    struct page page = {.query = {.state = -1, .with_private = true}};
    int64_t number = 0;
    for (int i = 1; i <= 7; i++)
        put_game(store, i, STORE_OPEN, true, 1000);
    page.query.count_max = 3;
    for (int i = 0; i < 3; i++)
        cr_assert_eq(store_list(store, &page.query, note_game, &page, &error),
                     STATUS_OK, "%s", error.text);
    cr_assert_eq(page.count, 7);
    for (int i = 0; i < 7; i++)
        cr_expect_eq(page.numbers[i], 7 - i);
    /* Who knows the id only has the number told. */
    cr_assert_eq(store_find_number(store, "g3", &number, &error), STATUS_OK);
    cr_expect_eq(number, 3);
    cr_expect_eq(store_find_number(store, "g8", &number, &error),
                 STATUS_NOT_FOUND);
    cr_expect_str_eq(error.text, "there is no game 'g8'");
    store_close(store);
}

Test(store, a_reader_sees_what_is_committed_and_writes_nothing)
{
    struct store *store = stores_open();
    struct store *reader = NULL;
    struct store_game game;
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    cr_assert_eq(store_open(&reader, "store", true, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    cr_expect_eq(store_load(reader, "g1", &game, &error), STATUS_NOT_FOUND);
    cr_assert_eq(store_commit(store, &error), STATUS_OK);
    stores_expect_record(reader, "g1", "");
    write = stores_new_game(2, id);
    stores_expect_refused(reader, &write, STATUS_IO, "it may only be read");
    store_close(reader);
    store_close(store);
    store_close(NULL);
}

Test(store, only_its_owner_may_read_it)
{
    static const char *const NAMES[] = {"store", "store-wal", "store-shm",
                                        "store.lock"};
    umask(0);
    struct store *store = stores_open();
    put_game(store, 1, STORE_OPEN, true, 1);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct stat facts;
        cr_assert_eq(stat(NAMES[i], &facts), 0, "%s", NAMES[i]);
        cr_expect_eq(facts.st_mode & 0777, 0600, "%s", NAMES[i]);
    }
    store_close(store);
}

Test(store, a_backup_is_a_store_of_its_own_with_all_that_was_committed)
{
    struct store *store = stores_open();
    struct store *reader;
    struct store *copy;
    struct stat facts;
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_put(store, &write);
    cr_assert_eq(store_open(&reader, "store", true, &error), STATUS_OK);
    /* One that is being written is not in it, and does not keep it waiting. */
    write = stores_new_game(2, id);
    cr_assert_eq(store_put(store, &write, &error), STATUS_OK);
    cr_assert_eq(store_backup(reader, "copy", &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(store_commit(store, &error), STATUS_OK);
    store_close(reader);
    store_close(store);

    cr_assert_eq(stat("copy", &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0600);
    cr_expect_eq(access("copy-wal", F_OK), -1);
    cr_expect_eq(access("copy-journal", F_OK), -1);
    cr_assert_eq(store_open(&copy, "copy", false, &error), STATUS_OK, "%s",
                 error.text);
    stores_expect_record(copy, "g1", "");
    struct store_game game;
    cr_expect_eq(store_load(copy, "g2", &game, &error), STATUS_NOT_FOUND);
    write = stores_new_game(2, id);
    stores_put(copy, &write);
    store_close(copy);
}

Test(store, a_backup_replaces_nothing)
{
    struct store *store = stores_open();
    struct error error;
    cr_assert_eq(store_backup(store, "store", &error), STATUS_IO);
    cr_expect_str_eq(error.text, "cannot make 'store': File exists");
    cr_assert_eq(store_backup(store, "nowhere/copy", &error), STATUS_IO);
    cr_expect_str_eq(error.text,
                     "cannot make 'nowhere/copy': No such file or directory");
    store_close(store);
}

Test(store, nothing_is_left_of_a_backup_that_the_disk_refuses)
{
    struct store *store = stores_open();
    struct error error;
    char id[STORE_ID_SIZE];
    struct store_write write = stores_new_game(1, id);
    stores_put(store, &write);
    stores_break_disk(2, ENOSPC);
    enum status status = store_backup(store, "copy", &error);
    stores_heal_disk();
    cr_assert_eq(status, STATUS_IO);
    cr_expect(strstr(error.text, "'copy'") != NULL, "%s", error.text);
    cr_expect_eq(access("copy", F_OK), -1);
    cr_assert_eq(store_backup(store, "copy", &error), STATUS_OK, "%s",
                 error.text);
    store_close(store);
}
