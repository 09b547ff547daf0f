/*
 * bench_game -- what a game with its record costs: choices a second, and bytes
 * that many games at once take.
 *
 * usage: bench_game [GAMES]
 *
 * Sealed games of The Castle, each choice signed. Each line is one way to hold
 * them: an executor for each, or one for all; the record kept in memory, or
 * forgotten after each choice, as a daemon that writes it to a store does; the
 * position kept, or resting between choices. Prints `name value unit` lines.
 */

#include "base/clock.h"
#include "game/game.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    CHOICES = 60,
    OWN_PART = 10, /* of the games, where each has an executor of its own */
};

struct way {
    const char *name;
    bool is_sealed;
    bool is_shared;
    bool forgets;
    bool rests;
};

static const struct way WAYS[] = {
    {"open_own", false, false, false, false},
    {"own", true, false, false, false},
    {"shared", true, true, false, false},
    {"shared_forgotten", true, true, true, false},
    {"shared_forgotten_resting", true, true, true, true},
};

static struct error error;
static uint64_t random_state = 7;

static int below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

static void must(enum status status)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench_game: %s\n", error.text);
    exit(2);
}

/* What malloc has given out. */
static size_t bytes_now(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static struct game *begin(const struct ruleset *ruleset, struct warm *warm,
                          struct executor *executor, bool is_sealed)
{
    struct game *game;
    struct game_start start = {.ruleset = ruleset, .warm = warm, .seed = "s"};
    struct sealing sealing;
    const struct contribution *const none[MATERIAL_SEATS_MAX] = {NULL};
    if (is_sealed) {
        struct sealing_open open = {.executor = executor, .attempt = 1};
        must(sealing_begin(&sealing, &open, &error));
        must(sealing_run(&sealing, none, &error));
        start.sealing = &sealing;
    }
    must(game_new(&game, &start, &error));
    return game;
}

static void after(struct game *game, const struct way *way)
{
    if (way->forgets)
        game_forget(game);
    if (way->rests)
        game_rest(game);
}

static void measure(const struct way *way, const struct ruleset *ruleset,
                    struct executor *executor, int count)
{
    struct game **games = calloc((size_t)count, sizeof *games);
    struct warm *warm = NULL;
    REQUIRE(games != NULL);
    size_t before = bytes_now();
    if (way->is_shared)
        must(warm_new(&warm, WARM_EXECUTORS_MAX, &error));
    for (int i = 0; i < count; i++) {
        games[i] = begin(ruleset, warm, executor, way->is_sealed);
        after(games[i], way);
    }
    int64_t start = clock_steady_ns();
    long choices = 0;
    for (int i = 0; i < CHOICES; i++)
        for (int k = 0; k < count; k++) {
            if (game_over_reason(games[k]) != NULL)
                continue;
            must(game_choose(games[k],
                             below(game_question(games[k])->choice_count),
                             &error));
            after(games[k], way);
            choices++;
        }
    double seconds = (double)(clock_steady_ns() - start) / 1e9;
    printf("choices_%s %.0f choices/s\n", way->name, (double)choices / seconds);
    printf("bytes_%s %zu bytes/game\n", way->name,
           (bytes_now() - before) / (size_t)count);
    for (int i = 0; i < count; i++)
        game_free(games[i]);
    warm_free(warm);
    free(games);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 500;
    if (count < OWN_PART) {
        fprintf(stderr, "usage: bench_game [GAMES], at least %d\n", OWN_PART);
        return 2;
    }
    struct ruleset *ruleset;
    struct executor *executor;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    must(ruleset_open(&ruleset, &request, &error));
    must(executor_new(&executor, ruleset, &error));
    for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++)
        measure(&WAYS[i], ruleset, executor,
                WAYS[i].is_shared ? count : count / OWN_PART);
    executor_free(executor);
    ruleset_free(ruleset);
    return 0;
}
