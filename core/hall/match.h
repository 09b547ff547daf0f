#ifndef CASTLED_MATCH_H
#define CASTLED_MATCH_H

/*
 * match -- a game that is hosted: who plays it, where it is saved, what is
 * told of it.
 *
 * A match puts out news of all that happens in its game, numbers the
 * questions, lets bots choose, and has the record saved, in its file or in the
 * store (match_store), after everything that changes it, before anybody is
 * told. It knows no messages; peers sit in it or watch (place).
 *
 * The number of a question (`seq`) counts from 1, one more for each choice and
 * each undo; so it follows from the record, and stays what it is when a game is
 * resumed. Seats count from 0.
 */

#include "game/game.h"
#include "game/player.h"
#include "hall/news.h"
#include "hall/peer.h"
#include "hall/story.h"
#include "store/writer.h"

enum {
    MATCH_LETTERS = 16, /* of an id of the daemon's: 80 bits */
    MATCH_ID_SIZE = MATCH_LETTERS + 1,
    MATCH_SAVE_SIZE = 1024, /* of a file's path, with the zero byte */
    MATCH_ATTEMPT = 1,      /* no game is begun anew under the same seal */
    MATCH_WHO_MAX = 40,     /* characters of the name of who plays */
    MATCH_WHO_SIZE = 4 * MATCH_WHO_MAX + 1,
    MATCH_HEADS_MAX = 16, /* newest answers whose heads are known */
};

struct match;

enum { MATCH_DELETED_MAX = 256 /* that wait for the disk at the same time */ };

/* A game that was deleted, though the store may not know of it yet. */
struct match_deleted {
    char id[MATCH_ID_SIZE];
    int64_t ticket;
};

enum { MATCH_PAUSES_MAX = 16 };

/* A time that does not count. */
struct match_pause {
    int64_t from_ms;
    int64_t to_ms;
};

/* What is asked while a time runs, a question or a stage of sealing: nobody is
 * told of it before it is on the disk. */
struct match_asking {
    int seq;        /* of the question; 0: it was not put yet */
    int64_t ticket; /* with which it was put; 0: all of it is on the disk */
    int64_t put_ms; /* and when */
    bool is_late;   /* it was long before it was there: what that took is */
    bool is_spared; /* left out of its time, */
};

/* What all matches of a hall share; the hall's, which outlives them. */
struct match_home {
    const char *root; /* borrowed: the folder that has scripts/ and variants/ */
    struct news *news;     /* borrowed */
    bool is_daemon;        /* matches are stored, seats are taken with tokens,
                              and bots are peers */
    struct writer *writer; /* borrowed; the daemon's, as is: */
    struct store *reader;  /* borrowed */
    struct sign_keys keys; /* the daemon's own; wiped by the hall */
    struct warm *warm;     /* borrowed: executors that games share; NULL: each
                              has its own */
    int64_t sealing_ms;    /* how long each stage of sealing may take */
    int64_t start_ms;      /* when the daemon began */
    int64_t alive_ms;      /* the time that does not count, since the daemon was
                              down or stood still, or the disk said no: from
                              here, */
    int64_t up_ms;         /* to here */
    int pause_count;       /* and such times before it, for games that have not
                              been waked since then */
    struct match_pause pauses[MATCH_PAUSES_MAX];
    int64_t heard_ms;      /* up to when all was heard that players said:
                              hall_heard */
    int64_t due_ms;        /* the first end of a time that runs, of those set
                              since the hall looked at them all */
    int64_t unheard_ms;    /* the first end of a time that has ended, when not
                              all was heard that was said before it */
    int64_t untold_ms;     /* when to look whether what was put is late: */
    int64_t untold_ticket; /* the newest that is asked */
    struct match *changed; /* the first of those that are to be written */
    int deleted_count;
    struct match_deleted deleted[MATCH_DELETED_MAX];
    int64_t choice_count; /* since the start */
    int64_t game_count;
    int64_t script_failure_count;
};

/* Who sits in a seat: the daemon's. */
struct match_seat {
    bool is_held;  /* only for who brings the invitation */
    bool is_taken; /* by a person, who has the token; who: */
    char who[MATCH_WHO_SIZE];
    bool has_key;
    uint8_t key[DRAW_KEY_SIZE]; /* public */
    struct hash token;          /* as game/seat.h keeps them */
    struct hash invitation;
    bool wants_rematch;
    char address[PEER_ADDRESS_SIZE]; /* that it counts for while the game has
                                        not begun; "" as of creator */
    bool lapses;       /* it is free again when its person is away until then */
    int64_t away_ms;   /* since when that is; 0: is there */
    struct peer *peer; /* borrowed: who is there now; NULL: nobody */
};

/* How a question was answered. */
struct match_answer {
    uint64_t digest; /* of the choice, to know a repeat; 0: it was an undo */
    int index;       /* of the choice among those offered; -1: not known */
    int seat;        /* whose choice it was */
};

/* What the daemon signed behind an answer. */
struct match_head {
    int seq; /* of the question; 0: there is none */
    struct game_head head;
};

