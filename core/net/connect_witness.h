#ifndef CASTLED_CONNECT_WITNESS_H
#define CASTLED_CONNECT_WITNESS_H

/*
 * connect_witness -- whether a record is that of the game that was played here.
 *
 * A record can be good in itself and be of another game. What was kept of ours
 * says which it must be: that its order was to be sealed, who the daemon was,
 * our keys, what we committed and agreed to, and the newest head that the
 * daemon signed while it was played. An open order has no such marks.
 *
 * Owns nothing.
 */

#include "game/verify.h"
#include "net/connect_seats.h"
#include "script/material.h"

/* What was seen of a game. All is borrowed. */
struct connect_witness {
    const struct connect_seat *seats[MATERIAL_SEATS_MAX]; /* ours */
    int seat_count;
    const struct connect_heads *watched; /* by who only watched; or NULL */
    bool was_played;                     /* events of the game were told here */
};

/* Compares that with the record, whose opening there must be, and says in a
 * sentence without full stop what was found. */
enum verify_answer connect_witness_ask(const struct connect_witness *witness,
                                       const struct record *record,
                                       struct text *says);

#endif
