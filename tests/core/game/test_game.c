/*
 * Games of The Castle, some under a variant made here whose step `trap` asks,
 * after each tile, in which way the rules should fail.
 */

#include "game/game.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EVENTS_MAX = 1024 };

static const char TRAP[] =
    "local step    = require 'castled.step'\n"
    "local variant = require 'castled.variant'\n"
    "local WAYS = { 'error', 'loop', 'memory', 'fraction', 'function', 'well',"
    " 'again' }\n"
    "return variant {\n"
    "  name = 'trap', title = { en = 'Trap' }, summary = { en = 'Fails.' },\n"
    "  needs = { api = 1, game = 'castle' },\n"
    "  steps = { before = { place_follower = step.ask {\n"
    "    name = 'trap',\n"
    "    player = function(game)\n"
    "      return game.placed and game.players[game.seat_on_turn]\n"
    "    end,\n"
    "    choices = function()\n"
    "      local list = {}\n"
    "      for index, way in ipairs(WAYS) do list[index] = { way = way } end\n"
    "      return list\n"
    "    end,\n"
    "    apply = function(game, _, choice)\n"
    "      game.again = nil\n"
    "      game:event('extra_turn', { player = game.seat_on_turn })\n"
    "      if choice.way == 'error' then error('sprung') end\n"
    "      if choice.way == 'loop' then while true do end end\n"
    "      if choice.way == 'memory' then\n"
    "        local list = {}\n"
    "        while true do list[#list + 1] = string.rep('x', 9999) .. #list "
    "end\n"
    "      end\n"
    "      if choice.way == 'fraction' then game.half = 1 / 2 end\n"
    "      if choice.way == 'function' then game.f = function() end end\n"
    "      game.trap_again = choice.way == 'again' or nil\n"
    "    end,\n"
    "    next = function(game) return game.trap_again and 'trap' or nil end,\n"
    "  } } },\n"
    "}\n";

/* The result of a finished game cannot be told. */
static const char NO_END[] =
    "local variant = require 'castled.variant'\n"
    "return variant {\n"
    "  name = 'no-end', title = { en = 'No end' }, summary = { en = 'No.' },\n"
    "  needs = { api = 1, game = 'castle' },\n"
    "  rules = { winner = function(game)\n"
    "    if game:left('castle_tiles') == 0 then error('no winner') end\n"
    "    return nil\n"
    "  end },\n"
    "}\n";

/* What a test plays with. */
struct table {
    struct ruleset *ruleset;
    struct ruleset_request request;
    const char *variants[1];
    char folder[32];
    char path[64];
    struct game *game;
    uint64_t random;
    int event_count;
    char *events[EVENTS_MAX]; /* by number, from 1 */
};

static struct table table;

