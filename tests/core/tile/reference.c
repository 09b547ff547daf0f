#include "reference.h"

#include "tile/area.h"
#include "tile/feature.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const int right[] = {0, 1, 0, -1};
static const int below[] = {-1, 0, 1, 0};

static int sheet(int tiles)
{
    return TILE_SIDE * (tiles + REFERENCE_REACH);
}

static const struct tile_letter *letter_of(const struct reference *reference,
                                           char letter)
{
    const struct alphabet *alphabet = &reference->box->alphabet;

    for (int i = 0; i < alphabet->letter_count; i++)
        if (alphabet->letters[i].letter == letter)
            return &alphabet->letters[i];
    error_broken("the letter is of the alphabet", __FILE__, __LINE__);
}

/* Where the letter at `column`, `row` of a piece's picture lies. */
static void place_of(const struct reference_piece *piece, int column, int row,
                     int *sheet_column, int *sheet_row)
{
    int last = TILE_SIDE - 1;

    if (!piece->is_start) {
        for (int i = 0; i < piece->turns; i++) {
            int old_row = row;
            row = column;
            column = last - old_row;
        }
        *sheet_column = sheet(piece->x) + column;
        *sheet_row = sheet(piece->y) + row;
        return;
    }

    /* A start space lies just outside its space; seen from itself clockwise,
     * it runs west when it is in the north, north when it is in the east. */
    int columns[] = {last - column, TILE_SIDE, column, -1};
    int rows[] = {-1, last - column, TILE_SIDE, column};
    *sheet_column = sheet(piece->x) + columns[piece->side];
    *sheet_row = sheet(piece->y) + rows[piece->side];
}

static void put(struct reference *reference, int piece, int letter_count)
{
    const struct reference_piece *put = &reference->pieces[piece];

    for (int i = 0; i < letter_count; i++) {
        int column, row;
        place_of(put, i % TILE_SIDE, i / TILE_SIDE, &column, &row);
        struct cell *cell = &reference->cells[row][column];
        cr_assert_eq(cell->letter, '\0');
        cell->letter = put->picture[i];
        cell->piece = (uint8_t)piece;
    }
}

void reference_init(struct reference *reference, const struct box *box,
                    bool starts_match)
{
    memset(reference, 0, sizeof *reference);
    reference->box = box;
    reference->starts_match = starts_match;
    for (int i = 0; i < box->plan.start_count; i++) {
        const struct start_space *start = &box->plan.starts[i];
        reference->pieces[i] = (struct reference_piece){
            .is_start = true,
            .x = box->plan.x[start->space],
            .y = box->plan.y[start->space],
            .side = start->side,
            .picture = start->letters,
        };
        put(reference, i, TILE_SIDE);
    }
    reference->piece_count = box->plan.start_count;
}

void reference_lay(struct reference *reference, const struct tile *tile,
                   int turns, int x, int y)
{
    reference->pieces[reference->piece_count] = (struct reference_piece){
        .x = x,
        .y = y,
        .turns = turns,
        .picture = tile->picture,
    };
    put(reference, reference->piece_count, TILE_LETTERS);
    reference->piece_count++;
}

/* Whether there is a space at x, y at all. */
static bool is_inside(const struct reference *reference, int x, int y)
{
    const struct box *box = reference->box;

    if (box->row_count == 0)
        return true;
    return y >= 0 && y < box->row_count && x >= 0 &&
           x < (int)strlen(box->rows[y]) && box->rows[y][x] == 'o';
}

static bool is_empty(const struct reference *reference, int x, int y)
{
    return is_inside(reference, x, y) &&
           reference->cells[sheet(y)][sheet(x)].letter == '\0';
}

/* Whether a step from the letter at `column`, `row` leads over the middle part
 * of the edge of a tile. */
static bool is_slot(int column, int row, int edge)
{
    int along = edge % 2 == 0 ? column % TILE_SIDE : row % TILE_SIDE;
    int across = edge % 2 == 0 ? row % TILE_SIDE : column % TILE_SIDE;
    bool is_last = edge == EDGE_EAST || edge == EDGE_SOUTH;

    return along > 0 && along < TILE_SIDE - 1 &&
           across == (is_last ? TILE_SIDE - 1 : 0);
}

