#ifndef CASTLED_MATCH_STORE_H
#define CASTLED_MATCH_STORE_H

/*
 * match_store -- a daemon's match and the store: put there, taken from there.
 *
 * All that a call has changed of a match is put as one write, so that it is
 * there after a crash in full or not at all. The lines that were put last are
 * kept beside the record until they are known to be on the disk: with what the
 * store has they are the whole record at any moment.
 */

#include "hall/match.h"

/* Puts what has changed of the match, and forgets the record's lines. */
void match_store_put(struct match *match);

/* Puts a saying too, a JSON text. */
void match_store_say(struct match *match, const char *said);

/* Deletes the game in the store, whose match, if there is one, is to be dropped
 * by the caller. From now on it cannot be loaded. False when too many that were
 * deleted wait for the disk: then nothing is done. */
bool match_store_delete(struct match_home *home, int64_t number,
                        const char *id) MUST_CHECK;

/* Whether there is no such game, of those that are not in memory. False when
 * that cannot be said. */
bool match_store_is_gone(struct match_home *home, const char *id);

/* Whether all that was put is on the disk; forgets then what was kept for the
 * time until it is. */
bool match_store_is_settled(struct match *match);

/* Reads the game with that id from the store, as it is there; *out is the
 * caller's, to be freed with store_game_free, empty on failure.
 * STATUS_NOT_FOUND when there is none, or it was deleted. */
enum status match_store_read(struct match_home *home, const char *id,
                             struct store_game *out,
                             struct error *error) MUST_CHECK;

/* Loads the game with that id from the store and plays its record again; its
 * story is kept. STATUS_NOT_FOUND when there is none. *out is the caller's, to
 * be freed with match_free. */
enum status match_store_load(struct match **out, struct match_home *home,
                             const char *id, struct error *error) MUST_CHECK;

/* Adds all lines of the record so far, with those not on the disk yet. */
enum status match_store_record(struct match *match, struct text *out,
                               struct error *error) MUST_CHECK;

/* Makes the match's story, if it is not kept, by playing the record again. */
enum status match_store_story(struct match *match,
                              struct error *error) MUST_CHECK;

#endif
