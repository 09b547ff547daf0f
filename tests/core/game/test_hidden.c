/*
 * Draws that go into a hand unseen, in sealed games of cards (tests/games):
 * while a game runs its record must not tell them, and in the end it must.
 */

#include "sealed.h"

static struct worker_server *server;
static struct verify_report report;
static struct ruleset *ruleset;
static struct game *game;
static struct contribution given[MATERIAL_SEATS_MAX];
static struct forge forge;

static void start(void)
{
    struct sealing sealing;
    must(worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error));
    ruleset = open_rules("cards");
    seal(&sealing, ruleset, (struct timer_rule){0}, given);
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
}

static void stop(void)
{
    game_free(game);
    forge_clear(&forge);
    ruleset_free(ruleset);
    worker_server_stop(server);
}

TestSuite(hidden, .init = start, .fini = stop);

static void play(int count)
{
    for (int i = 0; i < count && game_over_reason(game) == NULL; i++)
        must(game_choose(game, i % game_question(game)->choice_count, &error));
}

Test(hidden, a_running_game_does_not_tell_what_was_drawn)
{
    play(8);
    const struct record *record = game_record(game);
    int draws = 0;
    cr_expect_not(has_text(record, "\"tiles\":[\"1"));
    for (int seq = 0; seq < record_count(record); seq++) {
        struct record_entry entry = record_entry(record, seq);
        if (strcmp(entry.type, "draw") != 0)
            continue;
        draws++;
        char *d = strndup(entry.d, entry.d_size);
        cr_expect_null(strstr(d, "tiles"), "%s", d);
        cr_expect_not_null(strstr(d, ",\"label\":\"cards\"}"), "%s", d);
        free(d);
    }
    cr_expect_geq(draws, 8);
    cr_expect_not(has_text(record, "\"t\":\"hand\""));
}

Test(hidden, a_running_game_is_resumed_with_the_same_hands)
{
    play(7);
    struct record *record = record_again(game_record(game));
    struct game *again;
    struct sealing sealing;
    char seed[GAME_SEED_SIZE];
    struct text one = {0}, other = {0};
    struct game_start game_start = {.ruleset = ruleset};
    must(game_read_start(&game_start, record, &sealing, seed, &error));
    must(sealing_take_secret(&sealing, &game_sealing(game)->seats[0].secret,
                             &game_sealing(game)->keys, &error));
    must(game_replay(&again, record, &game_start, &error));
    must(position_store(game_position(game), &one, &error));
    must(position_store(game_position(again), &other, &error));
    cr_assert_eq(one.size, other.size);
    cr_expect_eq(memcmp(one.bytes, other.bytes, one.size), 0);
    /* And its end shows what was drawn before and after. */
    record_free(record);
    game_free(game);
    game = again;
    play(1000);
    verify_now(&report, game_record(game), server);
    cr_expect(report.verdict != VERIFY_WRONG);
    text_free(&one);
    text_free(&other);
}

Test(hidden, the_end_shows_all_and_proves_it)
{
    play(1000);
    cr_expect_str_eq(game_over_reason(game), "finished");
    cr_expect(has_text(game_record(game), "\"t\":\"hand\""));
    verify_now(&report, game_record(game), server);
    cr_expect(report.verdict != VERIFY_WRONG, "%s",
              report.checks[report.count - 1].says);
    expect_check(&report, "seal", VERIFY_GOOD, "then seat 1, 2, 3;");
    expect_check(&report, "choices", VERIFY_GOOD, "");
    expect_check(&report, "score", VERIFY_GOOD, "(finished)");
}

Test(hidden, who_gives_up_shows_too)
{
    play(3);
    must(game_resign(game, 1, &error));
    verify_now(&report, game_record(game), server);
    cr_expect(report.verdict != VERIFY_WRONG, "%s",
              report.checks[report.count - 1].says);
    expect_check(&report, "shuffle", VERIFY_GOOD, "");
    expect_check(&report, "score", VERIFY_GOOD, "(resigned)");
}

Test(hidden, an_open_game_tells_them_as_always)
{
    struct game *open;
    struct game_start game_start = {.ruleset = ruleset, .seed = "open"};
    must(game_new(&open, &game_start, &error));
    cr_expect(has_text(game_record(open), "\"label\":\"cards\",\"tiles\":["));
    must(game_resign(open, 1, &error));
    cr_expect_not(has_text(game_record(open), "\"t\":\"hand\""));
    verify_now(&report, game_record(open), server);
    cr_expect(report.verdict != VERIFY_WRONG);
    game_free(open);
}

static void take_apart(void)
{
    play(5);
    must(game_resign(game, 0, &error));
    forge_read(&forge, game_record(game));
    forge.keys[0] = game_sealing(game)->keys;
}

static void refused(const char *check, const char *says)
{
    refuse_forged(&forge, server, check, says);
}

Test(hidden, a_hand_that_was_not_drawn_is_refused)
{
    take_apart();
    int seq = forge_find(&forge, "hand", 0, 0);
    struct json *d;
    must(json_parse(&d, forge.entries[seq].d.bytes, forge.entries[seq].d.size,
                    &error));
    const char *first = json_string_of(json_at(json_get(d, "items"), 0));
    char old[16];
    snprintf(old, sizeof old, "[\"%s\"", first);
    forge_replace(&forge, seq, old,
                  strcmp(first, "1") == 0 ? "[\"2\"" : "[\"1\"");
    json_free(d);
    refused("shuffle", "(draw) is not what the secrets give there");
}

Test(hidden, a_hand_that_shows_too_much_is_refused)
{
    take_apart();
    forge_replace(&forge, forge_find(&forge, "hand", 0, 0), "\"]", "\",\"1\"]");
    refused("shuffle", "shows more in the end than it drew");
}

Test(hidden, a_hand_that_is_not_shown_is_refused)
{
    take_apart();
    forge_remove(&forge, forge_find(&forge, "hand", 0, 1));
    refused("shuffle", "(draw) is not what the secrets give there");
}

Test(hidden, a_hand_that_is_shown_twice_is_refused)
{
    take_apart();
    int seq = forge_find(&forge, "hand", 0, 1);
    forge_set(&forge, seq,
              text_string(&forge.entries[forge_find(&forge, "hand", 0, 0)].d));
    refused("shuffle", "the entries that show the hands cannot be read");
}

Test(hidden, a_draw_for_another_hand_is_refused)
{
    take_apart();
    int seq = forge_find(&forge, "draw", 0, 0);
    forge_replace(&forge, seq, "\"hand\":1", "\"hand\":9");
    refused("shuffle", "(draw) is not what the secrets give there");
}
