#ifndef CASTLED_CONNECT_INSIDE_H
#define CASTLED_CONNECT_INSIDE_H

/*
 * connect_inside -- what the parts of connect share.
 *
 * connect.c has messages, ids and the state of the connection; connect_games.c
 * the games that the frontend is in, connect_again.c how it is in them again
 * after a break, connect_pass.c what is passed on with a little more or less in
 * it, connect_ask.c the methods that are connect's own, connect_hear.c what the
 * daemon tells, connect_local.c what is done on this machine.
 */

#include "hall/hint.h"
#include "hall/rpc.h"
#include "net/connect.h"
#include "net/connect_seal.h"
#include "net/connect_show.h"
#include "net/connect_told.h"
#include "net/connect_waiting.h"
#include "script/material.h"

/* Whether a game has to be asked for again after the connection broke. */
enum connect_again {
    CONNECT_AGAIN_DONE,
    CONNECT_AGAIN_AWAY,   /* it was not asked for yet */
    CONNECT_AGAIN_FAILED, /* it was, and the daemon could not */
};

/* A pause before something is tried again. */
struct connect_pause {
    int length_s; /* of the last one; 0: there was none */
    int left_s;   /* of it; 0: it is over */
};

/* How fast what waited is sent, so that the daemon does not find it too much.
 */
struct connect_pace {
    int rate;                   /* messages a second that the daemon takes */
    int credit;                 /* of them, that may be sent now */
    struct connect_pause pause; /* because it was too much */
};

enum {
    CONNECT_LEVEL_MAX = 9,    /* that a game may have */
    CONNECT_LEVELS_MAX = 256, /* games whose level is remembered */
};

/* What the daemon has announced of a game that the frontend asked about. */
struct connect_level {
    char game[CONNECT_GAME_SIZE]; /* "": none */
    int level;
};

/* A game that the frontend is in. */
struct connect_game {
    char game[CONNECT_GAME_SIZE];
    bool is_watched;
    bool is_over;
    bool is_begun; /* that its order was sealed has been looked at */
    int seat_count;
    struct connect_seat *seats[MATERIAL_SEATS_MAX]; /* owned: its own */
    struct connect_told told;
    struct connect_heads heads;    /* as somebody who watches saw them */
    struct text record;            /* its lines, while it is being sealed */
    bool is_too_long;              /* they were, and are not kept */
    struct hash rules;             /* that were compared with ours; zeros */
    const char *stage;             /* borrowed, constant: the sealing is at */
    struct connect_pause pause;    /* until that, or the end's signature, is
                                      tried again */
    struct connect_seal_lock lock; /* as it was told with the stage */
    struct text sealing; /* what the frontend is told of the stage, but the
                            lock */
    bool is_agreed;      /* to the lock that is in the record at this stage */
    struct hash agreed;  /* that lock */
    bool is_lock_told;   /* to the frontend, with the stage */
    bool is_lock_denied; /* game.about said another, and the player knows */
    bool has_early;
    struct connect_head early; /* the newest that came before the key by which
                                  seats check it */
    enum connect_again again;
    bool is_fetched; /* the record was asked for, since it did not fit */
    char next_game[CONNECT_GAME_SIZE]; /* the rematch; "": none yet */
    struct connect_game *next;
};

enum connect_state {
    CONNECT_DOWN,
    CONNECT_GREETING, /* up; the daemon has not said hello */
    CONNECT_READY,
};

struct connect {
    struct connect_settings settings;
    enum connect_state state;
    struct connect_waiting waiting;
    struct connect_game *games; /* owned */
    int game_count;
    struct connect_level levels[CONNECT_LEVELS_MAX];
    int level_next;          /* the place of the next of them */
    struct hint_rules rules; /* for hints */
    struct connect_pace pace;
    size_t message_bytes; /* that the daemon takes in one; 0: not known */
    int silent_s;         /* that it says nothing while a request waits */
    struct text scratch;  /* owned: a line that is being written */
};

/* Sends a request that is whole, now, or when there is a connection and those
 * before it have been sent. */
void connect_submit(struct connect *connect, struct connect_request *request);

/* Sends it now. One that is longer than the daemon takes is answered with an
 * error, and removed. */
void connect_send(struct connect *connect, struct connect_request *request);

