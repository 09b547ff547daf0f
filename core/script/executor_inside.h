#ifndef CASTLED_EXECUTOR_INSIDE_H
#define CASTLED_EXECUTOR_INSIDE_H

/*
 * executor_inside -- what executor, load, position and the bindings share.
 *
 * References are luaL_ref's; LUA_NOREF where a function is absent. All belong
 * to the executor and go with its state.
 */

#include "script/executor.h"
#include "script/host.h"
#include "script/position.h"

enum {
    EXECUTOR_STEPS_MAX = 64,
};

enum step_kind { STEP_AUTOMATIC, STEP_ASK, STEP_CHANCE };

struct step {
    char name[EXECUTOR_NAME_SIZE];
    char origin[RULESET_NAME_SIZE]; /* the variant that brought it, or "" */
    enum step_kind kind;
    int player;
    int choices;
    int draw;
    int apply;
    int next;
};

struct figure {
    char name[EXECUTOR_NAME_SIZE];
    uint8_t count; /* in each seat's supply at the start */
    uint8_t weight;
};

struct executor_pile {
    char name[PILE_NAME_SIZE];
    uint8_t count;
    char items[PILE_ITEMS_MAX][TILE_NAME_SIZE];
    int items_reference; /* list of the names as Lua strings */
};

struct executor {
    struct host *host;
    const struct ruleset *ruleset; /* borrowed; outlives the executor */
    struct tileset tileset;
    struct plan plan;
    bool has_board;
    bool starts_match;
    int seat_count;
    char seats[MATERIAL_SEATS_MAX][EXECUTOR_NAME_SIZE];
    int figure_count;
    struct figure figures[MATERIAL_FIGURES_MAX];
    int pile_count;
    struct executor_pile piles[MATERIAL_PILES_MAX];
    int step_count; /* a step index of step_count: the game is over */
    struct step steps[EXECUTOR_STEPS_MAX];
    int turn_first; /* where a turn starts again */
    int final_first;
    int labels;         /* name -> step index from 1, where it is landed on */
    int game_metatable; /* of every game's table: methods, rules, options */
    int tile_indexes;   /* name -> index in the tileset */
    int events;         /* name -> list of field names */
    int setup, view, result, estimate, given; /* functions; given: a table */
    int composed;                             /* for executor_describe */
    char plan_from[RULESET_PATH_SIZE];        /* while a variant's plan is
                                                 read: its file; else "" */
    int definition;                           /* the game's own table */

    struct position *positions; /* all that are in it, in a list; borrowed */

    /* While a call runs: */
    struct position *current; /* borrowed */
    int seeing;               /* the seat whose hand may be looked at, or -1 */
    bool may_change; /* while setup or a step's `apply` runs: what asks, shows
                        or looks ahead must leave the game as it is */
    bool is_asking;  /* while a step's `player`, `choices` or `draw` runs */
    struct text scratch;      /* owned; what is written during a call */
    struct json *description; /* owned; NULL until it is asked for */
};

struct position {
    struct executor *executor; /* borrowed; NULL when it has been freed */
    struct position *before;   /* of the executor's list, in which it is */
    struct position *behind;
    struct material material;
    int step;           /* index; step_count when the game is over */
    int turns;          /* that have begun since it was made or loaded */
    bool at_turn;       /* one has begun, and nothing was given in it yet */
    bool stops_at_turn; /* it goes no further, for what is preset */
    uint64_t ran;       /* a bit for each step that was applied since the state
                           was stored last */
    struct question question;
    char roll[POSITION_ROLL_SIZE];
    bool has_placements;
    struct placements placements;
    int state;   /* reference: the script's table */
    int choices; /* reference: the list offered, or what chance is asked */
    position_listener *listener;
    void *context;
};

/* The executor that runs `L`. */
struct executor *executor_of(lua_State *L);

/* The position whose call runs; raises when there is none. */
struct position *executor_current(lua_State *L);

/* The same, for what changes it: raises outside of setup and `apply`. */
struct position *executor_changing(lua_State *L);

/* Loads the ruleset into the executor: the body of a host_call. */
int load_body(lua_State *L);

struct near;

/* Offers the names of all functions that modules give. Raises nothing. */
void load_offer_functions(lua_State *L, struct near *near);

/* Pushes the function that is called with (game, seat table). */
void executor_push(lua_State *L, int reference);

/* Pushes "; did you mean 'x'?", by the names that the table at `table` has, or
 * "". */
void executor_push_near(lua_State *L, int table, const char *word);

/* Makes the table of methods that scripts call on a game, at the top of the
 * stack, from all bindings. Raises. */
void bind_game_push_methods(lua_State *L);

/* The bindings, one file a noun. */
extern const luaL_Reg bind_game_methods[];
extern const luaL_Reg bind_board_methods[];
extern const luaL_Reg bind_feature_methods[];
extern const luaL_Reg bind_pile_methods[];

/* Make the metatables of handles; the alphabet must have been read. Raise. */
void bind_board_open(lua_State *L);
void bind_feature_open(lua_State *L);

/* The board of the position whose call runs; raises when the game has none. The
 * second one, for what changes it, raises outside of setup and `apply`. */
struct board *bind_board_check(lua_State *L);
struct board *bind_board_check_changing(lua_State *L);

/* The handle at `index` if it has the metatable that is kept under `key`, else
 * NULL. */
void *bind_board_handle(lua_State *L, int index, const void *key);

/* Sets a field of the table at the top to a number; fields x and y to a
 * space's. */
void bind_board_set_integer(lua_State *L, const char *field, lua_Integer value);
void bind_board_set_space(lua_State *L, const struct board *board, int space);

/* If the value at `index` is a placements handle, copies it to `out`. */
bool bind_board_placements(lua_State *L, int index, struct placements *out);

/* The feature that the value at `index` names: a handle, or the id of one;
 * false when it is none. */
bool bind_feature_at(lua_State *L, int index, const struct board *board,
                     uint16_t *node);

/* The seat (from 0) that the player at `index` is: a table with `seat`, or a
 * number from 1. The first one says whether it is one; the second one raises,
 * for an argument of a function that scripts call. */
bool bind_game_read_seat(lua_State *L, int index, int *seat);
int bind_game_check_seat(lua_State *L, int index);

/* Raises when the method that runs was not called on the game: written with a
 * dot for a colon. To be asked when an argument is wrong. */
void bind_game_check_self(lua_State *L);

/* Calls `body` with `argument`; the position is the one that scripts see. */
enum status position_enter(struct position *position, lua_CFunction body,
                           void *argument, struct error *error) MUST_CHECK;

/* Puts the step that the position is at in front of the error, and its file if
 * it is a variant's. Returns the error's status. */
enum status position_blame_step(const struct position *position,
                                struct error *error);

/* Puts in front of the error what has changed the state since it was stored
 * last: the steps of variants, since the game's own are known to be right, if
 * one of them was played. Returns the error's status. */
enum status position_blame_ran(const struct position *position,
                               struct error *error);

/* Puts the author's own line in front of an error that was raised in what that
 * line called. */
void position_blame_author(const struct host *host, struct error *error);

#endif
