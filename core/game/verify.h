#ifndef CASTLED_VERIFY_H
#define CASTLED_VERIFY_H

/*
 * verify -- whether a record proves what it says.
 *
 * Checks a record from outside, without trusting who wrote it: chain and
 * signatures, what the game was bound to, commitments, lock and secrets, every
 * draw, and, by playing it again with the sources in the record, every choice
 * and the score. What is played runs in a worker (script/worker.h), since the
 * sources may be anybody's. Each check says in a sentence what was compared,
 * and what could not be.
 *
 * The checks are, in this order: chain, signatures, rules, seal, shuffle,
 * choices, score, not checked. One that fails ends the list, since what comes
 * after it would be built on it. A record of another kind than ours (another
 * level, no scripts in it) is checked as far as it goes.
 */

#include "script/worker.h"

enum verify_answer {
    VERIFY_GOOD,
    VERIFY_WRONG,
    VERIFY_OPEN, /* could not be checked, and says why */
};

enum {
    VERIFY_CHECKS_MAX = 8,
    VERIFY_SAID_MAX = 500, /* bytes of a sentence; the rest is cut */
    /* Each of them may be shown as \x1b; with the zero byte. */
    VERIFY_TEXT_SIZE = 4 * VERIFY_SAID_MAX + 1,
};

struct verify_check {
    const char *name; /* "chain", "signatures", ... */
    enum verify_answer answer;
    char says[VERIFY_TEXT_SIZE]; /* fit for a terminal; no full stop */
};

struct verify_report {
    /* What was played, as the record's opening has it, fit for a terminal; ""
     * when that cannot be read. */
    char played[VERIFY_TEXT_SIZE];
    int count;
    struct verify_check checks[VERIFY_CHECKS_MAX];
};

/* The jobs that verify needs of a worker server: to be started with this
 * table, or one that has these at VERIFY_JOB_FIRST. */
extern const struct worker_job verify_jobs[];
enum {
    VERIFY_JOB_PLAY,   /* a record: plays it again; answers with nothing */
    VERIFY_JOB_EVENTS, /* a record: plays it again; answers with its events, a
                          line each, undone ones left out */
    VERIFY_JOB_SCENE,  /* what scene_ask wrote; answers as scene_show does */
    VERIFY_JOB_COUNT,
};

/* Whether any line of it is an entry: other files are no records at all, rather
 * than wrong ones. */
bool verify_is_record(const char *bytes, size_t size);

/* Checks the record. `server` runs the scripts; NULL: they are not run, and
 * the report says so. The caller looks at verify_is_good. */
void verify_record(struct verify_report *report, const char *bytes, size_t size,
                   struct worker_server *server);

/* Adds the checks as a JSON array of {name, ok (null: open), says}. */
void verify_add_checks(const struct verify_report *report, struct text *out);

/* Whether nothing was wrong; open checks are not wrong. */
bool verify_is_good(const struct verify_report *report);

#endif
