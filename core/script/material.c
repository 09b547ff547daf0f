#include "script/material.h"

#include <string.h>

void material_copy(struct material *to, const struct material *from)
{
    memcpy(to, from, offsetof(struct material, board));
    board_copy(&to->board, &from->board);
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
