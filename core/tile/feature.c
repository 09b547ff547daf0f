#include "tile/feature.h"

#include "tile/bits.h"

#include <string.h>

enum { NODE_WORDS = BOARD_NODES_MAX / BITS_WORD };

uint16_t feature_of(const struct board *board, uint16_t node)
{
    REQUIRE(node < board->node_count);
    return board->nodes[node].feature;
}

/* The segments of a piece, which is a start space or a tile. */
static const struct segment *segments_of(const struct board *board,
                                         uint8_t piece, int *count)
{
    if (board_is_start(board, piece)) {
        *count = board->plan->starts[piece].segment_count;
        return board->plan->starts[piece].segments;
    }
    const struct tile *tile = board_tile(board, piece);
    *count = tile->segment_count;
    return tile->segments;
}

uint16_t feature_node(const struct board *board, uint8_t piece, int segment)
{
    int count;

    segments_of(board, piece, &count);
    REQUIRE(segment >= 0 && segment < count);
    return (uint16_t)(board->pieces[piece].first_node + segment);
}

int feature_piece_count(const struct board *board, uint16_t feature)
{
    feature = feature_of(board, feature);
    return bits_count(board->nodes[feature].pieces.words, BOARD_PIECE_WORDS);
}

int feature_start_count(const struct board *board, uint16_t feature)
{
    /* Start spaces are the first pieces, and fewer than a word has bits. */
    uint64_t starts = (UINT64_C(1) << board->plan->start_count) - 1;
    feature = feature_of(board, feature);
    return bits_count_word(board->nodes[feature].pieces.words[0] & starts);
}

bool feature_is_complete(const struct board *board, uint16_t feature)
{
    return board->nodes[feature_of(board, feature)].open == 0;
}

int feature_follower_count(const struct board *board, uint16_t feature)
{
    int count = 0;

    feature = feature_of(board, feature);
    for (int i = 0; i < board->follower_count; i++)
        count += feature_of(board, board->followers[i].node) == feature;
    return count;
}

int feature_list(const struct board *board, int kind, uint16_t *list)
{
    uint64_t seen[NODE_WORDS] = {0};
    int count = 0;

    for (uint16_t node = 0; node < board->node_count; node++) {
        if (kind != TILE_KINDS_MAX && board->nodes[node].kind != kind)
            continue;
        uint16_t feature = feature_of(board, node);
        if (bits_has(seen, feature))
            continue;
        bits_add(seen, feature);
        list[count++] = feature;
    }
    return count;
}

/* The segments of `kind` on the piece beside those that are of `feature`, one
 * bit each. */
static unsigned segments_beside(const struct board *board, uint8_t piece,
                                uint16_t feature, int kind)
{
    int count;
    const struct segment *segments = segments_of(board, piece, &count);
    uint16_t first = board->pieces[piece].first_node;
    unsigned beside = 0;
    unsigned of_kind = 0;

    for (int i = 0; i < count; i++) {
        if (feature_of(board, (uint16_t)(first + i)) == feature)
            beside |= segments[i].touches;
        if (segments[i].kind == kind)
            of_kind |= 1u << i;
    }
    return beside & of_kind;
}

int feature_touching(const struct board *board, uint16_t feature, int kind,
                     uint16_t *list)
{
    uint64_t seen[NODE_WORDS] = {0};
    int count = 0;
    int piece = -1;

    feature = feature_of(board, feature);
    const struct pieces *pieces = &board->nodes[feature].pieces;
    while ((piece = pieces_next(pieces, piece + 1)) >= 0) {
        unsigned beside = segments_beside(board, (uint8_t)piece, feature, kind);
        for (int i = 0; beside >> i != 0; i++) {
            if ((beside >> i & 1) == 0)
                continue;
            int node = board->pieces[piece].first_node + i;
            uint16_t other = feature_of(board, (uint16_t)node);
            if (bits_has(seen, other))
                continue;
            bits_add(seen, other);
            list[count++] = other;
        }
    }
    return count;
}

int pieces_next(const struct pieces *pieces, int from)
{
    return bits_next(pieces->words, BOARD_PIECE_WORDS, from);
}
