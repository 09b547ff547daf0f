#include "script/executor_inside.h"

#include "base/json.h"
#include "base/near.h"
#include "script/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct executor *executor_of(lua_State *L)
{
    return host_of(L)->guest;
}

struct position *executor_current(lua_State *L)
{
    struct executor *executor = executor_of(L);
    if (executor->current == NULL)
        luaL_error(L, "this can be called only while a game is played");
    return executor->current;
}

struct position *executor_changing(lua_State *L)
{
    struct position *position = executor_current(L);
    if (!position->executor->may_change)
        luaL_error(L, "a game can be changed only by its setup and by a step's "
                      "'apply', not by what asks or shows");
    return position;
}

void executor_push_near(lua_State *L, int table, const char *word)
{
    struct near near = {.word = word};
    struct text hint = {0};
    char shown[NEAR_MAX * NEAR_WORD_SIZE_MAX + 64];
    table = lua_absindex(L, table);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING)
            near_offer(&near, lua_tostring(L, -2));
    near_write(&near, &hint);
    snprintf(shown, sizeof shown, "%s", text_string(&hint));
    text_free(&hint);
    lua_pushstring(L, shown);
}

/* What a script most often meant that called something which is not there: a
 * method of the game, or a function of a module. */
static void offer_functions(lua_State *L, struct near *near)
{
    static const luaL_Reg *const methods[] = {
        bind_game_methods, bind_board_methods, bind_feature_methods,
        bind_pile_methods};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        for (const luaL_Reg *method = methods[i]; method->name != NULL;
             method++)
            near_offer(near, method->name);
    load_offer_functions(L, near);
}

/* Adds to Lua's own words what a rule author can do about it. */
static void explain(const struct host *host, struct error *error)
{
    static const char CALL[] = "attempt to call a nil value (";
    static const char SUM[] = "attempt to perform arithmetic on a table value";
    char word[NEAR_WORD_SIZE_MAX];
    struct near near = {.word = word};
    struct text hint = {0};
    const char *call = strstr(error->text, CALL);
    if (call != NULL &&
        sscanf(call + sizeof CALL - 1, "%*[a-z] '%63[^']')", word) == 1) {
        offer_functions(host->L, &near);
        near_write(&near, &hint);
    } else if (strstr(error->text, SUM) != NULL) {
        text_add(&hint, "; is it a list of terms? To that points are added as "
                        "one term more, which score.term makes");
    }
    size_t size = strlen(error->text);
    snprintf(error->text + size, sizeof error->text - size, "%s",
             text_string(&hint));
    text_free(&hint);
}

void executor_push(lua_State *L, int reference)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
}

/* Where lines that scripts log go. */
static void (*log_sink)(void *context, const char *line);
static void *log_context;

void executor_log_all_to(void (*log)(void *context, const char *line),
                         void *context)
{
    log_sink = log;
    log_context = context;
}

static void on_log(void *context, const char *line)
{
    const struct executor *executor = context;
    bool looks_ahead =
        executor->current != NULL && executor->current->listener == NULL;
    if (log_sink != NULL && !looks_ahead)
        log_sink(log_context, line);
}

/* Whether the chunk is a variant's: who wrote it wants to know its line. */
static bool is_author(const struct host *host, const char *name)
{
    const struct executor *executor = host->guest;
    const struct ruleset *ruleset = executor->ruleset;
    for (int i = 0; name[0] == '@' && i < ruleset->variant_count; i++)
        if (strcmp(ruleset->sources[ruleset->variant_sources[i]].path,
                   name + 1) == 0)
            return true;
    return false;
}

