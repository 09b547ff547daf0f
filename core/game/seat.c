#include "game/seat.h"

#include <string.h>

static const char LETTERS[] = "abcdefghijkmnpqrstuvwxyz23456789";

enum { LETTER_COUNT = sizeof LETTERS - 1 };

void seat_random_letters(char *out, size_t size)
{
    struct hash random = {{0}};
    for (size_t i = 0; i + 1 < size; i++) {
        if (i % HASH_SIZE == 0)
            hash_random(&random);
        out[i] = LETTERS[random.bytes[i % HASH_SIZE] % LETTER_COUNT];
    }
    out[size - 1] = '\0';
    hash_wipe(&random);
}

/* What is kept of a secret. */
static struct hash keep(const char *secret)
{
    struct hash_job job;
    hash_begin(&job, "castled/seat/v1/kept");
    hash_add(&job, secret, strlen(secret));
    return hash_end(&job);
}

void seat_new_token(char token[SEAT_TOKEN_SIZE], struct hash *kept)
{
    struct hash random;
    hash_random(&random);
    hash_to_hex(token, &random);
    hash_wipe(&random);
    *kept = keep(token);
}

void seat_new_invitation(char invitation[SEAT_INVITATION_SIZE],
                         struct hash *kept)
{
    seat_random_letters(invitation, SEAT_INVITATION_SIZE);
    *kept = keep(invitation);
}

bool seat_keep_token(const char *token, struct hash *kept)
{
    struct hash bytes;
    if (!hash_from_hex(&bytes, token))
        return false;
    hash_wipe(&bytes);
    *kept = keep(token);
    return true;
}

bool seat_opens(const char *shown, const struct hash *kept)
{
    struct hash hash = keep(shown);
    return hash_is_equal(&hash, kept);
}

bool seat_is_same(const char *one, const char *other)
{
    struct hash kept = keep(other);
    return seat_opens(one, &kept);
}

void seat_wipe(char *secret, size_t size)
{
    explicit_bzero(secret, size);
}
