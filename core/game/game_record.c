/*
 * game_record -- what a game writes down.
 */

#include "game/game_inside.h"

#include "base/clock.h"
#include "game/opening.h"
#include "game/sources.h"

#include <stdlib.h>
#include <string.h>

enum { HIDDEN_MORE = 16 /* the list of hidden draws grows by */ };

int64_t game_ahead(struct game *game)
{
    int64_t now = clock_calendar_ms();
    int64_t newest = record_newest_ts(game->record);
    if (game->time_ms < newest)
        game->time_ms = newest;
    if (game->time_ms < now + game->ahead_ms)
        game->time_ms = now + game->ahead_ms;
    game->ahead_ms = game->time_ms - now;
    return game->ahead_ms;
}

int64_t game_record_time(struct game *game)
{
    int seq = record_count(game->record);
    if (game->times != NULL && seq < record_count(game->times))
        return record_entry(game->times, seq).ts;
    game_ahead(game);
    return game->time_ms;
}

bool game_record_is_full(const struct game *game, struct error *error)
{
    size_t size = record_size(game->record);
    if (game->times != NULL || (size < game->start_size + GAME_PLAY_SIZE_MAX &&
                                size < RECORD_SIZE_MAX - GAME_END_SIZE))
        return false;
    error_set(error, STATUS_BAD_INPUT,
              "the game has become too long: it can only be ended");
    return true;
}

enum status game_record_append_at(struct game *game, const char *type, int by,
                                  int64_t ts, struct error *error)
{
    enum status status = text_status(&game->line, "an entry", error);
    if (status != STATUS_OK)
        return status;
    struct record_event event = {
        .type = type,
        .by = by,
        .ts = ts,
        .d = text_string(&game->line),
        .d_size = game->line.size,
    };
    return record_append(game->record, &event, error);
}

enum status game_record_append(struct game *game, const char *type, int by,
                               struct error *error)
{
    return game_record_append_at(game, type, by, game_record_time(game), error);
}

/* Adds the opening; *opening is filled. */
static enum status append_opening(struct game *game, struct opening *opening,
                                  const char *seed, struct error *error)
{
    struct text *out = &game->line;
    char rules[HASH_HEX_SIZE];
    hash_to_hex(rules, &game->ruleset->hash);
    text_clear(out);
    text_add_char(out, '{');
    json_add_member_integer(out, "level", GAME_LEVEL_OPEN);
    json_add_key(out, "params");
    text_add_bytes(out, opening->params.bytes, opening->params.size);
    json_add_member_string(out, "rules", rules);
    json_add_member_string(out, "seed", seed);
    json_add_key(out, "tiles");
    opening_add_items(opening, out);
    text_add_char(out, '}');
    return game_record_append(game, "open", 0, error);
}

