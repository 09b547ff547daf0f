#include "base/clock.h"
#include "fair/hex.h"
#include "net/connect_inside.h"
#include "net/connect_seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sealing ----------------------------------------------------------------- */

static void hear_stage(struct connect *connect, struct connect_game *game,
                       const char *stage);

/* The daemon's answer to commit, agree or reveal. */
static void on_sealed(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    (void)result;
    const char *message = json_string_of(json_get(error, "message"));
    if (error != NULL)
        connect_warn(connect, request->game, "seat %d could not %s: %s",
                     request->seat, request->stage,
                     message == NULL ? "the daemon refused" : message);
}

/* Begins a request of our own about a seat. */
static struct connect_request *begin_own(struct connect *connect,
                                         const struct connect_game *game,
                                         const char *method, connect_done *done)
{
    struct connect_request *request =
        connect_waiting_begin(&connect->waiting, method, done);
    if (request == NULL)
        return NULL;
    request->is_own = true;
    memcpy(request->game, game->game, sizeof request->game);
    json_add_member_string(&request->line, "game", game->game);
    return request;
}

static void add_hex(struct text *out, const char *key, const void *bytes,
                    size_t size)
{
    json_add_key(out, key);
    text_add_char(out, '"');
    hex_add(out, bytes, size);
    text_add_char(out, '"');
}

/* Sends what the seat has to say at one stage, once that is on the disk. */
static void send_stage(struct connect *connect, struct connect_game *game,
                       const struct connect_seat *seat, const char *stage,
                       const void *bytes, size_t size)
{
    struct error error;
    char method[32] = "game.";
    const char *key = strcmp(stage, "commit") == 0  ? "commitment"
                      : strcmp(stage, "agree") == 0 ? "signature"
                                                    : "secret";
    if (connect_seats_write(connect->settings.seats, seat, &error) !=
        STATUS_OK) {
        connect_warn(connect, game->game, "%s; so seat %d does not %s",
                     error.text, seat->seat, stage);
        return;
    }
    strncat(method, stage, sizeof method - strlen(method) - 1);
    struct connect_request *request =
        begin_own(connect, game, method, on_sealed);
    if (request == NULL)
        return;
    request->seat = seat->seat;
    request->stage = stage;
    json_add_member_integer(&request->line, "seat", seat->seat);
    add_hex(&request->line, key, bytes, size);
    if (strcmp(stage, "reveal") == 0 && seat->contribution.text[0] != '\0')
        json_add_member_string(&request->line, "text", seat->contribution.text);
    if (connect_waiting_end(&connect->waiting, request))
        connect_submit(connect, request);
}

/* Does for one seat what the stage asks for. */
static enum status do_stage(struct connect *connect, struct connect_game *game,
                            struct connect_seat *seat, const char *stage,
                            const struct record *record, struct error *error)
{
    enum status status;
    struct connect_seal_word word = {.is_there = false};
    if (strcmp(stage, "commit") == 0) {
        status = connect_seal_commit(seat, record, &word, error);
        if (status == STATUS_OK && !word.is_there)
            send_stage(connect, game, seat, "commit", word.commitment.bytes,
                       HASH_SIZE);
        return status;
    }
    if (strcmp(stage, "agree") == 0) {
        status = connect_seal_agree(seat, record, &game->lock, &word, error);
        if (status == STATUS_OK && !word.is_there)
            send_stage(connect, game, seat, "agree", word.agreement.bytes,
                       SIGN_SIZE);
        return status;
    }
    if (strcmp(stage, "reveal") == 0) {
        status = connect_seal_reveal(seat, record, &word, error);
        if (status == STATUS_OK && !word.is_there)
            send_stage(connect, game, seat, "reveal",
                       seat->contribution.secret.bytes, HASH_SIZE);
        return status;
    }
    if (strcmp(stage, "done") != 0)
        return STATUS_OK; /* of a protocol that is not ours */
    status = connect_seal_done(seat, record, error);
    if (status == STATUS_OK)
        status = connect_seats_write(connect->settings.seats, seat, error);
    return status;
}

