#ifndef CASTLED_SECRET_H
#define CASTLED_SECRET_H

/*
 * secret -- what a sealed game needs to go on, beside its record.
 *
 * The record of a sealed game says nothing of what is still to come. So while
 * the game runs, the referee's secret and keys are kept in a file of their own
 * beside it, FILE.secret, which only its owner may read; whoever reads it
 * knows the order of all tiles. It goes when the record has all of it.
 */

#include "game/sealing.h"

/* Writes the secret that belongs to the record in the file `path`, whole or
 * not at all. */
enum status secret_write(const struct sealing *sealing, const char *path,
                         struct error *error) MUST_CHECK;

/* Gives a sealing that was read from the record in `path` its secret. Refused
 * when there is none, or another game's. */
enum status secret_read(struct sealing *sealing, const char *path,
                        struct error *error) MUST_CHECK;

/* Removes the file, if there is one. */
void secret_remove(const char *path);

#endif
