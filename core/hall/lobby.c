#include "hall/lobby.h"

#include "fair/hex.h"
#include "game/seat.h"
#include "hall/about.h"
#include "hall/authority.h"
#include "hall/failing.h"
#include "hall/hall.h"
#include "hall/match_seal.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/place.h"
#include "hall/rematch.h"
#include "hall/request.h"
#include "hall/room.h"
#include "hall/telling.h"

#include <stdio.h>
#include <string.h>

enum { LIST_DEFAULT = 50 };

static void add_about(struct rpc_call *call, const struct store_game *game)
{
    const struct match *match =
        matches_by_id(hall_matches(hall_of(call)), game->id);
    json_add_comma(call->result);
    if (match != NULL)
        about_add(call->result, match);
    else
        about_add_stored(call->result, game);
}

static bool on_game(void *context, const struct store_game *game)
{
    add_about(context, game);
    return true;
}

/* Reads `state`: -1 for all. */
static enum rpc_code read_state(struct rpc_call *call, int *state)
{
    const char *name = rpc_text(call, "state");
    *state = -1;
    if (name == NULL)
        return RPC_OK;
    for (int i = 0; i <= STORE_OVER; i++)
        if (strcmp(about_state_name((enum store_state)i), name) == 0)
            *state = i;
    return *state >= 0 ? RPC_OK
                       : rpc_fail(call, RPC_BAD_PARAMS,
                                  "the parameter 'state' of %s must be "
                                  "open, playing or over",
                                  call->method->name);
}

/* Reads before_game. When that game is not there any more, all that changed at
 * the very time are listed: rather twice than never. */
static enum rpc_code read_before_game(struct rpc_call *call,
                                      struct store_query *query)
{
    const char *id = rpc_text(call, "before_game");
    if (id == NULL || query->before == 0)
        return RPC_OK;
    const struct hall *hall = hall_of(call);
    enum status status = store_find_number(hall_settings(hall)->reader, id,
                                           &query->before_game, &call->error);
    if (status == STATUS_NOT_FOUND && query->before < INT64_MAX)
        query->before++;
    return status == STATUS_OK || status == STATUS_NOT_FOUND
               ? RPC_OK
               : rpc_fail_status(call);
}

/* Reads state, before, before_game and count, which is `count` when it is not
 * given. */
static enum rpc_code read_query(struct rpc_call *call,
                                struct store_query *query, int count)
{
    int64_t given = rpc_integer(call, "count", count);
    query->before = rpc_integer(call, "before", 0);
    enum rpc_code code = read_state(call, &query->state);
    if (code != RPC_OK)
        return code;
    if (given < 1 || given > LOBBY_LIST_MAX || query->before < 0)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "%s takes a count from 1 to %d and a time before which "
                        "is not negative",
                        call->method->name, LOBBY_LIST_MAX);
    query->count_max = (int)given;
    return read_before_game(call, query);
}

