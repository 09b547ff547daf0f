#include "base/clock.h"
#include "fair/hex.h"
#include "net/connect_inside.h"
#include "net/connect_seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sealing ----------------------------------------------------------------- */

enum {
    /* Of the record of a game that is being sealed: all that is in it by then
     * came in lines that a line to the daemon may have. */
    RECORD_MAX = 4 << 20,
};

/* The stage of that name, as one of these; "": it is none. */
static const char *constant_stage(const char *stage)
{
    static const char *const stages[] = {"commit", "agree", "reveal", "done"};
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
        if (strcmp(stages[i], stage) == 0)
            return stages[i];
    return "";
}

static void hear_stage(struct connect *connect, struct connect_game *game,
                       const char *stage);

/* The daemon's answer to commit, agree or reveal. */
static void on_sealed(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    (void)result;
    char said[CONNECT_SHOWN_SIZE];
    connect_show_error(said, error);
    if (error != NULL)
        connect_warn(connect, request->game, "seat %d could not %s: %s",
                     request->seat, request->stage, said);
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

/* One stage of sealing, as a seat goes through it. */
struct stage {
    const char *name;
    const struct connect_game *game;
    const struct record *record;
    struct connect_seal_word word;
};

/* Decides what the seat has to say, and notes it in the seat. */
static enum status decide(struct connect_seat *seat, void *context,
                          struct error *error)
{
    struct stage *stage = context;
    if (strcmp(stage->name, "commit") == 0)
        return connect_seal_commit(seat, stage->record, &stage->word, error);
    if (strcmp(stage->name, "agree") == 0)
        return connect_seal_agree(seat, stage->record, &stage->game->lock,
                                  &stage->word, error);
    if (strcmp(stage->name, "reveal") == 0)
        return connect_seal_reveal(seat, stage->record, &stage->word, error);
    stage->word.is_there = true; /* there is nothing to be said */
    return connect_seal_done(seat, stage->record, error);
}

/* Whether a request of ours for that stage waits for its answer: what the seat
 * says in this attempt, or, without a seat, for the record. */
static bool is_said(const struct connect *connect,
                    const struct connect_game *game,
                    const struct connect_seat *seat, const char *stage)
{
    int number = seat == NULL ? 0 : seat->seat;
    int attempt = seat == NULL ? 0 : seat->attempt;
    for (const struct connect_request *at = connect->waiting.first; at != NULL;
         at = at->next)
        if (at->is_own && at->stage == stage && at->seat == number &&
            at->attempt == attempt && strcmp(at->game, game->game) == 0)
            return true;
    return false;
}

/* Adds what the seat says at the stage. */
static void add_word(struct text *out, const struct connect_seat *seat,
                     const struct stage *stage)
{
    const struct contribution *own = &seat->contribution;
    if (strcmp(stage->name, "commit") == 0) {
        add_hex(out, "commitment", stage->word.commitment.bytes, HASH_SIZE);
    } else if (strcmp(stage->name, "agree") == 0) {
        add_hex(out, "signature", stage->word.agreement.bytes, SIGN_SIZE);
    } else {
        add_hex(out, "secret", own->secret.bytes, HASH_SIZE);
        if (own->text[0] != '\0')
            json_add_member_string(out, "text", own->text);
    }
}

static void send_stage(struct connect *connect, const struct connect_game *game,
                       const struct connect_seat *seat,
                       const struct stage *stage)
{
    char method[32];
    snprintf(method, sizeof method, "game.%s", stage->name);
    struct connect_request *request =
        begin_own(connect, game, method, on_sealed);
    if (request == NULL)
        return;
    request->seat = seat->seat;
    request->attempt = seat->attempt;
    request->stage = stage->name;
    json_add_member_integer(&request->line, "seat", seat->seat);
    add_word(&request->line, seat, stage);
    if (connect_waiting_end(&connect->waiting, request))
        connect_submit(connect, request);
}

/* Does for one seat what the stage asks for: what it says is sent once it is on
 * the disk. */
static enum status do_stage(struct connect *connect, struct connect_game *game,
                            struct connect_seat *seat, const char *name,
                            const struct record *record, struct error *error)
{
    struct stage stage = {.name = name, .game = game, .record = record};
    if (name[0] == '\0')
        return STATUS_OK; /* of a protocol that is not ours */
    enum status status = connect_seats_change(connect->settings.seats, seat,
                                              decide, &stage, error);
    if (status == STATUS_OK && !stage.word.is_there &&
        !is_said(connect, game, seat, name))
        send_stage(connect, game, seat, &stage);
    return status;
}

/* Adds lines of the record, which are not kept when they become too many. */
static void add_lines(struct connect *connect, struct connect_game *game,
                      const char *lines)
{
    if (game->is_too_long)
        return;
    if (game->record.size + strlen(lines) <= RECORD_MAX) {
        text_add(&game->record, lines);
        return;
    }
    text_free(&game->record);
    game->is_too_long = true;
    connect_warn(connect, game->game,
                 "the daemon sends a record without an end, so nothing is "
                 "sealed");
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
        char said[CONNECT_SHOWN_SIZE];
        connect_show_error(said, error);
        connect_warn(connect, game->game, "the record cannot be had: %s", said);
        return;
    }
    text_clear(&game->record);
    game->is_too_long = false;
    add_lines(connect, game, record);
    game->is_fetched = true;
    if (!game->is_too_long)
        hear_stage(connect, game, request->stage);
}

