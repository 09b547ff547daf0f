#include "base/clock.h"
#include "fair/hex.h"
#include "game/seat.h"
#include "net/connect_inside.h"

#include <stdlib.h>
#include <string.h>

static const char TOO_MANY_GAMES[] = "too many games at once";

/* A method of ours on its way. */
struct ask {
    struct connect *connect;
    struct text answer_id; /* the frontend's, as JSON */
    bool is_later;         /* the answer comes from the daemon */
};

static struct ask *ask_of(const struct rpc_call *call)
{
    return call->context;
}

/* Begins the request to the daemon that a call needs, about a game. */
static struct connect_request *begin(const struct rpc_call *call,
                                     const char *method, const char *game,
                                     connect_done *done)
{
    struct ask *ask = ask_of(call);
    struct connect_request *request =
        connect_waiting_begin(&ask->connect->waiting, method, done);
    if (request == NULL)
        return NULL;
    request->is_repeatable = true;
    request->answer_id = ask->answer_id;
    ask->answer_id = (struct text){.bytes = NULL};
    if (strlen(game) < sizeof request->game)
        memcpy(request->game, game, strlen(game) + 1);
    json_add_member_string(&request->line, "game", game);
    return request;
}

/* Sends it; the call is answered when it is. */
static enum rpc_code send_later(struct rpc_call *call,
                                struct connect_request *request)
{
    struct ask *ask = ask_of(call);
    if (request == NULL ||
        !connect_waiting_end(&ask->connect->waiting, request))
        return rpc_fail(call, RPC_INTERNAL, "no memory for a request");
    ask->is_later = true;
    connect_submit(ask->connect, request);
    return RPC_OK;
}

/* Passes an own method on that has only the game as a parameter. */
static enum rpc_code pass_game(struct rpc_call *call, const char *method,
                               connect_done *done)
{
    return send_later(call, begin(call, method, rpc_text(call, "game"), done));
}

/* What the daemon says of a seat. */
struct seat_answer {
    int number;
    int level;
};

/* The level that was announced before there was a seat is what is kept. */
static void take_answer(struct connect_seat *seat,
                        const struct seat_answer *answer)
{
    seat->seat = answer->number;
    if (seat->level < answer->level)
        seat->level = answer->level;
}

static const char NOT_SEALED[] = "the order of this game was to be sealed, and "
                                 "the daemon says that it is not";

/* A seat does not become another one, nor a game that was to be sealed one that
 * is not: whoever says so is to be believed nothing. */
static enum status note_answer(struct connect_seat *seat, void *context,
                               struct error *error)
{
    const struct seat_answer *answer = context;
    if (seat->seat != 0 && seat->seat != answer->number)
        return error_set(error, STATUS_BAD_INPUT,
                         "the daemon says that seat %d is seat %d", seat->seat,
                         answer->number);
    if (seat->seat != 0 && answer->level < seat->level)
        return error_set(error, STATUS_BAD_INPUT, NOT_SEALED);
    take_answer(seat, answer);
    return STATUS_OK;
}

/* The frontend is in the seat that was asked for: number and level are in the
 * result. It is told all from the beginning. */
static void sit_down(struct connect *connect, struct connect_request *request,
                     const struct json *result)
{
    struct connect_seat *seat = request->seat_asked;
    struct error error;
    int64_t number = 0, level = 0;
    struct text out = {0};
    json_read_integer(json_get(result, "seat"), &number);
    json_read_integer(json_get(result, "level"), &level);
    struct connect_game *game = connect_enter_game(connect, seat->game);
    if (game == NULL || number < 1 || number > MATERIAL_SEATS_MAX ||
        level < 0 || level > CONNECT_LEVEL_MAX) {
        if (game != NULL)
            connect_leave_empty(connect, game);
        connect_fail(connect, request, RPC_INTERNAL,
                     game == NULL ? TOO_MANY_GAMES
                                  : "the daemon does not say which seat it is");
        return;
    }
    struct seat_answer answer = {.number = (int)number, .level = (int)level};
    enum status status = connect_seats_change(connect->settings.seats, seat,
                                              note_answer, &answer, &error);
    bool is_refused = status == STATUS_BAD_INPUT;
    if (status != STATUS_OK && (is_refused || seat->seat != 0)) {
        connect_leave_empty(connect, game);
        connect_fail(connect, request, RPC_REFUSED, error.text);
        return;
    }
    if (status != STATUS_OK) {
        connect_warn(connect, seat->game, "%s", error.text);
        take_answer(seat, &answer); /* on the disk with the next change */
    }
    if (seat->level > answer.level)
        connect_warn(connect, seat->game, "%s", NOT_SEALED);
    request->seat_asked = NULL;
    connect_take_seat(game, seat);
    connect_told_clear(&game->told);
    connect_told_replay(&game->told);
    text_add_char(&out, '{');
    json_add_member_string(&out, "game", seat->game);
    json_add_member_integer(&out, "seat", number);
    json_add_member_integer(&out, "level", level);
    text_add_char(&out, '}');
    connect_answer_text(connect, request, &out);
    text_free(&out);
}

