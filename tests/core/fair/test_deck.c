#include "vectors.h"

#include "fair/deck.h"

#include <signal.h>

Test(deck, level_1_vectors)
{
    struct json *root = vectors_load();
    const struct json *list = json_get(root, "l1");
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *order = json_get(json_at(list, i), "order");
        struct hash master = vectors_hash(json_get(json_at(list, i), "master"));
        struct pile pile;
        struct deck deck;
        pile_init(&pile, "bag", 6);
        deck_seal(&deck, &pile, &master, 0);
        for (size_t k = 0; k < 6; k++) {
            cr_expect_eq(deck_left(&deck), 6 - (int)k);
            cr_expect_eq(deck_next(&deck), vectors_item(order, k));
        }
        cr_expect_eq(deck_left(&deck), 0);
    }
    json_free(root);
}

Test(deck, each_pile_and_each_time_has_an_order_of_its_own)
{
    struct hash master = {{9}};
    struct pile bag;
    struct pile box;
    struct deck decks[3];
    pile_init(&bag, "bag", 128);
    pile_init(&box, "box", 128);
    deck_seal(&decks[0], &bag, &master, 0);
    deck_seal(&decks[1], &box, &master, 0);
    deck_seal(&decks[2], &bag, &master, 1);
    cr_expect_neq(memcmp(&decks[0], &decks[1], sizeof decks[0]), 0);
    cr_expect_neq(memcmp(&decks[0], &decks[2], sizeof decks[0]), 0);
    cr_expect_neq(memcmp(&decks[1], &decks[2], sizeof decks[0]), 0);
}

Test(deck, a_pile_shuffled_again_is_what_is_left_by_listed_order)
{
    struct hash master = {{9}};
    struct pile pile;
    struct deck deck;
    pile_init(&pile, "bag", 10);
    pile_take(&pile, 0);
    pile_take(&pile, 7);
    deck_seal(&deck, &pile, &master, 1);
    cr_assert_eq(deck_left(&deck), 8);

    struct hash seed;
    uint16_t places[8];
    draw_sub(&seed, &master, "shuffle:bag", 1);
    draw_shuffle(places, 8, &seed);
    for (int i = 0; i < 8; i++) {
        int item = deck_next(&deck);
        cr_expect_eq(item, pile.left[places[i]]);
        cr_expect(pile_has(&pile, item));
    }
}

Test(deck, all_items_come_once)
{
    struct hash master = {{9}};
    struct pile pile;
    struct deck deck;
    pile_init(&pile, "abcdefghijklmnopqrstuvwxyz01234", PILE_ITEMS_MAX);
    deck_seal(&deck, &pile, &master, 0);
    while (deck_left(&deck) > 0)
        pile_take(&pile, deck_next(&deck));
    cr_expect_eq(pile.left_count, 0);
}

Test(deck, an_empty_pile_makes_an_empty_deck)
{
    struct hash master = {{9}};
    struct pile pile;
    struct deck deck;
    pile_init(&pile, "bag", 0);
    deck_seal(&deck, &pile, &master, 0);
    cr_expect_eq(deck_left(&deck), 0);
}

Test(deck, a_wiped_deck_is_zeros)
{
    struct hash master = {{9}};
    struct pile pile;
    struct deck deck;
    struct deck zero = {0};
    pile_init(&pile, "bag", 20);
    deck_seal(&deck, &pile, &master, 0);
    (void)deck_next(&deck);
    deck_wipe(&deck);
    cr_expect_eq(memcmp(&deck, &zero, sizeof deck), 0);
}

Test(deck, the_next_of_none_ends_the_program, .signal = SIGABRT)
{
    struct deck deck = {0};
    (void)deck_next(&deck);
}

Test(deck, a_first_shuffle_of_a_broken_pile_ends_the_program, .signal = SIGABRT)
{
    struct hash master = {{9}};
    struct pile pile;
    struct deck deck;
    pile_init(&pile, "bag", 2);
    pile_take(&pile, 0);
    deck_seal(&deck, &pile, &master, 0);
}
