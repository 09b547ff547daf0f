#ifndef CASTLED_LOAD_MATCH_H
#define CASTLED_LOAD_MATCH_H

/*
 * load_match -- two clients who play one game after the other.
 *
 * Each of them has a connection of its own, and a key and a secret for each
 * game. Whoever is asked chooses, once both have been told all of the choice
 * before; when both know that a game is over, they make a new one. After a
 * connection was lost they come back with their tokens and go on: what was
 * chosen and not acknowledged is sent again.
 *
 * What is told is checked as far as it can be without knowing the rules: the
 * same event under the same number each time, and the number that comes next.
 */

#include "game/contribution.h"
#include "load_account.h"
#include "load_link.h"
#include "load_times.h"

enum {
    LOAD_SEATS = 2,
    LOAD_GAME_SIZE = 64,
    LOAD_TOKEN_SIZE = 72,
};

/* How all matches are played; shared by them. */
struct load {
    struct link_address address;
    int epoll;
    int level;         /* 0 or 1; -1: every second match */
    bool takes_first;  /* always the first choice */
    bool by_choice;    /* chooses by the choice itself, not its index */
    bool is_wary;      /* compares events when they are told again */
    bool comes_back;   /* reconnects */
    bool is_ending;    /* nothing new is begun */
    bool is_counting;  /* choices count for `times` */
    int resign_at;     /* choices, after which a game is given up; 0: never */
    int apart;         /* first games end at different times, after up to so
                          many choices; 0: all alike */
    int choices_max;   /* of one game: then it stays as it is; 0: no limit */
    int64_t period_ns; /* between two choices of a match; 0: closed loop */
    uint64_t random;   /* the generator's state */
    struct account account;
    struct times times;
    int begun_count;          /* matches that were ever in a game */
    long game_count;          /* games begun */
    long over_count;          /* played to their end */
    long refused_count;       /* choices that a daemon refused */
    int playing_count;        /* matches that are in a game */
    int settled_count;        /* matches that have reached choices_max */
    int64_t playing_ns;       /* time in which any match was in a game, */
    int64_t playing_since_ns; /* until now, since then; 0: none is */
};

/* One of the two clients. */
struct load_seat {
    struct link link;
    struct load_match *match;
    int number; /* from 1 */
    struct contribution contribution;
    char token[LOAD_TOKEN_SIZE]; /* "": it has no seat */
    bool is_joining;
    bool is_in; /* its connection is in the game */
    int said;   /* what of the sealing, by this connection; 0: nothing */
    bool has_resigned;
    bool knows_end;
    int waiting_seq;    /* the newest question it knows of */
    int question_seq;   /* the newest question that it is asked */
    int choice_count;   /* of that question's choices */
    struct text choice; /* one of them, picked */
    int choice_index;
    int64_t retry_ns; /* when to connect again */
    uint64_t *events; /* owned: a hash of each event it knows */
    int event_count;
    int event_capacity;
};

struct load_match {
    struct load *load; /* borrowed */
    int index;
    int level;
    char game[LOAD_GAME_SIZE]; /* "": none */
    struct load_seat seats[LOAD_SEATS];
    bool is_playing; /* the first question was asked */
    bool has_begun;  /* in this game or one before */
    bool is_settled;
    bool is_later;      /* a game has ended here before */
    int asked;          /* index of the seat that is asked */
    int choice_seat;    /* index of the seat that chose last */
    int choice_seq;     /* of the choice on its way, or 0 */
    struct text choice; /* the same, as JSON or an index */
    bool is_acknowledged;
    int choices; /* made in this game */
    int head_entry;
    char head_hash[HASH_HEX_SIZE];
    int64_t intended_ns; /* when the choice on its way was to be made */
    int64_t next_ns;     /* when the next one is to be made */
    int64_t moved_ns;    /* when something happened last */
};

/* Begins: connects, and makes a game. */
void load_match_start(struct load_match *match, struct load *load, int index);

/* Takes all that has come for one of its seats after epoll said `events`. */
void load_match_hear(struct load_seat *seat, uint32_t events);

/* Does what time has made due. Returns when it wants to be called again. */
int64_t load_match_tick(struct load_match *match, int64_t now_ns);

/* Whether a choice is on its way. */
bool load_match_waits(const struct load_match *match);

/* Frees it. */
void load_match_clear(struct load_match *match);

#endif
