#ifndef CASTLED_ABOUT_H
#define CASTLED_ABOUT_H

/*
 * about -- what is said and kept of a daemon's match beside its record.
 *
 * "About" is what everybody may know: the game, its seats, its state. "Keeping"
 * is what only the daemon may know and needs to go on: hashes of tokens, keys,
 * the seed or the referee's secret. Both are JSON objects that lie in the
 * store; what is written here is read here.
 */

#include "hall/match.h"

/* The name of a kind of player, as `players` of game.create has it. */
const char *about_player_name(const struct match *match, int seat);

/* The kind called `name`, and whether the seat is held for somebody; false when
 * there is none such. */
bool about_find_player(const char *name, enum player_kind *kind, bool *is_held);

/* The name of a state: "open", "playing" or "over". */
const char *about_state_name(enum store_state state);

/* Makes what is shown of the ruleset: name, title, variants, options; the last
 * as `options`, JSON, has them. */
enum status about_take_shown(struct match *match, struct executor *executor,
                             const struct ruleset_request *request,
                             const char *options,
                             struct error *error) MUST_CHECK;

/* The same as JSON, to be freed; rematches and positions are of it. */
enum status about_parse_shown(struct json **out, const struct match *match,
                              struct error *error) MUST_CHECK;

/* Whether the seat has put something into the shuffle. */
bool about_contributes(const struct match *match, int seat);

/* Adds what a sealed game is bound to: context and lock. False when that is not
 * known yet, or never will be. */
bool about_add_seal(struct text *out, const struct match *match);

/* Adds the lock as the protocol has it: the members lock and proquints. */
void about_add_lock(struct text *out, const struct sealing *sealing);

/* Adds the seats as a JSON array: with who is here now. */
void about_add_seats(struct text *out, const struct match *match);

/* Adds all of it as one JSON object, as it is now. */
void about_add(struct text *out, const struct match *match);

/* The same of a game that is not in memory, as the store has it. */
void about_add_stored(struct text *out, const struct store_game *game);

/* Adds what the store is to have. */
void about_add_for_store(struct text *out, const struct match *match);
void about_add_keeping(struct text *out, const struct match *match);

/* Reads both into a match that has nothing yet. STATUS_BAD_INPUT when they are
 * not what was written. */
enum status about_read(struct match *match, const struct store_game *game,
                       struct error *error) MUST_CHECK;

/* Gives a sealing that was read from the record what was kept of it: the
 * referee's secret and keys, if there are any. */
enum status about_read_secret(struct sealing *sealing,
                              const struct store_game *game,
                              struct error *error) MUST_CHECK;

#endif
