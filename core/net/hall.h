#ifndef CASTLED_HALL_H
#define CASTLED_HALL_H

/*
 * hall -- all the matches of a process, and the methods to act upon them.
 *
 * A hall is given messages and gives responses, and news when it is asked for
 * work. It knows nothing of lines, sockets and files that messages come from:
 * whoever has those calls hall_serve for each message, sends what comes of it,
 * and then calls hall_work until there is nothing left to do.
 *
 * Not for several threads at once.
 */

#include "net/match.h"
#include "net/rpc.h"
#include "script/worker.h"

enum { HALL_MATCHES_MAX = 100 /* open at the same time */ };

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
    news_listener *listener;
    void *context;
};

struct hall;

/* A hall without matches. *out is the caller's, to be freed with hall_free. */
enum status hall_new(struct hall **out, const struct hall_settings *settings,
                     struct error *error) MUST_CHECK;

/* Saves all matches and frees them; NULL is fine. */
void hall_free(struct hall *hall);

/* Carries out one message and adds the response to `out`: see rpc_serve. */
void hall_serve(struct hall *hall, const char *bytes, size_t size,
                struct text *out);

/* Does a little of what there is to do: tells all news, or lets one bot
 * choose. False when there was nothing to do. STATUS_NO_MEMORY in `error` when
 * news was lost. */
bool hall_work(struct hall *hall, struct error *error);

/* For methods -------------------------------------------------------------- */

/* The hall that a call acts upon. */
struct hall *hall_of(const struct rpc_call *call);

/* What the hall was made with. */
const struct hall_settings *hall_settings(const struct hall *hall);

/* All methods. */
extern const struct rpc_method *const hall_methods[];

/* The news of all matches. */
struct news *hall_news(struct hall *hall);

/* The match that the parameter "game" names; NULL, with the error set, when
 * there is none. */
struct match *hall_match(struct rpc_call *call);

/* The number of the next match; 0 when there are too many. */
int hall_next_number(struct hall *hall);

/* Takes over a match made with that number. */
void hall_add(struct hall *hall, struct match *match);

/* Saves a match, forgets it and frees it. */
void hall_close(struct hall *hall, struct match *match);

#endif
