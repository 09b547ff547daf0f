#ifndef CASTLED_EXECUTOR_H
#define CASTLED_EXECUTOR_H

/*
 * executor -- a ruleset made ready to run.
 *
 * An executor is a Lua state that has loaded one ruleset, and what core needs
 * to know of it: seats, figures, piles, tiles, plan, steps. Games are not in
 * it: `position` brings them in and out. One that a limit stopped is dead and
 * is thrown away; another is made of the same ruleset, and no game notices.
 *
 * Not for several threads at once.
 */

#include "base/json.h"
#include "script/material.h"
#include "script/ruleset.h"

enum {
    EXECUTOR_NAME_SIZE = 32, /* of a seat, a step, ..., with the zero byte */
};

struct executor;

/* Loads the ruleset, which is borrowed and must outlive the executor. *out is
 * the caller's, to be freed with executor_free.
 * STATUS_SCRIPT: a script is wrong or the variants do not fit together; the
 * error is a sentence with file and line, or one that names both variants. */
enum status executor_new(struct executor **out, const struct ruleset *ruleset,
                         struct error *error) MUST_CHECK;

/* Frees an executor; NULL is fine. Positions that are in it are not alive any
 * more (position_is_alive). */
void executor_free(struct executor *executor);

/* Whether it goes on: no limit has stopped it. */
bool executor_is_alive(const struct executor *executor);

/* The ruleset that it was made of. */
const struct ruleset *executor_ruleset(const struct executor *executor);

/* Where the lines go that scripts log, of all executors of the process; NULL,
 * as at the start, drops them. Lines that come while a position without a
 * listener is played, as in a look-ahead, are dropped in any case. */
void executor_log_all_to(void (*log)(void *context, const char *line),
                         void *context);

/* The traceback of the last script that raised, for the operator; "" when
 * there is none. Borrowed until the next call. */
const char *executor_traceback(const struct executor *executor);

/* Bytes that its Lua state holds now. */
size_t executor_memory(const struct executor *executor);

/* How many seats the game has. */
int executor_seat_count(const struct executor *executor);

/* The name of a seat, counted from 0 ("white"). */
const char *executor_seat_name(const struct executor *executor, int seat);

/* All tiles of the game. */
const struct tileset *executor_tileset(const struct executor *executor);
/* Where they can lie. */
const struct plan *executor_plan(const struct executor *executor);

/* The name of an item of a pile, both counted from 0. */
const char *executor_item_name(const struct executor *executor, int pile,
                               int item);

/* How many piles the game has, and what one is called. */
int executor_pile_count(const struct executor *executor);
const char *executor_pile_name(const struct executor *executor, int pile);

/* The pile called `name`, or -1; the item called `name` of a pile, or -1. */
int executor_find_pile(const struct executor *executor, const char *name);
int executor_find_item(const struct executor *executor, int pile,
                       const char *name);

/* The number of items that a pile starts with. */
int executor_item_count(const struct executor *executor, int pile);

/* Adds, as one JSON object, all that there is to know of the ruleset: name,
 * title, summary, seats, variants chosen, options with their values, every
 * rule with its sentence, numbers and who replaces it, every step with its
 * kind, numbers and origin, events, groups, texts, alphabet, tiles, plan; and
 * what scripts find: the methods of a game ("functions") and the environment
 * ("library"). */
enum status executor_describe(struct executor *executor, struct text *out,
                              struct error *error) MUST_CHECK;

/* The same, read, for those who want little of it often: made once. *out is
 * borrowed until the executor is freed. */
enum status executor_description(const struct json **out,
                                 struct executor *executor,
                                 struct error *error) MUST_CHECK;

#endif
