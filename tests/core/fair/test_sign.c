#include "vectors.h"

#include "fair/sign.h"

#include <sodium.h>

/* The keys of a vector's seat. */
static struct sign_keys keys_of(int seat)
{
    struct json *root = vectors_load();
    const struct json *vector =
        json_at(json_get(root, "ed25519"), (size_t)seat);
    struct hash seed = vectors_hash(json_get(vector, "seed"));
    struct sign_keys keys;
    sign_keys_from_seed(&keys, &seed);
    json_free(root);
    return keys;
}

Test(sign, vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "ed25519");
    cr_assert_eq(json_size(list), 3);
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *vector = json_at(list, i);
        struct sign_keys keys = keys_of((int)i);
        struct hash public_key;
        memcpy(public_key.bytes, keys.public_key, DRAW_KEY_SIZE);
        vectors_expect(&public_key, json_get(vector, "public"));

        struct text message = vectors_bytes(json_get(vector, "msg"));
        uint8_t signature[SIGN_SIZE];
        char hex[2 * SIGN_SIZE + 1];
        crypto_sign_detached(signature, NULL,
                             (const uint8_t *)text_string(&message),
                             message.size, keys.secret_key);
        hex_write(hex, signature, SIGN_SIZE);
        cr_expect_str_eq(hex, json_string_of(json_get(vector, "sig")));
        text_free(&message);
    }
    json_free(root);
}

static struct sign_entry some_entry(void)
{
    struct sign_entry entry = {.seq = 0x0102030405060708};
    memset(entry.game_id, 'g', sizeof entry.game_id);
    memset(entry.hash.bytes, 'h', HASH_SIZE);
    return entry;
}

Test(sign, an_entry_is_signed_over_lengths_and_fields)
{
    struct sign_keys keys = keys_of(0);
    struct sign_entry entry = some_entry();
    struct signature signature = sign_entry(&keys, SIGN_HEAD, &entry);

    struct text message = {0};
    text_add_bytes(&message, "\x16\0\0\0castled/record/v1/head", 26);
    text_add_bytes(&message, "\x10\0\0\0gggggggggggggggg", 20);
    text_add_bytes(&message, "\x08\x07\x06\x05\x04\x03\x02\x01", 8);
    text_add_bytes(&message, "\x20\0\0\0hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", 36);
    cr_expect_eq(crypto_sign_verify_detached(signature.bytes,
                                             (const uint8_t *)message.bytes,
                                             message.size, keys.public_key),
                 0);
    text_free(&message);
}

Test(sign, a_signature_is_good_for_key_role_and_entry_alone)
{
    struct sign_keys keys = keys_of(0);
    struct sign_keys other = keys_of(1);
    struct sign_entry entry = some_entry();
    struct signature head = sign_entry(&keys, SIGN_HEAD, &entry);
    struct signature ack = sign_entry(&keys, SIGN_ACK, &entry);
    cr_expect(sign_entry_is_by(keys.public_key, SIGN_HEAD, &entry, &head));
    cr_expect(sign_entry_is_by(keys.public_key, SIGN_ACK, &entry, &ack));
    cr_expect_not(sign_entry_is_by(keys.public_key, SIGN_ACK, &entry, &head));
    cr_expect_not(sign_entry_is_by(keys.public_key, SIGN_HEAD, &entry, &ack));
    cr_expect_not(sign_entry_is_by(other.public_key, SIGN_HEAD, &entry, &head));

    struct sign_entry changed = entry;
    changed.seq++;
    cr_expect_not(
        sign_entry_is_by(keys.public_key, SIGN_HEAD, &changed, &head));
    changed = entry;
    changed.game_id[15] ^= 1;
    cr_expect_not(
        sign_entry_is_by(keys.public_key, SIGN_HEAD, &changed, &head));
    changed = entry;
    changed.hash.bytes[31] ^= 1;
    cr_expect_not(
        sign_entry_is_by(keys.public_key, SIGN_HEAD, &changed, &head));
}

Test(sign, a_signature_with_any_bit_flipped_is_bad)
{
    struct sign_keys keys = keys_of(0);
    struct sign_entry entry = some_entry();
    struct signature signature = sign_entry(&keys, SIGN_HEAD, &entry);
    for (int i = 0; i < 8 * SIGN_SIZE; i++) {
        struct signature changed = signature;
        changed.bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        cr_expect_not(
            sign_entry_is_by(keys.public_key, SIGN_HEAD, &entry, &changed),
            "bit %d", i);
    }
}

Test(sign, an_agreement_is_good_for_key_and_lock_alone)
{
    struct sign_keys keys = keys_of(1);
    struct sign_keys other = keys_of(2);
    struct hash lock = {{1, 2, 3}};
    struct hash changed = {{1, 2, 4}};
    struct signature signature = sign_agree(&keys, &lock);
    cr_expect(sign_agree_is_by(keys.public_key, &lock, &signature));
    cr_expect_not(sign_agree_is_by(keys.public_key, &changed, &signature));
    cr_expect_not(sign_agree_is_by(other.public_key, &lock, &signature));
}

Test(sign, what_is_no_key_is_none)
{
    static const struct {
        const char *is;
        const char *key;
    } bad[] = {
        {"the order 4",
         "0000000000000000000000000000000000000000000000000000000000000000"},
        {"the order 1",
         "0100000000000000000000000000000000000000000000000000000000000000"},
        {"the order 2",
         "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
        {"the order 8",
         "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"},
        {"the order 8 in it",
         "0169d3c02f3edd121cafbe1dfd45c4cf4aac216a79e36e6326419f2a654d2d46"},
        {"the order 1, written in another way",
         "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
        {"no point",
         "0200000000000000000000000000000000000000000000000000000000000000"},
        {"no point either",
         "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
    };
    uint8_t key[DRAW_KEY_SIZE];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert(hex_read(key, sizeof key, bad[i].key));
        cr_expect_not(sign_is_key(key), "%s", bad[i].is);
    }
    for (int i = 0; i < 100; i++) {
        struct sign_keys keys;
        sign_keys_new(&keys);
        cr_expect(sign_is_key(keys.public_key));
    }
    for (int i = 0; i < 3; i++) {
        struct sign_keys keys = keys_of(i);
        cr_expect(sign_is_key(keys.public_key));
    }
}

Test(sign, new_keys_differ_and_sign)
{
    struct sign_keys one;
    struct sign_keys other;
    sign_keys_new(&one);
    sign_keys_new(&other);
    cr_expect_neq(memcmp(one.public_key, other.public_key, DRAW_KEY_SIZE), 0);
    struct hash lock = {{1}};
    struct signature signature = sign_agree(&one, &lock);
    cr_expect(sign_agree_is_by(one.public_key, &lock, &signature));
    sign_keys_wipe(&one);
    struct sign_keys zero = {0};
    cr_expect_eq(memcmp(&one, &zero, sizeof one), 0);
}
