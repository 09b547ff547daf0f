/*
 * bind_feature -- features, the segments of the tile laid last, and the
 * followers on them, as scripts see them.
 */

#include "script/executor_inside.h"

#include "tile/feature.h"
#include "tile/majority.h"

/* The metatables of handles are found by these addresses. */
static const char FEATURE_KEY = 'f';
static const char SEGMENT_KEY = 's';

static int check_kind(lua_State *L, int index, const struct board *board)
{
    if (lua_type(L, index) != LUA_TSTRING)
        bind_game_check_self(L);
    const char *name = luaL_checkstring(L, index);
    int kind = alphabet_kind(&board->tileset->alphabet, name);
    if (kind < 0)
        luaL_argerror(L, index,
                      lua_pushfstring(L, "there is no kind '%s'", name));
    return kind;
}

/* What a feature handle holds: a node. What it is now is looked up when a
 * field is read, so that nothing is computed that no rule asks for. */
struct feature_handle {
    uint16_t node;
};

/* What a segment handle holds. */
struct segment_handle {
    uint8_t piece;
    uint8_t segment;
};

static void *push_handle(lua_State *L, size_t size, const void *key)
{
    void *handle = lua_newuserdatauv(L, size, 0);
    lua_rawgetp(L, LUA_REGISTRYINDEX, key);
    lua_setmetatable(L, -2);
    return handle;
}

bool bind_feature_at(lua_State *L, int index, const struct board *board,
                     uint16_t *node)
{
    const struct feature_handle *handle =
        bind_board_handle(L, index, &FEATURE_KEY);
    lua_Integer id = handle != NULL ? handle->node : lua_tointeger(L, index);
    if ((handle == NULL && !lua_isinteger(L, index)) || id < 0 ||
        id >= board->node_count)
        return false;
    *node = feature_of(board, (uint16_t)id);
    return true;
}

/* The feature that the argument names: a feature, or the id of one. */
static uint16_t check_feature(lua_State *L, int index,
                              const struct board *board)
{
    uint16_t node;
    if (bind_feature_at(L, index, board, &node))
        return node;
    if (!lua_isinteger(L, index))
        luaL_typeerror(L, index, "feature");
    luaL_argerror(
        L, index,
        lua_pushfstring(L, "there is no feature %I", lua_tointeger(L, index)));
    return 0;
}

enum field {
    FIELD_ID = 1,
    FIELD_KIND,
    FIELD_TILES,
    FIELD_START_SPACES,
    FIELD_OPEN,
    FIELD_COMPLETE,
    FIELD_AREA,
    FIELD_FOLLOWERS,
    FIELD_LEADER,
    FIELD_COLUMN,
    FIELD_ROW,
    FIELD_FEATURE,
    FIELD_MARKS, /* FIELD_MARKS + i: how many of mark i */
};

static const char *const FEATURE_FIELDS[] = {
    [FIELD_ID] = "id",         [FIELD_KIND] = "kind",
    [FIELD_TILES] = "tiles",   [FIELD_START_SPACES] = "start_spaces",
    [FIELD_OPEN] = "open",     [FIELD_COMPLETE] = "complete",
    [FIELD_AREA] = "area",     [FIELD_FOLLOWERS] = "followers",
    [FIELD_LEADER] = "leader",
};

static const char *const SEGMENT_FIELDS[] = {
    [FIELD_KIND] = "kind",
    [FIELD_COLUMN] = "column",
    [FIELD_ROW] = "row",
    [FIELD_FEATURE] = "feature",
    [FIELD_FOLLOWERS] = "followers",
};

/* The field that is read, by its number in the function's first upvalue; a
 * field that is not there is a mistake of the script's. */
static lua_Integer check_field(lua_State *L, const char *what)
{
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    lua_Integer field = lua_tointeger(L, -1);
    if (field == 0) {
        const char *name =
            lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
        executor_push_near(L, lua_upvalueindex(1), name);
        luaL_error(L, "a %s has no field '%s'%s", what, name,
                   lua_tostring(L, -1));
    }
    return field;
}

