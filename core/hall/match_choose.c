/*
 * match_choose -- what is done in a match: choices, repeats of them, bots, and
 * the rest.
 */

#include "hall/match_inside.h"

#include "base/json.h"
#include "base/log.h"
#include "game/lineup.h"
#include "game/secret.h"
#include "hall/failing.h"
#include "hall/match_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number for a choice in canonical JSON, not 0. */
static uint64_t digest_of(const char *choice, size_t size)
{
    uint64_t digest = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ (uint8_t)choice[i]) * UINT64_C(1099511628211);
    return digest == 0 ? 1 : digest;
}

/* Notes how the question that is asked was answered, and goes on to the next
 * number. */
static void count_answer(struct match *match, const struct match_answer *answer)
{
    int at = match->seq++ - 1;
    if (at >= match->answer_capacity) {
        int capacity = at < 32 ? 32 : 2 * at;
        struct match_answer *answers =
            realloc(match->answers, (size_t)capacity * sizeof *answers);
        /* Without memory it is forgotten: a repeat is then not known. */
        if (answers == NULL)
            return;
        memset(answers + match->answer_capacity, 0,
               (size_t)(capacity - match->answer_capacity) * sizeof *answers);
        match->answers = answers;
        match->answer_capacity = capacity;
    }
    match->answers[at] = *answer;
}

void match_note_answer(void *context, int seat, int index, const char *choice,
                       size_t size)
{
    struct match *match = context;
    count_answer(match,
                 &(struct match_answer){
                     .digest = choice == NULL ? 0 : digest_of(choice, size),
                     .index = index,
                     .seat = seat});
}

void match_keep_head(struct match *match, int seq, const struct game_head *head)
{
    if (match->heads == NULL)
        match->heads = calloc(MATCH_HEADS_MAX, sizeof *match->heads);
    if (match->heads != NULL)
        match->heads[seq % MATCH_HEADS_MAX] =
            (struct match_head){.seq = seq, .head = *head};
}

bool match_head(const struct match *match, int seq, struct game_head *head)
{
    if (match->heads == NULL || seq < 1 ||
        match->heads[seq % MATCH_HEADS_MAX].seq != seq)
        return false;
    *head = match->heads[seq % MATCH_HEADS_MAX].head;
    return true;
}

/* After a choice that could not be made; most likely the rules failed on it. */
static void take_failure(struct match *match, int index,
                         const struct error *error)
{
    char what[64];
    bool is_rules =
        error->status == STATUS_SCRIPT || error->status == STATUS_LIMIT;
    match->home->script_failure_count += is_rules;
    snprintf(what, sizeof what, "question %d, choice %d", match->seq, index);
    failing_log(match, what, error, game_traceback(match->game));
    if (game_over_reason(match->game) != NULL) {
        failing_keep(match, error);
        match_settle(match);
    } else if (is_rules && failing_on_all(match, index)) {
        match_break(match, error);
    }
}

/* Makes a choice of those offered, and tells what comes of it. */
static enum status choose(struct match *match, int index, struct error *error)
{
    struct match_answer answer = {.index = index,
                                  .seat = game_question(match->game)->seat};
    struct text choice = {0};
    struct game_head head;
    enum status status = game_wake(match->game, error);
    if (status == STATUS_OK)
        status =
            position_choice(game_position(match->game), index, &choice, error);
    if (status == STATUS_OK)
        status = text_status(&choice, "a choice", error);
    if (status == STATUS_OK) {
        answer.digest = digest_of(choice.bytes, choice.size);
        status = game_choose(match->game, index, error);
    }
    text_free(&choice);
    if (status == STATUS_OK) {
        count_answer(match, &answer);
        if (match->home->is_daemon && game_head(match->game, &head))
            match_keep_head(match, match->seq - 1, &head);
        match->home->choice_count++;
        match_settle(match);
    } else {
        take_failure(match, index, error);
    }
    return status;
}

int match_seat_of(const struct match *match, int seq)
{
    return seq >= 1 && seq < match->seq && seq <= match->answer_capacity
               ? match->answers[seq - 1].seat
               : -1;
}

