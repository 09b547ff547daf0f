/*
 * worker -- tries every attack of attacks/ behind the walls of a worker alone:
 * in a plain Lua state with all its libraries, without a hook, without a cap.
 *
 * It passes when it runs to its end, or raises, or when its process dies, all
 * before the deadline; and when a harmless script runs afterwards. That it be
 * refused with the right words is what sandbox.c looks at.
 */

#include "script/worker.h"
#include "attack.h"
#include "base/clock.h"

#include <signal.h>

enum {
    /* Half of what a real call has, since a third of them uses it up. */
    CPU_S = 1,
    DEADLINE_MS = 5000,
    IN_SIZE_MAX = ATTACK_SOURCE_SIZE_MAX,
    OUT_SIZE_MAX = 1 << 10,
};

#ifdef __SANITIZE_ADDRESS__

/* There is no limit to addresses, so that the allocator has to say no. */
enum { MEMORY_SIZE = 256 << 20 };

static void *resize(void *context, void *block, size_t old_size, size_t size)
{
    size_t *used = context;
    size_t old = block == NULL ? 0 : old_size;
    if (size > old && *used + size - old > MEMORY_SIZE)
        return NULL;
    void *moved = NULL;
    if (size > 0)
        moved = realloc(block, size);
    else
        free(block);
    if (size == 0 || moved != NULL)
        *used = *used + size - old;
    return moved;
}

static lua_State *new_state(void)
{
    static size_t used;
    return lua_newstate(resize, &used);
}

#else

static lua_State *new_state(void)
{
    return luaL_newstate();
}

#endif

static enum status attack_job(const void *bytes, size_t size, struct text *out,
                              struct error *error)
{
    lua_State *L = new_state();
    if (L == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory");
    luaL_openlibs(L);
    bool refused = luaL_loadbuffer(L, bytes, size, "=attack") != LUA_OK;
    if (refused || lua_pcall(L, 0, 0, 0) != LUA_OK)
        return error_set(error, STATUS_SCRIPT, "%s",
                         lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1)
                                                        : "no text");
    lua_close(L);
    text_add(out, "works");
    return STATUS_OK;
}

static enum status harmless_job(const void *bytes, size_t size,
                                struct text *out, struct error *error)
{
    lua_State *L = luaL_newstate();
    if (L == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory");
    luaL_openlibs(L);
    if (luaL_loadbuffer(L, bytes, size, "=harmless") != LUA_OK ||
        lua_pcall(L, 0, 1, 0) != LUA_OK)
        return error_set(error, STATUS_SCRIPT, "%s", lua_tostring(L, -1));
    text_add(out, lua_tostring(L, -1));
    lua_close(L);
    return STATUS_OK;
}

enum { JOB_ATTACK, JOB_HARMLESS, JOB_COUNT };

static const struct worker_job jobs[] = {
    [JOB_ATTACK] = {attack_job, IN_SIZE_MAX, OUT_SIZE_MAX, CPU_S, DEADLINE_MS},
    [JOB_HARMLESS] = {harmless_job, IN_SIZE_MAX, OUT_SIZE_MAX, CPU_S, 60000},
};

static struct worker_server *server;

/* Ways to end, counted. */
static int worked, raised, late;
static struct {
    const char *text; /* in the error */
    int count;
} deaths[] = {
    {"processor time", 0}, {"must not do", 0}, {"crashed", 0},
    {"out of memory", 0},  {"nonsense", 0},    {"without an answer", 0},
};

static bool count_end(enum worker_end end, const struct error *error)
{
    worked += end == WORKER_DONE;
    raised += end == WORKER_FAILED;
    late += end == WORKER_LATE;
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
        if (end == WORKER_DIED && strstr(error->text, deaths[i].text) != NULL)
            deaths[i].count++;
    return end != WORKER_NONE;
}

static bool goes_on(const char *name)
{
    static const char source[] = "local t = {} for i = 1, 9 do t[i] = i end "
                                 "return table.concat(t, ' ')";
    struct text out = {0};
    struct error error;
    enum worker_end end =
        worker_run(server, JOB_HARMLESS, source, strlen(source), &out, &error);
    bool fine = end == WORKER_DONE &&
                strcmp(text_string(&out), "1 2 3 4 5 6 7 8 9") == 0;
    if (!fine)
        printf("%s: the next, harmless script failed: %s\n", name,
               end == WORKER_DONE ? text_string(&out) : error.text);
    text_free(&out);
    return fine;
}

static bool passes(const struct attack *attack)
{
    struct text out = {0};
    struct error error;
    enum worker_end end =
        worker_run(server, JOB_ATTACK, text_string(&attack->source),
                   attack->source.size, &out, &error);
    bool fine = count_end(end, &error);
    if (!fine)
        printf("%s: %s\n", attack->name, error.text);
    text_free(&out);
    return goes_on(attack->name) && fine;
}

int main(int argument_count, char **arguments)
{
    struct error error;
    if (worker_server_start(&server, jobs, JOB_COUNT, &error) != STATUS_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    int status = attack_try_all(argument_count, arguments, passes);
    printf("worked %d, raised %d, too late %d", worked, raised, late);
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
        printf(", %s %d", deaths[i].text, deaths[i].count);
    printf("\n");
    worker_server_stop(server);
    return status;
}
