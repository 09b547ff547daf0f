#include "forge.h"

#include "base/json.h"
#include "fair/hex.h"
#include "script/ruleset.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void must(enum status status, const struct error *error)
{
    cr_assert_eq(status, STATUS_OK, "%s", error->text);
}

static struct json *parse(const struct text *d)
{
    struct json *json;
    struct error error;
    must(json_parse(&json, text_string(d), d->size, &error), &error);
    return json;
}

void forge_read(struct forge *forge, const struct record *record)
{
    cr_assert_leq(record_count(record), FORGE_ENTRIES_MAX);
    forge->count = record_count(record);
    for (int seq = 0; seq < forge->count; seq++) {
        struct record_entry entry = record_entry(record, seq);
        struct forge_entry *out = &forge->entries[seq];
        *out = (struct forge_entry){.by = entry.by, .ts = entry.ts};
        memcpy(out->type, entry.type, sizeof out->type);
        text_add_bytes(&out->d, entry.d, entry.d_size);
    }
    forge->is_sealed =
        strstr(text_string(&forge->entries[0].d), "\"level\":1") != NULL;
}

void forge_clear(struct forge *forge)
{
    for (int seq = 0; seq < forge->count; seq++)
        text_free(&forge->entries[seq].d);
    forge->count = 0;
}

int forge_find(const struct forge *forge, const char *type, int by, int n)
{
    for (int seq = 0; seq < forge->count; seq++)
        if (strcmp(forge->entries[seq].type, type) == 0 &&
            forge->entries[seq].by == by && n-- == 0)
            return seq;
    cr_assert_fail("there is no such '%s' by seat %d", type, by);
    return -1;
}

void forge_set(struct forge *forge, int seq, const char *d)
{
    struct text text = {0};
    text_add(&text, d);
    text_free(&forge->entries[seq].d);
    forge->entries[seq].d = text;
}

void forge_replace(struct forge *forge, int seq, const char *old,
                   const char *new)
{
    const char *d = text_string(&forge->entries[seq].d);
    const char *at = strstr(d, old);
    cr_assert_not_null(at, "'%s' is not in %s", old, d);
    struct text text = {0};
    text_add_bytes(&text, d, (size_t)(at - d));
    text_add(&text, new);
    text_add(&text, at + strlen(old));
    text_free(&forge->entries[seq].d);
    forge->entries[seq].d = text;
}

void forge_move(struct forge *forge, int seq, int to)
{
    struct forge_entry entry = forge->entries[seq];
    entry.ts = forge->entries[to].ts; /* time does not go back */
    for (; seq < to; seq++)
        forge->entries[seq] = forge->entries[seq + 1];
    for (; seq > to; seq--)
        forge->entries[seq] = forge->entries[seq - 1];
    forge->entries[to] = entry;
}

void forge_remove(struct forge *forge, int seq)
{
    forge_move(forge, seq, forge->count - 1);
    text_free(&forge->entries[--forge->count].d);
}

/* The number of the entry of the source whose path ends so. */
static int find_source(const struct forge *forge, const char *path)
{
    for (int seq = 0; seq < forge->count; seq++) {
        if (strcmp(forge->entries[seq].type, "source") != 0)
            continue;
        struct json *d = parse(&forge->entries[seq].d);
        const char *here = json_string_of(json_get(d, "path"));
        size_t size = strlen(here);
        bool is = size >= strlen(path) &&
                  strcmp(here + size - strlen(path), path) == 0;
        json_free(d);
        if (is)
            return seq;
    }
    cr_assert_fail("there is no source '%s'", path);
    return -1;
}

struct text forge_source_text(const struct forge *forge, const char *path)
{
    struct text text = {0};
    struct json *d = parse(&forge->entries[find_source(forge, path)].d);
    text_add_bytes(&text, json_string_of(json_get(d, "text")),
                   json_size(json_get(d, "text")));
    json_free(d);
    return text;
}

/* The hash of all the sources, as the opening has to name it. */
static struct hash hash_sources(const struct forge *forge)
{
    struct ruleset *ruleset;
    struct error error;
    must(ruleset_empty(&ruleset, "castle", &error), &error);
    for (int seq = 0; seq < forge->count; seq++) {
        if (strcmp(forge->entries[seq].type, "source") != 0)
            continue;
        struct json *d = parse(&forge->entries[seq].d);
        const struct json *text = json_get(d, "text");
        must(ruleset_add_source(ruleset, json_string_of(json_get(d, "module")),
                                json_string_of(json_get(d, "path")),
                                json_string_of(text), json_size(text), &error),
             &error);
        json_free(d);
    }
    must(ruleset_seal(ruleset, &error), &error);
    struct hash hash = ruleset->hash;
    ruleset_free(ruleset);
    return hash;
}

void forge_source(struct forge *forge, const char *path, const char *text)
{
    int seq = find_source(forge, path);
    char old[HASH_HEX_SIZE];
    char new[HASH_HEX_SIZE];
    struct hash hash = hash_sources(forge);
    hash_to_hex(old, &hash);

    struct json *d = parse(&forge->entries[seq].d);
    struct text changed = {0};
    text_add_char(&changed, '{');
    json_add_member_string(&changed, "module",
                           json_string_of(json_get(d, "module")));
    json_add_member_string(&changed, "path",
                           json_string_of(json_get(d, "path")));
    json_add_member_string(&changed, "text", text);
    text_add_char(&changed, '}');
    json_free(d);
    text_free(&forge->entries[seq].d);
    forge->entries[seq].d = changed;

    hash = hash_sources(forge);
    hash_to_hex(new, &hash);
    forge_replace(forge, 0, old, new);
}

