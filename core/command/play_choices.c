#include "command/play_choices.h"

#include "tile/feature.h"
#include "tile/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME = TILE_SIDE + 2,   /* a tile with one line of what lies around it */
    FRAME_LINES = FRAME + 2, /* as shown, with a box around the tile */
    FRAME_COLUMNS = 2 * TILE_SIDE + 5,
    FRAME_PITCH = FRAME_COLUMNS + 3,
    PLACE_COLUMNS = 18, /* of a place in the list: "12: 3,4 (0123)" */
    INDENT = 2,
    ROUND_FIGURES = 9, /* choices with a digit of their own on a picture */
    LEFT_PITCH = TILE_SIDE + 3, /* columns of a tile that is left */
    WORD_SIZE = 64,
};

/* A tile and what lies around it, a line each. */
struct frame {
    char rows[FRAME][FRAME + 1];
};

static const struct board *board_of(const struct play *play)
{
    return &position_material(game_position(play->game))->board;
}

static void show_letters(const struct play *play, const struct text *lines)
{
    play_out_picture(&play->out, &board_of(play)->tileset->alphabet,
                     text_string(lines));
}

/* The letter, counted from the west or from the north, of what lies against
 * the side of a space. */
static char letter_beside(const struct board *board, uint8_t space, int side,
                          int at)
{
    const struct plan *plan = board->plan;
    uint8_t neighbour = board->neighbours[space][side];
    if (neighbour == SPACE_WALL && plan->bounded) {
        uint8_t start = plan->starts_at[space][side];
        if (start == START_NONE)
            return '#';
        /* Letters run clockwise as seen from the start space itself. */
        bool forward = side == EDGE_WEST || side == EDGE_SOUTH;
        return plan->starts[start].letters[forward ? at : TILE_SIDE - 1 - at];
    }
    uint8_t piece =
        neighbour == SPACE_WALL ? PIECE_NONE : board->piece_at[neighbour];
    if (piece == PIECE_NONE)
        return ' ';
    int last = TILE_SIDE - 1;
    int column = side == EDGE_EAST ? 0 : side == EDGE_WEST ? last : at;
    int row = side == EDGE_SOUTH ? 0 : side == EDGE_NORTH ? last : at;
    return tile_letter_at(board_tile(board, piece), board->pieces[piece].turns,
                          column, row);
}

/* The tile as it would lie, or lies, at the space. */
static struct frame frame_of(const struct board *board, const struct tile *tile,
                             uint8_t space, int turns)
{
    struct frame frame = {0};
    for (int row = 0; row < FRAME; row++) {
        memset(frame.rows[row], ' ', FRAME);
        frame.rows[row][FRAME] = '\0';
    }
    for (int i = 0; i < TILE_SIDE; i++) {
        for (int j = 0; j < TILE_SIDE; j++)
            frame.rows[i + 1][j + 1] = tile_letter_at(tile, turns, j, i);
        frame.rows[0][i + 1] = letter_beside(board, space, EDGE_NORTH, i);
        frame.rows[FRAME - 1][i + 1] =
            letter_beside(board, space, EDGE_SOUTH, i);
        frame.rows[i + 1][0] = letter_beside(board, space, EDGE_WEST, i);
        frame.rows[i + 1][FRAME - 1] =
            letter_beside(board, space, EDGE_EAST, i);
    }
    return frame;
}

/* Adds a line of a frame, of FRAME_LINES: the tile in a box, and around it what
 * lies against its sides. */
static void add_frame_line(const struct frame *frame, int line,
                           struct text *out)
{
    bool is_box = line == 1 || line == FRAME_LINES - 2;
    int row = line == 0 ? 0 : line == FRAME_LINES - 1 ? FRAME - 1 : line - 1;
    const char *letters = frame->rows[row];
    if (is_box) {
        text_addf(out, "  %s─────────%s", line == 1 ? "┌" : "└",
                  line == 1 ? "┐" : "┘");
        return;
    }
    bool is_tile = line > 0 && line < FRAME_LINES - 1;
    text_addf(out, "%c %s", letters[0], is_tile ? "│" : " ");
    for (int i = 1; i + 1 < FRAME; i++)
        text_addf(out, i > 1 ? " %c" : "%c", letters[i]);
    text_addf(out, "%s %c", is_tile ? "│" : " ", letters[FRAME - 1]);
}

/* Shows the tile in each of its turns, under the number of turns. */
static void show_drawn(const struct play *play,
                       const struct play_places *places)
{
    const struct tileset *tileset = board_of(play)->tileset;
    struct text picture = {0};
    picture_draw_tile(&tileset->tiles[places->tile], play->out.width, &picture);
    show_letters(play, &picture);
    text_free(&picture);
}

