#include "game/secret.h"

#include "base/json.h"
#include "fair/hex.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    FILE_MODE = 0600,
    FILE_SIZE_MAX = 1024,
};

static const char ENDING[] = ".secret";

/* Frees a text that held secrets. */
static void forget(struct text *text)
{
    if (text->bytes != NULL)
        explicit_bzero(text->bytes, text->capacity);
    text_free(text);
}

static enum status name_file(struct text *out, const char *path,
                             const char *ending, struct error *error)
{
    text_addf(out, "%s%s%s", path, ENDING, ending);
    return text_status(out, "a file name", error);
}

static void add_hex(struct text *out, const char *key, const void *bytes,
                    size_t size)
{
    json_add_key(out, key);
    text_add_char(out, '"');
    hex_add(out, bytes, size);
    text_add_char(out, '"');
}

static enum status add_secret(struct text *out, const struct sealing *sealing,
                              struct error *error)
{
    const struct sign_keys *keys = &sealing->keys;
    text_add_char(out, '{');
    add_hex(out, "public_key", keys->public_key, sizeof keys->public_key);
    add_hex(out, "secret", &sealing->seats[0].secret, HASH_SIZE);
    add_hex(out, "secret_key", keys->secret_key, sizeof keys->secret_key);
    text_add(out, "}\n");
    return text_status(out, "a secret", error);
}

static enum status io_error(const char *path, struct error *error)
{
    return error_set(error, STATUS_IO, "cannot write secret '%s': %s", path,
                     strerror(errno));
}

/* Writes the text into a new file; one write is enough for so little. */
static enum status write_new(const char *path, const struct text *text,
                             struct error *error)
{
    unlink(path);
    int fd =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)FILE_MODE);
    if (fd < 0)
        return io_error(path, error);
    errno = ENOSPC; /* what a short write means */
    bool is_written =
        write(fd, text->bytes, text->size) == (ssize_t)text->size &&
        fsync(fd) == 0;
    enum status status = is_written ? STATUS_OK : io_error(path, error);
    if (close(fd) != 0 && status == STATUS_OK)
        status = io_error(path, error);
    if (status != STATUS_OK)
        unlink(path);
    return status;
}

enum status secret_write(const struct sealing *sealing, const char *path,
                         struct error *error)
{
    struct text secret = {0};
    struct text name = {0};
    struct text new_name = {0};
    enum status status = add_secret(&secret, sealing, error);
    if (status == STATUS_OK)
        status = name_file(&name, path, "", error);
    if (status == STATUS_OK)
        status = name_file(&new_name, path, ".tmp", error);
    if (status == STATUS_OK)
        status = write_new(new_name.bytes, &secret, error);
    if (status == STATUS_OK && rename(new_name.bytes, name.bytes) != 0)
        status = io_error(name.bytes, error);
    forget(&secret);
    text_free(&name);
    text_free(&new_name);
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
    enum status status = name_file(&name, path, "", error);
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
    forget(&text);
    text_free(&name);
    return status;
}

void secret_remove(const char *path)
{
    struct text name = {0};
    struct error error;
    if (name_file(&name, path, "", &error) == STATUS_OK)
        unlink(name.bytes);
    text_free(&name);
}
