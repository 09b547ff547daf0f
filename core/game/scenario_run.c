#include "game/scenario_inside.h"

#include "base/json.h"
#include "game/pattern.h"
#include "tile/picture.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    CHOICES_TOLD_MAX = 24, /* choices that are listed before "and N more" */
    NAMES_TOLD_MAX = 12,   /* the same of names */
};

static const char GAME_DEFAULT[] = "castle";

/* Telling ---------------------------------------------------------------- */

void scenario_run_differ(struct scenario_run *run, const char *format, ...)
{
    struct scenario_outcome *outcome = run->outcome;
    va_list arguments;
    outcome->holds = false;
    outcome->line = run->statement->line;
    text_clear(&outcome->expected);
    text_add(&outcome->expected, run->statement->source);
    text_clear(&outcome->happened);
    va_start(arguments, format);
    text_add_list(&outcome->happened, format, arguments);
    va_end(arguments);
}

/* Puts file and line before the error's text. */
static enum status at_line(const struct scenario_run *run, int line,
                           struct error *error)
{
    return error_prefix(error, "%s:%d", run->file->path, line);
}

enum status scenario_run_bad(const struct scenario_run *run,
                             struct error *error, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    error_set(error, STATUS_BAD_INPUT, "%s", text_string(&text));
    text_free(&text);
    return at_line(run, run->statement->line, error);
}

/* Names ------------------------------------------------------------------ */

static int find_seat(const struct scenario_run *run, const char *name)
{
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        if (strcmp(executor_seat_name(run->executor, i), name) == 0)
            return i;
    return -1;
}

enum status scenario_run_seat(const struct scenario_run *run, const char *name,
                              int *seat, struct error *error)
{
    *seat = find_seat(run, name);
    if (*seat >= 0)
        return STATUS_OK;
    struct text seats = {0};
    for (int i = 0; i < executor_seat_count(run->executor); i++)
        text_addf(&seats, "%s%s", i > 0 ? ", " : "",
                  executor_seat_name(run->executor, i));
    enum status status =
        scenario_run_bad(run, error, "there is no player '%s'; there are: %s",
                         name, text_string(&seats));
    text_free(&seats);
    return status;
}

enum status scenario_run_tile(const struct scenario_run *run, const char *name,
                              int *tile, struct error *error)
{
    const struct tileset *tileset = executor_tileset(run->executor);
    *tile = tileset_find(tileset, name);
    if (*tile >= 0)
        return STATUS_OK;
    if (tileset->tile_count == 0)
        return scenario_run_bad(run, error, "this game has no tiles");
    return scenario_run_bad(
        run, error, "there is no tile '%s'; the tiles are %s to %s", name,
        tileset->tiles[0].name, tileset->tiles[tileset->tile_count - 1].name);
}

/* Adds the letters by which a tile's segments of a kind are called. */
static void add_segments(struct text *out, const struct tile *tile, int kind)
{
    for (int i = 0; i < tile->segment_count; i++)
        if (tile->segments[i].kind == kind)
            text_addf(out, " 'column %d row %d'", tile->segments[i].column,
                      tile->segments[i].row);
}

static enum status find_segment(const struct scenario_run *run,
                                const struct tile *tile, int kind, int *column,
                                int *row, struct error *error)
{
    const struct statement *statement = run->statement;
    int count = 0;
    for (int i = 0; i < tile->segment_count; i++) {
        const struct segment *segment = &tile->segments[i];
        if (segment->kind != kind ||
            (statement->place.column >= 0 &&
             (segment->column != statement->place.column ||
              segment->row != statement->place.row)))
            continue;
        *column = segment->column;
        *row = segment->row;
        count++;
    }
    if (count == 1)
        return STATUS_OK;
    struct text known = {0};
    add_segments(&known, tile, kind);
    enum status status;
    if (known.size == 0)
        status = scenario_run_bad(run, error, "tile %s has no %s", tile->name,
                                  statement->what);
    else if (count == 0)
        status =
            scenario_run_bad(run, error, "tile %s has no such %s; it has%s",
                             tile->name, statement->what, text_string(&known));
    else
        status = scenario_run_bad(
            run, error, "tile %s has more than one %s; which:%s?", tile->name,
            statement->what, text_string(&known));
    text_free(&known);
    return status;
}

