#include "command/play.h"

#include "command/command.h"
#include "command/play_round.h"
#include "command/play_rules.h"
#include "command/play_seal.h"
#include "game/verify.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

enum {
    WIDTH_DEFAULT = 80,
    HEIGHT_DEFAULT = 24,
    SEED_BYTES = 8,     /* of a seed that the system gives */
    OVER_EVENTS = 24,   /* told of a game that is over */
    RESUMED_EVENTS = 8, /* told when a game is resumed */
    PLAYER_SEED_SIZE = GAME_SEED_SIZE + 16,
};

static const char HELP[] =
    "usage: castled play [OPTION...]\n"
    "       castled play --server URL|SOCKET [OPTION...]\n"
    "       castled play URL[#GAME[.INVITATION]]\n"
    "\n"
    "Plays a game: on a drawn board where the terminal can, and else, or with\n"
    "--plain, at a prompt. Choices may be piped in, one a line, with\n"
    "comments behind '#'; when the input ends, steward plays on for whoever "
    "is\n"
    "left: 'castled play </dev/null' is a whole game by itself.\n"
    "\n" COMMAND_CHOICE_HELP
    "  -p, --players KIND,...  who plays, by seat: human, steward, random\n"
    "                          (default: human everywhere)\n"
    "      --contribute TEXT   what a person puts into the shuffle, such as\n"
    "                          dice thrown on the table; once for each "
    "person,\n"
    "                          by seat. Who is not given here is asked at a\n"
    "                          terminal, and else gives randomness of the\n"
    "                          system's\n"
    "  -s, --seed TEXT         nothing is sealed: equal seeds and choices "
    "give\n"
    "                          equal games\n"
    "      --save FILE         saves the record there after every choice; at "
    "a\n"
    "                          terminal it is saved in "
    "$XDG_STATE_HOME/castled\n"
    "                          or ~/.local/state/castled in any case\n"
    "      --record FILE       writes the record there when the game is over\n"
    "      --overwrite         --save and --record may write over a game that "
    "is\n"
    "                          there\n"
    "      --resume FILE|last  goes on with a saved game, and saves it there,\n"
    "                          or where --save says; 'last' is the one saved\n"
    "                          last in that folder. Game, house rules, "
    "options\n"
    "                          and seed are the saved game's; who plays is "
    "not\n"
    "                          saved\n"
    "                          It goes on by the rules in its record. When\n"
    "                          those are not the scripts that are here, it is\n"
    "                          refused without\n"
    "      --saved-rules       runs the scripts in the record: for games that\n"
    "                          you trust\n"
    "      --events FILE       writes all events, one JSON object a line;\n"
    "                          undone ones are not in it\n"
    "      --language en|es    (default: by LC_ALL, LC_MESSAGES or LANG)\n"
    "      --board WHEN        shows the map always, when you ask for it with\n"
    "                          'map', or never (default: always at a\n"
    "                          terminal, else ask)\n"
    "      --width N           columns (default: the terminal's, or 80)\n"
    "      --color WHEN        auto, always or never (default: auto)\n"
    "  -y, --yes               does not ask before a choice that ends a turn\n"
    "      --plain             the prompt, also where the terminal could draw\n"
    "      --verbose           shows the traceback of a script that fails\n"
    "\n"
    "At a server, against people elsewhere; at a terminal only:\n"
    "      --server URL|SOCKET the server's lobby: games to join, to watch, "
    "to\n"
    "                          come back to, and new ones\n"
    "      --name NAME         what others see; kept for the next time\n"
    "      --rejoin GAME       straight back to one's seat in that game\n"
    "      --ca FILE           certificates (PEM) that the server's must be\n"
    "                          signed by, where the system does not know "
    "them\n"
    "A link that somebody gave you, in quotes since # is the shell's, leads "
    "to\n"
    "the game itself. Game, house rules, options, players and seed, if given, "
    "are\n"
    "what a new game is planned with.\n"
    "\n"
    "The order of all that is drawn is sealed before the first draw, by the\n"
    "program and all people together, and opened after the last; then the "
    "game's\n"
    "record is checked. A sealed game that is saved has a second file, "
    "FILE.secret:\n"
    "without it the game cannot go on, and whoever reads it knows the order.\n"
    "\n"
    "Type ? at the prompt for what can be typed there. Exit status: 0 the "
    "game\n"
    "was played or left, 1 its record is wrong, 2 it could not be played, "
    "saved,\n"
    "or go on; 128 and the signal's number when a signal stopped it, with the\n"
    "game saved.\n";

