#ifndef CASTLED_BOTS_H
#define CASTLED_BOTS_H

/*
 * bots -- the processes that play for the daemon, one a kind.
 *
 * Each runs lua/bots/main.lua with the name of its kind. What they play is
 * theirs and the hall's: a bot that dies forgets nothing, since it is asked
 * again when it is back. One that is given up is not there, and the hall
 * refuses games with its kind. One that hangs is started again: it attaches
 * again and again, only to say that it is alive. (One that is not attached
 * processes.h sees.)
 */

#include "net/processes.h"

enum {
    BOTS_KINDS_MAX = 8,
    BOTS_SILENT_SECONDS = 30, /* after which one counts as hanging */
};

struct server;

/* STATUS_NOT_FOUND when there is no bot of that name below the root. */
enum status bots_check(const char *root, const char *kind,
                       struct error *error) MUST_CHECK;

/* Adds the process of a kind, unless it is there already. `key` is that of
 * bots.attach. STATUS_NOT_FOUND when there is no bot of that name. `root` is
 * that of the processes. */
enum status bots_add(struct processes *processes, const char *root,
                     const char *kind, const char *key,
                     struct error *error) MUST_CHECK;

/* Whether one of that kind has attached. */
bool bots_has(const struct server *server, const char *kind);

/* To be called each second: starts those again that hang. */
void bots_sweep(struct server *server);

#endif
