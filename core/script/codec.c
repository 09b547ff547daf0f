#include "script/codec.h"

#include "base/json.h"
#include "script/host.h"

#include <string.h>

enum tag {
    TAG_FALSE,
    TAG_TRUE,
    TAG_INTEGER,
    TAG_STRING,
    TAG_LIST,
    TAG_TABLE,
};

/* One walk over a value. */
struct writer {
    lua_State *L;
    struct text *out;
    const char *what;
    size_t size_before;
    int values;
    int depth;
};

struct key {
    const char *bytes;
    size_t size;
};

static void count_value(struct writer *writer)
{
    lua_State *L = writer->L;
    if (++writer->values > CODEC_VALUES_MAX)
        luaL_error(L, "%s has more than %d values", writer->what,
                   CODEC_VALUES_MAX);
    if (writer->out->size - writer->size_before > CODEC_SIZE_MAX)
        luaL_error(L, "%s is larger than %d bytes", writer->what,
                   CODEC_SIZE_MAX);
}

static int64_t check_integer(struct writer *writer, int index)
{
    lua_State *L = writer->L;
    if (!lua_isinteger(L, index))
        luaL_error(L, "%s has a number that is not an integer", writer->what);
    int64_t value = lua_tointeger(L, index);
    if (value > JSON_INTEGER_MAX || value < -JSON_INTEGER_MAX)
        luaL_error(L, "%s has an integer beyond 2^53", writer->what);
    return value;
}

static int compare_keys(const struct key *a, const struct key *b)
{
    size_t size = a->size < b->size ? a->size : b->size;
    int order = memcmp(a->bytes, b->bytes, size);
    if (order != 0)
        return order;
    return (a->size > b->size) - (a->size < b->size);
}

/* Puts `key` where it belongs among the `count` keys that are sorted. */
static void insert_key(struct key *keys, int count, struct key key)
{
    int at = count;
    while (at > 0 && compare_keys(&keys[at - 1], &key) > 0) {
        keys[at] = keys[at - 1];
        at--;
    }
    keys[at] = key;
}

/* The number of items if the table at the top is a list (also an empty one);
 * -1 when it has string keys, which are then in `keys`, *key_count of them. */
static int read_shape(struct writer *writer, struct key *keys, int *key_count)
{
    lua_State *L = writer->L;
    int table = lua_gettop(L);
    lua_Integer length = (lua_Integer)lua_rawlen(L, table);
    lua_Integer items = 0;
    *key_count = 0;
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TSTRING) {
            if (*key_count == CODEC_KEYS_MAX)
                luaL_error(L, "%s has a table with more than %d keys",
                           writer->what, CODEC_KEYS_MAX);
            struct key key = {0};
            key.bytes = lua_tolstring(L, -1, &key.size);
            insert_key(keys, (*key_count)++, key);
        } else if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 &&
                   lua_tointeger(L, -1) <= length) {
            items++;
        } else {
            luaL_error(L,
                       "%s has a table with a key that is neither a string "
                       "nor a place in a list without holes",
                       writer->what);
        }
    }
    if (items != length)
        luaL_error(L, "%s has a list with holes", writer->what);
    if (items > 0 && *key_count > 0)
        luaL_error(L, "%s has a table that is half a list: key '%s'",
                   writer->what, keys[0].bytes);
    return *key_count > 0 ? -1 : (int)items;
}

static void enter_table(struct writer *writer)
{
    lua_State *L = writer->L;
    if (++writer->depth > CODEC_DEPTH_MAX)
        luaL_error(L, "%s is deeper than %d tables, or holds itself",
                   writer->what, CODEC_DEPTH_MAX);
    luaL_checkstack(L, 8, writer->what);
}

static _Noreturn void refuse_type(struct writer *writer, int index)
{
    lua_State *L = writer->L;
    luaL_error(L, "%s has a value of type %s", writer->what,
               luaL_typename(L, index));
    error_broken("luaL_error does not return", __FILE__, __LINE__);
}

/* Canonical bytes -------------------------------------------------------- */

static void add_varint(struct text *out, uint64_t value)
{
    char bytes[10];
    size_t size = 0;
    while (value >= 0x80) {
        bytes[size++] = (char)(value | 0x80);
        value >>= 7;
    }
    bytes[size++] = (char)value;
    text_add_bytes(out, bytes, size);
}

