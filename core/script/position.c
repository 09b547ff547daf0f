#include "script/position_inside.h"

#include "base/json.h"
#include "script/advance.h"
#include "script/codec.h"
#include "script/executor_inside.h"
#include "tile/area.h"

#include <stdlib.h>
#include <string.h>

enum {
    START_QUESTIONS_MAX = 1000, /* before the first turn of a preset game */
};

enum status position_enter(struct position *position, lua_CFunction body,
                           void *argument, struct error *error)
{
    struct executor *executor = position->executor;
    if (executor == NULL)
        return error_set(error, STATUS_LIMIT,
                         "what the rules run in is gone: the game must be "
                         "loaded again");
    executor->current = position;
    enum status status = host_call(executor->host, body, argument, error);
    executor->current = NULL;
    executor->seeing = -1;
    executor->may_change = false;
    executor->is_asking = false;
    if (status != STATUS_OK)
        position_blame_author(executor->host, error);
    return status;
}

enum status position_call(struct position *position, lua_CFunction body,
                          struct position_call *call, struct error *error)
{
    call->position = position;
    enum status status = position_enter(position, body, call, error);
    return status == STATUS_OK ? STATUS_OK
                               : position_blame_step(position, error);
}

struct position_call *position_call_of(lua_State *L)
{
    return lua_touserdata(L, 1);
}

enum status position_init_material(struct position *position,
                                   struct error *error)
{
    const struct executor *executor = position->executor;
    struct material *material = &position->material;
    memset(material, 0, offsetof(struct material, board));
    material->pile_count = (uint8_t)executor->pile_count;
    for (int i = 0; i < executor->pile_count; i++)
        pile_init(&material->piles[i], executor->piles[i].name,
                  executor->piles[i].count);
    for (int seat = 0; seat < executor->seat_count; seat++)
        for (int i = 0; i < executor->figure_count; i++)
            material->supply[seat][i] = executor->figures[i].count;
    if (!executor->has_board) {
        memset(&material->board, 0, sizeof material->board);
        return STATUS_OK;
    }
    return board_init(&material->board, &executor->plan, &executor->tileset,
                      executor->starts_match, error);
}

void position_keep_state(lua_State *L, struct position *position)
{
    executor_push(L, position->executor->game_metatable);
    lua_setmetatable(L, -2);
    position->state = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, false);
    position->choices = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int new_body(lua_State *L)
{
    struct position *position = position_call_of(L)->position;
    lua_newtable(L);
    position_keep_state(L, position);
    if (position->executor->turn_first == 0) {
        position->turns = 1;
        position->at_turn = true;
    }
    position->executor->may_change = true;
    advance_call(L, position, position->executor->setup, 0);
    position->executor->may_change = false;
    lua_settop(L, 1);
    advance_run(L, position);
    return 0;
}