static void on_event(void *context, const char *json, size_t size)
{
    struct table *here = context;
    struct json *event;
    struct error error;
    int64_t entry = 0;
    cr_assert_eq(json_parse(&event, json, size, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert(json_read_integer(json_get(event, "entry"), &entry));
    json_free(event);
    cr_assert(entry >= 1 && entry <= here->event_count + 1 &&
                  entry < EVENTS_MAX,
              "event %d after %d", (int)entry, here->event_count);
    free(here->events[entry]);
    here->events[entry] = strndup(json, size);
    here->event_count = (int)entry;
}

/* Opens the ruleset, with the variant that `source` is the script of. */
static void open_rules(const char *source)
{
    struct error error;
    table = (struct table){.random = 1};
    table.request =
        (struct ruleset_request){.root = CASTLED_SOURCE_DIR, .game = "castle"};
    if (source != NULL) {
        snprintf(table.folder, sizeof table.folder, "/tmp/castled-XXXXXX");
        cr_assert_not_null(mkdtemp(table.folder));
        snprintf(table.path, sizeof table.path, "%s/%s.lua", table.folder,
                 source == TRAP ? "trap" : "no-end");
        FILE *file = fopen(table.path, "w");
        cr_assert_not_null(file);
        fputs(source, file);
        fclose(file);
        table.variants[0] = table.path;
        table.request.variants = table.variants;
        table.request.variant_count = 1;
    }
    cr_assert_eq(ruleset_open(&table.ruleset, &table.request, &error),
                 STATUS_OK, "%s", error.text);
}

static struct game_start start_of(const char *seed)
{
    return (struct game_start){.ruleset = table.ruleset,
                               .seed = seed,
                               .listener = on_event,
                               .context = &table};
}

static void begin(const char *source, const char *seed)
{
    struct error error;
    open_rules(source);
    struct game_start start = start_of(seed);
    cr_assert_eq(game_new(&table.game, &start, &error), STATUS_OK, "%s",
                 error.text);
}

static void finish(void)
{
    game_free(table.game);
    ruleset_free(table.ruleset);
    for (int i = 0; i < EVENTS_MAX; i++)
        free(table.events[i]);
    if (table.path[0] != '\0')
        unlink(table.path), rmdir(table.folder);
}

static const char *step(void)
{
    return game_question(table.game)->step;
}

static int seat(void)
{
    return game_question(table.game)->seat;
}

static void choose(int index)
{
    struct error error;
    cr_assert_eq(game_choose(table.game, index, &error), STATUS_OK, "%s: %s",
                 step(), error.text);
}

static int pick(int count)
{
    table.random = table.random * 6364136223846793005u + 1442695040888963407u;
    return (int)((table.random >> 33) % (uint64_t)count);
}

/* Makes random choices, and some undos, until the game is over or `count` have
 * been made. */
static void play(int count)
{
    struct error error;
    for (int i = 0; i < count && game_over_reason(table.game) == NULL; i++) {
        if (game_may_undo(table.game, seat()) && pick(4) == 0)
            cr_assert_eq(game_undo(table.game, seat(), &error), STATUS_OK);
        else
            choose(pick(game_question(table.game)->choice_count));
    }
}

/* All that a game is, as one text. */
static char *picture_of(struct game *game)
{
    struct text out = {0};
    struct error error;
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    text_add_bytes(&out, bytes, size);
    const struct question *question = game_question(game);
    text_addf(&out, "%s %d %d %d %d\n", question->step, question->seat,
              question->choice_count, game_event_count(game),
              game_may_undo(game, question->seat));
    cr_assert_eq(position_store(game_position(game), &out, &error), STATUS_OK);
    for (size_t i = 0; i < out.size; i++)
        if (out.bytes[i] == '\0')
            out.bytes[i] = '0';
    return out.bytes;
}

/* The d of entry `seq`, the caller's. */
static char *entry_of(const struct record *record, int seq)
{
    struct record_entry entry = record_entry(record, seq);
    return strndup(entry.d, entry.d_size);
}

static void last_entry_is(const char *type, int by, const char *d)
{
    const struct record *record = game_record(table.game);
    int last = record_count(record) - 1;
    struct record_entry entry = record_entry(record, last);
    char *found = entry_of(record, last);
    cr_assert_str_eq(entry.type, type);
    cr_assert_eq(entry.by, by);
    if (d != NULL)
        cr_assert_str_eq(found, d);
    free(found);
}

Test(game, a_new_game_waits_for_a_choice_and_has_told_its_start)
{
    begin(NULL, "a");
    cr_assert_eq(game_question(table.game)->waiting, WAITING_CHOICE);
    cr_assert_str_eq(step(), "place_tile");
    cr_assert_null(game_over_reason(table.game));
    cr_assert_eq(table.event_count, game_event_count(table.game));
    cr_assert_not_null(strstr(table.events[1], "\"event\":\"game_started\""));
    cr_assert_not_null(strstr(table.events[2], "\"event\":\"tile_drawn\""));
    cr_assert_str_eq(record_entry(game_record(table.game), 0).type, "open");
    last_entry_is("draw", 0, NULL);
    finish();
}

Test(game, a_seed_that_is_too_long_or_no_text_is_refused)
{
    char seed[GAME_SEED_SIZE + 1];
    struct error error;
    open_rules(NULL);
    struct game_start start = start_of(seed);
    memset(seed, 'x', sizeof seed);
    seed[GAME_SEED_SIZE - 1] = '\0';
    cr_assert_eq(game_new(&table.game, &start, &error), STATUS_OK);
    game_free(table.game);
    seed[GAME_SEED_SIZE - 1] = 'x';
    seed[GAME_SEED_SIZE] = '\0';
    cr_assert_eq(game_new(&table.game, &start, &error), STATUS_BAD_INPUT);
    memcpy(seed, "\xff", 2);
    cr_assert_eq(game_new(&table.game, &start, &error), STATUS_BAD_INPUT);
    cr_assert_null(table.game);
    finish();
}

Test(game, equal_seeds_and_choices_give_equal_games)
{
    begin(NULL, "equal");
    play(1000);
    struct game *first = table.game;
    int events = table.event_count;
    struct game_start start = start_of("equal");
    struct error error;
    table.random = 1;
    table.event_count = 0;
    cr_assert_eq(game_new(&table.game, &start, &error), STATUS_OK);
    play(1000);
    cr_assert_eq(table.event_count, events);
    const struct record *one = game_record(first);
    const struct record *other = game_record(table.game);
    cr_assert_eq(record_count(one), record_count(other));
    for (int i = 0; i < record_count(one); i++) {
        char *a = entry_of(one, i);
        char *b = entry_of(other, i);
        cr_assert_str_eq(a, b);
        free(a);
        free(b);
    }
    game_free(first);
    finish();
}

Test(game, undo_takes_choices_back_one_by_one_to_the_last_draw)
{
    struct error error;
    begin(TRAP, "undo");
    int player = seat();
    int drawn = game_event_count(table.game);
    int entry = record_count(game_record(table.game));
    cr_assert_not(game_may_undo(table.game, player));
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_BAD_INPUT);

    choose(0);
    int laid = game_event_count(table.game);
    cr_assert_eq(laid, drawn + 1);
    choose(5);
    cr_assert_str_eq(step(), "place_follower");
    cr_assert(game_may_undo(table.game, player));
    cr_assert_not(game_may_undo(table.game, 1 - player));
    cr_assert_eq(game_undo(table.game, 1 - player, &error), STATUS_BAD_INPUT);

    cr_assert_eq(game_undo(table.game, player, &error), STATUS_OK);
    cr_assert_str_eq(step(), "trap");
    cr_assert_eq(game_event_count(table.game), laid);
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_OK);
    cr_assert_str_eq(step(), "place_tile");
    cr_assert_eq(game_event_count(table.game), drawn);
    cr_assert_not(game_may_undo(table.game, player));
    char d[32];
    snprintf(d, sizeof d, "{\"to\":%d}", entry);
    last_entry_is("undo", player + 1, d);

    choose(1);
    cr_assert_eq(table.event_count, drawn + 1);
    cr_assert_not_null(strstr(table.events[drawn + 1], "tile_placed"));
    finish();
}

