#ifndef CASTLED_FUZZ_RPC_WORDS_H
#define CASTLED_FUZZ_RPC_WORDS_H

/*
 * fuzz_rpc_words -- messages that a daemon could get, and what it said so far.
 *
 * Knows the names, tokens and numbers that were seen, and makes messages of
 * them: any method of the hall's table, with parameters that are right more
 * often than not; and for what a client was asked, the answer that is right.
 */

#include "fair/draw.h"
#include "game/contribution.h"
#include "hall/rpc.h"
#include "mutate.h"

enum { WORDS_MAX = 32, WORD_SIZE = 136, ANSWERS_MAX = 16, PEERS = 5 };

/* Words of one kind; the oldest goes when there are too many. */
struct words {
    int count;
    char list[WORDS_MAX][WORD_SIZE];
};

struct knowledge {
    struct mutate *mutate; /* borrowed */
    struct words games;
    struct words tokens;
    struct words invitations;
    struct words hashes;
    int seq; /* of the question asked last, anywhere */
    long id; /* of the message made last */
    struct contribution contributions[PEERS];
    struct text answers[PEERS][ANSWERS_MAX]; /* owned: what is due */
    int answer_count[PEERS];
};

void words_begin(struct knowledge *knowledge, struct mutate *mutate);
void words_end(struct knowledge *knowledge);

/* Learns from a line that was said to a peer. */
void words_hear(struct knowledge *knowledge, int peer, const char *line);

/* Adds a message for any of the methods. */
void words_say(struct knowledge *knowledge,
               const struct rpc_method *const *table, struct text *out);

/* Adds a right answer of the peer's and forgets that it is due; false when none
 * is. */
bool words_answer(struct knowledge *knowledge, int peer, struct text *out);

#endif
