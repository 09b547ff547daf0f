#ifndef CASTLED_SIGN_H
#define CASTLED_SIGN_H

/*
 * sign -- who stands by what.
 *
 * Ed25519 signatures over the three things that are signed in a game, each
 * with a domain of its own (fairness.md sections 5 and 9.1): the daemon signs
 * heads of a record, players acknowledge them, and players agree to a lock.
 *
 * Nothing is allocated. A key pair holds a secret: to be wiped by its holder.
 */

#include "fair/draw.h"

enum { SIGN_SIZE = 64 };

struct sign_keys {
    uint8_t public_key[DRAW_KEY_SIZE];
    uint8_t secret_key[64];
};

struct signature {
    uint8_t bytes[SIGN_SIZE];
};

enum sign_role {
    SIGN_HEAD, /* the daemon: this entry is in the record */
    SIGN_ACK,  /* a player: this entry is in the record that I saw */
};

/* The entry of a record that is signed, and with it all before it. */
struct sign_entry {
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint64_t seq;
    struct hash hash;
};

/* The keys that belong to a seed; new keys. */
void sign_keys_from_seed(struct sign_keys *out, const struct hash *seed);
void sign_keys_new(struct sign_keys *out);
void sign_keys_wipe(struct sign_keys *keys);

/* Whether these bytes are a public key that somebody may have: a point of the
 * curve, in its one form, and none of the few under which anything is signed.
 */
bool sign_is_key(const uint8_t key[DRAW_KEY_SIZE]) MUST_CHECK;

/* Signs an entry; whether a signature of it is good. */
struct signature sign_entry(const struct sign_keys *keys, enum sign_role role,
                            const struct sign_entry *entry);
bool sign_entry_is_by(const uint8_t public_key[DRAW_KEY_SIZE],
                      enum sign_role role, const struct sign_entry *entry,
                      const struct signature *signature) MUST_CHECK;

/* The same for a player's agreement to a lock. */
struct signature sign_agree(const struct sign_keys *keys,
                            const struct hash *lock);
bool sign_agree_is_by(const uint8_t public_key[DRAW_KEY_SIZE],
                      const struct hash *lock,
                      const struct signature *signature) MUST_CHECK;

#endif
