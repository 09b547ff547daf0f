#include "base/list.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(list, it_stays_while_there_is_room_and_then_doubles)
{
    int capacity = 0;
    int moves = 0;
    int *list = NULL;
    for (int count = 0; count < 1000; count++) {
        int before = capacity;
        int *longer = list_grow(list, &capacity, count, sizeof *list);
        cr_assert_not_null(longer);
        if (count < before)
            cr_assert_eq(longer, list);
        else
            moves++;
        list = longer;
        list[count] = count;
        cr_assert_gt(capacity, count);
    }
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(list[i], i);
    cr_expect_lt(moves, 10);
    free(list);
}
