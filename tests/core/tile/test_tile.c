#include "box.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct box box;
static struct error error;

/* A tile drawn with The Castle's letters. */
static const struct tile *draw(const char *picture)
{
    box_blank(&box, NULL, 0);
    return &box.tileset.tiles[box_tile(&box, "t", picture)];
}

static enum status try_tile(const char *name, const char *picture)
{
    return tileset_add(&box.tileset, name, picture, &error);
}

static const char corner[] = ".HHHH"
                             "..H.H"
                             "...HH"
                             "....H"
                             ".....";

Test(tile, slots_go_clockwise_from_north)
{
    /* Every slot's letter starts a segment of its own: H where the slot's
     * number is even, T where it is odd. */
    const struct tile *tile = draw("SHTHS"
                                   "TSSST"
                                   "HSSSH"
                                   "TSSST"
                                   "SHTHS");
    static const int columns[TILE_SLOTS] = {1, 2, 3, 4, 4, 4, 3, 2, 1, 0, 0, 0};
    static const int rows[TILE_SLOTS] = {0, 0, 0, 1, 2, 3, 4, 4, 4, 3, 2, 1};
    for (int slot = 0; slot < TILE_SLOTS; slot++) {
        const struct segment *segment = &tile->segments[tile->slots[slot]];
        cr_expect_eq(segment->column, columns[slot], "slot %d", slot);
        cr_expect_eq(segment->row, rows[slot], "slot %d", slot);
        cr_expect_eq(segment->slots, 1u << slot, "slot %d", slot);
        cr_expect_eq(tile->slots[slot + TILE_SLOTS], tile->slots[slot]);
    }
}

Test(tile, turned_slots_are_those_of_the_turned_letters)
{
    const struct tile *tile = draw(corner);
    static const int columns[TILE_SLOTS] = {1, 2, 3, 4, 4, 4, 3, 2, 1, 0, 0, 0};
    static const int rows[TILE_SLOTS] = {0, 0, 0, 1, 2, 3, 4, 4, 4, 3, 2, 1};
    for (int turns = 0; turns < TILE_EDGES; turns++) {
        for (int slot = 0; slot < TILE_SLOTS; slot++) {
            char letter =
                tile_letter_at(tile, turns, columns[slot], rows[slot]);
            int segment = tile_slot(tile, turns, slot);
            cr_expect_eq(tile->segments[segment].kind,
                         letter == 'H' ? HOUSE : COURT, "slot %d, %d turns",
                         slot, turns);
        }
    }
}

Test(tile, a_quarter_turn_is_clockwise)
{
    const struct tile *tile = draw("FHHHT"
                                   "....."
                                   "....."
                                   "....."
                                   "M...S");
    static const char *const corners[TILE_EDGES] = {"FTSM", "MFTS", "SMFT",
                                                    "TSMF"};
    for (int turns = 0; turns < TILE_EDGES; turns++) {
        char found[] = {tile_letter_at(tile, turns, 0, 0),
                        tile_letter_at(tile, turns, 4, 0),
                        tile_letter_at(tile, turns, 4, 4),
                        tile_letter_at(tile, turns, 0, 4), '\0'};
        cr_expect_str_eq(found, corners[turns]);
    }
}

