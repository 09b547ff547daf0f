#include "command/play_screen.h"

#include "tile/picture.h"

#include <stdio.h>
#include <string.h>

enum {
    CELL = 5,        /* columns of a space on the map */
    MAP_MARGIN = 3,  /* columns for y */
    PANEL_MIN = 24,  /* columns that the text beside the map needs */
    PANEL_GAP = 3,   /* between both */
    TILE_INDENT = 2, /* of the drawn tile's picture */
    MIDDLE = TILE_SIDE / 2,
    LOOK_FAR = 1, /* spaces around the one that is looked at */
};

static const struct board *board_of(const struct play *play)
{
    return &position_material(game_position(play->game))->board;
}

static const struct alphabet *alphabet_of(const struct play *play)
{
    return &board_of(play)->tileset->alphabet;
}

/* The letter of the player who stands on the piece, of two the one who came
 * last; 0 when nobody does. */
static char player_on(const struct play *play, const struct board *board,
                      uint8_t piece)
{
    char letter = '\0';
    for (int i = 0; i < board->follower_count; i++)
        if (board->followers[i].piece == piece)
            letter = play->letters[board->followers[i].player];
    return letter;
}

/* Whether an edge is a line's: something narrow that must go on, as a path or
 * a road, between two that are not like it. */
static bool is_line(const struct board *board, const struct tile *tile,
                    int turns, int edge)
{
    const struct alphabet *alphabet = &board->tileset->alphabet;
    int first = edge * TILE_EDGE_SLOTS;
    int kinds[TILE_EDGE_SLOTS];
    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        uint8_t segment = tile_slot(tile, turns, first + i);
        kinds[i] = segment == SEGMENT_NONE ? -1 : tile->segments[segment].kind;
    }
    return kinds[1] >= 0 && alphabet->kinds[kinds[1]].must_match &&
           kinds[0] != kinds[1] && kinds[2] != kinds[1];
}

/* Whether a letter is drawn as a line: no mark, and of a kind that goes on. */
static bool is_line_letter(const struct board *board, char letter)
{
    const struct alphabet *alphabet = &board->tileset->alphabet;
    for (int i = 0; i < alphabet->letter_count; i++)
        if (alphabet->letters[i].letter == letter)
            return !alphabet->letters[i].separator &&
                   alphabet->letters[i].mark == TILE_MARKS_MAX &&
                   alphabet->kinds[alphabet->letters[i].kind].must_match;
    return false;
}

/* Adds the CELL columns of a tile: its west side, its middle, its east side,
 * and who stands there. Lines are drawn as such, with their branches to north
 * and south. */
static void add_tile(const struct play *play, uint8_t piece, struct text *out)
{
    /* By the sides that a line goes to: 1 north, 2 east, 4 south, 8 west. */
    static const char *const lines[] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                        "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    static const char line[] = "─";
    const struct board *board = board_of(play);
    const struct tile *tile = board_tile(board, piece);
    int turns = board->pieces[piece].turns;
    bool is_last = piece == board_last_piece(board);
    unsigned sides = 0;
    for (int edge = 0; edge < TILE_EDGES; edge++)
        if (is_line(board, tile, turns, edge))
            sides |= 1u << edge;
    char letters[TILE_SIDE][2] = {{0}}; /* of the middle row, as strings */
    for (int i = 0; i < TILE_SIDE; i++)
        letters[i][0] = tile_letter_at(tile, turns, i, MIDDLE);
    char player[2] = {player_on(play, board, piece), '\0'};
    const char *west = sides & 8 ? line : letters[0];
    const char *east = sides & 2 ? line : letters[TILE_SIDE - 1];
    const char *middle = letters[MIDDLE];
    if (sides != 0 && is_line_letter(board, middle[0]))
        middle = lines[sides];
    text_add(out, is_last ? "[" : sides & 8 ? line : " ");
    text_addf(out, "%s%s%s", west, middle, east);
    if (player[0] != '\0')
        text_add(out, player);
    else
        text_add(out, is_last ? "]" : sides & 2 ? line : " ");
}

