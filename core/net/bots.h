#ifndef CASTLED_BOTS_H
#define CASTLED_BOTS_H

/*
 * bots -- the processes that play for the daemon, one a kind.
 *
 * Each runs lua/bots/main.lua with the name of its kind. What they play is
 * theirs and the hall's: a bot that dies forgets nothing, since it is asked
 * again when it is back. One that is given up is not there, and the hall
 * refuses games with its kind.
 */

#include "net/processes.h"

enum { BOTS_KINDS_MAX = 8 };

/* Adds the process of a kind, unless it is there already. `key` is that of
 * bots.attach. STATUS_NOT_FOUND when there is no bot of that name. `root` is
 * that of the processes. */
enum status bots_add(struct processes *processes, const char *root,
                     const char *kind, const char *key,
                     struct error *error) MUST_CHECK;

#endif
