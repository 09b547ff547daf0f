#include "hall/authority.h"

#include "base/log.h"
#include "hall/place.h"

enum rpc_code authority_fail_not_played(struct rpc_call *call,
                                        const struct match *match)
{
    return rpc_fail(call, RPC_NOT_NOW,
                    match_state(match) == STORE_OVER
                        ? "the game is over"
                        : "the game has not begun");
}

struct match *authority_played(struct rpc_call *call, enum rpc_code *code)
{
    struct match *match = hall_match(call, code);
    if (match == NULL || match_goes_on(match))
        return match;
    *code = authority_fail_not_played(call, match);
    return NULL;
}

enum rpc_code authority_read_seat(struct rpc_call *call,
                                  const struct match *match, int *seat)
{
    int64_t given = rpc_integer(call, "seat", 0);
    *seat = -1;
    if (!rpc_is_given(call, "seat"))
        return RPC_OK;
    if (given < 1 || given > match->seat_count)
        return rpc_fail(call, RPC_NOT_FOUND, "the game has the seats 1 to %d",
                        match->seat_count);
    *seat = (int)given - 1;
    return RPC_OK;
}

bool authority_acts_for(const struct rpc_call *call, const struct match *match,
                        int seat)
{
    return hall_peer(call)->origin == PEER_HOST ||
           place_holds(match, hall_peer(call), seat);
}

enum rpc_code authority_own_seat(struct rpc_call *call,
                                 const struct match *match, int *seat)
{
    enum rpc_code code = authority_read_seat(call, match, seat);
    if (code != RPC_OK)
        return code;
    if (*seat >= 0)
        return authority_acts_for(call, match, *seat)
                   ? RPC_OK
                   : rpc_fail(call, RPC_REFUSED, "seat %d is not yours",
                              *seat + 1);
    if (hall_peer(call)->origin == PEER_HOST)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "%s needs the parameter 'seat', an integer",
                        call->method->name);
    int count = place_count_seats(match, hall_peer(call), seat);
    if (count == 0)
        return rpc_fail(call, RPC_REFUSED, "you have no seat in this game");
    if (count > 1)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "you have %d seats in this game: say which one acts",
                        count);
    return RPC_OK;
}

struct match *authority_person(struct rpc_call *call, int *seat,
                               enum rpc_code *code)
{
    struct match *match = authority_played(call, code);
    if (match == NULL)
        return NULL;
    *code = authority_own_seat(call, match, seat);
    if (*code != RPC_OK)
        return NULL;
    if (match->players[*seat].kind == PLAYER_HUMAN)
        return match;
    *code = rpc_fail(call, RPC_REFUSED, "a bot sits in seat %d", *seat + 1);
    return NULL;
}

enum rpc_code authority_turn_away(struct rpc_call *call, const char *sentence)
{
    static struct log_limit
        limit; /* all halls of a process are of one thread */
    const struct peer *peer = hall_peer(call);
    struct log_line line = log_begin_limited(LOG_WARN, "turned_away", &limit);
    log_add_text(&line, "method", call->method->name);
    log_add_text(&line, "way", peer->origin == PEER_WEB ? "web" : "socket");
    log_add_text(&line, "address", peer->address);
    log_add_text(&line, "reason", sentence);
    log_end(&line);
    return rpc_fail(call, RPC_REFUSED, "%s", sentence);
}

enum rpc_code authority_check_asked(struct rpc_call *call,
                                    const struct match *match)
{
    int seat;
    int asked = game_question(match->game)->seat;
    enum rpc_code code = authority_read_seat(call, match, &seat);
    if (code != RPC_OK)
        return code;
    if (seat >= 0 && !authority_acts_for(call, match, seat))
        return rpc_fail(call, RPC_REFUSED, "seat %d is not yours", seat + 1);
    if (seat >= 0 && seat != asked)
        return rpc_fail(call, RPC_NOT_NOW, "seat %d is asked", asked + 1);
    if (authority_acts_for(call, match, asked))
        return RPC_OK;
    if (place_count_seats(match, hall_peer(call), &seat) > 0)
        return rpc_fail(call, RPC_NOT_NOW,
                        "seat %d is asked, which is not yours", asked + 1);
    return rpc_fail(call, RPC_REFUSED, "you have no seat in this game");
}