Test(game, what_ends_a_turn_cannot_be_taken_back)
{
    struct error error;
    begin(NULL, "end of turn");
    int player = seat();
    choose(0);
    cr_assert_str_eq(step(), "place_follower");
    choose(game_question(table.game)->choice_count - 1);
    cr_assert_eq(seat(), 1 - player);
    cr_assert_not(game_may_undo(table.game, player));
    cr_assert_not(game_may_undo(table.game, 1 - player));
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "there is nothing to take back: undo reaches back to the "
                     "last draw, in one's own turn");
    finish();
}

Test(game, undo_reaches_back_so_many_choices_and_no_more)
{
    struct error error;
    begin(TRAP, "far");
    int player = seat();
    choose(0);
    for (int i = 0; i < GAME_UNDO_MAX; i++)
        choose(6);
    for (int i = 0; i < GAME_UNDO_MAX; i++)
        cr_assert_eq(game_undo(table.game, player, &error), STATUS_OK);
    cr_assert_str_eq(step(), "trap");
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_BAD_INPUT);
    finish();
}

/* Takes the last choice back and makes it again, as often as it may be; returns
 * how often. */
static int undo_and_choose(int player, struct error *error)
{
    int count = 0;
    while (game_undo(table.game, player, error) == STATUS_OK) {
        choose(0);
        count++;
    }
    cr_assert_eq(error->status, STATUS_BAD_INPUT);
    cr_assert_not(game_may_undo(table.game, player));
    return count;
}

