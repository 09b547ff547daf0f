#ifndef CASTLED_ADVANCE_H
#define CASTLED_ADVANCE_H

/*
 * advance -- from one question to the next.
 *
 * Runs the steps of a position's ruleset in order: automatic ones at once,
 * until one asks a player or waits for chance, or the game is over. A step
 * says what comes next; nothing fires anything. All functions may raise and
 * run inside host_call only, with executor->current set.
 */

#include "script/executor_inside.h"

/* Runs from the position's step on, up to the next question. */
void advance_run(lua_State *L, struct position *position);

/* The seat, from 0, that the value at `index` is; raises with a sentence that
 * calls it `what` when it is none. */
int advance_check_seat(lua_State *L, int index, const char *what);

/* Asks the step at which the position stands again for its choices, as after
 * loading from bytes. */
void advance_ask_again(lua_State *L, struct position *position);

/* Applies choice `index`, from 0, and runs on. */
void advance_choose(lua_State *L, struct position *position, int index);

/* Gives the outcome that is awaited, and runs on. */
void advance_outcome(lua_State *L, struct position *position, int outcome);

/* Pushes choice `index` as a table. */
void advance_push_choice(lua_State *L, struct position *position, int index);

/* Pushes the player of a seat as scripts know it: its table in the list
 * `players` of the game's state, or its number when there is no such list. */
void advance_push_player(lua_State *L, struct position *position, int seat);

/* Calls the function `reference` with the game, and `count` more arguments
 * that are at the top; leaves one result. */
void advance_call(lua_State *L, struct position *position, int reference,
                  int count);

#endif
