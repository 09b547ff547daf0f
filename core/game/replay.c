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

enum status game_read_start(struct game_start *start,
                            const struct record *record,
                            struct sealing *sealing, char seed[GAME_SEED_SIZE],
                            struct error *error)
{
    struct json *d;
    int64_t level = -1;
    enum status status = record_parse_opening(&d, record, error);
    if (status != STATUS_OK)
        return status;
    json_read_integer(json_get(d, "level"), &level);
    *sealing = (struct sealing){0};
    if (!timer_read_rule(&start->clock,
                         json_get(json_get(d, "params"), "clock"))) {
        json_free(d);
        return error_set(error, STATUS_BAD_INPUT,
                         "entry 0 has a clock that is none");
    }
    if (level == GAME_LEVEL_SEALED) {
        status = sealing_read(sealing, record, error);
        if (status == STATUS_OK && !sealing_is_done(sealing))
            status = error_set(error, STATUS_BAD_INPUT,
                               "the game was never begun: not all secrets are "
                               "there");
        if (status != STATUS_OK)
            sealing_clear(sealing);
        start->sealing = sealing;
    } else if (copy_string(seed, GAME_SEED_SIZE, json_get(d, "seed"))) {
        start->seed = seed;
    } else {
        status = error_set(error, STATUS_BAD_INPUT,
                           "entry 0 has neither a seal nor a seed");
    }
    json_free(d);
    return status;
}

enum status game_check_start(const struct game_start *start,
                             struct error *error)
{
    if (start->sealing == NULL || start->sealing->seats[0].revealed)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "a game whose seal is closed cannot be played again");
}

static void tell_answer(const struct game *game, int seat, int index,
                        const struct text *choice)
{
    if (game->answer_listener != NULL)
        game->answer_listener(game->context, seat, index,
                              choice == NULL ? NULL : choice->bytes,
                              choice == NULL ? 0 : choice->size);
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
    if (status == STATUS_OK)
        tell_answer(game, seat, index, &choice);
    text_free(&choice);
    return status;
}

