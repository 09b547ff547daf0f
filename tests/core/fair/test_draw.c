#include "vectors.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>

Test(draw, stream_vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "stream");
    cr_assert_eq(json_size(list), 3);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *words = json_get(json_at(list, i), "words");
        struct hash seed = vectors_hash(json_get(json_at(list, i), "seed"));
        struct draw_stream stream;
        draw_stream_init(&stream, &seed);
        cr_assert_eq(json_size(words), 20);
        for (size_t k = 0; k < json_size(words); k++)
            cr_expect_eq(draw_word(&stream), vectors_item(words, k));
    }
    json_free(root);
}

/* How many words a stream has given. */
static int64_t words_used(const struct draw_stream *stream)
{
    return (int64_t)stream->next_block * DRAW_STREAM_WORDS -
           (DRAW_STREAM_WORDS - stream->word_index);
}

Test(draw, uniform_vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "uniform");
    cr_assert_eq(json_size(list), 8);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *vector = json_at(list, i);
        const struct json *out = json_get(vector, "out");
        struct hash seed = vectors_hash(json_get(vector, "seed"));
        uint32_t n = (uint32_t)vectors_integer(vector, "n");
        struct draw_stream stream;
        draw_stream_init(&stream, &seed);
        for (size_t k = 0; k < json_size(out); k++)
            cr_expect_eq(draw_uniform(&stream, n), vectors_item(out, k),
                         "n = %u", n);
        cr_expect_eq(words_used(&stream), vectors_integer(vector, "words_used"),
                     "n = %u", n);
    }
    json_free(root);
}

Test(draw, uniform_of_nothing_ends_the_program, .signal = SIGABRT)
{
    struct hash seed = {{0}};
    struct draw_stream stream;
    draw_stream_init(&stream, &seed);
    (void)draw_uniform(&stream, 0);
}

/* The large vector gives the plain BLAKE2b-256 of its numbers as u32. */
static void expect_order_hash(const uint16_t *order, size_t n,
                              const struct json *expected)
{
    struct text text = {0};
    for (size_t i = 0; i < n; i++) {
        text_add_char(&text, (char)(order[i] & 255));
        text_add_char(&text, (char)(order[i] >> 8));
        text_add_bytes(&text, "\0", 2);
    }
    struct hash hash;
    crypto_generichash(hash.bytes, HASH_SIZE, (unsigned char *)text.bytes,
                       text.size, NULL, 0);
    vectors_expect(&hash, expected);
    text_free(&text);
}

Test(draw, shuffle_vectors)
{
    static uint16_t order[DRAW_SHUFFLE_MAX];
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "shuffle");
    cr_assert_eq(json_size(list), 10);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *vector = json_at(list, i);
        const struct json *out = json_get(vector, "out");
        struct hash seed = vectors_hash(json_get(vector, "seed"));
        size_t n = (size_t)vectors_integer(vector, "n");
        draw_shuffle(order, n, &seed);
        if (out == NULL) {
            expect_order_hash(order, n,
                              json_get(vector, "blake2b256_of_u32le"));
            continue;
        }
        cr_assert_eq(json_size(out), n);
        for (size_t k = 0; k < n; k++)
            cr_expect_eq(order[k], vectors_item(out, k), "n = %zu", n);
    }
    json_free(root);
}

Test(draw, the_largest_shuffle_has_each_place_once)
{
    static uint16_t order[DRAW_SHUFFLE_MAX];
    static bool is_seen[DRAW_SHUFFLE_MAX];
    struct hash seed = {{7}};
    draw_shuffle(order, DRAW_SHUFFLE_MAX, &seed);
    for (size_t i = 0; i < DRAW_SHUFFLE_MAX; i++) {
        cr_assert_lt(order[i], DRAW_SHUFFLE_MAX);
        cr_assert_not(is_seen[order[i]]);
        is_seen[order[i]] = true;
    }
}

Test(draw, a_larger_shuffle_ends_the_program, .signal = SIGABRT)
{
    struct hash seed = {{0}};
    draw_shuffle(NULL, DRAW_SHUFFLE_MAX + 1, &seed);
}

