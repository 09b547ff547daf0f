#include "base/clock.h"
#include "fair/hex.h"
#include "game/player.h"
#include "game/verify.h"
#include "net/connect_inside.h"

#include <stdlib.h>
#include <string.h>

/* Hints ------------------------------------------------------------------- */

/* The bytes of a position; to be freed. */
static enum status decode(char **out, size_t *size, const struct json *position,
                          struct error *error)
{
    const char *string = json_string_of(position);
    *size = json_size(position) / 2;
    *out = malloc(*size + 1);
    if (*out == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a position");
    if (hex_read(*out, *size, string))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "the daemon sent what is no position");
}

/* Adds what steward would do at the position. */
static enum status add_choice(struct text *out, struct position *position,
                              struct error *error)
{
    struct player steward;
    int index = 0;
    if (position_question(position)->waiting != WAITING_CHOICE)
        return error_set(error, STATUS_BAD_INPUT, "nobody is asked");
    player_init(&steward, PLAYER_STEWARD, "hint");
    enum status status = player_choose(&steward, position, &index, error);
    if (status != STATUS_OK)
        return status;
    json_add_member_integer(out, "index", index);
    json_add_key(out, "choice");
    return position_choice(position, index, out, error);
}

static enum status add_hint(struct text *out, struct connect *connect,
                            const struct json *answer, struct error *error)
{
    struct executor *executor;
    struct position *position = NULL;
    char *bytes = NULL;
    size_t size = 0;
    int64_t seq = 0;
    json_read_integer(json_get(answer, "seq"), &seq);
    text_add_char(out, '{');
    json_add_member_integer(out, "seq", seq);
    enum status status = connect_rules_executor(
        &connect->rules, connect->settings.root, answer, &executor, error);
    if (status == STATUS_OK)
        status = decode(&bytes, &size, json_get(answer, "position"), error);
    if (status == STATUS_OK)
        status =
            position_load(&position, executor, bytes, size, NULL, NULL, error);
    if (status == STATUS_OK)
        status = add_choice(out, position, error);
    text_add_char(out, '}');
    free(bytes);
    position_free(position);
    return status;
}

void connect_local_hint(struct connect *connect,
                        struct connect_request *request,
                        const struct json *result, const struct json *error)
{
    struct text out = {0};
    struct rpc_call failed = {.context = NULL};
    if (error != NULL) {
        connect_answer(connect, request, result, error);
        return;
    }
    if (add_hint(&out, connect, result, &failed.error) == STATUS_OK)
        connect_answer_text(connect, request, &out);
    else
        connect_fail(connect, request, (int)rpc_fail_status(&failed),
                     failed.error.text);
    text_free(&out);
}

/* Verifying --------------------------------------------------------------- */

/* The newest head that was seen of a game. */
static const struct connect_head *newest_seen(const struct connect_game *game)
{
    const struct connect_head *newest = NULL;
    if (game == NULL)
        return NULL;
    newest = connect_heads_newest(&game->heads);
    for (int i = 0; i < game->seat_count; i++) {
        const struct connect_head *head =
            connect_heads_newest(&game->seats[i]->heads);
        if (newest == NULL || (head != NULL && head->entry > newest->entry))
            newest = head;
    }
    return newest;
}

/* Whether the keys of our seats stand in the opening. */
static bool has_keys(const struct connect_game *game,
                     const struct json *opening)
{
    const struct json *keys = json_get(opening, "keys");
    for (int i = 0; game != NULL && i < game->seat_count; i++) {
        const struct connect_seat *seat = game->seats[i];
        uint8_t key[DRAW_KEY_SIZE];
        if (!hex_read(key, sizeof key,
                      json_string_of(json_at(keys, (size_t)seat->seat))) ||
            memcmp(key, seat->contribution.keys.public_key, sizeof key) != 0)
            return false;
    }
    return true;
}

