#include "hall/room.h"

#include "base/clock.h"
#include "hall/place.h"
#include "hall/telling.h"

#include <limits.h>
#include <string.h>

/* Games that are counted. */
struct count {
    struct hall *hall;
    int max;
    int count;
};

static bool on_opened(void *context, const struct store_game *game)
{
    struct count *count = context;
    const struct match *match =
        matches_by_number(hall_matches(count->hall), (int)game->game);
    if (hall_lived_since(count->hall, game->changed_ms) >
        hall_settings(count->hall)->open_ms)
        return false;
    /* Those in memory that know for whom they count are counted already; others
     * may be over by now. */
    if (match == NULL ||
        (!match->is_counted && match_state(match) != STORE_OVER))
        count->count++;
    return count->count < count->max;
}

/* How many games count for the address, up to `max`. */
static enum status count_games(struct hall *hall, const char *address, int max,
                               int *out, struct error *error)
{
    const struct hall_settings *settings = hall_settings(hall);
    const struct matches *matches = hall_matches(hall);
    struct count count = {.hall = hall, .max = max};
    struct store_query query = {.opener = address, .count_max = INT_MAX};
    enum status status = STATUS_OK;
    for (int i = 0; i < matches->count; i++)
        count.count += matches->list[i]->is_counted &&
                       strcmp(matches->list[i]->creator, address) == 0;
    if (count.count < max)
        status = store_list(settings->reader, &query, on_opened, &count, error);
    *out = count.count;
    return status;
}

/* Whether games count for who calls. */
static bool is_counted(struct rpc_call *call)
{
    return hall_settings(hall_of(call))->games_max > 0 &&
           hall_peer(call)->origin == PEER_WEB;
}

/* Whether a match is in memory for more than to be watched. */
static bool is_played(const struct match *match)
{
    return match_state(match) != STORE_OVER &&
           (place_has_seated(match) || match_runs_by_itself(match) ||
            room_has_lapsing(match));
}

/* Whether there is memory for one more from the web. */
static bool has_memory(struct rpc_call *call)
{
    const struct matches *matches = hall_matches(hall_of(call));
    int max = hall_settings(hall_of(call))->memory_max;
    int count = 0;
    if (max == 0 || hall_peer(call)->origin != PEER_WEB)
        return true;
    for (int i = 0; i < matches->count; i++)
        count += is_played(matches->list[i]);
    return count < max;
}

enum rpc_code room_check(struct rpc_call *call)
{
    int max = hall_settings(hall_of(call))->games_max;
    int count;
    if (!has_memory(call))
        return rpc_fail(call, RPC_TOO_MUCH,
                        "there are too many games here: wait until there are "
                        "fewer");
    if (!is_counted(call))
        return RPC_OK;
    if (count_games(hall_of(call), hall_peer(call)->address, max, &count,
                    &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    return count < max ? RPC_OK
                       : rpc_fail(call, RPC_TOO_MUCH,
                                  "there are %d games from where you are, not "
                                  "over or over only now: wait until there are "
                                  "fewer",
                                  count);
}

void room_take(struct rpc_call *call, struct match *match)
{
    match->is_counted = is_counted(call);
    if (hall_peer(call)->origin == PEER_WEB)
        memcpy(match->creator, hall_peer(call)->address, sizeof match->creator);
}

/* Whether anybody from the address watches the match. */
static bool is_watched(const struct match *match, const char *address)
{
    for (int i = 0; i < match->watcher_count; i++)
        if (strcmp(match->watchers[i]->address, address) == 0)
            return true;
    return false;
}

enum rpc_code room_check_watch(struct rpc_call *call, const struct match *match)
{
    const struct matches *matches = hall_matches(hall_of(call));
    const char *address = hall_peer(call)->address;
    int max = hall_settings(hall_of(call))->games_max;
    int count = 0;
    if (!is_counted(call) || place_is_in(match, hall_peer(call)) ||
        is_watched(match, address))
        return RPC_OK;
    for (int i = 0; i < matches->count; i++)
        count += is_watched(matches->list[i], address);
    return count < max ? RPC_OK
                       : rpc_fail(call, RPC_TOO_MUCH,
                                  "%d games are watched from where you are: "
                                  "leave one of them first",
                                  count);
}

enum rpc_code room_check_seat(struct rpc_call *call)
{
    const struct matches *matches = hall_matches(hall_of(call));
    int max = hall_settings(hall_of(call))->games_max;
    int count = 0;
    if (!is_counted(call))
        return RPC_OK;
    for (int i = 0; i < matches->count; i++) {
        const struct match *match = matches->list[i];
        for (int seat = 0; seat < match->seat_count; seat++)
            count += match->seats[seat].is_taken &&
                     strcmp(match->seats[seat].address,
                            hall_peer(call)->address) == 0 &&
                     match_is_unbegun(match);
    }
    return count < max ? RPC_OK
                       : rpc_fail(call, RPC_TOO_MUCH,
                                  "%d seats are taken from where you are, in "
                                  "games that have not begun",
                                  count);
}

void room_take_seat(struct rpc_call *call, struct match *match, int seat)
{
    struct match_seat *taken = &match->seats[seat];
    taken->address[0] = '\0';
    taken->away_ms = 0;
    if (is_counted(call))
        memcpy(taken->address, hall_peer(call)->address, sizeof taken->address);
    taken->lapses = match->is_public && hall_peer(call)->origin == PEER_WEB &&
                    strcmp(match->creator, hall_peer(call)->address) != 0;
}

bool room_has_lapsing(const struct match *match)
{
    if (!match_is_unbegun(match))
        return false;
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].lapses)
            return true;
    return false;
}

void room_free_seats(struct match *match, int64_t now_ms)
{
    bool were_free = true;
    if (!room_has_lapsing(match))
        return;
    for (int i = 0; i < match->seat_count; i++) {
        struct match_seat *seat = &match->seats[i];
        if (!seat->lapses)
            continue;
        if (seat->peer != NULL || seat->away_ms > now_ms)
            seat->away_ms = 0;
        else if (seat->away_ms == 0)
            seat->away_ms = now_ms;
        else if (now_ms - seat->away_ms >= ROOM_AWAY_MS) {
            match_free_seat(match, i);
            were_free = false;
        }
    }
    if (!were_free)
        telling_seats(match);
}

void room_wait_anew(struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        match->seats[i].away_ms = 0;
}
