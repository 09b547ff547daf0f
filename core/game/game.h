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
 * Everything that is done makes the record longer, and a long record is slow to
 * load; so what can be done again and again has a limit, and a record that has
 * become too long takes nothing but its end. None of this holds for a record
 * that is played again.
 *
 * A game that is sealed is signed by the referee after every change: game_head
 * is what players keep. It can have a clock (timer.h), whose times are those of
 * the record's entries.
 *
 * Games that share an executor (`warm`) keep their position as bytes and load
 * it when it is wanted; game_rest drops what is loaded.
 *
 * Seats count from 0; in the record, where seat 0 is the daemon, from 1.
 */

#include "fair/record.h"
#include "game/chance.h"
#include "game/sealing.h"
#include "script/warm.h"

enum {
    GAME_SEED_SIZE = 129,         /* of a seed's text, with the zero byte */
    GAME_UNDO_MAX = 64,           /* choices in a row that can be taken back */
    GAME_UNDOS_IN_TURN_MAX = 100, /* since the last choice that stands for good
                                   */
    GAME_UNDOS_MAX = 1000,        /* in a game, by all together */
    GAME_OFFERS_MAX = 20,         /* of a draw, in a game, by a seat */
    GAME_PLAY_SIZE_MAX = 4 << 20, /* bytes of the record behind its beginning,
                                     after which it takes only the end; */
    GAME_END_SIZE = 1 << 20,      /* for which there is always as much room */
};

enum game_level {
    GAME_LEVEL_OPEN = 0, /* a seed that was chosen openly */
    GAME_LEVEL_SEALED = SEALING_LEVEL,
};

/* Gets each event as one JSON object, with its `entry`, numbered from 1, once
 * the choice that brought it has been made in full. After an undo numbers
 * start again behind the last event that remains: game_event_count. */
typedef void game_listener(void *context, const char *json, size_t size);

/* Gets, while a record is played again, what answered each question: the index
 * of the choice among those offered and its canonical JSON; or -1 and NULL for
 * an undo. */
typedef void game_answer_listener(void *context, int seat, int index,
                                  const char *choice, size_t size);

struct game;

/* Gets, while a record is played again, the game at its beginning, with entry
 * 0, and after each entry that was done in it, with all that this brought. A
 * status other than STATUS_OK ends the replay. */
typedef enum status game_replay_listener(void *context, struct game *game,
                                         const struct record_entry *entry,
                                         struct error *error);

/* What a game is made of. All is borrowed for the call, but for the game's life
 * the warm and, when there is none, the ruleset. */
struct game_start {
    const struct ruleset *ruleset;
    struct warm *warm; /* where its executor comes from, which it shares then;
                          NULL: an executor of its own */
    const char *seed;  /* any text of less than GAME_SEED_SIZE bytes; equal
                          seeds and choices give equal games */
    struct sealing *sealing; /* a sealed game's: done, with the referee's
                        secret; the game takes over all in it and clears it;
                        a game that cannot be made leaves it.
                        NULL: chance comes from `seed` */
    struct timer_rule clock; /* of a game from a seed; a sealed game's is in
                        its sealing. Zeros: none */
    game_listener *listener; /* or NULL */
    game_answer_listener *answer_listener; /* or NULL */
    game_replay_listener *replay_listener; /* or NULL; of game_replay only */
    void *context;
};

/* A game, set up and waiting for its first choice. *out is the caller's, to
 * be freed with game_free. */
enum status game_new(struct game **out, const struct game_start *start,
                     struct error *error) MUST_CHECK;

/* Frees a game; NULL is fine. */
void game_free(struct game *game);

/* What is asked now; never chance. Known while the game rests. */
const struct question *game_question(const struct game *game);

/* Loads the position if it rests or its executor is gone. All functions below
 * do so themselves, but game_position. */
enum status game_wake(struct game *game, struct error *error) MUST_CHECK;

/* Drops the decoded position and keeps its bytes, a small part. What is
 * borrowed of the position is gone. */
void game_rest(struct game *game);

/* The position, to be asked for choices, views and results. Borrowed until
 * the next choice. When something asked of it fails, a limit may have stopped
 * its executor: then game_recover, before it is asked again. A game with a warm
 * must be woken first, each time that another game or warm may have run since:
 * game_wake. */
struct position *game_position(struct game *game);

/* How many seats there are, and what one is called. */
int game_seat_count(const struct game *game);
const char *game_seat_name(const struct game *game, int seat);

/* Goes on in a fresh executor, from where the game stands: for when something
 * that was asked of the position has failed. Nothing is lost. Games that share
 * the executor go on as well. */
enum status game_recover(struct game *game, struct error *error) MUST_CHECK;

/* The traceback of the script that made the last choice fail; "" when none
 * has. Borrowed until the next choice. */
const char *game_traceback(const struct game *game);

/* Makes choice `index` of those offered. STATUS_SCRIPT, STATUS_LIMIT: the
 * rules failed on it; nothing has changed, another choice can be made.
 * STATUS_BAD_INPUT: the record has become as long as it may, the game can only
 * be ended. */
enum status game_choose(struct game *game, int index,
                        struct error *error) MUST_CHECK;

/* Whether there is a choice of `seat` to take back, and it may be: not beyond
 * GAME_UNDOS_IN_TURN_MAX and GAME_UNDOS_MAX. */
