#include "script/position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position of a game, with all that it stands on. */
struct table {
    struct ruleset *ruleset;
    struct executor *executor;
    struct position *position;
    struct error error;
};

static void ignore(void *context, const char *json, size_t size)
{
    (void)context;
    (void)json;
    (void)size;
}

static enum status open_table(struct table *table, const char *game,
                              const char *const *variants, int count)
{
    *table = (struct table){0};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = game,
                                      .variants = variants,
                                      .variant_count = count};
    enum status status = ruleset_open(&table->ruleset, &request, &table->error);
    if (status == STATUS_OK)
        status = executor_new(&table->executor, table->ruleset, &table->error);
    if (status == STATUS_OK)
        status = position_new(&table->position, table->executor, ignore, NULL,
                              &table->error);
    return status;
}

static void close_table(struct table *table)
{
    position_free(table->position);
    executor_free(table->executor);
    ruleset_free(table->ruleset);
}

static void open_cards(struct table *table)
{
    enum status status =
        open_table(table, CASTLED_SOURCE_DIR "/tests/games/cards", NULL, 0);
    cr_assert_eq(status, STATUS_OK, "%s", table->error.text);
}

static void must(struct table *table, enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", table->error.text);
}

static const struct question *asked(const struct table *table)
{
    return position_question(table->position);
}

/* Gives the first item that is left, or a 1, until a choice is asked. */
static void settle(struct table *table)
{
    while (asked(table)->waiting == WAITING_CHANCE) {
        int outcome = 1;
        if (asked(table)->pile >= 0)
            outcome = position_material(table->position)->piles[0].left[0];
        must(table, position_outcome(table->position, outcome, &table->error));
    }
}

Test(position, an_item_for_a_hand_is_drawn_unseen)
{
    struct table table;
    open_cards(&table);
    cr_assert_eq(asked(&table)->waiting, WAITING_CHANCE);
    cr_assert_eq(asked(&table)->pile, 0);
    cr_assert_eq(asked(&table)->hand, 0);
    must(&table, position_outcome(table.position, 4, &table.error));
    const struct material *material = position_material(table.position);
    cr_assert_eq(material->hands[0].count, 1);
    cr_assert_eq(material->hands[0].items[0], 4);
    cr_assert_eq(material->piles[0].left_count, 11);
    close_table(&table);
}

Test(position, a_view_has_the_own_hand_and_no_other)
{
    struct table table;
    open_cards(&table);
    settle(&table);
    struct text own = {0}, other = {0}, watcher = {0};
    must(&table, position_view(table.position, 0, &own, &table.error));
    must(&table, position_view(table.position, 1, &other, &table.error));
    must(&table, position_view(table.position, -1, &watcher, &table.error));
    cr_assert_str_eq(text_string(&own),
                     "{\"left\":{\"cards\":10},\"hand_counts\":[2,0,0],"
                     "\"hand\":[{\"item\":\"1\",\"pile\":\"cards\"},"
                     "{\"item\":\"2\",\"pile\":\"cards\"}],"
                     "\"game\":{\"hand\":[\"1\",\"2\"],\"sums\":[0,0,0]}}");
    cr_assert_str_eq(text_string(&other),
                     "{\"left\":{\"cards\":10},\"hand_counts\":[2,0,0],"
                     "\"hand\":[],\"game\":{\"hand\":[],\"sums\":[0,0,0]}}");
    cr_assert_str_eq(text_string(&watcher),
                     "{\"left\":{\"cards\":10},\"hand_counts\":[2,0,0],"
                     "\"game\":{\"hand\":[],\"sums\":[0,0,0]}}");
    text_free(&own);
    text_free(&other);
    text_free(&watcher);
    close_table(&table);
}

/* Adds what is behind "game": in the view. */
static void add_own_view(struct table *table, int seat, struct text *out)
{
    struct text view = {0};
    must(table, position_view(table->position, seat, &view, &table->error));
    const char *own = strstr(text_string(&view), "\"game\":");
    cr_assert_not_null(own);
    text_addf(out, "%s ", own);
    text_free(&view);
}

