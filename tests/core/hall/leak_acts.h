#ifndef CASTLED_TESTS_LEAK_ACTS_H
#define CASTLED_TESTS_LEAK_ACTS_H

/*
 * leak_acts -- what is done at a table of leak_mirror: in the hall, and beside
 * it; each act looks at all that is told and answered. Opening and sealing are
 * in leak_acts.c, what is done in the game in leak_moves.c, asking in
 * leak_asks.c.
 */

#include "leak_mirror.h"

/* Makes a game, which the watcher watches and all seats are taken in. From a
 * seed it begins. */
void act_open(struct mirror *mirror, const struct mirror_setup *setup);

/* Sealing: a seat gives what the stage asks for, if it owes it; the deadline
 * passes. */
void act_give(struct mirror *mirror, int seat);
void act_be_silent(struct mirror *mirror);

/* The seat gives what is asked for later: that is refused, and not told. */
void act_give_early(struct mirror *mirror, int seat);

/* Whether the seat owes something at this stage. */
bool act_owes(const struct mirror *mirror, int seat);

/* Who is asked makes the choice; takes something back, false when that cannot
 * be. The seat's guest is there. */
void act_choose(struct mirror *mirror, int index);
bool act_undo(struct mirror *mirror);

/* The seat says something; with a nonce twice, which is once. */
void act_say(struct mirror *mirror, int seat, bool has_nonce);
void act_resign(struct mirror *mirror, int seat);

/* The seat offers a draw, and all others accept, or one declines, or nobody
 * says anything. */
enum act_answer { ACT_ACCEPT, ACT_DECLINE, ACT_SAY_NOTHING };
void act_offer_draw(struct mirror *mirror, int seat, enum act_answer answer);

/* The clock runs out. */
void act_run_out(struct mirror *mirror);

/* A seat's guest goes, by leaving or with its connection; comes back; another
 * connection with its token takes the seat. */
void act_leave(struct mirror *mirror, int seat, bool disconnects);
void act_rejoin(struct mirror *mirror, int seat);
void act_take_over(struct mirror *mirror, int seat);

/* Somebody begins to watch; watches for a moment. */
void act_watch(struct mirror *mirror, int guest);
void act_watch_late(struct mirror *mirror);

/* The daemon is started anew, and all come back. */
void act_restart(struct mirror *mirror);

/* Everybody asks for what is theirs, and for what is others'. */
void act_ask_views(struct mirror *mirror);
void act_ask_question(struct mirror *mirror);
void act_ask_about(struct mirror *mirror);

#endif
