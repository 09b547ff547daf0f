#include "hall/lived.h"

#include <criterion/criterion.h>

/* How much of the time a daemon lived through. */

static const int64_t HOUR_MS = 3600 * 1000;
static const int64_t START_MS = INT64_C(1767225600000);

static int64_t hours_since(const struct lived *lived, int since, int now)
{
    return lived_since(lived, START_MS + since * HOUR_MS,
                       START_MS + now * HOUR_MS) /
           HOUR_MS;
}

static void miss(struct lived *lived, int from, int to)
{
    lived_miss(lived, START_MS + from * HOUR_MS, START_MS + to * HOUR_MS);
}

Test(lived, gaps_do_not_count)
{
    struct lived lived = {0};
    cr_expect_eq(hours_since(&lived, 0, 100), 100);
    miss(&lived, 10, 40);
    miss(&lived, 50, 60);
    cr_expect_eq(hours_since(&lived, 0, 100), 60);
    cr_expect_eq(hours_since(&lived, 20, 100), 50);
    cr_expect_eq(hours_since(&lived, 45, 100), 45);
    cr_expect_eq(hours_since(&lived, 60, 100), 40);
}

Test(lived, less_than_half_an_hour_is_no_gap)
{
    struct lived lived = {0};
    lived_miss(&lived, START_MS, START_MS + HOUR_MS / 2 - 1);
    cr_expect_eq(lived.count, 0);
    lived_miss(&lived, START_MS, START_MS + HOUR_MS / 2);
    cr_expect_eq(lived.count, 1);
}

/* As when a disk says no that has worked for a moment only. */
Test(lived, gaps_that_overlap_are_one)
{
    struct lived lived = {0};
    miss(&lived, 10, 20);
    miss(&lived, 30, 40);
    miss(&lived, 35, 60);
    cr_expect_eq(lived.count, 2);
    cr_expect_eq(hours_since(&lived, 0, 100), 60);
    miss(&lived, 5, 50);
    cr_expect_eq(lived.count, 1);
    cr_expect_eq(hours_since(&lived, 0, 100), 45);
}

Test(lived, no_gap_ends_later_than_a_clock_that_was_set_back)
{
    struct lived lived = {0};
    miss(&lived, 10, 20);
    miss(&lived, 30, 1000);
    miss(&lived, 1010, 1020);
    lived_go_back(&lived, START_MS + 40 * HOUR_MS);
    cr_expect_eq(lived.count, 2);
    cr_expect_eq(hours_since(&lived, 0, 40), 20);
    cr_expect_eq(hours_since(&lived, 40, 90), 50);
}

Test(lived, of_too_many_the_shortest_is_forgotten)
{
    struct lived lived = {0};
    for (int i = 0; i < LIVED_GAPS_MAX; i++)
        miss(&lived, 10 * i, 10 * i + (i == 5 ? 1 : 2));
    cr_expect_eq(lived.count, LIVED_GAPS_MAX);
    miss(&lived, 10 * LIVED_GAPS_MAX, 10 * LIVED_GAPS_MAX + 3);
    cr_expect_eq(lived.count, LIVED_GAPS_MAX);
    cr_expect_eq(hours_since(&lived, 0, 700),
                 700 - 2 * (LIVED_GAPS_MAX - 1) - 3);
}

Test(lived, what_is_long_ago_is_forgotten)
{
    struct lived lived = {0};
    miss(&lived, 0, 10);
    miss(&lived, 20, 30);
    lived_forget(&lived, 50 * HOUR_MS, START_MS + 70 * HOUR_MS);
    cr_expect_eq(lived.count, 2);
    lived_forget(&lived, 50 * HOUR_MS, START_MS + 71 * HOUR_MS);
    cr_expect_eq(lived.count, 1);
    cr_expect_eq(hours_since(&lived, 0, 71), 61);
}
