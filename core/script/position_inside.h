#ifndef CASTLED_POSITION_INSIDE_H
#define CASTLED_POSITION_INSIDE_H

/*
 * position_inside -- what the parts of `position` share: position_store.c
 * writes and reads it as bytes, position_view.c shows it.
 */

#include "script/executor_inside.h"

/* What the body of a call works with: what it takes, and where its answer
 * goes. */
struct position_call {
    struct position *position;
    struct position *other; /* of a copy: where from */
    const void *bytes;
    size_t size;
    int number;
    struct result *result;
    int64_t *hopes;
};

/* Runs `body` with the position as the one that scripts see, and with `call`;
 * an error says at which step. */
enum status position_call(struct position *position, lua_CFunction body,
                          struct position_call *call,
                          struct error *error) MUST_CHECK;

/* What the body was called with. */
struct position_call *position_call_of(lua_State *L);

/* A position of the executor with nothing in it; NULL when there is no memory.
 * The caller's, to be freed with position_free. */
struct position *position_make(struct executor *executor,
                               position_listener *listener, void *context,
                               struct error *error);

/* Puts out what core owns. */
enum status position_init_material(struct position *position,
                                   struct error *error) MUST_CHECK;

/* Makes the references of a position: its state, from the value at the top,
 * and a place for its choices. Raises. */
void position_keep_state(lua_State *L, struct position *position);

#endif
