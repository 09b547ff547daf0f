#include "game/sealing.h"

#include "game/game.h"
#include "game/sources.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A game of The Castle that is about to be sealed. */
struct table {
    struct error error;
    struct ruleset *ruleset;
    struct executor *executor;
    struct contribution white;
    struct contribution black;
    struct sealing sealing;
};

static void must(struct table *table, enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", table->error.text);
}

static void begin(struct table *table)
{
    *table = (struct table){0};
    static const char *const variants[] = {"german"};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle",
                                      .variants = variants,
                                      .variant_count = 1};
    must(table, ruleset_open(&table->ruleset, &request, &table->error));
    must(table, executor_new(&table->executor, table->ruleset, &table->error));
    must(table, contribution_init(&table->white, NULL, &table->error));
    must(table, contribution_init(&table->black, "3 5 1 6", &table->error));
    struct sealing_open open = {
        .executor = table->executor,
        .attempt = 1,
        .player_keys = {table->white.keys.public_key,
                        table->black.keys.public_key},
    };
    must(table, sealing_begin(&table->sealing, &open, &table->error));
}

static void end(struct table *table)
{
    sealing_clear(&table->sealing);
    contribution_wipe(&table->white);
    contribution_wipe(&table->black);
    executor_free(table->executor);
    ruleset_free(table->ruleset);
}

static void seal(struct table *table)
{
    const struct contribution *const both[MATERIAL_SEATS_MAX] = {&table->white,
                                                                 &table->black};
    must(table, sealing_run(&table->sealing, both, &table->error));
}

static struct hash commitment_of(const struct table *table, int seat)
{
    return contribution_commit(seat == 1 ? &table->white : &table->black,
                               &table->sealing.context, (uint8_t)seat);
}

Test(sealing, all_four_steps_make_a_master_that_both_took_part_in)
{
    struct table table;
    begin(&table);
    cr_assert(!sealing_is_done(&table.sealing));
    seal(&table);
    cr_assert(sealing_is_done(&table.sealing));
    struct hash master, other;
    sealing_master(&table.sealing, &master);
    table.sealing.seats[1].secret.bytes[0] ^= 1;
    sealing_master(&table.sealing, &other);
    cr_assert(!hash_is_equal(&master, &other));
    end(&table);
}

Test(sealing, a_step_out_of_turn_is_refused)
{
    struct table table;
    begin(&table);
    struct sealing *sealing = &table.sealing;
    struct error *error = &table.error;
    struct hash white = commitment_of(&table, 1);
    struct signature nothing = {{0}};
    enum status bad = STATUS_BAD_INPUT;

    cr_assert_eq(sealing_agree(sealing, 1, &nothing, error), bad);
    cr_assert_eq(sealing_reveal(sealing, 1, &table.white.secret, "", error),
                 bad);
    must(&table, sealing_commit(sealing, 1, &white, error));
    cr_assert_eq(sealing_commit(sealing, 1, &white, error), bad, "twice");
    cr_assert_eq(sealing_commit(sealing, 3, &white, error), bad, "no seat");
    must(&table, sealing_lock(sealing, error));
    cr_assert_eq(sealing_lock(sealing, error), bad, "twice");
    struct hash black = commitment_of(&table, 2);
    cr_assert_eq(sealing_commit(sealing, 2, &black, error), bad, "too late");
    cr_assert_eq(sealing_agree(sealing, 1, &nothing, error), bad, "unsigned");
    cr_assert_eq(sealing_reveal(sealing, 1, &table.white.secret, "", error),
                 bad, "before it agreed");
    struct signature agreed = sign_agree(&table.white.keys, &sealing->lock);
    must(&table, sealing_agree(sealing, 1, &agreed, error));
    cr_assert_eq(sealing_reveal(sealing, 1, &table.black.secret, "", error),
                 bad, "another secret");
    cr_assert_eq(
        sealing_reveal(sealing, 1, &table.white.secret, "6 6 6", error), bad,
        "another text");
    must(&table, sealing_reveal(sealing, 1, &table.white.secret, "", error));
    cr_assert_eq(sealing_reveal(sealing, 1, &table.white.secret, "", error),
                 bad, "twice");
    cr_assert(sealing_is_done(sealing), "black plays without");
    end(&table);
}

