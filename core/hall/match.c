#include "hall/match_inside.h"

#include "base/json.h"
#include "fair/hex.h"
#include "game/lineup.h"
#include "game/secret.h"
#include "hall/failing.h"
#include "hall/match_file.h"
#include "hall/match_seal.h"
#include "hall/place.h"

#include <stdlib.h>
#include <string.h>

struct text *match_begin_news(struct match *match, const char *method)
{
    struct text *out = news_begin(match->home->news, method);
    json_add_member_string(out, "game", match->id);
    return out;
}

void match_end_news(struct match *match)
{
    news_end(match->home->news, match->number, NEWS_FOR_ALL);
}

void match_tell_seat(struct match *match, const char *method, int seat)
{
    struct text *out = match_begin_news(match, method);
    json_add_member_integer(out, "seat", seat + 1);
    match_end_news(match);
}

void match_listen(void *context, const char *json, size_t size)
{
    struct match *match = context;
    if (match->story.is_kept)
        story_add(&match->story, match->id, json, size);
    if (match->is_replaying)
        return;
    struct text *out = match_begin_news(match, "game.event");
    text_add_char(out, ',');
    text_add_bytes(out, json + 1, size - 2); /* without its brackets */
    match_end_news(match);
}

/* Why it is over. */
static const char *over_reason(const struct match *match)
{
    return match->game != NULL ? game_over_reason(match->game)
                               : match->forfeited;
}

void match_add_result(const struct match *match, struct text *out)
{
    struct result result = {.winner = -1};
    struct error error;
    if (match->game != NULL) {
        if (game_result(match->game, &result, &error) != STATUS_OK)
            result = (struct result){.winner = -1};
    } else {
        result.winner = match_seal_winner(match);
    }
    json_add_member_string(out, "reason", over_reason(match));
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
    if (match->because != NULL && strcmp(over_reason(match), "broken") == 0) {
        json_add_key(out, "because");
        text_add(out, match->because);
    }
}

void match_tell_over(struct match *match)
{
    match_add_result(match, match_begin_news(match, "game.over"));
    match_end_news(match);
    match->over_is_told = true;
    match->is_broken = strcmp(over_reason(match), "broken") == 0;
    match_note_about(match);
}

bool match_is_unbegun(const struct match *match)
{
    return match_state(match) == STORE_OPEN && match_record(match) == NULL;
}

void match_free_seat(struct match *match, int seat)
{
    struct match_seat *free = &match->seats[seat];
    free->is_taken = false;
    free->has_key = false;
    free->lapses = false;
    free->address[0] = '\0';
    match_note_about(match);
}

enum store_state match_state(const struct match *match)
{
    if (match->forfeited != NULL)
        return STORE_OVER;
    if (match->game == NULL)
        return STORE_OPEN;
    return match_goes_on(match) ? STORE_PLAYING : STORE_OVER;
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
    if (match->game != NULL)
        return game_sealing(match->game);
    return match->sealing.record != NULL ? &match->sealing : NULL;
}

bool match_is_unsealed(const struct match *match)
{
    return match->is_sealed && match_sealing(match)->seats[0].revealed;
}

/* Writes the record to its file; tells when that fails, or works again. */
static void save_file(struct match *match)
{
    struct error error;
    bool had_failed = match->save_has_failed;
    if (match_record(match) == NULL || match->save[0] == '\0')
        return;
    match->save_has_failed =
        record_save(match_record(match), match->save, &error) != STATUS_OK;
    if (!match->save_has_failed && match_is_unsealed(match))
        secret_remove(match->save);
    if (!match->save_has_failed && match->game != NULL && !match_goes_on(match))
        lineup_remove(match->save);
    if (match->save_has_failed == had_failed)
        return;
    struct text *out = match_begin_news(
        match, match->save_has_failed ? "game.save_failed" : "game.save_works");
    if (match->save_has_failed)
        json_add_member_string(out, "reason", error.text);
    json_add_member_string(out, "save", match->save);
    match_end_news(match);
}

/* Has the match put into the store at the end of the call. */
static void note_change(struct match *match)
{
    if (match->is_changed)
        return;
    match->is_changed = true;
    match->next_changed = match->home->changed;
    match->home->changed = match;
}

