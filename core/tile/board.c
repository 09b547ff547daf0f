#include "tile/board.h"

#include "tile/bits.h"

#include <stddef.h>
#include <string.h>

/* The way over each edge. */
static const int8_t across[TILE_EDGES] = {0, 1, 0, -1};
static const int8_t down[TILE_EDGES] = {-1, 0, 1, 0};

static int opposite(int edge)
{
    return (edge + 2) % TILE_EDGES;
}

static enum status check_room(const struct plan *plan,
                              const struct tileset *tileset,
                              struct error *error)
{
    /* n tiles that hang together have at most 2 n + 2 spaces beside them. */
    int spaces = plan->bounded ? 0 : 3 * tileset->tile_count + 2;
    if (spaces > PLAN_SPACES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "%d tiles are more than an endless table has room for",
                         tileset->tile_count);
    int pieces = plan->start_count + tileset->tile_count;
    if (pieces > BOARD_PIECES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "%d tiles and start spaces are more than the %d that "
                         "a board has room for",
                         pieces, BOARD_PIECES_MAX);
    int nodes = tileset_segment_count(tileset);
    for (int i = 0; i < plan->start_count; i++)
        nodes += plan->starts[i].segment_count;
    if (nodes > BOARD_NODES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the tiles' %d segments are more than the %d that a "
                         "board has room for",
                         nodes, BOARD_NODES_MAX);
    return STATUS_OK;
}

static void count_marks(const struct segment *segments, int segment_count,
                        int *marks)
{
    for (int i = 0; i < segment_count; i++)
        for (int mark = 0; mark < TILE_MARKS_MAX; mark++)
            marks[mark] += segments[i].marks[mark];
}

/* A node counts marks in bytes. */
static enum status check_marks(const struct plan *plan,
                               const struct tileset *tileset,
                               struct error *error)
{
    int marks[TILE_MARKS_MAX] = {0};

    for (int i = 0; i < plan->start_count; i++)
        count_marks(plan->starts[i].segments, plan->starts[i].segment_count,
                    marks);
    for (int i = 0; i < tileset->tile_count; i++)
        count_marks(tileset->tiles[i].segments, tileset->tiles[i].segment_count,
                    marks);
    for (int mark = 0; mark < TILE_MARKS_MAX; mark++)
        if (marks[mark] > BOARD_MARKS_MAX)
            return error_set(error, STATUS_BAD_INPUT,
                             "all tiles together hold %d of the mark '%s', "
                             "more than %d",
                             marks[mark], tileset->alphabet.marks[mark],
                             BOARD_MARKS_MAX);
    return STATUS_OK;
}

/* Gives the space at x, y of an endless table an index, and tells it and the
 * known spaces around it of each other. */
static void add_space(struct board *board, int x, int y)
{
    REQUIRE(board->space_count < PLAN_SPACES_MAX);
    uint8_t space = board->space_count++;

    board->x[space] = (int8_t)x;
    board->y[space] = (int8_t)y;
    board->piece_at[space] = PIECE_NONE;
    bits_add(board->empty.words, space);
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        uint8_t next = board_space(board, x + across[edge], y + down[edge]);
        board->neighbours[space][edge] = next;
        if (next != SPACE_WALL)
            board->neighbours[next][opposite(edge)] = space;
    }
}

/* The spaces of a bounded plan, all of them. */
static void add_plan_spaces(struct board *board, const struct plan *plan)
{
    board->space_count = plan->space_count;
    for (int i = 0; i < plan->space_count; i++) {
        board->x[i] = (int8_t)plan->x[i];
        board->y[i] = (int8_t)plan->y[i];
        board->piece_at[i] = PIECE_NONE;
        memcpy(board->neighbours[i], plan->neighbours[i], TILE_EDGES);
        bits_add(board->empty.words, i);
    }
}

/* Only what may lie against an edge of `edge_class` fits at that side of the
 * space from now on. */
