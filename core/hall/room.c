#include "hall/room.h"

#include "base/clock.h"

#include <limits.h>
#include <string.h>

/* Games that are counted. */
struct count {
    const struct matches *matches;
    int64_t since_ms; /* of the oldest change that counts */
    int max;
    int count;
};

static bool on_opened(void *context, const struct store_game *game)
{
    struct count *count = context;
    const struct match *match =
        matches_by_number(count->matches, (int)game->game);
    if (game->changed_ms < count->since_ms)
        return false;
    /* Those in memory that know for whom they count are counted already; others
     * may be over by now. */
    if (match == NULL ||
        (match->creator[0] == '\0' && match_state(match) != STORE_OVER))
        count->count++;
    return count->count < count->max;
}

/* How many games count for the address, up to `max`. */
static enum status count_games(struct hall *hall, const char *address, int max,
                               int *out, struct error *error)
{
    const struct hall_settings *settings = hall_settings(hall);
    struct count count = {
        .matches = hall_matches(hall),
        .since_ms = clock_calendar_ms() - settings->open_ms,
        .max = max,
    };
    struct store_query query = {.opener = address, .count_max = INT_MAX};
    enum status status = STATUS_OK;
    for (int i = 0; i < count.matches->count; i++)
        count.count += strcmp(count.matches->list[i]->creator, address) == 0;
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

enum rpc_code room_check(struct rpc_call *call)
{
    int max = hall_settings(hall_of(call))->games_max;
    int count;
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
    if (is_counted(call))
        memcpy(match->creator, hall_peer(call)->address, sizeof match->creator);
}
