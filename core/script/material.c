#include "script/material.h"

#include <string.h>

void material_copy(struct material *to, const struct material *from)
{
    memcpy(to, from, offsetof(struct material, board));
    board_copy(&to->board, &from->board);
}

int material_unseen(const struct material *material, int pile, int seat,
                    uint8_t items[PILE_ITEMS_MAX])
{
    const struct pile *left = &material->piles[pile];
    bool is_unseen[PILE_ITEMS_MAX] = {false};
    int count = 0;
    for (int i = 0; i < left->left_count; i++)
        is_unseen[left->left[i]] = true;
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++) {
        const struct hand *hand = &material->hands[i];
        for (int j = 0; i != seat && j < hand->count; j++)
            if (hand->piles[j] == pile)
                is_unseen[hand->items[j]] = true;
    }
    for (int item = 0; item < left->count; item++)
        if (is_unseen[item])
            items[count++] = (uint8_t)item;
    return count;
}

/* The hand that holds the item, and at which place in it; NULL: none. */
static const struct hand *find_held(const struct material *material, int pile,
                                    int item, int *place)
{
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++) {
        const struct hand *hand = &material->hands[i];
        for (int j = 0; j < hand->count; j++)
            if (hand->piles[j] == pile && hand->items[j] == item) {
                *place = j;
                return hand;
            }
    }
    return NULL;
}

bool material_is_held(const struct material *material, int pile, int item)
{
    int place;
    return find_held(material, pile, item, &place) != NULL;
}

void material_exchange(struct material *material, int pile, int item,
                       int instead)
{
    int place = 0;
    struct hand *hand = (struct hand *)find_held(material, pile, item, &place);
    REQUIRE(hand != NULL);
    pile_take(&material->piles[pile], instead);
    pile_put_back(&material->piles[pile], item);
    hand->items[place] = (uint8_t)instead;
}

bool hand_add(struct hand *hand, int pile, int item)
{
    if (hand->count == MATERIAL_HAND_MAX)
        return false;
    hand->piles[hand->count] = (uint8_t)pile;
    hand->items[hand->count] = (uint8_t)item;
    hand->count++;
    return true;
}

bool hand_take(struct hand *hand, int pile, int item)
{
    for (int i = 0; i < hand->count; i++) {
        if (hand->piles[i] != pile || hand->items[i] != item)
            continue;
        for (int j = i; j + 1 < hand->count; j++) {
            hand->piles[j] = hand->piles[j + 1];
            hand->items[j] = hand->items[j + 1];
        }
        hand->count--;
        return true;
    }
    return false;
}
