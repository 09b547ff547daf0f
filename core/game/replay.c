/*
 * replay -- a game made again from its record.
 */

#include "game/game_inside.h"

#include <stdlib.h>
#include <string.h>

/* Copies the string `value` into `out`; false when it is none or too long. */
static bool copy_string(char *out, size_t size, const struct json *value)
{
    const char *string = json_string_of(value);
    if (string == NULL || strlen(string) >= size)
        return false;
    memcpy(out, string, strlen(string) + 1);
    return true;
}

static bool read_params(struct game_opening *opening, const struct json *d)
{
    const struct json *params = json_get(d, "params");
    const struct json *variants = json_get(params, "variants");
    const struct json *options = json_get(params, "options");
    opening->variant_count = (int)json_size(variants);
    opening->option_count = (int)json_size(options);
    if (!copy_string(opening->game, sizeof opening->game,
                     json_get(params, "game")) ||
        !copy_string(opening->seed, sizeof opening->seed,
                     json_get(d, "seed")) ||
        opening->variant_count > RULESET_VARIANTS_MAX ||
        opening->option_count > RULESET_OPTIONS_MAX)
        return false;
    for (int i = 0; i < opening->variant_count; i++)
        if (!copy_string(opening->variants[i], sizeof opening->variants[i],
                         json_at(variants, (size_t)i)))
            return false;
    for (int i = 0; i < opening->option_count; i++)
        if (!copy_string(opening->options[i], sizeof opening->options[i],
                         json_at(options, (size_t)i)))
            return false;
    const char *rules = json_string_of(json_get(d, "rules"));
    return rules != NULL && hash_from_hex(&opening->rules, rules);
}

enum status game_read_opening(struct game_opening *opening,
                              const struct record *record, struct error *error)
{
    memset(opening, 0, sizeof *opening);
    if (record_count(record) == 0)
        return error_set(error, STATUS_BAD_INPUT, "the record is empty");
    struct record_entry entry = record_entry(record, 0);
    struct json *d;
    enum status status = record_parse(&d, &entry, error);
    if (status != STATUS_OK)
        return status;
    if (strcmp(entry.type, "open") != 0 || !read_params(opening, d))
        status = error_set(error, STATUS_BAD_INPUT,
                           "entry 0 is not the opening of a game that was "
                           "played from a seed");
    json_free(d);
    return status;
}

/* Makes the choice that the entry's d has, if the seat is offered it. */
static enum status replay_choice(struct game *game, int seat,
                                 const struct json *d, struct error *error)
{
    if (json_get(d, "choice") == NULL)
        return error_set(error, STATUS_BAD_INPUT, "it has no choice");
    struct text choice = {0};
    int index = -1;
    enum status status =
        json_add_canonical(&choice, json_get(d, "choice"), error);
    if (status == STATUS_OK && game_question(game)->seat == seat)
        status = position_find_choice(game_position(game), text_string(&choice),
                                      choice.size, &index, error);
    if (status == STATUS_OK && index < 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "seat %d was not offered the choice %s", seat + 1,
                           text_string(&choice));
    if (status == STATUS_OK)
        status = game_choose(game, index, error);
    text_free(&choice);
    return status;
}

static enum status replay_draw_answer(struct game *game, int seat,
                                      const struct json *d, struct error *error)
{
    bool agrees;
    if (!json_read_boolean(json_get(d, "agrees"), &agrees))
        return error_set(error, STATUS_BAD_INPUT, "it has no answer");
    return game_answer_draw(game, seat, agrees, error);
}

static int seat_count(struct game *game)
{
    return executor_seat_count(position_executor(game_position(game)));
}

/* Does again what the entry says was done. Chance is not given: it must come
 * out the same by itself. */
static enum status replay_entry(struct game *game,
                                const struct record_entry *entry,
                                struct error *error)
{
    int seat = entry->by - 1;
    if (game_over_reason(game) != NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "it comes after the game's end");
    if (seat < 0 || seat >= seat_count(game))
        return error_set(error, STATUS_BAD_INPUT, "there is no seat %d",
                         entry->by);
    if (strcmp(entry->type, "undo") == 0)
        return game_undo(game, seat, error);
    if (strcmp(entry->type, "resign") == 0)
        return game_resign(game, seat, error);
    if (strcmp(entry->type, "offer_draw") == 0)
        return game_offer_draw(game, seat, error);
    struct json *d;
    enum status status = record_parse(&d, entry, error);
    if (status == STATUS_OK && strcmp(entry->type, "answer_draw") == 0)
        status = replay_draw_answer(game, seat, d, error);
    else if (status == STATUS_OK)
        status = replay_choice(game, seat, d, error);
    json_free(d);
    return status;
}

