#ifndef CASTLED_WORKER_H
#define CASTLED_WORKER_H

/*
 * worker -- scripts by strangers, run in a process behind walls.
 *
 * Debian's Lua can be crashed, and perhaps taken over, from a script. So what
 * strangers wrote runs in a process of its own (sandbox.md R1): it has no
 * descriptor but one socket, little memory and processor time, and of all
 * system calls only those that computing needs. Whatever becomes of it, the
 * caller has an answer before a deadline, and nothing is left behind.
 *
 * Workers are forked by a server, a process that is itself forked first of
 * all, while this one has neither threads, nor secrets, nor open files. What
 * a worker can do is written down before that too: a table of jobs, functions
 * from bytes to bytes, which both sides know by index. A worker does one job
 * and is thrown away.
 *
 * What comes from a worker is what a stranger says: of the right size, but
 * perhaps not from our function at all. Read it as input from outside. Texts
 * of errors are made fit to be shown.
 *
 * What the walls do not cover: a worker sees the addresses that this process
 * has too, since both were one; and what lies in memory when the server is
 * started. The environment is wiped.
 *
 * Not for several threads at once.
 */

#include "base/text.h"

/* A job, run in a worker: reads `size` bytes and adds its own to `out`, or
 * fails with a status and a sentence. It may compute and ask for memory and
 * the time; it can open and read nothing, and stdio is dead. What a library
 * must read once, the server reads beforehand: see warm_up. */
typedef enum status worker_function(const void *bytes, size_t size,
                                    struct text *out, struct error *error);

struct worker_job {
    worker_function *run;
    size_t in_size_max;
    size_t out_size_max;
    int cpu_s;       /* processor time, at least 1 */
    int deadline_ms; /* from the call of worker_run to the whole answer */
};

/* What came of a job. For all but the first `error` has a sentence. */
enum worker_end {
    WORKER_DONE,
    WORKER_FAILED, /* the job said so, by a status and sentence of its own */
    WORKER_DIED,   /* a wall, a crash, or nonsense for an answer;
                      STATUS_LIMIT: too much of something, else STATUS_SCRIPT */
    WORKER_LATE,   /* killed at the deadline; STATUS_LIMIT */
    WORKER_NONE,   /* there was no worker: no fault of the script's */
};

struct worker_server;

/* Forks the server. To be called first of all in main. The table of `count`
 * jobs is borrowed and stays as it is. *out is the caller's, to be stopped
 * with worker_server_stop. STATUS_IO where the system has no such walls. */
enum status worker_server_start(struct worker_server **out,
                                const struct worker_job *jobs, int count,
                                struct error *error) MUST_CHECK;

/* Ends the server and all workers; NULL is fine. */
void worker_server_stop(struct worker_server *server);

/* Has job `job`, an index of the table, done in a worker of its own, and adds
 * what it answers to `out`; nothing unless WORKER_DONE. Takes no longer than
 * the job's deadline and a moment. When the server is gone, this and all
 * later calls return WORKER_NONE. */
enum worker_end worker_run(struct worker_server *server, int job,
                           const void *bytes, size_t size, struct text *out,
                           struct error *error) MUST_CHECK;

#endif
