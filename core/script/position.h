#ifndef CASTLED_POSITION_H
#define CASTLED_POSITION_H

/*
 * position -- one game at one moment, in an executor.
 *
 * A position has the material, which step the game stands at, what is asked
 * there, and the script's own state. It waits for one of two things: a choice
 * of a seat, or an outcome of chance; whoever holds it gives that and gets the
 * position after it, up to where it waits again. It knows no past and no
 * clock, and what is hidden from a seat it hides only in position_view: game/
 * does the rest.
 *
 * A position can be stored as bytes and made again from them, in any executor
 * of the same ruleset; that is how games go in and out by value. While it is
 * kept, its state stays decoded. After a call that fails the position is
 * broken and good for nothing but freeing: whoever wants to go on has stored
 * it before.
 *
 * Seats count from 0.
 */

#include "script/executor.h"

enum waiting {
    WAITING_CHOICE,
    WAITING_CHANCE,
    WAITING_NOTHING, /* the game is over */
};

enum {
    POSITION_ROLL_SIZE = 32, /* a roll's label, with the zero byte */
    POSITION_CHOICES_MAX = 4096,
};

/* What a position waits for. */
struct question {
    enum waiting waiting;
    const char *step; /* its name; borrowed from the executor */
    int seat;         /* whose choice it is; -1 while chance is awaited */
    int choice_count;
    int pile; /* chance: the pile to draw one item of, or -1 for a roll */
    int hand; /* chance: the seat whose hand it goes to unseen, or -1 */
    int sides;
    const char *roll; /* the roll's label */
};

/* How the game stands, or ended. */
struct result {
    int64_t scores[MATERIAL_SEATS_MAX];
    int winner; /* seat, or -1 for nobody */
};

struct position;

/* Gets each event as one JSON object without game and entry, in order. */
typedef void position_listener(void *context, const char *json, size_t size);

/* A game of the executor's ruleset, set up and run to its first question.
 * The executor is borrowed. *out is the caller's, to be freed with
 * position_free. `listener` may be NULL; it stays for the position's life. */
enum status position_new(struct position **out, struct executor *executor,
                         position_listener *listener, void *context,
                         struct error *error) MUST_CHECK;

/* Frees a position; NULL is fine. One whose executor is gone must be freed
 * too. */
void position_free(struct position *position);

/* Whether it can be asked anything: its executor has not been freed, and no
 * limit has stopped it. One that is not alive fails with STATUS_LIMIT, or
 * STATUS_NO_MEMORY where that stopped it, whatever is asked, and is good for
 * nothing but freeing. */
bool position_is_alive(const struct position *position);

/* Makes `to` a copy of `from`; both belong to one executor. The listener is
 * not copied: a copy is for looking ahead. `*to` may be NULL, and is then a
 * new position, the caller's. */
enum status position_copy(struct position **to, const struct position *from,
                          struct error *error) MUST_CHECK;

/* Adds the position to `out` as bytes. */
enum status position_store(struct position *position, struct text *out,
                           struct error *error) MUST_CHECK;

/* STATUS_SCRIPT where the script's state is not the one in these bytes any
 * more, which position_store wrote where the position waits now: `what` has
 * asked or shown since then ("'view'"), and must have left it as it was. */
enum status position_check_unwritten(struct position *position,
                                     const void *bytes, size_t size,
                                     const char *what,
                                     struct error *error) MUST_CHECK;

/* A position from bytes that position_store wrote, in any executor of the
 * same ruleset. */
enum status position_load(struct position **out, struct executor *executor,
                          const void *bytes, size_t size,
                          position_listener *listener, void *context,
                          struct error *error) MUST_CHECK;

/* What is asked. Borrowed until the next call. */
const struct question *position_question(const struct position *position);

/* Board, piles, hands and supplies; to be looked at only. */
const struct material *position_material(const struct position *position);

/* The executor that it is in. */
struct executor *position_executor(const struct position *position);

/* How many turns have begun since it was made or loaded: a turn begins where
 * its list of steps does, also when its first steps ask nobody. */
int position_turns(const struct position *position);

