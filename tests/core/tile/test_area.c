#include "box.h"

#include "tile/area.h"

#include <criterion/criterion.h>

static struct box box;
static struct board board;

static const char court[] = ".........................";

/* Lays a court tile at x, y. */
static void cover(int x, int y)
{
    struct placement placement = {0, 0, board_space(&board, x, y)};
    board_lay(&board, placement);
}

static void set_up(const char *const *rows, int height)
{
    box_blank(&box, rows, height);
    box_tile(&box, "court", court);
    box_start(&box, 0, 0, EDGE_NORTH, ".....");
}

Test(area, spaces_hang_together_side_to_side)
{
    static const char *const rows[] = {"oooo", "oooo", "oooo"};
    set_up(rows, 3);
    box_board(&box, true, &board);
    struct area area = area_largest(&board, false);
    cr_assert_eq(area.space_count, 12);
    cr_assert_eq(area.start_count, 1);

    /* A diagonal of tiles parts the board. */
    cover(0, 0);
    cover(1, 0);
    cover(1, 1);
    cover(2, 1);
    cover(2, 2);
    area = area_largest(&board, false);
    cr_assert_eq(area.space_count, 4);
    cr_assert_eq(spaces_next(&area.spaces, 0), board_space(&board, 2, 0));
    cr_assert_eq(spaces_count(&area.spaces), 4);
}

Test(area, of_equals_the_first_in_reading_order_is_largest)
{
    static const char *const rows[] = {"ooo"};
    set_up(rows, 1);
    box_start(&box, 1, 0, EDGE_SOUTH, ".....");
    box_board(&box, true, &board);
    cover(1, 0);
    struct area area = area_largest(&board, false);
    cr_assert_eq(area.space_count, 1);
    cr_assert_eq(spaces_next(&area.spaces, 0), 0);
}

Test(area, a_start_space_beside_it_counts_when_asked)
{
    static const char *const rows[] = {"oo.ooo", "..oo.."};
    set_up(rows, 2);
    box_start(&box, 0, 0, EDGE_WEST, ".....");
    box_start(&box, 1, 0, EDGE_NORTH, ".....");
    box_start(&box, 3, 0, EDGE_NORTH, ".....");
    box_board(&box, true, &board);
    cover(3, 0);

    /* 4,0 and 5,0; 2,1 and 3,1; 0,0 and 1,0 with three start spaces. */
    struct area area = area_largest(&board, false);
    cr_assert_eq(area.space_count, 2);
    cr_assert_eq(area.start_count, 3);
    cover(0, 0);
    area = area_largest(&board, false);
    cr_assert_eq(area.space_count, 2);
    cr_assert_eq(area.start_count, 0);
    area = area_largest(&board, true);
    cr_assert_eq(area.space_count, 1);
    cr_assert_eq(area.start_count, 1);
}

Test(area, a_full_board_has_none)
{
    static const char *const rows[] = {"oo"};
    set_up(rows, 1);
    box_board(&box, true, &board);
    cover(0, 0);
    cover(1, 0);
    struct area area = area_largest(&board, true);
    cr_assert_eq(area.space_count, 0);
    cr_assert_eq(area.start_count, 0);
    cr_assert_eq(spaces_next(&area.spaces, 0), -1);
}

Test(area, an_endless_table_has_none)
{
    box_blank(&box, NULL, 0);
    box_tile(&box, "court", court);
    box_board(&box, true, &board);
    cr_assert_eq(area_largest(&board, true).space_count, 0);
    cover(0, 0);
    cr_assert_eq(area_largest(&board, true).space_count, 0);
}

Test(area, spaces_are_found_one_after_the_other)
{
    struct spaces spaces = {{1, 0, UINT64_C(1) << 63, 3}};
    cr_assert_eq(spaces_count(&spaces), 4);
    cr_assert_eq(spaces_next(&spaces, 0), 0);
    cr_assert_eq(spaces_next(&spaces, 1), 191);
    cr_assert_eq(spaces_next(&spaces, 191), 191);
    cr_assert_eq(spaces_next(&spaces, 192), 192);
    cr_assert_eq(spaces_next(&spaces, 193), 193);
    cr_assert_eq(spaces_next(&spaces, 194), -1);
    cr_assert_eq(spaces_next(&spaces, 256), -1);
}