static void set_hex(struct forge *forge, int seq, const char *key,
                    const void *bytes, size_t size)
{
    struct text d = {0};
    text_addf(&d, "{\"%s\":\"", key);
    hex_add(&d, bytes, size);
    text_add(&d, "\"}");
    text_free(&forge->entries[seq].d);
    forge->entries[seq].d = d;
}

/* Puts `bytes` where other ones of that size are in the opening, behind
 * "KEY": and perhaps other ones, `skip` characters on. */
static void put_hex(struct forge *forge, const char *key, size_t skip,
                    const void *bytes, size_t size)
{
    char *at = strstr(forge->entries[0].d.bytes, key);
    cr_assert_not_null(at);
    struct text hex = {0};
    hex_add(&hex, bytes, size);
    memcpy(at + strlen(key) + skip, hex.bytes, hex.size);
    text_free(&hex);
}

static struct hash context_of(const struct forge *forge)
{
    struct json *d = parse(&forge->entries[0].d);
    const struct json *tiles = json_get(d, "tiles");
    const struct json *keys = json_get(d, "keys");
    uint8_t key_bytes[SEALING_SEATS_MAX][DRAW_KEY_SIZE];
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    struct text params = {0};
    struct error error;
    const char **items = calloc(json_size(tiles), sizeof *items);
    for (size_t i = 0; i < json_size(tiles); i++)
        items[i] = json_string_of(json_at(tiles, i));
    for (size_t i = 0; i < json_size(keys); i++)
        cr_assert(hex_read(key_bytes[i], DRAW_KEY_SIZE,
                           json_string_of(json_at(keys, i))));
    struct draw_setup setup = {
        .game_id = game_id,
        .items = items,
        .item_count = (uint32_t)json_size(tiles),
        .keys = (const uint8_t(*)[DRAW_KEY_SIZE])key_bytes,
        .key_count = (uint32_t)json_size(keys),
        .level = 1,
        .beacon = "",
    };
    cr_assert(
        hex_read(game_id, sizeof game_id, json_string_of(json_get(d, "game"))));
    cr_assert(hex_read(setup.rules.bytes, HASH_SIZE,
                       json_string_of(json_get(d, "rules"))));
    must(json_add_canonical(&params, json_get(d, "params"), &error), &error);
    setup.params = params.bytes;
    setup.params_size = params.size;
    struct hash context = draw_context(&setup);
    text_free(&params);
    free(items);
    json_free(d);
    return context;
}

void forge_seal_under(struct forge *forge, const struct hash *context)
{
    struct draw_share shares[SEALING_SEATS_MAX];
    size_t count = 0;
    put_hex(forge, "\"ctx\":\"", 0, context->bytes, HASH_SIZE);
    for (int seq = 0; seq < forge->count; seq++) {
        struct forge_entry *entry = &forge->entries[seq];
        if (strcmp(entry->type, "commit") != 0)
            continue;
        struct hash commitment = draw_commit(context, (uint8_t)entry->by,
                                             &forge->secrets[entry->by]);
        shares[count++] = (struct draw_share){.seat = (uint8_t)entry->by,
                                              .value = commitment};
        set_hex(forge, seq, "c", commitment.bytes, HASH_SIZE);
    }
    struct hash lock = draw_lock(context, shares, count);
    for (int seq = 0; seq < forge->count; seq++) {
        struct forge_entry *entry = &forge->entries[seq];
        if (strcmp(entry->type, "lock") == 0) {
            char hex[HASH_HEX_SIZE];
            hash_to_hex(hex, &lock);
            memcpy(entry->d.bytes + strlen("{\"lock\":\""), hex, strlen(hex));
        }
        if (strcmp(entry->type, "agree") == 0) {
            struct signature signature =
                sign_agree(&forge->keys[entry->by], &lock);
            set_hex(forge, seq, "sig", signature.bytes, SIGN_SIZE);
        }
    }
}

void forge_seal(struct forge *forge)
{
    struct json *d = parse(&forge->entries[0].d);
    size_t count = json_size(json_get(d, "keys"));
    json_free(d);
    for (size_t i = 0; i < count; i++)
        put_hex(forge, "\"keys\":[\"", i * (2 * DRAW_KEY_SIZE + 3),
                forge->keys[i].public_key, DRAW_KEY_SIZE);
    struct hash context = context_of(forge);
    forge_seal_under(forge, &context);
}

struct record *forge_write(const struct forge *forge)
{
    struct record *record;
    struct error error;
    must(record_new(&record, &error), &error);
    for (int seq = 0; seq < forge->count; seq++) {
        const struct forge_entry *entry = &forge->entries[seq];
        struct record_event event = {.type = entry->type,
                                     .by = entry->by,
                                     .ts = entry->ts,
                                     .d = text_string(&entry->d),
                                     .d_size = entry->d.size};
        must(record_append(record, &event, &error), &error);
        bool is_last = seq + 1 == forge->count;
        if (forge->is_sealed && (is_last || strcmp(entry->type, "lock") == 0))
            must(record_sign(record, 0, &forge->keys[0], &error), &error);
    }
    return record;
}
