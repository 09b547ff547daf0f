/*
 * clocks -- what time does to a match: clocks that run out, stages of sealing
 * that end, and the time that the daemon was down, stood still or could not
 * write, which does not count.
 */

#include "hall/match.h"

#include "base/clock.h"
#include "base/json.h"
#include "hall/match_inside.h"
#include "hall/match_seal.h"
#include "hall/match_store.h"

#include <stdint.h>

enum {
    REST_MS = 3000,  /* after which a game that nobody plays in rests */
    AGAIN_MS = 1000, /* after which what could not be written down is tried */
    LATE_MS = 100,   /* after which what waits for the disk is late: more than
                        commits take; then it is */
    DISK_MS = 20,    /* looked at so often whether it is there */
};

/* When the time that runs will be over, by the calendar. */
static int64_t end_of_time(const struct match *match)
{
    int64_t end_ms = timer_end(game_timer(match->game));
    return end_ms == TIMER_NEVER ? end_ms : end_ms - game_ahead(match->game);
}

void match_add_clocks(const struct match *match, struct text *out)
{
    int64_t now_ms = clock_calendar_ms() + game_ahead(match->game);
    const struct timer *timer = game_timer(match->game);
    bool has_clock = timer_has_rule(&match->clock);
    int64_t end_ms = end_of_time(match);
    json_add_key(out, "clocks");
    if (has_clock) {
        text_add_char(out, '[');
        for (int i = 0; i < match->seat_count; i++) {
            json_add_comma(out);
            text_add_integer(out, timer_left(timer, i, now_ms));
        }
        text_add_char(out, ']');
    } else {
        text_add(out, "null");
    }
    json_add_key(out, "until");
    if (end_ms != TIMER_NEVER)
        text_add_integer(out, end_ms);
    else
        text_add(out, "null");
}

int64_t match_heard(const struct match *match, int64_t now_ms)
{
    int64_t heard_ms = match->home->heard_ms;
    return heard_ms < now_ms ? heard_ms : now_ms;
}

int64_t match_look_again(struct match *match, int64_t end_ms, int64_t now_ms)
{
    if (end_ms > now_ms)
        return end_ms;
    if (end_ms < match->home->unheard_ms)
        match->home->unheard_ms = end_ms;
    return INT64_MAX;
}

void match_hear_late(struct match *match)
{
    struct error error;
    int64_t now_ms = clock_calendar_ms();
    int64_t end_ms = end_of_time(match);
    /* No more than that: nobody knows when it was said, and nobody is to gain
     * by saying it late. Without memory, or room in the record, the choice is
     * taken all the same. */
    if (now_ms > end_ms && match_heard(match, now_ms) < end_ms &&
        game_pause(match->game, now_ms - end_ms, &error) == STATUS_OK)
        match_save(match);
}

/* When the time that runs, of the game or of a stage of sealing, is over. */
static int64_t end_of(const struct match *match)
{
    return match->game != NULL ? end_of_time(match) : match_seal_end(match);
}

void match_note_put(struct match *match)
{
    struct match_home *home = match->home;
    if (end_of(match) == INT64_MAX)
        match->asking = (struct match_asking){0};
    if (match->asking.seq == match->seq || end_of(match) == INT64_MAX)
        return;
    match->asking = (struct match_asking){
        .seq = match->seq, .ticket = match->ticket, .put_ms = match->put_ms};
    home->untold_ticket = match->ticket;
    if (match->put_ms + LATE_MS < home->untold_ms)
        home->untold_ms = match->put_ms + LATE_MS;
}

void match_note_loaded(struct match *match)
{
    if (end_of(match) != INT64_MAX)
        match->asking.seq = match->seq;
}

/* Whether what is asked is not on the disk yet: nobody was told. */
static bool is_untold(const struct match *match)
{
    return match->asking.ticket != 0 &&
           match->asking.ticket > writer_committed(match->home->writer);
}

/* Leaves all since the newest entry out of the clock that runs. A record that
 * is too long for it is too long for anything. */
