#ifndef CASTLED_RULESET_H
#define CASTLED_RULESET_H

/*
 * ruleset -- a game with the variants and options chosen for it, as sources.
 *
 * A ruleset is text: the scripts of the game, what games share (kit), and the
 * variants, by path, and the options as they were given. It runs nothing; an
 * executor does. Once opened it does not change, whatever happens to the
 * files, and its hash names all its sources (fairness.md section 4).
 */

#include "base/text.h"
#include "fair/hash.h"

enum {
    RULESET_NAME_SIZE = 64,
    RULESET_PATH_SIZE = 256,
    RULESET_SOURCES_MAX = 128,
    RULESET_VARIANTS_MAX = 16,
    RULESET_OPTIONS_MAX = 32,
    RULESET_OPTION_SIZE = 128,
    RULESET_SOURCE_SIZE_MAX = 64 << 10, /* sandbox.md R13 */
};

/* What is asked for. All is borrowed. */
struct ruleset_request {
    const char *root; /* the folder that has scripts/ and variants/ */
    const char *game; /* a name in scripts/, or the path of a game's folder */
    const char *const *variants; /* names in variants/GAME/, or paths of
                                    files: what has a '/' or ends in .lua */
    int variant_count;
    const char *const *options; /* each NAME=VALUE */
    int option_count;
};

/* The type of the entries that the sources have in a record. */
#define RULESET_SOURCE_ENTRY "source"

/* A variant is refused when such a file lies beside its own, called the same
 * but for this behind it: its text is why (game/snapshot.h makes them). */
#define RULESET_FAULT_ENDING ".fault"

struct ruleset_source {
    char module[RULESET_NAME_SIZE]; /* as `require` calls it; "" for a
                                       variant's file */
    char path[RULESET_PATH_SIZE];   /* as messages and the hash name it */
    struct text text;               /* owned */
    struct record_form *form;       /* owned: its entry in a record */
};

struct ruleset_option {
    char name[RULESET_OPTION_SIZE];
    char value[RULESET_OPTION_SIZE];
};

struct ruleset {
    char game[RULESET_NAME_SIZE];
    int variant_count;
    int variant_sources[RULESET_VARIANTS_MAX]; /* index of each one's file */
    int option_count;
    struct ruleset_option options[RULESET_OPTIONS_MAX];
    int source_count;
    struct ruleset_source *sources; /* owned; by path, in byte order */
    struct hash hash;
};

/* Reads the sources. *out is the caller's, to be freed with ruleset_free.
 * STATUS_NOT_FOUND names what there is no game or variant of, and what there
 * is; without a folder of games it is STATUS_IO; a variant given twice is
 * STATUS_BAD_INPUT, and one with a fault beside it STATUS_SCRIPT. That the
 * variants fit together is found when an executor is made. */
enum status ruleset_open(struct ruleset **out,
                         const struct ruleset_request *request,
                         struct error *error) MUST_CHECK;

/* Whether a request takes this as the path of a game or a variant, and not as
 * a name. */
bool ruleset_is_path(const char *name);

/* As ruleset_open step by step, from sources that are elsewhere than in files:
 * an empty one, its sources and options in any order, and the end, after which
 * it does not change. *out is the caller's. A source whose module is "" is a
 * variant. */
enum status ruleset_empty(struct ruleset **out, const char *game,
                          struct error *error) MUST_CHECK;
enum status ruleset_add_source(struct ruleset *ruleset, const char *module,
                               const char *path, const char *text, size_t size,
                               struct error *error) MUST_CHECK;
enum status ruleset_add_option(struct ruleset *ruleset, const char *name,
                               const char *value,
                               struct error *error) MUST_CHECK;
enum status ruleset_seal(struct ruleset *ruleset,
                         struct error *error) MUST_CHECK;

/* A copy, the caller's. */
enum status ruleset_copy(struct ruleset **out, const struct ruleset *ruleset,
                         struct error *error) MUST_CHECK;

/* Whether both are the same game by the same sources, variants and options, in
 * the same order. */
bool ruleset_is_equal(const struct ruleset *one, const struct ruleset *other);

/* Adds the files of its variants, with commas between: for who is to look for a
 * fault in them. */
void ruleset_add_variants(const struct ruleset *ruleset, struct text *out);

/* Frees a ruleset; NULL is fine. */
void ruleset_free(struct ruleset *ruleset);

/* The source that `require` calls `module`, or NULL. */
const struct ruleset_source *ruleset_module(const struct ruleset *ruleset,
                                            const char *module);

/* Adds the names of all that is in `folder` (under the root) and ends in
 * `ending`, without the ending, sorted, one a line; nothing when there is no
 * such folder. For lists: variants of a game ("variants/castle", ".lua"),
 * games ("scripts", ""). A name of RULESET_NAME_SIZE or longer is left out, and
 * so are the last when there are more than RULESET_SOURCES_MAX: all is well
 * then, but error->status is STATUS_BAD_INPUT, and its text tells one of them.
 */
enum status ruleset_list(struct text *out, const char *root, const char *folder,
                         const char *ending, struct error *error) MUST_CHECK;

#endif
