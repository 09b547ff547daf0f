#ifndef CASTLED_PLAY_SAVE_H
#define CASTLED_PLAY_SAVE_H

/*
 * play_save -- where a game's record is kept while it is played.
 *
 * A saved game is its record, written whole after every choice: to the file
 * that was asked for, and at a terminal to one in the player's own folder too.
 * A disk that is full ends no game: it is told once, and tried again after
 * every choice.
 *
 * Beside the record lies who plays, until the game is over (game/lineup.h),
 * and beside that of a sealed game what it needs to go on, until the seal is
 * open (game/secret.h).
 */

#include "game/game.h"
#include "game/lineup.h"

enum {
    PLAY_SAVE_FILES_MAX = 3,
    PLAY_SAVE_PATH_SIZE = 1024,
};

struct play_save_file {
    char path[PLAY_SAVE_PATH_SIZE];
    bool has_failed; /* the last time */
    bool has_secret; /* what is sealed lies beside it */
    bool has_lineup; /* who plays does */
};

struct play_save {
    const struct player *players; /* borrowed: who plays */
    int player_count;
    int count;
    struct play_save_file files[PLAY_SAVE_FILES_MAX];
};

/* What saving had to say. */
enum play_save_news {
    PLAY_SAVE_NOTHING,
    PLAY_SAVE_FAILS, /* a file that was well before; the error says why */
    PLAY_SAVE_WORKS, /* a file that had failed before */
};

/* Adds a file to those that are written. False when the path is too long. */
bool play_save_add(struct play_save *save, const char *path);

/* Whether `path` is one of them. */
bool play_save_has(const struct play_save *save, const char *path);

/* Writes the game to `path`, which is then one of the files; when there are as
 * many as there can be, in the last one's place. */
enum status play_save_to(struct play_save *save, const char *path,
                         const struct game *game,
                         struct error *error) MUST_CHECK;

/* Adds a new file in $XDG_STATE_HOME/castled or ~/.local/state/castled, made
 * for a game called `game`. */
enum status play_save_add_own(struct play_save *save, const char *game,
                              struct error *error) MUST_CHECK;

/* The file in that folder that was written last. */
enum status play_save_find_last(char path[PLAY_SAVE_PATH_SIZE],
                                struct error *error) MUST_CHECK;

/* Whether something is there that a new game must not be written over. */
bool play_save_is_taken(const char *path);

/* Writes the game to all files. */
enum play_save_news play_save_write(struct play_save *save,
                                    const struct game *game,
                                    struct error *error);

/* Tries once more what could not be written. False, with the reason, when it
 * still cannot. */
bool play_save_end(struct play_save *save, const struct game *game,
                   struct error *error);

/* A file that has the game as it stands, to resume it from; NULL when there is
 * none. */
const char *play_save_best(const struct play_save *save);

/* A game that goes on. */
struct play_save_resumed {
    struct game *game;         /* the caller's */
    struct ruleset *ruleset;   /* the caller's; outlives the game */
    struct record *record;     /* the caller's: as it was read */
    char seed[GAME_SEED_SIZE]; /* "" when the game is sealed */
};

/* Makes the game of the record that `path` has again, by the rules in it, with
 * the listener of `start`. Refused when those are not all scripts of this
 * castled, unless `trusted`: a file of one's own looks no different from one
 * that came with the record. Refused also when the game is sealed, is not over,
 * and its secret does not lie beside it. On failure nothing is the caller's. */
enum status play_save_resume(struct play_save_resumed *resumed,
                             const char *path, bool trusted,
                             struct game_start *start,
                             struct error *error) MUST_CHECK;

#endif
