/*
 * Limits at their bounds and beyond, errors, and read-only tables. The library
 * has tests of its own, and so has the sandbox as a whole (tests/sandbox).
 */

#include "../../sandbox/attempt.h"
#include "script/host_text.h"

#include <criterion/criterion.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

static struct attempt attempt_with(const struct host_limits *limits)
{
    struct attempt attempt;
    attempt_open(&attempt, limits);
    cr_assert_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);
    return attempt;
}

static struct attempt attempt_new(void)
{
    struct host_limits limits = host_limits_default();
    limits.cpu_ms = 60000; /* a slow machine decides no test */
    return attempt_with(&limits);
}

/* Calls a C function in the host of `attempt`. */
static enum status call(struct attempt *attempt, lua_CFunction body,
                        void *argument)
{
    attempt->status = host_call(attempt->host, body, argument, &attempt->error);
    return attempt->status;
}

/* Opening and closing. */

Test(host, opens_with_the_limits_of_the_design)
{
    struct attempt attempt = attempt_new();
    struct host *host = attempt.host;
    cr_expect_eq(host->limits.memory_size, 16 << 20);
    cr_expect_eq(host->limits.instructions, 20000000);
    cr_expect_eq(host->death, HOST_ALIVE);
    cr_expect_eq(host_of(host->L), host);
    cr_expect_gt(host->memory_used, 0);
    cr_expect_geq(host->memory_peak, host->memory_used);
    attempt_close(&attempt);
    host_close(NULL);
}

Test(host, needs_room_for_its_library)
{
    struct host_limits limits = host_limits_default();
    struct attempt attempt;
    limits.memory_size = 500;
    attempt_open(&attempt, &limits);
    cr_expect_eq(attempt.status, STATUS_NO_MEMORY);
    cr_expect_null(attempt.host);
    limits.memory_size = 6000;
    attempt_open(&attempt, &limits);
    cr_expect_eq(attempt.status, STATUS_LIMIT);
    cr_expect_null(attempt.host);
}

Test(host, opening_may_run_out_of_memory_anywhere)
{
    struct host_limits limits = host_limits_default();
    struct attempt attempt;
    for (limits.fail_after = 1; limits.fail_after < 1000; limits.fail_after++) {
        attempt_open(&attempt, &limits);
        if (attempt.status == STATUS_OK)
            break;
        cr_assert_null(attempt.host);
        cr_assert_eq(attempt.status, STATUS_NO_MEMORY);
    }
    cr_expect_gt(limits.fail_after, 50);
    attempt_close(&attempt);
}

/* Calls and errors. */

static int take_argument(lua_State *L)
{
    int *number = lua_touserdata(L, 1);
    cr_expect_eq(lua_gettop(L), 1);
    *number += 1;
    lua_pushliteral(L, "dropped");
    return 1;
}

Test(host, a_call_hands_over_its_argument_and_drops_what_is_left)
{
    struct attempt attempt = attempt_new();
    int number = 5;
    int top = lua_gettop(attempt.host->L);
    cr_expect_eq(call(&attempt, take_argument, &number), STATUS_OK);
    cr_expect_eq(number, 6);
    cr_expect_eq(lua_gettop(attempt.host->L), top);
    attempt_close(&attempt);
}

Test(host, an_error_names_file_and_line)
{
    struct attempt attempt = attempt_new();
    attempt_run(&attempt, "local function points()\n  return nil + 1\nend\n"
                          "points()\n");
    cr_expect_eq(attempt.status, STATUS_SCRIPT);
    cr_expect_eq(attempt.error.status, STATUS_SCRIPT);
    cr_expect_str_eq(attempt.error.text,
                     "try.lua:2: attempt to perform arithmetic on a nil value");
    cr_expect_str_eq(attempt.host->traceback,
                     "try.lua:2: in local 'points'\n"
                     "try.lua:4: in the file itself\n");
    attempt_run(&attempt, "log('fine')");
    cr_expect_eq(attempt.status, STATUS_OK, "an error does not end the host");
    cr_expect_str_empty(attempt.host->traceback);
    attempt_close(&attempt);
}

Test(host, a_traceback_is_cut)
{
    struct attempt attempt = attempt_new();
    attempt_run(&attempt, "local function f(n)\n"
                          "  if n == 0 then error('deep') end\n"
                          "  return 1 + f(n - 1)\nend\nf(10000)");
    cr_expect_eq(attempt.status, STATUS_SCRIPT);
    int lines = 0;
    for (const char *at = attempt.host->traceback; *at != '\0'; at++)
        lines += *at == '\n';
    cr_expect_eq(lines, 20);

    attempt_run(&attempt,
                "local t = {} t['\\27[2J'] = error t['\\27[2J']('x')");
    cr_expect_not_null(strstr(attempt.host->traceback, "'\\x1b[2J'"));
    attempt_close(&attempt);
}