Test(game, undo_has_a_limit_in_a_turn_and_in_a_game)
{
    struct error error;
    int total = 0;
    begin(NULL, "again and again");
    while (total < GAME_UNDOS_MAX) {
        int player = seat();
        choose(0);
        if (!game_may_undo(table.game, player))
            continue;
        int count = undo_and_choose(player, &error);
        total += count;
        cr_assert_eq(count, GAME_UNDOS_IN_TURN_MAX);
        cr_assert_not_null(strstr(error.text, "in this turn"), "%s",
                           error.text);
        choose(0);
    }
    int player = seat();
    choose(0);
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "no more can be taken back in this game: 1000 "
                                 "times is enough");
    cr_assert_lt(record_size(game_record(table.game)), 1 << 20);
    cr_assert_eq(game_resign(table.game, player, &error), STATUS_OK);
    finish();
}

Test(game, a_draw_is_offered_so_many_times_and_no_more)
{
    struct error error;
    begin(NULL, "draws");
    for (int i = 0; i < GAME_OFFERS_MAX; i++) {
        cr_assert_eq(game_offer_draw(table.game, 0, &error), STATUS_OK);
        cr_assert_eq(game_answer_draw(table.game, 1, false, &error), STATUS_OK);
    }
    cr_assert_eq(game_offer_draw(table.game, 0, &error), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "you have offered a draw 20 times: that is enough");
    cr_assert_eq(game_offer_draw(table.game, 1, &error), STATUS_OK);
    finish();
}

Test(game, a_record_that_is_too_long_takes_only_its_end, .timeout = 300)
{
    struct error error;
    enum status status = STATUS_OK;
    open_rules(TRAP);
    struct game_start begins = start_of("long");
    begins.listener = NULL; /* of more events than are kept here */
    cr_assert_eq(game_new(&table.game, &begins, &error), STATUS_OK);
    int player = seat();
    choose(0);
    size_t start = record_size(game_record(table.game));
    while (status == STATUS_OK)
        status = game_choose(table.game, 6, &error);
    cr_assert_eq(status, STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "the game has become too long: it can only be ended");
    size_t size = record_size(game_record(table.game));
    cr_assert(size >= start + GAME_PLAY_SIZE_MAX - 1000 &&
              size < start + GAME_PLAY_SIZE_MAX + 1000);
    cr_assert_not(game_may_undo(table.game, player));
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_BAD_INPUT);
    cr_assert_eq(game_offer_draw(table.game, player, &error), STATUS_BAD_INPUT);
    cr_assert_null(game_over_reason(table.game));
    cr_assert_eq(game_resign(table.game, player, &error), STATUS_OK);
    cr_assert_str_eq(game_over_reason(table.game), "resigned");
    finish();
}

struct way {
    char name[16];
    int choice;
    enum status status;
    char said[48];
};

static struct way WAYS[] = {
    {"error", 0, STATUS_SCRIPT, "sprung"},
    {"loop", 1, STATUS_LIMIT, "instructions"},
    {"memory", 2, STATUS_LIMIT, "memory"},
    {"fraction", 3, STATUS_SCRIPT, "not an integer"},
    {"function", 4, STATUS_SCRIPT, "function"},
};

ParameterizedTestParameters(game, a_choice_that_fails_changes_nothing)
{
    return cr_make_param_array(struct way, WAYS, sizeof WAYS / sizeof WAYS[0]);
}