Test(position, what_lies_in_a_hand_is_as_what_is_left_but_to_its_player)
{
    struct table table;
    must(&table,
         open_table(&table, CASTLED_SOURCE_DIR "/tests/games/hands", NULL, 0));
    must(&table, position_outcome(table.position, 0, &table.error));
    struct text views = {0};
    for (int seat = -1; seat < 2; seat++)
        add_own_view(&table, seat, &views);
    cr_assert_str_eq(text_string(&views), "\"game\":[\"good\",\"bad\"]} "
                                          "\"game\":[\"good\",\"bad\"]} "
                                          "\"game\":[\"bad\"]} ");
    text_free(&views);
    close_table(&table);
}

/* A copy for a look-ahead, in which another card lies in the hand. */
Test(position, what_lies_in_a_hand_changes_places_with_what_is_left)
{
    struct table table;
    struct position *copy = NULL;
    must(&table,
         open_table(&table, CASTLED_SOURCE_DIR "/tests/games/hands", NULL, 0));
    must(&table, position_outcome(table.position, 0, &table.error));
    must(&table, position_copy(&copy, table.position, &table.error));
    must(&table, position_choose(copy, 1, &table.error));
    position_exchange(copy, 0, 1);
    const struct material *material = position_material(copy);
    cr_expect(pile_has(&material->piles[0], 0));
    cr_expect_not(pile_has(&material->piles[0], 1));
    cr_expect(material_is_held(material, 0, 1));
    cr_expect_not(material_is_held(material, 0, 0));
    cr_expect(material_is_held(position_material(table.position), 0, 0));
    must(&table, position_outcome(copy, 0, &table.error));
    position_free(copy);
    close_table(&table);
}

