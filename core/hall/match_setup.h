#ifndef CASTLED_MATCH_SETUP_H
#define CASTLED_MATCH_SETUP_H

/*
 * match_setup -- how a match comes about: made anew, or from its record.
 *
 * A new one has its rules checked, its players seated, its order sealed and its
 * file taken before it begins, so that what does not work is told at once.
 */

#include "hall/match.h"

/* What a match is made of. All is borrowed for the call, but the home. */
struct match_setup {
    int number;
    struct match_home *home;               /* of the hall that it will be in */
    const struct ruleset_request *request; /* root included */
    const char *options; /* the daemon's: those of the request, as JSON */
    int player_count;
    enum player_kind players[MATERIAL_SEATS_MAX];
    bool is_held[MATERIAL_SEATS_MAX]; /* the daemon's: only for those invited */
    struct timer_rule clock;          /* zeros: none */
    bool is_public;                   /* the daemon's: listed */
    const char *seed; /* of the open kind; NULL: the order is to be sealed */
    int contribution_count;
    const char *contributions[MATERIAL_SEATS_MAX]; /* to a seal: what a person
                        typed; NULL: from the system's randomness */
    const char *save;                              /* a path, or NULL */
    bool overwrites;                               /* what is there */
    bool takes_saved_rules; /* resuming: runs the scripts in the record though
                        they are not those that are here */
};

/* A match that has not begun. *out is the caller's, to be freed with
 * match_free. Without a seed its order is sealed now, by the referee and all
 * people who play; the daemon's is sealed when all seats are taken.
 * STATUS_BAD_INPUT when variants, options, players or contributions do not fit,
 * or the file is taken. */
enum status match_setup_open(struct match **out,
                             const struct match_setup *setup,
                             struct error *error) MUST_CHECK;

/* A match that goes on from the record in the file `setup->save`; of the setup
 * only number, home, players and takes_saved_rules are looked at. Without
 * players those play who did when it was saved, or people where that was not
 * kept. Its events are told from the first. */
enum status match_setup_resume(struct match **out,
                               const struct match_setup *setup,
                               struct error *error) MUST_CHECK;

#endif
