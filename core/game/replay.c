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

/* Does again what the entry says was done. Chance is not given: it must come
 * out the same by itself. */
static enum status replay_entry(struct game *game,
                                const struct record_entry *entry,
                                struct error *error)
{
    struct json *d;
    enum status status = record_parse(&d, entry, error);
    if (status != STATUS_OK)
        return status;
    struct text choice = {0};
    int seat = entry->by - 1;
    if (game_over_reason(game) != NULL) {
        status =
            error_set(error, STATUS_BAD_INPUT, "it comes after the game's end");
    } else if (strcmp(entry->type, "undo") == 0) {
        status = game_undo(game, seat, error);
    } else if (strcmp(entry->type, "resign") == 0) {
        status = game_resign(game, seat, error);
    } else {
        int index = -1;
        status = json_add_canonical(&choice, json_get(d, "choice"), error);
        if (status == STATUS_OK && game_question(game)->seat == seat)
            status =
                position_find_choice(game_position(game), text_string(&choice),
                                     choice.size, &index, error);
        if (status == STATUS_OK && index < 0)
            status = error_set(error, STATUS_BAD_INPUT,
                               "seat %d was not offered the choice %s",
                               entry->by, text_string(&choice));
        if (status == STATUS_OK)
            status = game_choose(game, index, error);
    }
    text_free(&choice);
    json_free(d);
    return status;
}

/* Whether entry `seq` is the same in both, but for its time. */
static bool same_entry(const struct record *one, const struct record *other,
                       int seq)
{
    if (seq >= record_count(one) || seq >= record_count(other))
        return false;
    struct record_entry a = record_entry(one, seq);
    struct record_entry b = record_entry(other, seq);
    return a.by == b.by && strcmp(a.type, b.type) == 0 &&
           a.d_size == b.d_size && memcmp(a.d, b.d, a.d_size) == 0;
}

static bool is_done_by_players(const char *type)
{
    return strcmp(type, "choice") == 0 || strcmp(type, "undo") == 0 ||
           strcmp(type, "resign") == 0;
}

/* The line of the file that the entry is in: signatures have lines too. */
static int line_of(const struct record *record, int seq)
{
    int line = seq + 1;
    for (int i = 0; i < record_signature_count(record); i++)
        line += record_signature(record, i).seq < seq;
    return line;
}

/* Plays entry `seq`, unless chance has played it already, and compares. */
static enum status replay_next(struct game *game, const struct record *record,
                               int seq, const struct game_start *start,
                               struct error *error)
{
    struct record_entry entry = record_entry(record, seq);
    enum status status = STATUS_OK;
    if (seq >= record_count(game_record(game)) &&
        is_done_by_players(entry.type))
        status = replay_entry(game, &entry, error);
    bool may_differ = seq == 0 && start->may_differ;
    if (status == STATUS_OK && !may_differ &&
        !same_entry(record, game_record(game), seq))
        status = error_set(error, STATUS_BAD_INPUT,
                           "a game played again has something else there");
    if (status != STATUS_OK)
        error_prefix(error, "line %d: entry %d (%s)", line_of(record, seq), seq,
                     entry.type);
    return status;
}

enum status game_replay(struct game **out, const struct record *record,
                        const struct game_start *start, struct error *error)
{
    *out = NULL;
    struct game *game;
    enum status status = game_new_timed(&game, start, record, error);
    if (status != STATUS_OK)
        return status;
    int count = record_count(record);
    for (int seq = 0; status == STATUS_OK && seq < count; seq++)
        status = replay_next(game, record, seq, start, error);
    game_use_clock(game);
    if (status != STATUS_OK) {
        game_free(game);
        return status;
    }
    *out = game;
    return STATUS_OK;
}