/* Whether a turn has begun since it was made or loaded, and nothing has been
 * chosen or drawn in it yet: of one that was loaded at a turn's beginning it is
 * not known, and false. */
bool position_is_at_turn(const struct position *position);

/* Where the tile may be laid, when that is what is asked; else NULL. */
const struct placements *position_placements(const struct position *position);

/* Adds choice `index`, from 0, as canonical JSON. */
enum status position_choice(struct position *position, int index,
                            struct text *out, struct error *error) MUST_CHECK;

/* Adds all choices, a list. */
enum status position_choices(struct position *position, struct text *out,
                             struct error *error) MUST_CHECK;

/* The index of the choice that is this canonical JSON; -1 in *index when it
 * was not offered. */
enum status position_find_choice(struct position *position, const char *json,
                                 size_t size, int *index,
                                 struct error *error) MUST_CHECK;

/* Applies choice `index` and goes on to the next question. */
enum status position_choose(struct position *position, int index,
                            struct error *error) MUST_CHECK;

/* Gives the outcome: the item of the pile, from 0, or the roll, from 1; and
 * goes on to the next question. */
enum status position_outcome(struct position *position, int outcome,
                             struct error *error) MUST_CHECK;

/* For looking ahead, in a copy that waits for an item of a pile: `item`, which
 * lies in a hand, is to be left in the pile, and `instead`, which is left
 * there, lies in the hand. */
void position_exchange(struct position *position, int item, int instead);

/* Adds what `seat` may see (-1: somebody who watches) as one JSON object: the
 * game's own view, the board, what is left of each pile, hand counts, and the
 * own hand. */
enum status position_view(struct position *position, int seat, struct text *out,
                          struct error *error) MUST_CHECK;

/* How the game stands. */
enum status position_result(struct position *position, struct result *result,
                            struct error *error) MUST_CHECK;

/* What each seat may hope for, in hundredths of a point; all 0 when the game
 * has no estimate. */
enum status position_estimate(struct position *position,
                              int64_t hopes[MATERIAL_SEATS_MAX],
                              struct error *error) MUST_CHECK;

/* What follows presets a position that stands where its first turn begins, no
 * step of which has been played. Refused with STATUS_BAD_INPUT, or
 * STATUS_SCRIPT by the game's own presets. */

/* As position_new, up to there: before it players choose the first that they
 * can, and chance brings the least. It asks nothing until position_preset_done
 * or position_preset_final. */
enum status position_preset_new(struct position **out,
                                struct executor *executor,
                                position_listener *listener, void *context,
                                struct error *error) MUST_CHECK;

/* Lays a tile; STATUS_BAD_INPUT with the reason where it may not lie. */
enum status position_preset_tile(struct position *position, const char *tile,
                                 int x, int y, int turns,
                                 struct error *error) MUST_CHECK;

/* Puts a follower of the seat on the segment of the tile at x, y whose first
 * letter is at column, row (before turning). It comes from the supply. */
enum status position_preset_follower(struct position *position, int seat, int x,
                                     int y, int column, int row,
                                     struct error *error) MUST_CHECK;

/* Sets what a seat has in its supply of the game's first figure. */
enum status position_preset_supply(struct position *position, int seat,
                                   int count, struct error *error) MUST_CHECK;

/* Leaves in the pile only the items named, `count` of them. */
enum status position_preset_pile(struct position *position, const char *pile,
                                 const char *const *items, int count,
                                 struct error *error) MUST_CHECK;

/* Calls the game's own preset `word` with words, `count` of them; integers
 * are given as such: given.seat.WORD(game, player, ...) of the game, or, for
 * seat -1, given.table.WORD(game, nil, ...). */
enum status position_preset_word(struct position *position, const char *word,
                                 int seat, const char *const *words, int count,
                                 struct error *error) MUST_CHECK;

/* Plays the turn up to its first question: to be called when all is preset. */
enum status position_preset_done(struct position *position,
                                 struct error *error) MUST_CHECK;

/* Goes on to the first step of the final scoring, as if the last tile had
 * been dealt with. */
enum status position_preset_final(struct position *position,
                                  struct error *error) MUST_CHECK;

#endif
