#include "script/pool.h"

#include <stdlib.h>
#include <string.h>

struct pool_slab {
    struct pool_slab *next;
    _Alignas(POOL_STEP) char bytes[POOL_SLAB_SIZE];
};

#ifdef __SANITIZE_ADDRESS__

void *pool_resize(struct pool *pool, void *block, size_t old_size, size_t size)
{
    (void)pool;
    (void)old_size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

#else

static size_t index_of(size_t size)
{
    return (size - 1) / POOL_STEP;
}

/* Cuts a new block off the newest slab, or off another one. */
static void *cut(struct pool *pool, size_t size)
{
    size = (size + POOL_STEP - 1) / POOL_STEP * POOL_STEP;
    if (pool->rest_size < size) {
        struct pool_slab *slab = malloc(sizeof *slab);
        if (slab == NULL)
            return NULL;
        slab->next = pool->slabs;
        pool->slabs = slab;
        pool->rest = slab->bytes;
        pool->rest_size = sizeof slab->bytes;
    }
    void *block = pool->rest;
    pool->rest += size;
    pool->rest_size -= size;
    return block;
}

static void *take(struct pool *pool, size_t size)
{
    if (size > POOL_BLOCK_MAX)
        return malloc(size);
    void **list = &pool->free[index_of(size)];
    void *block = *list;
    if (block == NULL)
        return cut(pool, size);
    memcpy(list, block, sizeof *list);
    return block;
}

static void give_back(struct pool *pool, void *block, size_t size)
{
    if (size > POOL_BLOCK_MAX) {
        free(block);
        return;
    }
    void **list = &pool->free[index_of(size)];
    memcpy(block, list, sizeof *list);
    *list = block;
}

void *pool_resize(struct pool *pool, void *block, size_t old_size, size_t size)
{
    if (block == NULL || old_size == 0)
        return size == 0 ? NULL : take(pool, size);
    if (size == 0) {
        give_back(pool, block, old_size);
        return NULL;
    }
    if (size > POOL_BLOCK_MAX && old_size > POOL_BLOCK_MAX)
        return realloc(block, size);
    if (size <= POOL_BLOCK_MAX && old_size <= POOL_BLOCK_MAX &&
        index_of(size) == index_of(old_size))
        return block;
    void *moved = take(pool, size);
    if (moved == NULL)
        return NULL;
    memcpy(moved, block, size < old_size ? size : old_size);
    give_back(pool, block, old_size);
    return moved;
}

#endif

void pool_free(struct pool *pool)
{
    while (pool->slabs != NULL) {
        struct pool_slab *next = pool->slabs->next;
        free(pool->slabs);
        pool->slabs = next;
    }
    *pool = (struct pool){0};
}
