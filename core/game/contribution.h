#ifndef CASTLED_CONTRIBUTION_H
#define CASTLED_CONTRIBUTION_H

/*
 * contribution -- what a player puts into the shuffle.
 *
 * The player's side of fairness.md section 5: a key pair for the game, a
 * secret, and the messages made of them. The secret comes from the system's
 * randomness, or is made of what the player typed (dice thrown on the table, a
 * sentence), so that the player can recognise it in the record.
 *
 * Holds secrets: to be wiped with contribution_wipe.
 */

#include "fair/sign.h"

enum { CONTRIBUTION_TEXT_SIZE = 257 /* with the zero byte */ };

struct contribution {
    struct sign_keys keys;
    struct hash secret;
    char text[CONTRIBUTION_TEXT_SIZE]; /* what was typed; "" for nothing */
};

/* A new one. `text` NULL or "": from the system's randomness. STATUS_BAD_INPUT
 * when the text is too long or no UTF-8. */
enum status contribution_init(struct contribution *contribution,
                              const char *text, struct error *error) MUST_CHECK;

/* Makes its secret of what the player typed instead; the keys stay. ""
 * changes nothing. STATUS_BAD_INPUT as above, and nothing has changed. */
enum status contribution_type(struct contribution *contribution,
                              const char *text, struct error *error) MUST_CHECK;

/* The secret that belongs to a typed text. */
void contribution_secret_of(struct hash *secret, const char *text);

/* Forgets it. */
void contribution_wipe(struct contribution *contribution);

/* The commitment of `seat` to it, in a game with this context. */
struct hash contribution_commit(const struct contribution *contribution,
                                const struct hash *context, uint8_t seat);

#endif
