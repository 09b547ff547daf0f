#ifndef CASTLED_PROCESSES_H
#define CASTLED_PROCESSES_H

/*
 * processes -- the Lua programs that the daemon runs beside itself.
 *
 * Each is a script of ours that speaks through the Unix socket, as everybody
 * does, but for a key that it finds in its environment: bots attach with theirs
 * (bots.attach), the page process with its own (pages.attach). Here they are
 * started, watched and started again, and what they write to standard error
 * goes into the log. What they do is theirs and the hall's. One that does not
 * attach is started again.
 *
 * A process that cannot be started at all (no lua5.4, no lua-luv) is given up.
 */

#include "base/error.h"

#include <stdint.h>

struct ev_loop;

enum {
    PROCESSES_MAX = 9,
    PROCESSES_NAME_SIZE = 32,    /* with the zero byte */
    PROCESSES_KEY_SIZE = 65,     /* the same: 64 letters */
    PROCESSES_AWAY_SECONDS = 30, /* that one may run without having attached */
};

/* All is borrowed by processes_new only. */
struct processes_settings {
    const char *root;    /* the folder that has lua/ */
    const char *rules;   /* and the one with the scripts that the daemon uses,
                            which they find in CASTLED_ROOT */
    const char *program; /* the castled that they find in CASTLED */
    const char *socket;  /* the daemon's Unix socket */
};

/* One to be run. All is borrowed by processes_add only. */
struct process_plan {
    const char *name;     /* for the log and others who watch */
    const char *script;   /* in the root: "lua/bots/main.lua" */
    const char *argument; /* of the script; NULL: none */
    const char *key_name; /* of the variable that has the key */
    const char *key;
    int niceness; /* as of nice(1): 0 is as the daemon itself */
};

/* For those who watch the daemon. */
struct process_figures {
    const char *name; /* borrowed */
    bool is_running;
    int64_t restarts; /* since the start */
};

struct processes;

/* Without any. *out is the caller's, to be freed with processes_free. */
enum status processes_new(struct processes **out,
                          const struct processes_settings *settings,
                          struct error *error) MUST_CHECK;

/* Ends those that are left and frees it, the keys wiped; NULL is fine. */
void processes_free(struct processes *processes);

/* Makes a key for processes: from now on nobody else can guess it. */
void processes_make_key(char key[PROCESSES_KEY_SIZE]);

/* Notes what is to be started; starts nothing. STATUS_NOT_FOUND when there is
 * no such script, STATUS_LIMIT when there are too many. */
enum status processes_add(struct processes *processes,
                          const struct process_plan *plan,
                          struct error *error) MUST_CHECK;

/* Starts them, and keeps them running, in the loop, which must be libev's
 * default loop (it alone sees processes end) and outlives processes_stop. The
 * socket must be listening. */
void processes_start(struct processes *processes, struct ev_loop *loop);

/* Ends all of them, and waits until they have ended: a moment. */
void processes_stop(struct processes *processes);

/* Ends that one, if it runs: it is started again. For one that is there and
 * does nothing. */
void processes_restart(struct processes *processes, const char *name);

/* To be called each second: starts those again that have run for too long
 * without having attached, as `has_attached` says of a name. */
void processes_sweep(struct processes *processes,
                     bool (*has_attached)(const void *context,
                                          const char *name),
                     const void *context);

/* Whether there is one of that name; one that is just being started again is
 * there. */
bool processes_has(const struct processes *processes, const char *name);

/* How many there are, and how each of them is. */
int processes_count(const struct processes *processes);
struct process_figures processes_figures(const struct processes *processes,
                                         int index);

#endif