/* The whole record, which was asked for when the lines did not fit. */
static void on_record(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    struct connect_game *game = connect_find_game(connect, request->game);
    const char *record = json_string_of(json_get(result, "record"));
    if (game == NULL)
        return;
    if (record == NULL) {
        const char *message = json_string_of(json_get(error, "message"));
        connect_warn(connect, game->game, "the record cannot be had: %s",
                     message == NULL ? "the daemon does not say why" : message);
        return;
    }
    text_clear(&game->record);
    text_add(&game->record, record);
    game->is_fetched = true;
    hear_stage(connect, game, request->stage);
}

static const char *constant_stage(const char *stage)
{
    static const char *const stages[] = {"commit", "agree", "reveal", "done"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
        if (strcmp(stages[i], stage) == 0)
            return stages[i];
    return "";
}

static void fetch_record(struct connect *connect,
                         const struct connect_game *game, const char *stage)
{
    struct connect_request *request =
        begin_own(connect, game, "game.record", on_record);
    if (request == NULL)
        return;
    request->stage = constant_stage(stage);
    if (connect_waiting_end(&connect->waiting, request))
        connect_submit(connect, request);
}

/* Does what a stage asks for with the lines that there are. Where lines are
 * missing the record is asked for once. */
static void hear_stage(struct connect *connect, struct connect_game *game,
                       const char *stage)
{
    struct record *record;
    struct error error;
    enum status status = record_read(&record, text_string(&game->record),
                                     game->record.size, &error);
    if (status == STATUS_OK && record_count(record) == 0)
        status = error_set(&error, STATUS_BAD_INPUT, "the record is empty");
    if (status != STATUS_OK && !game->is_fetched) {
        fetch_record(connect, game, stage);
        return;
    }
    for (int i = 0; i < game->seat_count; i++) {
        if (record != NULL && record_count(record) > 0)
            status =
                do_stage(connect, game, game->seats[i], stage, record, &error);
        if (status != STATUS_OK)
            connect_warn(connect, game->game, "sealing (%s), seat %d: %s",
                         stage, game->seats[i]->seat, error.text);
    }
    record_free(record);
    if (strcmp(stage, "done") == 0)
        text_free(&game->record);
}

/* Notes what the daemon says that the lock is: players see it, so it must be
 * that of the record. */
static void note_lock(struct connect_game *game, const struct json *params)
{
    const char *lock = json_string_of(json_get(params, "lock"));
    const char *words = json_string_of(json_get(params, "proquints"));
    if (lock != NULL)
        snprintf(game->lock.hex, sizeof game->lock.hex, "%s", lock);
    if (words != NULL)
        snprintf(game->lock.proquints, sizeof game->lock.proquints, "%s",
                 words);
}

static void hear_sealing(struct connect *connect, struct connect_game *game,
                         const struct json *params)
{
    const char *stage = json_string_of(json_get(params, "stage"));
    const char *whole = json_string_of(json_get(params, "record"));
    const char *lines = json_string_of(json_get(params, "lines"));
    if (stage == NULL || game->seat_count == 0)
        return;
    if (whole != NULL)
        text_clear(&game->record);
    if (whole != NULL || lines != NULL)
        text_add(&game->record, whole != NULL ? whole : lines);
    game->is_fetched = false;
    note_lock(game, params);
    hear_stage(connect, game, stage);
}

/* What the frontend is told of sealing: all but the record. */
static void tell_sealing(struct connect *connect, const struct json *params)
{
    struct text *out = &connect->scratch;
    text_add(out, "{\"jsonrpc\":\"2.0\",\"method\":\"game.sealing\","
                  "\"params\":{");
    struct json_walk walk = json_walk(params);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "record") == 0 || strcmp(walk.key, "lines") == 0)
            continue;
        json_add_key(out, walk.key);
        json_add_value(out, walk.value);
    }
    text_add(out, "}}\n");
    connect_tell_scratch(connect);
}

/* Heads ------------------------------------------------------------------- */

static void judge_head(struct connect *connect, const struct connect_game *game,
                       enum connect_head_verdict verdict,
                       const struct connect_head *head, bool is_answer)
{
    long long entry = (long long)head->entry;
    if (verdict == CONNECT_HEAD_FORKED)
        connect_warn(connect, game->game,
                     "the daemon signed two different histories: two heads of "
                     "entry %lld",
                     entry);
    else if (verdict == CONNECT_HEAD_UNSIGNED)
        connect_warn(connect, game->game,
                     "the daemon's signature of entry %lld is not good", entry);
    else if (verdict == CONNECT_HEAD_OLDER && !is_answer)
        connect_warn(connect, game->game,
                     "the daemon went back to entry %lld of the record, behind "
                     "what it has signed",
                     entry);
}