enum status scenario_run_segment(const struct scenario_run *run, int *column,
                                 int *row, struct error *error)
{
    const struct statement *statement = run->statement;
    const struct board *board = &position_material(run->position)->board;
    const struct alphabet *alphabet = &board->tileset->alphabet;
    int kind = alphabet_kind(alphabet, statement->what);
    if (kind < 0) {
        struct text kinds = {0};
        for (int i = 0; i < alphabet->kind_count; i++)
            text_addf(&kinds, "%s%s", i > 0 ? ", " : "",
                      alphabet->kinds[i].name);
        enum status status = scenario_run_bad(
            run, error, "nothing on a tile is called '%s'; there are: %s",
            statement->what, text_string(&kinds));
        text_free(&kinds);
        return status;
    }
    int x = statement->place.x;
    int y = statement->place.y;
    uint8_t space = board_space(board, x, y);
    if (space == SPACE_WALL || board->piece_at[space] == PIECE_NONE)
        return scenario_run_bad(run, error, "no tile lies at %d,%d", x, y);
    return find_segment(run, board_tile(board, board->piece_at[space]), kind,
                        column, row, error);
}

/* What is asked ---------------------------------------------------------- */

void scenario_run_add_question(const struct scenario_run *run, struct text *out)
{
    const struct question *question = position_question(run->position);
    switch (question->waiting) {
    case WAITING_CHOICE:
        text_addf(out, "%s is asked %s",
                  executor_seat_name(run->executor, question->seat),
                  question->step);
        break;
    case WAITING_CHANCE:
        if (question->pile >= 0)
            text_addf(
                out, "%s waits for an item of %s", question->step,
                position_material(run->position)->piles[question->pile].name);
        else
            text_addf(out, "%s waits for a roll of 1 to %d", question->step,
                      question->sides);
        break;
    case WAITING_NOTHING:
        text_add(out, "the game is over");
        break;
    }
}

bool scenario_run_asks(struct scenario_run *run, const char *who)
{
    const struct question *question = position_question(run->position);
    if (question->waiting == WAITING_CHOICE &&
        strcmp(executor_seat_name(run->executor, question->seat), who) == 0)
        return true;
    struct text asked = {0};
    scenario_run_add_question(run, &asked);
    scenario_run_differ(run, "%s is not asked: %s", who, text_string(&asked));
    text_free(&asked);
    return false;
}

enum status scenario_run_choice(struct scenario_run *run, int index,
                                struct json **out, struct error *error)
{
    struct text choice = {0};
    enum status status = position_choice(run->position, index, &choice, error);
    *out = NULL;
    if (status == STATUS_OK)
        status = json_parse(out, choice.bytes, choice.size, error);
    text_free(&choice);
    return status;
}

enum status scenario_run_add_choices(struct scenario_run *run, struct text *out,
                                     struct error *error)
{
    int count = position_question(run->position)->choice_count;
    int told = count > CHOICES_TOLD_MAX ? CHOICES_TOLD_MAX : count;
    for (int i = 0; i < told; i++) {
        struct json *choice;
        enum status status = scenario_run_choice(run, i, &choice, error);
        if (status != STATUS_OK)
            return status;
        text_add(out, i > 0 ? ", " : "");
        pattern_add_choice(out, choice);
        json_free(choice);
    }
    if (told < count)
        text_addf(out, " and %d more", count - told);
    return STATUS_OK;
}

enum status scenario_run_find_place(struct scenario_run *run, int tile,
                                    const struct place *place, int *index,
                                    struct error *error)
{
    const struct tile *laid = &executor_tileset(run->executor)->tiles[tile];
    char json[64];
    int size =
        snprintf(json, sizeof json, "{\"turns\":%d,\"x\":%d,\"y\":%d}",
                 tile_same_turns(laid, place->turns), place->x, place->y);
    return position_find_choice(run->position, json, (size_t)size, index,
                                error);
}

