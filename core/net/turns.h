#ifndef CASTLED_TURNS_H
#define CASTLED_TURNS_H

/*
 * turns -- who goes on next, of the connections with lines that wait.
 *
 * They come in rounds: in each, one connection of every address has its turn,
 * so that who has many waits for themselves only. Connections that count for no
 * address stand for themselves. An address is forgotten (net/limits.h) when its
 * connections have gone and what they took is made up for; when it comes again
 * it begins, like a new one, in the round that has its turns.
 *
 * It owns nothing; connections are put in and taken out by who has them.
 */

#include "net/connection.h"

enum {
    TURNS_ROUNDS = 256, /* a power of two; who has more connections than that
                           waiting gets several into the last */
};

struct turns {
    struct connections rounds[TURNS_ROUNDS]; /* by round, modulo their number */
    int64_t round;                           /* the one that has its turns */
    int count;
};

/* Nobody waits. */
void turns_init(struct turns *turns);

/* Adds a connection, which is in no turns. `last` is the round in which the
 * newest from its address is, or was; it becomes that of this one. */
void turns_add(struct turns *turns, struct connection *connection,
               int64_t *last);

/* Takes one out. */
void turns_remove(struct turns *turns, struct connection *connection);

/* Whose turn it is; NULL: nobody waits. */
struct connection *turns_first(struct turns *turns);

#endif
