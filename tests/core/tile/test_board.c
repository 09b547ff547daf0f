#include "box.h"

#include "tile/area.h"
#include "tile/feature.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static struct box box;
static struct board board;
static struct error error;

/* The tiles that most of these tests need. */
static uint8_t court, path, bend, house;

static const char court_picture[] = ".........................";
static const char path_picture[] = "..P.."
                                   "..P.."
                                   "..P.."
                                   "..P.."
                                   "..P..";
static const char bend_picture[] = "..P.."
                                   "..P.."
                                   "..PPP"
                                   "....."
                                   ".....";
static const char house_picture[] = ".HHH."
                                    "....."
                                    "....."
                                    "....."
                                    ".....";

static const char *const square[] = {"ooo", "ooo", "ooo"};

static void add_tiles(void)
{
    court = box_tile(&box, "court", court_picture);
    path = box_tile(&box, "path", path_picture);
    bend = box_tile(&box, "bend", bend_picture);
    house = box_tile(&box, "house", house_picture);
}

/* A square of three by three spaces with a start space of `letters` in the
 * middle of its north side. */
static void set_up_square(const char *letters, bool starts_match)
{
    box_blank(&box, square, 3);
    add_tiles();
    box_start(&box, 1, 0, EDGE_NORTH, letters);
    box_board(&box, starts_match, &board);
}

static void set_up_table(void)
{
    box_blank(&box, NULL, 0);
    add_tiles();
    box_board(&box, true, &board);
}

static struct placement at(uint8_t tile, int turns, int x, int y)
{
    return (struct placement){tile, (uint8_t)turns, board_space(&board, x, y)};
}

static enum verdict may(uint8_t tile, int turns, int x, int y)
{
    return board_may_lay(&board, at(tile, turns, x, y));
}

static void lay(uint8_t tile, int turns, int x, int y)
{
    board_lay(&board, at(tile, turns, x, y));
}

/* The feature at the middle slot of an edge of the piece that was laid last. */
static uint16_t feature_at(enum edge edge)
{
    uint8_t piece = board_last_piece(&board);
    int segment = tile_slot(board_tile(&board, piece),
                            board.pieces[piece].turns, edge * 3 + 1);
    return feature_of(&board, feature_node(&board, piece, segment));
}

/* The one feature of `kind` that was completed, or NODE_NONE when there are
 * none or several. */
static uint16_t completed_of(int kind)
{
    uint16_t feature = NODE_NONE;

    for (int i = 0; i < board.completed_count; i++) {
        if (board.nodes[board.completed[i]].kind != kind)
            continue;
        if (feature != NODE_NONE)
            return NODE_NONE;
        feature = board.completed[i];
    }
    return feature;
}

Test(board, the_first_tile_lies_beside_a_start_space)
{
    set_up_square(".....", true);
    cr_expect_eq(may(court, 0, 1, 0), VERDICT_OK);
    cr_expect_eq(may(court, 0, 0, 0), VERDICT_APART);
    cr_expect_eq(may(court, 0, 1, 1), VERDICT_APART);
    cr_expect_eq(board_last_piece(&board), PIECE_NONE);
    cr_expect_eq(board_tile_count(&board), 0);
}

Test(board, a_tile_lies_side_by_side_with_another)
{
    set_up_square(".....", true);
    lay(court, 0, 1, 0);
    cr_expect_eq(may(court, 0, 0, 0), VERDICT_OK);
    cr_expect_eq(may(court, 0, 2, 0), VERDICT_OK);
    cr_expect_eq(may(court, 0, 1, 1), VERDICT_OK);
    cr_expect_eq(may(court, 0, 0, 1), VERDICT_APART, "a corner is not a side");
    cr_expect_eq(may(court, 0, 1, 2), VERDICT_APART);
    cr_expect_eq(board_tile_count(&board), 1);
    cr_expect_eq(board_last_piece(&board), 1);
    cr_expect(board_is_start(&board, 0));
    cr_expect_not(board_is_start(&board, 1));
    cr_expect_str_eq(board_tile(&board, 1)->name, "court");
}

Test(board, a_taken_space_is_refused)
{
    set_up_square(".....", true);
    lay(court, 0, 1, 0);
    cr_expect_eq(may(court, 0, 1, 0), VERDICT_TAKEN);
}