bool game_may_undo(const struct game *game, int seat);

/* Takes the last choice of `seat` back. STATUS_BAD_INPUT, with the reason,
 * when it cannot be. Events told since then are undone. Its time goes on as if
 * the choice had not been made; when there would be none left, it is refused.
 */
enum status game_undo(struct game *game, int seat,
                      struct error *error) MUST_CHECK;

/* Ends the game: `seat` gives up and, of two, the other wins. Like all that
 * ends a game before it is finished it fails, other than with STATUS_NO_MEMORY,
 * when the rules cannot tell the result: then the game is over, as "broken". */
enum status game_resign(struct game *game, int seat,
                        struct error *error) MUST_CHECK;

/* Offers a draw. It stands until all other seats have agreed, which ends the
 * game as "agreed", without a winner; until one of them declines or makes a
 * choice, or something is undone. STATUS_BAD_INPUT when an offer stands
 * already, or none to this seat, or the seat has made GAME_OFFERS_MAX. */
enum status game_offer_draw(struct game *game, int seat,
                            struct error *error) MUST_CHECK;
enum status game_answer_draw(struct game *game, int seat, bool agrees,
                             struct error *error) MUST_CHECK;

/* The seat that offers a draw, or -1. */
int game_draw_offer(const struct game *game);

/* The clock: whose time runs, and what each seat has left. */
const struct timer *game_timer(const struct game *game);

/* How many milliseconds the game's time, which entries and the clock go by, is
 * ahead of the calendar. It never goes back: where the calendar does, or is
 * behind the newest entry, it goes on from where it was. */
int64_t game_ahead(struct game *game);

/* Ends the game as "time" when the time that runs is over by `now_ms`, which is
 * of the game's time: entries `time_out`, the referee's reveal, `end`; of two
 * seats the other wins. Nothing is done while there is time left, without a
 * clock, or after the end: ask game_over_reason. A choice that comes when its
 * time is over, but before this, counts: the daemon is the referee of that, and
 * the record shows it. */
enum status game_time_out(struct game *game, int64_t now_ms,
                          struct error *error) MUST_CHECK;

/* Leaves `ms` out of the time that runs, because the daemon was down: an entry
 * `pause`. No more than what has passed since the newest entry. Nothing is done
 * without a clock or after the end. */
enum status game_pause(struct game *game, int64_t ms,
                       struct error *error) MUST_CHECK;

/* Ends a game that its rules do not let go on, as "broken"; the scores stay as
 * they are. The record stays without an end, so that the game can be played on
 * when the rules are mended. */
enum status game_break(struct game *game, struct error *error) MUST_CHECK;

/* Whether the game is over, and how: "finished", "resigned", "agreed",
 * "time", "broken"; NULL while it goes on. */
const char *game_over_reason(const struct game *game);

/* The result; once the game is over, the final one. */
enum status game_result(struct game *game, struct result *result,
                        struct error *error) MUST_CHECK;

/* How many events have been told, undone ones not counted. */
int game_event_count(const struct game *game);

/* The record so far, as far as it has not been forgotten. Borrowed until the
 * game changes. */
const struct record *game_record(const struct game *game);

/* Forgets the lines of the record that are here, which are kept elsewhere now:
 * record_forget. */
void game_forget(struct game *game);

/* What the referee of a sealed game signed last. */
struct game_head {
    int entry; /* of the record, from 0 */
    struct hash hash;
    struct signature signature;
};

/* The newest head; false when there is none: the game is not sealed, or its
 * referee's keys are not here. */
bool game_head(const struct game *game, struct game_head *head);

/* Adds to the record that the player of `seat` saw it up to `entry` and signed
 * that (SIGN_ACK). Of an entry that is not newer than the last one that the
 * seat acknowledged, nothing is added. STATUS_BAD_INPUT when the signature is
 * not good, or the entry too old: RECORD_KNOWN_MAX. */
enum status game_acknowledge(struct game *game, int seat, int entry,
                             const struct signature *signature,
                             struct error *error) MUST_CHECK;

/* Whether the order was sealed, and its sealing: context, lock, who gave what.
 * The referee's secret in it is not to be shown before the game is over. */
bool game_is_sealed(const struct game *game);
const struct sealing *game_sealing(const struct game *game);

/* Makes the game of a record again, by playing it: `ruleset` must be the one
 * that the record names. The record made is the same bytes, times and
 * signatures included, as far as the one given goes. STATUS_BAD_INPUT says
 * in which line which entry does not fit. */
enum status game_replay(struct game **out, const struct record *record,
                        const struct game_start *start,
                        struct error *error) MUST_CHECK;

/* Reads from a record what game_replay needs besides the ruleset (which is
 * sources_ruleset's): clock, and the seed, into `seed`, or how it was sealed,
 * into `sealing`, to be cleared with sealing_clear. Points `start` at them. A
 * sealed game that has not ended needs the referee's secret too:
 * sealing_take_secret.
 */
enum status game_read_start(struct game_start *start,
                            const struct record *record,
                            struct sealing *sealing, char seed[GAME_SEED_SIZE],
                            struct error *error) MUST_CHECK;

/* Whether all is there that was read so: STATUS_BAD_INPUT when the referee's
 * secret is not, so that the game cannot be played again. */
enum status game_check_start(const struct game_start *start,
                             struct error *error) MUST_CHECK;

#endif
