#ifndef CASTLED_SHELF_H
#define CASTLED_SHELF_H

/*
 * shelf -- answers about rulesets that are dear to make, kept while they hold.
 *
 * To describe a game with all its variants takes a fifth of a second, in which
 * the daemon plays nothing; and everybody asks the same. What was answered is
 * kept until a file of scripts/ or variants/ changes.
 *
 * A zeroed struct is empty. It owns its memory: shelf_clear.
 */

#include "base/text.h"

enum {
    SHELF_MAX = 32,               /* answers; the one not used longest goes */
    SHELF_ANSWER_MAX = 512 << 10, /* bytes of one that is kept */
};

struct shelf_answer {
    struct text question; /* owned, as the answer */
    struct text answer;
    int64_t used; /* when: the larger, the later */
};

struct shelf {
    uint64_t stamp;    /* of the files that all of it was made of */
    int64_t looked_ns; /* when they were last looked at; 0: never */
    int64_t clock;
    int count;
    struct shelf_answer answers[SHELF_MAX];
};

/* Looks at the files below `root`, if a second has passed since the last look;
 * forgets everything when one has changed. `now_ns` is of clock_steady_ns. */
void shelf_check(struct shelf *shelf, const char *root, int64_t now_ns);

/* Adds the answer to `out`; false when it is not kept. */
bool shelf_find(struct shelf *shelf, const struct text *question,
                struct text *out);

/* Keeps an answer; without memory it does not. */
void shelf_keep(struct shelf *shelf, const struct text *question,
                const char *answer, size_t size);

/* Forgets everything and frees its memory. */
void shelf_clear(struct shelf *shelf);

#endif
