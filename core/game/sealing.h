#ifndef CASTLED_SEALING_H
#define CASTLED_SEALING_H

/*
 * sealing -- how the order of a game is sealed before its first draw.
 *
 * Level 1 of fairness.md section 5, on the referee's side: it opens the
 * record, commits before anybody else, takes the seats' commitments, locks
 * them, takes agreements and reveals, and has then the master seed from which
 * all is drawn. Each function is one step of the protocol and refuses what
 * comes too early, twice, or does not fit; what the seats send, they make with
 * `contribution`. The referee's secret is revealed when the game has ended.
 *
 * Seats are numbered as in the record: 0 is the referee, players from 1.
 */

#include "fair/record.h"
#include "game/contribution.h"
#include "game/timer.h"
#include "script/executor.h"

enum {
    SEALING_SEATS_MAX = MATERIAL_SEATS_MAX + 1,
    SEALING_LEVEL = 1, /* as a record's opening says it */
};

struct sealing_seat {
    uint8_t key[DRAW_KEY_SIZE]; /* public; the referee's for its own bots */
    bool committed;
    bool agreed;
    bool revealed;
    struct hash commitment;
    struct hash secret; /* of seat 0: hidden until the end; wiped */
};

struct sealing {
    uint8_t game_id[DRAW_GAME_ID_SIZE];
    struct hash context;
    struct hash lock;
    bool is_locked;
    int forfeited;  /* the seat that was silent after the lock, and so ended the
                       game before it began; 0: none */
    int seat_count; /* the referee's included */
    struct timer_rule clock; /* as the opening says */
    struct sealing_seat seats[SEALING_SEATS_MAX];
    struct sign_keys keys; /* the referee's; wiped; zeros when it was read */
    struct record *record; /* owned until the game takes it over */
};

/* What a game is opened with. All is borrowed. */
struct sealing_open {
    struct executor *executor;
    int attempt;                  /* from 1 */
    struct timer_rule clock;      /* zeros: none */
    bool is_signed;               /* the players sign what they do */
    const struct sign_keys *keys; /* the referee's; NULL: new ones */
    /* The key of each player's seat, counted from 0; NULL: one of the
     * referee's own bots, which gives nothing. */
    const uint8_t *player_keys[MATERIAL_SEATS_MAX];
};

/* Makes the secret of the referee's, and keys unless it has them, opens the
 * record with all that binds the game, its sources too, and commits. To be
 * cleared with sealing_clear; on failure it is cleared. */
enum status sealing_begin(struct sealing *sealing,
                          const struct sealing_open *open,
                          struct error *error) MUST_CHECK;

/* Forgets secrets and frees what is left; a zeroed one is fine. */
void sealing_clear(struct sealing *sealing);

/* A player's commitment, before the lock. */
enum status sealing_commit(struct sealing *sealing, int seat,
                           const struct hash *commitment,
                           struct error *error) MUST_CHECK;

/* Locks the commitments: who has given none until now plays without. */
enum status sealing_lock(struct sealing *sealing,
                         struct error *error) MUST_CHECK;

/* The signature under the lock of a player who committed. */
enum status sealing_agree(struct sealing *sealing, int seat,
                          const struct signature *signature,
                          struct error *error) MUST_CHECK;

/* A player's secret, only after all who committed agreed. `text` is what the
 * player typed, or "". */
enum status sealing_reveal(struct sealing *sealing, int seat,
                           const struct hash *secret, const char *text,
                           struct error *error) MUST_CHECK;

/* What a seat is silent about: the lock, which it has not signed, or its
 * secret; NULL when it has nothing to say (any more). */
const char *sealing_owes(const struct sealing *sealing, int seat);

/* Ends it because `seat`, which committed, was silent after the lock: the
 * entries `forfeit` {"seat":n} and `end` with the reason "forfeited" and no
 * points, signed. No tile has been drawn then and none will be; nobody's
 * secret comes with it. STATUS_BAD_INPUT when the seat owes nothing. */
enum status sealing_forfeit(struct sealing *sealing, int seat,
                            struct error *error) MUST_CHECK;

/* Whether it is locked and all players who committed have revealed. */
bool sealing_is_done(const struct sealing *sealing);

/* The master seed; only when it is done and the referee's secret is known. */
void sealing_master(const struct sealing *sealing, struct hash *master);

/* Reveals the referee's secret, into `record`, when the game is over; `ts` is
 * the entry's time. */
enum status sealing_open_seal(struct sealing *sealing, struct record *record,
                              int64_t ts, struct error *error) MUST_CHECK;

/* Whether the referee's keys are known: not when it was only read. */
bool sealing_has_keys(const struct sealing *sealing);

/* Reads from a record how its game was sealed, as far as it got; entries that
 * do not fit are refused with their line. The referee's secret is there when
 * it was revealed: then seats[0].revealed. The record stays the caller's. */
enum status sealing_read(struct sealing *sealing, const struct record *record,
                         struct error *error) MUST_CHECK;

/* Gives a sealing that was read the referee's secret and keys, which were kept
 * elsewhere, so that its game can go on. Refused when they are not those. */
enum status sealing_take_secret(struct sealing *sealing,
                                const struct hash *secret,
                                const struct sign_keys *keys,
                                struct error *error) MUST_CHECK;

/* Does all that the players do, for a game whose players sit at one machine:
 * commit, lock, agree, reveal. `contributions` by seat from 0; NULL: none. */
enum status
sealing_run(struct sealing *sealing,
            const struct contribution *const contributions[MATERIAL_SEATS_MAX],
            struct error *error) MUST_CHECK;

#endif
