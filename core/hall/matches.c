#include "hall/matches.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 }; /* and as many buckets */

static int bucket_of_id(const struct matches *matches, const char *id)
{
    uint32_t hash = 2166136261U;
    for (; *id != '\0'; id++)
        hash = (hash ^ (uint8_t)*id) * 16777619U;
    return (int)(hash % (uint32_t)matches->bucket_count);
}

static int bucket_of_number(const struct matches *matches, int number)
{
    return (int)((uint32_t)number % (uint32_t)matches->bucket_count);
}

/* Puts a match into its two chains. */
static void chain(struct matches *matches, struct match *match)
{
    struct match **by_id = &matches->by_id[bucket_of_id(matches, match->id)];
    struct match **by_number =
        &matches->by_number[bucket_of_number(matches, match->number)];
    match->next_by_id = *by_id;
    *by_id = match;
    match->next_by_number = *by_number;
    *by_number = match;
}

/* Makes room for twice as many. */
static enum status grow(struct matches *matches, struct error *error)
{
    int capacity =
        matches->capacity == 0 ? FIRST_CAPACITY : 2 * matches->capacity;
    size_t size = sizeof(struct match *);
    struct match **list = realloc(matches->list, (size_t)capacity * size);
    if (list != NULL)
        matches->list = list;
    struct match **by_id = calloc((size_t)capacity, size);
    struct match **by_number = calloc((size_t)capacity, size);
    if (list == NULL || by_id == NULL || by_number == NULL) {
        free(by_id);
        free(by_number);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    }
    free(matches->by_id);
    free(matches->by_number);
    matches->by_id = by_id;
    matches->by_number = by_number;
    matches->capacity = capacity;
    matches->bucket_count = capacity;
    for (int i = 0; i < matches->count; i++)
        chain(matches, matches->list[i]);
    return STATUS_OK;
}

enum status matches_add(struct matches *matches, struct match *match,
                        struct error *error)
{
    enum status status = STATUS_OK;
    if (matches->count == matches->capacity)
        status = grow(matches, error);
    if (status != STATUS_OK)
        return status;
    match->place = matches->count;
    matches->list[matches->count++] = match;
    chain(matches, match);
    return STATUS_OK;
}

void matches_remove(struct matches *matches, struct match *match)
{
    struct match **at = &matches->by_id[bucket_of_id(matches, match->id)];
    while (*at != match)
        at = &(*at)->next_by_id;
    *at = match->next_by_id;
    at = &matches->by_number[bucket_of_number(matches, match->number)];
    while (*at != match)
        at = &(*at)->next_by_number;
    *at = match->next_by_number;
    struct match *last = matches->list[--matches->count];
    last->place = match->place;
    matches->list[match->place] = last;
}

struct match *matches_by_id(const struct matches *matches, const char *id)
{
    if (matches->bucket_count == 0)
        return NULL;
    struct match *match = matches->by_id[bucket_of_id(matches, id)];
    while (match != NULL && strcmp(match->id, id) != 0)
        match = match->next_by_id;
    return match;
}

struct match *matches_by_number(const struct matches *matches, int number)
{
    if (matches->bucket_count == 0)
        return NULL;
    struct match *match = matches->by_number[bucket_of_number(matches, number)];
    while (match != NULL && match->number != number)
        match = match->next_by_number;
    return match;
}

void matches_clear(struct matches *matches)
{
    REQUIRE(matches->count == 0);
    free(matches->list);
    free(matches->by_id);
    free(matches->by_number);
    *matches = (struct matches){.count = 0};
}