static void restrict_side(struct board *board, int space, int side,
                          int edge_class)
{
    const struct tileset *tileset = board->tileset;

    for (int i = 0; i < tileset->class_count; i++)
        if (i != tileset->mates[edge_class])
            bits_remove(board->fits[side][i].words, space);
}

/* Nodes for the segments of the piece that comes next. */
static void add_nodes(struct board *board, const struct segment *segments,
                      int segment_count)
{
    int piece = board->piece_count;
    REQUIRE(piece < BOARD_PIECES_MAX);
    REQUIRE(board->node_count + segment_count <= BOARD_NODES_MAX);

    board->pieces[piece].first_node = board->node_count;
    for (int i = 0; i < segment_count; i++) {
        struct node *node = &board->nodes[board->node_count];
        *node = (struct node){
            .parent = board->node_count,
            .area = segments[i].area,
            .kind = segments[i].kind,
        };
        memcpy(node->marks, segments[i].marks, sizeof node->marks);
        bits_add(node->pieces.words, piece);
        board->node_count++;
    }
    board->piece_count++;
}

static void add_start(struct board *board, const struct start_space *start,
                      bool matches)
{
    uint16_t first = board->node_count;

    board->pieces[board->piece_count] = (struct laid_tile){
        .tile = TILE_NONE,
        .space = start->space,
    };
    add_nodes(board, start->segments, start->segment_count);
    for (int i = 0; i < TILE_EDGE_SLOTS; i++)
        if (start->slots[i] != SEGMENT_NONE)
            board->nodes[first + start->slots[i]].open++;
    bits_add(board->frontier.words, start->space);
    if (matches)
        restrict_side(board, start->space, start->side, start->edge_class);
}

enum status board_init(struct board *board, const struct plan *plan,
                       const struct tileset *tileset, bool starts_match,
                       struct error *error)
{
    enum status status = check_room(plan, tileset, error);
    if (status == STATUS_OK)
        status = check_marks(plan, tileset, error);
    if (status != STATUS_OK)
        return status;

    memset(board, 0, offsetof(struct board, followers));
    memset(board->fits, 0xff, sizeof board->fits);
    board->plan = plan;
    board->tileset = tileset;
    board->starts_match = starts_match;
    if (plan->bounded) {
        add_plan_spaces(board, plan);
    } else {
        add_space(board, 0, 0);
        bits_add(board->frontier.words, 0);
    }
    for (int i = 0; i < plan->start_count; i++)
        add_start(board, &plan->starts[i], starts_match);
    return STATUS_OK;
}

#define COPY_USED(to, from, member, count)                                     \
    memcpy((to)->member, (from)->member, (count) * sizeof(from)->member[0])

void board_copy(struct board *to, const struct board *from)
{
    size_t spaces = from->space_count;

    memcpy(to, from, offsetof(struct board, followers));
    COPY_USED(to, from, followers, (size_t)from->follower_count);
    COPY_USED(to, from, x, spaces);
    COPY_USED(to, from, y, spaces);
    COPY_USED(to, from, neighbours, spaces);
    COPY_USED(to, from, piece_at, spaces);
    COPY_USED(to, from, pieces, (size_t)from->piece_count);
    COPY_USED(to, from, nodes, (size_t)from->node_count);
}

uint8_t board_space(const struct board *board, int x, int y)
{
    if (board->plan->bounded)
        return plan_space(board->plan, x, y);
    for (int i = 0; i < board->space_count; i++)
        if (board->x[i] == x && board->y[i] == y)
            return (uint8_t)i;
    return SPACE_WALL;
}

void board_placements(const struct board *board, uint8_t tile,
                      struct placements *placements)
{
    REQUIRE(tile < board->tileset->tile_count);
    const struct tile *drawn = &board->tileset->tiles[tile];
    int count = 0;