Test(sealing, a_key_that_two_seats_have_opens_nothing)
{
    struct table table;
    struct sealing sealing;
    begin(&table);
    const uint8_t none[DRAW_KEY_SIZE] = {0};
    struct sealing_open open = {.executor = table.executor, .attempt = 1};
    open.player_keys[0] = table.white.keys.public_key;
    open.player_keys[1] = table.white.keys.public_key;
    cr_expect_eq(sealing_begin(&sealing, &open, &table.error),
                 STATUS_BAD_INPUT);
    cr_expect_not_null(
        strstr(table.error.text, "seat 2: its key is that of seat 1"));
    open.player_keys[1] = none;
    cr_expect_eq(sealing_begin(&sealing, &open, &table.error),
                 STATUS_BAD_INPUT);
    cr_expect_not_null(
        strstr(table.error.text, "seat 2: its key is no public key"));
    open.player_keys[0] = NULL; /* two bots of the referee's */
    open.player_keys[1] = NULL;
    must(&table, sealing_begin(&sealing, &open, &table.error));
    sealing_clear(&sealing);
    end(&table);
}

/* Whether the sealing, read again from its record, is as it is. */
static void reads_again(struct table *table)
{
    struct sealing read;
    must(table, sealing_read(&read, table->sealing.record, &table->error));
    cr_expect_eq(read.forfeited, table->sealing.forfeited);
    cr_expect_eq(sealing_is_done(&read), sealing_is_done(&table->sealing));
    sealing_clear(&read);
}

Test(sealing, who_is_silent_after_the_lock_forfeits)
{
    struct table table;
    begin(&table);
    struct sealing *sealing = &table.sealing;
    struct error *error = &table.error;
    struct hash white = commitment_of(&table, 1);
    struct hash black = commitment_of(&table, 2);
    must(&table, sealing_commit(sealing, 1, &white, error));
    cr_expect_null(sealing_owes(sealing, 1), "nothing is locked");
    cr_expect_eq(sealing_forfeit(sealing, 1, error), STATUS_BAD_INPUT);
    must(&table, sealing_commit(sealing, 2, &black, error));
    must(&table, sealing_lock(sealing, error));
    cr_expect_str_eq(sealing_owes(sealing, 1), "lock");
    cr_expect_str_eq(sealing_owes(sealing, 2), "lock");
    cr_expect_null(sealing_owes(sealing, 0));
    struct signature agreed = sign_agree(&table.white.keys, &sealing->lock);
    must(&table, sealing_agree(sealing, 1, &agreed, error));
    cr_expect_null(sealing_owes(sealing, 1));
    int count = record_count(sealing->record);
    cr_expect_eq(sealing_forfeit(sealing, 1, error), STATUS_BAD_INPUT);
    cr_expect_eq(sealing_forfeit(sealing, 0, error), STATUS_BAD_INPUT);
    cr_expect_eq(sealing_forfeit(sealing, 3, error), STATUS_BAD_INPUT);
    cr_expect_eq(record_count(sealing->record), count);
    must(&table, sealing_forfeit(sealing, 2, error));
    cr_expect_eq(record_count(sealing->record), count + 2);
    cr_expect_eq(record_signature_count(sealing->record), 2);
    cr_expect(!sealing_is_done(sealing));
    cr_expect_eq(sealing_forfeit(sealing, 2, error), STATUS_BAD_INPUT);
    agreed = sign_agree(&table.black.keys, &sealing->lock);
    cr_expect_eq(sealing_agree(sealing, 2, &agreed, error), STATUS_BAD_INPUT);
    reads_again(&table);
    end(&table);
}

Test(sealing, who_does_not_show_the_secret_forfeits)
{
    struct table table;
    begin(&table);
    struct sealing *sealing = &table.sealing;
    struct error *error = &table.error;
    struct hash white = commitment_of(&table, 1);
    must(&table, sealing_commit(sealing, 1, &white, error));
    must(&table, sealing_lock(sealing, error));
    struct signature agreed = sign_agree(&table.white.keys, &sealing->lock);
    must(&table, sealing_agree(sealing, 1, &agreed, error));
    cr_expect_str_eq(sealing_owes(sealing, 1), "secret");
    cr_expect_null(sealing_owes(sealing, 2), "it plays without");
    must(&table, sealing_forfeit(sealing, 1, error));
    cr_expect_eq(sealing_reveal(sealing, 1, &table.white.secret, "", error),
                 STATUS_BAD_INPUT);
    reads_again(&table);
    end(&table);
}

