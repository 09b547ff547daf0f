#include "hall/match_seal.h"

#include "base/clock.h"
#include "base/json.h"
#include "hall/about.h"
#include "hall/failing.h"
#include "hall/match_inside.h"
#include "hall/match_store.h"

#include <string.h>

enum {
    RETURN_MS = 5 * 1000, /* for players to come back when the daemon has */
};

enum stage {
    STAGE_NONE, /* not all seats are taken, or there is no seal */
    STAGE_COMMIT,
    STAGE_AGREE,
    STAGE_REVEAL,
    STAGE_DONE,
};

/* What the protocol calls a stage: "commit"; NULL for none. */
static const char *stage_name(enum stage stage)
{
    static const char *const names[] = {
        [STAGE_NONE] = NULL,     [STAGE_COMMIT] = "commit",
        [STAGE_AGREE] = "agree", [STAGE_REVEAL] = "reveal",
        [STAGE_DONE] = "done",
    };
    return names[stage];
}

/* Whether a person sits there who has not committed. */
static bool owes_commitment(const struct match *match, int seat)
{
    return match->players[seat].kind == PLAYER_HUMAN &&
           !match->sealing.seats[seat + 1].committed;
}

/* Whether all who are to commit have, and nothing is locked yet. */
static bool is_to_lock(const struct match *match)
{
    bool is_owed = false;
    for (int i = 0; i < match->seat_count; i++)
        is_owed = is_owed || owes_commitment(match, i);
    return !is_owed && !match->sealing.is_locked;
}

static bool all_have_agreed(const struct sealing *sealing)
{
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed && !sealing->seats[i].agreed)
            return false;
    return true;
}

/* Which stage the match is at; once it has begun, or was forfeited, DONE. */
static enum stage stage_of(const struct match *match)
{
    const struct sealing *sealing = &match->sealing;
    if (!match->is_sealed)
        return STAGE_NONE;
    if (match->game != NULL || match->forfeited != NULL)
        return STAGE_DONE;
    if (sealing->record == NULL)
        return STAGE_NONE;
    if (!sealing->is_locked)
        return STAGE_COMMIT;
    if (!all_have_agreed(sealing))
        return STAGE_AGREE;
    return sealing_is_done(sealing) ? STAGE_DONE : STAGE_REVEAL;
}

/* Begins the news of where the sealing stands. */
static struct text *begin_telling(struct match *match)
{
    const struct sealing *sealing = &match->sealing;
    enum stage stage = stage_of(match);
    struct text *out = match_begin_news(match, "game.sealing");
    json_add_member_string(out, "stage", stage_name(stage));
    json_add_member_integer(out, "attempt", MATCH_ATTEMPT);
    json_add_key(out, "until");
    if (stage == STAGE_DONE)
        text_add(out, "null");
    else
        text_add_integer(out, match->stage_until_ms);
    if (sealing->is_locked)
        about_add_lock(out, sealing);
    return out;
}

/* Tells all where it stands, with the lines that this call has added: as
 * `record` when they are the first, else as `lines`. */
static void tell(struct match *match)
{
    size_t size;
    const char *lines = record_bytes(match->sealing.record, &size);
    bool are_first = record_first(match->sealing.record) == 0;
    struct text *out = begin_telling(match);
    json_add_key(out, are_first ? "record" : "lines");
    json_add_string(out, lines, size);
    match_end_news(match);
}

enum status match_seal_tell(struct match *match, struct peer *peer,
                            struct error *error)
{
    enum stage stage = stage_of(match);
    if (stage == STAGE_NONE || match->sealing.record == NULL)
        return STATUS_OK;
    struct text lines = {0};
    enum status status = match_store_record(match, &lines, error);
    if (status == STATUS_OK) {
        struct text *out = begin_telling(match);
        json_add_key(out, "record");
        json_add_string(out, text_string(&lines), lines.size);
        news_end_for(match->home->news, match->number, peer);
    }
    text_free(&lines);
    return status;
}

static void begin_stage(struct match *match)
{
    match->stage_until_ms = clock_calendar_ms() + match->home->sealing_ms;
    match_note_due(match);
}

int64_t match_seal_end(const struct match *match)
{
    enum stage stage = stage_of(match);
    return stage == STAGE_NONE || stage == STAGE_DONE ? INT64_MAX
                                                      : match->stage_until_ms;
}

