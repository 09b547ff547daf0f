#ifndef CASTLED_WORKERS_H
#define CASTLED_WORKERS_H

/*
 * workers -- many games of bots at once, in processes of their own.
 *
 * The games of a run are numbered from 1; game i is played by the seed
 * "SEED/i", and what it gives depends on nothing else. Workers are forked
 * from the process that has the executor ready, play every n-th game, and
 * write what came of it to a pipe each; games come out of workers_next in the
 * order of their numbers, so that no output depends on how many workers there
 * are.
 */

#include "game/playout.h"

enum {
    WORKERS_MAX = 256,
    WORKERS_GAMES_MAX = 10000000,
    WORKERS_SEED_SIZE_MAX = 100, /* leaves room for the number of the game */
};

/* What is to be played. All is borrowed until workers_free. */
struct workers_request {
    struct executor *executor;
    const char *seed;
    enum player_kind kinds[MATERIAL_SEATS_MAX]; /* by seat */
    int games;
    int jobs;
    bool events; /* whether games bring their events along */
};

/* A game that was played. */
struct workers_game {
    int number;
    struct playout_end end;
    const char *events; /* a line each, with game and entry; borrowed until
                           the next call */
    size_t events_size;
};

enum workers_news {
    WORKERS_GAME,
    WORKERS_NOTHING, /* the time was over, or a signal came */
    WORKERS_FAILED,
};

struct workers;

/* Forks the workers. *out is the caller's, to be freed with workers_free. */
enum status workers_start(struct workers **out,
                          const struct workers_request *request,
                          struct error *error) MUST_CHECK;

/* The next game, as soon as it is there; waits for `timeout_ms` at most. To be
 * called until all games have come, or one failed: then `error` says which, by
 * which seed, and why. */
enum workers_news workers_next(struct workers *workers,
                               struct workers_game *game, int timeout_ms,
                               struct error *error) MUST_CHECK;

/* The traceback of the game that failed; "" when there is none. */
const char *workers_traceback(const struct workers *workers);

/* Ends all workers, whatever they are at; NULL is fine. */
void workers_free(struct workers *workers);

#endif