/* How a choice is taken for a question that is answered. */
static enum match_verdict repeat(const struct match *match,
                                 const struct match_choice *choice)
{
    if (choice->seq > match->answer_capacity)
        return MATCH_ELSE;
    const struct match_answer *answer = &match->answers[choice->seq - 1];
    bool is_same =
        choice->index >= 0
            ? answer->index == choice->index
            : answer->digest == digest_of(choice->choice, choice->size);
    if (choice->seat >= 0 && choice->seat != answer->seat)
        return MATCH_NOT_YOURS;
    return is_same && answer->digest != 0 ? MATCH_CHOSEN : MATCH_ELSE;
}

/* A player's signature was refused: once a game, since it is most likely that
 * the daemon was restored from a backup. */
static void log_refused(struct match *match, int seat,
                        const struct error *error)
{
    static struct log_limit limit;
    if (match->signature_is_told || !match->home->is_daemon)
        return;
    match->signature_is_told = true;
    struct log_line line =
        log_begin_limited(LOG_WARN, "signature_refused", &limit);
    log_add_text(&line, "game", match->id);
    log_add_number(&line, "seat", seat + 1);
    log_add_text(&line, "reason", error->text);
    log_end(&line);
}

/* Takes a player's signature of the record, and has it saved, whatever comes of
 * what it was sent with: said again it adds nothing. One of an entry that is
 * not there was made of a record that went on: the daemon knows less than it
 * did. */
static enum status acknowledge(struct match *match, int seat, int entry,
                               const struct signature *signature,
                               struct error *error)
{
    const struct record *record = game_record(match->game);
    int count = record_count(record);
    int before = record_signature_count(record);
    enum status status;
    if (game_is_sealed(match->game) && entry >= count)
        status = error_set(error, STATUS_BAD_INPUT,
                           "you have signed entry %d of this game's record, "
                           "which ends with entry %d here: was the daemon "
                           "restored from a backup?",
                           entry, count - 1);
    else
        status = game_acknowledge(match->game, seat, entry, signature, error);
    if (record_signature_count(record) > before)
        match_save(match);
    if (status == STATUS_BAD_INPUT)
        log_refused(match, seat, error);
    return status;
}

enum match_verdict match_choose(struct match *match,
                                const struct match_choice *choice,
                                struct error *error)
{
    REQUIRE(match->game != NULL);
    if (choice->seq >= 1 && choice->seq < match->seq)
        return repeat(match, choice);
    if (choice->seq != match->seq || !match_goes_on(match))
        return MATCH_WRONG_SEQ;
    if (choice->seat >= 0 && choice->seat != game_question(match->game)->seat)
        return MATCH_NOT_YOURS;
    int index = choice->index;
    enum status status = game_wake(match->game, error);
    if (status == STATUS_OK && index < 0)
        status =
            position_find_choice(game_position(match->game), choice->choice,
                                 choice->size, &index, error);
    if (status != STATUS_OK)
        return MATCH_FAILED;
    if (index < 0 || index >= game_question(match->game)->choice_count)
        return MATCH_NOT_OFFERED;
    match_hear_late(match);
    if (choice->has_ack && acknowledge(match, choice->seat, choice->ack_entry,
                                       &choice->ack, error) != STATUS_OK)
        return MATCH_FAILED;
    return choose(match, index, error) == STATUS_OK ? MATCH_CHOSEN
                                                    : MATCH_FAILED;
}

enum status match_sign(struct match *match, int seat, int entry,
                       const struct signature *signature, struct error *error)
{
    REQUIRE(match->game != NULL);
    return acknowledge(match, seat, entry, signature, error);
}

/* Makes the first choice that the rules do not fail on; breaks the game when
 * there is none. */
static void choose_any(struct match *match, const struct error *reason)
{
    struct error error = *reason;
    int count = game_question(match->game)->choice_count;
    for (int i = 0; i < count; i++)
        if (game_over_reason(match->game) != NULL ||
            choose(match, i, &error) == STATUS_OK)
            return;
    if (game_over_reason(match->game) == NULL)
        match_break(match, &error);
}

