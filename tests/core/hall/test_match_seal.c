#include "desk.h"

#include "base/clock.h"
#include "fair/hex.h"
#include "game/contribution.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of two players with keys, and one who watches. */

enum { ANN, BOB, WATCHER, GUESTS };

struct table {
    struct desk desk;
    char game[64];
    char token[2][128];
    struct contribution given[2];
    struct hash context;
    uint8_t game_id[DRAW_GAME_ID_SIZE]; /* as it is signed */
};

static struct table table;

static const char *hex_of(const void *bytes, size_t size)
{
    static char out[2][2 * 64 + 1];
    static int next;
    struct text text = {0};
    next = !next;
    hex_add(&text, bytes, size);
    snprintf(out[next], sizeof out[next], "%s", text_string(&text));
    text_free(&text);
    return out[next];
}

/* Takes the context out of the opening that the guest was told. */
static void read_context(int guest)
{
    struct json *news;
    struct error error;
    struct json *opening;
    cr_assert(desk_told(&table.desk, guest, "game.sealing", &news) == 1);
    cr_assert_str_eq(desk_string(news, "stage"), "commit");
    const char *line = desk_string(news, "record") + 2;
    cr_assert(json_parse(&opening, line, strcspn(line, "\n"), &error) ==
              STATUS_OK);
    cr_assert(hex_read(table.context.bytes, HASH_SIZE,
                       desk_string(opening, "d.ctx")));
    cr_assert(hex_read(table.game_id, DRAW_GAME_ID_SIZE,
                       desk_string(opening, "d.game")));
    json_free(opening);
    json_free(news);
}

/* Both have joined, and are asked for commitments. */
static void open_table(void)
{
    static const char *const names[] = {"Ann", "Bob"};
    struct error error;
    desk_open(&table.desk, GUESTS);
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create", "{'game':'castle'}");
    snprintf(table.game, sizeof table.game, "%s", desk_string(made, "game"));
    cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table.game) != NULL);
    for (int i = 0; i < 2; i++) {
        cr_assert(contribution_init(&table.given[i], NULL, &error) ==
                  STATUS_OK);
        const struct json *seat = desk_call(
            &table.desk, i, "game.join", "{'game':'%s','name':'%s','key':'%s'}",
            table.game, names[i],
            hex_of(table.given[i].keys.public_key, DRAW_KEY_SIZE));
        cr_assert(seat != NULL, "%s", desk_answer(&table.desk, i));
        snprintf(table.token[i], sizeof table.token[i], "%s",
                 desk_string(seat, "token"));
    }
    read_context(ANN);
}

static void close_table(void)
{
    desk_close(&table.desk);
}

TestSuite(match_seal, .init = open_table, .fini = close_table, .timeout = 300);

static const struct json *commit(int guest)
{
    struct hash commitment = contribution_commit(
        &table.given[guest], &table.context, (uint8_t)(guest + 1));
    return desk_call(&table.desk, guest, "game.commit",
                     "{'game':'%s','commitment':'%s'}", table.game,
                     hex_of(commitment.bytes, HASH_SIZE));
}

static const struct json *agree(int guest)
{
    struct json *news;
    struct hash lock = {{0}};
    desk_told(&table.desk, guest, "game.sealing", &news);
    /* What is no lock yet stays zeros. */
    (void)!hex_read(lock.bytes, HASH_SIZE, desk_string(news, "lock"));
    json_free(news);
    struct signature signature = sign_agree(&table.given[guest].keys, &lock);
    return desk_call(&table.desk, guest, "game.agree",
                     "{'game':'%s','signature':'%s'}", table.game,
                     hex_of(signature.bytes, SIGN_SIZE));
}

static const struct json *reveal(int guest)
{
    return desk_call(&table.desk, guest, "game.reveal",
                     "{'game':'%s','secret':'%s'}", table.game,
                     hex_of(table.given[guest].secret.bytes, HASH_SIZE));
}

