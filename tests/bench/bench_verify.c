/*
 * bench_verify -- what a record of a sealed game costs to make, and to check.
 *
 * usage: bench_verify [GAMES]
 *
 * Games of random players, one contribution each. Each game is made, then its
 * record is checked, so that the ratio of both comes from one run whatever
 * else the machine is doing. Prints `name value unit` lines.
 */

#include "base/clock.h"
#include "game/game.h"
#include "game/playout.h"
#include "game/verify.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    GAMES_DEFAULT = 100,
    SEED_SIZE = 32,
    KIBIBYTE = 1024,
};

/* What is measured. */
struct sums {
    int64_t made_ns;
    int64_t checked_ns; /* with scripts, in a worker */
    int64_t chance_ns;  /* chain, seal and shuffle alone */
    size_t bytes;
};

static void must(enum status status, const struct error *error)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench_verify: %s\n", error->text);
    exit(2);
}

/* Plays a sealed game to its end; the caller's. */
static struct game *make(const struct ruleset *ruleset,
                         struct executor *executor, const char *seed)
{
    const enum player_kind kinds[] = {PLAYER_RANDOM, PLAYER_RANDOM};
    struct player players[2];
    struct contribution given;
    const struct contribution *const seats[MATERIAL_SEATS_MAX] = {&given};
    struct sealing sealing;
    struct game *game;
    struct error error;
    must(contribution_init(&given, seed, &error), &error);
    struct sealing_open open = {.executor = executor,
                                .attempt = 1,
                                .player_keys = {given.keys.public_key}};
    must(sealing_begin(&sealing, &open, &error), &error);
    must(sealing_run(&sealing, seats, &error), &error);
    struct game_start start = {.ruleset = ruleset, .sealing = &sealing};
    must(game_new(&game, &start, &error), &error);
    playout_init_players(players, kinds, 2, seed);
    while (game_over_reason(game) == NULL) {
        int index = 0;
        must(player_choose(&players[game_question(game)->seat],
                           game_position(game), &index, &error),
             &error);
        must(game_choose(game, index, &error), &error);
    }
    contribution_wipe(&given);
    return game;
}

/* Checks the record and adds the time that it took to *ns. */
static void check(const struct game *game, struct worker_server *server,
                  int64_t *ns)
{
    static struct verify_report report;
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    int64_t start_ns = clock_steady_ns();
    verify_record(
        &report, bytes, size,
        &(struct verify_means){.server = server, .root = CASTLED_SOURCE_DIR});
    *ns += clock_steady_ns() - start_ns;
    if (report.verdict != VERIFY_WRONG)
        return;
    fprintf(stderr, "bench_verify: %s\n", report.checks[report.count - 1].says);
    exit(1);
}

static void measure(struct sums *sums, int games, struct worker_server *server)
{
    struct ruleset *ruleset;
    struct executor *executor;
    struct error error;
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    must(ruleset_open(&ruleset, &request, &error), &error);
    must(executor_new(&executor, ruleset, &error), &error);
    for (int i = 0; i < games; i++) {
        char seed[SEED_SIZE];
        snprintf(seed, sizeof seed, "bench %d", i);
        int64_t start_ns = clock_steady_ns();
        struct game *game = make(ruleset, executor, seed);
        sums->made_ns += clock_steady_ns() - start_ns;
        check(game, server, &sums->checked_ns);
        check(game, NULL, &sums->chance_ns);
        size_t size;
        (void)record_bytes(game_record(game), &size);
        sums->bytes += size;
        game_free(game);
    }
    executor_free(executor);
    ruleset_free(ruleset);
}

static void print_rate(const char *name, int games, int64_t ns)
{
    printf("%-16s %8.1f records/s\n", name, (double)games * 1e9 / (double)ns);
}

int main(int argc, char **argv)
{
    struct worker_server *server;
    struct error error;
    must(worker_server_start(&server, verify_jobs, VERIFY_JOB_COUNT, &error),
         &error);
    int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : GAMES_DEFAULT;
    struct sums sums = {0};
    if (games < 1) {
        fputs("usage: bench_verify [GAMES]\n", stderr);
        return 2;
    }
    measure(&sums, games, server);
    print_rate("made", games, sums.made_ns);
    print_rate("verified", games, sums.checked_ns);
    print_rate("without scripts", games, sums.chance_ns);
    printf("%-16s %8.2f times making\n", "verifying is",
           (double)sums.checked_ns / (double)sums.made_ns);
    printf("%-16s %8.1f KiB\n", "a record has",
           (double)sums.bytes / games / KIBIBYTE);
    worker_server_stop(server);
    return 0;
}
