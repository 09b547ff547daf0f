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

static const char GAME_DEFAULT[] = "castle";

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
        snprintf(name, RULESET_NAME_SIZE, "%s", folder);
    }
    free(full);
    return found;
}

/* The path of a variant or a game, which counts from the scenario's file; or
 * its name. The caller's; NULL when memory is out. */
static char *path_of(const struct scenario_run *run, const char *name)
{
    const char *slash = strrchr(run->file->path, '/');
    if (strchr(name, '/') == NULL || name[0] == '/' || slash == NULL)
        return strdup(name);
    struct text path = {0};
    text_add_bytes(&path, run->file->path,
                   (size_t)(slash + 1 - run->file->path));
    text_add(&path, name);
    return path.bytes;
}

/* The name or path of the scenario's game: what it says, or the folder that it
 * is in. The caller's; NULL when memory is out. */
static char *find_game(const struct scenario_run *run, const char *root)
{
    struct stat about;
    struct text path = {0};
    char name[RULESET_NAME_SIZE];
    if (run->scenario->game != NULL)
        return path_of(run, run->scenario->game);
    bool found = folder_name(run->file->path, name);
    if (found) {
        text_addf(&path, "%s/scripts/%s/game.lua", root, name);
        found = stat(text_string(&path), &about) == 0;
    }
    text_free(&path);
    return strdup(found ? name : GAME_DEFAULT);
}

/* What a ruleset_request is made of. */
struct wanted {
    int option_count;
    const char *options[RULESET_OPTIONS_MAX];
    int variant_count;
    char *variants[RULESET_VARIANTS_MAX]; /* owned */
};

static enum status want(struct scenario_run *run, const char *word,
                        struct wanted *wanted, struct error *error)
{
    if (strchr(word, '=') != NULL) {
        if (wanted->option_count == RULESET_OPTIONS_MAX)
            return error_set(error, STATUS_BAD_INPUT, "more than %d options",
                             RULESET_OPTIONS_MAX);
        wanted->options[wanted->option_count++] = word;
        return STATUS_OK;
    }
    if (wanted->variant_count == RULESET_VARIANTS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "more than %d variants",
                         RULESET_VARIANTS_MAX);
    char *path = path_of(run, word);
    if (path == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", word);
    wanted->variants[wanted->variant_count++] = path;
    return STATUS_OK;
}

/* Opens the ruleset and its executor. */
static enum status open_ruleset(struct scenario_run *run, const char *root,
                                struct error *error)
{
    const struct scenario *scenario = run->scenario;
    struct wanted wanted = {0};
    char *game = find_game(run, root);
    enum status status = STATUS_OK;

    if (game == NULL)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    for (int i = 0; i < scenario->with_count && status == STATUS_OK; i++)
        status = want(run, scenario->with[i], &wanted, error);
    struct ruleset_request request = {
        .root = root,
        .game = game,
        .variants = (const char *const *)wanted.variants,
        .variant_count = wanted.variant_count,
        .options = wanted.options,
        .option_count = wanted.option_count,
    };
    if (status == STATUS_OK)
        status = ruleset_open(&run->ruleset, &request, error);
    if (status == STATUS_OK)
        status = executor_new(&run->executor, run->ruleset, error);
    for (int i = 0; i < wanted.variant_count; i++)
        free(wanted.variants[i]);
    free(game);
    return status;
}

/* A scenario of a ruleset that must be refused. */
static enum status run_refused(struct scenario_run *run, enum status opened,
                               struct error *error)
{
    if (opened == STATUS_NO_MEMORY || opened == STATUS_IO)
        return opened;
    run->statement = run->file->statements + run->scenario->first_statement;
    if (opened == STATUS_OK)
        scenario_run_differ(run, "it is not refused");
    else if (strstr(error->text, run->statement->reason) == NULL)
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
        status = (run->scenario->has_turn ? position_preset_new : position_new)(
            &run->position, run->executor, scenario_step_hear, run, error);
    if (status == STATUS_OK)
        status = scenario_table_set(run, error);
    if (status == STATUS_OK)
        status = trial_new(&run->trial, error);
    if (status == STATUS_OK)
        status = trial_note(run->trial, run->position, error);
    if (run->scenario->has_turn)
        scenario_step_forget(run);
    return status;
}

static enum status play_all(struct scenario_run *run, struct error *error)
{
    const struct scenario *scenario = run->scenario;
    for (int i = 0; i < scenario->statement_count && run->outcome->holds; i++) {
        run->statement = &run->file->statements[scenario->first_statement + i];
        if (run->statement->kind < STATEMENT_DRAW)
            continue;
        enum status status = run->statement->kind < STATEMENT_EVENT
                                 ? scenario_step_play(run, error)
                                 : scenario_expect_check(run, error);
        if (status == STATUS_OK && run->events_failed)
            status = error_set(error, STATUS_NO_MEMORY, "no memory for events");
        if (status != STATUS_OK)
            return status;
    }
    if (!run->outcome->holds)
        explain(run);
    return STATUS_OK;
}

/* The line that an error speaks of. */
static int line_of(const struct scenario_run *run)
{
    if (run->statement != NULL)
        return run->statement->line;
    if (run->scenario->with_line > 0)
        return run->scenario->with_line;
    return run->scenario->game_line > 0 ? run->scenario->game_line
                                        : run->scenario->line;
}

static void clear(struct scenario_run *run)
{
    scenario_step_forget(run);
    free(run->events);
    json_free(run->about);
    trial_free(run->trial);
    position_free(run->position);
    executor_free(run->executor);
    ruleset_free(run->ruleset);
}

enum status scenario_run_play(const struct scenario_file *file, int index,
                              const char *root,
                              struct scenario_outcome *outcome,
                              struct error *error)
{
    *outcome = (struct scenario_outcome){.holds = true};
    struct scenario_run run = {
        .file = file,
        .scenario = &file->scenarios[index],
        .outcome = outcome,
    };
    enum status status = open_ruleset(&run, root, error);
    if (run.scenario->is_refused) {
        status = run_refused(&run, status, error);
    } else {
        if (status == STATUS_OK)
            status = set_up(&run, error);
        if (status == STATUS_OK)
            status = play_all(&run, error);
    }
    if (status != STATUS_OK)
        error_prefix(error, "%s:%d", file->path, line_of(&run));
    clear(&run);
    return status;
}
