/*
 * play -- random games of The Castle under every compatible set of variants,
 * with what must hold checked after every step.
 *
 * PLAY_GAMES in the environment says how many games (300; with LONG set,
 * 10,000), PLAY_SEED from which seed (1). A failing game names both.
 *
 * Game by game the next set of variants is taken. Checked are: followers add
 * up; the board's features are those that a slow method finds from nothing;
 * somebody always has a choice until the end; a position stored, loaded into
 * another executor, played and stored again gives the same bytes as one that
 * was kept (every N-th game: into an executor made for that one call, so that
 * state hidden in a script would show); all seats and watchers see the same
 * (CS-12); scores are never reduced, and are the points of the events that
 * explain them, term by term; a game that shares its executor with others,
 * rests and forgets its lines now and then is the same when it is replayed from
 * those lines by itself.
 */

#include "../core/long.h"
#include "../core/tile/reference.h"
#include "base/json.h"
#include "game/game.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FOLLOWERS = 6, /* CS-01: each player's, without the marker */
    PERCENT_UNDO = 10,
    PERCENT_REST = 20,   /* after a choice the position is dropped */
    PERCENT_FORGET = 30, /* the lines of the record are taken elsewhere */
    EXECUTORS = 3,       /* that are kept warm */
    GAMES = 300,
    GAMES_LONG = 10000,
    FRESH_EVERY = 12,
    CHUNKS = 8, /* tests that share the games, each in a process */
};

static const char *const PATH_SCORING[] = {NULL, "rgg", "german"};
static const char *const OTHERS[] = {"end-of-move-pickup", "footprint-keep",
                                     "no-stacking", "open-starts",
                                     "strict-keep"};
enum {
    PATH_SCORING_COUNT = 3,
    OTHER_COUNT = 5,
    SET_COUNT = PATH_SCORING_COUNT << OTHER_COUNT,
};

/* One set of variants, ready to be played. */
struct set {
    const char *names[OTHER_COUNT + 1];
    struct ruleset_request request;
    struct ruleset *ruleset;
    struct executor *kept;
    struct executor *other;
};

/* What the games of all sets share that are played with a record; too few
 * executors for all sets, so that some make room for others. */
static struct warm *warm;

/* What the events of one game have told so far. */
struct told {
    int64_t points[MATERIAL_SEATS_MAX];
    int event_count;
    char fault[256];
};

static struct box box;
static struct set sets[SET_COUNT];
static struct reference *reference;
static uint64_t random_state = 1;

static int below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

static enum status wrong(struct error *error, const char *what)
{
    return error_set(error, STATUS_BAD_INPUT, "%s", what);
}

static enum status open_set(int index, struct error *error)
{
    struct set *set = &sets[index];
    if (set->ruleset != NULL)
        return STATUS_OK;
    int count = 0;
    const char *scoring = PATH_SCORING[index % PATH_SCORING_COUNT];
    if (scoring != NULL)
        set->names[count++] = scoring;
    for (int i = 0; i < OTHER_COUNT; i++)
        if (index / PATH_SCORING_COUNT >> i & 1)
            set->names[count++] = OTHERS[i];
    set->request = (struct ruleset_request){.root = CASTLED_SOURCE_DIR,
                                            .game = "castle",
                                            .variants = set->names,
                                            .variant_count = count};
    enum status status = ruleset_open(&set->ruleset, &set->request, error);
    if (status == STATUS_OK)
        status = executor_new(&set->kept, set->ruleset, error);
    if (status == STATUS_OK)
        status = executor_new(&set->other, set->ruleset, error);
    return status;
}

static void close_sets(void)
{
    for (int i = 0; i < SET_COUNT; i++) {
        executor_free(sets[i].kept);
        executor_free(sets[i].other);
        ruleset_free(sets[i].ruleset);
    }
}

static int64_t sum_terms(const struct json *terms)
{
    int64_t sum = 0;
    for (size_t i = 0; i < json_size(terms); i++) {
        const struct json *term = json_at(terms, i);
        int64_t count = 0, each = 0, points = 0;
        json_read_integer(json_get(term, "count"), &count);
        json_read_integer(json_get(term, "each"), &each);
        json_read_integer(json_get(term, "points"), &points);
        if (count * each != points)
            return -1;
        sum += points;
    }
    return sum;
}

/* Adds up what an event explains. */
static void on_event(void *context, const char *bytes, size_t size)
{
    struct told *told = context;
    struct json *event;
    struct error error;
    told->event_count++;
    if (json_parse(&event, bytes, size, &error) != STATUS_OK) {
        snprintf(told->fault, sizeof told->fault, "an event is no JSON: %.200s",
                 bytes);
        return;
    }
    const struct json *terms = json_get(event, "terms");
    int64_t points = 0;
    if (terms != NULL &&
        json_read_integer(json_get(event, "points"), &points)) {
        const char *player = json_string_of(json_get(event, "player"));
        if (sum_terms(terms) != points)
            snprintf(told->fault, sizeof told->fault,
                     "terms do not add up: %.200s", bytes);
        if (player != NULL)
            told->points[strcmp(player, "white") == 0 ? 0 : 1] += points;
        else if (points != 0)
            snprintf(told->fault, sizeof told->fault,
                     "points for nobody: %.200s", bytes);
    }
    json_free(event);
}

