#include "script/advance.h"

#include "script/codec.h"

#include <stdio.h>
#include <string.h>

enum {
    STEP_COST = 20, /* instructions that visiting a step is charged: so that
                       steps that name each other end by the budget */
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

/* Calls a step's apply, as advance_call: what it does to the game stays. */
static void call_apply(lua_State *L, struct position *position, int count)
{
    struct executor *executor = position->executor;
    executor->may_change = true;
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

/* Where the step says that the game goes on; the next in the list when it
 * says nothing. The list of a turn starts again at its end. */
static int next_step(lua_State *L, struct position *position)
{
    const struct executor *executor = position->executor;
    const struct step *step = &executor->steps[position->step];
    if (step->next != LUA_NOREF) {
        call_step(L, position, step->next, 0);
        if (lua_toboolean(L, -1)) {
            const char *name = lua_tostring(L, -1);
            executor_push(L, executor->labels);
            if (name == NULL || lua_getfield(L, -1, name) != LUA_TNUMBER)
                luaL_error(L, "step '%s' goes on to '%s', which is no step",
                           step->name, name == NULL ? "?" : name);
            lua_Integer index = lua_tointeger(L, -1) - 1;
            if (index < 0 || index > executor->step_count)
                luaL_error(L, "step '%s' goes on to '%s', which is nowhere",
                           step->name, name);
            lua_pop(L, 3);
            return (int)index;
        }
        lua_pop(L, 1);
    }
    int next = position->step + 1;
    return next == executor->final_first ? executor->turn_first : next;
}

/* Questions --------------------------------------------------------------- */

/* Keeps the list of choices at the top; false when there are none. */
static bool keep_choices(lua_State *L, struct position *position)
{
    const struct step *step = &position->executor->steps[position->step];
    struct question *question = &position->question;
    position->has_placements = false;
    if (lua_isuserdata(L, -1)) {
        if (!bind_board_placements(L, -1, &position->placements))
            luaL_error(L, "step '%s': choices must be a list or placements",
                       step->name);
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
        luaL_error(L, "step '%s': choices must be a list, not a %s", step->name,
                   luaL_typename(L, -1));
    host_push_thawed(L, -1);
    lua_remove(L, -2);
    lua_Unsigned count = lua_rawlen(L, -1);
    if (count > POSITION_CHOICES_MAX)
        luaL_error(L, "step '%s' lists more than %d choices", step->name,
                   POSITION_CHOICES_MAX);
    for (lua_Unsigned i = 1; i <= count; i++) {
        if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TTABLE)
            luaL_error(L, "step '%s': choice %d is a %s, not a table",
                       step->name, (int)i, luaL_typename(L, -1));
        lua_pop(L, 1);
    }
    question->choice_count = (int)count;
    lua_rawseti(L, LUA_REGISTRYINDEX, position->choices);
    return count > 0;
}

/* Asks the step's player; false when nobody is asked. */
static bool ask(lua_State *L, struct position *position)
{
    struct executor *executor = position->executor;
    const struct step *step = &executor->steps[position->step];
    call_step(L, position, step->player, 0);
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    int seat = bind_game_check_seat(L, lua_gettop(L));
    executor->seeing = seat;
    call_step(L, position, step->choices, 1);
    executor->seeing = -1;
    if (!keep_choices(L, position))
        return false;
    position->question.waiting = WAITING_CHOICE;
    position->question.step = step->name;
    position->question.seat = seat;
    return true;
}

/* The integer field of the request at the top, from `first` to `last`. */
static int request_integer(lua_State *L, const struct step *step,
                           const char *field, int first, int last)
{
    lua_getfield(L, -1, field);
    lua_Integer value = lua_tointeger(L, -1);
    if (!lua_isinteger(L, -1) || value < first || value > last)
        luaL_error(L, "step '%s': '%s' must be an integer from %d to %d",
                   step->name, field, first, last);
    lua_pop(L, 1);
    return (int)value;
}

/* Reads the request at the top into the question. */
static void read_request(lua_State *L, struct position *position)
{
    struct executor *executor = position->executor;
    const struct step *step = &executor->steps[position->step];
    struct question *question = &position->question;
    question->pile = -1;
    question->hand = -1;
    question->roll = NULL;
    question->sides = 0;
    if (!lua_istable(L, -1))
        luaL_error(L, "step '%s': a draw must be a table, not a %s", step->name,
                   luaL_typename(L, -1));
    if (lua_getfield(L, -1, "pile") == LUA_TSTRING) {
        const char *name = lua_tostring(L, -1);
        question->pile = executor_find_pile(executor, name);
        if (question->pile < 0)
            luaL_error(L, "step '%s': there is no pile '%s'", step->name, name);
        if (position->material.piles[question->pile].left_count == 0)
            luaL_error(L, "step '%s': the pile '%s' is empty", step->name,
                       name);
        lua_pop(L, 1);
        if (lua_getfield(L, -1, "hand") != LUA_TNIL)
            question->hand = bind_game_check_seat(L, lua_gettop(L));
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    if (lua_getfield(L, -1, "roll") != LUA_TSTRING ||
        lua_rawlen(L, -1) >= POSITION_ROLL_SIZE)
        luaL_error(L,
                   "step '%s': a draw needs 'pile' or 'roll', a string of "
                   "less than %d characters",
                   step->name, POSITION_ROLL_SIZE);
    snprintf(position->roll, sizeof position->roll, "%s", lua_tostring(L, -1));
    question->roll = position->roll;
    lua_pop(L, 1);
    question->sides = request_integer(L, step, "sides", 1, 1000000);
}

/* Pushes what the step wants of chance, reads it and keeps it in the place of
 * the choices; false (and nothing is pushed) when it wants nothing. */
static bool push_request(lua_State *L, struct position *position)
{
    const struct step *step = &position->executor->steps[position->step];
    call_step(L, position, step->draw, 0);
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

/* Running ----------------------------------------------------------------- */

void advance_run(lua_State *L, struct position *position)
{
    const struct executor *executor = position->executor;
    int base = lua_gettop(L);
    while (position->step < executor->step_count) {
        const struct step *step = &executor->steps[position->step];
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
        luaL_error(L,
                   "step '%s' asks nothing any more: the state is not one "
                   "that it left",
                   position->executor->steps[position->step].name);
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