/* Adds the CELL columns of a space. */
static void add_cell(const struct play *play, const struct play_places *places,
                     int space, struct text *out)
{
    const struct board *board = board_of(play);
    uint8_t piece = space == SPACE_WALL ? PIECE_NONE : board->piece_at[space];
    int place = places == NULL ? -1 : play_places_find(places, space);
    if (space == SPACE_WALL) {
        text_addf(out, "%*s", CELL, "");
    } else if (piece != PIECE_NONE) {
        add_tile(play, piece, out);
    } else if (place >= 0) {
        text_addf(out, " %2d  ", place + 1);
    } else {
        text_addf(out, "  %s  ", "\xc2\xb7"); /* a dot in the middle */
    }
}

/* The spaces that the map shows. */
struct extent {
    int left;
    int top;
    int right;
    int bottom;
};

static struct extent extent_of(const struct play *play)
{
    struct picture all = picture_of_all(board_of(play), play->letters);
    return (struct extent){all.left, all.top, all.right, all.bottom};
}

static int map_columns(const struct extent *extent)
{
    return MAP_MARGIN + CELL * (extent->right - extent->left + 1);
}

/* Adds a line of the map: the one over it, or one row of spaces. */
static void add_map_line(const struct play *play,
                         const struct play_places *places,
                         const struct extent *extent, int line,
                         struct text *out)
{
    if (line == 0) {
        text_addf(out, "%*s", MAP_MARGIN, "");
        for (int x = extent->left; x <= extent->right; x++)
            text_addf(out, "%3d  ", x);
        return;
    }
    int y = extent->top + line - 1;
    text_addf(out, "%2d ", y);
    for (int x = extent->left; x <= extent->right; x++)
        add_cell(play, places, board_space(board_of(play), x, y), out);
}

/* Adds a text for the status, wrapped. */
static void add_status(const struct play *play, const char *key,
                       const struct json *fields, int width, struct text *out)
{
    struct text lines = {0};
    if (wording_add(play->wording, &lines, "status", key, fields)) {
        play_out_wrap(out, text_string(&lines), width, 2);
        text_add_char(out, '\n');
    }
    text_free(&lines);
}

/* The fields for a player's status: what the view has of the player, and the
 * seat's name. NULL when the view has nothing. */
static struct json *player_fields(const struct play *play,
                                  const struct json *view, int seat)
{
    const struct json *players = json_get(json_get(view, "game"), "players");
    const struct json *player = json_at(players, (size_t)seat);
    struct text fields = {0};
    struct error error;
    if (json_kind(player) != JSON_KIND_OBJECT)
        return NULL;
    enum status status = json_add_canonical(&fields, player, &error);
    if (status == STATUS_OK && fields.size > 1) {
        fields.size--; /* the brace that closes it */
        json_add_member_string(&fields, "letter",
                               (char[]){play->letters[seat], '\0'});
        json_add_member_string(
            &fields, "player",
            executor_seat_name(position_executor(game_position(play->game)),
                               seat));
        text_add_char(&fields, '}');
    }
    struct json *json = status == STATUS_OK ? play_parse(&fields) : NULL;
    text_free(&fields);
    return json;
}

/* Adds how the game stands, in lines of `width`. */
static void add_panel(const struct play *play, const struct json *view,
                      int width, struct text *out)
{
    add_status(play, "table", view, width, out);
    for (int seat = 0; seat < play->seat_count; seat++) {
        struct json *fields = player_fields(play, view, seat);
        if (fields != NULL)
            add_status(play, "player", fields, width, out);
        json_free(fields);
    }
    if (out->size > 0)
        play_out_clean(out->bytes, out->size);
}

void play_screen_status(struct play *play, const struct json *view)
{
    struct text panel = {0};
    add_panel(play, view, play->out.width, &panel);
    fputs(text_string(&panel), stdout);
    text_free(&panel);
}

/* Adds the tile that is to be laid, as drawn, its letters set apart so that it
 * looks square. */
static void add_drawn(const struct play *play, const struct play_places *places,
                      struct text *out)
{
    const struct tile *tile = &board_of(play)->tileset->tiles[places->tile];
    for (int row = 0; row < TILE_SIDE; row++) {
        text_addf(out, "%*s", TILE_INDENT, "");
        for (int column = 0; column < TILE_SIDE; column++)
            text_addf(out, "%c%s", tile_letter_at(tile, 0, column, row),
                      column + 1 < TILE_SIDE ? " " : "\n");
    }
}

/* The next line at *at, without its end; false when there is none. */
static bool next_line(const char **at, struct text *line)
{
    text_clear(line);
    if (**at == '\0')
        return false;
    size_t size = strcspn(*at, "\n");
    text_add_bytes(line, *at, size);
    *at += size + ((*at)[size] == '\n');
    return true;
}

