#ifndef CASTLED_PLAY_OPTIONS_H
#define CASTLED_PLAY_OPTIONS_H

/*
 * play_options -- the command line of `castled play`.
 *
 * Says what there is to be said there, reads it, and settles what concerns
 * screen and language, which may depend on where the program runs. What the
 * rest asks for, play_start does. Texts are borrowed from argv.
 */

#include "command/command.h"
#include "command/play.h"

/* What the command line asks for. */
struct play_options {
    struct command_choice choice;
    const char *players;
    const char *seed;
    int contribution_count;
    const char *contributions[MATERIAL_SEATS_MAX];
    const char *save;
    const char *record;
    bool overwrite;
    const char *resume;
    bool saved_rules;
    const char *events;
    const char *board;
    const char *language;
    const char *color;
    long width; /* 0: not given */
    bool yes;
    bool verbose;
};

/* Reads the command line into `options`, which is empty. False when there is
 * nothing to play: after --help, or when something is wrong, which was said;
 * *status is then the command's. */
bool play_options_read(struct play_options *options, int argc, char **argv,
                       int *status) MUST_CHECK;

/* Takes over what concerns screen and language; EXIT_OK when it is well. */
int play_options_apply(const struct play_options *options, struct play *play);

#endif
