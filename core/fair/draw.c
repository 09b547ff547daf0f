#include "fair/draw.h"

#include <sodium.h>
#include <string.h>

/* u32 of the formulas, where bytes are put together by hand. */
static void write_u32(uint8_t out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t read_u32(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
           (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void draw_stream_init(struct draw_stream *stream, const struct hash *seed)
{
    stream->seed = *seed;
    stream->next_block = 0;
    memset(stream->words, 0, sizeof stream->words);
    stream->word_index = DRAW_STREAM_WORDS;
}

void draw_stream_wipe(struct draw_stream *stream)
{
    sodium_memzero(stream, sizeof *stream);
}

/* Makes the next block: BLAKE2b-512 with the seed as its key over the domain
 * and the block's number. */
static void fill(struct draw_stream *stream)
{
    static const char domain[] = "castled/fair/v1/stream";
    enum { DOMAIN_SIZE = sizeof domain - 1 };

    uint8_t message[4 + DOMAIN_SIZE + 8];
    write_u32(message, DOMAIN_SIZE);
    memcpy(message + 4, domain, DOMAIN_SIZE);
    uint8_t *number = message + 4 + DOMAIN_SIZE;
    write_u32(number, (uint32_t)stream->next_block);
    write_u32(number + 4, (uint32_t)(stream->next_block >> 32));

    uint8_t block[4 * DRAW_STREAM_WORDS];
    REQUIRE(crypto_generichash(block, sizeof block, message, sizeof message,
                               stream->seed.bytes, HASH_SIZE) == 0);
    for (int i = 0; i < DRAW_STREAM_WORDS; i++)
        stream->words[i] = read_u32(block + 4 * i);
    sodium_memzero(block, sizeof block);
    stream->next_block++;
    stream->word_index = 0;
}

uint32_t draw_word(struct draw_stream *stream)
{
    if (stream->word_index == DRAW_STREAM_WORDS)
        fill(stream);
    return stream->words[stream->word_index++];
}

uint32_t draw_uniform(struct draw_stream *stream, uint32_t n)
{
    REQUIRE(n > 0);
    if (n == 1)
        return 0;
    /* 2^32 mod n: what is below it would make the first results likelier. */
    uint32_t low = (0 - n) % n;
    uint32_t word;
    do
        word = draw_word(stream);
    while (word < low);
    return word % n;
}

void draw_shuffle(uint16_t *order, size_t n, const struct hash *seed)
{
    REQUIRE(n <= DRAW_SHUFFLE_MAX);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint16_t)i;

    struct draw_stream stream;
    draw_stream_init(&stream, seed);
    for (size_t i = n; i > 1; i--) {
        uint32_t j = draw_uniform(&stream, (uint32_t)i);
        uint16_t last = order[i - 1];
        order[i - 1] = order[j];
        order[j] = last;
    }
    draw_stream_wipe(&stream);
}

void draw_seed_from_text(struct hash *out, const char *text)
{
    struct hash_job job;
    hash_begin(&job, "castled/seed/v1");
    hash_add(&job, text, strlen(text));
    *out = hash_end(&job);
}

/* Adds lp(bytes) of the formulas at `at`; where it ends. */
static uint8_t *put_field(uint8_t *at, const void *bytes, uint32_t size)
{
    write_u32(at, size);
    memcpy(at + 4, bytes, size);
    return at + 4 + size;
}

void draw_fresh_secret(struct hash *out, const struct hash *long_term,
                       const uint8_t game_id[DRAW_GAME_ID_SIZE],
                       uint64_t counter)
{
    static const char domain[] = "castled/fair/v1/fresh";
    enum { DOMAIN_SIZE = sizeof domain - 1 };

    uint8_t message[3 * 4 + DOMAIN_SIZE + HASH_SIZE + DRAW_GAME_ID_SIZE + 8];
    uint8_t *at = put_field(message, domain, DOMAIN_SIZE);
    at = put_field(at, long_term->bytes, HASH_SIZE);
    at = put_field(at, game_id, DRAW_GAME_ID_SIZE);
    write_u32(at, (uint32_t)counter);
    write_u32(at + 4, (uint32_t)(counter >> 32));

    struct hash key;
    randombytes_buf(key.bytes, HASH_SIZE);
    REQUIRE(crypto_generichash(out->bytes, HASH_SIZE, message, sizeof message,
                               key.bytes, HASH_SIZE) == 0);
    hash_wipe(&key);
    sodium_memzero(message, sizeof message);
}

/* One field: each item after its length; so the keys below. */
static void add_items(struct hash_job *job, const struct draw_setup *setup)
{
    size_t size = 0;
    for (uint32_t i = 0; i < setup->item_count; i++)
        size += 4 + strlen(setup->items[i]);
    hash_begin_field(job, size);
    for (uint32_t i = 0; i < setup->item_count; i++) {
        size_t length = strlen(setup->items[i]);
        hash_add_part_u32(job, (uint32_t)length);
        hash_add_part(job, setup->items[i], length);
    }
}

static void add_keys(struct hash_job *job, const struct draw_setup *setup)
{
    hash_begin_field(job, (size_t)setup->key_count * (4 + DRAW_KEY_SIZE));
    for (uint32_t i = 0; i < setup->key_count; i++) {
        hash_add_part_u32(job, DRAW_KEY_SIZE);
        hash_add_part(job, setup->keys[i], DRAW_KEY_SIZE);
    }
}

struct hash draw_context(const struct draw_setup *setup)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/context");
    hash_add(&job, setup->game_id, DRAW_GAME_ID_SIZE);
    hash_add(&job, setup->rules.bytes, HASH_SIZE);
    hash_add(&job, setup->params, setup->params_size);
    hash_add_u32(&job, setup->item_count);
    add_items(&job, setup);
    hash_add_u32(&job, setup->key_count);
    add_keys(&job, setup);
    hash_add_u8(&job, setup->level);
    hash_add_u32(&job, setup->chain_length);
    hash_add(&job, setup->beacon, strlen(setup->beacon));
    return hash_end(&job);
}

struct hash draw_commit(const struct hash *context, uint8_t seat,
                        const struct hash *secret)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/commit");
    hash_add(&job, context->bytes, HASH_SIZE);
    hash_add_u8(&job, seat);
    hash_add(&job, secret->bytes, HASH_SIZE);
    return hash_end(&job);
}

