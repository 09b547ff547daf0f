#ifndef CASTLED_WORDING_H
#define CASTLED_WORDING_H

/*
 * wording -- the words that a game has for what its rules say.
 *
 * Rules say keys and numbers; a game's `texts` (scripts/castle/texts.lua says
 * in which form) have a text for each key in each language, and variants may
 * bring texts of their own, which go first. A wording finds the text and fills
 * it in from JSON: an event, a term of a score, a choice, a view. It knows the
 * form and no game. Where a text is missing in its language it takes English,
 * and where there is none at all it writes what the rules said, readably:
 * nothing here fails for the want of words. Texts that name each other are
 * followed to a depth, and up to the bounds below.
 *
 * A wording is made for one executor's ruleset and keeps what it needs of it;
 * the executor may go first.
 */

#include "base/json.h"
#include "script/executor.h"

enum {
    WORDING_LANGUAGE_SIZE = 8,
    WORDING_SIZE_MAX = 64 << 10, /* of one text that is filled in; and fields */
    WORDING_FIELDS_MAX = 4096,   /* in it: what comes behind is dropped */
};

struct wording;

/* The words of the executor's ruleset in `language` ("en", "es"). *out is the
 * caller's, to be freed with wording_free. */
enum status wording_new(struct wording **out, struct executor *executor,
                        const char *language, struct error *error) MUST_CHECK;

/* The same of a description that executor_describe wrote. */
enum status wording_read(struct wording **out, const char *description,
                         size_t size, const char *language,
                         struct error *error) MUST_CHECK;

/* Frees a wording; NULL is fine. */
void wording_free(struct wording *wording);

/* All that executor_describe says. Borrowed. */
const struct json *wording_ruleset(const struct wording *wording);

/* The text, or the list of texts, for `key` in a section ("events"), not
 * filled in; NULL when there is none. Borrowed. */
const struct json *wording_find(const struct wording *wording,
                                const char *section, const char *key);

/* Adds the text for `key` in a section, filled in from the object `fields`; of
 * a list each line that is not empty, with line ends between. False, and
 * nothing is added, when there is no text. */
bool wording_add(const struct wording *wording, struct text *out,
                 const char *section, const char *key,
                 const struct json *fields);

/* Adds the word for `key` in a section, or the key itself. */
void wording_add_word(const struct wording *wording, struct text *out,
                      const char *section, const char *key);

/* Adds what an event tells, as a sentence. */
void wording_add_event(const struct wording *wording, struct text *out,
                       const struct json *event);

/* Adds what a step asks. */
void wording_add_question(const struct wording *wording, struct text *out,
                          const char *step, const struct json *fields);

/* Adds a choice of a step. */
void wording_add_choice(const struct wording *wording, struct text *out,
                        const char *step, const struct json *choice);

/* Adds of a text by language, as titles are, the one that fits best. */
void wording_add_title(const struct wording *wording, struct text *out,
                       const struct json *title);

/* Adds `template` filled in: what the other functions do with a text that they
 * have found. What is not of the form stays as it is. */
void wording_fill(const struct wording *wording, struct text *out,
                  const char *template, const struct json *fields);

#endif