Test(host, an_error_text_is_200_bytes_at_most)
{
    struct attempt attempt = attempt_new();
    attempt_run(&attempt, "error(('A'):rep(200000), 0)");
    cr_expect_eq(strlen(attempt.error.text), 200);
    attempt_run(&attempt, "error(('\\27'):rep(200000), 0)");
    cr_expect_eq(strlen(attempt.error.text), 800);
    attempt_run(&attempt, "error(('A'):rep(199) .. '\u00e9', 0)");
    cr_expect_eq(strlen(attempt.error.text), 199);
    attempt_close(&attempt);
}

Test(host, an_error_that_is_no_text_is_not_read)
{
    static const struct {
        const char *source;
        const char *text;
    } errors[] = {
        {"error({})", "error value is a table"},
        {"error(nil)", "error value is nil"},
        {"error(log)", "error value is a function"},
        {"error(1)", "error value is a number"},
    };
    struct attempt attempt = attempt_new();
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        attempt_run(&attempt, errors[i].source);
        cr_expect_eq(attempt.status, STATUS_SCRIPT);
        cr_expect_str_eq(attempt.error.text, errors[i].text);
    }
    attempt_close(&attempt);
}

static int call_again(lua_State *L)
{
    struct error error;
    int number = 0;
    return host_call(host_of(L), take_argument, &number, &error) != STATUS_OK;
}

Test(host, calls_do_not_nest, .signal = SIGABRT)
{
    struct attempt attempt = attempt_new();
    (void)call(&attempt, call_again, NULL);
}

Test(host, an_error_outside_a_call_ends_the_program, .signal = SIGABRT)
{
    struct attempt attempt = attempt_new();
    luaL_error(attempt.host->L, "outside");
}

/* Instructions. */

static const char loop[] = "for i = 1, %d do end";

static void run_loop(struct attempt *attempt, int rounds)
{
    char source[64];
    snprintf(source, sizeof source, loop, rounds);
    attempt_run(attempt, source);
}

Test(host, a_script_has_its_instructions_and_not_a_thousand_more)
{
    struct host_limits limits = host_limits_default();
    limits.instructions = 100000;
    struct attempt attempt = attempt_with(&limits);
    run_loop(&attempt, 99500);
    cr_expect_eq(attempt.status, STATUS_OK);
    run_loop(&attempt, 101500);
    cr_expect_eq(attempt.status, STATUS_LIMIT);
    cr_expect_eq(attempt.host->death, HOST_DEAD_INSTRUCTIONS);
    cr_expect_str_eq(attempt.error.text,
                     "try.lua:1: the script used up its 100000 instructions; "
                     "is there a loop that does not end?");
    attempt_close(&attempt);
}

Test(host, each_call_has_the_whole_budget)
{
    struct host_limits limits = host_limits_default();
    limits.instructions = 100000;
    struct attempt attempt = attempt_with(&limits);
    for (int i = 0; i < 10; i++) {
        run_loop(&attempt, 60000);
        cr_expect_eq(attempt.status, STATUS_OK, "call %d", i);
    }
    attempt_close(&attempt);
}

static int charge(lua_State *L)
{
    int64_t *work = lua_touserdata(L, 1);
    host_charge(L, *work);
    *work = 0;
    return 0;
}

Test(host, work_is_charged_before_it_is_done)
{
    struct host_limits limits = host_limits_default();
    struct attempt attempt = attempt_with(&limits);
    int64_t work = limits.instructions;
    cr_expect_eq(call(&attempt, charge, &work), STATUS_OK);
    cr_expect_eq(work, 0);
    work = limits.instructions + 1;
    cr_expect_eq(call(&attempt, charge, &work), STATUS_LIMIT);
    cr_expect_neq(work, 0);
    attempt_close(&attempt);

    attempt = attempt_with(&limits);
    work = INT64_MAX;
    cr_expect_eq(call(&attempt, charge, &work), STATUS_LIMIT);
    attempt_close(&attempt);
}

