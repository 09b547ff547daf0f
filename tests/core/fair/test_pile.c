#include "vectors.h"

#include "fair/pile.h"

#include <signal.h>

Test(pile, names_are_small_letters_digits_and_low_lines)
{
    static const struct {
        const char *name;
        bool is_name;
    } names[] = {
        {"bag", true},
        {"wall_tiles", true},
        {"a", true},
        {"7", true},
        {"abcdefghijklmnopqrstuvwxyz01234", true},
        {"abcdefghijklmnopqrstuvwxyz012345", false},
        {"", false},
        {"Bag", false},
        {"castle-tiles", false},
        {"a/b", false},
        {"a:b", false},
        {"a b", false},
        {"\xc3\xa9", false},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect_eq(pile_is_name(names[i].name), names[i].is_name, "%s",
                     names[i].name);
}

Test(pile, a_new_pile_has_all_items_in_order)
{
    struct pile pile;
    pile_init(&pile, "castle_tiles", 60);
    cr_expect_str_eq(pile.name, "castle_tiles");
    cr_expect_eq(pile.count, 60);
    cr_expect_eq(pile.left_count, 60);
    for (int i = 0; i < 60; i++) {
        cr_expect_eq(pile.left[i], i);
        cr_expect(pile_has(&pile, i));
    }
    cr_expect_not(pile_has(&pile, 60));
    cr_expect_not(pile_has(&pile, -1));
}

Test(pile, the_rest_keeps_its_order)
{
    struct pile pile;
    pile_init(&pile, "bag", 5);
    pile_take(&pile, 1);
    pile_take(&pile, 4);
    cr_expect_eq(pile.count, 5);
    cr_expect_eq(pile.left_count, 3);
    cr_expect_arr_eq(pile.left, ((uint8_t[]){0, 2, 3}), 3);
    cr_expect_not(pile_has(&pile, 1));
    cr_expect_not(pile_has(&pile, 4));
}

Test(pile, what_is_put_back_goes_to_its_place)
{
    struct pile pile;
    struct pile whole;
    pile_init(&whole, "bag", 128);
    for (int item = 0; item < 128; item++) {
        pile = whole;
        pile_take(&pile, item);
        pile_take(&pile, (item + 64) % 128);
        pile_put_back(&pile, item);
        pile_put_back(&pile, (item + 64) % 128);
        cr_expect_eq(memcmp(&pile, &whole, sizeof pile), 0, "item %d", item);
    }
}

Test(pile, equal_piles_are_equal_bytes_whatever_was_first)
{
    struct pile one;
    struct pile other;
    memset(&one, 0xff, sizeof one);
    pile_init(&one, "bag", 10);
    pile_init(&other, "bag", 10);
    pile_take(&one, 3);
    pile_take(&one, 9);
    pile_take(&other, 9);
    pile_take(&other, 3);
    cr_expect_eq(memcmp(&one, &other, sizeof one), 0);
}

Test(pile, it_may_be_empty_and_be_full)
{
    struct pile pile;
    pile_init(&pile, "none", 0);
    cr_expect_not(pile_has(&pile, 0));
    pile_init(&pile, "most", PILE_ITEMS_MAX);
    cr_expect(pile_has(&pile, PILE_ITEMS_MAX - 1));
    for (int i = PILE_ITEMS_MAX - 1; i >= 0; i--)
        pile_take(&pile, i);
    cr_expect_eq(pile.left_count, 0);
    cr_expect_not(pile_has(&pile, 0));
}

Test(pile, more_items_end_the_program, .signal = SIGABRT)
{
    struct pile pile;
    pile_init(&pile, "most", PILE_ITEMS_MAX + 1);
}

Test(pile, a_name_that_is_none_ends_the_program, .signal = SIGABRT)
{
    struct pile pile;
    pile_init(&pile, "no name", 1);
}

Test(pile, taking_what_is_gone_ends_the_program, .signal = SIGABRT)
{
    struct pile pile;
    pile_init(&pile, "bag", 3);
    pile_take(&pile, 1);
    pile_take(&pile, 1);
}

Test(pile, putting_back_what_is_there_ends_the_program, .signal = SIGABRT)
{
    struct pile pile;
    pile_init(&pile, "bag", 3);
    pile_put_back(&pile, 1);
}

Test(pile, putting_back_what_never_was_there_ends_the_program,
     .signal = SIGABRT)
{
    struct pile pile;
    pile_init(&pile, "bag", 3);
    pile_put_back(&pile, 3);
}

Test(pile, drawing_from_nothing_ends_the_program, .signal = SIGABRT)
{
    struct hash seed = {{0}};
    struct draw_stream stream;
    struct pile pile;
    draw_stream_init(&stream, &seed);
    pile_init(&pile, "bag", 0);
    (void)pile_draw(&pile, &stream);
}

/* The letter of each item in the vector is 'A' and its number. */
Test(pile, level_2_vectors)
{
    struct json *root = vectors_load();
    const struct json *draws =
        json_get(json_at(json_get(root, "l2"), 0), "draws");
    struct pile pile;
    pile_init(&pile, "bag", 6);
    for (size_t i = 0; i < json_size(draws); i++) {
        const struct json *tiles = json_get(json_at(draws, i), "tiles");
        const struct json *rest = json_get(json_at(draws, i), "rest");
        struct hash seed = vectors_hash(json_get(json_at(draws, i), "seed"));
        struct draw_stream stream;
        draw_stream_init(&stream, &seed);
        for (size_t k = 0; k < json_size(tiles); k++)
            cr_expect_eq('A' + pile_draw(&pile, &stream),
                         json_string_of(json_at(tiles, k))[0]);
        cr_assert_eq(pile.left_count, json_size(rest));
        for (size_t k = 0; k < json_size(rest); k++)
            cr_expect_eq('A' + pile.left[k],
                         json_string_of(json_at(rest, k))[0]);
    }
    json_free(root);
}