ParameterizedTest(struct way *way, game, a_choice_that_fails_changes_nothing)
{
    struct error error;
    begin(TRAP, "fails");
    choose(0);
    char *before = picture_of(table.game);
    for (int again = 0; again < 2; again++) {
        cr_assert_eq(game_choose(table.game, way->choice, &error), way->status,
                     "%s: %d %s", way->name, error.status, error.text);
        cr_assert_not_null(strstr(error.text, way->said), "%s: %s", way->name,
                           error.text);
        char *after = picture_of(table.game);
        cr_assert_str_eq(before, after, "%s", way->name);
        free(after);
        cr_assert_eq(table.event_count, game_event_count(table.game));
        cr_assert_null(game_over_reason(table.game));
    }
    free(before);

    /* It goes on, and what was undone is as good as before. */
    int player = seat();
    choose(5);
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_OK);
    cr_assert_eq(game_undo(table.game, player, &error), STATUS_OK);
    cr_assert_str_eq(step(), "place_tile");
    finish();
}

Test(game, the_traceback_of_a_failure_is_kept_until_the_next_choice)
{
    struct error error;
    begin(TRAP, "traceback");
    choose(0);
    cr_assert_str_eq(game_traceback(table.game), "");
    cr_assert_eq(game_choose(table.game, 0, &error), STATUS_SCRIPT);
    cr_assert_not_null(strstr(game_traceback(table.game), table.path), "%s",
                       game_traceback(table.game));
    choose(5);
    cr_assert_str_eq(game_traceback(table.game), "");
    finish();
}

Test(game, recovering_loses_nothing)
{
    struct error error;
    begin(NULL, "recover");
    play(41);
    char *before = picture_of(table.game);
    cr_assert_eq(game_recover(table.game, &error), STATUS_OK, "%s", error.text);
    char *after = picture_of(table.game);
    cr_assert_str_eq(before, after);
    free(before);
    free(after);
    play(1000);
    cr_assert_str_eq(game_over_reason(table.game), "finished");
    finish();
}

Test(game, a_game_that_cannot_end_stays_before_its_last_choice)
{
    struct error error;
    begin(NO_END, "no end");
    enum status status = STATUS_OK;
    while (status == STATUS_OK && game_over_reason(table.game) == NULL)
        status = game_choose(table.game, 0, &error);
    cr_assert_eq(status, STATUS_SCRIPT);
    cr_assert_not_null(strstr(error.text, "no winner"), "%s", error.text);
    cr_assert_null(game_over_reason(table.game));
    cr_assert_eq(game_question(table.game)->waiting, WAITING_CHOICE);
    int entries = record_count(game_record(table.game));

    cr_assert_eq(game_break(table.game, &error), STATUS_OK);
    cr_assert_str_eq(game_over_reason(table.game), "broken");
    cr_assert_eq(record_count(game_record(table.game)), entries);
    cr_assert_not_null(strstr(table.events[table.event_count],
                              "\"winner\":null,\"reason\":\"broken\""));
    finish();
}

Test(game, a_game_played_to_its_end_has_an_end_with_its_result)
{
    struct error error;
    struct result result;
    begin(NULL, "end");
    play(1000);
    cr_assert_str_eq(game_over_reason(table.game), "finished");
    cr_assert_eq(game_result(table.game, &result, &error), STATUS_OK);
    char d[96];
    snprintf(d, sizeof d, "{\"reason\":\"finished\",\"scores\":[%d,%d]}",
             (int)result.scores[0], (int)result.scores[1]);
    last_entry_is("end", 0, d);
    cr_assert_eq(table.event_count, game_event_count(table.game));
    cr_assert_not_null(
        strstr(table.events[table.event_count], "\"event\":\"game_over\""));
    cr_assert_eq(game_question(table.game)->waiting, WAITING_NOTHING);
    cr_assert_not(game_may_undo(table.game, 0));
    cr_assert_eq(game_undo(table.game, 0, &error), STATUS_BAD_INPUT);
    finish();
}

