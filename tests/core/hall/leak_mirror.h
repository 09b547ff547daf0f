#ifndef CASTLED_TESTS_LEAK_MIRROR_H
#define CASTLED_TESTS_LEAK_MIRROR_H

/*
 * leak_mirror -- a game in the hall, the same game beside it, and what each
 * peer may be told of it, byte for byte.
 *
 * Whoever does something in the hall does it beside as well, says with
 * mirror_expect_... what must be told of it, in order, and calls
 * mirror_check_told. What only the hall can know (the time, a signature) is a
 * hole in what is expected: the hall fills it in, with digits, and what it says
 * there is looked at: times and clocks are those of the call, a head is the
 * record's and signed.
 *
 * A sealed game has the same order beside: its referee's secret is read from
 * the store, where the daemon keeps it, before anybody commits.
 */

#include "desk.h"
#include "leak_secrets.h"

#include "game/contribution.h"

enum {
    MIRROR_SEATS_MAX = 3,
    MIRROR_WATCHER = MIRROR_SEATS_MAX, /* watches from the beginning */
    MIRROR_LATE,                       /* comes and goes */
    MIRROR_SPARE, /* takes a seat over; who had it is the spare one then */
    MIRROR_GUESTS,
};

/* In what is expected: a run of digits, hexadecimal ones too. */
enum { MIRROR_HOLE = '\1' };

/* What is to be played. */
struct mirror_setup {
    const char *game;
    const char *players; /* a list, as for game.create, whose last is held for
                            who has the invitation; NULL: none is held */
    bool hides_draws;    /* all that is drawn goes to hands */
    const char *seed;    /* NULL: the order is sealed */
    int game_s;          /* a clock of so long for the game, with */
    int increment_s;     /* more after each choice; 0: none */
};

struct mirror {
    struct desk desk;
    struct secrets secrets;
    struct mirror_setup setup;
    char id[MATCH_ID_SIZE];
    struct ruleset *ruleset;
    int seat_count;
    char names[MIRROR_SEATS_MAX][32];
    char invitation[64];
    int guest_of[MIRROR_SEATS_MAX]; /* who sits there; -1: nobody now */
    bool is_taken[MIRROR_SEATS_MAX];
    char token[MIRROR_SEATS_MAX][HASH_HEX_SIZE];
    bool is_watching[MIRROR_GUESTS];
    int spare; /* the guest who is nowhere */

    /* Of a sealed game, until it begins. */
    struct sealing sealing;
    struct contribution given[MIRROR_SEATS_MAX];
    int given_secret[MIRROR_SEATS_MAX][2]; /* its numbers; -1: none */
    int seal_secret[2];                    /* the referee's, and the seed */
    char stage[16];                        /* "": before it */
    int64_t until_ms;                      /* when the stage ends */
    struct text record;                    /* of the store, as told */

    struct game *game; /* NULL: it has not begun */
    int seq;
    int made[MIRROR_SEATS_MAX]; /* choices that stand */
    struct text events;         /* since they were expected, as lines */
    struct text all;            /* all that were not undone */
    int count;                  /* of those */
    struct text said;           /* all, as lines */
    int said_count;
    struct text head; /* the newest, as a line */
    int head_entry;
    struct text heads; /* "entry hash" of all, a line each */

    struct text expected[MIRROR_GUESTS];
    int64_t start_ms;  /* when the game began */
    int64_t before_ms; /* when what is done now was begun */
    bool head_is_new;  /* the next one that is told; and so on */
    bool said_is_new;
    bool stage_is_new;
};

/* Begins and ends it; the desk is opened and closed with it. */
void mirror_open(struct mirror *mirror);
void mirror_close(struct mirror *mirror);

/* Forgets the game; the desk stays open. */
void mirror_forget(struct mirror *mirror);

/* To be called before something is done in the hall. */
void mirror_begin_act(struct mirror *mirror);

/* The game beside begins. */
void mirror_begin(struct mirror *mirror);

/* Whether it is over; a sealing that a seat was silent in, too. */
bool mirror_is_over(const struct mirror *mirror);

/* Whether the seat is the one that is held. */
bool mirror_is_held(const struct mirror *mirror, int seat);

/* Forgets the events from `count` on, which were undone. */
void mirror_cut_events(struct mirror *mirror, int count);

/* Whom lines are for: all who are in the game, or one guest. */
enum { MIRROR_ALL = -1 };

/* A line of that method with params besides the game, as printf writes them
 * ('' for ""); "#" in it is a hole. */
void mirror_expect(struct mirror *mirror, int guest, const char *method,
                   const char *params, ...)
    __attribute__((format(printf, 4, 5)));

/* Who is in which seat. */
void mirror_expect_seats(struct mirror *mirror, int guest);

/* The events since the last time; the head that was signed for a change; what
 * is asked now, or how it ended; all three. */
void mirror_expect_events(struct mirror *mirror);
void mirror_expect_head(struct mirror *mirror);
void mirror_expect_now(struct mirror *mirror);
void mirror_expect_change(struct mirror *mirror);

/* Adds the members of the question that is asked. */
void mirror_add_question(struct mirror *mirror, struct text *out);

/* Where the sealing stands, with the record's new lines for all, or all lines
 * for one guest. */
void mirror_expect_sealing(struct mirror *mirror, int guest);

/* All that somebody is told who comes to `seat`, or PEER_WATCHES. */
void mirror_expect_catch_up(struct mirror *mirror, int guest, int seat);

/* Adds what printf prints, with quotes for '' and holes for "#". */
void mirror_add_quoted(struct text *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* What has been drawn by now is known; at the end the seal is open. */
void mirror_note_known(struct mirror *mirror);

/* Each guest was told exactly what was expected, and no secret. */
void mirror_check_told(struct mirror *mirror);

/* The guest's last answer has this result, written as for mirror_expect; or
 * that code of an error. Neither says a secret. */
void mirror_check_result(struct mirror *mirror, int guest, const char *result,
                         ...) __attribute__((format(printf, 3, 4)));
void mirror_check_code(struct mirror *mirror, int guest, int code);

/* No secret is in the guest's last answer. */
void mirror_check_answer(struct mirror *mirror, int guest);

/* The record that the guest is given has what the game beside has in its own,
 * and no more. */
void mirror_check_record(struct mirror *mirror, int guest);

/* The heads that were told are those of the record, which is complete. */
void mirror_check_heads(struct mirror *mirror);

#endif
