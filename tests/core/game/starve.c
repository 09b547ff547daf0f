#include "starve.h"

#include <stddef.h>

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *bytes, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *bytes, size_t size);

static int left; /* requests up to the one that fails; 0: none will */
static bool has_failed;

void starve_at(int n)
{
    left = n;
    has_failed = false;
}

bool starve_end(void)
{
    left = 0;
    return has_failed;
}

static bool is_out(void)
{
    if (left == 0 || --left > 0)
        return false;
    has_failed = true;
    return true;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *bytes, size_t size)
{
    return is_out() ? NULL : __real_realloc(bytes, size);
}
