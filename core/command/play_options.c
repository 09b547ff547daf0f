#include "command/play_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    WIDTH_DEFAULT = 80,
    HEIGHT_DEFAULT = 24,
};

static const char HELP[] =
    "usage: castled play [OPTION...]\n"
    "       castled play --server URL|SOCKET [OPTION...]\n"
    "       castled play URL[/games/GAME[#INVITATION]]\n"
    "\n"
    "Plays a game: on a drawn board where the terminal can, and else, or with\n"
    "--plain or what only it knows, as --record, at a prompt. Choices may be\n"
    "piped in, one a line, with comments behind '#'; when the input ends,\n"
    "steward plays on for whoever is left: 'castled play </dev/null' is a\n"
    "whole game by itself.\n"
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
    "                          and seed are the saved game's, and so is who\n"
    "                          plays, unless --players says otherwise\n"
    "                          It goes on by the rules in its record. Where\n"
    "                          not all are this castled's, only with\n"
    "      --saved-rules       runs the scripts in the record: for games that\n"
    "                          you trust, as your own\n"
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
    "      --name NAME         what others see, up to 40 letters; it is kept\n"
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
    "record is checked. Beside a saved game lies FILE.players, and a sealed "
    "one's\n"
    "FILE.secret: without that it cannot go on, and whoever reads it knows the "
    "order.\n"
    "\n"
    "Type ? at the prompt for what can be typed there. Exit status: 0 the "
    "game\n"
    "was played or left, 1 its record is wrong, 2 it could not be played, "
    "saved,\n"
    "or go on; 128 and the signal's number when a signal stopped it, with the\n"
    "game saved.\n";

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
static int take_option(struct play_options *options, int letter,
                       const char *value)
{
    switch (letter) {
    case 'p':
        options->players = value;
        break;
    case 's':
        options->seed = value;
        break;
    case 'C':
        if (options->contribution_count == MATERIAL_SEATS_MAX)
            return command_fail("play", "--contribute is there more often than "
                                        "a game has seats");
        options->contributions[options->contribution_count++] = value;
        break;
    case 'S':
        options->save = value;
        break;
    case 'r':
        options->record = value;
        break;
    case 'O':
        options->overwrite = true;
        break;
    case 'R':
        options->resume = value;
        break;
    case 'D':
        options->saved_rules = true;
        break;
    case 'e':
        options->events = value;
        break;
    case 'l':
        options->language = value;
        break;
    case 'b':
        options->board = value;
        break;
    case 'c':
        options->color = value;
        break;
    case 'P': /* it has been understood: this is the prompt */
        break;
    case 'y':
        options->yes = true;
        break;
    case 'V':
        options->verbose = true;
        break;
    case 'w':
        if (!command_read_number(value, PLAY_OUT_WIDTH_MIN, PLAY_OUT_WIDTH_MAX,
                                 &options->width))
            return command_fail("play",
                                "--width must be a whole number from %d to "
                                "%d, not '%s'",
                                PLAY_OUT_WIDTH_MIN, PLAY_OUT_WIDTH_MAX, value);
        break;
    default:
        if (!command_take_choice(&options->choice, letter, value))
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

int play_options_apply(const struct play_options *options, struct play *play)
{
    static const char *const whens[] = {"always", "ask", "never", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const languages[] = {"en", "es", NULL};
    bool is_terminal = isatty(STDOUT_FILENO) == 1;
    int board = is_terminal && play->input.is_terminal ? PLAY_BOARD_ALWAYS
                                                       : PLAY_BOARD_ASK;
    int color = 0;
    int language = (int)language_of_locale();
    if (options->board != NULL)
        board = find_word("board", options->board, whens);
    if (options->color != NULL)
        color = find_word("color", options->color, colors);
    if (options->language != NULL)
        language = find_word("language", options->language, languages);
    if (board < 0 || color < 0 || language < 0)
        return EXIT_COULD_NOT_RUN;
    play->board = (enum play_board)board;
    play->language = (enum play_words_language)language;
    play->out.is_terminal = is_terminal;
    play->out.is_coloured =
        color == 1 || (color == 0 && command_is_terminal(stdout));
    play->asks_before_end = !options->yes;
    play->is_verbose = options->verbose;
    measure(&play->out, options->width);
    return EXIT_OK;
}

bool play_options_read(struct play_options *options, int argc, char **argv,
                       int *status)
{
    int letter;
    *status = EXIT_COULD_NOT_RUN;
    while ((letter = getopt_long(argc, argv, "g:v:o:p:s:yh", OPTIONS, NULL)) !=
           -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            *status = EXIT_OK;
            return false;
        }
        if (letter == '?' || take_option(options, letter, optarg) != EXIT_OK)
            return false;
    }
    if (optind < argc)
        command_fail("play", "takes no argument '%s'", argv[optind]);
    return optind == argc;
}
