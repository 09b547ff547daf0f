#ifndef CASTLED_RECORD_H
#define CASTLED_RECORD_H

/*
 * record -- a game, entry by entry, in a form that cannot be changed unseen.
 *
 * Fairness.md section 9: lines of canonical JSON, `E` an entry that names the
 * hash of the one before, `S` a signature of an entry and all before it. A
 * record knows form, numbers, chain and signatures. What the entries mean,
 * and whether draws and choices are right, the verifier knows.
 *
 * A record owns its bytes. What its functions lend is borrowed until the
 * record changes. A long game whose lines are kept elsewhere need not hold
 * them here as well: record_forget, after which the chain goes on.
 */

#include "base/json.h"
#include "fair/sign.h"

enum {
    RECORD_SIZE_MAX = 16 << 20,           /* of all lines, in bytes */
    RECORD_LINE_SIZE_MAX = JSON_SIZE_MAX, /* of one line's JSON */
    RECORD_TYPE_SIZE = 32,                /* with the zero byte */
    RECORD_SEAT_MAX = 255,                /* a seat is one byte when hashed */
    RECORD_KNOWN_MAX =
        64, /* entries whose hashes stay when they are forgotten */
};

/* What goes into an entry. All is borrowed. */
struct record_event {
    const char *type; /* a-z and _ */
    int by;           /* the seat; 0 is the daemon */
    int64_t ts;       /* milliseconds since 1970, by the daemon's clock */
    const char *d;    /* a canonical JSON object, one level less deep than
                         JSON_DEPTH_MAX */
    size_t d_size;
};

/* An entry that is in a record. */
struct record_entry {
    int seq; /* from 0 */
    int by;
    int64_t ts;
    char type[RECORD_TYPE_SIZE];
    struct hash hash;
    const char *d; /* canonical JSON; not followed by a zero byte */
    size_t d_size;
};

/* A signature that is in a record. */
struct record_signature {
    int by;
    int seq; /* of the entry that is signed */
    struct signature signature;
    bool is_checked; /* the opening has the signer's key, and it is good; else
                        there is no such key and nothing is known */
};

struct record;
struct record_form; /* see record_form.h */

/* An empty record, the caller's, to be freed with record_free. */
enum status record_new(struct record **out, struct error *error) MUST_CHECK;

/* Frees a record; NULL is fine. */
void record_free(struct record *record);

/* Adds an entry. The first is an `open` by seat 0. STATUS_BAD_INPUT when the
 * event cannot be written in canonical form or the record would be too large;
 * the record is then as it was. */
enum status record_append(struct record *record,
                          const struct record_event *event,
                          struct error *error) MUST_CHECK;

/* Adds what an entry of another record says, by whom and when; number and chain
 * are this one's. Fails as record_append does. */
enum status record_append_entry(struct record *record,
                                const struct record_entry *entry,
                                struct error *error) MUST_CHECK;

/* Adds the entry of a form at that time; fails as record_append does. */
enum status record_append_form(struct record *record,
                               const struct record_form *form, int64_t ts,
                               struct error *error) MUST_CHECK;

/* Signs the last entry: seat 0 as the daemon, others as players. The opening
 * must name the game and, for that seat, this key. */
enum status record_sign(struct record *record, int by,
                        const struct sign_keys *keys,
                        struct error *error) MUST_CHECK;

/* Adds the line of a signature that came from elsewhere. STATUS_BAD_INPUT when
 * it is not good, or cannot be checked: of those that were forgotten only the
 * newest RECORD_KNOWN_MAX entries can be signed. */
enum status record_add_signature(struct record *record, int by, int seq,
                                 const struct signature *signature,
                                 struct error *error) MUST_CHECK;

/* How many entries there are, those that were forgotten included. */
int record_count(const struct record *record);

/* The number of the first entry that is still here: 0 until record_forget;
 * record_count when none is. */
int record_first(const struct record *record);

/* The entry with number `seq`, which must be here: from record_first on. */
struct record_entry record_entry(const struct record *record, int seq);

/* The line that it is in, from 1: signatures have lines, too, and those that
 * were forgotten count. */
int record_line(const struct record *record, int seq);

/* The time of the newest entry; 0 when there is none. */
int64_t record_newest_ts(const struct record *record);

/* How many bytes all lines have, those that were forgotten included. */
size_t record_size(const struct record *record);

/* Forgets all lines that are here, because they are kept elsewhere. Count,
 * head, keys and game id stay: entries and signatures go on as before.
 * record_bytes and record_signature have then only what comes after it. */
void record_forget(struct record *record);

/* Takes the entries from `count` (at least record_first) on out again, and all
 * lines behind the first of them: the record is as it was before that entry
 * came. */
void record_cut(struct record *record, int count);

/* A copy of it, the caller's. */
enum status record_copy(struct record **out, const struct record *record,
                        struct error *error) MUST_CHECK;

/* Parses an entry's d. *out is the caller's, to be freed with json_free. */
enum status record_parse(struct json **out, const struct record_entry *entry,
                         struct error *error) MUST_CHECK;

/* The same of the opening, entry 0. STATUS_BAD_INPUT when the record has no
 * entry. */
enum status record_parse_opening(struct json **out, const struct record *record,
                                 struct error *error) MUST_CHECK;

/* The hash of the last entry; 64 zeros in hex when there is none. */
struct hash record_head(const struct record *record);

/* How many signatures are here, and the one at `index`, from 0, in the order of
 * the lines. */
int record_signature_count(const struct record *record);
struct record_signature record_signature(const struct record *record,
                                         int index);

/* All lines that are here, as they are in a file: those since the last
 * record_forget. */
const char *record_bytes(const struct record *record, size_t *size);

/* Reads a record from its lines. *out is the caller's, to be freed with
 * record_free; NULL on failure. STATUS_BAD_INPUT names the line and the entry:
 * "line 12: entry 11 does not follow from entry 10: ...". */
enum status record_read(struct record **out, const char *bytes, size_t size,
                        struct error *error) MUST_CHECK;

/* The same from a file, which the error names. */
enum status record_load(struct record **out, const char *path,
                        struct error *error) MUST_CHECK;

/* Writes the record, of which nothing may have been forgotten, to `path`, whole
 * or not at all: whatever happens, there is either what was there before or all
 * of this. */
enum status record_save(const struct record *record, const char *path,
                        struct error *error) MUST_CHECK;

/* Whether record_save could write there now, with its reason; changes nothing.
 */
enum status record_try(const char *path, struct error *error) MUST_CHECK;

#endif
