#ifndef CASTLED_LOAD_ACCOUNT_H
#define CASTLED_LOAD_ACCOUNT_H

/*
 * load_account -- a file of all that clients were told.
 *
 * Lines, in the order in which they were told, that net_count reads:
 *
 *     game GAME LEVEL               a seat was given in it
 *     choice GAME SEQ JSON          this choice was acknowledged
 *     head GAME ENTRY HASH          the daemon signed this entry
 *     over GAME REASON
 *     wrong GAME SENTENCE           what was told before is not so any more
 *
 * Without a file nothing is written.
 */

#include <stddef.h>
#include <stdio.h>

struct account {
    FILE *file; /* NULL: none is kept */
    long choice_count;
    long wrong_count;
};

/* Adds one line; the words are borrowed. */
void account_game(struct account *account, const char *game, int level);
void account_choice(struct account *account, const char *game, int seq,
                    const char *choice);
void account_head(struct account *account, const char *game, int entry,
                  const char *hash);
void account_over(struct account *account, const char *game,
                  const char *reason);

/* Something that must never be: also said on stderr. */
void account_wrong(struct account *account, const char *game,
                   const char *sentence);

#endif
