#ifndef CASTLED_PATTERN_H
#define CASTLED_PATTERN_H

/*
 * pattern -- events, choices and values of JSON in words.
 *
 * How scenarios write what the game's scripts tell and ask: a field's name,
 * then its value. A number, a name or true and false stand as they are; null
 * and an empty list are `none`; a list is its items one after the other; a
 * pair of numbers (a space, a letter of a picture) is 3,4; the terms of a
 * score are `tiles 3x2`, three tiles at two points. Spaces may come in any
 * order.
 *
 * Owns nothing and knows no names: whether a field can be there at all, its
 * caller asks first.
 */

#include "base/json.h"

/* Whether `value` is what the words say. */
bool pattern_is_value(const struct json *value, const char *const *words,
                      int word_count);

/* Adds the value of the field `key`. */
void pattern_add_value(struct text *out, const char *key,
                       const struct json *value);

/* Whether `word` is one of the names in `names`, which blanks separate. */
bool pattern_is_named(const char *names, const char *word);

/* How many words from the first on are the value of one field: up to the next
 * word that is one of `fields` (and not the label of a term, which stands
 * before 3x2), but at least one; 0 when there are none. */
int pattern_value_size(const char *fields, const char *const *words,
                       int word_count);

/* Whether the event has the fields and values that the words name; the first
 * word is its name, `fields` are all that it has. What is not named may be
 * anything. */
bool pattern_fits_event(const struct json *event, const char *fields,
                        const char *const *words, int word_count);

/* Adds the event: its name and all its fields. */
void pattern_add_event(struct text *out, const struct json *event);

/* Whether the choice is as the words say: `pass` is a field that is true, `not
 * play` one that is false, `tiles 1` a field and its value, and any other
 * word a value that is text: `herald`. What is not named may be anything. */
bool pattern_fits_choice(const struct json *choice, const char *const *words,
                         int word_count);

/* Adds the choice in such words; one of where to lay a tile as "at 3,4 turned
 * 1". */
void pattern_add_choice(struct text *out, const struct json *choice);

#endif
