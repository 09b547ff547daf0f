#include "hall/match_seal.h"

#include "base/clock.h"
#include "base/json.h"
#include "fair/proquint.h"
#include "hall/about.h"
#include "hall/match_store.h"

#include <string.h>

enum {
    RETURN_MS = 5 * 1000, /* for players to come back after a restart */
};

/* Stages ------------------------------------------------------------------ */

const char *match_seal_stage_name(enum match_stage stage)
{
    static const char *const names[] = {
        [MATCH_STAGE_NONE] = NULL,     [MATCH_STAGE_COMMIT] = "commit",
        [MATCH_STAGE_AGREE] = "agree", [MATCH_STAGE_REVEAL] = "reveal",
        [MATCH_STAGE_DONE] = "done",
    };
    return names[stage];
}

/* Whether a person sits there who has not committed. */
static bool owes_commitment(const struct match *match, int seat)
{
    return match->players[seat].kind == PLAYER_HUMAN &&
           !match->sealing.seats[seat + 1].committed;
}

static bool all_have_agreed(const struct sealing *sealing)
{
    for (int i = 1; i < sealing->seat_count; i++)
        if (sealing->seats[i].committed && !sealing->seats[i].agreed)
            return false;
    return true;
}

enum match_stage match_seal_stage(const struct match *match)
{
    const struct sealing *sealing = &match->sealing;
    if (!match->is_sealed)
        return MATCH_STAGE_NONE;
    if (match->game != NULL || match->forfeited != NULL)
        return MATCH_STAGE_DONE;
    if (sealing->record == NULL)
        return MATCH_STAGE_NONE;
    if (!sealing->is_locked)
        return MATCH_STAGE_COMMIT;
    if (!all_have_agreed(sealing))
        return MATCH_STAGE_AGREE;
    return sealing_is_done(sealing) ? MATCH_STAGE_DONE : MATCH_STAGE_REVEAL;
}

/* Telling ----------------------------------------------------------------- */

