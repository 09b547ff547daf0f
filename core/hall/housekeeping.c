#include "hall/housekeeping.h"

#include "hall/match_seal.h"
#include "hall/match_store.h"
#include "hall/place.h"
#include "hall/telling.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK_MS = 1000,       /* between two looks at all matches */
    WAKE_MS = 10,         /* between two games that are waked */
    STORY_MS = 20 * 1000, /* after which a story that nobody wanted goes */
    OLD_MS = 60 * 1000,   /* between two looks for old games */
    OLD_MAX = 100,        /* that are looked at together */
};

/* After which an open game goes that somebody has joined. */
static const int64_t JOINED_MS = INT64_C(30) * 24 * 3600 * 1000;

/* Idle games -------------------------------------------------------------- */

/* Whether a match may leave memory: nobody is in it, it waits for nothing, and
 * the store has all of it. */
static bool may_leave(struct match *match, int64_t now_ms)
{
    if (place_has_people(match) || match->used_ms > now_ms) {
        match->used_ms = now_ms;
        return false;
    }
    return !match_runs_by_itself(match) && match_store_is_settled(match);
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

/* Closes those that nobody has used for longest, until not too many are left
 * that may leave: nobody is to fill memory by asking for one after the other.
 */
static void close_oldest(struct hall *hall, int64_t now_ms)
{
    const struct matches *matches = hall_matches(hall);
    int count_max = hall_settings(hall)->idle_max;
    int count = INT_MAX;
    while (count_max > 0 && count > count_max) {
        struct match *oldest = NULL;
        count = 0;
        for (int i = 0; i < matches->count; i++) {
            struct match *match = matches->list[i];
            if (!may_leave(match, now_ms))
                continue;
            count++;
            if (oldest == NULL || match->used_ms < oldest->used_ms)
                oldest = match;
        }
        if (count > count_max)
            close_idle(hall, oldest);
    }
}

/* Whether the time of a match is measured. */
static bool has_time(const struct match *match)
{
    return match->game == NULL
               ? match_seal_end(match) != INT64_MAX
               : match_goes_on(match) && timer_has_rule(&match->clock);
}

/* Writes down that the daemon runs, while there is a time that runs. What was
 * there before is wanted until all games have been waked. */
static void note_alive(const struct housekeeping *housekeeping,
                       struct hall *hall, int64_t now_ms)
{
    char value[32];
    const struct matches *matches = hall_matches(hall);
    bool runs = false;
    for (int i = 0; i < matches->count && !runs; i++)
        runs = has_time(matches->list[i]);
    if (!runs || !housekeeping_is_awake(housekeeping))
        return;
    int size = snprintf(value, sizeof value, "%lld", (long long)now_ms);
    writer_put_value(hall_settings(hall)->writer, HOUSEKEEPING_ALIVE, value,
                     (size_t)size);
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
    close_oldest(hall, now_ms);
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

/* Games that go on by themselves ------------------------------------------ */

/* Whether a game goes on without people, by what everybody may know of it. */
static bool goes_on_alone(const struct store_game *game)
{
    const char *about = text_string(&game->about);
    /* Once all seats are taken the order is being sealed. */
    if (game->state == STORE_OPEN)
        return strstr(about, "\"player\":\"human\",\"who\":null") == NULL &&
               strstr(about, "\"player\":\"held\",\"who\":null") == NULL;
    return strstr(about, "\"clock\":null") == NULL ||
           strstr(about, "\"player\":\"steward\"") != NULL ||
           strstr(about, "\"player\":\"random\"") != NULL;
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

/* Looks at the next few games that are being played; after those, sealed. */
static void list_playing(struct housekeeping *housekeeping, struct hall *hall)
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
                   housekeeping, &error) == STATUS_OK &&
        place->count == HOUSEKEEPING_WAKES_MAX)
        return;
    housekeeping->is_awake = housekeeping->has_listed;
    housekeeping->has_listed = true;
    *place = (struct housekeeping_place){.count = 0};
}

/* Wakes one game. */
static void wake(struct housekeeping *housekeeping, struct hall *hall)
{
    struct match *match;
    struct error error;
    if (housekeeping->wake_count == 0)
        list_playing(housekeeping, hall);
    if (housekeeping->wake_count == 0)
        return;
    const char *id = housekeeping->wakes[--housekeeping->wake_count];
    /* One that cannot be loaded says so to who asks for it. */
    if (hall_find(hall, id, &match, &error) != STATUS_OK)
        hall_home(hall)->script_failure_count++;
}

/* Old games --------------------------------------------------------------- */

/* A look for old games. */
struct old_look {
    struct hall *hall;
    struct housekeeping_place *place;
    int64_t now_ms;
};

/* Whether an open game has waited long enough for others. */
static bool is_old(const struct old_look *look, const struct store_game *game,
                   const struct match *match)
{
    int64_t open_ms = hall_settings(look->hall)->open_ms;
    bool is_joined = strstr(text_string(&game->about), "\"who\":\"") != NULL;
    if (is_joined && open_ms < JOINED_MS)
        open_ms = JOINED_MS;
    return game->changed_ms < look->now_ms - open_ms &&
           (match == NULL || !place_has_people(match));
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
    struct old_look look = {hall, place, now_ms};
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

/* Sees to it that matches are looked at as soon as the time of one is over. The
 * machine's clock may have gone back: then they are looked at now. */
static void plan_look(struct housekeeping *housekeeping,
                      struct match_home *home, int64_t now_ms)
{
    if (housekeeping->look_ms > home->due_ms)
        housekeeping->look_ms = home->due_ms;
    if (housekeeping->look_ms > now_ms + LOOK_MS)
        housekeeping->look_ms = now_ms;
    if (housekeeping->old_ms > now_ms + OLD_MS)
        housekeeping->old_ms = now_ms;
    home->due_ms = INT64_MAX;
}

bool housekeeping_is_awake(const struct housekeeping *housekeeping)
{
    return housekeeping->is_awake && housekeeping->wake_count == 0;
}

void housekeeping_wake_again(struct housekeeping *housekeeping)
{
    housekeeping->is_awake = false;
    housekeeping->has_listed = false;
    housekeeping->playing = (struct housekeeping_place){.count = 0};
    housekeeping->wake_count = 0;
}

int64_t housekeeping_tick(struct housekeeping *housekeeping, struct hall *hall,
                          int64_t now_ms)
{
    bool wakes = !housekeeping_is_awake(housekeeping);
    if (wakes)
        wake(housekeeping, hall);
    plan_look(housekeeping, hall_home(hall), now_ms);
    if (now_ms >= housekeeping->old_ms) {
        housekeeping->old_ms = delete_old(housekeeping, hall, now_ms);
    }
    if (now_ms >= housekeeping->look_ms) {
        housekeeping->look_ms = look_at_all(hall, now_ms);
        note_alive(housekeeping, hall, now_ms);
        plan_look(housekeeping, hall_home(hall), now_ms);
    }
    return wakes ? now_ms + WAKE_MS : housekeeping->look_ms;
}