struct match {
    int number; /* in its hall, from 1 */
    char id[MATCH_ID_SIZE];
    struct match_home *home;   /* borrowed from the hall, which outlives it */
    struct ruleset *ruleset;   /* owned; NULL where there is a warm: then */
    struct warm_rules *rules;  /* used, and to be left */
    struct game *game;         /* owned; NULL until it has begun */
    char seed[GAME_SEED_SIZE]; /* what it is to begin with: an open seed, */
    struct sealing sealing;    /* or a seal; the game takes it over */
    bool is_sealed;            /* or: is to be sealed */
    int64_t stage_until_ms;    /* when the stage of sealing ends */
    struct timer_rule clock;   /* zeros: none */
    int seat_count;
    char seat_names[MATERIAL_SEATS_MAX][RULESET_NAME_SIZE];
    struct player players[MATERIAL_SEATS_MAX];
    int seq;                      /* of the question that is asked */
    struct match_answer *answers; /* owned: seq - 1 of them; by seq - 1 */
    int answer_capacity;
    struct match_head *heads; /* owned: of the newest answers, by seq; NULL
                                 until one is signed */
    bool over_is_told;
    bool signature_is_told; /* in the log: that one was refused */
    bool is_broken;    /* it is over, because its rules let nobody go on: */
    char *because;     /* owned: why, for its players, as JSON; or NULL */
    bool *failed;      /* owned: the choices that the rules failed on, by index,
                          of the question */
    int failed_seq;    /* (0: of none), */
    int failed_count;  /* and how many */
    bool is_replaying; /* its record: nothing is told, all goes to: */
    struct story story;

    /* Of `castled host`. */
    char save[MATCH_SAVE_SIZE]; /* "": it is not saved */
    bool save_has_failed;       /* the last time */

    /* Of the daemon. */
    struct match_seat seats[MATERIAL_SEATS_MAX];
    struct peer **watchers; /* owned; the peers are borrowed */
    int watcher_count;
    int watcher_capacity;
    bool is_public;
    char creator[PEER_ADDRESS_SIZE]; /* the address that it was made from, over
                                        the web; "" for none, and when it is
                                        loaded and has begun */
    bool is_counted; /* for that address as long as it is in memory; one that
                        was loaded is not: the store knows whether it counts */
    char *shown; /* owned: the members name, title, variants, options of what
                    everybody may know, as JSON */
    struct text said; /* owned: the newest sayings, a line of JSON each */
    char next[MATCH_ID_SIZE]; /* the rematch; "": none yet */
    const char *forfeited;    /* over before it began: the reason; else NULL */
    int head_told;            /* the entry of the newest head that was told */
    int64_t created_ms;
    int64_t changed_ms; /* of one that is over: when it ended */
    int64_t used_ms;    /* when somebody was last in it */

    /* Of its place in the store. */
    bool is_changed;            /* in home->changed, by: */
    struct match *next_changed; /* borrowed */
    bool is_new;                /* not put yet */
    bool about_is_new; /* what everybody may know, or what is kept, changed */
    int64_t ticket;    /* of what was last put, */
    int64_t put_ms;    /* and when that was */
    struct match_asking asking;
    bool over_is_put;
    int entry_count;  /* of the record: put */
    size_t put_size;  /* of the record, in bytes: put */
    struct text tail; /* owned: the last lines put, which may not be on the
                         disk yet */

    /* Of the list of matches. */
    struct match *next_by_id;
    struct match *next_by_number;
    int place; /* in the list */
};

/* A choice, as it comes from outside. */
struct match_choice {
    int seat;           /* who makes it; -1: whoever is asked */
    int seq;            /* of the question that it answers */
    int index;          /* from 0; or -1, and then: */
    const char *choice; /* canonical JSON */
    size_t size;
    bool has_ack; /* the player signed what they saw of the record: */
    int ack_entry;
    struct signature ack;
};

/* How a choice was taken. */
enum match_verdict {
    MATCH_CHOSEN,    /* or: chosen before, and this was the same */
    MATCH_WRONG_SEQ, /* another question is asked */
    MATCH_ELSE,      /* the question was answered in another way */
    MATCH_NOT_OFFERED,
    MATCH_NOT_YOURS, /* another seat is or was asked */
    MATCH_FAILED,    /* see the error */
};

/* Frees it; NULL is fine. What was not put into the store is lost. */
void match_free(struct match *match);

/* Begins it: the first draw is made, and the first question told. */
enum status match_begin(struct match *match, struct error *error) MUST_CHECK;

/* Whether it has begun and is not over. */
bool match_goes_on(const struct match *match);

/* Whether seats are still taken and given back: it is not played, and its order
 * is not being sealed. */
bool match_is_unbegun(const struct match *match);

/* Gives a seat back, of a match of which that is so. */
void match_free_seat(struct match *match, int seat);

/* Where it stands, for lists. */
enum store_state match_state(const struct match *match);

/* Whether a bot of this process is to choose. */
bool match_waits_for_bot(const struct match *match);

