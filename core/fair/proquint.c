#include "fair/proquint.h"

static const char CONSONANTS[] = "bdfghjklmnprstvz";
static const char VOWELS[] = "aiou";

void proquint_write(char out[PROQUINT_LOCK_SIZE], const struct hash *hash)
{
    char *at = out;
    for (int i = 0; i < PROQUINT_LOCK_COUNT; i++) {
        unsigned bits = (unsigned)hash->bytes[2 * i] << 8 |
                        (unsigned)hash->bytes[2 * i + 1];
        if (i > 0)
            *at++ = '-';
        *at++ = CONSONANTS[bits >> 12 & 15];
        *at++ = VOWELS[bits >> 10 & 3];
        *at++ = CONSONANTS[bits >> 6 & 15];
        *at++ = VOWELS[bits >> 4 & 3];
        *at++ = CONSONANTS[bits & 15];
    }
    *at = '\0';
}
