#ifndef CASTLED_RECORD_INSIDE_H
#define CASTLED_RECORD_INSIDE_H

/*
 * record_inside -- what the parts of a record share: record.c has its entries,
 * record_signatures.c its signatures.
 */

#include "fair/draw.h"
#include "fair/record.h"

/* An entry as it is kept: where its d lies, since the lines move; and how the
 * record was before it, to cut it off. */
struct record_kept {
    struct record_entry entry; /* without d */
    size_t d_at;               /* in the lines */
    size_t line_at;            /* the same of its line */
    int signatures_before;
    int lines_before;
};

struct record {
    struct text lines;           /* since the last record_forget */
    int line_count;              /* with those that were forgotten */
    size_t forgotten_size;       /* bytes of the lines that were forgotten */
    int first;                   /* entries that were forgotten */
    struct record_kept *entries; /* owned: those from `first` on */
    int entry_count;             /* with those that were forgotten */
    int entry_capacity;
    int64_t forgotten_ts; /* of the newest entry that was forgotten */
    struct hash known[RECORD_KNOWN_MAX]; /* of the newest entries that were
                                            forgotten, by number */
    struct record_signature *signatures; /* owned */
    int signature_count;
    int signature_capacity;
    /* What the opening says; signatures cannot be checked without. */
    bool has_game_id;
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint8_t (*keys)[DRAW_KEY_SIZE]; /* owned */
    int key_count;
};

/* One line that is being taken into a record: its JSON, and its number. */
struct record_line {
    const char *json;
    size_t size;
    int number; /* from 1 */
};

/* The hash of an entry that is here, or whose hash is still known; borrowed
 * until the record changes. */
const struct hash *record_hash_at(const struct record *record, int seq);

/* Adds a whole line, behind its letter, or nothing. */
enum status record_add_line(struct record *record, char letter,
                            const struct record_line *line,
                            struct error *error) MUST_CHECK;

/* Reads the integer under `key`, from 0 to `last`; false for anything else. */
bool record_read_number(const struct json *object, const char *key,
                        int64_t last, int64_t *out);

/* Takes in the line of a signature. STATUS_BAD_INPUT names the line when it is
 * none, or not good. */
enum status record_take_signature(struct record *record,
                                  const struct record_line *line,
                                  struct error *error) MUST_CHECK;

#endif
