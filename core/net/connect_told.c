#include "net/connect_told.h"

#include <stdlib.h>
#include <string.h>

static const struct connect_told_answer PASS = {.is_passed_on = true};
static const struct connect_told_answer DROP = {.is_passed_on = false};

void connect_told_clear(struct connect_told *told)
{
    free(told->events);
    *told = (struct connect_told){.events = NULL};
}

void connect_told_replay(struct connect_told *told)
{
    told->is_replayed = true;
    told->replayed = 0;
}

static struct hash hash_line(const char *line, size_t size)
{
    struct hash_job job;
    hash_begin(&job, "castled/connect/v1/told");
    hash_add(&job, line, size);
    return hash_end(&job);
}

/* Events ------------------------------------------------------------------ */

static bool grow(struct connect_told *told)
{
    if (told->count < told->capacity)
        return true;
    int capacity = told->capacity == 0 ? 64 : 2 * told->capacity;
    struct hash *events =
        realloc(told->events, (size_t)capacity * sizeof *events);
    if (events == NULL)
        return false;
    told->events = events;
    told->capacity = capacity;
    return true;
}

/* An event with the number `entry`. What cannot be remembered is passed on,
 * and perhaps twice. */
static struct connect_told_answer
take_event(struct connect_told *told, int64_t entry, const struct hash *hash)
{
    struct connect_told_answer answer = PASS;
    if (entry < 1 || entry > CONNECT_TOLD_EVENTS_MAX ||
        entry > (int64_t)told->count + 1)
        return PASS;
    told->replayed = (int)entry;
    int at = (int)entry - 1;
    if (at < told->count) {
        if (hash_is_equal(&told->events[at], hash))
            return DROP;
        answer.is_undone = true;
        answer.entry = at;
        told->count = at;
    }
    told->has_last[CONNECT_TOLD_OFFER] = false;
    if (grow(told))
        told->events[told->count++] = *hash;
    return answer;
}

static void take_undone(struct connect_told *told, int64_t entry)
{
    if (entry >= 0 && entry < told->count)
        told->count = (int)entry;
}

/* The rest ---------------------------------------------------------------- */

/* The last notification of its kind: passed on unless it is the same. */
static struct connect_told_answer take_last(struct connect_told *told,
                                            enum connect_told_last kind,
                                            const struct hash *hash)
{
    if (told->has_last[kind] && hash_is_equal(&told->last[kind], hash))
        return DROP;
    told->has_last[kind] = true;
    told->last[kind] = *hash;
    return PASS;
}

/* What comes behind the last event that was replayed: those that the frontend
 * knows beyond it were undone while nobody told. */
static struct connect_told_answer end_replay(struct connect_told *told,
                                             struct connect_told_answer answer)
{
    if (!told->is_replayed)
        return answer;
    told->is_replayed = false;
    if (told->replayed < told->count) {
        answer.is_undone = true;
        answer.entry = told->count = told->replayed;
    }
    return answer;
}

static bool find_last(const char *method, enum connect_told_last *kind)
{
    static const char *const names[] = {
        [CONNECT_TOLD_SEATS] = "game.seats",
        [CONNECT_TOLD_WAITING] = "game.waiting",
        [CONNECT_TOLD_QUESTION] = "game.question",
        [CONNECT_TOLD_OVER] = "game.over",
        [CONNECT_TOLD_SEALING] = "game.sealing",
        [CONNECT_TOLD_REMATCH] = "game.rematch",
        [CONNECT_TOLD_OFFER] = "game.draw_offered",
    };
    for (int i = 0; i < CONNECT_TOLD_LAST_COUNT; i++)
        if (strcmp(names[i], method) == 0) {
            *kind = i;
            return true;
        }
    return false;
}

struct connect_told_answer connect_told_take(struct connect_told *told,
                                             const char *method,
                                             const struct json *params,
                                             const char *line, size_t size)
{
    struct hash hash = hash_line(line, size);
    int64_t number = 0;
    enum connect_told_last kind;
    json_read_integer(json_get(params, "entry"), &number);
    if (strcmp(method, "game.event") == 0)
        return take_event(told, number, &hash);
    if (strcmp(method, "game.undone") == 0 ||
        strcmp(method, "game.draw_declined") == 0) {
        if (strcmp(method, "game.undone") == 0)
            take_undone(told, number);
        told->has_last[CONNECT_TOLD_OFFER] = false;
        return PASS;
    }
    if (strcmp(method, "game.said") == 0) {
        if (!json_read_integer(json_get(params, "number"), &number))
            return PASS;
        if (number <= told->said)
            return DROP;
        told->said = number;
        return PASS;
    }
    if (!find_last(method, &kind))
        return PASS;
    struct connect_told_answer answer = take_last(told, kind, &hash);
    if (kind == CONNECT_TOLD_WAITING || kind == CONNECT_TOLD_QUESTION ||
        kind == CONNECT_TOLD_OVER)
        answer = end_replay(told, answer);
    return answer;
}
