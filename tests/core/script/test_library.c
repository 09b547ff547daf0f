/*
 * The whole library, function by function: each with good and with wrong
 * arguments, at its bounds and beyond. A sample is a script and what comes of
 * it, as attempt_describe puts it.
 */

#include "../../sandbox/attempt.h"

#include <criterion/criterion.h>

struct sample {
    const char *source;
    const char *outcome;
};

/* freeze(value) -> what host_freeze makes of it */
static int l_freeze(lua_State *L)
{
    lua_settop(L, 1);
    host_freeze(L, 1, "tiles.lua");
    return 1;
}

static int add_freeze(lua_State *L)
{
    library_add(L, "freeze", l_freeze);
    return 0;
}

/* A host under these limits, with the global `freeze`. */
static struct attempt attempt_with(const struct host_limits *limits)
{
    struct attempt attempt;
    attempt_open(&attempt, limits);
    cr_assert_eq(attempt.status, STATUS_OK);
    attempt.status = host_call(attempt.host, add_freeze, NULL, &attempt.error);
    cr_assert_eq(attempt.status, STATUS_OK);
    return attempt;
}

static struct attempt attempt_new(void)
{
    struct host_limits limits = host_limits_default();
    return attempt_with(&limits);
}

/* Runs a script in `attempt`, which the caller closes. */
static void check_outcome(struct attempt *attempt, const char *source,
                          const char *expected)
{
    char outcome[5000];
    attempt_run(attempt, source);
    attempt_describe(attempt, outcome, sizeof outcome);
    cr_expect_str_eq(outcome, expected, "%s\n  gives     %s\n  and not   %s",
                     source, outcome, expected);
}

static void check_samples(const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct attempt attempt = attempt_new();
        check_outcome(&attempt, samples[i].source, samples[i].outcome);
        attempt_close(&attempt);
    }
}

#define CHECK_SAMPLES(samples)                                                 \
    check_samples(samples, sizeof samples / sizeof *samples)

/* All that a script finds. A name more or less is a change of the sandbox,
 * for whose documents and rules see library.h. */
static const char environment[] =
    "assert error ipairs log math{abs max maxinteger min mininteger tointeger "
    "type ult} pairs select string{byte char find format len lower rep reverse "
    "split sub upper} table{concat insert move pack remove sort unpack} "
    "tonumber tostring type";

Test(library, the_environment_has_this_and_nothing_else)
{
    static const char list[] =
        "local function list(t)\n"
        "  local names = {}\n"
        "  for name, value in pairs(t) do\n"
        "    local inner = type(value) == 'table' and list(value)\n"
        "    names[#names + 1] = inner and name .. '{' .. inner .. '}' or "
        "name\n"
        "  end\n"
        "  return table.concat(names, ' ')\n"
        "end\n"
        "local all = list(_ENV)\n"
        "for i = 1, #all, 100 do log(all:sub(i, i + 99)) end\n";
    struct host_limits limits = host_limits_default();
    struct attempt attempt;
    attempt_open(&attempt, &limits);
    attempt_run(&attempt, list);
    cr_assert_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);

    char found[sizeof attempt.logged];
    size_t used = 0;
    for (const char *at = attempt.logged; *at != '\0'; at++)
        if (*at != '\n')
            found[used++] = *at;
    found[used] = '\0';
    cr_expect_str_eq(found, environment);
    attempt_close(&attempt);
}

/* Two fields, and nothing that a script could use. */
static int check_string_metatable(lua_State *L)
{
    lua_pushliteral(L, "");
    cr_assert(lua_getmetatable(L, -1));
    int count = 0;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        count++;
        lua_pop(L, 1);
    }
    cr_expect_eq(count, 2, "__index and __metatable, and no arithmetic");
    cr_expect_eq(lua_getfield(L, -1, "__metatable"), LUA_TBOOLEAN);
    cr_expect_not(lua_toboolean(L, -1));
    lua_pop(L, 1);

    /* Methods are the library's own functions, not copies (R4). */
    lua_getfield(L, -1, "__index");
    lua_getglobal(L, "string");
    host_push_thawed(L, -1);
    cr_expect(lua_rawequal(L, -1, -3));
    return 0;
}

Test(library, strings_share_a_closed_metatable)
{
    struct attempt attempt = attempt_new();
    attempt.status =
        host_call(attempt.host, check_string_metatable, NULL, &attempt.error);
    cr_expect_eq(attempt.status, STATUS_OK, "%s", attempt.error.text);
    attempt_close(&attempt);
}