Test(position, a_choice_is_found_by_its_json_and_no_other_is)
{
    struct table table;
    open_cards(&table);
    settle(&table);
    static const struct {
        const char *json;
        int index;
    } cases[] = {
        {"{\"card\":\"1\"}", 0},
        {"{\"card\":\"2\"}", 1},
        {"{\"card\":\"3\"}", -1},
        {"{\"card\":1}", -1},
        {"{}", -1},
        {"", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int index;
        must(&table,
             position_find_choice(table.position, cases[i].json,
                                  strlen(cases[i].json), &index, &table.error));
        cr_assert_eq(index, cases[i].index, "%s", cases[i].json);
    }
    close_table(&table);
}

Test(position, a_roll_waits_for_a_side_and_an_item_can_go_back)
{
    struct table table;
    open_cards(&table);
    settle(&table);
    must(&table, position_choose(table.position, 0, &table.error));
    cr_assert_eq(asked(&table)->waiting, WAITING_CHANCE);
    cr_assert_eq(asked(&table)->pile, -1);
    cr_assert_str_eq(asked(&table)->roll, "die");
    cr_assert_eq(asked(&table)->sides, 6);
    must(&table, position_outcome(table.position, 6, &table.error));
    cr_assert(pile_has(&position_material(table.position)->piles[0], 0));
    close_table(&table);
}

Test(position, stored_and_loaded_it_is_the_same)
{
    struct table table;
    open_cards(&table);
    for (int i = 0; i < 8 && asked(&table)->waiting != WAITING_NOTHING; i++) {
        settle(&table);
        struct text bytes = {0}, again = {0};
        must(&table, position_store(table.position, &bytes, &table.error));
        struct position *copy;
        must(&table, position_load(&copy, table.executor, bytes.bytes,
                                   bytes.size, NULL, NULL, &table.error));
        must(&table, position_store(copy, &again, &table.error));
        cr_assert_eq(bytes.size, again.size);
        cr_assert_arr_eq(bytes.bytes, again.bytes, bytes.size);
        position_free(table.position);
        table.position = copy;
        must(&table, position_choose(table.position, 0, &table.error));
        text_free(&bytes);
        text_free(&again);
    }
    close_table(&table);
}

Test(position, damaged_bytes_are_refused)
{
    struct table table;
    open_cards(&table);
    settle(&table);
    struct text bytes = {0};
    must(&table, position_store(table.position, &bytes, &table.error));
    struct position *copy;
    for (size_t size = 0; size < bytes.size; size++) {
        cr_assert_neq(position_load(&copy, table.executor, bytes.bytes, size,
                                    NULL, NULL, &table.error),
                      STATUS_OK, "the first %zu bytes", size);
        cr_assert_null(copy);
    }
    /* Any one byte changed: refused, or a position that can be played. */
    for (size_t i = 0; i < bytes.size; i++) {
        bytes.bytes[i] ^= 0x15;
        if (position_load(&copy, table.executor, bytes.bytes, bytes.size, NULL,
                          NULL, &table.error) == STATUS_OK)
            position_free(copy);
        bytes.bytes[i] ^= 0x15;
    }
    text_free(&bytes);
    close_table(&table);
}

Test(position, a_copy_goes_its_own_way)
{
    struct table table;
    open_cards(&table);
    settle(&table);
    struct position *copy = NULL;
    must(&table, position_copy(&copy, table.position, &table.error));
    must(&table, position_choose(copy, 1, &table.error));
    struct result result;
    must(&table, position_result(table.position, &result, &table.error));
    cr_assert_eq(result.scores[0], 0);
    must(&table, position_result(copy, &result, &table.error));
    cr_assert_eq(result.scores[0], 2);
    cr_assert_eq(result.winner, 0);
    cr_assert_eq(asked(&table)->waiting, WAITING_CHOICE);
    position_free(copy);
    close_table(&table);
}

Test(position, a_game_ends_after_its_last_step)
{
    struct table table;
    open_cards(&table);
    while (asked(&table)->waiting != WAITING_NOTHING) {
        settle(&table);
        if (asked(&table)->waiting == WAITING_CHOICE)
            must(&table, position_choose(table.position, 0, &table.error));
    }
    cr_assert_eq(asked(&table)->choice_count, 0);
    close_table(&table);
}

/* Scripts that do what they must not: each is a variant of the cards game
 * that replaces the rule `value`, and what the error says. */
static const struct {
    const char *body;
    const char *says;
} FAULTS[] = {
    {"return game:hand(2)", "the hand of green cannot be looked at now"},
    {"game:take_from_hand(1, 'cards', '12')", "'12' is not in the hand"},
    {"game:put_back('cards', '5')", "'5' was not drawn"},
    {"game:put_back('cards', '2')", "'2' was not drawn, or lies in a hand"},
    {"game:put_back('cards', '13')", "'13' was not drawn"},
    {"return game:left('stones')", "there is no pile 'stones'"},
    {"game:event('nothing', {})", "the game declares no event 'nothing'"},
    {"game:event('card_drawn', { colour = 1 })",
     "event 'card_drawn' has no field 'colour'"},
    {"return game:supply(4)", "seat 4 is not from 1 to 3"},
    {"return game:placements('c01')", "the game has no board"},
    {"game.state = { 1, nil, 3 } return 1", NULL}, /* found when stored */
    {"while true do end", "instructions"},
    {"local s = {} while true do s[#s + 1] = {} end", "memory"},
    {"game.rules.value = nil", "read-only"},
    {"lost = 1", "lost"},
    {"return 1.5", NULL}, /* found when stored */
    {"error('as it says')", "as it says"},
    {"return 1 << 60", NULL}, /* a state beyond 2^53: found when stored */
    {"error({})", "error value is a table"},
};

static void write_fault(const char *path, const char *body)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "local variant = require 'castled.variant'\n"
            "return variant { name = 'fault', title = { en = 'f', es = 'f' },\n"
            "  summary = { en = 'f', es = 'f' },\n"
            "  needs = { api = 1, game = 'cards' },\n"
            "  rules = { value = function(game) %s end } }\n",
            body);
    fclose(file);
}

Test(position, what_a_script_must_not_do_ends_the_call)
{
    char folder[] = "/tmp/castled-fault-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    char path[64];
    snprintf(path, sizeof path, "%s/fault.lua", folder);
    const char *variants[] = {path};
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        struct table table;
        write_fault(path, FAULTS[i].body);
        enum status status = open_table(
            &table, CASTLED_SOURCE_DIR "/tests/games/cards", variants, 1);
        cr_assert_eq(status, STATUS_OK, "%s", table.error.text);
        settle(&table);
        struct text bytes = {0};
        status = position_choose(table.position, 0, &table.error);
        if (status == STATUS_OK)
            status = position_store(table.position, &bytes, &table.error);
        cr_assert_neq(status, STATUS_OK, "%s", FAULTS[i].body);
        if (FAULTS[i].says != NULL)
            cr_assert_not_null(strstr(table.error.text, FAULTS[i].says),
                               "%s: %s", FAULTS[i].body, table.error.text);
        text_free(&bytes);
        close_table(&table);
    }
    remove(path);
    remove(folder);
}

/* Variants of the cards game that do what only shows when it is asked for:
 * the variant's fields, and what is said when it is opened, set up, or
 * asked. */
