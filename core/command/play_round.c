#include "command/play_round.h"

#include "command/command.h"
#include "command/play_prompt.h"
#include "command/play_proof.h"
#include "command/play_screen.h"

#include <stdio.h>
#include <string.h>

void play_round_keep(struct play *play)
{
    struct error error;
    switch (play->over != NULL
                ? PLAY_SAVE_NOTHING /* it is all there, signatures too */
                : play_save_write(&play->save, play->game, &error)) {
    case PLAY_SAVE_FAILS:
        play_warn(play, PLAY_WORD_SAVE_FAILED, "reason", error.text, PLAY_END);
        break;
    case PLAY_SAVE_WORKS:
        play_say(play, PLAY_WORD_SAVE_WORKS, "file", error.text, PLAY_END);
        break;
    case PLAY_SAVE_NOTHING:
        break;
    }
    const struct question *question = game_question(play->game);
    if (question->seat >= 0 && game_may_undo(play->game, question->seat))
        return;
    if (!play_story_write(&play->story, &error))
        play_warn(play, PLAY_WORD_EVENTS_FAILED, "reason", error.text,
                  PLAY_END);
}

/* Makes a person's choice; when the rules fail on it, says so. */
static void choose(struct play *play, int index)
{
    struct error error;
    if (game_choose(play->game, index, &error) == STATUS_OK)
        return;
    play_warn(play, PLAY_WORD_RULES_FAILED, "reason", error.text, PLAY_END);
    play_say_traceback(play, game_traceback(play->game));
    if (game_over_reason(play->game) == NULL)
        play_say(play, PLAY_WORD_CHOOSE_AGAIN, PLAY_END);
}

/* Makes the first choice that the rules do not fail on; breaks the game when
 * there is none. */
static void choose_any(struct play *play, const struct error *reason)
{
    struct error error = *reason;
    int count = game_question(play->game)->choice_count;
    for (int i = 0; i < count; i++) {
        if (game_over_reason(play->game) != NULL ||
            game_choose(play->game, i, &error) == STATUS_OK)
            return;
    }
    play_warn(play, PLAY_WORD_BROKEN, "reason", error.text, PLAY_END);
    play_say_traceback(play, game_traceback(play->game));
    if (game_break(play->game, &error) != STATUS_OK)
        play_warn(play, PLAY_WORD_BROKEN, "reason", error.text, PLAY_END);
}

/* Lets a bot choose. */
static void let_choose(struct play *play, struct player *player, int seat)
{
    struct error error;
    int index = 0;
    enum status status =
        player_choose(player, game_position(play->game), &index, &error);
    if (status == STATUS_OK &&
        game_choose(play->game, index, &error) == STATUS_OK)
        return;
    if (game_over_reason(play->game) != NULL)
        return;
    play_tell_failure(play, PLAY_WORD_BOT_FAILED, seat, &error);
    choose_any(play, &error);
}

/* Adds the names of the seats for which `wanted` is set. */
static void add_seats(const struct play *play, struct text *out,
                      const bool *wanted)
{
    bool is_first = true;
    for (int i = 0; i < play->seat_count; i++) {
        if (!wanted[i])
            continue;
        text_add(out, is_first ? "" : ", ");
        play_add_seat(play, out, i);
        is_first = false;
    }
}

/* The input has ended: steward plays for all people. */
static void take_over(struct play *play)
{
    bool people[MATERIAL_SEATS_MAX] = {false};
    struct text names = {0};
    for (int i = 0; i < play->seat_count; i++) {
        people[i] = play->players[i].kind == PLAYER_HUMAN;
        if (people[i])
            play->players[i].kind = PLAYER_STEWARD;
    }
    add_seats(play, &names, people);
    play_say(play, PLAY_WORD_INPUT_ENDED, "players", text_string(&names),
             PLAY_END);
    text_free(&names);
}

static void resign(struct play *play)
{
    struct error error;
    int seat = game_question(play->game)->seat;
    if (game_resign(play->game, seat, &error) != STATUS_OK)
        play_tell_failure(play, PLAY_WORD_VIEW_FAILED, seat, &error);
}

/* Why nobody plays on. */
enum ending {
    ENDING_NONE,
    ENDING_OVER,
    ENDING_LEFT,
    ENDING_STOPPED,
};

/* One choice of somebody. */
static enum ending play_once(struct play *play)
{
    int seat = game_question(play->game)->seat;
    struct player *player = &play->players[seat];
    int index = 0;
    if (player->kind != PLAYER_HUMAN) {
        let_choose(play, player, seat);
        return ENDING_NONE;
    }
    switch (play_prompt_ask(play, &index)) {
    case PLAY_PROMPT_CHOSE:
        choose(play, index);
        break;
    case PLAY_PROMPT_UNDONE:
        break;
    case PLAY_PROMPT_RESIGNED:
        resign(play);
        break;
    case PLAY_PROMPT_ENDED:
        take_over(play);
        break;
    case PLAY_PROMPT_LEFT:
        return ENDING_LEFT;
    case PLAY_PROMPT_STOPPED:
        return ENDING_STOPPED;
    }
    return ENDING_NONE;
}

