#include "hall/housekeeping.h"

#include "hall/match_store.h"
#include "hall/place.h"
#include "hall/telling.h"

#include <stdio.h>
#include <string.h>

enum {
    LOOK_MS = 1000,       /* between two looks at all matches */
    WAKE_MS = 10,         /* between two games that are waked */
    STORY_MS = 20 * 1000, /* after which a story that nobody wanted goes */
    OLD_MS = 60 * 1000,   /* between two looks for old games */
    OLD_MAX = 100,        /* that are deleted at once */
};

/* Idle games -------------------------------------------------------------- */

/* Whether a match may leave memory: nobody is in it, it waits for nothing, and
 * the store has all of it. */
static bool is_idle(struct hall *hall, struct match *match, int64_t now_ms)
{
    if (place_has_people(match)) {
        match->used_ms = now_ms;
        return false;
    }
    return now_ms - match->used_ms >= hall_settings(hall)->idle_ms &&
           !match_runs_by_itself(match) && match_store_is_settled(match);
}

/* Looks at one match; it may be gone afterwards. Returns when it wants to be
 * looked at. */
static int64_t look_at(struct hall *hall, struct match *match, int64_t now_ms)
{
    int64_t next = match_tick(match, now_ms);
    match_store_is_settled(match);
    if (match->story.is_kept && now_ms - match->story.used_ms >= STORY_MS)
        story_drop(&match->story);
    if (!is_idle(hall, match, now_ms))
        return next;
    telling_all_left(match, "idle");
    hall_close(hall, match);
    return now_ms + LOOK_MS;
}

/* Writes down that the daemon runs, while there is a clock that runs. What was
 * there before is wanted until all games have been waked. */
static void note_alive(const struct housekeeping *housekeeping,
                       struct hall *hall, int64_t now_ms)
{
    char value[32];
    const struct matches *matches = hall_matches(hall);
    bool runs = false;
    for (int i = 0; i < matches->count && !runs; i++)
        runs = match_goes_on(matches->list[i]) &&
               timer_has_rule(&matches->list[i]->clock);
    if (!runs || !housekeeping->is_awake || housekeeping->wake_count > 0)
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
    return next;
}

/* Games that go on by themselves ------------------------------------------ */

/* Whether a game goes on without people, by what everybody may know of it. */
static bool goes_on_alone(const struct store_game *game)
{
    const char *about = text_string(&game->about);
    return strstr(about, "\"clock\":null") == NULL ||
           strstr(about, "\"player\":\"steward\"") != NULL ||
           strstr(about, "\"player\":\"random\"") != NULL;
}

struct page {
    struct housekeeping *housekeeping;
    int count;
    int64_t first; /* the newest change in it, and the oldest */
    int64_t last;
};

static bool on_playing(void *context, const struct store_game *game)
{
    struct page *page = context;
    struct housekeeping *housekeeping = page->housekeeping;
    if (page->count++ == 0)
        page->first = game->changed_ms;
    page->last = game->changed_ms;
    if (goes_on_alone(game))
        snprintf(housekeeping->wakes[housekeeping->wake_count++], MATCH_ID_SIZE,
                 "%.*s", MATCH_LETTERS, game->id);
    return true;
}

/* Looks at the next few games that are being played. */
static void list_playing(struct housekeeping *housekeeping, struct hall *hall)
{
    struct page page = {.housekeeping = housekeeping};
    struct error error;
    struct store_query query = {
        .state = STORE_PLAYING,
        .with_private = true,
        .before = housekeeping->before,
        .count_max = HOUSEKEEPING_WAKES_MAX,
    };
    if (store_list(hall_settings(hall)->reader, &query, on_playing, &page,
                   &error) != STATUS_OK ||
        page.count < HOUSEKEEPING_WAKES_MAX)
        housekeeping->is_awake = true;
    /* Others may have changed in the same moment as the last one. */
    housekeeping->before = page.last + (page.first != page.last);
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

static bool on_old(void *context, const struct store_game *game)
{
    struct hall *hall = context;
    struct match *match =
        matches_by_number(hall_matches(hall), (int)game->game);
    if (strstr(text_string(&game->about), "\"who\":\"") != NULL)
        return true;
    if (match != NULL && place_has_people(match))
        return true;
    if (!match_store_delete(hall_home(hall), game->game, game->id))
        return false;
    if (match != NULL)
        hall_drop(hall, match);
    return true;
}

/* Deletes open games that nobody has joined for long. */
static void delete_old(struct hall *hall, int64_t now_ms)
{
    struct error error;
    struct store_query query = {
        .state = STORE_OPEN,
        .with_private = true,
        .before = now_ms - hall_settings(hall)->open_ms,
        .count_max = OLD_MAX,
    };
    if (store_list(hall_settings(hall)->reader, &query, on_old, hall, &error) !=
        STATUS_OK)
        return;
}

int64_t housekeeping_tick(struct housekeeping *housekeeping, struct hall *hall,
                          int64_t now_ms)
{
    bool wakes = !housekeeping->is_awake || housekeeping->wake_count > 0;
    if (wakes)
        wake(housekeeping, hall);
    if (now_ms >= housekeeping->old_ms) {
        housekeeping->old_ms = now_ms + OLD_MS;
        delete_old(hall, now_ms);
    }
    if (now_ms >= housekeeping->look_ms) {
        housekeeping->look_ms = look_at_all(hall, now_ms);
        note_alive(housekeeping, hall, now_ms);
    }
    return wakes ? now_ms + WAKE_MS : housekeeping->look_ms;
}
