#include "net/connect_inside.h"

#include <string.h>

enum { RATE_UNKNOWN = 10 }; /* messages a second, where it does not say */

static void on_again(struct connect *connect, struct connect_request *request,
                     const struct json *result, const struct json *error)
{
    (void)result;
    struct connect_pace *pace = &connect->pace;
    struct connect_game *game = connect_find_game(connect, request->game);
    if (error == NULL)
        pace->pause.length_s = 0;
    bool is_to_be_told = false;
    if (connect_error_code(error) == RPC_TOO_MUCH) {
        is_to_be_told = connect_pause_begin(&pace->pause);
        pace->credit = 0;
    }
    if (game == NULL)
        return;
    if (error == NULL) {
        connect_told_replay(&game->told);
        return;
    }
    char said[CONNECT_SHOWN_SIZE];
    connect_show_error(said, error);
    if (connect_error_passes(error)) {
        game->again = CONNECT_AGAIN_FAILED;
        if (is_to_be_told)
            connect_warn(connect, game->game,
                         "the daemon does not let us in again yet: %s", said);
        return;
    }
    connect_warn(connect, game->game, "the daemon does not let us in again: %s",
                 said);
    struct connect_seat *seat = connect_find_seat(game, request->seat);
    if (seat != NULL)
        connect_drop_seat(game, seat);
    else
        game->is_watched = false;
    connect_leave_empty(connect, game);
}

static void ask_again(struct connect *connect, const struct connect_game *game,
                      const struct connect_seat *seat)
{
    struct connect_request *request = connect_waiting_begin(
        &connect->waiting, seat == NULL ? "game.watch" : "game.rejoin",
        on_again);
    if (request == NULL)
        return;
    request->is_own = true;
    memcpy(request->game, game->game, sizeof request->game);
    json_add_member_string(&request->line, "game", game->game);
    if (seat != NULL) {
        request->seat = seat->seat;
        json_add_member_string(&request->line, "token", seat->token);
    }
    if (connect_waiting_end(&connect->waiting, request))
        connect_submit(connect, request);
}

/* Asks for the games that wait for that reason, as many as may be now. */
static void ask_games(struct connect *connect, enum connect_again why)
{
    for (struct connect_game *game = connect->games;
         game != NULL && connect->pace.credit > 0; game = game->next) {
        if (game->again != why)
            continue;
        game->again = CONNECT_AGAIN_DONE;
        for (int i = 0; i < game->seat_count; i++)
            ask_again(connect, game, game->seats[i]);
        if (game->seat_count == 0 && game->is_watched)
            ask_again(connect, game, NULL);
        connect->pace.credit -= game->seat_count == 0 ? 1 : game->seat_count;
    }
}

/* Sends what waits, as much as may be now: first of all what brings us back
 * into our games; those that failed come last, so that they hold nobody up. */
static void go_on(struct connect *connect)
{
    struct connect_request *next;
    ask_games(connect, CONNECT_AGAIN_AWAY);
    for (struct connect_request *at = connect->waiting.first;
         at != NULL && connect->pace.credit > 0; at = next) {
        next = at->next;
        if (at->is_sent)
            continue;
        connect->pace.credit--;
        connect_send(connect, at);
    }
    ask_games(connect, CONNECT_AGAIN_FAILED);
}

void connect_again_begin(struct connect *connect, const struct json *limits)
{
    int64_t rate = RATE_UNKNOWN;
    json_read_integer(json_get(limits, "messages_per_second"), &rate);
    if (rate < 1 || rate > CONNECT_WAITING_MAX)
        rate = rate < 1 ? 1 : CONNECT_WAITING_MAX;
    connect->pace = (struct connect_pace){.rate = (int)rate};
    connect->pace.credit = (int)rate;
    for (struct connect_game *game = connect->games; game != NULL;
         game = game->next)
        game->again = CONNECT_AGAIN_AWAY;
    go_on(connect);
}

/* Half of what the daemon takes is left for what the frontend says. */
void connect_again_tick(struct connect *connect)
{
    struct connect_pace *pace = &connect->pace;
    if (pace->pause.left_s > 0 && !connect_pause_ends(&pace->pause))
        return;
    pace->credit = pace->rate / 2 > 0 ? pace->rate / 2 : 1;
    go_on(connect);
}
