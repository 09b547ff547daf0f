#ifndef CASTLED_CLOCK_H
#define CASTLED_CLOCK_H

/*
 * clock -- what time it is, in the three senses that matter here.
 */

#include <stdint.h>

#define CLOCK_NS_PER_MS     INT64_C(1000000)
#define CLOCK_NS_PER_SECOND INT64_C(1000000000)

/* Nanoseconds since some fixed moment; never goes back. */
int64_t clock_steady_ns(void);

/* Nanoseconds of processor time that the calling thread has used. */
int64_t clock_thread_cpu_ns(void);

/* Milliseconds since 1970, by the machine's calendar clock. */
int64_t clock_calendar_ms(void);

#endif
