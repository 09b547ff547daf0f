#include "command/play_prompt.h"

#include "command/play_choices.h"
#include "command/play_rules.h"
#include "command/play_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_SIZE = 16,
    TURNS_NOT_GIVEN = -1,
    OUTCOME_NONE = -1, /* go on asking */
};

static const char HINT_SEED[] = "hint";

/* A question while it is asked. */
struct asking {
    struct play *play;
    int seat;
    bool has_places;
    struct play_places places;
    const struct play_place *place; /* chosen, its turns not yet; or NULL */
    bool ends_next;                 /* Ctrl-D was typed: once more is meant */
    int *index;
};

/* What a choice would mean for undo. */
enum finality {
    FINALITY_NONE, /* it could be taken back */
    FINALITY_TURN, /* somebody else, or the next turn, comes after it */
    FINALITY_DRAW, /* something is drawn after it */
};

static const struct board *board_of(const struct asking *asking)
{
    return &position_material(game_position(asking->play->game))->board;
}

static const char *number(char out[NUMBER_SIZE], int value)
{
    snprintf(out, NUMBER_SIZE, "%d", value);
    return out;
}

/* Says what is asked. */
static void say_question(const struct asking *asking, const struct json *view)
{
    const struct play *play = asking->play;
    struct position *position = game_position(play->game);
    struct text fields = {0};
    struct text sentence = {0};
    struct error error;
    text_add_char(&fields, '{');
    json_add_member_string(
        &fields, "player",
        executor_seat_name(position_executor(position), asking->seat));
    struct json_walk walk = json_walk(view);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "player") == 0)
            continue;
        json_add_key(&fields, walk.key);
        if (json_add_canonical(&fields, walk.value, &error) != STATUS_OK)
            text_add(&fields, "null");
    }
    text_add_char(&fields, '}');
    struct json *json = play_parse(&fields);
    wording_add_question(play->wording, &sentence,
                         position_question(position)->step, json);
    play_out_say(&play->out, PLAY_OUT_STRONG, text_string(&sentence));
    json_free(json);
    text_free(&fields);
    text_free(&sentence);
}

/* Shows how the game stands, what is asked, and what is possible. */
static void show(const struct asking *asking, bool with_map)
{
    struct play *play = asking->play;
    struct json *view = play_view(play);
    play_out_gap(&play->out);
    if (asking->has_places && with_map)
        play_screen_map(play, view, &asking->places);
    else if (asking->has_places)
        play_screen_status(play, view);
    say_question(asking, view);
    if (!asking->has_places)
        play_choices_show(play);
    else if (!with_map)
        play_choices_show_places(play, &asking->places);
    json_free(view);
}

static void show_turns(const struct asking *asking)
{
    play_out_gap(&asking->play->out);
    play_choices_show_turns(asking->play, &asking->places, asking->place);
}

/* Says again what is possible, after a line that is not. */
static void say_possible(const struct asking *asking)
{
    struct play *play = asking->play;
    char count[NUMBER_SIZE];
    if (asking->place != NULL) {
        play_say(play, PLAY_WORD_POSSIBLE_NUMBERS, "count",
                 number(count, asking->place->turns_count), PLAY_END);
    } else if (asking->has_places) {
        play_say(play, PLAY_WORD_POSSIBLE_PLACES, "count",
                 number(count, asking->places.count), PLAY_END);
        play_choices_show_places(play, &asking->places);
    } else {
        play_say(play, PLAY_WORD_POSSIBLE_NUMBERS, "count",
                 number(count, game_question(play->game)->choice_count),
                 PLAY_END);
    }
}

static void prompt(const struct play *play, enum play_word word)
{
    struct text text = {0};
    play_add(play, &text, word, PLAY_END);
    play_out_prompt(&play->out, text_string(&text));
    text_free(&text);
}