/* Whether nobody has the seat, after an error. What the daemon could not do it
 * may have done when it was asked for the first time, before the line broke. */
static bool is_final(int64_t code, int breaks)
{
    return code == RPC_NOT_FOUND || code == RPC_REFUSED ||
           code == RPC_NOT_NOW || code == RPC_BAD_PARAMS ||
           (code == RPC_TOO_MUCH && breaks == 0);
}

static void on_joined(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    if (error == NULL) {
        sit_down(connect, request, result);
        return;
    }
    if (is_final(connect_error_code(error), request->breaks))
        connect_seats_remove(connect->settings.seats, request->seat_asked);
    connect_answer(connect, request, result, error);
}

/* What opens our seat in a rematch: the token of the seat that we had before.
 * Seats go round by one; `number` is the new one, or 0. NULL: it is none. */
static const char *rematch_invitation(const struct connect *connect,
                                      const char *next, int64_t number)
{
    const struct connect_seat *found = NULL;
    const struct connect_game *game = connect->games;
    while (game != NULL && strcmp(game->next_game, next) != 0)
        game = game->next;
    for (int i = 0; game != NULL && i < game->seat_count; i++) {
        const struct connect_seat *seat = game->seats[i];
        bool is_last = found == NULL || seat->seat > found->seat;
        if (number > 1 ? seat->seat == number - 1 : is_last)
            found = seat;
    }
    return found == NULL ? NULL : found->token;
}

/* The game and the invitation of a call to join, from its own parameters or
 * from a link. */
