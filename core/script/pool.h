#ifndef CASTLED_POOL_H
#define CASTLED_POOL_H

/*
 * pool -- small blocks, quickly.
 *
 * A Lua state asks for and gives back small blocks all the time. A pool hands
 * them out of slabs, one free list for each size of 16 bytes up to
 * POOL_BLOCK_MAX, in a few instructions; larger ones go to malloc. A pool
 * counts and caps nothing: the host does. All blocks go when it is freed.
 *
 * Under AddressSanitizer every block is malloc's, so that it sees them all.
 */

#include <stddef.h>

enum {
    POOL_STEP = 16,
    POOL_BLOCK_MAX = 256,
    POOL_SIZES = POOL_BLOCK_MAX / POOL_STEP,
    POOL_SLAB_SIZE = 32 << 10,
};

struct pool_slab;

/* A zeroed struct is an empty pool. */
struct pool {
    struct pool_slab *slabs; /* owned */
    char *rest;              /* what is left of the newest slab */
    size_t rest_size;
    void *free[POOL_SIZES]; /* lists through the blocks themselves */
};

/* Makes `block` (NULL: none yet), which has `old_size` bytes, one of `size`
 * bytes, and keeps what was in it; 0 gives it back. NULL when memory is out,
 * and the block is then as it was. */
void *pool_resize(struct pool *pool, void *block, size_t old_size, size_t size);

/* Frees all slabs. Blocks over POOL_BLOCK_MAX must have been given back. */
void pool_free(struct pool *pool);

#endif
