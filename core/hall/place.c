#include "hall/place.h"

#include "base/list.h"

#include <stdlib.h>

enum status place_reserve(struct peer *peer, struct error *error)
{
    if (peer->place_count >= PEER_PLACES_MAX && peer->bot[0] == '\0')
        return error_set(error, STATUS_LIMIT,
                         "nobody is in more than %d games at once",
                         PEER_PLACES_MAX);
    struct peer_place *places = list_grow(peer->places, &peer->place_capacity,
                                          peer->place_count, sizeof *places);
    if (places == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a place");
    peer->places = places;
    return STATUS_OK;
}

enum rpc_code place_fail(const struct rpc_call *call)
{
    return call->error.status == STATUS_LIMIT ? RPC_TOO_MUCH
                                              : rpc_fail_status(call);
}

static enum status note(struct peer *peer, int match, int seat,
                        struct error *error)
{
    enum status status = place_reserve(peer, error);
    if (status != STATUS_OK)
        return status;
    peer->places[peer->place_count++] =
        (struct peer_place){.match = match, .seat = seat};
    return STATUS_OK;
}

static void forget(struct peer *peer, int match, int seat)
{
    int i = 0;
    while (i < peer->place_count &&
           (peer->places[i].match != match || peer->places[i].seat != seat))
        i++;
    REQUIRE(i < peer->place_count);
    peer->places[i] = peer->places[--peer->place_count];
}

static int find_watcher(const struct match *match, const struct peer *peer)
{
    for (int i = 0; i < match->watcher_count; i++)
        if (match->watchers[i] == peer)
            return i;
    return -1;
}

static bool stop_watching(struct match *match, struct peer *peer)
{
    int at = find_watcher(match, peer);
    if (at < 0)
        return false;
    match->watchers[at] = match->watchers[--match->watcher_count];
    forget(peer, match->number, PEER_WATCHES);
    return true;
}

enum status place_sit(struct match *match, int seat, struct peer *peer,
                      struct error *error)
{
    REQUIRE(match->seats[seat].peer == NULL);
    enum status status = note(peer, match->number, seat, error);
    if (status != STATUS_OK)
        return status;
    stop_watching(match, peer);
    match->seats[seat].peer = peer;
    return STATUS_OK;
}

bool place_watches(const struct match *match, const struct peer *peer)
{
    return find_watcher(match, peer) >= 0;
}

bool place_is_in(const struct match *match, const struct peer *peer)
{
    int seat;
    return place_count_seats(match, peer, &seat) > 0 ||
           place_watches(match, peer);
}

enum status place_watch(struct match *match, struct peer *peer,
                        struct error *error)
{
    if (place_is_in(match, peer))
        return STATUS_OK;
    struct peer **watchers =
        list_grow(match->watchers, &match->watcher_capacity,
                  match->watcher_count, sizeof *watchers);
    if (watchers == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory to watch");
    match->watchers = watchers;
    enum status status = note(peer, match->number, PEER_WATCHES, error);
    if (status == STATUS_OK)
        match->watchers[match->watcher_count++] = peer;
    return status;
}

void place_stand_up(struct match *match, int seat)
{
    struct peer *peer = match->seats[seat].peer;
    if (peer == NULL)
        return;
    match->seats[seat].peer = NULL;
    forget(peer, match->number, seat);
}

void place_undo_sit(struct match *match, int seat, bool watched)
{
    struct error error;
    struct peer *peer = match->seats[seat].peer;
    place_stand_up(match, seat);
    if (!watched)
        return;
    /* The room that it had is there still. */
    enum status status = place_watch(match, peer, &error);
    REQUIRE(status == STATUS_OK);
}

bool place_leave(struct match *match, struct peer *peer)
{
    bool was_in = stop_watching(match, peer);
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].peer == peer) {
            place_stand_up(match, i);
            was_in = true;
        }
    return was_in;
}

bool place_holds(const struct match *match, const struct peer *peer, int seat)
{
    return match->seats[seat].peer == peer;
}

int place_count_seats(const struct match *match, const struct peer *peer,
                      int *seat)
{
    int count = 0;
    for (int i = match->seat_count - 1; i >= 0; i--)
        if (match->seats[i].peer == peer) {
            *seat = i;
            count++;
        }
    return count;
}

bool place_has_seated(const struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].peer != NULL &&
            match->seats[i].peer->bot[0] == '\0')
            return true;
    return false;
}

bool place_has_people(const struct match *match)
{
    return match->watcher_count > 0 || place_has_seated(match);
}

void place_clear(struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        place_stand_up(match, i);
    while (match->watcher_count > 0)
        stop_watching(match, match->watchers[match->watcher_count - 1]);
}

/* Whether the peer in `seat` has a seat before it: it is told there. */
static bool is_told(const struct match *match, int seat)
{
    for (int i = 0; i < seat; i++)
        if (match->seats[i].peer == match->seats[seat].peer)
            return true;
    return false;
}

void place_tell(const struct match *match, const struct news_item *item,
                void (*tell)(void *context, struct peer *peer), void *context)
{
    if (item->seat != NEWS_FOR_ALL) {
        if (match->seats[item->seat].peer != NULL)
            tell(context, match->seats[item->seat].peer);
        return;
    }
    /* Bots need no more than what is for their seat: what they are asked. */
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].peer != NULL &&
            match->seats[i].peer->bot[0] == '\0' && !is_told(match, i))
            tell(context, match->seats[i].peer);
    for (int i = 0; i < match->watcher_count; i++)
        tell(context, match->watchers[i]);
}
