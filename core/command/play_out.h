#ifndef CASTLED_PLAY_OUT_H
#define CASTLED_PLAY_OUT_H

/*
 * play_out -- what `castled play` writes to stdout.
 *
 * Knows the screen: its width, its height, whether it shows colours. Sentences
 * are wrapped at blanks; columns are counted in characters of UTF-8. Words may
 * come from anybody's scripts and records, so characters that would control
 * the terminal are not let through.
 */

#include "base/text.h"
#include "tile/tile.h"

enum {
    PLAY_OUT_WIDTH_MIN = 40,
    PLAY_OUT_WIDTH_MAX = 1000,
};

struct play_out {
    int width;
    int height;
    bool is_terminal; /* stdout is one */
    bool is_coloured;
    const char *players; /* the letter of each player; borrowed */
};

/* How a piece of text stands out. */
enum play_out_style {
    PLAY_OUT_PLAIN,
    PLAY_OUT_STRONG,
    PLAY_OUT_FAINT,
    PLAY_OUT_WARNING,
};

/* The columns that a text takes. */
int play_out_columns(const char *text, size_t size);

/* Replaces what would control a terminal, but line ends, by question marks. */
void play_out_clean(char *text, size_t size);

/* Adds blanks until the line has `columns`; `start` is where it starts. */
void play_out_pad(struct text *text, size_t start, int columns);

/* Takes the blanks off the end of the text and ends the line. */
void play_out_end_line(struct text *text);

/* Wraps `text` at `width`: lines after the first begin with `indent` blanks. */
void play_out_wrap(struct text *out, const char *text, int width, int indent);

/* Writes a text as a paragraph, wrapped, and ends the line. */
void play_out_say(const struct play_out *out, enum play_out_style style,
                  const char *text);

/* The same, with lines after the first `indent` columns in. */
void play_out_say_indented(const struct play_out *out,
                           enum play_out_style style, const char *text,
                           int indent);

/* Writes an empty line. */
void play_out_gap(const struct play_out *out);

/* Writes lines as they are, with the letters of the alphabet in the colours of
 * their kinds and the players' letters in theirs. */
void play_out_picture(const struct play_out *out,
                      const struct alphabet *alphabet, const char *lines);

/* Writes a text without ending the line, and shows all that was written. */
void play_out_prompt(const struct play_out *out, const char *text);

#endif