static bool is_joined(const struct reference *reference, int column, int row,
                      int edge)
{
    const struct cell *cell = &reference->cells[row][column];
    const struct cell *next =
        &reference->cells[row + below[edge]][column + right[edge]];
    if (next->letter == '\0')
        return false;
    if (next->piece != cell->piece && !is_slot(column, row, edge))
        return false;

    const struct tile_letter *one = letter_of(reference, cell->letter);
    const struct tile_letter *other = letter_of(reference, next->letter);
    return !one->separator && !other->separator && one->kind == other->kind;
}

/* Counts the letter at `column`, `row` in its component. */
static void count_letter(const struct reference *reference, int column, int row,
                         struct component *component)
{
    const struct cell *cell = &reference->cells[row][column];
    const struct tile_letter *letter = letter_of(reference, cell->letter);
    const struct reference_piece *piece = &reference->pieces[cell->piece];

    component->area++;
    component->pieces[cell->piece] = true;
    if (letter->mark < TILE_MARKS_MAX)
        component->marks[letter->mark]++;
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        if (piece->is_start && edge != (piece->side + 2) % TILE_EDGES)
            continue;
        if (!is_slot(column, row, edge))
            continue;
        int x = (column + right[edge]) / TILE_SIDE - REFERENCE_REACH;
        int y = (row + below[edge]) / TILE_SIDE - REFERENCE_REACH;
        component->has_slot = true;
        component->open += is_empty(reference, x, y);
    }
}

static void fill(struct reference *reference, int column, int row, int index)
{
    static int stack[REFERENCE_SIDE * 64][2];
    struct component *component = &reference->components[index];
    int depth = 0;

    reference->cells[row][column].component = (int16_t)index;
    stack[depth][0] = column;
    stack[depth++][1] = row;
    while (depth > 0) {
        depth--;
        int at_column = stack[depth][0];
        int at_row = stack[depth][1];
        count_letter(reference, at_column, at_row, component);
        for (int edge = 0; edge < TILE_EDGES; edge++) {
            int next_column = at_column + right[edge];
            int next_row = at_row + below[edge];
            if (!is_joined(reference, at_column, at_row, edge) ||
                reference->cells[next_row][next_column].component >= 0)
                continue;
            reference->cells[next_row][next_column].component = (int16_t)index;
            stack[depth][0] = next_column;
            stack[depth++][1] = next_row;
        }
    }
}

static bool is_drawing(const struct reference *reference,
                       const struct component *component)
{
    if (!reference->box->alphabet.kinds[component->kind].needs_slot ||
        component->has_slot)
        return false;
    for (int i = 0; i < TILE_MARKS_MAX; i++)
        if (component->marks[i] > 0)
            return false;
    return true;
}

typedef void visit_letter(struct reference *reference, int column, int row);

static void visit_all(struct reference *reference, visit_letter *visit)
{
    for (int piece = 0; piece < reference->piece_count; piece++) {
        bool is_start = reference->pieces[piece].is_start;
        for (int i = 0; i < (is_start ? TILE_SIDE : TILE_LETTERS); i++) {
            int column, row;
            place_of(&reference->pieces[piece], i % TILE_SIDE, i / TILE_SIDE,
                     &column, &row);
            visit(reference, column, row);
        }
    }
}

static void forget_component(struct reference *reference, int column, int row)
{
    reference->cells[row][column].component = -1;
}

static void find_component(struct reference *reference, int column, int row)
{
    struct cell *cell = &reference->cells[row][column];
    const struct tile_letter *letter = letter_of(reference, cell->letter);
    if (letter->separator || cell->component >= 0)
        return;

    int index = reference->component_count++;
    cr_assert_lt(index, REFERENCE_COMPONENTS_MAX);
    reference->components[index] = (struct component){.kind = letter->kind};
    fill(reference, column, row, index);
}

static void forget_drawing(struct reference *reference, int column, int row)
{
    struct cell *cell = &reference->cells[row][column];

    if (cell->component >= 0 &&
        is_drawing(reference, &reference->components[cell->component]))
        cell->component = -1;
}

