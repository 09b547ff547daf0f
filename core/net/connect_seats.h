#ifndef CASTLED_CONNECT_SEATS_H
#define CASTLED_CONNECT_SEATS_H

/*
 * connect_seats -- the seats that are kept on this machine.
 *
 * Whoever sits in a game has a token, which proves who reconnects, a key pair,
 * and what they put into the shuffle. Who loses them has lost the seat; who
 * sees them can take it. So each seat is a file of its own that only its owner
 * may read, written whole or not at all and lying on the disk before anything
 * in it is sent. The newest head is in a file beside it, which may be lost;
 * what a daemon had signed and went back behind is in another, which stays.
 *
 * A `connect_seat` holds secrets: to be wiped with connect_seat_wipe.
 */

#include "game/contribution.h"
#include "net/connect_address.h"
#include "net/connect_head.h"

#include <limits.h>

enum {
    CONNECT_NAME_SIZE = 161,  /* a player's name: 40 characters of 4 bytes */
    CONNECT_TOKEN_SIZE = 65,  /* 256 bits in hex, with the zero byte */
    CONNECT_FILE_SIZE = 128,  /* the name of a seat's file */
    CONNECT_SEATS_MAX = 4096, /* that are looked at */
    CONNECT_SEATS_DAYS = 30,  /* how long those of games that are over stay */
    CONNECT_SEATS_VERIFIED_DAYS = 1, /* those that were verified: for a rematch
                                        that is asked for the next day */
};

/* How much of what a seat said after the lock the daemon has taken: it answered
 * so, or showed it in the record. So it cannot say later that the seat was
 * silent. */
enum connect_taken {
    CONNECT_TAKEN_NOTHING,
    CONNECT_TAKEN_AGREEMENT,
    CONNECT_TAKEN_SECRET, /* and the agreement */
    CONNECT_TAKEN_ALL,    /* and what all others had to say: it is sealed */
};

struct connect_seat {
    char file[CONNECT_FILE_SIZE]; /* its name in the folder */
    char server[CONNECT_ADDRESS_SIZE];
    char game[CONNECT_GAME_SIZE];
    int seat; /* from 1; 0: asked for, and the answer has not come */
    int level;
    char name[CONNECT_NAME_SIZE]; /* with which the player joined */
    char token[CONNECT_TOKEN_SIZE];
    struct contribution contribution;
    int64_t joined_ms;   /* calendar time */
    int64_t over_ms;     /* when the game was over; 0: it goes on */
    int64_t verified_ms; /* when its record was found good; 0: it was not */
    /* How the order was sealed; attempt 0: it was not begun. */
    int attempt;
    struct hash context; /* that the player committed in */
    bool has_lock;
    struct hash lock; /* that the player agreed to */
    bool is_revealed;
    enum connect_taken taken;
    struct connect_heads heads;
};

/* Where they lie. */
struct connect_seats {
    char *folder; /* owned */
};

/* Finds the folder, or makes it, readable by its owner alone; `folder` NULL:
 * castled/seats in $XDG_STATE_HOME or ~/.local/state. To be closed. */
enum status connect_seats_open(struct connect_seats *seats, const char *folder,
                               struct error *error) MUST_CHECK;

/* Frees what it has; a zeroed one is fine. */
void connect_seats_close(struct connect_seats *seats);

/* Names the file of a seat that has game and keys, and writes it. */
enum status connect_seats_add(const struct connect_seats *seats,
                              struct connect_seat *seat,
                              struct error *error) MUST_CHECK;

/* Changes a seat; on failure it stays as it is. */
typedef enum status connect_seats_change_fn(struct connect_seat *seat,
                                            void *context, struct error *error);

/* Changes the seat here and on the disk, where it is whole then. While it does
 * no other process can: two that hold one seat decide one after the other, and
 * `change` is given what the first has decided. On failure, also that of
 * `change`, nothing is changed; STATUS_NOT_FOUND: the file is gone. */
enum status connect_seats_change(const struct connect_seats *seats,
                                 struct connect_seat *seat,
                                 connect_seats_change_fn *change, void *context,
                                 struct error *error) MUST_CHECK;

/* What happens to a seat once. */
enum connect_seats_mark {
    CONNECT_SEATS_OVER,     /* over_ms */
    CONNECT_SEATS_VERIFIED, /* verified_ms */
};

/* Notes, as a change, that this has happened now. */
enum status connect_seats_note(const struct connect_seats *seats,
                               struct connect_seat *seat,
                               enum connect_seats_mark mark,
                               struct error *error) MUST_CHECK;

/* Writes its newest head, soon on the disk; that this fails is not told. */
void connect_seats_write_head(const struct connect_seats *seats,
                              const struct connect_seat *seat);

/* The daemon has gone back to `head`: behind what it had signed, or to another
 * history. All that is remembered, and the head, are first added to the file of
 * what is gone, whose path is left in `path`; on failure they are not there.
 * The head is the newest then in any case, and the game is not over. */
enum status connect_seats_go_back(const struct connect_seats *seats,
                                  struct connect_seat *seat,
                                  const struct connect_head *head,
                                  char path[PATH_MAX],
                                  struct error *error) MUST_CHECK;

/* The newest head that the daemon went back behind and that is not in the
 * record (NULL: in none); false: there is none. */
bool connect_seats_read_gone(const struct connect_seats *seats,
                             const struct connect_seat *seat,
                             const struct record *record,
                             struct connect_head *gone) MUST_CHECK;

/* Removes its files, but not that of what is gone. */
void connect_seats_remove(const struct connect_seats *seats,
                          const struct connect_seat *seat);

/* Reads all seats, the latest joined first; files that cannot be read are left
 * out. Those that nobody needs any more are removed. *out is the caller's, to
 * be given to connect_seats_forget. */
enum status connect_seats_list(const struct connect_seats *seats,
                               struct connect_seat **out, int *count,
                               struct error *error) MUST_CHECK;

/* Wipes and frees a list; NULL is fine. */
void connect_seats_forget(struct connect_seat *list, int count);

/* Forgets its secrets. */
void connect_seat_wipe(struct connect_seat *seat);

#endif
