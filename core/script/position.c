#include "script/position.h"

#include "base/json.h"
#include "script/advance.h"
#include "script/codec.h"
#include "script/executor_inside.h"
#include "tile/feature.h"

#include <stdlib.h>
#include <string.h>

/* What a host_call's body works with. */
struct call {
    struct position *position;
    struct position *other; /* of a copy: where from */
    const void *bytes;
    size_t size;
    int number;
    struct text *out;
    struct result *result;
    int64_t *hopes;
    const char *word;
    const char *const *words;
};

/* Runs `body` with the position as the one that scripts see. */
static enum status enter(struct position *position, lua_CFunction body,
                         struct call *call, struct error *error)
{
    struct executor *executor = position->executor;
    if (executor == NULL)
        return error_set(error, STATUS_LIMIT,
                         "what the rules run in is gone: the game must be "
                         "loaded again");
    call->position = position;
    executor->current = position;
    enum status status = host_call(executor->host, body, call, error);
    executor->current = NULL;
    executor->seeing = -1;
    executor->may_change = false;
    if (status != STATUS_OK && position->question.step != NULL &&
        position->question.step[0] != '\0')
        return error_prefix(error, "step '%s'", position->question.step);
    return status;
}

static struct call *call_of(lua_State *L)
{
    return lua_touserdata(L, 1);
}

/* Making ------------------------------------------------------------------ */

/* Puts out what core owns. */
static enum status init_material(struct position *position, struct error *error)
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

/* Makes the references of a position: its state, from the value at the top,
 * and a place for its choices. */
static void keep_state(lua_State *L, struct position *position)
{
    executor_push(L, position->executor->game_metatable);
    lua_setmetatable(L, -2);
    position->state = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, false);
    position->choices = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int new_body(lua_State *L)
{
    struct position *position = call_of(L)->position;
    lua_newtable(L);
    keep_state(L, position);
    position->executor->may_change = true;
    advance_call(L, position, position->executor->setup, 0);
    position->executor->may_change = false;
    lua_settop(L, 1);
    advance_run(L, position);
    return 0;
}