Test(board, outside_the_wall_is_refused)
{
    set_up_square(".....", true);
    cr_expect_eq(may(court, 0, 3, 0), VERDICT_OUTSIDE);
    cr_expect_eq(may(court, 0, 1, -1), VERDICT_OUTSIDE);
    struct placement placement = {court, 0, 9};
    cr_expect_eq(board_may_lay(&board, placement), VERDICT_OUTSIDE);
}

Test(board, a_path_must_go_on)
{
    set_up_square(".....", true);
    lay(path, 1, 1, 0);
    cr_expect_eq(may(court, 0, 0, 0), VERDICT_EDGE);
    cr_expect_eq(may(path, 0, 0, 0), VERDICT_EDGE);
    cr_expect_eq(may(path, 1, 0, 0), VERDICT_OK);
    cr_expect_eq(may(path, 1, 1, 1), VERDICT_OK);
    cr_expect_eq(may(path, 0, 1, 1), VERDICT_EDGE, "nor may one begin");
    cr_expect_eq(may(bend, 0, 0, 0), VERDICT_OK);
    cr_expect_eq(may(bend, 1, 0, 0), VERDICT_OK);
    cr_expect_eq(may(bend, 2, 0, 0), VERDICT_EDGE);
    cr_expect_eq(may(bend, 3, 2, 0), VERDICT_OK);
}

Test(board, what_need_not_match_may_meet_anything)
{
    set_up_square(".....", true);
    lay(house, 2, 1, 0);
    cr_expect_eq(may(court, 0, 1, 1), VERDICT_OK);
    cr_expect_eq(may(house, 0, 1, 1), VERDICT_OK);
    cr_expect_eq(may(path, 1, 1, 1), VERDICT_OK);
    cr_expect_eq(may(path, 0, 1, 1), VERDICT_EDGE);
}

Test(board, a_start_space_is_matched)
{
    set_up_square("..P..", true);
    cr_expect_eq(may(path, 0, 1, 0), VERDICT_OK);
    cr_expect_eq(may(path, 1, 1, 0), VERDICT_EDGE);
    cr_expect_eq(may(bend, 0, 1, 0), VERDICT_OK);
    cr_expect_eq(may(bend, 3, 1, 0), VERDICT_OK);
    cr_expect_eq(may(bend, 1, 1, 0), VERDICT_EDGE);

    set_up_square("HHHHH", true);
    cr_expect_eq(may(path, 0, 1, 0), VERDICT_EDGE);
    cr_expect_eq(may(court, 0, 1, 0), VERDICT_OK);
}

Test(board, start_spaces_that_do_not_match_join_still)
{
    set_up_square("..P..", false);
    cr_expect_eq(may(path, 1, 1, 0), VERDICT_OK);
    cr_expect_eq(may(court, 0, 1, 0), VERDICT_OK);
    lay(path, 0, 1, 0);
    uint16_t feature = feature_at(EDGE_NORTH);
    cr_expect_eq(feature_piece_count(&board, feature), 2);
    cr_expect_eq(feature_start_count(&board, feature), 1);
    cr_expect_eq(board.nodes[feature].open, 1);
}

Test(board, slots_of_a_start_space_run_the_other_way)
{
    /* Clockwise from itself, the start space in the north runs from east to
     * west: its house is in the east. */
    box_blank(&box, square, 3);
    uint8_t east = box_tile(&box, "east",
                            "..PHH"
                            "..PHH"
                            "....."
                            "....."
                            ".....");
    uint16_t list[BOARD_NODES_MAX];
    box_start(&box, 1, 0, EDGE_NORTH, "HHP..");
    box_board(&box, true, &board);
    lay(east, 0, 1, 0);
    cr_expect_eq(feature_list(&board, HOUSE, list), 1);
    cr_expect_eq(feature_list(&board, PATH, list), 1);
}

Test(board, a_path_that_meets_the_wall_ends_there)
{
    set_up_square(".....", true);
    lay(path, 1, 1, 0);
    cr_expect_eq(board.completed_count, 0);
    lay(path, 1, 0, 0);
    cr_expect_eq(board.completed_count, 0);
    cr_expect_eq(board.nodes[feature_at(EDGE_EAST)].open, 1);
    lay(path, 1, 2, 0);
    uint16_t feature = completed_of(PATH);
    cr_assert_eq(feature, feature_at(EDGE_EAST));
    cr_expect_eq(feature_piece_count(&board, feature), 3);
    cr_expect(feature_is_complete(&board, feature));
}

