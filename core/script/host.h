#ifndef CASTLED_HOST_H
#define CASTLED_HOST_H

/*
 * host -- a Lua state that a script cannot get out of, or hold up.
 *
 * A host is a Lua state with an allocator that counts and caps, a count hook
 * that spends a budget, and a library that is built from nothing (library.h).
 * C enters Lua only through host_call, which sets the limits, runs `body` in
 * protected mode and turns an error into a status. What a limit stopped stays
 * stopped: nothing that a script does can catch it, and the host is dead and
 * to be closed.
 *
 * The host knows no games: `position` and the bindings do. Only files of
 * core/script/ include this header. Rules R1 to R20 of sandbox.md are cited
 * where they are obeyed.
 *
 * What the limits do not cover: time inside one C function of Lua's own that
 * is not ours (there is none in the library without a charge), and crashes of
 * Debian's Lua itself: for scripts by strangers a worker process is the wall.
 */

#include "base/error.h"
#include "script/pool.h"

#include <lauxlib.h>
#include <lua.h>

#include <stdint.h>

/* Each is a setting. */
struct host_limits {
    size_t memory_size;   /* all that Lua may hold at once */
    size_t block_size;    /* one table's array or hash, one stack */
    size_t string_size;   /* one string */
    size_t source_size;   /* one script's text */
    int64_t instructions; /* for one call; C functions charge it as well */
    int64_t cpu_ms;       /* of the thread, for one call; a backstop */
    int log_lines;        /* for one call */
    int64_t fail_after;   /* for tests: the request for memory, counted from 1,
                             at which malloc says no; 0: none */
};

enum host_death {
    HOST_ALIVE,
    HOST_DEAD_INSTRUCTIONS,
    HOST_DEAD_CPU,
    HOST_DEAD_MEMORY,
    HOST_DEAD_CALLS,     /* memory, because of functions that call each other */
    HOST_DEAD_NO_MEMORY, /* malloc said no, where the limits had room */
};

struct host {
    lua_State *L;
    struct pool pool; /* where its memory comes from */
    struct host_limits limits;
    enum host_death death; /* sticky */
    char death_place[72];  /* "castle/rules.lua:12", or "" where not known */
    size_t memory_used;
    size_t memory_peak;
    size_t memory_kept;      /* the least since the last whole collection */
    int64_t memory_requests; /* for limits.fail_after */
    int64_t budget;          /* instructions left in this call */
    int64_t steady_start_ns; /* when this call began */
    int64_t cpu_deadline_ns; /* of clock_thread_cpu_ns; 0 until the call has
                                lasted for a while */
    int log_lines_left;
    bool crowded; /* the hook is to collect at the next instruction */
    bool calling; /* inside host_call, which does not nest */
    bool loading; /* while a ruleset is being loaded: functions that only make
                     sense then are allowed */
    void *guest;  /* whoever's bindings run: borrowed for a call */
    /* Gets each line that a script logs; NULL drops them. */
    void (*log)(void *log_context, const char *line);
    void *log_context;
    /* Whether a chunk, by its name with a '@' in front, is the one to be blamed
     * where others that it called raise; NULL: none is. */
    bool (*is_author)(const struct host *host, const char *name);
    /* Adds to an error that a script raised what could be meant; NULL: none.
     * May read what Lua has, and raise nothing. */
    void (*explain)(const struct host *host, struct error *error);
    char author_place[72]; /* of the last error: where that one was, or "" */
    /* Of the last error, for the operator, a line a function; "" if none. A
     * limit on memory leaves none: see death_place. */
    char traceback[4096];
};

/* The limits of sandbox.md section 7. */
struct host_limits host_limits_default(void);

/* A host with the library opened and nothing else. The caller's, to be closed
 * with host_close. STATUS_NO_MEMORY, or STATUS_LIMIT where the limits have no
 * room for the library. */
enum status host_open(struct host **out, const struct host_limits *limits,
                      struct error *error) MUST_CHECK;

/* Closes a host, dead or alive; NULL is fine. */
void host_close(struct host *host);

/* Calls `body` in protected mode with `argument` as a light userdata at stack
 * index 1. `body` may raise; what it leaves on the stack is dropped. Refills
 * the budget first. STATUS_SCRIPT: the script raised, `error` has its text
 * with file and line, cut and without control characters (R15), and
 * host->traceback the rest. STATUS_LIMIT: a limit, named. STATUS_NO_MEMORY:
 * the machine had none left, which is no fault of the script's. */
enum status host_call(struct host *host, lua_CFunction body, void *argument,
                      struct error *error) MUST_CHECK;

/* The host that runs `L`. Cheap. */
struct host *host_of(lua_State *L);

/* Takes `work` instructions from the budget, before the work is done; raises
 * for good when it is spent (R10). */
void host_charge(lua_State *L, int64_t work);

/* Pushes the function compiled from `source`, named `name` in messages
 * ("castle/rules.lua"). Text only, at most source_size bytes (R2, R13).
 * Raises a syntax error with file and line. Inside host_call only. */
void host_push_chunk(lua_State *L, const char *name, const char *source,
                     size_t size);

/* Replaces the table at `index` by a read-only proxy of it, and so on for the
 * tables inside. A proxy's raw length is 0; `#`, `pairs`, `ipairs` and the
 * table library see through it, and writing to it raises, naming `what`
 * ("castle/tiles.lua"). The same table always gets the same proxy. Values of
 * other types stay as they are. */
void host_freeze(lua_State *L, int index, const char *what);

/* Whether the value at `index` is a proxy that host_freeze made. Cheap for
 * tables without a metatable. */
bool host_is_frozen(lua_State *L, int index);

/* Pushes what the proxy at `index` stands for, or the value itself. */
void host_push_thawed(lua_State *L, int index);

#endif
