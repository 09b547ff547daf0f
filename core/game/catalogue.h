#ifndef CASTLED_CATALOGUE_H
#define CASTLED_CATALOGUE_H

/*
 * catalogue -- all that there is to choose from in a game.
 *
 * What a variant changes, the engine does not tell; a catalogue finds out by
 * opening the game plain, with each variant alone, and with what was chosen,
 * and comparing the descriptions. A variant that cannot be opened stays in the
 * catalogue with the reason.
 *
 * A catalogue owns all that it gives.
 */

#include "base/json.h"
#include "script/ruleset.h"

enum {
    CATALOGUE_VARIANTS_MAX = 128,
    CATALOGUE_CHANGES_MAX = 32, /* steps that one variant changes */
};

struct catalogue_variant {
    char given[RULESET_PATH_SIZE]; /* a name or a path, as in a
                                     ruleset_request */
    char name[RULESET_PATH_SIZE];  /* its own; when it cannot be opened: as it
                                      was given */
    bool is_chosen;
    struct json *alone;       /* owned: the game with it alone, as described by
                                 executor_describe; NULL: it cannot be opened */
    const struct json *about; /* in `alone`: name, title, group, ... */
    int tile_count;           /* tiles that it adds */
    bool brings_plan;
    struct error error; /* why it cannot be opened */
};

struct catalogue {
    struct json *plain;    /* owned: the game without variants */
    struct json *composed; /* owned: the game as chosen */
    struct hash rules;     /* of its scripts, as a record's opening names it */
    int variant_count;
    struct catalogue_variant variants[CATALOGUE_VARIANTS_MAX]; /* by name */
};

/* What is to be shown of a catalogue. */
struct catalogue_query {
    const struct catalogue *catalogue; /* borrowed */
    const char *name;     /* only what is called so, or has this rule number;
                             NULL: all */
    const char *language; /* of titles and summaries */
};

enum catalogue_how {
    CATALOGUE_REPLACES,
    CATALOGUE_ADDS_BEFORE,
    CATALOGUE_ADDS_LAST,
};

/* One change of the steps. All is borrowed from the catalogue. */
struct catalogue_change {
    enum catalogue_how how;
    const char *step;      /* the new one's name */
    const char *neighbour; /* the step that it comes before; NULL: none */
};

/* Opens all that there is for the game asked for. *out is the caller's, to be
 * freed with catalogue_free. Fails when the game, or what was asked for, cannot
 * be opened. */
enum status catalogue_open(struct catalogue **out,
                           const struct ruleset_request *request,
                           struct error *error) MUST_CHECK;

/* The same for a ruleset that is there already, whatever has become of its
 * files: there are its own variants, all of them chosen, and no others. */
enum status catalogue_open_ruleset(struct catalogue **out,
                                   const struct ruleset *ruleset,
                                   struct error *error) MUST_CHECK;

/* Frees a catalogue; NULL is fine. */
void catalogue_free(struct catalogue *catalogue);

/* The game NAME, or the folder of one, without variants, as described by
 * executor_describe; `root` is the folder that has scripts/. *out is the
 * caller's, to be freed with json_free. */
enum status catalogue_describe_game(struct json **out, const char *root,
                                    const char *game,
                                    struct error *error) MUST_CHECK;

/* Whether what has this name, and these rule numbers, is to be shown. */
bool catalogue_wants(const struct catalogue_query *query, const char *name,
                     const struct json *numbers);

/* The text in `language` ("en") out of a table of texts by language; "" when
 * there is none. */
const char *catalogue_text(const struct json *texts, const char *language);

/* Whether the variant, opened alone, replaces the rule. */
bool catalogue_replaces_rule(const struct catalogue_variant *variant,
                             const char *rule);

/* Whether the variant, opened alone, brings the option. */
bool catalogue_declares(const struct catalogue *catalogue,
                        const struct catalogue_variant *variant,
                        const char *option);

/* The value that the variant sets an option of the game to; NULL: it leaves
 * it as it is. */
const struct json *catalogue_sets(const struct catalogue *catalogue,
                                  const struct catalogue_variant *variant,
                                  const char *option);

/* The changes of the steps that the variant makes; returns their number, at
 * most CATALOGUE_CHANGES_MAX. */
int catalogue_step_changes(
    const struct catalogue *catalogue, const struct catalogue_variant *variant,
    struct catalogue_change changes[CATALOGUE_CHANGES_MAX]);

#endif
