#include "box.h"

#include "tile/feature.h"
#include "tile/picture.h"

#include <criterion/criterion.h>
#include <string.h>

static struct box box;
static struct board board;
static uint8_t bend, straight;

static const char bend_picture[] = "M.P.."
                                   "..P.."
                                   "..PPP"
                                   "....."
                                   "....F";
static const char straight_picture[] = "....."
                                       "....."
                                       "PPPPP"
                                       "....."
                                       ".....";

/* A row of two spaces with a start space north of the first one, on which the
 * bend lies; or an endless table with the bend on it. */
static void set_up(const char *const *rows, int turns)
{
    box_blank(&box, rows, 1);
    bend = box_tile(&box, "bend", bend_picture);
    straight = box_tile(&box, "straight", straight_picture);
    if (rows != NULL)
        box_start(&box, 0, 0, EDGE_NORTH, "..P.H");
    box_board(&box, true, &board);
    board_lay(&board, (struct placement){
                          .tile = bend, .turns = (uint8_t)turns, .space = 0});
}

static void set_up_row(void)
{
    static const char *const row[] = {"oo"};
    set_up(row, 0);
}

static void expect(const struct picture *picture, const char *wanted)
{
    struct text out = {0};
    picture_draw(picture, &out);
    cr_assert_str_eq(text_string(&out), wanted, "it is\n%s", text_string(&out));
    text_free(&out);
}

Test(picture, the_wall_and_start_spaces_stand_around_tiles)
{
    set_up_row();
    struct picture picture = picture_of_all(&board, "wb");
    picture.width = 28;
    expect(&picture, "       0     1\n"
                     "    #H.P..#######\n"
                     "    #M.P..      #\n"
                     "    #..P..      #\n"
                     "  0 #..PPP      #\n"
                     "    #.....      #\n"
                     "    #....F      #\n"
                     "    #############\n");
}

Test(picture, letters_stand_apart_where_there_is_room)
{
    set_up_row();
    struct picture picture = picture_of_all(&board, "wb");
    picture.width = 29;
    expect(&picture, "          0           1\n"
                     "    # H . P . . # # # # # # #\n"
                     "    # M . P . .             #\n"
                     "    # . . P . .             #\n"
                     "  0 # . . P P P             #\n"
                     "    # . . . . .             #\n"
                     "    # . . . . F             #\n"
                     "    # # # # # # # # # # # # #\n");
}

Test(picture, followers_do_not_hide_marks_or_each_other)
{
    set_up_row();
    uint8_t piece = board_last_piece(&board);
    board_place_follower(&board, feature_node(&board, piece, 0), 0, 0, 1);
    board_place_follower(&board, feature_node(&board, piece, 0), 1, 0, 1);
    struct picture picture = picture_of_all(&board, "wb");
    picture.width = 20;
    expect(&picture, "       0     1\n"
                     "    #H.P..#######\n"
                     "    #MwP..      #\n"
                     "    #b.P..      #\n"
                     "  0 #..PPP      #\n"
                     "    #.....      #\n"
                     "    #....F      #\n"
                     "    #############\n");
}

Test(picture, a_follower_alone_on_a_mark_hides_it)
{
    set_up_row();
    uint8_t piece = board_last_piece(&board);
    const struct tile *tile = board_tile(&board, piece);
    board_place_follower(
        &board, feature_node(&board, piece, tile->segment_count - 1), 1, 0, 1);
    struct picture picture = picture_of_all(&board, "wb");
    picture.width = 20;
    expect(&picture, "       0     1\n"
                     "    #H.P..#######\n"
                     "    #M.P..      #\n"
                     "    #..P..      #\n"
                     "  0 #..PPP      #\n"
                     "    #.....      #\n"
                     "    #....b      #\n"
                     "    #############\n");
}

Test(picture, placements_are_labels_and_a_space_is_framed)
{
    set_up_row();
    struct placements placements;
    board_placements(&board, straight, &placements);
    struct picture picture = picture_of_all(&board, "wb");
    picture.width = 20;
    picture_label_placements(&picture, &placements);
    picture_highlight(&picture, 1, 0);
    picture_highlight(&picture, 1, 1); /* there is no such space */
    expect(&picture, "       0     1\n"
                     "    #H.P..+#####+\n"
                     "    #M.P..|     #\n"
                     "    #..P..|     #\n"
                     "  0 #..PPP|  0  #\n"
                     "    #.....|     #\n"
                     "    #....F|     #\n"
                     "    ######+#####+\n");
}

Test(picture, an_endless_table_has_no_wall_and_turned_tiles)
{
    set_up(NULL, 1);
    uint8_t piece = board_last_piece(&board);
    board_place_follower(&board, feature_node(&board, piece, 1), 0, 0, 1);
    struct picture picture = picture_of_tiles(&board, "w");
    cr_assert_eq(picture.left, -1);
    cr_assert_eq(picture.bottom, 1);
    picture = picture_around(&board, "w", 0, 0, 0);
    picture.width = 12;
    expect(&picture, "       0\n"
                     "\n"
                     "     ....M\n"
                     "     .....\n"
                     "  0  ..PPw\n"
                     "     ..P..\n"
                     "     F.P..\n"
                     "\n");
}

Test(picture, a_part_grows_no_further_than_there_are_spaces)
{
    set_up_row();
    struct picture picture = picture_around(&board, "wb", 0, 0, 0);
    cr_assert_eq(picture.right, 0);
    picture_include(&picture, 5, 5);
    cr_assert_eq(picture.right, 1);
    cr_assert_eq(picture.bottom, 0);
}

Test(picture, a_tile_is_shown_in_each_turn_that_looks_different)
{
    struct text out = {0};
    set_up_row();
    picture_draw_tile(&box.tileset.tiles[straight], 20, &out);
    cr_assert_str_eq(text_string(&out), "       0     1\n"
                                        "     ..... ..P..\n"
                                        "     ..... ..P..\n"
                                        "     PPPPP ..P..\n"
                                        "     ..... ..P..\n"
                                        "     ..... ..P..\n");
    text_free(&out);
}