Test(host, memory_is_charged_as_well)
{
    struct host_limits limits = host_limits_default();
    limits.instructions = 100000;
    struct attempt attempt = attempt_with(&limits);
    attempt_run(&attempt, "local s = ('x'):rep(100000) local t = {} "
                          "for i = 1, 100 do t[i] = s .. i end");
    cr_expect_eq(attempt.host->death, HOST_DEAD_INSTRUCTIONS);
    attempt_close(&attempt);
}

static int64_t budget_after(struct attempt *attempt, const char *source)
{
    attempt_run(attempt, source);
    cr_assert_eq(attempt->status, STATUS_OK, "%s", attempt->error.text);
    return attempt->host->budget;
}

/* Not exactly: texts that are there already need not be made again. */
Test(host, a_call_costs_about_the_same_each_time)
{
    static const char source[] =
        "local t = {} for i = 1, 3456 do t['k' .. i] = { i } end "
        "for k, v in pairs(t) do t[k] = #k end";
    struct attempt attempt = attempt_new();
    int64_t first = budget_after(&attempt, source);
    budget_after(&attempt, "for i = 1, 777 do end");
    int64_t second = budget_after(&attempt, source);
    cr_expect_lt(llabs(second - first), 5000, "%lld and %lld", (long long)first,
                 (long long)second);
    attempt_close(&attempt);
    attempt = attempt_new();
    cr_expect_eq(budget_after(&attempt, source), first);
    attempt_close(&attempt);
}

static int count_calls(lua_State *L)
{
    ++*(int *)lua_touserdata(L, 1);
    return 0;
}

Test(host, a_dead_host_stays_dead)
{
    struct attempt attempt = attempt_new();
    attempt_run(&attempt, "while true do end");
    cr_assert_eq(attempt.status, STATUS_LIMIT);
    char text[ERROR_TEXT_SIZE];
    memcpy(text, attempt.error.text, sizeof text);

    int calls = 0;
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(call(&attempt, count_calls, &calls), STATUS_LIMIT);
        cr_expect_str_eq(attempt.error.text, text);
    }
    cr_expect_eq(calls, 0);
    attempt_close(&attempt);
}

/* What a binding must not do, and what must not help it: catches the error of
 * a limit, and goes on. */
static int catch_death(lua_State *L)
{
    int *caught = lua_touserdata(L, 1);
    for (int i = 0; i < 100; i++) {
        static const char endless[] = "while true do end";
        host_push_chunk(L, "endless", endless, sizeof endless - 1);
        if (lua_pcall(L, 0, 0, 0) != LUA_OK)
            ++*caught;
    }
    return 0;
}

Test(host, a_limit_that_was_caught_comes_again)
{
    struct attempt attempt = attempt_new();
    int caught = 0;
    cr_expect_eq(call(&attempt, catch_death, &caught), STATUS_LIMIT);
    cr_expect_eq(caught, 1, "the next chunk is not even compiled");
    attempt_close(&attempt);
}

/* Processor time. */

Test(host, processor_time_ends_what_the_budget_does_not)
{
    struct host_limits limits = host_limits_default();
    limits.cpu_ms = 30;
    struct attempt attempt = attempt_with(&limits);
    attempt_run(&attempt, "local a = ('x'):rep(250000) .. '' "
                          "local b = ('x'):rep(250000) .. '' "
                          "while a == b do end");
    cr_expect_eq(attempt.host->death, HOST_DEAD_CPU);
    cr_expect_str_eq(
        attempt.error.text,
        "try.lua:1: the script used up its 30 ms of processor time; is there a "
        "loop that does not end?");
    attempt_close(&attempt);
}

Test(host, the_parser_is_under_the_clock)
{
    enum { TERMS = 43000 };
    struct host_limits limits = host_limits_default();
    limits.source_size = 1 << 20;
    limits.cpu_ms = 30;
    struct attempt attempt = attempt_with(&limits);
    size_t size = 0;
    char *source = malloc(TERMS * 6 + 64);
    cr_assert_not_null(source);
    size += (size_t)snprintf(source, 64, "local a return ");
    for (int i = 0; i < TERMS; i++) {
        memcpy(source + size, "a and ", 6);
        size += 6;
    }
    source[size++] = 'a';
    attempt_run_bytes(&attempt, "try.lua", source, size);
    cr_expect_eq(attempt.host->death, HOST_DEAD_CPU);
    cr_expect_not(attempt.compiled);
    free(source);
    attempt_close(&attempt);
}

/* Memory. */

static int make_table(lua_State *L)
{
    lua_createtable(L, *(int *)lua_touserdata(L, 1), 0);
    return 0;
}