    placements->tile = tile;
    memset(placements->spaces, 0, sizeof placements->spaces);
    for (int turns = 0; turns < drawn->turn_count; turns++) {
        struct spaces *spaces = &placements->spaces[turns];
        const struct spaces *fits[TILE_EDGES];
        for (int edge = 0; edge < TILE_EDGES; edge++)
            fits[edge] = &board->fits[edge][tile_class(drawn, turns, edge)];
        for (int i = 0; i < BOARD_WORDS; i++)
            spaces->words[i] = board->frontier.words[i] & fits[0]->words[i] &
                               fits[1]->words[i] & fits[2]->words[i] &
                               fits[3]->words[i];
        count += bits_count(spaces->words, BOARD_WORDS);
    }
    placements->count = (uint16_t)count;
}

struct placement placements_get(const struct placements *placements, int index)
{
    REQUIRE(index >= 0 && index < placements->count);
    for (int i = 0; i < TILE_EDGES * BOARD_WORDS; i++) {
        uint64_t word =
            placements->spaces[i / BOARD_WORDS].words[i % BOARD_WORDS];
        int count = bits_count_word(word);
        if (index >= count) {
            index -= count;
            continue;
        }
        while (index-- > 0)
            word &= word - 1;
        return (struct placement){
            .tile = placements->tile,
            .turns = (uint8_t)(i / BOARD_WORDS),
            .space = (uint8_t)(i % BOARD_WORDS * BITS_WORD + bits_first(word)),
        };
    }
    error_broken("the count is that of the sets", __FILE__, __LINE__);
}

bool placements_has(const struct placements *placements,
                    struct placement placement)
{
    return placement.tile == placements->tile && placement.turns < TILE_EDGES &&
           bits_has(placements->spaces[placement.turns].words, placement.space);
}

enum verdict board_may_lay(const struct board *board,
                           struct placement placement)
{
    REQUIRE(placement.tile < board->tileset->tile_count);
    REQUIRE(placement.turns < TILE_EDGES);
    const struct tile *tile = &board->tileset->tiles[placement.tile];
    uint8_t space = placement.space;

    if (space >= board->space_count)
        return VERDICT_OUTSIDE;
    if (board->piece_at[space] != PIECE_NONE)
        return VERDICT_TAKEN;
    if (!bits_has(board->frontier.words, space))
        return VERDICT_APART;
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        uint8_t edge_class = tile_class(tile, placement.turns, edge);
        if (!bits_has(board->fits[edge][edge_class].words, space))
            return VERDICT_EDGE;
    }
    return VERDICT_OK;
}

const char *verdict_text(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_OK:
        return "the tile may lie there";
    case VERDICT_OUTSIDE:
        return "there is no space";
    case VERDICT_TAKEN:
        return "a tile lies there already";
    case VERDICT_APART:
        return "no tile and no start space is beside it";
    case VERDICT_EDGE:
        return "what must go on across an edge would not";
    }
    error_broken("the verdict is one of ours", __FILE__, __LINE__);
}

/* The node that names the feature of `node`. Shortens the way there, which
 * feature_of, with a board that it may only read, cannot. */
static uint16_t find_root(struct board *board, uint16_t node)
{
    struct node *nodes = board->nodes;

    while (nodes[node].parent != node) {
        nodes[node].parent = nodes[nodes[node].parent].parent;
        node = nodes[node].parent;
    }
    return node;
}

/* Joins the features of two nodes. The larger one keeps its name: by area,
 * which grows with every node and so keeps the ways short. */
static void join(struct board *board, uint16_t one, uint16_t other)
{
    one = find_root(board, one);
    other = find_root(board, other);
    if (one == other)
        return;

    struct node *to = &board->nodes[one];
    struct node *from = &board->nodes[other];
    if (to->area < from->area) {
        to = &board->nodes[other];
        from = &board->nodes[one];
    }
    from->parent = to->parent;
    to->open = (uint16_t)(to->open + from->open);
    to->area = (uint16_t)(to->area + from->area);
    for (int i = 0; i < BOARD_PIECE_WORDS; i++)
        to->pieces.words[i] |= from->pieces.words[i];
    for (int i = 0; i < TILE_MARKS_MAX; i++)
        to->marks[i] = (uint8_t)(to->marks[i] + from->marks[i]);
    for (int i = 0; i < BOARD_PLAYERS_MAX; i++)
        to->followers[i] = (uint8_t)(to->followers[i] + from->followers[i]);
}

