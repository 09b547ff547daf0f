#include "base/list.h"

#include <stdlib.h>

enum { CAPACITY_FIRST = 4 };

void *list_grow(void *list, int *capacity, int count, size_t item_size)
{
    if (count < *capacity)
        return list;
    int more = *capacity == 0 ? CAPACITY_FIRST : 2 * *capacity;
    void *longer = realloc(list, (size_t)more * item_size);
    if (longer != NULL)
        *capacity = more;
    return longer;
}