static enum status check_followers(const struct material *material,
                                   struct error *error)
{
    for (int seat = 0; seat < 2; seat++) {
        int count = material->supply[seat][0];
        for (int i = 0; i < material->board.follower_count; i++)
            count += material->board.followers[i].player == seat;
        if (count != FOLLOWERS)
            return wrong(error, "followers do not add up");
    }
    return STATUS_OK;
}

/* All see the same (CS-12), and it names nothing of what is face down. */
static enum status check_views(struct position *position, struct error *error)
{
    struct text views[3] = {{0}};
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < 3; i++)
        status = position_view(position, i - 1, &views[i], error);
    if (status == STATUS_OK) {
        const char *hand = strstr(text_string(&views[1]), ",\"hand\":[]");
        size_t size = views[0].size;
        if (hand == NULL || views[1].size != views[2].size ||
            strcmp(text_string(&views[1]), text_string(&views[2])) != 0 ||
            views[1].size != size + strlen(",\"hand\":[]"))
            status = wrong(error, "seats and watchers see different things");
    }
    for (int i = 0; i < 3; i++)
        text_free(&views[i]);
    return status;
}

/* Lays on the slow board what was laid since, and compares. */
static enum status check_board(const struct board *board, int *laid,
                               struct error *error)
{
    (void)error;
    int first = board->plan->start_count;
    if (board->piece_count - first == *laid)
        return STATUS_OK;
    for (; *laid < board->piece_count - first; (*laid)++) {
        const struct laid_tile *tile = &board->pieces[first + *laid];
        reference_lay(reference, &board->tileset->tiles[tile->tile],
                      tile->turns, board->x[tile->space],
                      board->y[tile->space]);
    }
    reference_compare(reference, board);
    return STATUS_OK;
}

/* What is given to a position: the index of a choice, or an outcome. */
static int pick(const struct position *position)
{
    const struct question *question = position_question(position);
    if (question->waiting == WAITING_CHOICE)
        return below(question->choice_count);
    if (question->pile < 0)
        return 1 + below(question->sides);
    const struct pile *pile =
        &position_material(position)->piles[question->pile];
    return pile->left[below(pile->left_count)];
}

static enum status give(struct position *position, int picked,
                        struct error *error)
{
    if (position_question(position)->waiting == WAITING_CHOICE)
        return position_choose(position, picked, error);
    return position_outcome(position, picked, error);
}

/* Gives `picked` to a copy by way of bytes, in `executor`, and adds the bytes
 * after it to `out`. */
static enum status give_by_value(struct executor *executor,
                                 const struct text *before, int picked,
                                 struct text *out, struct error *error)
{
    struct position *position;
    enum status status = position_load(&position, executor, before->bytes,
                                       before->size, NULL, NULL, error);
    if (status != STATUS_OK)
        return status;
    status = give(position, picked, error);
    if (status == STATUS_OK)
        status = position_store(position, out, error);
    position_free(position);
    return status;
}

/* One step, in the kept position and by value; the bytes must be equal. */
static enum status step_both_ways(struct set *set, struct position *position,
                                  bool fresh, struct error *error)
{
    struct text before = {0}, kept = {0}, by_value = {0};
    struct executor *executor = NULL;
    int picked = pick(position);
    enum status status = position_store(position, &before, error);
    if (status == STATUS_OK)
        status = give(position, picked, error);
    if (status == STATUS_OK)
        status = position_store(position, &kept, error);
    if (status == STATUS_OK && fresh)
        status = executor_new(&executor, set->ruleset, error);
    if (status == STATUS_OK)
        status = give_by_value(fresh ? executor : set->other, &before, picked,
                               &by_value, error);
    if (status == STATUS_OK &&
        (kept.size != by_value.size ||
         memcmp(kept.bytes, by_value.bytes, kept.size) != 0))
        status = wrong(error, "kept and by value are not the same");
    executor_free(executor);
    text_free(&before);
    text_free(&kept);
    text_free(&by_value);
    return status;
}

static enum status check_step(struct position *position, int *laid,
                              int64_t scores[2], struct error *error)
{
    const struct question *question = position_question(position);
    if (question->waiting == WAITING_CHOICE && question->choice_count < 1)
        return wrong(error, "nothing to choose from");
    const struct material *material = position_material(position);
    enum status status = check_followers(material, error);
    if (status == STATUS_OK)
        status = check_board(&material->board, laid, error);
    if (status == STATUS_OK)
        status = check_views(position, error);
    struct result result;
    if (status == STATUS_OK)
        status = position_result(position, &result, error);
    for (int seat = 0; status == STATUS_OK && seat < 2; seat++) {
        if (result.scores[seat] < scores[seat])
            status = wrong(error, "a score was reduced (CS-58)");
        scores[seat] = result.scores[seat];
    }
    return status;
}