/* What the twelve slots of a tile that is being laid meet. */
struct contact {
    uint16_t own[TILE_SLOTS];    /* node, or NODE_NONE */
    uint16_t facing[TILE_SLOTS]; /* node on the other side, or NODE_NONE */
};

static uint16_t node_of(uint16_t first_node, uint8_t segment)
{
    if (segment == SEGMENT_NONE)
        return NODE_NONE;
    return (uint16_t)(first_node + segment);
}

/* The tile meets the piece beyond `edge`: what it shows there. */
static void meet_tile(const struct board *board, uint8_t piece, int edge,
                      struct contact *contact)
{
    const struct laid_tile *laid = &board->pieces[piece];
    const struct tile *tile = &board->tileset->tiles[laid->tile];
    int slot = opposite(edge) * TILE_EDGE_SLOTS;

    for (int i = 0; i < TILE_EDGE_SLOTS; i++)
        contact->facing[edge * TILE_EDGE_SLOTS + 2 - i] =
            node_of(laid->first_node, tile_slot(tile, laid->turns, slot + i));
}

static void meet_start(const struct board *board, uint8_t piece, int edge,
                       struct contact *contact)
{
    uint16_t first_node = board->pieces[piece].first_node;
    const struct start_space *start = &board->plan->starts[piece];

    for (int i = 0; i < TILE_EDGE_SLOTS; i++)
        contact->facing[edge * TILE_EDGE_SLOTS + 2 - i] =
            node_of(first_node, start->slots[i]);
}

/* The space beyond `edge` is empty: the slots there are open, and what may lie
 * there depends on this tile from now on. */
static void meet_space(struct board *board, uint8_t space, int edge,
                       int edge_class, const struct contact *contact)
{
    bits_add(board->frontier.words, space);
    restrict_side(board, space, opposite(edge), edge_class);
    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        uint16_t node = contact->own[edge * TILE_EDGE_SLOTS + i];
        if (node != NODE_NONE)
            board->nodes[node].open++;
    }
}

/* Finds what the tile meets, while its nodes are not yet joined to any. */
static void meet(struct board *board, const struct laid_tile *laid,
                 struct contact *contact)
{
    const struct tile *tile = &board->tileset->tiles[laid->tile];

    for (int slot = 0; slot < TILE_SLOTS; slot++) {
        contact->own[slot] =
            node_of(laid->first_node, tile_slot(tile, laid->turns, slot));
        contact->facing[slot] = NODE_NONE;
    }
    for (int edge = 0; edge < TILE_EDGES; edge++) {
        uint8_t space = board->neighbours[laid->space][edge];
        if (space == SPACE_WALL) {
            uint8_t start = board->plan->starts_at[laid->space][edge];
            if (start != START_NONE)
                meet_start(board, start, edge, contact);
        } else if (board->piece_at[space] != PIECE_NONE) {
            meet_tile(board, board->piece_at[space], edge, contact);
        } else {
            meet_space(board, space, edge, tile_class(tile, laid->turns, edge),
                       contact);
        }
    }
}

static void join_contacts(struct board *board, const struct contact *contact)
{
    for (int slot = 0; slot < TILE_SLOTS; slot++) {
        uint16_t own = contact->own[slot];
        uint16_t facing = contact->facing[slot];
        if (facing == NODE_NONE)
            continue;
        board->nodes[find_root(board, facing)].open--;
        if (own != NODE_NONE &&
            board->nodes[own].kind == board->nodes[facing].kind)
            join(board, own, facing);
    }
}

/* Lists the feature of `node` as completed, if it is and is not listed. */
static void list_if_complete(struct board *board, uint16_t node)
{
    if (node == NODE_NONE)
        return;
    uint16_t feature = find_root(board, node);
    if (board->nodes[feature].open > 0)
        return;
    for (int i = 0; i < board->completed_count; i++)
        if (board->completed[i] == feature)
            return;
    board->completed[board->completed_count++] = feature;
}