Test(host, a_block_has_a_bound)
{
    struct host_limits limits = host_limits_default();
    int items = (int)(limits.block_size / 16);
    struct attempt attempt = attempt_with(&limits);
    cr_expect_eq(call(&attempt, make_table, &items), STATUS_OK);
    items++;
    cr_expect_eq(call(&attempt, make_table, &items), STATUS_LIMIT);
    cr_expect_eq(attempt.host->death, HOST_DEAD_MEMORY);
    attempt_close(&attempt);
}

static int make_string(lua_State *L)
{
    size_t *size = lua_touserdata(L, 1);
    char *bytes = lua_newuserdatauv(L, *size, 0);
    memset(bytes, 'x', *size);
    lua_pushlstring(L, bytes, *size);
    return 0;
}

Test(host, a_string_has_a_bound)
{
    struct host_limits limits = host_limits_default();
    size_t size = limits.string_size;
    struct attempt attempt = attempt_with(&limits);
    cr_expect_eq(call(&attempt, make_string, &size), STATUS_OK);
    size++;
    cr_expect_eq(call(&attempt, make_string, &size), STATUS_LIMIT);
    cr_expect_eq(attempt.host->death, HOST_DEAD_MEMORY);
    attempt_close(&attempt);
}

Test(host, memory_has_a_bound)
{
    struct host_limits limits = host_limits_default();
    struct attempt attempt = attempt_with(&limits);
    attempt_run(&attempt, "local t = {} for i = 1, 70 do "
                          "t[i] = ('x'):rep(200000 + i) end");
    cr_expect_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);
    cr_expect_leq(attempt.host->memory_peak, limits.memory_size);
    attempt_run(&attempt, "local t = {}\nfor i = 1, 90 do\n"
                          "t[i] = ('x'):rep(200000 + i) end");
    cr_expect_eq(attempt.status, STATUS_LIMIT);
    cr_expect_eq(attempt.host->death, HOST_DEAD_MEMORY);
    cr_expect_str_eq(attempt.error.text,
                     "try.lua:3: the script asked for more memory than its "
                     "16384 KiB, or for too much at once; is there a loop "
                     "that does not end?");
    cr_expect_leq(attempt.host->memory_peak, limits.memory_size);
    attempt_close(&attempt);
}

/* AddressSanitizer ends a program that is out of memory. */
#ifndef __SANITIZE_ADDRESS__
Test(host, memory_that_is_out_is_no_fault_of_the_script)
{
    static const char source[] = "local t = {}\nfor i = 1, 1000 do\n"
                                 "t[i] = ('x'):rep(200000 + i) end";
    struct host_limits limits = host_limits_default();
    limits.memory_size = 1 << 30;
    limits.instructions *= 100;
    limits.cpu_ms = 60000;
    struct attempt attempt = attempt_with(&limits);
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = 32 << 20;
    setrlimit(RLIMIT_AS, &limit);
    attempt_run(&attempt, source);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    cr_expect_eq(attempt.status, STATUS_NO_MEMORY);
    cr_expect_eq(attempt.host->death, HOST_DEAD_NO_MEMORY);
    cr_expect_str_eq(attempt.error.text, "no memory to run a script");
    attempt_run(&attempt, "log('on')");
    cr_expect_eq(attempt.status, STATUS_NO_MEMORY, "it is dead");
    attempt_close(&attempt);
    /* With memory the same runs in another host. */
    attempt = attempt_with(&limits);
    attempt_run(&attempt, source);
    cr_expect_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);
    attempt_close(&attempt);
}
#endif

Test(host, functions_that_call_each_other_without_end_are_called_so)
{
    static const char *const sources[] = {
        "local function f() return 1 + f() end\nf()",
        "local g\nlocal function f() return 1 + g() end\n"
        "function g() return f() + 1 end\nf()",
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct attempt attempt = attempt_new();
        attempt_run(&attempt, sources[i]);
        cr_expect_eq(attempt.status, STATUS_LIMIT);
        cr_expect_eq(attempt.host->death, HOST_DEAD_CALLS);
        cr_expect_not_null(strstr(attempt.error.text,
                                  ": functions call each other, or themselves, "
                                  "without end"),
                           "%s", attempt.error.text);
        attempt_close(&attempt);
    }
}

