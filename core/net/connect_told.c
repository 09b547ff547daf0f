#include "net/connect_told.h"

#include "base/list.h"

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

/* The past is another one now: what was told last is no longer so. */
static void forget_last(struct connect_told *told)
{
    told->has_last[CONNECT_TOLD_WAITING] = false;
    told->has_last[CONNECT_TOLD_QUESTION] = false;
    told->has_last[CONNECT_TOLD_OVER] = false;
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
        forget_last(told);
    }
    told->has_last[CONNECT_TOLD_OFFER] = false;
    struct hash *events =
        list_grow(told->events, &told->capacity, told->count, sizeof *events);
    if (events != NULL) {
        told->events = events;
        told->events[told->count++] = *hash;
    }
    return answer;
}

static void take_undone(struct connect_told *told, int64_t entry)
{
    if (entry >= 0 && entry < told->count)
        told->count = (int)entry;
}

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
 * knows beyond it were undone while nobody told. Whether there were any. */
static bool end_replay(struct connect_told *told)
{
    bool is_undone = told->is_replayed && told->replayed < told->count;
    told->is_replayed = false;
    if (is_undone) {
        told->count = told->replayed;
        forget_last(told);
    }
    return is_undone;
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
    bool ends_replay = kind == CONNECT_TOLD_WAITING ||
                       kind == CONNECT_TOLD_QUESTION ||
                       kind == CONNECT_TOLD_OVER;
    bool is_undone = ends_replay && end_replay(told);
    struct connect_told_answer answer = take_last(told, kind, &hash);
    answer.is_undone = is_undone;
    answer.entry = told->count;
    return answer;
}
