#include "tile/area.h"

#include "tile/bits.h"

int spaces_count(const struct spaces *spaces)
{
    return bits_count(spaces->words, BOARD_WORDS);
}

int spaces_next(const struct spaces *spaces, int from)
{
    return bits_next(spaces->words, BOARD_WORDS, from);
}

/* Takes the area around `first` out of `left`. */
static struct area take_area(const struct board *board, struct spaces *left,
                             int first)
{
    struct area area = {0};
    uint8_t stack[PLAN_SPACES_MAX];
    int depth = 0;

    bits_remove(left->words, first);
    stack[depth++] = (uint8_t)first;
    while (depth > 0) {
        uint8_t space = stack[--depth];
        bits_add(area.spaces.words, space);
        area.space_count++;
        for (int edge = 0; edge < TILE_EDGES; edge++) {
            uint8_t next = board->neighbours[space][edge];
            if (next == SPACE_WALL) {
                area.start_count +=
                    board->plan->starts_at[space][edge] != START_NONE;
            } else if (bits_has(left->words, next)) {
                bits_remove(left->words, next);
                stack[depth++] = next;
            }
        }
    }
    return area;
}

struct area area_largest(const struct board *board, bool count_starts)
{
    struct area largest = {0};
    struct spaces left = board->empty;
    int largest_size = 0;
    int first = -1;

    if (!board->plan->bounded)
        return largest;
    while ((first = spaces_next(&left, first + 1)) >= 0) {
        struct area area = take_area(board, &left, first);
        int size = area.space_count + (count_starts ? area.start_count : 0);
        if (size > largest_size) {
            largest_size = size;
            largest = area;
        }
    }
    return largest;
}
