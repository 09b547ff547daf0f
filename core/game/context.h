#ifndef CASTLED_CONTEXT_H
#define CASTLED_CONTEXT_H

/*
 * context -- what a sealed game is bound to, as its opening says.
 *
 * Computes the context of fairness.md section 4 again from all that the first
 * entry of a record names: game, rules, params, items, keys. Whoever did not
 * write the opening compares it with the one that is in there: a verifier, and
 * a player before committing.
 */

#include "base/json.h"
#include "fair/hash.h"

/* Whether `context` is that of a game with this opening, the d of its first
 * entry. STATUS_BAD_INPUT when it is not, or the opening lacks something or
 * names a beacon, which nobody has. */
enum status context_check(const struct hash *context,
                          const struct json *opening,
                          struct error *error) MUST_CHECK;

#endif