static enum ending play_on(struct play *play)
{
    for (;;) {
        play_round_keep(play);
        if (game_over_reason(play->game) != NULL)
            return ENDING_OVER;
        play_story_tell(&play->story, play->wording, &play->out);
        if (play_input_signal(&play->input) != 0)
            return ENDING_STOPPED;
        enum ending ending = play_once(play);
        if (ending != ENDING_NONE)
            return ending;
    }
}

static bool is_over_by(const struct play *play, const char *reason)
{
    const char *over = game_over_reason(play->game);
    return over != NULL && strcmp(over, reason) == 0;
}

/* Tells the end of a game: the board, the last scores, where all points came
 * from, and who has won. */
static void tell_end(struct play *play)
{
    struct result result;
    struct error error;
    if (play->board != PLAY_BOARD_NEVER && !is_over_by(play, "broken")) {
        play_out_gap(&play->out);
        play_screen_board(play);
    }
    play_story_tell(&play->story, play->wording, &play->out);
    play_out_gap(&play->out);
    if (game_result(play->game, &result, &error) == STATUS_OK) {
        struct text table = {0};
        if (!is_over_by(play, "finished"))
            play_say(play, PLAY_WORD_NO_FINAL, PLAY_END);
        play_say(play, PLAY_WORD_POINTS_OF, PLAY_END);
        play_story_add_points(
            &play->story, play->wording, &table, result.scores,
            play_words_text(play->language, PLAY_WORD_POINTS_OTHER),
            play_words_text(play->language, PLAY_WORD_POINTS_TOGETHER));
        if (table.size > 0)
            play_out_clean(table.bytes, table.size);
        fputs(text_string(&table), stdout);
        text_free(&table);
    }
    play_story_tell_end(&play->story, play->wording, &play->out);
}

/* The end of a game that broke: how it can be played on. */
static void tell_broken(const struct play *play)
{
    const char *file = play_save_best(&play->save);
    if (file != NULL)
        play_say(play, PLAY_WORD_BROKEN_SAVED, "file", file, PLAY_END);
}

static void tell_left(const struct play *play, bool was_stopped)
{
    struct text line = {0};
    const char *file = play_save_best(&play->save);
    if (file != NULL)
        command_add_line(
            &line, (const char *const[]){
                       "play", "--resume", file,
                       play->has_own_rules ? "--saved-rules" : NULL, NULL});
    if (was_stopped)
        play_say(play,
                 file != NULL                 ? PLAY_WORD_STOPPED
                 : game_is_sealed(play->game) ? PLAY_WORD_STOPPED_LOST
                                              : PLAY_WORD_STOPPED_UNSAVED,
                 "line", text_string(&line), "seed", play->seed, PLAY_END);
    else
        play_say(play,
                 file == NULL ? PLAY_WORD_GOODBYE_UNSAVED : PLAY_WORD_GOODBYE,
                 "line", text_string(&line), PLAY_END);
    text_free(&line);
}

/* Whether all that was to be kept is; says what is not. */
static bool is_kept(struct play *play)
{
    bool is = true;
    struct error error;
    play_story_cut(&play->story, game_event_count(play->game));
    if (!play_story_write(&play->story, &error))
        play_warn(play, PLAY_WORD_EVENTS_FAILED, "reason", error.text,
                  PLAY_END);
    if (!play_save_end(&play->save, play->game, &error)) {
        play_warn(play, PLAY_WORD_SAVE_FAILED_END, "reason", error.text,
                  PLAY_END);
        is = false;
    }
    if (!play_proof_keep(play, &error)) {
        play_warn(play, PLAY_WORD_SAVE_FAILED_END, "reason", error.text,
                  PLAY_END);
        play->record_path = NULL; /* there is nothing to check again */
        is = false;
    }
    if (!play_story_end(&play->story, &error))
        is = false;
    return is;
}

/* Says how it ended; the exit status. */
static int finish(struct play *play, enum ending ending)
{
    if (ending == ENDING_OVER)
        tell_end(play);
    else
        play_out_gap(&play->out);
    bool kept = is_kept(play);
    if (is_over_by(play, "broken"))
        tell_broken(play);
    if (ending == ENDING_LEFT || ending == ENDING_STOPPED)
        tell_left(play, ending == ENDING_STOPPED);
    if (ending == ENDING_STOPPED)
        return PLAY_STATUS_SIGNAL + play_input_signal(&play->input);
    if (is_over_by(play, "broken"))
        return EXIT_COULD_NOT_RUN;
    bool is_proved = ending != ENDING_OVER || play_proof_tell(play);
    return !kept ? EXIT_COULD_NOT_RUN : is_proved ? EXIT_OK : EXIT_FOUND_WRONG;
}

int play_round_all(struct play *play)
{
    return finish(play, play_on(play));
}
