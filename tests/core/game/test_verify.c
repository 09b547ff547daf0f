/*
 * What proves a game and what does not. The forger (forge.h) has all keys and
 * secrets, as a referee has who cheats: what is refused here is refused
 * although chain and signatures are good.
 */

#include "../long.h"
#include "forge.h"

#include "base/clock.h"
#include "game/game.h"
#include "game/playout.h"
#include "game/sources.h"
#include "game/verify.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUITE_TIMEOUT_S = 1800,
    FEW_GAMES = 24,
    MANY_GAMES = 1000,
    /* Of one verification, whatever the scripts do: verify's own deadline, and
     * what a busy machine takes. */
    VERIFY_MS_MAX = 80000,
};

static struct worker_server *server;
static struct verify_report report;
static struct forge forge;
static struct error error;

static void start(void)
{
    enum status status =
        worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error);
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

static void stop(void)
{
    forge_clear(&forge);
    worker_server_stop(server);
}

TestSuite(verify, .init = start, .fini = stop, .timeout = SUITE_TIMEOUT_S);

static void must(enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", error.text);
}

static struct ruleset *open_castle(const char *const *variants, int count)
{
    struct ruleset *ruleset;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle",
                                      .variants = variants,
                                      .variant_count = count};
    must(ruleset_open(&ruleset, &request, &error));
    return ruleset;
}

/* Plays to the end by bots. */
static void play(struct game *game, enum player_kind kind, const char *seed)
{
    const enum player_kind kinds[2] = {kind, kind};
    struct player players[2];
    playout_init_players(players, kinds, 2, seed);
    while (game_over_reason(game) == NULL) {
        int index;
        must(player_choose(&players[game_question(game)->seat],
                           game_position(game), &index, &error));
        must(game_choose(game, index, &error));
    }
}

/* Takes the record of a game apart, for the forger. */
static void take_apart(struct game *game)
{
    forge_read(&forge, game_record(game));
    game_free(game);
}

static void play_seed(const char *seed)
{
    struct ruleset *ruleset = open_castle(NULL, 0);
    struct game *game;
    struct game_start game_start = {.ruleset = ruleset, .seed = seed};
    must(game_new(&game, &game_start, &error));
    play(game, PLAYER_STEWARD, "bots");
    take_apart(game);
    ruleset_free(ruleset);
}

/* What the forger knows of a sealed game. */
static void steal(const struct sealing *sealing,
                  const struct contribution *contributions)
{
    forge.keys[0] = sealing->keys;
    forge.secrets[0] = sealing->seats[0].secret;
    for (int i = 0; i < 2; i++) {
        forge.keys[i + 1] = contributions[i].keys;
        forge.secrets[i + 1] = contributions[i].secret;
    }
}

/* Seals a game; white types nothing, black throws dice. */
static void seal(struct sealing *sealing, struct ruleset *ruleset)
{
    struct contribution given[2];
    const struct contribution *const seats[MATERIAL_SEATS_MAX] = {&given[0],
                                                                  &given[1]};
    struct executor *executor;
    must(executor_new(&executor, ruleset, &error));
    must(contribution_init(&given[0], NULL, &error));
    must(contribution_init(&given[1], "3 5 1 6", &error));
    struct sealing_open open = {
        .executor = executor,
        .attempt = 1,
        .player_keys = {given[0].keys.public_key, given[1].keys.public_key},
    };
    must(sealing_begin(sealing, &open, &error));
    must(sealing_run(sealing, seats, &error));
    steal(sealing, given);
    executor_free(executor);
}

/* Something is undone in it. */
static void play_sealed(void)
{
    struct ruleset *ruleset = open_castle(NULL, 0);
    struct sealing sealing;
    struct game *game;
    seal(&sealing, ruleset);
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    int seat = game_question(game)->seat;
    must(game_choose(game, 0, &error));
    must(game_undo(game, seat, &error));
    play(game, PLAYER_STEWARD, "bots");
    take_apart(game);
    ruleset_free(ruleset);
}

