#include "hall/matches.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 1000 };

static void check(const struct matches *matches, struct match *all, int i,
                  bool is_in)
{
    struct match *expected = is_in ? &all[i] : NULL;
    cr_assert(matches_by_id(matches, all[i].id) == expected);
    cr_assert(matches_by_number(matches, all[i].number) == expected);
}

Test(matches, each_is_found_by_id_and_number_while_it_is_in)
{
    struct matches matches = {.count = 0};
    struct match *all = calloc(MANY, sizeof *all);
    struct error error;
    cr_assert(matches_by_id(&matches, "g1") == NULL);
    cr_assert(matches_by_number(&matches, 1) == NULL);
    for (int i = 0; i < MANY; i++) {
        all[i].number = 7 * i + 1;
        snprintf(all[i].id, sizeof all[i].id, "g%d", all[i].number);
        cr_assert(matches_add(&matches, &all[i], &error) == STATUS_OK);
        check(&matches, all, i / 2, true);
    }
    for (int i = 0; i < MANY; i += 3)
        matches_remove(&matches, &all[i]);
    for (int i = 0; i < MANY; i++)
        check(&matches, all, i, i % 3 != 0);
    for (int i = 0; i < matches.count; i++)
        cr_assert(matches.list[i]->place == i);
    while (matches.count > 0)
        matches_remove(&matches, matches.list[0]);
    matches_clear(&matches);
    free(all);
}
