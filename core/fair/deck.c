#include "fair/deck.h"

#include <sodium.h>
#include <stdio.h>

void deck_seal(struct deck *deck, const struct pile *pile,
               const struct hash *master, uint64_t k)
{
    REQUIRE(k > 0 || pile->left_count == pile->count);

    char label[sizeof "shuffle:" + PILE_NAME_SIZE];
    snprintf(label, sizeof label, "shuffle:%s", pile->name);
    struct hash seed;
    draw_sub(&seed, master, label, k);
    uint16_t places[PILE_ITEMS_MAX];
    draw_shuffle(places, pile->left_count, &seed);

    *deck = (struct deck){.count = pile->left_count};
    for (int i = 0; i < deck->count; i++)
        deck->order[i] = pile->left[places[i]];
    sodium_memzero(places, sizeof places);
    hash_wipe(&seed);
}

int deck_left(const struct deck *deck)
{
    return deck->count - deck->next;
}

int deck_next(struct deck *deck)
{
    REQUIRE(deck_left(deck) > 0);
    return deck->order[deck->next++];
}

void deck_wipe(struct deck *deck)
{
    sodium_memzero(deck, sizeof *deck);
}
