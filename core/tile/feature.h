#ifndef CASTLED_FEATURE_H
#define CASTLED_FEATURE_H

/*
 * feature -- what tiles form together.
 *
 * Reads a board. A feature is named by one of its nodes; a name is good until
 * the next tile is laid. Nothing here is stored: all is in the board's nodes.
 */

#include "tile/board.h"

/* The node that names the feature of `node`. */
uint16_t feature_of(const struct board *board, uint16_t node);

/* The node of segment `segment` of the piece. */
uint16_t feature_node(const struct board *board, uint8_t piece, int segment);

/* How many pieces the feature has: tiles and start spaces, each once. */
int feature_piece_count(const struct board *board, uint16_t feature);

/* How many of its pieces are start spaces. */
int feature_start_count(const struct board *board, uint16_t feature);

/* Whether no slot of it faces an empty space. */
bool feature_is_complete(const struct board *board, uint16_t feature);

/* How many followers stand on it, whoever's (not weighed). */
int feature_follower_count(const struct board *board, uint16_t feature);

/* Lists all features of `kind` (or of every kind: TILE_KINDS_MAX), each once,
 * in the order of their first nodes, into `list`, which has room for
 * BOARD_NODES_MAX. Returns how many. */
int feature_list(const struct board *board, int kind, uint16_t *list);

/* Lists the features of `kind` that lie beside the feature on one of its
 * tiles (a field that touches cities), each once, into `list`, which has room
 * for BOARD_NODES_MAX. Returns how many. */
int feature_touching(const struct board *board, uint16_t feature, int kind,
                     uint16_t *list);

/* The next piece of `pieces` from `from` on, or -1: for (int piece = -1;
 * (piece = pieces_next(&set, piece + 1)) >= 0;). */
int pieces_next(const struct pieces *pieces, int from);

#endif
