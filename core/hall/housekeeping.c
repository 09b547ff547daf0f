#include "hall/housekeeping.h"

#include "base/log.h"
#include "hall/about.h"
#include "hall/match_seal.h"
#include "hall/match_store.h"
#include "hall/place.h"
#include "hall/room.h"
#include "hall/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 1000,        /* between two looks at all matches */
    UNHEARD_MS = 1,        /* until it is asked again whether all was heard */
    WAKE_MS = 10,          /* between two games that are waked */
    STORY_MS = 20 * 1000,  /* after which a story that nobody wanted goes */
    OLD_MS = 60 * 1000,    /* between two looks for old games */
    OLD_MAX = 100,         /* that are looked at together */
    LIVED_MS = 600 * 1000, /* until it is noted again that the daemon lives */
    CLOSE_MAX = 200,       /* games that are closed together */
    CLOSE_MS = 50,         /* until the next of them */
};

/* After which an open game goes that somebody has joined. */
static const int64_t JOINED_MS = INT64_C(30) * 24 * 3600 * 1000;

/* Whether a match may leave memory: nobody is in it, it waits for nothing, also
 * not for a seat to lapse, and the store has all of it. */
static bool may_leave(struct match *match, int64_t now_ms)
{
    if (place_has_people(match) || match->used_ms > now_ms) {
        match->used_ms = now_ms;
        return false;
    }
    return !match_runs_by_itself(match) && !room_has_lapsing(match) &&
           match_store_is_settled(match);
}

static void close_idle(struct hall *hall, struct match *match)
{
    telling_all_left(match, "idle");
    hall_close(hall, match);
}

/* Looks at one match; it may be gone afterwards. Returns when it wants to be
 * looked at. */
static int64_t look_at(struct hall *hall, struct match *match, int64_t now_ms)
{
    int64_t next = match_tick(match, now_ms);
    room_free_seats(match, now_ms);
    match_store_is_settled(match);
    if (match->story.used_ms > now_ms) /* the machine's clock has gone back */
        match->story.used_ms = now_ms;
    if (match->story.is_kept && now_ms - match->story.used_ms >= STORY_MS)
        story_drop(&match->story);
    if (!may_leave(match, now_ms) ||
        now_ms - match->used_ms < hall_settings(hall)->idle_ms)
        return next;
    close_idle(hall, match);
    return now_ms + LOOK_MS;
}

/* Puts a match among the `max` that nobody has used for longest: a heap, with
 * the one on top that was used last of them. */
static void note_oldest(struct match *oldest[], int *count, int max,
                        struct match *match)
{
    int at = 1;
    if (*count < max) {
        for (at = ++*count;
             at > 1 && oldest[at / 2 - 1]->used_ms < match->used_ms; at /= 2)
            oldest[at - 1] = oldest[at / 2 - 1];
        oldest[at - 1] = match;
        return;
    }
    if (match->used_ms >= oldest[0]->used_ms)
        return;
    for (int next = 2; next <= max; next = 2 * at) {
        if (next < max && oldest[next]->used_ms > oldest[next - 1]->used_ms)
            next++;
        if (oldest[next - 1]->used_ms <= match->used_ms)
            break;
        oldest[at - 1] = oldest[next - 1];
        at = next;
    }
    oldest[at - 1] = match;
}

/* Closes those that nobody has used for longest, some each time, until not too
 * many are left that may leave: nobody is to fill memory by asking for one
 * after the other. False when there are more. */
static bool close_oldest(struct hall *hall, int64_t now_ms)
{
    const struct matches *matches = hall_matches(hall);
    struct match *oldest[CLOSE_MAX];
    int count_max = hall_settings(hall)->idle_max;
    int excess = -count_max;
    int count = 0;
    for (int i = 0; i < matches->count; i++)
        excess += may_leave(matches->list[i], now_ms);
    if (count_max == 0 || excess <= 0)
        return true;
    int max = excess < CLOSE_MAX ? excess : CLOSE_MAX;
    for (int i = 0; i < matches->count; i++)
        if (may_leave(matches->list[i], now_ms))
            note_oldest(oldest, &count, max, matches->list[i]);
    for (int i = 0; i < count; i++)
        close_idle(hall, oldest[i]);
    return count == excess;
}