enum rpc_code lobby_list(struct rpc_call *call, bool with_private, int count)
{
    struct store_query query = {.with_private = with_private};
    enum rpc_code code = read_query(call, &query, count);
    if (code != RPC_OK)
        return code;
    text_add(call->result, "{\"games\":[");
    if (store_list(hall_settings(hall_of(call))->reader, &query, on_game, call,
                   &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add(call->result, "]}");
    return RPC_OK;
}

static enum rpc_code list(struct rpc_call *call)
{
    return lobby_list(call, false, LIST_DEFAULT);
}

static enum rpc_code about(struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    const char *id = rpc_text(call, "game");
    struct store_game game = {0};
    struct match *match = matches_by_id(hall_matches(hall), id);
    if (match != NULL) {
        rematch_forget_gone(hall, match);
        about_add(call->result, match);
        return RPC_OK;
    }
    if (match_store_read(hall_home(hall), id, &game, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    about_add_stored(call->result, &game);
    store_game_free(&game);
    return RPC_OK;
}

/* What somebody joins with. */
struct joining {
    int seat; /* from 0 */
    const char *name;
    bool has_key;
    uint8_t key[DRAW_KEY_SIZE];
    struct hash kept; /* of the token */
};

/* Whether the key is somebody's already: another seat's, or the daemon's. */
static bool is_key_taken(const struct match *match,
                         const uint8_t key[DRAW_KEY_SIZE])
{
    bool is_taken =
        memcmp(match->home->keys.public_key, key, DRAW_KEY_SIZE) == 0;
    for (int i = 0; i < match->seat_count; i++) {
        const struct match_seat *seat = &match->seats[i];
        is_taken |= seat->is_taken && seat->has_key &&
                    memcmp(seat->key, key, DRAW_KEY_SIZE) == 0;
    }
    return is_taken;
}

static enum rpc_code read_key(struct rpc_call *call, const struct match *match,
                              struct joining *joining)
{
    const char *key = rpc_text(call, "key");
    joining->has_key = key != NULL;
    if (key == NULL && match->is_sealed)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "%s needs the parameter 'key', a text: the game is to "
                        "be sealed",
                        call->method->name);
    if (key == NULL)
        return RPC_OK;
    if (!hex_read(joining->key, sizeof joining->key, key) ||
        !sign_is_key(joining->key))
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'key' of %s must be a public key of "
                        "Ed25519 in 64 hexadecimal digits",
                        call->method->name);
    if (is_key_taken(match, joining->key))
        return rpc_fail(call, RPC_REFUSED,
                        "that key is somebody else's in this game: each seat "
                        "has one of its own");
    return RPC_OK;
}

/* The free seat that the invitation opens, or, NULL, the first that anybody may
 * take; -1 when there is none. */
static int find_seat(const struct match *match, const char *invitation)
{
    for (int i = 0; i < match->seat_count; i++) {
        const struct match_seat *seat = &match->seats[i];
        bool is_open = match->players[i].kind == PLAYER_HUMAN &&
                       seat->is_held == (invitation != NULL);
        if (is_open && seat->is_held)
            is_open = seat_opens(invitation, &seat->invitation);
        /* Who brings an invitation is told when its seat is taken. */
        if (is_open && (!seat->is_taken || invitation != NULL))
            return i;
    }
    return -1;
}

/* Whether the seat, counted from 0, can be taken by this call. */
static enum rpc_code check_seat(struct rpc_call *call,
                                const struct match *match, int seat)
{
    const char *invitation = rpc_text(call, "invitation");
    if (match->players[seat].kind != PLAYER_HUMAN)
        return rpc_fail(call, RPC_REFUSED, "a bot sits in seat %d", seat + 1);
    if (match->seats[seat].is_held &&
        (invitation == NULL ||
         !seat_opens(invitation, &match->seats[seat].invitation))) {
        char held[80];
        snprintf(held, sizeof held,
                 "seat %d is held for who brings the invitation to it",
                 seat + 1);
        return invitation == NULL ? rpc_fail(call, RPC_REFUSED, "%s", held)
                                  : authority_turn_away(call, held);
    }
    if (match->seats[seat].is_taken)
        return rpc_fail(call, RPC_NOT_NOW, "seat %d is taken", seat + 1);
    return RPC_OK;
}

static enum rpc_code choose_seat(struct rpc_call *call,
                                 const struct match *match, int *seat)
{
    const char *invitation = rpc_text(call, "invitation");
    int64_t given = rpc_integer(call, "seat", 0);
    if (rpc_is_given(call, "seat")) {
        if (given < 1 || given > match->seat_count)
            return rpc_fail(call, RPC_NOT_FOUND,
                            "the game has the seats 1 to %d",
                            match->seat_count);
        *seat = (int)given - 1;
    } else {
        *seat = find_seat(match, invitation);
    }
    if (*seat >= 0)
        return check_seat(call, match, *seat);
    if (invitation != NULL)
        return authority_turn_away(
            call, "that invitation opens no seat of this game");
    return rpc_fail(call, RPC_NOT_NOW, "no seat is free in this game");
}

static bool is_full(const struct match *match)
{
    for (int i = 0; i < match->seat_count; i++)
        if (match->players[i].kind == PLAYER_HUMAN && !match->seats[i].is_taken)
            return false;
    return true;
}

enum status lobby_begin_if_full(struct match *match, struct error *error)
{
    if (!is_full(match))
        return STATUS_OK;
    enum status status = match->is_sealed ? match_seal_begin(match, error)
                                          : match_begin(match, error);
    if (status != STATUS_OK) {
        failing_log(match, "the beginning", error, "");
        if (match->home->is_daemon)
            failing_name_place(error);
    }
    return status;
}

/* Takes the seat; on failure it is free again, and who watched watches. */
static enum status take_seat(struct rpc_call *call, struct match *match,
                             const struct joining *joining)
{
    struct match_seat *seat = &match->seats[joining->seat];
    struct news *news = match->home->news;
    struct match_seat before = *seat;
    int news_count = news->count;
    bool watched = place_watches(match, hall_peer(call));
    enum status status =
        place_sit(match, joining->seat, hall_peer(call), &call->error);
    if (status != STATUS_OK)
        return status;
    seat->is_taken = true;
    memcpy(seat->who, joining->name, strlen(joining->name) + 1);
    seat->has_key = joining->has_key;
    memcpy(seat->key, joining->key, sizeof seat->key);
    seat->token = joining->kept;
    room_take_seat(call, match, joining->seat);
    match_note_about(match);
    telling_seats(match);
    status =
        telling_catch_up(match, hall_peer(call), joining->seat, &call->error);
    if (status == STATUS_OK)
        status = lobby_begin_if_full(match, &call->error);
    if (status == STATUS_OK)
        return STATUS_OK;
    news_cut(news, news_count);
    place_undo_sit(match, joining->seat, watched);
    *seat = before;
    return status;
}

static void add_seat(struct rpc_call *call, const struct match *match, int seat,
                     const char *token)
{
    text_add_char(call->result, '{');
    json_add_member_string(call->result, "game", match->id);
    if (seat >= 0)
        json_add_member_integer(call->result, "seat", seat + 1);
    if (token != NULL)
        json_add_member_string(call->result, "token", token);
    json_add_member_integer(call->result, "level",
                            match->is_sealed ? GAME_LEVEL_SEALED
                                             : GAME_LEVEL_OPEN);
    text_add_char(call->result, '}');
}

/* The seat that the token opens; -1 when there is none. All are looked at. */
static int find_token(const struct match *match, const char *token)
{
    int found = -1;
    for (int i = 0; i < match->seat_count; i++)
        if (match->seats[i].is_taken &&
            seat_opens(token, &match->seats[i].token))
            found = i;
    return found;
}

/* Puts the peer, who has room for it, into the seat. */
static void sit(struct match *match, int seat, struct peer *peer)
{
    struct error error;
    enum status status = place_sit(match, seat, peer, &error);
    REQUIRE(status == STATUS_OK);
}

/* Seats the peer, who has shown the seat's token, again; on failure all are
 * where they were. */
static enum rpc_code come_back(struct rpc_call *call, struct match *match,
                               int seat, const char *token)
{
    struct peer *peer = hall_peer(call);
    struct peer *before = match->seats[seat].peer;
    struct news *news = match->home->news;
    int news_count = news->count;
    bool watched = place_watches(match, peer);
    if (before != peer) {
        /* Nobody stands up for somebody who cannot sit down. */
        if (place_reserve(peer, &call->error) != STATUS_OK)
            return place_fail(call);
        place_stand_up(match, seat);
        sit(match, seat, peer);
    }
    rematch_forget_gone(hall_of(call), match);
    if (before == NULL)
        telling_seats(match);
    else
        telling_seats_to(match, peer);
    if (telling_catch_up(match, peer, seat, &call->error) != STATUS_OK) {
        news_cut(news, news_count);
        if (before != peer)
            place_undo_sit(match, seat, watched);
        if (before != NULL && before != peer)
            sit(match, seat, before);
        return rpc_fail_status(call);
    }
    if (before != NULL && before != peer)
        telling_left(match, before, seat, "elsewhere");
    add_seat(call, match, seat, token);
    return RPC_OK;
}

/* Reads the token that the caller made, or makes one. */
static enum rpc_code take_token(struct rpc_call *call, struct joining *joining,
                                char token[SEAT_TOKEN_SIZE])
{
    const char *given = rpc_text(call, "token");
    if (given == NULL)
        seat_new_token(token, &joining->kept);
    else if (!seat_keep_token(given, &joining->kept))
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'token' of %s must be 64 hexadecimal "
                        "digits",
                        call->method->name);
    else
        memcpy(token, given, SEAT_TOKEN_SIZE);
    return RPC_OK;
}

/* Joins with this token. */
static enum rpc_code join_with(struct rpc_call *call, struct match *match,
                               struct joining *joining, const char *token)
{
    /* A join whose answer was lost is asked for again. */
    int seat = find_token(match, token);
    if (seat >= 0)
        return come_back(call, match, seat, token);
    if (match_state(match) != STORE_OPEN)
        return rpc_fail(call, RPC_NOT_NOW, "the game has begun");
    enum rpc_code code = request_check_said(call, "name", MATCH_WHO_MAX);
    if (code == RPC_OK)
        code = read_key(call, match, joining);
    if (code == RPC_OK)
        code = choose_seat(call, match, &joining->seat);
    if (code == RPC_OK)
        code = room_check_seat(call);
    if (code != RPC_OK)
        return code;
    if (place_reserve(hall_peer(call), &call->error) != STATUS_OK)
        return place_fail(call);
    if (take_seat(call, match, joining) != STATUS_OK)
        return rpc_fail_status(call);
    add_seat(call, match, joining->seat, token);
    return RPC_OK;
}

static enum rpc_code join(struct rpc_call *call)
{
    enum rpc_code code;
    char token[SEAT_TOKEN_SIZE];
    struct joining joining = {.name = rpc_text(call, "name")};
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    code = take_token(call, &joining, token);
    if (code == RPC_OK)
        code = join_with(call, match, &joining, token);
    seat_wipe(token, sizeof token);
    return code;
}

static enum rpc_code rejoin(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    int seat = find_token(match, rpc_text(call, "token"));
    if (seat < 0)
        return authority_turn_away(call,
                                   "that token opens no seat of this game");
    return come_back(call, match, seat, NULL);
}

static enum rpc_code watch(struct rpc_call *call)
{
    enum rpc_code code;
    int seat = PEER_WATCHES;
    struct peer *peer = hall_peer(call);
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    int news_count = match->home->news->count;
    bool was_here = place_is_in(match, peer);
    code = room_check_watch(call, match);
    if (code != RPC_OK)
        return code;
    if (place_watch(match, peer, &call->error) != STATUS_OK)
        return place_fail(call);
    place_count_seats(match, peer, &seat);
    rematch_forget_gone(hall_of(call), match);
    telling_seats_to(match, peer);
    if (telling_catch_up(match, peer, seat, &call->error) != STATUS_OK) {
        news_cut(match->home->news, news_count);
        if (!was_here)
            place_leave(match, peer);
        return rpc_fail_status(call);
    }
    add_seat(call, match, -1, NULL);
    return RPC_OK;
}

static enum rpc_code leave(struct rpc_call *call)
{
    enum rpc_code code;
    struct peer *peer = hall_peer(call);
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    bool is_open = match_is_unbegun(match);
    bool had_seat = false;
    for (int i = 0; i < match->seat_count; i++) {
        if (!place_holds(match, peer, i))
            continue;
        had_seat = true;
        if (is_open)
            match_free_seat(match, i);
        if (match->seats[i].wants_rematch)
            rematch_decline(match, i);
    }
    place_leave(match, peer);
    if (had_seat)
        telling_seats(match);
    return rpc_done(call, STATUS_OK);
}

static enum rpc_code attach(struct rpc_call *call)
{
    enum player_kind kind;
    bool is_held;
    struct hall *hall = hall_of(call);
    struct peer *peer = hall_peer(call);
    const char *name = rpc_text(call, "kind");
    const char *key = hall_settings(hall)->bot_key;
    if (key == NULL || !seat_is_same(rpc_text(call, "key"), key))
        return authority_turn_away(call, "that is not the key of the bots");
    if (!about_find_player(name, &kind, &is_held) || kind == PLAYER_HUMAN)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'kind' of %s must be one of these, but "
                        "not %s: %s",
                        call->method->name, player_name(PLAYER_HUMAN),
                        player_names());
    if (strcmp(peer->bot, name) == 0)
        return rpc_done(call, STATUS_OK); /* it says that it is alive */
    if (peer->place_count > 0)
        return rpc_fail(call, RPC_NOT_NOW, "you are in a game already");
    if (!hall_attach_bot(hall, peer, name))
        return rpc_fail(call, RPC_NOT_NOW, "there are enough bots");
    return rpc_done(call, STATUS_OK);
}

