#ifndef CASTLED_STORE_H
#define CASTLED_STORE_H

/*
 * store -- where games lie while nobody looks at them.
 *
 * A store keeps, for each game, its record, what a list of games says of it,
 * what the daemon must know to go on with it (tokens' hashes, keys, the
 * referee's secret), and what was said at the table; and a few values of the
 * daemon's own. It looks into none of it: the texts are the hall's.
 *
 * A record's sources (its entries of the type "source") are the same in many
 * games; they are kept once, and stay when a game is deleted. What is loaded is
 * byte for byte what was appended. Of what was said only the newest is kept.
 *
 * Everything in one store_write is there after a crash, or nothing of it.
 * When store_commit has returned STATUS_OK it is on the disk.
 *
 * A store is used by one thread at a time. The hall has two of one file: the
 * writer's (store/writer.h) and one to read from.
 */

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    STORE_ID_SIZE = 32,         /* of a game's id, with the zero byte */
    STORE_GAME_MAX = INT32_MAX, /* the highest number of a game */
    STORE_SEQ_MAX = 1 << 20,    /* of the entries of a record */
    STORE_SAID_MAX = 200,       /* so many sayings of a game are kept */
};

/* Where a game stands, as far as lists care. */
enum store_state {
    STORE_OPEN, /* seats are free, or the order is being sealed */
    STORE_PLAYING,
    STORE_OVER,
};

/* What is written at once. All is borrowed for the call. */
struct store_write {
    int64_t game; /* its number, 1 to STORE_GAME_MAX; the hall's, never used
                     again */

    /* The game itself: */
    const char *id;     /* it is created, with this id; NULL: it is there */
    const char *opener; /* of one that is created: for whom it counts until it
                           is over; NULL: nobody */
    bool is_deleted;    /* all of it goes, if it is there, and nothing else is
                           looked at */
    int64_t changed_ms; /* since 1970: when that was. Lists are in the order of
                           the last of each game */

    /* Of the record: whole lines, entries with the signatures that follow
     * them; lines_size 0: none. `seq` is that of the first entry, and the one
     * that was to come next: STATUS_BAD_INPUT when another is there. Lines that
     * begin with a signature belong to the entry before: then `seq` is still
     * that of the entry to come. */
    int seq;
    const char *lines;
    size_t lines_size;

    /* One saying, a JSON text; NULL: none. */
    const char *said;

    /* The rest, when it has changed: `about` NULL leaves it all as it is. */
    const char *about;   /* JSON: what everybody may know */
    const char *keeping; /* JSON: what only the daemon may know */
    enum store_state state;
    bool is_public; /* listed */
};

/* A game as it is loaded. Owned by who has it: store_game_free. */
struct store_game {
    int64_t game;
    char id[STORE_ID_SIZE];
    enum store_state state;
    bool is_public;
    int64_t created_ms; /* changed_ms of the first write */
    int64_t changed_ms; /* and of the last */
    struct text about;
    struct text keeping;
    struct text record; /* all lines; empty before the first */
    struct text said; /* the newest STORE_SAID_MAX, one a line, oldest first */
};

/* Gets one game of a list; its keeping, record and said are empty. Everything
 * is borrowed for the call. False ends the list. */
typedef bool store_listener(void *context, const struct store_game *game);

/* Which games are listed, newest change first. */
struct store_query {
    int state;           /* an enum store_state, or -1 for all */
    bool with_private;   /* those that are not public too */
    int64_t before;      /* only those changed before this time; 0: all */
    int64_t before_game; /* and of those changed at that very time the ones with
                            a lower number: with both of the last game of a page
                            the next page begins; 0: none of them */
    const char *opener;  /* only those that count for it, whatever else is said
                            but count_max; NULL: all */
    int count_max;
};

struct store;