/* The stage that all were told last. */
static void check_stage(const char *stage)
{
    for (int i = 0; i < GUESTS; i++) {
        struct json *news;
        cr_assert(desk_told(&table.desk, i, "game.sealing", &news) > 0);
        cr_assert_str_eq(desk_string(news, "stage"), stage);
        json_free(news);
    }
}

/* The code that the guest's last call was refused with. */
static void check_code(int guest, int code)
{
    cr_assert(desk_code(&table.desk, guest) == code, "%s",
              desk_answer(&table.desk, guest));
}

/* Lets the deadline of the stage pass. */
static void wait_long(void)
{
    desk_tick(&table.desk, table.desk.settings.sealing_ms);
}

static void check_verified(void)
{
    desk_verify(&table.desk, WATCHER, table.game);
}

/* Resigns for a player, so that the game is over and can be verified. */
static void resign(int guest)
{
    cr_assert(desk_call(&table.desk, guest, "game.resign", "{'game':'%s'}",
                        table.game) != NULL);
}

Test(match_seal, all_commit_agree_and_reveal_and_the_game_begins)
{
    cr_assert(commit(ANN) != NULL);
    check_stage("commit");
    cr_assert(commit(BOB) != NULL);
    check_stage("agree");
    cr_assert(agree(BOB) != NULL);
    cr_assert(agree(ANN) != NULL);
    check_stage("reveal");
    cr_assert(desk_told(&table.desk, ANN, "game.event", NULL) == 0);
    cr_assert(reveal(ANN) != NULL);
    cr_assert(reveal(BOB) != NULL);
    check_stage("done");
    cr_assert(desk_told(&table.desk, WATCHER, "game.event", NULL) > 0);
    resign(ANN);
    check_verified();
}

/* Signs the newest head that the player was told. */
static const struct json *sign_head(int guest)
{
    struct json *news;
    int64_t entry = -1;
    struct sign_entry head = {0};
    cr_assert(desk_told(&table.desk, guest, "game.head", &news) > 0);
    cr_assert(json_read_integer(json_get(news, "entry"), &entry));
    cr_assert(hash_from_hex(&head.hash, desk_string(news, "hash")));
    json_free(news);
    head.seq = (uint64_t)entry;
    memcpy(head.game_id, table.game_id, DRAW_GAME_ID_SIZE);
    struct signature signature =
        sign_entry(&table.given[guest].keys, SIGN_ACK, &head);
    return desk_call(&table.desk, guest, "game.sign",
                     "{'game':'%s','entry':%lld,'signature':'%s'}", table.game,
                     (long long)entry, hex_of(signature.bytes, SIGN_SIZE));
}

/* How many signatures the seat has in the game's record. */
static int count_signatures(int seat)
{
    char start[24];
    int count = 0;
    const char *at = desk_string(desk_call(&table.desk, WATCHER, "game.record",
                                           "{'game':'%s'}", table.game),
                                 "record");
    snprintf(start, sizeof start, "\nS {\"by\":%d,", seat);
    while ((at = strstr(at, start)) != NULL) {
        count++;
        at++;
    }
    return count;
}

/* Joins a new game with that key; what it is refused with, or 0. */
static int join_with(const char *game, int guest, const char *key)
{
    return desk_call(&table.desk, guest, "game.join",
                     "{'game':'%s','name':'X','key':'%s'}", game, key) == NULL
               ? (int)desk_code(&table.desk, guest)
               : 0;
}

