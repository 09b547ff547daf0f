#include "script/advance.h"

#include "base/json.h"
#include "script/codec.h"

#include <stdio.h>
#include <string.h>

enum {
    STEP_COST = 20,     /* instructions that visiting a step is charged */
    CIRCLE_MAX = 10000, /* steps in a row without a question, before they go
                           round in a circle */
    SIMPLE_MAX = 64,    /* fields of a choice, and bytes of one, that need no
                           closer look */
};

void advance_call(lua_State *L, struct position *position, int reference,
                  int count)
{
    executor_push(L, reference);
    executor_push(L, position->state);
    lua_rotate(L, -2 - count, 2);
    lua_call(L, count + 1, 1);
}

/* Calls a step's function, as advance_call. */
static void call_step(lua_State *L, struct position *position, int reference,
                      int count)
{
    luaL_checkstack(L, 8, "a step");
    advance_call(L, position, reference, count);
}

/* Calls what only asks, as advance_call: it may not write into the game. */
static void call_asking(lua_State *L, struct position *position, int reference,
                        int count)
{
    position->executor->is_asking = true;
    call_step(L, position, reference, count);
    position->executor->is_asking = false;
}

/* Calls a step's apply, as advance_call: what it does to the game stays. */
static void call_apply(lua_State *L, struct position *position, int count)
{
    struct executor *executor = position->executor;
    executor->may_change = true;
    position->ran |= UINT64_C(1) << position->step;
    call_step(L, position, executor->steps[position->step].apply, count);
    executor->may_change = false;
}

void advance_push_player(lua_State *L, struct position *position, int seat)
{
    int base = lua_gettop(L);
    executor_push(L, position->state);
    lua_pushstring(L, "players");
    bool found = lua_rawget(L, -2) == LUA_TTABLE &&
                 lua_rawgeti(L, -1, seat + 1) == LUA_TTABLE;
    if (!found)
        lua_pushinteger(L, seat + 1);
    lua_replace(L, base + 1);
    lua_settop(L, base + 1);
}

/* Pushes the value at `index` as a sentence can show it. */
static const char *push_shown(lua_State *L, int index)
{
    if (lua_type(L, index) == LUA_TSTRING)
        return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
    if (lua_isinteger(L, index))
        return lua_pushfstring(L, "%I", lua_tointeger(L, index));
    if (lua_isnumber(L, index))
        return lua_pushfstring(L, "%f", lua_tonumber(L, index));
    return lua_pushfstring(L, "%s%s", lua_isnil(L, index) ? "" : "a ",
                           luaL_typename(L, index));
}

int advance_check_seat(lua_State *L, int index, const char *what)
{
    int seat;
    if (!bind_game_read_seat(L, index, &seat))
        luaL_error(L,
                   "%s must be a player, a seat from 1 to %d, or nil, not %s",
                   what, executor_of(L)->seat_count, push_shown(L, index));
    return seat;
}

/* The index of the step that is called `name` at the top; raises when it is
 * none. */
static int find_step(lua_State *L, const struct executor *executor)
{
    executor_push(L, executor->labels);
    lua_pushvalue(L, -2);
    bool found =
        lua_type(L, -1) == LUA_TSTRING && lua_gettable(L, -2) == LUA_TNUMBER;
    lua_Integer index = found ? lua_tointeger(L, -1) - 1 : -1;
    if (index < 0 || index > executor->step_count) {
        lua_pop(L, 2);
        luaL_error(L,
                   "'next' gives %s, which is no step and no part of the "
                   "game",
                   push_shown(L, -1));
    }
    lua_pop(L, 2);
    return (int)index;
}

/* A turn begins. */
static void begin_turn(struct position *position)
{
    position->turns++;
    position->at_turn = true;
}

/* Where the step says that the game goes on; the next in the list when it
 * says nothing. The list of a turn starts again at its end. A jump by the name
 * of a turn's first step begins no turn; one to the turn itself does. */