/* Reads a line; what comes from a pipe is shown, as if it had been typed. */
static enum play_input_status read_line(struct play *play,
                                        char line[PLAY_INPUT_LINE_SIZE])
{
    enum play_input_status status = play_input_read(&play->input, line);
    if (status == PLAY_INPUT_LINE) {
        play_out_clean(line, strlen(line));
        if (!play->input.is_terminal)
            puts(line);
    } else {
        putchar('\n');
    }
    return status;
}

/* Asks for yes or no; at the end of the input it is no. */
static bool is_agreed(struct play *play, const struct text *question)
{
    char line[PLAY_INPUT_LINE_SIZE];
    play_out_prompt(&play->out, text_string(question));
    return read_line(play, line) == PLAY_INPUT_LINE &&
           play_words_order(line) == PLAY_ORDER_YES;
}

static int undo(struct asking *asking)
{
    struct play *play = asking->play;
    struct error error;
    enum status status = game_undo(play->game, asking->seat, &error);
    if (status == STATUS_BAD_INPUT) {
        play_say(play, PLAY_WORD_NO_UNDO, PLAY_END);
        return OUTCOME_NONE;
    }
    if (status != STATUS_OK) {
        play_tell_failure(play, PLAY_WORD_VIEW_FAILED, asking->seat, &error);
        return OUTCOME_NONE;
    }
    play_story_cut(&play->story, game_event_count(play->game));
    play_say(play, PLAY_WORD_UNDONE, PLAY_END);
    return PLAY_PROMPT_UNDONE;
}

static void save(struct play *play, const char *path, bool over)
{
    struct error error;
    if (path[0] == '\0') {
        play_say(play, PLAY_WORD_SAVE_WHERE, PLAY_END);
        return;
    }
    if (!over && !play_save_has(&play->save, path) &&
        play_save_is_taken(path)) {
        play_say(play, PLAY_WORD_SAVE_EXISTS, "file", path, PLAY_END);
        return;
    }
    if (play_save_to(&play->save, path, play->game, &error) != STATUS_OK) {
        play_warn(play, PLAY_WORD_SAVE_FAILED_END, "reason", error.text,
                  PLAY_END);
        return;
    }
    play_say(play, PLAY_WORD_SAVED, "file", path, PLAY_END);
}

static int resign(const struct asking *asking)
{
    struct play *play = asking->play;
    if (!play->input.is_terminal)
        return PLAY_PROMPT_RESIGNED;
    struct text player = {0};
    struct text question = {0};
    play_add_seat(play, &player, asking->seat);
    play_add(play, &question, PLAY_WORD_RESIGN, "player", text_string(&player),
             PLAY_END);
    bool does = is_agreed(play, &question);
    text_free(&player);
    text_free(&question);
    if (does)
        return PLAY_PROMPT_RESIGNED;
    play_say(play, PLAY_WORD_RESIGN_NOT, PLAY_END);
    return OUTCOME_NONE;
}

/* Leaves a game that is saved nowhere: asks where to. */
static int quit_unsaved(struct play *play)
{
    char line[PLAY_INPUT_LINE_SIZE];
    prompt(play, PLAY_WORD_QUIT_UNSAVED);
    if (read_line(play, line) != PLAY_INPUT_LINE || line[0] == '\0')
        return PLAY_PROMPT_LEFT;
    if (play_words_order(line) == PLAY_ORDER_NO) {
        play_say(play, PLAY_WORD_QUIT_NOT, PLAY_END);
        return OUTCOME_NONE;
    }
    save(play, line, false);
    return play_save_has(&play->save, line) ? PLAY_PROMPT_LEFT : OUTCOME_NONE;
}

static int quit(struct play *play)
{
    const char *file = play_save_best(&play->save);
    if (!play->input.is_terminal)
        return PLAY_PROMPT_LEFT;
    if (file == NULL)
        return quit_unsaved(play);
    struct text question = {0};
    play_add(play, &question, PLAY_WORD_QUIT_SAVED, "file", file, PLAY_END);
    bool does = is_agreed(play, &question);
    text_free(&question);
    if (does)
        return PLAY_PROMPT_LEFT;
    play_say(play, PLAY_WORD_QUIT_NOT, PLAY_END);
    return OUTCOME_NONE;
}

