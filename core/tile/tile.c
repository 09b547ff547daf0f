#include "tile/tile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Where the letter of each slot stands in a picture. */
static const uint8_t slot_letters[TILE_SLOTS] = {
    1, 2, 3, 9, 14, 19, 23, 22, 21, 15, 10, 5,
};

static const struct tile_letter *find_letter(const struct alphabet *alphabet,
                                             char letter)
{
    for (int i = 0; i < alphabet->letter_count; i++)
        if (alphabet->letters[i].letter == letter)
            return &alphabet->letters[i];
    return NULL;
}

/* Checks that every letter is of the alphabet. Stops at a zero byte, which
 * never is, so that a picture that is too short is not read beyond. */
static enum status check_letters(const struct alphabet *alphabet,
                                 const char *picture, int letter_count,
                                 struct error *error)
{
    for (int i = 0; i < letter_count; i++) {
        if (picture[i] == '\0')
            return error_set(error, STATUS_BAD_INPUT,
                             "the picture has %d letters, not %d", i,
                             letter_count);
        if (find_letter(alphabet, picture[i]) != NULL)
            continue;
        if (isprint((unsigned char)picture[i]))
            return error_set(error, STATUS_BAD_INPUT,
                             "letter '%c' is not of the alphabet", picture[i]);
        return error_set(error, STATUS_BAD_INPUT,
                         "byte %d is not of the alphabet",
                         (unsigned char)picture[i]);
    }
    return STATUS_OK;
}

/* Whether letter `other` of a picture with `columns` a row is the next one in
 * the direction `edge` from letter `at`; if so, *other is that letter. */
static bool letter_beside(int at, int edge, int columns, int rows, int *other)
{
    static const int8_t across[TILE_EDGES] = {0, 1, 0, -1};
    static const int8_t down[TILE_EDGES] = {-1, 0, 1, 0};
    int column = at % columns + across[edge];
    int row = at / columns + down[edge];
    if (column < 0 || column >= columns || row < 0 || row >= rows)
        return false;
    *other = row * columns + column;
    return true;
}

struct fill {
    const struct alphabet *alphabet;
    const char *picture;
    int columns;
    int rows;
    uint8_t *owner;
};

/* Gives all letters that hang together with letter `first` to `index` and
 * counts them in `segment`. */
static void fill_segment(const struct fill *fill, int first, uint8_t index,
                         struct segment *segment)
{
    int stack[TILE_LETTERS];
    int depth = 0;

    fill->owner[first] = index;
    stack[depth++] = first;
    while (depth > 0) {
        int at = stack[--depth];
        const struct tile_letter *letter =
            find_letter(fill->alphabet, fill->picture[at]);
        segment->area++;
        if (letter->mark < TILE_MARKS_MAX)
            segment->marks[letter->mark]++;
        for (int edge = 0; edge < TILE_EDGES; edge++) {
            int other;
            if (!letter_beside(at, edge, fill->columns, fill->rows, &other) ||
                fill->owner[other] != SEGMENT_NONE)
                continue;
            letter = find_letter(fill->alphabet, fill->picture[other]);
            if (letter->separator || letter->kind != segment->kind)
                continue;
            fill->owner[other] = index;
            stack[depth++] = other;
        }
    }
}

int picture_segments(const struct alphabet *alphabet, const char *picture,
                     int columns, int rows, struct segment *segments,
                     uint8_t *owner, struct error *error)
{
    int letter_count = columns * rows;
    REQUIRE(columns > 0 && rows > 0 && letter_count <= TILE_LETTERS);

    if (check_letters(alphabet, picture, letter_count, error) != STATUS_OK)
        return -1;

    struct fill fill = {alphabet, picture, columns, rows, owner};
    int count = 0;
    for (int i = 0; i < letter_count; i++)
        owner[i] = SEGMENT_NONE;
    for (int i = 0; i < letter_count; i++) {
        const struct tile_letter *letter = find_letter(alphabet, picture[i]);
        if (owner[i] != SEGMENT_NONE || letter->separator)
            continue;
        if (count == TILE_SEGMENTS_MAX) {
            error_set(error, STATUS_BAD_INPUT,
                      "the picture has more than %d segments",
                      TILE_SEGMENTS_MAX);
            return -1;
        }
        segments[count] = (struct segment){
            .kind = letter->kind,
            .column = (uint8_t)(i % columns),
            .row = (uint8_t)(i / columns),
        };
        fill_segment(&fill, i, (uint8_t)count, &segments[count]);
        count++;
    }
    return count;
}

