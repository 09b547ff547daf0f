#ifndef CASTLED_PLAY_H
#define CASTLED_PLAY_H

/*
 * play -- a game at a prompt, as the files of `castled play` share it.
 *
 * play.c says things and runs the command, play_options.c reads the command
 * line, play_start.c makes or resumes the game, play_round.c lets one player
 * after the other choose, play_prompt.c asks people, play_screen.c and
 * play_choices.c show the board and what can be chosen, play_rules.c and
 * play_story.c tell the rules and what happened, play_save.c saves and loads,
 * play_seal.c asks people what they put into the shuffle and seals the game,
 * play_proof.c checks the record at the end, play_input.c and play_out.c read
 * and write lines, play_words.c has the prompt's own words. Rules and scores
 * are the scripts', chance and the record are `game`'s.
 */

#include "command/play_input.h"
#include "command/play_out.h"
#include "command/play_save.h"
#include "command/play_story.h"
#include "command/play_words.h"
#include "game/game.h"
#include "game/player.h"
#include "game/wording.h"
#include "script/worker.h"

enum {
    /* An exit status: and the signal's number, as shells have it. */
    PLAY_STATUS_SIGNAL = 128,
};

enum play_board {
    PLAY_BOARD_ALWAYS,
    PLAY_BOARD_ASK,
    PLAY_BOARD_NEVER,
};

struct play {
    enum play_words_language language;
    enum play_board board;
    bool asks_before_end; /* of a turn, while there is something to undo */
    bool is_verbose;
    bool has_own_rules;           /* not all scripts are this castled's */
    struct worker_server *server; /* owned: checks the record at the end; NULL
                                     where there can be none */
    struct executor *executor; /* owned: tells of the ruleset; plays nothing */
    struct sealing sealing;    /* until the game takes it over */
    struct game *game;         /* owned */
    struct record *over;       /* owned: the record of a game that was over when
                                  it was resumed, with its signatures; or NULL */
    const char *record_path;   /* where the finished record goes; or NULL */
    struct wording *wording;   /* owned */
    struct player players[MATERIAL_SEATS_MAX];
    int seat_count;
    char letters[MATERIAL_SEATS_MAX + 1]; /* of the players, in pictures */
    char seed[GAME_SEED_SIZE]; /* of a sealed game: of its bots only */
    struct play_input input;
    struct play_out out;
    struct play_story story;
    struct play_save save;
};

/* Ends the pairs below. */
#define PLAY_END ((const char *)NULL)

/* Says something of the prompt's own, filled in from pairs of name and value:
 * play_say(play, PLAY_WORD_SAVED, "file", path, PLAY_END). */
void play_say(const struct play *play, enum play_word word, ...);

/* The same as a warning. */
void play_warn(const struct play *play, enum play_word word, ...);

/* Adds it to a text instead. */
void play_add(const struct play *play, struct text *out, enum play_word word,
              ...);

/* Adds the name of a seat in the player's language. */
void play_add_seat(const struct play *play, struct text *out, int seat);

/* Writes the traceback of a script, if that is wanted and there is one. */
void play_say_traceback(const struct play *play, const char *traceback);

/* Parses what was written into `bytes`; NULL, and nothing is said, when that
 * cannot be. The caller's, to be freed with json_free. */
struct json *play_parse(const struct text *bytes);

/* The view of the seat that is asked; NULL when the rules fail to give one,
 * which is told. The caller's, to be freed with json_free. */
struct json *play_view(struct play *play);

/* Says that something asked of the rules failed, and makes the game fit to be
 * asked again. */
void play_tell_failure(struct play *play, enum play_word word, int seat,
                       const struct error *error);

#endif