static void push_kind(lua_State *L, const struct board *board, int kind)
{
    lua_pushstring(L, board->tileset->alphabet.kinds[kind].name);
}

static void push_followers(lua_State *L, const struct node *root, int seats)
{
    lua_createtable(L, seats, 0);
    for (int i = 0; i < seats; i++) {
        lua_pushinteger(L, root->followers[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* feature.FIELD */
static int l_feature_field(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    const struct feature_handle *handle = lua_touserdata(L, 1);
    lua_Integer field = check_field(L, "feature");
    if (handle->node >= board->node_count)
        return luaL_error(L, "this feature belongs to another game");
    uint16_t feature = feature_of(board, handle->node);
    const struct node *root = &board->nodes[feature];
    int seats = executor_of(L)->seat_count;
    switch (field) {
    case FIELD_ID:
        lua_pushinteger(L, feature);
        break;
    case FIELD_KIND:
        push_kind(L, board, root->kind);
        break;
    case FIELD_TILES:
        lua_pushinteger(L, feature_piece_count(board, feature));
        break;
    case FIELD_START_SPACES:
        lua_pushinteger(L, feature_start_count(board, feature));
        break;
    case FIELD_OPEN:
        lua_pushinteger(L, root->open);
        break;
    case FIELD_COMPLETE:
        lua_pushboolean(L, root->open == 0);
        break;
    case FIELD_AREA:
        lua_pushinteger(L, root->area);
        break;
    case FIELD_FOLLOWERS:
        push_followers(L, root, seats);
        break;
    case FIELD_LEADER: {
        int leader = majority_of(root->followers, seats);
        if (leader == MAJORITY_NONE)
            lua_pushnil(L);
        else
            lua_pushinteger(L, leader + 1);
        break;
    }
    default:
        lua_pushinteger(L, root->marks[field - FIELD_MARKS]);
    }
    return 1;
}

/* Pushes a feature as scripts see it. */
static void push_feature(lua_State *L, const struct board *board, uint16_t node)
{
    struct feature_handle *handle =
        push_handle(L, sizeof *handle, &FEATURE_KEY);
    handle->node = feature_of(board, node);
}

/* segment.FIELD */
static int l_segment_field(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    const struct segment_handle *handle = lua_touserdata(L, 1);
    lua_Integer field = check_field(L, "segment");
    if (handle->piece >= board->piece_count ||
        board_is_start(board, handle->piece) ||
        handle->segment >= board_tile(board, handle->piece)->segment_count)
        return luaL_error(L, "this segment belongs to another game");
    const struct segment *segment =
        &board_tile(board, handle->piece)->segments[handle->segment];
    uint16_t node = feature_node(board, handle->piece, handle->segment);
    switch (field) {
    case FIELD_KIND:
        push_kind(L, board, segment->kind);
        break;
    case FIELD_COLUMN:
        lua_pushinteger(L, segment->column);
        break;
    case FIELD_ROW:
        lua_pushinteger(L, segment->row);
        break;
    case FIELD_FEATURE:
        push_feature(L, board, node);
        break;
    default: {
        const struct node *root = &board->nodes[feature_of(board, node)];
        int count = 0;
        for (int seat = 0; seat < BOARD_PLAYERS_MAX; seat++)
            count += root->followers[seat];
        lua_pushinteger(L, count);
    }
    }
    return 1;
}

/* Keeps a metatable of handles under `key`: `index` reads their fields, and
 * messages call one `name`. Marks are fields too where `alphabet` is given. */
static void keep_handle(lua_State *L, const void *key, const char *name,
                        lua_CFunction index, const char *const *fields,
                        int count, const struct alphabet *alphabet)
{
    lua_createtable(L, 0, 2);
    lua_newtable(L);
    for (int i = 0; i < count; i++) {
        if (fields[i] == NULL)
            continue;
        lua_pushinteger(L, i);
        lua_setfield(L, -2, fields[i]);
    }
    for (int i = 0; alphabet != NULL && i < alphabet->mark_count; i++) {
        if (lua_getfield(L, -1, alphabet->marks[i]) != LUA_TNIL)
            luaL_error(L,
                       "a mark cannot be called '%s': features have a "
                       "field of that name",
                       alphabet->marks[i]);
        lua_pop(L, 1);
        lua_pushinteger(L, FIELD_MARKS + i);
        lua_setfield(L, -2, alphabet->marks[i]);
    }
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_pushstring(L, name);
    lua_setfield(L, -2, "__name");
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

void bind_feature_open(lua_State *L)
{
    keep_handle(L, &FEATURE_KEY, "feature", l_feature_field, FEATURE_FIELDS,
                sizeof FEATURE_FIELDS / sizeof FEATURE_FIELDS[0],
                &executor_of(L)->tileset.alphabet);
    keep_handle(L, &SEGMENT_KEY, "segment", l_segment_field, SEGMENT_FIELDS,
                sizeof SEGMENT_FIELDS / sizeof SEGMENT_FIELDS[0], NULL);
}

/* The piece that was laid last; raises when no tile lies yet. */
static uint8_t check_last(lua_State *L, const struct board *board)
{
    uint8_t piece = board_last_piece(board);
    if (piece == PIECE_NONE)
        luaL_error(L, "no tile has been laid yet");
    return piece;
}

/* game:segments() -> the segments of the tile laid last */
static int l_segments(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    uint8_t piece = check_last(L, board);
    const struct tile *tile = board_tile(board, piece);
    host_charge(L, tile->segment_count);
    lua_createtable(L, tile->segment_count, 0);
    for (int i = 0; i < tile->segment_count; i++) {
        struct segment_handle *handle =
            push_handle(L, sizeof *handle, &SEGMENT_KEY);
        *handle =
            (struct segment_handle){.piece = piece, .segment = (uint8_t)i};
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* game:completed() -> the features that the tile laid last completed, of the
 * kinds that the alphabet says are scored when they are complete */
static int l_completed(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    const struct tile_kind *kinds = board->tileset->alphabet.kinds;
    int count = 0;
    lua_createtable(L, board->completed_count, 0);
    for (int i = 0; i < board->completed_count; i++) {
        uint16_t feature = board->completed[i];
        if (!kinds[board->nodes[feature].kind].completes)
            continue;
        push_feature(L, board, feature);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/* game:feature(id) -> the feature as it is now */
static int l_feature(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    push_feature(L, board, check_feature(L, 2, board));
    return 1;
}

/* Pushes a list of features; `nodes` are their names. */
static void push_features(lua_State *L, const struct board *board,
                          const uint16_t *nodes, int count)
{
    host_charge(L, count);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_feature(L, board, nodes[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* The features that followers stand on, each once, by the first follower. */
static int list_held(const struct board *board, int kind, uint16_t *list)
{
    int count = 0;
    for (int i = 0; i < board->follower_count; i++) {
        uint16_t feature = feature_of(board, board->followers[i].node);
        bool known =
            kind != TILE_KINDS_MAX && board->nodes[feature].kind != kind;
        for (int j = 0; !known && j < count; j++)
            known = list[j] == feature;
        if (!known)
            list[count++] = feature;
    }
    return count;
}

/* game:features([kind [, held]]) -> all features, of one kind or all; `held`:
 * only those with followers on them */
static int l_features(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    int kind = lua_isnoneornil(L, 2) ? TILE_KINDS_MAX : check_kind(L, 2, board);
    bool held = lua_toboolean(L, 3);
    uint16_t list[BOARD_NODES_MAX];
    host_charge(L, held ? board->follower_count : board->node_count);
    int count =
        held ? list_held(board, kind, list) : feature_list(board, kind, list);
    push_features(L, board, list, count);
    return 1;
}

/* game:touching(feature, kind) -> the features of the kind that lie beside it
 * on one of its tiles */
static int l_touching(lua_State *L)
{
    const struct board *board = bind_board_check(L);
    uint16_t feature = check_feature(L, 2, board);
    int kind = check_kind(L, 3, board);
    uint16_t list[BOARD_NODES_MAX];
    host_charge(L, board->node_count);
    push_features(L, board, list, feature_touching(board, feature, kind, list));
    return 1;
}

/* game:place_follower(player, column, row) -> { x, y, kind }: puts one from
 * the supply on the segment of the tile laid last that is called by that
 * letter; raises when there is none of either */
static int l_place_follower(lua_State *L)
{
    struct board *board = bind_board_check_changing(L);
    struct position *position = executor_current(L);
    struct executor *executor = executor_of(L);
    int seat = bind_game_check_seat(L, 2);
    lua_Integer column = luaL_checkinteger(L, 3);
    lua_Integer row = luaL_checkinteger(L, 4);
    uint8_t piece = check_last(L, board);
    const struct tile *tile = board_tile(board, piece);
    int found = -1;
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].column == column && tile->segments[i].row == row)
            found = i;
    if (found < 0)
        return luaL_error(L, "tile %s has no segment called %I,%I", tile->name,
                          column, row);
    uint8_t *supply = &position->material.supply[seat][0];
    if (*supply == 0)
        return luaL_error(L, "%s has no %s in the supply",
                          executor->seats[seat], executor->figures[0].name);
    if (board->follower_count == BOARD_FOLLOWERS_MAX)
        return luaL_error(L, "no more than %d followers fit on a board",
                          BOARD_FOLLOWERS_MAX);
    (*supply)--;
    board_place_follower(board, feature_node(board, piece, found),
                         (uint8_t)seat, 0, executor->figures[0].weight);

    lua_createtable(L, 0, 3);
    bind_board_set_space(L, board, board->pieces[piece].space);
    lua_pushstring(
        L, board->tileset->alphabet.kinds[tile->segments[found].kind].name);
    lua_setfield(L, -2, "kind");
    return 1;
}

/* Pushes where a follower stands. */
static void push_follower(lua_State *L, const struct board *board,
                          const struct follower *follower)
{
    const struct laid_tile *laid = &board->pieces[follower->piece];
    const struct segment *segment = board_follower_segment(board, follower);
    lua_createtable(L, 0, 6);
    bind_board_set_integer(L, "seat", follower->player + 1);
    bind_board_set_space(L, board, laid->space);
    lua_pushstring(L, board->tileset->alphabet.kinds[segment->kind].name);
    lua_setfield(L, -2, "kind");
    bind_board_set_integer(L, "column", segment->column);
    bind_board_set_integer(L, "row", segment->row);
}

/* game:return_followers(feature) -> list of { seat, x, y, kind, column, row }:
 * all on the feature go back to their owners' supplies */
static int l_return_followers(lua_State *L)
{
    struct board *board = bind_board_check_changing(L);
    struct position *position = executor_current(L);
    uint16_t feature = check_feature(L, 2, board);
    host_charge(L, board->follower_count);
    lua_newtable(L);
    int count = 0;
    for (int i = 0; i < board->follower_count;) {
        const struct follower follower = board->followers[i];
        if (feature_of(board, follower.node) != feature) {
            i++;
            continue;
        }
        push_follower(L, board, &follower);
        lua_rawseti(L, -2, ++count);
        board_remove_follower(board, i);
        position->material.supply[follower.player][follower.figure]++;
    }
    return 1;
}

const luaL_Reg bind_feature_methods[] = {
    {"segments", l_segments},
    {"completed", l_completed},
    {"feature", l_feature},
    {"features", l_features},
    {"touching", l_touching},
    {"place_follower", l_place_follower},
    {"return_followers", l_return_followers},
    {NULL, NULL},
};