Test(match_seal, nobody_joins_with_a_key_that_is_none_or_anothers)
{
    static const char *const none[] = {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    char game[64];
    char ann[2 * DRAW_KEY_SIZE + 1];
    char bob[2 * DRAW_KEY_SIZE + 1];
    hex_write(ann, table.given[ANN].keys.public_key, DRAW_KEY_SIZE);
    hex_write(bob, table.given[BOB].keys.public_key, DRAW_KEY_SIZE);
    for (int is_sealed = 0; is_sealed <= 1; is_sealed++) {
        const struct json *made =
            desk_call(&table.desk, ANN, "game.create", "{'game':'castle'%s}",
                      is_sealed ? "" : ",'seed':'open'");
        snprintf(game, sizeof game, "%s", desk_string(made, "game"));
        for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
            cr_expect_eq(join_with(game, ANN, none[i]), RPC_BAD_PARAMS, "%s",
                         none[i]);
        char daemon[2 * DRAW_KEY_SIZE + 1];
        snprintf(
            daemon, sizeof daemon, "%s",
            desk_string(desk_call(&table.desk, ANN, "hello", "{}"), "key"));
        cr_expect_eq(join_with(game, ANN, daemon), RPC_REFUSED);
        cr_expect_eq(join_with(game, ANN, ann), 0);
        cr_expect_eq(join_with(game, BOB, ann), RPC_REFUSED);
        cr_expect_eq(join_with(game, BOB, bob), 0);
    }
    /* Who has left has no key there any more. */
    const struct json *made =
        desk_call(&table.desk, ANN, "game.create", "{'game':'castle'}");
    snprintf(game, sizeof game, "%s", desk_string(made, "game"));
    cr_expect_eq(join_with(game, ANN, ann), 0);
    desk_call(&table.desk, ANN, "game.leave", "{'game':'%s'}", game);
    cr_expect_eq(join_with(game, ANN, ann), 0);
}

/* The lines that were told one after the other are the record. */
Test(match_seal, what_is_told_is_the_record)
{
    commit(ANN);
    commit(BOB);
    agree(ANN);
    agree(BOB);
    reveal(BOB);
    reveal(ANN);
    struct text told = {0};
    const char *at = text_string(&table.desk.guests[WATCHER].told);
    for (; *at != '\0'; at += strcspn(at, "\n") + 1) {
        struct json *news;
        struct error error;
        cr_assert(json_parse(&news, at, strcspn(at, "\n"), &error) ==
                  STATUS_OK);
        text_add(&told, desk_string(news, "params.record"));
        text_add(&told, desk_string(news, "params.lines"));
        json_free(news);
    }
    const struct json *record = desk_call(&table.desk, WATCHER, "game.record",
                                          "{'game':'%s'}", table.game);
    cr_assert(told.size > 1000);
    cr_assert(strncmp(desk_string(record, "record"), told.bytes, told.size) ==
              0);
    text_free(&told);
}

Test(match_seal, nobody_gives_what_it_is_too_early_for)
{
    reveal(ANN);
    check_code(ANN, 2);
    agree(ANN);
    check_code(ANN, 2);
    commit(ANN);
    reveal(ANN);
    check_code(ANN, 2);
    commit(BOB);
    agree(ANN);
    reveal(ANN);
    check_code(ANN, 2); /* Bob has not agreed: he could still look and leave */
    reveal(BOB);
    check_code(BOB, 2);
    cr_assert(desk_told(&table.desk, BOB, "game.event", NULL) == 0);
}

Test(match_seal, nobody_gives_something_else_afterwards)
{
    commit(ANN);
    table.given[ANN].secret.bytes[0] ^= 1;
    commit(ANN);
    check_code(ANN, 2);
    commit(BOB);
    agree(ANN);
    agree(BOB);
    reveal(BOB);
    reveal(ANN); /* not what was committed to */
    check_code(ANN, 2);
    table.given[ANN].secret.bytes[0] ^= 1;
    cr_assert(reveal(ANN) != NULL);
    check_stage("done");
}

Test(match_seal, a_repeat_is_fine_and_changes_nothing)
{
    commit(ANN);
    cr_assert(commit(ANN) != NULL);
    commit(BOB);
    cr_assert(commit(ANN) != NULL);
    agree(ANN);
    cr_assert(agree(ANN) != NULL);
    agree(BOB);
    reveal(ANN);
    cr_assert(reveal(ANN) != NULL);
    reveal(BOB);
    cr_assert(reveal(ANN) != NULL);
    cr_assert(commit(BOB) != NULL);
    resign(BOB);
    check_verified();
}

Test(match_seal, nobody_gives_for_another_seat)
{
    struct hash commitment =
        contribution_commit(&table.given[BOB], &table.context, 2);
    desk_call(&table.desk, ANN, "game.commit",
              "{'game':'%s','seat':2,'commitment':'%s'}", table.game,
              hex_of(commitment.bytes, HASH_SIZE));
    check_code(ANN, 2);
    desk_call(&table.desk, WATCHER, "game.commit",
              "{'game':'%s','commitment':'%s'}", table.game,
              hex_of(commitment.bytes, HASH_SIZE));
    check_code(WATCHER, 2);
}

/* A commitment that was copied cannot be opened: it contains the seat. */
Test(match_seal, a_copied_commitment_is_worth_nothing)
{
    struct hash commitment =
        contribution_commit(&table.given[ANN], &table.context, 1);
    commit(ANN);
    cr_assert(desk_call(&table.desk, BOB, "game.commit",
                        "{'game':'%s','commitment':'%s'}", table.game,
                        hex_of(commitment.bytes, HASH_SIZE)) != NULL);
    agree(ANN);
    agree(BOB);
    reveal(ANN);
    table.given[BOB].secret = table.given[ANN].secret;
    reveal(BOB);
    check_code(BOB, 2);
}

/* Nothing of anybody's secret is told before all have agreed. */
Test(match_seal, secrets_stay_secret_until_all_have_agreed)
{
    commit(ANN);
    commit(BOB);
    agree(ANN);
    for (int i = 0; i < GUESTS; i++) {
        const char *told = text_string(&table.desk.guests[i].told);
        for (int j = 0; j < 2; j++)
            cr_assert(strstr(told, hex_of(table.given[j].secret.bytes,
                                          HASH_SIZE)) == NULL);
        cr_assert(strstr(told, "reveal") == NULL);
    }
}

/* fairness.md section 5: before the lock, who is silent plays without. */
Test(match_seal, who_does_not_commit_plays_without_contributing)
{
    commit(ANN);
    wait_long();
    check_stage("agree");
    commit(BOB);
    check_code(BOB, 2);
    agree(ANN);
    reveal(ANN);
    check_stage("done");
    const struct json *about = desk_call(&table.desk, WATCHER, "game.about",
                                         "{'game':'%s'}", table.game);
    bool contributes;
    json_read_boolean(desk_at(about, "seats.0.contributes"), &contributes);
    cr_assert(contributes);
    json_read_boolean(desk_at(about, "seats.1.contributes"), &contributes);
    cr_assert(!contributes);
    resign(BOB);
    check_verified();
}

Test(match_seal, nobody_has_to_commit)
{
    wait_long();
    check_stage("done");
    cr_assert(desk_told(&table.desk, ANN, "game.event", NULL) > 0);
    resign(BOB);
    check_verified();
}

/* Between the lock and the last reveal: the seat forfeits. */
static void check_forfeited(const char *winner)
{
    struct json *news;
    cr_assert(desk_told(&table.desk, WATCHER, "game.over", &news) == 1);
    cr_assert_str_eq(desk_string(news, "reason"), "forfeited");
    cr_assert_str_eq(desk_string(news, "winner"), winner);
    json_free(news);
    cr_assert(desk_told(&table.desk, WATCHER, "game.event", NULL) == 0);
}

Test(match_seal, who_does_not_agree_forfeits)
{
    commit(ANN);
    commit(BOB);
    agree(BOB);
    wait_long();
    check_forfeited("black");
    agree(ANN);
    check_code(ANN, 2);
}

Test(match_seal, who_does_not_reveal_forfeits)
{
    commit(ANN);
    commit(BOB);
    agree(ANN);
    agree(BOB);
    reveal(ANN);
    wait_long();
    check_forfeited("white");
    reveal(BOB);
    check_code(BOB, 2);
    desk_evict(&table.desk);
    const struct json *about = desk_call(&table.desk, WATCHER, "game.about",
                                         "{'game':'%s'}", table.game);
    cr_assert_str_eq(desk_string(about, "state"), "over");
    cr_assert_str_eq(desk_string(about, "result.reason"), "forfeited");
}

/* Both are silent: nobody wins, also when the game is loaded again. */
static void check_nobody_wins(void)
{
    wait_long();
    check_forfeited("");
    desk_evict(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table.game) != NULL);
    check_forfeited("");
}

