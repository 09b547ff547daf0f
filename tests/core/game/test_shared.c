/*
 * Games that share an executor (warm), rest, and forget what they wrote: all
 * must go as in a game that has everything for itself. The game of tests/games/
 * cards, since it has hands and rolls, and The Castle under a variant made here
 * whose step fails in a way that is chosen.
 */

#include "game/game.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 8 };

static const char TRAP[] =
    "local step    = require 'castled.step'\n"
    "local variant = require 'castled.variant'\n"
    "return variant {\n"
    "  name = 'trap', title = { en = 'Trap' }, summary = { en = 'Fails.' },\n"
    "  needs = { api = 1, game = 'castle' },\n"
    "  steps = { before = { place_follower = step.ask {\n"
    "    name = 'trap',\n"
    "    player = function(game)\n"
    "      return game.placed and game.players[game.seat_on_turn]\n"
    "    end,\n"
    "    choices = function()\n"
    "      return { { way = 'well' }, { way = 'error' }, { way = 'loop' } }\n"
    "    end,\n"
    "    apply = function(game, _, choice)\n"
    "      if choice.way == 'error' then error('sprung') end\n"
    "      if choice.way == 'loop' then while true do end end\n"
    "    end,\n"
    "  } } },\n"
    "}\n";

static struct error error;

static void must(enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

static struct ruleset *open_rules(const char *game, const char *variant)
{
    struct ruleset *ruleset;
    const char *const variants[] = {variant};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = game,
                                      .variants = variants,
                                      .variant_count = variant != NULL};
    must(ruleset_open(&ruleset, &request, &error));
    return ruleset;
}

static struct ruleset *open_trap(void)
{
    char folder[] = "/tmp/castled-XXXXXX";
    char path[64];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/trap.lua", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(TRAP, file);
    fclose(file);
    struct ruleset *ruleset = open_rules("castle", path);
    unlink(path);
    rmdir(folder);
    return ruleset;
}

static void listen(void *context, const char *json, size_t size)
{
    text_add_bytes(context, json, size);
    text_add_char(context, '\n');
}

static struct game *begin(const struct ruleset *ruleset, struct warm *warm,
                          const char *seed, struct text *told)
{
    struct game *game;
    struct game_start start = {.ruleset = ruleset,
                               .warm = warm,
                               .seed = seed,
                               .listener = listen,
                               .context = told};
    must(game_new(&game, &start, &error));
    return game;
}

/* What is the same in equal games: all entries but their times. */
static void add_entries(struct text *out, const struct game *game)
{
    const struct record *record = game_record(game);
    for (int seq = record_first(record); seq < record_count(record); seq++) {
        struct record_entry entry = record_entry(record, seq);
        text_addf(out, "%d %s %d %.*s\n", seq, entry.type, entry.by,
                  (int)entry.d_size, entry.d);
    }
}

/* One step of a game, the same for all that stand alike. */
static void step(struct game *game, int number)
{
    const struct question *question = game_question(game);
    if (number % 5 == 4 && game_may_undo(game, question->seat))
        must(game_undo(game, question->seat, &error));
    else
        must(game_choose(game, number % question->choice_count, &error));
}

/* Plays games side by side in one warm, with rest and forgetting, and one after
 * the other each by itself; compares. */
static void compare(const char *name, int executor_max)
{
    struct warm *warm;
    struct game *games[GAMES];
    struct text entries[GAMES] = {{0}};
    struct text told[GAMES] = {{0}};
    char seed[16];
    must(warm_new(&warm, executor_max, &error));
    for (int i = 0; i < GAMES; i++) {
        struct ruleset *ruleset = open_rules(name, NULL);
        snprintf(seed, sizeof seed, "seed %d", i);
        games[i] = begin(ruleset, warm, seed, &told[i]);
        ruleset_free(ruleset); /* the warm has it */
    }
    cr_expect_eq(warm_executor_count(warm), 1);
    int open = GAMES;
    for (int number = 0; open > 0; number++) {
        open = 0;
        for (int i = 0; i < GAMES; i++) {
            if (game_over_reason(games[i]) != NULL)
                continue;
            step(games[i], number);
            if ((number + i) % 3 == 0)
                game_rest(games[i]);
            if ((number + i) % 2 == 0) {
                add_entries(&entries[i], games[i]);
                game_forget(games[i]);
            }
            open++;
        }
    }
    struct ruleset *ruleset = open_rules(name, NULL);
    for (int i = 0; i < GAMES; i++) {
        struct text alone = {0};
        struct text alone_told = {0};
        snprintf(seed, sizeof seed, "seed %d", i);
        struct game *game = begin(ruleset, NULL, seed, &alone_told);
        for (int number = 0; game_over_reason(game) == NULL; number++)
            step(game, number);
        add_entries(&alone, game);
        add_entries(&entries[i], games[i]);
        cr_expect_str_eq(text_string(&alone), text_string(&entries[i]));
        cr_expect_str_eq(text_string(&alone_told), text_string(&told[i]));
        text_free(&alone);
        text_free(&alone_told);
        text_free(&entries[i]);
        text_free(&told[i]);
        game_free(game);
        game_free(games[i]);
    }
    ruleset_free(ruleset);
    warm_free(warm);
}