void play_choices_show_places(struct play *play,
                              const struct play_places *places)
{
    const struct board *board = board_of(play);
    int columns = (play->out.width - INDENT) / PLACE_COLUMNS;
    struct text lines = {0};
    size_t start = 0;
    columns = columns < 1 ? 1 : columns;
    for (int i = 0; i < places->count; i++) {
        const struct play_place *place = &places->places[i];
        int column = i % columns;
        if (column == 0) {
            if (i > 0)
                text_add_char(&lines, '\n');
            start = lines.size;
        }
        play_out_pad(&lines, start, INDENT + column * PLACE_COLUMNS);
        text_addf(&lines, "%2d: %d,%d (", i + 1, board->x[place->space],
                  board->y[place->space]);
        for (int j = 0; j < place->turns_count; j++)
            text_addf(&lines, "%d", place->turns[j]);
        text_add_char(&lines, ')');
    }
    if (play->board != PLAY_BOARD_NEVER)
        show_drawn(play, places);
    play_say(play, PLAY_WORD_PLACES, PLAY_END);
    puts(text_string(&lines));
    text_free(&lines);
}

/* Adds the line with the numbers over the frames, and how far each is
 * turned. */
static void add_turn_heads(const struct play *play,
                           const struct play_place *place, struct text *out)
{
    size_t start = out->size;
    for (int i = 0; i < place->turns_count; i++) {
        play_out_pad(out, start, INDENT + i * FRAME_PITCH);
        text_addf(out, "%d: ", i + 1);
        text_add(out, play_words_text(play->language,
                                      (enum play_word)(PLAY_WORD_TURN_0 +
                                                       place->turns[i])));
    }
    text_add_char(out, '\n');
}

void play_choices_show_turns(struct play *play,
                             const struct play_places *places,
                             const struct play_place *place)
{
    const struct board *board = board_of(play);
    const struct tile *tile = &board->tileset->tiles[places->tile];
    char x[8];
    char y[8];
    snprintf(x, sizeof x, "%d", board->x[place->space]);
    snprintf(y, sizeof y, "%d", board->y[place->space]);
    play_say(play, PLAY_WORD_TURNS, "tile", tile->name, "x", x, "y", y,
             PLAY_END);

    struct text heads = {0};
    struct text lines = {0};
    add_turn_heads(play, place, &heads);
    for (int line = 0; line < FRAME_LINES; line++) {
        size_t start = lines.size;
        for (int i = 0; i < place->turns_count; i++) {
            struct frame frame =
                frame_of(board, tile, place->space, place->turns[i]);
            play_out_pad(&lines, start, INDENT + i * FRAME_PITCH);
            add_frame_line(&frame, line, &lines);
        }
        play_out_end_line(&lines);
    }
    fputs(text_string(&heads), stdout);
    show_letters(play, &lines);
    text_free(&heads);
    text_free(&lines);
}

/* The segment of the tile laid last that a choice names by column and row, or
 * -1. */
static int segment_of(const struct board *board, const struct json *choice)
{
    int64_t column = -1;
    int64_t row = -1;
    uint8_t piece = board_last_piece(board);
    if (!json_read_integer(json_get(choice, "column"), &column) ||
        !json_read_integer(json_get(choice, "row"), &row) ||
        piece == PIECE_NONE)
        return -1;
    const struct tile *tile = board_tile(board, piece);
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].column == column && tile->segments[i].row == row)
            return i;
    return -1;
}

/* Adds the sides of the space that the segment meets. */
static void add_sides(const struct laid_tile *laid, const struct tile *tile,
                      int segment, struct text *out)
{
    static const char *const names[] = {"north", "east", "south", "west"};
    json_add_key(out, "sides");
    text_add_char(out, '[');
    for (int side = 0; side < TILE_EDGES; side++) {
        bool meets = false;
        for (int i = 0; i < TILE_EDGE_SLOTS; i++)
            meets = meets || tile_slot(tile, laid->turns,
                                       side * TILE_EDGE_SLOTS + i) == segment;
        if (!meets)
            continue;
        json_add_item_string(out, names[side]);
    }
    text_add_char(out, ']');
}

/* Adds members that tell a player more of a segment. */
static void add_segment(const struct board *board, int segment,
                        struct text *out)
{
    uint8_t piece = board_last_piece(board);
    const struct tile *tile = board_tile(board, piece);
    uint16_t feature = feature_of(board, feature_node(board, piece, segment));
    const struct tile_kind *kind =
        &board->tileset->alphabet.kinds[tile->segments[segment].kind];
    json_add_member_string(out, "kind", kind->name);
    add_sides(&board->pieces[piece], tile, segment, out);
    json_add_member_integer(out, "tiles", feature_piece_count(board, feature));
    for (int i = 0; i < board->tileset->alphabet.mark_count; i++)
        json_add_member_integer(out, board->tileset->alphabet.marks[i],
                                board->nodes[feature].marks[i]);
    json_add_member_boolean(out, "complete",
                            kind->completes &&
                                feature_is_complete(board, feature));
}

