/*
 * game_end -- how a game comes to its end, and what may lead to one: giving up,
 * offering a draw, the clock.
 */

#include "game/game_inside.h"

#include "game/ending.h"

#include <string.h>

static const char REASON_BROKEN[] = "broken";

/* Tells that the game is over. */
static enum status tell_end(struct game *game, const char *reason,
                            struct error *error)
{
    struct text event = {0};
    struct ending_seats seats = {.count = game->seat_count};
    for (int i = 0; i < game->seat_count; i++)
        seats.names[i] = game->seat_names[i];
    ending_add_event(&event, &seats, &game->result, reason);
    enum status status = text_status(&event, "an event", error);
    if (status == STATUS_OK)
        game_tell(game, event.bytes, event.size);
    text_free(&event);
    return status;
}

/* Adds the last entries: the open seal, what was hidden, and the end. */
static enum status append_end(struct game *game, const char *reason,
                              struct error *error)
{
    struct text *out = &game->line;
    enum status status = STATUS_OK;
    if (game->is_sealed) {
        status = sealing_open_seal(&game->sealing, game->record,
                                   game_record_time(game), error);
        if (status == STATUS_OK)
            status = game_record_hands(game, error);
    }
    text_clear(out);
    text_addf(out, "{\"reason\":\"%s\",\"scores\":[", reason);
    for (int i = 0; i < game->seat_count; i++) {
        json_add_comma(out);
        text_add_integer(out, game->result.scores[i]);
    }
    text_add(out, "]}");
    if (status == STATUS_OK)
        status = game_record_append(game, "end", 0, error);
    return status;
}

enum status game_end_as(struct game *game, const char *reason,
                        struct error *error)
{
    int count = record_count(game->record);
    bool was_open = game->sealing.seats[0].revealed;
    enum status status = append_end(game, reason, error);
    status = game_record_settle(game, count, status, error);
    if (status != STATUS_OK) {
        game->sealing.seats[0].revealed = was_open;
        return status;
    }
    game_forget_undo(game);
    timer_ask(&game->timer, -1, record_newest_ts(game->record));
    game->over_reason = reason;
    /* It is over, and written down: without memory this event is lost. */
    struct error untold;
    (void)!tell_end(game, reason, &untold);
    return STATUS_OK;
}

/* Keeps how the game stands, if its rules can tell. */
static void keep_result(struct game *game)
{
    struct error error;
    struct result result;
    if (game_wake(game, &error) == STATUS_OK &&
        position_result(game->position, &result, &error) == STATUS_OK)
        game->result = result;
}

void game_end_broken(struct game *game)
{
    struct error error;
    keep_result(game);
    game->result.winner = -1;
    game_forget_undo(game);
    timer_ask(&game->timer, -1, record_newest_ts(game->record));
    game->over_reason = REASON_BROKEN;
    if (tell_end(game, REASON_BROKEN, &error) != STATUS_OK)
        text_clear(&game->events);
}

/* Takes the result as its rules tell it now. Where they cannot, nobody could
 * ever end the game: it is broken. */
static enum status take_result(struct game *game, struct error *error)
{
    struct result result;
    enum status status = game_wake(game, error);
    if (status == STATUS_OK)
        status = position_result(game->position, &result, error);
    if (status == STATUS_OK)
        game->result = result;
    else if (status != STATUS_NO_MEMORY)
        game_end_broken(game);
    return status;
}

/* Adds an entry, whose d is in game->line, that ends the game for `seat`, and
 * the end: of two seats the other wins. */
static enum status lose(struct game *game, const char *type, int by, int64_t ts,
                        int seat, const char *reason, struct error *error)
{
    struct result before = game->result;
    int count = record_count(game->record);
    enum status status = game_record_append_at(game, type, by, ts, error);
    if (status == STATUS_OK) {
        game->result.winner = game->seat_count == 2 ? 1 - seat : -1;
        status = game_end_as(game, reason, error);
    }
    if (status != STATUS_OK && game->over_reason == NULL) {
        record_cut(game->record, count);
        game->result = before;
    }
    return status;
}

enum status game_resign(struct game *game, int seat, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    enum status status = take_result(game, error);
    if (status != STATUS_OK)
        return status;
    text_clear(&game->line);
    text_add(&game->line, "{}");
    return lose(game, "resign", seat + 1, game_record_time(game), seat,
                "resigned", error);
}

enum status game_break(struct game *game, struct error *error)
{
    (void)error;
    REQUIRE(game->over_reason == NULL);
    game_end_broken(game);
    return STATUS_OK;
}

