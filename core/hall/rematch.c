#include "hall/rematch.h"

#include "game/seat.h"
#include "hall/about.h"
#include "hall/authority.h"
#include "hall/match_inside.h"
#include "hall/match_setup.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/request.h"
#include "hall/room.h"

#include <string.h>

enum { SEED_SIZE = 27 }; /* 26 random letters: 130 bits */

/* The seat in the next game of who sat in `seat`. */
static int next_seat(const struct match *match, int seat)
{
    return (seat + 1) % match->seat_count;
}

void rematch_tell(struct match *match, struct peer *peer, int seat)
{
    if (match->next[0] == '\0')
        return;
    struct text *out = match_begin_news(match, "game.rematch");
    json_add_member_string(out, "next", match->next);
    json_add_key(out, "seat");
    if (seat == PEER_WATCHES)
        text_add(out, "null");
    else
        text_add_integer(out, next_seat(match, seat) + 1);
    news_end_for(match->home->news, match->number, peer);
}

static bool all_want(const struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->players[i].kind == PLAYER_HUMAN &&
            !match->seats[i].wants_rematch)
            return false;
    return true;
}

/* Fills in what the next game is made of, but for its rules. `seed` is for an
 * open seed, which nobody is to know before all have agreed. */
static void fill_setup(struct match_setup *setup, char seed[SEED_SIZE],
                       const struct match *match)
{
    seat_random_letters(seed, SEED_SIZE);
    setup->seed = match->is_sealed ? NULL : seed;
    setup->clock = match->clock;
    setup->is_public = match->is_public;
    setup->player_count = match->seat_count;
    for (int i = 0; i < match->seat_count; i++) {
        int to = next_seat(match, i);
        setup->players[to] = match->players[i].kind;
        setup->is_held[to] = match->players[i].kind == PLAYER_HUMAN;
    }
}

/* Makes the next game. *out is the hall's. */
static enum status make_next(struct hall *hall, const struct match *match,
                             struct match **out, struct error *error)
{
    struct json *shown;
    struct request request;
    struct text options = {0};
    char seed[SEED_SIZE];
    struct match_setup setup = {
        .number = hall_next_number(hall),
        .home = hall_home(hall),
        .request = &request.ruleset,
    };
    enum status status = about_parse_shown(&shown, match, error);
    if (status != STATUS_OK)
        return status;
    if (!request_read_chosen(&request, setup.home->root, shown))
        status = error_set(error, STATUS_BAD_INPUT,
                           "what the game was made of cannot be read");
    json_add_value(&options, json_get(shown, "options"));
    setup.options = text_string(&options);
    if (status == STATUS_OK)
        status = text_status(&options, "options", error);
    fill_setup(&setup, seed, match);
    if (status == STATUS_OK)
        status = match_setup_open(out, &setup, error);
    json_free(shown);
    text_free(&options);
    return status == STATUS_OK ? hall_add(hall, *out, error) : status;
}

/* Tells all who are there of the next game. */
static void tell_all(struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->players[i].kind == PLAYER_HUMAN &&
            match->seats[i].peer != NULL)
            rematch_tell(match, match->seats[i].peer, i);
    for (int i = 0; i < match->watcher_count; i++)
        rematch_tell(match, match->watchers[i], PEER_WATCHES);
}

/* Makes the next game, holds its seats, and tells everybody. */
static enum rpc_code begin_rematch(struct rpc_call *call, struct match *match)
{
    struct match *next;
    struct hall *hall = hall_of(call);
    enum rpc_code code = room_check(call);
    if (code != RPC_OK)
        return code;
    if (make_next(hall, match, &next, &call->error) != STATUS_OK)
        return request_fail(call);
    for (int i = 0; i < match->seat_count; i++)
        next->seats[next_seat(match, i)].invitation = match->seats[i].token;
    room_take(call, next);
    match_note_about(next);
    memcpy(match->next, next->id, sizeof match->next);
    match_note_about(match);
    tell_all(match);
    hall_seat_bots(hall, next);
    return RPC_OK;
}

/* Nobody wants it any more. Whether anybody did. */
static bool forget_wishes(struct match *match)
{
    bool is_asked = false;
    for (int i = 0; i < match->seat_count; i++) {
        is_asked |= match->seats[i].wants_rematch;
        match->seats[i].wants_rematch = false;
    }
    return is_asked;
}

void rematch_forget_gone(struct hall *hall, struct match *match)
{
    if (match->next[0] == '\0' || !match_may_change(match) ||
        matches_by_id(hall_matches(hall), match->next) != NULL ||
        !match_store_is_gone(match->home, match->next))
        return;
    match->next[0] = '\0';
    forget_wishes(match);
    match_note_about(match);
}

void rematch_decline(struct match *match, int seat)
{
    if (match->next[0] != '\0' || !forget_wishes(match))
        return;
    match_note_about(match);
    match_tell_seat(match, "game.rematch_declined", seat);
}

static void offer(struct match *match, int seat)
{
    if (match->seats[seat].wants_rematch)
        return;
    match->seats[seat].wants_rematch = true;
    match_note_about(match);
    match_tell_seat(match, "game.rematch_offered", seat);
}

static enum rpc_code rematch(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    code = authority_own_seat(call, match, &seat);
    if (code != RPC_OK)
        return code;
    if (match_state(match) != STORE_OVER)
        return rpc_fail(call, RPC_NOT_NOW, "the game is not over");
    rematch_forget_gone(hall_of(call), match);
    if (rpc_boolean(call, "agree", true))
        offer(match, seat);
    else
        rematch_decline(match, seat);
    if (match->next[0] == '\0' && all_want(match))
        code = begin_rematch(call, match);
    if (code != RPC_OK)
        return code;
    text_add_char(call->result, '{');
    json_add_key(call->result, "next");
    if (match->next[0] == '\0')
        text_add(call->result, "null");
    else
        json_add_string(call->result, match->next, strlen(match->next));
    text_add_char(call->result, '}');
    return RPC_OK;
}

const struct rpc_method rematch_methods[] = {
    {"game.rematch",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL},
      {"agree", RPC_BOOLEAN, RPC_OPTIONAL}},
     rematch,
     RPC_DAEMON | RPC_CHANGES},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
