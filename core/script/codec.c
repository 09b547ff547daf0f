#include "script/codec.h"

#include "base/json.h"
#include "script/host.h"

#include <stdio.h>
#include <string.h>

enum tag {
    TAG_FALSE,
    TAG_TRUE,
    TAG_INTEGER,
    TAG_STRING,
    TAG_LIST,
    TAG_TABLE,
};

enum {
    PATH_SIZE = 160, /* of where in a value something stands, cut */
    MET_FEW = 128,   /* slots that are there without asking for memory */
};

/* A key of a table, or, without bytes, a place in a list. */
struct key {
    const char *bytes;
    size_t size;
    int value; /* of a key: its stack index */
};

/* The tables that a walk has come by, by their addresses: open addressing, in
 * memory of Lua's once there are many. */
struct met {
    const void **slots; /* `size` of them, a power of two; NULL: free */
    int size;
    int count;
    int value;  /* the stack index of what is walked over */
    int keeper; /* the same of what keeps the slots' memory */
    const void *few[MET_FEW];
};

/* One walk over a value. */
struct writer {
    lua_State *L;
    struct text *out;
    const char *what;
    const char *root;
    size_t size_before;
    int values;
    int depth;
    struct met *met;       /* of a state; NULL of what is shown */
    const void *sought;    /* the table to raise at, or NULL */
    char again[PATH_SIZE]; /* where else it is */
    struct key path[CODEC_DEPTH_MAX + 1]; /* by depth, from 1: where it is */
};

/* Adds `key` to the path; what does not fit is cut. */
static void add_to_path(char path[PATH_SIZE], const struct key *key)
{
    size_t used = strlen(path);
    if (key->bytes == NULL)
        snprintf(path + used, PATH_SIZE - used, "[%zu]", key->size);
    else
        snprintf(path + used, PATH_SIZE - used, "%s%.*s", used > 0 ? "." : "",
                 (int)(key->size < PATH_SIZE ? key->size : PATH_SIZE),
                 key->bytes);
}

/* Where the walk is, as "game.players[1].score". */
static void put_path(const struct writer *writer, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s", writer->root);
    for (int i = 1; i <= writer->depth && i <= CODEC_DEPTH_MAX; i++)
        add_to_path(path, &writer->path[i]);
    if (path[0] == '\0')
        snprintf(path, PATH_SIZE, "the table itself");
}

static const char *push_path(const struct writer *writer)
{
    char path[PATH_SIZE];
    put_path(writer, path);
    return lua_pushstring(writer->L, path);
}

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

/* The number at the top. */
static int64_t check_integer(struct writer *writer)
{
    lua_State *L = writer->L;
    if (!lua_isinteger(L, -1)) {
        lua_Number number = lua_tonumber(L, -1);
        luaL_error(L, "%s has a number that is not an integer: %s is %f",
                   writer->what, push_path(writer), number);
    }
    int64_t value = lua_tointeger(L, -1);
    if (value > JSON_INTEGER_MAX || value < -JSON_INTEGER_MAX)
        luaL_error(L, "%s has an integer beyond 2^53: %s", writer->what,
                   push_path(writer));
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

/* Raises: the table that the walk is in has the key at the top, which cannot
 * be. */
static void refuse_key(struct writer *writer)
{
    lua_State *L = writer->L;
    const char *path = push_path(writer);
    if (lua_isinteger(L, -2))
        lua_pushfstring(L, "[%I]", lua_tointeger(L, -2));
    else
        lua_pushfstring(L, " has a %s as a key", luaL_typename(L, -2));
    luaL_error(L,
               "%s has a table with a key that is neither a string nor a "
               "place in a list without holes: %s%s",
               writer->what, path, lua_tostring(L, -1));
}

/* The number of items if the table at the top is a list (also an empty one);
 * -1 when it has string keys, which are then in `keys`, *key_count of them,
 * and their values on the stack. */
static int read_shape(struct writer *writer, struct key *keys, int *key_count)
{
    lua_State *L = writer->L;
    int table = lua_gettop(L);
    lua_Integer length = (lua_Integer)lua_rawlen(L, table);
    lua_Integer items = 0;
    *key_count = 0;
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        if (lua_type(L, -2) == LUA_TSTRING) {
            if (*key_count == CODEC_KEYS_MAX)
                luaL_error(L, "%s has a table with more than %d keys: %s",
                           writer->what, CODEC_KEYS_MAX, push_path(writer));
            struct key key = {.value = lua_gettop(L) - 1};
            key.bytes = lua_tolstring(L, -2, &key.size);
            insert_key(keys, (*key_count)++, key);
            lua_insert(L, -2); /* for lua_next the key; the value stays */
            continue;
        }
        lua_pop(L, 1);
        if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 ||
            lua_tointeger(L, -1) > length)
            refuse_key(writer);
        items++;
    }
    if (items != length)
        luaL_error(L, "%s has a list with holes: %s", writer->what,
                   push_path(writer));
    if (items > 0 && *key_count > 0)
        luaL_error(L, "%s has a table that is half a list: %s has the key '%s'",
                   writer->what, push_path(writer), keys[0].bytes);
    return *key_count > 0 ? -1 : (int)items;
}

static void enter_table(struct writer *writer)
{
    lua_State *L = writer->L;
    if (writer->depth >= CODEC_DEPTH_MAX)
        luaL_error(L, "%s is deeper than %d tables, or holds itself: %s",
                   writer->what, CODEC_DEPTH_MAX, push_path(writer));
    luaL_checkstack(L, CODEC_KEYS_MAX + 8, writer->what);
}