static bool is_drawing(const struct alphabet *alphabet,
                       const struct segment *segment)
{
    if (!alphabet->kinds[segment->kind].needs_slot || segment->slots != 0)
        return false;
    for (int i = 0; i < TILE_MARKS_MAX; i++)
        if (segment->marks[i] > 0)
            return false;
    return true;
}

int picture_drop_drawing(const struct alphabet *alphabet,
                         struct segment *segments, int segment_count,
                         uint8_t *owner, int letter_count)
{
    uint8_t new_index[TILE_SEGMENTS_MAX];
    int kept = 0;

    for (int i = 0; i < segment_count; i++) {
        if (is_drawing(alphabet, &segments[i])) {
            new_index[i] = SEGMENT_NONE;
            continue;
        }
        new_index[i] = (uint8_t)kept;
        segments[kept++] = segments[i];
    }
    for (int i = 0; i < letter_count; i++)
        if (owner[i] != SEGMENT_NONE)
            owner[i] = new_index[owner[i]];
    return kept;
}

void picture_touches(struct segment *segments, const uint8_t *owner,
                     int columns, int rows)
{
    for (int i = 0; i < columns * rows; i++) {
        if (owner[i] == SEGMENT_NONE)
            continue;
        for (int edge = 0; edge < TILE_EDGES; edge++) {
            int other;
            if (!letter_beside(i, edge, columns, rows, &other) ||
                owner[other] == SEGMENT_NONE || owner[other] == owner[i])
                continue;
            struct segment *segment = &segments[owner[i]];
            segment->touches =
                (uint16_t)(segment->touches | 1u << owner[other]);
        }
    }
}

void tileset_init(struct tileset *tileset, const struct alphabet *alphabet)
{
    memset(tileset, 0, sizeof *tileset);
    tileset->alphabet = *alphabet;
}

static int find_class(const struct tileset *tileset, const uint8_t *slots)
{
    for (int i = 0; i < tileset->class_count; i++)
        if (memcmp(tileset->class_slots[i], slots, TILE_EDGE_SLOTS) == 0)
            return i;
    return -1;
}

/* A new class and, unless it is its own, its mate. */
static int add_class(struct tileset *tileset, const uint8_t *slots)
{
    uint8_t mate[TILE_EDGE_SLOTS] = {slots[2], slots[1], slots[0]};
    bool symmetric = slots[0] == slots[2];
    int count = tileset->class_count;
    if (count + (symmetric ? 1 : 2) > TILE_CLASSES_MAX)
        return -1;

    memcpy(tileset->class_slots[count], slots, TILE_EDGE_SLOTS);
    tileset->mates[count] = (uint8_t)(symmetric ? count : count + 1);
    if (!symmetric) {
        memcpy(tileset->class_slots[count + 1], mate, TILE_EDGE_SLOTS);
        tileset->mates[count + 1] = (uint8_t)count;
    }
    tileset->class_count = (uint8_t)(count + (symmetric ? 1 : 2));
    return count;
}

int tileset_class(struct tileset *tileset, const uint8_t *slots,
                  struct error *error)
{
    uint8_t matching[TILE_EDGE_SLOTS];

    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        bool matters = slots[i] < tileset->alphabet.kind_count &&
                       tileset->alphabet.kinds[slots[i]].must_match;
        matching[i] = matters ? slots[i] : SEGMENT_NONE;
    }

    int index = find_class(tileset, matching);
    if (index < 0)
        index = add_class(tileset, matching);
    if (index < 0)
        error_set(error, STATUS_BAD_INPUT,
                  "there are more than %d sorts of edges, of which two that "
                  "mirror each other are two",
                  TILE_CLASSES_MAX);
    return index;
}

/* Fills in the classes of a tile whose slots are known. */
static enum status fill_classes(struct tileset *tileset, struct tile *tile,
                                struct error *error)
{
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        uint8_t kinds[TILE_EDGE_SLOTS];
        for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
            uint8_t segment = tile->slots[edge * TILE_EDGE_SLOTS + i];
            kinds[i] = segment == SEGMENT_NONE ? SEGMENT_NONE
                                               : tile->segments[segment].kind;
        }
        int index = tileset_class(tileset, kinds, error);
        if (index < 0)
            return error->status;
        tile->classes[edge] = (uint8_t)index;
    }
    return STATUS_OK;
}