Test(tile, turns_that_look_the_same_are_not_counted)
{
    const struct {
        const char *picture;
        int turn_count;
    } cases[] = {
        {"..P...............P......", 4}, {"P.......................P", 2},
        {"P...P...............P...P", 1}, {".........................", 1},
        {"..P....P....P....P....P..", 2}, {"..P....P....P....P....P.H", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct tile *tile = draw(cases[i].picture);
        cr_expect_eq(tile->turn_count, cases[i].turn_count, "%s",
                     cases[i].picture);
        for (int turns = 0; turns < TILE_EDGES; turns++)
            cr_expect_eq(tile_same_turns(tile, turns),
                         turns % cases[i].turn_count);
    }
}

Test(tile, letters_join_side_to_side_only)
{
    const struct tile *tile = draw("H.T.."
                                   ".H..."
                                   ".HH.T"
                                   "...TT"
                                   "....."); /* H 0,0 and 1,1: a corner only */
    static const struct segment expected[] = {
        {.kind = HOUSE, .column = 0, .row = 0, .area = 1},
        {.kind = COURT, .column = 1, .row = 0, .area = 1},
        {.kind = TOWER, .column = 2, .row = 0, .area = 1},
        {.kind = COURT, .column = 3, .row = 0, .area = 6},
        {.kind = COURT, .column = 0, .row = 1, .area = 10},
        {.kind = HOUSE, .column = 1, .row = 1, .area = 3},
        {.kind = TOWER, .column = 4, .row = 2, .area = 3},
    };
    cr_assert_eq(tile->segment_count, 7);
    for (int i = 0; i < tile->segment_count; i++) {
        cr_expect_eq(tile->segments[i].kind, expected[i].kind);
        cr_expect_eq(tile->segments[i].column, expected[i].column);
        cr_expect_eq(tile->segments[i].row, expected[i].row);
        cr_expect_eq(tile->segments[i].area, expected[i].area, "%d: %d", i,
                     tile->segments[i].area);
    }
}

Test(tile, a_square_parts_paths_and_a_fountain_does_not)
{
    const struct tile *tile = draw("..P.."
                                   "..P.."
                                   "PPSPP"
                                   "..P.."
                                   "..P..");
    int paths = 0;
    for (int i = 0; i < tile->segment_count; i++)
        paths += tile->segments[i].kind == PATH;
    cr_assert_eq(paths, 4);

    tile = draw("..P.."
                "..P.."
                "PPFPP"
                "..P.."
                "..P..");
    const struct segment *path = &tile->segments[tile->slots[1]];
    cr_assert_eq(path->area, 9);
    cr_assert_eq(path->marks[FOUNTAIN], 1);
    cr_assert_eq(path->marks[MARKET], 0);
    cr_assert_eq(path->slots, 1u << 1 | 1u << 4 | 1u << 7 | 1u << 10);
}

Test(tile, court_without_slot_and_market_is_drawing)
{
    /* c16 with a market in one of its two courts. */
    const struct tile *tile = draw("..P.."
                                   "H.P.H"
                                   "HHHHH"
                                   "HMH.H"
                                   "HHHHH");
    cr_assert_eq(tile->segment_count, 5);
    cr_assert_eq(tile->segments[4].marks[MARKET], 1);
    cr_assert_eq(tile->segments[4].slots, 0);
    cr_assert_eq(tile->segments[4].touches, 1u << 3);

    /* Corner courts of one letter; slot 0's segment is then the first. */
    tile = draw(".HHH."
                "H...H"
                "H...H"
                "H...H"
                ".HHH.");
    cr_assert_eq(tile->segment_count, 4);
    cr_assert_eq(tile->slots[0], 0);
    cr_assert_eq(tile->segments[0].kind, HOUSE);
    cr_assert_eq(tile->segments[0].touches, 0);
}

Test(tile, a_kind_that_needs_no_slot_is_never_drawing)
{
    const struct tile *tile = draw("....."
                                   "..T.."
                                   "....."
                                   "....."
                                   ".....");
    cr_assert_eq(tile->segment_count, 2);
    cr_assert_eq(tile->segments[1].kind, TOWER);
    cr_assert_eq(tile->segments[1].slots, 0);
}

Test(tile, segments_touch_side_to_side_on_the_tile)
{
    const struct tile *tile = draw("..P.."
                                   "..P.."
                                   "..S.."
                                   "HHTTT"
                                   "HHTTT");
    /* Court, path, court, house, tower, in reading order. The square is
     * nothing, so the path does not touch the tower. */
    cr_assert_eq(tile->segment_count, 5);
    cr_expect_eq(tile->segments[0].touches, 1u << 1 | 1u << 3);
    cr_expect_eq(tile->segments[1].touches, 1u << 0 | 1u << 2);
    cr_expect_eq(tile->segments[2].touches, 1u << 1 | 1u << 4);
    cr_expect_eq(tile->segments[3].touches, 1u << 0 | 1u << 4);
    cr_expect_eq(tile->segments[4].touches, 1u << 2 | 1u << 3);
}

Test(tile, edges_differ_in_what_must_match_only)
{
    const struct tile *tile = draw("..P.."
                                   "....H"
                                   "....H"
                                   "....H"
                                   ".TTT.");
    cr_assert_neq(tile->classes[EDGE_NORTH], tile->classes[EDGE_EAST]);
    cr_assert_eq(tile->classes[EDGE_EAST], tile->classes[EDGE_SOUTH]);
    cr_assert_eq(tile->classes[EDGE_EAST], tile->classes[EDGE_WEST]);
    cr_assert_eq(box.tileset.class_count, 2);
    cr_assert_eq(tile_class(tile, 1, EDGE_EAST), tile->classes[EDGE_NORTH]);
    cr_assert_eq(tile_class(tile, 3, EDGE_WEST), tile->classes[EDGE_NORTH]);
}

Test(tile, the_mate_of_an_edge_mirrors_it)
{
    box_blank(&box, NULL, 0);
    struct tileset *tileset = &box.tileset;
    const uint8_t skew[] = {PATH, COURT, SEGMENT_NONE};
    const uint8_t mirrored[] = {SEGMENT_NONE, HOUSE, PATH};
    const uint8_t even[] = {PATH, TOWER, PATH};

    int one = tileset_class(tileset, skew, &error);
    int mate = tileset_class(tileset, mirrored, &error);
    int own_mate = tileset_class(tileset, even, &error);
    cr_assert_eq(tileset->class_count, 3);
    cr_assert_eq(tileset->mates[one], mate);
    cr_assert_eq(tileset->mates[mate], one);
    cr_assert_eq(tileset->mates[own_mate], own_mate);
    cr_assert_eq(tileset->class_slots[one][0], PATH);
    cr_assert_eq(tileset->class_slots[one][1], SEGMENT_NONE);
    cr_assert_eq(tileset_class(tileset, skew, &error), one);
}

Test(tile, more_classes_than_there_is_room_for_are_refused)
{
    box_blank(&box, NULL, 0);
    struct tileset *tileset = &box.tileset;
    tileset->alphabet.kinds[TOWER].must_match = true;

    /* Edges that are their own mates: seven of nine, then one with a mate,
     * which needs two places, then one that fills the last. */
    static const uint8_t kinds[] = {PATH, TOWER, SEGMENT_NONE};
    int made = 0;
    for (int outer = 0; outer < 3; outer++) {
        for (int middle = 0; middle < 3 && made < 7; middle++) {
            uint8_t even[] = {kinds[outer], kinds[middle], kinds[outer]};
            cr_assert_eq(tileset_class(tileset, even, &error), made++);
        }
    }
    const uint8_t skew[] = {PATH, TOWER, TOWER};
    cr_assert_eq(tileset_class(tileset, skew, &error), -1);
    cr_assert_eq(error.status, STATUS_BAD_INPUT);
    cr_assert_eq(tileset->class_count, 7);
    const uint8_t eighth[] = {SEGMENT_NONE, TOWER, SEGMENT_NONE};
    cr_assert_eq(tileset_class(tileset, eighth, &error), 7);
    const uint8_t ninth[] = {SEGMENT_NONE, SEGMENT_NONE, SEGMENT_NONE};
    cr_assert_eq(tileset_class(tileset, ninth, &error), -1);

    /* A tile that needs a ninth is refused and leaves nothing behind. */
    cr_assert_eq(try_tile("t", corner), STATUS_BAD_INPUT);
    cr_assert_eq(tileset->tile_count, 0);
    cr_assert_eq(tileset->segment_count, 0);
}

Test(tile, a_refused_tile_leaves_no_classes)
{
    box_blank(&box, NULL, 0);
    struct tileset *tileset = &box.tileset;
    tileset->alphabet.kinds[TOWER].must_match = true;
    tileset->alphabet.kinds[HOUSE].must_match = true;

    /* Five sorts of edges on one tile would be eight with mates. */
    cr_assert_eq(try_tile("a", "SPTHS"
                               "TSSSS"
                               "HSSSS"
                               "PSSSS"
                               "SSSSS"),
                 STATUS_OK);
    int count = tileset->class_count;
    cr_assert_eq(count, 5);
    cr_assert_eq(try_tile("b", "SPPTS"
                               "SSSSS"
                               "SSSSS"
                               "SSSSS"
                               "SPPHS"),
                 STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "tile 'b': there are more than 8 sorts of edges, of which "
                     "two that mirror each other are two");
    cr_assert_eq(tileset->class_count, count);
    cr_assert_eq(tileset_find(tileset, "b"), -1);
}

Test(tile, a_letter_that_is_not_of_the_alphabet_is_refused)
{
    box_blank(&box, NULL, 0);
    cr_assert_eq(try_tile("t", "............x............"), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "tile 't': letter 'x' is not of the alphabet");
    cr_assert_eq(try_tile("t", "............\x1b............"),
                 STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text, "tile 't': byte 27 is not of the alphabet");
    cr_assert_eq(try_tile("t", "........................"), STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "tile 't': the picture has 24 letters, not 25");
    cr_assert_eq(box.tileset.tile_count, 0);
}

Test(tile, a_picture_has_sixteen_segments_at_most)
{
    box_blank(&box, NULL, 0);
    cr_assert_eq(try_tile("t", "HTHTH"
                               "THTHT"
                               "HTHTH"
                               "TSSSS"
                               "SSSSS"),
                 STATUS_OK);
    cr_assert_eq(box.tileset.tiles[0].segment_count, TILE_SEGMENTS_MAX);
    cr_assert_eq(try_tile("u", "HTHTH"
                               "THTHT"
                               "HTHTH"
                               "THSSS"
                               "SSSSS"),
                 STATUS_BAD_INPUT);
    cr_assert_str_eq(error.text,
                     "tile 'u': the picture has more than 16 segments");
}

Test(tile, names_have_one_to_fifteen_characters_and_are_not_taken)
{
    box_blank(&box, NULL, 0);
    cr_assert_eq(try_tile("123456789012345", corner), STATUS_OK);
    cr_assert_eq(try_tile("1234567890123456", corner), STATUS_BAD_INPUT);
    cr_assert_eq(try_tile("", corner), STATUS_BAD_INPUT);
    cr_assert_eq(try_tile("123456789012345", corner), STATUS_BAD_INPUT);
    cr_assert_str_eq(
        error.text,
        "tile '123456789012345': there is one of that name already");
    cr_assert_eq(tileset_find(&box.tileset, "123456789012345"), 0);
    cr_assert_eq(tileset_find(&box.tileset, "1234567890123456"), -1);
}

Test(tile, a_set_has_room_for_its_limit)
{
    char name[TILE_NAME_SIZE];

    box_blank(&box, NULL, 0);
    for (int i = 0; i < TILESET_TILES_MAX; i++) {
        snprintf(name, sizeof name, "t%d", i);
        cr_assert_eq(try_tile(name, corner), STATUS_OK);
    }
    cr_assert_eq(try_tile("more", corner), STATUS_BAD_INPUT);
    cr_assert_eq(box.tileset.tile_count, TILESET_TILES_MAX);
    cr_assert_eq(tileset_segment_count(&box.tileset), 2 * TILESET_TILES_MAX);
}

Test(tile, a_set_counts_segments_and_marks)
{
    box_castle(&box);
    int segments = 0;
    int markets = 0;
    for (int i = 0; i < box.tileset.tile_count; i++) {
        const struct tile *tile = &box.tileset.tiles[i];
        segments += tile->segment_count;
        for (int j = 0; j < TILE_LETTERS; j++)
            markets += tile->picture[j] == 'M';
    }
    cr_assert_eq(tileset_segment_count(&box.tileset), segments);
    cr_assert_eq(box.tileset.mark_counts[MARKET], markets);
}

Test(tile, names_of_kinds_and_marks_are_found)
{
    box_blank(&box, NULL, 0);
    cr_assert_eq(alphabet_kind(&box.alphabet, "court"), COURT);
    cr_assert_eq(alphabet_kind(&box.alphabet, "city"), -1);
    cr_assert_eq(alphabet_mark(&box.alphabet, "fountain"), FOUNTAIN);
    cr_assert_eq(alphabet_mark(&box.alphabet, "pennant"), -1);
}

Test(tile, a_strip_has_segments_too)
{
    struct segment segments[TILE_SEGMENTS_MAX];
    uint8_t owner[TILE_SIDE];

    box_blank(&box, NULL, 0);
    cr_assert_eq(picture_segments(&box.alphabet, "..P..", TILE_SIDE, 1,
                                  segments, owner, &error),
                 3);
    static const uint8_t expected[] = {0, 0, 1, 2, 2};
    cr_assert_arr_eq(owner, expected, sizeof expected);
    cr_assert_eq(segments[2].column, 3);
    cr_assert_eq(segments[2].area, 2);
}