/* An answer may repeat what was said long ago, a notification may not. */
static void take_head(struct connect *connect, struct connect_game *game,
                      const struct json *object, bool is_answer)
{
    struct connect_head head;
    if (!connect_head_read(&head, object))
        return;
    if (game->seat_count == 0) {
        enum connect_head_verdict verdict =
            connect_heads_take(&game->heads, &head);
        judge_head(connect, game, verdict, &head, is_answer);
        return;
    }
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        enum connect_head_verdict verdict =
            connect_heads_take(&seat->heads, &head);
        if (verdict == CONNECT_HEAD_NEWER)
            connect_seats_write_head(connect->settings.seats, seat);
        if (i == 0)
            judge_head(connect, game, verdict, &head, is_answer);
    }
}

void connect_hear_head(struct connect *connect, struct connect_game *game,
                       const struct json *head)
{
    take_head(connect, game, head, true);
}

/* The rest ---------------------------------------------------------------- */

/* Notes in the seats' files when the game was over. */
static void note_over(struct connect *connect, struct connect_game *game)
{
    struct error error;
    game->is_over = true;
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        if (seat->over_ms != 0)
            continue;
        seat->over_ms = clock_calendar_ms();
        if (connect_seats_write(connect->settings.seats, seat, &error) !=
            STATUS_OK)
            connect_warn(connect, game->game, "%s", error.text);
    }
}

static void hear_rematch(struct connect_game *game, const struct json *params)
{
    const struct json *value = json_get(params, "next");
    const char *next = json_string_of(value);
    if (next != NULL && json_size(value) < sizeof game->next_game)
        memcpy(game->next_game, next, json_size(value) + 1);
}

/* Without a seat it is who watches. */
static void hear_left(struct connect *connect, struct connect_game *game,
                      const struct json *params)
{
    int64_t number = 0;
    if (json_kind(json_get(params, "seat")) == JSON_KIND_NULL)
        game->is_watched = false;
    json_read_integer(json_get(params, "seat"), &number);
    struct connect_seat *seat = number < 1 || number > MATERIAL_SEATS_MAX
                                    ? NULL
                                    : connect_find_seat(game, (int)number);
    if (seat != NULL)
        connect_drop_seat(game, seat);
    connect_leave_empty(connect, game);
}

static void tell_undone(struct connect *connect, const char *game, int entry)
{
    struct text *out = &connect->scratch;
    text_add(out, "{\"jsonrpc\":\"2.0\",\"method\":\"game.undone\","
                  "\"params\":{");
    json_add_member_string(out, "game", game);
    json_add_member_integer(out, "entry", entry);
    text_add(out, "}}\n");
    connect_tell_scratch(connect);
}

static void tell_line(struct connect *connect, const char *line, size_t size)
{
    text_add_bytes(&connect->scratch, line, size);
    text_add_char(&connect->scratch, '\n');
    connect_tell_scratch(connect);
}

void connect_hear_take(struct connect *connect, const char *method,
                       const struct json *params, const char *line, size_t size)
{
    struct connect_game *game =
        connect_find_game(connect, json_string_of(json_get(params, "game")));
    if (game == NULL) {
        tell_line(connect, line, size);
        return;
    }
    if (strcmp(method, "game.head") == 0) {
        take_head(connect, game, params, false);
        return;
    }
    struct connect_told_answer answer =
        connect_told_take(&game->told, method, params, line, size);
    bool is_sealing = strcmp(method, "game.sealing") == 0;
    if (answer.is_undone)
        tell_undone(connect, game->game, answer.entry);
    if (answer.is_passed_on && is_sealing)
        tell_sealing(connect, params);
    else if (answer.is_passed_on)
        tell_line(connect, line, size);
    if (is_sealing)
        hear_sealing(connect, game, params);
    else if (strcmp(method, "game.over") == 0)
        note_over(connect, game);
    else if (strcmp(method, "game.left") == 0)
        hear_left(connect, game, params);
    else if (strcmp(method, "game.rematch") == 0)
        hear_rematch(game, params);
}
