#include "command/play_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char RESET[] = "\033[0m";

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

int play_out_columns(const char *text, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += !goes_on(text[i]);
    return columns;
}

/* Both blocks of control characters: 0 to 0x1f with 0x7f, and in two bytes
 * 0x80 to 0x9f. */
void play_out_clean(char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        unsigned char next = i + 1 < size ? (unsigned char)text[i + 1] : 0;
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f)
            text[i] = '?';
        else if (byte == 0xc2 && next >= 0x80 && next < 0xa0)
            text[i] = text[i + 1] = '?';
    }
}

void play_out_pad(struct text *text, size_t start, int columns)
{
    int there = text->size > start
                    ? play_out_columns(text->bytes + start, text->size - start)
                    : 0;
    for (int i = there; i < columns; i++)
        text_add_char(text, ' ');
}

void play_out_end_line(struct text *text)
{
    while (text->size > 0 && text->bytes[text->size - 1] == ' ')
        text->size--;
    text_add_char(text, '\n');
}

/* Wraps one line. Blanks between words stay as they are, but where the line is
 * broken. */
static void wrap_line(struct text *out, const char *line, size_t size,
                      int width, int indent)
{
    size_t at = 0;
    int column = 0;
    bool has_word = false;
    while (at < size) {
        size_t blanks = strspn(line + at, " ");
        if (at + blanks >= size)
            return; /* blanks at the end are left out */
        size_t word = strcspn(line + at + blanks, " \n");
        int columns = play_out_columns(line + at + blanks, word);
        if (has_word && column + (int)blanks + columns > width) {
            text_addf(out, "\n%*s", indent, "");
            column = indent;
        } else {
            text_addf(out, "%*s", (int)blanks, "");
            column += (int)blanks;
        }
        text_add_bytes(out, line + at + blanks, word);
        column += columns;
        at += blanks + word;
        has_word = true;
    }
}

void play_out_wrap(struct text *out, const char *text, int width, int indent)
{
    for (;;) {
        size_t size = strcspn(text, "\n");
        wrap_line(out, text, size, width, indent);
        if (text[size] == '\0')
            return;
        text_add_char(out, '\n');
        text += size + 1;
    }
}

static const char *code_of(const struct play_out *out,
                           enum play_out_style style)
{
    static const char *const codes[] = {"", "\033[1m", "\033[2m", "\033[33m"};
    return out->is_coloured ? codes[style] : "";
}

void play_out_say_indented(const struct play_out *out,
                           enum play_out_style style, const char *text,
                           int indent)
{
    struct text lines = {0};
    const char *code = code_of(out, style);
    play_out_wrap(&lines, text, out->width, indent);
    if (lines.size > 0)
        play_out_clean(lines.bytes, lines.size);
    printf("%s%s%s\n", code, text_string(&lines), code[0] == '\0' ? "" : RESET);
    text_free(&lines);
}

void play_out_say(const struct play_out *out, enum play_out_style style,
                  const char *text)
{
    play_out_say_indented(out, style, text, 2);
}

void play_out_gap(const struct play_out *out)
{
    (void)out;
    putchar('\n');
}

/* The colour of a letter of a picture, or "". Kinds take turns in six colours
 * that differ on light and on dark ground. */
static const char *colour_of(const struct play_out *out,
                             const struct alphabet *alphabet, char letter)
{
    static const char *const kinds[] = {"\033[33m", "\033[31m", "\033[34m",
                                        "\033[32m", "\033[35m", "\033[36m"};
    static const char *const marked[] = {"\033[1;33m", "\033[1;31m",
                                         "\033[1;34m", "\033[1;32m",
                                         "\033[1;35m", "\033[1;36m"};
    static const char *const players[] = {"\033[1;30;47m", "\033[1;37;40m",
                                          "\033[1;37;41m", "\033[1;37;44m",
                                          "\033[1;37;42m"};
    enum { COLOUR_COUNT = sizeof kinds / sizeof kinds[0] };
    enum { PLAYER_COUNT = sizeof players / sizeof players[0] };
    for (int i = 0; out->players[i] != '\0'; i++)
        if (out->players[i] == letter)
            return players[i % PLAYER_COUNT];
    if (letter == '#')
        return "\033[2m";
    if ((letter >= '0' && letter <= '9') || letter == '[' || letter == ']')
        return "\033[1m";
    for (int i = 0; i < alphabet->letter_count; i++) {
        const struct tile_letter *known = &alphabet->letters[i];
        if (known->letter != letter || known->separator)
            continue;
        return known->mark < TILE_MARKS_MAX ? marked[known->kind % COLOUR_COUNT]
                                            : kinds[known->kind % COLOUR_COUNT];
    }
    return "";
}

void play_out_picture(const struct play_out *out,
                      const struct alphabet *alphabet, const char *lines)
{
    if (!out->is_coloured) {
        fputs(lines, stdout);
        return;
    }
    const char *now = "";
    for (const char *at = lines; *at != '\0'; at++) {
        const char *wanted = goes_on(*at) ? now : colour_of(out, alphabet, *at);
        if (strcmp(wanted, now) != 0) {
            fputs(now[0] == '\0' ? "" : RESET, stdout);
            fputs(wanted, stdout);
            now = wanted;
        }
        putchar(*at);
    }
    fputs(now[0] == '\0' ? "" : RESET, stdout);
}

void play_out_prompt(const struct play_out *out, const char *text)
{
    const char *code = code_of(out, PLAY_OUT_STRONG);
    printf("%s%s%s", code, text, code[0] == '\0' ? "" : RESET);
    fflush(stdout);
}
