#include "tile/board.h"

#include "tile/bits.h"

#include <stddef.h>
#include <string.h>

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

/* A node counts marks in bytes. */
static enum status check_marks(const struct plan *plan,
                               const struct tileset *tileset,
                               struct error *error)
{
    for (int mark = 0; mark < tileset->alphabet.mark_count; mark++) {
        int count = tileset->mark_counts[mark];
        for (int i = 0; i < plan->start_count; i++)
            for (int j = 0; j < plan->starts[i].segment_count; j++)
                count += plan->starts[i].segments[j].marks[mark];
        if (count > BOARD_MARKS_MAX)
            return error_set(error, STATUS_BAD_INPUT,
                             "all tiles together hold %d of the mark '%s', "
                             "more than %d",
                             count, tileset->alphabet.marks[mark],
                             BOARD_MARKS_MAX);
    }
    return STATUS_OK;
}

/* Gives the space at x, y of an endless table an index, and tells it and the
 * known spaces around it of each other. */
static void add_space(struct board *board, int x, int y)
{
    REQUIRE(board->space_count < PLAN_SPACES_MAX);
    uint8_t space = board->space_count;

    board->x[space] = (int8_t)x;
    board->y[space] = (int8_t)y;
    board->piece_at[space] = PIECE_NONE;
    memset(board->neighbours[space], SPACE_WALL, TILE_EDGES);
    bits_add(board->empty.words, space);
    for (uint8_t other = 0; other < space; other++) {
        int right = board->x[other] - x;
        int below = board->y[other] - y;
        if (right * right + below * below != 1)
            continue;
        int edge = below != 0 ? EDGE_EAST + below : EDGE_SOUTH - right;
        board->neighbours[space][edge] = other;
        board->neighbours[other][opposite(edge)] = space;
    }
    board->space_count++;
}

/* The spaces of a bounded plan, all of them. */
static void add_plan_spaces(struct board *board, const struct plan *plan)
{
    size_t count = plan->space_count;

    board->space_count = plan->space_count;
    memcpy(board->x, plan->x, count);
    memcpy(board->y, plan->y, count);
    memcpy(board->neighbours, plan->neighbours, count * TILE_EDGES);
    memset(board->piece_at, PIECE_NONE, count);
    for (int i = 0; i < plan->space_count; i++)
        bits_add(board->empty.words, i);
}

/* Only what may lie against an edge of `edge_class` fits at that side of the
 * space from now on. Until now anything did: nothing was beyond that side. */
static void restrict_side(struct board *board, int space, int side,
                          int edge_class)
{
    const struct tileset *tileset = board->tileset;

    uint8_t mate = tileset->mates[edge_class];

    for (int i = 0; i < tileset->class_count; i++)
        bits_remove(board->fits[side][i].words, space);
    bits_add(board->fits[side][mate].words, space);
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
            .feature = board->node_count,
            .area = segments[i].area,
            .kind = segments[i].kind,
        };
        memcpy(node->marks, segments[i].marks, sizeof node->marks);
        bits_add(node->pieces.words, piece);
        board->next_nodes[board->node_count] = board->node_count;
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

/* Kept out of line: in line the compiler takes it for a few words each. */
static __attribute__((noinline)) void copy_bytes(void *to, const void *from,
                                                 size_t size)
{
    memcpy(to, from, size);
}

#define COPY_USED(to, from, member, count)                                     \
    copy_bytes((to)->member, (from)->member, (count) * sizeof(from)->member[0])

