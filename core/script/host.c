#include "script/host.h"

#include "base/clock.h"
#include "script/host_text.h"
#include "script/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOOK_INSTRUCTIONS = 1000,
    CHARGE_BYTES = 64,     /* of memory for one instruction (R7) */
    READER_SIZE = 512,     /* bytes of source between two looks (R13) */
    STRING_OVERHEAD = 25,  /* what Lua 5.4 adds to the bytes of a string */
    TRACEBACK_LEVELS = 20, /* how far down a traceback goes */
    PLACE_LEVELS = 8,      /* how far down a line of script is looked for */
    CALLS_MAX = 1000,      /* beyond, memory that is out is their fault */
    CPU_GRACE_MS = 10,     /* see has_cpu_left */
};

/* Keys of the registry: addresses, so that nobody else can have the same. */
static const char proxies_key;       /* table -> its proxy */
static const char original_key;      /* in a proxy's metatable: its table */
static const char handler_error_key; /* see open_body */

struct host_limits host_limits_default(void)
{
    return (struct host_limits){
        .memory_size = 16u << 20,
        .block_size = 4u << 20,
        .string_size = 256u << 10,
        .source_size = 64u << 10,
        .instructions = 20000000,
        .cpu_ms = 2000,
        .log_lines = 20,
    };
}

struct host *host_of(lua_State *L)
{
    return *(struct host **)lua_getextraspace(L);
}

static void on_count(lua_State *L, lua_Debug *event);

/* Whether the frame is in a chunk that is to be blamed. */
static bool is_authors(const struct host *host, const lua_Debug *frame)
{
    return frame->currentline > 0 && host->is_author != NULL &&
           host->is_author(host, frame->source);
}

/* The line of script that runs, as "castle/rules.lua:12", or, a little further
 * down, the author's line that called it; "" when there is none. Asks for no
 * memory, so it is fit for the allocator. */
static void find_place(lua_State *L, char *place, size_t size)
{
    lua_Debug frame;
    bool is_found = false;
    place[0] = '\0';
    for (int i = 0; i < PLACE_LEVELS && lua_getstack(L, i, &frame); i++) {
        lua_getinfo(L, "Sl", &frame);
        bool is_best = is_authors(host_of(L), &frame);
        if (is_best || (frame.currentline > 0 && !is_found))
            snprintf(place, size, "%s:%d", frame.short_src, frame.currentline);
        if (is_best)
            return;
        is_found = is_found || frame.currentline > 0;
    }
}

/* Whether so many functions wait for each other that they must be what filled
 * the memory. */
static bool is_endless(lua_State *L)
{
    lua_Debug frame;
    return lua_getstack(L, CALLS_MAX, &frame) == 1;
}

/* Marks the host as dead. From now on the hook comes at every instruction and
 * raises each time, so that no script can catch it and go on (R8). */
static void die(struct host *host, enum host_death death)
{
    if (host->death != HOST_ALIVE)
        return;
    host->death = death;
    if (host->L == NULL)
        return;
    if (death == HOST_DEAD_MEMORY && is_endless(host->L))
        host->death = HOST_DEAD_CALLS;
    find_place(host->L, host->death_place, sizeof host->death_place);
    lua_sethook(host->L, on_count, LUA_MASKCOUNT, 1);
}

/* Raises in a dead host: a nil, since a text would need memory. host_call
 * says what happened. */
static _Noreturn void raise_death(lua_State *L)
{
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
    lua_pushnil(L);
    lua_error(L);
    abort(); /* lua_error never returns */
}

/* Whether the host holds so much that half of the room left after the last
 * whole collection is gone. Lua's own collector waits until memory has
 * doubled, and would run into the limit with garbage alone. */
static bool is_crowded(const struct host *host)
{
    size_t size = host->limits.memory_size;
    size_t used = host->memory_used;
    return used > size / 2 && used > host->memory_kept &&
           used - host->memory_kept > (size - host->memory_kept) / 2;
}

static bool may_grow(struct host *host, size_t held, size_t size,
                     bool is_string)
{
    const struct host_limits *limits = &host->limits;
    if (host->death != HOST_ALIVE)
        return false;
    if (is_string && size > limits->string_size + STRING_OVERHEAD)
        return false;
    return size <= limits->block_size &&
           size <= limits->memory_size - (host->memory_used - held);
}