/* What the command line asks for. */
struct settings {
    struct command_choice choice;
    const char *players;
    const char *seed;
    int contribution_count;
    const char *contributions[MATERIAL_SEATS_MAX];
    const char *save;
    const char *record;
    bool overwrite;
    const char *resume;
    bool saved_rules;
    const char *events;
    const char *board;
    const char *language;
    const char *color;
    long width; /* 0: not given */
    bool yes;
    bool verbose;
};

/* Saying ------------------------------------------------------------------ */

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

/* Starting ---------------------------------------------------------------- */

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

/* Who plays, by seat; false when the list does not fit, which it says. */
static bool read_players(struct play *play, const char *list)
{
    for (int i = 0; i < play->seat_count; i++) {
        enum player_kind kind = PLAYER_HUMAN;
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
static int choose_files(struct play *play, const struct settings *settings,
                        const char *game, const char *resumed)
{
    struct error error;
    const char *path = settings->save == NULL ? resumed : settings->save;
    if (play->over != NULL && settings->save != NULL &&
        record_save(play->over, settings->save, &error) != STATUS_OK)
        return fail(&error);
    if (path != NULL && !play_save_add(&play->save, path))
        return command_fail("play", "the path '%.40s...' is too long", path);
    if (play->input.is_terminal && resumed == NULL &&
        play_save_add_own(&play->save, game, &error) != STATUS_OK)
        play_warn(play, PLAY_WORD_SAVE_FAILED, "reason", error.text, PLAY_END);
    return EXIT_OK;
}

/* What a game by this ruleset needs, before it is there or once it is. */
static int prepare(struct play *play, const struct settings *settings,
                   const struct ruleset *ruleset)
{
    struct error error;
    enum status status = executor_new(&play->executor, ruleset, &error);
    if (status == STATUS_OK)
        status = wording_new(&play->wording, play->executor,
                             play_words_name(play->language), &error);
    if (status != STATUS_OK)
        return fail(&error);
    play->seat_count = executor_seat_count(play->executor);
    play_story_begin(&play->story, play->executor);
    choose_letters(play);
    if (!read_players(play, settings->players))
        return EXIT_COULD_NOT_RUN;
    if (settings->events != NULL &&
        play_story_open(&play->story, settings->events, &error) != STATUS_OK)
        return fail(&error);
    return EXIT_OK;
}

/* Gives the texts of --contribute to the people, one after the other. */
static int read_contributions(const struct play *play,
                              const struct settings *settings,
                              const char *typed[MATERIAL_SEATS_MAX])
{
    int at = 0;
    struct error error;
    struct contribution tried = {.text = ""};
    for (int i = 0; i < play->seat_count; i++) {
        if (play->players[i].kind != PLAYER_HUMAN ||
            at == settings->contribution_count)
            continue;
        typed[i] = settings->contributions[at++];
        if (contribution_type(&tried, typed[i], &error) != STATUS_OK)
            return fail(&error);
    }
    contribution_wipe(&tried);
    if (at == settings->contribution_count)
        return EXIT_OK;
    return command_fail("play",
                        "--contribute is there %d times, and %d people play: "
                        "bots put nothing into the shuffle",
                        settings->contribution_count, at);
}

/* Makes the game of the seed, or seals one. A game from a seed says nothing
 * before it is there. */
static int make_game(struct play *play, const struct settings *settings,
                     const struct ruleset *ruleset)
{
    struct error error;
    const char *typed[MATERIAL_SEATS_MAX] = {NULL};
    bool is_sealed = settings->seed == NULL;
    int status = read_contributions(play, settings, typed);
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
static bool is_taken(const struct settings *settings)
{
    bool saves = settings->save != NULL && play_save_is_taken(settings->save);
    bool records =
        settings->record != NULL && play_save_is_taken(settings->record);
    if (settings->overwrite)
        return false;
    if (saves)
        command_fail("play",
                     "there is a file '%s' already; --resume goes on with it, "
                     "--overwrite begins a new game there",
                     settings->save);
    else if (records)
        command_fail("play",
                     "there is a file '%s' already; --overwrite writes the "
                     "record over it",
                     settings->record);
    return saves || records;
}

static int start_new(struct play *play, const struct settings *settings)
{
    struct error error;
    struct ruleset *ruleset = NULL;
    if (is_taken(settings))
        return EXIT_COULD_NOT_RUN;
    if (settings->seed != NULL && settings->contribution_count > 0)
        return command_fail("play", "with --seed nothing is sealed, so there "
                                    "is nothing to --contribute to");
    if (settings->seed == NULL && !make_seed(play->seed))
        return command_fail("play", "the system gives no randomness; --seed "
                                    "gives a seed by hand");
    if (settings->seed != NULL)
        snprintf(play->seed, sizeof play->seed, "%s", settings->seed);
    if (settings->seed != NULL && strlen(settings->seed) >= sizeof play->seed)
        return command_fail("play", "a seed has at most %d bytes",
                            GAME_SEED_SIZE - 1);
    if (command_open_ruleset(&ruleset, &settings->choice, &error) != STATUS_OK)
        return fail(&error);

    int status = prepare(play, settings, ruleset);
    if (status == EXIT_OK)
        status = make_game(play, settings, ruleset);
    if (status == EXIT_OK)
        status = choose_files(play, settings, ruleset->game, NULL);
    if (status == EXIT_OK) {
        tell_files(play);
        status = play_round_all(play);
    }
    game_free(play->game);
    ruleset_free(ruleset);
    return status;
}

/* Plays the game that was resumed from `path`. */
static int play_resumed(struct play *play, const struct settings *settings,
                        const struct ruleset *ruleset, const char *path)
{
    int status = prepare(play, settings, ruleset);
    if (status == EXIT_OK)
        status = choose_files(play, settings, ruleset->game, path);
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

static int start_again(struct play *play, const struct settings *settings)
{
    const struct command_choice *choice = &settings->choice;
    struct error error;
    char path[PLAY_SAVE_PATH_SIZE];
    if (choice->game != NULL || choice->variant_count > 0 ||
        choice->option_count > 0 || settings->seed != NULL ||
        settings->contribution_count > 0)
        return command_fail("play", "--resume goes on by the rules and the "
                                    "seed of the saved game: leave out "
                                    "--game, --variant, --option, --seed and "
                                    "--contribute");
    if (settings->record != NULL && is_taken(settings))
        return EXIT_COULD_NOT_RUN;
    snprintf(path, sizeof path, "%s", settings->resume);
    if (strcmp(settings->resume, "last") == 0 &&
        play_save_find_last(path, &error) != STATUS_OK)
        return fail(&error);
    struct game_start start = {
        .listener = play_story_listen,
        .context = &play->story,
    };
    struct play_save_resumed resumed;
    if (play_save_resume(&resumed, path, settings->saved_rules, &start,
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
        status = play_resumed(play, settings, resumed.ruleset, path);
    game_free(play->game);
    ruleset_free(resumed.ruleset);
    return status;
}

/* The command line -------------------------------------------------------- */

static const struct option OPTIONS[] = {
    COMMAND_CHOICE_OPTIONS,
    {"players", required_argument, NULL, 'p'},
    {"seed", required_argument, NULL, 's'},
    {"contribute", required_argument, NULL, 'C'},
    {"save", required_argument, NULL, 'S'},
    {"record", required_argument, NULL, 'r'},
    {"overwrite", no_argument, NULL, 'O'},
    {"resume", required_argument, NULL, 'R'},
    {"saved-rules", no_argument, NULL, 'D'},
    {"events", required_argument, NULL, 'e'},
    {"language", required_argument, NULL, 'l'},
    {"board", required_argument, NULL, 'b'},
    {"width", required_argument, NULL, 'w'},
    {"color", required_argument, NULL, 'c'},
    {"yes", no_argument, NULL, 'y'},
    {"verbose", no_argument, NULL, 'V'},
    {"plain", no_argument, NULL, 'P'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Takes one option but --help; EXIT_OK when it is well. */
static int take_option(struct settings *settings, int letter, const char *value)
{
    switch (letter) {
    case 'p':
        settings->players = value;
        break;
    case 's':
        settings->seed = value;
        break;
    case 'C':
        if (settings->contribution_count == MATERIAL_SEATS_MAX)
            return command_fail("play", "--contribute is there more often than "
                                        "a game has seats");
        settings->contributions[settings->contribution_count++] = value;
        break;
    case 'S':
        settings->save = value;
        break;
    case 'r':
        settings->record = value;
        break;
    case 'O':
        settings->overwrite = true;
        break;
    case 'R':
        settings->resume = value;
        break;
    case 'D':
        settings->saved_rules = true;
        break;
    case 'e':
        settings->events = value;
        break;
    case 'l':
        settings->language = value;
        break;
    case 'b':
        settings->board = value;
        break;
    case 'c':
        settings->color = value;
        break;
    case 'P': /* it has been understood: this is the prompt */
        break;
    case 'y':
        settings->yes = true;
        break;
    case 'V':
        settings->verbose = true;
        break;
    case 'w':
        if (!command_read_number(value, PLAY_OUT_WIDTH_MIN, PLAY_OUT_WIDTH_MAX,
                                 &settings->width))
            return command_fail("play",
                                "--width must be a whole number from %d to "
                                "%d, not '%s'",
                                PLAY_OUT_WIDTH_MIN, PLAY_OUT_WIDTH_MAX, value);
        break;
    default:
        if (!command_take_choice(&settings->choice, letter, value))
            return EXIT_COULD_NOT_RUN;
    }
    return EXIT_OK;
}

/* The number of `word` in a list that ends with NULL; -1, and a sentence, when
 * it is not there. */
static int find_word(const char *option, const char *word,
                     const char *const *words)
{
    struct text known = {0};
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(word, words[i]) == 0) {
            text_free(&known);
            return i;
        }
        text_addf(&known, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    command_fail("play", "--%s must be one of %s, not '%s'", option,
                 text_string(&known), word);
    text_free(&known);
    return -1;
}

static enum play_words_language language_of_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *locale = getenv(names[i]);
        if (locale != NULL && locale[0] != '\0')
            return play_words_of_locale(locale);
    }
    return PLAY_WORDS_ENGLISH;
}

/* The size of the screen. */
static void measure(struct play_out *out, long width)
{
    struct winsize size;
    out->width = WIDTH_DEFAULT;
    out->height = HEIGHT_DEFAULT;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        out->width = size.ws_col < PLAY_OUT_WIDTH_MIN   ? PLAY_OUT_WIDTH_MIN
                     : size.ws_col > PLAY_OUT_WIDTH_MAX ? PLAY_OUT_WIDTH_MAX
                                                        : size.ws_col;
        out->height = size.ws_row;
    }
    if (width > 0)
        out->width = (int)width;
}

/* Takes over what concerns screen and language; EXIT_OK when it is well. */
static int apply(struct play *play, const struct settings *settings)
{
    static const char *const whens[] = {"always", "ask", "never", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const languages[] = {"en", "es", NULL};
    bool is_terminal = isatty(STDOUT_FILENO) == 1;
    int board = is_terminal && play->input.is_terminal ? PLAY_BOARD_ALWAYS
                                                       : PLAY_BOARD_ASK;
    int color = 0;
    int language = (int)language_of_locale();
    if (settings->board != NULL)
        board = find_word("board", settings->board, whens);
    if (settings->color != NULL)
        color = find_word("color", settings->color, colors);
    if (settings->language != NULL)
        language = find_word("language", settings->language, languages);
    if (board < 0 || color < 0 || language < 0)
        return EXIT_COULD_NOT_RUN;
    play->board = (enum play_board)board;
    play->language = (enum play_words_language)language;
    play->out.is_terminal = is_terminal;
    play->out.is_coloured =
        color == 1 || (color == 0 && command_is_terminal(stdout));
    play->asks_before_end = !settings->yes;
    play->is_verbose = settings->verbose;
    measure(&play->out, settings->width);
    return EXIT_OK;
}

int play_command(int argc, char **argv)
{
    struct settings settings = {0};
    int letter;
    while ((letter = getopt_long(argc, argv, "g:v:o:p:s:yh", OPTIONS, NULL)) !=
           -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            return EXIT_OK;
        }
        if (letter == '?' || take_option(&settings, letter, optarg) != EXIT_OK)
            return EXIT_COULD_NOT_RUN;
    }
    if (optind < argc)
        return command_fail("play", "takes no argument '%s'", argv[optind]);

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
    play->record_path = settings.record;
    int status = apply(play, &settings);
    if (status == EXIT_OK)
        status = settings.resume != NULL ? start_again(play, &settings)
                                         : start_new(play, &settings);
    (void)play_story_end(&play->story, &error);
    worker_server_stop(play->server);
    sealing_clear(&play->sealing);
    wording_free(play->wording);
    executor_free(play->executor);
    record_free(play->over);
    free(play);
    return status;
}
