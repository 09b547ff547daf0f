/*
 * string: plain text, no patterns (sandbox.md R11). Every function pays for
 * the bytes that it looks at before it does (R10), and what it makes stays
 * under the host's limit for a string, with an error that a rule author
 * understands rather than a dead host.
 */

#include "script/host.h"
#include "script/library_parts.h"

#include <stdio.h>
#include <string.h>

enum {
    LOOK_CHARGE = 4,  /* bytes looked at one by one, for one instruction */
    COPY_CHARGE = 16, /* bytes copied */
    BYTES_MAX = 250,  /* results of string.byte */
    PIECES_MAX = 10000,
    FORMAT_SIZE_MAX = 512,
    CONVERSIONS_MAX = 32,
    SPEC_SIZE = 8, /* "%-+0" and a width of two digits */
};

static void charge_bytes(lua_State *L, size_t size, size_t bytes)
{
    host_charge(L, (int64_t)(size / bytes) + 1);
}

static int raise_too_large(lua_State *L)
{
    return luaL_error(L, "resulting string too large");
}

/* The 0-based start of the part that begins at `position`, as Lua counts:
 * from 1, or backwards from -1. May be beyond the end. */
static size_t start_index(lua_Integer position, size_t size)
{
    if (position > 0)
        return (size_t)position - 1;
    if (position == 0 || position < -(lua_Integer)size)
        return 0;
    return size - (size_t)-position;
}

/* The 0-based end, exclusive, of the part that ends with `position`. */
static size_t end_index(lua_Integer position, size_t size)
{
    if (position > (lua_Integer)size)
        return size;
    if (position >= 0)
        return (size_t)position;
    if (position < -(lua_Integer)size)
        return 0;
    return size + 1 - (size_t)-position;
}

/* string.len(s) */
static int l_len(lua_State *L)
{
    size_t size;
    luaL_checklstring(L, 1, &size);
    lua_pushinteger(L, (lua_Integer)size);
    return 1;
}

/* string.sub(s, first, last) */
static int l_sub(lua_State *L)
{
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    size_t start = start_index(luaL_checkinteger(L, 2), size);
    size_t end = end_index(luaL_optinteger(L, 3, -1), size);
    if (start >= end) {
        lua_pushliteral(L, "");
        return 1;
    }
    charge_bytes(L, end - start, COPY_CHARGE);
    lua_pushlstring(L, text + start, end - start);
    return 1;
}

/* string.byte(s, first, last) -> numbers */
static int l_byte(lua_State *L)
{
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    lua_Integer first = luaL_optinteger(L, 2, 1);
    size_t start = start_index(first, size);
    size_t end = end_index(luaL_optinteger(L, 3, first), size);
    if (start >= end)
        return 0;
    if (end - start > BYTES_MAX)
        return luaL_error(L, "string slice too long");
    host_charge(L, (int64_t)(end - start));
    luaL_checkstack(L, (int)(end - start), NULL);
    for (size_t i = start; i < end; i++)
        lua_pushinteger(L, (unsigned char)text[i]);
    return (int)(end - start);
}

/* string.char(...) */
static int l_char(lua_State *L)
{
    int count = lua_gettop(L);
    host_charge(L, count);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(L, &buffer, (size_t)count);
    for (int i = 1; i <= count; i++) {
        lua_Integer code = luaL_checkinteger(L, i);
        luaL_argcheck(L, code >= 0 && code <= 255, i, "value out of range");
        bytes[i - 1] = (char)code;
    }
    luaL_pushresultsize(&buffer, (size_t)count);
    return 1;
}

/* Only ASCII letters change: what the machine's language is must not matter.
 */
static char lower_of(char character)
{
    bool is_upper = character >= 'A' && character <= 'Z';
    return is_upper ? (char)(character + 32) : character;
}

static char upper_of(char character)
{
    bool is_lower = character >= 'a' && character <= 'z';
    return is_lower ? (char)(character - 32) : character;
}

