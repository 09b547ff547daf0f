#include "box.h"

#include "tile/feature.h"

#include <criterion/criterion.h>
#include <signal.h>

static struct box box;
static struct board board;
static uint16_t list[BOARD_NODES_MAX];

/* Base game tiles on an endless table. */
static void set_up(void)
{
    box_base(&box);
    box_board(&box, true, &board);
}

static void lay(const char *name, int turns, int x, int y)
{
    int tile = tileset_find(&box.tileset, name);
    struct placement placement = {(uint8_t)tile, (uint8_t)turns,
                                  board_space(&board, x, y)};
    board_lay(&board, placement);
}

/* The feature at a slot of the tile that was laid last. */
static uint16_t feature_at(int slot)
{
    uint8_t piece = board_last_piece(&board);
    int segment =
        tile_slot(board_tile(&board, piece), board.pieces[piece].turns, slot);
    return feature_of(&board, feature_node(&board, piece, segment));
}

Test(feature, nodes_of_a_piece_follow_its_segments)
{
    set_up();
    lay("D1", 0, 0, 0);
    lay("D2", 0, 1, 0);
    cr_expect_eq(feature_node(&board, 0, 0), 0);
    cr_expect_eq(feature_node(&board, 0, 3), 3);
    cr_expect_eq(feature_node(&board, 1, 0), 4);
}

Test(feature, a_segment_beyond_the_piece_ends_the_program, .signal = SIGABRT)
{
    set_up();
    lay("D1", 0, 0, 0);
    feature_node(&board, 0, 4);
}

Test(feature, a_node_beyond_the_board_ends_the_program, .signal = SIGABRT)
{
    set_up();
    lay("D1", 0, 0, 0);
    feature_of(&board, 4);
}

Test(feature, any_of_its_nodes_names_a_feature)
{
    set_up();
    lay("U1", 0, 0, 0);
    lay("U2", 0, 0, 1);
    lay("U3", 0, 0, -1);
    uint16_t road = feature_at(1);
    for (uint16_t node = 0; node < board.node_count; node++) {
        if (feature_of(&board, node) != road)
            continue;
        cr_expect_eq(feature_piece_count(&board, node), 3);
        cr_expect_not(feature_is_complete(&board, node));
    }
}

Test(feature, pieces_are_found_one_after_the_other)
{
    set_up();
    lay("U1", 0, 0, 0);
    lay("U2", 0, 0, 1);
    const struct pieces *pieces = &board.nodes[feature_at(1)].pieces;
    cr_expect_eq(pieces_next(pieces, 0), 0);
    cr_expect_eq(pieces_next(pieces, 1), 1);
    cr_expect_eq(pieces_next(pieces, 2), -1);
    cr_expect_eq(pieces_next(pieces, BOARD_PIECES_MAX), -1);
}

Test(feature, features_are_listed_by_kind_and_first_node)
{
    set_up();
    lay("D1", 0, 0, 0); /* field, city, road, field */
    lay("D2", 0, 1, 0);
    cr_assert_eq(feature_list(&board, CITY, list), 2);
    cr_expect_eq(list[0], feature_of(&board, 1));
    cr_expect_eq(list[1], feature_of(&board, 5));
    cr_expect_eq(feature_list(&board, ROAD, list), 1);
    cr_expect_eq(feature_list(&board, FIELD, list), 2);
    cr_expect_eq(feature_list(&board, MONASTERY, list), 0);
    cr_expect_eq(feature_list(&board, TILE_KINDS_MAX, list), 5);
}

Test(feature, a_field_touches_each_city_once)
{
    set_up();
    lay("H1", 0, 0, 0); /* cities north and south, one field between */
    uint16_t field = feature_at(4);
    cr_assert_eq(feature_touching(&board, field, CITY, list), 2);

    /* A third and a fourth city beside the same field. */
    lay("H2", 0, 1, 0);
    cr_expect_eq(feature_touching(&board, feature_at(4), CITY, list), 4);

    /* Joins the northern cities of both: now they are one. */
    lay("N1", 1, 0, -1); /* city east and south */
    lay("N2", 2, 1, -1); /* city south and west */
    cr_expect_eq(
        feature_touching(&board, feature_of(&board, field), CITY, list), 3);
}

Test(feature, a_road_touches_fields_on_both_sides)
{
    set_up();
    lay("U1", 0, 0, 0);
    cr_expect_eq(feature_touching(&board, feature_at(1), FIELD, list), 2);
    cr_expect_eq(feature_touching(&board, feature_at(0), ROAD, list), 1);
    cr_expect_eq(feature_touching(&board, feature_at(0), CITY, list), 0);
}

Test(feature, start_spaces_count_as_pieces)
{
    static const char *const rows[] = {"o"};
    box_blank(&box, rows, 1);
    box_tile(&box, "t", "HHHHHHHHHHHHHHHHHHHHHHHHH");
    box_start(&box, 0, 0, EDGE_NORTH, "HHHHH");
    box_start(&box, 0, 0, EDGE_WEST, "HHHHH");
    box_start(&box, 0, 0, EDGE_SOUTH, ".....");
    box_board(&box, true, &board);
    lay("t", 0, 0, 0);
    uint16_t house = feature_at(0);
    cr_expect_eq(feature_piece_count(&board, house), 3);
    cr_expect_eq(feature_start_count(&board, house), 2);
    cr_expect_eq(board.nodes[house].area, 35);
    cr_expect_eq(feature_list(&board, COURT, list), 1);
    cr_expect_eq(feature_start_count(&board, list[0]), 1);
    cr_expect(feature_is_complete(&board, list[0]));
}
