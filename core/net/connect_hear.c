#include "fair/hex.h"
#include "game/sources.h"
#include "net/connect_inside.h"
#include "net/connect_seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void take_early(struct connect *connect, struct connect_game *game);

/* What was asked for a game failed. If that passes, it is tried again after a
 * pause. Whether the player is to be told: once, when it goes on for long. */
static bool is_to_be_told(struct connect *connect,
                          const struct connect_request *request,
                          const struct json *error)
{
    struct connect_game *game = connect_find_game(connect, request->game);
    if (game == NULL || !connect_error_passes(error))
        return true;
    /* Else it is that of another seat. */
    return game->pause.left_s == 0 && connect_pause_begin(&game->pause);
}

/* Notes in the seat that the daemon took what it said. */
static enum status set_taken(struct connect_seat *seat, void *context,
                             struct error *error)
{
    const struct connect_request *request = context;
    (void)error;
    connect_seal_take(seat, request->stage, request->attempt);
    return STATUS_OK;
}

/* The daemon's answer to commit, agree or reveal. */
static void on_sealed(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    (void)result;
    struct error failure;
    struct connect_game *game = connect_find_game(connect, request->game);
    struct connect_seat *seat =
        game == NULL ? NULL : connect_find_seat(game, request->seat);
    if (error == NULL && seat != NULL &&
        connect_seats_change(connect->settings.seats, seat, set_taken, request,
                             &failure) != STATUS_OK)
        set_taken(seat, request, &failure); /* known here, at least */
    char said[CONNECT_SHOWN_SIZE];
    connect_show_error(said, error);
    if (error != NULL && is_to_be_told(connect, request, error))
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
    const struct connect_seal_lock *told = &stage->game->lock;
    if (strcmp(stage->name, "commit") == 0 && connect_seal_is_any_told(told))
        return error_set(error, STATUS_BAD_INPUT,
                         "the lock is not in the record");
    if (strcmp(stage->name, "commit") == 0)
        return connect_seal_commit(seat, stage->record, &stage->word, error);
    if (strcmp(stage->name, "agree") == 0)
        return connect_seal_agree(seat, stage->record, told, &stage->word,
                                  error);
    if (strcmp(stage->name, "reveal") == 0)
        return connect_seal_reveal(seat, stage->record, told, &stage->word,
                                   error);
    stage->word.is_there = true; /* there is nothing to be said */
    return connect_seal_done(seat, stage->record, told, error);
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
        hex_add_member(out, "commitment", stage->word.commitment.bytes,
                       HASH_SIZE);
    } else if (strcmp(stage->name, "agree") == 0) {
        hex_add_member(out, "signature", stage->word.agreement.bytes,
                       SIGN_SIZE);
    } else {
        hex_add_member(out, "secret", own->secret.bytes, HASH_SIZE);
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

/* Whether it is for want of this machine's, which may pass. */
static bool is_ours(enum status status)
{
    return status == STATUS_IO || status == STATUS_NO_MEMORY;
}

/* Does for one seat what the stage asks for: what it says is sent once it is on
 * the disk. When nothing is to be said the seat goes on without the disk: so it
 * can sign what it does. */
static enum status do_stage(struct connect *connect, struct connect_game *game,
                            struct connect_seat *seat, const char *name,
                            const struct record *record, struct error *error)
{
    struct stage stage = {.name = name, .game = game, .record = record};
    if (name[0] == '\0')
        return STATUS_OK; /* of a protocol that is not ours */
    enum status status = connect_seats_change(connect->settings.seats, seat,
                                              decide, &stage, error);
    if (is_ours(status) && strcmp(name, "done") == 0) {
        struct error refusal;
        if (decide(seat, &stage, &refusal) != STATUS_OK) {
            *error = refusal;
            return refusal.status;
        }
    }
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

/* Tells the frontend of sealing: all but the record, and of the lock what seats
 * of ours have agreed to, whatever the daemon says of it. */
static void tell_sealing(struct connect *connect, struct connect_game *game)
{
    struct text *out = connect_begin_notice(connect, "game.sealing");
    text_add_bytes(out, text_string(&game->sealing), game->sealing.size);
    out->failed |= game->sealing.failed;
    if (game->is_agreed)
        connect_seal_add_lock(out, &game->agreed);
    game->is_lock_told = game->is_agreed;
    connect_end_notice(connect);
}

/* Does again, or late, what the stage asks for; a lock that is agreed to now is
 * told with it. */
static void hear_late(struct connect *connect, struct connect_game *game,
                      const char *stage)
{
    hear_stage(connect, game, stage);
    if (game->is_agreed && !game->is_lock_told && game->sealing.size > 0)
        tell_sealing(connect, game);
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
        if (is_to_be_told(connect, request, error))
            connect_warn(connect, game->game, "the record cannot be had: %s",
                         said);
        return;
    }
    text_clear(&game->record);
    game->is_too_long = false;
    add_lines(connect, game, record);
    game->is_fetched = true;
    if (!game->is_too_long)
        hear_late(connect, game, request->stage);
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

/* Warns when the game is not played by the scripts that are here: nobody looks
 * at its rules before it is over otherwise. Once, though the stage may be told
 * again. */
static void warn_of_scripts(struct connect *connect, struct connect_game *game,
                            const struct record *record)
{
    struct ruleset *ruleset;
    struct error error;
    struct text others = {0};
    if (sources_ruleset(&ruleset, record, &error) != STATUS_OK)
        return; /* committing has refused it, and said why */
    bool is_known = hash_is_equal(&game->rules, &ruleset->hash);
    game->rules = ruleset->hash;
    if (!is_known &&
        sources_list_others(&others, ruleset, connect->settings.root) > 0)
        connect_warn(connect, game->game,
                     "this game is not played by the scripts that are on this "
                     "machine; they may be of another version, or changed to "
                     "favour somebody: %s",
                     text_string(&others));
    text_free(&others);
    ruleset_free(ruleset);
}

/* A seat could not do what a stage asks for. What this machine cannot write, or
 * has no memory for, is tried again after a pause; whether it is. */
static bool put_off(struct connect *connect, struct connect_game *game,
                    const struct connect_seat *seat, const char *stage,
                    const struct error *error)
{
    if (game->pause.length_s == 0) /* and not each time that it is tried */
        connect_warn(connect, game->game, "sealing (%s), seat %d: %s", stage,
                     seat->seat, error->text);
    return is_ours(error->status);
}

/* The stage went well for the seat: if it has agreed to a lock, that is the one
 * in the record, and the one that was told. */
static void note_agreed(struct connect_game *game,
                        const struct connect_seat *seat, const char *stage)
{
    if (strcmp(stage, "commit") == 0 || !seat->has_lock)
        return;
    game->is_agreed = true;
    game->agreed = seat->lock;
}

/* Does what a stage asks for with the lines that there are. Where lines are
 * missing the record is asked for once. */
static void hear_stage(struct connect *connect, struct connect_game *game,
                       const char *stage)
{
    struct record *record;
    struct error error;
    bool is_put_off = false;
    enum status read = record_read(&record, text_string(&game->record),
                                   game->record.size, &error);
    if (read != STATUS_OK && !game->is_fetched) {
        fetch_record(connect, game, stage);
        return;
    }
    if (record != NULL && strcmp(stage, "commit") == 0)
        warn_of_scripts(connect, game, record);
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        enum status status = read;
        if (record != NULL)
            status = do_stage(connect, game, seat, stage, record, &error);
        if (status != STATUS_OK)
            is_put_off =
                put_off(connect, game, seat, stage, &error) || is_put_off;
        else
            note_agreed(game, seat, stage);
    }
    record_free(record);
    take_early(connect, game);
    if (is_put_off && game->pause.left_s == 0)
        connect_pause_begin(&game->pause);
    if (strcmp(stage, "done") == 0 && !is_put_off)
        text_free(&game->record);
}

/* Adds what is told of sealing as members of an object: all but the record, and
 * what the daemon says of the lock. */
static void add_sealing(struct text *out, const struct json *params)
{
    static const char *const left_out[] = {"record", "lines", "lock",
                                           "proquints"};
    struct json_walk walk = json_walk(params);
    while (json_walk_next(&walk)) {
        bool is_left_out = false;
        for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++)
            is_left_out = is_left_out || strcmp(walk.key, left_out[i]) == 0;
        if (is_left_out)
            continue;
        json_add_key(out, walk.key);
        json_add_value(out, walk.value);
    }
}

