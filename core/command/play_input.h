#ifndef CASTLED_PLAY_INPUT_H
#define CASTLED_PLAY_INPUT_H

/*
 * play_input -- the lines that somebody types, or pipes in.
 *
 * Reads stdin a line at a time. What stands behind '#' is a comment; from a
 * pipe or a file, empty lines are left out. Signals that ask the program to end
 * are noticed here and end the wait for a line; between lines they can be
 * asked for.
 */

#include "base/error.h"

#include <signal.h>

enum {
    PLAY_INPUT_LINE_SIZE = 512, /* with the zero byte; the rest is dropped */
    PLAY_INPUT_BUFFER_SIZE = 4096,
};

struct play_input {
    bool is_terminal;
    bool has_ended;
    size_t at; /* of the buffer, what is read next */
    size_t size;
    char buffer[PLAY_INPUT_BUFFER_SIZE];
    sigset_t open; /* the signals that are let in while waiting: the mask from
                      before */
};

enum play_input_status {
    PLAY_INPUT_LINE,
    PLAY_INPUT_END,
    PLAY_INPUT_STOPPED, /* by a signal */
};

/* From now on signals that ask to end are noticed, and come only when they are
 * waited or asked for. */
void play_input_begin(struct play_input *input);

/* Reads a line, without blanks around it. */
enum play_input_status
play_input_read(struct play_input *input,
                char line[PLAY_INPUT_LINE_SIZE]) MUST_CHECK;

/* The same of a text that is wanted as it was typed: '#' is part of it, and
 * empty lines count. Blanks around it are taken off. */
enum play_input_status
play_input_read_text(struct play_input *input,
                     char line[PLAY_INPUT_LINE_SIZE]) MUST_CHECK;

/* The signal that has come, or 0. */
int play_input_signal(const struct play_input *input);

#endif
