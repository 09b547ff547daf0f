/*
 * bench_play -- what a game of The Castle costs, through Lua and without.
 *
 * usage: bench_play [GAMES]
 *
 * Rounds alternate between the two, so that ratios come from one run whatever
 * else the machine is doing. Prints `name value unit` lines; the value is the
 * median of the rounds.
 */

#include "base/clock.h"
#include "script/position.h"
#include "tile/feature.h"
#include "tile/majority.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 5,
    MOVES_MAX = 128,
    LISTS = 2000000,
    VALUE_GAMES_PART = 10, /* one game in so many also goes by value */
};

/* What was done in one turn of a game, to do it again without Lua. */
struct move {
    struct placement placement;
    int follower_segment; /* -1: none */
    int player;
};

struct moves {
    int count;
    struct move moves[MOVES_MAX];
};

static uint64_t random_state = 7;

static int below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

static void must(enum status status, const struct error *error)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench_play: %s\n", error->text);
    exit(2);
}

static double seconds_since(int64_t start_ns)
{
    return (double)(clock_steady_ns() - start_ns) / 1e9;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof values[0], compare_doubles);
    return values[count / 2];
}

static int pick(const struct position *position)
{
    const struct question *question = position_question(position);
    if (question->waiting == WAITING_CHOICE)
        return below(question->choice_count);
    if (question->pile < 0)
        return 1 + below(question->sides);
    const struct pile *pile =
        &position_material(position)->piles[question->pile];
    return pile->left[below(pile->left_count)];
}

static void give(struct position *position, int picked)
{
    struct error error;
    bool choice = position_question(position)->waiting == WAITING_CHOICE;
    must(choice ? position_choose(position, picked, &error)
                : position_outcome(position, picked, &error),
         &error);
}

/* Keeps what the step that was just made laid or placed. */
static void keep_move(const struct board *board, int pieces, int followers,
                      struct moves *moves)
{
    if (board->piece_count > pieces) {
        const struct laid_tile *laid = &board->pieces[board->piece_count - 1];
        moves->moves[moves->count++] =
            (struct move){{laid->tile, laid->turns, laid->space}, -1, 0};
    }
    if (board->follower_count > followers && moves->count > 0) {
        const struct follower *follower =
            &board->followers[board->follower_count - 1];
        struct move *move = &moves->moves[moves->count - 1];
        move->player = follower->player;
        move->follower_segment =
            follower->node - board->pieces[follower->piece].first_node;
    }
}

/* A random game; `moves` may be NULL. Returns how many steps it took. */
static int play(struct executor *executor, struct moves *moves)
{
    struct position *position;
    struct error error;
    int steps = 0;
    must(position_new(&position, executor, NULL, NULL, &error), &error);
    const struct board *board = &position_material(position)->board;
    while (position_question(position)->waiting != WAITING_NOTHING) {
        int pieces = board->piece_count, followers = board->follower_count;
        give(position, pick(position));
        if (moves != NULL)
            keep_move(board, pieces, followers, moves);
        steps++;
    }
    position_free(position);
    return steps;
}

/* A random game that goes through bytes at each step; adds up their sizes. */
static int play_by_value(struct executor *executor, size_t *bytes_max)
{
    struct position *position;
    struct error error;
    struct text bytes = {0};
    int steps = 0;
    must(position_new(&position, executor, NULL, NULL, &error), &error);
    while (position_question(position)->waiting != WAITING_NOTHING) {
        give(position, pick(position));
        text_clear(&bytes);
        must(position_store(position, &bytes, &error), &error);
        if (bytes.size > *bytes_max)
            *bytes_max = bytes.size;
        position_free(position);
        must(position_load(&position, executor, bytes.bytes, bytes.size, NULL,
                           NULL, &error),
             &error);
        steps++;
    }
    position_free(position);
    text_free(&bytes);
    return steps;
}

static int points_of(const struct board *board, uint16_t feature)
{
    const struct node *node = &board->nodes[feature];
    int each = node->kind == 1 || node->marks[1] > 0 ? 2 : 1;
    return each * feature_piece_count(board, feature);
}

static void return_followers(struct board *board, uint16_t feature)
{
    for (int i = 0; i < board->follower_count;)
        if (feature_of(board, board->followers[i].node) == feature)
            board_remove_follower(board, i);
        else
            i++;
}

