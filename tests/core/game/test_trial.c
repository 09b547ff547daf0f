/* Games that go along with a trial: those that are well, and rules that only a
 * game with a record would notice to be wrong. */

#include "game/game.h"
#include "game/playout.h"
#include "game/trial.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIANTS CASTLED_SOURCE_DIR "/tests/variants/"

static struct ruleset *open_rules(const char *variant)
{
    struct ruleset *ruleset;
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle",
                                      .variants = &variant,
                                      .variant_count = variant != NULL};
    enum status status = ruleset_open(&ruleset, &request, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
    return ruleset;
}

/* Plays the game of `seed` by random choices. */
static enum status play(const struct ruleset *ruleset, const char *seed,
                        bool is_tried, struct playout_end *end,
                        struct error *error)
{
    const enum player_kind kinds[] = {PLAYER_RANDOM, PLAYER_RANDOM};
    struct executor *executor;
    struct player players[2];
    struct hash master;
    cr_assert_eq(executor_new(&executor, ruleset, error), STATUS_OK, "%s",
                 error->text);
    draw_seed_from_text(&master, seed);
    playout_init_players(players, kinds, 2, seed);
    struct playout playout = {.executor = executor,
                              .master = &master,
                              .players = players,
                              .is_tried = is_tried};
    enum status status = playout_run(&playout, end, error);
    executor_free(executor);
    return status;
}

Test(trial, a_game_that_is_tried_is_the_same_game)
{
    struct ruleset *ruleset = open_rules(NULL);
    struct playout_end tried, untried;
    struct error error;
    cr_assert_eq(play(ruleset, "7", true, &tried, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(play(ruleset, "7", false, &untried, &error), STATUS_OK);
    cr_expect_eq(tried.choices, untried.choices);
    cr_expect_eq(tried.chances, untried.chances);
    cr_expect_eq(tried.turns, untried.turns);
    cr_expect_eq(tried.result.scores[0], untried.result.scores[0]);
    cr_expect_eq(tried.result.scores[1], untried.result.scores[1]);
    cr_expect_eq(playout_try(ruleset, &error), STATUS_OK, "%s", error.text);
    ruleset_free(ruleset);
}

Test(trial, what_a_record_cannot_hold_is_found_only_by_a_trial)
{
    static const struct {
        const char *variant;
        const char *says;
        enum status status;
    } cases[] = {
        {VARIANTS "state-fraction.lua",
         "state-fraction.lua: step 'remember': the game's state has a number "
         "that is not an integer: game.players[1].bonus is 0.5",
         STATUS_SCRIPT},
        {VARIANTS "state-hole.lua", "a list with holes: game.memo",
         STATUS_SCRIPT},
        {VARIANTS "choice-fraction.lua", "choice 2 has a number",
         STATUS_SCRIPT},
        {VARIANTS "remembers.lua", "in a local variable of its file",
         STATUS_BAD_INPUT},
        {VARIANTS "remembers-most.lua", "in a local variable of its file",
         STATUS_BAD_INPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ruleset *ruleset = open_rules(cases[i].variant);
        struct playout_end end;
        struct error error;
        cr_assert_eq(play(ruleset, "7", false, &end, &error), STATUS_OK,
                     "%s: %s", cases[i].variant, error.text);
        cr_assert_eq(playout_try(ruleset, &error), cases[i].status, "%s",
                     cases[i].variant);
        cr_assert_not_null(strstr(error.text, cases[i].says), "%s", error.text);
        ruleset_free(ruleset);
    }
}

Test(trial, what_it_was_told_of_ends_where_it_is_forgotten)
{
    struct ruleset *ruleset = open_rules(NULL);
    struct executor *executor;
    struct position *position;
    struct trial *trial;
    struct error error;
    cr_assert_eq(executor_new(&executor, ruleset, &error), STATUS_OK);
    cr_assert_eq(position_new(&position, executor, NULL, NULL, &error),
                 STATUS_OK);
    cr_assert_eq(trial_new(&trial, &error), STATUS_OK);
    cr_assert_eq(position_outcome(position, 1, &error), STATUS_OK);
    cr_assert_eq(position_outcome(position, 0, &error), STATUS_OK);
    cr_assert_eq(position_question(position)->waiting, WAITING_CHOICE);
    cr_assert_eq(trial_note(trial, position, &error), STATUS_OK);
    /* It is told of another choice than is made. */
    cr_assert_eq(position_choose(position, 0, &error), STATUS_OK);
    cr_assert_eq(trial_give(trial, 1, &error), STATUS_OK);
    cr_assert_eq(trial_note(trial, position, &error), STATUS_OK);
    cr_assert_eq(trial_again(trial, executor, &error), STATUS_BAD_INPUT);
    trial_forget(trial);
    cr_assert_eq(trial_note(trial, position, &error), STATUS_OK);
    cr_assert_eq(trial_again(trial, executor, &error), STATUS_OK);
    trial_free(trial);
    position_free(position);
    executor_free(executor);
    ruleset_free(ruleset);
}

/* Steps in front of a turn that ask nobody, or somebody now and then. */
Test(trial, turns_are_counted_where_they_begin)
{
    static const char *const names[] = {NULL, VARIANTS "asks-nobody.lua",
                                        VARIANTS "asks-first.lua"};
    struct playout_end ends[3];
    for (int i = 0; i < 3; i++) {
        struct ruleset *ruleset = open_rules(names[i]);
        struct error error;
        cr_assert_eq(play(ruleset, "7", true, &ends[i], &error), STATUS_OK,
                     "%s", error.text);
        ruleset_free(ruleset);
    }
    cr_expect_eq(ends[0].turns, 60, "%d", ends[0].turns);
    cr_expect_eq(ends[1].turns, ends[0].turns);
    cr_expect_eq(ends[1].choices, ends[0].choices);
    cr_expect_eq(ends[2].turns, ends[0].turns);
    cr_expect_gt(ends[2].choices, ends[0].choices);
}

/* A game of four turns in the folder. What is in `functions` asks or shows,
 * each with the state as `g`, and goes before what the game has. */
static void write_game(const char *folder, const char *step,
                       const char *functions)
{
    char path[64];
    snprintf(path, sizeof path, "%s/game.lua", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "local game = require 'castled.game'\n"
            "local step = require 'castled.step'\n"
            "local roll = step.chance { name = 'roll',\n"
            "  draw = function(g)\n"
            "    return not g.value and { roll = 'die', sides = 6 } or nil\n"
            "  end,\n"
            "  apply = function(g, value) g.value = value end }\n"
            "local go = step.ask { name = 'go',\n"
            "  player = function() return 1 end,\n"
            "  choices = function() return { { a = 1 }, { a = 2 } } end,\n"
            "  apply = function(g) g.count, g.value = g.count + 1, nil end,\n"
            "  next = function(g) return g.count == 4 and 'final' end,\n"
            "  %s }\n"
            "return game { name = 'made', api = 1,\n"
            "  title = { en = 'm', es = 'm' },\n"
            "  summary = { en = 'm', es = 'm' },\n"
            "  seats = { 'white', 'black' }, figures = {}, piles = {},\n"
            "  options = {}, groups = {}, events = {},\n"
            "  texts = { en = {}, es = {} }, rules = {},\n"
            "  setup = function(g) g.count, g.looks = 0, 0 end,\n"
            "  turn = { roll, go }, final = {},\n"
            "  view = function() return {} end,\n"
            "  result = function() return { scores = { 0, 0 } } end,\n"
            "  %s }\n",
            step, functions);
    fclose(file);
}

static void remove_game(const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "%s/game.lua", folder);
    remove(path);
    remove(folder);
}

static struct ruleset *open_game(const char *folder)
{
    struct ruleset *ruleset;
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = folder};
    cr_assert_eq(ruleset_open(&ruleset, &request, &error), STATUS_OK, "%s",
                 error.text);
    return ruleset;
}

Test(trial, what_asks_or_shows_and_writes_is_named)
{
#define LOOK "g.looks = g.looks + 1 "
#define MAY_CHANGE                                                             \
    " writes into the game, which only its setup and a step's 'apply' may "    \
    "change"
    static const struct {
        const char *step;
        const char *functions;
        const char *says; /* NULL: nothing is wrong */
    } cases[] = {
        {"", "", NULL},
        {"", "view = function(g) " LOOK "return {} end", "'view'" MAY_CHANGE},
        /* Of one seat alone. */
        {"",
         "view = function(g, seat) if seat == 2 then " LOOK "end return {} end",
         "'view'" MAY_CHANGE},
        {"", "estimate = function(g) " LOOK "return { 0, 0 } end",
         "'estimate'" MAY_CHANGE},
        {"", "result = function(g) " LOOK "return { scores = { 0, 0 } } end",
         "'result'" MAY_CHANGE},
        {"choices = function(g) " LOOK "return { { a = 1 } } end", "",
         "step 'go': its 'player' or 'choices'" MAY_CHANGE},
        {"player = function(g) " LOOK "return 1 end", "",
         "step 'go': its 'player' or 'choices'" MAY_CHANGE},
        /* There is none before the end. */
        {"",
         "result = function(g) assert(g.count == 4)\n"
         "return { scores = { 0, 0 } } end",
         NULL},
    };
    char folder[] = "/tmp/castled-trial-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error error = {.text = ""};
        write_game(folder, cases[i].step, cases[i].functions);
        struct ruleset *ruleset = open_game(folder);
        enum status status = playout_try(ruleset, &error);
        cr_expect_eq(status, cases[i].says == NULL ? STATUS_OK : STATUS_SCRIPT,
                     "%zu: %s", i, error.text);
        if (cases[i].says != NULL)
            cr_expect_not_null(strstr(error.text, cases[i].says), "%zu: %s", i,
                               error.text);
        ruleset_free(ruleset);
    }
    remove_game(folder);
}

