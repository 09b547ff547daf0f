#include "base/clock.h"

#include <time.h>

static int64_t read_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * CLOCK_NS_PER_SECOND + now.tv_nsec;
}

int64_t clock_steady_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_thread_cpu_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_calendar_ms(void)
{
    return read_ns(CLOCK_REALTIME) / CLOCK_NS_PER_MS;
}
