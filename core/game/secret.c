#include "game/secret.h"

#include "base/json.h"
#include "fair/hex.h"
#include "game/beside.h"

#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1024 };

static const char ENDING[] = ".secret";

static enum status add_secret(struct text *out, const struct sealing *sealing,
                              struct error *error)
{
    const struct sign_keys *keys = &sealing->keys;
    text_add_char(out, '{');
    hex_add_member(out, "public_key", keys->public_key,
                   sizeof keys->public_key);
    hex_add_member(out, "secret", &sealing->seats[0].secret, HASH_SIZE);
    hex_add_member(out, "secret_key", keys->secret_key,
                   sizeof keys->secret_key);
    text_add(out, "}\n");
    return text_status(out, "a secret", error);
}

enum status secret_write(const struct sealing *sealing, const char *path,
                         struct error *error)
{
    struct text secret = {0};
    enum status status = add_secret(&secret, sealing, error);
    if (status == STATUS_OK)
        status = beside_write(&(struct beside_file){.path = path,
                                                    .ending = ENDING,
                                                    .called = "secret ",
                                                    .text = &secret,
                                                    .is_synced = true},
                              error);
    text_wipe(&secret);
    return status;
}

/* Reads the members of the file into secret and keys. */
static enum status parse_secret(const struct text *text, struct hash *secret,
                                struct sign_keys *keys, struct error *error)
{
    struct json *json;
    enum status status =
        json_parse(&json, text_string(text), text->size, error);
    if (status == STATUS_OK &&
        (!hex_read(secret, sizeof *secret,
                   json_string_of(json_get(json, "secret"))) ||
         !hex_read(keys->public_key, sizeof keys->public_key,
                   json_string_of(json_get(json, "public_key"))) ||
         !hex_read(keys->secret_key, sizeof keys->secret_key,
                   json_string_of(json_get(json, "secret_key")))))
        status = error_set(error, STATUS_BAD_INPUT,
                           "there is no secret in the file beside it");
    json_free(json);
    return status;
}

enum status secret_read(struct sealing *sealing, const char *path,
                        struct error *error)
{
    struct text text = {0};
    struct text name = {0};
    struct hash secret = {{0}};
    struct sign_keys keys = {{0}, {0}};
    enum status status = beside_name(&name, path, ENDING, error);
    if (status == STATUS_OK && access(name.bytes, F_OK) != 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "the game is sealed, and '%s', without which it "
                           "cannot go on, is not there",
                           name.bytes);
    if (status == STATUS_OK)
        status = text_read_file(&text, name.bytes, FILE_SIZE_MAX, error);
    if (status == STATUS_OK)
        status = parse_secret(&text, &secret, &keys, error);
    if (status == STATUS_OK)
        status = sealing_take_secret(sealing, &secret, &keys, error);
    hash_wipe(&secret);
    sign_keys_wipe(&keys);
    text_wipe(&text);
    text_free(&name);
    return status;
}

void secret_remove(const char *path)
{
    beside_remove(path, ENDING);
}