/* Whether the time of a match is measured. */
static bool has_time(const struct match *match)
{
    return match->game == NULL
               ? match_seal_end(match) != INT64_MAX
               : match_goes_on(match) && timer_has_rule(&match->clock);
}

/* Whether the time of any match is measured. */
static bool has_any_time(const struct hall *hall)
{
    const struct matches *matches = hall_matches(hall);
    for (int i = 0; i < matches->count; i++)
        if (has_time(matches->list[i]))
            return true;
    return false;
}

/* Reads a value of the store that is times with blanks between, up to `max`:
 * how many. */
static int read_times(struct store *reader, const char *name, int64_t times[],
                      int max)
{
    struct error error;
    struct text value = {0};
    int count = 0;
    if (store_get_value(reader, name, &value, &error) == STATUS_OK) {
        char *end;
        for (const char *at = text_string(&value); count < max && *at != '\0';
             at = end)
            times[count++] = strtoll(at, &end, 10);
    }
    text_free(&value);
    return count;
}

void housekeeping_read_alive(struct match_home *home)
{
    int64_t times[2 * MATCH_PAUSES_MAX + 1];
    int count = read_times(home->reader, HOUSEKEEPING_ALIVE, times,
                           (int)(sizeof times / sizeof *times));
    /* With too many, the newest ones count as one, which is longer. */
    if (count % 2 == 0 && count > 0)
        count--;
    for (int i = 0; i + 2 < count; i += 2)
        home->pauses[home->pause_count++] =
            (struct match_pause){times[i], times[i + 1]};
    home->alive_ms = count > 0 ? times[count - 1] : 0;
}

/* Writes down that the daemon runs, while there is a time that runs or may be
 * found to. What was before is wanted until all games have been waked, and said
 * no more afterwards. */
static void note_alive(struct housekeeping *housekeeping, struct hall *hall,
                       int64_t now_ms)
{
    struct match_home *home = hall_home(hall);
    struct text value = {0};
    bool is_awake = housekeeping_is_awake(housekeeping);
    bool has_pauses = housekeeping->has_pauses || home->pause_count > 0;
    housekeeping->has_pauses = !is_awake;
    if (is_awake)
        home->pause_count = 0;
    if (is_awake && !has_pauses && !has_any_time(hall))
        return;
    for (int i = 0; i < home->pause_count; i++)
        text_addf(&value, "%lld %lld ", (long long)home->pauses[i].from_ms,
                  (long long)home->pauses[i].to_ms);
    if (!is_awake)
        text_addf(&value, "%lld %lld ", (long long)home->alive_ms,
                  (long long)home->up_ms);
    text_add_integer(&value, now_ms);
    if (!value.failed)
        writer_put_value(hall_settings(hall)->writer, HOUSEKEEPING_ALIVE,
                         value.bytes, value.size);
    text_free(&value);
}

void housekeeping_read_lived(struct housekeeping *housekeeping,
                             struct store *reader, int64_t now_ms)
{
    struct lived *lived = &housekeeping->lived;
    int64_t times[2 * LIVED_GAPS_MAX + 1];
    int count = read_times(reader, HOUSEKEEPING_LIVED, times,
                           (int)(sizeof times / sizeof *times));
    for (int i = 0; i + 1 < count; i += 2)
        lived_miss(lived, times[i], times[i + 1]);
    if (count % 2 == 1)
        lived_miss(lived, times[count - 1], now_ms);
    lived_go_back(lived, now_ms);
}

/* After which an open game goes, that somebody has joined or nobody. */
static int64_t wait_of(const struct hall *hall, bool is_joined)
{
    int64_t open_ms = hall_settings(hall)->open_ms;
    return is_joined && open_ms < JOINED_MS ? JOINED_MS : open_ms;
}