struct position *position_make(struct executor *executor,
                               position_listener *listener, void *context,
                               struct error *error)
{
    struct position *position = calloc(1, sizeof *position);
    if (position == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    position->executor = executor;
    position->behind = executor->positions;
    if (position->behind != NULL)
        position->behind->before = position;
    executor->positions = position;
    position->state = LUA_NOREF;
    position->choices = LUA_NOREF;
    position->listener = listener;
    position->context = context;
    return position;
}

/* Sets up a position that `make` made, and runs it to where it waits; frees it
 * on failure. */
static enum status set_up(struct position **out, struct position *position,
                          struct error *error)
{
    *out = NULL;
    if (position == NULL)
        return STATUS_NO_MEMORY;
    enum status status = position_init_material(position, error);
    if (status == STATUS_OK)
        status = position_call(position, new_body, &(struct position_call){0},
                               error);
    if (status == STATUS_OK) {
        *out = position;
        position = NULL;
    }
    position_free(position);
    return status;
}

enum status position_new(struct position **out, struct executor *executor,
                         position_listener *listener, void *context,
                         struct error *error)
{
    return set_up(out, position_make(executor, listener, context, error),
                  error);
}

/* Gives what the position waits for: the first choice, or the least outcome. */
static enum status give_first(struct position *position, struct error *error)
{
    const struct question *question = &position->question;
    if (question->waiting == WAITING_CHOICE)
        return position_choose(position, 0, error);
    if (question->pile < 0)
        return position_outcome(position, 1, error);
    return position_outcome(
        position, position->material.piles[question->pile].left[0], error);
}

enum status position_preset_new(struct position **out,
                                struct executor *executor,
                                position_listener *listener, void *context,
                                struct error *error)
{
    struct position *position =
        position_make(executor, listener, context, error);
    if (position != NULL)
        position->stops_at_turn = true;
    enum status status = set_up(&position, position, error);
    for (int i = 0; status == STATUS_OK && !position->at_turn; i++)
        status = i == START_QUESTIONS_MAX ||
                         position->question.waiting == WAITING_NOTHING
                     ? error_set(error, STATUS_BAD_INPUT,
                                 "the game does not come to a turn")
                     : give_first(position, error);
    *out = status == STATUS_OK ? position : NULL;
    if (status != STATUS_OK)
        position_free(position);
    return status;
}

void position_free(struct position *position)
{
    if (position == NULL)
        return;
    struct executor *executor = position->executor;
    if (executor != NULL) {
        lua_State *L = executor->host->L;
        luaL_unref(L, LUA_REGISTRYINDEX, position->state);
        luaL_unref(L, LUA_REGISTRYINDEX, position->choices);
        if (position->behind != NULL)
            position->behind->before = position->before;
        if (position->before != NULL)
            position->before->behind = position->behind;
        else
            executor->positions = position->behind;
    }
    free(position);
}

bool position_is_alive(const struct position *position)
{
    return position->executor != NULL && executor_is_alive(position->executor);
}

static int copy_body(lua_State *L)
{
    struct position_call *call = position_call_of(L);
    struct position *to = call->position;
    const struct position *from = call->other;
    executor_push(L, from->state);
    codec_push_copy(L, -1);
    if (to->state == LUA_NOREF) {
        position_keep_state(L, to);
    } else {
        lua_rawseti(L, LUA_REGISTRYINDEX, to->state);
    }
    executor_push(L, from->choices); /* never written to once it is offered */
    lua_rawseti(L, LUA_REGISTRYINDEX, to->choices);
    return 0;
}

enum status position_copy(struct position **to, const struct position *from,
                          struct error *error)
{
    struct position *position = *to;
    if (position == NULL)
        position = position_make(from->executor, NULL, NULL, error);
    if (position == NULL)
        return STATUS_NO_MEMORY;
    struct position_call call = {.other = (struct position *)from};
    enum status status = position_call(position, copy_body, &call, error);
    if (status != STATUS_OK) {
        if (*to == NULL)
            position_free(position);
        return status;
    }
    material_copy(&position->material, &from->material);
    position->step = from->step;
    position->turns = from->turns;
    position->at_turn = from->at_turn;
    position->ran = from->ran;
    position->question = from->question;
    memcpy(position->roll, from->roll, sizeof position->roll);
    if (position->question.roll != NULL)
        position->question.roll = position->roll;
    position->has_placements = from->has_placements;
    if (from->has_placements)
        position->placements = from->placements;
    *to = position;
    return STATUS_OK;
}

const struct question *position_question(const struct position *position)
{
    return &position->question;
}

int position_turns(const struct position *position)
{
    return position->turns;
}

bool position_is_at_turn(const struct position *position)
{
    return position->at_turn;
}

const struct material *position_material(const struct position *position)
{
    return &position->material;
}

struct executor *position_executor(const struct position *position)
{
    return position->executor;
}

const struct placements *position_placements(const struct position *position)
{
    bool asked = position->question.waiting == WAITING_CHOICE &&
                 position->has_placements;
    return asked ? &position->placements : NULL;
}

/* Adds a placement as canonical JSON, without going through Lua. */
static void add_placement(const struct board *board, int turns, int space,
                          struct text *out)
{
    text_add(out, "{\"turns\":");
    text_add_integer(out, turns);
    text_add(out, ",\"x\":");
    text_add_integer(out, board->x[space]);
    text_add(out, ",\"y\":");
    text_add_integer(out, board->y[space]);
    text_add_char(out, '}');
}

/* Adds all placements, with commas; in the order of placements_get. */
static void add_placements(const struct position *position, struct text *out)
{
    for (int turns = 0; turns < TILE_EDGES; turns++) {
        const struct spaces *spaces = &position->placements.spaces[turns];
        for (int at = -1; (at = spaces_next(spaces, at + 1)) >= 0;) {
            json_add_comma(out);
            add_placement(&position->material.board, turns, at, out);
        }
    }
}

/* Adds a choice of those listed; it is only read, so it need be no copy. */
static void add_listed(lua_State *L, struct position *position, int index)
{
    executor_push(L, position->choices);
    lua_rawgeti(L, -1, index + 1);
    codec_write_json(L, -1, &position->executor->scratch, "a choice", "");
    lua_pop(L, 2);
}

static int choice_body(lua_State *L)
{
    struct position_call *call = position_call_of(L);
    text_clear(&call->position->executor->scratch);
    add_listed(L, call->position, call->number);
    return 0;
}

static int choices_body(lua_State *L)
{
    struct position *position = position_call_of(L)->position;
    struct text *out = &position->executor->scratch;
    text_clear(out);
    for (int i = 0; i < position->question.choice_count; i++) {
        if (i > 0)
            text_add_char(out, ',');
        add_listed(L, position, i);
    }
    return 0;
}

/* Adds what the body writes. */
static enum status add_written(struct position *position, lua_CFunction body,
                               int number, struct text *out,
                               struct error *error)
{
    struct position_call call = {.number = number};
    enum status status = position_call(position, body, &call, error);
    if (status != STATUS_OK)
        return status;
    const struct text *scratch = &position->executor->scratch;
    text_add_bytes(out, scratch->bytes, scratch->size);
    return text_status(out, "a choice", error);
}

enum status position_choice(struct position *position, int index,
                            struct text *out, struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHOICE);
    REQUIRE(index >= 0 && index < position->question.choice_count);
    if (!position->has_placements)
        return add_written(position, choice_body, index, out, error);
    struct placement placement = placements_get(&position->placements, index);
    add_placement(&position->material.board, placement.turns, placement.space,
                  out);
    return text_status(out, "a choice", error);
}