static void list_completed(struct board *board, const struct laid_tile *laid,
                           const struct contact *contact)
{
    board->completed_count = 0;
    for (int slot = 0; slot < TILE_SLOTS; slot++) {
        list_if_complete(board, contact->own[slot]);
        list_if_complete(board, contact->facing[slot]);
    }

    /* Segments without a slot, a monastery say, are complete at once. */
    const struct tile *tile = &board->tileset->tiles[laid->tile];
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].slots == 0)
            list_if_complete(board, (uint16_t)(laid->first_node + i));
}

/* Makes sure that all four spaces beside `space` are known. */
static void grow(struct board *board, uint8_t space)
{
    for (int edge = 0; edge < TILE_EDGES; edge++)
        if (board->neighbours[space][edge] == SPACE_WALL)
            add_space(board, board->x[space] + across[edge],
                      board->y[space] + down[edge]);
}

void board_lay(struct board *board, struct placement placement)
{
    REQUIRE(board_may_lay(board, placement) == VERDICT_OK);
    const struct tile *tile = &board->tileset->tiles[placement.tile];
    uint8_t piece = board->piece_count;
    struct contact contact;

    add_nodes(board, tile->segments, tile->segment_count);
    struct laid_tile *laid = &board->pieces[piece];
    laid->tile = placement.tile;
    laid->turns = placement.turns;
    laid->space = placement.space;

    board->piece_at[placement.space] = piece;
    bits_remove(board->empty.words, placement.space);
    bits_remove(board->frontier.words, placement.space);
    if (!board->plan->bounded)
        grow(board, placement.space);

    meet(board, laid, &contact);
    join_contacts(board, &contact);
    list_completed(board, laid, &contact);
}

uint8_t board_last_piece(const struct board *board)
{
    if (board_tile_count(board) == 0)
        return PIECE_NONE;
    return (uint8_t)(board->piece_count - 1);
}

int board_tile_count(const struct board *board)
{
    return board->piece_count - board->plan->start_count;
}

const struct tile *board_tile(const struct board *board, uint8_t piece)
{
    REQUIRE(piece < board->piece_count && !board_is_start(board, piece));
    return &board->tileset->tiles[board->pieces[piece].tile];
}

bool board_is_start(const struct board *board, uint8_t piece)
{
    return piece < board->plan->start_count;
}

/* The piece that `node` is a segment of. */
static uint8_t piece_of(const struct board *board, uint16_t node)
{
    int piece = board->piece_count - 1;

    while (board->pieces[piece].first_node > node)
        piece--;
    return (uint8_t)piece;
}

void board_place_follower(struct board *board, uint16_t node, uint8_t player,
                          uint8_t figure, uint8_t weight)
{
    REQUIRE(node < board->node_count);
    REQUIRE(player < BOARD_PLAYERS_MAX);
    REQUIRE(weight <= BOARD_WEIGHT_MAX);
    REQUIRE(board->follower_count < BOARD_FOLLOWERS_MAX);

    board->followers[board->follower_count++] = (struct follower){
        .node = node,
        .player = player,
        .figure = figure,
        .weight = weight,
        .piece = piece_of(board, node),
    };
    struct node *feature = &board->nodes[find_root(board, node)];
    feature->followers[player] = (uint8_t)(feature->followers[player] + weight);
}

void board_remove_follower(struct board *board, int index)
{
    REQUIRE(index >= 0 && index < board->follower_count);
    struct follower *follower = &board->followers[index];
    struct node *feature = &board->nodes[find_root(board, follower->node)];

    feature->followers[follower->player] =
        (uint8_t)(feature->followers[follower->player] - follower->weight);
    board->follower_count--;
    memmove(follower, follower + 1,
            (size_t)(board->follower_count - index) * sizeof *follower);
}