Test(board, a_start_space_without_a_like_tile_is_complete_by_itself)
{
    set_up_square("HHHHH", true);
    cr_expect_eq(board.nodes[0].open, 3);
    lay(court, 0, 1, 0);
    cr_assert_eq(board.completed_count, 1);
    cr_expect_eq(board.completed[0], 0);
    cr_expect_eq(board.nodes[0].kind, HOUSE);
    cr_expect_eq(board.nodes[0].area, TILE_SIDE);
    cr_expect_eq(feature_piece_count(&board, 0), 1);
    cr_expect_eq(feature_start_count(&board, 0), 1);
}

Test(board, a_start_space_in_a_feature_counts_as_a_piece)
{
    set_up_square("HHHHH", true);
    lay(house, 0, 1, 0);
    cr_assert_eq(board.completed_count, 1);
    cr_expect_eq(board.completed[0], feature_at(EDGE_NORTH));
    cr_expect_eq(feature_piece_count(&board, board.completed[0]), 2);
    cr_expect_eq(board.nodes[board.completed[0]].area, TILE_SIDE + 3);
}

Test(board, a_neighbour_closed_by_another_kind_is_complete)
{
    set_up_square(".....", true);
    lay(house, 2, 1, 0);
    cr_expect_eq(board.completed_count, 0);
    lay(court, 0, 1, 1);
    cr_assert_eq(board.completed_count, 1);
    cr_expect_eq(board.nodes[board.completed[0]].kind, HOUSE);
    cr_expect_eq(board.pieces[1].first_node + 1, board.completed[0]);
}

Test(board, a_segment_without_slots_is_complete_as_it_is_laid)
{
    box_blank(&box, NULL, 0);
    uint8_t inside = box_tile(&box, "inside",
                              "....."
                              "..T.."
                              "....."
                              "..H.."
                              ".....");
    box_board(&box, true, &board);
    lay(inside, 1, 0, 0);
    cr_assert_eq(board.completed_count, 2);
    cr_expect_eq(board.nodes[board.completed[0]].kind, TOWER);
    cr_expect_eq(board.nodes[board.completed[1]].kind, HOUSE);
}

/* Lays tiles all around the middle of the square, those beside it with their
 * north side towards it. */
static void lay_ring(uint8_t beside)
{
    lay(beside, 2, 1, 0);
    lay(court, 0, 0, 0);
    lay(court, 0, 2, 0);
    lay(beside, 3, 2, 1);
    lay(beside, 1, 0, 1);
    lay(court, 0, 0, 2);
    lay(beside, 0, 1, 2);
}

Test(board, completed_features_come_in_the_order_of_slots)
{
    box_blank(&box, square, 3);
    add_tiles();
    uint8_t towers = box_tile(&box, "towers",
                              ".TTT."
                              "T...T"
                              "T...T"
                              "T...T"
                              ".TTT.");
    box_start(&box, 1, 0, EDGE_NORTH, "SSSSS");
    box_board(&box, true, &board);
    lay_ring(house);
    lay(towers, 0, 1, 1);
    cr_assert_eq(board.completed_count, 8);
    static const int spaces[] = {1, 5, 7, 3}; /* north, east, south, west */
    for (int i = 0; i < 8; i++) {
        const struct node *node = &board.nodes[board.completed[i]];
        int space = i % 2 == 0 ? 4 : spaces[i / 2];
        cr_expect_eq(node->kind, i % 2 == 0 ? TOWER : HOUSE);
        cr_expect_eq(pieces_next(&node->pieces, 0), board.piece_at[space]);
    }
}

Test(board, a_loop_closes_itself)
{
    set_up_table();
    lay(bend, 1, 0, 0); /* east and south */
    lay(bend, 2, 1, 0); /* south and west */
    lay(bend, 0, 0, 1); /* north and east */
    cr_expect_eq(board.completed_count, 0);
    cr_expect_eq(board.nodes[feature_at(EDGE_NORTH)].open, 2);
    lay(bend, 3, 1, 1); /* west and north */
    uint16_t feature = completed_of(PATH);
    cr_assert_eq(feature, feature_at(EDGE_NORTH));
    cr_expect_eq(feature_piece_count(&board, feature), 4);
    cr_expect_eq(board.nodes[feature].area, 20);
    cr_expect_neq(completed_of(COURT), NODE_NONE, "what is in the loop");
}

