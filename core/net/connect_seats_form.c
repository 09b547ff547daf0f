#include "fair/hex.h"
#include "net/connect_seats_inside.h"

#include <limits.h>
#include <string.h>

static void add_sealing(struct text *out, const struct connect_seat *seat)
{
    const struct connect_heads *heads = &seat->heads;
    json_add_member_integer(out, "attempt", seat->attempt);
    if (seat->attempt > 0)
        hex_add_member(out, "context", seat->context.bytes, HASH_SIZE);
    if (seat->has_lock)
        hex_add_member(out, "lock", seat->lock.bytes, HASH_SIZE);
    json_add_member_boolean(out, "revealed", seat->is_revealed);
    json_add_member_integer(out, "taken", seat->taken);
    if (heads->has_key) {
        hex_add_member(out, "game_id", heads->game_id, DRAW_GAME_ID_SIZE);
        hex_add_member(out, "referee", heads->key, DRAW_KEY_SIZE);
    }
}

void connect_seat_add(struct text *out, const struct connect_seat *seat)
{
    const struct contribution *own = &seat->contribution;
    text_add_char(out, '{');
    json_add_member_string(out, "server", seat->server);
    json_add_member_string(out, "game", seat->game);
    json_add_member_integer(out, "seat", seat->seat);
    json_add_member_integer(out, "level", seat->level);
    json_add_member_string(out, "name", seat->name);
    json_add_member_string(out, "token", seat->token);
    hex_add_member(out, "public_key", own->keys.public_key,
                   sizeof own->keys.public_key);
    hex_add_member(out, "secret_key", own->keys.secret_key,
                   sizeof own->keys.secret_key);
    hex_add_member(out, "secret", own->secret.bytes, HASH_SIZE);
    json_add_member_string(out, "text", own->text);
    json_add_member_integer(out, "joined_ms", seat->joined_ms);
    json_add_member_integer(out, "over_ms", seat->over_ms);
    json_add_member_integer(out, "verified_ms", seat->verified_ms);
    add_sealing(out, seat);
    text_add(out, "}\n");
}

/* Reads a member of at most `size` - 1 bytes; false when there is none. */
static bool read_string(char *out, size_t size, const struct json *object,
                        const char *key)
{
    const struct json *value = json_get(object, key);
    const char *string = json_string_of(value);
    if (string == NULL || json_size(value) >= size)
        return false;
    memcpy(out, string, json_size(value) + 1);
    return true;
}

static bool read_hex(void *out, size_t size, const struct json *object,
                     const char *key)
{
    return hex_read(out, size, json_string_of(json_get(object, key)));
}

static bool read_small(int *out, const struct json *object, const char *key)
{
    int64_t number;
    if (!json_read_integer(json_get(object, key), &number) || number < 0 ||
        number > INT_MAX)
        return false;
    *out = (int)number;
    return true;
}

static bool read_sealing(struct connect_seat *seat, const struct json *json)
{
    struct connect_heads *heads = &seat->heads;
    if (!read_small(&seat->attempt, json, "attempt") ||
        !json_read_boolean(json_get(json, "revealed"), &seat->is_revealed))
        return false;
    if (seat->attempt > 0 &&
        !read_hex(seat->context.bytes, HASH_SIZE, json, "context"))
        return false;
    int taken = CONNECT_TAKEN_NOTHING; /* files of before do not say it */
    read_small(&taken, json, "taken");
    seat->taken = taken > CONNECT_TAKEN_ALL ? CONNECT_TAKEN_ALL
                                            : (enum connect_taken)taken;
    seat->has_lock = read_hex(seat->lock.bytes, HASH_SIZE, json, "lock");
    heads->has_key =
        read_hex(heads->game_id, DRAW_GAME_ID_SIZE, json, "game_id") &&
        read_hex(heads->key, DRAW_KEY_SIZE, json, "referee");
    return true;
}

bool connect_seat_read(struct connect_seat *seat, const struct json *json)
{
    struct contribution *own = &seat->contribution;
    return read_string(seat->server, sizeof seat->server, json, "server") &&
           read_string(seat->game, sizeof seat->game, json, "game") &&
           read_small(&seat->seat, json, "seat") &&
           read_small(&seat->level, json, "level") &&
           read_string(seat->name, sizeof seat->name, json, "name") &&
           read_string(seat->token, sizeof seat->token, json, "token") &&
           read_hex(own->keys.public_key, sizeof own->keys.public_key, json,
                    "public_key") &&
           read_hex(own->keys.secret_key, sizeof own->keys.secret_key, json,
                    "secret_key") &&
           read_hex(own->secret.bytes, HASH_SIZE, json, "secret") &&
           read_string(own->text, sizeof own->text, json, "text") &&
           json_read_integer(json_get(json, "joined_ms"), &seat->joined_ms) &&
           json_read_integer(json_get(json, "over_ms"), &seat->over_ms) &&
           json_read_integer(json_get(json, "verified_ms"),
                             &seat->verified_ms) &&
           read_sealing(seat, json);
}

void connect_seat_wipe(struct connect_seat *seat)
{
    contribution_wipe(&seat->contribution);
    explicit_bzero(seat->token, sizeof seat->token);
}
