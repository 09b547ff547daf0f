#ifndef CASTLED_WARM_H
#define CASTLED_WARM_H

/*
 * warm -- executors that stay warm, one for each ruleset, shared by all games
 * that are played by it.
 *
 * A warm has rulesets, each once, however many games use it: equal sources,
 * variants and options are one ruleset. For each it keeps an executor ready as
 * long as there is room, so that a game costs its own bytes and not a Lua
 * state. It knows no games: who holds a position in a shared executor must
 * have its bytes too (position_store), since the executor can go at any time
 * that warm_executor or warm_renew is called: a limit stopped it, or others
 * needed the room. position_is_alive says so; the bytes are then loaded into
 * the executor that is there now.
 *
 * A warm owns rulesets and executors, and must outlive those who use them. Not
 * for several threads at once.
 */

#include "script/executor.h"

enum {
    WARM_EXECUTORS_MAX = 32, /* a setting for those who have none */
};

struct warm;

/* One ruleset of a warm. */
struct warm_rules;

/* An empty warm, which keeps up to `executor_max` executors, at least one. The
 * caller's, to be freed with warm_free when nobody uses its rulesets. */
enum status warm_new(struct warm **out, int executor_max,
                     struct error *error) MUST_CHECK;

/* Frees a warm; NULL is fine. */
void warm_free(struct warm *warm);

/* Uses the ruleset: *out is the one of the warm that equals `ruleset`, which is
 * borrowed for the call only (a copy is made of one that is new). To be given
 * back with warm_leave. Nothing runs: whether its scripts are well is found
 * when an executor is made. */
enum status warm_use(struct warm_rules **out, struct warm *warm,
                     const struct ruleset *ruleset,
                     struct error *error) MUST_CHECK;

/* The same for a ruleset in files, read as ruleset_open does. One that was read
 * is not read again before a file of scripts/ or variants/ changes, for which
 * they are looked at once a second; so it may be a second old. Errors as
 * ruleset_open. */
enum status warm_open(struct warm_rules **out, struct warm *warm,
                      const struct ruleset_request *request,
                      struct error *error) MUST_CHECK;

/* Has warm_open look at the files when it is called next. */
void warm_look_again(struct warm *warm);

/* Gives a ruleset back; NULL is fine. One that nobody uses stays as long as it
 * has its executor. */
void warm_leave(struct warm_rules *rules);

/* The ruleset itself; borrowed until warm_leave. */
const struct ruleset *warm_ruleset(const struct warm_rules *rules);

/* The executor of the ruleset, made now when there is none or a limit has
 * stopped it. Borrowed until the next call of this for any ruleset of the
 * warm: the executor that was not used for the longest time makes room, and
 * all positions in it are not alive any more. Errors as executor_new. */
enum status warm_executor(struct executor **out, struct warm_rules *rules,
                          struct error *error) MUST_CHECK;

/* The same with an executor that is fresh in any case: for when something has
 * gone wrong in the one that is there. On failure that one stays. */
enum status warm_renew(struct executor **out, struct warm_rules *rules,
                       struct error *error) MUST_CHECK;

/* How many executors there are, and the bytes that their Lua states hold. */
int warm_executor_count(const struct warm *warm);
size_t warm_memory(const struct warm *warm);

#endif
