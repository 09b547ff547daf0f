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

/* Adds the member groups, a list of {name, default}: the names of groups have
 * hyphens, which canonical keys cannot have. */
void catalogue_json_add_groups(const struct json *groups, struct text *out);

#endif