Test(match_seal, when_nobody_agrees_nobody_wins)
{
    commit(ANN);
    commit(BOB);
    check_nobody_wins();
}

Test(match_seal, when_nobody_reveals_nobody_wins)
{
    commit(ANN);
    commit(BOB);
    agree(ANN);
    agree(BOB);
    check_nobody_wins();
}

/* Who did not commit owes nothing after the lock. */
Test(match_seal, who_owes_nothing_wins)
{
    commit(ANN);
    wait_long();
    check_stage("agree");
    desk_tick(&table.desk, 80 * 1000);
    check_forfeited("black");
}

/* The sealing goes on after a restart, at any stage. */
static void restart_and_return(void)
{
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    desk_clear(&table.desk);
    for (int i = 0; i < 2; i++)
        cr_assert(desk_call(&table.desk, i, "game.rejoin",
                            "{'game':'%s','token':'%s'}", table.game,
                            table.token[i]) != NULL,
                  "%s", desk_answer(&table.desk, i));
    cr_assert(desk_call(&table.desk, WATCHER, "game.watch", "{'game':'%s'}",
                        table.game) != NULL);
}

/* The code that a signature which is none is refused with. */
static int sign_head_code(int guest, int entry)
{
    struct signature none = {{0}};
    cr_assert(desk_call(&table.desk, guest, "game.sign",
                        "{'game':'%s','entry':%d,'signature':'%s'}", table.game,
                        entry, hex_of(none.bytes, SIGN_SIZE)) == NULL);
    return desk_code(&table.desk, guest);
}

