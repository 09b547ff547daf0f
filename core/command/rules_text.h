#ifndef CASTLED_RULES_TEXT_H
#define CASTLED_RULES_TEXT_H

/*
 * rules_text -- a catalogue for people to read, as `castled rules` prints it.
 */

#include "command/page.h"
#include "game/catalogue.h"

/* Adds a game, described without variants, to a list of games. */
void rules_text_add_game(struct page *page, const struct json *game,
                         const char *language);

/* Adds what the query wants; returns how many entries there were. */
int rules_text_write(const struct catalogue_query *query, struct page *page);

#endif
