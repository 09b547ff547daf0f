#include "command/command.h"

#include "base/json.h"
#include "command/progress.h"
#include "command/tally.h"
#include "command/workers.h"

#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

enum {
    WAIT_MS = 100, /* for a game, before progress is told again */
    EVENTS_BUFFER_SIZE = 1 << 18,
    WORD_SIZE = 32, /* of a kind of player, cut */
};

static const char PLAYER_DEFAULT[] = "random";

static const char HELP[] =
    "usage: castled sim [OPTION...]\n"
    "\n"
    "Lets bots play many games and says how often each seat won, and with\n"
    "how many points. The same arguments give the same output.\n"
    "\n" COMMAND_CHOICE_HELP
    "  -p, --players KIND,...  who plays, by seat: random, steward (default:\n"
    "                          random everywhere); the game says who begins\n"
    "  -n, --games N           how many (default: 1000)\n"
    "  -s, --seed TEXT         game i has the seed TEXT/i (default: 1)\n"
    "  -j, --jobs J            processes at once (default: one a core)\n"
    "      --events FILE       writes all events, one JSON object a line\n"
    "      --json              writes one JSON object instead of tables\n"
    "      --verbose           shows the traceback of a script that fails\n"
    "\n"
    "Ctrl-C ends a run early: what was played is reported, the status is 1.\n"
    "\n"
    "Intervals are of 95 %: Wilson's for shares, 1.96 standard errors for\n"
    "means. A turn begins where the list of its steps does.\n"
    "\n"
    "The first game is also played as a game with a record is: what 'castled\n"
    "play' would refuse, as a state that cannot be written down, is refused.\n"
    "\n"
    "The object of --json has the members\n"
    "  game, variants (names), options, rules (the ruleset's hash), seed,\n"
    "  asked (games wanted), games (games played),\n"
    "  seats   by seat: seat, player, games, wins, draws, win_share,\n"
    "          win_share_low, win_share_high, score_mean, score_low,\n"
    "          score_high, score_sd, score_min, score_max\n"
    "  began   by who began and seat: the same, with began, without player\n"
    "  a_game  turns_mean, turns_low ... turns_max; so for choices, and for\n"
    "          chances (draws and rolls)\n"
    "and null for a number that so few games do not give.\n";

/* What was asked for, and what it takes. */
struct sim {
    struct command_choice choice;
    const char *players;
    const char *seed;
    long games;
    long jobs;
    const char *events_path;
    bool json;
    bool verbose;
    struct ruleset *ruleset;                   /* owned */
    struct executor *executor;                 /* owned */
    FILE *events;                              /* owned; NULL: not wanted */
    char words[MATERIAL_SEATS_MAX][WORD_SIZE]; /* of --players */
    struct tally tally;
};

static volatile sig_atomic_t stopped;

static void on_stop(int number)
{
    (void)number;
    stopped = 1;
}

/* From now on the signal is noticed, and a second one ends the program; one
 * that is ignored, as in the background of a script, stays so. */
static void notice(int number)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action = (struct sigaction){.sa_flags = (int)SA_RESETHAND};
    action.sa_handler = on_stop;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static long core_count(void)
{
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0)
        return 1;
    int count = CPU_COUNT(&cores);
    return count < 1 ? 1 : count > WORKERS_MAX ? WORKERS_MAX : count;
}

/* Takes an option with a value that is checked at once; EXIT_OK when it is
 * well. */
static int take_number(const char *name, const char *text, long last, long *out)
{
    if (command_read_number(text, 1, last, out))
        return EXIT_OK;
    return command_fail("sim",
                        "--%s must be a whole number from 1 to %ld, not '%s'",
                        name, last, text);
}

static int take_option(struct sim *sim, int letter, const char *value)
{
    switch (letter) {
    case 'p':
        sim->players = value;
        return EXIT_OK;
    case 'n':
        return take_number("games", value, WORKERS_GAMES_MAX, &sim->games);
    case 's':
        sim->seed = value;
        if (strlen(value) <= WORKERS_SEED_SIZE_MAX &&
            json_is_text(value, strlen(value)))
            return EXIT_OK;
        return command_fail("sim", "--seed must be a text of at most %d bytes",
                            WORKERS_SEED_SIZE_MAX);
    case 'j':
        return take_number("jobs", value, WORKERS_MAX, &sim->jobs);
    case 'e':
        sim->events_path = value;
        return EXIT_OK;
    case 'J':
        sim->json = true;
        return EXIT_OK;
    case 'V':
        sim->verbose = true;
        return EXIT_OK;
    default:
        return command_take_choice(&sim->choice, letter, value)
                   ? EXIT_OK
                   : EXIT_COULD_NOT_RUN;
    }
}

