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
    const struct connect_head *gone;     /* the newest head that the daemon went
                                            back behind, and that is not in the
                                            record; or NULL */
    bool was_played;                     /* events of the game were told here */
};

/* Compares that with the record, whose opening there must be, and adds what was
 * found to the report, that of the record, as the check "seen". What a seat of
 * ours in a sealed game should have seen signed, and has not, is a lack there;
 * so is what it did in a game that is over without its signature behind it. */
void connect_witness_ask(const struct connect_witness *witness,
                         const struct record *record,
                         struct verify_report *report);

#endif
