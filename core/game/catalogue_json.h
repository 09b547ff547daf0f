#ifndef CASTLED_CATALOGUE_JSON_H
#define CASTLED_CATALOGUE_JSON_H

/*
 * catalogue_json -- a catalogue for programs, as `castled rules --json` prints
 * it.
 */

#include "game/catalogue.h"

/* Adds the members variants, options, rules and steps, each a list of what the
 * query wants; *count is how many entries there were. */
enum status catalogue_json_write(const struct catalogue_query *query,
                                 struct text *out, int *count,
                                 struct error *error) MUST_CHECK;

#endif
