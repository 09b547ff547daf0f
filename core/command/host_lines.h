#ifndef CASTLED_HOST_LINES_H
#define CASTLED_HOST_LINES_H

/*
 * host_lines -- messages in lines, in on one file and out on another.
 *
 * Waits for the input, for the reader of the output, and for the signals that
 * end the program, all at once: whoever reads slowly loses nothing, and a
 * program that waits for a reader who is gone can be ended. What the lines say
 * it does not know.
 */

#include "base/error.h"

enum host_lines_status {
    HOST_LINES_OK,
    HOST_LINES_TOO_LONG, /* a line that was, and is skipped */
    HOST_LINES_END,      /* of the input */
    HOST_LINES_STOPPED,  /* by a signal */
    HOST_LINES_BROKEN,   /* nobody reads the output; errno says why */
};

struct host_lines {
    int in;
    int out;
    int signals;   /* a signalfd */
    char *buffer;  /* owned; room for the longest line and its end */
    size_t max;    /* bytes of the longest line */
    size_t start;  /* of what has not been given out */
    size_t looked; /* up to here there is no end of a line */
    size_t end;
    bool is_skipping; /* the rest of a line that is too long */
    bool has_ended;   /* there is no more input */
};

/* Prepares for lines of up to `line_size_max` bytes. From now on SIGINT,
 * SIGTERM and SIGHUP are seen here only, and SIGPIPE is not. */
enum status host_lines_open(struct host_lines *lines, size_t line_size_max,
                            struct error *error) MUST_CHECK;

/* Frees what it has. */
void host_lines_close(struct host_lines *lines);

/* Waits for the next line, without its end; what stands at the input's end is
 * a line too. Borrowed until the next call. */
enum host_lines_status host_lines_read(struct host_lines *lines,
                                       const char **line, size_t *size);

/* Writes all of it, however long that takes. */
enum host_lines_status host_lines_write(struct host_lines *lines,
                                        const char *bytes, size_t size);

/* Whether a signal has come. */
bool host_lines_is_stopped(const struct host_lines *lines);

#endif