Test(board, a_piece_counts_once_when_joined_twice)
{
    /* Two houses on one tile, joined by tiles around it. */
    box_blank(&box, NULL, 0);
    uint8_t twice = box_tile(&box, "twice",
                             ".HHH."
                             "....."
                             "....."
                             "....."
                             ".HHH.");
    uint8_t around = box_tile(&box, "around",
                              ".HHHH"
                              "....H"
                              "....H"
                              "....H"
                              ".....");
    uint8_t through = box_tile(&box, "through",
                               ".HHH."
                               ".HHH."
                               ".HHH."
                               ".HHH."
                               ".HHH.");
    uint16_t list[BOARD_NODES_MAX];
    box_board(&box, true, &board);
    lay(twice, 0, 0, 0);
    lay(around, 1, 0, -1); /* east and south */
    lay(around, 2, 1, -1); /* south and west */
    lay(through, 0, 1, 0);
    lay(around, 3, 1, 1); /* west and north */
    cr_expect_eq(feature_list(&board, HOUSE, list), 2);
    lay(around, 0, 0, 1); /* north and east */
    uint16_t feature = completed_of(HOUSE);
    cr_assert_neq(feature, NODE_NONE);
    cr_expect_eq(feature_piece_count(&board, feature), 6);
    cr_expect_eq(board.nodes[feature].area, 2 * 3 + 4 * 7 + 15);
}

Test(board, the_first_tile_on_a_table_lies_in_the_middle)
{
    set_up_table();
    cr_expect_eq(board.space_count, 1);
    cr_expect_eq(board_space(&board, 0, 0), 0);
    cr_expect_eq(board_space(&board, 1, 0), SPACE_WALL);
    struct placements placements;
    board_placements(&board, bend, &placements);
    cr_expect_eq(placements.count, 4);
    lay(bend, 3, 0, 0);
    cr_expect_eq(board.space_count, 5);
    cr_expect_eq(board_space(&board, -1, 0), 4);
    cr_expect_eq(may(court, 0, 0, 0), VERDICT_TAKEN);
    cr_expect_eq(may(court, 0, -1, -1), VERDICT_OUTSIDE);
    cr_expect_eq(may(court, 0, 1, 0), VERDICT_OK);
    cr_expect_eq(may(court, 0, 0, -1), VERDICT_EDGE);
}

Test(board, placements_come_by_turns_and_spaces)
{
    set_up_square(".....", true);
    lay(court, 0, 1, 0);
    lay(court, 0, 1, 1);
    struct placements placements;
    board_placements(&board, house, &placements);
    cr_assert_eq(placements.count, 20);
    static const uint8_t spaces[] = {0, 2, 3, 5, 7};
    for (int i = 0; i < 20; i++) {
        struct placement placement = placements_get(&placements, i);
        cr_expect_eq(placement.tile, house);
        cr_expect_eq(placement.turns, i / 5);
        cr_expect_eq(placement.space, spaces[i % 5]);
        cr_expect(placements_has(&placements, placement));
    }
}

Test(board, turns_that_look_the_same_are_no_placements)
{
    set_up_square(".....", true);
    struct placements placements;
    board_placements(&board, path, &placements);
    cr_expect_eq(placements.count, 1);
    cr_expect(placements_has(&placements, at(path, 1, 1, 0)));
    cr_expect_not(placements_has(&placements, at(path, 3, 1, 0)));
    cr_expect_not(placements_has(&placements, at(path, 0, 1, 0)));
    cr_expect_not(placements_has(&placements, at(bend, 1, 1, 0)));
    cr_expect_not(placements_has(&placements, at(path, 1, 9, 9)));
    cr_expect_eq(may(path, 3, 1, 0), VERDICT_OK, "but may be laid");
    board_placements(&board, court, &placements);
    cr_expect_eq(placements.count, 1);
}

Test(board, each_verdict_is_a_clause)
{
    for (int i = VERDICT_OK; i <= VERDICT_EDGE; i++)
        for (int j = VERDICT_OK; j < i; j++)
            cr_expect_str_neq(verdict_text((enum verdict)i),
                              verdict_text((enum verdict)j));
    cr_expect_str_eq(verdict_text(VERDICT_EDGE),
                     "what must go on across an edge would not");
}

