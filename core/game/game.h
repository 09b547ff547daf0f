#ifndef CASTLED_GAME_H
#define CASTLED_GAME_H

/*
 * game -- one game from its first entry to its end.
 *
 * A game joins a position, the sealed decks that chance comes from, and the
 * record of all that happened. It knows whose turn it is only by asking the
 * position. Whoever holds it gives choices; chance it settles by itself, so
 * that a game always waits for a choice or is over.
 *
 * A choice that fails changes nothing: the game goes on from before it in a
 * fresh executor (or is broken, when that fails too). Undo takes choices back
 * to the last draw, in one's own turn (DESIGN.md section 6).
 *
 * Seats count from 0; in the record, where seat 0 is the daemon, from 1.
 */

#include "fair/record.h"
#include "game/chance.h"
#include "game/sealing.h"

enum {
    GAME_SEED_SIZE = 129, /* of a seed's text, with the zero byte */
    GAME_UNDO_MAX = 64,   /* choices in a row that can be taken back */
};

enum game_level {
    GAME_LEVEL_OPEN = 0, /* a seed that was chosen openly */
    GAME_LEVEL_SEALED = SEALING_LEVEL,
};

/* Gets each event as one JSON object, with its `entry`, numbered from 1, once
 * the choice that brought it has been made in full. After an undo numbers
 * start again behind the last event that remains: game_event_count. */
typedef void game_listener(void *context, const char *json, size_t size);

struct game;

/* What a game is made of. All is borrowed for the call, but the ruleset for
 * the game's life. */
struct game_start {
    const struct ruleset *ruleset;
    const char *seed; /* any text of less than GAME_SEED_SIZE bytes; equal
                         seeds and choices give equal games */
    struct sealing *sealing; /* a sealed game's: done, with the referee's
                        secret; the game takes over all in it and clears it.
                        NULL: chance comes from `seed` */
    game_listener *listener; /* or NULL */
    void *context;
};

/* A game, set up and waiting for its first choice. *out is the caller's, to
 * be freed with game_free. */
enum status game_new(struct game **out, const struct game_start *start,
                     struct error *error) MUST_CHECK;

/* Frees a game; NULL is fine. */
void game_free(struct game *game);

/* What is asked now; never chance. */
const struct question *game_question(const struct game *game);

/* The position, to be asked for choices, views and results. Borrowed until
 * the next choice. When something asked of it fails, a limit may have stopped
 * its executor: then game_recover, before it is asked again. */
struct position *game_position(struct game *game);

/* Goes on in a fresh executor, from where the game stands: for when something
 * that was asked of the position has failed. Nothing is lost. */
enum status game_recover(struct game *game, struct error *error) MUST_CHECK;

/* The traceback of the script that made the last choice fail; "" when none
 * has. Borrowed until the next choice. */
const char *game_traceback(const struct game *game);

/* Makes choice `index` of those offered. STATUS_SCRIPT, STATUS_LIMIT: the
 * rules failed on it; nothing has changed, another choice can be made. */
enum status game_choose(struct game *game, int index,
                        struct error *error) MUST_CHECK;

/* Whether there is a choice of `seat` to take back. */
bool game_may_undo(const struct game *game, int seat);

/* Takes the last choice of `seat` back. STATUS_BAD_INPUT, with the reason,
 * when it cannot be. Events told since then are undone. */
enum status game_undo(struct game *game, int seat,
                      struct error *error) MUST_CHECK;

/* Ends the game: `seat` gives up and, of two, the other wins. */
enum status game_resign(struct game *game, int seat,
                        struct error *error) MUST_CHECK;

/* Offers a draw. It stands until all other seats have agreed, which ends the
 * game as "agreed", without a winner; until one of them declines or makes a
 * choice, or something is undone. STATUS_BAD_INPUT when an offer stands
 * already, or none to this seat. */
enum status game_offer_draw(struct game *game, int seat,
                            struct error *error) MUST_CHECK;
enum status game_answer_draw(struct game *game, int seat, bool agrees,
                             struct error *error) MUST_CHECK;

/* The seat that offers a draw, or -1. */
int game_draw_offer(const struct game *game);

/* Ends a game that its rules do not let go on, as "broken"; the scores stay as
 * they are. The record stays without an end, so that the game can be played on
 * when the rules are mended. */
enum status game_break(struct game *game, struct error *error) MUST_CHECK;

/* Whether the game is over, and how: "finished", "resigned", "agreed",
 * "broken"; NULL while it goes on. */
const char *game_over_reason(const struct game *game);

/* The result; once the game is over, the final one. */
enum status game_result(struct game *game, struct result *result,
                        struct error *error) MUST_CHECK;

/* How many events have been told, undone ones not counted. */
int game_event_count(const struct game *game);

/* The record so far. Borrowed until the next choice. */
const struct record *game_record(const struct game *game);

/* Whether the order was sealed, and its sealing: context, lock, who gave what.
 * The referee's secret in it is not to be shown before the game is over. */
bool game_is_sealed(const struct game *game);
const struct sealing *game_sealing(const struct game *game);

/* Makes the game of a record again, by playing it: `ruleset` must be the one
 * that the record names. The record made is the same
 * bytes, times included, as far as the one given goes. STATUS_BAD_INPUT says
 * in which line which entry does not fit. */
enum status game_replay(struct game **out, const struct record *record,
                        const struct game_start *start,
                        struct error *error) MUST_CHECK;

/* Reads from a record what game_replay needs besides the ruleset (which is
 * sources_ruleset's): the seed, into `seed`, or how it was sealed, into
 * `sealing`, to be cleared with sealing_clear. Points `start` at them. A sealed
 * game that has not ended needs the referee's secret too: sealing_take_secret.
 */
enum status game_read_start(struct game_start *start,
                            const struct record *record,
                            struct sealing *sealing, char seed[GAME_SEED_SIZE],
                            struct error *error) MUST_CHECK;

#endif