Test(host, garbage_alone_does_not_kill)
{
    static const char *const sources[] = {
        /* 10 MiB that stay; Lua's own collector would wait for 20. */
        "local t = {} for i = 1, 90000 do t[i] = { i, i } end\n"
        "for i = 1, 500000 do local x = { i, i, i } end",
        "local t = {} for i = 1, 90000 do t[i] = { i, i } end\n"
        "local s = ('x'):rep(200000)\n"
        "for i = 1, 2000 do local x = s .. i end",
        "local t = {} for i = 1, 50 do t[i] = ('x'):rep(200000 + i) end\n"
        "for i = 1, 200 do local x = ('x'):rep(200000) .. i end",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct attempt attempt = attempt_new();
        attempt_run(&attempt, sources[i]);
        cr_expect_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);
        attempt_close(&attempt);
    }
}

/* Source. */

static void expect_refused(const char *source, size_t size, const char *text)
{
    struct attempt attempt = attempt_new();
    attempt_run_bytes(&attempt, "try.lua", source, size);
    cr_expect_eq(attempt.status, STATUS_SCRIPT);
    cr_expect_not(attempt.compiled);
    cr_expect_str_eq(attempt.error.text, text);
    attempt_close(&attempt);
}

Test(host, a_source_is_text)
{
    expect_refused("x = = 1", 7, "try.lua:1: unexpected symbol near '='");
    expect_refused("\n\n(", 3, "try.lua:3: unexpected symbol near <eof>");
    expect_refused("log(1)\0", 7,
                   "try.lua: there is a zero byte in the source");
    expect_refused("log('\xff')", 8,
                   "try.lua: the source is no UTF-8 from byte 6 on");
    expect_refused("\x1bLua", 4, "try.lua: this is a binary chunk, not a text");

    struct attempt attempt = attempt_new();
    attempt_run(&attempt, "\xef\xbb\xbflog('\u00e9')");
    cr_expect_str_eq(attempt.logged, "\u00e9\n", "a mark before it is fine");
    attempt_run_bytes(&attempt, "try.lua", NULL, 0);
    cr_expect_eq(attempt.status, STATUS_OK, "and so is no source at all");
    attempt_close(&attempt);
}

Test(host, a_source_has_a_bound)
{
    struct host_limits limits = host_limits_default();
    char *source = malloc(limits.source_size + 1);
    cr_assert_not_null(source);
    memset(source, ' ', limits.source_size + 1);
    struct attempt attempt = attempt_with(&limits);
    attempt_run_bytes(&attempt, "try.lua", source, limits.source_size);
    cr_expect_eq(attempt.status, STATUS_OK);
    attempt_close(&attempt);
    expect_refused(source, limits.source_size + 1,
                   "try.lua: the source is over 65536 bytes");
    free(source);
}

Test(host, a_chunk_may_run_out_of_memory_anywhere)
{
    static const char source[] =
        "local step = { name = 'a_name_that_is_longer_than_forty_characters' }"
        "function step.apply(game) return { game.board, 1, 2.5, 'x' } end "
        "log(step.name)";
    int64_t request = 1;
    for (;; request++) {
        struct attempt attempt = attempt_new();
        attempt.host->limits.fail_after =
            attempt.host->memory_requests + request;
        attempt_run(&attempt, source);
        enum status status = attempt.status;
        attempt_close(&attempt);
        if (status == STATUS_OK)
            break;
        cr_assert_eq(status, STATUS_NO_MEMORY);
    }
    cr_expect_gt(request, 20);
}

/* Read-only tables. */

static int try_freezing(lua_State *L)
{
    /* { list = { 1, 2, 3 }, self = itself } */
    lua_newtable(L);
    int table = lua_gettop(L);
    lua_createtable(L, 3, 0);
    for (int i = 1; i <= 3; i++) {
        lua_pushinteger(L, i);
        lua_rawseti(L, -2, i);
    }
    lua_pushvalue(L, -1);
    int list = lua_gettop(L) - 1;
    lua_setfield(L, table, "list");
    lua_pushvalue(L, table);
    lua_setfield(L, table, "self");

    lua_pushvalue(L, table);
    int top = lua_gettop(L);
    cr_expect_not(host_is_frozen(L, -1));
    host_freeze(L, -1, "it");
    cr_expect_eq(lua_gettop(L), top, "nothing is left behind");
    cr_expect(host_is_frozen(L, -1));
    cr_expect_not(host_is_frozen(L, table), "the table itself is what it was");
    cr_expect_eq(lua_rawlen(L, -1), 0);

    /* Back to the table, and to that inside. */
    host_push_thawed(L, -1);
    cr_expect(lua_rawequal(L, -1, table));
    host_push_thawed(L, -1);
    cr_expect(lua_rawequal(L, -1, table), "what is not frozen stays");
    lua_pop(L, 2);
    lua_getfield(L, -1, "self");
    cr_expect(lua_rawequal(L, -1, -2), "the same table, the same proxy");
    lua_pop(L, 1);
    lua_getfield(L, -1, "list");
    cr_expect(host_is_frozen(L, -1));
    cr_expect_eq(luaL_len(L, -1), 3);
    host_push_thawed(L, -1);
    cr_expect(lua_rawequal(L, -1, list));
    lua_pop(L, 2);

    /* Once more, from the table and from the proxy. */
    lua_pushvalue(L, table);
    host_freeze(L, -1, "it");
    cr_expect(lua_rawequal(L, -1, -2));
    host_freeze(L, -1, "it");
    cr_expect(lua_rawequal(L, -1, -2));

    lua_pushinteger(L, 7);
    host_freeze(L, -1, "a number");
    cr_expect_eq(lua_tointeger(L, -1), 7);
    cr_expect_not(host_is_frozen(L, -1));
    return 0;
}