void match_seal_give_time(struct match *match)
{
    begin_stage(match);
    match_note_about(match);
    tell(match);
}

/* The stage has what it had left when the daemon was last seen to run, or the
 * disk to work: while that says no it stays as it is, until match_resume. So
 * nobody gets more time by making it restart. */
static void take_up_stage(struct match *match, int64_t entry_ms)
{
    int64_t until_ms = match->stage_until_ms;
    if (until_ms != 0 && !match_may_change(match))
        return;
    begin_stage(match);
    if (until_ms == 0)
        return;
    until_ms += match_downtime(match->home, entry_ms);
    int64_t first_ms = clock_calendar_ms() + RETURN_MS;
    if (until_ms < first_ms)
        until_ms = first_ms;
    if (until_ms < match->stage_until_ms)
        match->stage_until_ms = until_ms;
    match_note_about(match);
}

void match_seal_leave_out_downtime(struct match *match)
{
    if (match_seal_end(match) == INT64_MAX)
        return;
    take_up_stage(match, record_newest_ts(match->sealing.record));
    tell(match);
}

/* Ends it: there will be no game. */
static void give_up(struct match *match, const char *reason)
{
    match->forfeited = reason;
    match_save(match);
    match_note_about(match);
    match_tell_over(match);
}

/* The same, since the rules or something else let nobody go on. */
static void break_off(struct match *match, const struct error *reason)
{
    failing_keep(match, reason);
    give_up(match, "broken");
}

/* After a change: locks when nobody owes a commitment, tells, and begins the
 * game when all is done. `was` is the stage before the change. */
static enum status go_on(struct match *match, enum stage was,
                         struct error *error)
{
    enum status status = STATUS_OK;
    if (is_to_lock(match))
        status = sealing_lock(&match->sealing, error);
    if (status != STATUS_OK) {
        match_save(match); /* what was given stays, and is locked when it is
                              said again */
        return status;
    }
    if (stage_of(match) != was) {
        begin_stage(match);
        match->asking = (struct match_asking){0};
    }
    match_save(match);
    match_note_about(match);
    tell(match);
    if (stage_of(match) != STAGE_DONE)
        return STATUS_OK;
    /* The seal is there, and stays, whatever the rules do at the beginning. */
    struct error failure;
    if (match_begin(match, &failure) != STATUS_OK)
        break_off(match, &failure);
    return STATUS_OK;
}

enum status match_seal_begin(struct match *match, struct error *error)
{
    struct sealing_open open = {
        .attempt = MATCH_ATTEMPT,
        .clock = match->clock,
        .is_signed = true,
        .keys = &match->home->keys,
    };
    for (int i = 0; i < match->seat_count; i++)
        if (match->players[i].kind == PLAYER_HUMAN)
            open.player_keys[i] = match->seats[i].key;
    enum status status = warm_executor(&open.executor, match->rules, error);
    if (status == STATUS_OK)
        status = sealing_begin(&match->sealing, &open, error);
    if (status != STATUS_OK)
        return status;
    match->entry_count = 0;
    status = go_on(match, STAGE_NONE, error);
    if (status != STATUS_OK)
        sealing_clear(&match->sealing);
    return status;
}

enum status match_seal_resume(struct match *match,
                              const struct store_game *stored,
                              const struct record *record, struct error *error)
{
    size_t size;
    const char *bytes = record_bytes(record, &size);
    enum status status = sealing_read(&match->sealing, record, error);
    if (status != STATUS_OK)
        return status;
    if (match->sealing.forfeited > 0)
        match->forfeited = "forfeited";
    else if (match->is_broken)
        match->forfeited = "broken";
    if (match->sealing.forfeited == 0)
        status = about_read_secret(&match->sealing, stored, error);
    if (status == STATUS_OK)
        status = record_read(&match->sealing.record, bytes, size, error);
    if (status != STATUS_OK)
        return status;
    record_forget(match->sealing.record);
    match->over_is_told = match->forfeited != NULL;
    if (match->forfeited == NULL)
        take_up_stage(match, record_newest_ts(record));
    return STATUS_OK;
}

/* The match is at that stage; else says what it is too late or early for. */
static enum status check_stage(const struct match *match, enum stage wanted,
                               struct error *error)
{
    enum stage stage = stage_of(match);
    if (stage == wanted)
        return STATUS_OK;
    if (stage == STAGE_NONE)
        return error_set(error, STATUS_BAD_INPUT,
                         match->is_sealed ? "not all seats are taken"
                                          : "the order of this game is not "
                                            "sealed: its seed is open");
    return error_set(error, STATUS_BAD_INPUT,
                     "it is too %s to %s: the sealing is at '%s'",
                     stage > wanted ? "late" : "early", stage_name(wanted),
                     stage_name(stage));
}

