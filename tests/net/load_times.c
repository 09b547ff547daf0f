#include "load_times.h"

enum { PART_BITS = 6 };

static int bucket_of(int64_t ns)
{
    uint64_t value = ns < 0 ? 0 : (uint64_t)ns;
    if (value < TIMES_PARTS)
        return (int)value;
    int power = 63 - __builtin_clzll(value);
    int shift = power - PART_BITS;
    int bucket =
        (shift + 1) * TIMES_PARTS + (int)(value >> shift) - TIMES_PARTS;
    return bucket < TIMES_BUCKETS ? bucket : TIMES_BUCKETS - 1;
}

/* The largest time that falls into the bucket. */
static int64_t end_of(int bucket)
{
    if (bucket < TIMES_PARTS)
        return bucket;
    int shift = bucket / TIMES_PARTS - 1;
    int64_t part = bucket % TIMES_PARTS + TIMES_PARTS;
    return ((part + 1) << shift) - 1;
}

void times_add(struct times *times, int64_t ns)
{
    times->count++;
    times->sum_ns += ns;
    if (ns > times->max_ns)
        times->max_ns = ns;
    times->buckets[bucket_of(ns)]++;
}

int64_t times_at(const struct times *times, double share)
{
    int64_t wanted = (int64_t)(share * (double)times->count + 0.5);
    int64_t seen = 0;
    for (int i = 0; i < TIMES_BUCKETS; i++) {
        seen += times->buckets[i];
        if (seen >= wanted && seen > 0)
            return end_of(i) < times->max_ns ? end_of(i) : times->max_ns;
    }
    return times->max_ns;
}
