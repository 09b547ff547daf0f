#ifndef CASTLED_PLAYER_H
#define CASTLED_PLAYER_H

/*
 * player -- who plays when no person does.
 *
 * `random` takes any choice, each as likely. `steward` is greedy: it looks at
 * what each choice would bring by the game's own estimate, for itself less
 * for the others, and where several choices follow in one turn (a tile, then a
 * follower) looks ahead to the end of them. What is unseen to it is drawn
 * anew in its look-ahead: it knows no more than its seat does. Both play every
 * game, since they know only choices.
 */

#include "fair/draw.h"
#include "script/position.h"

enum player_kind {
    PLAYER_HUMAN,
    PLAYER_RANDOM,
    PLAYER_STEWARD,
};

struct player {
    enum player_kind kind;
    struct draw_stream stream; /* its own chance; not the game's */
};

/* The kind called `name`; false when there is none. */
bool player_find(const char *name, enum player_kind *kind);

/* What a kind is called. */
const char *player_name(enum player_kind kind);

/* The names of all kinds, for messages: "human, random, steward". */
const char *player_names(void);

/* A player with its own chance from `seed`: equal seeds play alike. */
void player_init(struct player *player, enum player_kind kind,
                 const char *seed);

/* The choice that the player makes at the position, which waits for one of
 * its seat. The position is not changed. Not for a human. */
enum status player_choose(struct player *player, struct position *position,
                          int *index, struct error *error) MUST_CHECK;

#endif