/* Plays one game step by step. */
static enum status play_position(struct set *set, bool fresh,
                                 struct error *error)
{
    struct told told = {0};
    struct position *position;
    int laid = 0;
    int64_t scores[2] = {0, 0};
    enum status status =
        position_new(&position, set->kept, on_event, &told, error);
    if (status != STATUS_OK)
        return status;
    reference_init(reference, &box,
                   position_material(position)->board.starts_match);
    while (status == STATUS_OK &&
           position_question(position)->waiting != WAITING_NOTHING) {
        status = step_both_ways(set, position, fresh, error);
        if (status == STATUS_OK)
            status = check_step(position, &laid, scores, error);
    }
    for (int seat = 0; status == STATUS_OK && seat < 2; seat++)
        if (told.points[seat] != scores[seat])
            status = wrong(error, "the events do not explain the score");
    if (status == STATUS_OK && told.fault[0] != '\0')
        status = wrong(error, told.fault);
    position_free(position);
    return status;
}

/* Takes the lines that the record has, as a store does. */
static void take_lines(struct text *lines, struct game *game)
{
    size_t size;
    const char *bytes = record_bytes(game_record(game), &size);
    text_add_bytes(lines, bytes, size);
    game_forget(game);
}

/* Plays a game to its end: takes choices back, lets it rest and forget now and
 * then. All its lines are in `lines` then. */
static enum status play_on(struct game *game, struct text *lines,
                           struct error *error)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && game_over_reason(game) == NULL) {
        int seat = game_question(game)->seat;
        if (below(100) < PERCENT_UNDO && game_may_undo(game, seat))
            status = game_undo(game, seat, error);
        else
            status = game_choose(game, below(game_question(game)->choice_count),
                                 error);
        if (below(100) < PERCENT_REST)
            game_rest(game);
        if (below(100) < PERCENT_FORGET)
            take_lines(lines, game);
    }
    take_lines(lines, game);
    return status;
}

/* Replays the record in an executor of its own; its lines must be the same. */
static enum status compare_replay(const struct game *game,
                                  const struct text *lines,
                                  struct game_start start, struct error *error)
{
    struct record *record;
    struct game *again = NULL;
    size_t size;
    start.warm = NULL;
    enum status status =
        record_read(&record, text_string(lines), lines->size, error);
    if (status == STATUS_OK)
        status = game_replay(&again, record, &start, error);
    if (status == STATUS_OK) {
        const char *bytes = record_bytes(game_record(again), &size);
        if (size != lines->size || memcmp(bytes, lines->bytes, size) != 0 ||
            game_event_count(again) != game_event_count(game))
            status = wrong(error, "the replay is not the same game");
    }
    game_free(again);
    record_free(record);
    return status;
}

/* Plays a whole game with its record in a shared executor, and replays it. */
static enum status play_game(struct set *set, int number, struct error *error)
{
    char seed[32];
    snprintf(seed, sizeof seed, "play %d", number);
    struct game_start start = {
        .ruleset = set->ruleset, .warm = warm, .seed = seed};
    struct game *game;
    struct text lines = {0};
    enum status status = game_new(&game, &start, error);
    if (status != STATUS_OK)
        return status;
    status = play_on(game, &lines, error);
    if (status == STATUS_OK)
        status = compare_replay(game, &lines, start, error);
    text_free(&lines);
    game_free(game);
    return status;
}

static int number_from(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : (int)strtol(text, NULL, 10);
}

ParameterizedTestParameters(play, random_games)
{
    static int chunks[CHUNKS];
    for (int i = 0; i < CHUNKS; i++)
        chunks[i] = i;
    return cr_make_param_array(int, chunks, CHUNKS);
}

/* A chunk plays the games whose numbers it shares, so that each opens only
 * some of the sets. */
ParameterizedTest(int *chunk, play, random_games)
{
    int games = number_from("PLAY_GAMES", is_long() ? GAMES_LONG : GAMES);
    int seed = number_from("PLAY_SEED", 1);
    box_castle(&box);
    reference = malloc(sizeof *reference);
    cr_assert_not_null(reference);
    struct error failed;
    cr_assert_eq(warm_new(&warm, EXECUTORS, &failed), STATUS_OK);
    for (int i = *chunk; i < games; i += CHUNKS) {
        struct error error;
        struct set *set = &sets[i % SET_COUNT];
        random_state = (uint64_t)seed * 1000003u + (uint64_t)i;
        cr_log_info("game %d of seed %d", i, seed);
        enum status status = open_set(i % SET_COUNT, &error);
        if (status == STATUS_OK)
            status = play_position(set, i / CHUNKS % FRESH_EVERY == 0, &error);
        if (status == STATUS_OK)
            status = play_game(set, i, &error);
        cr_assert_eq(status, STATUS_OK, "game %d of seed %d: %s", i, seed,
                     error.text);
    }
    close_sets();
    warm_free(warm);
    free(reference);
}