/* The seed of the i-th of many shuffles. */
static struct hash seed_number(uint32_t i)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/test");
    hash_add_u32(&job, i);
    return hash_end(&job);
}

static double chi_square(const int *counts, int count, double expected)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

/* The limits are where one in a thousand honest generators fails; the seeds
 * are fixed, so that the test does not. */
Test(draw, all_orders_of_four_are_equally_likely)
{
    int counts[256] = {0};
    int orders[24];
    int order_count = 0;
    for (uint32_t i = 0; i < 24000; i++) {
        uint16_t order[4];
        struct hash seed = seed_number(i);
        draw_shuffle(order, 4, &seed);
        counts[order[0] | order[1] << 2 | order[2] << 4 | order[3] << 6]++;
    }
    for (int i = 0; i < 256; i++) {
        if (counts[i] == 0)
            continue;
        cr_assert_lt(order_count, 24);
        orders[order_count++] = counts[i];
    }
    cr_assert_eq(order_count, 24);
    double chi = chi_square(orders, 24, 1000);
    cr_expect_lt(chi, 49.7, "chi square %f at 23 degrees of freedom", chi);
    cr_expect_gt(chi, 7.5, "chi square %f: too even to be true", chi);
}

Test(draw, each_of_52_is_equally_likely_to_be_the_first)
{
    int counts[52] = {0};
    for (uint32_t i = 0; i < 52000; i++) {
        uint16_t order[52];
        struct hash seed = seed_number(i);
        draw_shuffle(order, 52, &seed);
        counts[order[0]]++;
    }
    double chi = chi_square(counts, 52, 1000);
    cr_expect_lt(chi, 87.9, "chi square %f at 51 degrees of freedom", chi);
    cr_expect_gt(chi, 25.4, "chi square %f: too even to be true", chi);
}

Test(draw, each_side_of_a_die_is_equally_likely)
{
    struct hash master = {{1}};
    int counts[6] = {0};
    for (uint64_t k = 0; k < 6000; k++) {
        uint32_t value = draw_roll(&master, "attack", k, 6);
        cr_assert(value >= 1 && value <= 6);
        counts[value - 1]++;
    }
    double chi = chi_square(counts, 6, 1000);
    cr_expect_lt(chi, 20.5, "chi square %f at 5 degrees of freedom", chi);
}

Test(draw, a_stream_is_wiped)
{
    struct hash seed = seed_number(1);
    struct draw_stream stream;
    struct draw_stream zero;
    memset(&zero, 0, sizeof zero);
    draw_stream_init(&stream, &seed);
    (void)draw_word(&stream);
    draw_stream_wipe(&stream);
    cr_expect_eq(memcmp(&stream, &zero, sizeof stream), 0);
}

Test(draw, a_seed_from_a_text_is_its_hash)
{
    struct hash seed;
    struct hash_job job;
    draw_seed_from_text(&seed, "club night");
    hash_begin(&job, "castled/seed/v1");
    hash_add(&job, "club night", 10);
    struct hash expected = hash_end(&job);
    cr_expect(hash_is_equal(&seed, &expected));
    /* Python: blake2b(lp("castled/seed/v1") lp("club night"), 32) */
    char hex[HASH_HEX_SIZE];
    hash_to_hex(hex, &seed);
    cr_expect_str_eq(
        hex,
        "a775815dacda3eebfd0d23d2f455075857d4edb97a2a3dde61668eae26a1ba83");
}

Test(draw, fresh_secrets_differ)
{
    uint8_t game_id[DRAW_GAME_ID_SIZE] = {0};
    struct hash long_term = {{0}};
    struct hash one;
    struct hash other;
    draw_fresh_secret(&one, &long_term, game_id, 0);
    draw_fresh_secret(&other, &long_term, game_id, 0);
    cr_expect_not(hash_is_equal(&one, &other));
}