Test(sealing, who_has_shown_everything_forfeits_nothing)
{
    struct table table;
    begin(&table);
    seal(&table);
    cr_expect_null(sealing_owes(&table.sealing, 1));
    cr_expect_eq(sealing_forfeit(&table.sealing, 1, &table.error),
                 STATUS_BAD_INPUT);
    end(&table);
}

Test(sealing, what_was_typed_is_recognised)
{
    struct table table;
    begin(&table);
    struct hash secret;
    contribution_secret_of(&secret, "3 5 1 6");
    cr_assert(hash_is_equal(&secret, &table.black.secret));
    contribution_secret_of(&secret, "3 5 1 5");
    cr_assert(!hash_is_equal(&secret, &table.black.secret));
    end(&table);
}

Test(sealing, a_text_that_is_too_long_is_refused)
{
    struct contribution contribution;
    struct error error;
    char text[CONTRIBUTION_TEXT_SIZE + 1];
    memset(text, 'x', sizeof text);
    text[CONTRIBUTION_TEXT_SIZE] = '\0';
    cr_assert_eq(contribution_init(&contribution, text, &error),
                 STATUS_BAD_INPUT);
    text[CONTRIBUTION_TEXT_SIZE - 1] = '\0';
    cr_assert_eq(contribution_init(&contribution, text, &error), STATUS_OK);
    contribution_wipe(&contribution);
}

/* Plays the sealed game to its end, taking the first choice each time. */
static struct game *play(struct table *table)
{
    struct game *game;
    struct game_start start = {.ruleset = table->ruleset,
                               .sealing = &table->sealing};
    must(table, game_new(&game, &start, &table->error));
    while (game_over_reason(game) == NULL)
        must(table, game_choose(game, 0, &table->error));
    return game;
}

Test(sealing, the_record_has_all_to_make_the_game_again)
{
    struct table table;
    begin(&table);
    seal(&table);
    struct game *game = play(&table);
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);

    struct record *record;
    struct ruleset *ruleset;
    struct sealing sealing;
    struct game *again;
    must(&table, record_read(&record, bytes, size, &table.error));
    must(&table, sources_ruleset(&ruleset, record, &table.error));
    must(&table, sealing_read(&sealing, record, &table.error));
    cr_assert(sealing_is_done(&sealing));
    cr_assert(sealing.seats[0].revealed);
    struct game_start start = {.ruleset = ruleset, .sealing = &sealing};
    must(&table, game_replay(&again, record, &start, &table.error));
    cr_assert_eq(record_count(game_record(again)), record_count(record));

    game_free(again);
    record_free(record);
    ruleset_free(ruleset);
    game_free(game);
    end(&table);
}

Test(sealing, while_the_game_runs_its_record_does_not_tell_the_order)
{
    struct table table;
    begin(&table);
    seal(&table);
    struct hash secret = table.sealing.seats[0].secret;
    struct game *game;
    struct game_start start = {.ruleset = table.ruleset,
                               .sealing = &table.sealing};
    must(&table, game_new(&game, &start, &table.error));
    must(&table, game_choose(game, 0, &table.error));
    char hex[HASH_HEX_SIZE];
    size_t size;
    hash_to_hex(hex, &secret);
    const char *bytes = record_bytes(game_record(game), &size);
    cr_assert_null(memmem(bytes, size, hex, strlen(hex)));

    struct sealing sealing;
    must(&table, sealing_read(&sealing, game_record(game), &table.error));
    cr_assert(!sealing.seats[0].revealed);
    struct sign_keys keys = game_sealing(game)->keys;
    struct hash other = secret;
    other.bytes[5] ^= 1;
    cr_assert_neq(sealing_take_secret(&sealing, &other, &keys, &table.error),
                  STATUS_OK);
    must(&table, sealing_take_secret(&sealing, &secret, &keys, &table.error));
    sealing_clear(&sealing);
    game_free(game);
    end(&table);
}
