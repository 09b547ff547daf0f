#include "net/match_inside.h"

#include "base/json.h"
#include "game/secret.h"
#include "net/match_file.h"

#include <stdlib.h>
#include <string.h>

/* News -------------------------------------------------------------------- */

/* Begins news about the match. */
static struct text *begin(struct match *match, const char *method)
{
    struct text *out = news_begin(match->news, method);
    json_add_member_string(out, "game", match->id);
    return out;
}

static void end(struct match *match)
{
    news_end(match->news, match->number, NEWS_FOR_ALL);
}

void match_tell_seat(struct match *match, const char *method, int seat)
{
    struct text *out = begin(match, method);
    json_add_member_integer(out, "seat", seat + 1);
    end(match);
}

/* The number of an event. */
static int entry_of(const char *json, size_t size)
{
    struct json *event;
    struct error error;
    int64_t entry = 0;
    if (json_parse(&event, json, size, &error) == STATUS_OK)
        json_read_integer(json_get(event, "entry"), &entry);
    json_free(event);
    return (int)entry;
}

void match_listen(void *context, const char *json, size_t size)
{
    struct match *match = context;
    if (match->replayed_news >= 0)
        news_cut(match->news, match->replayed_news + entry_of(json, size) - 1);
    struct text *out = begin(match, "game.event");
    text_add_char(out, ',');
    text_add_bytes(out, json + 1, size - 2); /* without its brackets */
    end(match);
}

static void tell_over(struct match *match)
{
    struct result result;
    struct error error;
    if (game_result(match->game, &result, &error) != STATUS_OK)
        result = (struct result){.winner = -1};
    struct text *out = begin(match, "game.over");
    json_add_member_string(out, "reason", game_over_reason(match->game));
    json_add_key(out, "scores");
    text_add_char(out, '{');
    for (int i = 0; i < match->seat_count; i++)
        json_add_member_integer(out, match->seat_names[i], result.scores[i]);
    text_add_char(out, '}');
    json_add_key(out, "winner");
    if (result.winner < 0)
        text_add(out, "null");
    else
        json_add_string(out, match->seat_names[result.winner],
                        strlen(match->seat_names[result.winner]));
    end(match);
    match->over_is_told = true;
}

const struct record *match_record(const struct match *match)
{
    return match->game != NULL ? game_record(match->game)
                               : match->sealing.record;
}

const struct sealing *match_sealing(const struct match *match)
{
    if (!match->is_sealed)
        return NULL;
    return match->game != NULL ? game_sealing(match->game) : &match->sealing;
}

/* Whether the record has all that was sealed. */
static bool is_unsealed(const struct match *match)
{
    return match->is_sealed && match_sealing(match)->seats[0].revealed;
}

void match_save(struct match *match)
{
    struct error error;
    bool had_failed = match->save_has_failed;
    if (match_record(match) == NULL || match->save[0] == '\0')
        return;
    match->save_has_failed =
        record_save(match_record(match), match->save, &error) != STATUS_OK;
    if (!match->save_has_failed && is_unsealed(match))
        secret_remove(match->save);
    if (match->save_has_failed == had_failed)
        return;
    struct text *out = begin(match, match->save_has_failed ? "game.save_failed"
                                                           : "game.save_works");
    if (match->save_has_failed)
        json_add_member_string(out, "reason", error.text);
    json_add_member_string(out, "save", match->save);
    end(match);
}

/* Questions --------------------------------------------------------------- */

bool match_goes_on(const struct match *match)
{
    return match->game != NULL && game_over_reason(match->game) == NULL;
}

bool match_waits_for_bot(const struct match *match)
{
    return match_goes_on(match) &&
           match->players[game_question(match->game)->seat].kind !=
               PLAYER_HUMAN;
}

enum status match_ends_turn(struct match *match, int index, bool *ends_turn,
                            struct error *error)
{
    struct position *position = game_position(match->game);
    const char *turn = executor_turn_step(position_executor(position));
    int seat = position_question(position)->seat;
    struct position *copy = NULL;
    enum status status = position_copy(&copy, position, error);
    if (status == STATUS_OK)
        status = position_choose(copy, index, error);
    if (status == STATUS_OK) {
        const struct question *next = position_question(copy);
        *ends_turn = next->waiting != WAITING_CHOICE || next->seat != seat ||
                     strcmp(next->step, turn) == 0;
    }
    position_free(copy);
    struct error second;
    if (status != STATUS_OK && game_recover(match->game, &second) != STATUS_OK)
        *error = second;
    return status;
}

