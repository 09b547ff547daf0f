#ifndef CASTLED_TERMINAL_H
#define CASTLED_TERMINAL_H

/*
 * terminal -- which `castled play` somebody gets.
 *
 * At a terminal that can draw, the frontend in lua/terminal is put in this
 * process's place, with `castled host` behind it, or `castled connect` for
 * games at a server. The prompt (play.c) is for everything else: input or
 * output that is no terminal, options that only it has (--plain chooses it by
 * hand), and machines without Lua's libraries.
 */

#include <stdbool.h>

/* Whether the arguments and the streams are for the frontend. */
bool terminal_is_wanted(int argc, char **argv);

/* Whether the arguments are for the frontend alone: they name a server. */
bool terminal_is_needed(int argc, char **argv);

/* Says on stderr why the frontend that these arguments need cannot be; returns
 * the exit status. */
int terminal_refuse(int argc, char **argv);

/* Becomes the frontend. Returns only when that cannot be. */
void terminal_become(int argc, char **argv);

#endif
