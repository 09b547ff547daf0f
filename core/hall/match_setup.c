#include "hall/match_setup.h"

#include "game/lineup.h"
#include "game/playout.h"
#include "game/seat.h"
#include "game/secret.h"
#include "game/sources.h"
#include "hall/about.h"
#include "hall/match_file.h"
#include "hall/match_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Takes the names of the seats from an executor of the ruleset. */
static void take_seats(struct match *match, const struct executor *executor)
{
    match->seat_count = executor_seat_count(executor);
    for (int i = 0; i < match->seat_count; i++)
        snprintf(match->seat_names[i], sizeof match->seat_names[i], "%s",
                 executor_seat_name(executor, i));
}

/* Makes those who play, each with a chance of its own; nobody named: people. */
static enum status seat_players(struct match *match,
                                const struct match_setup *setup,
                                struct error *error)
{
    char seed[2 * HASH_SIZE + 1];
    struct hash random;
    enum player_kind kinds[MATERIAL_SEATS_MAX] = {PLAYER_HUMAN};
    if (setup->player_count > 0 && setup->player_count != match->seat_count)
        return error_set(
            error, STATUS_BAD_INPUT, "%s has %d seats, and players names %d",
            match_ruleset(match)->game, match->seat_count, setup->player_count);
    for (int i = 0; i < setup->player_count; i++) {
        kinds[i] = setup->players[i];
        match->seats[i].is_held = setup->is_held[i];
    }
    hash_random(&random);
    hash_to_hex(seed, &random);
    hash_wipe(&random);
    playout_init_players(match->players, kinds, match->seat_count,
                         setup->seed == NULL ? seed : setup->seed);
    return STATUS_OK;
}

static enum status new_match(struct match **out,
                             const struct match_setup *setup,
                             struct error *error)
{
    *out = match_new(setup->home, error);
    if (*out == NULL)
        return error->status;
    struct match *match = *out;
    match->number = setup->number;
    match->clock = setup->clock;
    match->is_public = setup->is_public;
    match->is_new = true;
    if (setup->home->is_daemon)
        seat_random_letters(match->id, sizeof match->id);
    else
        snprintf(match->id, sizeof match->id, "g%d", setup->number);
    return STATUS_OK;
}

static enum status keep_seed(struct match *match,
                             const struct match_setup *setup,
                             struct error *error)
{
    if (strlen(setup->seed) >= sizeof match->seed)
        return error_set(error, STATUS_BAD_INPUT,
                         "a seed is a text of at most %d bytes",
                         GAME_SEED_SIZE - 1);
    if (setup->contribution_count > 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "nobody contributes to an open seed");
    memcpy(match->seed, setup->seed, strlen(setup->seed) + 1);
    return STATUS_OK;
}

/* Makes what each person gives to the seal. */
static enum status contribute(const struct match *match,
                              const struct match_setup *setup,
                              struct contribution *contributions,
                              struct error *error)
{
    enum status status = STATUS_OK;
    if (setup->contribution_count > match->seat_count)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s has %d seats, and there are %d contributions",
                         match_ruleset(match)->game, match->seat_count,
                         setup->contribution_count);
    for (int i = 0; status == STATUS_OK && i < match->seat_count; i++) {
        const char *typed =
            i < setup->contribution_count ? setup->contributions[i] : NULL;
        if (match->players[i].kind == PLAYER_HUMAN)
            status = contribution_init(&contributions[i], typed, error);
        else if (typed != NULL)
            status = error_set(error, STATUS_BAD_INPUT,
                               "a bot sits in seat %d, which gives nothing to "
                               "the shuffle",
                               i + 1);
    }
    return status;
}

/* Seals the order: the referee and all people, one after the other. */
static enum status seal(struct match *match, const struct match_setup *setup,
                        struct executor *executor, struct error *error)
{
    struct contribution contributions[MATERIAL_SEATS_MAX] = {0};
    const struct contribution *given[MATERIAL_SEATS_MAX] = {NULL};
    struct sealing_open open = {.executor = executor, .attempt = MATCH_ATTEMPT};
    enum status status = contribute(match, setup, contributions, error);
    for (int i = 0; i < match->seat_count; i++) {
        if (match->players[i].kind != PLAYER_HUMAN)
            continue;
        given[i] = &contributions[i];
        open.player_keys[i] = contributions[i].keys.public_key;
    }
    if (status == STATUS_OK)
        status = sealing_begin(&match->sealing, &open, error);
    if (status == STATUS_OK)
        status = sealing_run(&match->sealing, given, error);
    for (int i = 0; i < MATERIAL_SEATS_MAX; i++)
        contribution_wipe(&contributions[i]);
    match->is_sealed = true;
    return status;
}

/* Opens the rules: shared with all games that are played by them, where there
 * is a warm. *own is the caller's executor, or NULL: it is shared. */
