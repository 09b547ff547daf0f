#include "tile/majority.h"

#include <criterion/criterion.h>

struct majority_case {
    uint8_t counts[5];
    int player_count;
    int expected;
};

Test(majority, who_has_most_alone_has_it)
{
    static const struct majority_case cases[] = {
        {{1, 0}, 2, 0},          {{0, 1}, 2, 1},
        {{2, 3}, 2, 1},          {{0, 0, 0, 0, 1}, 5, 4},
        {{2, 2, 3, 0, 1}, 5, 2}, {{3, 2, 2, 2, 2}, 5, 0},
        {{255, 254}, 2, 0},      {{1}, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(majority_of(cases[i].counts, cases[i].player_count),
                     cases[i].expected, "case %zu", i);
}

Test(majority, equal_or_none_is_nobody)
{
    static const struct majority_case cases[] = {
        {{0, 0}, 2, MAJORITY_NONE},
        {{1, 1}, 2, MAJORITY_NONE},
        {{0, 0, 0, 0, 0}, 5, MAJORITY_NONE},
        {{1, 2, 2, 0, 0}, 5, MAJORITY_NONE},
        {{2, 1, 0, 1, 2}, 5, MAJORITY_NONE},
        {{0}, 0, MAJORITY_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(majority_of(cases[i].counts, cases[i].player_count),
                     cases[i].expected, "case %zu", i);
}

Test(majority, players_beyond_the_count_do_not_matter)
{
    static const uint8_t counts[5] = {1, 0, 9, 9, 9};
    cr_assert_eq(majority_of(counts, 2), 0);
}