static void hint(const struct asking *asking)
{
    struct play *play = asking->play;
    struct player steward;
    struct error error;
    int index = 0;
    player_init(&steward, PLAYER_STEWARD, HINT_SEED);
    if (player_choose(&steward, game_position(play->game), &index, &error) !=
        STATUS_OK) {
        play_tell_failure(play, PLAY_WORD_VIEW_FAILED, asking->seat, &error);
        return;
    }
    struct text choice = {0};
    play_choices_add(play, &choice, index);
    play_say(play, PLAY_WORD_HINT, "choice", text_string(&choice), PLAY_END);
    text_free(&choice);
}

/* Reads "x,y", perhaps with a number of turns behind it. */
static bool read_place(const char *line, int *x, int *y, int *turns)
{
    int end = 0;
    *turns = TURNS_NOT_GIVEN;
    if (sscanf(line, " %5d , %5d %n", x, y, &end) < 2 || end == 0)
        return false;
    if (line[end] == '\0')
        return true;
    line += end;
    end = 0;
    return sscanf(line, "%5d %n", turns, &end) == 1 && end > 0 &&
           line[end] == '\0' && *turns >= 0;
}

static void look(struct play *play, const char *where)
{
    int x;
    int y;
    int turns;
    if (!read_place(where, &x, &y, &turns) || !play_screen_look(play, x, y))
        play_say(play, PLAY_WORD_NO_SPACE, PLAY_END);
}

/* Does what an order asks for. */
static int follow(struct asking *asking, enum play_order order,
                  const char *argument, bool over)
{
    struct play *play = asking->play;
    switch (order) {
    case PLAY_ORDER_HELP:
        play_say(play, PLAY_WORD_HELP, PLAY_END);
        play_screen_letters(play);
        break;
    case PLAY_ORDER_BOARD:
        play_screen_board(play);
        break;
    case PLAY_ORDER_MAP:
        asking->place = NULL;
        show(asking, true);
        break;
    case PLAY_ORDER_LOOK:
        look(play, argument);
        break;
    case PLAY_ORDER_RULES:
        play_rules_tell(play, true);
        break;
    case PLAY_ORDER_TILES:
        play_choices_show_left(play);
        break;
    case PLAY_ORDER_LOG:
        if (!play_story_tell_all(&play->story, play->wording, &play->out))
            play_say(play, PLAY_WORD_LOG_EMPTY, PLAY_END);
        break;
    case PLAY_ORDER_HINT:
        hint(asking);
        break;
    case PLAY_ORDER_UNDO:
        return undo(asking);
    case PLAY_ORDER_SAVE:
        save(play, argument, over);
        break;
    case PLAY_ORDER_RESIGN:
        return resign(asking);
    case PLAY_ORDER_QUIT:
        return quit(play);
    default:
        return OUTCOME_NONE;
    }
    return OUTCOME_NONE;
}

/* What becomes of undo with the choice, found out on a copy. */
static enum finality finality_of(struct play *play, int seat, int index)
{
    struct position *position = game_position(play->game);
    struct position *copy = NULL;
    struct error error;
    enum finality finality = FINALITY_NONE;
    enum status status = position_copy(&copy, position, &error);
    if (status == STATUS_OK)
        status = position_choose(copy, index, &error);
    if (status == STATUS_OK) {
        const struct question *next = position_question(copy);
        if (next->waiting == WAITING_CHANCE &&
            position_turns(copy) == position_turns(position))
            finality = FINALITY_DRAW;
        else if (next->waiting != WAITING_CHOICE || next->seat != seat)
            finality = FINALITY_TURN;
    }
    position_free(copy);
    /* A choice that fails is told when it is made. */
    if (status != STATUS_OK && game_recover(play->game, &error) != STATUS_OK)
        return FINALITY_NONE;
    return finality;
}

