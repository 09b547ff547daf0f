#include "game/context.h"

#include "fair/hex.h"
#include "game/sealing.h"

#include <stdlib.h>

/* What a setup points to. */
struct parts {
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    uint8_t keys[SEALING_SEATS_MAX][DRAW_KEY_SIZE];
    struct text params; /* owned */
    const char **items; /* owned; the strings are the opening's */
};

static enum status refuse(struct error *error)
{
    return error_set(error, STATUS_BAD_INPUT,
                     "the context in entry 0 (open) is not that of the game, "
                     "rules, items and keys which the entry names");
}

static bool read_keys(struct parts *parts, struct draw_setup *setup,
                      const struct json *keys)
{
    if (json_size(keys) > SEALING_SEATS_MAX)
        return false;
    setup->keys = (const uint8_t(*)[DRAW_KEY_SIZE])parts->keys;
    setup->key_count = (uint32_t)json_size(keys);
    for (size_t i = 0; i < json_size(keys); i++)
        if (!hex_read(parts->keys[i], DRAW_KEY_SIZE,
                      json_string_of(json_at(keys, i))))
            return false;
    return true;
}

static enum status read_items(struct parts *parts, struct draw_setup *setup,
                              const struct json *tiles, struct error *error)
{
    if (json_kind(tiles) != JSON_KIND_ARRAY)
        return refuse(error);
    parts->items = calloc(json_size(tiles) + 1, sizeof *parts->items);
    if (parts->items == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu items",
                         json_size(tiles));
    setup->items = parts->items;
    setup->item_count = (uint32_t)json_size(tiles);
    for (size_t i = 0; i < json_size(tiles); i++) {
        parts->items[i] = json_string_of(json_at(tiles, i));
        if (parts->items[i] == NULL)
            return refuse(error);
    }
    return STATUS_OK;
}

static enum status read_params(struct parts *parts, struct draw_setup *setup,
                               const struct json *params, struct error *error)
{
    if (params == NULL)
        return refuse(error);
    enum status status = json_add_canonical(&parts->params, params, error);
    if (status == STATUS_OK)
        status = text_status(&parts->params, "params", error);
    setup->params = text_string(&parts->params);
    setup->params_size = parts->params.size;
    return status;
}

enum status context_check(const struct hash *context,
                          const struct json *opening, struct error *error)
{
    struct parts parts = {.items = NULL};
    struct draw_setup setup = {
        .game_id = parts.game_id, .level = SEALING_LEVEL, .beacon = ""};
    const char *beacon = json_string_of(json_get(opening, "beacon"));
    bool good = hex_read(parts.game_id, sizeof parts.game_id,
                         json_string_of(json_get(opening, "game"))) &&
                hex_read(setup.rules.bytes, HASH_SIZE,
                         json_string_of(json_get(opening, "rules"))) &&
                /* Nobody has a beacon, so its value is not in a master seed. */
                beacon != NULL && beacon[0] == '\0' &&
                read_keys(&parts, &setup, json_get(opening, "keys"));
    enum status status = good ? STATUS_OK : refuse(error);
    if (status == STATUS_OK)
        status =
            read_params(&parts, &setup, json_get(opening, "params"), error);
    if (status == STATUS_OK)
        status = read_items(&parts, &setup, json_get(opening, "tiles"), error);
    if (status == STATUS_OK) {
        struct hash computed = draw_context(&setup);
        if (!hash_is_equal(&computed, context))
            status = refuse(error);
    }
    free(parts.items);
    text_free(&parts.params);
    return status;
}
