#ifndef CASTLED_CONNECT_HEAD_H
#define CASTLED_CONNECT_HEAD_H

/*
 * connect_head -- how far a daemon has signed a game's record.
 *
 * A head is the number and hash of an entry, signed by the daemon; it stands
 * for all entries before it. Whoever has two good ones with one number and
 * different hashes can prove that there are two histories (fairness.md section
 * 9). A `connect_heads` remembers the newest of a game, and some before it, and
 * says what a further one means.
 *
 * Owns nothing.
 */

#include "base/json.h"
#include "fair/record.h"

enum { CONNECT_HEADS_MAX = 64 /* that are remembered, the newest included */ };

struct connect_head {
    int64_t entry; /* from 0 */
    struct hash hash;
    struct signature signature;
};

struct connect_heads {
    bool has_key; /* game and key are known */
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint8_t key[DRAW_KEY_SIZE]; /* the daemon's in this game */
    int count;                  /* of those remembered */
    int newest;                 /* its place among them */
    struct connect_head heads[CONNECT_HEADS_MAX];
};

enum connect_head_verdict {
    CONNECT_HEAD_NEWER,    /* and now the newest */
    CONNECT_HEAD_KNOWN,    /* it is the newest already */
    CONNECT_HEAD_OLDER,    /* than the newest, remembered or not */
    CONNECT_HEAD_FORKED,   /* another one has its number */
    CONNECT_HEAD_UNSIGNED, /* the signature is not good */
};

/* Reads the members entry, hash and signature; false when they are not
 * those of a head. */
bool connect_head_read(struct connect_head *head,
                       const struct json *object) MUST_CHECK;

/* Adds those members to an object. */
void connect_head_add(const struct connect_head *head, struct text *out);

/* Takes a head. Without a key, as who only watches has none, no signature is
 * checked; a seat takes none then. */
enum connect_head_verdict connect_heads_take(struct connect_heads *heads,
                                             const struct connect_head *head);

/* From now on this is the newest, and all that was remembered is forgotten: the
 * daemon has gone back to it. */
void connect_heads_go_back(struct connect_heads *heads,
                           const struct connect_head *head);

/* The newest; NULL while there is none. Borrowed until the next is taken. */
const struct connect_head *
connect_heads_newest(const struct connect_heads *heads);

/* A player's signature under the newest head, which there must be, with a key:
 * "this is the record that I saw". */
struct signature connect_heads_ack(const struct connect_heads *heads,
                                   const struct sign_keys *keys);

/* Whether the head is in the record. */
bool connect_head_is_in(const struct connect_head *head,
                        const struct record *record) MUST_CHECK;

#endif
