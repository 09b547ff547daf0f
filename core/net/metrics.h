#ifndef CASTLED_METRICS_H
#define CASTLED_METRICS_H

/*
 * metrics -- what is counted while the daemon runs, and how it is told.
 *
 * Counting is an addition; telling is Prometheus's text format. A plain struct
 * that owns nothing.
 */

#include "base/text.h"

#include <stdint.h>

/* Methods, by what they cost and who waits for them. */
enum metrics_group {
    METRICS_CHOOSE, /* game.choose */
    METRICS_ENTER,  /* game.create, .join, .rejoin, .watch */
    METRICS_GAME,   /* what else is done in a game */
    METRICS_LOOK,   /* lists, rules, hello */
    METRICS_OTHER,  /* the operator's, the bots', and what is no method */
    METRICS_GROUP_COUNT,
    METRICS_NONE = -1, /* no answer: news */
};

enum metrics_counter {
    METRICS_CONNECTIONS_WEB, /* ever made */
    METRICS_CONNECTIONS_SOCKET,
    METRICS_HTTP_REQUESTS,
    METRICS_MESSAGES_IN,
    METRICS_LINES_OUT,
    METRICS_BYTES_IN,
    METRICS_BYTES_OUT,
    METRICS_REFUSED_CONNECTIONS, /* of the limits */
    METRICS_REFUSED_ORIGINS,
    METRICS_REFUSED_MESSAGES,
    METRICS_REFUSED_SIZES,
    METRICS_ENDED_ABUSE,
    METRICS_ENDED_SLOW,
    METRICS_STORE_FAILURES,
    METRICS_COUNTER_COUNT,
};

enum { METRICS_BUCKET_COUNT = 14 };

struct metrics_histogram {
    uint64_t buckets[METRICS_BUCKET_COUNT]; /* each of its own, not the sum */
    uint64_t count;
    int64_t sum_ns;
};

struct metrics {
    uint64_t counters[METRICS_COUNTER_COUNT];
    struct metrics_histogram answers[METRICS_GROUP_COUNT];
};

/* The group of the method that a message calls, seen at a glance: what it says
 * is not checked. */
enum metrics_group metrics_group_of(const char *message, size_t size);

/* Counts one more of something, or `count` more. */
void metrics_count(struct metrics *metrics, enum metrics_counter counter);
void metrics_count_many(struct metrics *metrics, enum metrics_counter counter,
                        uint64_t count);

/* An answer was sent so long after its message had come. */
void metrics_answered(struct metrics *metrics, enum metrics_group group,
                      int64_t after_ns);

/* Adds all of it. */
void metrics_write(const struct metrics *metrics, struct text *out);

/* Adds what was measured elsewhere. `labels` as in {kind="web"}, or "". With
 * `help` NULL it is one more value of the name before. */
void metrics_write_gauge(struct text *out, const char *name, const char *help,
                         const char *labels, double value);
void metrics_write_counter(struct text *out, const char *name, const char *help,
                           const char *labels, double value);

#endif