Test(game, a_game_that_breaks_has_the_scores_that_stood)
{
    struct error error;
    struct result before = {0};
    struct result after;
    begin(NULL, "breaks");
    while (before.scores[0] + before.scores[1] == 0) {
        play(1);
        cr_assert_null(game_over_reason(table.game));
        cr_assert_eq(game_result(table.game, &before, &error), STATUS_OK);
    }
    cr_assert_eq(game_break(table.game, &error), STATUS_OK);
    cr_assert_eq(game_result(table.game, &after, &error), STATUS_OK);
    cr_assert_eq(after.scores[0], before.scores[0]);
    cr_assert_eq(after.scores[1], before.scores[1]);
    cr_assert_eq(after.winner, -1);
    finish();
}

Test(game, all_choices_are_those_that_are_told_one_by_one)
{
    struct error error;
    begin(NULL, "choices");
    while (game_over_reason(table.game) == NULL) {
        struct position *position = game_position(table.game);
        struct text all = {0};
        struct text each = {0};
        cr_assert_eq(position_choices(position, &all, &error), STATUS_OK);
        text_add_char(&each, '[');
        for (int i = 0; i < game_question(table.game)->choice_count; i++) {
            json_add_comma(&each);
            cr_assert_eq(position_choice(position, i, &each, &error),
                         STATUS_OK);
        }
        text_add_char(&each, ']');
        cr_assert_str_eq(text_string(&all), text_string(&each));
        text_free(&all);
        text_free(&each);
        play(1);
    }
    finish();
}

Test(game, who_resigns_loses)
{
    struct error error;
    struct result result;
    begin(NULL, "resign");
    choose(0);
    cr_assert(game_may_undo(table.game, seat()));
    cr_assert_eq(game_resign(table.game, 1, &error), STATUS_OK);
    cr_assert_str_eq(game_over_reason(table.game), "resigned");
    last_entry_is("end", 0, "{\"reason\":\"resigned\",\"scores\":[0,0]}");
    cr_assert_eq(game_result(table.game, &result, &error), STATUS_OK);
    cr_assert_eq(result.winner, 0);
    cr_assert_not_null(strstr(table.events[table.event_count],
                              "\"winner\":\"white\",\"reason\":\"resigned\""));
    cr_assert_not(game_may_undo(table.game, 0));
    cr_assert_not(game_may_undo(table.game, 1));
    finish();
}

/* The record read from its first `count` lines; the caller's. */
static struct record *first_lines(const struct record *record, int count)
{
    struct record *read;
    struct error error;
    size_t size;
    const char *bytes = record_bytes(record, &size);
    const char *end = bytes;
    for (int i = 0; i < count; i++)
        end = strchr(end, '\n') + 1;
    cr_assert_eq(record_read(&read, bytes, (size_t)(end - bytes), &error),
                 STATUS_OK, "%s", error.text);
    return read;
}

static struct game *replay(const struct record *record, struct error *error)
{
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct game *game;
    struct game_start start = start_of(NULL);
    cr_assert_eq(game_read_start(&start, record, &sealing, seed, error),
                 STATUS_OK, "%s", error->text);
    table.event_count = 0;
    return game_replay(&game, record, &start, error) == STATUS_OK ? game : NULL;
}

static void same_bytes(const struct record *one, const struct record *other)
{
    size_t one_size;
    size_t other_size;
    const char *one_bytes = record_bytes(one, &one_size);
    const char *other_bytes = record_bytes(other, &other_size);
    cr_assert_eq(one_size, other_size);
    cr_assert_eq(memcmp(one_bytes, other_bytes, one_size), 0);
}

struct ending {
    char seed[8];
    int choices;
    bool resigns;
};

static struct ending ENDINGS[] = {
    {"none", 0, false},   {"half", 60, false},  {"odd", 33, false},
    {"all", 1000, false}, {"resign", 20, true},
};

