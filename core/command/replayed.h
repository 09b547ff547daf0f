#ifndef CASTLED_REPLAYED_H
#define CASTLED_REPLAYED_H

/*
 * replayed -- a record played again for a command, by a worker.
 *
 * Whose scripts are in a record nobody knows, so they run nowhere else. What
 * fails is told on stderr, in the name of the command.
 */

#include "base/text.h"
#include "script/worker.h"

/* Adds the record at `path`, or, for "-", on standard input; what has no line
 * of a record is none, and could not be run. Returns an exit_status
 * (command/command.h). */
int replayed_read(struct text *record, const char *name, const char *path);

/* Has job `job` of verify_jobs (game/verify.h) done with what is asked, and
 * adds its answer. Returns an exit_status. */
int replayed_ask(struct text *answer, const char *name,
                 struct worker_server *server, int job,
                 const struct text *asked);

/* Adds what scene_show (game/scene.h) says of the record for `entry`. Returns
 * an exit_status. */
int replayed_scene(struct text *answer, const char *name,
                   struct worker_server *server, int entry,
                   const struct text *record);

#endif