/* Lets the bot whose turn it is choose. When the rules fail on its choice, any
 * other is made; when they fail on all, the game is broken. */
void match_let_choose(struct match *match);

/* Takes the player's signature under what the seat was told of the record, also
 * when the game is over: it goes behind what is there, which stays as it is.
 * What says no more than one before it adds nothing. */
enum status match_sign(struct match *match, int seat, int entry,
                       const struct signature *signature,
                       struct error *error) MUST_CHECK;

/* Makes a choice. A choice that was made before is MATCH_CHOSEN again, and
 * nothing is done. */
enum match_verdict match_choose(struct match *match,
                                const struct match_choice *choice,
                                struct error *error) MUST_CHECK;

/* The head that the daemon signed behind the answer to question `seq`. False
 * when the game is not signed, or the answer is not one of the newest
 * MATCH_HEADS_MAX. */
bool match_head(const struct match *match, int seq, struct game_head *head);

/* The seat that answered question `seq`; -1 when there is no such answer. */
int match_seat_of(const struct match *match, int seq);

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

/* How its order was sealed, and by whom, as far as it got; NULL when the seed
 * is open or that has not begun. */
const struct sealing *match_sealing(const struct match *match);

/* Adds the members of the question that is asked, choices and all. */
enum status match_add_question(struct match *match, struct text *out,
                               struct error *error) MUST_CHECK;

/* Whether choice `index` of those offered cannot be taken back: somebody else,
 * a draw or the next turn comes after it. */
enum status match_ends_turn(struct match *match, int index, bool *ends_turn,
                            struct error *error) MUST_CHECK;

/* Keeps what has changed: writes the record to the file that it is saved in, if
 * there is one; when that fails, or works again, news says so. The daemon notes
 * that the match is to be put into the store, and tells the new head. */
void match_save(struct match *match);

/* Notes that what everybody may know of it, or what is kept of it, has
 * changed: at the end of the call it is put into the store. */
void match_note_about(struct match *match);

/* Begins news about the match, as news_begin, with the member "game"; ends it,
 * for all who are in it. */
struct text *match_begin_news(struct match *match, const char *method);
void match_end_news(struct match *match);

/* Ends what is over by now: the time of who is asked, or a stage of sealing.
 * Returns when that will be; INT64_MAX: never. While the disk says no, nothing
 * is, nor before what is asked is on it. To be called before anything is done
 * in the match, so that nobody gains by being faster than the next tick. */
int64_t match_look(struct match *match, int64_t now_ms);

/* The same, and lets a position rest that nobody needs. Returns when it wants
 * to be called next, at the latest. */
int64_t match_tick(struct match *match, int64_t now_ms);

/* Whether what changes can be written: always, until the writer has failed. */
bool match_may_change(const struct match *match);

/* How much of the time since `entry_ms`, by the calendar, does not count,
 * because the daemon was down or stood still, or the disk said no: the last
 * time that it was so. */
int64_t match_downtime(const struct match_home *home, int64_t entry_ms);

/* Leaves that time out of the clock that runs, unless it is left out already.
 * STATUS_NO_MEMORY: it is to be called again. */
enum status match_leave_out_downtime(struct match *match, struct error *error);

/* The daemon goes on after such a time: as above, or, for a stage of sealing,
 * as match_seal_leave_out_downtime. All are told. */
void match_resume(struct match *match);

/* Notes in home->due_ms when the time that runs in it is over. */
void match_note_due(struct match *match);

/* To be called when it has been put: notes what is asked anew. */
void match_note_put(struct match *match);

/* To be called when it was loaded: what is asked in it is on the disk. */
void match_note_loaded(struct match *match);

/* Before something is done in it: leaves out what has passed while what is
 * asked is late, since that must stand before the next entry. */
void match_spare_untold(struct match *match, int64_t now_ms);

/* Whether something happens in it without people: a clock runs, an order is
 * being sealed, a bot is to move. */
bool match_runs_by_itself(const struct match *match);

/* The ruleset that it is played by. */
const struct ruleset *match_ruleset(const struct match *match);

/* Adds the members entry, hash and signature. */
void match_add_head(struct text *out, const struct game_head *head);

/* Tells one peer the newest head, if there is one. */
void match_tell_head_to(struct match *match, struct peer *peer);

/* Adds the members clocks and until of the question that is asked. */
void match_add_clocks(const struct match *match, struct text *out);

/* Tells all that it is over, and how. */
void match_tell_over(struct match *match);

/* Adds the members reason, scores and winner of a game that is over. */
void match_add_result(const struct match *match, struct text *out);

/* Tells what is asked now, to one peer who sits in `seat` or PEER_WATCHES; or,
 * NULL, to all as it concerns them. */
void match_tell_asked(struct match *match, struct peer *peer, int seat);

/* From now on saves it in `path`. STATUS_BAD_INPUT when something is there
 * that is not to be overwritten. On failure nothing has changed. */
enum status match_save_to(struct match *match, const char *path,
                          bool overwrites, struct error *error) MUST_CHECK;

#endif
