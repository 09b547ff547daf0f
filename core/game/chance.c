#include "game/chance.h"

#include <string.h>

void chance_init(struct chance *chance, const struct material *material,
                 const struct hash *master)
{
    *chance = (struct chance){.master = *master};
    for (int i = 0; i < material->pile_count; i++)
        deck_seal(&chance->decks[i], &material->piles[i], master, 0);
}

void chance_wipe(struct chance *chance)
{
    hash_wipe(&chance->master);
    for (int i = 0; i < MATERIAL_PILES_MAX; i++)
        deck_wipe(&chance->decks[i]);
}

static enum status roll(struct chance *chance, const struct question *question,
                        struct chance_outcome *outcome, struct error *error)
{
    int i = 0;
    while (i < chance->label_count &&
           strcmp(chance->labels[i].label, question->roll) != 0)
        i++;
    if (i == CHANCE_LABELS_MAX)
        return error_set(error, STATUS_SCRIPT,
                         "a game rolls with at most %d labels",
                         CHANCE_LABELS_MAX);
    struct chance_label *label = &chance->labels[i];
    if (i == chance->label_count) {
        memcpy(label->label, question->roll, strlen(question->roll) + 1);
        chance->label_count++;
    }
    outcome->k = label->count++;
    outcome->value = (int)draw_roll(&chance->master, label->label, outcome->k,
                                    (uint32_t)question->sides);
    return STATUS_OK;
}

enum status chance_next(struct chance *chance, const struct position *position,
                        struct chance_outcome *outcome, struct error *error)
{
    const struct question *question = position_question(position);
    REQUIRE(question->waiting == WAITING_CHANCE);
    if (question->pile < 0)
        return roll(chance, question, outcome, error);
    const struct pile *pile =
        &position_material(position)->piles[question->pile];
    struct deck *deck = &chance->decks[question->pile];
    if (pile->left_count == 0)
        return error_set(error, STATUS_SCRIPT,
                         "step '%s' draws from the pile '%s', which is empty",
                         question->step, pile->name);
    if (deck_left(deck) == 0)
        deck_seal(deck, pile, &chance->master, ++chance->seals[question->pile]);
    *outcome = (struct chance_outcome){.value = deck_next(deck)};
    return STATUS_OK;
}

enum status chance_too_many(const struct position *position,
                            struct error *error)
{
    return error_set(error, STATUS_SCRIPT,
                     "step '%s' asked for more than %d outcomes in a row",
                     position_question(position)->step, CHANCE_ROW_MAX);
}
