#ifndef CASTLED_SOURCES_H
#define CASTLED_SOURCES_H

/*
 * sources -- the scripts that a game is played by, in its record.
 *
 * A game in play keeps its rules to the end, whatever happens to the files,
 * and whoever checks it later needs no other files: so every source of its
 * ruleset is an entry of its own behind the opening.
 */

#include "fair/record.h"
#include "script/ruleset.h"

/* Adds an entry `source` for each of the ruleset's sources, in its order, as
 * the ruleset has it ready; `ts` is the time of all of them. */
enum status sources_append(struct record *record, const struct ruleset *ruleset,
                           int64_t ts, struct error *error) MUST_CHECK;

/* Makes the ruleset of a record again from its opening and its sources.
 * STATUS_BAD_INPUT when they are not those whose hash the opening names. *out
 * is the caller's, to be freed with ruleset_free. */
enum status sources_ruleset(struct ruleset **out, const struct record *record,
                            struct error *error) MUST_CHECK;

enum { SOURCES_LISTED_MAX = 8 };

/* Adds the paths, with commas between, of those of the ruleset's sources that
 * are not, byte for byte, the file of that path below `root`, or that are
 * loaded as something else. A file anywhere else is not here, whoever has it:
 * what lies around may have come with the record. Not more than
 * SOURCES_LISTED_MAX. Returns how many there are. `out` may be NULL. */
int sources_list_others(struct text *out, const struct ruleset *ruleset,
                        const char *root);

/* Whether there are none: then they are no stranger's. */
bool sources_are_here(const struct ruleset *ruleset, const char *root);

#endif