static void find_components(struct reference *reference)
{
    reference->component_count = 0;
    visit_all(reference, forget_component);
    visit_all(reference, find_component);
    visit_all(reference, forget_drawing);
}

static const struct segment *segments_of(const struct board *board, int piece,
                                         int *count)
{
    if (piece < board->plan->start_count) {
        *count = board->plan->starts[piece].segment_count;
        return board->plan->starts[piece].segments;
    }
    const struct tile *tile = &board->tileset->tiles[board->pieces[piece].tile];
    *count = tile->segment_count;
    return tile->segments;
}

/* The component of each node, by the letter that its segment is named by. */
static void find_nodes(const struct reference *reference,
                       const struct board *board, int *component_of)
{
    int node = 0;

    cr_assert_eq(board->piece_count, reference->piece_count);
    for (int piece = 0; piece < board->piece_count; piece++) {
        int count;
        const struct segment *segments = segments_of(board, piece, &count);
        for (int i = 0; i < count; i++) {
            int column, row;
            place_of(&reference->pieces[piece], segments[i].column,
                     segments[i].row, &column, &row);
            component_of[node] = reference->cells[row][column].component;
            cr_assert_geq(component_of[node], 0);
            cr_assert_eq(feature_node(board, (uint8_t)piece, i), node);
            node++;
        }
    }
    cr_assert_eq(node, board->node_count);
}

static void stand_followers(struct reference *reference,
                            const struct board *board, const int *component_of)
{
    for (int i = 0; i < board->follower_count; i++) {
        const struct follower *follower = &board->followers[i];
        struct component *component =
            &reference->components[component_of[follower->node]];
        component->weights[follower->player] += follower->weight;
        component->followers++;
    }
}

static void compare_feature(const struct board *board, uint16_t feature,
                            const struct component *component)
{
    const struct node *node = &board->nodes[feature];
    int piece_count = 0;
    int start_count = 0;

    cr_assert_eq(feature_of(board, feature), feature);
    cr_assert_eq(node->kind, component->kind);
    cr_assert_eq(node->area, component->area);
    cr_assert_eq(node->open, component->open);
    cr_assert_eq(feature_is_complete(board, feature), component->open == 0);
    for (int i = 0; i < TILE_MARKS_MAX; i++)
        cr_assert_eq(node->marks[i], component->marks[i]);
    for (int i = 0; i < BOARD_PLAYERS_MAX; i++)
        cr_assert_eq(node->followers[i], component->weights[i]);
    cr_assert_eq(feature_follower_count(board, feature), component->followers);

    int next = pieces_next(&node->pieces, 0);
    for (int piece = 0; piece < BOARD_PIECES_MAX; piece++) {
        if (!component->pieces[piece])
            continue;
        cr_assert_eq(next, piece);
        next = pieces_next(&node->pieces, piece + 1);
        piece_count++;
        start_count += piece < board->plan->start_count;
    }
    cr_assert_eq(next, -1);
    cr_assert_eq(feature_piece_count(board, feature), piece_count);
    cr_assert_eq(feature_start_count(board, feature), start_count);
}

/* Compares all features; fills in the feature of each component, or -1. */
static void compare_features(const struct reference *reference,
                             const struct board *board, const int *component_of,
                             int *feature_by)
{
    uint16_t expected[BOARD_NODES_MAX];
    uint16_t list[BOARD_NODES_MAX];
    int count = 0;

    for (int i = 0; i < reference->component_count; i++)
        feature_by[i] = -1;
    for (int node = 0; node < board->node_count; node++) {
        int component = component_of[node];
        uint16_t feature = feature_of(board, (uint16_t)node);
        if (feature_by[component] < 0) {
            feature_by[component] = feature;
            compare_feature(board, feature, &reference->components[component]);
            expected[count++] = feature;
        }
        cr_assert_eq(feature_by[component], feature);
        cr_assert_eq(component_of[feature], component);
    }

    cr_assert_eq(feature_list(board, TILE_KINDS_MAX, list), count);
    cr_assert_arr_eq(list, expected, (size_t)count * sizeof *list);
    for (int kind = 0; kind < TILE_KINDS_MAX; kind++) {
        int left = 0;
        for (int i = 0; i < count; i++)
            if (board->nodes[expected[i]].kind == kind)
                list[left++] = expected[i];
        uint16_t of_kind[BOARD_NODES_MAX];
        cr_assert_eq(feature_list(board, kind, of_kind), left);
        cr_assert_arr_eq(list, of_kind, (size_t)left * sizeof *list);
    }
}