enum status position_choices(struct position *position, struct text *out,
                             struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHOICE);
    enum status status = STATUS_OK;
    text_add_char(out, '[');
    if (position->has_placements)
        add_placements(position, out);
    else
        status = add_written(position, choices_body, 0, out, error);
    text_add_char(out, ']');
    return status == STATUS_OK ? text_status(out, "choices", error) : status;
}

enum status position_find_choice(struct position *position, const char *json,
                                 size_t size, int *index, struct error *error)
{
    struct text choice = {0};
    enum status status = STATUS_OK;
    *index = -1;
    for (int i = 0; *index < 0 && i < position->question.choice_count; i++) {
        text_clear(&choice);
        status = position_choice(position, i, &choice, error);
        if (status != STATUS_OK)
            break;
        if (choice.size == size && memcmp(choice.bytes, json, size) == 0)
            *index = i;
    }
    text_free(&choice);
    return status;
}

static int choose_body(lua_State *L)
{
    struct position_call *call = position_call_of(L);
    advance_choose(L, call->position, call->number);
    return 0;
}

enum status position_choose(struct position *position, int index,
                            struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHOICE);
    REQUIRE(index >= 0 && index < position->question.choice_count);
    struct position_call call = {.number = index};
    return position_call(position, choose_body, &call, error);
}

static int outcome_body(lua_State *L)
{
    struct position_call *call = position_call_of(L);
    advance_outcome(L, call->position, call->number);
    return 0;
}

enum status position_outcome(struct position *position, int outcome,
                             struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHANCE);
    struct position_call call = {.number = outcome};
    return position_call(position, outcome_body, &call, error);
}

void position_exchange(struct position *position, int item, int instead)
{
    REQUIRE(position->question.waiting == WAITING_CHANCE);
    material_exchange(&position->material, position->question.pile, item,
                      instead);
}