static enum status replay_undo(struct game *game, int seat, struct error *error)
{
    enum status status = game_undo(game, seat, error);
    if (status == STATUS_OK)
        tell_answer(game, seat, -1, NULL);
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

/* Ends the game as the daemon did when a seat's time was over. */
static enum status replay_time_out(struct game *game,
                                   const struct record_entry *entry,
                                   struct error *error)
{
    const struct timer *timer = game_timer(game);
    if (timer_end(timer) == TIMER_NEVER)
        return error_set(error, STATUS_BAD_INPUT, "no time runs there");
    if (entry->ts < timer_end(timer))
        return error_set(error, STATUS_BAD_INPUT,
                         "seat %d has %lld ms left there", timer->seat + 1,
                         (long long)(timer_end(timer) - entry->ts));
    return game_time_out(game, entry->ts, error);
}

static enum status replay_pause(struct game *game, const struct json *d,
                                struct error *error)
{
    int64_t ms = 0;
    if (!json_read_integer(json_get(d, "ms"), &ms))
        return error_set(error, STATUS_BAD_INPUT, "it does not say how long");
    if (timer_end(game_timer(game)) == TIMER_NEVER)
        return error_set(error, STATUS_BAD_INPUT, "no time runs there");
    int64_t passed =
        game_record_time(game) - record_newest_ts(game_record(game));
    if (ms < 1 || ms > passed)
        return error_set(error, STATUS_BAD_INPUT,
                         "it leaves %lld ms out, and %lld passed since the "
                         "entry before it",
                         (long long)ms, (long long)passed);
    return game_pause(game, ms, error);
}

/* The same for what the daemon does. */
static enum status replay_daemon(struct game *game,
                                 const struct record_entry *entry,
                                 struct error *error)
{
    struct json *d;
    if (strcmp(entry->type, "time_out") == 0)
        return replay_time_out(game, entry, error);
    enum status status = record_parse(&d, entry, error);
    if (status == STATUS_OK)
        status = replay_pause(game, d, error);
    json_free(d);
    return status;
}

static bool is_done_by_daemon(const struct record_entry *entry)
{
    return strcmp(entry->type, "time_out") == 0 ||
           strcmp(entry->type, "pause") == 0;
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
    if (entry->by == 0 && is_done_by_daemon(entry))
        return replay_daemon(game, entry, error);
    if (seat < 0 || seat >= game_seat_count(game))
        return error_set(error, STATUS_BAD_INPUT, "there is no seat %d",
                         entry->by);
    if (strcmp(entry->type, "undo") == 0)
        return replay_undo(game, seat, error);
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

/* An entry that is another one than the rules bring. */
static enum status refuse_other(const struct record_entry *entry,
                                const struct record_entry *made,
                                struct error *error)
{
    enum { SHOWN_MAX = 150 };
    int size = entry->d_size < SHOWN_MAX ? (int)entry->d_size : SHOWN_MAX;
    int made_size = made->d_size < SHOWN_MAX ? (int)made->d_size : SHOWN_MAX;
    return error_set(error, STATUS_BAD_INPUT,
                     "a game played again has something else there: not %s "
                     "%.*s, but %s %.*s",
                     entry->type, size, entry->d, made->type, made_size,
                     made->d);
}

/* Whether it does not follow from what came before. */
static bool is_done(const char *type)
{
    static const char *const types[] = {"choice",     "undo",     "resign",
                                        "offer_draw", "time_out", "pause",
                                        "answer_draw"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

/* Where there is a clock, time does not go back. */
static bool goes_back(const struct game *game, const struct record *record,
                      const struct record_entry *entry)
{
    return timer_has_rule(&game_timer(game)->rule) && entry->seq > 0 &&
           entry->ts < record_entry(record, entry->seq - 1).ts;
}

/* Plays an entry, unless chance has played it already, and compares. */
static enum status replay_next(struct game *game,
                               const struct record_entry *entry,
                               struct error *error)
{
    int seq = entry->seq;
    if (seq >= record_count(game_record(game)) && is_done(entry->type)) {
        enum status status = replay_entry(game, entry, error);
        if (status != STATUS_OK)
            return status;
    }
    if (seq >= record_count(game_record(game)))
        return error_set(error, STATUS_BAD_INPUT,
                         "a game played again has no such entry there");
    struct record_entry made = record_entry(game_record(game), seq);
    return same_entry(entry, &made) ? STATUS_OK
                                    : refuse_other(entry, &made, error);
}

/* Plays all entries. */
static enum status replay_all(struct game *game, const struct record *record,
                              const struct game_start *start,
                              struct error *error)
{
    int count = record_count(record);
    for (int seq = 0; seq < count; seq++) {
        struct record_entry entry = record_entry(record, seq);
        enum status status =
            goes_back(game, record, &entry)
                ? error_set(error, STATUS_BAD_INPUT,
                            "its time is before that of the entry before it")
                : replay_next(game, &entry, error);
        if (status == STATUS_OK && start->replay_listener != NULL &&
            (seq == 0 || is_done(entry.type)))
            status =
                start->replay_listener(start->context, game, &entry, error);
        if (status != STATUS_OK)
            return error_prefix(error, "line %d: entry %d (%s)",
                                record_line(record, seq), seq, entry.type);
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

/* Gives a sealing that was read the beginning of its record again, without
 * signatures: the record takes its place in the end. */
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
        status = record_append_entry(sealing->record, &entry, error);
    }
    return status;
}

enum status game_replay(struct game **out, const struct record *record,
                        const struct game_start *start, struct error *error)
{
    *out = NULL;
    struct game *game = NULL;
    enum status status = STATUS_OK;
    if (start->sealing != NULL)
        status = copy_beginning(start->sealing, record, error);
    if (status == STATUS_OK)
        status = game_new_timed(&game, start, record, error);
    if (status != STATUS_OK)
        return status;
    status = replay_all(game, record, start, error);
    if (status == STATUS_OK)
        status = game_take_record(game, record, error);
    if (status != STATUS_OK) {
        game_free(game);
        return status;
    }
    *out = game;
    return STATUS_OK;
}