/* Games by name are not tried: the game itself sees that it is another one. */
Test(trial, a_choice_where_something_was_written_is_refused)
{
    char folder[] = "/tmp/castled-looks-XXXXXX";
    struct game *game;
    struct error error;
    struct text view = {0};
    cr_assert_not_null(mkdtemp(folder));
    write_game(folder, "", "view = function(g) " LOOK "return {} end");
    struct ruleset *ruleset = open_game(folder);
    struct game_start start = {.ruleset = ruleset, .seed = "7"};
    cr_assert_eq(game_new(&game, &start, &error), STATUS_OK, "%s", error.text);
    int count = record_count(game_record(game));
    cr_assert_eq(position_view(game_position(game), -1, &view, &error),
                 STATUS_OK);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(game_choose(game, 0, &error), STATUS_SCRIPT);
        cr_expect_not_null(strstr(error.text, "what asks or shows" MAY_CHANGE),
                           "%s", error.text);
        cr_expect_eq(record_count(game_record(game)), count);
        cr_assert_eq(position_view(game_position(game), -1, &view, &error),
                     STATUS_OK);
    }
    cr_expect_eq(game_choose(game, 0, &error), STATUS_SCRIPT);
    /* It went back to where nothing was written. */
    cr_expect_eq(game_choose(game, 0, &error), STATUS_OK, "%s", error.text);
    text_free(&view);
    game_free(game);
    ruleset_free(ruleset);
    remove_game(folder);
}