static void add_counted(struct text *out, enum tag tag, size_t count)
{
    text_add_char(out, (char)tag);
    add_varint(out, count);
}

/* Writes the value at the top of the stack and pops it. */
static void write_state(struct writer *writer);

static void write_state_table(struct writer *writer)
{
    lua_State *L = writer->L;
    struct key keys[CODEC_KEYS_MAX];
    int key_count;

    enter_table(writer);
    host_push_thawed(L, -1);
    int items = read_shape(writer, keys, &key_count);
    if (items >= 0) {
        add_counted(writer->out, TAG_LIST, (size_t)items);
        for (int i = 1; i <= items; i++) {
            lua_rawgeti(L, -1, i);
            write_state(writer);
        }
    } else {
        add_counted(writer->out, TAG_TABLE, (size_t)key_count);
        for (int i = 0; i < key_count; i++) {
            add_varint(writer->out, keys[i].size);
            text_add_bytes(writer->out, keys[i].bytes, keys[i].size);
            lua_pushlstring(L, keys[i].bytes, keys[i].size);
            lua_rawget(L, -2);
            write_state(writer);
        }
    }
    lua_pop(L, 1);
    writer->depth--;
}

static void write_state(struct writer *writer)
{
    lua_State *L = writer->L;
    struct text *out = writer->out;
    count_value(writer);
    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
        text_add_char(out, lua_toboolean(L, -1) ? TAG_TRUE : TAG_FALSE);
        break;
    case LUA_TNUMBER: {
        int64_t value = check_integer(writer, -1);
        text_add_char(out, TAG_INTEGER);
        add_varint(out, ((uint64_t)value << 1) ^ (value < 0 ? UINT64_MAX : 0));
        break;
    }
    case LUA_TSTRING: {
        size_t size;
        const char *bytes = lua_tolstring(L, -1, &size);
        add_counted(out, TAG_STRING, size);
        text_add_bytes(out, bytes, size);
        break;
    }
    case LUA_TTABLE:
        write_state_table(writer);
        break;
    default:
        refuse_type(writer, -1);
    }
    lua_pop(L, 1);
}

static void start(struct writer *writer, lua_State *L, int index,
                  struct text *out, const char *what)
{
    *writer = (struct writer){
        .L = L, .out = out, .what = what, .size_before = out->size};
    luaL_checkstack(L, 8, what);
    lua_pushvalue(L, index);
}

static void finish(struct writer *writer)
{
    if (writer->out->failed)
        luaL_error(writer->L, "no memory for %s", writer->what);
    writer->values = 0;
    count_value(writer);
}

void codec_write_state(lua_State *L, int index, struct text *out,
                       const char *what)
{
    struct writer writer;
    start(&writer, L, index, out, what);
    write_state(&writer);
    finish(&writer);
}

struct reader {
    lua_State *L;
    const unsigned char *at;
    const unsigned char *end;
    int depth;
};

static unsigned char read_byte(struct reader *reader)
{
    if (reader->at == reader->end)
        luaL_error(reader->L, "a game's state ends too early");
    return *reader->at++;
}

static uint64_t read_varint(struct reader *reader)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        unsigned char byte = read_byte(reader);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    luaL_error(reader->L, "a game's state has a number that is too long");
    return 0;
}

/* A count of things that take at least one byte each. */
static size_t read_count(struct reader *reader)
{
    uint64_t count = read_varint(reader);
    if (count > (uint64_t)(reader->end - reader->at))
        luaL_error(reader->L, "a game's state counts more than it has");
    return (size_t)count;
}

static void push_string(struct reader *reader)
{
    size_t size = read_count(reader);
    lua_pushlstring(reader->L, (const char *)reader->at, size);
    reader->at += size;
}

static void push_value(struct reader *reader);

static void push_table(struct reader *reader, bool is_list)
{
    lua_State *L = reader->L;
    if (++reader->depth > CODEC_DEPTH_MAX)
        luaL_error(L, "a game's state is too deep");
    luaL_checkstack(L, 8, "a game's state");
    size_t count = read_count(reader);
    lua_createtable(L, is_list ? (int)count : 0, is_list ? 0 : (int)count);
    for (size_t i = 1; i <= count; i++) {
        if (!is_list)
            push_string(reader);
        push_value(reader);
        if (is_list)
            lua_rawseti(L, -2, (lua_Integer)i);
        else
            lua_rawset(L, -3);
    }
    reader->depth--;
}

