/*
 * verify_seal -- how the order of a record's game was sealed, and who had a
 * part in it.
 */

#include "game/verify_inside.h"

#include "fair/proquint.h"
#include "game/context.h"
#include "game/game.h"

#include <stdio.h>
#include <string.h>

static bool is_player(const struct verify_seat *seat)
{
    return !seat->is_referees;
}

/* Whether a player put something into the shuffle. What was signed with the
 * referee's own key is the referee's. */
static bool has_contributed(const struct verify_seat *seat)
{
    return is_player(seat) && seat->contributed;
}

static bool has_not_contributed(const struct verify_seat *seat)
{
    return is_player(seat) && !seat->contributed;
}

static void note_contributions(struct verify *verify)
{
    for (int i = 0; i < verify->sealing.seat_count; i++)
        verify->report->seats[i].contributed =
            verify->sealing.seats[i].committed;
}

/* Whether there is nothing in it but its beginning and that end. sealing_read
 * has looked at the order of things. */
static bool check_entries(struct verify *verify)
{
    static const char *const types[] = {"open",  "source", "commit",  "lock",
                                        "agree", "reveal", "forfeit", "end"};
    for (int seq = 0; seq < record_count(verify->record); seq++) {
        struct record_entry entry = record_entry(verify->record, seq);
        bool is_known = false;
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            is_known = is_known || strcmp(entry.type, types[i]) == 0;
        if (!is_known)
            return verify_say(
                verify, "seal", VERIFY_WRONG,
                "entry %d (%s) has no place in a game that a seat "
                "forfeited before it began",
                seq, entry.type);
    }
    return true;
}

/* Whether the seat owed, in the end, the same as the one that forfeited. */
static bool is_silent(const struct sealing *sealing, int seat)
{
    const struct sealing_seat *of = &sealing->seats[seat];
    return of->committed && !of->revealed &&
           of->agreed == sealing->seats[sealing->forfeited].agreed;
}

/* Adds the silent seats, and notes for each that nobody can check it: what a
 * seat did not say stands nowhere. Returns how many. */
static int list_silent(struct verify *verify, struct text *out)
{
    const struct sealing *sealing = &verify->sealing;
    int count = 0;
    for (int i = 1; i < sealing->seat_count; i++) {
        char lack[120];
        if (!is_silent(sealing, i))
            continue;
        text_addf(out, "%s%d", count++ == 0 ? "" : ", ", i);
        snprintf(lack, sizeof lack,
                 sealing->seats[i].agreed
                     ? "only the referee says that seat %d did not show its "
                       "secret in time"
                     : "only the referee says that seat %d did not sign the "
                       "lock in time",
                 i);
        verify_lack(verify, lack);
    }
    return count;
}

/* A game that ended before it began, since seats were silent: by the word of
 * the referee, who could have left out what they said. */
static bool check_forfeit(struct verify *verify, const char *words)
{
    const struct sealing *sealing = &verify->sealing;
    int seat = sealing->forfeited;
    struct text silent = {0};
    if (!check_entries(verify))
        return false;
    const char *what = sealing->seats[seat].agreed
                           ? "signed the lock and then did not show its secret"
                           : "committed and then did not sign the lock";
    bool goes_on =
        list_silent(verify, &silent) == 1
            ? verify_say(
                  verify, "seal", VERIFY_OPEN,
                  "seat %d %s, as only the referee says, so it forfeited the "
                  "game before it began, and no tile was drawn; the lock was "
                  "%s",
                  seat, what, words)
            : verify_say(
                  verify, "seal", VERIFY_OPEN,
                  "each of seats %s %s, as only the referee says, so the game "
                  "was forfeited before it began, in the name of seat %d, and "
                  "no tile was drawn; the lock was %s",
                  text_string(&silent), what, seat, words);
    verify_free_text(verify, &silent);
    return goes_on;
}

/* No player had a part in it. */
static bool say_server_only(struct verify *verify, const char *words)
{
    struct text players = {0};
    if (verify_list_seats(verify, &players, is_player) > 0)
        verify_lack(verify, "no player had a part in the shuffle");
    else
        verify->reserve = "only bots of the referee's played, and it alone "
                          "had a part in the shuffle";
    text_free(&players);
    return verify_say(
        verify, "seal", VERIFY_OPEN,
        "server only: no player put anything into the shuffle, so "
        "the referee could have chosen the order; the lock is %s",
        words);
}

static bool say_sealed(struct verify *verify, const char *words)
{
    struct text seats = {0};
    struct text others = {0};
    bool goes_on;
    if (verify_list_seats(verify, &seats, has_contributed) == 0)
        goes_on = say_server_only(verify, words);
    else if (verify_list_seats(verify, &others, has_not_contributed) == 0)
        goes_on = verify_say(
            verify, "seal", VERIFY_GOOD,
            "the referee committed first, then seat %s; they signed the "
            "lock %s before any secret was shown, and every secret is "
            "the one committed to",
            text_string(&seats), words);
    else
        goes_on = verify_say(
            verify, "seal", VERIFY_GOOD,
            "the referee committed first, then seat %s; they signed the "
            "lock %s before any secret was shown, and every secret is "
            "the one committed to; seat %s put nothing into the shuffle",
            text_string(&seats), words, text_string(&others));
    verify_free_text(verify, &seats);
    verify_free_text(verify, &others);
    return goes_on;
}

static bool check_sealed(struct verify *verify)
{
    struct error error;
    struct sealing *sealing = &verify->sealing;
    if (sealing_read(sealing, verify->record, &error) != STATUS_OK ||
        context_check(&sealing->context, verify->opening, &error) != STATUS_OK)
        return verify_fail(verify, "seal", &error);
    char words[PROQUINT_LOCK_SIZE];
    proquint_write(words, &sealing->lock);
    note_contributions(verify);
    if (sealing->forfeited > 0)
        return check_forfeit(verify, words);
    if (sealing_is_done(sealing))
        return say_sealed(verify, words);
    verify_lack(verify, "its order was not sealed to the end");
    return verify_say(
        verify, "seal", VERIFY_OPEN,
        "the game was not begun: not all have locked and revealed "
        "what they put in");
}

static bool check_seed(struct verify *verify)
{
    const char *seed = json_string_of(json_get(verify->opening, "seed"));
    if (seed == NULL || strlen(seed) >= GAME_SEED_SIZE)
        return verify_say(verify, "seal", VERIFY_WRONG,
                          "entry 0 (open) has no seed, or too long a one");
    draw_seed_from_text(&verify->master, seed);
    verify->has_master = true;
    verify->reserve = "its order was not sealed: whoever chose the seed could "
                      "know it, and nobody signed";
    return verify_say(
        verify, "seal", VERIFY_OPEN,
        "nothing was sealed: the order comes from the seed '%s', and "
        "whoever chose it could know the order",
        seed);
}

bool verify_seal_check(struct verify *verify)
{
    if (verify->level == GAME_LEVEL_OPEN)
        return check_seed(verify);
    if (verify->level != GAME_LEVEL_SEALED) {
        verify_lack(verify, "a seal of its level cannot be checked here");
        return verify_say(
            verify, "seal", VERIFY_OPEN,
            "this game is of level %lld, whose seal cannot be checked "
            "here",
            (long long)verify->level);
    }
    if (!check_sealed(verify))
        return false;
    if (!sealing_is_done(&verify->sealing) ||
        !verify->sealing.seats[0].revealed)
        return true;
    sealing_master(&verify->sealing, &verify->master);
    verify->has_master = true;
    return true;
}
