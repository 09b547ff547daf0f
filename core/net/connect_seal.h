#ifndef CASTLED_CONNECT_SEAL_H
#define CASTLED_CONNECT_SEAL_H

/*
 * connect_seal -- the player's side of sealing.
 *
 * Level 1 of fairness.md section 5: commit, agree, reveal. Each function looks
 * at the record as far as the daemon has shown it, refuses when something in it
 * is not as it must be, and otherwise says what to send. What the seat has to
 * remember of it stands in the seat then, and must be on the disk before the
 * answer is sent: so no secret serves twice, and no two locks are agreed to.
 *
 * All refusals are STATUS_BAD_INPUT with a sentence for the player.
 */

#include "fair/proquint.h"
#include "fair/record.h"
#include "game/sealing.h"
#include "net/connect_seats.h"

/* What the daemon told the players of the lock; "": nothing. */
struct connect_seal_lock {
    char hex[HASH_HEX_SIZE + 1]; /* one more: what is too long is not cut to
                                    what would be right */
    char proquints[PROQUINT_LOCK_SIZE + 1];
};

/* Reads the members lock and proquints; what is not there was not told. */
void connect_seal_read_told(struct connect_seal_lock *told,
                            const struct json *object);

/* Whether something was told. */
bool connect_seal_is_any_told(const struct connect_seal_lock *told);

/* Whether players were told this lock, or nothing. */
bool connect_seal_is_told(const struct hash *lock,
                          const struct connect_seal_lock *told);

/* Adds those members to an object, of this lock. */
void connect_seal_add_lock(struct text *out, const struct hash *lock);

/* What a seat has to say at a stage. */
struct connect_seal_word {
    bool is_there; /* in the record, already */
    struct hash commitment;
    struct signature agreement;
};

/* Checks the opening: the sources are those whose hash it names, the context
 * is that of all it says, the seat's key is in its place, and the daemon has
 * committed. */
enum status connect_seal_commit(struct connect_seat *seat,
                                const struct record *record,
                                struct connect_seal_word *word,
                                struct error *error) MUST_CHECK;

/* Checks that the lock is that of the commitments, and the one that was
 * `told`, and that the seat's own commitment is among them. */
enum status connect_seal_agree(struct connect_seat *seat,
                               const struct record *record,
                               const struct connect_seal_lock *told,
                               struct connect_seal_word *word,
                               struct error *error) MUST_CHECK;

/* Checks that all who committed have agreed to the lock that the seat agreed
 * to, and that this is the one that was `told`. The secret and the text are in
 * seat->contribution. */
enum status connect_seal_reveal(struct connect_seat *seat,
                                const struct record *record,
                                const struct connect_seal_lock *told,
                                struct connect_seal_word *word,
                                struct error *error) MUST_CHECK;

/* Checks, when the game begins, that all secrets are there under that lock, and
 * that it is the one that was `told`; a seat that has not committed has only
 * the daemon's key to learn: no head that it knows by then was checked, so it
 * forgets them. When the
 * record says that the game was forfeited instead, it does not begin: then
 * secrets, or signatures, need not be there. But that it was this seat that was
 * silent is refused when the daemon has taken what it said. */
enum status connect_seal_done(struct connect_seat *seat,
                              const struct record *record,
                              const struct connect_seal_lock *told,
                              struct error *error) MUST_CHECK;

/* Notes that the daemon took what the seat said, "agree" or "reveal" (other
 * stages: nothing), in this attempt. */
void connect_seal_take(struct connect_seat *seat, const char *stage,
                       int attempt);

/* What the record's forfeit says of this seat that is not so, since the daemon
 * has taken what the seat said; NULL: nothing. */
const char *connect_seal_find_lie(const struct connect_seat *seat,
                                  const struct sealing *sealing);

#endif