/* Lists the component as completed, if it is and is not listed. */
static void expect_completed(const struct reference *reference, int component,
                             int *list, int *count)
{
    if (component < 0 || reference->components[component].open > 0)
        return;
    for (int i = 0; i < *count; i++)
        if (list[i] == component)
            return;
    list[(*count)++] = component;
}

/* Walks around the last tile, clockwise from its north-west corner. */
static void compare_completed(const struct reference *reference,
                              const struct board *board,
                              const int *component_of, const int *feature_by)
{
    int list[REFERENCE_COMPONENTS_MAX];
    int count = 0;
    int last = reference->piece_count - 1;
    if (last < board->plan->start_count) {
        cr_assert_eq(board->completed_count, 0);
        return;
    }

    const struct reference_piece *piece = &reference->pieces[last];
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        for (int i = 1; i < TILE_SIDE - 1; i++) {
            int columns[] = {i, TILE_SIDE - 1, TILE_SIDE - 1 - i, 0};
            int rows[] = {0, i, TILE_SIDE - 1, TILE_SIDE - 1 - i};
            int column = sheet(piece->x) + columns[edge];
            int row = sheet(piece->y) + rows[edge];
            expect_completed(reference, reference->cells[row][column].component,
                             list, &count);
            const struct cell *next =
                &reference->cells[row + below[edge]][column + right[edge]];
            if (next->letter != '\0')
                expect_completed(reference, next->component, list, &count);
        }
    }
    for (int node = board->pieces[last].first_node; node < board->node_count;
         node++)
        expect_completed(reference, component_of[node], list, &count);

    cr_assert_eq(board->completed_count, count);
    for (int i = 0; i < count; i++)
        cr_assert_eq(board->completed[i], feature_by[list[i]]);
}

static bool touching[REFERENCE_COMPONENTS_MAX][REFERENCE_COMPONENTS_MAX];

static void find_touching(struct reference *reference, int column, int row)
{
    const struct cell *cell = &reference->cells[row][column];

    for (int edge = 0; edge < TILE_EDGES; edge++) {
        const struct cell *next =
            &reference->cells[row + below[edge]][column + right[edge]];
        if (cell->component >= 0 && next->letter != '\0' &&
            next->piece == cell->piece && next->component >= 0)
            touching[cell->component][next->component] = true;
    }
}

/* Compares what one component touches. */
static void compare_touched(const struct reference *reference,
                            const struct board *board, int component,
                            const int *component_of, const int *feature_by)
{
    int expected[TILE_KINDS_MAX] = {0};
    uint16_t list[BOARD_NODES_MAX];

    for (int i = 0; i < reference->component_count; i++)
        if (touching[component][i])
            expected[reference->components[i].kind]++;
    for (int kind = 0; kind < TILE_KINDS_MAX; kind++) {
        if (kind == reference->components[component].kind)
            continue;
        uint16_t feature = (uint16_t)feature_by[component];
        int count = feature_touching(board, feature, kind, list);
        cr_assert_eq(count, expected[kind]);
        for (int i = 0; i < count; i++) {
            cr_assert(touching[component][component_of[list[i]]]);
            cr_assert_eq(board->nodes[list[i]].kind, kind);
        }
    }
}

static void compare_touching(struct reference *reference,
                             const struct board *board, const int *component_of,
                             const int *feature_by)
{
    for (int i = 0; i < reference->component_count; i++)
        memset(touching[i], 0, (size_t)reference->component_count);
    visit_all(reference, find_touching);
    for (int i = 0; i < reference->component_count; i++)
        if (feature_by[i] >= 0)
            compare_touched(reference, board, i, component_of, feature_by);
}

/* The number of the area that each space is in, found by spreading the
 * smallest number until nothing changes. */