/* The code of an error; 0: none. */
int64_t connect_error_code(const struct json *error);

/* Whether an error is one that passes: the same may be asked again later, and
 * done then. */
bool connect_error_passes(const struct json *error);

/* Begins a pause: of a second, and each time twice as long, up to 8. Whether it
 * is so long for the first time: then the player is to be told. */
bool connect_pause_begin(struct connect_pause *pause);

/* A second has passed; whether a pause has ended with it. */
bool connect_pause_ends(struct connect_pause *pause);

/* Tells the frontend one line, the scratch, and empties it. */
void connect_tell_scratch(struct connect *connect);

/* Tells the frontend a notification: members of its params are to be added
 * between the two. */
struct text *connect_begin_notice(struct connect *connect, const char *method);
void connect_end_notice(struct connect *connect);

/* Answers a request of the frontend with the daemon's answer. Here and below:
 * nothing when nobody waits for it. */
connect_done connect_answer;

/* Answers with a result of our own, one JSON value. */
void connect_answer_text(struct connect *connect,
                         const struct connect_request *request,
                         const struct text *result);

/* Answers with an error. */
void connect_fail(struct connect *connect,
                  const struct connect_request *request, int code,
                  const char *message);

/* Tells the frontend connect.warning. */
void connect_warn(struct connect *connect, const char *game, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

/* The game that the frontend is in, or NULL; the same, or a new one, in place
 * of one that is over when there are too many: NULL when none of them is. */
struct connect_game *connect_find_game(const struct connect *connect,
                                       const char *game);
struct connect_game *connect_enter_game(struct connect *connect,
                                        const char *game);

/* Forgets a game, and its seats here, not on the disk. */
void connect_leave_game(struct connect *connect, struct connect_game *game);

/* The seat of the game with this number, whatever it is, or NULL. */
struct connect_seat *connect_find_seat(const struct connect_game *game,
                                       int64_t seat);

/* Takes a seat, which is the game's then, in place of one with its number. */
void connect_take_seat(struct connect_game *game, struct connect_seat *seat);

/* Forgets a seat of the game. */
void connect_drop_seat(struct connect_game *game, struct connect_seat *seat);

/* Forgets the game when nobody of ours sits in it or watches it any more. */
void connect_leave_empty(struct connect *connect, struct connect_game *game);

/* Notes the level that the daemon announces for a game; a lower one than before
 * counts for nothing. */
void connect_note_level(struct connect *connect, const char *game,
                        int64_t level);

/* The level that was announced; 0: none was. */
int connect_find_level(const struct connect *connect, const char *game);

/* The methods that are not merely passed on, but those of which only params or
 * results are changed. */
extern const struct rpc_method connect_ask_methods[];

/* Whether frontends cannot reach the daemon's method of that name: it is one
 * of these, or what connect says by itself. */
bool connect_ask_has(const char *method);

/* Carries out such a method, and answers. False: it is none. */
bool connect_ask_own(struct connect *connect, const struct json *message,
                     const char *line, size_t size);

/* After hello: asks for all games again, and then sends the requests that
 * waited, no faster than the daemon's `limits` allow. */
void connect_again_begin(struct connect *connect, const struct json *limits);

/* Goes on with it; every second. */
void connect_again_tick(struct connect *connect);

/* Adds members to the params of a method that is passed on. */
void connect_pass_decorate(struct connect *connect, const char *method,
                           const struct json *params, struct text *out);

/* What deals with the answer to a method that is passed on. */
connect_done *connect_pass_done(const char *method);

/* Whether the method, passed on twice, is as good as once. */
bool connect_pass_is_repeatable(const char *method);

/* A notification of the daemon: its params and its line without its end. */
void connect_hear_take(struct connect *connect, const char *method,
                       const struct json *params, const char *line,
                       size_t size);

/* Tries again what the daemon could not take for a while, or this machine not
 * write: what a seat says at a stage of sealing, or its signature of the end;
 * every second. */
void connect_hear_tick(struct connect *connect);

/* A head that came in an answer to a seat. */
void connect_hear_head(struct connect *connect, struct connect_game *game,
                       const struct json *head);

/* Answers with what steward would do, given the answer to game.position. */
connect_done connect_local_hint;

/* Answers with what is to be said of a record, given that to game.record. */
connect_done connect_local_verify;

#endif
