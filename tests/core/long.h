#ifndef CASTLED_LONG_H
#define CASTLED_LONG_H

/*
 * long -- whether a test is to do more than there is time for every day.
 */

#include <stdbool.h>
#include <stdlib.h>

/* Whether LONG is set, as `./castled test --long` does; tests/README.md. */
static inline bool is_long(void)
{
    const char *text = getenv("LONG");
    return text != NULL && *text != '\0';
}

#endif
