#include "command/play.h"

#include "command/play_start.h"
#include "game/verify.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct json *play_parse(const struct text *bytes)
{
    struct json *json = NULL;
    struct error error;
    if (json_parse(&json, text_string(bytes), bytes->size, &error) != STATUS_OK)
        return NULL;
    return json;
}

/* Adds a text of the prompt's own, filled in from pairs of name and value. */
static void add_word(const struct play *play, struct text *out,
                     enum play_word word, va_list pairs)
{
    struct text fields = {0};
    text_add_char(&fields, '{');
    for (const char *name; (name = va_arg(pairs, const char *)) != NULL;)
        json_add_member_string(&fields, name, va_arg(pairs, const char *));
    text_add_char(&fields, '}');
    struct json *json = play_parse(&fields);
    wording_fill(play->wording, out, play_words_text(play->language, word),
                 json);
    json_free(json);
    text_free(&fields);
}

void play_add(const struct play *play, struct text *out, enum play_word word,
              ...)
{
    va_list pairs;
    va_start(pairs, word);
    add_word(play, out, word, pairs);
    va_end(pairs);
}

static void say_list(const struct play *play, enum play_out_style style,
                     enum play_word word, va_list pairs)
{
    struct text sentence = {0};
    add_word(play, &sentence, word, pairs);
    play_out_say(&play->out, style, text_string(&sentence));
    text_free(&sentence);
}

void play_say(const struct play *play, enum play_word word, ...)
{
    va_list pairs;
    va_start(pairs, word);
    say_list(play, PLAY_OUT_PLAIN, word, pairs);
    va_end(pairs);
}

void play_warn(const struct play *play, enum play_word word, ...)
{
    va_list pairs;
    va_start(pairs, word);
    say_list(play, PLAY_OUT_WARNING, word, pairs);
    va_end(pairs);
}

void play_add_seat(const struct play *play, struct text *out, int seat)
{
    wording_add_word(play->wording, out, "seats",
                     executor_seat_name(play->executor, seat));
}

void play_say_traceback(const struct play *play, const char *traceback)
{
    size_t size = strlen(traceback);
    if (!play->is_verbose || size == 0)
        return;
    struct text lines = {0};
    size -= traceback[size - 1] == '\n';
    text_add_bytes(&lines, traceback, size);
    play_out_say(&play->out, PLAY_OUT_FAINT, text_string(&lines));
    text_free(&lines);
}

void play_tell_failure(struct play *play, enum play_word word, int seat,
                       const struct error *error)
{
    struct text player = {0};
    struct error second;
    play_add_seat(play, &player, seat);
    play_warn(play, word, "reason", error->text, "player", text_string(&player),
              PLAY_END);
    text_free(&player);
    play_say_traceback(
        play, executor_traceback(position_executor(game_position(play->game))));
    if (game_recover(play->game, &second) != STATUS_OK)
        play_warn(play, PLAY_WORD_BROKEN, "reason", second.text, PLAY_END);
}

struct json *play_view(struct play *play)
{
    int seat = game_question(play->game)->seat;
    struct text bytes = {0};
    struct error error;
    struct json *view = NULL;
    if (position_view(game_position(play->game), seat, &bytes, &error) ==
        STATUS_OK)
        view = play_parse(&bytes);
    else
        play_tell_failure(play, PLAY_WORD_VIEW_FAILED, seat < 0 ? 0 : seat,
                          &error);
    text_free(&bytes);
    return view;
}

int play_command(int argc, char **argv)
{
    struct play_options options = {.width = 0};
    int status;
    if (!play_options_read(&options, argc, argv, &status))
        return status;

    struct play *play = calloc(1, sizeof *play);
    if (play == NULL)
        return command_fail("play", "no memory for a game");
    struct error error;
    /* Where there can be no workers, the record's rules are not run at the end,
     * and that is told. */
    if (worker_server_start(&play->server, verify_jobs, VERIFY_JOB_COUNT,
                            &error) != STATUS_OK)
        play->server = NULL;
    play_input_begin(&play->input);
    play->record_path = options.record;
    status = play_options_apply(&options, play);
    if (status == EXIT_OK)
        status = play_start_game(play, &options);
    (void)play_story_end(&play->story, &error);
    worker_server_stop(play->server);
    sealing_clear(&play->sealing);
    wording_free(play->wording);
    executor_free(play->executor);
    record_free(play->over);
    free(play);
    return status;
}
