/*
 * record_signatures -- the signatures of a record: taken in, made, checked as
 * far as the opening allows.
 */

#include "fair/record_inside.h"

#include "base/list.h"
#include "fair/hex.h"

#include <string.h>

int record_signature_count(const struct record *record)
{
    return record->signature_count;
}

struct record_signature record_signature(const struct record *record, int index)
{
    REQUIRE(index >= 0 && index < record->signature_count);
    return record->signatures[index];
}

/* The signed facts of an entry. */
static struct sign_entry signed_entry(const struct record *record, int seq)
{
    struct sign_entry entry = {
        .seq = (uint64_t)seq,
        .hash = *record_hash_at(record, seq),
    };
    memcpy(entry.game_id, record->game_id, DRAW_GAME_ID_SIZE);
    return entry;
}

static enum sign_role role_of(int by)
{
    return by == 0 ? SIGN_HEAD : SIGN_ACK;
}

/* Checks a signature as far as the opening allows. */
static enum status check_signature(const struct record *record,
                                   struct record_signature *signature,
                                   int number, struct error *error)
{
    if (signature->seq < record->first - RECORD_KNOWN_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: a signature of entry %d, which is too old "
                         "to be signed now",
                         number, signature->seq);
    if (signature->seq >= record->entry_count)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: a signature of entry %d before entry %d",
                         number, signature->seq, record->entry_count);
    if (record->key_count > 0 && signature->by >= record->key_count)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: a signature of entry %d by seat %d, which "
                         "has no key",
                         number, signature->seq, signature->by);
    if (record->key_count == 0 || !record->has_game_id)
        return STATUS_OK;

    struct sign_entry entry = signed_entry(record, signature->seq);
    if (!sign_entry_is_by(record->keys[signature->by], role_of(signature->by),
                          &entry, &signature->signature))
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry %d, or its signature by seat %d, was "
                         "changed",
                         number, signature->seq, signature->by);
    signature->is_checked = true;
    return STATUS_OK;
}

static enum status keep_signature(struct record *record,
                                  const struct record_signature *signature,
                                  const struct record_line *line,
                                  struct error *error)
{
    void *list = list_grow(record->signatures, &record->signature_capacity,
                           record->signature_count, sizeof *record->signatures);
    if (list == NULL)
        return error_set(error, STATUS_NO_MEMORY,
                         "no memory for a signature of entry %d",
                         signature->seq);
    record->signatures = list;
    enum status status = record_add_line(record, 'S', line, error);
    if (status != STATUS_OK)
        return status;
    record->signatures[record->signature_count++] = *signature;
    return STATUS_OK;
}

/* Adds the line of a signature that is good. */
static enum status write_signature(struct record *record,
                                   const struct record_signature *signature,
                                   struct error *error)
{
    char hex[2 * SIGN_SIZE + 1];
    hex_write(hex, signature->signature.bytes, SIGN_SIZE);
    struct text json = {0};
    text_add_char(&json, '{');
    json_add_member_integer(&json, "by", signature->by);
    json_add_member_integer(&json, "seq", signature->seq);
    json_add_member_string(&json, "sig", hex);
    text_add_char(&json, '}');
    enum status status = text_status(&json, "a signature's line", error);
    if (status == STATUS_OK) {
        struct record_line line = {json.bytes, json.size,
                                   record->line_count + 1};
        status = keep_signature(record, signature, &line, error);
    }
    text_free(&json);
    return status;
}

enum status record_take_signature(struct record *record,
                                  const struct record_line *line,
                                  struct error *error)
{
    struct json *root = NULL;
    enum status status = json_parse_canonical(&root, line->json, line->size,
                                              line->number, error);
    if (status != STATUS_OK)
        return error_prefix(error, "signature before entry %d",
                            record->entry_count);

    int64_t by = 0;
    int64_t seq = 0;
    struct record_signature signature = {0};
    if (json_size(root) != 3 || json_kind(root) != JSON_KIND_OBJECT ||
        !record_read_number(root, "by", RECORD_SEAT_MAX, &by) ||
        !record_read_number(root, "seq", RECORD_SIZE_MAX, &seq) ||
        !hex_read(signature.signature.bytes, SIGN_SIZE,
                  json_string_of(json_get(root, "sig")))) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "line %d: the signature before entry %d is not an "
                           "object of by, seq and sig",
                           line->number, record->entry_count);
        goto done;
    }
    signature.by = (int)by;
    signature.seq = (int)seq;
    status = check_signature(record, &signature, line->number, error);
    if (status == STATUS_OK)
        status = keep_signature(record, &signature, line, error);

done:
    json_free(root);
    return status;
}

/* Whether the opening has a key with which seat `by` can sign. */
static bool has_key(const struct record *record, int by)
{
    return record->has_game_id && by >= 0 && by < record->key_count;
}

static enum status no_key(int by, int seq, struct error *error)
{
    return error_set(error, STATUS_BAD_INPUT,
                     "cannot sign entry %d by seat %d: the record's opening "
                     "has no such key",
                     seq, by);
}

enum status record_add_signature(struct record *record, int by, int seq,
                                 const struct signature *signature,
                                 struct error *error)
{
    struct record_signature added = {
        .by = by, .seq = seq, .signature = *signature};
    if (!has_key(record, by) || seq < 0)
        return no_key(by, seq, error);
    enum status status =
        check_signature(record, &added, record->line_count + 1, error);
    if (status != STATUS_OK)
        return status;
    return write_signature(record, &added, error);
}

enum status record_sign(struct record *record, int by,
                        const struct sign_keys *keys, struct error *error)
{
    int seq = record->entry_count - 1;
    if (seq < 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "cannot sign a record without entries");
    if (!has_key(record, by))
        return no_key(by, seq, error);
    if (memcmp(record->keys[by], keys->public_key, DRAW_KEY_SIZE) != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "cannot sign entry %d: the key is not that of seat %d",
                         seq, by);
    struct sign_entry entry = signed_entry(record, seq);
    struct record_signature signature = {
        .by = by,
        .seq = seq,
        .signature = sign_entry(keys, role_of(by), &entry),
        .is_checked = true, /* it was made right now, with that key */
    };
    return write_signature(record, &signature, error);
}
