#include "net/connect_head.h"

#include "fair/hex.h"

#include <string.h>

bool connect_head_read(struct connect_head *head, const struct json *object)
{
    return json_read_integer(json_get(object, "entry"), &head->entry) &&
           head->entry >= 0 &&
           hex_read(head->hash.bytes, HASH_SIZE,
                    json_string_of(json_get(object, "hash"))) &&
           hex_read(head->signature.bytes, SIGN_SIZE,
                    json_string_of(json_get(object, "signature")));
}

void connect_head_add(const struct connect_head *head, struct text *out)
{
    json_add_member_integer(out, "entry", head->entry);
    hex_add_member(out, "hash", head->hash.bytes, HASH_SIZE);
    hex_add_member(out, "signature", head->signature.bytes, SIGN_SIZE);
}

/* What is signed. */
static struct sign_entry signed_entry(const struct connect_heads *heads,
                                      const struct connect_head *head)
{
    struct sign_entry entry = {.seq = (uint64_t)head->entry,
                               .hash = head->hash};
    memcpy(entry.game_id, heads->game_id, DRAW_GAME_ID_SIZE);
    return entry;
}

static bool is_signed(const struct connect_heads *heads,
                      const struct connect_head *head)
{
    struct sign_entry entry = signed_entry(heads, head);
    return !heads->has_key ||
           sign_entry_is_by(heads->key, SIGN_HEAD, &entry, &head->signature);
}

static void remember(struct connect_heads *heads,
                     const struct connect_head *head)
{
    heads->newest =
        heads->count == 0 ? 0 : (heads->newest + 1) % CONNECT_HEADS_MAX;
    heads->heads[heads->newest] = *head;
    if (heads->count < CONNECT_HEADS_MAX)
        heads->count++;
}

enum connect_head_verdict connect_heads_take(struct connect_heads *heads,
                                             const struct connect_head *head)
{
    for (int i = 0; i < heads->count; i++) {
        const struct connect_head *known = &heads->heads[i];
        if (known->entry != head->entry)
            continue;
        if (hash_is_equal(&known->hash, &head->hash))
            return i == heads->newest ? CONNECT_HEAD_KNOWN : CONNECT_HEAD_OLDER;
        return is_signed(heads, head) ? CONNECT_HEAD_FORKED
                                      : CONNECT_HEAD_UNSIGNED;
    }
    if (!is_signed(heads, head))
        return CONNECT_HEAD_UNSIGNED;
    const struct connect_head *newest = connect_heads_newest(heads);
    if (newest != NULL && head->entry < newest->entry)
        return CONNECT_HEAD_OLDER;
    remember(heads, head);
    return CONNECT_HEAD_NEWER;
}

void connect_heads_go_back(struct connect_heads *heads,
                           const struct connect_head *head)
{
    heads->count = 0;
    remember(heads, head);
}

const struct connect_head *
connect_heads_newest(const struct connect_heads *heads)
{
    return heads->count == 0 ? NULL : &heads->heads[heads->newest];
}

struct signature connect_heads_ack(const struct connect_heads *heads,
                                   const struct sign_keys *keys)
{
    const struct connect_head *newest = connect_heads_newest(heads);
    REQUIRE(newest != NULL && heads->has_key);
    struct sign_entry entry = signed_entry(heads, newest);
    return sign_entry(keys, SIGN_ACK, &entry);
}

bool connect_head_is_in(const struct connect_head *head,
                        const struct record *record)
{
    if (head->entry >= record_count(record))
        return false;
    struct record_entry entry = record_entry(record, (int)head->entry);
    return hash_is_equal(&entry.hash, &head->hash);
}
