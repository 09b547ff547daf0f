#ifndef CASTLED_ADMIN_SHOW_H
#define CASTLED_ADMIN_SHOW_H

/*
 * admin_show -- what the daemon answers to `castled admin`, for people.
 *
 * What is missing in an answer, as a newer or older daemon's may be, is left
 * out. Times are those of this machine's zone.
 */

#include "base/json.h"

/* Adds the result of admin.status, a line each. */
void admin_show_status(const struct json *result, struct text *out);

/* Adds the result of admin.list, a line a game. */
void admin_show_list(const struct json *result, struct text *out);

/* Adds the result of admin.show, a line each. */
void admin_show_game(const struct json *result, struct text *out);

/* Adds what a game is in a few words, "castle, playing: white Ada, black free",
 * from what about of admin.show and of a list's games has. */
void admin_show_words(const struct json *about, struct text *out);

#endif