/* Frees the block where `size` is 0. Never fails: a block that cannot be moved
 * stays where it is. */
static void *shrink(struct host *host, void *block, size_t held, size_t size)
{
    host->memory_used -= held - size;
    if (host->memory_used < host->memory_kept)
        host->memory_kept = host->memory_used;
    void *moved = pool_resize(&host->pool, block, held, size);
    return moved == NULL && size > 0 ? block : moved;
}

/* Asks for a larger block, or a first one; NULL when memory is out. */
static void *grow(struct host *host, void *block, size_t held, size_t size)
{
    if (++host->memory_requests == host->limits.fail_after)
        return NULL;
    return pool_resize(&host->pool, block, held, size);
}

/* R7: counts, caps and charges. What is refused once is refused for good,
 * since each refusal costs a whole collection. */
static void *allocate(void *context, void *block, size_t old_size, size_t size)
{
    struct host *host = context;
    size_t held = block == NULL ? 0 : old_size;
    bool is_string = block == NULL && old_size == LUA_TSTRING;

    if (size <= held)
        return shrink(host, block, held, size);

    if (!may_grow(host, held, size, is_string)) {
        die(host, HOST_DEAD_MEMORY);
        return NULL;
    }
    void *moved = grow(host, block, held, size);
    if (moved == NULL) {
        die(host, HOST_DEAD_NO_MEMORY);
        return NULL;
    }
    host->memory_used += size - held;
    host->budget -= (int64_t)(size / CHARGE_BYTES);
    if (host->memory_used > host->memory_peak)
        host->memory_peak = host->memory_used;
    if (!host->crowded && host->L != NULL && is_crowded(host)) {
        host->crowded = true;
        lua_sethook(host->L, on_count, LUA_MASKCOUNT, 1);
    }
    return moved;
}

/* Whether the call has processor time left. To read the thread's clock costs
 * ten times as much as the steady one, and a thread uses no more than goes
 * by: so it is read only in a call that has lasted for CPU_GRACE_MS, and
 * counts from there. */
static bool has_cpu_left(struct host *host)
{
    int64_t now_ns = clock_steady_ns();
    if (now_ns - host->steady_start_ns < (int64_t)CPU_GRACE_MS * 1000000)
        return true;
    int64_t cpu_ns = clock_thread_cpu_ns();
    if (host->cpu_deadline_ns == 0)
        host->cpu_deadline_ns = cpu_ns + host->limits.cpu_ms * 1000000;
    return cpu_ns < host->cpu_deadline_ns;
}

/* Raises when a limit is spent. */
static void check_limits(lua_State *L)
{
    struct host *host = host_of(L);
    if (host->budget < 0)
        die(host, HOST_DEAD_INSTRUCTIONS);
    else if (!has_cpu_left(host))
        die(host, HOST_DEAD_CPU);
    if (host->death != HOST_ALIVE)
        raise_death(L);
}

/* The count hook. It comes early when the allocator finds the host crowded,
 * and then takes a whole round from the budget as well. */
static void on_count(lua_State *L, lua_Debug *event)
{
    (void)event;
    struct host *host = host_of(L);
    host->budget -= HOOK_INSTRUCTIONS;
    check_limits(L);
    if (host->crowded) {
        lua_gc(L, LUA_GCCOLLECT);
        host->memory_kept = host->memory_used;
        host->crowded = false;
        lua_sethook(L, on_count, LUA_MASKCOUNT, HOOK_INSTRUCTIONS);
    }
}

void host_charge(lua_State *L, int64_t work)
{
    struct host *host = host_of(L);
    REQUIRE(work >= 0);
    if (host->death == HOST_ALIVE && work <= host->budget) {
        host->budget -= work;
        return;
    }
    die(host, HOST_DEAD_INSTRUCTIONS);
    raise_death(L);
}

/* Lua calls this for an error outside host_call, which is a mistake of ours:
 * it must not return (R15). */
static int panic(lua_State *L)
{
    const char *text =
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no text";
    fprintf(stderr, "castled: error outside a protected call: %s\n", text);
    abort();
}

static int open_body(lua_State *L)
{
    /* Lua 5.4.4 makes this text while unprotected when an error handler
     * fails; it finds it here, and needs no memory (R15). */
    lua_pushliteral(L, "error in error handling");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &handler_error_key);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &proxies_key);
    library_open(L);
    return 0;
}

