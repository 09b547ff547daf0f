#ifndef CASTLED_MATCHES_H
#define CASTLED_MATCHES_H

/*
 * matches -- the matches that are in memory, found by id and by number.
 *
 * Finding one takes the same time however many there are. It owns the list,
 * not the matches. A zeroed struct is empty; matches_clear frees its memory.
 */

#include "hall/match.h"

struct matches {
    struct match **list; /* owned; in no order */
    int count;
    int capacity;
    struct match **by_id;     /* owned: bucket_count chains */
    struct match **by_number; /* the same */
    int bucket_count;
};

/* Adds a match whose id and number no other one has. */
enum status matches_add(struct matches *matches, struct match *match,
                        struct error *error) MUST_CHECK;

/* Takes one out that is in. */
void matches_remove(struct matches *matches, struct match *match);

/* The match with that id, or number; NULL when there is none. */
struct match *matches_by_id(const struct matches *matches, const char *id);
struct match *matches_by_number(const struct matches *matches, int number);

/* Frees its memory; it must be empty. */
void matches_clear(struct matches *matches);

#endif