enum status executor_new(struct executor **out, const struct ruleset *ruleset,
                         struct error *error)
{
    *out = NULL;
    struct executor *executor = calloc(1, sizeof *executor);
    if (executor == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an executor");
    executor->ruleset = ruleset;
    executor->seeing = -1;
    struct host_limits limits = host_limits_default();
    enum status status = host_open(&executor->host, &limits, error);
    if (status != STATUS_OK)
        goto done;
    executor->host->guest = executor;
    executor->host->log = on_log;
    executor->host->log_context = executor;
    executor->host->is_author = is_author;
    executor->host->explain = explain;
    executor->host->loading = true;
    status = host_call(executor->host, load_body, NULL, error);
    executor->host->loading = false;
    if (status != STATUS_OK && executor->plan_from[0] != '\0')
        error_prefix(error, "%s", executor->plan_from);
    if (status != STATUS_OK)
        goto done;
    *out = executor;
    executor = NULL;

done:
    executor_free(executor);
    return status;
}

void executor_free(struct executor *executor)
{
    if (executor == NULL)
        return;
    for (struct position *position = executor->positions; position != NULL;
         position = position->behind)
        position->executor = NULL;
    host_close(executor->host);
    text_free(&executor->scratch);
    json_free(executor->description);
    free(executor);
}

bool executor_is_alive(const struct executor *executor)
{
    return executor->host->death == HOST_ALIVE;
}

const struct ruleset *executor_ruleset(const struct executor *executor)
{
    return executor->ruleset;
}

const char *executor_traceback(const struct executor *executor)
{
    return executor->host->traceback;
}

size_t executor_memory(const struct executor *executor)
{
    return executor->host->memory_used;
}

int executor_seat_count(const struct executor *executor)
{
    return executor->seat_count;
}

const char *executor_seat_name(const struct executor *executor, int seat)
{
    REQUIRE(seat >= 0 && seat < executor->seat_count);
    return executor->seats[seat];
}

const struct tileset *executor_tileset(const struct executor *executor)
{
    return &executor->tileset;
}

const struct plan *executor_plan(const struct executor *executor)
{
    return &executor->plan;
}

const char *executor_item_name(const struct executor *executor, int pile,
                               int item)
{
    REQUIRE(pile >= 0 && pile < executor->pile_count);
    REQUIRE(item >= 0 && item < executor->piles[pile].count);
    return executor->piles[pile].items[item];
}

int executor_pile_count(const struct executor *executor)
{
    return executor->pile_count;
}

const char *executor_pile_name(const struct executor *executor, int pile)
{
    REQUIRE(pile >= 0 && pile < executor->pile_count);
    return executor->piles[pile].name;
}

int executor_find_pile(const struct executor *executor, const char *name)
{
    for (int i = 0; i < executor->pile_count; i++)
        if (strcmp(executor->piles[i].name, name) == 0)
            return i;
    return -1;
}

int executor_find_item(const struct executor *executor, int pile,
                       const char *name)
{
    const struct executor_pile *items = &executor->piles[pile];
    for (int i = 0; i < items->count; i++)
        if (strcmp(items->items[i], name) == 0)
            return i;
    return -1;
}

int executor_item_count(const struct executor *executor, int pile)
{
    return executor->piles[pile].count;
}

/* Adds the field `field` of the table at `index` as a JSON member. */
static void describe_field(lua_State *L, struct text *out, int index,
                           const char *field)
{
    json_add_key(out, field);
    lua_getfield(L, index, field);
    codec_write_json(L, -1, out, field, "");
    lua_pop(L, 1);
}

/* Adds a step: name, kind, origin and the rules that it obeys. */
static void describe_step(lua_State *L, struct text *out, int entry)
{
    static const char *const kinds[] = {"automatic", "ask", "chance"};
    const struct executor *executor = executor_of(L);
    const struct step *step = &executor->steps[entry];
    text_add_char(out, '{');
    json_add_member_string(out, "name", step->name);
    json_add_member_string(out, "kind", kinds[step->kind]);
    json_add_member_string(out, "origin", step->origin);
    executor_push(L, executor->composed);
    lua_getfield(L, -1, "steps");
    lua_rawgeti(L, -1, entry + 1);
    lua_getfield(L, -1, "step");
    json_add_key(out, "rules");
    if (lua_getfield(L, -1, "rules") == LUA_TNIL)
        text_add(out, "[]");
    else
        codec_write_json(L, -1, out, "a step's rules", "");
    lua_pop(L, 5);
    text_add_char(out, '}');
}

static void describe_methods(lua_State *L, struct text *out)
{
    static const luaL_Reg *const lists[] = {
        bind_game_methods, bind_board_methods, bind_feature_methods,
        bind_pile_methods};
    json_add_key(out, "functions");
    text_add_char(out, '[');
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const luaL_Reg *entry = lists[i]; entry->name != NULL; entry++) {
            json_add_item_string(out, entry->name);
        }
    text_add_char(out, ']');
    (void)L;
}

/* Adds to the list at `list` the names of the functions in the table at the
 * top, and of those in the tables inside, as "string.sub". */
static void list_functions(lua_State *L, int list, const char *prefix)
{
    int table = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        lua_pushfstring(L, "%s%s", prefix, lua_tostring(L, table + 1));
        if (lua_istable(L, table + 2)) {
            lua_pushfstring(L, "%s.", lua_tostring(L, -1));
            host_push_thawed(L, table + 2);
            list_functions(L, list, lua_tostring(L, -2));
        } else {
            lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
        }
        lua_settop(L, table + 1);
    }
}

/* Adds the names of all that a script finds in its environment, in order. */
static void describe_library(lua_State *L, struct text *out)
{
    int base = lua_gettop(L);
    lua_newtable(L);
    lua_pushglobaltable(L);
    host_push_thawed(L, -1);
    list_functions(L, base + 1, "");
    lua_getfield(L, base + 2, "table");
    lua_getfield(L, -1, "sort");
    lua_pushvalue(L, base + 1);
    lua_call(L, 1, 0);
    json_add_key(out, "library");
    codec_write_json(L, base + 1, out, "the library", "");
    lua_settop(L, base);
}

