#ifndef CASTLED_PLAY_CHOICES_H
#define CASTLED_PLAY_CHOICES_H

/*
 * play_choices -- what can be chosen, as a player sees it.
 *
 * Puts choices into the game's words, numbers them, and draws what they are
 * about: a tile as it would lie in each turn, its segments where a follower
 * could stand. Changes nothing.
 */

#include "command/play.h"
#include "command/play_places.h"

/* The tile in its turns, and where it can go: a list of spaces with the turns
 * that fit. */
void play_choices_show_places(struct play *play,
                              const struct play_places *places);

/* A tile as it would lie at a place in each turn that fits, numbered. */
void play_choices_show_turns(struct play *play,
                             const struct play_places *places,
                             const struct play_place *place);

/* All choices of a question that is not about a place, numbered; beside the
 * picture of the tile that was laid last, when they are about its segments. */
void play_choices_show(struct play *play);

/* What is left of each pile. */
void play_choices_show_left(struct play *play);

/* Adds choice `index` in words; its number when the rules fail to tell it. */
void play_choices_add(struct play *play, struct text *out, int index);

#endif
