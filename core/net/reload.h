#ifndef CASTLED_RELOAD_H
#define CASTLED_RELOAD_H

/*
 * reload -- has new games made from edited scripts, when they are well.
 *
 * Asked to, or when a file changes, it renews a snapshot (game/snapshot.h) in a
 * process of its own, since that takes a while and runs scripts, and swaps it
 * in when that has ended. What is wrong is logged with file, line and reason.
 *
 * When the copies are gone that is logged, and a look makes them again first.
 *
 * The first look comes soon after the start, at what was copied then: what is
 * wrong with it is logged, and variants that fail cannot be chosen any more.
 *
 * Watching is done by inotify: the folders of the scripts and variants, and the
 * root itself, in which those may be replaced. Whatever an editor does to a
 * file, it is looked at when all has been quiet for RELOAD_QUIET_MS.
 */

#include "game/snapshot.h"

struct ev_loop;

enum {
    RELOAD_QUIET_MS = 200,
    RELOAD_FIRST_MS = 1000,    /* from the start to the first look */
    RELOAD_LOOK_SECONDS = 120, /* after which a look is ended, and logged */
};

/* All is borrowed for the reload's life. */
struct reload_settings {
    struct ev_loop *loop;      /* the default one */
    struct snapshot *snapshot; /* open */
    bool is_watching;
    bool (*is_ours)(void *context); /* whether nobody else may write to the
                                       snapshot's folder; asked before we do */
    void (*loaded)(void *context);  /* called when it was swapped */
    void *context;
};

struct reload;

/* Begins to watch, if that is wanted; STATUS_IO when the system says no. *out
 * is the caller's, to be freed with reload_free before the loop. */
enum status reload_new(struct reload **out,
                       const struct reload_settings *settings,
                       struct error *error) MUST_CHECK;

/* Looks at all files now, or once more after the look that goes on. */
void reload_ask(struct reload *reload);

/* Ends the look that goes on; NULL is fine. */
void reload_free(struct reload *reload);

/* Logs a fault: for snapshot_open too. */
void reload_log_fault(const struct snapshot_fault *fault);

#endif