void match_let_choose(struct match *match)
{
    struct error error;
    struct error second;
    int index = 0;
    int seat = game_question(match->game)->seat;
    enum status status = game_wake(match->game, &error);
    if (status == STATUS_OK)
        status = player_choose(&match->players[seat],
                               game_position(match->game), &index, &error);
    if (status != STATUS_OK &&
        game_recover(match->game, &second) != STATUS_OK) {
        match_break(match, &error);
        return;
    }
    if (status == STATUS_OK && choose(match, index, &error) == STATUS_OK)
        return;
    if (game_over_reason(match->game) == NULL)
        choose_any(match, &error);
}

enum status match_undo(struct match *match, int seat, struct error *error)
{
    enum status status = game_undo(match->game, seat, error);
    if (status != STATUS_OK)
        return status;
    count_answer(match, &(struct match_answer){.index = -1, .seat = seat});
    struct text *out = match_begin_news(match, "game.undone");
    json_add_member_integer(out, "entry", game_event_count(match->game));
    match_end_news(match);
    match_settle(match);
    return STATUS_OK;
}

enum status match_resign(struct match *match, int seat, struct error *error)
{
    enum status status = game_resign(match->game, seat, error);
    if (status == STATUS_OK)
        match_settle(match);
    else if (!match_goes_on(match))
        match_end_broken(match, error);
    return status;
}

enum status match_answer_draw(struct match *match, int seat, bool agrees,
                              struct error *error)
{
    enum status status = game_answer_draw(match->game, seat, agrees, error);
    if (status != STATUS_OK && !match_goes_on(match))
        match_end_broken(match, error);
    if (status != STATUS_OK)
        return status;
    match_tell_seat(match, agrees ? "game.draw_accepted" : "game.draw_declined",
                    seat);
    if (game_over_reason(match->game) != NULL)
        match_settle(match);
    else
        match_save(match);
    return STATUS_OK;
}

enum status match_offer_draw(struct match *match, int seat, struct error *error)
{
    enum status status = game_offer_draw(match->game, seat, error);
    if (status != STATUS_OK)
        return status;
    match_tell_seat(match, "game.draw_offered", seat);
    match_save(match);
    for (int i = 0; status == STATUS_OK && i < match->seat_count &&
                    game_draw_offer(match->game) == seat;
         i++)
        if (match->players[i].kind != PLAYER_HUMAN)
            status = match_answer_draw(match, i, false, error);
    return status;
}

/* Writes record, secret and who plays to a file that was taken. */
static enum status write_to(const struct match *match, const char *path,
                            struct error *error)
{
    enum status status = STATUS_OK;
    if (match->is_sealed && !match_is_unsealed(match))
        status = secret_write(match_sealing(match), path, error);
    if (status == STATUS_OK && match_record(match) != NULL)
        status = record_save(match_record(match), path, error);
    if (status == STATUS_OK && (match->game == NULL || match_goes_on(match)))
        lineup_keep(match->players, match->seat_count, path);
    return status;
}

enum status match_save_to(struct match *match, const char *path,
                          bool overwrites, struct error *error)
{
    enum status status = STATUS_OK;
    bool is_other = strcmp(path, match->save) != 0;
    if (strlen(path) >= sizeof match->save)
        return error_set(error, STATUS_BAD_INPUT, "a path has at most %d bytes",
                         MATCH_SAVE_SIZE - 1);
    if (is_other)
        status = match_file_take(path, overwrites, error);
    if (status != STATUS_OK)
        return status;
    status = write_to(match, path, error);
    if (status != STATUS_OK) {
        if (is_other)
            match_file_give_back(path);
        return status;
    }
    if (is_other && match->save[0] != '\0') {
        secret_remove(match->save);
        lineup_remove(match->save);
    }
    match->save_has_failed = false;
    memcpy(match->save, path, strlen(path) + 1);
    return STATUS_OK;
}
