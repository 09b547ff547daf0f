/*
 * position_view -- what a position shows: a view, the result, hopes.
 */

#include "script/position_inside.h"

#include "base/json.h"
#include "script/advance.h"
#include "script/codec.h"

#include <string.h>

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
        const struct segment *segment = board_follower_segment(board, follower);
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
    struct position_call *call = position_call_of(L);
    struct position *position = call->position;
    struct executor *executor = position->executor;
    if (call->number >= 0)
        lua_pushinteger(L, call->number + 1);
    else
        lua_pushnil(L);
    executor->seeing = call->number;
    advance_call(L, position, executor->view, 1);
    text_clear(&executor->scratch);
    codec_write_json(L, -1, &executor->scratch, "a view", "");
    return 0;
}

enum status position_view(struct position *position, int seat, struct text *out,
                          struct error *error)
{
    struct executor *executor = position->executor;
    struct position_call call = {.number = seat};
    enum status status = position_call(position, view_body, &call, error);
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
    struct position_call *call = position_call_of(L);
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
    /* Last, so that scores stand also where the winner cannot be found. */
    if (lua_getfield(L, -1, "winner") == LUA_TFUNCTION)
        lua_call(L, 0, 1);
    call->result->winner =
        lua_toboolean(L, -1) ? advance_check_seat(L, -1, "the winner") : -1;
    return 0;
}

enum status position_result(struct position *position, struct result *result,
                            struct error *error)
{
    memset(result, 0, sizeof *result);
    struct position_call call = {.result = result};
    return position_call(position, result_body, &call, error);
}

static int estimate_body(lua_State *L)
{
    struct position_call *call = position_call_of(L);
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
    struct position_call call = {.hopes = hopes};
    return position_call(position, estimate_body, &call, error);
}