Test(host, freezing_goes_through_and_thawing_comes_back)
{
    struct attempt attempt = attempt_new();
    cr_expect_eq(call(&attempt, try_freezing, NULL), STATUS_OK, "%s",
                 attempt.error.text);
    attempt_close(&attempt);
}

static int freeze_deep(lua_State *L)
{
    lua_newtable(L);
    for (int i = 0; i < 10000; i++) {
        lua_createtable(L, 1, 0);
        lua_insert(L, -2);
        lua_rawseti(L, -2, 1);
    }
    host_freeze(L, -1, "it");
    for (int i = 0; i < 10000; i++) {
        lua_geti(L, -1, 1);
        cr_assert(host_is_frozen(L, -1));
        lua_remove(L, -2);
    }
    return 0;
}

Test(host, freezing_has_no_depth)
{
    struct attempt attempt = attempt_new();
    cr_expect_eq(call(&attempt, freeze_deep, NULL), STATUS_OK, "%s",
                 attempt.error.text);
    attempt_close(&attempt);
}

static int add_global(lua_State *L)
{
    library_add(L, "answer", count_calls);
    cr_expect_eq(lua_getglobal(L, "answer"), LUA_TFUNCTION);
    return 0;
}

Test(host, a_global_may_be_added_by_c_alone)
{
    struct attempt attempt = attempt_new();
    cr_expect_eq(call(&attempt, add_global, NULL), STATUS_OK);
    attempt_run(&attempt, "log(type(answer))");
    cr_expect_str_eq(attempt.logged, "function\n");
    attempt_run(&attempt, "answer = nil");
    cr_expect_str_eq(attempt.error.text, "try.lua:1: 'answer' is not a local: "
                                         "a script makes no globals");
    attempt_close(&attempt);
}

/* Text. */

Test(host, text_is_shown_without_controls_and_as_utf8)
{
    static const struct {
        const char *bytes;
        const char *shown;
    } texts[] = {
        {"", ""},
        {"plain", "plain"},
        {"\x1b[2J\r\n\t\x7f", "\\x1b[2J\\x0d\\x0a\\x09\\x7f"},
        {"\u00e9\u20ac\U0001f3f0", "\u00e9\u20ac\U0001f3f0"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "\\xc2\\x80\\xc2\\x9f\xc2\xa0"},
        {"\x80\xbf\xc0\x80\xc1\xbf", "\\x80\\xbf\\xc0\\x80\\xc1\\xbf"},
        {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},          /* too long */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* a surrogate */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond Unicode */
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},     /* its last */
        {"\xe2\x82", "\\xe2\\x82"},                   /* half of one */
        {"\xff\xfe", "\\xff\\xfe"},
    };
    char shown[HOST_TEXT_SHOWN_SIZE];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size = host_text_show(
            shown, texts[i].bytes, strlen(texts[i].bytes), HOST_TEXT_SIZE_MAX);
        cr_expect_str_eq(shown, texts[i].shown);
        cr_expect_eq(size, strlen(shown));
    }
    host_text_show(shown, "a\0b", 3, HOST_TEXT_SIZE_MAX);
    cr_expect_str_eq(shown, "a\\x00b");
    host_text_show(shown, "ab\u00e9", 4, 3);
    cr_expect_str_eq(shown, "ab", "no half of a character");
    host_text_show(shown, "ab\u00e9", 4, 4);
    cr_expect_str_eq(shown, "ab\u00e9");
}
