#ifndef CASTLED_ERROR_H
#define CASTLED_ERROR_H

/*
 * error -- how a function says that it failed.
 *
 * Three kinds of failure, never mixed. A broken invariant of ours ends the
 * program (REQUIRE). What the world or a script did wrong comes back as an
 * `enum status`, with a sentence in the caller's `struct error`. An answer of
 * no (a move that is not allowed) is a value of its own and no error.
 *
 * There is no global error variable. An error owns nothing.
 */

#include <stdbool.h>
#include <stddef.h>

#define MUST_CHECK __attribute__((warn_unused_result))

#define REQUIRE(condition)                                                     \
    ((condition) ? (void)0 : error_broken(#condition, __FILE__, __LINE__))

enum status {
    STATUS_OK,
    STATUS_NO_MEMORY, /* malloc said no */
    STATUS_IO,        /* the system said no; the text has its reason */
    STATUS_NOT_FOUND, /* no such file, game, variant, option */
    STATUS_BAD_INPUT, /* what a person, a file or a peer gave is not valid */
    STATUS_SCRIPT,    /* a script raised, or returned what it must not */
    STATUS_LIMIT,     /* a script went over one of its limits */
};

enum { ERROR_TEXT_SIZE = 1024 };

struct error {
    enum status status;
    char text[ERROR_TEXT_SIZE]; /* cut, never overrun */
};

/* Fills in `error` and returns `status`, so that a caller can write
 * `return error_set(...)`. The text names the thing and the reason, in lower
 * case, without a full stop. */
enum status error_set(struct error *error, enum status status,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts `prefix` and ": " before the text that is there. Returns the status
 * that `error` has. */
enum status error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the program with file, line and the condition that does not hold. */
_Noreturn void error_broken(const char *condition, const char *file, int line);

#endif