static void take_sealing(struct connect *connect, struct connect_game *game,
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
    game->stage = constant_stage(name);
    game->pause = (struct connect_pause){.left_s = 0};
    connect_seal_read_told(&game->lock, params);
    if (!game->is_too_long)
        hear_stage(connect, game, game->stage);
}

/* Does what it asks for, and tells it then, if it is to be passed on: what is
 * said of the lock is what came of that. */
static void hear_sealing(struct connect *connect, struct connect_game *game,
                         const struct json *params, bool is_passed_on)
{
    game->is_agreed = false;
    text_clear(&game->sealing);
    game->sealing.failed = false;
    add_sealing(&game->sealing, params);
    take_sealing(connect, game, params);
    if (is_passed_on || (game->is_agreed && !game->is_lock_told))
        tell_sealing(connect, game);
}

/* The daemon's answer to a signature; one of before knows of none at the end.
 */
static void on_signed(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    (void)result;
    char said[CONNECT_SHOWN_SIZE];
    connect_show_error(said, error);
    if (error != NULL && connect_error_code(error) != RPC_NO_METHOD &&
        is_to_be_told(connect, request, error))
        connect_warn(connect, request->game,
                     "seat %d could not sign the game's end: %s", request->seat,
                     said);
}

/* Signs, for each seat, the newest head of a game that is over: no choice comes
 * that could bring the signature. */
