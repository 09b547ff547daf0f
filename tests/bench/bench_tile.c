/*
 * bench_tile -- how fast boards are, without scripts.
 *
 * Prints lines of "name value unit". One core, one thread; each number is the
 * best of short runs, since on a shared machine only slowness is noise.
 */

#include "tile/box.h"

#include "base/clock.h"
#include "tile/feature.h"
#include "tile/majority.h"

#include <stdio.h>

enum {
    RUNS = 20,
    RUN_MS = 100,
    SEATS = 2,
    LAID_COUNT = 30, /* tiles on the board whose placements are listed */
};

/* Kept from the optimiser by being printed. */
static uint64_t checksum;

struct match {
    const struct box *box;
    int kept_kind; /* followers stay there until the end */
    struct board board;
    uint64_t random;
    int points[SEATS];
    int supply[SEATS];
    int seat;
    uint8_t order[TILESET_TILES_MAX];
};

static void shuffle(struct match *match)
{
    int count = match->box->tileset.tile_count;

    for (int i = 0; i < TILESET_TILES_MAX; i++)
        match->order[i] = (uint8_t)i;
    for (int i = count - 1; i > 0; i--) {
        int other = box_random(&match->random, i + 1);
        uint8_t tile = match->order[i];
        match->order[i] = match->order[other];
        match->order[other] = tile;
    }
}

/* Puts a follower on one of the tile's segments, half of the time. */
static void place_follower(struct match *match)
{
    struct board *board = &match->board;
    uint8_t piece = board_last_piece(board);
    int count = board_tile(board, piece)->segment_count;
    int choice = box_random(&match->random, 2 * count);
    if (choice >= count || match->supply[match->seat] == 0)
        return;

    uint16_t node = feature_node(board, piece, choice);
    const struct node *feature = &board->nodes[feature_of(board, node)];
    for (int seat = 0; seat < SEATS; seat++)
        if (feature->followers[seat] > 0)
            return;
    match->supply[match->seat]--;
    board_place_follower(board, node, (uint8_t)match->seat, 0, 1);
}

static void score_completed(struct match *match)
{
    struct board *board = &match->board;

    for (int i = 0; i < board->completed_count; i++) {
        uint16_t feature = board->completed[i];
        const struct node *node = &board->nodes[feature];
        if (node->kind == match->kept_kind)
            continue;
        int winner = majority_of(node->followers, SEATS);
        if (winner != MAJORITY_NONE)
            match->points[winner] += feature_piece_count(board, feature);
        for (int j = board->follower_count - 1; j >= 0; j--) {
            if (feature_of(board, board->followers[j].node) != feature)
                continue;
            match->supply[board->followers[j].player]++;
            board_remove_follower(board, j);
        }
    }
}

/* Plays until `count` tiles were drawn. */
static void play(struct match *match, int count)
{
    box_board(match->box, true, &match->board);
    shuffle(match);
    for (int seat = 0; seat < SEATS; seat++) {
        match->points[seat] = 0;
        match->supply[seat] = 6;
    }
    for (int i = 0; i < count; i++) {
        struct placements placements;
        board_placements(&match->board, match->order[i], &placements);
        if (placements.count == 0)
            continue;
        int index = box_random(&match->random, placements.count);
        board_lay(&match->board, placements_get(&placements, index));
        place_follower(match);
        score_completed(match);
        match->seat = (match->seat + 1) % SEATS;
    }
}

static void play_games(struct match *match)
{
    for (int i = 0; i < 50; i++) {
        play(match, match->box->tileset.tile_count);
        checksum += (uint64_t)match->points[0];
    }
}

static void list_placements(struct match *match)
{
    for (int i = 0; i < 50000; i++) {
        struct placements placements;
        board_placements(&match->board, match->order[LAID_COUNT + i % 30],
                         &placements);
        checksum += placements.count;
    }
}

static void copy_boards(struct match *match)
{
    static struct board copy;

    for (int i = 0; i < 5000; i++) {
        board_copy(&copy, &match->board);
        checksum += copy.node_count;
        __asm__ volatile("" : : "r"(&copy) : "memory");
    }
}

static void measure(const char *name, const char *unit, struct match *match,
                    void (*run)(struct match *), int steps)
{
    double best = 0;

    for (int i = 0; i < RUNS; i++) {
        int64_t start = clock_thread_cpu_ns();
        int64_t spent;
        int64_t done = 0;
        do {
            run(match);
            done += steps;
            spent = clock_thread_cpu_ns() - start;
        } while (spent < RUN_MS * INT64_C(1000000));
        double rate = (double)done * 1e9 / (double)spent;
        if (rate > best)
            best = rate;
    }
    printf("%s %.0f %s\n", name, best, unit);
}

int main(void)
{
    static struct box castle;
    static struct box base;
    static struct match match;

    box_castle(&castle);
    match.box = &castle;
    match.kept_kind = COURT;
    match.random = 1;
    measure("castle_core_games", "per_second", &match, play_games, 50);
    play(&match, LAID_COUNT);
    measure("placement_lists", "per_second", &match, list_placements, 50000);
    measure("board_copies", "per_second", &match, copy_boards, 5000);

    box_base(&base);
    match.box = &base;
    match.kept_kind = FIELD;
    measure("base_core_games", "per_second", &match, play_games, 50);
    printf("board_size %zu bytes\n", sizeof(struct board));
    printf("checksum %llu any\n", (unsigned long long)checksum);
    return 0;
}