/* One field: u8(seat) value, seat by seat. An order of their own would let
 * one list of shares have two hashes. */
static void add_shares(struct hash_job *job, const struct draw_share *shares,
                       size_t count)
{
    hash_begin_field(job, count * (1 + HASH_SIZE));
    for (size_t i = 0; i < count; i++) {
        REQUIRE(i == 0 || shares[i - 1].seat < shares[i].seat);
        hash_add_part_u8(job, shares[i].seat);
        hash_add_part(job, shares[i].value.bytes, HASH_SIZE);
    }
}

struct hash draw_lock(const struct hash *context,
                      const struct draw_share *shares, size_t count)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/lock");
    hash_add(&job, context->bytes, HASH_SIZE);
    add_shares(&job, shares, count);
    return hash_end(&job);
}

void draw_master(struct hash *out, const struct hash *context,
                 const struct draw_share *shares, size_t count,
                 struct draw_beacon beacon)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/master");
    hash_add(&job, context->bytes, HASH_SIZE);
    add_shares(&job, shares, count);
    hash_add(&job, beacon.bytes, beacon.size);
    *out = hash_end(&job);
}

/* draw_sub for a label of two pieces. */
static void sub(struct hash *out, const struct hash *master, const char *use,
                const char *name, uint64_t k)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/sub");
    hash_add(&job, master->bytes, HASH_SIZE);
    hash_begin_field(&job, strlen(use) + strlen(name));
    hash_add_part(&job, use, strlen(use));
    hash_add_part(&job, name, strlen(name));
    hash_add_u64(&job, k);
    *out = hash_end(&job);
}

void draw_sub(struct hash *out, const struct hash *master, const char *label,
              uint64_t k)
{
    sub(out, master, "", label, k);
}

uint32_t draw_roll(const struct hash *master, const char *label, uint64_t k,
                   uint32_t sides)
{
    struct hash seed;
    sub(&seed, master, "roll:", label, k);
    struct draw_stream stream;
    draw_stream_init(&stream, &seed);
    uint32_t value = 1 + draw_uniform(&stream, sides);
    draw_stream_wipe(&stream);
    hash_wipe(&seed);
    return value;
}

void draw_tip(struct hash *out, const struct hash *context, uint8_t seat,
              enum draw_kind kind, const struct hash *secret)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/tip");
    hash_add(&job, context->bytes, HASH_SIZE);
    hash_add_u8(&job, seat);
    hash_add_u8(&job, (uint8_t)kind);
    hash_add(&job, secret->bytes, HASH_SIZE);
    *out = hash_end(&job);
}

struct hash draw_link_before(const struct hash *context,
                             const struct draw_link *link)
{
    REQUIRE(link->index > 0);
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/link");
    hash_add(&job, context->bytes, HASH_SIZE);
    hash_add_u8(&job, link->seat);
    hash_add_u8(&job, link->kind);
    hash_add_u32(&job, link->index);
    hash_add(&job, link->value.bytes, HASH_SIZE);
    return hash_end(&job);
}

void draw_link_of(struct draw_link *link, const struct hash *context,
                  const struct hash *secret, uint32_t length)
{
    REQUIRE(link->index <= length);
    struct draw_link later = {link->seat, link->kind, length, {{0}}};
    draw_tip(&later.value, context, link->seat, (enum draw_kind)link->kind,
             secret);
    while (later.index > link->index) {
        later.value = draw_link_before(context, &later);
        later.index--;
    }
    link->value = later.value;
    sodium_memzero(&later, sizeof later);
}

struct hash draw_anchors(const struct hash *public_anchor,
                         const struct hash *private_anchor)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/anchors");
    hash_add(&job, public_anchor->bytes, HASH_SIZE);
    hash_add(&job, private_anchor->bytes, HASH_SIZE);
    return hash_end(&job);
}

void draw_seed_from_links(struct hash *out, const struct hash *context,
                          uint32_t t, const char *label,
                          const struct draw_link *links, size_t count,
                          struct draw_beacon beacon)
{
    struct hash_job job;
    hash_begin(&job, "castled/fair/v1/draw");
    hash_add(&job, context->bytes, HASH_SIZE);
    hash_add_u32(&job, t);
    hash_add(&job, label, strlen(label));
    hash_begin_field(&job, count * (1 + 1 + 4 + HASH_SIZE));
    for (size_t i = 0; i < count; i++) {
        REQUIRE(i == 0 || links[i - 1].seat < links[i].seat);
        hash_add_part_u8(&job, links[i].seat);
        hash_add_part_u8(&job, links[i].kind);
        hash_add_part_u32(&job, links[i].index);
        hash_add_part(&job, links[i].value.bytes, HASH_SIZE);
    }
    hash_add(&job, beacon.bytes, beacon.size);
    *out = hash_end(&job);
}
