#ifndef CASTLED_SEAT_H
#define CASTLED_SEAT_H

/*
 * seat -- how somebody proves that a seat is theirs.
 *
 * Who takes a seat gets a token, 256 random bits, and shows it to come back;
 * a seat that is held for somebody is opened by an invitation, which is short
 * enough to be sent in a link. Only hashes of both are kept, and compared in a
 * time that tells nothing.
 *
 * Tokens and invitations are secrets: to be wiped with seat_wipe by whoever
 * holds them.
 */

#include "fair/hash.h"

enum {
    SEAT_TOKEN_SIZE = HASH_HEX_SIZE, /* 64 letters, with the zero byte */
    SEAT_INVITATION_SIZE = 27,       /* 26 letters */
};

/* Writes `size` - 1 random letters, of 32 that cannot be mistaken for each
 * other, and a zero byte: five bits a letter. */
void seat_random_letters(char *out, size_t size);

/* A new token, a new invitation; `kept` is what is to be kept of it. */
void seat_new_token(char token[SEAT_TOKEN_SIZE], struct hash *kept);
void seat_new_invitation(char invitation[SEAT_INVITATION_SIZE],
                         struct hash *kept);

/* What is to be kept of a token that somebody made for themselves. False when
 * it has not the form of one: 64 of 0-9 and a-f. */
bool seat_keep_token(const char *token, struct hash *kept) MUST_CHECK;

/* Whether what somebody shows is what `kept` was made of. Any string. */
bool seat_opens(const char *shown, const struct hash *kept) MUST_CHECK;

/* Whether two secrets are the same, in a time that tells nothing of them. */
bool seat_is_same(const char *one, const char *other) MUST_CHECK;

/* Forgets a token or an invitation of `size` bytes. */
void seat_wipe(char *secret, size_t size);

#endif
