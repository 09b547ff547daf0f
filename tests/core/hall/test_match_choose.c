#include "pair.h"

#include "fair/hex.h"
#include "fair/sign.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(match_choose, .fini = pair_end, .timeout = 300);

/* Ann's key, of which PAIR_KEYS has the public half (RFC 8032, 7.1, test 1). */
static const char ANNS_SEED[] =
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";

/* What Ann has to say of the newest head that she was told. */
struct ack {
    int64_t entry;
    char signature[2 * SIGN_SIZE + 1];
};

/* The game's id, as it is signed: the record's opening has it. */
static void read_game_id(uint8_t game_id[DRAW_GAME_ID_SIZE])
{
    struct json *opening;
    struct error error;
    const char *record =
        desk_string(pair_call(WATCHER, "game.record"), "record");
    cr_assert(json_parse(&opening, record + 2, strcspn(record, "\n") - 2,
                         &error) == STATUS_OK);
    cr_assert(
        hex_read(game_id, DRAW_GAME_ID_SIZE, desk_string(opening, "d.game")));
    json_free(opening);
}

static struct ack sign_head(void)
{
    struct ack ack;
    struct json *news;
    struct hash seed;
    struct sign_keys keys;
    struct sign_entry head = {.seq = 0};
    cr_assert(hash_from_hex(&seed, ANNS_SEED));
    sign_keys_from_seed(&keys, &seed);
    cr_assert_gt(desk_told(&table.desk, ANN, "game.head", &news), 0);
    ack.entry = desk_integer(news, "entry");
    head.seq = (uint64_t)ack.entry;
    cr_assert(hash_from_hex(&head.hash, desk_string(news, "hash")));
    json_free(news);
    read_game_id(head.game_id);
    struct signature signature = sign_entry(&keys, SIGN_ACK, &head);
    hex_write(ack.signature, signature.bytes, SIGN_SIZE);
    return ack;
}

/* How many signatures of Ann's the record has. */
static int count_signatures(void)
{
    return pair_count("\nS {\"by\":1,");
}

/* A sealed game to which nobody gives anything, in which Ann is asked; its
 * rules fail on what she chooses, with which she signs. */
static struct ack choose_in_vain(void)
{
    enum { RULES_FAILED = 4 };
    pair_begin(",'variants':['" CASTLED_SOURCE_DIR
               "/tests/variants/gives-nothing.lua']");
    desk_tick(&table.desk, table.desk.settings.sealing_ms);
    desk_settle(&table.desk);
    struct ack ack = sign_head();
    desk_call(&table.desk, ANN, "game.choose",
              "{'game':'%s','seq':1,'index':0,"
              "'ack':{'entry':%lld,'signature':'%s'}}",
              table.game, (long long)ack.entry, ack.signature);
    cr_assert_eq(desk_code(&table.desk, ANN), RULES_FAILED, "%s",
                 desk_answer(&table.desk, ANN));
    return ack;
}

Test(match_choose, what_is_signed_with_a_choice_that_fails_is_kept)
{
    choose_in_vain();
    cr_expect_eq(count_signatures(), 1);
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    cr_expect_eq(count_signatures(), 1);
}

Test(match_choose, what_is_signed_again_is_on_the_disk_when_it_is_answered)
{
    struct ack ack = choose_in_vain();
    cr_assert(desk_call(&table.desk, ANN, "game.sign",
                        "{'game':'%s','entry':%lld,'signature':'%s'}",
                        table.game, (long long)ack.entry,
                        ack.signature) != NULL,
              "%s", desk_answer(&table.desk, ANN));
    desk_settle(&table.desk);
    desk_restart(&table.desk);
    cr_expect_eq(count_signatures(), 1);
}