/* Steps ------------------------------------------------------------------ */

static void forget_events(struct scenario_run *run)
{
    for (int i = 0; i < run->event_count; i++)
        json_free(run->events[i].tree);
    run->event_count = run->next_event = 0;
}

/* Keeps an event; a position_listener. */
static void keep_event(void *context, const char *bytes, size_t size)
{
    struct scenario_run *run = context;
    struct error error;
    if (run->event_count == run->event_max) {
        int wanted = run->event_max == 0 ? 32 : 2 * run->event_max;
        void *larger =
            realloc(run->events, (size_t)wanted * sizeof *run->events);
        if (larger == NULL) {
            run->events_failed = true;
            return;
        }
        run->events = larger;
        run->event_max = wanted;
    }
    struct scenario_event *event = &run->events[run->event_count];
    *event = (struct scenario_event){0};
    if (json_parse(&event->tree, bytes, size, &error) == STATUS_OK)
        run->event_count++;
    else
        run->events_failed = true;
}

/* Draws the item of the pile that chance waits for. */
static enum status draw_item(struct scenario_run *run, int item,
                             struct error *error)
{
    int pile = position_question(run->position)->pile;
    run->drawn = executor_item_name(run->executor, pile, item);
    return position_outcome(run->position, item, error);
}

/* The item called `name` of the pile in *item; -1 when the game does not wait
 * for one. An error when the pile has no such item left. */
static enum status find_item(struct scenario_run *run, const char *name,
                             int *item, struct error *error)
{
    const struct question *question = position_question(run->position);
    *item = -1;
    if (question->waiting != WAITING_CHANCE || question->pile < 0)
        return STATUS_OK;
    const struct pile *pile =
        &position_material(run->position)->piles[question->pile];
    *item = executor_find_item(run->executor, question->pile, name);
    if (*item >= 0 && pile_has(pile, *item))
        return STATUS_OK;
    struct text left = {0};
    for (int i = 0; i < pile->left_count && i < NAMES_TOLD_MAX; i++)
        text_addf(
            &left, "%s%s", i > 0 ? ", " : "",
            executor_item_name(run->executor, question->pile, pile->left[i]));
    if (pile->left_count > NAMES_TOLD_MAX)
        text_addf(&left, " and %d more", pile->left_count - NAMES_TOLD_MAX);
    enum status status =
        scenario_run_bad(run, error, "'%s' is not left in %s; there are: %s",
                         name, pile->name, text_string(&left));
    text_free(&left);
    return status;
}