static int next_step(lua_State *L, struct position *position)
{
    const struct executor *executor = position->executor;
    const struct step *step = &executor->steps[position->step];
    if (step->next != LUA_NOREF) {
        call_step(L, position, step->next, 0);
        if (lua_toboolean(L, -1)) {
            int index = find_step(L, executor);
            if (index == executor->turn_first && lua_isstring(L, -1) &&
                strcmp(lua_tostring(L, -1), "turn") == 0)
                begin_turn(position);
            lua_pop(L, 1);
            return index;
        }
        lua_pop(L, 1);
    }
    int next = position->step + 1;
    if (next == executor->final_first)
        next = executor->turn_first;
    if (next == executor->turn_first)
        begin_turn(position);
    return next;
}

/* Whether the value at the top is one that a record can hold, and no table. */
static bool is_plain(lua_State *L)
{
    size_t size;
    switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
        return true;
    case LUA_TNUMBER:
        return lua_isinteger(L, -1) &&
               lua_tointeger(L, -1) <= JSON_INTEGER_MAX &&
               lua_tointeger(L, -1) >= -JSON_INTEGER_MAX;
    case LUA_TSTRING: {
        const char *bytes = lua_tolstring(L, -1, &size);
        return size < SIMPLE_MAX && json_is_text(bytes, size);
    }
    default:
        return false;
    }
}

/* Whether the table at the top has nothing but names with plain values, as
 * nearly all choices. */
static bool is_simple(lua_State *L)
{
    int table = lua_gettop(L);
    bool is = true;
    lua_pushnil(L);
    for (int i = 0; is && lua_next(L, table) != 0; i++) {
        is = i < SIMPLE_MAX && lua_type(L, -2) == LUA_TSTRING && is_plain(L);
        lua_pop(L, 1);
    }
    lua_settop(L, table);
    return is;
}

/* Raises unless the list at the top has `count` tables that a record can hold,
 * and nothing else. */
static void check_choices(lua_State *L, int count, struct text *scratch)
{
    lua_Integer entries = 0;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        entries++;
        lua_pop(L, 1);
    }
    if (entries > count)
        luaL_error(L, "choices must be a list of tables, as in { { pass = true "
                      "} }, and this one has other keys too");
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, i);
        if (!is_simple(L)) {
            char what[32];
            snprintf(what, sizeof what, "choice %d", i);
            text_clear(scratch);
            codec_write_json(L, -1, scratch, what, "");
        }
        lua_pop(L, 1);
    }
}

/* Keeps the list of choices at the top; false when there are none. What is in
 * them is looked at only where somebody listens: a look-ahead, and a game of
 * many that nobody sees, is asked what was asked before. */
static bool keep_choices(lua_State *L, struct position *position)
{
    struct question *question = &position->question;
    position->has_placements = false;
    if (lua_isuserdata(L, -1)) {
        if (!bind_board_placements(L, -1, &position->placements))
            luaL_error(L, "choices must be a list or placements");
        position->has_placements = true;
        question->choice_count = position->placements.count;
        lua_pop(L, 1);
        return question->choice_count > 0;
    }
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "choices must be a list, not %s", push_shown(L, -1));
    host_push_thawed(L, -1);
    lua_remove(L, -2);
    lua_Unsigned count = lua_rawlen(L, -1);
    if (count > POSITION_CHOICES_MAX)
        luaL_error(L, "more than %d choices are listed", POSITION_CHOICES_MAX);
    for (lua_Unsigned i = 1; i <= count; i++) {
        if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TTABLE)
            luaL_error(L, "choice %d is a %s, not a table", (int)i,
                       luaL_typename(L, -1));
        lua_pop(L, 1);
    }
    if (position->listener != NULL || count == 0)
        check_choices(L, (int)count, &position->executor->scratch);
    question->choice_count = (int)count;
    lua_rawseti(L, LUA_REGISTRYINDEX, position->choices);
    return count > 0;
}

/* Asks the step's player; false when nobody is asked. */
static bool ask(lua_State *L, struct position *position)
{
    struct executor *executor = position->executor;
    const struct step *step = &executor->steps[position->step];
    call_asking(L, position, step->player, 0);
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    int seat = advance_check_seat(L, -1, "'player'");
    executor->seeing = seat;
    call_asking(L, position, step->choices, 1);
    executor->seeing = -1;
    if (!keep_choices(L, position))
        return false;
    position->question.waiting = WAITING_CHOICE;
    position->question.step = step->name;
    position->question.seat = seat;
    return true;
}