enum status match_add_question(struct match *match, struct text *out,
                               struct error *error)
{
    bool ends_turn = false;
    if (game_question(match->game)->choice_count > 0 &&
        match_ends_turn(match, 0, &ends_turn, error) != STATUS_OK)
        ends_turn = false; /* it is told when the choice is made */
    const struct question *question = game_question(match->game);
    struct position *position = game_position(match->game);
    enum status status = STATUS_OK;
    json_add_member_integer(out, "seq", match->seq);
    json_add_member_string(out, "step", question->step);
    json_add_member_integer(out, "seat", question->seat + 1);
    json_add_member_string(out, "player", match->seat_names[question->seat]);
    json_add_member_boolean(out, "may_undo",
                            game_may_undo(match->game, question->seat));
    json_add_member_boolean(out, "ends_turn", ends_turn);
    json_add_key(out, "choices");
    text_add_char(out, '[');
    for (int i = 0; status == STATUS_OK && i < question->choice_count; i++) {
        json_add_comma(out);
        status = position_choice(position, i, out, error);
    }
    text_add_char(out, ']');
    return status;
}

/* Tells what is asked, when a person is. A question that cannot be told
 * breaks the game. */
static void tell_question(struct match *match)
{
    struct error error;
    int before = match->news->count;
    struct text *out = begin(match, "game.question");
    enum status status = match_add_question(match, out, &error);
    /* Choices may tell what the seat holds unseen. */
    news_end(match->news, match->number, game_question(match->game)->seat);
    if (status == STATUS_OK)
        return;
    news_cut(match->news, before);
    if (game_break(match->game, &error) == STATUS_OK)
        tell_over(match);
}

void match_settle(struct match *match)
{
    match_save(match);
    if (game_over_reason(match->game) != NULL) {
        if (!match->over_is_told)
            tell_over(match);
    } else if (!match_waits_for_bot(match)) {
        tell_question(match);
    }
}

/* Beginning and ending ---------------------------------------------------- */

enum status match_begin(struct match *match, struct error *error)
{
    REQUIRE(match->game == NULL);
    struct game_start start = {
        .ruleset = match->ruleset,
        .seed = match->is_sealed ? NULL : match->seed,
        .sealing = match->is_sealed ? &match->sealing : NULL,
        .listener = match_listen,
        .context = match,
    };
    int before = match->news->count;
    enum status status = game_new(&match->game, &start, error);
    if (status != STATUS_OK) {
        news_cut(match->news, before);
        return status;
    }
    match_settle(match);
    return STATUS_OK;
}

void match_free(struct match *match)
{
    if (match == NULL)
        return;
    if (match_record(match) == NULL && match->save[0] != '\0')
        match_file_give_back(match->save);
    game_free(match->game);
    sealing_clear(&match->sealing);
    ruleset_free(match->ruleset);
    free(match->answers);
    free(match);
}

/* Choosing ---------------------------------------------------------------- */

/* Remembers the index that answered the question, or -1, and goes on to the
 * next number. Without memory it is forgotten: then a repeat by index is not
 * known again. */
static void count_answer(struct match *match, int index)
{
    int at = match->seq++ - match->first_seq;
    if (at >= match->answer_capacity) {
        int capacity =
            match->answer_capacity == 0 ? 64 : 2 * match->answer_capacity;
        if (capacity <= at)
            return;
        int *answers =
            realloc(match->answers, (size_t)capacity * sizeof *answers);
        if (answers == NULL)
            return;
        match->answers = answers;
        for (int i = match->answer_capacity; i < capacity; i++)
            answers[i] = -1;
        match->answer_capacity = capacity;
    }
    match->answers[at] = index;
}

/* Makes a choice of those offered, and tells what comes of it. */
static enum status choose(struct match *match, int index, struct error *error)
{
    enum status status = game_choose(match->game, index, error);
    if (status == STATUS_OK)
        count_answer(match, index);
    if (status == STATUS_OK || game_over_reason(match->game) != NULL)
        match_settle(match);
    return status;
}

bool match_counts(const struct record_entry *entry)
{
    return strcmp(entry->type, "choice") == 0 ||
           strcmp(entry->type, "undo") == 0;
}

