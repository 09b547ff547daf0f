#include "fair/proquint.h"

#include <criterion/criterion.h>

/* The proposal's own examples, for internet addresses. */
static const struct {
    uint8_t bytes[4];
    const char *words;
} EXAMPLES[] = {
    {{127, 0, 0, 1}, "lusab-babad"},    {{63, 84, 220, 193}, "gutih-tugad"},
    {{63, 118, 7, 35}, "gutuk-bisog"},  {{140, 98, 193, 141}, "mudof-sakat"},
    {{64, 255, 6, 200}, "haguz-biram"}, {{128, 30, 52, 45}, "mabiv-gibot"},
};

Test(proquint, examples_of_the_proposal)
{
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        struct hash hash = {{0}};
        char out[PROQUINT_LOCK_SIZE];
        for (int j = 0; j < 4; j++)
            hash.bytes[j] = EXAMPLES[i].bytes[j];
        proquint_write(out, &hash);
        out[11] = '\0';
        cr_assert_str_eq(out, EXAMPLES[i].words);
    }
}

Test(proquint, a_lock_is_five_of_them)
{
    struct hash hash = {{0}};
    char out[PROQUINT_LOCK_SIZE];
    proquint_write(out, &hash);
    cr_assert_str_eq(out, "babab-babab-babab-babab-babab");
}