static uint8_t count_turns(const struct tile *tile)
{
    for (int turns = 1; turns < TILE_EDGES; turns++) {
        bool same = true;
        for (int i = 0; i < TILE_LETTERS && same; i++)
            same = tile->picture[i] ==
                   tile_letter_at(tile, turns, i % TILE_SIDE, i / TILE_SIDE);
        if (same)
            return (uint8_t)turns;
    }
    return TILE_EDGES;
}

/* Fills in what is drawn on the tile; its name is the caller's. */
static enum status draw_tile(struct tileset *tileset, struct tile *tile,
                             const char *picture, struct error *error)
{
    const struct alphabet *alphabet = &tileset->alphabet;
    uint8_t owner[TILE_LETTERS];

    int count = picture_segments(alphabet, picture, TILE_SIDE, TILE_SIDE,
                                 tile->segments, owner, error);
    if (count < 0)
        return error->status;
    memcpy(tile->picture, picture, TILE_LETTERS);
    tile->turn_count = count_turns(tile);

    for (int slot = 0; slot < TILE_SLOTS; slot++) {
        uint8_t index = owner[slot_letters[slot]];
        if (index == SEGMENT_NONE)
            continue;
        struct segment *segment = &tile->segments[index];
        segment->slots = (uint16_t)(segment->slots | 1u << slot);
    }
    count = picture_drop_drawing(alphabet, tile->segments, count, owner,
                                 TILE_LETTERS);
    picture_touches(tile->segments, owner, TILE_SIDE, TILE_SIDE);
    tile->segment_count = (uint8_t)count;
    for (int slot = 0; slot < 2 * TILE_SLOTS; slot++)
        tile->slots[slot] = owner[slot_letters[slot % TILE_SLOTS]];
    return fill_classes(tileset, tile, error);
}

/* Adds the tile to what is counted of all tiles. */
static void count_tile(struct tileset *tileset, const struct tile *tile)
{
    tileset->segment_count =
        (uint16_t)(tileset->segment_count + tile->segment_count);
    for (int i = 0; i < tile->segment_count; i++)
        for (int mark = 0; mark < TILE_MARKS_MAX; mark++)
            tileset->mark_counts[mark] =
                (uint16_t)(tileset->mark_counts[mark] +
                           tile->segments[i].marks[mark]);
}

enum status tileset_add(struct tileset *tileset, const char *name,
                        const char *picture, struct error *error)
{
    size_t size = strlen(name) + 1;
    if (size == 1 || size > TILE_NAME_SIZE)
        return error_set(error, STATUS_BAD_INPUT,
                         "tile '%.*s': a name has 1 to %d characters",
                         TILE_NAME_SIZE * 2, name, TILE_NAME_SIZE - 1);
    if (tileset_find(tileset, name) >= 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "tile '%s': there is one of that name already", name);
    if (tileset->tile_count == TILESET_TILES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "tile '%s': there are more than %d tiles", name,
                         TILESET_TILES_MAX);

    struct tile tile = {0};
    uint8_t class_count = tileset->class_count;
    memcpy(tile.name, name, size);
    if (draw_tile(tileset, &tile, picture, error) != STATUS_OK) {
        tileset->class_count = class_count;
        return error_prefix(error, "tile '%s'", name);
    }
    tileset->tiles[tileset->tile_count++] = tile;
    count_tile(tileset, &tile);
    return STATUS_OK;
}

int tileset_find(const struct tileset *tileset, const char *name)
{
    for (int i = 0; i < tileset->tile_count; i++)
        if (strcmp(tileset->tiles[i].name, name) == 0)
            return i;
    return -1;
}

int tileset_segment_count(const struct tileset *tileset)
{
    return tileset->segment_count;
}

char tile_letter_at(const struct tile *tile, int turns, int column, int row)
{
    for (int i = 0; i < turns; i++) {
        int old_row = TILE_SIDE - 1 - column;
        column = row;
        row = old_row;
    }
    return tile->picture[row * TILE_SIDE + column];
}

int alphabet_kind(const struct alphabet *alphabet, const char *name)
{
    for (int i = 0; i < alphabet->kind_count; i++)
        if (strcmp(alphabet->kinds[i].name, name) == 0)
            return i;
    return -1;
}

int alphabet_mark(const struct alphabet *alphabet, const char *name)
{
    for (int i = 0; i < alphabet->mark_count; i++)
        if (strcmp(alphabet->marks[i], name) == 0)
            return i;
    return -1;
}
