#include "box.h"

#include <criterion/criterion.h>
#include <string.h>

static struct box box;
static struct plan plan;
static struct error error;

static enum status try_rows(const char *const *rows, int height)
{
    return plan_init(&plan, rows, height, &error);
}

Test(plan, spaces_are_numbered_in_reading_order)
{
    static const char *const rows[] = {".oo", "o.o"};
    cr_assert_eq(try_rows(rows, 2), STATUS_OK);
    cr_assert(plan.bounded);
    cr_assert_eq(plan.space_count, 4);
    static const uint8_t xs[] = {1, 2, 0, 2};
    static const uint8_t ys[] = {0, 0, 1, 1};
    for (uint8_t i = 0; i < 4; i++) {
        cr_expect_eq(plan.x[i], xs[i]);
        cr_expect_eq(plan.y[i], ys[i]);
        cr_expect_eq(plan_space(&plan, xs[i], ys[i]), i);
    }
}

Test(plan, beyond_the_spaces_is_wall)
{
    static const char *const rows[] = {".oo", "o.o"};
    cr_assert_eq(try_rows(rows, 2), STATUS_OK);
    cr_expect_eq(plan_space(&plan, 0, 0), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, 1, 1), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, -1, 1), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, 3, 0), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, 1, -1), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, 2, 2), SPACE_WALL);
    cr_expect_eq(plan_space(&plan, 256, 0), SPACE_WALL);
    cr_expect_eq(plan.neighbours[0][EDGE_NORTH], SPACE_WALL);
    cr_expect_eq(plan.neighbours[0][EDGE_EAST], 1);
    cr_expect_eq(plan.neighbours[0][EDGE_SOUTH], SPACE_WALL);
    cr_expect_eq(plan.neighbours[1][EDGE_SOUTH], 3);
    cr_expect_eq(plan.neighbours[1][EDGE_WEST], 0);
    cr_expect_eq(plan.neighbours[3][EDGE_NORTH], 1);
    cr_expect_eq(plan.neighbours[2][EDGE_NORTH], SPACE_WALL);
}

Test(plan, rows_are_one_to_thirty_two)
{
    const char *rows[PLAN_SIDE_MAX + 1];

    for (int i = 0; i <= PLAN_SIDE_MAX; i++)
        rows[i] = "o";
    cr_expect_eq(try_rows(rows, 0), STATUS_BAD_INPUT);
    cr_expect_eq(try_rows(rows, PLAN_SIDE_MAX), STATUS_OK);
    cr_expect_eq(plan.space_count, PLAN_SIDE_MAX);
    cr_expect_eq(try_rows(rows, PLAN_SIDE_MAX + 1), STATUS_BAD_INPUT);
}

Test(plan, columns_are_one_to_thirty_two)
{
    char row[PLAN_SIDE_MAX + 2];
    const char *rows[] = {row};

    memset(row, 'o', sizeof row);
    row[PLAN_SIDE_MAX + 1] = '\0';
    cr_expect_eq(try_rows(rows, 1), STATUS_BAD_INPUT);
    row[PLAN_SIDE_MAX] = '\0';
    cr_expect_eq(try_rows(rows, 1), STATUS_OK);
    row[0] = '\0';
    cr_expect_eq(try_rows(rows, 1), STATUS_BAD_INPUT);
}

Test(plan, spaces_are_two_hundred_and_fifty_five_at_most)
{
    static const char full[] = "oooooooooooooooo"; /* 16 */
    const char *rows[16];

    for (int i = 0; i < 16; i++)
        rows[i] = full;
    rows[7] = "ooooooo.oooooooo";
    cr_expect_eq(try_rows(rows, 16), STATUS_OK);
    cr_expect_eq(plan.space_count, PLAN_SPACES_MAX);
    cr_expect_eq(plan_space(&plan, 15, 15), PLAN_SPACES_MAX - 1);
    rows[7] = full;
    cr_expect_eq(try_rows(rows, 16), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "plan: there are more than 255 spaces");
}

Test(plan, rows_are_of_one_length_and_hold_spaces_or_wall)
{
    static const char *const uneven[] = {"ooo", "oo"};
    static const char *const letters[] = {"oxo"};
    static const char *const walls[] = {"...", "..."};
    cr_expect_eq(try_rows(uneven, 2), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "plan: row 1 is not as long as row 0");
    cr_expect_eq(try_rows(letters, 1), STATUS_BAD_INPUT);
    cr_expect_eq(try_rows(walls, 2), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "plan: there is no space");
}