Test(board, followers_stand_on_the_whole_feature)
{
    set_up_table();
    lay(path, 1, 0, 0);
    uint16_t first = feature_at(EDGE_EAST);
    board_place_follower(&board, first, 1, 7, 1);
    lay(path, 1, 1, 0);
    board_place_follower(&board, feature_at(EDGE_EAST), 0, 8, 2);
    lay(path, 1, -1, 0);
    uint16_t feature = feature_at(EDGE_EAST);
    cr_assert_eq(board.follower_count, 2);
    cr_expect_eq(board.nodes[feature].followers[0], 2);
    cr_expect_eq(board.nodes[feature].followers[1], 1);
    cr_expect_eq(feature_follower_count(&board, feature), 2);
    cr_expect_eq(feature_follower_count(&board, first), 2);
    cr_expect_eq(board.followers[0].figure, 7);
    cr_expect_eq(board.followers[0].piece, 0);
    cr_expect_eq(board.followers[1].piece, 1);

    board_remove_follower(&board, 0);
    cr_assert_eq(board.follower_count, 1);
    cr_expect_eq(board.followers[0].figure, 8);
    cr_expect_eq(board.nodes[feature].followers[0], 2);
    cr_expect_eq(board.nodes[feature].followers[1], 0);
    cr_expect_eq(feature_follower_count(&board, feature), 1);
}

Test(board, a_follower_may_stand_on_any_piece)
{
    set_up_square("..P..", true);
    lay(path, 0, 1, 0);
    lay(path, 0, 1, 1);
    for (uint16_t node = 0; node < board.node_count; node++) {
        board_place_follower(&board, node, 0, 0, 1);
        cr_expect_eq(board.followers[node].piece, node / 3);
    }
}

Test(board, followers_are_sixty_four_at_most)
{
    set_up_table();
    lay(court, 0, 0, 0);
    for (int i = 0; i < BOARD_FOLLOWERS_MAX; i++)
        board_place_follower(&board, 0, 0, 0, BOARD_WEIGHT_MAX);
    cr_assert_eq(board.nodes[0].followers[0],
                 BOARD_FOLLOWERS_MAX * BOARD_WEIGHT_MAX);
}

Test(board, one_follower_more_ends_the_program, .signal = SIGABRT)
{
    set_up_table();
    lay(court, 0, 0, 0);
    for (int i = 0; i <= BOARD_FOLLOWERS_MAX; i++)
        board_place_follower(&board, 0, 0, 0, 1);
}

Test(board, a_heavier_follower_ends_the_program, .signal = SIGABRT)
{
    set_up_table();
    lay(court, 0, 0, 0);
    board_place_follower(&board, 0, 0, 0, BOARD_WEIGHT_MAX + 1);
}

Test(board, a_refused_tile_that_is_laid_ends_the_program, .signal = SIGABRT)
{
    set_up_table();
    lay(court, 0, 0, 0);
    lay(court, 0, 0, 0);
}

Test(board, an_index_beyond_the_placements_ends_the_program, .signal = SIGABRT)
{
    set_up_table();
    struct placements placements;
    board_placements(&board, bend, &placements);
    placements_get(&placements, 4);
}

Test(board, a_copy_goes_its_own_way)
{
    static struct board copy;

    set_up_square("..P..", true);
    lay(path, 0, 1, 0);
    memset(&copy, 0xa5, sizeof copy);
    board_copy(&copy, &board);
    lay(path, 0, 1, 1);
    cr_expect_eq(board_tile_count(&copy), 1);
    cr_expect_eq(feature_piece_count(&copy, 1), 2);
    cr_expect_eq(feature_piece_count(&board, 1), 3);
    struct placement placement = at(path, 0, 0, 0);
    cr_expect_eq(board_may_lay(&copy, placement), VERDICT_OK);
    board_lay(&copy, placement);
    cr_expect_eq(board_tile_count(&copy), 2);
    cr_expect_eq(board_tile_count(&board), 2);
    cr_expect_eq(board.piece_at[0], PIECE_NONE);
}

/* Adds `count` tiles, all drawn as `picture`. */
static void add_many(int count, const char *picture)
{
    char name[TILE_NAME_SIZE];

    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "t%d", box.tileset.tile_count);
        box_tile(&box, name, picture);
    }
}

static enum status try_board(void)
{
    return board_init(&board, &box.plan, &box.tileset, true, &error);
}