static enum status open_rules(struct match *match,
                              const struct ruleset_request *request,
                              struct executor **executor, struct executor **own,
                              struct error *error)
{
    struct warm *warm = match->home->warm;
    enum status status;
    *own = NULL;
    if (warm == NULL) {
        status = ruleset_open(&match->ruleset, request, error);
        if (status == STATUS_OK)
            status = executor_new(own, match->ruleset, error);
        *executor = *own;
        return status;
    }
    status = warm_open(&match->rules, warm, request, error);
    return status == STATUS_OK ? warm_executor(executor, match->rules, error)
                               : status;
}

/* Fills in the order: a seed, a seal, or a seal that is to be. */
static enum status take_order(struct match *match,
                              const struct match_setup *setup,
                              struct executor *executor, struct error *error)
{
    if (setup->seed != NULL)
        return keep_seed(match, setup, error);
    match->is_sealed = true;
    return match->home->is_daemon ? STATUS_OK
                                  : seal(match, setup, executor, error);
}

static enum status prepare(struct match *match, const struct match_setup *setup,
                           struct error *error)
{
    struct executor *executor;
    struct executor *own;
    enum status status =
        open_rules(match, setup->request, &executor, &own, error);
    if (status == STATUS_OK) {
        take_seats(match, executor);
        status = seat_players(match, setup, error);
    }
    if (status == STATUS_OK)
        status = take_order(match, setup, executor, error);
    if (status == STATUS_OK && match->home->is_daemon)
        status = about_take_shown(match, executor, setup->request,
                                  setup->options, error);
    executor_free(own);
    if (status == STATUS_OK && setup->save != NULL)
        status = match_save_to(match, setup->save, setup->overwrites, error);
    return status;
}

enum status match_setup_open(struct match **out,
                             const struct match_setup *setup,
                             struct error *error)
{
    struct match *match;
    enum status status = new_match(&match, setup, error);
    if (status == STATUS_OK)
        status = prepare(match, setup, error);
    if (status != STATUS_OK) {
        match_free(match);
        match = NULL;
    }
    *out = match;
    return status;
}

/* Takes the ruleset out of the record: its scripts may be anybody's. */
static enum status take_rules(struct match *match, const struct record *record,
                              const struct match_setup *setup,
                              struct error *error)
{
    struct text others = {0};
    enum status status = sources_ruleset(&match->ruleset, record, error);
    if (status == STATUS_OK && !setup->takes_saved_rules &&
        sources_list_others(&others, match->ruleset, setup->home->root) > 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "it was played by other scripts than those that "
                           "are here: %s; --saved-rules, as a parameter "
                           "saved_rules, runs those in the record",
                           text_string(&others));
    text_free(&others);
    return status;
}

/* Plays the record again, and tells of it what was not undone. */
static enum status replay(struct match *match, const struct record *record,
                          const char *path, struct error *error)
{
    struct game_start start = {
        .ruleset = match->ruleset,
        .listener = match_listen,
        .answer_listener = match_note_answer,
        .context = match,
    };
    enum status status =
        game_read_start(&start, record, &match->sealing, match->seed, error);
    match->is_sealed = start.sealing != NULL;
    if (status == STATUS_OK && match->is_sealed &&
        !match->sealing.seats[0].revealed)
        status = secret_read(&match->sealing, path, error);
    if (status != STATUS_OK)
        return status;
    match->is_replaying = true;
    story_begin(&match->story);
    status = game_replay(&match->game, record, &start, error);
    match->is_replaying = false;
    if (status == STATUS_OK)
        story_cut(&match->story, game_event_count(match->game));
    return status;
}

/* What is known of a match only when its record has been played again. Who
 * plays is as it was kept, where the setup names nobody. */
static enum status take_up(struct match *match, const struct match_setup *given,
                           struct error *error)
{
    struct match_setup setup = *given;
    take_seats(match, position_executor(game_position(match->game)));
    if (setup.player_count == 0 &&
        lineup_read(setup.players, match->seat_count, setup.save))
        setup.player_count = match->seat_count;
    enum status status = seat_players(match, &setup, error);
    if (status == STATUS_OK && game_over_reason(match->game) == NULL)
        lineup_keep(match->players, match->seat_count, setup.save);
    return status;
}

enum status match_setup_resume(struct match **out,
                               const struct match_setup *setup,
                               struct error *error)
{
    struct record *record = NULL;
    struct match *match;
    *out = NULL;
    enum status status = new_match(&match, setup, error);
    if (status == STATUS_OK)
        status = match_file_load(&record, setup->save, error);
    if (status == STATUS_OK)
        status = take_rules(match, record, setup, error);
    if (status == STATUS_OK)
        status = replay(match, record, setup->save, error);
    if (status == STATUS_OK)
        status = take_up(match, setup, error);
    record_free(record);
    if (status != STATUS_OK) {
        match_free(match);
        return error_prefix(error, "record '%s'", setup->save);
    }
    snprintf(match->save, sizeof match->save, "%s", setup->save);
    story_tell(&match->story, setup->home->news, match->number, NULL);
    story_drop(&match->story);
    match_settle(match);
    if (match_goes_on(match) && game_draw_offer(match->game) >= 0)
        match_tell_seat(match, "game.draw_offered",
                        game_draw_offer(match->game));
    *out = match;
    return STATUS_OK;
}