Test(library, assert_passes_its_values_on_or_raises_with_the_place)
{
    static const struct sample samples[] = {
        {"log(assert(1, 2, 3))", "works: 1\t2\t3"},
        {"assert(false)", "error: try.lua:1: assertion failed"},
        {"assert(nil, 'no player')", "error: try.lua:1: no player"},
        {"assert(false, 12)", "error: error value is a number"},
        {"assert(false, {})", "error: error value is a table"},
        {"assert()",
         "error: try.lua:1: bad argument #1 to 'assert' (value expected)"},
        {"assert(false, nil)", "error: try.lua:1: assertion failed"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, error_raises_what_it_is_given)
{
    static const struct sample samples[] = {
        {"error('over')", "error: try.lua:1: over"},
        {"error('over', 0)", "error: over"},
        {"local function f() error('over', 2) end f()",
         "error: try.lua:1: over"},
        {"error('over', -1)",
         "error: try.lua:1: bad argument #2 to 'error' (not from 0 to 100)"},
        {"error('over', 101)",
         "error: try.lua:1: bad argument #2 to 'error' (not from 0 to 100)"},
        {"error()", "error: error value is nil"},
        {"error(12)", "error: error value is a number"},
        {"error(true)", "error: error value is a boolean"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, log_writes_a_line_of_plain_text)
{
    static const struct sample samples[] = {
        {"log()", "works: "},
        {"log('a', 1, 1.5, true, nil, {}, log, 'b')",
         "works: a\t1\t1.5\ttrue\tnil\ttable\tfunction\tb"},
        {"log('a\\tb\\nc\\27[2J\\0d')", "works: a\\x09b\\x0ac\\x1b[2J\\x00d"},
        {"log('\\u{e9}\\u{20ac}\\u{1f3f0}', '\\xff\\xc3', '\\u{85}')",
         "works: é€🏰\t\\xff\\xc3\t\\xc2\\x85"},
        {"log(('x'):rep(300))",
         "works: "
         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, ipairs_walks_through_a_list)
{
    static const struct sample samples[] = {
        {"for i, v in ipairs({'a', 'b', nil, 'd'}) do log(i, v) end",
         "works: 1\ta / 2\tb"},
        {"for i, v in ipairs({}) do log(i) end", "works"},
        {"ipairs(nil)", "error: try.lua:1: bad argument #1 to 'ipairs' (table "
                        "expected, got nil)"},
        {"ipairs('abc')", "error: try.lua:1: bad argument #1 to 'ipairs' "
                          "(table expected, got string)"},
        {"ipairs()", "error: try.lua:1: bad argument #1 to 'ipairs' (table "
                     "expected, got no value)"},
        {"local f, t, i = ipairs({5}) log(f(t, i), f(t, 1))", "works: 1\tnil"},
        {"local f = ipairs({}) f({}, 'x')",
         "error: try.lua:1: bad argument #2 to 'f' (number expected, got "
         "string)"},
        {"local f = ipairs({}) f({})", "error: try.lua:1: bad argument #2 to "
                                       "'f' (number expected, got no value)"},
        {"local f = ipairs({}) f(nil, 1)",
         "error: attempt to index a nil value"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, pairs_has_the_same_order_in_every_run)
{
    static const struct sample samples[] = {
        {"local t = { [3] = 1, [-1] = 1, [2.5] = 1, b = 1, a = 1, B = 1, [''] "
         "= 1, [true] = 1, [false] = 1, ab = 1 } local l = {} for k in "
         "pairs(t) do l[#l + 1] = tostring(k) end log(table.concat(l, ' '))",
         "works: -1 2.5 3  B a ab b false true"},
        {"for k, v in pairs({}) do log(k) end", "works"},
        {"for k, v in pairs({ 10, 20, 30 }) do log(k, v) end",
         "works: 1\t10 / 2\t20 / 3\t30"},
        {"for k, v in pairs({ 10, nil, 30 }) do log(k, v) end",
         "works: 1\t10 / 3\t30"},
        {"for k in pairs({ [{}] = 1 }) do end",
         "error: try.lua:1: pairs: key of type table has no fixed order"},
        {"for k in pairs({ [log] = 1 }) do end",
         "error: try.lua:1: pairs: key of type function has no fixed order"},
        {"pairs()", "error: try.lua:1: bad argument #1 to 'pairs' (table "
                    "expected, got no value)"},
        {"pairs(1)", "error: try.lua:1: bad argument #1 to 'pairs' (table "
                     "expected, got number)"},
        {"local t = { a = 1, b = 2, c = 3 } for k, v in pairs(t) do log(k, v) "
         "t.b = nil t.d = 4 end log(t.d)",
         "works: a\t1 / c\t3 / 4"},
        {"local t = {} for i = 1, 1000 do t['k' .. i] = i end local last, n = "
         "'', 0 for k, v in pairs(t) do assert(last < k and t[k] == v) last = "
         "k n = n + 1 end log(n)",
         "works: 1000"},
        {"local t = { [math.maxinteger] = 1, [2^53] = 2, [2^53 + 1] = 3, "
         "[-2^70] = 4, [2^70] = 5, [math.mininteger] = 6, [1e300] = 7, [0.5] = "
         "8, [0] = 9 } local l = {} for k, v in pairs(t) do l[#l + 1] = v end "
         "log(table.concat(l, ' '))",
         "works: 4 6 9 8 3 1 5 7"},
        {"local f = pairs({ 5 }) log(f()) log(f()) log(f())",
         "works: 1\t5 / nil / nil"},
        {"log(select('#', pairs({})))", "works: 1"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, select_counts_and_cuts)
{
    static const struct sample samples[] = {
        {"log(select('#')) log(select('#', nil, nil)) log(select(2, 'a', 'b', "
         "'c')) log(select(-1, 'a', 'b')) log(select(4, 'a'))",
         "works: 0 / 2 / b\tc / b / "},
        {"select(0)",
         "error: try.lua:1: bad argument #1 to 'select' (index out of range)"},
        {"select(-3, 1)",
         "error: try.lua:1: bad argument #1 to 'select' (index out of range)"},
        {"select()", "error: try.lua:1: bad argument #1 to 'select' (number "
                     "expected, got no value)"},
        {"select('x')", "error: try.lua:1: bad argument #1 to 'select' (number "
                        "expected, got string)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, tonumber_reads_numerals)
{
    static const struct sample samples[] = {
        {"log(tonumber(5), tonumber('5'), tonumber(' 0x1F '), tonumber('5.5'), "
         "tonumber('x'), tonumber(''), tonumber(nil), tonumber({}))",
         "works: 5\t5\t31\t5.5\tnil\tnil\tnil\tnil"},
        {"log(tonumber('ff', 16), tonumber('-zz', 36), tonumber('12', 2), "
         "tonumber(' 101 ', 2), tonumber('', 10), tonumber('-', 10))",
         "works: 255\t-1295\tnil\t5\tnil\tnil"},
        {"tonumber()",
         "error: try.lua:1: bad argument #1 to 'tonumber' (value expected)"},
        {"tonumber(5, 10)", "error: try.lua:1: bad argument #1 to 'tonumber' "
                            "(string expected, got number)"},
        {"tonumber('5', 1)",
         "error: try.lua:1: bad argument #2 to 'tonumber' (base out of range)"},
        {"tonumber('5', 37)",
         "error: try.lua:1: bad argument #2 to 'tonumber' (base out of range)"},
        {"log(tonumber('1' .. ('0'):rep(300)), tonumber('5\\0'), "
         "tonumber('5\\0', 10))",
         "works: 1e+300\tnil\tnil"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, tostring_shows_no_addresses)
{
    static const struct sample samples[] = {
        {"log(tostring(5), tostring('a'), tostring(nil), tostring(true), "
         "tostring({}), tostring(log), tostring(2^53), tostring(1e100))",
         "works: 5\ta\tnil\ttrue\ttable\tfunction\t9.007199254741e+15\t1e+100"},
        {"tostring()",
         "error: try.lua:1: bad argument #1 to 'tostring' (value expected)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, type_names_the_type)
{
    static const struct sample samples[] = {
        {"log(type(1), type('a'), type(nil), type(true), type({}), type(log))",
         "works: number\tstring\tnil\tboolean\ttable\tfunction"},
        {"type()",
         "error: try.lua:1: bad argument #1 to 'type' (value expected)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, string_functions_work_on_bytes)
{
    static const struct sample samples[] = {
        {"log(('abc'):byte(), ('abc'):byte(2), ('abc'):byte(1, -1), "
         "('abc'):byte(10), (''):byte())",
         "works: 97\t98\t97\tnil"},
        {"('x'):rep(251):byte(1, -1)",
         "error: try.lua:1: string slice too long"},
        {"log(select('#', ('x'):rep(250):byte(1, -1)))", "works: 250"},
        {"string.byte()", "error: try.lua:1: bad argument #1 to 'byte' (string "
                          "expected, got no value)"},
        {"string.byte({})", "error: try.lua:1: bad argument #1 to 'byte' "
                            "(string expected, got table)"},
        {"string.byte('a', 'b')", "error: try.lua:1: bad argument #2 to 'byte' "
                                  "(number expected, got string)"},
        {"string.byte('a', 1.5)", "error: try.lua:1: bad argument #2 to 'byte' "
                                  "(number has no integer representation)"},
        {"log(string.char(), string.char(72, 105), string.char(48.0))",
         "works: \tHi\t0"},
        {"string.char(256)",
         "error: try.lua:1: bad argument #1 to 'char' (value out of range)"},
        {"string.char(-1)",
         "error: try.lua:1: bad argument #1 to 'char' (value out of range)"},
        {"string.char('x')", "error: try.lua:1: bad argument #1 to 'char' "
                             "(number expected, got string)"},
        {"log(('a.b.c'):find('.'), ('a.b.c'):find('.', 3), ('a.b.c'):find('.', "
         "-1), ('abc'):find('%a'), ('abc'):find('', 4), ('abc'):find('', 5), "
         "('abc'):find('c', -100), (''):find(''))",
         "works: 2\t4\tnil\tnil\t4\tnil\t3\t1\t0"},
        {"string.find('a')", "error: try.lua:1: bad argument #2 to 'find' "
                             "(string expected, got no value)"},
        {"string.find('a', {})", "error: try.lua:1: bad argument #2 to 'find' "
                                 "(string expected, got table)"},
        {"log(string.len(''), string.len('a\\0b'), ('\\u{e9}'):len(), "
         "string.len(12))",
         "works: 0\t3\t2\t2"},
        {"string.len()", "error: try.lua:1: bad argument #1 to 'len' (string "
                         "expected, got no value)"},
        {"log(string.lower('AbC\\u{c9}'), string.upper('aBc\\u{e9}'), "
         "string.reverse('abc'), (''):reverse())",
         "works: abcÉ\tABCé\tcba\t"},
        {"string.lower()", "error: try.lua:1: bad argument #1 to 'lower' "
                           "(string expected, got no value)"},
        {"string.upper(nil)", "error: try.lua:1: bad argument #1 to 'upper' "
                              "(string expected, got nil)"},
        {"string.reverse({})", "error: try.lua:1: bad argument #1 to 'reverse' "
                               "(string expected, got table)"},
        {"log(string.rep('ab', 3), string.rep('ab', 3, ', '), string.rep('ab', "
         "0), string.rep('ab', -1), string.rep('', math.maxinteger), "
         "string.rep('ab', 1, 'x'), '|')",
         "works: ababab\tab, ab, ab\t\t\t\tab\t|"},
        {"log(#string.rep('x', 256 * 1024))", "works: 262144"},
        {"string.rep('x', 256 * 1024 + 1)",
         "error: try.lua:1: resulting string too large"},
        {"string.rep('x', math.maxinteger)",
         "error: try.lua:1: resulting string too large"},
        {"string.rep('', math.maxinteger, 'x')",
         "error: try.lua:1: resulting string too large"},
        {"log(#string.rep('x', 3, ('y'):rep(131070)))", "works: 262143"},
        {"string.rep('x', 3, ('y'):rep(131071))",
         "error: try.lua:1: resulting string too large"},
        {"string.rep('x')", "error: try.lua:1: bad argument #2 to 'rep' "
                            "(number expected, got no value)"},
        {"string.rep('x', 1.5)", "error: try.lua:1: bad argument #2 to 'rep' "
                                 "(number has no integer representation)"},
        {"log(table.concat(string.split('a,b,,c', ','), '|'), "
         "#string.split('', ','), #string.split('abc', ','), "
         "table.concat(string.split('a--b-c--', '--'), '|'), "
         "#string.split(',', ','))",
         "works: a|b||c\t1\t1\ta|b-c|\t2"},
        {"string.split('a', '')", "error: try.lua:1: bad argument #2 to "
                                  "'split' (the separator is empty)"},
        {"string.split('a')", "error: try.lua:1: bad argument #2 to 'split' "
                              "(string expected, got no value)"},
        {"string.split(nil, ',')", "error: try.lua:1: bad argument #1 to "
                                   "'split' (string expected, got nil)"},
        {"log(#string.split((','):rep(9999), ','))", "works: 10000"},
        {"string.split((','):rep(10000), ',')",
         "error: try.lua:1: bad argument #1 to 'split' (too many pieces)"},
        {"log(('hello'):sub(2), ('hello'):sub(2, 3), ('hello'):sub(-3), "
         "('hello'):sub(-3, -2), ('hello'):sub(0), ('hello'):sub(4, 2), "
         "('hello'):sub(10), ('hello'):sub(math.mininteger, math.maxinteger), "
         "'|')",
         "works: ello\tel\tllo\tll\thello\t\t\thello\t|"},
        {"string.sub('x')", "error: try.lua:1: bad argument #2 to 'sub' "
                            "(number expected, got no value)"},
        {"string.sub('x', {})", "error: try.lua:1: bad argument #2 to 'sub' "
                                "(number expected, got table)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, format_has_few_conversions)
{
    static const struct sample samples[] = {
        {"log(string.format(\"%d %i %5d %-5d| %05d %+d %x %X %c %s %q %%\", 1, "
         "2, 3, 4, 5, 6, 255, 255, 65, \"s\", \"a\\\"b\\\\c\\nd\\0e\\200\"))",
         "works: 1 2     3 4    | 00005 +6 ff FF A s "
         "\"a\\\"b\\\\c\\nd\\000e\\xc8\" %"},
        {"log(string.format('%s %s %s %s %10s|%-10s|', nil, true, {}, log, "
         "'right', 'left'))",
         "works: nil true table function      right|left      |"},
        {"log(string.format('%q %q %q %q', 12, true, nil, math.mininteger))",
         "works: 12 true nil -9223372036854775808"},
        {"string.format('%f', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%5.2d', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%100d', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%p', {})",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%a', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%--d', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('% d', 1)",
         "error: try.lua:1: format conversion not allowed"},
        {"string.format('%d')",
         "error: try.lua:1: bad argument #2 to 'format' (no value)"},
        {"string.format('%d', 'x')", "error: try.lua:1: bad argument #2 to "
                                     "'format' (number expected, got string)"},
        {"string.format('%d', 1.5)",
         "error: try.lua:1: bad argument #2 to 'format' (number has no integer "
         "representation)"},
        {"log(string.format('%d', '10'), string.format('%d', 3.0))",
         "works: 10\t3"},
        {"string.format('%q', {})", "error: try.lua:1: bad argument #2 to "
                                    "'format' (value has no literal form)"},
        {"string.format('%q', 1.5)", "error: try.lua:1: bad argument #2 to "
                                     "'format' (value has no literal form)"},
        {"string.format()", "error: try.lua:1: bad argument #1 to 'format' "
                            "(string expected, got no value)"},
        {"log(#string.format(('x'):rep(512)))", "works: 512"},
        {"string.format(('x'):rep(513))",
         "error: try.lua:1: bad argument #1 to 'format' (the format is too "
         "long)"},
        {"log(string.format(('%d'):rep(32), table.unpack({ 1, 1, 1, 1, 1, 1, "
         "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
         "1, 1, 1 })))",
         "works: 11111111111111111111111111111111"},
        {"local t = {} for i = 1, 33 do t[i] = 1 end "
         "string.format(('%d'):rep(33), table.unpack(t))",
         "error: try.lua:1: bad argument #1 to 'format' (more than 32 "
         "conversions)"},
        {"log(#string.format('%s', ('x'):rep(256 * 1024)))", "works: 262144"},
        {"string.format('%s%s', ('x'):rep(256 * 1024), 'y')",
         "error: try.lua:1: resulting string too large"},
        {"string.format('%q', ('x'):rep(256 * 1024))",
         "error: try.lua:1: resulting string too large"},
        {"string.format('%s')",
         "error: try.lua:1: bad argument #2 to 'format' (no value)"},
        {"string.format('%d %d', 1)",
         "error: try.lua:1: bad argument #3 to 'format' (no value)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, strings_have_methods_and_no_arithmetic)
{
    static const struct sample samples[] = {
        {"log('10' + 1)", "error: try.lua:1: attempt to perform arithmetic on "
                          "a string value (constant '10')"},
        {"log(-'2')", "error: try.lua:1: attempt to perform arithmetic on a "
                      "string value (constant '2')"},
        {"log(('x').y)", "works: nil"},
        {"log(#'abc' .. 1 .. 2.5)", "works: 312.5"},
        {"log('a' < 'b', 'a' < 'B', '' < 'a', 'a\\0b' < 'a\\0c')",
         "works: true\tfalse\ttrue\ttrue"},
        {"string.rep = 1",
         "error: try.lua:1: the library is read-only: cannot set 'rep'"},
        {"string.new = 1",
         "error: try.lua:1: the library is read-only: cannot set 'new'"},
        {"local s = 'x' s.y = 1",
         "error: try.lua:1: attempt to index a string value (local 's')"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, concat_joins)
{
    static const struct sample samples[] = {
        {"log(table.concat({}), table.concat({ 1, 'b', 2.5 }), table.concat({ "
         "1, 2, 3 }, ', '), table.concat({ 1, 2, 3 }, '-', 2), table.concat({ "
         "1, 2, 3 }, '-', 2, 2), table.concat({ 1, 2 }, '-', 3), '|')",
         "works: \t1b2.5\t1, 2, 3\t2-3\t2\t\t|"},
        {"table.concat({ 1, {}, 3 })",
         "error: try.lua:1: invalid value (at index 2) in table for 'concat': "
         "a table"},
        {"table.concat({ 1 }, '', 1, 2)",
         "error: try.lua:1: invalid value (at index 2) in table for 'concat': "
         "a nil"},
        {"table.concat()", "error: try.lua:1: bad argument #1 to 'concat' "
                           "(table expected, got no value)"},
        {"table.concat({}, {})", "error: try.lua:1: bad argument #2 to "
                                 "'concat' (string expected, got table)"},
        {"table.concat({}, '', 1, 1000001)",
         "error: try.lua:1: range too large"},
        {"table.concat({}, '', math.mininteger, math.maxinteger)",
         "error: try.lua:1: range too large"},
        {"log(table.concat({ [math.maxinteger] = 'z' }, '', math.maxinteger, "
         "math.maxinteger))",
         "works: z"},
        {"log(#table.concat({ ('x'):rep(131072), ('x'):rep(131072) }))",
         "works: 262144"},
        {"table.concat({ ('x'):rep(131072), ('x'):rep(131072) }, '-')",
         "error: try.lua:1: resulting string too large"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, insert_makes_room)
{
    static const struct sample samples[] = {
        {"local t = { 1, 2 } table.insert(t, 3) table.insert(t, 1, 0) "
         "table.insert(t, 5, 9) log(table.concat(t, ' '))",
         "works: 0 1 2 3 9"},
        {"table.insert({ 1 }, 3, 1)", "error: try.lua:1: bad argument #2 to "
                                      "'insert' (position out of bounds)"},
        {"table.insert({ 1 }, 0, 1)", "error: try.lua:1: bad argument #2 to "
                                      "'insert' (position out of bounds)"},
        {"table.insert({})",
         "error: try.lua:1: wrong number of arguments to 'insert'"},
        {"table.insert({}, 1, 2, 3)",
         "error: try.lua:1: wrong number of arguments to 'insert'"},
        {"table.insert(nil, 1)", "error: try.lua:1: bad argument #1 to "
                                 "'insert' (table expected, got nil)"},
        {"table.insert({}, 'x', 1)", "error: try.lua:1: bad argument #2 to "
                                     "'insert' (number expected, got string)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, remove_closes_the_gap)
{
    static const struct sample samples[] = {
        {"local t = { 1, 2, 3 } log(table.remove(t, 1), table.remove(t), "
         "table.concat(t), table.remove(t), table.remove(t), #t)",
         "works: 1\t3\t2\t2\tnil\t0"},
        {"local t = { 1 } log(table.remove(t, 2), #t) log(table.remove({}, 0)) "
         "log(table.remove({}, 1))",
         "works: nil\t1 / nil / nil"},
        {"table.remove({ 1 }, 3)", "error: try.lua:1: bad argument #2 to "
                                   "'remove' (position out of bounds)"},
        {"table.remove({ 1 }, 0)", "error: try.lua:1: bad argument #2 to "
                                   "'remove' (position out of bounds)"},
        {"table.remove()", "error: try.lua:1: bad argument #1 to 'remove' "
                           "(table expected, got no value)"},
        {"table.remove({}, 'x')", "error: try.lua:1: bad argument #2 to "
                                  "'remove' (number expected, got string)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, move_copies_a_range)
{
    static const struct sample samples[] = {
        {"local t = { 1, 2, 3 } log(table.concat(table.move(t, 1, 3, 2), ' ')) "
         "log(table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ' ')) "
         "log(table.concat(table.move({ 1, 2, 3 }, 1, 3, 1, {}), ' ')) "
         "log(#table.move({}, 1, 0, 1))",
         "works: 1 1 2 3 / 2 3 3 / 1 2 3 / 0"},
        {"table.move({}, 1, 1000001, 2)",
         "error: try.lua:1: too many elements to move"},
        {"log(#table.move({}, 1, 1000000, 2))", "works: 0"},
        {"table.move({}, math.mininteger, math.maxinteger, 2)",
         "error: try.lua:1: too many elements to move"},
        {"table.move({}, 1, 2, math.maxinteger)",
         "error: try.lua:1: bad argument #4 to 'move' (destination wrap "
         "around)"},
        {"table.move({ 1 }, 1, 1, 1, 'x')",
         "error: try.lua:1: bad argument #5 to 'move' (table expected, got "
         "string)"},
        {"table.move({})", "error: try.lua:1: bad argument #2 to 'move' "
                           "(number expected, got nil)"},
        {"table.move()", "error: try.lua:1: bad argument #1 to 'move' (table "
                         "expected, got nil)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, pack_counts)
{
    static const struct sample samples[] = {
        {"local t = table.pack(1, nil, 3) log(t.n, t[1], t[2], t[3]) "
         "log(table.pack().n)",
         "works: 3\t1\tnil\t3 / 0"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, unpack_gives_few_values)
{
    static const struct sample samples[] = {
        {"log(table.unpack({ 1, 2, 3 })) log(table.unpack({ 1, 2, 3 }, 2)) "
         "log(table.unpack({ 1, 2 }, 1, 3)) log(table.unpack({}, 1, 0))",
         "works: 1\t2\t3 / 2\t3 / 1\t2\tnil / "},
        {"log(select('#', table.unpack({}, 1, 250)))", "works: 250"},
        {"table.unpack({}, 1, 251)",
         "error: try.lua:1: too many results to unpack"},
        {"table.unpack({}, math.mininteger, math.maxinteger)",
         "error: try.lua:1: too many results to unpack"},
        {"log(table.unpack({ [math.maxinteger] = 1 }, math.maxinteger, "
         "math.maxinteger))",
         "works: 1"},
        {"table.unpack()", "error: try.lua:1: bad argument #1 to 'unpack' "
                           "(table expected, got no value)"},
        {"table.unpack({}, 'x')", "error: try.lua:1: bad argument #2 to "
                                  "'unpack' (number expected, got string)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, sort_is_stable)
{
    static const struct sample samples[] = {
        {"local t = { 3, 1, 2 } table.sort(t) log(table.concat(t, ' ')) "
         "table.sort(t, function(a, b) return a > b end) log(table.concat(t, ' "
         "'))",
         "works: 1 2 3 / 3 2 1"},
        {"local t = { 'b', 'a', '', 'ab' } table.sort(t) log(table.concat(t, ' "
         "'))",
         "works:  a ab b"},
        {"local t = { 2, 1.5, -1, math.maxinteger, 2^53 } table.sort(t) "
         "log(table.concat(t, ' '))",
         "works: -1 1.5 2 9.007199254741e+15 9223372036854775807"},
        {"local t = {} for i = 1, 1000 do t[i] = { k = i % 3, i = i } end "
         "table.sort(t, function(a, b) return a.k < b.k end) for i = 2, 1000 "
         "do assert(t[i - 1].k < t[i].k or t[i - 1].k == t[i].k and t[i - 1].i "
         "< t[i].i) end log('stable')",
         "works: stable"},
        {"for n = 0, 70 do local t = {} for i = 1, n do t[i] = (i * 7919) % 71 "
         "end table.sort(t) for i = 2, n do assert(t[i - 1] <= t[i]) end end",
         "works"},
        {"local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() "
         "return true end) local s = 0 for _, v in ipairs(t) do s = s + v end "
         "log(s)",
         "works: 5050"},
        {"local t = { 3, 1, 2 } table.sort(t, function(a, b) t[1] = nil t[4] = "
         "'x' return a < b end) log(t[1], t[2], t[3], t[4])",
         "works: 1\t2\t3\tx"},
        {"table.sort({ 1, 'a' })",
         "error: try.lua:1: attempt to compare a number with a string"},
        {"table.sort({ {}, {} })",
         "error: try.lua:1: attempt to compare a table with a table"},
        {"table.sort({ true, false })",
         "error: try.lua:1: attempt to compare a boolean with a boolean"},
        {"table.sort({ 1, 2 }, 5)", "error: try.lua:1: bad argument #2 to "
                                    "'sort' (function expected, got number)"},
        {"table.sort()", "error: try.lua:1: bad argument #1 to 'sort' (table "
                         "expected, got no value)"},
        {"table.sort({ 2, 1 }, function() error('in there') end)",
         "error: try.lua:1: in there"},
        {"local t = {} for i = 1, 100000 do t[i] = 100000 - i end "
         "table.sort(t) log(t[1], t[100000])",
         "works: 0\t99999"},
        {"local t = {} for i = 1, 100001 do t[i] = i end table.sort(t)",
         "error: try.lua:1: bad argument #1 to 'sort' (more than 100000 items "
         "to sort)"},
        {"table.sort({})", "works"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, math_knows_integers_only)
{
    static const struct sample samples[] = {
        {"log(math.abs(-5), math.abs(5), math.abs(math.mininteger), "
         "math.max(1, 3, 2), math.min(4, 2, 3), math.maxinteger, "
         "math.mininteger)",
         "works: "
         "5\t5\t-9223372036854775808\t3\t2\t9223372036854775807\t-"
         "9223372036854775808"},
        {"log(math.tointeger(3.0), math.tointeger(3), math.tointeger(3.5), "
         "math.tointeger('3'), math.tointeger({}))",
         "works: 3\t3\tnil\tnil\tnil"},
        {"log(math.type(1), math.type(1.0), math.type('1'), math.type(nil))",
         "works: integer\tfloat\tnil\tnil"},
        {"log(math.ult(1, 2), math.ult(-1, 2), math.ult(1, -1))",
         "works: true\tfalse\ttrue"},
        {"math.abs(1.5)", "error: try.lua:1: bad argument #1 to 'abs' (integer "
                          "expected, got a float)"},
        {"math.abs(2.0)", "error: try.lua:1: bad argument #1 to 'abs' (integer "
                          "expected, got a float)"},
        {"math.abs('1')", "error: try.lua:1: bad argument #1 to 'abs' (integer "
                          "expected, got string)"},
        {"math.abs()", "error: try.lua:1: bad argument #1 to 'abs' (integer "
                       "expected, got no value)"},
        {"math.max()", "error: try.lua:1: bad argument #1 to 'max' (integer "
                       "expected, got no value)"},
        {"math.max(1, 2.5)", "error: try.lua:1: bad argument #2 to 'max' "
                             "(integer expected, got a float)"},
        {"math.min()", "error: try.lua:1: bad argument #1 to 'min' (integer "
                       "expected, got no value)"},
        {"math.min(1, '2')", "error: try.lua:1: bad argument #2 to 'min' "
                             "(integer expected, got string)"},
        {"math.tointeger()",
         "error: try.lua:1: bad argument #1 to 'tointeger' (value expected)"},
        {"math.type()",
         "error: try.lua:1: bad argument #1 to 'type' (value expected)"},
        {"math.ult(1)", "error: try.lua:1: bad argument #2 to 'ult' (integer "
                        "expected, got no value)"},
        {"math.ult(1, 1.0)", "error: try.lua:1: bad argument #2 to 'ult' "
                             "(integer expected, got a float)"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, frozen_tables_are_read_and_never_written)
{
    static const struct sample samples[] = {
        {"local t = freeze({ 1, 2, { 3 }, a = 'x' }) log(#t, t[1], t.a, #t[3], "
         "t[3][1], table.concat(t, ' ', 1, 2), table.unpack(t, 1, 2)) for k, v "
         "in pairs(t) do log(k, v) end for i, v in ipairs(t) do log(i, v) end",
         "works: 3\t1\tx\t1\t3\t1 2\t1\t2 / 1\t1 / 2\t2 / 3\ttable / a\tx / "
         "1\t1 / 2\t2 / 3\ttable"},
        {"local t = freeze({ 1 }) t.x = 1",
         "error: try.lua:1: tiles.lua is read-only: cannot set 'x'"},
        {"local t = freeze({ 1 }) t[1] = 1",
         "error: try.lua:1: tiles.lua is read-only: cannot set item 1"},
        {"local t = freeze({ 1 }) t[true] = 1",
         "error: try.lua:1: tiles.lua is read-only"},
        {"local t = freeze({ a = { b = {} } }) t.a.b.c = 1",
         "error: try.lua:1: tiles.lua is read-only: cannot set 'c'"},
        {"local t = freeze({ 1 }) table.insert(t, 1)",
         "error: try.lua:1: bad argument #1 to 'insert' (this table is "
         "read-only)"},
        {"local t = freeze({ 1 }) table.remove(t)",
         "error: try.lua:1: bad argument #1 to 'remove' (this table is "
         "read-only)"},
        {"local t = freeze({ 1 }) table.sort(t)",
         "error: try.lua:1: bad argument #1 to 'sort' (this table is "
         "read-only)"},
        {"local t = freeze({ 1 }) table.move({ 1 }, 1, 1, 1, t)",
         "error: try.lua:1: bad argument #5 to 'move' (this table is "
         "read-only)"},
        {"local t = freeze({ 1, 2 }) log(table.concat(table.move(t, 1, 2, 2, { "
         "0 }), ' '), #t)",
         "works: 0 1 2\t2"},
        {"local t = freeze({ 1, 2 }) table.move(t, 1, 1, 2)",
         "error: try.lua:1: bad argument #1 to 'move' (this table is "
         "read-only)"},
        {"local a = {} a.self = a a.list = { a } local t = freeze(a) log(t == "
         "t.self, t == t.list[1], t == freeze(a), t == freeze(t))",
         "works: true\ttrue\ttrue\ttrue"},
        {"local t = freeze('x') log(t, freeze(nil), freeze(log) == log)",
         "works: x\tnil\ttrue"},
        {"local t = freeze({}) for k in pairs(t) do log(k) end log(#t)",
         "works: 0"},
        {"local t = freeze({}) log(getmetatable)", "works: nil"},
        {"local inner = { 1 } local t = freeze({ inner }) inner[1] = 2 "
         "log(t[1][1], t[1] == inner)",
         "works: 2\tfalse"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, a_script_makes_no_globals)
{
    static const struct sample samples[] = {
        {"x = 1",
         "error: try.lua:1: 'x' is not a local: a script makes no globals"},
        {"function f() end",
         "error: try.lua:1: 'f' is not a local: a script makes no globals"},
        {"pairs = 1",
         "error: try.lua:1: 'pairs' is not a local: a script makes no globals"},
        {"_ENV.x = 1",
         "error: try.lua:1: 'x' is not a local: a script makes no globals"},
        {"_ENV[1] = 2", "error: try.lua:1: a script makes no globals"},
        {"local _ENV = { log = log } x = 1 log(x)", "works: 1"},
        {"log(_G, x, print, pcall, load, next, os, io, debug, coroutine, "
         "require)",
         "works: nil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil\tnil"},
        {"log(type(_ENV), #_ENV)", "works: table\t0"},
        {"math.pi = 3",
         "error: try.lua:1: the library is read-only: cannot set 'pi'"},
        {"table.insert(_ENV, 1)", "error: try.lua:1: bad argument #1 to "
                                  "'insert' (this table is read-only)"},
        {"table.insert(math, 1)", "error: try.lua:1: bad argument #1 to "
                                  "'insert' (this table is read-only)"},
        {"local t <const> = 1 log(t) local u <close> = nil", "works: 1"},
        {"local u <close> = {}",
         "error: try.lua:1: variable 'u' got a non-closable value"},
    };
    CHECK_SAMPLES(samples);
}

Test(library, log_has_a_number_of_lines_a_call)
{
    struct host_limits limits = host_limits_default();
    struct attempt attempt = attempt_with(&limits);
    attempt_run(&attempt, "for i = 1, 20 do log(i) end");
    cr_expect_eq(attempt.line_count, 20);
    attempt_run(&attempt, "for i = 1, 21 do log(i) end");
    cr_expect_eq(attempt.line_count, 20, "the 21st is dropped");
    cr_expect_eq(attempt.status, STATUS_OK, "and nothing fails");
    attempt_run(&attempt, "log('again')");
    cr_expect_eq(attempt.line_count, 1, "each call has its own lines");

    attempt.host->log = NULL;
    attempt_run(&attempt, "log('to nobody')");
    cr_expect_eq(attempt.status, STATUS_OK);
    attempt_close(&attempt);
}

Test(library, log_cuts_a_line_after_200_bytes_but_no_character)
{
    char expected[512];
    struct attempt attempt = attempt_new();
    memset(expected, 'x', 199);
    memcpy(expected + 199, "y\n", 3);
    attempt_run(&attempt, "log(('x'):rep(199) .. 'yz')");
    cr_expect_str_eq(attempt.logged, expected);
    memcpy(expected + 199, "\n", 2);
    attempt_run(&attempt, "log(('x'):rep(199) .. '\u00e9')");
    cr_expect_str_eq(attempt.logged, expected);
    attempt_run(&attempt, "log(('x'):rep(100), ('x'):rep(100))");
    cr_expect_eq(strlen(attempt.logged), 201);
    attempt_run(&attempt, "log(('\\1'):rep(300))");
    cr_expect_eq(strlen(attempt.logged), 801, "four characters for each byte");
    attempt_close(&attempt);
}

Test(library, pairs_knows_tables_of_any_size)
{
    struct host_limits limits = host_limits_default();
    static const char check[] =
        "for _, size in ipairs { 1, 7, 8, 9, 31, 32, 33, 64, 65, 1000 } do\n"
        "  local t, last, count = {}, nil, 0\n"
        "  for i = 1, size do t['k' .. (i * 7919) % 10007] = i end\n"
        "  for i = 1, size, 3 do t[-i] = i t[i + 0.5] = i end\n"
        "  for key, value in pairs(t) do\n"
        "    assert(t[key] == value)\n"
        "    assert(last == nil or type(last) < type(key)\n"
        "      or type(last) == type(key) and last < key)\n"
        "    last, count = key, count + 1\n"
        "  end\n"
        "  assert(count == size + 2 * ((size + 2) // 3))\n"
        "end\n";
    struct attempt attempt = attempt_with(&limits);
    check_outcome(&attempt, check, "works");
    check_outcome(&attempt,
                  "local t = {} for i = 1, 65536 do t[-i] = i end "
                  "local n = 0 for k, v in pairs(t) do n = n + 1 end log(n)",
                  "works: 65536");
    check_outcome(&attempt,
                  "local t = {} for i = 1, 65537 do t[-i] = i end pairs(t)",
                  "error: try.lua:1: pairs: more than 65536 keys");
    check_outcome(&attempt,
                  "local t = {} for i = 1, 200000 do t[i] = i end "
                  "local n = 0 for k, v in pairs(t) do n = n + v end log(n)",
                  "works: 20000100000");
    attempt_close(&attempt);
}

/* One script for each function, that uses it in full. */
static const char *const uses[] = {
    "assert(1, 2)",
    "assert(false, 'a message that is longer than forty characters, surely')",
    "error('over')",
    "for i, v in ipairs({ 1, 2, 3 }) do local s = v .. 'x' end",
    "log('a', 1, 2.5, {}, ('x'):rep(300))",
    "math.abs(-1) math.max(1, 2) math.min(1, 2) math.tointeger(2.0) "
    "math.type(1) math.ult(1, 2)",
    "math.abs(1.5)",
    "for k, v in pairs({ a = 1, b = 2, [3] = 3 }) do local s = k .. 'x' end",
    "local t = {} for i = 1, 100 do t['k' .. i] = i end pairs(t)",
    "for k, v in pairs({ [{}] = 1 }) do end",
    "select('#', 1, 2) select(2, 1, 2)",
    "local s = ('x'):rep(3000) string.byte(s, 1, 200) string.sub(s, 2, 2000) "
    "string.find(s, 'xx') string.len(s)",
    "local t = {} for i = 1, 200 do t[i] = 65 end "
    "string.char(table.unpack(t))",
    "string.format('%s %q %d %x %c %10s', ('x'):rep(2000), ('\\n'):rep(2000), "
    "1, 2, 65, 'x')",
    "local s = ('x'):rep(3000) string.lower(s) string.upper(s) "
    "string.reverse(s)",
    "string.rep('xyz', 1000, '-')",
    "string.split(('x,'):rep(300), ',')",
    "local t = {} for i = 1, 300 do table.insert(t, 1, i .. 'x') end "
    "table.concat(t, ', ') table.remove(t, 1)",
    "table.move({ 1, 2, 3 }, 1, 3, 1, {})",
    "table.pack(1, 2, 3) table.unpack({ 1, 2, 3 })",
    "local t = {} for i = 1, 300 do t[i] = i * 7919 % 301 end table.sort(t) "
    "table.sort(t, function(a, b) local s = a .. 'x' return a > b end)",
    "tonumber('12') tonumber('zz', 36) tostring({}) tostring(12) type(1)",
    "local t = freeze({ 1, { 2 }, a = { b = {} } }) local n = #t + #t.a.b",
    "local t = freeze({}) t.x = 1",
    "newglobal = 1",
    "local function f() return 1 + f() end",
};

enum { USE_COUNT = sizeof uses / sizeof *uses };

Test(library, every_function_is_among_those_that_run_out_of_memory)
{
    char names[sizeof environment];
    memcpy(names, environment, sizeof names);
    char *rest = names;
    for (char *name; (name = strsep(&rest, " {}")) != NULL;) {
        bool is_used = *name == '\0' || strcmp(name, "string") == 0 ||
                       strstr(name, "integer") == name + 3;
        for (int i = 0; i < USE_COUNT && !is_used; i++)
            is_used = strstr(uses[i], name) != NULL;
        cr_expect(is_used, "no script uses %s", name);
    }
}

/* Runs `source` with memory that is refused at the n-th request from the
 * start; returns whether it came to that request. */
static bool runs_out(const char *source, int64_t request)
{
    struct attempt attempt = attempt_new();
    attempt.host->limits.fail_after = attempt.host->memory_requests + request;
    attempt_run(&attempt, source);
    bool came_to_it =
        attempt.host->memory_requests >= attempt.host->limits.fail_after;
    if (came_to_it) {
        cr_expect_eq(attempt.status, STATUS_NO_MEMORY, "%s: request %d", source,
                     (int)request);
        cr_expect_eq(attempt.host->death, HOST_DEAD_NO_MEMORY);
        attempt_run(&attempt, "log('on')");
        cr_expect_eq(attempt.status, STATUS_NO_MEMORY);
        cr_expect_eq(attempt.line_count, 0);
    } else {
        cr_expect(attempt.status != STATUS_LIMIT &&
                      attempt.status != STATUS_NO_MEMORY,
                  "%s: %s", source, attempt.error.text);
    }
    attempt_close(&attempt);
    return came_to_it;
}

Test(library, every_function_may_run_out_of_memory_anywhere)
{
    int points = 0;
    for (int i = 0; i < USE_COUNT; i++)
        for (int64_t request = 1; runs_out(uses[i], request); request++)
            points++;
    cr_expect_gt(points, 500, "%d points", points);
}

Test(library, every_function_pays_for_its_work)
{
    /* Each of these does much in few instructions, and ends by the budget
     * long before the clock. */
    static const char *const dear[] = {
        "local s = ('x'):rep(200000) while true do s:find('y') end",
        "local s = ('x'):rep(200000) while true do s:len() s:upper() end",
        "local s = ('x'):rep(200000) while true do s:reverse() end",
        "local s = ('x'):rep(200000) while true do s:sub(2) end",
        "local s = ('x,'):rep(9000) while true do s:split(',') end",
        "while true do ('x'):rep(200000) end",
        "local s = ('x'):rep(100000) while true do ('%s'):format(s) end",
        "local s = ('x'):rep(50000) while true do ('%q'):format(s) end",
        "local s = (' '):rep(200000) while true do tonumber(s) end",
        "local s = ('1'):rep(200000) while true do tonumber(s, 2) end",
        "local t = {} for i = 1, 99999 do t[i] = i end "
        "while true do table.sort(t) end",
        "local t = {} for i = 1, 99999 do t[i] = i end "
        "while true do table.insert(t, 1, 1) table.remove(t, 1) end",
        "local t = {} for i = 1, 99999 do t[i] = i end "
        "while true do table.move(t, 1, 99999, 2) end",
        "local t = {} for i = 1, 9999 do t[i] = 'x' end "
        "while true do table.concat(t) end",
        "local t = {} for i = 1, 200 do t[i] = i end "
        "while true do table.pack(table.unpack(t)) end",
        "local t = {} for i = 1, 9999 do t[-i] = i end "
        "while true do pairs(t) end",
        "while true do log(('x'):rep(9999)) end",
        "local t = {} for i = 1, 200 do t[i] = i end "
        "while true do math.max(table.unpack(t)) end",
    };
    for (size_t i = 0; i < sizeof dear / sizeof *dear; i++) {
        struct attempt attempt = attempt_new();
        attempt.host->log = NULL;
        attempt.host->limits.cpu_ms = 60000;
        attempt_run(&attempt, dear[i]);
        cr_expect_eq(attempt.host->death, HOST_DEAD_INSTRUCTIONS, "%s: %s",
                     dear[i], attempt.error.text);
        attempt_close(&attempt);
    }
}
