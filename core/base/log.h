#ifndef CASTLED_LOG_H
#define CASTLED_LOG_H

/*
 * log -- what the daemon tells its operator, one line an event.
 *
 * A line is time, level, what happened, and facts as key=value, in the way of
 * logfmt:
 *
 *     time=2026-05-01T12:00:00.123Z level=warn event=peer_slow peer=web-7
 *
 * It goes to standard error in one write, so lines of several threads do not
 * mix. A line that cannot be written is lost, and counted; before the next that
 * can be, a line says how many were:
 *
 *     time=2026-05-01T12:00:07.001Z level=warn event=log_lost lines=12
 *
 * A line is built on the stack and owns nothing; what is below the level costs
 * a comparison. Values are quoted where they must be, and cut. Tokens, keys and
 * what players say to each other are never facts of a line.
 *
 *     struct log_line line = log_begin(LOG_WARN, "peer_slow");
 *     log_add_text(&line, "peer", name);
 *     log_end(&line);
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_level {
    LOG_ERROR, /* something that an operator must look at */
    LOG_WARN,  /* something went wrong, and the daemon lives with it */
    LOG_INFO,  /* what happens seldom: starts, ends, reloads */
    LOG_DEBUG, /* what happens often: connections, games */
};

enum {
    LOG_LINE_SIZE = 2048,     /* written whole or not at all: below PIPE_BUF */
    LOG_VALUE_SIZE_MAX = 600, /* of one value; longer ones are cut */
    LOG_LIMIT_LINES = 20,     /* of a log_limit, */
    LOG_LIMIT_SECONDS = 10,   /* in this time */
};

struct log_line {
    bool is_wanted;
    size_t size;
    char bytes[LOG_LINE_SIZE];
};

/* How often something was written lately. A zeroed one is of what was not. */
struct log_limit {
    int64_t since_ns; /* of clock_steady_ns: when it began to count */
    int count;
    int left_out; /* and not written, since a line was */
};

/* From now on lines up to `level` are written; LOG_WARN at first. */
void log_set_level(enum log_level level);

/* From now on a line that would have to be waited for, because nobody reads the
 * pipe, socket or terminal, is lost. Until then, and to files always, it is
 * waited for. Before there are threads. */
void log_never_wait(void);

/* How many lines were lost, by this process and those forked since
 * log_never_wait. */
int64_t log_lost_count(void);

/* The level of that name; false when there is none. */
bool log_level_named(const char *name, enum log_level *out);

/* Begins a line; `event` is a snake_case word. */
struct log_line log_begin(enum log_level level, const char *event);

/* The same for what others can cause as often as they like: beyond a number of
 * lines in some seconds none is written; the next one after that says how many
 * were `left_out`. A limit is of one thread. */
struct log_line log_begin_limited(enum log_level level, const char *event,
                                  struct log_limit *limit);

/* Adds a fact. */
void log_add_text(struct log_line *line, const char *key, const char *value);
void log_add_number(struct log_line *line, const char *key, int64_t value);

/* Writes it, or loses it. */
void log_end(struct log_line *line);

/* A whole line with one fact, or with none when `key` is NULL. */
void log_write(enum log_level level, const char *event, const char *key,
               const char *value);

#endif
