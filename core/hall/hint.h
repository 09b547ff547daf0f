#ifndef CASTLED_HINT_H
#define CASTLED_HINT_H

/*
 * hint -- what steward would do, for somebody who asks.
 *
 * At a position that is here, or at one that a daemon has given away
 * (game.position), by the rules on this machine. Those must be the daemon's: it
 * names game, variants and options, and the hash of its rules; only rules that
 * are installed here and have that hash are run here. They are loaded once and
 * kept, the last few.
 *
 * A zeroed hint_rules has none. It owns its executors.
 */

#include "script/position.h"

enum { HINT_RULES_MAX = 8 /* that are kept */ };

struct hint_rules_entry {
    struct text names;         /* owned: what they were asked for by */
    struct ruleset *ruleset;   /* owned */
    struct executor *executor; /* owned */
};

struct hint_rules {
    int next; /* place of the one that goes when another is needed */
    struct hint_rules_entry entries[HINT_RULES_MAX];
};

/* A position that was given away. All is borrowed for the call. */
struct hint_position {
    const struct ruleset_request *ruleset;
    const char *rules;    /* the hash of the ruleset, in hex; NULL is none */
    const char *position; /* the bytes, in hex; NULL is none */
};

/* Frees all. */
void hint_rules_clear(struct hint_rules *rules);

/* Adds the members `index` and `choice`: what steward would choose at the
 * position. STATUS_BAD_INPUT when nobody is asked there. */
enum status hint_add(struct text *out, struct position *position,
                     struct error *error) MUST_CHECK;

/* The same for one that was given away. STATUS_BAD_INPUT or STATUS_NOT_FOUND,
 * with a sentence, when the rules here are not those, or it is no position. */
enum status hint_add_given(struct text *out, struct hint_rules *rules,
                           const struct hint_position *given,
                           struct error *error) MUST_CHECK;

#endif