static const struct {
    const char *fields;
    const char *says;
} BAD_VARIANTS[] = {
    {"events = { toll = 'player a\\n\\nb' }", "a name has no blanks"},
    {"events = { toll = 'player \"' }", "a name has no blanks"},
    {"steps = { replace = { play_card = step.ask { name = 'roll\"again',\n"
     "player = function() end, choices = function() end,\n"
     "apply = function() end } } }",
     "roll"},
    {"steps = { replace = { play_card = step.ask { name = 'play_card',\n"
     "player = function(game) return 1 end, choices = function(game)\n"
     "game:event('card_drawn', { player = 1 }) return { { a = 1 } } end,\n"
     "apply = function() end } } }",
     "can be changed only by"},
    {"steps = { replace = { play_card = step.ask { name = 'play_card',\n"
     "player = function(game) return 1 end, choices = function(game)\n"
     "game:put_back('cards', '1') return { { a = 1 } } end,\n"
     "apply = function() end } } }",
     "can be changed only by"},
};

static void write_variant(const char *path, const char *fields)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "local step = require 'castled.step'\n"
            "local variant = require 'castled.variant'\n"
            "return variant { name = 'bad', title = { en = 'f' },\n"
            "  summary = { en = 'f' }, needs = { api = 1, game = 'cards' },\n"
            "  %s }\n",
            fields);
    fclose(file);
}

Test(position, what_a_variant_must_not_bring_or_do_is_refused)
{
    char folder[] = "/tmp/castled-bad-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    char path[64];
    snprintf(path, sizeof path, "%s/bad.lua", folder);
    const char *variants[] = {path};
    for (size_t i = 0; i < sizeof BAD_VARIANTS / sizeof BAD_VARIANTS[0]; i++) {
        struct table table;
        write_variant(path, BAD_VARIANTS[i].fields);
        enum status status = open_table(
            &table, CASTLED_SOURCE_DIR "/tests/games/cards", variants, 1);
        while (status == STATUS_OK &&
               asked(&table)->waiting == WAITING_CHANCE) {
            int outcome =
                asked(&table)->pile < 0
                    ? 1
                    : position_material(table.position)->piles[0].left[0];
            status = position_outcome(table.position, outcome, &table.error);
        }
        cr_assert_neq(status, STATUS_OK, "%s", BAD_VARIANTS[i].fields);
        cr_assert_not_null(strstr(table.error.text, BAD_VARIANTS[i].says), "%s",
                           table.error.text);
        close_table(&table);
    }
    remove(path);
    remove(folder);
}

Test(position, a_choice_that_a_script_writes_into_stays_as_it_was_offered)
{
    char folder[] = "/tmp/castled-write-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    char path[64];
    snprintf(path, sizeof path, "%s/bad.lua", folder);
    const char *variants[] = {path};
    write_variant(path,
                  "steps = { replace = { play_card = step.ask {\n"
                  "name = 'play_card', player = function() return 1 end,\n"
                  "choices = function() return { { bid = 1 } } end,\n"
                  "apply = function(_, _, choice) choice.bid = 7 end } } }");
    struct table table;
    must(&table, open_table(&table, CASTLED_SOURCE_DIR "/tests/games/cards",
                            variants, 1));
    settle(&table);
    struct position *ahead = NULL;
    struct text choice = {0};
    must(&table, position_copy(&ahead, table.position, &table.error));
    must(&table, position_choose(ahead, 0, &table.error));
    must(&table, position_choice(table.position, 0, &choice, &table.error));
    cr_assert_str_eq(text_string(&choice), "{\"bid\":1}");
    text_free(&choice);
    position_free(ahead);
    close_table(&table);
    remove(path);
    remove(folder);
}

