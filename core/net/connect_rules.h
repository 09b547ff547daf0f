#ifndef CASTLED_CONNECT_RULES_H
#define CASTLED_CONNECT_RULES_H

/*
 * connect_rules -- the rules on this machine that a daemon's game is played by.
 *
 * A daemon names game, variants and options, and the hash of its rules; only
 * those that are installed here, and have that hash, are run here. Loaded once
 * and kept, the last few.
 *
 * A zeroed struct has none. It owns its executors.
 */

#include "base/json.h"
#include "script/executor.h"

enum { CONNECT_RULES_MAX = 8 /* that are kept */ };

struct connect_rules_entry {
    struct text names;         /* owned: name, variants and options as JSON */
    struct ruleset *ruleset;   /* owned */
    struct executor *executor; /* owned */
};

struct connect_rules {
    int next; /* place of the one that goes when another is needed */
    struct connect_rules_entry entries[CONNECT_RULES_MAX];
};

/* Frees all. */
void connect_rules_clear(struct connect_rules *rules);

/* An executor for the members name, variants, options and rules of `answer`,
 * from what is installed below `root`. Borrowed until the next call.
 * STATUS_BAD_INPUT or STATUS_NOT_FOUND, with a sentence, when the rules here
 * are not those. */
enum status connect_rules_executor(struct connect_rules *rules,
                                   const char *root, const struct json *answer,
                                   struct executor **out,
                                   struct error *error) MUST_CHECK;

#endif
