#include "command/play_seal.h"

#include "command/command.h"
#include "fair/proquint.h"

#include <string.h>

/* What the people at the table give. Wiped. */
struct given {
    struct contribution contributions[MATERIAL_SEATS_MAX];
    /* By seat; NULL: a bot. */
    const struct contribution *seats[MATERIAL_SEATS_MAX];
};

static int fail(const struct error *error)
{
    return command_fail("play", "%s", error->text);
}

/* Asks one person until what is typed can be taken. */
static enum play_input_status ask(struct play *play, int seat,
                                  struct contribution *contribution)
{
    char line[PLAY_INPUT_LINE_SIZE];
    struct text player = {0};
    struct error error;
    enum play_input_status status;
    play_add_seat(play, &player, seat);
    play_say(play, PLAY_WORD_SEAL_ASK, "player", text_string(&player),
             PLAY_END);
    for (;;) {
        play_out_prompt(&play->out, "> ");
        status = play_input_read_text(&play->input, line);
        if (status != PLAY_INPUT_LINE ||
            contribution_type(contribution, line, &error) == STATUS_OK)
            break;
        play_say(play, PLAY_WORD_SEAL_TOO_LONG, PLAY_END);
    }
    if (status == PLAY_INPUT_END)
        play_out_gap(&play->out); /* the line that was not typed */
    text_free(&player);
    return status;
}

/* The keys and secrets of all people, from the system's randomness or from
 * what was given on the command line. */
static enum status make(const struct play *play, struct given *given,
                        const char *const typed[MATERIAL_SEATS_MAX],
                        struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < play->seat_count; i++) {
        if (play->players[i].kind != PLAYER_HUMAN)
            continue;
        status = contribution_init(&given->contributions[i], typed[i], error);
        given->seats[i] = &given->contributions[i];
    }
    return status;
}

/* Whether all who are to be asked were; else a signal came. */
static bool ask_all(struct play *play, struct given *given,
                    const char *const typed[MATERIAL_SEATS_MAX])
{
    for (int i = 0; play->input.is_terminal && i < play->seat_count; i++)
        if (given->seats[i] != NULL && typed[i] == NULL &&
            ask(play, i, &given->contributions[i]) == PLAY_INPUT_STOPPED)
            return false;
    return true;
}

static void tell_given(const struct play *play, const struct given *given)
{
    int count = 0;
    for (int i = 0; i < play->seat_count; i++) {
        struct text player = {0};
        const struct contribution *contribution = given->seats[i];
        play_add_seat(play, &player, i);
        count += contribution != NULL;
        play_say(play,
                 contribution == NULL            ? PLAY_WORD_SEAL_BOT
                 : contribution->text[0] == '\0' ? PLAY_WORD_SEAL_RANDOM
                                                 : PLAY_WORD_SEAL_TYPED,
                 "player", text_string(&player), "text",
                 contribution == NULL ? "" : contribution->text, PLAY_END);
        text_free(&player);
    }
    if (count == 0)
        play_say(play, PLAY_WORD_SEAL_SERVER_ONLY, PLAY_END);
}

void play_seal_add_lock(struct text *out, const struct sealing *sealing)
{
    char words[PROQUINT_LOCK_SIZE];
    proquint_write(words, &sealing->lock);
    text_add(out, words);
}

void play_seal_tell(const struct play *play, const struct sealing *sealing)
{
    struct text lock = {0};
    play_seal_add_lock(&lock, sealing);
    play_say(play, PLAY_WORD_SEAL_LOCK, "lock", text_string(&lock), PLAY_END);
    text_free(&lock);
}

/* The referee commits before anybody is asked. */
static int seal(struct play *play, struct given *given,
                const char *const typed[MATERIAL_SEATS_MAX])
{
    struct error error;
    struct sealing_open open = {.executor = play->executor, .attempt = 1};
    if (make(play, given, typed, &error) != STATUS_OK)
        return fail(&error);
    for (int i = 0; i < play->seat_count; i++)
        if (given->seats[i] != NULL)
            open.player_keys[i] = given->seats[i]->keys.public_key;
    if (sealing_begin(&play->sealing, &open, &error) != STATUS_OK)
        return fail(&error);
    if (!ask_all(play, given, typed)) {
        play_out_gap(&play->out);
        return PLAY_STATUS_SIGNAL + play_input_signal(&play->input);
    }
    if (sealing_run(&play->sealing, given->seats, &error) != STATUS_OK)
        return fail(&error);
    tell_given(play, given);
    play_seal_tell(play, &play->sealing);
    play_say(play, PLAY_WORD_SEAL_HINT, PLAY_END);
    return EXIT_OK;
}

int play_seal_game(struct play *play,
                   const char *const typed[MATERIAL_SEATS_MAX])
{
    struct given given = {0};
    int status = seal(play, &given, typed);
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++)
        contribution_wipe(&given.contributions[i]);
    return status;
}