/* Adds the spaces of a feature that a choice names by its node. */
static void add_feature(const struct board *board, uint16_t node,
                        struct text *out)
{
    const struct pieces *pieces = &board->nodes[feature_of(board, node)].pieces;
    json_add_key(out, "spaces");
    text_add_char(out, '[');
    for (int piece = -1; (piece = pieces_next(pieces, piece + 1)) >= 0;) {
        if (board_is_start(board, (uint8_t)piece))
            continue;
        uint8_t space = board->pieces[piece].space;
        json_add_comma(out);
        text_addf(out, "[%d,%d]", board->x[space], board->y[space]);
    }
    text_add_char(out, ']');
}

/* The choice with what frontends add to it; NULL when the rules fail to tell
 * it. The caller's. */
static struct json *read_choice(struct play *play, int index)
{
    const struct board *board = board_of(play);
    struct text bytes = {0};
    struct error error;
    struct json *choice = NULL;
    if (position_choice(game_position(play->game), index, &bytes, &error) ==
        STATUS_OK)
        choice = play_parse(&bytes);
    int64_t node = -1;
    int segment = segment_of(board, choice);
    bool has_feature = json_read_integer(json_get(choice, "feature"), &node) &&
                       node >= 0 && node < board->node_count;
    if (bytes.size > 1 && choice != NULL && (segment >= 0 || has_feature)) {
        bytes.size--; /* the brace that closes it */
        if (segment >= 0)
            add_segment(board, segment, &bytes);
        else
            add_feature(board, (uint16_t)node, &bytes);
        text_add_char(&bytes, '}');
        struct json *more = play_parse(&bytes);
        if (more != NULL) {
            json_free(choice);
            choice = more;
        }
    }
    text_free(&bytes);
    return choice;
}

static void add_choice(const struct play *play, struct text *out, int index,
                       const struct json *choice)
{
    if (choice == NULL)
        text_addf(out, "%d", index + 1);
    else
        wording_add_choice(play->wording, out, game_question(play->game)->step,
                           choice);
}

void play_choices_add(struct play *play, struct text *out, int index)
{
    struct json *choice = read_choice(play, index);
    add_choice(play, out, index, choice);
    json_free(choice);
}

/* Puts the number of a choice on the picture, at its segment. */
static void mark_segment(const struct board *board, struct frame *frame,
                         int segment, int number)
{
    uint8_t piece = board_last_piece(board);
    const struct segment *drawn = &board_tile(board, piece)->segments[segment];
    int column = drawn->column;
    int row = drawn->row;
    for (int i = 0; i < board->pieces[piece].turns; i++) {
        int old_column = column;
        column = TILE_SIDE - 1 - row;
        row = old_column;
    }
    frame->rows[row + 1][column + 1] = (char)('0' + number);
}

/* Writes lines of text beside a frame. */
static void show_beside(const struct play *play, const struct frame *frame,
                        const char *lines)
{
    for (int line = 0; line < FRAME_LINES || *lines != '\0'; line++) {
        struct text left = {0};
        if (line < FRAME_LINES)
            add_frame_line(frame, line, &left);
        size_t size = strcspn(lines, "\n");
        if (size > 0) {
            play_out_pad(&left, 0, FRAME_COLUMNS + INDENT);
            show_letters(play, &left);
            printf("%.*s\n", (int)size, lines);
        } else {
            play_out_end_line(&left);
            show_letters(play, &left);
        }
        lines += size + (lines[size] == '\n');
        text_free(&left);
    }
}

void play_choices_show(struct play *play)
{
    const struct board *board = board_of(play);
    int count = game_question(play->game)->choice_count;
    uint8_t piece = board_last_piece(board);
    struct frame frame = {0};
    struct text lines = {0};
    bool has_frame = false;
    int width = play->out.width - FRAME_COLUMNS - INDENT;
    if (piece != PIECE_NONE)
        frame =
            frame_of(board, board_tile(board, piece),
                     board->pieces[piece].space, board->pieces[piece].turns);
    for (int i = 0; i < count; i++) {
        struct json *choice = read_choice(play, i);
        int segment = segment_of(board, choice);
        if (segment >= 0 && i < ROUND_FIGURES) {
            mark_segment(board, &frame, segment, i + 1);
            has_frame = true;
        }
        struct text words = {0};
        text_addf(&words, "%2d: ", i + 1);
        add_choice(play, &words, i, choice);
        play_out_wrap(&lines, text_string(&words), width, 4);
        text_add_char(&lines, '\n');
        text_free(&words);
        json_free(choice);
    }
    if (lines.size > 0)
        play_out_clean(lines.bytes, lines.size);
    if (has_frame && play->board != PLAY_BOARD_NEVER)
        show_beside(play, &frame, text_string(&lines));
    else
        fputs(text_string(&lines), stdout);
    text_free(&lines);
}