Test(match_seal, players_sign_the_end_of_the_game)
{
    cr_assert(sign_head_code(ANN, 0) == 3); /* not begun */
    commit(ANN);
    commit(BOB);
    agree(BOB);
    agree(ANN);
    reveal(ANN);
    reveal(BOB);
    resign(ANN);
    cr_assert(sign_head(ANN) != NULL, "%s", desk_answer(&table.desk, ANN));
    cr_assert_eq(count_signatures(1), 1);
    cr_assert(sign_head(ANN) != NULL); /* again: nothing is added */
    cr_assert_eq(count_signatures(1), 1);
    check_verified();
    cr_assert(sign_head_code(BOB, 100000) == 2);
    cr_assert(sign_head_code(WATCHER, 0) == 2);
    restart_and_return();
    cr_assert_eq(count_signatures(1), 1);
    cr_assert(sign_head(BOB) != NULL, "%s", desk_answer(&table.desk, BOB));
    cr_assert_eq(count_signatures(2), 1);
    restart_and_return();
    cr_assert_eq(count_signatures(1) + count_signatures(2), 2);
    check_verified();
}

Test(match_seal, a_restart_at_any_stage_loses_nothing)
{
    restart_and_return();
    check_stage("commit");
    commit(ANN);
    restart_and_return();
    commit(BOB);
    restart_and_return();
    check_stage("agree");
    agree(ANN);
    agree(BOB);
    restart_and_return();
    check_stage("reveal");
    reveal(BOB);
    restart_and_return();
    reveal(ANN);
    check_stage("done");
    restart_and_return();
    cr_assert(desk_told(&table.desk, ANN, "game.event", NULL) > 0);
    resign(ANN);
    check_verified();
}
