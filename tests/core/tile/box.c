#include "box.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_kind(struct alphabet *alphabet, const char *name,
                     bool must_match, bool needs_slot)
{
    struct tile_kind *kind = &alphabet->kinds[alphabet->kind_count++];
    snprintf(kind->name, sizeof kind->name, "%s", name);
    kind->must_match = must_match;
    kind->needs_slot = needs_slot;
}

static void add_mark(struct alphabet *alphabet, const char *name)
{
    snprintf(alphabet->marks[alphabet->mark_count++], TILE_NAME_SIZE, "%s",
             name);
}

static void add_letter(struct alphabet *alphabet, char letter, int kind,
                       int mark)
{
    alphabet->letters[alphabet->letter_count++] = (struct tile_letter){
        .letter = letter,
        .kind = (uint8_t)kind,
        .mark = (uint8_t)mark,
    };
}

static void add_separator(struct alphabet *alphabet, char letter)
{
    alphabet->letters[alphabet->letter_count++] = (struct tile_letter){
        .letter = letter,
        .separator = true,
    };
}

void box_castle_alphabet(struct alphabet *alphabet)
{
    memset(alphabet, 0, sizeof *alphabet);
    add_kind(alphabet, "path", true, false);
    add_kind(alphabet, "tower", false, false);
    add_kind(alphabet, "house", false, false);
    add_kind(alphabet, "court", false, true);
    add_mark(alphabet, "market");
    add_mark(alphabet, "fountain");
    add_letter(alphabet, 'P', PATH, TILE_MARKS_MAX);
    add_letter(alphabet, 'F', PATH, FOUNTAIN);
    add_letter(alphabet, 'T', TOWER, TILE_MARKS_MAX);
    add_letter(alphabet, 'H', HOUSE, TILE_MARKS_MAX);
    add_letter(alphabet, '.', COURT, TILE_MARKS_MAX);
    add_letter(alphabet, 'M', COURT, MARKET);
    add_separator(alphabet, 'S');
}

void box_base_alphabet(struct alphabet *alphabet)
{
    memset(alphabet, 0, sizeof *alphabet);
    add_kind(alphabet, "city", true, false);
    add_kind(alphabet, "road", true, false);
    add_kind(alphabet, "field", true, true);
    add_kind(alphabet, "monastery", false, false);
    add_mark(alphabet, "pennant");
    add_letter(alphabet, 'C', CITY, TILE_MARKS_MAX);
    add_letter(alphabet, 'c', CITY, PENNANT);
    add_letter(alphabet, 'R', ROAD, TILE_MARKS_MAX);
    add_letter(alphabet, '.', FIELD, TILE_MARKS_MAX);
    add_letter(alphabet, 'M', MONASTERY, TILE_MARKS_MAX);
    add_separator(alphabet, 'X');
}

static _Noreturn void fail(const struct error *error)
{
    fprintf(stderr, "box: %s\n", error->text);
    abort();
}

char *box_read(const char *name)
{
    struct text text = {0};
    struct error error;
    char path[512];

    snprintf(path, sizeof path, "%s/tests/core/data/%s", CASTLED_SOURCE_DIR,
             name);
    if (text_read_file(&text, path, 65536, &error) != STATUS_OK)
        fail(&error);
    return text.bytes;
}

char *box_line(char **text)
{
    while (**text != '\0') {
        char *line = *text;
        size_t length = strcspn(line, "\n");
        *text += length + (line[length] != '\0');
        line[length] = '\0';
        if (length > 0 && line[0] != '#')
            return line;
    }
    return NULL;
}

/* The five rows that come next, one after the other. */
static void read_picture(char **text, char *picture)
{
    for (int row = 0; row < TILE_SIDE; row++) {
        char *line = box_line(text);
        REQUIRE(line != NULL && strlen(line) == TILE_SIDE);
        memcpy(picture + row * TILE_SIDE, line, TILE_SIDE);
    }
    picture[TILE_LETTERS] = '\0';
}

static void read_castle_tiles(struct box *box)
{
    char *text = box_read("castle-tiles.txt");
    char *rest = text;
    char *name;

    while ((name = box_line(&rest)) != NULL) {
        char picture[TILE_LETTERS + 1];
        read_picture(&rest, picture);
        box_tile(box, name, picture);
    }
    free(text);
}

/* The letters of a start space of The Castle, by what is said of it. */
static const char *start_letters(const char *kind)
{
    static const char *const letters[][2] = {
        {"path", "..P.."},         {"tower", "TTTTT"}, {"house", "HHHHH"},
        {"court market", "..M.."}, {"court", "....."},
    };
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (strcmp(kind, letters[i][0]) == 0)
            return letters[i][1];
    return "";
}

