#include "hall/lived.h"

#include <string.h>

enum { GAP_MS = 30 * 60 * 1000 }; /* at the least */

static int64_t length(const struct match_pause *gap)
{
    return gap->to_ms - gap->from_ms;
}

static void remove_gap(struct lived *lived, int at)
{
    struct match_pause *gap = &lived->gaps[at];
    lived->count--;
    memmove(gap, gap + 1, (size_t)(lived->count - at) * sizeof *gap);
}

void lived_miss(struct lived *lived, int64_t from_ms, int64_t to_ms)
{
    struct match_pause gap = {from_ms, to_ms};
    if (length(&gap) < GAP_MS)
        return;
    while (lived->count > 0 &&
           lived->gaps[lived->count - 1].to_ms > gap.from_ms) {
        struct match_pause last = lived->gaps[lived->count - 1];
        if (last.from_ms < gap.from_ms)
            gap.from_ms = last.from_ms;
        if (last.to_ms > gap.to_ms)
            gap.to_ms = last.to_ms;
        remove_gap(lived, lived->count - 1);
    }
    if (lived->count == LIVED_GAPS_MAX) {
        int shortest = 0;
        for (int i = 1; i < lived->count; i++)
            if (length(&lived->gaps[i]) < length(&lived->gaps[shortest]))
                shortest = i;
        if (length(&gap) <= length(&lived->gaps[shortest]))
            return;
        remove_gap(lived, shortest);
    }
    lived->gaps[lived->count++] = gap;
    lived->noted_ms = 0;
}

void lived_go_back(struct lived *lived, int64_t now_ms)
{
    for (int i = lived->count - 1; i >= 0; i--) {
        struct match_pause *gap = &lived->gaps[i];
        if (gap->to_ms > now_ms)
            gap->to_ms = now_ms;
        if (length(gap) <= 0)
            remove_gap(lived, i);
    }
    lived->noted_ms = 0;
}

int64_t lived_since(const struct lived *lived, int64_t since_ms, int64_t now_ms)
{
    int64_t ms = now_ms - since_ms;
    for (int i = 0; i < lived->count; i++) {
        struct match_pause gap = lived->gaps[i];
        if (gap.from_ms < since_ms)
            gap.from_ms = since_ms;
        if (length(&gap) > 0)
            ms -= length(&gap);
    }
    return ms;
}

void lived_forget(struct lived *lived, int64_t ms, int64_t now_ms)
{
    while (lived->count > 0 &&
           lived_since(lived, lived->gaps[0].to_ms, now_ms) > ms)
        remove_gap(lived, 0);
}