/* Asks, at a terminal, before a choice that cannot be taken back. */
static int confirm(struct asking *asking, int index)
{
    struct play *play = asking->play;
    if (!play->input.is_terminal || !play->asks_before_end)
        return PLAY_PROMPT_CHOSE;
    enum finality finality = finality_of(play, asking->seat, index);
    if (finality == FINALITY_NONE)
        return PLAY_PROMPT_CHOSE;

    struct text choice = {0};
    char line[PLAY_INPUT_LINE_SIZE];
    play_choices_add(play, &choice, index);
    play_say(play,
             finality == FINALITY_TURN ? PLAY_WORD_ENDS_TURN
                                       : PLAY_WORD_ENDS_FOR_GOOD,
             "choice", text_string(&choice), PLAY_END);
    text_free(&choice);
    prompt(play, PLAY_WORD_CONFIRM_PROMPT);
    enum play_input_status status = read_line(play, line);
    if (status == PLAY_INPUT_STOPPED)
        return PLAY_PROMPT_STOPPED;
    if (status == PLAY_INPUT_LINE) {
        if (line[0] == '\0' || play_words_order(line) == PLAY_ORDER_YES)
            return PLAY_PROMPT_CHOSE;
        if (play_words_order(line) == PLAY_ORDER_UNDO)
            return undo(asking);
    }
    show(asking, play->board == PLAY_BOARD_ALWAYS);
    return OUTCOME_NONE;
}

/* Takes a choice; from a pipe, says in words what it is. */
static int choose(struct asking *asking, int index)
{
    struct play *play = asking->play;
    *asking->index = index;
    if (!play->input.is_terminal) {
        struct text choice = {0};
        struct text player = {0};
        play_choices_add(play, &choice, index);
        play_add_seat(play, &player, asking->seat);
        play_say(play, PLAY_WORD_CHOSEN_BY, "player", text_string(&player),
                 "choice", text_string(&choice), PLAY_END);
        text_free(&choice);
        text_free(&player);
    }
    asking->place = NULL;
    return confirm(asking, index);
}

/* Takes a place; its turns are asked for when several fit. */
static int choose_place(struct asking *asking, const struct play_place *place)
{
    struct position *position = game_position(asking->play->game);
    if (place->turns_count == 1)
        return choose(asking,
                      play_places_choice(position, place, place->turns[0]));
    asking->place = place;
    show_turns(asking);
    return OUTCOME_NONE;
}

static int not_offered(const struct asking *asking, const char *line)
{
    play_say(asking->play, PLAY_WORD_NOT_OFFERED, "line", line, PLAY_END);
    say_possible(asking);
    return OUTCOME_NONE;
}

/* A number: of a choice, a place, or of the turns at the place chosen. */
static int take_number(struct asking *asking, int value, const char *line)
{
    struct position *position = game_position(asking->play->game);
    if (asking->place != NULL) {
        if (value < 1 || value > asking->place->turns_count)
            return not_offered(asking, line);
        return choose(asking,
                      play_places_choice(position, asking->place,
                                         asking->place->turns[value - 1]));
    }
    int count = asking->has_places ? asking->places.count
                                   : position_question(position)->choice_count;
    if (value < 1 || value > count)
        return not_offered(asking, line);
    if (asking->has_places)
        return choose_place(asking, &asking->places.places[value - 1]);
    return choose(asking, value - 1);
}

