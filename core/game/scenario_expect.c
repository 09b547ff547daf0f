/*
 * scenario_expect -- looks at what must follow in a scenario.
 */

#include "game/scenario_inside.h"

#include "base/json.h"
#include "game/pattern.h"
#include "tile/feature.h"

#include <string.h>

static const char TABLE[] = "table";
static const char NOTHING[] = "nothing";
static const char NOBODY[] = "nobody";

/* Adds the names that an object has, sorted as they stand. */
static void add_keys(struct text *out, const struct json *object)
{
    bool first = true;
    struct json_walk walk = json_walk(object);
    while (json_walk_next(&walk)) {
        text_addf(out, "%s%s", first ? "" : ", ", walk.key);
        first = false;
    }
}

/* The names of the fields that the event called `name` has; NULL, with an
 * error, when the game tells no such event. */
static const char *fields_of(const struct scenario_run *run, const char *name,
                             struct error *error)
{
    const struct json *events = json_get(run->about, "events");
    const char *fields = json_string_of(json_get(events, name));
    if (fields != NULL)
        return fields;
    struct text known = {0};
    add_keys(&known, events);
    error_set(error, STATUS_BAD_INPUT,
              "there is no event '%s' (and no other line starts with "
              "it); there are: %s",
              name, text_string(&known));
    text_free(&known);
    return NULL;
}

static enum status no_such_field(const struct statement *statement,
                                 const char *fields, const char *word,
                                 struct error *error)
{
    return error_set(error, STATUS_BAD_INPUT,
                     "the event %s has no field '%s'; it has: %s",
                     statement->words[0], word, fields);
}

/* How a word of a value looks: those of a list look the same. */
enum look { LOOK_NAME, LOOK_NUMBER, LOOK_SPACE, LOOK_TERM };

static enum look look_of(const char *word)
{
    size_t digits = strspn(word + (*word == '-'), "0123456789");
    const char *behind = word + (*word == '-') + digits;
    if (digits == 0)
        return LOOK_NAME;
    return *behind == '\0'  ? LOOK_NUMBER
           : *behind == ',' ? LOOK_SPACE
           : *behind == 'x' ? LOOK_TERM
                            : LOOK_NAME;
}

/* The first of the `count` words of a value that must be meant for a field, or
 * NULL: names stand alone in a list, and but for a term's label nothing else
 * stands beside them. */
static const char *odd_word(const char *const *words, int count, bool is_not)
{
    for (int i = 1; i < count; i++) {
        enum look before = look_of(words[i - 1]);
        enum look here = look_of(words[i]);
        bool is_term = here == LOOK_TERM || before == LOOK_TERM;
        if (is_term || here == before)
            continue;
        /* Of a name and what is no name, the name is the field. */
        return here == LOOK_NAME ? words[i] : words[i - 1];
    }
    bool has_names = count > 1 && look_of(words[0]) == LOOK_NAME &&
                     look_of(words[1]) == LOOK_NAME;
    return has_names && is_not ? words[1] : NULL;
}

/* Checks that the words are the event's fields, each with a value that can be
 * one, so that what must not happen is not a word that never happens. */
static enum status check_fields(const struct scenario_run *run,
                                const char *fields, struct error *error)
{
    const struct statement *statement = run->statement;
    const char *const *words = statement->words;
    int count = statement->word_count;
    int seat;
    for (int i = 1; i < count;) {
        if (!pattern_is_named(fields, words[i]))
            return no_such_field(statement, fields, words[i], error);
        int size = pattern_value_size(fields, words + i + 1, count - i - 1);
        if (size == 0)
            return error_set(error, STATUS_BAD_INPUT, "what is the %s of %s?",
                             words[i], words[0]);
        bool is_player = strcmp(words[i], "player") == 0;
        enum status status = STATUS_OK;
        if (is_player && strcmp(words[i + 1], "none") != 0)
            status = scenario_ask_seat(run, words[i + 1], &seat, error);
        if (status != STATUS_OK)
            return status;
        const char *odd = is_player && size > 1 ? words[i + 2]
                                                : odd_word(words + i + 1, size,
                                                           statement->is_not);
        if (odd != NULL)
            return no_such_field(statement, fields, odd, error);
        i += 1 + size;
    }
    return STATUS_OK;
}

/* No event like that but those that lines have asked for. */
static void expect_no_event(struct scenario_run *run, const char *fields)
{
    const struct statement *statement = run->statement;
    for (int i = 0; i < run->event_count; i++)
        if (!run->events[i].named &&
            pattern_fits_event(run->events[i].tree, fields, statement->words,
                               statement->word_count)) {
            scenario_run_differ(run, "event %d of the step is one", i + 1);
            return;
        }
}

