#ifndef CASTLED_WRITER_H
#define CASTLED_WRITER_H

/*
 * writer -- a thread that writes to a store, so that nobody waits for the disk.
 *
 * Whoever puts a write gets a ticket: a number, one more each time. The thread
 * takes all that waits, commits it at once, and takes what has come meanwhile;
 * so one fsync serves many games. Only when those are some already is there a
 * moment, of 1.5 ms at most, between the beginnings of two commits: the
 * machine would else be busy with commits of little. Tickets are committed in
 * order: what says anything of a ticket to anybody is sent when
 * writer_committed has reached it.
 *
 * When the disk says no, the writer stops: what it could not commit is dropped
 * and so is all that is put, until writer_resume. Everything since then is the
 * caller's to take back: it reads from the store what is really there.
 *
 * A write that the store refuses, because it does not fit to what is there, is
 * the failure of that game alone: all else is committed, and what is put for
 * the game is dropped until the caller has taken the refusal. It can be deleted
 * all the same.
 *
 * The functions are called by one thread, the hall's, and do not wait for the
 * disk but in writer_start, writer_wait and writer_stop. Only `wake` is called
 * by the writer's own thread.
 */

#include "store/store.h"

struct writer;

/* The two stores of one file are opened: the writer's, and *reader, which is
 * the caller's to read from and lent until writer_stop. `wake` is called in the
 * writer's thread after each commit and each failure, and must not wait; NULL:
 * nobody is called. *out is the caller's, to be ended with writer_stop. */
enum status writer_start(struct writer **out, struct store **reader,
                         const char *path, void (*wake)(void *context),
                         void *context, struct error *error) MUST_CHECK;

/* Writes what waits, ends the thread, closes both stores; NULL is fine. The
 * status of the last commits. */
enum status writer_stop(struct writer *writer, struct error *error);

/* Puts a write, which is copied, and returns its ticket. Without memory for
 * the copy, or for the write itself (NULL), the writer fails as if the disk had
 * said no, as soon as what it has begun is on the disk. */
int64_t writer_put(struct writer *writer, const struct store_write *write);

/* The same for a value of the daemon's own. */
int64_t writer_put_value(struct writer *writer, const char *name,
                         const void *bytes, size_t size);

/* From now on what is put waits for writer_go: who puts much in one go has it
 * committed together, however quick the thread is. */
void writer_hold(struct writer *writer);

/* Lets the thread have what was put. */
void writer_go(struct writer *writer);

/* The last ticket that was given out; 0 before the first. */
int64_t writer_last(const struct writer *writer);

/* Waits until the ticket is on the disk; the writer's failure before it is. */
enum status writer_wait(struct writer *writer, int64_t ticket,
                        struct error *error) MUST_CHECK;

/* The last ticket that is on the disk. */
int64_t writer_committed(const struct writer *writer);

/* Whether it has failed, and why: `error` is filled in. */
bool writer_has_failed(const struct writer *writer, struct error *error);

/* A write that was refused. */
struct writer_refusal {
    int64_t game;
    int64_t ticket; /* its own; nothing of the game is there from here on */
    struct error error;
};

/* Takes a refusal whose ticket counts as committed; false when there is none.
 * The caller forgets the game as it was, and may put for it anew: before it
 * sends what was to be said of tickets up to writer_committed, it asks this. */
bool writer_take_refusal(struct writer *writer, struct writer_refusal *out);

/* After a failure: has the thread try whether the disk takes something again,
 * and is false; when that has gone well since an earlier call, the writer goes
 * on, and it is true. All tickets given out since the failure count as
 * committed then, though nothing of theirs is there. */
bool writer_resume(struct writer *writer);

/* Whether the store's file still lies where it was opened, and its lock. If
 * not, the writer fails, as if the disk had said no: soon, when what it has
 * begun is done. */
bool writer_look(struct writer *writer);

/* What there is to see from outside. */
struct writer_figures {
    int waiting;          /* writes that wait for the thread */
    int64_t commit_count; /* since the start */
    int64_t write_count;
    int64_t last_commit_ns; /* how long the last one took */
};

/* How it is at this moment. */
struct writer_figures writer_figures(const struct writer *writer);

#endif
