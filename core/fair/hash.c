#include "fair/hash.h"

#include "fair/hex.h"

#include <sodium.h>
#include <string.h>
#include <threads.h>

_Static_assert(sizeof(crypto_generichash_state) ==
                   sizeof((struct hash_job *)0)->state,
               "hash_job holds libsodium's state");

static crypto_generichash_state *state_of(struct hash_job *job)
{
    return (crypto_generichash_state *)(void *)job->state;
}

/* Without it libsodium works as well, but slower. */
static void start_library(void)
{
    REQUIRE(sodium_init() >= 0);
}

void hash_begin(struct hash_job *job, const char *domain)
{
    static once_flag is_started = ONCE_FLAG_INIT;
    call_once(&is_started, start_library);
    job->field_left = 0;
    REQUIRE(crypto_generichash_init(state_of(job), NULL, 0, HASH_SIZE) == 0);
    hash_add(job, domain, strlen(domain));
}

static void update(struct hash_job *job, const void *bytes, size_t size)
{
    REQUIRE(crypto_generichash_update(state_of(job), bytes, size) == 0);
}

void hash_begin_field(struct hash_job *job, size_t size)
{
    REQUIRE(job->field_left == 0);
    REQUIRE(size <= UINT32_MAX);
    uint8_t length[4];
    for (int i = 0; i < 4; i++)
        length[i] = (uint8_t)(size >> 8 * i);
    update(job, length, sizeof length);
    job->field_left = (uint32_t)size;
}

void hash_add_part(struct hash_job *job, const void *bytes, size_t size)
{
    REQUIRE(size <= job->field_left);
    if (size > 0)
        update(job, bytes, size);
    job->field_left -= (uint32_t)size;
}

void hash_add_part_u8(struct hash_job *job, uint8_t value)
{
    hash_add_part(job, &value, 1);
}

void hash_add_part_u32(struct hash_job *job, uint32_t value)
{
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    hash_add_part(job, bytes, sizeof bytes);
}

void hash_add(struct hash_job *job, const void *bytes, size_t size)
{
    hash_begin_field(job, size);
    hash_add_part(job, bytes, size);
}

void hash_add_u8(struct hash_job *job, uint8_t value)
{
    hash_add(job, &value, 1);
}

void hash_add_u32(struct hash_job *job, uint32_t value)
{
    hash_begin_field(job, 4);
    hash_add_part_u32(job, value);
}

void hash_add_u64(struct hash_job *job, uint64_t value)
{
    hash_begin_field(job, 8);
    hash_add_part_u32(job, (uint32_t)value);
    hash_add_part_u32(job, (uint32_t)(value >> 32));
}

struct hash hash_end(struct hash_job *job)
{
    REQUIRE(job->field_left == 0);
    struct hash hash;
    REQUIRE(crypto_generichash_final(state_of(job), hash.bytes, HASH_SIZE) ==
            0);
    sodium_memzero(job, sizeof *job);
    return hash;
}

bool hash_is_equal(const struct hash *one, const struct hash *other)
{
    return sodium_memcmp(one->bytes, other->bytes, HASH_SIZE) == 0;
}

void hash_random(struct hash *out)
{
    randombytes_buf(out->bytes, HASH_SIZE);
}

void hash_wipe(struct hash *hash)
{
    sodium_memzero(hash, sizeof *hash);
}

void hash_to_hex(char out[HASH_HEX_SIZE], const struct hash *hash)
{
    hex_write(out, hash->bytes, HASH_SIZE);
}

bool hash_from_hex(struct hash *out, const char *string)
{
    return hex_read(out->bytes, HASH_SIZE, string);
}