static void push_value(struct reader *reader)
{
    lua_State *L = reader->L;
    unsigned char tag = read_byte(reader);
    switch (tag) {
    case TAG_FALSE:
    case TAG_TRUE:
        lua_pushboolean(L, tag == TAG_TRUE);
        break;
    case TAG_INTEGER: {
        uint64_t value = read_varint(reader);
        lua_pushinteger(L, (int64_t)(value >> 1) ^ -(int64_t)(value & 1));
        break;
    }
    case TAG_STRING:
        push_string(reader);
        break;
    case TAG_LIST:
    case TAG_TABLE:
        push_table(reader, tag == TAG_LIST);
        break;
    default:
        luaL_error(L, "a game's state has an unknown tag %d", tag);
    }
}

void codec_push_state(lua_State *L, const void *bytes, size_t size)
{
    struct reader reader = {
        .L = L, .at = bytes, .end = (const unsigned char *)bytes + size};
    push_value(&reader);
    if (reader.at != reader.end)
        luaL_error(L, "a game's state has bytes after its end");
}

/* JSON -------------------------------------------------------------------- */

static void write_json(struct writer *writer);

static void write_json_table(struct writer *writer)
{
    lua_State *L = writer->L;
    struct text *out = writer->out;
    struct key keys[CODEC_KEYS_MAX];
    int key_count;

    enter_table(writer);
    host_push_thawed(L, -1);
    int items = read_shape(writer, keys, &key_count);
    text_add_char(out, items >= 0 ? '[' : '{');
    for (int i = 1; i <= items; i++) {
        if (i > 1)
            text_add_char(out, ',');
        lua_rawgeti(L, -1, i);
        write_json(writer);
    }
    for (int i = 0; items < 0 && i < key_count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        json_add_string(out, keys[i].bytes, keys[i].size);
        text_add_char(out, ':');
        lua_pushlstring(L, keys[i].bytes, keys[i].size);
        lua_rawget(L, -2);
        write_json(writer);
    }
    text_add_char(out, items >= 0 ? ']' : '}');
    lua_pop(L, 1);
    writer->depth--;
}

static void write_json(struct writer *writer)
{
    lua_State *L = writer->L;
    struct text *out = writer->out;
    count_value(writer);
    switch (lua_type(L, -1)) {
    case LUA_TNIL:
        text_add(out, "null");
        break;
    case LUA_TBOOLEAN:
        text_add(out, lua_toboolean(L, -1) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        text_add_integer(out, check_integer(writer, -1));
        break;
    case LUA_TSTRING: {
        size_t size;
        const char *bytes = lua_tolstring(L, -1, &size);
        if (!json_is_text(bytes, size))
            luaL_error(L, "%s has a string that is not UTF-8", writer->what);
        json_add_string(out, bytes, size);
        break;
    }
    case LUA_TTABLE:
        write_json_table(writer);
        break;
    default:
        refuse_type(writer, -1);
    }
    lua_pop(L, 1);
}

void codec_write_json(lua_State *L, int index, struct text *out,
                      const char *what)
{
    struct writer writer;
    start(&writer, L, index, out, what);
    write_json(&writer);
    finish(&writer);
}

/* Copies ------------------------------------------------------------------ */

static void push_copy(lua_State *L, int index, int depth)
{
    if (lua_type(L, index) != LUA_TTABLE) {
        lua_pushvalue(L, index);
        return;
    }
    if (depth > CODEC_DEPTH_MAX)
        luaL_error(L, "a value to be copied is deeper than %d tables",
                   CODEC_DEPTH_MAX);
    luaL_checkstack(L, 8, "a copy");
    int from = lua_absindex(L, index);
    lua_createtable(L, (int)lua_rawlen(L, from), 4);
    int to = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, from) != 0) {
        lua_pushvalue(L, -2);
        push_copy(L, -2, depth + 1);
        lua_rawset(L, to);
        lua_pop(L, 1);
    }
    if (lua_getmetatable(L, from))
        lua_setmetatable(L, to);
}

void codec_push_copy(lua_State *L, int index)
{
    push_copy(L, index, 0);
}