static void read_castle_start(struct box *box, const char *line)
{
    struct error error;
    char kind[32];
    char side;
    int number, x, y;

    if (sscanf(line, "start %d %d %d %c %31[a-z ]", &number, &x, &y, &side,
               kind) != 5)
        return;
    enum edge edge = (enum edge)(strchr("NESW", side) - "NESW");
    if (plan_add_start(&box->plan, &box->tileset, x, y, edge, number,
                       start_letters(kind), &error) != STATUS_OK)
        fail(&error);
}

static void set_plan(struct box *box)
{
    const char *rows[PLAN_SIDE_MAX];
    struct error error;

    for (int y = 0; y < box->row_count; y++)
        rows[y] = box->rows[y];
    if (plan_init(&box->plan, rows, box->row_count, &error) != STATUS_OK)
        fail(&error);
}

static void read_castle_plan(struct box *box)
{
    char *text = box_read("castle-board.txt");
    char *rest = text;
    char *line;

    while ((line = box_line(&rest)) != NULL) {
        if (strspn(line, "o.") == strlen(line)) {
            snprintf(box->rows[box->row_count++], PLAN_SIDE_MAX, "%s", line);
            continue;
        }
        if (box->plan.space_count == 0)
            set_plan(box);
        read_castle_start(box, line);
    }
    free(text);
}

void box_castle(struct box *box)
{
    memset(box, 0, sizeof *box);
    box_castle_alphabet(&box->alphabet);
    tileset_init(&box->tileset, &box->alphabet);
    read_castle_tiles(box);
    read_castle_plan(box);
}

void box_base_kinds(struct tileset *tileset, int *counts)
{
    struct alphabet alphabet;
    struct error error;
    char *text = box_read("carcassonne-pictures.txt");
    char *rest = text;
    char *line;

    box_base_alphabet(&alphabet);
    tileset_init(tileset, &alphabet);
    while ((line = box_line(&rest)) != NULL) {
        char name[TILE_NAME_SIZE];
        char picture[TILE_LETTERS + 1];
        int got = sscanf(line, "%15s %d", name, counts++);
        REQUIRE(got == 2);
        read_picture(&rest, picture);
        if (tileset_add(tileset, name, picture, &error) != STATUS_OK)
            fail(&error);
    }
    free(text);
}

void box_base(struct box *box)
{
    static struct tileset kinds;
    int counts[TILESET_TILES_MAX];

    memset(box, 0, sizeof *box);
    box_base_alphabet(&box->alphabet);
    tileset_init(&box->tileset, &box->alphabet);
    plan_init_unbounded(&box->plan);
    box_base_kinds(&kinds, counts);
    for (int i = 0; i < kinds.tile_count; i++) {
        for (int copy = 1; copy <= counts[i]; copy++) {
            char name[TILE_NAME_SIZE];
            snprintf(name, sizeof name, "%.1s%d", kinds.tiles[i].name, copy);
            box_tile(box, name, kinds.tiles[i].picture);
        }
    }
}

void box_blank(struct box *box, const char *const *rows, int height)
{
    memset(box, 0, sizeof *box);
    box_castle_alphabet(&box->alphabet);
    tileset_init(&box->tileset, &box->alphabet);
    plan_init_unbounded(&box->plan);
    if (rows == NULL)
        return;
    box->row_count = height;
    for (int y = 0; y < height; y++)
        snprintf(box->rows[y], sizeof box->rows[y], "%s", rows[y]);
    set_plan(box);
}

uint8_t box_tile(struct box *box, const char *name, const char *picture)
{
    struct error error;

    if (tileset_add(&box->tileset, name, picture, &error) != STATUS_OK)
        fail(&error);
    return (uint8_t)(box->tileset.tile_count - 1);
}

void box_start(struct box *box, int x, int y, enum edge side,
               const char *letters)
{
    struct error error;

    if (plan_add_start(&box->plan, &box->tileset, x, y, side,
                       box->plan.start_count, letters, &error) != STATUS_OK)
        fail(&error);
}

void box_board(const struct box *box, bool starts_match, struct board *board)
{
    struct error error;

    if (board_init(board, &box->plan, &box->tileset, starts_match, &error) !=
        STATUS_OK)
        fail(&error);
}

int box_random(uint64_t *state, int below)
{
    /* splitmix64 */
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    word ^= word >> 31;
    return (int)((word >> 32) * (uint64_t)below >> 32);
}
