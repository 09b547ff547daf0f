#include "net/outbox.h"

#include "base/clock.h"
#include "base/list.h"
#include "hall/rpc.h"

#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY_FIRST = 1024,
    CAPACITY_KEPT = 4096, /* by one that is empty */
};

void outbox_free(struct outbox *outbox)
{
    free(outbox->bytes);
    free(outbox->lines);
    *outbox = (struct outbox){0};
}

size_t outbox_waiting(const struct outbox *outbox)
{
    return outbox->size - outbox->start;
}

/* Moves what waits to the front, where sent bytes lie. */
static void close_up(struct outbox *outbox)
{
    size_t gap = outbox->start - OUTBOX_HEAD_SIZE;
    memmove(outbox->bytes + OUTBOX_HEAD_SIZE, outbox->bytes + outbox->start,
            outbox_waiting(outbox));
    outbox->start -= gap;
    outbox->size -= gap;
    outbox->line_count -= outbox->line_start;
    memmove(outbox->lines, outbox->lines + outbox->line_start,
            (size_t)outbox->line_count * sizeof *outbox->lines);
    outbox->line_start = 0;
    for (int i = 0; i < outbox->line_count; i++)
        outbox->lines[i].end -= gap;
}

static bool make_room(struct outbox *outbox, size_t size)
{
    if (outbox->bytes != NULL && outbox->start > outbox->capacity / 2)
        close_up(outbox);
    size_t used = outbox->bytes == NULL ? OUTBOX_HEAD_SIZE : outbox->size;
    if (outbox->bytes == NULL || used + size > outbox->capacity) {
        size_t capacity =
            outbox->capacity == 0 ? CAPACITY_FIRST : outbox->capacity;
        while (capacity < used + size)
            capacity *= 2;
        char *bytes = realloc(outbox->bytes, capacity);
        if (bytes == NULL)
            return false;
        if (outbox->bytes == NULL)
            outbox->start = outbox->size = OUTBOX_HEAD_SIZE;
        outbox->bytes = bytes;
        outbox->capacity = capacity;
    }
    struct outbox_line *lines = list_grow(outbox->lines, &outbox->line_capacity,
                                          outbox->line_count, sizeof *lines);
    if (lines != NULL)
        outbox->lines = lines;
    return lines != NULL;
}

bool outbox_add(struct outbox *outbox, const char *bytes, size_t size,
                struct outbox_line line)
{
    if (!make_room(outbox, size))
        return false;
    memcpy(outbox->bytes + outbox->size, bytes, size);
    outbox->size += size;
    line.end = outbox->size;
    outbox->lines[outbox->line_count++] = line;
    return true;
}

size_t outbox_due(const struct outbox *outbox, int64_t committed,
                  size_t size_max, char **bytes)
{
    size_t end = outbox->start;
    bool is_alone = outbox_is_binary(outbox);
    for (int i = outbox->line_start; i < outbox->line_count; i++) {
        const struct outbox_line *line = &outbox->lines[i];
        if (line->ticket > committed)
            break;
        if (end > outbox->start && (is_alone || line->is_binary ||
                                    line->end - outbox->start > size_max))
            break;
        end = line->end;
    }
    *bytes = outbox->bytes + outbox->start;
    return end - outbox->start;
}

bool outbox_is_binary(const struct outbox *outbox)
{
    return outbox->line_start < outbox->line_count &&
           outbox->lines[outbox->line_start].is_binary;
}

/* Begins anew at the front; a large buffer goes. */
static void rest(struct outbox *outbox)
{
    if (outbox->capacity > CAPACITY_KEPT) {
        outbox_free(outbox);
        return;
    }
    outbox->start = outbox->size = OUTBOX_HEAD_SIZE;
    outbox->line_start = outbox->line_count = 0;
}

void outbox_take(struct outbox *outbox, size_t size, struct metrics *metrics)
{
    REQUIRE(size <= outbox_waiting(outbox));
    outbox->start += size;
    metrics_count_many(metrics, METRICS_BYTES_OUT, size);
    int64_t now = 0;
    while (outbox->line_start < outbox->line_count &&
           outbox->lines[outbox->line_start].end <= outbox->start) {
        const struct outbox_line *line = &outbox->lines[outbox->line_start];
        metrics_count(metrics, METRICS_LINES_OUT);
        if (line->group != METRICS_NONE) {
            if (now == 0)
                now = clock_steady_ns();
            metrics_answered(metrics, line->group, now - line->since_ns);
        }
        outbox->line_start++;
    }
    if (outbox_waiting(outbox) == 0 && outbox->bytes != NULL)
        rest(outbox);
}

/* The end of the id in a response, which begins with RPC_RESPONSE_START. */
static size_t id_end(const char *line, size_t size, size_t at)
{
    bool in_string = false;
    for (; at < size; at++) {
        if (in_string && line[at] == '\\')
            at++;
        else if (line[at] == '"')
            in_string = !in_string;
        else if (!in_string && line[at] == ',')
            break;
    }
    return at < size ? at : size;
}

/* Adds the error that takes the place of a response. */
static void write_error(struct text *out, const char *line, size_t size,
                        const char *why)
{
    size_t head = sizeof RPC_RESPONSE_START - 1;
    const char *start =
        size > 0 && line[0] == '@' ? memchr(line, ' ', size) : NULL;
    if (start != NULL) { /* whom it is for, see net/pages.h */
        text_add_bytes(out, line, (size_t)(start + 1 - line));
        size -= (size_t)(start + 1 - line);
        line = start + 1;
    }
    bool has_id = size > head && memcmp(line, RPC_RESPONSE_START, head) == 0;
    if (has_id)
        rpc_add_error(out, line + head, id_end(line, size, head) - head,
                      RPC_STORAGE, why);
    else
        rpc_add_error(out, NULL, 0, RPC_STORAGE, why);
}

/* Adds what becomes of one line that was held. */
static bool fail_line(struct outbox *kept, const char *bytes, size_t size,
                      struct outbox_line line, const char *why)
{
    struct text text = {0};
    write_error(&text, bytes, size, why);
    line.ticket = 0;
    bool was_kept =
        !text.failed && outbox_add(kept, text.bytes, text.size, line);
    text_free(&text);
    return was_kept;
}

bool outbox_fail(struct outbox *outbox, int64_t committed, const char *why,
                 bool *lost_news)
{
    struct outbox kept = {0};
    bool was_kept = true;
    size_t start = outbox->start;
    for (int i = outbox->line_start; was_kept && i < outbox->line_count; i++) {
        struct outbox_line line = outbox->lines[i];
        const char *bytes = outbox->bytes + start;
        size_t size = line.end - start;
        start = line.end;
        if (line.ticket <= committed)
            was_kept = outbox_add(&kept, bytes, size, line);
        else if (line.group != METRICS_NONE && !line.is_binary)
            was_kept = fail_line(&kept, bytes, size, line, why);
        else
            *lost_news = true;
    }
    outbox_free(outbox);
    if (was_kept)
        *outbox = kept;
    else
        outbox_free(&kept);
    return was_kept;
}