/* A place by its coordinates, perhaps with turns. */
static int take_place(struct asking *asking, int x, int y, int turns)
{
    struct play *play = asking->play;
    struct position *position = game_position(play->game);
    uint8_t space = SPACE_WALL;
    char place_x[NUMBER_SIZE];
    char place_y[NUMBER_SIZE];
    char turned[NUMBER_SIZE];
    char line[3 * NUMBER_SIZE];
    number(place_x, x);
    number(place_y, y);
    snprintf(line, sizeof line, "%s,%s", place_x, place_y);
    if (x >= INT8_MIN && x <= INT8_MAX && y >= INT8_MIN && y <= INT8_MAX)
        space = board_space(board_of(asking), x, y);
    int at =
        space == SPACE_WALL ? -1 : play_places_find(&asking->places, space);
    asking->place = NULL;
    if (at < 0)
        return not_offered(asking, line);
    const struct play_place *place = &asking->places.places[at];
    if (turns == TURNS_NOT_GIVEN)
        return choose_place(asking, place);
    if (!play_places_has_turns(place, turns)) {
        play_say(play, PLAY_WORD_NOT_TURNED, "x", place_x, "y", place_y,
                 "turns", number(turned, turns), PLAY_END);
        say_possible(asking);
        return OUTCOME_NONE;
    }
    return choose(asking, play_places_choice(position, place, turns));
}

/* An empty line: elsewhere, or all again. */
static int take_nothing(struct asking *asking)
{
    asking->place = NULL;
    show(asking, asking->play->board == PLAY_BOARD_ALWAYS);
    return OUTCOME_NONE;
}

static bool read_number(const char *line, int *value)
{
    int end = 0;
    return sscanf(line, "%9d%n", value, &end) == 1 && line[end] == '\0';
}

static int take_line(struct asking *asking, char *line)
{
    int value;
    int x;
    int y;
    int turns;
    if (line[0] == '\0')
        return take_nothing(asking);
    if (read_number(line, &value))
        return take_number(asking, value, line);
    if (asking->has_places && read_place(line, &x, &y, &turns))
        return take_place(asking, x, y, turns);

    size_t size = strcspn(line, " ");
    char word[PLAY_INPUT_LINE_SIZE];
    memcpy(word, line, size);
    word[size] = '\0';
    enum play_order order = play_words_order(word);
    if (order != PLAY_ORDER_NONE && order != PLAY_ORDER_YES &&
        order != PLAY_ORDER_NO) {
        const char *argument = line + size + strspn(line + size, " ");
        return follow(asking, order, argument,
                      size > 0 && word[size - 1] == '!');
    }
    play_say(asking->play, PLAY_WORD_NOT_A_CHOICE, "line", line, PLAY_END);
    say_possible(asking);
    return OUTCOME_NONE;
}

/* The end of the input: at a terminal only when it is meant. */
static int take_end(struct asking *asking)
{
    if (!asking->play->input.is_terminal || asking->ends_next)
        return PLAY_PROMPT_ENDED;
    asking->ends_next = true;
    play_say(asking->play, PLAY_WORD_END_HINT, PLAY_END);
    return OUTCOME_NONE;
}

static enum play_word prompt_word(const struct asking *asking)
{
    if (asking->place != NULL)
        return PLAY_WORD_TURNS_PROMPT;
    return asking->has_places ? PLAY_WORD_PLACE_PROMPT
                              : PLAY_WORD_CHOICE_PROMPT;
}

enum play_prompt_outcome play_prompt_ask(struct play *play, int *index)
{
    struct asking asking = {
        .play = play,
        .seat = game_question(play->game)->seat,
        .index = index,
    };
    asking.has_places =
        play_places_read(&asking.places, game_position(play->game));
    show(&asking, play->board == PLAY_BOARD_ALWAYS);
    for (;;) {
        char line[PLAY_INPUT_LINE_SIZE];
        prompt(play, prompt_word(&asking));
        enum play_input_status status = read_line(play, line);
        int outcome = status == PLAY_INPUT_STOPPED ? (int)PLAY_PROMPT_STOPPED
                      : status == PLAY_INPUT_END   ? take_end(&asking)
                                                   : take_line(&asking, line);
        if (status == PLAY_INPUT_LINE)
            asking.ends_next = false;
        if (outcome != OUTCOME_NONE)
            return (enum play_prompt_outcome)outcome;
    }
}