void match_note_about(struct match *match)
{
    if (!match->home->is_daemon)
        return;
    match->about_is_new = true;
    note_change(match);
}

void match_add_head(struct text *out, const struct game_head *head)
{
    json_add_member_integer(out, "entry", head->entry);
    hex_add_member(out, "hash", head->hash.bytes, HASH_SIZE);
    hex_add_member(out, "signature", head->signature.bytes, SIGN_SIZE);
}

/* Tells what the daemon has signed, for players to keep. */
static void tell_head(struct match *match)
{
    struct game_head head;
    if (match->game == NULL || !game_head(match->game, &head) ||
        head.entry == match->head_told)
        return;
    match_add_head(match_begin_news(match, "game.head"), &head);
    match_end_news(match);
    match->head_told = head.entry;
}

void match_tell_head_to(struct match *match, struct peer *peer)
{
    struct game_head head;
    if (match->game == NULL || !game_head(match->game, &head))
        return;
    match_add_head(match_begin_news(match, "game.head"), &head);
    news_end_for(match->home->news, match->number, peer);
}

void match_save(struct match *match)
{
    if (!match->home->is_daemon) {
        save_file(match);
        return;
    }
    note_change(match);
    tell_head(match);
}

bool match_goes_on(const struct match *match)
{
    return match->game != NULL && game_over_reason(match->game) == NULL;
}

bool match_waits_for_bot(const struct match *match)
{
    return match_goes_on(match) && !match->home->is_daemon &&
           match->players[game_question(match->game)->seat].kind !=
               PLAYER_HUMAN;
}

enum status match_ends_turn(struct match *match, int index, bool *ends_turn,
                            struct error *error)
{
    enum status status = game_wake(match->game, error);
    if (status != STATUS_OK)
        return status;
    struct position *position = game_position(match->game);
    int seat = position_question(position)->seat;
    struct position *copy = NULL;
    status = position_copy(&copy, position, error);
    if (status == STATUS_OK)
        status = position_choose(copy, index, error);
    if (status == STATUS_OK) {
        const struct question *next = position_question(copy);
        *ends_turn = next->waiting != WAITING_CHOICE || next->seat != seat ||
                     position_turns(copy) > position_turns(position);
    }
    position_free(copy);
    struct error second;
    if (status != STATUS_OK && game_recover(match->game, &second) != STATUS_OK)
        *error = second;
    return status;
}

/* Whether the first choice ends the turn, as JSON. The daemon does not look
 * ahead each time that it asks: who wants to know asks game.ends_turn. */
static const char *first_ends_turn(struct match *match)
{
    bool ends_turn = false;
    struct error error;
    if (match->home->is_daemon)
        return "null";
    if (game_question(match->game)->choice_count > 0 &&
        match_ends_turn(match, 0, &ends_turn, &error) != STATUS_OK)
        return "false"; /* it is told when the choice is made */
    return ends_turn ? "true" : "false";
}

enum status match_add_question(struct match *match, struct text *out,
                               struct error *error)
{
    const char *ends_turn = first_ends_turn(match);
    enum status status = game_wake(match->game, error);
    if (status != STATUS_OK)
        return status;
    const struct question *question = game_question(match->game);
    struct position *position = game_position(match->game);
    json_add_member_integer(out, "seq", match->seq);
    json_add_member_string(out, "step", question->step);
    json_add_member_integer(out, "seat", question->seat + 1);
    json_add_member_string(out, "player", match->seat_names[question->seat]);
    json_add_member_boolean(out, "may_undo",
                            game_may_undo(match->game, question->seat));
    json_add_key(out, "ends_turn");
    text_add(out, ends_turn);
    json_add_key(out, "choices");
    return position_choices(position, out, error);
}

/* Tells the seat that is asked, or `peer` who sits there. A question that the
 * rules cannot tell breaks the game; what memory was out for is lost like other
 * news, and told anew to who comes back. */
static void tell_question(struct match *match, struct peer *peer)
{
    struct error error;
    struct news *news = match->home->news;
    int before = news->count;
    int seat = game_question(match->game)->seat;
    struct text *out = match_begin_news(match, "game.question");
    enum status status = match_add_question(match, out, &error);
    /* Choices may tell what the seat holds unseen. */
    if (peer == NULL)
        news_end(news, match->number, seat);
    else
        news_end_for(news, match->number, peer);
    if (status == STATUS_NO_MEMORY)
        news->text.failed = true;
    if (status == STATUS_OK || status == STATUS_NO_MEMORY)
        return;
    news_cut(news, before);
    match_break(match, &error);
}