Test(shared, games_of_the_castle_go_as_each_by_itself)
{
    compare("castle", WARM_EXECUTORS_MAX);
}

Test(shared, games_with_hands_go_as_each_by_itself)
{
    compare(CASTLED_SOURCE_DIR "/tests/games/cards", 1);
}

/* What a game that rests says without being woken. */
Test(shared, a_game_that_rests_knows_its_question)
{
    struct ruleset *ruleset = open_rules("castle", NULL);
    struct text told = {0};
    struct warm *warm;
    must(warm_new(&warm, 1, &error));
    struct game *game = begin(ruleset, warm, "rest", &told);
    must(game_choose(game, 0, &error));
    struct question before = *game_question(game);
    game_rest(game);
    game_rest(game);
    cr_expect_str_eq(game_question(game)->step, "place_follower");
    cr_expect_eq(game_question(game)->seat, before.seat);
    cr_expect_eq(game_question(game)->choice_count, before.choice_count);
    cr_expect(game_may_undo(game, before.seat));
    cr_expect_eq(game_seat_count(game), 2);
    cr_expect_str_eq(game_seat_name(game, 1), "black");
    struct result result;
    must(game_result(game, &result, &error));
    game_rest(game);
    must(game_undo(game, before.seat, &error));
    game_rest(game);
    must(game_wake(game, &error));
    cr_expect_str_eq(position_question(game_position(game))->step,
                     "place_tile");
    game_rest(game);
    must(game_resign(game, 0, &error));
    game_rest(game);
    must(game_wake(game, &error)); /* its board can still be looked at */
    cr_expect_eq(told.failed, false);
    game_free(game);
    warm_free(warm);
    text_free(&told);
    ruleset_free(ruleset);
}

Test(shared, a_game_that_rests_is_not_asked_for_its_position, .signal = SIGABRT)
{
    struct ruleset *ruleset = open_rules("castle", NULL);
    struct text told = {0};
    struct game *game = begin(ruleset, NULL, "rest", &told);
    game_rest(game);
    (void)game_position(game);
}

/* A failure in one game, by an error or by a limit, is no other's. */
Test(shared, others_do_not_notice_that_the_executor_was_stopped)
{
    struct ruleset *ruleset = open_trap();
    struct warm *warm;
    struct game *games[3];
    struct text told[3] = {{0}};
    must(warm_new(&warm, 1, &error));
    for (int i = 0; i < 3; i++)
        games[i] = begin(ruleset, warm, "trap", &told[i]);
    for (int round = 0; round < 6; round++)
        for (int i = 0; i < 3; i++) {
            const struct question *question = game_question(games[i]);
            bool is_trap = strcmp(question->step, "trap") == 0;
            int events = game_event_count(games[i]);
            if (is_trap && i < 2) {
                cr_expect_eq(game_choose(games[i], 1 + i, &error),
                             i == 0 ? STATUS_SCRIPT : STATUS_LIMIT, "%s",
                             error.text);
                cr_expect_eq(game_event_count(games[i]), events);
                cr_expect_str_eq(game_question(games[i])->step, "trap");
            }
            if (is_trap && i == 0)
                cr_expect_not_null(
                    strstr(game_traceback(games[i]), "trap.lua"));
            must(game_choose(games[i], 0, &error));
        }
    cr_expect_eq(warm_executor_count(warm), 1);
    for (int i = 0; i < 3; i++) {
        cr_expect_str_eq(text_string(&told[i]), text_string(&told[0]));
        cr_expect_eq(record_count(game_record(games[i])),
                     record_count(game_record(games[0])));
        cr_expect_eq(game_recover(games[i], &error), STATUS_OK);
    }
    for (int i = 0; i < 3; i++) {
        game_free(games[i]);
        text_free(&told[i]);
    }
    warm_free(warm);
    ruleset_free(ruleset);
}

/* The record of a game that forgot is whole where its lines were put, and plays
 * again in a warm. */
Test(shared, what_was_forgotten_in_pieces_plays_again)
{
    struct ruleset *ruleset = open_rules("castle", NULL);
    struct text told = {0};
    struct text lines = {0};
    struct warm *warm;
    size_t size;
    must(warm_new(&warm, 1, &error));
    struct game *game = begin(ruleset, warm, "pieces", &told);
    for (int number = 0; game_over_reason(game) == NULL; number++) {
        const char *bytes = record_bytes(game_record(game), &size);
        text_add_bytes(&lines, bytes, size);
        game_forget(game);
        step(game, number);
    }
    const char *bytes = record_bytes(game_record(game), &size);
    text_add_bytes(&lines, bytes, size);
    struct record *record;
    must(record_read(&record, lines.bytes, lines.size, &error));
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct game *again;
    struct game_start start = {.ruleset = ruleset, .warm = warm};
    must(game_read_start(&start, record, &sealing, seed, &error));
    must(game_replay(&again, record, &start, &error));
    cr_expect_str_eq(game_over_reason(again), "finished");
    cr_expect_eq(game_event_count(again), game_event_count(game));
    game_free(again);
    game_free(game);
    record_free(record);
    text_free(&lines);
    text_free(&told);
    warm_free(warm);
    ruleset_free(ruleset);
}
