#include "fair/sign.h"

#include <sodium.h>
#include <string.h>

_Static_assert(SIGN_SIZE == crypto_sign_BYTES &&
                   DRAW_KEY_SIZE == crypto_sign_PUBLICKEYBYTES &&
                   sizeof((struct sign_keys *)0)->secret_key ==
                       crypto_sign_SECRETKEYBYTES,
               "the sizes are Ed25519's");

/* What is signed: room for the longest. */
struct message {
    uint8_t bytes[128];
    size_t size;
};

static void add_number(struct message *message, uint64_t value, size_t size)
{
    REQUIRE(message->size + size <= sizeof message->bytes);
    for (size_t i = 0; i < size; i++)
        message->bytes[message->size++] = (uint8_t)(value >> 8 * i);
}

static void add_field(struct message *message, const void *bytes, size_t size)
{
    add_number(message, size, 4);
    REQUIRE(message->size + size <= sizeof message->bytes);
    memcpy(message->bytes + message->size, bytes, size);
    message->size += size;
}

static struct message entry_message(enum sign_role role,
                                    const struct sign_entry *entry)
{
    const char *domain =
        role == SIGN_HEAD ? "castled/record/v1/head" : "castled/record/v1/ack";
    struct message message = {.size = 0};
    add_field(&message, domain, strlen(domain));
    add_field(&message, entry->game_id, DRAW_GAME_ID_SIZE);
    add_number(&message, entry->seq, 8);
    add_field(&message, entry->hash.bytes, HASH_SIZE);
    return message;
}

static struct message agree_message(const struct hash *lock)
{
    static const char domain[] = "castled/fair/v1/agree";
    struct message message = {.size = 0};
    add_field(&message, domain, sizeof domain - 1);
    add_field(&message, lock->bytes, HASH_SIZE);
    return message;
}

void sign_keys_from_seed(struct sign_keys *out, const struct hash *seed)
{
    REQUIRE(crypto_sign_seed_keypair(out->public_key, out->secret_key,
                                     seed->bytes) == 0);
}

void sign_keys_new(struct sign_keys *out)
{
    REQUIRE(crypto_sign_keypair(out->public_key, out->secret_key) == 0);
}

void sign_keys_wipe(struct sign_keys *keys)
{
    sodium_memzero(keys, sizeof *keys);
}

bool sign_is_key(const uint8_t key[DRAW_KEY_SIZE])
{
    return crypto_core_ed25519_is_valid_point(key) == 1;
}

static struct signature sign(const struct sign_keys *keys,
                             const struct message *message)
{
    struct signature signature;
    REQUIRE(crypto_sign_detached(signature.bytes, NULL, message->bytes,
                                 message->size, keys->secret_key) == 0);
    return signature;
}

static bool is_by(const uint8_t public_key[DRAW_KEY_SIZE],
                  const struct message *message,
                  const struct signature *signature)
{
    return crypto_sign_verify_detached(signature->bytes, message->bytes,
                                       message->size, public_key) == 0;
}

struct signature sign_entry(const struct sign_keys *keys, enum sign_role role,
                            const struct sign_entry *entry)
{
    struct message message = entry_message(role, entry);
    return sign(keys, &message);
}

bool sign_entry_is_by(const uint8_t public_key[DRAW_KEY_SIZE],
                      enum sign_role role, const struct sign_entry *entry,
                      const struct signature *signature)
{
    struct message message = entry_message(role, entry);
    return is_by(public_key, &message, signature);
}

struct signature sign_agree(const struct sign_keys *keys,
                            const struct hash *lock)
{
    struct message message = agree_message(lock);
    return sign(keys, &message);
}

bool sign_agree_is_by(const uint8_t public_key[DRAW_KEY_SIZE],
                      const struct hash *lock,
                      const struct signature *signature)
{
    struct message message = agree_message(lock);
    return is_by(public_key, &message, signature);
}