/* The same game's placements, followers and scores, through core alone. */
static int play_core(const struct board *empty, const struct moves *moves)
{
    struct board board;
    struct placements placements;
    int points[2] = {0, 0};
    board_copy(&board, empty);
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->moves[i];
        board_placements(&board, move->placement.tile, &placements);
        REQUIRE(placements_has(&placements, move->placement));
        board_lay(&board, move->placement);
        if (move->follower_segment >= 0)
            board_place_follower(&board,
                                 feature_node(&board, board_last_piece(&board),
                                              move->follower_segment),
                                 (uint8_t)move->player, 0, 1);
        for (int j = 0; j < board.completed_count; j++) {
            uint16_t feature = board.completed[j];
            if (board.nodes[feature].kind == 3)
                continue;
            int leader = majority_of(board.nodes[feature].followers, 2);
            if (leader != MAJORITY_NONE)
                points[leader] += points_of(&board, feature);
            return_followers(&board, feature);
        }
    }
    return points[0] + points[1];
}

/* Lists of placements in the middle of a game. */
static double lists_a_second(const struct board *empty,
                             const struct moves *moves, long *sink)
{
    struct board board;
    struct placements placements;
    board_copy(&board, empty);
    for (int i = 0; i < moves->count / 2; i++)
        board_lay(&board, moves->moves[i].placement);
    int64_t start = clock_steady_ns();
    for (int i = 0; i < LISTS; i++) {
        board_placements(&board, (uint8_t)(i % 60), &placements);
        *sink += placements.count;
    }
    return LISTS / seconds_since(start);
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1000;
    if (games < 10) {
        fprintf(stderr, "usage: bench_play [GAMES], at least 10\n");
        return 2;
    }
    struct error error;
    struct ruleset *ruleset;
    struct executor *executor;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    must(ruleset_open(&ruleset, &request, &error), &error);
    int64_t start = clock_steady_ns();
    must(executor_new(&executor, ruleset, &error), &error);
    printf("executor_load %.2f ms\n", seconds_since(start) * 1e3);

    struct moves *moves = calloc((size_t)games, sizeof *moves);
    struct board *empty = malloc(sizeof *empty);
    REQUIRE(moves != NULL && empty != NULL);
    must(board_init(empty, executor_plan(executor), executor_tileset(executor),
                    true, &error),
         &error);
    for (int i = 0; i < games; i++)
        play(executor, &moves[i]);

    double lua[ROUNDS], core[ROUNDS], value[ROUNDS], lists[ROUNDS];
    long sink = 0, steps = 0;
    size_t bytes_max = 0;
    for (int round = 0; round < ROUNDS; round++) {
        start = clock_steady_ns();
        steps = 0;
        for (int i = 0; i < games; i++)
            steps += play(executor, NULL);
        lua[round] = games / seconds_since(start);
        start = clock_steady_ns();
        for (int i = 0; i < games; i++)
            sink += play_core(empty, &moves[i]);
        core[round] = games / seconds_since(start);
        start = clock_steady_ns();
        for (int i = 0; i < games / VALUE_GAMES_PART; i++)
            sink += play_by_value(executor, &bytes_max);
        value[round] = games / VALUE_GAMES_PART / seconds_since(start);
        lists[round] = lists_a_second(empty, &moves[0], &sink);
    }
    printf("games_lua %.0f games/s\n", median(lua, ROUNDS));
    printf("steps_of_a_game %.1f\n", (double)steps / games);
    printf("games_lua_by_value %.0f games/s\n", median(value, ROUNDS));
    printf("games_core %.0f games/s\n", median(core, ROUNDS));
    printf("core_over_lua %.1f times\n",
           median(core, ROUNDS) / median(lua, ROUNDS));
    printf("placement_lists %.2f million/s\n", median(lists, ROUNDS) / 1e6);
    printf("bytes_of_a_game %zu bytes stored at most\n", bytes_max);
    printf("executor_memory %zu bytes\n", executor_memory(executor));
    fprintf(stderr, "(%ld)\n", sink);
    executor_free(executor);
    ruleset_free(ruleset);
    free(moves);
    free(empty);
    return 0;
}
