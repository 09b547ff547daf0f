#ifndef CASTLED_HASH_H
#define CASTLED_HASH_H

/*
 * hash -- the one hash function of fair play.
 *
 * H(domain, field 1, ..., field n) of fairness.md section 4: BLAKE2b-256 over
 * the domain and the fields, each after its length. So no two lists of fields
 * are the same bytes, and no two uses the same hash. A domain is never "", and
 * each use has its own.
 *
 *     struct hash_job job;
 *     hash_begin(&job, "castled/fair/v1/commit");
 *     hash_add(&job, context.bytes, HASH_SIZE);
 *     hash_add_u8(&job, seat);
 *     struct hash commitment = hash_end(&job);
 *
 * Nothing is allocated. hash_end wipes the job. A `struct hash` is also what
 * holds seeds and secrets, 32 bytes as well: those are handed on by pointer,
 * and wiped with hash_wipe by whoever holds them.
 */

#include "base/error.h"

#include <stdint.h>

enum {
    HASH_SIZE = 32,
    HASH_HEX_SIZE = 65, /* with the zero byte */
};

struct hash {
    uint8_t bytes[HASH_SIZE];
};

/* A hash in the making. */
struct hash_job {
    _Alignas(64) uint8_t state[384]; /* libsodium's */
    uint32_t field_left;             /* of a field given in parts */
};

/* Starts with the domain, an ASCII string. */
void hash_begin(struct hash_job *job, const char *domain);

/* Adds one field: bytes, or an integer, lowest byte first. */
void hash_add(struct hash_job *job, const void *bytes, size_t size);
void hash_add_u8(struct hash_job *job, uint8_t value);
void hash_add_u32(struct hash_job *job, uint32_t value);
void hash_add_u64(struct hash_job *job, uint64_t value);

/* Starts one field of `size` bytes, which the parts that follow must fill
 * exactly before anything else is added. */
void hash_begin_field(struct hash_job *job, size_t size);
void hash_add_part(struct hash_job *job, const void *bytes, size_t size);
void hash_add_part_u8(struct hash_job *job, uint8_t value);
void hash_add_part_u32(struct hash_job *job, uint32_t value);

/* The hash; the job is over and wiped. */
struct hash hash_end(struct hash_job *job);

/* Whether both are the same, in a time that tells nothing. */
bool hash_is_equal(const struct hash *one, const struct hash *other);

/* 32 bytes of the system's randomness. */
void hash_random(struct hash *out);

/* Forgets a seed or a secret, in a way that no compiler leaves out. */
void hash_wipe(struct hash *hash);

/* The hash in 64 characters, and back; false when `string` is not exactly
 * that, in small letters. */
void hash_to_hex(char out[HASH_HEX_SIZE], const struct hash *hash);
bool hash_from_hex(struct hash *out, const char *string) MUST_CHECK;

#endif