/* Writes down until when the daemon has lived, unless it was lately. */
static void note_lived(struct lived *lived, struct hall *hall, int64_t now_ms)
{
    struct text value = {0};
    if (lived->noted_ms != 0 && now_ms - lived->noted_ms < LIVED_MS)
        return;
    lived_forget(lived, wait_of(hall, true), now_ms);
    for (int i = 0; i < lived->count; i++)
        text_addf(&value, "%lld %lld ", (long long)lived->gaps[i].from_ms,
                  (long long)lived->gaps[i].to_ms);
    text_add_integer(&value, now_ms);
    if (!value.failed) {
        writer_put_value(hall_settings(hall)->writer, HOUSEKEEPING_LIVED,
                         value.bytes, value.size);
        lived->noted_ms = now_ms;
    }
    text_free(&value);
}

static int64_t look_at_all(struct hall *hall, int64_t now_ms)
{
    const struct matches *matches = hall_matches(hall);
    int64_t next = now_ms + LOOK_MS;
    for (int i = matches->count - 1; i >= 0; i--) {
        int64_t wanted = look_at(hall, matches->list[i], now_ms);
        if (wanted < next)
            next = wanted;
    }
    if (!close_oldest(hall, now_ms) && next > now_ms + CLOSE_MS)
        next = now_ms + CLOSE_MS;
    return next;
}

/* Goes on in a list to behind a game that it told of. */
static void pass(struct housekeeping_place *place,
                 const struct store_game *game)
{
    place->count++;
    place->before = game->changed_ms;
    place->before_game = game->game;
}

/* Whether a bot sits in a game, by what everybody may know of it. */
static bool has_bot(const char *about)
{
    static const char KEY[] = "\"player\":\"";
    for (const char *at = strstr(about, KEY); at != NULL;
         at = strstr(at, KEY)) {
        char name[PEER_BOT_SIZE];
        enum player_kind kind;
        bool is_held;
        at += sizeof KEY - 1;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
        if (about_find_player(name, &kind, &is_held) && kind != PLAYER_HUMAN)
            return true;
    }
    return false;
}

/* Whether somebody has a seat, by the same. */
static bool is_joined_about(const char *about)
{
    return strstr(about, "\"who\":\"") != NULL;
}

/* Whether a game goes on without people, by the same. */
static bool goes_on_alone(const struct store_game *game)
{
    const char *about = text_string(&game->about);
    /* Once all seats are taken the order is being sealed; and in a game of the
     * lobby a seat may lapse. */
    if (game->state == STORE_OPEN)
        return (game->is_public && is_joined_about(about)) ||
               (strstr(about, "\"player\":\"human\",\"who\":null") == NULL &&
                strstr(about, "\"player\":\"held\",\"who\":null") == NULL);
    return strstr(about, "\"clock\":null") == NULL || has_bot(about);
}

static bool on_playing(void *context, const struct store_game *game)
{
    struct housekeeping *housekeeping = context;
    pass(&housekeeping->playing, game);
    if (goes_on_alone(game))
        snprintf(housekeeping->wakes[housekeeping->wake_count++], MATCH_ID_SIZE,
                 "%.*s", MATCH_LETTERS, game->id);
    return true;
}

/* Tells the operator what could not be read, of a game or of their list. */
static void log_unread(const char *event, const char *id,
                       const struct error *error)
{
    static struct log_limit limit;
    struct log_line line = log_begin_limited(LOG_ERROR, event, &limit);
    if (id != NULL)
        log_add_text(&line, "game", id);
    log_add_text(&line, "reason", error->text);
    log_end(&line);
}

/* Begins with the games that are played, the first of them. */
static void begin_waking(struct housekeeping *housekeeping)
{
    housekeeping->is_awake = false;
    housekeeping->has_listed = false;
    housekeeping->has_failed = false;
    housekeeping->playing = (struct housekeeping_place){.count = 0};
    housekeeping->wake_count = 0;
}

