#include "game/player.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_AHEAD_MAX = 8,      /* choices that a steward follows in one turn */
    LOOK_WIDTH = 10,         /* of the best choices that are followed further */
    LOOK_CHANCES_MAX = 8,    /* outcomes that are drawn anew in one look */
    LOOK_CHOICES_MAX = 3000, /* choices tried for one choice; then no further
                                ahead */
};

static const char *const KINDS[] = {
    [PLAYER_HUMAN] = "human",
    [PLAYER_RANDOM] = "random",
    [PLAYER_STEWARD] = "steward",
};

bool player_find(const char *name, enum player_kind *kind)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i], name) == 0) {
            *kind = (enum player_kind)i;
            return true;
        }
    return false;
}

const char *player_name(enum player_kind kind)
{
    return KINDS[kind];
}

const char *player_names(void)
{
    return "human, random, steward";
}

void player_init(struct player *player, enum player_kind kind, const char *seed)
{
    struct hash hash;
    player->kind = kind;
    draw_seed_from_text(&hash, seed);
    draw_stream_init(&player->stream, &hash);
}

static int pick_random(struct player *player, int count)
{
    return (int)draw_uniform(&player->stream, (uint32_t)count);
}

/* A guess at what chance will give: any side, or any item that `seat` does not
 * know to be elsewhere. One that lies in a hand changes places with one that is
 * left. */
static int guess_outcome(struct player *player, struct position *position,
                         int seat)
{
    const struct question *question = position_question(position);
    if (question->pile < 0)
        return 1 + pick_random(player, question->sides);
    const struct material *material = position_material(position);
    const struct pile *pile = &material->piles[question->pile];
    uint8_t items[PILE_ITEMS_MAX];
    int count = material_unseen(material, question->pile, seat, items);
    int item = items[pick_random(player, count)];
    if (!pile_has(pile, item))
        position_exchange(position, item,
                          pile->left[pick_random(player, pile->left_count)]);
    return item;
}

/* Follows chance that still belongs to this turn, until somebody is asked or
 * the next turn begins. */
static enum status settle(struct player *player, struct position *position,
                          int seat, struct error *error)
{
    for (int i = 0; i < LOOK_CHANCES_MAX; i++) {
        const struct question *question = position_question(position);
        if (question->waiting != WAITING_CHANCE ||
            position_is_at_turn(position))
            return STATUS_OK;
        enum status status = position_outcome(
            position, guess_outcome(player, position, seat), error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* What the position is worth to `seat`: its hopes less the best of others'. */
static enum status worth(struct position *position, int seat, int64_t *value,
                         struct error *error)
{
    int64_t hopes[MATERIAL_SEATS_MAX];
    enum status status = position_estimate(position, hopes, error);
    if (status != STATUS_OK)
        return status;
    int64_t best = INT64_MIN;
    int seats = executor_seat_count(position_executor(position));
    for (int i = 0; i < seats; i++)
        if (i != seat && hopes[i] > best)
            best = hopes[i];
    *value = hopes[seat] - (best == INT64_MIN ? 0 : best);
    return STATUS_OK;
}

/* A look-ahead: one position for each depth, made once and used again. */
struct look {
    struct player *player;
    int seat;
    int tried;
    struct position *depths[LOOK_AHEAD_MAX + 1];
};

struct option {
    int index;
    int64_t value;
};

static enum status best_choice(struct look *look,
                               const struct position *position, int depth,
                               int *index, int64_t *value, struct error *error);

/* The value of taking choice `index`; with `deep`, when the same player is
 * asked again in this turn, of the best that can follow. */
static enum status value_of(struct look *look, const struct position *position,
                            int depth, int index, bool deep, int64_t *value,
                            struct error *error)
{
    struct position **next = &look->depths[depth];
    enum status status = position_copy(next, position, error);
    if (status == STATUS_OK)
        status = position_choose(*next, index, error);
    if (status == STATUS_OK)
        status = settle(look->player, *next, look->seat, error);
    if (status != STATUS_OK)
        return status;
    const struct question *question = position_question(*next);
    deep = deep && ++look->tried < LOOK_CHOICES_MAX;
    if (deep && depth + 1 < LOOK_AHEAD_MAX &&
        question->waiting == WAITING_CHOICE && question->seat == look->seat) {
        int unused;
        return best_choice(look, *next, depth + 1, &unused, value, error);
    }
    return worth(*next, look->seat, value, error);
}

/* Keeps the best LOOK_WIDTH options, the best first; of equals, the first. */
static void keep_option(struct option *best, int *count, struct option option)
{
    int at = *count;
    if (at == LOOK_WIDTH) {
        if (best[at - 1].value >= option.value)
            return;
        at--;
    } else {
        (*count)++;
    }
    for (; at > 0 && best[at - 1].value < option.value; at--)
        best[at] = best[at - 1];
    best[at] = option;
}

/* Values all choices by one step, then follows the best of them further. */
static enum status best_choice(struct look *look,
                               const struct position *position, int depth,
                               int *index, int64_t *value, struct error *error)
{
    struct option best[LOOK_WIDTH] = {{0}};
    int count = 0;
    int choices = position_question(position)->choice_count;
    enum status status;
    for (int i = 0; i < choices; i++) {
        struct option option = {.index = i};
        status = value_of(look, position, depth, i, choices <= LOOK_WIDTH,
                          &option.value, error);
        if (status != STATUS_OK)
            return status;
        keep_option(best, &count, option);
    }
    *index = best[0].index;
    *value = best[0].value;
    if (choices <= LOOK_WIDTH)
        return STATUS_OK;
    *value = INT64_MIN;
    for (int i = 0; i < count; i++) {
        int64_t deep;
        status =
            value_of(look, position, depth, best[i].index, true, &deep, error);
        if (status != STATUS_OK)
            return status;
        if (deep > *value) {
            *value = deep;
            *index = best[i].index;
        }
    }
    return STATUS_OK;
}

static enum status steward_choose(struct player *player,
                                  struct position *position, int *index,
                                  struct error *error)
{
    int64_t value;
    struct look look = {
        .player = player,
        .seat = position_question(position)->seat,
    };
    enum status status = best_choice(&look, position, 0, index, &value, error);
    for (int i = 0; i <= LOOK_AHEAD_MAX; i++)
        position_free(look.depths[i]);
    return status;
}

enum status player_choose(struct player *player, struct position *position,
                          int *index, struct error *error)
{
    const struct question *question = position_question(position);
    REQUIRE(question->waiting == WAITING_CHOICE);
    REQUIRE(player->kind != PLAYER_HUMAN);
    if (question->choice_count == 1) {
        *index = 0;
        return STATUS_OK;
    }
    if (player->kind == PLAYER_STEWARD)
        return steward_choose(player, position, index, error);
    *index = pick_random(player, question->choice_count);
    return STATUS_OK;
}