/* The context of a level 1 vector. */
static struct hash context_of(const struct json *vector)
{
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint8_t keys[8][DRAW_KEY_SIZE];
    struct text items[16];
    const char *names[16];
    cr_assert(hex_read(game_id, sizeof game_id,
                       json_string_of(json_get(vector, "game_id"))));
    const struct json *key_list = json_get(vector, "keys");
    for (size_t i = 0; i < json_size(key_list); i++)
        cr_assert(hex_read(keys[i], DRAW_KEY_SIZE,
                           json_string_of(json_at(key_list, i))));
    const struct json *tiles = json_get(vector, "tiles");
    for (size_t i = 0; i < json_size(tiles); i++) {
        items[i] = vectors_bytes(json_at(tiles, i));
        names[i] = items[i].bytes;
    }
    struct text params = vectors_bytes(json_get(vector, "params"));
    struct text beacon = vectors_bytes(json_get(vector, "beacon_spec"));
    struct draw_setup setup = {
        .game_id = game_id,
        .rules = vectors_hash(json_get(vector, "rules_hash")),
        .params = params.bytes,
        .params_size = params.size,
        .items = names,
        .item_count = (uint32_t)json_size(tiles),
        .keys = keys,
        .key_count = (uint32_t)json_size(key_list),
        .level = 1,
        .chain_length = 0,
        .beacon = text_string(&beacon),
    };
    struct hash context = draw_context(&setup);
    for (size_t i = 0; i < json_size(tiles); i++)
        text_free(&items[i]);
    text_free(&params);
    text_free(&beacon);
    return context;
}

static void expect_uses(const struct json *vector, const struct hash *master)
{
    struct hash seed;
    draw_sub(&seed, master, "shuffle:bag", 0);
    vectors_expect(&seed, json_get(vector, "sub_shuffle_bag_0"));
    uint16_t order[6];
    draw_shuffle(order, 6, &seed);
    for (size_t i = 0; i < 6; i++)
        cr_expect_eq(order[i], vectors_item(json_get(vector, "order"), i));

    draw_sub(&seed, master, "dice", 3);
    vectors_expect(&seed, json_get(vector, "sub_dice_3"));
    struct draw_stream stream;
    draw_stream_init(&stream, &seed);
    for (size_t i = 0; i < 5; i++)
        cr_expect_eq(1 + draw_uniform(&stream, 6),
                     vectors_item(json_get(vector, "dice3_six_sided"), i));
}

Test(draw, level_1_vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "l1");
    cr_assert_eq(json_size(list), 2);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *vector = json_at(list, i);
        struct hash context = context_of(vector);
        vectors_expect(&context, json_get(vector, "context"));

        struct draw_share commits[3];
        struct draw_share secrets[3];
        for (uint8_t seat = 0; seat < 3; seat++) {
            secrets[seat].seat = commits[seat].seat = seat;
            secrets[seat].value =
                vectors_hash(json_at(json_get(vector, "secrets"), seat));
            commits[seat].value =
                draw_commit(&context, seat, &secrets[seat].value);
            vectors_expect(&commits[seat].value,
                           json_at(json_get(vector, "commits"), seat));
        }
        struct hash lock = draw_lock(&context, commits, 3);
        vectors_expect(&lock, json_get(vector, "lock"));

        struct text value = vectors_bytes(json_get(vector, "beacon_value"));
        struct hash master;
        draw_master(&master, &context, secrets, 3,
                    (struct draw_beacon){(uint8_t *)value.bytes, value.size});
        vectors_expect(&master, json_get(vector, "master"));
        expect_uses(vector, &master);
        text_free(&value);
    }
    json_free(root);
}

Test(draw, a_roll_is_a_use_of_its_own)
{
    struct hash master = seed_number(3);
    struct hash seed;
    draw_sub(&seed, &master, "roll:attack", 5);
    struct draw_stream stream;
    draw_stream_init(&stream, &seed);
    uint32_t expected = 1 + draw_uniform(&stream, 1000000);
    cr_expect_eq(draw_roll(&master, "attack", 5, 1000000), expected);
    cr_expect_neq(draw_roll(&master, "attack", 6, 1000000), expected);
    cr_expect_neq(draw_roll(&master, "defence", 5, 1000000), expected);
    cr_expect_eq(draw_roll(&master, "attack", 5, 1), 1);
}