static void sign_end(struct connect *connect, const struct connect_game *game)
{
    for (int i = 0; i < game->seat_count; i++) {
        const struct connect_seat *seat = game->seats[i];
        const struct connect_head *newest = connect_heads_newest(&seat->heads);
        if (newest == NULL || !seat->heads.has_key)
            continue;
        struct connect_request *request =
            begin_own(connect, game, "game.sign", on_signed);
        if (request == NULL)
            continue;
        struct signature signature =
            connect_heads_ack(&seat->heads, &seat->contribution.keys);
        request->seat = seat->seat;
        json_add_member_integer(&request->line, "seat", seat->seat);
        json_add_member_integer(&request->line, "entry", newest->entry);
        hex_add_member(&request->line, "signature", signature.bytes, SIGN_SIZE);
        if (connect_waiting_end(&connect->waiting, request))
            connect_submit(connect, request);
    }
}

void connect_hear_tick(struct connect *connect)
{
    for (struct connect_game *game = connect->games; game != NULL;
         game = game->next) {
        if (!connect_pause_ends(&game->pause) || game->seat_count == 0)
            continue;
        if (game->is_over)
            sign_end(connect, game);
        else if (game->stage != NULL && !game->is_too_long)
            hear_late(connect, game, game->stage);
    }
}

/* Whether the head that came is in place of what the daemon had signed: an
 * answer may repeat what was said long ago, a notification may not. */
static bool is_back(enum connect_head_verdict verdict, bool is_answer)
{
    return verdict == CONNECT_HEAD_FORKED ||
           (verdict == CONNECT_HEAD_OLDER && !is_answer);
}

/* Tells the player that the daemon went back: from which entry on, up to which
 * it had signed. */
static void tell_back(struct connect *connect, const struct connect_game *game,
                      int64_t first, int64_t last)
{
    connect_warn(connect, game->game,
                 "entries %lld to %lld of this game's record were signed by "
                 "the daemon, and are not in its record now: it was restored "
                 "from a backup, or it cheats. The game goes on with the "
                 "record as it is now",
                 (long long)first, (long long)last);
}

/* The daemon went back to `head`: what it had signed is kept, and the game goes
 * on from there. `seat` NULL: for who watches. */
static void go_back(struct connect *connect, struct connect_game *game,
                    struct connect_seat *seat,
                    enum connect_head_verdict verdict,
                    const struct connect_head *head)
{
    struct connect_heads *heads = seat == NULL ? &game->heads : &seat->heads;
    char path[PATH_MAX];
    struct error error;
    int64_t last = connect_heads_newest(heads)->entry;
    int64_t first = head->entry + (verdict == CONNECT_HEAD_OLDER ? 1 : 0);
    game->is_over = false;
    if (seat == NULL || seat == game->seats[0])
        tell_back(connect, game, first, last);
    if (seat == NULL)
        connect_heads_go_back(heads, head);
    else if (connect_seats_go_back(connect->settings.seats, seat, head, path,
                                   &error) == STATUS_OK)
        connect_warn(connect, game->game,
                     "what the daemon had signed is kept in '%s'", path);
    else
        connect_warn(connect, game->game,
                     "what the daemon had signed is not kept: %s", error.text);
}