static void number_areas(const struct reference *reference,
                         const struct board *board, int *area)
{
    bool changed = true;

    for (int i = 0; i < board->space_count; i++)
        area[i] = is_empty(reference, board->x[i], board->y[i]) ? i : -1;
    while (changed) {
        changed = false;
        for (int i = 0; i < board->space_count; i++) {
            for (int j = 0; j < board->space_count; j++) {
                int apart = abs(board->x[i] - board->x[j]) +
                            abs(board->y[i] - board->y[j]);
                if (apart == 1 && area[i] >= 0 && area[j] > area[i]) {
                    area[j] = area[i];
                    changed = true;
                }
            }
        }
    }
}

static void compare_area(const struct reference *reference,
                         const struct board *board, bool count_starts)
{
    int area[PLAN_SPACES_MAX];
    int spaces[PLAN_SPACES_MAX] = {0};
    int starts[PLAN_SPACES_MAX] = {0};
    int best = -1;

    number_areas(reference, board, area);
    for (int i = 0; i < board->space_count; i++)
        if (area[i] >= 0)
            spaces[area[i]]++;
    for (int i = 0; i < board->plan->start_count; i++)
        if (area[board->plan->starts[i].space] >= 0)
            starts[area[board->plan->starts[i].space]]++;
    for (int i = 0; i < board->space_count; i++) {
        int size = spaces[i] + (count_starts ? starts[i] : 0);
        int best_size =
            best < 0 ? 0 : spaces[best] + (count_starts ? starts[best] : 0);
        if (size > best_size)
            best = i;
    }

    struct area found = area_largest(board, count_starts);
    cr_assert_eq(found.space_count, best < 0 ? 0 : spaces[best]);
    cr_assert_eq(found.start_count, best < 0 ? 0 : starts[best]);
    cr_assert_eq(spaces_count(&found.spaces), found.space_count);
    for (int i = spaces_next(&found.spaces, 0); i >= 0;
         i = spaces_next(&found.spaces, i + 1))
        cr_assert_eq(area[i], best);
}

void reference_compare(struct reference *reference, const struct board *board)
{
    int component_of[BOARD_NODES_MAX];
    int feature_by[REFERENCE_COMPONENTS_MAX];

    find_components(reference);
    find_nodes(reference, board, component_of);
    stand_followers(reference, board, component_of);
    compare_features(reference, board, component_of, feature_by);
    compare_completed(reference, board, component_of, feature_by);
    compare_touching(reference, board, component_of, feature_by);
    if (board->plan->bounded) {
        compare_area(reference, board, false);
        compare_area(reference, board, true);
    }
}

/* The letter of the tile's picture at slot `slot` of edge `edge`, when it is
 * turned `turns`. */
static char slot_letter(const char *picture, int turns, int edge, int slot)
{
    int columns[] = {1 + slot, TILE_SIDE - 1, TILE_SIDE - 2 - slot, 0};
    int rows[] = {0, 1 + slot, TILE_SIDE - 1, TILE_SIDE - 2 - slot};
    int drawn = (edge + TILE_EDGES - turns) % TILE_EDGES;

    return picture[rows[drawn] * TILE_SIDE + columns[drawn]];
}

static bool letters_match(const struct reference *reference, char one,
                          char other)
{
    const struct tile_letter *letters[] = {letter_of(reference, one),
                                           letter_of(reference, other)};
    int kinds[2];

    for (int i = 0; i < 2; i++) {
        bool matters =
            !letters[i]->separator &&
            reference->box->alphabet.kinds[letters[i]->kind].must_match;
        kinds[i] = matters ? letters[i]->kind : -1;
    }
    return kinds[0] == kinds[1];
}

static bool edge_matches(const struct reference *reference,
                         const struct placement *placement,
                         const struct tile *tile, int x, int y, int edge)
{
    for (int slot = 0; slot < TILE_EDGE_SLOTS; slot++) {
        /* The first letter of the edge is where the walk along it starts. */
        int columns[] = {1 + slot, TILE_SIDE - 1, TILE_SIDE - 2 - slot, 0};
        int rows[] = {0, 1 + slot, TILE_SIDE - 1, TILE_SIDE - 2 - slot};
        int column = sheet(x) + columns[edge] + right[edge];
        int row = sheet(y) + rows[edge] + below[edge];
        const struct cell *next = &reference->cells[row][column];
        if (next->letter == '\0')
            continue;
        const struct reference_piece *piece = &reference->pieces[next->piece];
        if (piece->is_start &&
            (!reference->starts_match || piece->side != edge || piece->x != x ||
             piece->y != y))
            continue;
        char letter = slot_letter(tile->picture, placement->turns, edge, slot);
        if (!letters_match(reference, letter, next->letter))
            return false;
    }
    return true;
}

