#ifndef CASTLED_PLACES_H
#define CASTLED_PLACES_H

/*
 * places -- where the daemon keeps its things when nobody said where.
 *
 * Paths go into the caller's buffers.
 */

#include "base/error.h"

enum { PLACES_PATH_SIZE = 1024 };

/* The folder of the store: $XDG_STATE_HOME/castled or
 * ~/.local/state/castled, for root /var/lib/castled. */
void places_data(char out[PLACES_PATH_SIZE]);

/* The file of the store in the folder `data`. STATUS_BAD_INPUT when that path
 * is too long. */
enum status places_store(const char *data, char out[PLACES_PATH_SIZE],
                         struct error *error) MUST_CHECK;

/* The folder in `data` for the scripts that new games are made from
 * (game/snapshot.h). STATUS_BAD_INPUT when that path is too long. */
enum status places_rules(const char *data, char out[PLACES_PATH_SIZE],
                         struct error *error) MUST_CHECK;

/* The daemon's Unix socket: $XDG_RUNTIME_DIR/castled.sock, or castled.sock in
 * the folder `data`. */
void places_socket(const char *data, char out[PLACES_PATH_SIZE]);

/* Where a daemon's socket is found by those who want to talk to it: the first
 * that is there of the two above, and of a service of the system; that of
 * places_socket when there is none. */
void places_find_socket(char out[PLACES_PATH_SIZE]);

/* Makes the folder of the store, for its owner only, unless it is there. Those
 * above it are made only where places_data says that it is: anywhere else one
 * that is not there may be a disk that is missing, and what is in it. STATUS_IO
 * with the reason. */
enum status places_make_data(const char *path, struct error *error) MUST_CHECK;

#endif