/* What the sealing knows of the seat; NULL before there is a sealing. */
static const struct sealing_seat *given_by(const struct match *match, int seat)
{
    const struct sealing *sealing = match_sealing(match);
    return sealing == NULL ? NULL : &sealing->seats[seat + 1];
}

enum status match_seal_commit(struct match *match, int seat,
                              const struct hash *commitment,
                              struct error *error)
{
    const struct sealing_seat *given = given_by(match, seat);
    if (given != NULL && given->committed &&
        hash_is_equal(&given->commitment, commitment))
        return is_to_lock(match) ? go_on(match, STAGE_COMMIT, error)
                                 : STATUS_OK;
    enum status status = check_stage(match, STAGE_COMMIT, error);
    if (status == STATUS_OK)
        status = sealing_commit(&match->sealing, seat + 1, commitment, error);
    return status == STATUS_OK ? go_on(match, STAGE_COMMIT, error) : status;
}

enum status match_seal_agree(struct match *match, int seat,
                             const struct signature *signature,
                             struct error *error)
{
    const struct sealing_seat *given = given_by(match, seat);
    if (given != NULL && given->agreed &&
        sign_agree_is_by(given->key, &match_sealing(match)->lock, signature))
        return STATUS_OK;
    enum status status = check_stage(match, STAGE_AGREE, error);
    if (status == STATUS_OK)
        status = sealing_agree(&match->sealing, seat + 1, signature, error);
    return status == STATUS_OK ? go_on(match, STAGE_AGREE, error) : status;
}

enum status match_seal_reveal(struct match *match, int seat,
                              const struct hash *secret, const char *text,
                              struct error *error)
{
    const struct sealing_seat *given = given_by(match, seat);
    if (given != NULL && given->revealed &&
        hash_is_equal(&given->secret, secret))
        return STATUS_OK;
    enum status status = check_stage(match, STAGE_REVEAL, error);
    if (status == STATUS_OK)
        status = sealing_reveal(&match->sealing, seat + 1, secret, text, error);
    return status == STATUS_OK ? go_on(match, STAGE_REVEAL, error) : status;
}

/* Whether the seat, from 1, owes something after the lock; also when a seat has
 * forfeited since. */
static bool is_silent(const struct sealing *sealing, int seat)
{
    const struct sealing_seat *of = &sealing->seats[seat];
    return of->committed &&
           (!of->agreed || (all_have_agreed(sealing) && !of->revealed));
}

int match_seal_winner(const struct match *match)
{
    int silent = match->sealing.forfeited;
    int other = 3 - silent;
    return silent == 0 || match->seat_count != 2 ||
                   is_silent(&match->sealing, other)
               ? -1
               : other - 1;
}

/* The stage's deadline is over: who is silent has missed it. */
static enum status end_stage(struct match *match, struct error *error)
{
    struct sealing *sealing = &match->sealing;
    enum stage stage = stage_of(match);
    if (stage == STAGE_COMMIT) {
        enum status status = sealing_lock(sealing, error);
        return status == STATUS_OK ? go_on(match, stage, error) : status;
    }
    int silent = 1;
    while (silent < sealing->seat_count &&
           sealing_owes(sealing, silent) == NULL)
        silent++;
    REQUIRE(silent < sealing->seat_count);
    enum status status = sealing_forfeit(sealing, silent, error);
    if (status != STATUS_OK)
        return status;
    match->forfeited = "forfeited";
    tell(match);
    give_up(match, "forfeited");
    return STATUS_OK;
}

int64_t match_seal_tick(struct match *match, int64_t now_ms)
{
    struct error error;
    int64_t end_ms = match_seal_end(match);
    if (end_ms == INT64_MAX)
        return INT64_MAX;
    if (end_ms - now_ms > match->home->sealing_ms)
        match_seal_give_time(match); /* the machine's clock has gone back */
    if (match_heard(match, now_ms) < match_seal_end(match))
        return match_look_again(match, match_seal_end(match), now_ms);
    if (end_stage(match, &error) != STATUS_OK)
        break_off(match, &error);
    return match_seal_end(match);
}
