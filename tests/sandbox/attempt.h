#ifndef CASTLED_ATTEMPT_H
#define CASTLED_ATTEMPT_H

/*
 * attempt -- one script, tried in a host of its own, and what came of it.
 *
 * For the tests of the host, of its library and of the sandbox. Everything is
 * in this header, so that each of their programs can be built by itself.
 */

#include "script/host.h"
#include "script/library.h"

#include <stdio.h>
#include <string.h>

struct attempt {
    struct host *host; /* owned */
    enum status status;
    struct error error;
    bool compiled;     /* the source was taken; what it did then is another
                          question */
    char logged[4096]; /* each line followed by a line end */
    int line_count;
    const char *name; /* of the chunk; borrowed, for the call */
    const char *source;
    size_t size;
};

static inline void attempt_keep_line(void *context, const char *line)
{
    struct attempt *attempt = context;
    size_t used = strlen(attempt->logged);
    snprintf(attempt->logged + used, sizeof attempt->logged - used, "%s\n",
             line);
    attempt->line_count++;
}

/* A host under these limits; on failure attempt->host is NULL, and status and
 * error tell why. */
static inline void attempt_open(struct attempt *attempt,
                                const struct host_limits *limits)
{
    memset(attempt, 0, sizeof *attempt);
    attempt->status = host_open(&attempt->host, limits, &attempt->error);
    if (attempt->status != STATUS_OK)
        return;
    attempt->host->log = attempt_keep_line;
}

static inline void attempt_close(struct attempt *attempt)
{
    host_close(attempt->host);
    attempt->host = NULL;
}

static inline int attempt_run_body(lua_State *L)
{
    struct attempt *attempt = lua_touserdata(L, 1);
    host_push_chunk(L, attempt->name, attempt->source, attempt->size);
    attempt->compiled = true;
    lua_call(L, 0, 0);
    return 0;
}

/* Runs `size` bytes of source; attempt->status tells how it went. */
static inline void attempt_run_bytes(struct attempt *attempt, const char *name,
                                     const char *source, size_t size)
{
    attempt->host->log_context = attempt;
    attempt->name = name;
    attempt->source = source;
    attempt->size = size;
    attempt->compiled = false;
    attempt->logged[0] = '\0';
    attempt->line_count = 0;
    attempt->error.text[0] = '\0';
    attempt->status =
        host_call(attempt->host, attempt_run_body, attempt, &attempt->error);
}

/* Runs a script called "try.lua". */
static inline void attempt_run(struct attempt *attempt, const char *source)
{
    attempt_run_bytes(attempt, "try.lua", source, strlen(source));
}

/* What came of a script in a fresh host, in one line: "works", "works: " and
 * what was logged with " / " between lines, "refused: ..." where it does not
 * compile, "error: ..." or "killed: ...". */
static inline void attempt_describe(const struct attempt *attempt, char *out,
                                    size_t size)
{
    static const char *const deaths[] = {
        [HOST_ALIVE] = "alive",      [HOST_DEAD_INSTRUCTIONS] = "instructions",
        [HOST_DEAD_CPU] = "cpu",     [HOST_DEAD_MEMORY] = "memory",
        [HOST_DEAD_CALLS] = "calls",
    };
    if (attempt->status == STATUS_LIMIT) {
        snprintf(out, size, "killed: %s", deaths[attempt->host->death]);
        return;
    }
    if (attempt->status != STATUS_OK) {
        snprintf(out, size, "%s: %s", attempt->compiled ? "error" : "refused",
                 attempt->error.text);
        return;
    }
    size_t used = (size_t)snprintf(out, size, "works");
    const char *line = attempt->logged;
    while (*line != '\0' && used < size) {
        const char *end = strchr(line, '\n');
        int length = (int)(end - line);
        used += (size_t)snprintf(out + used, size - used, "%s%.*s",
                                 line == attempt->logged ? ": " : " / ", length,
                                 line);
        line = end + 1;
    }
}

#endif
