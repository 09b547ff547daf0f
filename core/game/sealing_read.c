/*
 * sealing_read -- a sealing read from a record.
 */

#include "game/sealing_inside.h"

#include "base/json.h"
#include "fair/hex.h"

#include <string.h>

static bool read_hash(struct hash *out, const struct json *value)
{
    return hex_read(out->bytes, HASH_SIZE, json_string_of(value));
}

static enum status read_opening(struct sealing *sealing,
                                const struct record_entry *entry,
                                const struct json *d, struct error *error)
{
    (void)entry; /* it is the first, and by the referee: the record says so */
    int64_t level = -1, chain = -1;
    const struct json *keys = json_get(d, "keys");
    json_read_integer(json_get(d, "level"), &level);
    json_read_integer(json_get(d, "chain"), &chain);
    sealing->seat_count = (int)json_size(keys);
    bool good = level == SEALING_LEVEL && chain == 0 &&
                sealing->seat_count >= 1 &&
                sealing->seat_count <= SEALING_SEATS_MAX &&
                read_hash(&sealing->context, json_get(d, "ctx")) &&
                hex_read(sealing->game_id, DRAW_GAME_ID_SIZE,
                         json_string_of(json_get(d, "game"))) &&
                timer_read_rule(&sealing->clock,
                                json_get(json_get(d, "params"), "clock"));
    for (int i = 0; good && i < sealing->seat_count; i++)
        good = hex_read(sealing->seats[i].key, DRAW_KEY_SIZE,
                        json_string_of(json_at(keys, (size_t)i)));
    if (!good)
        return error_set(error, STATUS_BAD_INPUT,
                         "it is not the opening of a sealed game");
    return sealing_check_keys(sealing, error);
}

static enum status read_commit(struct sealing *sealing,
                               const struct record_entry *entry,
                               const struct json *d, struct error *error)
{
    struct hash commitment;
    if (!read_hash(&commitment, json_get(d, "c")))
        return sealing_refuse(error, entry->by,
                              "its commitment cannot be read");
    return sealing_note_commit(sealing, entry->by, &commitment, error);
}

static enum status read_lock(struct sealing *sealing,
                             const struct record_entry *entry,
                             const struct json *d, struct error *error)
{
    struct hash lock;
    const struct json *seats = json_get(d, "seats");
    if (entry->by != 0)
        return sealing_refuse(error, entry->by, "only the referee locks");
    enum status status = sealing_note_lock(sealing, error);
    if (status != STATUS_OK)
        return status;
    size_t count = 0;
    for (int i = 0; i < sealing->seat_count; i++) {
        int64_t seat = -1;
        if (!sealing->seats[i].committed)
            continue;
        json_read_integer(json_at(seats, count++), &seat);
        if (seat != i)
            return sealing_refuse(error, 0,
                                  "the lock does not list all commitments");
    }
    if (json_size(seats) != count || !read_hash(&lock, json_get(d, "lock")) ||
        !hash_is_equal(&lock, &sealing->lock))
        return sealing_refuse(error, 0,
                              "the lock is not that of the commitments");
    return STATUS_OK;
}

static enum status read_agree(struct sealing *sealing,
                              const struct record_entry *entry,
                              const struct json *d, struct error *error)
{
    struct signature signature;
    if (!hex_read(signature.bytes, SIGN_SIZE,
                  json_string_of(json_get(d, "sig"))))
        return sealing_refuse(error, entry->by, "its signature cannot be read");
    return sealing_note_agree(sealing, entry->by, &signature, error);
}

static enum status read_reveal(struct sealing *sealing,
                               const struct record_entry *entry,
                               const struct json *d, struct error *error)
{
    struct hash secret;
    const char *text = json_string_of(json_get(d, "text"));
    if (!read_hash(&secret, json_get(d, "secret")))
        return sealing_refuse(error, entry->by, "its secret cannot be read");
    if (text != NULL && text[0] == '\0')
        return sealing_refuse(error, entry->by,
                              "it typed nothing, and says what it typed");
    return sealing_note_reveal(sealing, entry->by, &secret,
                               text == NULL ? "" : text, error);
}

static enum status read_forfeit(struct sealing *sealing,
                                const struct record_entry *entry,
                                const struct json *d, struct error *error)
{
    int64_t seat = 0;
    if (entry->by != 0)
        return sealing_refuse(error, entry->by,
                              "only the referee says who forfeits");
    if (!json_read_integer(json_get(d, "seat"), &seat) || seat < 1 ||
        seat >= sealing->seat_count)
        return sealing_refuse(error, 0, "it does not say which seat forfeits");
    return sealing_note_forfeit(sealing, (int)seat, error);
}