static enum rpc_code read_link(struct rpc_call *call, struct connect_link *link)
{
    const char *game = rpc_text(call, "game");
    const char *text = rpc_text(call, "link");
    const char *invitation = rpc_text(call, "invitation");
    const char *server = ask_of(call)->connect->settings.server;
    if ((game == NULL) == (text == NULL))
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "game.join needs either 'game' or 'link'");
    if (connect_link_read(link, game != NULL ? game : text, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    if (link->has_address && strcmp(link->address.name, server) != 0)
        return rpc_fail(call, RPC_REFUSED,
                        "that game is at another daemon, at %s; this is %s",
                        link->address.name, server);
    if (invitation == NULL && link->invitation[0] == '\0')
        invitation = rematch_invitation(ask_of(call)->connect, link->game,
                                        rpc_integer(call, "seat", 0));
    if (invitation == NULL)
        return RPC_OK;
    if (strlen(invitation) >= sizeof link->invitation)
        return rpc_fail(call, RPC_REFUSED, "that is no invitation");
    memcpy(link->invitation, invitation, strlen(invitation) + 1);
    return RPC_OK;
}

/* Makes the seat that is to be asked for, and keeps it. */
static enum rpc_code make_seat(struct rpc_call *call, struct connect_seat *seat,
                               const char *game)
{
    struct connect *connect = ask_of(call)->connect;
    const char *name = rpc_text(call, "name");
    const char *server = connect->settings.server;
    struct hash kept;
    if (strlen(name) >= sizeof seat->name)
        return rpc_fail(call, RPC_REFUSED, "that name is too long");
    REQUIRE(strlen(server) < sizeof seat->server);
    memcpy(seat->name, name, strlen(name) + 1);
    memcpy(seat->server, server, strlen(server) + 1);
    memcpy(seat->game, game, strlen(game) + 1);
    seat->level = connect_find_level(connect, game);
    seat->joined_ms = clock_calendar_ms();
    if (contribution_init(&seat->contribution, rpc_text(call, "contribution"),
                          &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    seat_new_token(seat->token, &kept);
    if (connect_seats_add(connect->settings.seats, seat, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    return RPC_OK;
}

static void add_join(struct rpc_call *call, struct connect_request *request,
                     const struct connect_link *link)
{
    const struct connect_seat *seat = request->seat_asked;
    struct text *out = &request->line;
    if (rpc_is_given(call, "seat"))
        json_add_member_integer(out, "seat", rpc_integer(call, "seat", 0));
    json_add_member_string(out, "name", seat->name);
    hex_add_member(out, "key", seat->contribution.keys.public_key,
                   DRAW_KEY_SIZE);
    json_add_member_string(out, "token", seat->token);
    if (link->invitation[0] != '\0')
        json_add_member_string(out, "invitation", link->invitation);
}

/* The token is ours, and on the disk before the daemon has it: whenever this
 * program ends, the seat can be had again. */
static enum rpc_code join(struct rpc_call *call)
{
    struct connect_link link = {.has_address = false};
    enum rpc_code code = read_link(call, &link);
    if (code != RPC_OK)
        return code;
    struct connect_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        return rpc_fail(call, RPC_INTERNAL, "no memory for a seat");
    code = make_seat(call, seat, link.game);
    struct connect_request *request =
        code != RPC_OK ? NULL : begin(call, "game.join", link.game, on_joined);
    if (request == NULL) {
        connect_seat_wipe(seat);
        free(seat);
        return code != RPC_OK ? code : send_later(call, NULL);
    }
    request->seat_asked = seat;
    add_join(call, request, &link);
    return send_later(call, request);
}

static void on_rejoined(struct connect *connect,
                        struct connect_request *request,
                        const struct json *result, const struct json *error)
{
    if (error == NULL) {
        sit_down(connect, request, result);
        return;
    }
    int64_t code = connect_error_code(error);
    if ((code == RPC_NOT_FOUND || code == RPC_REFUSED) &&
        request->seat_asked->seat == 0)
        connect_seats_remove(connect->settings.seats, request->seat_asked);
    connect_answer(connect, request, result, error);
}

/* Copies the seat that is kept, of game and number (0: any), to `out`. */
static enum rpc_code find_kept(struct rpc_call *call, struct connect_seat *out,
                               const char *game, int64_t number)
{
    const struct connect_settings *settings = &ask_of(call)->connect->settings;
    const struct connect_seat *found = NULL;
    struct connect_seat *list;
    int count;
    int known = 0; /* with a number; one that may be none gives way to those */
    if (connect_seats_list(settings->seats, &list, &count, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].server, settings->server) != 0 ||
            strcmp(list[i].game, game) != 0 ||
            (number != 0 && list[i].seat != number))
            continue;
        if (found == NULL || (found->seat == 0 && list[i].seat != 0))
            found = &list[i];
        known += list[i].seat != 0;
    }
    bool is_found = found != NULL;
    if (is_found)
        *out = *found;
    connect_seats_forget(list, count);
    if (!is_found)
        return rpc_fail(call, RPC_NOT_FOUND,
                        "no seat of the game '%.64s' is kept on this machine",
                        game);
    if (known > 1)
        return rpc_fail(call, RPC_REFUSED,
                        "%d seats of the game are kept on this machine: say "
                        "which",
                        known);
    return RPC_OK;
}

static void add_token(struct connect_request *request)
{
    json_add_member_string(&request->line, "token", request->seat_asked->token);
}

static enum rpc_code rejoin(struct rpc_call *call)
{
    const char *game = rpc_text(call, "game");
    struct connect_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        return rpc_fail(call, RPC_INTERNAL, "no memory for a seat");
    enum rpc_code code =
        find_kept(call, seat, game, rpc_integer(call, "seat", 0));
    struct connect_request *request =
        code != RPC_OK ? NULL : begin(call, "game.rejoin", game, on_rejoined);
    if (request == NULL) {
        connect_seat_wipe(seat);
        free(seat);
        return code != RPC_OK ? code : send_later(call, NULL);
    }
    request->seat_asked = seat;
    add_token(request);
    return send_later(call, request);
}

static void add_kept(struct text *out, const struct connect_seat *seat,
                     const char *server)
{
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_string(out, "server", seat->server);
    json_add_member_boolean(out, "here", strcmp(seat->server, server) == 0);
    json_add_member_string(out, "game", seat->game);
    json_add_key(out, "seat");
    if (seat->seat > 0)
        text_add_integer(out, seat->seat);
    else
        text_add(out, "null");
    json_add_member_string(out, "name", seat->name);
    json_add_member_integer(out, "joined", seat->joined_ms);
    json_add_member_boolean(out, "over", seat->over_ms > 0);
    text_add_char(out, '}');
}

static enum rpc_code list_seats(struct rpc_call *call)
{
    const struct connect_settings *settings = &ask_of(call)->connect->settings;
    struct connect_seat *list;
    int count;
    if (connect_seats_list(settings->seats, &list, &count, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    text_add(call->result, "{\"seats\":[");
    for (int i = 0; i < count; i++)
        if (list[i].verified_ms == 0)
            add_kept(call->result, &list[i], settings->server);
    text_add(call->result, "]}");
    connect_seats_forget(list, count);
    return RPC_OK;
}

static void on_watched(struct connect *connect, struct connect_request *request,
                       const struct json *result, const struct json *error)
{
    struct connect_game *game =
        error != NULL ? NULL : connect_enter_game(connect, request->game);
    if (error == NULL && game == NULL) {
        connect_fail(connect, request, RPC_INTERNAL, TOO_MANY_GAMES);
        return;
    }
    if (game != NULL) {
        game->is_watched = game->seat_count == 0;
        connect_told_clear(&game->told);
        connect_told_replay(&game->told);
    }
    connect_answer(connect, request, result, error);
}

static enum rpc_code watch(struct rpc_call *call)
{
    return pass_game(call, "game.watch", on_watched);
}

/* A seat that was left before anything was sealed is free again. */
static void on_left(struct connect *connect, struct connect_request *request,
                    const struct json *result, const struct json *error)
{
    struct connect_game *game =
        error != NULL ? NULL : connect_find_game(connect, request->game);
    if (game != NULL) {
        for (int i = 0; i < game->seat_count; i++)
            if (game->seats[i]->attempt == 0 && game->told.count == 0)
                connect_seats_remove(connect->settings.seats, game->seats[i]);
        connect_leave_game(connect, game);
    }
    connect_answer(connect, request, result, error);
}

static enum rpc_code leave(struct rpc_call *call)
{
    return pass_game(call, "game.leave", on_left);
}

static enum rpc_code hint(struct rpc_call *call)
{
    struct connect_request *request = begin(
        call, "game.position", rpc_text(call, "game"), connect_local_hint);
    if (request != NULL && rpc_is_given(call, "seat"))
        json_add_member_integer(&request->line, "seat",
                                rpc_integer(call, "seat", 0));
    return send_later(call, request);
}

static enum rpc_code verify(struct rpc_call *call)
{
    return pass_game(call, "game.record", connect_local_verify);
}

static enum rpc_code refuse_own(struct rpc_call *call)
{
    return rpc_fail(call, RPC_NO_METHOD, "castled connect does %s by itself",
                    call->method->name);
}

const struct rpc_method connect_ask_methods[] = {
    {"connect.seats", {{NULL, 0, 0}}, list_seats, 0},
    {"game.join",
     {{"game", RPC_TEXT, RPC_OPTIONAL},
      {"link", RPC_TEXT, RPC_OPTIONAL},
      {"seat", RPC_INTEGER, RPC_OPTIONAL},
      {"name", RPC_TEXT, RPC_NEEDED},
      {"invitation", RPC_TEXT, RPC_OPTIONAL},
      {"contribution", RPC_TEXT, RPC_OPTIONAL}},
     join,
     0},
    {"game.rejoin",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     rejoin,
     0},
    {"game.watch", {{"game", RPC_TEXT, RPC_NEEDED}}, watch, 0},
    {"game.leave", {{"game", RPC_TEXT, RPC_NEEDED}}, leave, 0},
    {"game.hint",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     hint,
     0},
    {"game.verify", {{"game", RPC_TEXT, RPC_NEEDED}}, verify, 0},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};

/* What frontends of the daemon itself say. */
static const struct rpc_method HIDDEN[] = {
    {"game.commit", {{NULL, 0, 0}}, refuse_own, 0},
    {"game.agree", {{NULL, 0, 0}}, refuse_own, 0},
    {"game.sign", {{NULL, 0, 0}}, refuse_own, 0},
    {"game.reveal", {{NULL, 0, 0}}, refuse_own, 0},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};

static bool is_listed(const struct rpc_method *list, const char *name)
{
    for (; list->name != NULL; list++)
        if (strcmp(list->name, name) == 0)
            return true;
    return false;
}

bool connect_ask_has(const char *method)
{
    return is_listed(connect_ask_methods, method) || is_listed(HIDDEN, method);
}

bool connect_ask_own(struct connect *connect, const struct json *message,
                     const char *line, size_t size)
{
    static const struct rpc_method *const table[] = {connect_ask_methods,
                                                     HIDDEN, NULL};
    const char *method = json_string_of(json_get(message, "method"));
    const struct json *id = json_get(message, "id");
    struct ask ask = {.connect = connect};
    struct text out = {0};
    if (!connect_ask_has(method))
        return false;
    if (id != NULL)
        json_add_value(&ask.answer_id, id);
    struct rpc_service service = {
        .table = table, .kind = RPC_DAEMON, .context = &ask};
    rpc_serve(&service, line, size, &out);
    if (!ask.is_later && (out.size > 0 || out.failed)) {
        connect->scratch.failed |= out.failed;
        text_add_bytes(&connect->scratch, text_string(&out), out.size);
        connect_tell_scratch(connect);
    }
    text_free(&out);
    text_free(&ask.answer_id);
    return true;
}