void match_tell_waiting(struct match *match, struct peer *peer)
{
    const struct question *question = game_question(match->game);
    struct text *out = match_begin_news(match, "game.waiting");
    json_add_member_integer(out, "seq", match->seq);
    json_add_member_integer(out, "seat", question->seat + 1);
    json_add_member_string(out, "player", match->seat_names[question->seat]);
    json_add_member_string(out, "step", question->step);
    match_add_clocks(match, out);
    if (peer == NULL)
        match_end_news(match);
    else
        news_end_for(match->home->news, match->number, peer);
}

void match_tell_asked(struct match *match, struct peer *peer, int seat)
{
    int asked = game_question(match->game)->seat;
    if (!match->home->is_daemon) {
        if (!match_waits_for_bot(match))
            tell_question(match, NULL);
        return;
    }
    bool is_bot = peer != NULL && peer->bot[0] != '\0';
    if (!is_bot)
        match_tell_waiting(match, peer);
    bool is_there = match->seats[asked].peer != NULL;
    if (is_there && (peer == NULL || seat == asked))
        tell_question(match, peer);
}

void match_break(struct match *match, const struct error *reason)
{
    struct error error;
    failing_keep(match, reason);
    if (game_break(match->game, &error) == STATUS_OK)
        match_settle(match);
}

void match_end_broken(struct match *match, const struct error *reason)
{
    match->home->script_failure_count +=
        reason->status == STATUS_SCRIPT || reason->status == STATUS_LIMIT;
    if (match_goes_on(match)) {
        match_break(match, reason);
        return;
    }
    failing_keep(match, reason);
    match_settle(match);
}

void match_settle(struct match *match)
{
    match_save(match);
    if (match->story.is_kept)
        story_cut(&match->story, game_event_count(match->game));
    match_note_due(match);
    if (game_over_reason(match->game) == NULL)
        match_tell_asked(match, NULL, PEER_WATCHES);
    else if (!match->over_is_told)
        match_tell_over(match);
}

struct match *match_new(struct match_home *home, struct error *error)
{
    struct match *match = calloc(1, sizeof *match);
    if (match == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    match->home = home;
    match->seq = 1;
    match->head_told = -1;
    return match;
}

enum status match_begin(struct match *match, struct error *error)
{
    REQUIRE(match->game == NULL);
    const struct match_home *home = match->home;
    struct game_start start = {
        .ruleset = match_ruleset(match),
        .warm = home->warm,
        .seed = match->is_sealed ? NULL : match->seed,
        .sealing = match->is_sealed ? &match->sealing : NULL,
        .clock = match->clock,
        .listener = match_listen,
        .context = match,
    };
    int before = home->news->count;
    enum status status = game_new(&match->game, &start, error);
    if (status != STATUS_OK) {
        news_cut(home->news, before);
        return status;
    }
    match->home->game_count++;
    match_note_about(match);
    match_settle(match);
    return STATUS_OK;
}

const struct ruleset *match_ruleset(const struct match *match)
{
    return match->rules != NULL ? warm_ruleset(match->rules) : match->ruleset;
}

/* Takes a match out of those that are to be put into the store. */
static void forget_change(struct match *match)
{
    struct match **at = &match->home->changed;
    while (*at != NULL && *at != match)
        at = &(*at)->next_changed;
    if (*at != NULL)
        *at = match->next_changed;
}

void match_free(struct match *match)
{
    if (match == NULL)
        return;
    REQUIRE(match->watcher_count == 0);
    if (match->is_changed)
        forget_change(match);
    if (match_record(match) == NULL && match->save[0] != '\0')
        match_file_give_back(match->save);
    game_free(match->game);
    sealing_clear(&match->sealing);
    warm_leave(match->rules);
    ruleset_free(match->ruleset);
    story_drop(&match->story);
    text_free(&match->tail);
    text_free(&match->said);
    free(match->answers);
    free(match->heads);
    free(match->watchers);
    free(match->shown);
    free(match->because);
    free(match->failed);
    free(match);
}