/* Writes the map and beside it the panel, then the tile, if they are there. */
static void show_side_by_side(const struct play *play,
                              const struct play_places *places,
                              const struct extent *extent, const char *panel,
                              const char *tile)
{
    int lines = extent->bottom - extent->top + 2;
    bool has_panel = true;
    bool has_tile = true;
    struct text left = {0};
    struct text right = {0};
    for (int i = 0; i < lines || has_panel || has_tile; i++) {
        text_clear(&left);
        if (i < lines)
            add_map_line(play, places, extent, i, &left);
        has_panel = has_panel && next_line(&panel, &right);
        bool is_picture = !has_panel && has_tile;
        if (is_picture)
            has_tile = next_line(&tile, &right);
        if (i >= lines && !has_panel && !has_tile)
            break;
        if (right.size > 0)
            play_out_pad(&left, 0, map_columns(extent) + PANEL_GAP);
        play_out_picture(&play->out, alphabet_of(play), text_string(&left));
        if (is_picture)
            play_out_picture(&play->out, alphabet_of(play),
                             text_string(&right));
        else
            fputs(text_string(&right), stdout);
        putchar('\n');
    }
    text_free(&left);
    text_free(&right);
}

void play_screen_map(struct play *play, const struct json *view,
                     const struct play_places *places)
{
    struct extent extent = extent_of(play);
    int width = play->out.width - map_columns(&extent) - PANEL_GAP;
    struct text panel = {0};
    struct text tile = {0};
    if (places != NULL)
        add_drawn(play, places, &tile);
    if (width >= PANEL_MIN) {
        add_panel(play, view, width, &panel);
    } else {
        play_screen_status(play, view);
    }
    bool is_beside = width >= TILE_INDENT + 2 * TILE_SIDE - 1;
    show_side_by_side(play, places, &extent, text_string(&panel),
                      is_beside ? text_string(&tile) : "");
    if (!is_beside)
        play_out_picture(&play->out, alphabet_of(play), text_string(&tile));
    text_free(&panel);
    text_free(&tile);
}

static void show_picture(const struct play *play, struct picture *picture)
{
    struct text lines = {0};
    picture->width = play->out.width;
    picture_draw(picture, &lines);
    play_out_picture(&play->out, alphabet_of(play), text_string(&lines));
    text_free(&lines);
}

/* Frames the tile that was laid last. */
static void highlight_last(const struct board *board, struct picture *picture)
{
    uint8_t piece = board_last_piece(board);
    if (piece == PIECE_NONE)
        return;
    uint8_t space = board->pieces[piece].space;
    picture_highlight(picture, board->x[space], board->y[space]);
}

void play_screen_letters(struct play *play)
{
    struct text letters = {0};
    struct text players = {0};
    const struct json *alphabet =
        json_get(wording_ruleset(play->wording), "alphabet");
    const struct json *list = json_get(alphabet, "letters");
    for (size_t i = 0; i < json_size(list); i++) {
        const char *letter =
            json_string_of(json_get(json_at(list, i), "letter"));
        text_addf(&letters, "%s%s ", i == 0 ? "" : ", ", letter);
        wording_add_word(play->wording, &letters, "letters", letter);
    }
    for (int i = 0; i < play->seat_count; i++) {
        text_addf(&players, "%s%c ", i == 0 ? "" : ", ", play->letters[i]);
        play_add_seat(play, &players, i);
    }
    play_say(play, PLAY_WORD_HELP_LETTERS, "letters", text_string(&letters),
             "players", text_string(&players), PLAY_END);
    text_free(&letters);
    text_free(&players);
}

void play_screen_board(struct play *play)
{
    struct picture picture = picture_of_all(board_of(play), play->letters);
    highlight_last(board_of(play), &picture);
    show_picture(play, &picture);
}

bool play_screen_look(struct play *play, int x, int y)
{
    const struct board *board = board_of(play);
    if (x < INT8_MIN || x > INT8_MAX || y < INT8_MIN || y > INT8_MAX ||
        board_space(board, x, y) == SPACE_WALL)
        return false;
    struct picture picture =
        picture_around(board, play->letters, x, y, LOOK_FAR);
    picture_highlight(&picture, x, y);
    show_picture(play, &picture);
    return true;
}
