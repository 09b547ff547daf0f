/*
 * sandbox -- tries every attack of attacks/ and compares what comes of it
 * with what its first lines expect. README.md tells how a file is written.
 *
 * Each attack runs twice, each time in a process of its own with a deadline:
 * in the host as scripts find it, and in one that opens names that scripts do
 * not have, so that the rules behind those names are tried as well.
 */

#include "attack.h"
#include "attempt.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* With AddressSanitizer memory is so slow to get that processor time may run
 * out before instructions do. */
#if defined(__SANITIZE_ADDRESS__)
enum { IS_SLOW = true, CPU_S = 30, STACK_SIZE = 256 << 20 };
#else
enum { IS_SLOW = false, CPU_S = 5, STACK_SIZE = 16 << 20 };
#endif

enum {
    ALARM_S = 120, /* for one that would wait for ever */
    OUTCOME_SIZE = 4096 + 64,
};

/* What a child process is to do, and what it found. */
struct trial {
    const struct attack *attack;
    bool opened;
    char complaint[OUTCOME_SIZE +
                   2 * ATTACK_LINE_SIZE]; /* "" where all is well */
};

/* The opened names. */

/* pcall that lets through what must not be caught (R9). */
static int l_pcall(lua_State *L)
{
    luaL_checkany(L, 1);
    int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
    if (host_of(L)->death != HOST_ALIVE || status == LUA_ERRMEM)
        return lua_error(L);
    luaL_checkstack(L, 1, NULL);
    lua_pushboolean(L, status == LUA_OK);
    lua_insert(L, 1);
    return lua_gettop(L);
}

/* setmetatable that lets through only what is harmless (R5). */
static int l_setmetatable(lua_State *L)
{
    static const char *const harmless[] = {
        "__index", "__newindex", "__call", "__eq",  "__lt",   "__le",  "__add",
        "__sub",   "__mul",      "__div",  "__mod", "__idiv", "__unm",
    };
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    luaL_argcheck(L, !host_is_frozen(L, 1), 1, "this table is read-only");
    lua_settop(L, 2);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        lua_pushstring(L, harmless[i]);
        lua_rawget(L, 2);
        lua_setfield(L, 3, harmless[i]);
    }
    lua_pushboolean(L, false);
    lua_setfield(L, 3, "__metatable");
    lua_setmetatable(L, 1);
    lua_settop(L, 1);
    return 1;
}

static int open_body(lua_State *L)
{
    const struct attack *attack = lua_touserdata(L, 1);
    lua_getglobal(L, "log");
    library_add(L, "print", lua_tocfunction(L, -1));
    library_add(L, "pcall", l_pcall);
    if (attack->opens_setmetatable)
        library_add(L, "setmetatable", l_setmetatable);
    return 0;
}

/* The trial. */

/* Replaces each tab by "\t", as it is written in the files. */
static void show_tabs(char *out, size_t size, const char *text)
{
    size_t used = 0;
    for (; *text != '\0' && used + 3 < size; text++) {
        if (*text == '\t')
            out[used++] = '\\';
        out[used++] = *text == '\t' ? 't' : *text;
    }
    out[used] = '\0';
}

/* "works: x" wants just that logged, "works" any or nothing; "error: x" and
 * "refused: x" want the text in the message; "killed: x" nothing logged. */
static bool is_expected(const struct attempt *attempt, const char *outcome,
                        const char *expect)
{
    size_t kind = strcspn(expect, ":");
    if (strncmp(outcome, expect, kind) != 0)
        return false;
    if (strncmp(expect, "error: ", 7) == 0 ||
        strncmp(expect, "refused: ", 9) == 0)
        return strstr(outcome, expect + kind + 2) != NULL;
    if (strncmp(expect, "killed", 6) == 0 && attempt->line_count > 0)
        return false;
    if (IS_SLOW && strcmp(expect, "killed: instructions") == 0 &&
        strcmp(outcome, "killed: cpu") == 0)
        return true;
    return strcmp(expect, "works") == 0 || strcmp(outcome, expect) == 0;
}

/* A host that a limit stopped runs nothing any more; a fresh one runs. */
static const char *check_afterwards(struct attempt *attempt)
{
    if (attempt->status == STATUS_LIMIT) {
        attempt_run(attempt, "log 'on'");
        if (attempt->status != STATUS_LIMIT || attempt->line_count > 0)
            return "the dead host went on";
    }
    attempt_close(attempt);

    struct host_limits limits = host_limits_default();
    attempt_open(attempt, &limits);
    if (attempt->status == STATUS_OK)
        attempt_run(attempt, "local t = {} for i = 1, 9 do t[i] = i end "
                             "log(table.concat(t, ' '))");
    bool fine = attempt->status == STATUS_OK &&
                strcmp(attempt->logged, "1 2 3 4 5 6 7 8 9\n") == 0;
    attempt_close(attempt);
    return fine ? NULL : "the next, harmless call failed";
}

static void *run_trial(void *context)
{
    struct trial *trial = context;
    const struct attack *attack = trial->attack;
    const char *expect = trial->opened ? attack->expect_opened : attack->expect;
    char outcome[OUTCOME_SIZE];
    char shown[OUTCOME_SIZE];
    char file[80];
    snprintf(file, sizeof file, "%s.lua", attack->name);

    struct attempt attempt;
    struct host_limits limits = host_limits_default();
    attempt_open(&attempt, &limits);
    REQUIRE(attempt.status == STATUS_OK);
    if (trial->opened)
        attempt.status =
            host_call(attempt.host, open_body, (void *)attack, &attempt.error);
    REQUIRE(attempt.status == STATUS_OK);
    attempt_run_bytes(&attempt, file, text_string(&attack->source),
                      attack->source.size);
    attempt_describe(&attempt, outcome, sizeof outcome);
    show_tabs(shown, sizeof shown, outcome);

    if (!is_expected(&attempt, shown, expect))
        snprintf(trial->complaint, sizeof trial->complaint,
                 "expected '%s', got '%s'", expect, shown);
    const char *afterwards = check_afterwards(&attempt);
    if (afterwards != NULL)
        snprintf(trial->complaint, sizeof trial->complaint, "%s", afterwards);
    return NULL;
}

/* In the child: a thread with the C stack that a host needs (R14). The status
 * tells the parent; the complaint is printed here. */
static _Noreturn void run_child(const struct attack *attack, bool opened)
{
    static struct trial trial;
    trial.attack = attack;
    trial.opened = opened;

    /* In processor time, so that a busy machine fails nobody. */
    const struct rlimit deadline = {CPU_S, CPU_S};
    REQUIRE(setrlimit(RLIMIT_CPU, &deadline) == 0);
    alarm(ALARM_S);

    pthread_attr_t attributes;
    pthread_t thread;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0);
    REQUIRE(pthread_create(&thread, &attributes, run_trial, &trial) == 0);
    REQUIRE(pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attributes);

    if (trial.complaint[0] != '\0')
        printf("%s%s: %s\n", attack->name, opened ? ", opened" : "",
               trial.complaint);
    exit(trial.complaint[0] == '\0' ? 0 : 1);
}

static bool passes(const struct attack *attack, bool opened)
{
    fflush(stdout);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0)
        run_child(attack, opened);
    int status;
    REQUIRE(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status))
        printf("%s%s: died of signal %d, '%s'\n", attack->name,
               opened ? ", opened" : "", WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool passes_twice(const struct attack *attack)
{
    bool closed = passes(attack, false);
    bool opened = passes(attack, true);
    return closed && opened;
}

int main(int argument_count, char **arguments)
{
    return attack_try_all(argument_count, arguments, passes_twice);
}
