#include "net/turns.h"

static struct connections *round_of(struct turns *turns, int64_t round)
{
    return &turns->rounds[round & (TURNS_ROUNDS - 1)];
}

void turns_init(struct turns *turns)
{
    *turns = (struct turns){0};
    for (int i = 0; i < TURNS_ROUNDS; i++)
        TAILQ_INIT(&turns->rounds[i]);
}

void turns_add(struct turns *turns, struct connection *connection,
               int64_t *last)
{
    int64_t round = *last + 1;
    if (round < turns->round)
        round = turns->round;
    if (round >= turns->round + TURNS_ROUNDS)
        round = turns->round + TURNS_ROUNDS - 1;
    *last = connection->round = round;
    TAILQ_INSERT_TAIL(round_of(turns, round), connection, in_turns);
    turns->count++;
}

void turns_remove(struct turns *turns, struct connection *connection)
{
    TAILQ_REMOVE(round_of(turns, connection->round), connection, in_turns);
    turns->count--;
}

struct connection *turns_first(struct turns *turns)
{
    if (turns->count == 0)
        return NULL;
    while (TAILQ_EMPTY(round_of(turns, turns->round)))
        turns->round++;
    return TAILQ_FIRST(round_of(turns, turns->round));
}