/* Looks at the next few games that are being played; after those, sealed. False
 * when that is to be tried again later. */
static bool list_playing(struct housekeeping *housekeeping, struct hall *hall)
{
    struct housekeeping_place *place = &housekeeping->playing;
    struct error error;
    struct store_query query = {
        .state = housekeeping->has_listed ? STORE_OPEN : STORE_PLAYING,
        .with_private = true,
        .before = place->before,
        .before_game = place->before_game,
        .count_max = HOUSEKEEPING_WAKES_MAX,
    };
    place->count = 0;
    if (store_list(hall_settings(hall)->reader, &query, on_playing,
                   housekeeping, &error) != STATUS_OK) {
        log_unread("games_unread", NULL, &error);
        return false;
    }
    if (place->count == HOUSEKEEPING_WAKES_MAX)
        return true;
    *place = (struct housekeeping_place){.count = 0};
    if (housekeeping->has_listed && housekeeping->has_failed) {
        begin_waking(housekeeping);
        return false;
    }
    housekeeping->is_awake = housekeeping->has_listed;
    housekeeping->has_listed = true;
    return true;
}

/* Loads the next game that is known to be waked. One that cannot be says so to
 * who asks for it, too. */
static void wake_next(struct housekeeping *housekeeping, struct hall *hall)
{
    struct match *match;
    struct error error;
    const char *id = housekeeping->wakes[--housekeeping->wake_count];
    enum status status = hall_find(hall, id, &match, &error);
    if (status == STATUS_OK || status == STATUS_NOT_FOUND)
        return;
    log_unread("game_unread", id, &error);
    if (status == STATUS_SCRIPT || status == STATUS_LIMIT)
        hall_home(hall)->script_failure_count++;
    housekeeping->has_failed |=
        status == STATUS_IO || status == STATUS_NO_MEMORY;
}

/* Wakes one game, if it is time to. */
static void wake(struct housekeeping *housekeeping, struct hall *hall,
                 int64_t now_ms)
{
    if (now_ms < housekeeping->wake_ms)
        return;
    if (housekeeping->wake_count == 0 && !list_playing(housekeeping, hall))
        housekeeping->wake_ms = now_ms + LOOK_MS;
    if (housekeeping->wake_count > 0)
        wake_next(housekeeping, hall);
}

/* A look for old games. */
struct old_look {
    struct hall *hall;
    struct housekeeping_place *place;
    const struct lived *lived;
    int64_t now_ms;
};

/* Whether an open game that changed then has waited long enough for others,
 * while the daemon lived. */
static bool has_waited(const struct old_look *look, int64_t changed_ms,
                       bool is_joined)
{
    return lived_since(look->lived, changed_ms, look->now_ms) >
           wait_of(look->hall, is_joined);
}

static bool is_joined(const struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].is_taken)
            return true;
    return false;
}

/* The same of a game of the list. Of one in memory the store may not know the
 * newest yet. */
static bool is_old(const struct old_look *look, const struct store_game *game,
                   const struct match *match)
{
    if (match != NULL)
        return match_state(match) == STORE_OPEN && !place_has_people(match) &&
               has_waited(look, match->changed_ms, is_joined(match));
    return has_waited(look, game->changed_ms,
                      is_joined_about(text_string(&game->about)));
}

static bool on_old(void *context, const struct store_game *game)
{
    struct old_look *look = context;
    struct hall *hall = look->hall;
    struct match *match =
        matches_by_number(hall_matches(hall), (int)game->game);
    if (is_old(look, game, match)) {
        if (!match_store_delete(hall_home(hall), game->game, game->id))
            return false;
        if (match != NULL)
            hall_drop(hall, match);
    }
    pass(look->place, game);
    return true;
}

/* Deletes open games that nobody has joined for long, and those that who joined
 * has left alone for longer: a page of the list each time. Returns when to go
 * on. */
