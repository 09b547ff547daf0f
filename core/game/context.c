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

static bool read_items(struct parts *parts, struct draw_setup *setup,
                       const struct json *tiles)
{
    parts->items = calloc(json_size(tiles) + 1, sizeof *parts->items);
    if (parts->items == NULL)
        return false;
    setup->items = parts->items;
    setup->item_count = (uint32_t)json_size(tiles);
    for (size_t i = 0; i < json_size(tiles); i++) {
        parts->items[i] = json_string_of(json_at(tiles, i));
        if (parts->items[i] == NULL)
            return false;
    }
    return true;
}

static bool read_params(struct parts *parts, struct draw_setup *setup,
                        const struct json *params)
{
    struct error error;
    if (params == NULL ||
        json_add_canonical(&parts->params, params, &error) != STATUS_OK ||
        text_status(&parts->params, "params", &error) != STATUS_OK)
        return false;
    setup->params = text_string(&parts->params);
    setup->params_size = parts->params.size;
    return true;
}

bool context_compute(struct hash *context, const struct json *opening)
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
                read_params(&parts, &setup, json_get(opening, "params")) &&
                read_keys(&parts, &setup, json_get(opening, "keys")) &&
                read_items(&parts, &setup, json_get(opening, "tiles"));
    if (good)
        *context = draw_context(&setup);
    free(parts.items);
    text_free(&parts.params);
    return good;
}
