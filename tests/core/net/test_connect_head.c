#include "net/connect_head.h"

#include <criterion/criterion.h>
#include <string.h>

static struct sign_keys daemon_keys;

static struct connect_head head_of(const struct connect_heads *heads,
                                   int64_t entry, uint8_t byte)
{
    struct connect_head head = {.entry = entry};
    head.hash.bytes[0] = byte;
    struct sign_entry signed_entry = {.seq = (uint64_t)entry,
                                      .hash = head.hash};
    memcpy(signed_entry.game_id, heads->game_id, DRAW_GAME_ID_SIZE);
    head.signature = sign_entry(&daemon_keys, SIGN_HEAD, &signed_entry);
    return head;
}

static void begin(struct connect_heads *heads)
{
    sign_keys_new(&daemon_keys);
    *heads = (struct connect_heads){.has_key = true, .game_id = {1, 2}};
    memcpy(heads->key, daemon_keys.public_key, DRAW_KEY_SIZE);
}

static enum connect_head_verdict take(struct connect_heads *heads,
                                      int64_t entry, uint8_t byte)
{
    struct connect_head head = head_of(heads, entry, byte);
    return connect_heads_take(heads, &head);
}

Test(connect_head, each_case_has_a_verdict)
{
    struct connect_heads heads;
    begin(&heads);
    cr_assert_null(connect_heads_newest(&heads));
    cr_assert_eq(take(&heads, 5, 1), CONNECT_HEAD_NEWER);
    cr_assert_eq(take(&heads, 7, 2), CONNECT_HEAD_NEWER);
    cr_assert_eq(take(&heads, 7, 2), CONNECT_HEAD_KNOWN);
    cr_assert_eq(take(&heads, 5, 1), CONNECT_HEAD_OLDER);
    cr_assert_eq(take(&heads, 5, 9), CONNECT_HEAD_FORKED);
    cr_assert_eq(take(&heads, 7, 9), CONNECT_HEAD_FORKED);
    cr_assert_eq(take(&heads, 6, 3), CONNECT_HEAD_OLDER);
    cr_assert_eq(connect_heads_newest(&heads)->entry, 7);
}

Test(connect_head, a_signature_must_be_good)
{
    struct connect_heads heads;
    begin(&heads);
    struct connect_head head = head_of(&heads, 5, 1);
    head.signature.bytes[3] ^= 1;
    cr_assert_eq(connect_heads_take(&heads, &head), CONNECT_HEAD_UNSIGNED);
    cr_assert_null(connect_heads_newest(&heads));
    cr_assert_eq(take(&heads, 5, 1), CONNECT_HEAD_NEWER);
    head = head_of(&heads, 5, 2);
    head.signature.bytes[3] ^= 1;
    cr_assert_eq(connect_heads_take(&heads, &head), CONNECT_HEAD_UNSIGNED);
}

Test(connect_head, old_ones_are_forgotten_the_newest_is_not)
{
    struct connect_heads heads;
    begin(&heads);
    for (int i = 0; i <= CONNECT_HEADS_MAX; i++)
        cr_assert_eq(take(&heads, i, 1), CONNECT_HEAD_NEWER);
    cr_assert_eq(take(&heads, 1, 1), CONNECT_HEAD_OLDER);
    cr_assert_eq(take(&heads, 0, 1), CONNECT_HEAD_OLDER);
    cr_assert_eq(connect_heads_newest(&heads)->entry, CONNECT_HEADS_MAX);
}

Test(connect_head, what_was_gone_back_behind_is_forgotten)
{
    struct connect_heads heads;
    begin(&heads);
    for (int i = 0; i <= CONNECT_HEADS_MAX; i++)
        cr_assert_eq(take(&heads, i, 1), CONNECT_HEAD_NEWER);
    struct connect_head head = head_of(&heads, 9, 2);
    connect_heads_go_back(&heads, &head);
    cr_assert_eq(connect_heads_newest(&heads)->entry, 9);
    cr_assert_eq(take(&heads, 9, 2), CONNECT_HEAD_KNOWN);
    cr_assert_eq(take(&heads, 12, 2), CONNECT_HEAD_NEWER);
    cr_assert_eq(take(&heads, 9, 2), CONNECT_HEAD_OLDER);
}

Test(connect_head, an_ack_is_the_players_signature_of_the_newest)
{
    struct connect_heads heads;
    struct sign_keys player;
    begin(&heads);
    sign_keys_new(&player);
    take(&heads, 5, 1);
    take(&heads, 8, 2);
    struct signature ack = connect_heads_ack(&heads, &player);
    struct sign_entry entry = {.seq = 8, .game_id = {1, 2}};
    entry.hash.bytes[0] = 2;
    cr_assert(sign_entry_is_by(player.public_key, SIGN_ACK, &entry, &ack));
}

Test(connect_head, it_is_read_as_it_is_written)
{
    struct connect_heads heads;
    struct connect_head read;
    struct text text = {0};
    struct json *json;
    struct error error;
    begin(&heads);
    struct connect_head head = head_of(&heads, 5, 1);
    text_add_char(&text, '{');
    connect_head_add(&head, &text);
    text_add_char(&text, '}');
    cr_assert_eq(json_parse(&json, text.bytes, text.size, &error), STATUS_OK);
    cr_assert(connect_head_read(&read, json));
    cr_assert_eq(memcmp(&read, &head, sizeof read), 0);
    cr_assert(!connect_head_read(&read, NULL));
    json_free(json);
    text_free(&text);
}