static int64_t delete_old(struct housekeeping *housekeeping, struct hall *hall,
                          int64_t now_ms)
{
    struct housekeeping_place *place = &housekeeping->old;
    struct old_look look = {hall, place, &housekeeping->lived, now_ms};
    struct error error;
    bool goes_on = place->before > 0;
    struct store_query query = {
        .state = STORE_OPEN,
        .with_private = true,
        .before =
            goes_on ? place->before : now_ms - hall_settings(hall)->open_ms,
        .before_game = place->before_game,
        .count_max = OLD_MAX,
    };
    place->count = 0;
    if (store_list(hall_settings(hall)->reader, &query, on_old, &look,
                   &error) == STATUS_OK &&
        place->count == OLD_MAX)
        return now_ms + LOOK_MS;
    *place = (struct housekeeping_place){.count = 0};
    return now_ms + OLD_MS;
}

/* Sees to it that matches are looked at as soon as the time of one is over, and
 * again when all was heard that was said before; and when the disk is slow to
 * take what is asked. The machine's clock may have gone back: then they are
 * looked at now. */
static void plan_look(struct housekeeping *housekeeping,
                      struct match_home *home, int64_t now_ms)
{
    if (housekeeping->look_ms > home->due_ms)
        housekeeping->look_ms = home->due_ms;
    bool is_late = home->untold_ms <= now_ms &&
                   home->untold_ticket > writer_committed(home->writer);
    if (housekeeping->look_ms > now_ms + LOOK_MS || is_late ||
        (home->unheard_ms <= now_ms && home->heard_ms >= home->unheard_ms))
        housekeeping->look_ms = now_ms;
    if (home->untold_ms <= now_ms)
        home->untold_ms = INT64_MAX;
    if (housekeeping->note_ms > now_ms + LOOK_MS)
        housekeeping->note_ms = now_ms;
    if (housekeeping->old_ms > now_ms + OLD_MS)
        housekeeping->old_ms = now_ms;
    if (housekeeping->wake_ms > now_ms + LOOK_MS)
        housekeeping->wake_ms = now_ms;
    home->due_ms = INT64_MAX;
}

bool housekeeping_is_awake(const struct housekeeping *housekeeping)
{
    return housekeeping->is_awake && housekeeping->wake_count == 0;
}

void housekeeping_wake_again(struct housekeeping *housekeeping)
{
    begin_waking(housekeeping);
    housekeeping->wake_ms = 0;
}

/* When there is something to do next. */
static int64_t next_tick(const struct housekeeping *housekeeping,
                         const struct match_home *home, int64_t now_ms)
{
    int64_t next = housekeeping->look_ms;
    if (housekeeping->note_ms < next)
        next = housekeeping->note_ms;
    if (home->untold_ms < next)
        next = home->untold_ms;
    if (home->unheard_ms != INT64_MAX && now_ms + UNHEARD_MS < next)
        next = now_ms + UNHEARD_MS;
    return next;
}

int64_t housekeeping_tick(struct housekeeping *housekeeping, struct hall *hall,
                          int64_t now_ms)
{
    struct match_home *home = hall_home(hall);
    bool wakes = !housekeeping_is_awake(housekeeping);
    if (wakes)
        wake(housekeeping, hall, now_ms);
    plan_look(housekeeping, home, now_ms);
    if (now_ms >= housekeeping->old_ms) {
        housekeeping->old_ms = delete_old(housekeeping, hall, now_ms);
        note_lived(&housekeeping->lived, hall, now_ms);
    }
    if (now_ms >= housekeeping->look_ms) {
        home->unheard_ms = INT64_MAX;
        housekeeping->look_ms = look_at_all(hall, now_ms);
        plan_look(housekeeping, home, now_ms);
    }
    if (now_ms >= housekeeping->note_ms) {
        note_alive(housekeeping, hall, now_ms);
        housekeeping->note_ms = now_ms + LOOK_MS;
    }
    int64_t next = next_tick(housekeeping, home, now_ms);
    return wakes && now_ms >= housekeeping->wake_ms && now_ms + WAKE_MS < next
               ? now_ms + WAKE_MS
               : next;
}