/* The integer field of the request at the top, from `first` to `last`. */
static int request_integer(lua_State *L, const char *field, int first, int last)
{
    lua_getfield(L, -1, field);
    lua_Integer value = lua_tointeger(L, -1);
    if (!lua_isinteger(L, -1) || value < first || value > last)
        luaL_error(L, "'%s' must be an integer from %d to %d, not %s", field,
                   first, last, push_shown(L, -1));
    lua_pop(L, 1);
    return (int)value;
}

/* Raises: there is no pile called `name`. */
static void no_such_pile(lua_State *L, const char *name)
{
    const struct executor *executor = executor_of(L);
    lua_pushstring(L, executor->pile_count == 0 ? "none" : "");
    for (int i = 0; i < executor->pile_count; i++)
        lua_pushfstring(L, "%s%s'%s'", lua_tostring(L, -1), i > 0 ? ", " : "",
                        executor->piles[i].name);
    luaL_error(L, "there is no pile '%s'; there is %s", name,
               lua_tostring(L, -1));
}

/* Reads the request at the top into the question. */
static void read_request(lua_State *L, struct position *position)
{
    struct executor *executor = position->executor;
    struct question *question = &position->question;
    question->pile = -1;
    question->hand = -1;
    question->roll = NULL;
    question->sides = 0;
    if (!lua_istable(L, -1))
        luaL_error(L, "a draw must be a table, not %s", push_shown(L, -1));
    if (lua_getfield(L, -1, "pile") == LUA_TSTRING) {
        const char *name = lua_tostring(L, -1);
        question->pile = executor_find_pile(executor, name);
        if (question->pile < 0)
            no_such_pile(L, name);
        else if (position->material.piles[question->pile].left_count == 0)
            luaL_error(L, "the pile '%s' is empty", name);
        lua_pop(L, 1);
        if (lua_getfield(L, -1, "hand") != LUA_TNIL)
            question->hand = advance_check_seat(L, -1, "'hand'");
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    if (lua_getfield(L, -1, "roll") != LUA_TSTRING ||
        lua_rawlen(L, -1) >= POSITION_ROLL_SIZE)
        luaL_error(L,
                   "a draw needs 'pile' or 'roll', a string of less than %d "
                   "characters",
                   POSITION_ROLL_SIZE);
    snprintf(position->roll, sizeof position->roll, "%s", lua_tostring(L, -1));
    question->roll = position->roll;
    lua_pop(L, 1);
    question->sides = request_integer(L, "sides", 1, 1000000);
}

/* Pushes what the step wants of chance, reads it and keeps it in the place of
 * the choices; false (and nothing is pushed) when it wants nothing. */
static bool push_request(lua_State *L, struct position *position)
{
    const struct step *step = &position->executor->steps[position->step];
    call_asking(L, position, step->draw, 0);
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    read_request(L, position);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, position->choices);
    position->question.waiting = WAITING_CHANCE;
    position->question.step = step->name;
    position->question.seat = -1;
    position->question.choice_count = 0;
    return true;
}

/* Raises: the steps in `visited` follow each other in a circle. */
static void refuse_circle(lua_State *L, const struct position *position,
                          uint64_t visited)
{
    const struct executor *executor = position->executor;
    lua_pushliteral(L, "");
    for (int i = 0; i < executor->step_count; i++) {
        const struct step *step = &executor->steps[i];
        const char *names = lua_tostring(L, -1);
        bool is_variants = step->origin[0] != '\0';
        if (!(visited >> i & 1))
            continue;
        lua_pushfstring(L, "%s%s'%s'%s%s%s", names, *names == '\0' ? "" : ", ",
                        step->name, is_variants ? " (" : "", step->origin,
                        is_variants ? ")" : "");
        lua_remove(L, -2);
    }
    luaL_error(L,
               "the game goes round in a circle, and nobody is asked "
               "anything: %s",
               lua_tostring(L, -1));
}

