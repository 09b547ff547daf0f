#ifndef CASTLED_PLAY_PROMPT_H
#define CASTLED_PLAY_PROMPT_H

/*
 * play_prompt -- asking a person.
 *
 * Shows what is asked and what is possible, takes lines until one of them is a
 * choice, and answers orders (help, board, undo, save, ...) in between. A line
 * that is neither changes nothing and is asked again.
 */

#include "command/play.h"

enum play_prompt_outcome {
    PLAY_PROMPT_CHOSE,
    PLAY_PROMPT_UNDONE,   /* ask again: the game is another */
    PLAY_PROMPT_RESIGNED, /* the seat that is asked gives up */
    PLAY_PROMPT_LEFT,     /* the game is to be left, and resumed some day */
    PLAY_PROMPT_ENDED,    /* no more input: others play on */
    PLAY_PROMPT_STOPPED,  /* by a signal */
};

/* Asks the seat whose choice it is. *index is the choice that was made. */
enum play_prompt_outcome play_prompt_ask(struct play *play, int *index);

#endif