static enum status pause_since_entry(struct match *match, struct error *error)
{
    enum status status = game_pause(match->game, INT64_MAX, error);
    if (status == STATUS_OK)
        match_save(match);
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

void match_spare_untold(struct match *match, int64_t now_ms)
{
    struct error error;
    if (!match->asking.is_late || !match_goes_on(match) || !is_untold(match))
        return;
    int64_t entry_ms =
        record_newest_ts(game_record(match->game)) - game_ahead(match->game);
    /* Without memory it is as if it had not been late. */
    if (now_ms - entry_ms >= LATE_MS || now_ms >= end_of_time(match))
        (void)!pause_since_entry(match, &error);
}

/* What is asked has come to the disk late: only now are all told, and from now
 * on time counts. */
static enum status spare_late(struct match *match, struct error *error)
{
    if (match->game == NULL) {
        match_seal_give_time(match);
        return STATUS_OK;
    }
    enum status status = pause_since_entry(match, error);
    if (status != STATUS_OK)
        return status;
    match_tell_waiting(match, NULL);
    match_note_due(match);
    return STATUS_OK;
}

/* Whether no time may be over, since nobody was told what is asked: then *next
 * is when to look again. Spares what that took, when it was long or all time
 * there was. */
static bool waits_for_disk(struct match *match, int64_t now_ms, int64_t *next)
{
    struct match_asking *asking = &match->asking;
    struct error error;
    if (asking->ticket == 0)
        return false;
    bool waits = is_untold(match);
    int64_t end_ms = end_of(match);
    int64_t late_ms = asking->put_ms + LATE_MS;
    if (waits && (now_ms >= late_ms || now_ms >= end_ms))
        asking->is_late = true;
    if (!waits && asking->is_late && !asking->is_spared) {
        waits = spare_late(match, &error) != STATUS_OK;
        asking->is_spared = !waits;
    } else if (!waits && match_store_is_settled(match)) {
        asking->ticket = 0;
    }
    *next = asking->is_late    ? now_ms + DISK_MS
            : late_ms < end_ms ? late_ms
                               : end_ms;
    return waits;
}

/* After time was over, and nothing came of it: only memory may come again. */
static int64_t fail_time(struct match *match, int64_t now_ms,
                         const struct error *error)
{
    if (match_goes_on(match) && error->status == STATUS_NO_MEMORY)
        return now_ms + AGAIN_MS;
    match_end_broken(match, error);
    return INT64_MAX;
}

/* Looks whether the time that runs is over. Returns when it will be. */
static int64_t tick_timer(struct match *match, int64_t now_ms)
{
    struct error error;
    int64_t heard_ms = match_heard(match, now_ms);
    enum status status = STATUS_OK;
    if (heard_ms >= end_of_time(match))
        status = match_leave_out_downtime(match, &error);
    int64_t end_ms = end_of_time(match);
    if (status == STATUS_OK && heard_ms < end_ms)
        return match_look_again(match, end_ms, now_ms);
    if (status == STATUS_OK)
        status = game_time_out(match->game, heard_ms + game_ahead(match->game),
                               &error);
    if (status != STATUS_OK)
        return fail_time(match, now_ms, &error);
    match_settle(match);
    return INT64_MAX;
}

bool match_may_change(const struct match *match)
{
    struct error error;
    return match->home->writer == NULL ||
           !writer_has_failed(match->home->writer, &error);
}

int64_t match_look(struct match *match, int64_t now_ms)
{
    int64_t next;
    if (!match_may_change(match) || end_of(match) == INT64_MAX)
        return INT64_MAX;
    if (waits_for_disk(match, now_ms, &next))
        return next;
    return match->game == NULL ? match_seal_tick(match, now_ms)
                               : tick_timer(match, now_ms);
}

int64_t match_tick(struct match *match, int64_t now_ms)
{
    if (match->game != NULL &&
        (now_ms - match->changed_ms >= REST_MS || now_ms < match->changed_ms))
        game_rest(match->game);
    return match_look(match, now_ms);
}

void match_note_due(struct match *match)
{
    int64_t end_ms = end_of(match);
    if (end_ms < match->home->due_ms)
        match->home->due_ms = end_ms;
}

/* How much of it is after `entry_ms`. When the machine's clock has gone back,
 * only the entry tells. */
static int64_t length_after(struct match_pause pause, int64_t entry_ms)
{
    int64_t from_ms = pause.from_ms <= pause.to_ms ? pause.from_ms : 0;
    if (from_ms < entry_ms)
        from_ms = entry_ms;
    return from_ms < pause.to_ms ? pause.to_ms - from_ms : 0;
}

int64_t match_downtime(const struct match_home *home, int64_t entry_ms)
{
    struct match_pause last = {home->alive_ms, home->up_ms};
    int64_t ms = length_after(last, entry_ms);
    for (int i = 0; i < home->pause_count; i++)
        ms += length_after(home->pauses[i], entry_ms);
    /* What was noted by a clock that was wrong is no more than there was. */
    int64_t most_ms = home->up_ms > entry_ms ? home->up_ms - entry_ms : 0;
    return ms < most_ms ? ms : most_ms;
}

enum status match_leave_out_downtime(struct match *match, struct error *error)
{
    if (!match_goes_on(match) || !timer_has_rule(&match->clock) ||
        !match_may_change(match))
        return STATUS_OK;
    if (is_untold(match))
        return pause_since_entry(match, error);
    int64_t entry_ms =
        record_newest_ts(game_record(match->game)) - game_ahead(match->game);
    int64_t ms = match_downtime(match->home, entry_ms);
    if (ms <= 0)
        return STATUS_OK;
    enum status status = game_pause(match->game, ms, error);
    if (status == STATUS_OK)
        match_save(match);
    /* A record that is too long for it is too long for anything. */
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

void match_resume(struct match *match)
{
    struct error error;
    if (match->game == NULL) {
        match_seal_leave_out_downtime(match);
        return;
    }
    if (!match_goes_on(match) || !timer_has_rule(&match->clock))
        return;
    /* Where it cannot be written down it is tried again when the time is over,
     * in tick_timer. */
    if (match_leave_out_downtime(match, &error) != STATUS_OK)
        return;
    match_tell_waiting(match, NULL);
    match_note_due(match);
}

bool match_runs_by_itself(const struct match *match)
{
    if (match->game == NULL)
        return match->sealing.record != NULL && match->forfeited == NULL;
    return match_goes_on(match) &&
           (timer_has_rule(&match->clock) ||
            match->players[game_question(match->game)->seat].kind !=
                PLAYER_HUMAN);
}
