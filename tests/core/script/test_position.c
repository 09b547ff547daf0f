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