ParameterizedTestParameters(game, a_replay_gives_the_same_bytes_and_events)
{
    return cr_make_param_array(struct ending, ENDINGS,
                               sizeof ENDINGS / sizeof ENDINGS[0]);
}

ParameterizedTest(struct ending *ending, game,
                  a_replay_gives_the_same_bytes_and_events)
{
    struct error error;
    begin(NULL, ending->seed);
    play(ending->choices);
    if (ending->resigns)
        cr_assert_eq(game_resign(table.game, seat(), &error), STATUS_OK);
    int events = game_event_count(table.game);
    char *told = strdup(table.events[events]);
    struct record *record = first_lines(game_record(table.game),
                                        record_count(game_record(table.game)));
    usleep(2000); /* so that the clock would give other times */
    struct game *again = replay(record, &error);
    cr_assert_not_null(again, "%s", error.text);
    same_bytes(game_record(again), record);
    cr_assert_eq(game_event_count(again), events);
    cr_assert_str_eq(table.events[events], told);
    cr_assert_eq(game_over_reason(again) == NULL,
                 game_over_reason(table.game) == NULL);
    if (game_over_reason(again) == NULL) {
        char *one = picture_of(again);
        char *other = picture_of(table.game);
        cr_assert_str_eq(one, other);
        free(one);
        free(other);
    }
    free(told);
    game_free(again);
    record_free(record);
    finish();
}

Test(game, a_record_cut_anywhere_can_be_played_on)
{
    struct error error;
    begin(NULL, "cut");
    play(30);
    int count = record_count(game_record(table.game));
    for (int i = 1; i <= count; i++) {
        struct record *record = first_lines(game_record(table.game), i);
        struct game *again = replay(record, &error);
        cr_assert_not_null(again, "%d: %s", i, error.text);
        /* Chance that was cut off comes again by itself. */
        cr_assert_geq(record_count(game_record(again)), i);
        size_t size;
        const char *bytes = record_bytes(record, &size);
        size_t again_size;
        cr_assert_eq(
            memcmp(bytes, record_bytes(game_record(again), &again_size), size),
            0);
        game_free(again);
        record_free(record);
    }
    finish();
}

/* A record with entry `seq` changed: its d, type or seat, where those are not
 * NULL or -1; chained anew. The caller's. */
static struct record *forge(const struct record *record, int seq,
                            const char *type, int by, const char *d)
{
    struct record *forged;
    struct error error;
    cr_assert_eq(record_new(&forged, &error), STATUS_OK);
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        bool is = i == seq;
        struct record_event event = {
            .type = is && type != NULL ? type : entry.type,
            .by = is && by >= 0 ? by : entry.by,
            .ts = entry.ts,
            .d = is && d != NULL ? d : entry.d,
            .d_size = is && d != NULL ? strlen(d) : entry.d_size,
        };
        cr_assert_eq(record_append(forged, &event, &error), STATUS_OK, "%s",
                     error.text);
    }
    return forged;
}

/* What is changed at an entry, counted from the first choice; before it are
 * the roll for who begins and the first draw. */
struct forgery {
    int from_choice;
    char type[12];
    int by;
    char d[96];
    int said_from_choice; /* of which entry it is said */
    char said[96];
};

static struct forgery FORGERIES[] = {
    {-2, "", -1, "{\"k\":0,\"label\":\"first_player\",\"sides\":2,\"value\":3}",
     -2, "(roll): a game played again has something else there"},
    {-1, "", -1, "{\"label\":\"castle_tiles\",\"tiles\":[\"c99\"]}", -1,
     "(draw): a game played again has something else there"},
    {0, "", -1,
     "{\"choice\":{\"turns\":0,\"x\":4,\"y\":4},\"step\":\"place_tile\"}", 0,
     "(choice): seat"},
    {0, "", -1, "{}", 0, "(choice): it has no choice"},
    {0, "", 7, "", 0, "(choice): there is no seat 7"},
    {0, "resign", 0, "{}", 0, "(resign): there is no seat 0"},
    {0, "undo", 3, "{}", 0, "(undo): there is no seat 3"},
    {0, "undo", -1, "{\"to\":3}", 0, "(undo): there is nothing to take back"},
    {0, "say", -1, "{}", 0,
     "(say): a game played again has no such entry there"},
    {0, "end", 0, "{\"reason\":\"finished\",\"scores\":[9,0]}", 0,
     "(end): a game played again has no such entry there"},
    {0, "resign", 1, "{}", 1, "(choice): "},
};