/* Begins the news of where the sealing stands. */
static struct text *begin_telling(struct match *match)
{
    const struct sealing *sealing = &match->sealing;
    enum match_stage stage = match_seal_stage(match);
    struct text *out = match_begin_news(match, "game.sealing");
    json_add_member_string(out, "stage", match_seal_stage_name(stage));
    json_add_member_integer(out, "attempt", MATCH_ATTEMPT);
    json_add_key(out, "until");
    if (stage == MATCH_STAGE_DONE)
        text_add(out, "null");
    else
        text_add_integer(out, match->stage_until_ms);
    if (sealing->is_locked) {
        char hex[HASH_HEX_SIZE];
        char words[PROQUINT_LOCK_SIZE];
        hash_to_hex(hex, &sealing->lock);
        json_add_member_string(out, "lock", hex);
        proquint_write(words, &sealing->lock);
        json_add_member_string(out, "proquints", words);
    }
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
    enum match_stage stage = match_seal_stage(match);
    if (stage == MATCH_STAGE_NONE || match->sealing.record == NULL)
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

/* Going on ---------------------------------------------------------------- */

static void begin_stage(struct match *match)
{
    match->stage_until_ms = clock_calendar_ms() + match->home->sealing_ms;
    match_note_due(match);
}

int64_t match_seal_end(const struct match *match)
{
    enum match_stage stage = match_seal_stage(match);
    return stage == MATCH_STAGE_NONE || stage == MATCH_STAGE_DONE
               ? INT64_MAX
               : match->stage_until_ms;
}

void match_seal_give_time(struct match *match)
{
    if (match_seal_end(match) == INT64_MAX)
        return;
    begin_stage(match);
    match_note_about(match);
    tell(match);
}

/* After a restart: what the stage had left when the daemon was last seen to
 * run. So nobody gets more time by making it restart. */
static void take_up_stage(struct match *match, int64_t entry_ms)
{
    int64_t until_ms = match->stage_until_ms;
    begin_stage(match);
    if (!match_may_change(match) || until_ms == 0)
        return;
    until_ms += match_downtime(match->home, entry_ms);
    int64_t first_ms = clock_calendar_ms() + RETURN_MS;
    if (until_ms < first_ms)
        until_ms = first_ms;
    if (until_ms < match->stage_until_ms)
        match->stage_until_ms = until_ms;
    match_note_about(match);
}

/* Ends it: there will be no game. */
static void give_up(struct match *match, const char *reason)
{
    match->forfeited = reason;
    match_save(match);
    match_note_about(match);
    match_tell_over(match);
}

/* After a change: locks when nobody owes a commitment, tells, and begins the
 * game when all is done. `was` is the stage before the change. */
static enum status go_on(struct match *match, enum match_stage was,
                         struct error *error)
{
    bool is_owed = false;
    for (int i = 0; i < match->seat_count; i++)
        is_owed = is_owed || owes_commitment(match, i);
    enum status status = STATUS_OK;
    if (!match->sealing.is_locked && !is_owed)
        status = sealing_lock(&match->sealing, error);
    if (status != STATUS_OK)
        return status;
    if (match_seal_stage(match) != was)
        begin_stage(match);
    match_save(match);
    match_note_about(match);
    tell(match);
    if (match_seal_stage(match) != MATCH_STAGE_DONE)
        return STATUS_OK;
    /* The seal is there, and stays, whatever the rules do at the beginning. */
    struct error failure;
    if (match_begin(match, &failure) != STATUS_OK)
        give_up(match, "broken");
    return STATUS_OK;
}

enum status match_seal_begin(struct match *match, struct error *error)
{
    struct sealing_open open = {
        .attempt = MATCH_ATTEMPT,
        .clock = match->clock,
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
    status = go_on(match, MATCH_STAGE_NONE, error);
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

/* Giving ------------------------------------------------------------------ */

/* The match is at that stage; else says what it is too late or early for. */
static enum status check_stage(const struct match *match,
                               enum match_stage wanted, struct error *error)
{
    enum match_stage stage = match_seal_stage(match);
    if (stage == wanted)
        return STATUS_OK;
    if (stage == MATCH_STAGE_NONE)
        return error_set(error, STATUS_BAD_INPUT,
                         match->is_sealed ? "not all seats are taken"
                                          : "the order of this game is not "
                                            "sealed: its seed is open");
    return error_set(
        error, STATUS_BAD_INPUT, "it is too %s to %s: the sealing is at '%s'",
        stage > wanted ? "late" : "early", match_seal_stage_name(wanted),
        match_seal_stage_name(stage));
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
        return STATUS_OK;
    enum status status = check_stage(match, MATCH_STAGE_COMMIT, error);
    if (status == STATUS_OK)
        status = sealing_commit(&match->sealing, seat + 1, commitment, error);
    return status == STATUS_OK ? go_on(match, MATCH_STAGE_COMMIT, error)
                               : status;
}

enum status match_seal_agree(struct match *match, int seat,
                             const struct signature *signature,
                             struct error *error)
{
    const struct sealing_seat *given = given_by(match, seat);
    if (given != NULL && given->agreed &&
        sign_agree_is_by(given->key, &match_sealing(match)->lock, signature))
        return STATUS_OK;
    enum status status = check_stage(match, MATCH_STAGE_AGREE, error);
    if (status == STATUS_OK)
        status = sealing_agree(&match->sealing, seat + 1, signature, error);
    return status == STATUS_OK ? go_on(match, MATCH_STAGE_AGREE, error)
                               : status;
}

enum status match_seal_reveal(struct match *match, int seat,
                              const struct hash *secret, const char *text,
                              struct error *error)
{
    const struct sealing_seat *given = given_by(match, seat);
    if (given != NULL && given->revealed &&
        hash_is_equal(&given->secret, secret))
        return STATUS_OK;
    enum status status = check_stage(match, MATCH_STAGE_REVEAL, error);
    if (status == STATUS_OK)
        status = sealing_reveal(&match->sealing, seat + 1, secret, text, error);
    return status == STATUS_OK ? go_on(match, MATCH_STAGE_REVEAL, error)
                               : status;
}

/* Silence ----------------------------------------------------------------- */

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
    enum match_stage stage = match_seal_stage(match);
    if (stage == MATCH_STAGE_COMMIT) {
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
    /* The machine's clock has gone back. */
    if (end_ms - now_ms > match->home->sealing_ms)
        match_seal_give_time(match);
    if (now_ms >= end_ms && end_stage(match, &error) != STATUS_OK)
        give_up(match, "broken");
    return match_seal_end(match);
}