Test(position, a_preset_stands_where_the_turn_begins_and_nothing_was_played)
{
    static const char *const variants[] = {
        CASTLED_SOURCE_DIR "/tests/variants/asks-nobody.lua",
        CASTLED_SOURCE_DIR "/tests/variants/asks-first.lua"};
    struct table table = {0};
    for (int i = 0; i < 2; i++) {
        struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                          .game = "castle",
                                          .variants = &variants[i],
                                          .variant_count = 1};
        must(&table, ruleset_open(&table.ruleset, &request, &table.error));
        must(&table,
             executor_new(&table.executor, table.ruleset, &table.error));
        must(&table, position_preset_new(&table.position, table.executor,
                                         ignore, NULL, &table.error));
        cr_assert(position_is_at_turn(table.position));
        cr_assert_eq(position_turns(table.position), 1);
        cr_assert_eq(position_material(table.position)->piles[0].left_count,
                     60);
        must(&table, position_preset_done(table.position, &table.error));
        cr_assert_str_eq(asked(&table)->step, "draw_tile");
        cr_assert(position_is_at_turn(table.position));
        must(&table, position_outcome(table.position, 0, &table.error));
        cr_assert_not(position_is_at_turn(table.position));
        cr_assert_eq(position_turns(table.position), 1);
        close_table(&table);
    }
}

Test(position, what_is_asked_is_looked_at_where_somebody_listens)
{
    static const char *const variants[] = {CASTLED_SOURCE_DIR
                                           "/tests/variants/"
                                           "choice-fraction.lua"};
    struct table table;
    must(&table, open_table(&table, "castle", variants, 1));
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++)
        status = position_outcome(table.position, 1, &table.error);
    cr_assert_eq(status, STATUS_SCRIPT);
    cr_assert_str_eq(table.error.text, CASTLED_SOURCE_DIR
                     "/tests/variants/choice-fraction.lua: step 'z': choice 2 "
                     "has a number that is not an integer: share is 1.5");
    close_table(&table);
}

/* A game in the folder: one that is well, and then `fields`, which go before
 * what it has. */
static void write_game(const char *folder, const char *fields)
{
    char path[64];
    snprintf(path, sizeof path, "%s/game.lua", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file,
            "local game = require 'castled.game'\n"
            "local step = require 'castled.step'\n"
            "local go = step.ask { name = 'go',\n"
            "  player = function() return 1 end,\n"
            "  choices = function() return { { a = 1 } } end,\n"
            "  apply = function() end }\n"
            "return game { name = 'made', api = 1,\n"
            "  title = { en = 'm', es = 'm' },\n"
            "  summary = { en = 'm', es = 'm' },\n"
            "  seats = { 'white', 'black' }, figures = {}, piles = {},\n"
            "  options = {}, groups = {}, events = {},\n"
            "  texts = { en = {}, es = {} }, rules = {},\n"
            "  setup = function() end, turn = { go }, final = {},\n"
            "  view = function() return {} end,\n"
            "  result = function() return { scores = { 0, 0 } } end,\n"
            "  %s }\n",
            fields);
    fclose(file);
}

static void remove_game(const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "%s/game.lua", folder);
    remove(path);
    remove(folder);
}

#define ALPHABET(kinds, marks)                                                 \
    "plan = function() return 'unbounded' end, tiles = {}, alphabet = { "      \
    "letters = {}, kinds = "                                                   \
    "{ " kinds " }, marks = { " marks " } }"

/* What a game has in lists, by names; NULL: nothing is wrong with it. */
static const struct {
    const char *fields;
    const char *says;
} NAMED[] = {
    {"", NULL},
    {"seats = { 'white', 'white' }", "two seats are called 'white'"},
    {"seats = { 'a', 'b', 'a' }", "two seats are called 'a'"},
    {"seats = { '', 'black' }", "a seat needs a name of 1 to 31 characters"},
    {"seats = { 'a\\0b', 'black' }", "a seat needs a name of 1 to 31"},
    {"figures = { { name = 'a', count = 1 }, { name = 'b', count = 1 } }",
     NULL},
    {"figures = { { name = 'a', count = 1 }, { name = 'a', count = 2 } }",
     "two figures are called 'a'"},
    {"figures = { { name = '', count = 1 } }", "must have 1 to 31 characters"},
    {"piles = { { name = 'a', items = { 'x' } },\n"
     "{ name = 'b', items = { 'x' } } }",
     NULL},
    {"piles = { { name = 'a', items = { 'x' } },\n"
     "{ name = 'a', items = { 'x' } } }",
     "two piles are called 'a'"},
    {"piles = { { name = '', items = {} } }", "must have 1 to 31 characters"},
    {"piles = { { name = 'a', items = { 'x', 'y', 'x' } } }",
     "two items of pile 'a' are called 'x'"},
    {"piles = { { name = 'a', items = { '' } } }",
     "an item of pile 'a' needs a name of 1 to 15 characters"},
    {ALPHABET("{ name = 'a' }, { name = 'b' }", "'m', 'n'"), NULL},
    {ALPHABET("{ name = 'a' }, { name = 'a' }", ""),
     "two kinds are called 'a'"},
    {ALPHABET("{ name = 'a' }", "'m', 'm'"), "two marks are called 'm'"},
    {ALPHABET("{ name = 'a' }", "''"), "a mark needs a name of 1 to 15"},
    {"events = { a = 'player x' }", NULL},
    {"events = { a = 'player x player' }",
     "event 'a' has the field 'player' twice"},
    {"turn = { { name = 'go', kind = 'asks' } }",
     "step 'go' is of the kind 'asks'"},
};