enum status host_open(struct host **out, const struct host_limits *limits,
                      struct error *error)
{
    REQUIRE(out != NULL && limits != NULL && error != NULL);
    *out = NULL;

    enum status status = STATUS_NO_MEMORY;
    struct host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return error_set(error, status, "no memory for a script host");

    host->limits = *limits;
    host->budget = limits->instructions;
    lua_State *L = lua_newstate(allocate, host);
    if (L == NULL) {
        error_set(error, status, "no memory for a script host");
        goto done;
    }
    host->L = L;
    *(struct host **)lua_getextraspace(L) = host;
    lua_atpanic(L, panic);
    lua_sethook(L, on_count, LUA_MASKCOUNT, HOOK_INSTRUCTIONS);

    status = host_call(host, open_body, NULL, error);
    if (status != STATUS_OK)
        goto done;

    *out = host;
    host = NULL;

done:
    host_close(host);
    return status;
}

void host_close(struct host *host)
{
    if (host == NULL)
        return;
    if (host->L != NULL)
        lua_close(host->L);
    pool_free(&host->pool);
    free(host);
}

/* Says where a frame is, as in "castle/rules.lua:12: in local 'points'"; false
 * where there is nothing to say. */
static bool describe_frame(lua_State *L, lua_Debug *frame, char *line,
                           size_t size)
{
    char place[LUA_IDSIZE + 16] = "[C]";
    lua_getinfo(L, "Sln", frame);
    bool is_script = frame->currentline > 0;
    if (is_script)
        snprintf(place, sizeof place, "%s:%d", frame->short_src,
                 frame->currentline);
    if (*frame->what == 'm') /* main */
        snprintf(line, size, "%s: in the file itself", place);
    else if (frame->name != NULL)
        snprintf(line, size, "%s: in %s '%s'", place, frame->namewhat,
                 frame->name);
    else if (is_script)
        snprintf(line, size, "%s: in the function of line %d", place,
                 frame->linedefined);
    else
        return false;
    return true;
}

/* Keeps the place of the frame if it is the author's and none was before. */
static void note_author(struct host *host, const lua_Debug *frame)
{
    if (host->author_place[0] == '\0' && is_authors(host, frame))
        snprintf(host->author_place, sizeof host->author_place, "%s:%d",
                 frame->short_src, frame->currentline);
}

/* The message handler of host_call: keeps the traceback. No luaL_traceback,
 * which asks for memory, and here that would be an error in the handling of
 * an error. No script code runs here. */
static int keep_traceback(lua_State *L)
{
    struct host *host = host_of(L);
    char line[HOST_TEXT_SIZE_MAX];
    char shown[HOST_TEXT_SHOWN_SIZE];
    size_t used = 0;
    lua_Debug frame;
    for (int i = 1; i <= TRACEBACK_LEVELS && lua_getstack(L, i, &frame); i++) {
        if (!describe_frame(L, &frame, line, sizeof line))
            continue;
        note_author(host, &frame);
        size_t size = host_text_show(shown, line, strlen(line), sizeof line);
        if (used + size + 2 > sizeof host->traceback)
            break;
        memcpy(host->traceback + used, shown, size);
        memcpy(host->traceback + used + size, "\n", 2);
        used += size + 1;
    }
    return 1;
}

/* What the script raised, made fit to be shown. Only a string is read (R15):
 * anything else could have code behind it. */
static enum status say_raised(lua_State *L, struct error *error)
{
    if (lua_type(L, -1) != LUA_TSTRING)
        return error_set(error, STATUS_SCRIPT, "error value is %s%s",
                         lua_isnil(L, -1) ? "" : "a ", luaL_typename(L, -1));
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    char shown[HOST_TEXT_SHOWN_SIZE];
    host_text_show(shown, text, size, HOST_TEXT_SIZE_MAX);
    error_set(error, STATUS_SCRIPT, "%s", shown);
    if (host_of(L)->explain != NULL)
        host_of(L)->explain(host_of(L), error);
    return STATUS_SCRIPT;
}

