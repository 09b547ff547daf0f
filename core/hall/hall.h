#ifndef CASTLED_HALL_H
#define CASTLED_HALL_H

/*
 * hall -- all the matches of a process, and the methods to act upon them.
 *
 * A hall is given messages of peers and gives responses, and news when it is
 * asked for work. It knows nothing of lines, sockets and connections: whoever
 * has those calls hall_serve for each message, sends what comes of it, and then
 * calls hall_work until there is nothing left to do.
 *
 * There are two kinds. The hall of `castled host` has one peer, who acts for
 * all seats; games are saved in files, and bots choose in hall_work. The hall
 * of the daemon has a writer: games lie in its store, are loaded when somebody
 * asks for them and leave memory when nobody does; seats are taken with tokens;
 * bots are peers. What its hall says may be sent only when the writer has
 * committed the ticket that was its last at that time (store/writer.h).
 *
 * Not for several threads at once.
 */

#include "hall/hint.h"
#include "hall/matches.h"
#include "hall/peer.h"
#include "hall/rpc.h"
#include "hall/shelf.h"
#include "script/worker.h"
#include "store/writer.h"

enum {
    HALL_MATCHES_MAX = 100, /* of `castled host`, at the same time */
    HALL_BOTS_MAX = 64,     /* that play for the daemon */
};

/* Takes one notification, a line with its end, for one peer. */
typedef void hall_listener(void *context, struct peer *peer, const char *bytes,
                           size_t size);

/* How a hall is to be. The strings are borrowed for its life. */
struct hall_settings {
    const char *root;    /* the folder that has scripts/ and variants/ */
    const char *version; /* of the program */
    const char *kind;    /* what it is to those who say hello: "host" */
    bool opens_files;    /* games, variants and records by path: only for those
                            who could open them by themselves */
    bool is_verbose;     /* errors tell tracebacks */
    struct worker_server *workers; /* borrowed: for scripts by strangers, with
                            the jobs of verify; NULL: they are not run */
    hall_listener *listener;
    void *context;
    /* The daemon's; NULL and 0 else. */
    struct writer *writer; /* borrowed */
    struct store *reader;  /* borrowed: of the writer */
    const char *data;      /* the folder of its games, as operators are told */
    const char *bot_key;   /* with which the daemon's own bots attach */
    const char *pages_key; /* and its page process; NULL: there is none */
    /* Whether there are bots of a kind; NULL: of any. */
    bool (*has_bot)(const void *bots, const char *kind);
    const void *bots;   /* borrowed */
    int64_t sealing_ms; /* how long each step of sealing may take */
    int64_t idle_ms;    /* after which a game that nobody is in leaves memory */
    int idle_max;       /* or when there are more such games; 0: any number */
    int64_t open_ms;    /* after which an open game that nobody joined goes */
    int games_max;      /* that one address may have at once, and watch:
                           hall/room.h; 0: any number */
    int memory_max;     /* games that are played, with which none is made from
                           the web any more; 0: any number */
    int message_bytes;  /* what is said of limits to those who say hello: */
    int messages_per_second; /* whoever has the connections keeps them */
};

struct hall;

/* A hall without matches. *out is the caller's, to be freed with hall_free. */
enum status hall_new(struct hall **out, const struct hall_settings *settings,
                     struct error *error) MUST_CHECK;

/* Saves all matches and frees them; NULL is fine. No peer may be left. */
void hall_free(struct hall *hall);

/* A peer comes, or goes: its seats stay its own, and it is told nothing more.
 * The struct stays the caller's. */
void hall_connect(struct hall *hall, struct peer *peer);
void hall_disconnect(struct hall *hall, struct peer *peer);

/* Carries out one message of a peer and adds the response to `out`: see
 * rpc_serve. */
void hall_serve(struct hall *hall, struct peer *peer, const char *bytes,
                size_t size, struct text *out);

/* Does a little of what there is to do: tells all news, or lets one bot
 * choose. False when there was nothing to do. STATUS_NO_MEMORY in `error` when
 * news was lost. */
