/*
 * Random play: after every tile the board must be what the reference finds
 * from nothing.
 */

#include "../long.h"
#include "box.h"
#include "reference.h"

#include "tile/feature.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play {
    const struct box *box;
    struct reference *reference;
    struct board *board;
    struct board *spare; /* dirty, for copies */
    uint64_t random;
};

/* Puts a follower on a segment of the last tile, or takes one off, or does
 * nothing. What may stand where is no matter of core. */
static void move_followers(struct play *play)
{
    struct board *board = play->board;
    uint8_t piece = board_last_piece(board);
    int segments = board_tile(board, piece)->segment_count;
    int choice = box_random(&play->random, 4);

    if (choice < 2 && segments > 0 &&
        board->follower_count < BOARD_FOLLOWERS_MAX) {
        int segment = box_random(&play->random, segments);
        board_place_follower(board, feature_node(board, piece, segment),
                             (uint8_t)box_random(&play->random, 5), 1,
                             (uint8_t)box_random(&play->random, 4));
        cr_assert_eq(board->followers[board->follower_count - 1].piece, piece);
    } else if (choice == 2 && board->follower_count > 0) {
        board_remove_follower(board,
                              box_random(&play->random, board->follower_count));
    }
}

/* Goes on with a copy, in memory that is full of other things. */
static void move_to_copy(struct play *play)
{
    struct board *old = play->board;

    memset(play->spare, 0xa5, sizeof *play->spare);
    board_copy(play->spare, old);
    play->board = play->spare;
    play->spare = old;
}

static void lay(struct play *play, uint8_t tile)
{
    struct placements placements;

    board_placements(play->board, tile, &placements);
    if (placements.count == 0)
        return;
    struct placement placement = placements_get(
        &placements, box_random(&play->random, placements.count));
    if (box_random(&play->random, 4) == 0)
        move_to_copy(play);
    reference_lay(play->reference, &play->box->tileset.tiles[tile],
                  placement.turns, play->board->x[placement.space],
                  play->board->y[placement.space]);
    board_lay(play->board, placement);
    move_followers(play);
    reference_compare(play->reference, play->board);
}

static void play_game(struct play *play, bool starts_match)
{
    int count = play->box->tileset.tile_count;
    uint8_t order[TILESET_TILES_MAX];

    box_board(play->box, starts_match, play->board);
    reference_init(play->reference, play->box, starts_match);
    reference_compare(play->reference, play->board);
    for (int i = 0; i < count; i++) {
        int other = box_random(&play->random, i + 1);
        order[i] = order[other];
        order[other] = (uint8_t)i;
    }
    for (int i = 0; i < count; i++) {
        reference_compare_placements(play->reference, play->board, order[i]);
        lay(play, order[i]);
    }
}

static void play_games(const struct box *box, int count, uint64_t seed)
{
    static struct reference reference;
    static struct board boards[2];
    struct play play = {box, &reference, &boards[0], &boards[1], seed};

    if (is_long())
        count *= 20;
    for (int i = 0; i < count; i++)
        play_game(&play, i % 4 != 3);
}

static struct box box;

Test(play, the_castle_is_what_the_reference_finds)
{
    box_castle(&box);
    cr_assert_eq(box.tileset.tile_count, 60);
    cr_assert_eq(box.plan.space_count, 76);
    cr_assert_eq(box.plan.start_count, 7);
    play_games(&box, 300, 1);
}

Test(play, the_base_game_is_what_the_reference_finds)
{
    box_base(&box);
    cr_assert_eq(box.tileset.tile_count, 72);
    play_games(&box, 100, 2);
}

/* Tiles of random letters: many kinds on an edge, separators at slots, edges
 * that are no mirror images of themselves. */
static void draw_random_tiles(uint64_t *random, int count)
{
    static const char letters[] = "HT.MFSHT.";

    for (int i = 0; i < count; i++) {
        char picture[TILE_LETTERS + 1] = "";
        char name[TILE_NAME_SIZE];
        for (int j = 0; j < TILE_LETTERS; j++) {
            int same = box_random(random, 3);
            bool is_copied = j % TILE_SIDE != 0 && same > 0;
            picture[j] =
                is_copied ? picture[j - 1] : letters[box_random(random, 9)];
        }
        snprintf(name, sizeof name, "r%d", i);
        struct error error;
        if (tileset_add(&box.tileset, name, picture, &error) != STATUS_OK)
            i--; /* too many sorts of edges */
    }
}

Test(play, random_pictures_are_what_the_reference_finds)
{
    static const char *const rows[] = {"oooo..oo", "oo.ooooo", "oooooooo",
                                       ".ooooo.."};
    uint64_t random = 3;

    for (int i = 0; i < 40; i++) {
        box_blank(&box, rows, 4);
        box_start(&box, 0, 0, EDGE_NORTH, "HFF.M");
        box_start(&box, 2, 3, EDGE_SOUTH, ".TSM.");
        box_start(&box, 7, 1, EDGE_EAST, "..HT.");
        draw_random_tiles(&random, 40);
        play_games(&box, 4, random);
    }
}

Test(play, random_pictures_on_a_table_are_what_the_reference_finds)
{
    uint64_t random = 4;

    for (int i = 0; i < 20; i++) {
        box_blank(&box, NULL, 0);
        draw_random_tiles(&random, 40);
        play_games(&box, 4, random);
    }
}