static int first_choice(const struct record *record)
{
    int seq = 0;
    while (strcmp(record_entry(record, seq).type, "choice") != 0)
        seq++;
    return seq;
}

ParameterizedTestParameters(game, a_forged_record_is_refused_with_its_entry)
{
    return cr_make_param_array(struct forgery, FORGERIES,
                               sizeof FORGERIES / sizeof FORGERIES[0]);
}

ParameterizedTest(struct forgery *forgery, game,
                  a_forged_record_is_refused_with_its_entry)
{
    struct error error;
    begin(NULL, "forged");
    for (int i = 0; i < 6; i++)
        choose(0);
    int choice = first_choice(game_record(table.game));
    struct record *forged =
        forge(game_record(table.game), choice + forgery->from_choice,
              forgery->type[0] == '\0' ? NULL : forgery->type, forgery->by,
              forgery->d[0] == '\0' ? NULL : forgery->d);
    struct game *again = replay(forged, &error);
    cr_assert_null(again);
    int said = choice + forgery->said_from_choice;
    char text[128];
    snprintf(text, sizeof text, "line %d: entry %d %s", said + 1, said,
             forgery->said);
    cr_assert_not_null(strstr(error.text, text), "%s: %s", text, error.text);
    record_free(forged);
    finish();
}

Test(game, nothing_comes_after_the_end)
{
    struct error error;
    begin(NULL, "after");
    cr_assert_eq(game_resign(table.game, 0, &error), STATUS_OK);
    struct record *record = first_lines(game_record(table.game),
                                        record_count(game_record(table.game)));
    struct record_event more = {.type = "resign",
                                .by = 2,
                                .ts = INT64_C(4102444800000),
                                .d = "{}",
                                .d_size = 2};
    cr_assert_eq(record_append(record, &more, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_null(replay(record, &error));
    cr_assert_not_null(strstr(error.text, "it comes after the game's end"),
                       "%s", error.text);
    record_free(record);
    finish();
}

/* What an opening may say, and what not. */
struct first_entry {
    char d[64];
    bool is_well;
};

static struct first_entry FIRST_ENTRIES[] = {
    {"{\"level\":0,\"seed\":\"s\"}", true},
    {"{\"seed\":\"s\"}", true},
    {"{\"level\":0}", false},
    {"{\"level\":0,\"seed\":7}", false},
    {"{\"level\":1}", false},
    {"{}", false},
};

ParameterizedTestParameters(game, an_opening_has_a_seed_or_a_seal)
{
    return cr_make_param_array(struct first_entry, FIRST_ENTRIES,
                               sizeof FIRST_ENTRIES / sizeof FIRST_ENTRIES[0]);
}

ParameterizedTest(struct first_entry *first, game,
                  an_opening_has_a_seed_or_a_seal)
{
    struct game_start start = {0};
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct record *record;
    struct error error;
    cr_assert_eq(record_new(&record, &error), STATUS_OK);
    cr_assert_eq(game_read_start(&start, record, &sealing, seed, &error),
                 STATUS_BAD_INPUT, "an empty record");
    struct record_event event = {
        .type = "open", .d = first->d, .d_size = strlen(first->d)};
    cr_assert_eq(record_append(record, &event, &error), STATUS_OK, "%s",
                 error.text);
    cr_assert_eq(game_read_start(&start, record, &sealing, seed, &error),
                 first->is_well ? STATUS_OK : STATUS_BAD_INPUT, "%s", first->d);
    record_free(record);
}