bool hall_work(struct hall *hall, struct error *error);

/* Does what time has made due: clocks that have run out, seals that are late,
 * games that are idle. `now_ms` is the machine's calendar. Returns when to call
 * it next, at the latest, which is a second later. When it finds, or hall_serve
 * does, that nobody has called for much longer, that time counts for nobody.
 * Call hall_work after it. */
int64_t hall_tick(struct hall *hall, int64_t now_ms);

/* All connections that had said something before that time, by the machine's
 * calendar, have had a turn: no time that ends later is over yet, whatever the
 * clock says. Until this is called all counts as heard at once. */
void hall_heard(struct hall *hall, int64_t heard_ms);

/* The writer has failed: what is not on the disk is forgotten. The games with
 * such changes leave memory, and come back as the store has them; until the
 * writer works, all that changes a game is refused with RPC_STORAGE, and time
 * does nothing either. */
void hall_forget_unwritten(struct hall *hall);

/* After that: has the writer try whether the disk takes something again, as
 * writer_resume does. When it is true, all goes on from what the store has, and
 * the time since the failure counts for nobody. Call hall_work after it. */
bool hall_resume(struct hall *hall);

/* The store has refused what was to be written of one game: it leaves memory
 * as it is, and comes back as the store has it. Call hall_work after it. */
void hall_forget_refused(struct hall *hall, int64_t number);

/* What is counted, for those who watch it. */
struct hall_figures {
    int match_count; /* in memory */
    int peer_count;
    int executor_count;
    int64_t choice_count; /* since the start */
    int64_t game_count;   /* begun since the start */
    int64_t script_failure_count;
};

/* The counts of now. */
struct hall_figures hall_figures(const struct hall *hall);

/* The scripts below the root have changed: games that are made from now on, and
 * what is told of rulesets, are made from them. Without this they are looked at
 * once a second. */
void hall_look_again(struct hall *hall);

/* The hall that a call acts upon. */
struct hall *hall_of(const struct rpc_call *call);

/* What the hall was made with. */
const struct hall_settings *hall_settings(const struct hall *hall);

/* All methods. */
extern const struct rpc_method *const hall_methods[];

/* The peer whose call it is. */
struct peer *hall_peer(const struct rpc_call *call);

/* Answers about rulesets that are kept. */
struct shelf *hall_shelf(struct hall *hall);

/* The rules that are kept for hints. */
struct hint_rules *hall_hint_rules(struct hall *hall);

/* What all matches of the hall share. */
struct match_home *hall_home(struct hall *hall);

/* How many milliseconds the daemon has lived since then (hall/lived.h). */
int64_t hall_lived_since(const struct hall *hall, int64_t since_ms);

/* The matches that are in memory. */
const struct matches *hall_matches(const struct hall *hall);

/* The match that the parameter "game" names, from the store if it must be;
 * NULL and the code, with the error set, when there is none. */
struct match *hall_match(struct rpc_call *call, enum rpc_code *code);

/* The same by id. STATUS_NOT_FOUND when there is none. */
enum status hall_find(struct hall *hall, const char *id, struct match **out,
                      struct error *error) MUST_CHECK;

/* The number of the next match; 0 when there are too many. */
int hall_next_number(struct hall *hall);

/* Takes over a match made with that number; on failure it is freed. */
enum status hall_add(struct hall *hall, struct match *match,
                     struct error *error) MUST_CHECK;

/* Saves a match, forgets it and frees it; in the store it stays. Peers that are
 * in it are put out without a word. */
void hall_close(struct hall *hall, struct match *match);

/* Forgets a match of the daemon as it is, without putting it into the store. */
void hall_drop(struct hall *hall, struct match *match);

/* The peer, who is in no game, is a bot of that kind from now on, and gets
 * seats that wait for one. False when it is one already or there are
 * HALL_BOTS_MAX.
 */
bool hall_attach_bot(struct hall *hall, struct peer *peer, const char *kind);

/* Gives the bots' seats of a match to the bots that are there. */
void hall_seat_bots(struct hall *hall, struct match *match);

#endif
