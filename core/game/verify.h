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
 * The checks are, in this order: chain, signatures, rules, scripts, seal,
 * shuffle, choices, score, not checked. One that fails ends the list, since
 * what comes after it would be built on it. A record of another kind than ours
 * (another level, no scripts in it) is checked as far as it goes.
 *
 * All in all a record is good, wrong, or neither: nothing in it is wrong, but
 * something that proves a game of its kind is missing. A game from a seed is
 * never sealed, so it can be good without that; the last sentence says it.
 */

#include "game/sealing.h"
#include "script/worker.h"

enum verify_answer {
    VERIFY_GOOD,
    VERIFY_WRONG,
    VERIFY_OPEN, /* could not be checked, and says why */
};

enum {
    VERIFY_CHECKS_MAX = 10, /* ours, and one of somebody else */
    VERIFY_SAID_MAX = 500,  /* bytes of a sentence; the rest is cut */
    /* Each of them may be shown as \x1b; with the zero byte. */
    VERIFY_TEXT_SIZE = 4 * VERIFY_SAID_MAX + 1,
};

struct verify_check {
    const char *name; /* "chain", "signatures", ... */
    enum verify_answer answer;
    char says[VERIFY_TEXT_SIZE]; /* fit for a terminal; no full stop */
};

/* What a seat did for the proof; 0 is the referee's. */
struct verify_seat {
    bool is_referees; /* signed for by the referee: itself, or a bot of its */
    bool contributed; /* committed to a secret, which is in the shuffle */
    int signed_to;    /* the newest entry that it signed; -1: none */
    /* Its choices, undos and the like behind that; 0 of the referee's. */
    int unsigned_choices;
};

struct verify_report {
    /* What was played, as the record's opening has it, fit for a terminal; ""
     * when that cannot be read. */
    char played[VERIFY_TEXT_SIZE];
    int count;
    struct verify_check checks[VERIFY_CHECKS_MAX];
    int seat_count; /* the referee's included; 0: not sealed, or unknown */
    struct verify_seat seats[SEALING_SEATS_MAX];
    /* All in all: VERIFY_OPEN when nothing is wrong, but something is missing;
     * and the sentence for it, which names what. */
    enum verify_answer verdict;
    char says[VERIFY_TEXT_SIZE];
};

/* With what a record is checked. All is borrowed. */
struct verify_means {
    struct worker_server *server; /* runs the scripts; NULL: they are not run */
    const char *root; /* where this castled's scripts are; NULL: those in the
                         record are compared with none */
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

/* Whether any whole line of it is an entry: other files are no records at all,
 * rather than wrong ones. */
bool verify_is_record(const char *bytes, size_t size);

/* Checks the record. What could not be, for want of means, the report says. */
void verify_record(struct verify_report *report, const char *bytes, size_t size,
                   const struct verify_means *means);

/* Adds members of an object: "good" (the verdict is VERIFY_GOOD), "verdict"
 * ("good", "wrong", "open"), "says", "seats" [{seat, contributed, signed_to
 * (null: nothing), unsigned_choices}, ...] and "checks" [{name, ok (null:
 * open), says}, ...]. */
void verify_add_members(const struct verify_report *report, struct text *out);

/* Adds a check by somebody who knows more than the record: its name, a literal,
 * and what it says. One that is VERIFY_WRONG makes the verdict so. */
void verify_add_check(struct verify_report *report, const char *name,
                      enum verify_answer answer, const char *says);

/* Notes what somebody who knows more than the record misses, as a clause that
 * is a literal: "its end was not signed". Then a good verdict is VERIFY_OPEN,
 * and its sentence names that, too. */
void verify_add_lack(struct verify_report *report, const char *what);

#endif