/* Whether question `seq`, which is answered, was answered by this choice. */
static bool was_chosen(const struct match *match,
                       const struct match_choice *choice)
{
    if (choice->index >= 0) {
        int at = choice->seq - match->first_seq;
        return at >= 0 && at < match->answer_capacity &&
               match->answers[at] == choice->index;
    }
    const struct record *record = game_record(match->game);
    int seq = 0;
    int i = 0;
    struct record_entry entry;
    for (; i < record_count(record) && seq < choice->seq; i++) {
        entry = record_entry(record, i);
        seq += match_counts(&entry);
    }
    struct json *d = NULL;
    struct text made = {0};
    struct error error;
    bool is_same =
        seq == choice->seq && strcmp(entry.type, "choice") == 0 &&
        record_parse(&d, &entry, &error) == STATUS_OK &&
        json_add_canonical(&made, json_get(d, "choice"), &error) == STATUS_OK &&
        made.size == choice->size &&
        memcmp(made.bytes, choice->choice, choice->size) == 0;
    json_free(d);
    text_free(&made);
    return is_same;
}

enum match_verdict match_choose(struct match *match,
                                const struct match_choice *choice,
                                struct error *error)
{
    REQUIRE(match->game != NULL);
    if (choice->seq >= 1 && choice->seq < match->seq)
        return was_chosen(match, choice) ? MATCH_CHOSEN : MATCH_ELSE;
    if (choice->seq != match->seq || !match_goes_on(match))
        return MATCH_WRONG_SEQ;
    int index = choice->index;
    if (index < 0 &&
        position_find_choice(game_position(match->game), choice->choice,
                             choice->size, &index, error) != STATUS_OK)
        return MATCH_FAILED;
    if (index < 0 || index >= game_question(match->game)->choice_count)
        return MATCH_NOT_OFFERED;
    return choose(match, index, error) == STATUS_OK ? MATCH_CHOSEN
                                                    : MATCH_FAILED;
}

/* Makes the first choice that the rules do not fail on; breaks the game when
 * there is none. */
static void choose_any(struct match *match)
{
    struct error error;
    int count = game_question(match->game)->choice_count;
    for (int i = 0; i < count; i++)
        if (game_over_reason(match->game) != NULL ||
            choose(match, i, &error) == STATUS_OK)
            return;
    if (game_break(match->game, &error) == STATUS_OK)
        match_settle(match);
}

void match_let_choose(struct match *match)
{
    struct error error;
    int index = 0;
    int seat = game_question(match->game)->seat;
    enum status status = player_choose(
        &match->players[seat], game_position(match->game), &index, &error);
    if (status != STATUS_OK && game_recover(match->game, &error) != STATUS_OK) {
        if (game_break(match->game, &error) == STATUS_OK)
            match_settle(match);
        return;
    }
    if (status == STATUS_OK && choose(match, index, &error) == STATUS_OK)
        return;
    if (game_over_reason(match->game) == NULL)
        choose_any(match);
}

/* Else -------------------------------------------------------------------- */

enum status match_undo(struct match *match, int seat, struct error *error)
{
    enum status status = game_undo(match->game, seat, error);
    if (status != STATUS_OK)
        return status;
    count_answer(match, -1);
    struct text *out = begin(match, "game.undone");
    json_add_member_integer(out, "entry", game_event_count(match->game));
    end(match);
    match_settle(match);
    return STATUS_OK;
}

enum status match_resign(struct match *match, int seat, struct error *error)
{
    enum status status = game_resign(match->game, seat, error);
    if (status == STATUS_OK)
        match_settle(match);
    return status;
}

enum status match_answer_draw(struct match *match, int seat, bool agrees,
                              struct error *error)
{
    enum status status = game_answer_draw(match->game, seat, agrees, error);
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

/* Writes record and secret to a file that was taken. */
static enum status write_to(const struct match *match, const char *path,
                            struct error *error)
{
    enum status status = STATUS_OK;
    if (match->is_sealed && !is_unsealed(match))
        status = secret_write(match_sealing(match), path, error);
    if (status == STATUS_OK && match_record(match) != NULL)
        status = record_save(match_record(match), path, error);
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
    if (is_other && match->save[0] != '\0')
        secret_remove(match->save);
    match->save_has_failed = false;
    memcpy(match->save, path, strlen(path) + 1);
    return STATUS_OK;
}
