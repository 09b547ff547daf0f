#ifndef CASTLED_VERIFY_INSIDE_H
#define CASTLED_VERIFY_INSIDE_H

/*
 * verify_inside -- what the parts of verifying share: verify.c goes from check
 * to check, verify_form.c looks at each entry by itself, verify_signed.c at who
 * signed how much, verify_seal.c has the check of the seal, verify_shuffle.c
 * the one of draws and rolls.
 */

#include "base/json.h"
#include "game/sealing.h"
#include "game/verify.h"

/* A verification on its way. */
struct verify {
    struct verify_report *report;
    const char *bytes;
    size_t size;
    const struct verify_means *means; /* borrowed */
    struct record *record;            /* owned */
    struct json *opening;             /* owned: d of the first entry */
    int64_t level;
    bool has_sources;
    struct sealing sealing;
    struct hash master;
    bool has_master;
    struct json *end;    /* owned: d of the end; NULL: it was not read */
    const char *reserve; /* what a game of this kind never proves; NULL: no
                            more than others */
    struct text lacks;   /* owned: what this one does not prove, with commas */
};

/* Adds a check and its sentence to the report. Returns whether the checks go
 * on: they do unless the answer is VERIFY_WRONG. */
bool verify_say(struct verify *verify, const char *name,
                enum verify_answer answer, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Notes what is missing in this record of what would prove a game of its kind,
 * as a clause: "it has no end". Then it cannot be all good. */
void verify_lack(struct verify *verify, const char *what);

/* The same check of what a function of ours refused: wrong, for what it says.
 * But for want of memory or time here no record is wrong: then it is open, and
 * that is a lack. Always false: what comes after it would be built on it. */
bool verify_fail(struct verify *verify, const char *name,
                 const struct error *error);

/* Frees what was written into a sentence; what did not come into it, for want
 * of memory, is a lack. */
void verify_free_text(struct verify *verify, struct text *text);

/* How many entries of the type there are. */
int verify_count(const struct verify *verify, const char *type);

/* Adds the numbers of the seats of players for which `is` holds, with commas;
 * returns how many. */
int verify_list_seats(const struct verify *verify, struct text *out,
                      bool (*is)(const struct verify_seat *seat));

/* Whether each entry is one that there is, where it may stand; one that is not
 * is said to be wrong, as a fault of the chain. */
bool verify_form_check(struct verify *verify);

/* Says who signed how far; whether the checks go on. */
bool verify_signed_check(struct verify *verify);

/* Whether the game is over in the record. */
bool verify_has_end(const struct verify *verify);

/* Checks how the order was sealed, and says so; whether the checks go on. The
 * master seed is there then, if it is known. */
bool verify_seal_check(struct verify *verify);

/* Checks that all draws and rolls are what the master seed gives, as far as
 * that is known, and says so; whether the checks go on. */
bool verify_shuffle_check(struct verify *verify);

#endif