/* Takes a head for a seat, or, NULL, for who watches; whether it is newer. */
static bool take_for(struct connect *connect, struct connect_game *game,
                     struct connect_seat *seat, const struct connect_head *head,
                     bool is_answer)
{
    struct connect_heads *heads = seat == NULL ? &game->heads : &seat->heads;
    enum connect_head_verdict verdict = connect_heads_take(heads, head);
    bool is_first = seat == NULL || seat == game->seats[0];
    if (verdict == CONNECT_HEAD_UNSIGNED && is_first)
        connect_warn(connect, game->game,
                     "the daemon's signature of entry %lld is not good",
                     (long long)head->entry);
    if (is_back(verdict, is_answer))
        go_back(connect, game, seat, verdict, head);
    if (verdict == CONNECT_HEAD_NEWER && seat != NULL)
        connect_seats_write_head(connect->settings.seats, seat);
    return verdict == CONNECT_HEAD_NEWER;
}

/* A seat that came too late to the sealing does not know the daemon's key yet:
 * the newest head waits for it, since none is kept that was not checked. */
static void put_early(struct connect_game *game,
                      const struct connect_head *head, bool is_answer)
{
    if (is_answer && game->has_early && head->entry < game->early.entry)
        return;
    game->has_early = true;
    game->early = *head;
}

/* Takes the head that waited for a key, for seats that have it now. */
static void take_early(struct connect *connect, struct connect_game *game)
{
    bool is_newer = false;
    bool is_any_early = false;
    if (!game->has_early)
        return;
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        if (!seat->heads.has_key)
            is_any_early = true;
        else if (connect_heads_newest(&seat->heads) == NULL)
            is_newer =
                take_for(connect, game, seat, &game->early, true) || is_newer;
    }
    game->has_early = is_any_early;
    if (is_newer && game->is_over)
        sign_end(connect, game);
}

static void take_head(struct connect *connect, struct connect_game *game,
                      const struct json *object, bool is_answer)
{
    struct connect_head head;
    if (!connect_head_read(&head, object))
        return;
    bool is_newer = false;
    if (game->seat_count == 0)
        take_for(connect, game, NULL, &head, is_answer);
    for (int i = 0; i < game->seat_count; i++) {
        struct connect_seat *seat = game->seats[i];
        if (!seat->heads.has_key)
            put_early(game, &head, is_answer);
        else
            is_newer =
                take_for(connect, game, seat, &head, is_answer) || is_newer;
    }
    if (is_newer && game->is_over)
        sign_end(connect, game);
}

void connect_hear_head(struct connect *connect, struct connect_game *game,
                       const struct json *head)
{
    take_head(connect, game, head, true);
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
        if (connect_seats_note(connect->settings.seats, seat,
                               CONNECT_SEATS_OVER, &error) != STATUS_OK)
            connect_warn(connect, game->game, "%s", error.text);
    }
    sign_end(connect, game);
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
    struct connect_seat *seat = connect_find_seat(game, number);
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
            game->stage = constant_stage("done");
            /* Nothing was told with it. */
            game->lock = (struct connect_seal_lock){.hex = ""};
            text_clear(&game->sealing);
            fetch_record(connect, game, game->stage);
            return;
        }
    }
}

static void tell_undone(struct connect *connect, const char *game, int entry)
{
    struct text *out = connect_begin_notice(connect, "game.undone");
    json_add_member_string(out, "game", game);
    json_add_member_integer(out, "entry", entry);
    connect_end_notice(connect);
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
    bool is_sealing = strcmp(method, "game.sealing") == 0;
    if (game == NULL && is_sealing) {
        add_sealing(connect_begin_notice(connect, method), params);
        connect_end_notice(connect);
        return;
    }
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
    if (answer.is_undone)
        tell_undone(connect, game->game, answer.entry);
    if (answer.is_passed_on && !is_sealing)
        tell_line(connect, line, size);
    if (is_sealing)
        hear_sealing(connect, game, params, answer.is_passed_on);
    else if (strcmp(method, "game.event") == 0)
        check_begun(connect, game);
    else if (strcmp(method, "game.over") == 0)
        note_over(connect, game);
    else if (strcmp(method, "game.left") == 0)
        hear_left(connect, game, params);
    else if (strcmp(method, "game.rematch") == 0)
        hear_rematch(game, params);
}