static struct position *make(struct executor *executor,
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

enum status position_new(struct position **out, struct executor *executor,
                         position_listener *listener, void *context,
                         struct error *error)
{
    *out = NULL;
    struct position *position = make(executor, listener, context, error);
    if (position == NULL)
        return STATUS_NO_MEMORY;
    enum status status = init_material(position, error);
    if (status == STATUS_OK)
        status = enter(position, new_body, &(struct call){0}, error);
    if (status == STATUS_OK) {
        *out = position;
        position = NULL;
    }
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
    struct call *call = call_of(L);
    struct position *to = call->position;
    const struct position *from = call->other;
    executor_push(L, from->state);
    codec_push_copy(L, -1);
    if (to->state == LUA_NOREF) {
        keep_state(L, to);
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
        position = make(from->executor, NULL, NULL, error);
    if (position == NULL)
        return STATUS_NO_MEMORY;
    struct call call = {.other = (struct position *)from};
    enum status status = enter(position, copy_body, &call, error);
    if (status != STATUS_OK) {
        if (*to == NULL)
            position_free(position);
        return status;
    }
    material_copy(&position->material, &from->material);
    position->step = from->step;
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

/* Bytes ------------------------------------------------------------------- */

/* What stands before the state in a position's bytes: everything of the
 * material but the board, which is laid again from what lies on it. */
struct stored {
    uint16_t step;
    uint8_t piece_count; /* laid tiles only */
    uint8_t follower_count;
    struct pile piles[MATERIAL_PILES_MAX];
    struct hand hands[MATERIAL_SEATS_MAX];
    uint8_t supply[MATERIAL_SEATS_MAX][MATERIAL_FIGURES_MAX];
};

struct stored_tile {
    int8_t x;
    int8_t y;
    uint8_t tile;
    uint8_t turns;
};

static int store_body(lua_State *L)
{
    struct call *call = call_of(L);
    struct position *position = call->position;
    struct executor *executor = position->executor;
    text_clear(&executor->scratch);
    executor_push(L, position->state);
    codec_write_state(L, -1, &executor->scratch, "the game's state");
    return 0;
}

static void store_board(const struct board *board, struct text *out)
{
    int starts = board->plan->start_count;
    for (int i = starts; i < board->piece_count; i++) {
        const struct laid_tile *laid = &board->pieces[i];
        struct stored_tile tile = {.x = board->x[laid->space],
                                   .y = board->y[laid->space],
                                   .tile = laid->tile,
                                   .turns = laid->turns};
        text_add_bytes(out, &tile, sizeof tile);
    }
    text_add_bytes(out, board->followers,
                   board->follower_count * sizeof board->followers[0]);
}

enum status position_store(struct position *position, struct text *out,
                           struct error *error)
{
    struct executor *executor = position->executor;
    enum status status = enter(position, store_body, &(struct call){0}, error);
    if (status != STATUS_OK)
        return status;
    const struct board *board = &position->material.board;
    struct stored stored;
    memset(&stored, 0, sizeof stored);
    stored.step = (uint16_t)position->step;
    if (executor->has_board) {
        stored.piece_count =
            (uint8_t)(board->piece_count - board->plan->start_count);
        stored.follower_count = board->follower_count;
    }
    memcpy(stored.piles, position->material.piles, sizeof stored.piles);
    memcpy(stored.hands, position->material.hands, sizeof stored.hands);
    memcpy(stored.supply, position->material.supply, sizeof stored.supply);
    text_add_bytes(out, &stored, sizeof stored);
    if (executor->has_board)
        store_board(board, out);
    text_add_bytes(out, executor->scratch.bytes, executor->scratch.size);
    return text_status(out, "a game", error);
}

static enum status damaged(struct error *error)
{
    return error_set(error, STATUS_BAD_INPUT,
                     "a stored game is damaged, or of another ruleset");
}

static bool is_sound_pile(const struct pile *pile,
                          const struct executor_pile *wanted)
{
    if (strncmp(pile->name, wanted->name, sizeof pile->name) != 0 ||
        pile->count != wanted->count || pile->left_count > pile->count)
        return false;
    for (int i = 0; i < pile->left_count; i++)
        if (pile->left[i] >= pile->count ||
            (i > 0 && pile->left[i] <= pile->left[i - 1]))
            return false;
    return true;
}

/* Whether piles and hands are such as this executor's games can have. */
static bool is_sound(const struct stored *stored,
                     const struct executor *executor)
{
    for (int i = 0; i < executor->pile_count; i++)
        if (!is_sound_pile(&stored->piles[i], &executor->piles[i]))
            return false;
    for (int seat = 0; seat < MATERIAL_SEATS_MAX; seat++) {
        const struct hand *hand = &stored->hands[seat];
        if (hand->count > MATERIAL_HAND_MAX)
            return false;
        for (int i = 0; i < hand->count; i++)
            if (hand->piles[i] >= executor->pile_count ||
                hand->items[i] >= executor->piles[hand->piles[i]].count)
                return false;
    }
    return stored->step <= executor->step_count;
}

/* Lays the board again; *bytes and *size go on to what is behind it. */
static enum status load_board(struct position *position,
                              const struct stored *stored, const char **bytes,
                              size_t *size, struct error *error)
{
    struct board *board = &position->material.board;
    size_t tiles = stored->piece_count * sizeof(struct stored_tile);
    size_t followers = stored->follower_count * sizeof(struct follower);
    bool laid[TILESET_TILES_MAX] = {false};
    if (*size < tiles + followers)
        return damaged(error);
    for (int i = 0; i < stored->piece_count; i++) {
        struct stored_tile tile;
        memcpy(&tile, *bytes + (size_t)i * sizeof tile, sizeof tile);
        struct placement placement = {.tile = tile.tile,
                                      .turns = tile.turns,
                                      .space =
                                          board_space(board, tile.x, tile.y)};
        if (tile.tile >= board->tileset->tile_count || laid[tile.tile] ||
            placement.space == SPACE_WALL || tile.turns >= TILE_EDGES ||
            board_may_lay(board, placement) != VERDICT_OK)
            return damaged(error);
        board_lay(board, placement);
        laid[tile.tile] = true;
    }
    for (int i = 0; i < stored->follower_count; i++) {
        struct follower follower;
        memcpy(&follower, *bytes + tiles + (size_t)i * sizeof follower,
               sizeof follower);
        if (follower.node >= board->node_count ||
            follower.player >= position->executor->seat_count ||
            follower.figure >= position->executor->figure_count ||
            follower.weight > BOARD_WEIGHT_MAX ||
            board->follower_count == BOARD_FOLLOWERS_MAX)
            return damaged(error);
        board_place_follower(board, follower.node, follower.player,
                             follower.figure, follower.weight);
    }
    *bytes += tiles + followers;
    *size -= tiles + followers;
    return STATUS_OK;
}

static int load_position_body(lua_State *L)
{
    struct call *call = call_of(L);
    codec_push_state(L, call->bytes, call->size);
    if (!lua_istable(L, -1))
        luaL_error(L, "a game's state must be a table");
    keep_state(L, call->position);
    advance_ask_again(L, call->position);
    return 0;
}

enum status position_load(struct position **out, struct executor *executor,
                          const void *bytes, size_t size,
                          position_listener *listener, void *context,
                          struct error *error)
{
    *out = NULL;
    struct stored stored;
    if (size < sizeof stored)
        return damaged(error);
    memcpy(&stored, bytes, sizeof stored);
    const char *rest = (const char *)bytes + sizeof stored;
    size -= sizeof stored;

    struct position *position = make(executor, listener, context, error);
    if (position == NULL)
        return STATUS_NO_MEMORY;
    enum status status = init_material(position, error);
    if (status == STATUS_OK && !is_sound(&stored, executor))
        status = damaged(error);
    memcpy(position->material.piles, stored.piles, sizeof stored.piles);
    memcpy(position->material.hands, stored.hands, sizeof stored.hands);
    memcpy(position->material.supply, stored.supply, sizeof stored.supply);
    position->step = stored.step;
    if (status == STATUS_OK && executor->has_board)
        status = load_board(position, &stored, &rest, &size, error);
    if (status == STATUS_OK) {
        struct call call = {.bytes = rest, .size = size};
        status = enter(position, load_position_body, &call, error);
    }
    if (status == STATUS_OK) {
        *out = position;
        position = NULL;
    }
    position_free(position);
    return status;
}

/* Asking ------------------------------------------------------------------ */

const struct question *position_question(const struct position *position)
{
    return &position->question;
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
static void add_placement(const struct position *position, int index,
                          struct text *out)
{
    const struct board *board = &position->material.board;
    struct placement placement = placements_get(&position->placements, index);
    text_add(out, "{\"turns\":");
    text_add_integer(out, placement.turns);
    text_add(out, ",\"x\":");
    text_add_integer(out, board->x[placement.space]);
    text_add(out, ",\"y\":");
    text_add_integer(out, board->y[placement.space]);
    text_add_char(out, '}');
}

static int choice_body(lua_State *L)
{
    struct call *call = call_of(L);
    struct position *position = call->position;
    struct text *out = &position->executor->scratch;
    text_clear(out);
    advance_push_choice(L, position, call->number);
    codec_write_json(L, -1, out, "a choice");
    return 0;
}

enum status position_choice(struct position *position, int index,
                            struct text *out, struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHOICE);
    REQUIRE(index >= 0 && index < position->question.choice_count);
    if (position->has_placements) {
        add_placement(position, index, out);
        return text_status(out, "a choice", error);
    }
    struct call call = {.number = index};
    enum status status = enter(position, choice_body, &call, error);
    if (status != STATUS_OK)
        return status;
    const struct text *scratch = &position->executor->scratch;
    text_add_bytes(out, scratch->bytes, scratch->size);
    return text_status(out, "a choice", error);
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
    struct call *call = call_of(L);
    advance_choose(L, call->position, call->number);
    return 0;
}

enum status position_choose(struct position *position, int index,
                            struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHOICE);
    REQUIRE(index >= 0 && index < position->question.choice_count);
    struct call call = {.number = index};
    return enter(position, choose_body, &call, error);
}

static int outcome_body(lua_State *L)
{
    struct call *call = call_of(L);
    advance_outcome(L, call->position, call->number);
    return 0;
}

enum status position_outcome(struct position *position, int outcome,
                             struct error *error)
{
    REQUIRE(position->question.waiting == WAITING_CHANCE);
    struct call call = {.number = outcome};
    return enter(position, outcome_body, &call, error);
}

/* Seeing ------------------------------------------------------------------ */

static void view_board(const struct position *position, struct text *out)
{
    const struct board *board = &position->material.board;
    const struct alphabet *alphabet = &board->tileset->alphabet;
    json_add_key(out, "board");
    text_add_char(out, '[');
    for (int i = board->plan->start_count; i < board->piece_count; i++) {
        const struct laid_tile *laid = &board->pieces[i];
        json_add_comma(out);
        text_addf(out, "{\"tile\":\"%s\",\"turns\":%d,\"x\":%d,\"y\":%d}",
                  board->tileset->tiles[laid->tile].name, laid->turns,
                  board->x[laid->space], board->y[laid->space]);
    }
    text_add_char(out, ']');
    json_add_key(out, "followers");
    text_add_char(out, '[');
    for (int i = 0; i < board->follower_count; i++) {
        const struct follower *follower = &board->followers[i];
        const struct laid_tile *laid = &board->pieces[follower->piece];
        const struct segment *segment =
            &board->tileset->tiles[laid->tile]
                 .segments[follower->node - laid->first_node];
        json_add_comma(out);
        text_addf(out,
                  "{\"at\":[%d,%d],\"kind\":\"%s\",\"player\":\"%s\","
                  "\"x\":%d,\"y\":%d}",
                  segment->column, segment->row,
                  alphabet->kinds[segment->kind].name,
                  position->executor->seats[follower->player],
                  board->x[laid->space], board->y[laid->space]);
    }
    text_add_char(out, ']');
}

static void view_piles(const struct position *position, int seat,
                       struct text *out)
{
    const struct executor *executor = position->executor;
    json_add_key(out, "left");
    text_add_char(out, '{');
    for (int i = 0; i < executor->pile_count; i++)
        json_add_member_integer(out, executor->piles[i].name,
                                position->material.piles[i].left_count);
    text_add_char(out, '}');
    json_add_key(out, "hand_counts");
    text_add_char(out, '[');
    for (int i = 0; i < executor->seat_count; i++) {
        json_add_comma(out);
        text_add_integer(out, position->material.hands[i].count);
    }
    text_add_char(out, ']');
    if (seat < 0)
        return;
    const struct hand *hand = &position->material.hands[seat];
    json_add_key(out, "hand");
    text_add_char(out, '[');
    for (int i = 0; i < hand->count; i++) {
        const struct executor_pile *pile = &executor->piles[hand->piles[i]];
        json_add_comma(out);
        text_addf(out, "{\"item\":\"%s\",\"pile\":\"%s\"}",
                  pile->items[hand->items[i]], pile->name);
    }
    text_add_char(out, ']');
}

static int view_body(lua_State *L)
{
    struct call *call = call_of(L);
    struct position *position = call->position;
    struct executor *executor = position->executor;
    if (call->number >= 0)
        lua_pushinteger(L, call->number + 1);
    else
        lua_pushnil(L);
    executor->seeing = call->number;
    advance_call(L, position, executor->view, 1);
    text_clear(&executor->scratch);
    codec_write_json(L, -1, &executor->scratch, "a view");
    return 0;
}

enum status position_view(struct position *position, int seat, struct text *out,
                          struct error *error)
{
    struct executor *executor = position->executor;
    struct call call = {.number = seat};
    enum status status = enter(position, view_body, &call, error);
    if (status != STATUS_OK)
        return status;
    text_add_char(out, '{');
    if (executor->has_board)
        view_board(position, out);
    view_piles(position, seat, out);
    json_add_key(out, "game");
    text_add_bytes(out, executor->scratch.bytes, executor->scratch.size);
    text_add_char(out, '}');
    return text_status(out, "a view", error);
}

static int result_body(lua_State *L)
{
    struct call *call = call_of(L);
    struct position *position = call->position;
    const struct executor *executor = position->executor;
    advance_call(L, position, executor->result, 0);
    if (!lua_istable(L, -1) || lua_getfield(L, -1, "scores") != LUA_TTABLE)
        return luaL_error(L, "result must give a table with 'scores'");
    for (int i = 0; i < executor->seat_count; i++) {
        lua_geti(L, -1, i + 1);
        int64_t score = lua_tointeger(L, -1);
        if (!lua_isinteger(L, -1) || score > JSON_INTEGER_MAX ||
            score < -JSON_INTEGER_MAX)
            return luaL_error(L,
                              "result: seat %d has no score that is an "
                              "integer within 2^53",
                              i + 1);
        call->result->scores[i] = score;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_getfield(L, -1, "winner");
    call->result->winner =
        lua_toboolean(L, -1) ? bind_game_check_seat(L, lua_gettop(L)) : -1;
    return 0;
}

enum status position_result(struct position *position, struct result *result,
                            struct error *error)
{
    memset(result, 0, sizeof *result);
    struct call call = {.result = result};
    return enter(position, result_body, &call, error);
}

static int estimate_body(lua_State *L)
{
    struct call *call = call_of(L);
    struct position *position = call->position;
    advance_call(L, position, position->executor->estimate, 0);
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int i = 0; i < position->executor->seat_count; i++) {
        lua_rawgeti(L, -1, i + 1);
        int64_t hope = lua_tointeger(L, -1);
        if (!lua_isinteger(L, -1) || hope > JSON_INTEGER_MAX ||
            hope < -JSON_INTEGER_MAX)
            return luaL_error(L,
                              "estimate: seat %d has no number that is an "
                              "integer within 2^53",
                              i + 1);
        call->hopes[i] = hope;
        lua_pop(L, 1);
    }
    return 0;
}

enum status position_estimate(struct position *position,
                              int64_t hopes[MATERIAL_SEATS_MAX],
                              struct error *error)
{
    memset(hopes, 0, MATERIAL_SEATS_MAX * sizeof hopes[0]);
    if (position->executor != NULL && position->executor->estimate == LUA_NOREF)
        return STATUS_OK;
    struct call call = {.hopes = hopes};
    return enter(position, estimate_body, &call, error);
}