/* From now on it may do what anyone may, and nothing more: it reads what
 * browsers say. */
static enum rpc_code attach_pages(struct rpc_call *call)
{
    struct peer *peer = hall_peer(call);
    const char *key = hall_settings(hall_of(call))->pages_key;
    if (key == NULL || peer->origin != PEER_SOCKET ||
        !seat_is_same(rpc_text(call, "key"), key))
        return authority_turn_away(call,
                                   "that is not the key of the page process");
    if (peer->place_count > 0 || peer->bot[0] != '\0')
        return rpc_fail(call, RPC_NOT_NOW, "you are in a game already");
    peer->draws_pages = true;
    peer->is_operator = false;
    return rpc_done(call, STATUS_OK);
}

const struct rpc_method lobby_methods[] = {
    {"games.list",
     {{"state", RPC_TEXT, RPC_OPTIONAL},
      {"before", RPC_INTEGER, RPC_OPTIONAL},
      {"before_game", RPC_TEXT, RPC_OPTIONAL},
      {"count", RPC_INTEGER, RPC_OPTIONAL}},
     list,
     RPC_DAEMON},
    {"game.about", {{"game", RPC_TEXT, RPC_NEEDED}}, about, RPC_DAEMON},
    {"game.join",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL},
      {"name", RPC_TEXT, RPC_NEEDED},
      {"key", RPC_TEXT, RPC_OPTIONAL},
      {"token", RPC_TEXT, RPC_OPTIONAL},
      {"invitation", RPC_TEXT, RPC_OPTIONAL}},
     join,
     RPC_DAEMON | RPC_CHANGES},
    {"game.rejoin",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"token", RPC_TEXT, RPC_NEEDED}},
     rejoin,
     RPC_DAEMON},
    {"game.watch", {{"game", RPC_TEXT, RPC_NEEDED}}, watch, RPC_DAEMON},
    {"game.leave",
     {{"game", RPC_TEXT, RPC_NEEDED}},
     leave,
     RPC_DAEMON | RPC_CHANGES},
    {"bots.attach",
     {{"kind", RPC_TEXT, RPC_NEEDED}, {"key", RPC_TEXT, RPC_NEEDED}},
     attach,
     RPC_DAEMON},
    {"pages.attach", {{"key", RPC_TEXT, RPC_NEEDED}}, attach_pages, RPC_DAEMON},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
