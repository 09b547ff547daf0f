#include "fair/pile.h"

#include <string.h>

bool pile_is_name(const char *name)
{
    size_t allowed = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return allowed > 0 && allowed < PILE_NAME_SIZE && name[allowed] == '\0';
}

void pile_init(struct pile *pile, const char *name, int count)
{
    REQUIRE(pile_is_name(name));
    REQUIRE(count >= 0 && count <= PILE_ITEMS_MAX);
    *pile = (struct pile){
        .count = (uint8_t)count,
        .left_count = (uint8_t)count,
    };
    memcpy(pile->name, name, strlen(name));
    for (int i = 0; i < count; i++)
        pile->left[i] = (uint8_t)i;
}

/* The index in `left` of the first item that is not before `item`. */
static int place_of(const struct pile *pile, int item)
{
    int place = 0;
    while (place < pile->left_count && pile->left[place] < item)
        place++;
    return place;
}

bool pile_has(const struct pile *pile, int item)
{
    int place = place_of(pile, item);
    return place < pile->left_count && pile->left[place] == item;
}

static void close_gap(struct pile *pile, int place)
{
    pile->left_count--;
    memmove(pile->left + place, pile->left + place + 1,
            (size_t)(pile->left_count - place));
    pile->left[pile->left_count] = 0;
}

void pile_take(struct pile *pile, int item)
{
    REQUIRE(pile_has(pile, item));
    close_gap(pile, place_of(pile, item));
}

void pile_put_back(struct pile *pile, int item)
{
    REQUIRE(item >= 0 && item < pile->count);
    REQUIRE(!pile_has(pile, item));
    int place = place_of(pile, item);
    memmove(pile->left + place + 1, pile->left + place,
            (size_t)(pile->left_count - place));
    pile->left[place] = (uint8_t)item;
    pile->left_count++;
}

int pile_draw(struct pile *pile, struct draw_stream *stream)
{
    REQUIRE(pile->left_count > 0);
    int place = (int)draw_uniform(stream, pile->left_count);
    int item = pile->left[place];
    close_gap(pile, place);
    return item;
}
