#ifndef CASTLED_SEALED_TABLE_H
#define CASTLED_SEALED_TABLE_H

/*
 * sealed_table -- a game that is being sealed, for tests: white by what castled
 * connect does for a player, black and the referee by hand.
 */

#include "game/sealing.h"
#include "net/connect_seal.h"

#include <criterion/criterion.h>

/* A game of two players, white of whom is ours, and its referee. */
struct table {
    struct error error;
    struct ruleset *ruleset;
    struct executor *executor;
    struct connect_seat white;
    struct contribution black;
    struct sealing sealing;
    struct connect_seal_lock told;
};

/* What is asked for must work. */
static inline void must(struct table *table, enum status status)
{
    cr_assert_eq(status, STATUS_OK, "%s", table->error.text);
}

/* The referee opens the game, for the so many-th time; at a server players sign
 * what they do. */
static inline void open_game_as(struct table *table, int attempt,
                                bool is_signed)
{
    struct sealing_open open = {
        .executor = table->executor,
        .attempt = attempt,
        .is_signed = is_signed,
        .player_keys = {table->white.contribution.keys.public_key,
                        table->black.keys.public_key},
    };
    must(table, sealing_begin(&table->sealing, &open, &table->error));
}

static inline void open_game(struct table *table, int attempt)
{
    open_game_as(table, attempt, true);
}

/* The players have come, and the game is open. */
static inline void begin(struct table *table)
{
    *table = (struct table){.white = {.seat = 1, .level = 1}};
    struct ruleset_request request = {.root = CASTLED_SOURCE_DIR,
                                      .game = "castle"};
    must(table, ruleset_open(&table->ruleset, &request, &table->error));
    must(table, executor_new(&table->executor, table->ruleset, &table->error));
    must(table, contribution_init(&table->white.contribution, "3 5 1 6",
                                  &table->error));
    must(table, contribution_init(&table->black, NULL, &table->error));
    open_game(table, 1);
}

static inline void end(struct table *table)
{
    sealing_clear(&table->sealing);
    connect_seat_wipe(&table->white);
    contribution_wipe(&table->black);
    executor_free(table->executor);
    ruleset_free(table->ruleset);
}

/* Both players commit; white as castled connect does. */
static inline void commit(struct table *table)
{
    struct connect_seal_word word;
    struct hash black =
        contribution_commit(&table->black, &table->sealing.context, 2);
    must(table, connect_seal_commit(&table->white, table->sealing.record, &word,
                                    &table->error));
    must(table,
         sealing_commit(&table->sealing, 1, &word.commitment, &table->error));
    must(table, sealing_commit(&table->sealing, 2, &black, &table->error));
}

/* They commit, and the referee shows the lock. */
static inline void lock(struct table *table)
{
    commit(table);
    must(table, sealing_lock(&table->sealing, &table->error));
    hash_to_hex(table->told.hex, &table->sealing.lock);
    proquint_write(table->told.proquints, &table->sealing.lock);
}

/* White signs the lock. */
static inline void agree(struct table *table)
{
    struct connect_seal_word word;
    must(table, connect_seal_agree(&table->white, table->sealing.record,
                                   &table->told, &word, &table->error));
    must(table,
         sealing_agree(&table->sealing, 1, &word.agreement, &table->error));
}

/* Black signs it, too. */
static inline void agree_black(struct table *table)
{
    struct signature signature =
        sign_agree(&table->black.keys, &table->sealing.lock);
    must(table, sealing_agree(&table->sealing, 2, &signature, &table->error));
}

#endif