Test(board, a_table_has_room_for_eighty_four_tiles)
{
    box_blank(&box, NULL, 0);
    add_many(84, court_picture);
    cr_assert_eq(try_board(), STATUS_OK);

    /* In a straight line, the shape with most spaces beside it, both ways. */
    for (int i = 0; i < 84; i++)
        lay((uint8_t)i, 0, i % 2 == 0 ? -i / 2 : (i + 1) / 2, 0);
    cr_assert_eq(board.space_count, 3 * 84 + 2);

    add_many(1, court_picture);
    cr_assert_eq(try_board(), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "85 tiles are more than an endless table has room for");
}

Test(board, pieces_are_one_hundred_and_twenty_eight_at_most)
{
    box_blank(&box, square, 3);
    box_start(&box, 1, 0, EDGE_NORTH, ".....");
    add_many(BOARD_PIECES_MAX - 1, court_picture);
    cr_assert_eq(try_board(), STATUS_OK);
    add_many(1, court_picture);
    cr_assert_eq(try_board(), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "129 tiles and start spaces are more than the "
                                 "128 that a board has room for");
}

static const char many_segments[] = "HTHTH"
                                    "THTHT"
                                    "HTHTH"
                                    "TSSSS"
                                    "SSSSS";

Test(board, segments_are_six_hundred_and_forty_at_most)
{
    box_blank(&box, square, 3);
    add_many(BOARD_NODES_MAX / TILE_SEGMENTS_MAX, many_segments);
    cr_assert_eq(tileset_segment_count(&box.tileset), BOARD_NODES_MAX);
    cr_assert_eq(try_board(), STATUS_OK);
    box_start(&box, 1, 0, EDGE_NORTH, ".....");
    cr_assert_eq(try_board(), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "the tiles' 641 segments are more than the "
                                 "640 that a board has room for");
}

Test(board, all_places_for_nodes_can_be_used)
{
    box_blank(&box, NULL, 0);
    add_many(BOARD_NODES_MAX / TILE_SEGMENTS_MAX, many_segments);
    cr_assert_eq(try_board(), STATUS_OK);
    for (int i = 0; i < BOARD_NODES_MAX / TILE_SEGMENTS_MAX; i++)
        lay((uint8_t)i, 0, i, 0);
    cr_assert_eq(board.node_count, BOARD_NODES_MAX);
}

Test(board, of_one_mark_there_are_two_hundred_and_fifty_five_at_most)
{
    box_blank(&box, square, 3);
    add_many(10, "MMMMMMMMMMMMMMMMMMMMMMMMM");
    box_start(&box, 1, 0, EDGE_NORTH, "MMMMM");
    cr_assert_eq(try_board(), STATUS_OK);
    box_start(&box, 0, 0, EDGE_NORTH, "..M..");
    cr_assert_eq(try_board(), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "all tiles together hold 256 of the mark "
                                 "'market', more than 255");
}

Test(board, marks_add_up_to_their_limit)
{
    box_blank(&box, NULL, 0);
    add_many(10, "MMMMMMMMMMMMMMMMMMMMMMMMM");
    add_many(1, "..M..MMMM................");
    cr_assert_eq(try_board(), STATUS_OK);
    for (int i = 0; i < 11; i++)
        lay((uint8_t)i, 0, i, 0);
    cr_assert_eq(board.nodes[feature_of(&board, 0)].marks[MARKET],
                 BOARD_MARKS_MAX);
}

Test(board, one_placement_can_complete_all_that_it_meets)
{
    /* Twelve segments at the slots and four within, and one of another kind
     * that waits at each slot. */
    box_blank(&box, square, 3);
    add_tiles();
    uint8_t middle = box_tile(&box, "middle",
                              "STHTS"
                              "THSHT"
                              "HSSSH"
                              "THSHT"
                              "STHTS");
    uint8_t beside = box_tile(&box, "beside",
                              "SHTHS"
                              "SSSSS"
                              "SSSSS"
                              "SSSSS"
                              "SSSSS");
    box_start(&box, 1, 0, EDGE_NORTH, "SSSSS");
    box_board(&box, true, &board);
    lay_ring(beside);
    lay(middle, 0, 1, 1);
    cr_assert_eq(board.completed_count, BOARD_COMPLETED_MAX);
    for (int i = 0; i < BOARD_COMPLETED_MAX; i++)
        cr_expect_eq(feature_piece_count(&board, board.completed[i]), 1);
}