void board_copy(struct board *to, const struct board *from)
{
    size_t spaces = from->space_count;

    copy_bytes(to, from, offsetof(struct board, followers));
    COPY_USED(to, from, followers, (size_t)from->follower_count);
    COPY_USED(to, from, x, spaces);
    COPY_USED(to, from, y, spaces);
    COPY_USED(to, from, neighbours, spaces);
    COPY_USED(to, from, piece_at, spaces);
    COPY_USED(to, from, pieces, (size_t)from->piece_count);
    COPY_USED(to, from, nodes, (size_t)from->node_count);
    COPY_USED(to, from, next_nodes, (size_t)from->node_count);
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
    int word_count = (board->space_count + BITS_WORD - 1) / BITS_WORD;
    int count = 0;

    placements->tile = tile;
    for (int turns = 0; turns < TILE_EDGES; turns++) {
        uint64_t *words = placements->spaces[turns].words;
        const uint64_t *fits[TILE_EDGES];
        for (int i = 0; i < BOARD_WORDS; i++)
            words[i] = 0;
        if (turns >= drawn->turn_count)
            continue;
        for (int edge = 0; edge < TILE_EDGES; edge++)
            fits[edge] =
                board->fits[edge][tile_class(drawn, turns, edge)].words;
        for (int i = 0; i < word_count; i++) {
            words[i] = board->frontier.words[i] & fits[0][i] & fits[1][i] &
                       fits[2][i] & fits[3][i];
            count += bits_count_word(words[i]);
        }
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

/* Joins the features of two nodes. The larger one keeps its name: by area,
 * which grows with every node, so that few nodes are ever renamed. */
static void join(struct board *board, uint16_t one, uint16_t other)
{
    uint16_t name = board->nodes[one].feature;
    uint16_t old_name = board->nodes[other].feature;
    if (name == old_name)
        return;
    if (board->nodes[name].area < board->nodes[old_name].area) {
        uint16_t swapped = name;
        name = old_name;
        old_name = swapped;
    }

    struct node *to = &board->nodes[name];
    const struct node *from = &board->nodes[old_name];
    to->open = (uint16_t)(to->open + from->open);
    to->area = (uint16_t)(to->area + from->area);
    for (int i = 0; i < BOARD_PIECE_WORDS; i++)
        to->pieces.words[i] |= from->pieces.words[i];
    for (int i = 0; i < TILE_MARKS_MAX; i++)
        to->marks[i] = (uint8_t)(to->marks[i] + from->marks[i]);
    for (int i = 0; i < BOARD_PLAYERS_MAX; i++)
        to->followers[i] = (uint8_t)(to->followers[i] + from->followers[i]);

    uint16_t node = old_name;
    do {
        board->nodes[node].feature = name;
        node = board->next_nodes[node];
    } while (node != old_name);

    /* Two rings become one when two of their links are swapped. */
    uint16_t next = board->next_nodes[name];
    board->next_nodes[name] = board->next_nodes[old_name];
    board->next_nodes[old_name] = next;
}

/* What the slots of a tile that is being laid meet. */
struct contact {
    uint16_t own;    /* node, or NODE_NONE */
    uint16_t facing; /* node on the other side, or NODE_NONE */
    int length;      /* slots in a row that meet the same */
};

struct contacts {
    const struct tile *tile;
    const uint8_t *slots; /* of the tile as it lies */
    uint16_t first_node;
    uint16_t open_segments; /* one bit a segment that faces an empty space */
    int count;
    struct contact list[TILE_SLOTS]; /* clockwise; none of empty spaces */
};

static uint16_t node_of(uint16_t first_node, uint8_t segment)
{
    if (segment == SEGMENT_NONE)
        return NODE_NONE;
    return (uint16_t)(first_node + segment);
}

/* Lists what an edge meets: a piece that shows the segments `facing`, its
 * nodes from `first_node` on, clockwise as seen from that piece. Slots in a
 * row that meet the same are one contact; without branches, for which of them
 * do cannot be guessed. */
static void add_contacts(struct contacts *contacts, int edge,
                         const uint8_t *facing, uint16_t first_node)
{
    const uint8_t *own = contacts->slots + edge * TILE_EDGE_SLOTS;
    struct contact *contact = &contacts->list[contacts->count];
    int length = 0;
    bool same = true;

    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        uint8_t beyond = facing[TILE_EDGE_SLOTS - 1 - i];
        if (i > 0)
            same = (own[i] == own[i - 1]) &
                   (beyond == facing[TILE_EDGE_SLOTS - i]);
        contact += !same;
        length = length * same + 1;
        contact->own = node_of(contacts->first_node, own[i]);
        contact->facing = node_of(first_node, beyond);
        contact->length = length;
    }
    contacts->count = (int)(contact - contacts->list) + 1;
}

/* The space beyond `edge` is empty: the slots there are open, and what may lie
 * there depends on this tile from now on. */
static void meet_space(struct board *board, uint8_t space, int edge,
                       int edge_class, struct contacts *contacts)
{
    const uint8_t *own = contacts->slots + edge * TILE_EDGE_SLOTS;

    bits_add(board->frontier.words, space);
    restrict_side(board, space, opposite(edge), edge_class);
    for (int i = 0; i < TILE_EDGE_SLOTS; i++) {
        if (own[i] == SEGMENT_NONE)
            continue;
        board->nodes[contacts->first_node + own[i]].open++;
        contacts->open_segments =
            (uint16_t)(contacts->open_segments | 1u << own[i]);
    }
}

/* Finds what the tile meets, while its nodes are not yet joined to any. */
static void meet(struct board *board, const struct laid_tile *laid,
                 struct contacts *contacts)
{
    static const uint8_t wall[TILE_EDGE_SLOTS] = {SEGMENT_NONE, SEGMENT_NONE,
                                                  SEGMENT_NONE};

    for (int edge = 0; edge < TILE_EDGES; edge++) {
        uint8_t space = board->neighbours[laid->space][edge];
        uint8_t piece;
        if (space == SPACE_WALL) {
            piece = board->plan->starts_at[laid->space][edge];
            if (piece == START_NONE)
                add_contacts(contacts, edge, wall, 0);
            else
                add_contacts(contacts, edge, board->plan->starts[piece].slots,
                             board->pieces[piece].first_node);
            continue;
        }
        piece = board->piece_at[space];
        if (piece == PIECE_NONE) {
            meet_space(board, space, edge,
                       tile_class(contacts->tile, laid->turns, edge), contacts);
            continue;
        }
        const struct laid_tile *other = &board->pieces[piece];
        const uint8_t *slots =
            tile_slots(&board->tileset->tiles[other->tile], other->turns);
        add_contacts(contacts, edge, slots + opposite(edge) * TILE_EDGE_SLOTS,
                     other->first_node);
    }
}

/* Whether what the tile shows goes on beyond the edge. */
static bool goes_on(const struct board *board, const struct contact *contact)
{
    return contact->own != NODE_NONE && contact->facing != NODE_NONE &&
           board->nodes[contact->own].kind ==
               board->nodes[contact->facing].kind;
}

static void join_contacts(struct board *board, const struct contacts *contacts)
{
    for (int i = 0; i < contacts->count; i++) {
        const struct contact *contact = &contacts->list[i];
        if (contact->facing == NODE_NONE)
            continue;
        struct node *beyond =
            &board->nodes[board->nodes[contact->facing].feature];
        beyond->open = (uint16_t)(beyond->open - contact->length);
        if (goes_on(board, contact))
            join(board, contact->own, contact->facing);
    }
}

/* Lists the feature of `node` as completed, if it is and is not listed. */
static void list_if_complete(struct board *board, uint16_t node)
{
    uint16_t feature = board->nodes[node].feature;
    if (board->nodes[feature].open > 0)
        return;
    for (int i = 0; i < board->completed_count; i++)
        if (board->completed[i] == feature)
            return;
    board->completed[board->completed_count++] = feature;
}

static void list_completed(struct board *board, const struct contacts *contacts)
{
    unsigned seen = contacts->open_segments; /* or known to be incomplete */

    board->completed_count = 0;
    for (int i = 0; i < contacts->count; i++) {
        const struct contact *contact = &contacts->list[i];
        if (contact->own != NODE_NONE) {
            unsigned segment = 1u << (contact->own - contacts->first_node);
            if ((seen & segment) == 0)
                list_if_complete(board, contact->own);
            seen |= segment;
        }
        if (contact->facing != NODE_NONE && !goes_on(board, contact))
            list_if_complete(board, contact->facing);
    }

    /* Segments without a slot, a monastery say, are complete at once. */
    for (int i = 0; i < contacts->tile->segment_count; i++)
        if (contacts->tile->segments[i].slots == 0)
            list_if_complete(board, (uint16_t)(contacts->first_node + i));
}

/* Makes sure that all four spaces beside `space` are known. */
static void grow(struct board *board, uint8_t space)
{
    static const int8_t across[TILE_EDGES] = {0, 1, 0, -1};
    static const int8_t down[TILE_EDGES] = {-1, 0, 1, 0};

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

    /* Not initialised as a whole: clearing the list takes too long. */
    struct contacts contacts;
    contacts.tile = tile;
    contacts.slots = tile_slots(tile, placement.turns);
    contacts.first_node = laid->first_node;
    contacts.open_segments = 0;
    contacts.count = 0;
    meet(board, laid, &contacts);
    join_contacts(board, &contacts);
    list_completed(board, &contacts);
}

uint8_t board_last_piece(const struct board *board)
{
    if (board_tile_count(board) == 0)
        return PIECE_NONE;
    return (uint8_t)(board->piece_count - 1);
}

int board_tile_count(const struct board *board)
{
    /* A game without a board has no plan. */
    return board->plan == NULL ? 0
                               : board->piece_count - board->plan->start_count;
}

const struct segment *board_follower_segment(const struct board *board,
                                             const struct follower *follower)
{
    const struct laid_tile *laid = &board->pieces[follower->piece];
    return &board_tile(board, follower->piece)
                ->segments[follower->node - laid->first_node];
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
    struct node *feature = &board->nodes[board->nodes[node].feature];
    feature->followers[player] = (uint8_t)(feature->followers[player] + weight);
}

void board_remove_follower(struct board *board, int index)
{
    REQUIRE(index >= 0 && index < board->follower_count);
    struct follower *follower = &board->followers[index];
    struct node *feature = &board->nodes[board->nodes[follower->node].feature];

    feature->followers[follower->player] =
        (uint8_t)(feature->followers[follower->player] - follower->weight);
    board->follower_count--;
    memmove(follower, follower + 1,
            (size_t)(board->follower_count - index) * sizeof *follower);
}