/* The alphabet: kinds, marks, and what each letter is. */
static void describe_alphabet(const struct alphabet *alphabet, struct text *out)
{
    json_add_key(out, "alphabet");
    text_add(out, "{\"kinds\":[");
    for (int i = 0; i < alphabet->kind_count; i++) {
        const struct tile_kind *kind = &alphabet->kinds[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", kind->name);
        json_add_member_boolean(out, "completes", kind->completes);
        json_add_member_boolean(out, "must_match", kind->must_match);
        json_add_member_boolean(out, "needs_slot", kind->needs_slot);
        text_add_char(out, '}');
    }
    text_add(out, "],\"letters\":[");
    for (int i = 0; i < alphabet->letter_count; i++) {
        const struct tile_letter *letter = &alphabet->letters[i];
        const char name[] = {letter->letter, '\0'};
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "letter", name);
        json_add_member_boolean(out, "separator", letter->separator);
        if (!letter->separator)
            json_add_member_string(out, "kind",
                                   alphabet->kinds[letter->kind].name);
        if (!letter->separator && letter->mark < TILE_MARKS_MAX)
            json_add_member_string(out, "mark", alphabet->marks[letter->mark]);
        text_add_char(out, '}');
    }
    text_add(out, "],\"marks\":[");
    for (int i = 0; i < alphabet->mark_count; i++) {
        json_add_item_string(out, alphabet->marks[i]);
    }
    text_add(out, "]}");
}

static void describe_tiles(const struct tileset *tileset, struct text *out)
{
    json_add_key(out, "tiles");
    text_add_char(out, '[');
    for (int i = 0; i < tileset->tile_count; i++) {
        const struct tile *tile = &tileset->tiles[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", tile->name);
        json_add_key(out, "picture");
        json_add_string(out, tile->picture, TILE_LETTERS);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

static void describe_start(const struct start_space *start,
                           const struct plan *plan, struct text *out)
{
    static const char *const sides[TILE_EDGES] = {"north", "east", "south",
                                                  "west"};
    text_add_char(out, '{');
    json_add_member_integer(out, "number", start->number);
    json_add_member_integer(out, "x", plan->x[start->space]);
    json_add_member_integer(out, "y", plan->y[start->space]);
    json_add_member_string(out, "side", sides[start->side]);
    json_add_key(out, "letters");
    json_add_string(out, start->letters, TILE_SIDE);
    text_add_char(out, '}');
}

/* The plan as games give it; an endless table is "unbounded". */
static void describe_plan(const struct plan *plan, struct text *out)
{
    json_add_key(out, "plan");
    if (!plan->bounded) {
        text_add(out, "\"unbounded\"");
        return;
    }
    text_add(out, "{\"rows\":[");
    for (int y = 0; y < plan->height; y++) {
        text_add(out, y == 0 ? "\"" : ",\"");
        for (int x = 0; x < plan->width; x++)
            text_add_char(out,
                          plan_space(plan, x, y) == SPACE_WALL ? '.' : 'o');
        text_add_char(out, '"');
    }
    text_add(out, "],\"starts\":[");
    for (int i = 0; i < plan->start_count; i++) {
        json_add_comma(out);
        describe_start(&plan->starts[i], plan, out);
    }
    text_add(out, "]}");
}

static int describe_body(lua_State *L)
{
    struct executor *executor = executor_of(L);
    struct text *out = &executor->scratch;
    static const char *const game_fields[] = {"name", "title", "summary",
                                              "groups", "texts"};
    static const char *const composed_fields[] = {
        "variants",    "about_variants", "options", "declared_options",
        "about_rules", "events",         "seats"};
    text_clear(out);
    text_add_char(out, '{');
    executor_push(L, executor->definition);
    for (size_t i = 0; i < sizeof game_fields / sizeof game_fields[0]; i++)
        describe_field(L, out, lua_gettop(L), game_fields[i]);
    executor_push(L, executor->composed);
    for (size_t i = 0; i < sizeof composed_fields / sizeof composed_fields[0];
         i++)
        describe_field(L, out, lua_gettop(L), composed_fields[i]);
    json_add_key(out, "steps");
    text_add_char(out, '[');
    for (int i = 0; i < executor->step_count; i++) {
        json_add_comma(out);
        describe_step(L, out, i);
    }
    text_add_char(out, ']');
    describe_alphabet(&executor->tileset.alphabet, out);
    describe_tiles(&executor->tileset, out);
    describe_plan(&executor->plan, out);
    describe_methods(L, out);
    describe_library(L, out);
    text_add_char(out, '}');
    return 0;
}

enum status executor_describe(struct executor *executor, struct text *out,
                              struct error *error)
{
    enum status status = host_call(executor->host, describe_body, NULL, error);
    if (status != STATUS_OK)
        return status;
    text_add_bytes(out, executor->scratch.bytes, executor->scratch.size);
    return text_status(out, "a description", error);
}

enum status executor_description(const struct json **out,
                                 struct executor *executor, struct error *error)
{
    struct text text = {0};
    enum status status = STATUS_OK;
    if (executor->description == NULL) {
        status = executor_describe(executor, &text, error);
        if (status == STATUS_OK)
            status = json_parse(&executor->description, text_string(&text),
                                text.size, error);
        text_free(&text);
    }
    *out = executor->description;
    return status;
}
