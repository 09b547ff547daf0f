#include "game/seat.h"

#include <criterion/criterion.h>
#include <string.h>

Test(seat, a_token_opens_its_seat_and_no_other)
{
    char one[SEAT_TOKEN_SIZE];
    char other[SEAT_TOKEN_SIZE];
    struct hash kept_one;
    struct hash kept_other;
    seat_new_token(one, &kept_one);
    seat_new_token(other, &kept_other);
    cr_assert(strlen(one) == SEAT_TOKEN_SIZE - 1);
    cr_assert(strcmp(one, other) != 0);
    cr_assert(seat_opens(one, &kept_one) && seat_opens(other, &kept_other));
    cr_assert(!seat_opens(one, &kept_other) && !seat_opens(other, &kept_one));
    cr_assert(!seat_opens("", &kept_one));
    one[0] = one[0] == '0' ? '1' : '0';
    cr_assert(!seat_opens(one, &kept_one));
}

Test(seat, what_is_kept_is_not_the_token)
{
    char token[SEAT_TOKEN_SIZE];
    char hex[HASH_HEX_SIZE];
    struct hash kept;
    seat_new_token(token, &kept);
    hash_to_hex(hex, &kept);
    cr_assert(strcmp(hex, token) != 0);
    cr_assert(!seat_opens(hex, &kept));
}

Test(seat, an_invitation_has_letters_that_cannot_be_mistaken)
{
    char invitation[SEAT_INVITATION_SIZE];
    struct hash kept;
    for (int i = 0; i < 100; i++) {
        seat_new_invitation(invitation, &kept);
        cr_assert(strlen(invitation) == SEAT_INVITATION_SIZE - 1);
        cr_assert(strspn(invitation, "abcdefghijkmnpqrstuvwxyz23456789") ==
                  SEAT_INVITATION_SIZE - 1);
        cr_assert(seat_opens(invitation, &kept));
    }
}

Test(seat, letters_fill_any_size)
{
    char letters[100];
    seat_random_letters(letters, 1);
    cr_assert(strlen(letters) == 0);
    seat_random_letters(letters, sizeof letters);
    cr_assert(strlen(letters) == sizeof letters - 1);
}

Test(seat, secrets_are_compared_and_wiped)
{
    char secret[] = "secret";
    cr_assert(seat_is_same("secret", secret));
    cr_assert(!seat_is_same("secre", secret) && !seat_is_same("", secret));
    seat_wipe(secret, sizeof secret);
    cr_assert(secret[0] == '\0' && secret[5] == '\0');
}