/* One after those that lines have asked for since the last step. */
static void expect_one_event(struct scenario_run *run, const char *fields)
{
    const struct statement *statement = run->statement;
    bool was_before = false;
    for (int i = 0; i < run->event_count; i++) {
        if (!pattern_fits_event(run->events[i].tree, fields, statement->words,
                                statement->word_count))
            continue;
        if (i >= run->next_event) {
            run->events[i].named = true;
            run->next_event = i + 1;
            return;
        }
        was_before = was_before || !run->events[i].named;
    }
    scenario_run_differ(run, was_before
                                 ? "it has happened, but before what the "
                                   "line above asks for"
                                 : "it has not happened");
}

static enum status expect_event(struct scenario_run *run, struct error *error)
{
    const char *fields = fields_of(run, run->statement->words[0], error);
    if (fields == NULL)
        return STATUS_BAD_INPUT;
    enum status status = check_fields(run, fields, error);
    if (status != STATUS_OK)
        return status;
    if (run->statement->is_not)
        expect_no_event(run, fields);
    else
        expect_one_event(run, fields);
    return STATUS_OK;
}

/* What `seat` sees (-1: who watches), parsed. *out is the caller's. */
static enum status see(struct scenario_run *run, int seat, struct json **out,
                       struct error *error)
{
    struct text view = {0};
    enum status status = position_view(run->position, seat, &view, error);
    *out = NULL;
    if (status == STATUS_OK)
        status = json_parse(out, view.bytes, view.size, error);
    text_free(&view);
    return status;
}

/* The value at a path like "left.castle_tiles" in the view: in the game's own
 * part, else in the whole. */
static const struct json *value_at(const struct json *view, const char *path)
{
    const struct json *value = json_get(view, "game");
    for (int pass = 0; pass < 2; pass++) {
        const char *name = path;
        while (value != NULL && *name != '\0') {
            char key[64];
            size_t size = strcspn(name, ".");
            if (size >= sizeof key)
                return NULL;
            memcpy(key, name, size);
            key[size] = '\0';
            value = json_get(value, key);
            name += size + (name[size] == '.');
        }
        if (value != NULL)
            return value;
        value = view;
    }
    return NULL;
}

static enum status compare(struct scenario_run *run, const struct json *value,
                           const struct json *among, struct error *error)
{
    const struct statement *statement = run->statement;
    const char *name = statement->words[0];
    struct text text = {0};
    enum status status = STATUS_OK;
    if (value == NULL) {
        add_keys(&text, among);
        status =
            error_set(error, STATUS_BAD_INPUT, "%s has no '%s'; it has: %s",
                      statement->who, name, text_string(&text));
    } else if (statement->word_count < 2) {
        status = error_set(error, STATUS_BAD_INPUT, "what is the %s of %s?",
                           name, statement->who);
    } else if (!pattern_is_value(value, statement->words + 1,
                                 statement->word_count - 1)) {
        pattern_add_value(&text, name, value);
        scenario_run_differ(run, "%s: %s %s", statement->who, name,
                            text_string(&text));
    }
    text_free(&text);
    return status;
}

static enum status expect_has(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    struct json *view;
    int seat = -1;
    enum status status = STATUS_OK;
    if (strcmp(statement->who, TABLE) != 0)
        status = scenario_ask_seat(run, statement->who, &seat, error);
    if (status == STATUS_OK)
        status = see(run, -1, &view, error);
    if (status != STATUS_OK)
        return status;
    const struct json *game = json_get(view, "game");
    if (seat < 0) {
        status = compare(run, value_at(view, statement->words[0]), game, error);
    } else {
        const struct json *player =
            json_at(json_get(game, "players"), (size_t)seat);
        status =
            compare(run, json_get(player, statement->words[0]), player, error);
    }
    json_free(view);
    return status;
}

/* Adds the view without the own hand. */
static enum status add_open_view(struct text *out, const struct json *view,
                                 struct error *error)
{
    struct json_walk walk = json_walk(view);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "hand") == 0)
            continue;
        json_add_key(out, walk.key);
        enum status status = json_add_canonical(out, walk.value, error);
        if (status != STATUS_OK)
            return status;
    }
    return text_status(out, "a view", error);
}