/* Reads the command line; false when there is nothing to run, and *status is
 * then the command's. */
static bool read_arguments(struct sim *sim, int argc, char **argv, int *status)
{
    static const struct option options[] = {
        COMMAND_CHOICE_OPTIONS,
        {"players", required_argument, NULL, 'p'},
        {"games", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},
        {"jobs", required_argument, NULL, 'j'},
        {"events", required_argument, NULL, 'e'},
        {"json", no_argument, NULL, 'J'},
        {"verbose", no_argument, NULL, 'V'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int letter;
    while ((letter = getopt_long(argc, argv, "g:v:o:p:n:s:j:h", options,
                                 NULL)) != -1) {
        if (letter == 'h') {
            fputs(HELP, stdout);
            *status = EXIT_OK;
            return false;
        }
        *status = letter == '?' ? EXIT_COULD_NOT_RUN
                                : take_option(sim, letter, optarg);
        if (*status != EXIT_OK)
            return false;
    }
    if (optind < argc) {
        *status = command_fail("sim", "what is '%s'? see --help", argv[optind]);
        return false;
    }
    return true;
}

/* Takes the word at the start of `at` as the player of a seat. */
static int read_player(struct sim *sim, int seat, const char *at,
                       enum player_kind *kind)
{
    char *word = sim->words[seat];
    snprintf(word, sizeof sim->words[seat], "%.*s", (int)strcspn(at, ","), at);
    sim->tally.players[seat] = word;
    if (!player_find(word, kind))
        return command_fail("sim", "there is no player '%s'; there is %s", word,
                            player_names());
    if (*kind == PLAYER_HUMAN)
        return command_fail("sim", "a human cannot play here, only bots");
    return EXIT_OK;
}

/* Reads --players into `kinds`, one for each seat. */
static int read_players(struct sim *sim,
                        enum player_kind kinds[MATERIAL_SEATS_MAX])
{
    int seats = executor_seat_count(sim->executor);
    const char *at = sim->players;
    for (int i = 0; i < seats; i++) {
        int status =
            read_player(sim, i, at == NULL ? PLAYER_DEFAULT : at, &kinds[i]);
        if (status != EXIT_OK)
            return status;
        if (at == NULL)
            continue;
        at += strcspn(at, ",");
        if ((i < seats - 1) != (*at == ','))
            return command_fail("sim",
                                "--players needs a word for each seat, %d of "
                                "them with commas between, not '%s'",
                                seats, sim->players);
        at++;
    }
    return EXIT_OK;
}

static int fail_on_events(const struct sim *sim)
{
    return command_fail("sim", "cannot write '%s': %s", sim->events_path,
                        strerror(errno));
}

static int take_game(struct sim *sim, const struct workers_game *game)
{
    tally_add(&sim->tally, &game->end);
    if (sim->events != NULL && fwrite(game->events, 1, game->events_size,
                                      sim->events) != game->events_size)
        return fail_on_events(sim);
    return EXIT_OK;
}

static int say_failure(const struct sim *sim, const char *traceback,
                       const struct error *error)
{
    int status = command_fail("sim", "%s", error->text);
    if (sim->verbose && traceback[0] != '\0')
        fprintf(stderr, "%s\n", traceback);
    return status;
}

/* Takes games until all are there, one failed, or somebody stopped it. */
static int take_games(struct sim *sim, struct workers *workers)
{
    int status = EXIT_OK;
    struct progress progress;
    progress_begin(&progress, "games", sim->games);
    while (status == EXIT_OK && !stopped && sim->tally.games < sim->games) {
        struct workers_game game;
        struct error error;
        enum workers_news news = workers_next(workers, &game, WAIT_MS, &error);
        if (news == WORKERS_FAILED) {
            progress_end(&progress);
            return say_failure(sim, workers_traceback(workers), &error);
        }
        if (news == WORKERS_GAME)
            status = take_game(sim, &game);
        progress_tell(&progress, sim->tally.games);
    }
    progress_end(&progress);
    return status;
}

static int play_games(struct sim *sim)
{
    struct workers_request request = {
        .executor = sim->executor,
        .seed = sim->seed,
        .games = (int)sim->games,
        .jobs = (int)(sim->jobs < sim->games ? sim->jobs : sim->games),
        .events = sim->events_path != NULL,
    };
    int status = read_players(sim, request.kinds);
    if (status != EXIT_OK)
        return status;
    if (sim->events_path != NULL) {
        sim->events = fopen(sim->events_path, "we");
        if (sim->events == NULL)
            return fail_on_events(sim);
        setvbuf(sim->events, NULL, _IOFBF, EVENTS_BUFFER_SIZE);
    }
    struct workers *workers;
    struct error error;
    notice(SIGINT);
    notice(SIGTERM);
    if (workers_start(&workers, &request, &error) != STATUS_OK)
        return command_fail("sim", "%s", error.text);
    status = take_games(sim, workers);
    workers_free(workers);
    if (sim->events != NULL) {
        bool closed = fclose(sim->events) == 0;
        sim->events = NULL;
        if (!closed && status == EXIT_OK)
            status = fail_on_events(sim);
    }
    return status;
}

/* Adds the values of the options, by name. */
static enum status add_options(const struct json *options, struct text *out,
                               struct error *error)
{
    enum status status = STATUS_OK;
    struct json_walk walk = json_walk(options);
    json_add_key(out, "options");
    text_add_char(out, '{');
    while (status == STATUS_OK && json_walk_next(&walk)) {
        json_add_key(out, walk.key);
        status = json_add_canonical(out, walk.value, error);
    }
    text_add_char(out, '}');
    return status;
}

static enum status write_json(const struct sim *sim,
                              const struct json *description, struct text *out,
                              struct error *error)
{
    char hash[HASH_HEX_SIZE];
    hash_to_hex(hash, &sim->ruleset->hash);
    text_add_char(out, '{');
    json_add_member_string(out, "game",
                           json_string_of(json_get(description, "name")));
    json_add_key(out, "variants");
    enum status status =
        json_add_canonical(out, json_get(description, "variants"), error);
    if (status == STATUS_OK)
        status = add_options(json_get(description, "options"), out, error);
    if (status != STATUS_OK)
        return status;
    json_add_member_string(out, "rules", hash);
    json_add_member_string(out, "seed", sim->seed);
    json_add_member_integer(out, "asked", sim->games);
    tally_write_json(&sim->tally, out);
    text_add(out, "}\n");
    return STATUS_OK;
}

static void write_text(const struct sim *sim, const struct json *description,
                       struct text *out)
{
    const struct json *variants = json_get(description, "variants");
    text_add(out, json_string_of(json_get(description, "name")));
    for (size_t i = 0; i < json_size(variants); i++)
        text_addf(out, "%s%s", i == 0 ? " with " : ", ",
                  json_string_of(json_at(variants, i)));
    for (int i = 0; i < sim->choice.option_count; i++)
        text_addf(out, "; %s", sim->choice.options[i]);
    text_addf(out, "\n%ld game%s, seed %s\n\n", sim->tally.games,
              sim->tally.games == 1 ? "" : "s", sim->seed);
    if (sim->tally.games > 0)
        tally_write_text(&sim->tally, out);
}

static enum status write_report(const struct sim *sim, struct text *out,
                                struct error *error)
{
    struct text described = {0};
    struct json *description = NULL;
    enum status status = executor_describe(sim->executor, &described, error);
    if (status == STATUS_OK)
        status = json_parse(&description, text_string(&described),
                            described.size, error);
    if (status == STATUS_OK && sim->json)
        status = write_json(sim, description, out, error);
    else if (status == STATUS_OK)
        write_text(sim, description, out);
    if (status == STATUS_OK)
        status = text_status(out, "the report", error);
    json_free(description);
    text_free(&described);
    return status;
}

static int report(const struct sim *sim)
{
    struct text out = {0};
    struct error error;
    int status = EXIT_OK;
    if (write_report(sim, &out, &error) == STATUS_OK)
        fwrite(out.bytes, 1, out.size, stdout);
    else
        status = command_fail("sim", "%s", error.text);
    text_free(&out);
    if (status == EXIT_OK && sim->tally.games < sim->games) {
        command_fail("sim", "stopped after %ld of %ld games", sim->tally.games,
                     sim->games);
        status = EXIT_FOUND_WRONG;
    }
    return status;
}

static int run(struct sim *sim)
{
    struct error error;
    if (command_open_ruleset(&sim->ruleset, &sim->choice, &error) !=
            STATUS_OK ||
        executor_new(&sim->executor, sim->ruleset, &error) != STATUS_OK)
        return command_fail("sim", "%s", error.text);
    sim->tally.seat_count = executor_seat_count(sim->executor);
    for (int i = 0; i < sim->tally.seat_count; i++)
        sim->tally.names[i] = executor_seat_name(sim->executor, i);
    int status = play_games(sim);
    if (status != EXIT_OK)
        return status;
    return report(sim);
}

int sim_command(int argc, char **argv)
{
    struct sim sim = {.seed = "1", .games = 1000, .jobs = core_count()};
    int status;
    if (read_arguments(&sim, argc, argv, &status))
        status = run(&sim);
    if (sim.events != NULL)
        fclose(sim.events);
    executor_free(sim.executor);
    ruleset_free(sim.ruleset);
    return status;
}