/* Opens the file `path`, or makes it, readable by its owner only, and brings
 * an older schema up to ours; STATUS_BAD_INPUT when it is newer than ours,
 * damaged, or no store of castled's, STATUS_IO when the system says no, or
 * another process has it open to write (a lock on PATH.lock, which goes with
 * the process). `is_reader`: it is only read, and must be there, else
 * STATUS_NOT_FOUND. *out is the caller's, to be closed with store_close. */
enum status store_open(struct store **out, const char *path, bool is_reader,
                       struct error *error) MUST_CHECK;

/* Whether the file that is open still lies where it was opened, and its lock,
 * if it is open to write. STATUS_IO: it is gone, or another is there. Any
 * thread may ask. */
enum status store_look(const struct store *store,
                       struct error *error) MUST_CHECK;

/* Reads a little of it, or all when it is small, which takes milliseconds.
 * STATUS_IO: it is damaged. */
enum status store_check(struct store *store, struct error *error) MUST_CHECK;

/* Closes it; NULL is fine. */
void store_close(struct store *store);

/* Adds a write to the transaction that is open, or begins one. STATUS_BAD_INPUT
 * when it does not fit to what is there: then nothing has changed. STATUS_IO
 * when the disk says no or the file is damaged: then nothing of that
 * transaction is kept, call store_abandon. */
enum status store_put(struct store *store, const struct store_write *write,
                      struct error *error) MUST_CHECK;

/* Makes all that was put durable: it is on the disk afterwards. On failure
 * nothing of it is kept: call store_abandon. */
enum status store_commit(struct store *store, struct error *error) MUST_CHECK;

/* Moves what was committed from the log beside the file (SQLite's WAL) into the
 * file, when the log has grown long: some milliseconds of the disk, which no
 * commit waits for. Nothing is lost when that fails: the log grows, and the
 * next call tries again. */
void store_tidy(struct store *store);

/* Forgets what was put since the last commit. */
void store_abandon(struct store *store);

/* Loads the game with that id, as it is at one moment. STATUS_NOT_FOUND when
 * there is none, STATUS_BAD_INPUT when the file is damaged. *out is the
 * caller's, to be freed with store_game_free; empty on failure. */
enum status store_load(struct store *store, const char *id,
                       struct store_game *out, struct error *error) MUST_CHECK;

/* Frees what it owns, which is nothing on a zeroed struct. */
void store_game_free(struct store_game *game);

/* Tells of all games that the query wants; STATUS_IO when the file is damaged,
 * here and in what follows. The listener leaves the store
 * alone. */
enum status store_list(struct store *store, const struct store_query *query,
                       store_listener *listener, void *context,
                       struct error *error) MUST_CHECK;

/* The number of the game with that id; STATUS_NOT_FOUND when there is none. */
enum status store_find_number(struct store *store, const char *id,
                              int64_t *number, struct error *error) MUST_CHECK;

/* How many games of each state there are; counts[enum store_state]. */
enum status store_count(struct store *store, int64_t counts[STORE_OVER + 1],
                        struct error *error) MUST_CHECK;

/* The highest number that any game has or had; 0: none. */
enum status store_last_number(struct store *store, int64_t *number,
                              struct error *error) MUST_CHECK;

/* Copies all that is committed, as it is at one moment, into one new file
 * `path`, readable by its owner only, which is a store like this one. Who
 * writes to the store meanwhile, in whatever process, is not kept waiting.
 * STATUS_IO, with the path and the reason, when the file is there already or
 * cannot be written; then nothing is left of it. */
enum status store_backup(struct store *store, const char *path,
                         struct error *error) MUST_CHECK;

/* A value of the daemon's own, by name: "signing_key", "alive". It is read, or
 * put into the transaction that is open. STATUS_NOT_FOUND when it is not set.
 */
enum status store_get_value(struct store *store, const char *name,
                            struct text *out, struct error *error) MUST_CHECK;
enum status store_put_value(struct store *store, const char *name,
                            const void *bytes, size_t size,
                            struct error *error) MUST_CHECK;

#endif
