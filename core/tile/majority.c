#include "tile/majority.h"

int majority_of(const uint8_t *counts, int player_count)
{
    int most = 0;
    int player = MAJORITY_NONE;

    for (int i = 0; i < player_count; i++) {
        if (counts[i] > most) {
            most = counts[i];
            player = i;
        } else if (counts[i] == most) {
            player = MAJORITY_NONE;
        }
    }
    return player;
}
