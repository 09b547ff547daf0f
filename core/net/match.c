#include "net/match.h"

#include "base/json.h"
#include "game/playout.h"
#include "net/match_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED_BYTES = 16, /* of the chance of bots */
    HASH_SHOWN = 12, /* characters of a hash that tell it from others */
};

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

static void tell_seat(struct match *match, const char *method, int seat)
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

/* Tells an event. While a record is played again those that were undone are
 * not: the news is cut back to what came before them. */
static void on_event(void *context, const char *json, size_t size)
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

void match_save(struct match *match)
{
    struct error error;
    bool had_failed = match->save_has_failed;
    if (match->game == NULL || match->save[0] == '\0')
        return;
    match->save_has_failed =
        record_save(game_record(match->game), match->save, &error) != STATUS_OK;
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
    size_t size = match->news->text.size;
    struct text *out = begin(match, "game.question");
    enum status status = match_add_question(match, out, &error);
    news_end(match->news, match->number, NEWS_FOR_ALL);
    if (status == STATUS_OK)
        return;
    news_cut(match->news, before);
    REQUIRE(match->news->text.size <= size);
    if (game_break(match->game, &error) == STATUS_OK)
        tell_over(match);
}

/* After something was done in the game: saves it, and tells what comes now. */
static void settle(struct match *match)
{
    match_save(match);
    if (game_over_reason(match->game) != NULL) {
        if (!match->over_is_told)
            tell_over(match);
    } else if (!match_waits_for_bot(match)) {
        tell_question(match);
    }
}

/* Making ------------------------------------------------------------------ */

/* A request made of an opening. */
struct opened_request {
    struct ruleset_request request;
    const char *variants[RULESET_VARIANTS_MAX];
    const char *options[RULESET_OPTIONS_MAX];
};

static void request_of(struct opened_request *out,
                       const struct game_opening *opening, const char *root)
{
    for (int i = 0; i < opening->variant_count; i++)
        out->variants[i] = opening->variants[i];
    for (int i = 0; i < opening->option_count; i++)
        out->options[i] = opening->options[i];
    out->request = (struct ruleset_request){
        .root = root,
        .game = opening->game,
        .variants = out->variants,
        .variant_count = opening->variant_count,
        .options = out->options,
        .option_count = opening->option_count,
    };
}

/* Keeps a word of a request; those that are too long are of no game. */
static enum status keep(char *out, size_t size, const char *word,
                        struct error *error)
{
    if (strlen(word) >= size)
        return error_set(error, STATUS_NOT_FOUND,
                         "there is nothing called '%.32s...'", word);
    memcpy(out, word, strlen(word) + 1);
    return STATUS_OK;
}

/* Keeps what the game is to begin with. */
static enum status keep_opening(struct game_opening *opening,
                                const struct match_setup *setup,
                                struct error *error)
{
    const struct ruleset_request *request = setup->request;
    memset(opening, 0, sizeof *opening);
    opening->variant_count = request->variant_count;
    opening->option_count = request->option_count;
    enum status status =
        keep(opening->game, sizeof opening->game, request->game, error);
    for (int i = 0; status == STATUS_OK && i < request->variant_count; i++)
        status = keep(opening->variants[i], sizeof opening->variants[i],
                      request->variants[i], error);
    for (int i = 0; status == STATUS_OK && i < request->option_count; i++)
        status = keep(opening->options[i], sizeof opening->options[i],
                      request->options[i], error);
    if (status != STATUS_OK || setup->seed == NULL)
        return status;
    if (strlen(setup->seed) >= sizeof opening->seed)
        return error_set(error, STATUS_BAD_INPUT,
                         "a seed is a text of at most %d bytes",
                         GAME_SEED_SIZE - 1);
    memcpy(opening->seed, setup->seed, strlen(setup->seed) + 1);
    return STATUS_OK;
}

/* Takes the names of the seats from an executor of the ruleset. */
static void take_seats(struct match *match, const struct executor *executor)
{
    match->seat_count = executor_seat_count(executor);
    for (int i = 0; i < match->seat_count; i++)
        snprintf(match->seat_names[i], sizeof match->seat_names[i], "%s",
                 executor_seat_name(executor, i));
}

