#ifndef CASTLED_OUTBOX_H
#define CASTLED_OUTBOX_H

/*
 * outbox -- lines that wait to be sent to one receiver.
 *
 * A line is held until the ticket that was the writer's last when it was made
 * is on the disk: nothing is told that a crash could take back. Lines go in the
 * order in which they came; those that are due lie one behind the other, so
 * that they leave in one piece.
 *
 * When the writer has failed the lines that were held have never been true:
 * answers among them become errors, news is dropped.
 *
 * A zeroed struct is empty. It owns its memory: outbox_free. One that is empty
 * for long holds none.
 */

#include "net/metrics.h"

enum {
    /* Room before what outbox_due gives, which the taker may write over: a
     * frame's head goes there. */
    OUTBOX_HEAD_SIZE = 32,
};

struct outbox_line {
    size_t end;               /* in the bytes, behind the line */
    int64_t ticket;           /* held until this is on the disk */
    int64_t since_ns;         /* when its message came; answers only */
    enum metrics_group group; /* METRICS_NONE: news */
    bool is_binary;           /* no text, and a message of its own */
};

struct outbox {
    char *bytes;  /* owned; OUTBOX_HEAD_SIZE of room, then lines */
    size_t start; /* of what is not sent yet */
    size_t size;  /* where the last line ends */
    size_t capacity;
    struct outbox_line *lines; /* owned */
    int line_start;
    int line_count; /* those sent included */
    int line_capacity;
};

/* Frees what it holds and makes it empty. */
void outbox_free(struct outbox *outbox);

/* Bytes that wait. */
size_t outbox_waiting(const struct outbox *outbox);

/* Adds a line, or several as one, with their ends. `line->end` is filled in.
 * False when memory is out: then nothing was added. */
bool outbox_add(struct outbox *outbox, const char *bytes, size_t size,
                struct outbox_line line) MUST_CHECK;

/* The first bytes that are due: whole lines, as many as fit into `size_max`,
 * but one at least; or one that is binary. Returns how many bytes, 0 when
 * nothing is due. */
size_t outbox_due(const struct outbox *outbox, int64_t committed,
                  size_t size_max, char **bytes);

/* Whether what outbox_due gives is binary. */
bool outbox_is_binary(const struct outbox *outbox);

/* The first `size` bytes have been sent. Counts the answers among them. */
void outbox_take(struct outbox *outbox, size_t size, struct metrics *metrics);

/* Drops all lines that wait for a later ticket than `committed`; answers become
 * errors that say `why`. True in *lost_news when there was news among them, or
 * what is binary: nobody can tell any more whom it answers.
 * False when memory is out: then all is dropped. */
bool outbox_fail(struct outbox *outbox, int64_t committed, const char *why,
                 bool *lost_news) MUST_CHECK;

#endif