static bool is_beside_something(const struct reference *reference, int x, int y)
{
    for (int i = 0; i < reference->piece_count; i++) {
        const struct reference_piece *piece = &reference->pieces[i];
        int apart = abs(piece->x - x) + abs(piece->y - y);
        if (piece->is_start ? apart == 0 : apart == 1)
            return true;
    }
    return false;
}

static enum verdict expect_verdict(const struct reference *reference,
                                   const struct placement *placement,
                                   const struct tile *tile, int x, int y)
{
    bool is_first =
        reference->piece_count == 0 && reference->box->row_count == 0;

    if (!is_inside(reference, x, y))
        return VERDICT_OUTSIDE;
    if (!is_empty(reference, x, y))
        return VERDICT_TAKEN;
    if (!is_beside_something(reference, x, y) &&
        !(is_first && x == 0 && y == 0))
        return VERDICT_APART;
    for (int edge = 0; edge < TILE_EDGES; edge++)
        if (!edge_matches(reference, placement, tile, x, y, edge))
            return VERDICT_EDGE;
    return VERDICT_OK;
}

/* Whether fewer turns look the same as `turns`. */
static bool looks_like_fewer(const struct tile *tile, int turns)
{
    for (int fewer = 0; fewer < turns; fewer++) {
        bool same = true;
        for (int i = 0; i < TILE_LETTERS; i++) {
            struct reference_piece piece = {.turns = turns - fewer};
            int column, row;
            place_of(&piece, i % TILE_SIDE, i / TILE_SIDE, &column, &row);
            int turned = (row - sheet(0)) * TILE_SIDE + column - sheet(0);
            if (tile->picture[turned] != tile->picture[i])
                same = false;
        }
        if (same)
            return true;
    }
    return false;
}

/* On an endless table the board must know all spaces that a tile may be laid
 * in, and no more than those and the taken ones. */
static void compare_known(const struct reference *reference,
                          const struct board *board, int reach)
{
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            bool is_known = !is_empty(reference, x, y) ||
                            is_beside_something(reference, x, y) ||
                            (reference->piece_count == 0 && x == 0 && y == 0);
            uint8_t space = board_space(board, x, y);
            cr_assert_eq(space != SPACE_WALL, is_known);
            if (!is_known)
                continue;
            cr_assert_eq(board->x[space], x);
            cr_assert_eq(board->y[space], y);
        }
    }
}

void reference_compare_placements(const struct reference *reference,
                                  const struct board *board, uint8_t tile)
{
    const struct tile *drawn = &board->tileset->tiles[tile];
    struct placements placements;
    int count = 0;

    board_placements(board, tile, &placements);
    for (int turns = 0; turns < TILE_EDGES; turns++) {
        bool is_same = looks_like_fewer(drawn, turns);
        for (int space = 0; space < board->space_count; space++) {
            struct placement placement = {tile, (uint8_t)turns, (uint8_t)space};
            enum verdict verdict = expect_verdict(
                reference, &placement, drawn, board->x[space], board->y[space]);
            bool is_listed = verdict == VERDICT_OK && !is_same;
            cr_assert_eq(board_may_lay(board, placement), verdict);
            cr_assert_eq(placements_has(&placements, placement), is_listed);
            if (!is_listed)
                continue;
            struct placement got = placements_get(&placements, count);
            cr_assert_eq(got.tile, tile);
            cr_assert_eq(got.turns, turns);
            cr_assert_eq(got.space, space);
            count++;
        }
    }
    cr_assert_eq(placements.count, count);
    if (!board->plan->bounded && reference->piece_count % 8 == 0)
        compare_known(reference, board, REFERENCE_REACH);
}
