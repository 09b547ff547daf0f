#ifndef CASTLED_CHANCE_H
#define CASTLED_CHANCE_H

/*
 * chance -- what a game draws and rolls, all from one master seed.
 *
 * A sealed deck for each pile, and a counter for each label of rolls, as
 * fairness.md section 5 says. Scripts never see it. A chance is a secret until
 * the seed is revealed: wiped by who holds it. Copied by assignment.
 */

#include "fair/deck.h"
#include "script/position.h"

enum {
    CHANCE_LABELS_MAX = 16, /* different labels of rolls in one game */
    CHANCE_ROW_MAX = 1000,  /* outcomes in a row, before something is wrong */
};

/* How often a label has been rolled. */
struct chance_label {
    char label[POSITION_ROLL_SIZE];
    uint64_t count;
};

struct chance {
    struct hash master;
    struct deck decks[MATERIAL_PILES_MAX];
    uint64_t seals[MATERIAL_PILES_MAX]; /* how often each was sealed again */
    int label_count;
    struct chance_label labels[CHANCE_LABELS_MAX];
};

struct chance_outcome {
    int value;  /* what position_outcome takes */
    uint64_t k; /* of a roll: how often its label was rolled before */
};

/* The chance of a game whose piles are whole. */
void chance_init(struct chance *chance, const struct material *material,
                 const struct hash *master);

/* Forgets all of it. */
void chance_wipe(struct chance *chance);

/* The outcome that the position awaits. When all of a deck has come, what went
 * back into its pile since is sealed again. STATUS_SCRIPT when a script draws
 * from an empty pile or rolls with too many labels. */
enum status chance_next(struct chance *chance, const struct position *position,
                        struct chance_outcome *outcome,
                        struct error *error) MUST_CHECK;

/* The error where a position has asked for CHANCE_ROW_MAX outcomes in a row. */
enum status chance_too_many(const struct position *position,
                            struct error *error);

#endif