/* What entries of a sealing may say, and who reads them. A replay takes them as
 * they are, so nobody else would see that there is more in one, or something
 * else. */
static const struct form {
    const char *type;
    enum status (*read)(struct sealing *sealing,
                        const struct record_entry *entry, const struct json *d,
                        struct error *error);
    struct {
        const char *name; /* NULL: the end */
        enum json_kind kind;
    } members[10];
} forms[] = {
    {"open",
     read_opening,
     {{"beacon", JSON_KIND_STRING},
      {"chain", JSON_KIND_INTEGER},
      {"ctx", JSON_KIND_STRING},
      {"game", JSON_KIND_STRING},
      {"keys", JSON_KIND_ARRAY},
      {"level", JSON_KIND_INTEGER},
      {"params", JSON_KIND_OBJECT},
      {"rules", JSON_KIND_STRING},
      {"tiles", JSON_KIND_ARRAY}}},
    {"commit", read_commit, {{"c", JSON_KIND_STRING}}},
    {"lock",
     read_lock,
     {{"lock", JSON_KIND_STRING}, {"seats", JSON_KIND_ARRAY}}},
    {"agree", read_agree, {{"sig", JSON_KIND_STRING}}},
    {"reveal",
     read_reveal,
     {{"secret", JSON_KIND_STRING}, {"text", JSON_KIND_STRING}}},
    {"forfeit", read_forfeit, {{"seat", JSON_KIND_INTEGER}}},
};

static const struct form *find_form(const char *type)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].type, type) == 0)
            return &forms[i];
    return NULL;
}

static enum status check_members(const struct form *form, const struct json *d,
                                 struct error *error)
{
    struct json_walk walk = json_walk(d);
    while (json_walk_next(&walk)) {
        int i = 0;
        while (form->members[i].name != NULL &&
               strcmp(form->members[i].name, walk.key) != 0)
            i++;
        if (form->members[i].name == NULL)
            return error_set(error, STATUS_BAD_INPUT,
                             "it says '%.100s', which has no place there",
                             walk.key);
        if (form->members[i].kind != json_kind(walk.value))
            return error_set(error, STATUS_BAD_INPUT,
                             "its '%.100s' is of the wrong kind", walk.key);
    }
    return STATUS_OK;
}

/* What is no part of a sealing must come where it may. */
static enum status check_place(const struct sealing *sealing,
                               const struct record_entry *entry,
                               struct error *error)
{
    if (sealing->forfeited > 0 && strcmp(entry->type, "end") != 0)
        return sealing_refuse(error, entry->by,
                              "it comes after a forfeit, which ends the game");
    bool is_draw =
        strcmp(entry->type, "draw") == 0 || strcmp(entry->type, "roll") == 0;
    if (is_draw && !sealing_is_done(sealing))
        return sealing_refuse(error, 0,
                              "it draws before all secrets are revealed");
    if (is_draw && sealing->seats[0].revealed)
        return sealing_refuse(error, 0,
                              "it draws after its secret was revealed");
    return STATUS_OK;
}

/* Reads one entry, if it belongs to the sealing. */
static enum status read_entry(struct sealing *sealing,
                              const struct record_entry *entry,
                              const struct json *d, struct error *error)
{
    const struct form *form = find_form(entry->type);
    if (form == NULL)
        return check_place(sealing, entry, error);
    enum status status = check_members(form, d, error);
    if (status != STATUS_OK)
        return status;
    return form->read(sealing, entry, d, error);
}

enum status sealing_read(struct sealing *sealing, const struct record *record,
                         struct error *error)
{
    *sealing = (struct sealing){0};
    enum status status = STATUS_OK;
    for (int seq = 0; status == STATUS_OK && seq < record_count(record);
         seq++) {
        struct record_entry entry = record_entry(record, seq);
        struct json *d;
        status = record_parse(&d, &entry, error);
        if (status != STATUS_OK)
            break;
        status = read_entry(sealing, &entry, d, error);
        json_free(d);
        if (status != STATUS_OK)
            error_prefix(error, "entry %d (%s)", seq, entry.type);
    }
    if (status != STATUS_OK)
        sealing_clear(sealing);
    return status;
}