static int change_case(lua_State *L, char (*change)(char))
{
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    charge_bytes(L, size, LOOK_CHARGE);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(L, &buffer, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = change(text[i]);
    luaL_pushresultsize(&buffer, size);
    return 1;
}

/* string.lower(s) */
static int l_lower(lua_State *L)
{
    return change_case(L, lower_of);
}

/* string.upper(s) */
static int l_upper(lua_State *L)
{
    return change_case(L, upper_of);
}

/* string.reverse(s): byte by byte */
static int l_reverse(lua_State *L)
{
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    charge_bytes(L, size, LOOK_CHARGE);
    luaL_Buffer buffer;
    char *bytes = luaL_buffinitsize(L, &buffer, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = text[size - 1 - i];
    luaL_pushresultsize(&buffer, size);
    return 1;
}

/* string.rep(s, n, separator) */
static int l_rep(lua_State *L)
{
    size_t size;
    size_t gap_size;
    const char *text = luaL_checklstring(L, 1, &size);
    lua_Integer n = luaL_checkinteger(L, 2);
    const char *gap = luaL_optlstring(L, 3, "", &gap_size);
    /* Nothing n times is nothing: without a look, since n may be huge. */
    if (n <= 0 || size + gap_size == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    size_t size_max = host_of(L)->limits.string_size;
    if (size > size_max ||
        (size_t)n - 1 > (size_max - size) / (size + gap_size))
        return raise_too_large(L);

    size_t total = (size_t)n * size + ((size_t)n - 1) * gap_size;
    charge_bytes(L, total + (size_t)n * LOOK_CHARGE, COPY_CHARGE);
    luaL_Buffer buffer;
    char *at = luaL_buffinitsize(L, &buffer, total);
    while (n-- > 0) {
        memcpy(at, text, size);
        at += size;
        if (n > 0) {
            memcpy(at, gap, gap_size);
            at += gap_size;
        }
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

/* string.find(s, sub, init) -> first, last | nil; `sub` is plain text */
static int l_find(lua_State *L)
{
    size_t size;
    size_t sub_size;
    const char *text = luaL_checklstring(L, 1, &size);
    const char *sub = luaL_checklstring(L, 2, &sub_size);
    size_t start = start_index(luaL_optinteger(L, 3, 1), size);
    if (start > size) {
        luaL_pushfail(L);
        return 1;
    }
    charge_bytes(L, size - start + sub_size, LOOK_CHARGE);

    /* glibc's memmem takes linear time, also for what repeats itself. */
    const char *found = memmem(text + start, size - start, sub, sub_size);
    if (found == NULL) {
        luaL_pushfail(L);
        return 1;
    }
    lua_Integer first = found - text + 1;
    lua_pushinteger(L, first);
    lua_pushinteger(L, first + (lua_Integer)sub_size - 1);
    return 2;
}

/* string.split(s, separator) -> list of the pieces between separators; one
 * piece, s itself, where there is none */
static int l_split(lua_State *L)
{
    size_t size;
    size_t gap_size;
    const char *text = luaL_checklstring(L, 1, &size);
    const char *gap = luaL_checklstring(L, 2, &gap_size);
    luaL_argcheck(L, gap_size > 0, 2, "the separator is empty");
    charge_bytes(L, size + gap_size, LOOK_CHARGE);

    const char *end = text + size;
    const char *found;
    lua_newtable(L);
    for (lua_Integer i = 1;; i++) {
        luaL_argcheck(L, i <= PIECES_MAX, 1, "too many pieces");
        host_charge(L, 4);
        found = memmem(text, (size_t)(end - text), gap, gap_size);
        const char *stop = found == NULL ? end : found;
        lua_pushlstring(L, text, (size_t)(stop - text));
        lua_rawseti(L, -2, i);
        if (found == NULL)
            return 1;
        text = found + gap_size;
    }
}

/* One conversion of a format, as in "%-10s". */
struct conversion {
    char flags[4]; /* of "-+0", each at most once */
    size_t width;
    char kind;
};

/* Reads the conversion at `at`, after its '%'. Returns where the format goes
 * on, or NULL where the conversion is none of ours. */
static const char *read_conversion(const char *at, const char *end,
                                   struct conversion *conversion)
{
    size_t flags = 0;
    *conversion = (struct conversion){0};
    while (at < end && *at != '\0' && strchr("-+0", *at) != NULL) {
        if (strchr(conversion->flags, *at) != NULL)
            return NULL;
        conversion->flags[flags++] = *at++;
    }
    for (int i = 0; i < 2 && at < end && *at >= '0' && *at <= '9'; i++)
        conversion->width = conversion->width * 10 + (size_t)(*at++ - '0');
    if (at == end || *at == '\0' || strchr("disxXcq", *at) == NULL)
        return NULL;
    conversion->kind = *at++;
    return at;
}

/* Adds `size` bytes, filled up with spaces to the width. Raises where the
 * result becomes too large. */
static void add_padded(luaL_Buffer *buffer, const char *text, size_t size,
                       const struct conversion *conversion)
{
    lua_State *L = buffer->L;
    size_t fill = conversion->width > size ? conversion->width - size : 0;
    bool to_the_left = strchr(conversion->flags, '-') != NULL;
    size_t size_max = host_of(L)->limits.string_size;
    if (size > size_max || luaL_bufflen(buffer) + size + fill > size_max)
        raise_too_large(L);
    charge_bytes(L, size + fill, COPY_CHARGE);

    for (size_t i = 0; i < fill && !to_the_left; i++)
        luaL_addchar(buffer, ' ');
    luaL_addlstring(buffer, text, size);
    for (size_t i = 0; i < fill && to_the_left; i++)
        luaL_addchar(buffer, ' ');
}

static void add_integer(luaL_Buffer *buffer, lua_Integer value,
                        const struct conversion *conversion)
{
    char spec[sizeof conversion->flags + 8];
    char text[128];
    const char *kind = conversion->kind == 'x'   ? LUA_INTEGER_FRMLEN "x"
                       : conversion->kind == 'X' ? LUA_INTEGER_FRMLEN "X"
                                                 : LUA_INTEGER_FRMLEN "d";
    snprintf(spec, sizeof spec, "%%%s*%s", conversion->flags, kind);
    int size = snprintf(text, sizeof text, spec, (int)conversion->width, value);
    REQUIRE(size >= 0 && (size_t)size < sizeof text);
    const struct conversion plain = {0};
    add_padded(buffer, text, (size_t)size, &plain);
}

/* Adds a string as Lua would read it back. */
static void add_quoted(luaL_Buffer *buffer, const char *text, size_t size)
{
    lua_State *L = buffer->L;
    const struct conversion plain = {0};
    charge_bytes(L, size, 1);
    add_padded(buffer, "\"", 1, &plain);
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        char piece[8] = {text[i], '\0'};
        if (byte == '"' || byte == '\\')
            snprintf(piece, sizeof piece, "\\%c", byte);
        else if (byte == '\n')
            snprintf(piece, sizeof piece, "\\n");
        else if (byte < 0x20 || byte == 0x7f)
            snprintf(piece, sizeof piece, "\\%03d", byte);
        if (luaL_bufflen(buffer) >= host_of(L)->limits.string_size)
            raise_too_large(L);
        luaL_addstring(buffer, piece);
    }
    add_padded(buffer, "\"", 1, &plain);
}

static void add_literal(luaL_Buffer *buffer, int arg)
{
    lua_State *L = buffer->L;
    const struct conversion plain = {0};
    size_t size;
    if (lua_type(L, arg) == LUA_TSTRING) {
        const char *text = lua_tolstring(L, arg, &size);
        add_quoted(buffer, text, size);
        return;
    }
    luaL_argcheck(
        L, lua_isinteger(L, arg) || lua_isboolean(L, arg) || lua_isnil(L, arg),
        arg, "value has no literal form");
    const char *text = library_push_shown(L, arg, &size);
    lua_replace(L, arg);
    add_padded(buffer, text, size, &plain);
}

/* Adds the argument `arg`, which there is. The buffer may have a box of its
 * own on top of the stack: what is shown takes the argument's place. */
static void add_conversion(luaL_Buffer *buffer,
                           const struct conversion *conversion, int arg)
{
    lua_State *L = buffer->L;
    size_t size;
    switch (conversion->kind) {
    case 's': {
        library_push_shown(L, arg, NULL);
        lua_replace(L, arg);
        const char *text = lua_tolstring(L, arg, &size);
        add_padded(buffer, text, size, conversion);
        break;
    }
    case 'q':
        add_literal(buffer, arg);
        break;
    case 'c': {
        char character = (char)luaL_checkinteger(L, arg);
        add_padded(buffer, &character, 1, conversion);
        break;
    }
    default:
        add_integer(buffer, luaL_checkinteger(L, arg), conversion);
        break;
    }
}

/* string.format(format, ...): d i s x X c q and %%, with a width */
static int l_format(lua_State *L)
{
    size_t size;
    const char *at = luaL_checklstring(L, 1, &size);
    const char *end = at + size;
    luaL_argcheck(L, size <= FORMAT_SIZE_MAX, 1, "the format is too long");
    charge_bytes(L, size, 1);

    int arg = 1;
    int count = lua_gettop(L); /* the buffer comes to lie above them */
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    while (at < end) {
        if (*at != '%') {
            luaL_addchar(&buffer, *at++);
            continue;
        }
        if (++at < end && *at == '%') {
            luaL_addchar(&buffer, *at++);
            continue;
        }
        struct conversion conversion;
        at = read_conversion(at, end, &conversion);
        if (at == NULL)
            return luaL_error(L, "format conversion not allowed");
        luaL_argcheck(L, ++arg <= CONVERSIONS_MAX + 1, 1,
                      "more than 32 conversions");
        luaL_argcheck(L, arg <= count, arg, "no value");
        add_conversion(&buffer, &conversion, arg);
    }
    luaL_pushresult(&buffer);
    return 1;
}

void library_string_push(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"byte", l_byte},     {"char", l_char},       {"find", l_find},
        {"format", l_format}, {"len", l_len},         {"lower", l_lower},
        {"rep", l_rep},       {"reverse", l_reverse}, {"split", l_split},
        {"sub", l_sub},       {"upper", l_upper},     {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
