#ifndef CASTLED_TESTS_STORES_H
#define CASTLED_TESTS_STORES_H

/*
 * What the tests of stores share: a folder with a store in it, writes, and
 * failures of the disk.
 */

#include "store/sqlite_inside.h"
#include "store/writer.h"

#include <criterion/criterion.h>

/* A folder of the test's own, which is the working one from here on. */
void stores_begin(void);

/* Removes it, with all that is in it. */
void stores_end(void);

/* Opens the store "store" to write. */
struct store *stores_open(void);

/* Entry number `seq` of a record, as a line. The text is the caller's. */
void stores_add_entry(struct text *text, int seq);

/* A signature's line. */
void stores_add_signature(struct text *text, int seq);

/* A source's line, as core/script/ruleset.c makes it. */
void stores_add_source(struct text *text, int seq, const char *script);

/* A write of a new game "g<number>". `id` is for its id. */
struct store_write stores_new_game(int64_t number, char id[STORE_ID_SIZE]);

/* Puts and commits, which must go well. */
void stores_put(struct store *store, const struct store_write *write);

/* The write must be refused, for this reason; the store is fit again. */
void stores_expect_refused(struct store *store, const struct store_write *write,
                           enum status status, const char *reason);

/* The game must be there with just this record. */
void stores_expect_record(struct store *store, const char *id,
                          const char *record);

/* The integer that SQL gives, which it must. */
int64_t stores_ask(struct store *store, const char *sql);

/* The file must not open, for this reason. */
void stores_expect_closed(const char *path, bool is_reader, enum status status,
                          const char *reason);

/* From now on, what the process writes to files beyond the first `calls` calls
 * fails with errno `number`; stores_heal ends that. */
void stores_break_disk(int calls, int number);
void stores_heal_disk(void);

/* From now on, who writes to files waits until stores_heal_disk. */
void stores_hold_disk(void);

/* How many calls were made since then. */
int stores_disk_calls(void);

/* Runs `run` in a child, which must end with status 0. */
void stores_in_child(void (*run)(void));

#endif