static enum status say_death(const struct host *host, struct error *error)
{
    /* What it is nearly always. */
    static const char LOOP[] = "; is there a loop that does not end?";
    const struct host_limits *limits = &host->limits;
    char place[4 * sizeof host->death_place + 1];
    host_text_show(place, host->death_place, strlen(host->death_place),
                   sizeof host->death_place);
    const char *colon = place[0] == '\0' ? "" : ": ";

    switch (host->death) {
    case HOST_DEAD_INSTRUCTIONS:
        return error_set(error, STATUS_LIMIT,
                         "%s%sthe script used up its %lld instructions%s",
                         place, colon, (long long)limits->instructions, LOOP);
    case HOST_DEAD_CPU:
        return error_set(error, STATUS_LIMIT,
                         "%s%sthe script used up its %lld ms of processor "
                         "time%s",
                         place, colon, (long long)limits->cpu_ms, LOOP);
    case HOST_DEAD_MEMORY:
        return error_set(error, STATUS_LIMIT,
                         "%s%sthe script asked for more memory than its %zu "
                         "KiB, or for too much at once%s",
                         place, colon, limits->memory_size / 1024, LOOP);
    case HOST_DEAD_CALLS:
        return error_set(error, STATUS_LIMIT,
                         "%s%sfunctions call each other, or themselves, "
                         "without end",
                         place, colon);
    case HOST_DEAD_NO_MEMORY:
        return error_set(error, STATUS_NO_MEMORY, "no memory to run a script");
    case HOST_ALIVE:
        break;
    }
    error_broken("a dead host", __FILE__, __LINE__);
}

static void refill(struct host *host)
{
    host->budget = host->limits.instructions;
    host->steady_start_ns = clock_steady_ns();
    host->cpu_deadline_ns = 0;
    host->log_lines_left = host->limits.log_lines;
    host->traceback[0] = '\0';
    host->author_place[0] = '\0';
    host->crowded = false;
    /* Starts a round of its own, so that a call's count repeats exactly. */
    lua_sethook(host->L, on_count, LUA_MASKCOUNT, HOOK_INSTRUCTIONS);
}

enum status host_call(struct host *host, lua_CFunction body, void *argument,
                      struct error *error)
{
    REQUIRE(host != NULL && body != NULL && error != NULL);
    REQUIRE(!host->calling);
    if (host->death != HOST_ALIVE)
        return say_death(host, error);

    lua_State *L = host->L;
    int top = lua_gettop(L);
    refill(host);
    host->calling = true;
    lua_pushcfunction(L, keep_traceback);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, argument);
    int result = lua_pcall(L, 1, 0, top + 1);
    host->calling = false;

    enum status status = STATUS_OK;
    if (host->death != HOST_ALIVE)
        status = say_death(host, error);
    else if (result != LUA_OK)
        status = say_raised(L, error);
    lua_settop(L, top);
    return status;
}

struct source {
    const char *bytes;
    size_t size;
};

/* Gives the parser a piece at a time, with a look at the limits before each:
 * some sources take long to compile (R13). */
static const char *read_piece(lua_State *L, void *context, size_t *size)
{
    struct source *source = context;
    check_limits(L);
    const char *piece = source->bytes;
    *size = source->size < READER_SIZE ? source->size : READER_SIZE;
    source->bytes += *size;
    source->size -= *size;
    return piece;
}

/* Raises where the text is none that may be compiled. */
static void check_source(lua_State *L, const char *name, const char *source,
                         size_t size)
{
    size_t size_max = host_of(L)->limits.source_size;
    size_t bad;
    if (size > size_max)
        luaL_error(L, "%s: the source is over %I bytes", name,
                   (lua_Integer)size_max);
    if (size > 0 && source[0] == LUA_SIGNATURE[0])
        luaL_error(L, "%s: this is a binary chunk, not a text", name);
    if (size > 0 && memchr(source, '\0', size) != NULL)
        luaL_error(L, "%s: there is a zero byte in the source", name);
    if (!host_text_is_utf8(source, size, &bad))
        luaL_error(L, "%s: the source is no UTF-8 from byte %I on", name,
                   (lua_Integer)bad + 1);
}