/* Whether both are the same but for their names. */
static bool looks_same(const struct tile *one, const struct tile *other)
{
    return memcmp(one->picture, other->picture, TILE_LETTERS) == 0;
}

/* The tiles that are left of a pile, equal ones together. */
struct left {
    int count;
    struct {
        const struct tile *tile;
        int count;
    } tiles[PILE_ITEMS_MAX];
};

/* Fills in the tiles; false when the pile's items are no tiles. */
static bool collect_left(const struct executor *executor, int index,
                         const struct pile *pile, struct left *left)
{
    const struct tileset *tileset = executor_tileset(executor);
    left->count = 0;
    for (int i = 0; i < pile->left_count; i++) {
        int found = tileset_find(
            tileset, executor_item_name(executor, index, pile->left[i]));
        if (found < 0)
            return false;
        const struct tile *tile = &tileset->tiles[found];
        int at = 0;
        while (at < left->count && !looks_same(left->tiles[at].tile, tile))
            at++;
        if (at == left->count) {
            left->tiles[at].tile = tile;
            left->tiles[at].count = 0;
            left->count++;
        }
        left->tiles[at].count++;
    }
    return true;
}

/* Shows tiles from `first` on, as many as fit side by side; returns how
 * many. */
static int show_tile_row(const struct play *play, const struct left *left,
                         int first)
{
    int fit = (play->out.width - INDENT) / LEFT_PITCH;
    fit = fit < 1 ? 1 : fit;
    int count = left->count - first < fit ? left->count - first : fit;
    for (int row = 0; row < TILE_SIDE; row++) {
        struct text line = {0};
        for (int i = 0; i < count; i++) {
            const struct tile *tile = left->tiles[first + i].tile;
            play_out_pad(&line, 0, INDENT + i * LEFT_PITCH);
            for (int column = 0; column < TILE_SIDE; column++)
                text_add_char(&line, tile_letter_at(tile, 0, column, row));
            if (row == TILE_SIDE / 2 && left->tiles[first + i].count > 1)
                text_addf(&line, "x%d", left->tiles[first + i].count);
        }
        show_letters(play, &line);
        putchar('\n');
        text_free(&line);
    }
    putchar('\n');
    return count;
}

static int compare_words(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* Says what is left of a pile whose items are no tiles. */
static void say_items(const struct play *play, const struct executor *executor,
                      int index, const struct pile *pile)
{
    char words[PILE_ITEMS_MAX][WORD_SIZE];
    for (int i = 0; i < pile->left_count; i++) {
        struct text word = {0};
        wording_add_word(play->wording, &word, "items",
                         executor_item_name(executor, index, pile->left[i]));
        snprintf(words[i], WORD_SIZE, "%s", text_string(&word));
        text_free(&word);
    }
    qsort(words, pile->left_count, WORD_SIZE, compare_words);
    struct text line = {0};
    text_addf(&line, "%*s", INDENT, "");
    for (int i = 0; i < pile->left_count; i++)
        text_addf(&line, "%s%s", i > 0 ? ", " : "", words[i]);
    play_out_say(&play->out, PLAY_OUT_PLAIN, text_string(&line));
    text_free(&line);
}

void play_choices_show_left(struct play *play)
{
    struct position *position = game_position(play->game);
    const struct material *material = position_material(position);
    const struct executor *executor = position_executor(position);
    for (int i = 0; i < material->pile_count; i++) {
        const struct pile *pile = &material->piles[i];
        struct left left;
        struct text name = {0};
        char count[8];
        wording_add_word(play->wording, &name, "piles", pile->name);
        snprintf(count, sizeof count, "%d", pile->left_count);
        play_say(play,
                 pile->left_count == 0 ? PLAY_WORD_LEFT_NONE : PLAY_WORD_LEFT,
                 "pile", text_string(&name), "count", count, PLAY_END);
        text_free(&name);
        if (!collect_left(executor, i, pile, &left)) {
            say_items(play, executor, i, pile);
            continue;
        }
        for (int at = 0; at < left.count;)
            at += show_tile_row(play, &left, at);
    }
}