static void verify_bytes(const char *bytes, size_t size)
{
    int64_t start_ns = clock_steady_ns();
    verify_record(
        &report, bytes, size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
    cr_expect_lt((clock_steady_ns() - start_ns) / 1000000, VERIFY_MS_MAX);
}

/* Verifies what the forger makes. */
static void verify_forged(void)
{
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    verify_bytes(bytes, size);
    record_free(record);
}

static const struct verify_check *check_of(const char *name)
{
    for (int i = 0; i < report.count; i++)
        if (strcmp(report.checks[i].name, name) == 0)
            return &report.checks[i];
    cr_assert_fail("there is no check '%s'", name);
    return NULL;
}

static void expect(const char *name, enum verify_answer answer,
                   const char *says)
{
    const struct verify_check *check = check_of(name);
    cr_expect_eq(check->answer, answer, "%s: %s", name, check->says);
    cr_expect_not_null(strstr(check->says, says), "%s: '%s' is not in: %s",
                       name, says, check->says);
}

/* The list ends with this check, which says what is wrong; nothing before is
 * wrong. */
static void expect_wrong(const char *name, const char *says)
{
    const struct verify_check *last = &report.checks[report.count - 1];
    cr_expect(report.verdict == VERIFY_WRONG, "nothing is wrong, but '%s'",
              says);
    cr_expect_str_eq(last->name, name, "'%s' says: %s", last->name, last->says);
    expect(name, VERIFY_WRONG, says);
    for (int i = 0; i < report.count - 1; i++)
        cr_expect_neq(report.checks[i].answer, VERIFY_WRONG);
}

/* The same, naming an entry: "entry 37 (draw)" with what is said behind it. */
static void expect_entry(const char *name, int seq, const char *type,
                         const char *says)
{
    char entry[64];
    snprintf(entry, sizeof entry, "entry %d (%s)", seq, type);
    expect_wrong(name, entry);
    expect_wrong(name, says);
}

static const char *const NAMES[] = {"chain",   "signatures", "rules",
                                    "scripts", "seal",       "shuffle",
                                    "choices", "score",      "not checked"};
enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

/* All checks are there, but that of scripts where there are none. */
static void expect_good(void)
{
    cr_assert(report.verdict != VERIFY_WRONG, "%s: %s",
              report.checks[report.count - 1].name,
              report.checks[report.count - 1].says);
    int count = 0;
    for (int i = 0; i < NAME_COUNT; i++) {
        bool is_left_out = strcmp(NAMES[i], "scripts") == 0 &&
                           check_of("rules")->answer == VERIFY_OPEN;
        if (!is_left_out)
            cr_expect_str_eq(report.checks[count++].name, NAMES[i]);
    }
    cr_assert_eq(report.count, count);
}

Test(verify, a_sealed_game_is_good)
{
    play_sealed();
    verify_forged();
    expect_good();
    for (int i = 0; i < NAME_COUNT - 1; i++)
        cr_expect_eq(report.checks[i].answer,
                     /* as at one table: no player has signed */
                     strcmp(NAMES[i], "signatures") == 0 ? VERIFY_OPEN
                                                         : VERIFY_GOOD,
                     "%s: %s", NAMES[i], report.checks[i].says);
    expect("seal", VERIFY_GOOD, "then seat 1, 2;");
    expect("not checked", VERIFY_OPEN, "looked at the order");
}

Test(verify, a_game_from_a_seed_is_good_and_says_that_it_was_not_sealed)
{
    play_seed("a\033[31m");
    verify_forged();
    expect_good();
    expect("signatures", VERIFY_OPEN, "nobody signed");
    expect("seal", VERIFY_OPEN, "nothing was sealed");
    expect("seal", VERIFY_OPEN, "seed 'a\\x1b[31m'");
    expect("shuffle", VERIFY_GOOD, "");
    expect("choices", VERIFY_GOOD, "");
    expect("score", VERIFY_GOOD, "(finished)");
    expect("not checked", VERIFY_OPEN, "who chose the seed");
}

Test(verify, without_contributions_it_is_the_server_alone)
{
    struct ruleset *ruleset = open_castle(NULL, 0);
    const struct contribution *const none[MATERIAL_SEATS_MAX] = {NULL};
    struct executor *executor;
    struct sealing sealing;
    struct game *game;
    must(executor_new(&executor, ruleset, &error));
    struct sealing_open open = {.executor = executor, .attempt = 1};
    must(sealing_begin(&sealing, &open, &error));
    must(sealing_run(&sealing, none, &error));
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    must(game_resign(game, 0, &error));
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    verify_bytes(bytes, size);
    expect_good();
    expect("seal", VERIFY_OPEN, "server only");
    expect("score", VERIFY_GOOD, "(resigned)");
    game_free(game);
    executor_free(executor);
    ruleset_free(ruleset);
}

Test(verify, what_the_referee_signs_for_a_seat_is_no_contribution)
{
    play_sealed();
    /* Entry 0 and what is made of it can be made anew as long as nothing is
     * drawn. */
    forge.count = forge_find(&forge, "draw", 0, 0);
    while (strcmp(forge.entries[forge.count - 1].type, "reveal") != 0)
        forge.count--;
    forge.keys[1] = forge.keys[0];
    forge.keys[2] = forge.keys[0];
    forge_seal(&forge);
    verify_forged();
    expect("seal", VERIFY_OPEN, "server only");
}

Test(verify, while_a_sealed_game_runs_its_order_is_open)
{
    play_sealed();
    forge.count = forge_find(&forge, "choice", 1, 10);
    verify_forged();
    expect_good();
    expect("seal", VERIFY_GOOD, "");
    expect("shuffle", VERIFY_OPEN, "has not opened its seal");
    expect("choices", VERIFY_OPEN, "");
    expect("score", VERIFY_OPEN, "no end");
}

Test(verify, without_workers_scripts_are_not_run)
{
    play_seed("a");
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    verify_record(&report, bytes, size, &(struct verify_means){.server = NULL});
    expect_good();
    expect("shuffle", VERIFY_GOOD, "");
    expect("choices", VERIFY_OPEN, "no worker");
    expect("score", VERIFY_OPEN, "which was not compared");
    record_free(record);
}

/* Chance comes from a game's own numbers, so that all records differ. */
static void verify_sim(struct executor *executor, struct ruleset *ruleset,
                       int number)
{
    struct contribution given;
    const struct contribution *const seats[MATERIAL_SEATS_MAX] = {&given};
    struct sealing sealing;
    struct game *game;
    char text[32];
    snprintf(text, sizeof text, "game %d", number);
    must(contribution_init(&given, text, &error));
    struct sealing_open open = {.executor = executor,
                                .attempt = 1,
                                .player_keys = {given.keys.public_key}};
    must(sealing_begin(&sealing, &open, &error));
    must(sealing_run(&sealing, seats, &error));
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    play(game, PLAYER_RANDOM, text);
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    verify_bytes(bytes, size);
    expect_good();
    game_free(game);
}

Test(verify, simulated_sealed_games_are_good)
{
    int count = is_long() ? MANY_GAMES : FEW_GAMES;
    static const char *const variants[] = {"german", "strict-keep"};
    struct ruleset *rulesets[2] = {open_castle(NULL, 0),
                                   open_castle(variants, 2)};
    struct executor *executors[2];
    for (int i = 0; i < 2; i++)
        must(executor_new(&executors[i], rulesets[i], &error));
    for (int i = 0; i < count; i++)
        verify_sim(executors[i % 2], rulesets[i % 2], i);
    for (int i = 0; i < 2; i++) {
        executor_free(executors[i]);
        ruleset_free(rulesets[i]);
    }
}

/* Where each line of the record begins, and the end. */
struct lines {
    int count;
    const char *at[FORGE_ENTRIES_MAX + 2];
};

static struct lines lines_of(const char *bytes, size_t size)
{
    struct lines lines = {.count = 0};
    const char *end = bytes + size;
    for (const char *at = bytes; at < end;
         at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1)
        lines.at[lines.count++] = at;
    lines.at[lines.count] = end;
    return lines;
}

static void add_line(struct text *out, const struct lines *lines, int line)
{
    text_add_bytes(out, lines->at[line],
                   (size_t)(lines->at[line + 1] - lines->at[line]));
}

/* Another digit or letter for the first one that is within a value. */
static void change_d(char *line)
{
    char *at = strstr(line, "\"d\":{") + strlen("\"d\":{");
    at = strchr(at, ':') == NULL ? at : strchr(at, ':') + 1;
    while (!((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z')))
        at++;
    *at = *at == '9' ? '8' : *at == 'z' ? 'y' : (char)(*at + 1);
}

Test(verify, a_changed_entry_is_named)
{
    play_sealed();
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    struct lines lines = lines_of(bytes, size);
    int seq = 0;
    for (int line = 0; line < lines.count; line++) {
        if (lines.at[line][0] != 'E')
            continue;
        struct text changed = {0};
        text_add_bytes(&changed, bytes, size);
        if (strstr(lines.at[line], "\"d\":{}") != NULL &&
            strstr(lines.at[line], "\"d\":{}") < lines.at[line + 1])
            continue; /* nothing to change */
        change_d(changed.bytes + (lines.at[line] - bytes));
        verify_bytes(changed.bytes, changed.size);
        char named[32];
        snprintf(named, sizeof named, "entry %d", seq);
        expect_wrong("chain", named);
        text_free(&changed);
        seq++;
    }
    cr_expect_eq(seq, forge.count);
    record_free(record);
}

Test(verify, a_missing_entry_is_named)
{
    play_sealed();
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    struct lines lines = lines_of(bytes, size);
    int seq = 0;
    for (int missing = 0; missing < lines.count; missing++) {
        if (lines.at[missing][0] != 'E')
            continue;
        struct text text = {0};
        for (int line = 0; line < lines.count; line++)
            if (line != missing)
                add_line(&text, &lines, line);
        verify_bytes(text.bytes, text.size);
        char named[32];
        snprintf(named, sizeof named, "entry %d", seq++);
        expect_wrong("chain", named);
        text_free(&text);
    }
    record_free(record);
}

Test(verify, swapped_entries_are_named)
{
    play_sealed();
    struct record *record = forge_write(&forge);
    size_t size;
    const char *bytes = record_bytes(record, &size);
    struct lines lines = lines_of(bytes, size);
    for (int first = 0; first + 1 < lines.count; first++) {
        struct text text = {0};
        if (lines.at[first][0] != 'E')
            continue;
        for (int line = 0; line < lines.count; line++)
            add_line(&text, &lines,
                     line == first       ? first + 1
                     : line == first + 1 ? first
                                         : line);
        verify_bytes(text.bytes, text.size);
        expect_wrong("chain", "entry ");
        text_free(&text);
    }
    record_free(record);
}

Test(verify, what_is_no_record_says_so)
{
    static const char *const texts[] = {"", "\n", "hello\n", "E {}\n",
                                        "E {\"by\":0,\"d\":{},\"prev\":\"\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        verify_bytes(texts[i], strlen(texts[i]));
        expect_wrong("chain", "line 1");
    }
}

/* Exchanges the tiles of two draws. */
static void swap_tiles(int *seq)
{
    *seq = forge_find(&forge, "draw", 0, 5);
    int other = *seq;
    const char *label = "\"label\":\"castle_tiles\"";
    while (strstr(text_string(&forge.entries[*seq].d), label) == NULL)
        ++*seq;
    for (other = *seq + 1;
         strcmp(forge.entries[other].type, "draw") != 0 ||
         strstr(text_string(&forge.entries[other].d), label) == NULL;)
        other++;
    struct text d = forge.entries[*seq].d;
    forge.entries[*seq].d = forge.entries[other].d;
    forge.entries[other].d = d;
}

static void change_roll(int *seq)
{
    *seq = forge_find(&forge, "roll", 0, 0);
    bool is_one =
        strstr(text_string(&forge.entries[*seq].d), "\"value\":1") != NULL;
    forge_replace(&forge, *seq, is_one ? "\"value\":1" : "\"value\":2",
                  is_one ? "\"value\":2" : "\"value\":1");
}

static void choose_other(int *seq)
{
    *seq = forge_find(&forge, "choice", 1, 4);
    forge_set(&forge, *seq,
              "{\"choice\":{\"pass\":true,\"points\":9},\"step\":"
              "\"place_follower\"}");
}

static void score_other(int *seq)
{
    *seq = forge.count - 1;
    forge_replace(&forge, *seq, "\"scores\":[", "\"scores\":[1");
}

static void win_otherwise(int *seq)
{
    *seq = forge.count - 1;
    forge_replace(&forge, *seq, "finished", "resigned");
}

static void reveal_early(int *seq)
{
    *seq = forge_find(&forge, "agree", 2, 0);
    forge_move(&forge, forge_find(&forge, "reveal", 1, 0), *seq);
}

static void draw_late(int *seq)
{
    int draw = forge.count - 1;
    while (strcmp(forge.entries[draw].type, "draw") != 0)
        draw--;
    *seq = draw + 1;
    forge_move(&forge, forge_find(&forge, "reveal", 0, 0), draw);
}

static void draw_early(int *seq)
{
    *seq = forge_find(&forge, "reveal", 1, 0);
    forge_move(&forge, forge_find(&forge, "draw", 0, 0), *seq);
}

static void skip_commitment(int *seq)
{
    forge_remove(&forge, forge_find(&forge, "commit", 2, 0));
    *seq = forge_find(&forge, "lock", 0, 0);
}

static void commit_late(int *seq)
{
    *seq = forge_find(&forge, "commit", 0, 0) + 1;
    forge_move(&forge, forge_find(&forge, "commit", 0, 0), *seq);
    --*seq;
}

static void lock_other(int *seq)
{
    char *at;
    *seq = forge_find(&forge, "lock", 0, 0);
    at = forge.entries[*seq].d.bytes + strlen("{\"lock\":\"");
    *at = *at == '0' ? '1' : '0';
}

static void lock_fewer(int *seq)
{
    *seq = forge_find(&forge, "lock", 0, 0);
    forge_replace(&forge, *seq, "[0,1,2]", "[0,1]");
}

static void lock_by_player(int *seq)
{
    *seq = forge_find(&forge, "lock", 0, 0);
    forge.entries[*seq].by = 1;
}

static void agree_by_other(int *seq)
{
    *seq = forge_find(&forge, "agree", 1, 0);
    forge_set(&forge, *seq,
              text_string(&forge.entries[forge_find(&forge, "agree", 2, 0)].d));
}

static void agree_not(int *seq)
{
    forge_remove(&forge, forge_find(&forge, "agree", 2, 0));
    *seq = forge_find(&forge, "reveal", 1, 0);
}

static void reveal_other(int *seq)
{
    *seq = forge_find(&forge, "reveal", 1, 0);
    char *at = forge.entries[*seq].d.bytes + strlen("{\"secret\":\"");
    *at = *at == '0' ? '1' : '0';
}

static void reveal_other_at_end(int *seq)
{
    *seq = forge_find(&forge, "reveal", 0, 0);
    char *at = forge.entries[*seq].d.bytes + strlen("{\"secret\":\"");
    *at = *at == '0' ? '1' : '0';
}

static void type_other(int *seq)
{
    *seq = forge_find(&forge, "reveal", 2, 0);
    forge_replace(&forge, *seq, "3 5 1 6", "3 5 1 5");
}

static void choose_after_end(int *seq)
{
    int choice = forge_find(&forge, "choice", 1, 3);
    struct forge_entry entry = forge.entries[choice];
    entry.d = (struct text){0};
    *seq = forge.count;
    forge.entries[forge.count++] = entry;
    forge.entries[*seq].ts = forge.entries[*seq - 1].ts;
    forge_set(&forge, *seq, text_string(&forge.entries[choice].d));
}

static void undo_more(int *seq)
{
    for (*seq = 0; strcmp(forge.entries[*seq].type, "undo") != 0;)
        ++*seq;
    forge_set(&forge, *seq, "{\"to\":1}");
}

/* The record of a sealed game, forged; what is refused, where, and why. */
static const struct forgery {
    const char *name;
    void (*change)(int *seq); /* *seq: the entry that is to be named */
    const char *check;
    const char *type;
    const char *says;
} forgeries[] = {
    {"tiles swapped", swap_tiles, "shuffle", "draw", "is not what the secrets"},
    {"another roll", change_roll, "shuffle", "roll", "is not what the secrets"},
    {"a choice not offered", choose_other, "choices", "choice",
     "was not offered the choice {\"pass\":true,\"points\":9}"},
    {"another score", score_other, "score", "end", "has something else there"},
    {"another reason", win_otherwise, "score", "end",
     "has something else there"},
    {"an early reveal", reveal_early, "seal", "reveal",
     "revealed before all agreed"},
    {"a late draw", draw_late, "seal", "draw",
     "it draws after its secret was revealed"},
    {"an early draw", draw_early, "seal", "draw",
     "it draws before all secrets are revealed"},
    {"a skipped commitment", skip_commitment, "seal", "lock",
     "the lock is not that of the commitments"},
    {"the referee commits late", commit_late, "seal", "commit",
     "commits before the referee"},
    {"another lock", lock_other, "seal", "lock",
     "the lock is not that of the commitments"},
    {"a lock of fewer", lock_fewer, "seal", "lock",
     "does not list all commitments"},
    {"a player's lock", lock_by_player, "seal", "lock",
     "only the referee locks"},
    {"another's agreement", agree_by_other, "seal", "agree",
     "signature under the lock is not good"},
    {"no agreement", agree_not, "seal", "reveal", "before all agreed"},
    {"another secret", reveal_other, "seal", "reveal",
     "not the one that it committed to"},
    {"the referee's other secret", reveal_other_at_end, "seal", "reveal",
     "not the one that it committed to"},
    {"another text", type_other, "seal", "reveal",
     "not made of the text that it typed"},
    {"a choice after the end", choose_after_end, "chain", "choice",
     "it comes after the game's end"},
    {"another undo", undo_more, "choices", "undo", "has something else there"},
};

Test(verify, what_the_referee_forges_is_refused_by_entry)
{
    play_sealed();
    struct record *honest = forge_write(&forge);
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        const struct forgery *forgery = &forgeries[i];
        int seq = 0;
        forge_clear(&forge);
        forge_read(&forge, honest);
        forgery->change(&seq);
        verify_forged();
        expect_entry(forgery->check, seq, forgery->type, forgery->says);
    }
    record_free(honest);
}

Test(verify, the_context_of_another_game_is_refused)
{
    play_sealed();
    struct hash other;
    hash_random(&other);
    forge_seal_under(&forge, &other);
    verify_forged();
    expect_wrong("seal", "the context in entry 0 (open) is not that of");
}

Test(verify, with_other_keys_the_draws_are_others)
{
    play_sealed();
    for (int i = 0; i < 3; i++)
        sign_keys_new(&forge.keys[i]);
    forge_seal(&forge);
    verify_forged();
    expect_wrong("shuffle", "is not what the secrets give there");
}

/* What one player signs would be good for the other. */
Test(verify, a_key_that_two_seats_have_is_named)
{
    play_sealed();
    forge.keys[2] = forge.keys[1];
    forge_seal(&forge);
    verify_forged();
    expect_wrong("seal", "entry 0 (open): seat 2: its key is that of seat 1");
}

Test(verify, a_key_that_is_none_is_named)
{
    for (int seat = 1; seat <= 2; seat++) {
        char says[80];
        forge_clear(&forge);
        play_sealed();
        memset(forge.keys[seat].public_key, 0, DRAW_KEY_SIZE);
        forge_seal(&forge);
        snprintf(says, sizeof says,
                 "entry 0 (open): seat %d: its key is no public key", seat);
        verify_forged();
        expect_wrong("seal", says);
    }
}

Test(verify, with_another_attempt_the_draws_are_others)
{
    play_sealed();
    forge_replace(&forge, 0, "\"attempt\":1", "\"attempt\":2");
    forge_seal(&forge);
    verify_forged();
    expect_wrong("shuffle", "is not what the secrets give there");
}

Test(verify, a_beacon_that_nobody_asked_is_refused)
{
    play_sealed();
    forge_replace(&forge, 0, "\"beacon\":\"\"", "\"beacon\":\"drand\"");
    verify_forged();
    expect_wrong("seal", "the context in entry 0 (open) is not that of");
}

/* The referee names other house rules than those that it plays by, from the
 * beginning on. */
Test(verify, an_opening_that_names_another_game_is_refused)
{
    static const char *const variants[] = {"german"};
    struct ruleset *ruleset = open_castle(variants, 1);
    struct sealing sealing;
    struct game *game;
    seal(&sealing, ruleset);
    forge_read(&forge, sealing.record);
    sealing_clear(&sealing);
    forge_replace(&forge, 0, "\"variants\":[\"german\"]", "\"variants\":[]");
    forge_seal(&forge);

    struct record *record = forge_write(&forge);
    must(sealing_read(&sealing, record, &error));
    must(sealing_take_secret(&sealing, &forge.secrets[0], &forge.keys[0],
                             &error));
    sealing.record = record;
    struct game_start game_start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &game_start, &error));
    play(game, PLAYER_STEWARD, "bots");
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    verify_bytes(bytes, size);
    expect_wrong("choices", "entry 0 (open): the game that it names is not");
    game_free(game);
    ruleset_free(ruleset);
}

Test(verify, another_seed_is_refused)
{
    play_seed("a");
    forge_replace(&forge, 0, "\"seed\":\"a\"", "\"seed\":\"b\"");
    verify_forged();
    expect_wrong("shuffle", "is not what the seed gives there");
}

Test(verify, an_opening_without_level_seed_or_rules_is_refused)
{
    play_seed("a");
    struct record *honest = forge_write(&forge);
    static const struct {
        const char *old;
        const char *new;
        const char *check;
        const char *says;
    } changes[] = {
        {"\"level\":0", "\"level\":\"0\"", "chain", "it has no level"},
        {"\"seed\":\"a\"", "\"seed\":0", "chain", "it has other members"},
        {"\"rules\":\"", "\"rules\":\"0", "rules", "entry 0 names no"},
        {"\"rules\":", "\"rulez\":", "chain", "it has other members"},
        {"\"game\":\"castle\"", "\"game\":\"castl\"", "rules", "castl"},
        {"\"tiles\":[\"", "\"tiles\":[\"/", "shuffle", "does not list items"},
        /* One pile in two places. */
        {"\"tiles\":[\"castle_tiles/", "\"tiles\":[\"wall_tiles/", "shuffle",
         "does not list items"},
        {"\"variants\":[]", "\"variants\":[\"german\"]", "choices", "entry 0"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        forge_clear(&forge);
        forge_read(&forge, honest);
        forge_replace(&forge, 0, changes[i].old, changes[i].new);
        verify_forged();
        expect_wrong(changes[i].check, changes[i].says);
    }
    record_free(honest);
}

Test(verify, a_record_that_stops_where_the_rules_go_on_is_cut_off)
{
    play_seed("a");
    forge.count--;
    verify_forged();
    expect("choices", VERIFY_GOOD, "played again");
    expect("score", VERIFY_OPEN, "the game has no end");
    cr_expect_eq(report.verdict, VERIFY_OPEN);
}

/* Between choices a game may stop for ever; that there is no end is told. */
Test(verify, a_game_without_an_end_has_no_score)
{
    play_seed("a");
    forge.count = forge_find(&forge, "choice", 1, 10);
    verify_forged();
    expect_good();
    expect("choices", VERIFY_GOOD, "");
    expect("score", VERIFY_OPEN, "no end");
}

static const char RULES[] = "castle/rules.lua";

/* The rules with other code where it is asked whether a follower may be
 * placed; to be freed. */
static struct text spoiled(const char *code)
{
    static const char place[] = "return segment.followers == 0";
    struct text source = forge_source_text(&forge, RULES);
    struct text out = {0};
    char *at = strstr(source.bytes, place);
    cr_assert_not_null(at);
    text_add_bytes(&out, source.bytes, (size_t)(at - source.bytes));
    text_add(&out, code);
    text_add(&out, at + strlen(place));
    text_free(&source);
    return out;
}

Test(verify, sources_that_do_not_have_the_hash_are_refused)
{
    play_seed("a");
    struct text source = spoiled("return segment.followers < 9");
    struct text rules = {0};
    struct json *d;
    forge_source(&forge, RULES, source.bytes);
    must(json_parse(&d, forge.entries[0].d.bytes, forge.entries[0].d.size,
                    &error));
    text_addf(&rules, "\"rules\":\"%s\"", json_string_of(json_get(d, "rules")));
    json_free(d);
    forge_replace(&forge, 0, rules.bytes,
                  "\"rules\":\"5ed5d1a3e0b2fa9859eb7351e187315767746e386691b9c"
                  "4d18550bff26da4ff\"");
    verify_forged();
    expect_wrong("rules", "not those that its opening names");
    text_free(&rules);
    text_free(&source);
}

Test(verify, sources_by_which_a_choice_was_not_offered_are_refused)
{
    play_seed("a");
    struct text source =
        spoiled("return segment.kind ~= 'path' and segment.followers == 0");
    forge_source(&forge, RULES, source.bytes);
    verify_forged();
    expect("rules", VERIFY_GOOD, "");
    expect_wrong("choices", "was not offered the choice");
    text_free(&source);
}

Test(verify, sources_that_give_another_score_are_refused)
{
    play_seed("a");
    struct text text = forge_source_text(&forge, RULES);
    char *at = strstr(text.bytes, "path.tiles, 1");
    cr_assert_not_null(at);
    at[strlen("path.tiles, ")] = '3';
    forge_source(&forge, RULES, text.bytes);
    verify_forged();
    cr_expect(report.verdict == VERIFY_WRONG);
    text_free(&text);
}

/* Code that wants to harm: at the place of a rule, and as a whole source. */
static const char *const attacks[] = {
    "while true do end",
    "local l = {} while true do l[#l + 1] = string.rep('x', 9999) .. #l end",
    "local s = 'x' while true do s = s .. s end",
    "return string.rep('x', 1000000000)",
    "local function f() return 1 + f() end return f() == 1",
    "error('sprung')",
    "error({})",
    "error()",
    "os.exit(0)",
    "io.open('/etc/passwd')",
    "require 'ffi'",
    "return load('x')",
    "debug.getregistry()",
    "return coroutine.wrap(print)",
    "return segment.nothing.there",
    /* D08 */
    "local function deep(n) return n>0 and 1+deep(n-1) or 0 end "
    "local o=setmetatable({},{__concat=function() deep(3000) return 'r' end}) "
    "local function f(a,b,c,d) return a..b..c..d end "
    "for i=1,200 do coroutine.wrap(f)('x','y',o,'z') end",
    /* D09 */
    "local function deep(n) return n>0 and 1+deep(n-1) or 0 end "
    "local o=setmetatable({},{__concat=function() deep(150000) return 'r' end})"
    " local function f(a,b,c,d) return a..b..c..d end "
    "local r=f('x','y',o,'z') for i=1,1e5 do local t={r} end print(r)",
    /* D11 */
    "local keep={} local function try() local mt=setmetatable({__newindex={}},"
    "{__mode='v'}) local t=setmetatable({},mt) for i=1,300 do t[i]=i end end "
    "for r=1,3000 do pcall(function() while true do keep[#keep+1]=('k'):rep("
    "1000)..#keep if #keep%3==0 then try() end end end) for i=1,50 do "
    "keep[#keep]=nil end end",
    "\033[31m",
};

Test(verify, sources_that_attack_are_refused_in_bounded_time)
{
    play_seed("a");
    struct record *honest = forge_write(&forge);
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        for (int whole = 0; whole < 2; whole++) {
            struct text source = {0};
            forge_clear(&forge);
            forge_read(&forge, honest);
            if (whole)
                text_add(&source, attacks[i]);
            else
                source = spoiled(attacks[i]);
            forge_source(&forge, RULES, source.bytes);
            verify_forged();
            cr_expect(report.verdict != VERIFY_GOOD, "all is good with: %s",
                      attacks[i]);
            const char *says = check_of("choices")->says;
            cr_expect_neq(says[0], '\0');
            cr_expect_null(strchr(says, '\033'));
            text_free(&source);
        }
    }
    /* What came before harmed nothing. */
    forge_clear(&forge);
    forge_read(&forge, honest);
    verify_forged();
    expect_good();
    record_free(honest);
}

/* It may be a slower machine than the one that the game was played on. */
Test(verify, sources_that_go_over_a_limit_here_are_no_verdict)
{
    play_seed("a");
    struct text source = spoiled("while true do end");
    forge_source(&forge, RULES, source.bytes);
    verify_forged();
    cr_expect(report.verdict == VERIFY_OPEN, "%s", report.says);
    expect("choices", VERIFY_OPEN, "the script used up its");
    expect("score", VERIFY_OPEN, "which was not compared");
    cr_expect_not_null(strstr(report.says, "it took more time or memory here"),
                       "%s", report.says);
    text_free(&source);
}

/* D10: a chain of fields that is longer than an error message has room. */
Test(verify, sources_with_an_endless_name_are_refused)
{
    play_seed("a");
    struct text code = {0};
    text_add(&code, "local a = {} a.x = a return a");
    for (int i = 0; i < 16000; i++)
        text_add(&code, ".x");
    text_add(&code, ".y.z");
    struct text source = spoiled(code.bytes);
    forge_source(&forge, RULES, source.bytes);
    verify_forged();
    expect_wrong("choices", "");
    text_free(&source);
    text_free(&code);
}

static void verify_sample(const char *name)
{
    char path[512];
    struct text text = {0};
    snprintf(path, sizeof path, "%s/tests/core/data/fair/%s",
             CASTLED_SOURCE_DIR, name);
    must(text_read_file(&text, path, RECORD_SIZE_MAX, &error));
    verify_bytes(text.bytes, text.size);
    text_free(&text);
}

Test(verify, the_sample_of_level_1_is_checked_as_far_as_it_goes)
{
    verify_sample("sample_l1.record");
    expect_good();
    expect("chain", VERIFY_GOOD, "19 entries");
    expect("signatures", VERIFY_GOOD, "12 signatures");
    expect("rules", VERIFY_OPEN, "no scripts");
    expect("seal", VERIFY_GOOD, "then seat 1, 2;");
    expect("shuffle", VERIFY_OPEN, "PILE/ITEM");
    expect("choices", VERIFY_OPEN, "without scripts");
    expect("score", VERIFY_OPEN, "");
}

Test(verify, the_sample_of_level_2_says_that_its_seal_is_not_checked_here)
{
    verify_sample("sample_l2.record");
    expect_good();
    expect("chain", VERIFY_GOOD, "17 entries");
    expect("signatures", VERIFY_GOOD, "14 signatures");
    expect("seal", VERIFY_OPEN, "level 2");
    expect("shuffle", VERIFY_OPEN, "");
}

Test(verify, the_checks_are_json_whatever_is_said)
{
    play_seed("\"\\\033\xc2\x9b\xe2\x80\xa8");
    verify_forged();
    expect_good();
    struct text out = {0};
    struct json *json;
    text_add_char(&out, '{');
    verify_add_members(&report, &out);
    text_add_char(&out, '}');
    must(json_parse(&json, out.bytes, out.size, &error));
    cr_expect_eq(json_size(json_get(json, "checks")), NAME_COUNT);
    json_free(json);
    text_free(&out);
}
