#ifndef CASTLED_SCENARIO_H
#define CASTLED_SCENARIO_H

/*
 * scenario -- a short game that proves a rule, as text.
 *
 * A file has scenarios one after the other: a title at the left edge, and
 * below it, indented, what lies on the table, what is played, and what must
 * follow from it. tests/README.md says how they are written. The words in
 * them are the game's: seats, tiles, kinds, piles, events, the fields of
 * choices and of views. So this knows the rules of no game.
 *
 * `scenario` reads files, `scenario_run` plays a scenario. A file is its
 * reader's, to be freed with scenario_free; what is asked of it is borrowed
 * from it.
 */

#include "base/text.h"

enum { SCENARIO_SIZE_MAX = 1 << 20 }; /* of a file, in bytes */

/* A file that was read. */
struct scenario_file;

/* How a scenario went. */
struct scenario_outcome {
    bool holds;
    int line; /* of what does not hold */
    /* Owned; empty when it holds. */
    struct text expected; /* the line as it was written */
    struct text happened; /* in a sentence or more */
    struct text events;   /* since the last step, in a scenario's words, one
                             a line */
    struct text board;    /* around what matters */
};

/* Reads the file at `path`. *out is the caller's, to be freed with
 * scenario_free. STATUS_BAD_INPUT names file and line, and what could stand
 * there. */
enum status scenario_read(struct scenario_file **out, const char *path,
                          struct error *error) MUST_CHECK;

/* Frees a file; NULL is fine. */
void scenario_free(struct scenario_file *file);

/* How many scenarios there are; they count from 0. */
int scenario_count(const struct scenario_file *file);

/* Its title. Borrowed. */
const char *scenario_title(const struct scenario_file *file, int index);

/* The line of its title. */
int scenario_line(const struct scenario_file *file, int index);

/* Plays a scenario with the scripts of `root` and fills in `outcome`, which is
 * the caller's, to be freed with scenario_outcome_free in any case. Not OK:
 * it could not be played (a name that the game does not know, a board that
 * cannot be, a script that breaks); the error names file and line. */
enum status scenario_run_play(const struct scenario_file *file, int index,
                              const char *root,
                              struct scenario_outcome *outcome,
                              struct error *error) MUST_CHECK;

/* Frees what an outcome holds. */
void scenario_outcome_free(struct scenario_outcome *outcome);

#endif