Test(draw, shares_that_are_not_by_seat_end_the_program, .signal = SIGABRT)
{
    struct hash context = {{0}};
    struct draw_share shares[2] = {{.seat = 1}, {.seat = 0}};
    (void)draw_lock(&context, shares, 2);
}

Test(draw, a_seat_that_is_there_twice_ends_the_program, .signal = SIGABRT)
{
    struct hash context = {{0}};
    struct draw_share shares[2] = {{.seat = 1}, {.seat = 1}};
    (void)draw_lock(&context, shares, 2);
}

/* Checks that the links of all seats come from tips and lead to anchors. */
static void expect_chains(const struct json *vector, const struct hash *context)
{
    for (uint8_t seat = 0; seat < 3; seat++) {
        struct draw_link link = {seat, DRAW_PUBLIC, 8, {{0}}};
        link.value = vectors_hash(json_at(json_get(vector, "tips"), seat));
        while (link.index > 0) {
            link.value = draw_link_before(context, &link);
            link.index--;
            if (link.index == 0 || link.index > 3)
                continue;
            const struct json *draw =
                json_at(json_get(vector, "draws"), link.index - 1);
            vectors_expect(&link.value, json_at(json_get(draw, "links"), seat));
        }
        vectors_expect(&link.value, json_at(json_get(vector, "anchors"), seat));
    }
}

Test(draw, level_2_vectors)
{
    struct json *root = vectors_load();
    const struct json *vector = json_at(json_get(root, "l2"), 0);
    struct hash context = vectors_hash(json_get(vector, "context"));
    const char *label = json_string_of(json_get(vector, "label"));
    cr_expect_eq(vectors_integer(vector, "chain_length"), 8);
    expect_chains(vector, &context);

    const struct json *draws = json_get(vector, "draws");
    cr_assert_eq(json_size(draws), 3);
    for (size_t i = 0; i < 3; i++) {
        const struct json *draw = json_at(draws, i);
        uint32_t t = (uint32_t)vectors_integer(draw, "t");
        struct draw_link links[3];
        for (uint8_t seat = 0; seat < 3; seat++)
            links[seat] = (struct draw_link){
                seat, DRAW_PUBLIC, t,
                vectors_hash(json_at(json_get(draw, "links"), seat))};
        struct hash seed;
        draw_seed_from_links(&seed, &context, t, label, links, 3,
                             (struct draw_beacon){NULL, 0});
        vectors_expect(&seed, json_get(draw, "seed"));
    }
    json_free(root);
}

Test(draw, a_link_of_a_secret_is_on_the_way_from_its_tip)
{
    struct hash context = seed_number(1);
    struct hash secret = seed_number(2);
    struct draw_link walk = {2, DRAW_PRIVATE, 16, {{0}}};
    draw_tip(&walk.value, &context, 2, DRAW_PRIVATE, &secret);
    for (;;) {
        struct draw_link link = {2, DRAW_PRIVATE, walk.index, {{0}}};
        draw_link_of(&link, &context, &secret, 16);
        cr_expect(hash_is_equal(&link.value, &walk.value), "link %u",
                  walk.index);
        if (walk.index == 0)
            break;
        walk.value = draw_link_before(&context, &walk);
        walk.index--;
    }
}

Test(draw, a_link_beyond_the_chain_ends_the_program, .signal = SIGABRT)
{
    struct hash zero = {{0}};
    struct draw_link link = {1, DRAW_PUBLIC, 17, {{0}}};
    draw_link_of(&link, &zero, &zero, 16);
}

Test(draw, nothing_comes_before_an_anchor, .signal = SIGABRT)
{
    struct hash zero = {{0}};
    struct draw_link link = {1, DRAW_PUBLIC, 0, {{0}}};
    (void)draw_link_before(&zero, &link);
}
