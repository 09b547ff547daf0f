#include "command/play_start.h"

#include "command/play_round.h"
#include "command/play_rules.h"
#include "command/play_seal.h"
#include "game/playout.h"
#include "game/sources.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    SEED_BYTES = 8,     /* of a seed that the system gives */
    OVER_EVENTS = 24,   /* told of a game that is over */
    RESUMED_EVENTS = 8, /* told when a game is resumed */
    PLAYER_SEED_SIZE = GAME_SEED_SIZE + 16,
};

static int fail(const struct error *error)
{
    return command_fail("play", "%s", error->text);
}

/* A seed of hexadecimal digits from the system's randomness. */
static bool make_seed(char seed[GAME_SEED_SIZE])
{
    unsigned char bytes[SEED_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (int i = 0; i < SEED_BYTES; i++)
        snprintf(seed + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Who plays, by seat: as the list has it, or as it was kept beside the record
 * that is resumed, either of which may be NULL. False when the list does not
 * fit, which it says. */
static bool read_players(struct play *play, const char *list,
                         const char *resumed)
{
    enum player_kind kinds[MATERIAL_SEATS_MAX] = {PLAYER_HUMAN};
    if (list == NULL && resumed != NULL)
        (void)lineup_read(kinds, play->seat_count, resumed);
    for (int i = 0; i < play->seat_count; i++) {
        enum player_kind kind = kinds[i];
        char seed[PLAYER_SEED_SIZE];
        char name[RULESET_NAME_SIZE] = "";
        if (list != NULL) {
            size_t size = strcspn(list, ",");
            if (size < sizeof name)
                memcpy(name, list, size);
            bool is_last = i + 1 == play->seat_count;
            if (is_last == (list[size] == ',')) {
                command_fail("play",
                             "--players wants %d of them, as in: "
                             "human,steward",
                             play->seat_count);
                return false;
            }
            list += size + !is_last;
            if (!player_find(name, &kind)) {
                command_fail("play", "there is no player '%s'; there is: %s",
                             name, player_names());
                return false;
            }
        }
        /* As playout_init_players: `castled sim` plays the same games. */
        snprintf(seed, sizeof seed, "%s/%d", play->seed, i + 1);
        player_init(&play->players[i], kind, seed);
    }
    return true;
}

/* The first letter of each player's name; figures where that is not one of its
 * own, or is none. */
static void choose_letters(struct play *play)
{
    bool are_different = true;
    for (int i = 0; i < play->seat_count; i++) {
        struct text name = {0};
        play_add_seat(play, &name, i);
        char letter = text_string(&name)[0];
        text_free(&name);
        if (letter >= 'A' && letter <= 'Z')
            letter = (char)(letter - 'A' + 'a');
        are_different = are_different && letter >= 'a' && letter <= 'z';
        for (int j = 0; j < i; j++)
            are_different = are_different && play->letters[j] != letter;
        play->letters[i] = letter;
    }
    for (int i = 0; !are_different && i < play->seat_count; i++)
        play->letters[i] = (char)('1' + i);
    play->out.players = play->letters;
}

static void add_who_plays(const struct play *play, struct text *out)
{
    const char *const kinds[] = {
        [PLAYER_HUMAN] = play_words_text(play->language, PLAY_WORD_HUMAN),
        [PLAYER_RANDOM] = "random",
        [PLAYER_STEWARD] = "steward",
    };
    for (int i = 0; i < play->seat_count; i++) {
        text_add(out, i > 0 ? ", " : "");
        play_add_seat(play, out, i);
        text_addf(out, ": %s", kinds[play->players[i].kind]);
    }
}

/* Says what is played, by which rules, and by whom. */
static void tell_game(const struct play *play)
{
    const struct json *ruleset = wording_ruleset(play->wording);
    struct text title = {0};
    struct text players = {0};
    wording_add_title(play->wording, &title, json_get(ruleset, "title"));
    play_out_say(&play->out, PLAY_OUT_STRONG, text_string(&title));
    play_rules_tell(play, false);
    add_who_plays(play, &players);
    play_say(play, PLAY_WORD_PLAYERS, "players", text_string(&players),
             PLAY_END);
    text_free(&title);
    text_free(&players);
}

static void tell_seed(const struct play *play)
{
    play_say(play, PLAY_WORD_SEED, "seed", play->seed, PLAY_END);
    play_say(play, PLAY_WORD_SEED_OPEN, PLAY_END);
}

/* Saves the game for the first time and says where. */
static void tell_files(struct play *play)
{
    play_round_keep(play);
    const char *file = play_save_best(&play->save);
    if (file != NULL && play->over == NULL)
        play_say(play, PLAY_WORD_SAVED_ALWAYS, "file", file, PLAY_END);
    if (play->input.is_terminal)
        play_say(play, PLAY_WORD_HELP_HINT, PLAY_END);
    play_out_gap(&play->out);
}

static int choice_count(const struct record *record)
{
    int count = 0;
    for (int i = 0; i < record_count(record); i++)
        count += strcmp(record_entry(record, i).type, "choice") == 0;
    return count;
}

static void tell_resumed(struct play *play, const char *path)
{
    char count[16];
    snprintf(count, sizeof count, "%d", choice_count(game_record(play->game)));
    play_say(play, PLAY_WORD_RESUMED, "count", count, "file", path, PLAY_END);
    bool is_over = game_over_reason(play->game) != NULL;
    if (is_over)
        play_say(play, PLAY_WORD_IS_OVER, PLAY_END);
    play_story_rewind(&play->story, is_over ? OVER_EVENTS : RESUMED_EVENTS);
}

/* Where the game is saved; EXIT_OK when all is well. */
static int choose_files(struct play *play, const struct play_options *options,
                        const char *game, const char *resumed)
{
    struct error error;
    const char *path = options->save == NULL ? resumed : options->save;
    if (play->over != NULL && options->save != NULL &&
        record_save(play->over, options->save, &error) != STATUS_OK)
        return fail(&error);
    if (path != NULL && !play_save_add(&play->save, path))
        return command_fail("play", "the path '%.40s...' is too long", path);
    if (play->input.is_terminal && resumed == NULL &&
        play_save_add_own(&play->save, game, &error) != STATUS_OK)
        play_warn(play, PLAY_WORD_SAVE_FAILED, "reason", error.text, PLAY_END);
    return EXIT_OK;
}

/* Says what is wrong with rules that are somebody's own, as far as a game by
 * random choices comes to it: the game may go well all the same, unless no
 * record of it could be good. */
static int try_rules(const struct play *play, const struct ruleset *ruleset)
{
    struct error error;
    enum status status = playout_try(ruleset, &error);
    if (status == STATUS_BAD_INPUT)
        return fail(&error);
    if (status != STATUS_OK)
        play_warn(play, PLAY_WORD_RULES_TRIED, "reason", error.text, PLAY_END);
    return EXIT_OK;
}

/* What a game by this ruleset needs, before it is there or once it is. */
static int prepare(struct play *play, const struct play_options *options,
                   const struct ruleset *ruleset, const char *resumed)
{
    struct error error;
    enum status status = executor_new(&play->executor, ruleset, &error);
    if (status == STATUS_OK)
        status = wording_new(&play->wording, play->executor,
                             play_words_name(play->language), &error);
    if (status != STATUS_OK)
        return fail(&error);
    play->has_own_rules = !sources_are_here(ruleset, command_root());
    play->seat_count = executor_seat_count(play->executor);
    play_story_begin(&play->story, play->executor);
    choose_letters(play);
    if (!read_players(play, options->players, resumed))
        return EXIT_COULD_NOT_RUN;
    play->save.players = play->players;
    play->save.player_count = play->seat_count;
    if (options->events != NULL &&
        play_story_open(&play->story, options->events, &error) != STATUS_OK)
        return fail(&error);
    return EXIT_OK;
}

/* Gives the texts of --contribute to the people, one after the other. */
static int read_contributions(const struct play *play,
                              const struct play_options *options,
                              const char *typed[MATERIAL_SEATS_MAX])
{
    int at = 0;
    struct error error;
    struct contribution tried = {.text = ""};
    for (int i = 0; i < play->seat_count; i++) {
        if (play->players[i].kind != PLAYER_HUMAN ||
            at == options->contribution_count)
            continue;
        typed[i] = options->contributions[at++];
        if (contribution_type(&tried, typed[i], &error) != STATUS_OK)
            return fail(&error);
    }
    contribution_wipe(&tried);
    if (at == options->contribution_count)
        return EXIT_OK;
    return command_fail("play",
                        "--contribute is there %d times, and %d people play: "
                        "bots put nothing into the shuffle",
                        options->contribution_count, at);
}

/* Makes the game of the seed, or seals one. A game from a seed says nothing
 * before it is there. */
static int make_game(struct play *play, const struct play_options *options,
                     const struct ruleset *ruleset)
{
    struct error error;
    const char *typed[MATERIAL_SEATS_MAX] = {NULL};
    bool is_sealed = options->seed == NULL;
    int status = read_contributions(play, options, typed);
    if (status == EXIT_OK && is_sealed) {
        tell_game(play);
        status = play_seal_game(play, typed);
    }
    if (status != EXIT_OK)
        return status;
    struct game_start start = {
        .ruleset = ruleset,
        .seed = is_sealed ? NULL : play->seed,
        .sealing = is_sealed ? &play->sealing : NULL,
        .listener = play_story_listen,
        .context = &play->story,
    };
    if (game_new(&play->game, &start, &error) != STATUS_OK)
        return fail(&error);
    if (!is_sealed) {
        tell_game(play);
        tell_seed(play);
    }
    return EXIT_OK;
}

/* Whether a file of the command line is there already and may not be written
 * over; says so. */
static bool is_taken(const struct play_options *options)
{
    bool saves = options->save != NULL && play_save_is_taken(options->save);
    bool records =
        options->record != NULL && play_save_is_taken(options->record);
    if (options->overwrite)
        return false;
    if (saves)
        command_fail("play",
                     "there is a file '%s' already; --resume goes on with it, "
                     "--overwrite begins a new game there",
                     options->save);
    else if (records)
        command_fail("play",
                     "there is a file '%s' already; --overwrite writes the "
                     "record over it",
                     options->record);
    return saves || records;
}

static int start_new(struct play *play, const struct play_options *options)
{
    struct error error;
    struct ruleset *ruleset = NULL;
    if (is_taken(options))
        return EXIT_COULD_NOT_RUN;
    if (options->seed != NULL && options->contribution_count > 0)
        return command_fail("play", "with --seed nothing is sealed, so there "
                                    "is nothing to --contribute to");
    if (options->seed == NULL && !make_seed(play->seed))
        return command_fail("play", "the system gives no randomness; --seed "
                                    "gives a seed by hand");
    if (options->seed != NULL)
        snprintf(play->seed, sizeof play->seed, "%s", options->seed);
    if (options->seed != NULL && strlen(options->seed) >= sizeof play->seed)
        return command_fail("play", "a seed has at most %d bytes",
                            GAME_SEED_SIZE - 1);
    if (command_open_ruleset(&ruleset, &options->choice, &error) != STATUS_OK)
        return fail(&error);

    int status = prepare(play, options, ruleset, NULL);
    if (status == EXIT_OK && command_has_path(&options->choice))
        status = try_rules(play, ruleset);
    if (status == EXIT_OK)
        status = make_game(play, options, ruleset);
    if (status == EXIT_OK)
        status = choose_files(play, options, ruleset->game, NULL);
    if (status == EXIT_OK) {
        tell_files(play);
        status = play_round_all(play);
    }
    game_free(play->game);
    ruleset_free(ruleset);
    return status;
}

/* Plays the game that was resumed from `path`. */
static int play_resumed(struct play *play, const struct play_options *options,
                        const struct ruleset *ruleset, const char *path)
{
    int status = prepare(play, options, ruleset, path);
    if (status == EXIT_OK)
        status = choose_files(play, options, ruleset->game, path);
    if (status != EXIT_OK)
        return status;
    tell_game(play);
    if (game_is_sealed(play->game))
        play_seal_tell(play, game_sealing(play->game));
    else
        tell_seed(play);
    tell_files(play);
    tell_resumed(play, path);
    return play_round_all(play);
}

static int start_again(struct play *play, const struct play_options *options)
{
    const struct command_choice *choice = &options->choice;
    struct error error;
    char path[PLAY_SAVE_PATH_SIZE];
    if (choice->game != NULL || choice->variant_count > 0 ||
        choice->option_count > 0 || options->seed != NULL ||
        options->contribution_count > 0)
        return command_fail("play", "--resume goes on by the rules and the "
                                    "seed of the saved game: leave out "
                                    "--game, --variant, --option, --seed and "
                                    "--contribute");
    if (options->record != NULL && is_taken(options))
        return EXIT_COULD_NOT_RUN;
    snprintf(path, sizeof path, "%s", options->resume);
    if (strcmp(options->resume, "last") == 0 &&
        play_save_find_last(path, &error) != STATUS_OK)
        return fail(&error);
    struct game_start start = {
        .listener = play_story_listen,
        .context = &play->story,
    };
    struct play_save_resumed resumed;
    if (play_save_resume(&resumed, path, options->saved_rules, &start,
                         &error) != STATUS_OK)
        return fail(&error);
    play->game = resumed.game;
    if (game_over_reason(play->game) != NULL)
        play->over = resumed.record;
    else
        record_free(resumed.record);
    memcpy(play->seed, resumed.seed, sizeof play->seed);
    int status = EXIT_COULD_NOT_RUN;
    if (game_is_sealed(play->game) && !make_seed(play->seed))
        command_fail("play", "the system gives no randomness");
    else
        status = play_resumed(play, options, resumed.ruleset, path);
    game_free(play->game);
    ruleset_free(resumed.ruleset);
    return status;
}

int play_start_game(struct play *play, const struct play_options *options)
{
    struct error error;
    const char *const files[] = {options->save, options->record};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] != NULL && record_try(files[i], &error) != STATUS_OK)
            return fail(&error); /* else it is known when much is played */
    return options->resume != NULL ? start_again(play, options)
                                   : start_new(play, options);
}