/* What is said of the record by who was there; true when nothing is wrong. */
static bool add_witness(struct text *out, const struct connect_game *game,
                        const struct record *record, const struct json *opening)
{
    const struct connect_head *head = newest_seen(game);
    int64_t level = 0;
    bool is_good = true;
    struct text says = {0};
    json_read_integer(json_get(opening, "level"), &level);
    if (level > 0 && !has_keys(game, opening)) {
        is_good = false;
        text_add(&says, "another key than ours stands at our seat");
    } else if (head == NULL) {
        text_add(&says, "no signed head of this game was seen here");
    } else if (connect_head_is_in(head, record)) {
        text_addf(&says,
                  "entry %lld, the newest that was signed while the game was "
                  "played, is in this record",
                  (long long)head->entry);
    } else {
        is_good = false;
        text_addf(&says,
                  "entry %lld, which was signed while the game was played, is "
                  "not in this record",
                  (long long)head->entry);
    }
    text_add_char(out, '{');
    json_add_member_string(out, "name", "seen");
    json_add_key(out, "ok");
    text_add(out, !is_good ? "false" : head == NULL ? "null" : "true");
    json_add_member_string(out, "says", text_string(&says));
    text_add_char(out, '}');
    text_free(&says);
    return is_good;
}

/* Whether the record has an end; then its opening is in *opening. */
static bool is_over(const struct record *record, struct json **opening)
{
    struct error error;
    struct record_entry first = record_entry(record, 0);
    if (record_parse(opening, &first, &error) != STATUS_OK)
        return false;
    for (int i = record_count(record) - 1; i > 0; i--)
        if (strcmp(record_entry(record, i).type, "end") == 0)
            return true;
    return false;
}

/* Seats of games that have been verified are not shown any more. */
static void note_verified(struct connect *connect,
                          const struct connect_game *game)
{
    struct error error;
    for (int i = 0; game != NULL && i < game->seat_count; i++) {
        game->seats[i]->verified_ms = clock_calendar_ms();
        if (connect_seats_write(connect->settings.seats, game->seats[i],
                                &error) != STATUS_OK)
            connect_warn(connect, game->game, "%s", error.text);
    }
}

static void answer_verified(struct connect *connect,
                            struct connect_request *request,
                            const struct json *bytes,
                            const struct record *record,
                            const struct json *opening)
{
    const struct connect_game *game = connect_find_game(connect, request->game);
    struct verify_report report;
    struct text out = {0};
    struct text seen = {0};
    verify_record(&report, json_string_of(bytes), json_size(bytes),
                  connect->settings.workers);
    bool is_good = verify_is_good(&report);
    if (record != NULL)
        is_good &= add_witness(&seen, game, record, opening);
    text_add_char(&out, '{');
    json_add_member_boolean(&out, "good", is_good);
    json_add_key(&out, "checks");
    verify_add_checks(&report, &out);
    if (seen.size > 0 && !out.failed) {
        out.bytes[out.size - 1] = ','; /* the list goes on */
        text_add_bytes(&out, seen.bytes, seen.size);
        text_add_char(&out, ']');
    }
    text_add_char(&out, '}');
    connect_answer_text(connect, request, &out);
    if (is_good)
        note_verified(connect, game);
    text_free(&seen);
    text_free(&out);
}

void connect_local_verify(struct connect *connect,
                          struct connect_request *request,
                          const struct json *result, const struct json *error)
{
    const struct json *bytes = json_get(result, "record");
    struct record *record = NULL;
    struct json *opening = NULL;
    struct error failed;
    if (error != NULL) {
        connect_answer(connect, request, result, error);
        return;
    }
    if (json_string_of(bytes) == NULL) {
        connect_fail(connect, request, RPC_INTERNAL,
                     "the daemon sent no record");
        return;
    }
    /* What is no record at all, the checks say. */
    enum status status =
        record_read(&record, json_string_of(bytes), json_size(bytes), &failed);
    if (status == STATUS_OK && record_count(record) > 0 &&
        !is_over(record, &opening))
        connect_fail(connect, request, RPC_NOT_NOW,
                     "the game is not over: its seal is closed");
    else
        answer_verified(connect, request, bytes,
                        opening == NULL ? NULL : record, opening);
    json_free(opening);
    record_free(record);
}
