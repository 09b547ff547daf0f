/*
 * The sample records, recomputed from what they reveal: that draw, pile and
 * deck say what fairness.md's own program said.
 */

#include "vectors.h"

#include "fair/deck.h"
#include "fair/record.h"

enum { ITEMS = 12, SEATS = 3 };

struct sample {
    struct record *record;
    struct json *d[32]; /* of each entry */
    struct hash context;
};

static const char *type_of(const struct sample *sample, int seq)
{
    static struct record_entry entry;
    entry = record_entry(sample->record, seq);
    return entry.type;
}

/* The d of the first entry of that type by that seat. */
static const struct json *find(const struct sample *sample, const char *type,
                               int by)
{
    for (int seq = 0; seq < record_count(sample->record); seq++)
        if (record_entry(sample->record, seq).by == by &&
            strcmp(type_of(sample, seq), type) == 0)
            return sample->d[seq];
    cr_assert_fail("no %s by %d", type, by);
    return NULL;
}

/* The context, recomputed from the opening. */
static struct hash context_of(const struct json *open)
{
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint8_t keys[SEATS][DRAW_KEY_SIZE];
    const char *items[ITEMS];
    struct text params = {0};
    struct error error;
    cr_assert(hex_read(game_id, sizeof game_id,
                       json_string_of(json_get(open, "game"))));
    for (size_t i = 0; i < SEATS; i++)
        cr_assert(hex_read(keys[i], DRAW_KEY_SIZE,
                           json_string_of(json_at(json_get(open, "keys"), i))));
    for (size_t i = 0; i < ITEMS; i++)
        items[i] = json_string_of(json_at(json_get(open, "tiles"), i));
    cr_assert_eq(json_add_canonical(&params, json_get(open, "params"), &error),
                 STATUS_OK);
    struct draw_setup setup = {
        .game_id = game_id,
        .rules = vectors_hash(json_get(open, "rules")),
        .params = params.bytes,
        .params_size = params.size,
        .items = items,
        .item_count = ITEMS,
        .keys = keys,
        .key_count = SEATS,
        .level = (uint8_t)vectors_integer(open, "level"),
        .chain_length = (uint32_t)vectors_integer(open, "chain"),
        .beacon = json_string_of(json_get(open, "beacon")),
    };
    struct hash context = draw_context(&setup);
    text_free(&params);
    vectors_expect(&context, json_get(open, "ctx"));
    return context;
}

static struct sample open_sample(const char *file)
{
    struct sample sample = {0};
    struct text text = vectors_file(file);
    struct error error;
    cr_assert_eq(record_read(&sample.record, text.bytes, text.size, &error),
                 STATUS_OK, "%s", error.text);
    text_free(&text);
    for (int seq = 0; seq < record_count(sample.record); seq++) {
        struct record_entry entry = record_entry(sample.record, seq);
        cr_assert_eq(record_parse(&sample.d[seq], &entry, &error), STATUS_OK);
    }
    sample.context = context_of(sample.d[0]);
    return sample;
}

static void close_sample(struct sample *sample)
{
    for (int seq = 0; seq < record_count(sample->record); seq++)
        json_free(sample->d[seq]);
    record_free(sample->record);
}

static void expect_lock(const struct sample *sample,
                        const struct draw_share shares[SEATS])
{
    struct hash lock = draw_lock(&sample->context, shares, SEATS);
    vectors_expect(&lock, json_get(find(sample, "lock", 0), "lock"));
    for (int seat = 1; seat < SEATS; seat++) {
        const struct json *keys = json_get(sample->d[0], "keys");
        uint8_t key[DRAW_KEY_SIZE];
        struct signature signature;
        cr_assert(hex_read(key, DRAW_KEY_SIZE,
                           json_string_of(json_at(keys, (size_t)seat))));
        cr_assert(hex_read(
            signature.bytes, SIGN_SIZE,
            json_string_of(json_get(find(sample, "agree", seat), "sig"))));
        cr_expect(sign_agree_is_by(key, &lock, &signature), "seat %d", seat);
    }
}

