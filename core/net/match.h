#ifndef CASTLED_MATCH_H
#define CASTLED_MATCH_H

/*
 * match -- a game that is hosted: who plays it, where it is saved, what is
 * told of it.
 *
 * A match puts out news of all that happens in its game, numbers the
 * questions, lets bots choose, and writes the record to its file after
 * everything that changes it, before anybody is told. It knows no messages and
 * no connections.
 *
 * The number of a question (`seq`) counts from 1, one more for each choice and
 * each undo; so it follows from the record, and stays what it is when a game is
 * resumed. Seats count from 0.
 */

#include "game/game.h"
#include "game/player.h"
#include "net/news.h"

enum {
    MATCH_ID_SIZE = 16,
    MATCH_SAVE_SIZE = 1024, /* of a file's path, with the zero byte */
};

struct match {
    int number;                /* in its hall, from 1 */
    char id[MATCH_ID_SIZE];    /* "g" and the number */
    const char *root;          /* borrowed from the hall, which outlives it */
    struct news *news;         /* the same */
    struct ruleset *ruleset;   /* owned */
    struct game *game;         /* owned; NULL until it has begun */
    char seed[GAME_SEED_SIZE]; /* what it is to begin with: an open seed, */
    struct sealing sealing;    /* or a seal; the game takes it over */
    bool is_sealed;
    int seat_count;
    char seat_names[MATERIAL_SEATS_MAX][RULESET_NAME_SIZE];
    struct player players[MATERIAL_SEATS_MAX];
    int seq;      /* of the question that is asked */
    int *answers; /* owned: the index of each choice made since the
                     game began here, by seq - first_seq; or -1 */
    int answer_capacity;
    int first_seq;
    char save[MATCH_SAVE_SIZE]; /* "": it is not saved */
    bool save_has_failed;       /* the last time */
    bool over_is_told;
    int replayed_news; /* while a record is played again: where its news begins;
                          else -1 */
};

/* A choice, as it comes from outside. */
struct match_choice {
    int seq;            /* of the question that it answers */
    int index;          /* from 0; or -1, and then: */
    const char *choice; /* canonical JSON */
    size_t size;
};

/* How a choice was taken. */
enum match_verdict {
    MATCH_CHOSEN,    /* or: chosen before, and this was the same */
    MATCH_WRONG_SEQ, /* another question is asked */
    MATCH_ELSE,      /* the question was answered in another way */
    MATCH_NOT_OFFERED,
    MATCH_FAILED, /* see the error */
};

/* Frees it; NULL is fine. */
void match_free(struct match *match);

/* Begins it: the first draw is made, and the first question told. */
enum status match_begin(struct match *match, struct error *error) MUST_CHECK;

/* Whether it has begun and is not over. */
bool match_goes_on(const struct match *match);

/* Whether a bot is to choose. */
bool match_waits_for_bot(const struct match *match);

/* Lets the bot whose turn it is choose. When the rules fail on its choice, any
 * other is made; when they fail on all, the game is broken. */
void match_let_choose(struct match *match);

/* Makes a choice. A choice that was made before is MATCH_CHOSEN again, and
 * nothing is done. */
enum match_verdict match_choose(struct match *match,
                                const struct match_choice *choice,
                                struct error *error) MUST_CHECK;

/* As those of `game`. */
enum status match_undo(struct match *match, int seat,
                       struct error *error) MUST_CHECK;
enum status match_resign(struct match *match, int seat,
                         struct error *error) MUST_CHECK;
enum status match_offer_draw(struct match *match, int seat,
                             struct error *error) MUST_CHECK;
enum status match_answer_draw(struct match *match, int seat, bool agrees,
                              struct error *error) MUST_CHECK;

/* The record so far; NULL while there is none: an open seed has one only once
 * the game has begun. Borrowed until the match changes. */
const struct record *match_record(const struct match *match);

/* How its order was sealed, and by whom; NULL when the seed is open. */
const struct sealing *match_sealing(const struct match *match);

/* Adds the members of the question that is asked, choices and all. */
enum status match_add_question(struct match *match, struct text *out,
                               struct error *error) MUST_CHECK;

/* Whether choice `index` of those offered cannot be taken back: somebody else,
 * a draw or the next turn comes after it. */
enum status match_ends_turn(struct match *match, int index, bool *ends_turn,
                            struct error *error) MUST_CHECK;

/* Writes the record to the file that it is saved in, if there is one. When
 * that fails, or works again, news says so. */
void match_save(struct match *match);

/* From now on saves it in `path`. STATUS_BAD_INPUT when something is there
 * that is not to be overwritten. On failure nothing has changed. */
enum status match_save_to(struct match *match, const char *path,
                          bool overwrites, struct error *error) MUST_CHECK;

#endif
