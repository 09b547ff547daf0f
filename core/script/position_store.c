/*
 * position_store -- a position as bytes, and a position of bytes.
 */

#include "script/position_inside.h"

#include "script/advance.h"
#include "script/codec.h"

#include <string.h>

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
    struct position_call *call = position_call_of(L);
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
    struct position_call call = {.position = position};
    enum status status = position_enter(position, store_body, &call, error);
    if (status == STATUS_SCRIPT)
        return position_blame_ran(position, error);
    if (status != STATUS_OK)
        return status;
    position->ran = 0;
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

/* Where the script's state begins in the bytes of the position. */
static size_t state_start(const struct position *position)
{
    const struct board *board = &position->material.board;
    if (!position->executor->has_board)
        return sizeof(struct stored);
    return sizeof(struct stored) +
           (size_t)(board->piece_count - board->plan->start_count) *
               sizeof(struct stored_tile) +
           board->follower_count * sizeof board->followers[0];
}

/* Says that `what` has changed the state; with the files of variants, whose
 * functions it may have called. */
static enum status say_written(const struct executor *executor,
                               const char *what, struct error *error)
{
    struct text files = {0};
    ruleset_add_variants(executor->ruleset, &files);
    enum status status = error_set(
        error, STATUS_SCRIPT,
        "%s%s%s writes into the game, which only its setup and a step's "
        "'apply' may change",
        text_string(&files), files.size == 0 ? "" : ": ", what);
    text_free(&files);
    return status;
}

enum status position_check_unwritten(struct position *position,
                                     const void *bytes, size_t size,
                                     const char *what, struct error *error)
{
    struct executor *executor = position->executor;
    struct position_call call = {.position = position};
    enum status status = position_enter(position, store_body, &call, error);
    if (status != STATUS_OK)
        return status;
    const struct text *state = &executor->scratch;
    size_t start = state_start(position);
    if (size == start + state->size &&
        memcmp((const char *)bytes + start, state->bytes, state->size) == 0)
        return STATUS_OK;
    return say_written(executor, what, error);
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

/* Whether what lies in hands are items of the piles, each in one place. */
static bool are_sound_hands(const struct stored *stored,
                            const struct executor *executor)
{
    bool is_held[MATERIAL_PILES_MAX][PILE_ITEMS_MAX] = {{false}};
    for (int seat = 0; seat < MATERIAL_SEATS_MAX; seat++) {
        const struct hand *hand = &stored->hands[seat];
        if (hand->count > MATERIAL_HAND_MAX)
            return false;
        for (int i = 0; i < hand->count; i++) {
            uint8_t pile = hand->piles[i];
            uint8_t item = hand->items[i];
            if (pile >= executor->pile_count ||
                item >= executor->piles[pile].count || is_held[pile][item] ||
                pile_has(&stored->piles[pile], item))
                return false;
            is_held[pile][item] = true;
        }
    }
    return true;
}

/* Whether piles and hands are such as this executor's games can have. */
static bool is_sound(const struct stored *stored,
                     const struct executor *executor)
{
    for (int i = 0; i < executor->pile_count; i++)
        if (!is_sound_pile(&stored->piles[i], &executor->piles[i]))
            return false;
    return are_sound_hands(stored, executor) &&
           stored->step <= executor->step_count;
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
    uint16_t first = board->node_count; /* behind those of start spaces */
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
            tile.turns >= TILE_EDGES ||
            board_may_lay(board, placement) != VERDICT_OK)
            return damaged(error);
        board_lay(board, placement);
        laid[tile.tile] = true;
    }
    for (int i = 0; i < stored->follower_count; i++) {
        struct follower follower;
        memcpy(&follower, *bytes + tiles + (size_t)i * sizeof follower,
               sizeof follower);
        if (follower.node < first || follower.node >= board->node_count ||
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
    struct position_call *call = position_call_of(L);
    codec_push_state(L, call->bytes, call->size);
    if (!lua_istable(L, -1))
        luaL_error(L, "a game's state must be a table");
    position_keep_state(L, call->position);
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

    struct position *position =
        position_make(executor, listener, context, error);
    if (position == NULL)
        return STATUS_NO_MEMORY;
    enum status status = position_init_material(position, error);
    if (status == STATUS_OK && !is_sound(&stored, executor))
        status = damaged(error);
    memcpy(position->material.piles, stored.piles, sizeof stored.piles);
    memcpy(position->material.hands, stored.hands, sizeof stored.hands);
    memcpy(position->material.supply, stored.supply, sizeof stored.supply);
    position->step = stored.step;
    if (status == STATUS_OK && executor->has_board)
        status = load_board(position, &stored, &rest, &size, error);
    if (status == STATUS_OK) {
        struct position_call call = {.bytes = rest, .size = size};
        status = position_call(position, load_position_body, &call, error);
    }
    if (status == STATUS_OK) {
        *out = position;
        position = NULL;
    }
    position_free(position);
    return status;
}