Test(sample, level_1_is_recomputed)
{
    struct sample sample = open_sample("sample_l1.record");
    struct draw_share commits[SEATS];
    struct draw_share secrets[SEATS];
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        secrets[seat].seat = commits[seat].seat = seat;
        secrets[seat].value =
            vectors_hash(json_get(find(&sample, "reveal", seat), "secret"));
        commits[seat].value =
            draw_commit(&sample.context, seat, &secrets[seat].value);
        vectors_expect(&commits[seat].value,
                       json_get(find(&sample, "commit", seat), "c"));
    }
    expect_lock(&sample, commits);

    struct hash master;
    draw_master(&master, &sample.context, secrets, SEATS,
                (struct draw_beacon){NULL, 0});
    struct pile pile;
    struct deck deck;
    pile_init(&pile, "bag", ITEMS);
    deck_seal(&deck, &pile, &master, 0);
    const struct json *items = json_get(sample.d[0], "tiles");
    int draws = 0;
    for (int seq = 0; seq < record_count(sample.record); seq++) {
        if (strcmp(type_of(&sample, seq), "draw") != 0)
            continue;
        int item = deck_next(&deck);
        pile_take(&pile, item);
        cr_expect_str_eq(
            json_string_of(json_at(items, (size_t)item)),
            json_string_of(json_at(json_get(sample.d[seq], "tiles"), 0)));
        draws++;
    }
    cr_expect_eq(draws, 4);
    close_sample(&sample);
}

/* Reads one contribution; a private one is hidden in the draw, and opened by
 * its seat at the end. In the sample each seat uses one. */
static struct draw_link read_link(const struct sample *sample,
                                  const struct json *list)
{
    struct draw_link link = {
        .seat = (uint8_t)vectors_item(list, 0),
        .kind = (uint8_t)vectors_item(list, 1),
        .index = (uint32_t)vectors_item(list, 2),
    };
    const struct json *value = json_at(list, 3);
    if (json_kind(value) == JSON_KIND_NULL)
        value = json_get(find(sample, "open_private", link.seat), "link");
    link.value = vectors_hash(value);
    return link;
}

/* Checks that a link leads to its seat's anchor. */
static void expect_anchored(const struct sample *sample, struct draw_link link)
{
    const struct json *commit = find(sample, "commit", link.seat);
    while (link.index > 0) {
        link.value = draw_link_before(&sample->context, &link);
        link.index--;
    }
    vectors_expect(
        &link.value,
        json_get(commit, link.kind == DRAW_PUBLIC ? "public" : "private"));
}

/* The tiles of draw t: in the draw, or in a hand that was shown later. */
static const struct json *tiles_of(const struct sample *sample, int seq)
{
    const struct json *tiles = json_get(sample->d[seq], "tiles");
    int64_t t = vectors_integer(sample->d[seq], "t");
    for (int i = seq; tiles == NULL && i < record_count(sample->record); i++)
        if (strcmp(type_of(sample, i), "hand") == 0 &&
            vectors_integer(sample->d[i], "t") == t)
            tiles = json_get(sample->d[i], "tiles");
    return tiles;
}

static void expect_draw(const struct sample *sample, int seq, struct pile *pile)
{
    const struct json *d = sample->d[seq];
    struct draw_link links[SEATS];
    for (size_t i = 0; i < SEATS; i++) {
        links[i] = read_link(sample, json_at(json_get(d, "links"), i));
        expect_anchored(sample, links[i]);
    }
    struct hash seed;
    draw_seed_from_links(&seed, &sample->context,
                         (uint32_t)vectors_integer(d, "t"),
                         json_string_of(json_get(d, "label")), links, SEATS,
                         (struct draw_beacon){NULL, 0});
    struct draw_stream stream;
    draw_stream_init(&stream, &seed);
    const struct json *items = json_get(sample->d[0], "tiles");
    const struct json *tiles = tiles_of(sample, seq);
    cr_assert_eq(json_size(tiles), vectors_integer(d, "count"));
    for (size_t i = 0; i < json_size(tiles); i++) {
        int item = pile_draw(pile, &stream);
        cr_expect_str_eq(json_string_of(json_at(items, (size_t)item)),
                         json_string_of(json_at(tiles, i)));
    }
}

Test(sample, level_2_is_recomputed)
{
    struct sample sample = open_sample("sample_l2.record");
    struct draw_share shares[SEATS];
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        const struct json *commit = find(&sample, "commit", seat);
        struct hash public_anchor = vectors_hash(json_get(commit, "public"));
        struct hash private_anchor = vectors_hash(json_get(commit, "private"));
        shares[seat].seat = seat;
        shares[seat].value = draw_anchors(&public_anchor, &private_anchor);
    }
    expect_lock(&sample, shares);

    struct pile pile;
    pile_init(&pile, "bag", ITEMS);
    int draws = 0;
    for (int seq = 0; seq < record_count(sample.record); seq++) {
        if (strcmp(type_of(&sample, seq), "draw") != 0)
            continue;
        expect_draw(&sample, seq, &pile);
        draws++;
    }
    cr_expect_eq(draws, 5);
    close_sample(&sample);
}
