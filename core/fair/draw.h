#ifndef CASTLED_DRAW_H
#define CASTLED_DRAW_H

/*
 * draw -- chance that nobody chose and everybody can check.
 *
 * The formulas of fairness.md sections 4 to 6, and no more: what the context
 * of a game is, how commitments, secrets and links become seeds, and how a
 * seed becomes numbers. Who has committed, and when a secret may be shown, the
 * protocol knows; what is drawn, `pile` and `deck`; what was, `record`.
 *
 * Nothing is allocated and nothing kept. Seeds and secrets go by pointer, to
 * be wiped with hash_wipe by who holds them; what is made of them in between
 * is wiped here.
 */

#include "fair/hash.h"

enum {
    DRAW_GAME_ID_SIZE = 16,
    DRAW_KEY_SIZE = 32,       /* of Ed25519 */
    DRAW_SHUFFLE_MAX = 65535, /* places in one order */
    DRAW_STREAM_WORDS = 16,   /* that one block gives */
};

/* Numbers from a seed. Holds the seed: to be wiped. */
struct draw_stream {
    struct hash seed;
    uint64_t next_block;
    uint32_t words[DRAW_STREAM_WORDS];
    uint32_t word_index; /* of the next word; DRAW_STREAM_WORDS: none left */
};

/* All that a game is bound to before anything is drawn. All is borrowed. */
struct draw_setup {
    const uint8_t *game_id; /* DRAW_GAME_ID_SIZE bytes */
    struct hash rules;      /* the ruleset's */
    const char *params;     /* canonical JSON */
    size_t params_size;
    const char *const *items; /* "PILE/ITEM", as the rules list them */
    uint32_t item_count;
    const uint8_t (*keys)[DRAW_KEY_SIZE]; /* seat 0, the daemon, first */
    uint32_t key_count;
    uint8_t level;
    uint32_t chain_length; /* level 2; else 0 */
    const char *beacon;    /* its spec; "" for none */
};

/* What one seat gave: its commitment, or its secret. */
struct draw_share {
    uint8_t seat;
    struct hash value;
};

enum draw_kind {
    DRAW_PUBLIC = 0,
    DRAW_PRIVATE = 1,
};

/* One seat's link for one draw of level 2. */
struct draw_link {
    uint8_t seat;
    uint8_t kind; /* enum draw_kind */
    uint32_t index;
    struct hash value;
};

/* The beacon's value; size 0 for none. Borrowed. */
struct draw_beacon {
    const uint8_t *bytes;
    size_t size;
};

/* A stream that stands at its first word. */
void draw_stream_init(struct draw_stream *stream, const struct hash *seed);

/* Forgets the seed and what was made of it. */
void draw_stream_wipe(struct draw_stream *stream);

/* The next 32 bits. */
uint32_t draw_word(struct draw_stream *stream);

/* One of 0 to n - 1, each as likely as the others; n is 1 or more. For n = 1
 * no word is taken. */
uint32_t draw_uniform(struct draw_stream *stream, uint32_t n);

/* The numbers 0 to n - 1 in the order that `seed` gives them; n is at most
 * DRAW_SHUFFLE_MAX, 0 is fine. */
void draw_shuffle(uint16_t *order, size_t n, const struct hash *seed);

/* The seed of a game played from a text that was chosen openly. */
void draw_seed_from_text(struct hash *out, const char *text);

/* A secret that nobody can guess as long as either the system's generator or
 * `long_term` is good; `counter` is another one for each secret of a game. */
void draw_fresh_secret(struct hash *out, const struct hash *long_term,
                       const uint8_t game_id[DRAW_GAME_ID_SIZE],
                       uint64_t counter);

/* The context of a game. */
struct hash draw_context(const struct draw_setup *setup);

/* Level 1: what a seat shows of its secret before anyone shows secrets. */
struct hash draw_commit(const struct hash *context, uint8_t seat,
                        const struct hash *secret);

/* All commitments as one value; `shares` has them by seat, ascending. */
struct hash draw_lock(const struct hash *context,
                      const struct draw_share *shares, size_t count);

/* Level 1: the master seed of all secrets; `shares` by seat, ascending. */
void draw_master(struct hash *out, const struct hash *context,
                 const struct draw_share *shares, size_t count,
                 struct draw_beacon beacon);

/* The seed for the use `label` of a master, for the k-th time, from 0. */
void draw_sub(struct hash *out, const struct hash *master, const char *label,
              uint64_t k);

/* The k-th roll, from 0, named `label`: 1 to `sides`. */
uint32_t draw_roll(const struct hash *master, const char *label, uint64_t k,
                   uint32_t sides);

/* Level 2: the last link, v[K], of a seat's chain. */
void draw_tip(struct hash *out, const struct hash *context, uint8_t seat,
              enum draw_kind kind, const struct hash *secret);

/* Level 2: the link before `link`, which tells nothing of `link`. The result's
 * index is one less; index 0 is the anchor. */
struct hash draw_link_before(const struct hash *context,
                             const struct draw_link *link);

/* Level 2: the link with `index` of a chain of `length` links, from its
 * secret. Takes length - index hashes. */
void draw_link_of(struct draw_link *link, const struct hash *context,
                  const struct hash *secret, uint32_t length);

/* Level 2: what stands for a seat's commitment in the lock. */
struct hash draw_anchors(const struct hash *public_anchor,
                         const struct hash *private_anchor);

/* Level 2: the seed of draw t, from 1; `label` is the pile's name, for a roll
 * "roll:" and the roll's; `links` by seat, ascending. */
void draw_seed_from_links(struct hash *out, const struct hash *context,
                          uint32_t t, const char *label,
                          const struct draw_link *links, size_t count,
                          struct draw_beacon beacon);

#endif