static _Noreturn void refuse_type(struct writer *writer, int index)
{
    lua_State *L = writer->L;
    const char *type = luaL_typename(L, index);
    if (lua_isuserdata(L, index))
        luaL_error(L,
                   "%s has what lasts for one call only, such as a feature or "
                   "a segment: %s; of a feature keep its id",
                   writer->what, push_path(writer));
    luaL_error(L, "%s has a value of type %s: %s", writer->what, type,
               push_path(writer));
    error_broken("luaL_error does not return", __FILE__, __LINE__);
}

/* Writes the value at the top of the stack and pops it. */
static void write_state(struct writer *writer);

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

/* Puts an address into its slot; false when it is there already. */
static bool put_met(const void **slots, int size, const void *table)
{
    /* Addresses are multiples of 16 or more. */
    uint64_t hash = ((uintptr_t)table >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    int at = (int)(hash >> 32) & (size - 1);
    while (slots[at] != NULL && slots[at] != table)
        at = (at + 1) & (size - 1);
    if (slots[at] == table)
        return false;
    slots[at] = table;
    return true;
}

static void grow_met(lua_State *L, struct met *met)
{
    int size = met->size * 4;
    size_t bytes = (size_t)size * sizeof *met->slots;
    const void **slots = lua_newuserdatauv(L, bytes, 0);
    memset(slots, 0, bytes);
    for (int i = 0; i < met->size; i++)
        if (met->slots[i] != NULL)
            put_met(slots, size, met->slots[i]);
    lua_replace(L, met->keeper);
    met->slots = slots;
    met->size = size;
}

/* Raises where the table at the top was met before: what is read again of it
 * would be two tables. One that nothing can write into may be anywhere. A
 * second walk finds the first place. */
static void meet_table(struct writer *writer)
{
    lua_State *L = writer->L;
    struct met *met = writer->met;
    const void *table = lua_topointer(L, -1);
    if (writer->sought == table)
        luaL_error(L, "%s has one table in two places: %s and %s", writer->what,
                   push_path(writer), writer->again);
    if (writer->sought != NULL || host_is_frozen(L, -1))
        return;
    if (met->count >= met->size / 2)
        grow_met(L, met);
    met->count++;
    if (put_met(met->slots, met->size, table))
        return;
    put_path(writer, writer->again);
    writer->sought = table;
    writer->depth = 0;
    writer->values = 0;
    writer->size_before = writer->out->size;
    lua_pushvalue(L, met->value);
    write_state(writer);
}

static void write_state_table(struct writer *writer)
{
    lua_State *L = writer->L;
    struct key keys[CODEC_KEYS_MAX];
    int key_count;

    enter_table(writer);
    meet_table(writer);
    host_push_thawed(L, -1);
    int items = read_shape(writer, keys, &key_count);
    struct key *here = &writer->path[++writer->depth];
    if (items >= 0) {
        add_counted(writer->out, TAG_LIST, (size_t)items);
        for (int i = 1; i <= items; i++) {
            *here = (struct key){.size = (size_t)i};
            lua_rawgeti(L, -1, i);
            write_state(writer);
        }
    } else {
        add_counted(writer->out, TAG_TABLE, (size_t)key_count);
        for (int i = 0; i < key_count; i++) {
            *here = keys[i];
            add_varint(writer->out, keys[i].size);
            text_add_bytes(writer->out, keys[i].bytes, keys[i].size);
            lua_pushvalue(L, keys[i].value);
            write_state(writer);
        }
    }
    lua_pop(L, 1 + key_count);
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
        int64_t value = check_integer(writer);
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
    writer->L = L;
    writer->out = out;
    writer->what = what;
    writer->root = "";
    writer->size_before = out->size;
    writer->values = 0;
    writer->depth = 0;
    writer->met = NULL;
    writer->sought = NULL;
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
    struct met met = {.slots = met.few, .size = MET_FEW};
    met.value = lua_absindex(L, index);
    lua_pushnil(L);
    met.keeper = lua_gettop(L);
    start(&writer, L, met.value, out, what);
    writer.root = "game";
    writer.met = &met;
    write_state(&writer);
    finish(&writer);
    lua_pop(L, 1);
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
    struct key *here = &writer->path[++writer->depth];
    text_add_char(out, items >= 0 ? '[' : '{');
    for (int i = 1; i <= items; i++) {
        *here = (struct key){.size = (size_t)i};
        if (i > 1)
            text_add_char(out, ',');
        lua_rawgeti(L, -1, i);
        write_json(writer);
    }
    for (int i = 0; items < 0 && i < key_count; i++) {
        *here = keys[i];
        if (i > 0)
            text_add_char(out, ',');
        json_add_string(out, keys[i].bytes, keys[i].size);
        text_add_char(out, ':');
        lua_pushvalue(L, keys[i].value);
        write_json(writer);
    }
    text_add_char(out, items >= 0 ? ']' : '}');
    lua_pop(L, 1 + key_count);
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
        text_add_integer(out, check_integer(writer));
        break;
    case LUA_TSTRING: {
        size_t size;
        const char *bytes = lua_tolstring(L, -1, &size);
        if (!json_is_text(bytes, size))
            luaL_error(L, "%s has a string that is not UTF-8: %s", writer->what,
                       push_path(writer));
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
                      const char *what, const char *root)
{
    struct writer writer;
    start(&writer, L, index, out, what);
    writer.root = root;
    write_json(&writer);
    finish(&writer);
}

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