static void fetch_record(struct connect *connect,
                         const struct connect_game *game, const char *stage)
{
    if (is_said(connect, game, NULL, stage))
        return;
    struct connect_request *request =
        begin_own(connect, game, "game.record", on_record);
    if (request == NULL)
        return;
    request->stage = stage;
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
    const char *name = json_string_of(json_get(params, "stage"));
    const char *whole = json_string_of(json_get(params, "record"));
    const char *lines = json_string_of(json_get(params, "lines"));
    if (name == NULL || game->seat_count == 0)
        return;
    if (whole != NULL) {
        text_clear(&game->record);
        game->is_too_long = false;
    }
    if (whole != NULL || lines != NULL)
        add_lines(connect, game, whole != NULL ? whole : lines);
    game->is_fetched = false;
    game->is_begun = false;
    note_lock(game, params);
    if (!game->is_too_long)
        hear_stage(connect, game, constant_stage(name));
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

static enum status set_over(struct connect_seat *seat, void *context,
                            struct error *error)
{
    (void)context;
    (void)error;
    seat->over_ms = clock_calendar_ms();
    return STATUS_OK;
}

/* Notes in the seats' files when the game was over. */
static void note_over(struct connect *connect, struct connect_game *game)
{
    struct error error;
    game->is_over = true;
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        if (seat->over_ms != 0)
            continue;
        if (connect_seats_change(connect->settings.seats, seat, set_over, NULL,
                                 &error) != STATUS_OK)
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

/* A game that was to be sealed has begun. A seat that did not see how looks at
 * the record, once: the daemon may have left it out. */
static void check_begun(struct connect *connect, struct connect_game *game)
{
    if (game->is_begun)
        return;
    game->is_begun = true;
    for (int i = 0; i < game->seat_count; i++) {
        const struct connect_seat *seat = game->seats[i];
        bool was_there = seat->attempt > 0 ? seat->is_revealed && seat->has_lock
                                           : seat->heads.has_key;
        if (seat->level > 0 && !was_there) {
            fetch_record(connect, game, constant_stage("done"));
            return;
        }
    }
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
    else if (strcmp(method, "game.event") == 0)
        check_begun(connect, game);
    else if (strcmp(method, "game.over") == 0)
        note_over(connect, game);
    else if (strcmp(method, "game.left") == 0)
        hear_left(connect, game, params);
    else if (strcmp(method, "game.rematch") == 0)
        hear_rematch(game, params);
}