static enum status try_start(int x, int y, enum edge side, const char *letters)
{
    return plan_add_start(&box.plan, &box.tileset, x, y, side, 40, letters,
                          &error);
}

Test(plan, a_start_space_is_a_strip)
{
    static const char *const rows[] = {"oo"};
    box_blank(&box, rows, 1);
    cr_assert_eq(try_start(1, 0, EDGE_NORTH, "..PHM"), STATUS_OK);

    const struct start_space *start = &box.plan.starts[0];
    cr_expect_eq(box.plan.start_count, 1);
    cr_expect_eq(box.plan.starts_at[1][EDGE_NORTH], 0);
    cr_expect_eq(box.plan.starts_at[1][EDGE_EAST], START_NONE);
    cr_expect_eq(box.plan.starts_at[0][EDGE_NORTH], START_NONE);
    cr_expect_eq(start->space, 1);
    cr_expect_eq(start->side, EDGE_NORTH);
    cr_expect_eq(start->number, 40);
    cr_expect_eq(start->segment_count, 4);
    cr_expect_eq(start->slots[0], 0);
    cr_expect_eq(start->slots[1], 1);
    cr_expect_eq(start->slots[2], 2);
    cr_expect_eq(start->segments[0].area, 2);
    cr_expect_eq(start->segments[0].slots, 1u << 0);
    cr_expect_eq(start->segments[1].slots, 1u << 1);
    cr_expect_eq(start->segments[2].touches, 1u << 1 | 1u << 3);
    cr_expect_eq(start->segments[3].slots, 0);
    cr_expect_eq(start->segments[3].marks[MARKET], 1);
}

Test(plan, drawing_on_a_start_space_is_no_segment)
{
    static const char *const rows[] = {"oo"};
    box_blank(&box, rows, 1);
    cr_assert_eq(try_start(1, 0, EDGE_NORTH, ".HHH."), STATUS_OK);
    cr_assert_eq(box.plan.starts[0].segment_count, 1);
    cr_assert_eq(box.plan.starts[0].slots[0], 0);
    cr_assert_eq(try_start(0, 0, EDGE_NORTH, "..M.."), STATUS_OK);
    cr_assert_eq(box.plan.starts[1].segment_count, 1);
    cr_assert_eq(box.plan.starts[1].segments[0].area, TILE_SIDE);
}

Test(plan, a_start_space_lies_on_the_wall_of_a_space)
{
    static const char *const rows[] = {"oo"};
    box_blank(&box, rows, 1);
    cr_expect_eq(try_start(2, 0, EDGE_NORTH, "....."), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "start space 40: there is no space at 2, 0");
    cr_expect_eq(try_start(0, 0, EDGE_EAST, "....."), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text,
                     "start space 40: there is no wall on that side of 0, 0");
    cr_expect_eq(try_start(0, 0, EDGE_WEST, "....."), STATUS_OK);
    cr_expect_eq(try_start(0, 0, EDGE_WEST, "....."), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text, "start space 40: there is one on that side of "
                                 "0, 0 already");
    cr_expect_eq(try_start(0, 0, EDGE_NORTH, "..x.."), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text,
                     "start space 40: letter 'x' is not of the alphabet");
    cr_expect_eq(try_start(0, 0, EDGE_NORTH, "...."), STATUS_BAD_INPUT);
    cr_expect_str_eq(error.text,
                     "start space 40: the picture has 4 letters, not 5");
    cr_expect_eq(box.plan.start_count, 1);

    box_blank(&box, NULL, 0);
    cr_expect_eq(try_start(0, 0, EDGE_NORTH, "....."), STATUS_BAD_INPUT);
}

Test(plan, start_spaces_are_sixteen_at_most)
{
    static const char *const rows[] = {"ooooooooooooooooo"};
    box_blank(&box, rows, 1);
    for (int x = 0; x < PLAN_STARTS_MAX; x++)
        cr_assert_eq(try_start(x, 0, EDGE_NORTH, "....."), STATUS_OK);
    cr_assert_eq(try_start(PLAN_STARTS_MAX, 0, EDGE_NORTH, "....."),
                 STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "start space 40: there are more than 16");
}
