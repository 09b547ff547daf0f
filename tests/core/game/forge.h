#ifndef CASTLED_FORGE_H
#define CASTLED_FORGE_H

/*
 * forge -- a forger of records, for tests.
 *
 * Takes a record apart into its entries, lets them be changed, and puts them
 * together again as one whose chain and signatures are good: what a referee
 * could do who has all keys and all secrets. What is asked of it must work, or
 * the test fails.
 */

#include "game/sealing.h"

enum { FORGE_ENTRIES_MAX = 1024 };

struct forge_entry {
    char type[RECORD_TYPE_SIZE];
    int by;
    int64_t ts;
    struct text d; /* owned */
};

struct forge {
    int count;
    struct forge_entry entries[FORGE_ENTRIES_MAX];
    bool is_sealed;
    struct sign_keys keys[SEALING_SEATS_MAX]; /* by seat, the referee first */
    struct hash secrets[SEALING_SEATS_MAX];   /* the same */
};

/* Takes the record apart; the rest stays as it is. */
void forge_read(struct forge *forge, const struct record *record);

void forge_clear(struct forge *forge);

/* The number of the n-th entry of this type, from 0, by this seat. */
int forge_find(const struct forge *forge, const char *type, int by, int n);

/* Puts `new` where `old` is in the d of an entry, the first time. */
void forge_replace(struct forge *forge, int seq, const char *old,
                   const char *new);

/* Makes `d` the d of an entry. */
void forge_set(struct forge *forge, int seq, const char *d);

/* Moves an entry: those between go one on. */
void forge_move(struct forge *forge, int seq, int to);

void forge_remove(struct forge *forge, int seq);

/* Puts another text into the source whose path ends so, and its hash into the
 * opening. */
void forge_source(struct forge *forge, const char *path, const char *text);

/* The text of that source. Borrowed until it changes. */
struct text forge_source_text(const struct forge *forge, const char *path);

/* Makes the context of what the opening says, with the keys that there are,
 * and after it all commitments, the lock, agreements and reveals. */
void forge_seal(struct forge *forge);

/* The same under any context. */
void forge_seal_under(struct forge *forge, const struct hash *context);

/* The record, chained and, when it is sealed, signed by the referee at the
 * lock and at its end; the caller's. */
struct record *forge_write(const struct forge *forge);

#endif
