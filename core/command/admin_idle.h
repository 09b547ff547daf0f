#ifndef CASTLED_ADMIN_IDLE_H
#define CASTLED_ADMIN_IDLE_H

/*
 * admin_idle -- deletes the games that nobody has changed for long.
 *
 * A daemon keeps games that are over, and those that nobody goes on with, until
 * its operator says so.
 */

#include <stdbool.h>

/* Which games are to go. */
struct admin_idle {
    const char *socket; /* the daemon's; NULL: where one is found */
    const char *state;  /* only those in this state; NULL: in any */
    long days;          /* that they have not changed for, at least 1 */
    bool is_forced;     /* nobody is asked */
    bool is_json;
};

/* Counts them, asks whoever is at the terminal, deletes them and says how many
 * it were; the exit status. One that changes meanwhile stays, also between the
 * list and its turn. */
int admin_idle_delete(const struct admin_idle *idle);

#endif