void advance_run(lua_State *L, struct position *position)
{
    const struct executor *executor = position->executor;
    int base = lua_gettop(L);
    uint64_t visited = 0;
    for (int count = 1; position->step < executor->step_count; count++) {
        const struct step *step = &executor->steps[position->step];
        if (position->stops_at_turn && position->at_turn)
            break;
        if (count > CIRCLE_MAX - EXECUTOR_STEPS_MAX)
            visited |= UINT64_C(1) << position->step;
        if (count == CIRCLE_MAX)
            refuse_circle(L, position, visited);
        host_charge(L, STEP_COST);
        position->question.step = step->name;
        switch (step->kind) {
        case STEP_AUTOMATIC:
            call_apply(L, position, 0);
            break;
        case STEP_ASK:
            if (ask(L, position)) {
                lua_settop(L, base);
                return;
            }
            break;
        case STEP_CHANCE:
            if (push_request(L, position)) {
                lua_settop(L, base);
                return;
            }
            break;
        }
        lua_settop(L, base);
        position->step = next_step(L, position);
    }
    position->question = (struct question){.waiting = WAITING_NOTHING,
                                           .step = "",
                                           .seat = -1,
                                           .pile = -1,
                                           .hand = -1};
    lua_settop(L, base);
}

void advance_ask_again(lua_State *L, struct position *position)
{
    int base = lua_gettop(L);
    bool asked = true;
    if (position->step < position->executor->step_count) {
        const struct step *step = &position->executor->steps[position->step];
        asked = step->kind == STEP_ASK ? ask(L, position)
                                       : push_request(L, position);
    } else {
        advance_run(L, position);
    }
    if (!asked)
        luaL_error(L, "it asks nothing any more: the state is not one that it "
                      "left");
    lua_settop(L, base);
}

void advance_push_choice(lua_State *L, struct position *position, int index)
{
    REQUIRE(index >= 0 && index < position->question.choice_count);
    if (!position->has_placements) {
        /* A copy: a script may write into what it is given, and look-ahead
         * copies of the position share the list. */
        executor_push(L, position->choices);
        lua_rawgeti(L, -1, index + 1);
        codec_push_copy(L, -1);
        lua_replace(L, -3);
        lua_pop(L, 1);
        return;
    }
    const struct board *board = &position->material.board;
    struct placement placement = placements_get(&position->placements, index);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, board->x[placement.space]);
    lua_setfield(L, -2, "x");
    lua_pushinteger(L, board->y[placement.space]);
    lua_setfield(L, -2, "y");
    lua_pushinteger(L, placement.turns);
    lua_setfield(L, -2, "turns");
}

void advance_choose(lua_State *L, struct position *position, int index)
{
    struct executor *executor = position->executor;
    int base = lua_gettop(L);
    position->at_turn = false;
    advance_push_player(L, position, position->question.seat);
    advance_push_choice(L, position, index);
    executor->seeing = position->question.seat;
    call_apply(L, position, 2);
    executor->seeing = -1;
    lua_settop(L, base);
    position->step = next_step(L, position);
    advance_run(L, position);
}

/* Takes the item out of its pile, into a hand if it goes there unseen; pushes
 * what the script may see of it. */
static void take_item(lua_State *L, struct position *position, int item)
{
    struct executor *executor = position->executor;
    const struct question *question = &position->question;
    struct pile *pile = &position->material.piles[question->pile];
    REQUIRE(pile_has(pile, item));
    pile_take(pile, item);
    if (question->hand < 0) {
        executor_push(L, executor->piles[question->pile].items_reference);
        lua_rawgeti(L, -1, item + 1);
        lua_remove(L, -2);
        return;
    }
    if (!hand_add(&position->material.hands[question->hand], question->pile,
                  item))
        luaL_error(L, "a hand holds at most %d items", MATERIAL_HAND_MAX);
    lua_pushnil(L);
}

void advance_outcome(lua_State *L, struct position *position, int outcome)
{
    int base = lua_gettop(L);
    position->at_turn = false;
    if (position->question.pile >= 0) {
        take_item(L, position, outcome);
    } else {
        REQUIRE(outcome >= 1 && outcome <= position->question.sides);
        lua_pushinteger(L, outcome);
    }
    executor_push(L, position->choices);
    call_apply(L, position, 2);
    lua_settop(L, base);
    advance_run(L, position);
}