void host_push_chunk(lua_State *L, const char *name, const char *source,
                     size_t size)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some editors begin with it */
    check_source(L, name, source, size);
    if (size >= 3 && memcmp(source, mark, 3) == 0) {
        source += 3;
        size -= 3;
    }
    host_charge(L, (int64_t)size);
    luaL_checkstack(L, 4, NULL);
    lua_pushfstring(L, "@%s", name);

    /* lua_load gives the chunk the globals of the registry, which is the
     * read-only proxy (library.c). */
    struct source reader = {source, size};
    int result = lua_load(L, read_piece, &reader, lua_tostring(L, -1), "t");
    if (host_of(L)->death != HOST_ALIVE)
        raise_death(L);
    if (result != LUA_OK)
        lua_error(L);
    lua_remove(L, -2);
}

/* __newindex of a proxy: a closure over the name of what is read-only. */
static int l_refuse_write(lua_State *L)
{
    const char *what = lua_tostring(L, lua_upvalueindex(1));
    if (lua_type(L, 2) == LUA_TSTRING)
        return luaL_error(L, "%s is read-only: cannot set '%s'", what,
                          lua_tostring(L, 2));
    if (lua_isinteger(L, 2))
        return luaL_error(L, "%s is read-only: cannot set item %I", what,
                          lua_tointeger(L, 2));
    return luaL_error(L, "%s is read-only", what);
}

/* __len of a proxy, whose raw length is 0. */
static int l_length(lua_State *L)
{
    host_push_thawed(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

/* What host_freeze works with, as stack indices. */
struct freezing {
    int refuse_write; /* the __newindex that all proxies of a call share */
    int proxies;      /* the registry's table */
    int list;         /* tables that have a proxy and are to be gone through */
};

/* Replaces the table on top by a new proxy of it. */
static void make_proxy(lua_State *L, const struct freezing *freezing)
{
    int original = lua_gettop(L);
    lua_newtable(L);
    lua_createtable(L, 0, 5);
    lua_pushvalue(L, original);
    lua_rawsetp(L, -2, &original_key);
    lua_pushvalue(L, original);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, freezing->refuse_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, l_length);
    lua_setfield(L, -2, "__len");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);

    lua_pushvalue(L, original);
    lua_pushvalue(L, -2);
    lua_rawset(L, freezing->proxies);
    lua_pushvalue(L, original);
    lua_rawseti(L, freezing->list,
                (lua_Integer)lua_rawlen(L, freezing->list) + 1);
    lua_replace(L, original);
}

/* Replaces the value on top, where it is a table, by its proxy. */
static void freeze_value(lua_State *L, const struct freezing *freezing)
{
    if (!lua_istable(L, -1) || host_is_frozen(L, -1))
        return;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, freezing->proxies) == LUA_TTABLE) {
        lua_replace(L, -2);
        return;
    }
    lua_pop(L, 1);
    make_proxy(L, freezing);
}

/* Freezes the values of the table on top. */
static void freeze_fields(lua_State *L, const struct freezing *freezing)
{
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        host_charge(L, 1);
        if (lua_istable(L, -1)) {
            freeze_value(L, freezing);
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, table);
        } else {
            lua_pop(L, 1);
        }
    }
}

void host_freeze(lua_State *L, int index, const char *what)
{
    index = lua_absindex(L, index);
    luaL_checkstack(L, 16, NULL);
    int top = lua_gettop(L);
    struct freezing freezing = {top + 1, top + 2, top + 3};
    lua_pushstring(L, what);
    lua_pushcclosure(L, l_refuse_write, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &proxies_key);
    lua_newtable(L);

    lua_pushvalue(L, index);
    freeze_value(L, &freezing);
    lua_replace(L, index);

    /* By a list and not by recursion: tables may be nested to any depth. */
    for (lua_Integer i = 1; lua_rawgeti(L, freezing.list, i) == LUA_TTABLE;
         i++) {
        freeze_fields(L, &freezing);
        lua_pop(L, 1);
    }
    lua_settop(L, top);
}

bool host_is_frozen(lua_State *L, int index)
{
    if (!lua_istable(L, index) || !lua_getmetatable(L, index))
        return false;
    bool is_proxy = lua_rawgetp(L, -1, &original_key) == LUA_TTABLE;
    lua_pop(L, 2);
    return is_proxy;
}

void host_push_thawed(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (!host_is_frozen(L, index)) {
        lua_pushvalue(L, index);
        return;
    }
    lua_getmetatable(L, index);
    lua_rawgetp(L, -1, &original_key);
    lua_remove(L, -2);
}