/* All but hands is the same for everybody. */
static enum status expect_same(struct scenario_run *run, struct error *error)
{
    struct text first = {0};
    struct text other = {0};
    enum status status = STATUS_OK;
    int count = executor_seat_count(run->executor);
    for (int seat = -1; seat < count && status == STATUS_OK; seat++) {
        struct json *view;
        struct text *out = seat < 0 ? &first : &other;
        status = see(run, seat, &view, error);
        if (status != STATUS_OK)
            break;
        text_clear(out);
        status = add_open_view(out, view, error);
        json_free(view);
        if (status == STATUS_OK && seat >= 0 &&
            strcmp(text_string(&first), text_string(&other)) != 0)
            scenario_run_differ(run, "%s sees something else than who watches",
                                executor_seat_name(run->executor, seat));
    }
    text_free(&first);
    text_free(&other);
    return status;
}

static enum status expect_stands(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    const struct board *board = &position_material(run->position)->board;
    int seat;
    int column;
    int row;
    enum status status = scenario_ask_seat(run, statement->who, &seat, error);
    if (status == STATUS_OK)
        status = scenario_ask_segment(run, &column, &row, error);
    if (status != STATUS_OK)
        return status;
    uint8_t piece = board->piece_at[board_space(board, statement->place.x,
                                                statement->place.y)];
    int count = 0;
    for (int i = 0; i < board->follower_count; i++) {
        const struct follower *follower = &board->followers[i];
        const struct segment *segment =
            &board_tile(board, follower->piece)
                 ->segments[follower->node -
                            board->pieces[follower->piece].first_node];
        count += follower->piece == piece && follower->player == seat &&
                 segment->column == column && segment->row == row;
    }
    if ((count > 0) == statement->is_not)
        scenario_run_differ(run, "%s there",
                            count > 0 ? "a follower of this player stands"
                                      : "no follower of this player stands");
    return STATUS_OK;
}

/* Checks that the game has a step of that name. */
static enum status check_step(const struct scenario_run *run, const char *name,
                              struct error *error)
{
    const struct json *steps = json_get(run->about, "steps");
    struct text known = {0};
    bool found = strcmp(name, NOTHING) == 0;
    for (size_t i = 0; i < json_size(steps) && !found; i++) {
        const char *step = json_string_of(json_get(json_at(steps, i), "name"));
        found = step != NULL && strcmp(step, name) == 0;
        text_addf(&known, "%s%s", i > 0 ? ", " : "", step);
    }
    enum status status = STATUS_OK;
    if (!found)
        status = error_set(error, STATUS_BAD_INPUT,
                           "there is no step '%s'; there are: %s, and "
                           "'nothing' at the end",
                           name, text_string(&known));
    text_free(&known);
    return status;
}

static enum status expect_next(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    const struct question *question = position_question(run->position);
    int seat = -1;
    enum status status = check_step(run, statement->what, error);
    if (status == STATUS_OK && statement->who != NULL)
        status = scenario_ask_seat(run, statement->who, &seat, error);
    if (status != STATUS_OK)
        return status;
    bool is_over = question->waiting == WAITING_NOTHING;
    const char *step = is_over ? NOTHING : question->step;
    if (strcmp(step, statement->what) != 0 || question->seat != seat) {
        struct text asked = {0};
        scenario_ask_add_question(run, &asked);
        scenario_run_differ(run, "%s", text_string(&asked));
        text_free(&asked);
    }
    return STATUS_OK;
}

static enum status expect_wins(struct scenario_run *run, struct error *error)
{
    const char *who = run->statement->who;
    struct result result;
    int seat = -1;
    enum status status = STATUS_OK;
    if (strcmp(who, NOBODY) != 0)
        status = scenario_ask_seat(run, who, &seat, error);
    if (status == STATUS_OK)
        status = position_result(run->position, &result, error);
    if (status != STATUS_OK)
        return status;
    if (position_question(run->position)->waiting != WAITING_NOTHING) {
        struct text asked = {0};
        scenario_ask_add_question(run, &asked);
        scenario_run_differ(run, "the game is not over: %s",
                            text_string(&asked));
        text_free(&asked);
    } else if (result.winner != seat) {
        scenario_run_differ(
            run, "%s wins",
            result.winner < 0
                ? NOBODY
                : executor_seat_name(run->executor, result.winner));
    }
    return STATUS_OK;
}

enum status scenario_expect_check(struct scenario_run *run, struct error *error)
{
    switch (run->statement->kind) {
    case STATEMENT_EVENT:
        return expect_event(run, error);
    case STATEMENT_HAS:
        return expect_has(run, error);
    case STATEMENT_STANDS:
        return expect_stands(run, error);
    case STATEMENT_MAY_LAY:
        return scenario_offer_lay(run, error);
    case STATEMENT_MAY_CHOOSE:
        return scenario_offer_choose(run, error);
    case STATEMENT_NEXT:
        return expect_next(run, error);
    case STATEMENT_WINS:
        return expect_wins(run, error);
    default:
        return expect_same(run, error);
    }
}