/* Makes those who play, each with a chance of its own; nobody named: people. */
static enum status seat_players(struct match *match,
                                const struct match_setup *setup,
                                struct error *error)
{
    char seed[2 * HASH_SIZE + 1];
    struct hash random;
    enum player_kind kinds[MATERIAL_SEATS_MAX] = {PLAYER_HUMAN};
    if (setup->player_count > 0 && setup->player_count != match->seat_count)
        return error_set(
            error, STATUS_BAD_INPUT, "%s has %d seats, and players names %d",
            match->ruleset->game, match->seat_count, setup->player_count);
    for (int i = 0; i < setup->player_count; i++)
        kinds[i] = setup->players[i];
    hash_random(&random);
    hash_to_hex(seed, &random);
    hash_wipe(&random);
    playout_init_players(match->players, kinds, match->seat_count,
                         setup->seed == NULL ? seed : setup->seed);
    return STATUS_OK;
}

static enum status new_match(struct match **out,
                             const struct match_setup *setup,
                             struct error *error)
{
    struct match *match = calloc(1, sizeof *match);
    *out = match;
    if (match == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    match->number = setup->number;
    match->root = setup->root;
    match->news = setup->news;
    match->seq = 1;
    match->first_seq = 1;
    match->replayed_news = -1;
    snprintf(match->id, sizeof match->id, "g%d", setup->number);
    match->opening = malloc(sizeof *match->opening);
    if (match->opening == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    return STATUS_OK;
}

static enum status prepare(struct match *match, const struct match_setup *setup,
                           struct error *error)
{
    struct executor *executor = NULL;
    enum status status = keep_opening(match->opening, setup, error);
    if (status == STATUS_OK)
        status = ruleset_open(&match->ruleset, setup->request, error);
    if (status == STATUS_OK)
        status = executor_new(&executor, match->ruleset, error);
    if (status == STATUS_OK) {
        take_seats(match, executor);
        status = seat_players(match, setup, error);
    }
    executor_free(executor);
    if (status == STATUS_OK && setup->save != NULL)
        status = match_save_to(match, setup->save, setup->overwrites, error);
    return status;
}

enum status match_new(struct match **out, const struct match_setup *setup,
                      struct error *error)
{
    struct match *match;
    enum status status = new_match(&match, setup, error);
    if (status == STATUS_OK)
        status = prepare(match, setup, error);
    if (status != STATUS_OK) {
        match_free(match);
        match = NULL;
    }
    *out = match;
    return status;
}

enum status match_begin(struct match *match, struct error *error)
{
    REQUIRE(match->game == NULL);
    struct opened_request opened;
    request_of(&opened, match->opening, match->root);
    struct game_start start = {
        .ruleset = match->ruleset,
        .request = &opened.request,
        .seed = match->opening->seed,
        .listener = on_event,
        .context = match,
    };
    int before = match->news->count;
    enum status status = game_new(&match->game, &start, error);
    if (status != STATUS_OK) {
        news_cut(match->news, before);
        return status;
    }
    free(match->opening);
    match->opening = NULL;
    settle(match);
    return STATUS_OK;
}

void match_free(struct match *match)
{
    if (match == NULL)
        return;
    if (match->game == NULL && match->save[0] != '\0')
        match_file_give_back(match->save);
    game_free(match->game);
    ruleset_free(match->ruleset);
    free(match->opening);
    free(match->answers);
    free(match);
}

/* Resuming ---------------------------------------------------------------- */

static bool is_counted(const struct record_entry *entry)
{
    return strcmp(entry->type, "choice") == 0 ||
           strcmp(entry->type, "undo") == 0;
}

/* Opens the ruleset that the record names, which must be what it was. */
static enum status open_same_rules(struct match *match,
                                   const struct ruleset_request *request,
                                   struct error *error)
{
    enum status status = ruleset_open(&match->ruleset, request, error);
    if (status != STATUS_OK ||
        hash_is_equal(&match->ruleset->hash, &match->opening->rules))
        return status;
    char then[HASH_HEX_SIZE];
    char now[HASH_HEX_SIZE];
    hash_to_hex(then, &match->opening->rules);
    hash_to_hex(now, &match->ruleset->hash);
    return error_set(error, STATUS_BAD_INPUT,
                     "the scripts have changed since this game was begun "
                     "(rules %.*s, now %.*s)",
                     HASH_SHOWN, then, HASH_SHOWN, now);
}

/* Plays the record again, and tells of it what was not undone. */
static enum status replay(struct match *match, const struct record *record,
                          struct error *error)
{
    struct opened_request opened;
    request_of(&opened, match->opening, match->root);
    enum status status = open_same_rules(match, &opened.request, error);
    if (status != STATUS_OK)
        return status;
    struct game_start start = {
        .ruleset = match->ruleset,
        .request = &opened.request,
        .seed = match->opening->seed,
        .listener = on_event,
        .context = match,
    };
    match->replayed_news = match->news->count;
    status = game_replay(&match->game, record, &start, error);
    int told = status == STATUS_OK ? game_event_count(match->game) : 0;
    news_cut(match->news, match->replayed_news + told);
    match->replayed_news = -1;
    return status;
}

/* What is known of a match only when its record has been played again. */
static enum status take_up(struct match *match, const struct match_setup *setup,
                           struct error *error)
{
    const struct record *record = game_record(match->game);
    take_seats(match, position_executor(game_position(match->game)));
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        match->seq += is_counted(&entry);
    }
    match->first_seq = match->seq;
    free(match->opening);
    match->opening = NULL;
    return seat_players(match, setup, error);
}

enum status match_resume(struct match **out, const struct match_setup *setup,
                         struct error *error)
{
    struct record *record = NULL;
    struct match *match;
    int before = setup->news->count;
    *out = NULL;
    enum status status = new_match(&match, setup, error);
    if (status == STATUS_OK)
        status = match_file_load(&record, setup->save, error);
    if (status == STATUS_OK)
        status = game_read_opening(match->opening, record, error);
    if (status == STATUS_OK)
        status = replay(match, record, error);
    if (status == STATUS_OK)
        status = take_up(match, setup, error);
    record_free(record);
    if (status != STATUS_OK) {
        news_cut(setup->news, before);
        match_free(match);
        return error_prefix(error, "record '%s'", setup->save);
    }
    snprintf(match->save, sizeof match->save, "%s", setup->save);
    settle(match);
    *out = match;
    return STATUS_OK;
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
        settle(match);
    return status;
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
        seq += is_counted(&entry);
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
        settle(match);
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
            settle(match);
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
    settle(match);
    return STATUS_OK;
}

enum status match_resign(struct match *match, int seat, struct error *error)
{
    enum status status = game_resign(match->game, seat, error);
    if (status == STATUS_OK)
        settle(match);
    return status;
}

enum status match_answer_draw(struct match *match, int seat, bool agrees,
                              struct error *error)
{
    enum status status = game_answer_draw(match->game, seat, agrees, error);
    if (status != STATUS_OK)
        return status;
    tell_seat(match, agrees ? "game.draw_accepted" : "game.draw_declined",
              seat);
    if (game_over_reason(match->game) != NULL)
        settle(match);
    else
        match_save(match);
    return STATUS_OK;
}

enum status match_offer_draw(struct match *match, int seat, struct error *error)
{
    enum status status = game_offer_draw(match->game, seat, error);
    if (status != STATUS_OK)
        return status;
    tell_seat(match, "game.draw_offered", seat);
    match_save(match);
    for (int i = 0; status == STATUS_OK && i < match->seat_count &&
                    game_draw_offer(match->game) == seat;
         i++)
        if (match->players[i].kind != PLAYER_HUMAN)
            status = match_answer_draw(match, i, false, error);
    return status;
}

enum status match_save_to(struct match *match, const char *path,
                          bool overwrites, struct error *error)
{
    enum status status = STATUS_OK;
    bool is_same = strcmp(path, match->save) == 0;
    if (strlen(path) >= sizeof match->save)
        return error_set(error, STATUS_BAD_INPUT, "a path has at most %d bytes",
                         MATCH_SAVE_SIZE - 1);
    if (!is_same)
        status = match_file_take(path, overwrites, error);
    if (status == STATUS_OK && match->game != NULL) {
        status = record_save(game_record(match->game), path, error);
        if (status != STATUS_OK && !is_same)
            match_file_give_back(path);
    }
    if (status != STATUS_OK)
        return status;
    match->save_has_failed = false;
    memcpy(match->save, path, strlen(path) + 1);
    return STATUS_OK;
}
