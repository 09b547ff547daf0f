#ifndef CASTLED_MUTATE_H
#define CASTLED_MUTATE_H

/*
 * mutate -- bytes that are nearly right.
 *
 * What a fuzzer gives is made of what is right, changed a little: as bytes, or
 * as JSON, so that it is still JSON and gets further in. The same generator
 * makes the same changes again.
 */

#include "base/text.h"

/* A generator: any state but 0. */
struct mutate {
    uint64_t state;
};

/* A number below `n`, which is 1 or more. */
uint32_t mutate_below(struct mutate *mutate, uint32_t n);

/* Whether: once in `n` times. */
bool mutate_once_in(struct mutate *mutate, uint32_t n);

/* Changes some bytes: flipped, replaced, taken out, doubled, cut off. */
void mutate_bytes(struct mutate *mutate, struct text *text);

/* Changes one value of a JSON text: by another one, out of `others` or of the
 * text itself, or doubled, or taken out; or a key. What is no JSON is changed
 * as bytes. */
void mutate_json(struct mutate *mutate, struct text *text,
                 const struct text *others);

#endif
