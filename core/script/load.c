/*
 * load -- reads a composed ruleset into an executor.
 *
 * The Lua side (scripts/kit/compose.lua) has put game and variants together;
 * here what core needs of it is read into plain C: seats, figures, piles,
 * alphabet, tiles, plan, steps. All runs inside one host_call, and may raise.
 */

#include "script/executor_inside.h"

#include "base/near.h"
#include "script/library.h"

#include <stdio.h>
#include <string.h>

/* Runs a source, pushing its one result. */
static void run_source(lua_State *L, const struct ruleset_source *source)
{
    host_push_chunk(L, source->path, text_string(&source->text),
                    source->text.size);
    lua_call(L, 0, 1);
}

static const char MODULES_KEY = 'm'; /* registry: module -> frozen result */
static const char LOADING_KEY = 'l'; /* registry: module -> true meanwhile */

void load_offer_functions(lua_State *L, struct near *near)
{
    int top = lua_gettop(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    if (!lua_istable(L, -1)) {
        lua_settop(L, top);
        return;
    }
    for (lua_pushnil(L); lua_next(L, top + 1) != 0; lua_settop(L, top + 2)) {
        host_push_thawed(L, -1);
        if (!lua_istable(L, -1))
            continue;
        for (lua_pushnil(L); lua_next(L, top + 4) != 0; lua_pop(L, 1))
            if (lua_type(L, -2) == LUA_TSTRING && lua_isfunction(L, -1))
                near_offer(near, lua_tostring(L, -2));
    }
    lua_settop(L, top);
}

static int refuse_module(lua_State *L, const struct ruleset *ruleset,
                         const char *module)
{
    struct near near = {.word = module};
    struct text hint = {0};
    char shown[NEAR_MAX * NEAR_WORD_SIZE_MAX + 64];
    for (int i = 0; i < ruleset->source_count; i++)
        near_offer(&near, ruleset->sources[i].module);
    near_write(&near, &hint);
    snprintf(shown, sizeof shown, "%s", text_string(&hint));
    text_free(&hint);
    return luaL_error(L,
                      "there is no module '%s': modules are castled.NAME and "
                      "%s.NAME%s",
                      module, ruleset->game, shown);
}

/* require(module): the module's result, read-only; each runs once. */
static int l_require(lua_State *L)
{
    const char *module = luaL_checkstring(L, 1);
    struct executor *executor = executor_of(L);
    if (!executor->host->loading)
        return luaL_error(L, "require can be called only while scripts are "
                             "being loaded");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    if (lua_getfield(L, -1, module) != LUA_TNIL)
        return 1;
    lua_pop(L, 1);
    const struct ruleset_source *source =
        ruleset_module(executor->ruleset, module);
    if (source == NULL)
        return refuse_module(L, executor->ruleset, module);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &LOADING_KEY);
    if (lua_getfield(L, -1, module) != LUA_TNIL)
        return luaL_error(L, "module '%s' requires itself", module);
    lua_pop(L, 1);
    lua_pushboolean(L, true);
    lua_setfield(L, -2, module);

    run_source(L, source);
    if (lua_isnil(L, -1))
        return luaL_error(L, "%s returns nothing", source->path);
    host_freeze(L, -1, source->path);
    lua_pushvalue(L, -1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    lua_insert(L, -2);
    lua_setfield(L, -2, module);
    lua_pop(L, 1);
    return 1;
}

/* about_function(function) -> the name of its first parameter, or nil; where it
 * begins, as "./mine.lua:12". For compose.lua: a replacement says by its
 * parameters whether it wants `super`, and is blamed by its place. */
static int l_about_function(lua_State *L)
{
    lua_Debug about;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushstring(L, lua_getlocal(L, NULL, 1));
    lua_pushvalue(L, 1);
    lua_getinfo(L, ">S", &about);
    lua_pushfstring(L, "%s:%d", about.short_src, about.linedefined);
    bool is_late = false;
    const char *name = "";
    lua_pushvalue(L, 1);
    for (int i = 2; !is_late && name != NULL; i++) {
        name = lua_getlocal(L, NULL, i);
        is_late = name != NULL && strcmp(name, "super") == 0;
    }
    lua_pop(L, 1);
    lua_pushboolean(L, is_late);
    return 3;
}

static void require_module(lua_State *L, const char *module)
{
    lua_pushcfunction(L, l_require);
    lua_pushstring(L, module);
    lua_call(L, 1, 1);
}

/* Raises unless `name` can be the name of a thing of a game: it goes into
 * events, records and views as it is. */
static void check_word(lua_State *L, const char *what, const char *name)
{
    for (const char *at = name; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~' || *at == '"' || *at == '\\')
            luaL_error(L,
                       "%s cannot be called '%s': a name has no blanks, "
                       "quotes, accents or control characters",
                       what, name);
}

/* The string field `field` of the table at the top, copied into `out`. */
static void read_name(lua_State *L, const char *what, const char *field,
                      char *out, size_t size)
{
    if (lua_getfield(L, -1, field) != LUA_TSTRING)
        luaL_error(L, "%s needs the field '%s', a string", what, field);
    size_t length;
    const char *string = lua_tolstring(L, -1, &length);
    if (length == 0 || length >= size || strlen(string) != length)
        luaL_error(L, "%s: '%s' must have 1 to %d characters", what, field,
                   (int)size - 1);
    check_word(L, what, string);
    memcpy(out, string, length + 1);
    lua_pop(L, 1);
}

/* The entry at the top of a list, a name of fewer than `size` bytes, copied
 * into `out`. */
static void read_listed(lua_State *L, const char *what, char *out, size_t size)
{
    size_t length = 0;
    const char *name = lua_tolstring(L, -1, &length);
    if (name == NULL || length == 0 || length >= size || strlen(name) != length)
        luaL_error(L, "%s needs a name of 1 to %d characters", what,
                   (int)size - 1);
    check_word(L, what, name);
    memcpy(out, name, length + 1);
}

/* Raises where the last of `count` names, each `stride` bytes behind the one
 * before it, is one of the others: `what` are "two seats". */
static void check_last(lua_State *L, const char *what, const void *names,
                       int count, size_t stride)
{
    const char *first = names;
    const char *last = first + (size_t)(count - 1) * stride;
    for (const char *name = first; name < last; name += stride)
        if (strcmp(name, last) == 0)
            luaL_error(L, "%s are called '%s'", what, name);
}

static lua_Integer read_integer(lua_State *L, const char *what,
                                const char *field, lua_Integer first,
                                lua_Integer last)
{
    if (lua_getfield(L, -1, field) != LUA_TNUMBER || !lua_isinteger(L, -1))
        luaL_error(L, "%s needs the field '%s', an integer", what, field);
    lua_Integer value = lua_tointeger(L, -1);
    if (value < first || value > last)
        luaL_error(L, "%s: '%s' must be from %I to %I", what, field, first,
                   last);
    lua_pop(L, 1);
    return value;
}

static bool read_flag(lua_State *L, const char *field)
{
    lua_getfield(L, -1, field);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

/* Pushes the list in field `field` of the table at the top, thawed. Returns
 * its length, which is at most `most`; 0 when there is none. */
static int push_list(lua_State *L, const char *what, const char *field,
                     int most)
{
    lua_getfield(L, -1, field);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_newtable(L);
        return 0;
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "%s: '%s' must be a list", what, field);
    host_push_thawed(L, -1);
    lua_remove(L, -2);
    lua_Unsigned count = lua_rawlen(L, -1);
    if (count > (lua_Unsigned)most)
        luaL_error(L, "%s: '%s' has more than %d entries", what, field, most);
    return (int)count;
}

/* Pushes entry `index` of the list at the top, which must be a table. */
static void push_entry(lua_State *L, const char *what, int index)
{
    if (lua_rawgeti(L, -1, index) != LUA_TTABLE)
        luaL_error(L, "%s: entry %d is not a table", what, index);
}

static int keep_field(lua_State *L, const char *field, int type)
{
    int found = lua_getfield(L, -1, field);
    if (found == LUA_TNIL) {
        lua_pop(L, 1);
        return LUA_NOREF;
    }
    if (found != type)
        luaL_error(L, "'%s' must be a %s", field, lua_typename(L, type));
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

static void read_seats(lua_State *L, struct executor *executor)
{
    int count = push_list(L, "the game", "seats", MATERIAL_SEATS_MAX);
    if (count == 0)
        luaL_error(L, "the game has no seats");
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_listed(L, "a seat", executor->seats[i], EXECUTOR_NAME_SIZE);
        check_last(L, "two seats", executor->seats, i + 1, EXECUTOR_NAME_SIZE);
        lua_pop(L, 1);
    }
    executor->seat_count = count;
    lua_pop(L, 1);
}

static void read_figures(lua_State *L, struct executor *executor)
{
    int count = push_list(L, "the game", "figures", MATERIAL_FIGURES_MAX);
    for (int i = 0; i < count; i++) {
        struct figure *figure = &executor->figures[i];
        push_entry(L, "figures", i + 1);
        read_name(L, "a figure", "name", figure->name, sizeof figure->name);
        check_last(L, "two figures", executor->figures, i + 1, sizeof *figure);
        figure->count = (uint8_t)read_integer(L, "a figure", "count", 0, 60);
        figure->weight = 1;
        lua_pop(L, 1);
    }
    executor->figure_count = count;
    lua_pop(L, 1);
}

static void read_pile(lua_State *L, struct executor_pile *pile)
{
    read_name(L, "a pile", "name", pile->name, sizeof pile->name);
    if (!pile_is_name(pile->name))
        luaL_error(L, "'%s' cannot be a pile's name: a-z, 0-9 and _ only",
                   pile->name);
    char one[PILE_NAME_SIZE + 24], two[PILE_NAME_SIZE + 24];
    snprintf(one, sizeof one, "an item of pile '%s'", pile->name);
    snprintf(two, sizeof two, "two items of pile '%s'", pile->name);
    int count = push_list(L, pile->name, "items", PILE_ITEMS_MAX);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_listed(L, one, pile->items[i], TILE_NAME_SIZE);
        check_last(L, two, pile->items, i + 1, TILE_NAME_SIZE);
        lua_pop(L, 1);
    }
    pile->count = (uint8_t)count;
    pile->items_reference = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void read_piles(lua_State *L, struct executor *executor)
{
    int count = push_list(L, "the game", "piles", MATERIAL_PILES_MAX);
    for (int i = 0; i < count; i++) {
        push_entry(L, "piles", i + 1);
        read_pile(L, &executor->piles[i]);
        check_last(L, "two piles", executor->piles, i + 1,
                   sizeof executor->piles[i]);
        lua_pop(L, 1);
    }
    executor->pile_count = count;
    lua_pop(L, 1);
}

/* Raises with the text of `error` when `status` is not good. */
static void raise_unless_ok(lua_State *L, enum status status,
                            const struct error *error)
{
    if (status != STATUS_OK)
        luaL_error(L, "%s", error->text);
}

static void read_kinds(lua_State *L, struct alphabet *alphabet)
{
    int count = push_list(L, "the alphabet", "kinds", TILE_KINDS_MAX);
    for (int i = 0; i < count; i++) {
        struct tile_kind *kind = &alphabet->kinds[i];
        push_entry(L, "kinds", i + 1);
        read_name(L, "a kind", "name", kind->name, sizeof kind->name);
        check_last(L, "two kinds", alphabet->kinds, i + 1, sizeof *kind);
        kind->must_match = read_flag(L, "must_match");
        kind->needs_slot = read_flag(L, "needs_slot");
        kind->completes = read_flag(L, "completes");
        lua_pop(L, 1);
    }
    alphabet->kind_count = (uint8_t)count;
    lua_pop(L, 1);

    count = push_list(L, "the alphabet", "marks", TILE_MARKS_MAX);
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_listed(L, "a mark", alphabet->marks[i], TILE_NAME_SIZE);
        check_last(L, "two marks", alphabet->marks, i + 1, TILE_NAME_SIZE);
        lua_pop(L, 1);
    }
    alphabet->mark_count = (uint8_t)count;
    lua_pop(L, 1);
}

/* One letter: its table is at the top. */
static void read_letter(lua_State *L, struct alphabet *alphabet, char letter)
{
    if (alphabet->letter_count == TILE_LETTERS_MAX)
        luaL_error(L, "the alphabet has more than %d letters",
                   TILE_LETTERS_MAX);
    struct tile_letter *out = &alphabet->letters[alphabet->letter_count++];
    *out = (struct tile_letter){.letter = letter, .mark = TILE_MARKS_MAX};
    out->separator = read_flag(L, "separator");
    if (out->separator)
        return;
    char name[TILE_NAME_SIZE];
    read_name(L, "a letter", "kind", name, sizeof name);
    int kind = alphabet_kind(alphabet, name);
    if (kind < 0)
        luaL_error(L, "letter '%c': there is no kind '%s'", letter, name);
    out->kind = (uint8_t)kind;
    if (lua_getfield(L, -1, "mark") == LUA_TSTRING) {
        int mark = alphabet_mark(alphabet, lua_tostring(L, -1));
        if (mark < 0)
            luaL_error(L, "letter '%c': there is no mark '%s'", letter,
                       lua_tostring(L, -1));
        out->mark = (uint8_t)mark;
    }
    lua_pop(L, 1);
}

static void read_alphabet(lua_State *L, struct alphabet *alphabet)
{
    *alphabet = (struct alphabet){0};
    if (lua_getfield(L, -1, "alphabet") != LUA_TTABLE)
        luaL_error(L, "a game with tiles needs an alphabet");
    read_kinds(L, alphabet);
    /* In the order of their bytes, so that equal games are equal. */
    lua_getfield(L, -1, "letters");
    host_push_thawed(L, -1);
    lua_remove(L, -2);
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int letter = 1; letter < 256; letter++) {
        char name[2] = {(char)letter, '\0'};
        if (lua_getfield(L, -1, name) == LUA_TTABLE)
            read_letter(L, alphabet, (char)letter);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

/* Letters of a picture in field `field`, exactly `size` of them. */
static void read_picture(lua_State *L, const char *what, const char *field,
                         char *out, size_t size)
{
    size_t length;
    if (lua_getfield(L, -1, field) != LUA_TSTRING)
        luaL_error(L, "%s needs the field '%s', a string", what, field);
    const char *letters = lua_tolstring(L, -1, &length);
    if (length != size)
        luaL_error(L, "%s: '%s' must have %d letters, not %d", what, field,
                   (int)size, (int)length);
    memcpy(out, letters, size);
    lua_pop(L, 1);
}

static void read_tiles(lua_State *L, struct executor *executor)
{
    struct alphabet alphabet;
    struct error error;
    executor_push(L, executor->definition);
    read_alphabet(L, &alphabet);
    lua_pop(L, 1);
    tileset_init(&executor->tileset, &alphabet);
    int count = push_list(L, "the game", "tiles", TILESET_TILES_MAX);
    lua_createtable(L, 0, count);
    int indexes = lua_gettop(L);
    lua_insert(L, -2);
    indexes--;
    for (int i = 0; i < count; i++) {
        char name[TILE_NAME_SIZE];
        char picture[TILE_LETTERS];
        push_entry(L, "tiles", i + 1);
        read_name(L, "a tile", "name", name, sizeof name);
        read_picture(L, name, "picture", picture, sizeof picture);
        raise_unless_ok(
            L, tileset_add(&executor->tileset, name, picture, &error), &error);
        lua_pop(L, 1);
        lua_pushinteger(L, i);
        lua_setfield(L, indexes, name);
    }
    lua_pop(L, 1);
    executor->tile_indexes = luaL_ref(L, LUA_REGISTRYINDEX);
}

static enum edge read_side(lua_State *L)
{
    static const char *const sides[] = {"north", "east", "south", "west"};
    char name[EXECUTOR_NAME_SIZE];
    read_name(L, "a start space", "side", name, sizeof name);
    for (int i = 0; i < TILE_EDGES; i++)
        if (strcmp(sides[i], name) == 0)
            return (enum edge)i;
    luaL_error(L,
               "a start space has the side north, east, south or west, "
               "not '%s'",
               name);
    return EDGE_NORTH;
}

static void read_starts(lua_State *L, struct executor *executor)
{
    struct error error;
    int count = push_list(L, "the plan", "starts", PLAN_STARTS_MAX);
    if (count == 0)
        luaL_error(L, "the plan needs 'starts', at least one start space: no "
                      "first tile could be laid");
    for (int i = 0; i < count; i++) {
        char letters[TILE_SIDE];
        push_entry(L, "starts", i + 1);
        int number = (int)read_integer(L, "a start space", "number", 0, 9999);
        int x = (int)read_integer(L, "a start space", "x", 0, 255);
        int y = (int)read_integer(L, "a start space", "y", 0, 255);
        enum edge side = read_side(L);
        read_picture(L, "a start space", "letters", letters, sizeof letters);
        raise_unless_ok(L,
                        plan_add_start(&executor->plan, &executor->tileset, x,
                                       y, side, number, letters, &error),
                        &error);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* The plan: a table with rows and starts, or the word "unbounded". */
static void read_plan(lua_State *L, struct executor *executor)
{
    struct error error;
    int type = lua_getfield(L, -1, "plan");
    executor->has_board = type != LUA_TNIL;
    lua_pop(L, 1);
    if (type == LUA_TNIL)
        return;
    read_tiles(L, executor);
    if (lua_getfield(L, -1, "plan_from") == LUA_TSTRING)
        snprintf(executor->plan_from, sizeof executor->plan_from, "%s",
                 lua_tostring(L, -1));
    lua_pop(L, 1);
    lua_getfield(L, -1, "plan");
    if (type == LUA_TSTRING) {
        if (strcmp(lua_tostring(L, -1), "unbounded") != 0)
            luaL_error(L, "a plan is a table or the word \"unbounded\"");
        plan_init_unbounded(&executor->plan);
    } else {
        const char *rows[PLAN_SIDE_MAX];
        int count = push_list(L, "the plan", "rows", PLAN_SIDE_MAX);
        luaL_checkstack(L, count, "a plan");
        for (int i = 0; i < count; i++) {
            /* The strings stay in the list while they are read. */
            lua_rawgeti(L, -1, i + 1);
            if (lua_type(L, -1) != LUA_TSTRING)
                luaL_error(L, "a plan's rows must be strings");
            rows[i] = lua_tostring(L, -1);
            lua_pop(L, 1);
        }
        raise_unless_ok(L, plan_init(&executor->plan, rows, count, &error),
                        &error);
        lua_pop(L, 1);
        read_starts(L, executor);
    }
    lua_pop(L, 1);

    struct board board;
    raise_unless_ok(L,
                    board_init(&board, &executor->plan, &executor->tileset,
                               executor->starts_match, &error),
                    &error);
    executor->plan_from[0] = '\0';
}

static void read_step(lua_State *L, struct step *step)
{
    static const char *const kinds[] = {"automatic", "ask", "chance"};
    const int kinds_count = sizeof kinds / sizeof kinds[0];
    char kind[EXECUTOR_NAME_SIZE];
    if (lua_getfield(L, -1, "origin") == LUA_TSTRING)
        snprintf(step->origin, sizeof step->origin, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    lua_getfield(L, -1, "step");
    read_name(L, "a step", "name", step->name, sizeof step->name);
    read_name(L, "a step", "kind", kind, sizeof kind);
    int found = 0;
    while (found < kinds_count && strcmp(kinds[found], kind) != 0)
        found++;
    if (found == kinds_count)
        luaL_error(L,
                   "step '%s' is of the kind '%s': there are automatic, ask "
                   "and chance",
                   step->name, kind);
    step->kind = (enum step_kind)found;
    step->player = keep_field(L, "player", LUA_TFUNCTION);
    step->choices = keep_field(L, "choices", LUA_TFUNCTION);
    step->draw = keep_field(L, "draw", LUA_TFUNCTION);
    step->apply = keep_field(L, "apply", LUA_TFUNCTION);
    step->next = keep_field(L, "next", LUA_TFUNCTION);
    lua_pop(L, 1);
}

static void read_steps(lua_State *L, struct executor *executor)
{
    int count = push_list(L, "the game", "steps", EXECUTOR_STEPS_MAX);
    for (int i = 0; i < count; i++) {
        push_entry(L, "steps", i + 1);
        read_step(L, &executor->steps[i]);
        lua_pop(L, 1);
    }
    executor->step_count = count;
    lua_pop(L, 1);
    executor->labels = keep_field(L, "labels", LUA_TTABLE);
    lua_getfield(L, -1, "sections");
    executor->turn_first =
        (int)read_integer(L, "the game", "turn", 1, count + 1) - 1;
    executor->final_first =
        (int)read_integer(L, "the game", "final", 1, count + 1) - 1;
    if (executor->turn_first == executor->final_first)
        luaL_error(L, "the game's turn has no steps");
    lua_pop(L, 1);
}

/* The metatable of every game's table: __index has the methods, and what of
 * the ruleset scripts may read. The composed table is at the top. */
/* __newindex of a game: a closure over what all games share. Comes only where
 * something is written that is not there yet. */
static int l_write_game(lua_State *L)
{
    lua_pushvalue(L, 2);
    bool is_shared = lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
    if (is_shared && lua_type(L, 2) == LUA_TSTRING)
        return luaL_error(L,
                          "game.%s is read-only: call what is yours "
                          "something else",
                          lua_tostring(L, 2));
    if (executor_of(L)->is_asking && !lua_isnil(L, 3))
        return luaL_error(L,
                          "game.%s is written where a step only asks: the "
                          "game is changed by a step's 'apply', not by "
                          "'player', 'choices' or 'draw', nor by a rule "
                          "that they call",
                          luaL_tolstring(L, 2, NULL));
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

/* __index of the options and the rules by name: a closure over what they are.
 */
static int l_no_such(lua_State *L)
{
    const char *what = lua_tostring(L, lua_upvalueindex(1));
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "there is no %s without a name", what);
    const char *name = lua_tostring(L, 2);
    executor_push_near(L, 1, name);
    return luaL_error(L, "there is no %s '%s'%s", what, name,
                      lua_tostring(L, -1));
}

/* Has reading a name that the table at the top does not have be a mistake. */
static void refuse_unknown(lua_State *L, const char *what)
{
    lua_createtable(L, 0, 1);
    lua_pushstring(L, what);
    lua_pushcclosure(L, l_no_such, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

static void make_game_metatable(lua_State *L, struct executor *executor)
{
    static const char *const shared[] = {"rules", "options", "variants"};
    static const char *const one[] = {"rule", "option", NULL};
    lua_createtable(L, 0, 3);
    bind_game_push_methods(L);
    for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
        lua_getfield(L, -3, shared[i]);
        if (one[i] != NULL)
            refuse_unknown(L, one[i]);
        host_freeze(L, -1, shared[i]);
        lua_setfield(L, -2, shared[i]);
    }
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, l_write_game, 1);
    lua_setfield(L, -3, "__newindex");
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    executor->game_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Raises where the field at the top is one of the `count` in the list below
 * it. */
static void check_field(lua_State *L, const char *event, const char *field,
                        int count)
{
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, -2, i);
        if (lua_rawequal(L, -1, -2))
            luaL_error(L, "event '%s' has the field '%s' twice", event, field);
        lua_pop(L, 1);
    }
}

/* Event name -> list of field names, from "player tile x y". */
static void read_events(lua_State *L, struct executor *executor)
{
    lua_newtable(L);
    int lists = lua_gettop(L);
    executor_push(L, executor->composed);
    lua_getfield(L, -1, "events");
    host_push_thawed(L, -1);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        if (lua_type(L, -1) != LUA_TSTRING || lua_type(L, -2) != LUA_TSTRING)
            luaL_error(L, "an event is a name and a string of field names");
        const char *at = lua_tostring(L, -1);
        check_word(L, "an event", lua_tostring(L, -2));
        lua_newtable(L);
        for (int i = 1; *(at += strspn(at, " ")) != '\0'; i++) {
            size_t size = strcspn(at, " ");
            const char *field = lua_pushlstring(L, at, size);
            check_word(L, "an event's field", field);
            check_field(L, lua_tostring(L, -4), field, i - 1);
            lua_rawseti(L, -2, i);
            at += size;
        }
        lua_pushvalue(L, -3);
        lua_insert(L, -2);
        lua_rawset(L, lists);
        lua_pop(L, 1);
    }
    lua_settop(L, lists);
    executor->events = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void read_functions(lua_State *L, struct executor *executor)
{
    executor_push(L, executor->definition);
    executor->setup = keep_field(L, "setup", LUA_TFUNCTION);
    executor->view = keep_field(L, "view", LUA_TFUNCTION);
    executor->result = keep_field(L, "result", LUA_TFUNCTION);
    executor->estimate = keep_field(L, "estimate", LUA_TFUNCTION);
    executor->given = keep_field(L, "given", LUA_TTABLE);
    lua_pop(L, 1);
}

/* Pushes compose(game, variants, options, about_function)'s result. */
static void compose(lua_State *L, struct executor *executor)
{
    const struct ruleset *ruleset = executor->ruleset;
    require_module(L, "castled.compose");
    executor_push(L, executor->definition);
    lua_createtable(L, ruleset->variant_count, 0);
    for (int i = 0; i < ruleset->variant_count; i++) {
        const struct ruleset_source *source =
            &ruleset->sources[ruleset->variant_sources[i]];
        run_source(L, source);
        if (!lua_istable(L, -1))
            luaL_error(L,
                       "%s returns no variant: it must end with return "
                       "variant { ... }",
                       source->path);
        lua_pushstring(L, source->path);
        lua_setfield(L, -2, "path");
        lua_rawseti(L, -2, i + 1);
    }
    lua_createtable(L, 0, ruleset->option_count);
    for (int i = 0; i < ruleset->option_count; i++) {
        lua_pushstring(L, ruleset->options[i].value);
        lua_setfield(L, -2, ruleset->options[i].name);
    }
    lua_pushcfunction(L, l_about_function);
    lua_call(L, 4, 1);
}

int load_body(lua_State *L)
{
    struct executor *executor = executor_of(L);
    char module[2 * RULESET_NAME_SIZE];

    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &LOADING_KEY);
    library_add(L, "require", l_require);
    library_refuse_unknown(L);

    snprintf(module, sizeof module, "%s.game", executor->ruleset->game);
    require_module(L, module);
    host_push_thawed(L, -1);
    luaL_checktype(L, -1, LUA_TTABLE);
    executor->definition = luaL_ref(L, LUA_REGISTRYINDEX);

    compose(L, executor);
    lua_pushvalue(L, -1);
    executor->composed = luaL_ref(L, LUA_REGISTRYINDEX);
    executor->starts_match = read_flag(L, "starts_match");
    read_seats(L, executor);
    read_figures(L, executor);
    read_piles(L, executor);
    read_plan(L, executor);
    bind_board_open(L);
    bind_feature_open(L);
    read_steps(L, executor);
    make_game_metatable(L, executor);
    read_events(L, executor);
    read_functions(L, executor);
    return 0;
}
