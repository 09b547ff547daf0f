#include "command/play_proof.h"

#include "command/command.h"
#include "command/play_seal.h"
#include "game/verify.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 16 };

static const struct record *record_of(const struct play *play)
{
    return play->over != NULL ? play->over : game_record(play->game);
}

bool play_proof_keep(const struct play *play, struct error *error)
{
    const char *reason = game_over_reason(play->game);
    if (play->record_path == NULL || reason == NULL ||
        strcmp(reason, "broken") == 0)
        return true;
    return record_save(record_of(play), play->record_path, error) == STATUS_OK;
}

/* How many entries of that type there are. */
static int count_entries(const struct record *record, const char *type)
{
    int count = 0;
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        count += strcmp(entry.type, type) == 0;
    }
    return count;
}

static bool is_contributed(const struct sealing *sealing)
{
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed)
            return true;
    return false;
}

/* Where the order came from, when all fits it. */
static void tell_order(const struct play *play)
{
    const struct sealing *sealing = game_sealing(play->game);
    if (!game_is_sealed(play->game)) {
        play_say(play, PLAY_WORD_PROOF_SEED, "seed", play->seed, PLAY_END);
        return;
    }
    struct text lock = {0};
    play_seal_add_lock(&lock, sealing);
    play_say(play,
             is_contributed(sealing) ? PLAY_WORD_PROOF_SEALED
                                     : PLAY_WORD_PROOF_SERVER_ONLY,
             "lock", text_string(&lock), PLAY_END);
    text_free(&lock);
}

/* The checks of the list that players hear of. */
static void tell_good(const struct play *play,
                      const struct verify_report *report)
{
    const struct record *record = record_of(play);
    char draws[NUMBER_SIZE];
    char rolls[NUMBER_SIZE];
    char choices[NUMBER_SIZE];
    bool is_played = false;
    tell_order(play);
    snprintf(draws, sizeof draws, "%d", count_entries(record, "draw"));
    snprintf(rolls, sizeof rolls, "%d", count_entries(record, "roll"));
    snprintf(choices, sizeof choices, "%d", count_entries(record, "choice"));
    for (int i = 0; i < report->count; i++) {
        const struct verify_check *check = &report->checks[i];
        if (strcmp(check->name, "choices") != 0)
            continue;
        is_played = check->answer == VERIFY_GOOD;
        if (!is_played)
            play_warn(play, PLAY_WORD_PROOF_NOT_CHECKED, "reason", check->says,
                      PLAY_END);
    }
    if (is_played)
        play_say(play, PLAY_WORD_PROOF_PLAYED, "draws", draws, "rolls", rolls,
                 "choices", choices, PLAY_END);
    if (game_is_sealed(play->game))
        play_say(play, PLAY_WORD_PROOF_LIMIT, PLAY_END);
}

static void tell_wrong(const struct play *play,
                       const struct verify_report *report)
{
    const struct verify_check *last = &report->checks[report->count - 1];
    play_warn(play, PLAY_WORD_PROOF_WRONG, "check", last->name, "reason",
              last->says, PLAY_END);
}

static void tell_again(const struct play *play)
{
    const char *file = play->record_path != NULL ? play->record_path
                                                 : play_save_best(&play->save);
    struct text line = {0};
    command_add_line(&line, (const char *const[]){
                                "verify", file == NULL ? "FILE" : file, NULL});
    play_say(play,
             file == NULL ? PLAY_WORD_PROOF_NO_FILE : PLAY_WORD_PROOF_AGAIN,
             "line", text_string(&line), PLAY_END);
    text_free(&line);
}

bool play_proof_tell(const struct play *play)
{
    size_t size;
    const char *bytes = record_bytes(record_of(play), &size);
    struct verify_report *report = calloc(1, sizeof *report);
    if (report == NULL)
        return true; /* nothing is known to be wrong */
    struct verify_means means = {.server = play->server,
                                 .root = command_root()};
    verify_record(report, bytes, size, &means);
    bool is_good = report->verdict != VERIFY_WRONG;
    play_out_gap(&play->out);
    if (is_good)
        tell_good(play, report);
    else
        tell_wrong(play, report);
    tell_again(play);
    free(report);
    return is_good;
}