enum status game_record_open(struct game *game, struct executor *executor,
                             const struct game_start *start,
                             struct error *error)
{
    struct opening *opening = calloc(1, sizeof *opening);
    if (opening == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for an opening");
    enum status status = opening_fill(
        opening, executor,
        &(struct opening_terms){.attempt = 1, .clock = start->clock}, error);
    if (status == STATUS_OK)
        status = record_new(&game->record, error);
    if (status == STATUS_OK)
        status = append_opening(game, opening, start->seed, error);
    if (status == STATUS_OK)
        status = sources_append(game->record, game->ruleset,
                                game_record_time(game), error);
    opening_clear(opening);
    free(opening);
    return status;
}

static enum status append_draw(struct game *game, int pile, int item,
                               struct error *error)
{
    struct executor *executor = position_executor(game->position);
    text_clear(&game->line);
    text_add_char(&game->line, '{');
    json_add_member_string(&game->line, "label",
                           executor_pile_name(executor, pile));
    const char *name = executor_item_name(executor, pile, item);
    json_add_key(&game->line, "tiles");
    text_add_char(&game->line, '[');
    json_add_string(&game->line, name, strlen(name));
    text_add(&game->line, "]}");
    return game_record_append(game, "draw", 0, error);
}

/* A draw whose item nobody but `hand` may know of while the game runs
 * (fairness.md section 9.1). */
static enum status append_hidden_draw(struct game *game,
                                      struct hidden_draw draw,
                                      struct error *error)
{
    if (game->hidden_count == game->hidden_capacity) {
        int capacity = game->hidden_capacity + HIDDEN_MORE;
        void *longer =
            realloc(game->hidden, (size_t)capacity * sizeof *game->hidden);
        if (longer == NULL)
            return error_set(error, STATUS_NO_MEMORY, "no memory for a draw");
        game->hidden = longer;
        game->hidden_capacity = capacity;
    }
    text_clear(&game->line);
    text_add_char(&game->line, '{');
    json_add_member_integer(&game->line, "hand", draw.seat + 1);
    json_add_member_string(
        &game->line, "label",
        executor_pile_name(position_executor(game->position), draw.pile));
    text_add_char(&game->line, '}');
    enum status status = game_record_append(game, "draw", 0, error);
    if (status == STATUS_OK)
        game->hidden[game->hidden_count++] = draw;
    return status;
}

enum status game_record_outcome(struct game *game,
                                const struct question *question,
                                const struct chance_outcome *outcome,
                                struct error *error)
{
    if (question->pile >= 0 && question->hand >= 0 && game->is_sealed)
        return append_hidden_draw(
            game,
            (struct hidden_draw){.seat = (uint8_t)question->hand,
                                 .pile = (uint8_t)question->pile,
                                 .item = (uint8_t)outcome->value},
            error);
    if (question->pile >= 0)
        return append_draw(game, question->pile, outcome->value, error);
    text_clear(&game->line);
    text_add_char(&game->line, '{');
    json_add_member_integer(&game->line, "k", (int64_t)outcome->k);
    json_add_member_string(&game->line, "label", question->roll);
    json_add_member_integer(&game->line, "sides", question->sides);
    json_add_member_integer(&game->line, "value", outcome->value);
    text_add_char(&game->line, '}');
    return game_record_append(game, "roll", 0, error);
}

enum status game_record_hands(struct game *game, struct error *error)
{
    enum status status = STATUS_OK;
    for (int seat = 0; status == STATUS_OK && seat < game->seat_count; seat++) {
        int count = 0;
        text_clear(&game->line);
        text_add(&game->line, "{\"items\":[");
        for (int i = 0; i < game->hidden_count; i++) {
            struct hidden_draw draw = game->hidden[i];
            if (draw.seat != seat)
                continue;
            const char *name = executor_item_name(
                position_executor(game->position), draw.pile, draw.item);
            json_add_item_string(&game->line, name);
            count++;
        }
        text_addf(&game->line, "],\"seat\":%d}", seat + 1);
        if (count > 0)
            status = game_record_append(game, "hand", 0, error);
    }
    return status;
}

/* Signs the newest entry of a sealed game, unless it is played again or the
 * referee's keys are not here. */
static enum status sign(struct game *game, struct error *error)
{
    int newest = record_count(game->record) - 1;
    if (!game->is_sealed || game->times != NULL ||
        !sealing_has_keys(&game->sealing) ||
        (game->has_head && game->head.entry == newest))
        return STATUS_OK;
    enum status status =
        record_sign(game->record, 0, &game->sealing.keys, error);
    if (status != STATUS_OK)
        return status;
    struct record_signature made = record_signature(
        game->record, record_signature_count(game->record) - 1);
    game->has_head = true;
    game->head = (struct game_head){.entry = newest,
                                    .hash = record_head(game->record),
                                    .signature = made.signature};
    return STATUS_OK;
}

enum status game_record_settle(struct game *game, int count, enum status status,
                               struct error *error)
{
    if (status == STATUS_OK)
        status = sign(game, error);
    if (status != STATUS_OK)
        record_cut(game->record, count);
    return status;
}

/* Notes what the signatures of a record that was taken over say. */
static void note_signatures(struct game *game)
{
    for (int i = 0; i < record_signature_count(game->record); i++) {
        struct record_signature of = record_signature(game->record, i);
        int seat = of.by - 1;
        if (!of.is_checked || seat >= game->seat_count)
            continue;
        if (seat >= 0 && of.seq > game->acknowledged[seat])
            game->acknowledged[seat] = of.seq;
        if (seat >= 0 || (game->has_head && of.seq <= game->head.entry))
            continue;
        game->has_head = true;
        game->head =
            (struct game_head){.entry = of.seq,
                               .hash = record_entry(game->record, of.seq).hash,
                               .signature = of.signature};
    }
}

enum status game_take_record(struct game *game, const struct record *record,
                             struct error *error)
{
    struct record *copy;
    enum status status = record_copy(&copy, record, error);
    for (int seq = record_count(record);
         status == STATUS_OK && seq < record_count(game->record); seq++) {
        struct record_entry entry = record_entry(game->record, seq);
        status = record_append_entry(copy, &entry, error);
    }
    if (status != STATUS_OK) {
        record_free(copy);
        return status;
    }
    record_free(game->record);
    game->record = copy;
    game->times = NULL;
    note_signatures(game);
    return sign(game, error);
}