int game_draw_offer(const struct game *game)
{
    return game->draw_offer;
}

enum status game_offer_draw(struct game *game, int seat, struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    if (game->draw_offer >= 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "a draw has been offered and not been answered yet");
    if (game->times == NULL && game->offer_counts[seat] >= GAME_OFFERS_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "you have offered a draw %d times: that is enough",
                         GAME_OFFERS_MAX);
    if (game_record_is_full(game, error))
        return STATUS_BAD_INPUT;
    int count = record_count(game->record);
    text_clear(&game->line);
    text_add(&game->line, "{}");
    enum status status =
        game_record_append(game, "offer_draw", seat + 1, error);
    status = game_record_settle(game, count, status, error);
    if (status != STATUS_OK)
        return status;
    game->offer_counts[seat]++;
    game->draw_offer = seat;
    memset(game->accepted, 0, sizeof game->accepted);
    game->accepted[seat] = true;
    return STATUS_OK;
}

static bool all_accept(const struct game *game)
{
    for (int i = 0; i < game->seat_count; i++)
        if (!game->accepted[i])
            return false;
    return true;
}

/* Adds the answer and, when it is the last that was missing, the end. */
static enum status answer(struct game *game, int seat, bool is_agreed,
                          struct error *error)
{
    enum status status = STATUS_OK;
    if (is_agreed)
        status = take_result(game, error);
    text_clear(&game->line);
    text_addf(&game->line, "{\"agrees\":%s}",
              game->accepted[seat] ? "true" : "false");
    if (status == STATUS_OK)
        status = game_record_append(game, "answer_draw", seat + 1, error);
    if (status != STATUS_OK || !is_agreed)
        return status;
    game->result.winner = -1;
    return game_end_as(game, "agreed", error);
}

enum status game_answer_draw(struct game *game, int seat, bool agrees,
                             struct error *error)
{
    REQUIRE(game->over_reason == NULL);
    if (game->draw_offer < 0 || game->accepted[seat])
        return error_set(error, STATUS_BAD_INPUT,
                         "no draw is offered to seat %d", seat + 1);
    int count = record_count(game->record);
    game->accepted[seat] = agrees;
    enum status status = answer(game, seat, all_accept(game), error);
    if (game->over_reason != NULL)
        return status;
    status = game_record_settle(game, count, status, error);
    if (status != STATUS_OK)
        game->accepted[seat] = false;
    else if (!agrees)
        game->draw_offer = -1;
    return status;
}

const struct timer *game_timer(const struct game *game)
{
    return &game->timer;
}

enum status game_time_out(struct game *game, int64_t now_ms,
                          struct error *error)
{
    int seat = game->timer.seat;
    if (game->over_reason != NULL || now_ms < timer_end(&game->timer))
        return STATUS_OK;
    enum status status = take_result(game, error);
    if (status != STATUS_OK)
        return status;
    int64_t ts = game_record_time(game);
    text_clear(&game->line);
    text_addf(&game->line, "{\"seat\":%d}", seat + 1);
    return lose(game, "time_out", 0, now_ms > ts ? now_ms : ts, seat, "time",
                error);
}

enum status game_pause(struct game *game, int64_t ms, struct error *error)
{
    int64_t ts = game_record_time(game);
    int64_t passed = ts - record_newest_ts(game->record);
    if (ms > passed)
        ms = passed;
    if (game->over_reason != NULL || timer_end(&game->timer) == TIMER_NEVER ||
        ms <= 0)
        return STATUS_OK;
    int count = record_count(game->record);
    text_clear(&game->line);
    text_add(&game->line, "{\"ms\":");
    text_add_integer(&game->line, ms);
    text_add_char(&game->line, '}');
    enum status status = game_record_append_at(game, "pause", 0, ts, error);
    status = game_record_settle(game, count, status, error);
    if (status != STATUS_OK)
        return status;
    timer_pause(&game->timer, ms);
    for (int i = 0; i < game->undo_count; i++)
        timer_pause(&game->undo[i].timer, ms);
    return STATUS_OK;
}

const char *game_over_reason(const struct game *game)
{
    return game->over_reason;
}

enum status game_result(struct game *game, struct result *result,
                        struct error *error)
{
    *result = game->result;
    if (game->over_reason != NULL)
        return STATUS_OK;
    enum status status = game_wake(game, error);
    if (status != STATUS_OK)
        return status;
    return position_result(game->position, result, error);
}