Test(position, no_two_things_of_a_game_have_one_name)
{
    char folder[] = "/tmp/castled-named-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof NAMED / sizeof NAMED[0]; i++) {
        struct table table;
        write_game(folder, NAMED[i].fields);
        enum status status = open_table(&table, folder, NULL, 0);
        cr_expect_eq(status, NAMED[i].says == NULL ? STATUS_OK : STATUS_SCRIPT,
                     "%s", NAMED[i].fields);
        if (NAMED[i].says != NULL && status != STATUS_OK)
            cr_expect_not_null(strstr(table.error.text, NAMED[i].says), "%s",
                               table.error.text);
        close_table(&table);
    }
    remove_game(folder);
}

/* What setup leaves of the state, and what is wrong with it; NULL: nothing. */
static const struct {
    const char *setup;
    const char *says;
} SHARED[] = {
    {"g.scores = { 0, 0 } g.same = { 0, 0 }", NULL},
    {"g.scores = { 0, 0 } g.same = g.scores",
     "the game's setup: the game's state has one table in two places: "
     "game.same and game.scores"},
    {"g.list = { {}, { deep = {} } } g.list[3] = g.list[2].deep",
     "two places: game.list[2].deep and game.list[3]"},
    {"g.own = { game = g }", "two places: game and game.own.game"},
    {"g.own = {} g.own.own = g.own", "two places: game.own and game.own.own"},
    /* What nobody can write into. */
    {"g.one, g.other = g.options, g.options", NULL},
    /* More than there are slots for at first. */
    {"g.list = {} for i = 1, 1000 do g.list[i] = {} end", NULL},
    {"g.list = {} for i = 1, 1000 do g.list[i] = {} end\n"
     "g.list[1000] = g.list[1]",
     "two places: game.list[1] and game.list[1000]"},
};

Test(position, a_table_stands_in_one_place_of_the_state)
{
    char folder[] = "/tmp/castled-shared-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof SHARED / sizeof SHARED[0]; i++) {
        struct table table;
        struct text bytes = {0};
        char fields[256];
        snprintf(fields, sizeof fields, "setup = function(g) %s end",
                 SHARED[i].setup);
        write_game(folder, fields);
        must(&table, open_table(&table, folder, NULL, 0));
        enum status status =
            position_store(table.position, &bytes, &table.error);
        cr_expect_eq(status, SHARED[i].says == NULL ? STATUS_OK : STATUS_SCRIPT,
                     "%s", SHARED[i].setup);
        if (SHARED[i].says != NULL && status != STATUS_OK)
            cr_expect_not_null(strstr(table.error.text, SHARED[i].says), "%s",
                               table.error.text);
        text_free(&bytes);
        close_table(&table);
    }
    remove_game(folder);
}

Test(position, what_is_loaded_where_a_turn_begins_does_not_know_it)
{
    char folder[] = "/tmp/castled-turn-XXXXXX";
    struct table table;
    struct text bytes = {0};
    struct position *loaded;
    cr_assert_not_null(mkdtemp(folder));
    write_game(folder, "");
    must(&table, open_table(&table, folder, NULL, 0));
    cr_expect(position_is_at_turn(table.position));
    must(&table, position_store(table.position, &bytes, &table.error));
    must(&table, position_load(&loaded, table.executor, bytes.bytes, bytes.size,
                               NULL, NULL, &table.error));
    cr_expect_not(position_is_at_turn(loaded));
    cr_expect_eq(position_turns(loaded), 0);
    must(&table, position_choose(loaded, 0, &table.error));
    cr_expect(position_is_at_turn(loaded));
    cr_expect_eq(position_turns(loaded), 1);
    text_free(&bytes);
    position_free(loaded);
    close_table(&table);
    remove_game(folder);
}