/* Whether both entries are the same, but for their times. */
static bool same_entry(const struct record_entry *one,
                       const struct record_entry *other)
{
    return one->by == other->by && strcmp(one->type, other->type) == 0 &&
           one->d_size == other->d_size &&
           memcmp(one->d, other->d, one->d_size) == 0;
}

static bool is_done_by_players(const char *type)
{
    return strcmp(type, "choice") == 0 || strcmp(type, "undo") == 0 ||
           strcmp(type, "resign") == 0 || strcmp(type, "offer_draw") == 0 ||
           strcmp(type, "answer_draw") == 0;
}

/* The line of the file that the entry is in: signatures have lines too. */
static int line_of(const struct record *record, int seq)
{
    int line = seq + 1;
    for (int i = 0; i < record_signature_count(record); i++)
        line += record_signature(record, i).seq < seq;
    return line;
}

static int source_count(const struct record *record)
{
    int count = 0;
    for (int i = 0; i < record_count(record); i++)
        count += strcmp(record_entry(record, i).type, "source") == 0;
    return count;
}

/* A record being played again. */
struct replay {
    struct game *game;
    const struct record *record;
    bool may_differ; /* in its rules, that is in opening and sources */
    int offset;      /* how many entries further on the same is in the new
                        record: it may have more sources, or less */
};

/* Whether an entry need not be the same by other rules: it names them, or
 * entries by their numbers. */
static bool is_of_rules(const struct record_entry *entry)
{
    return entry->seq == 0 || strcmp(entry->type, "source") == 0 ||
           strcmp(entry->type, "undo") == 0;
}

/* Plays an entry, unless chance has played it already, and compares. */
static enum status replay_next(const struct replay *replay,
                               const struct record_entry *entry,
                               struct error *error)
{
    const struct record *record = game_record(replay->game);
    int seq = entry->seq + replay->offset;
    if (seq >= record_count(record) && is_done_by_players(entry->type)) {
        enum status status = replay_entry(replay->game, entry, error);
        if (status != STATUS_OK)
            return status;
    }
    if (replay->may_differ && is_of_rules(entry))
        return STATUS_OK;
    record = game_record(replay->game);
    if (seq < record_count(record)) {
        struct record_entry made = record_entry(record, seq);
        if (same_entry(entry, &made))
            return STATUS_OK;
    }
    return error_set(error, STATUS_BAD_INPUT,
                     "a game played again has something else there");
}

/* Plays all entries. */
static enum status replay_all(const struct replay *replay, struct error *error)
{
    const struct record *record = replay->record;
    int count = record_count(record);
    for (int seq = 0; seq < count; seq++) {
        struct record_entry entry = record_entry(record, seq);
        if (replay_next(replay, &entry, error) != STATUS_OK)
            return error_prefix(error, "line %d: entry %d (%s)",
                                line_of(record, seq), seq, entry.type);
    }
    return STATUS_OK;
}

/* Whether an entry of this type comes before a game's first draw. */
static bool is_beginning(const char *type)
{
    static const char *const types[] = {"open", "source", "commit",
                                        "lock", "agree",  "reveal"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

/* Gives a sealing that was read the beginning of its record again. */
static enum status copy_beginning(struct sealing *sealing,
                                  const struct record *record,
                                  struct error *error)
{
    enum status status = record_new(&sealing->record, error);
    for (int seq = 0; status == STATUS_OK && seq < record_count(record);
         seq++) {
        struct record_entry entry = record_entry(record, seq);
        if (!is_beginning(entry.type))
            break;
        status = record_append(sealing->record,
                               &(struct record_event){.type = entry.type,
                                                      .by = entry.by,
                                                      .ts = entry.ts,
                                                      .d = entry.d,
                                                      .d_size = entry.d_size},
                               error);
    }
    return status;
}

enum status game_replay(struct game **out, const struct record *record,
                        const struct game_start *start, struct error *error)
{
    *out = NULL;
    struct replay replay = {.record = record, .may_differ = start->may_differ};
    enum status status = STATUS_OK;
    if (start->sealing != NULL)
        status = copy_beginning(start->sealing, record, error);
    if (status == STATUS_OK)
        status = game_new_timed(&replay.game, start,
                                start->may_differ ? NULL : record, error);
    if (status != STATUS_OK)
        return status;
    if (start->may_differ)
        replay.offset =
            source_count(game_record(replay.game)) - source_count(record);
    status = replay_all(&replay, error);
    game_use_clock(replay.game);
    if (status != STATUS_OK) {
        game_free(replay.game);
        return status;
    }
    *out = replay.game;
    return STATUS_OK;
}
