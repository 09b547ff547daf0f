#ifndef CASTLED_ADMIN_BACKUP_H
#define CASTLED_ADMIN_BACKUP_H

/*
 * admin_backup -- copies a daemon's games into one file.
 *
 * It reads the store itself, in this process: a daemon that runs goes on, and
 * one that does not need not be started.
 */

#include "base/error.h"

/* Copies the store of the folder `data`, NULL for the usual one, to the new
 * file `path`. STATUS_NOT_FOUND when there is no store, STATUS_IO when the file
 * is there or cannot be written. */
enum status admin_backup(const char *data, const char *path,
                         struct error *error) MUST_CHECK;

#endif