static enum status play_draw(struct scenario_run *run, struct error *error)
{
    int item;
    enum status status = find_item(run, run->statement->what, &item, error);
    if (status != STATUS_OK)
        return status;
    if (item >= 0)
        return draw_item(run, item, error);
    struct text asked = {0};
    scenario_run_add_question(run, &asked);
    scenario_run_differ(run, "nothing is drawn now: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

static enum status play_roll(struct scenario_run *run, struct error *error)
{
    const struct question *question = position_question(run->position);
    int value = run->statement->place.x;
    if (question->waiting == WAITING_CHANCE && question->pile < 0 &&
        value <= question->sides)
        return position_outcome(run->position, value, error);
    struct text asked = {0};
    scenario_run_add_question(run, &asked);
    scenario_run_differ(run, "this is not rolled now: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

/* Says that the tile may not be laid there, and why. */
static void tell_refusal(struct scenario_run *run, int tile)
{
    const struct board *board = &position_material(run->position)->board;
    const struct place *place = &run->statement->place;
    struct placement placement = {.tile = (uint8_t)tile,
                                  .turns = (uint8_t)place->turns,
                                  .space =
                                      board_space(board, place->x, place->y)};
    enum verdict verdict = board_may_lay(board, placement);
    scenario_run_differ(run, "%s may not lay %s there: %s", run->statement->who,
                        run->statement->what,
                        verdict == VERDICT_OK ? "it is not offered"
                                              : verdict_text(verdict));
}

/* Draws the tile first where the game waits for it. */
static enum status play_lays(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    int tile;
    int item;
    enum status status = scenario_run_tile(run, statement->what, &tile, error);
    if (status == STATUS_OK)
        status = find_item(run, statement->what, &item, error);
    if (status == STATUS_OK && item >= 0)
        status = draw_item(run, item, error);
    if (status != STATUS_OK || !scenario_run_asks(run, statement->who))
        return status;
    if (run->drawn == NULL || strcmp(run->drawn, statement->what) != 0) {
        scenario_run_differ(run, "%s was drawn, not %s",
                            run->drawn == NULL ? "no tile" : run->drawn,
                            statement->what);
        return STATUS_OK;
    }
    int index;
    status =
        scenario_run_find_place(run, tile, &statement->place, &index, error);
    if (status != STATUS_OK)
        return status;
    if (index >= 0)
        return position_choose(run->position, index, error);
    tell_refusal(run, tile);
    return STATUS_OK;
}

static enum status play_chooses(struct scenario_run *run, struct error *error)
{
    const struct statement *statement = run->statement;
    if (!scenario_run_asks(run, statement->who))
        return STATUS_OK;
    int found = -1;
    int count = 0;
    for (int i = 0; i < position_question(run->position)->choice_count; i++) {
        struct json *choice;
        enum status status = scenario_run_choice(run, i, &choice, error);
        if (status != STATUS_OK)
            return status;
        if (pattern_fits_choice(choice, statement->words,
                                statement->word_count)) {
            found = i;
            count++;
        }
        json_free(choice);
    }
    if (count == 1)
        return position_choose(run->position, found, error);
    struct text choices = {0};
    enum status status = scenario_run_add_choices(run, &choices, error);
    scenario_run_differ(run, "%s; %s may choose: %s",
                        count == 0 ? "this is not offered"
                                   : "more than one choice is meant by it",
                        statement->who, text_string(&choices));
    text_free(&choices);
    return status;
}

static enum status play_final(struct scenario_run *run, struct error *error)
{
    if (strcmp(position_question(run->position)->step,
               executor_turn_step(run->executor)) == 0)
        return position_preset_final(run->position, error);
    struct text asked = {0};
    scenario_run_add_question(run, &asked);
    scenario_run_differ(run, "a turn is not over: %s", text_string(&asked));
    text_free(&asked);
    return STATUS_OK;
}

/* One step or expectation. */
static enum status play(struct scenario_run *run, struct error *error)
{
    if (run->statement->kind >= STATEMENT_EVENT)
        return scenario_expect(run, error);
    forget_events(run);
    switch (run->statement->kind) {
    case STATEMENT_DRAW:
        return play_draw(run, error);
    case STATEMENT_ROLL:
        return play_roll(run, error);
    case STATEMENT_LAYS:
        return play_lays(run, error);
    case STATEMENT_CHOOSES:
        return play_chooses(run, error);
    default:
        return play_final(run, error);
    }
}

/* Failing ---------------------------------------------------------------- */

/* Makes the picture show the space and those beside it. */
static void show(struct picture *picture, bool *is_empty, int x, int y)
{
    if (*is_empty) {
        struct picture around =
            picture_around(picture->board, picture->players, x, y, 1);
        *picture = around;
        *is_empty = false;
        return;
    }
    picture_include(picture, x - 1, y - 1);
    picture_include(picture, x + 1, y + 1);
}

/* Shows what an event speaks of. */
static void show_event(struct picture *picture, bool *is_empty,
                       const struct json *event)
{
    int64_t x;
    int64_t y;
    if (json_read_integer(json_get(event, "x"), &x) &&
        json_read_integer(json_get(event, "y"), &y))
        show(picture, is_empty, (int)x, (int)y);
    const struct json *spaces = json_get(event, "spaces");
    for (size_t i = 0; i < json_size(spaces); i++) {
        const struct json *space = json_at(spaces, i);
        if (json_read_integer(json_at(space, 0), &x) &&
            json_read_integer(json_at(space, 1), &y))
            show(picture, is_empty, (int)x, (int)y);
    }
}

static bool has_place(const struct statement *statement)
{
    return statement->kind == STATEMENT_LAYS ||
           statement->kind == STATEMENT_STANDS ||
           statement->kind == STATEMENT_MAY_LAY;
}

/* Draws the board around what matters. */
static void draw_board(struct scenario_run *run)
{
    const struct board *board = &position_material(run->position)->board;
    const struct statement *statement = run->statement;
    bool is_empty = true;
    if (board->tileset == NULL || board->tileset->tile_count == 0)
        return;
    struct picture picture = picture_of_tiles(board, run->letters);
    for (int i = 0; i < run->event_count; i++)
        show_event(&picture, &is_empty, run->events[i].tree);
    if (has_place(statement)) {
        show(&picture, &is_empty, statement->place.x, statement->place.y);
        picture_highlight(&picture, statement->place.x, statement->place.y);
    }
    const struct placements *placements = position_placements(run->position);
    if (placements != NULL)
        picture_label_placements(&picture, placements);
    picture_draw(&picture, &run->outcome->board);
}

/* Adds to the outcome what helps to understand it. */
static void explain(struct scenario_run *run)
{
    for (int i = 0; i < run->event_count; i++) {
        pattern_add_event(&run->outcome->events, run->events[i].tree);
        text_add_char(&run->outcome->events, '\n');
    }
    draw_board(run);
}

/* Running ---------------------------------------------------------------- */

/* The folder that the file is in, by its last name; false when there is no
 * such. */
static bool folder_name(const char *path, char name[RULESET_NAME_SIZE])
{
    char *full = realpath(path, NULL);
    char *slash = full == NULL ? NULL : strrchr(full, '/');
    bool found = false;
    if (slash != NULL) {
        *slash = '\0';
        const char *folder = strrchr(full, '/');
        folder = folder == NULL ? full : folder + 1;
        found = strlen(folder) < RULESET_NAME_SIZE;
        if (found)
            strcpy(name, folder);
    }
    free(full);
    return found;
}

/* The game that the scenario is of. */
static void find_game(const struct scenario_run *run, const char *root,
                      char name[RULESET_NAME_SIZE])
{
    struct stat about;
    struct text path = {0};
    bool found = folder_name(run->file->path, name);
    if (found) {
        text_addf(&path, "%s/scripts/%s/game.lua", root, name);
        found = stat(text_string(&path), &about) == 0;
    }
    if (!found)
        strcpy(name, GAME_DEFAULT);
    text_free(&path);
}

/* A variant's path counts from the scenario's file. The caller's. */
static char *variant_path(const struct scenario_run *run, const char *variant)
{
    const char *slash = strrchr(run->file->path, '/');
    if (strchr(variant, '/') == NULL || variant[0] == '/' || slash == NULL)
        return strdup(variant);
    struct text path = {0};
    text_add_bytes(&path, run->file->path,
                   (size_t)(slash + 1 - run->file->path));
    text_add(&path, variant);
    return path.bytes; /* NULL when memory is out */
}

/* Opens the ruleset and its executor. */
static enum status open_ruleset(struct scenario_run *run, const char *root,
                                struct error *error)
{
    const struct scenario *scenario = run->scenario;
    char game[RULESET_NAME_SIZE];
    const char *options[RULESET_OPTIONS_MAX];
    char *variants[RULESET_VARIANTS_MAX];
    struct ruleset_request request = {
        .root = root,
        .game = game,
        .options = options,
        .variants = (const char *const *)variants,
    };
    enum status status = STATUS_OK;

    if (scenario->game != NULL)
        request.game = scenario->game;
    else
        find_game(run, root, game);
    for (int i = 0; i < scenario->with_count && status == STATUS_OK; i++) {
        const char *word = scenario->with[i];
        if (strchr(word, '=') != NULL) {
            if (request.option_count == RULESET_OPTIONS_MAX)
                status = error_set(error, STATUS_BAD_INPUT,
                                   "more than %d options", RULESET_OPTIONS_MAX);
            else
                options[request.option_count++] = word;
            continue;
        }
        if (request.variant_count == RULESET_VARIANTS_MAX) {
            status = error_set(error, STATUS_BAD_INPUT, "more than %d variants",
                               RULESET_VARIANTS_MAX);
            continue;
        }
        variants[request.variant_count] = variant_path(run, word);
        if (variants[request.variant_count++] == NULL)
            status =
                error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", word);
    }
    if (status == STATUS_OK)
        status = ruleset_open(&run->ruleset, &request, error);
    if (status == STATUS_OK)
        status = executor_new(&run->executor, run->ruleset, error);
    for (int i = 0; i < request.variant_count; i++)
        free(variants[i]);
    return status;
}

/* A scenario of a ruleset that must be refused. */
static enum status run_refused(struct scenario_run *run, enum status opened,
                               struct error *error)
{
    const struct scenario *scenario = run->scenario;
    struct statement statement = {.line = scenario->refused_line,
                                  .source = scenario->refused};
    if (opened == STATUS_NO_MEMORY || opened == STATUS_IO)
        return opened;
    run->statement = &statement;
    if (opened == STATUS_OK)
        scenario_run_differ(run, "it is not refused");
    else if (strstr(error->text, scenario->refused) == NULL)
        scenario_run_differ(run, "it is refused so: %s", error->text);
    return STATUS_OK;
}

/* The letters by which followers are known on the board. */
static void set_letters(struct scenario_run *run)
{
    for (int i = 0; i < executor_seat_count(run->executor); i++) {
        char letter = (char)tolower(
            (unsigned char)executor_seat_name(run->executor, i)[0]);
        if (strchr(run->letters, letter) != NULL)
            letter = (char)('1' + i);
        run->letters[i] = letter;
    }
}

/* Makes the game and puts out what the scenario starts with. */
static enum status set_up(struct scenario_run *run, struct error *error)
{
    struct text about = {0};
    set_letters(run);
    enum status status = executor_describe(run->executor, &about, error);
    if (status == STATUS_OK)
        status = json_parse(&run->about, about.bytes, about.size, error);
    text_free(&about);
    if (status == STATUS_OK)
        status =
            position_new(&run->position, run->executor, keep_event, run, error);
    if (status != STATUS_OK)
        return at_line(run, run->scenario->line, error);
    status = scenario_table_set(run, error);
    if (run->scenario->has_turn)
        forget_events(run);
    return status;
}

static enum status play_all(struct scenario_run *run, struct error *error)
{
    const struct scenario *scenario = run->scenario;
    for (int i = 0; i < scenario->statement_count && run->outcome->holds; i++) {
        run->statement = &run->file->statements[scenario->first_statement + i];
        if (run->statement->kind < STATEMENT_DRAW)
            continue;
        enum status status = play(run, error);
        if (status == STATUS_OK && run->events_failed)
            status = error_set(error, STATUS_NO_MEMORY, "no memory for events");
        if (status != STATUS_OK)
            return status;
    }
    if (!run->outcome->holds)
        explain(run);
    return STATUS_OK;
}

static void clear(struct scenario_run *run)
{
    forget_events(run);
    free(run->events);
    json_free(run->about);
    position_free(run->position);
    executor_free(run->executor);
    ruleset_free(run->ruleset);
}

enum status scenario_run(const struct scenario_file *file, int index,
                         const char *root, struct scenario_outcome *outcome,
                         struct error *error)
{
    *outcome = (struct scenario_outcome){.holds = true};
    struct scenario_run run = {
        .file = file,
        .scenario = &file->scenarios[index],
        .outcome = outcome,
    };
    enum status status = open_ruleset(&run, root, error);
    if (run.scenario->refused != NULL) {
        status = run_refused(&run, status, error);
    } else if (status != STATUS_OK) {
        int line = run.scenario->with_line > 0 ? run.scenario->with_line
                                               : run.scenario->line;
        at_line(&run, line, error);
    } else {
        status = set_up(&run, error);
        if (status == STATUS_OK)
            status = play_all(&run, error);
    }
    clear(&run);
    return status;
}

void scenario_outcome_free(struct scenario_outcome *outcome)
{
    text_free(&outcome->expected);
    text_free(&outcome->happened);
    text_free(&outcome->events);
    text_free(&outcome->board);
}
