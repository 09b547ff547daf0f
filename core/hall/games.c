#include "game/seat.h"
#include "game/verify.h"
#include "hall/about.h"
#include "hall/hall.h"
#include "hall/lobby.h"
#include "hall/match_setup.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/request.h"
#include "hall/room.h"

#include <string.h>

/* Whether a seat of that kind finds somebody to play it. */
static bool has_bot(const struct rpc_call *call, enum player_kind kind,
                    const char *name)
{
    const struct hall_settings *settings = hall_settings(hall_of(call));
    return kind == PLAYER_HUMAN || settings->has_bot == NULL ||
           settings->has_bot(settings->bots, name);
}

/* Reads who plays; nobody named leaves player_count 0. */
static enum rpc_code read_players(struct match_setup *setup,
                                  struct rpc_call *call)
{
    const struct json *players = rpc_list(call, "players");
    size_t count = json_size(players);
    bool has_person = count == 0;
    if (count > MATERIAL_SEATS_MAX)
        return rpc_fail(call, RPC_REFUSED, "no game has more than %d seats",
                        MATERIAL_SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_of(json_at(players, i));
        if (name == NULL ||
            !about_find_player(name, &setup->players[i], &setup->is_held[i]))
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "the parameter 'players' of %s must be a list of "
                            "these: %s%s",
                            call->method->name, player_names(),
                            setup->home->is_daemon ? ", held" : "");
        if (setup->is_held[i] && !setup->home->is_daemon)
            return rpc_fail(call, RPC_REFUSED,
                            "seats are held for somebody only by the daemon");
        if (!has_bot(call, setup->players[i], name))
            return rpc_fail(call, RPC_REFUSED, "there is no bot '%s' here",
                            name);
        has_person |= setup->players[i] == PLAYER_HUMAN;
    }
    setup->player_count = (int)count;
    /* They would come and go without end, and nobody would have to be there. */
    if (!has_person && hall_peer(call)->origin == PEER_WEB)
        return rpc_fail(call, RPC_REFUSED,
                        "a game needs a person: bots alone play only where the "
                        "daemon runs");
    return RPC_OK;
}

/* Reads what people typed for the shuffle; null is the system's randomness. */
static enum rpc_code read_contributions(struct match_setup *setup,
                                        struct rpc_call *call)
{
    const struct json *list = rpc_list(call, "contributions");
    size_t count = json_size(list);
    if (count > MATERIAL_SEATS_MAX)
        return rpc_fail(call, RPC_REFUSED, "no game has more than %d seats",
                        MATERIAL_SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        const struct json *given = json_at(list, i);
        setup->contributions[i] = json_string_of(given);
        if (setup->contributions[i] == NULL &&
            json_kind(given) != JSON_KIND_NULL)
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "the parameter 'contributions' of %s must be a "
                            "list of texts and nulls",
                            call->method->name);
    }
    setup->contribution_count = (int)count;
    return RPC_OK;
}

static void add_seats(struct text *out, const struct match *match)
{
    json_add_key(out, "seats");
    text_add_char(out, '[');
    for (int i = 0; i < match->seat_count; i++) {
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_integer(out, "seat", i + 1);
        json_add_member_string(out, "name", match->seat_names[i]);
        json_add_member_string(out, "player", about_player_name(match, i));
        json_add_member_boolean(out, "contributes",
                                about_contributes(match, i));
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

static void add_match(struct text *out, const struct match *match)
{
    json_add_member_string(out, "game", match->id);
    json_add_member_integer(
        out, "level", match->is_sealed ? GAME_LEVEL_SEALED : GAME_LEVEL_OPEN);
    add_seats(out, match);
    if (about_add_seal(out, match))
        json_add_member_integer(out, "attempt", MATCH_ATTEMPT);
}

/* Fills in what all matches need. */
static enum rpc_code begin_setup(struct match_setup *setup,
                                 struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    *setup = (struct match_setup){
        .number = hall_next_number(hall),
        .home = hall_home(hall),
    };
    if (setup->number == 0)
        return rpc_fail(call, RPC_REFUSED,
                        "there are %d games already: close one",
                        HALL_MATCHES_MAX);
    if (!setup->home->is_daemon)
        setup->save = rpc_text(call, "save");
    if (setup->save != NULL && setup->save[0] == '\0')
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'save' of %s must be a path",
                        call->method->name);
    if (setup->save != NULL)
        return request_check_path(call, setup->save);
    return RPC_OK;
}

/* Makes the match that `setup` says; NULL and the code when it cannot be. */
static struct match *open_match(struct rpc_call *call,
                                struct match_setup *setup, enum rpc_code *code)
{
    struct request request;
    struct match *match;
    *code = request_read(&request, call);
    if (*code == RPC_OK)
        *code = read_players(setup, call);
    if (*code == RPC_OK)
        *code = read_contributions(setup, call);
    if (*code != RPC_OK)
        return NULL;
    setup->request = &request.ruleset;
    setup->seed = rpc_text(call, "seed");
    setup->overwrites = rpc_boolean(call, "overwrite", false);
    enum status status = match_setup_open(&match, setup, &call->error);
    setup->request = NULL; /* it was lent */
    if (status != STATUS_OK) {
        *code = request_fail(call);
        return NULL;
    }
    if (hall_add(hall_of(call), match, &call->error) == STATUS_OK)
        return match;
    *code = RPC_INTERNAL;
    return NULL;
}

/* Makes the invitations to the seats that are held, and adds them. */
static void add_invitations(struct text *out, struct match *match)
{
    char invitation[SEAT_INVITATION_SIZE];
    json_add_key(out, "invitations");
    text_add_char(out, '[');
    for (int i = 0; i < match->seat_count; i++) {
        if (!match->seats[i].is_held)
            continue;
        seat_new_invitation(invitation, &match->seats[i].invitation);
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_integer(out, "seat", i + 1);
        json_add_member_string(out, "invitation", invitation);
        text_add_char(out, '}');
        seat_wipe(invitation, sizeof invitation);
    }
    text_add_char(out, ']');
}

/* A match of the daemon. */
static enum rpc_code create_stored(struct rpc_call *call,
                                   struct match_setup *setup)
{
    struct text options = {0};
    enum rpc_code code = room_check(call);
    if (code != RPC_OK)
        return code;
    if (rpc_object(call, "options") != NULL) {
        json_add_value(&options, rpc_object(call, "options"));
        setup->options = text_string(&options);
    }
    setup->is_public = rpc_boolean(call, "public", true);
    code = text_status(&options, "options", &call->error) == STATUS_OK
               ? request_read_clock(call, &setup->clock)
               : RPC_INTERNAL;
    struct match *match =
        code == RPC_OK ? open_match(call, setup, &code) : NULL;
    text_free(&options);
    if (match == NULL)
        return code;
    room_take(call, match);
    text_add_char(call->result, '{');
    add_match(call->result, match);
    add_invitations(call->result, match);
    text_add_char(call->result, '}');
    match_note_about(match);
    if (lobby_begin_if_full(match, &call->error) != STATUS_OK) {
        match->is_new = false; /* nobody has heard of it */
        hall_drop(hall_of(call), match);
        return rpc_fail_status(call);
    }
    hall_seat_bots(hall_of(call), match);
    return RPC_OK;
}

static enum rpc_code create(struct rpc_call *call)
{
    struct match_setup setup;
    enum rpc_code code = begin_setup(&setup, call);
    if (code != RPC_OK)
        return code;
    if (setup.home->is_daemon)
        return create_stored(call, &setup);
    const struct match *match = open_match(call, &setup, &code);
    if (match == NULL)
        return code;
    text_add_char(call->result, '{');
    add_match(call->result, match);
    text_add_char(call->result, '}');
    return RPC_OK;
}

static enum rpc_code begin(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    if (match->game != NULL)
        return rpc_fail(call, RPC_NOT_NOW, "the game has begun already");
    return rpc_done(call, match_begin(match, &call->error));
}

static enum rpc_code resume(struct rpc_call *call)
{
    struct match_setup setup;
    struct match *match;
    enum rpc_code code = begin_setup(&setup, call);
    if (code == RPC_OK)
        code = read_players(&setup, call);
    if (code != RPC_OK)
        return code;
    setup.takes_saved_rules = rpc_boolean(call, "saved_rules", false);
    if (match_setup_resume(&match, &setup, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    if (hall_add(hall_of(call), match, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '{');
    add_match(call->result, match);
    json_add_member_string(call->result, "name", match_ruleset(match)->game);
    json_add_member_boolean(call->result, "over", !match_goes_on(match));
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* The match that the call names, if it has begun; else NULL and the code. */
static struct match *begun_match(struct rpc_call *call, enum rpc_code *code)
{
    struct match *match = hall_match(call, code);
    if (match == NULL || match->game != NULL)
        return match;
    *code = rpc_fail(call, RPC_NOT_NOW, "the game has not begun");
    return NULL;
}

static enum rpc_code save(struct rpc_call *call)
{
    enum rpc_code code;
    const char *path = rpc_text(call, "save");
    struct match *match = begun_match(call, &code);
    if (match == NULL)
        return code;
    code = request_check_path(call, path);
    if (code != RPC_OK)
        return code;
    return rpc_done(call, match_save_to(match, path,
                                        rpc_boolean(call, "overwrite", false),
                                        &call->error));
}

/* Adds the record of a game that is not in memory. */
static enum status add_stored_record(struct rpc_call *call, struct text *lines)
{
    struct store_game game = {0};
    enum status status = match_store_read(
        hall_home(hall_of(call)), rpc_text(call, "game"), &game, &call->error);
    if (status != STATUS_OK)
        return status;
    text_add_bytes(lines, text_string(&game.record), game.record.size);
    store_game_free(&game);
    return text_status(lines, "the record", &call->error);
}

/* Adds the lines of a match's record. */
static enum status add_lines(struct rpc_call *call, struct match *match,
                             struct text *lines)
{
    const struct record *record = match_record(match);
    size_t size;
    if (match->home->is_daemon)
        return match_store_record(match, lines, &call->error);
    if (record == NULL)
        return STATUS_OK;
    const char *bytes = record_bytes(record, &size);
    text_add_bytes(lines, bytes, size);
    return text_status(lines, "the record", &call->error);
}

static enum rpc_code get_record(struct rpc_call *call)
{
    struct text lines = {0};
    struct hall *hall = hall_of(call);
    struct match *match =
        matches_by_id(hall_matches(hall), rpc_text(call, "game"));
    enum rpc_code code = RPC_OK;
    if (match == NULL && !hall_home(hall)->is_daemon) {
        hall_match(call, &code);
        return code;
    }
    enum status status = match == NULL ? add_stored_record(call, &lines)
                                       : add_lines(call, match, &lines);
    if (status != STATUS_OK)
        code = rpc_fail_status(call);
    else if (lines.size == 0)
        code = rpc_fail(call, RPC_NOT_NOW, "the game has not begun");
    text_add_char(call->result, '{');
    json_add_key(call->result, "record");
    json_add_string(call->result, text_string(&lines), lines.size);
    text_add_char(call->result, '}');
    text_free(&lines);
    return code;
}

static enum rpc_code verify(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = begun_match(call, &code);
    if (match == NULL)
        return code;
    if (match_goes_on(match))
        return rpc_fail(call, RPC_NOT_NOW,
                        "the game is not over: what is sealed is not shown");
    struct verify_report report;
    size_t size;
    const char *bytes = record_bytes(game_record(match->game), &size);
    const struct hall_settings *settings = hall_settings(hall_of(call));
    struct verify_means means = {.server = settings->workers,
                                 .root = settings->root};
    verify_record(&report, bytes, size, &means);
    text_add_char(call->result, '{');
    verify_add_members(&report, call->result);
    text_add_char(call->result, '}');
    return RPC_OK;
}

static enum rpc_code close_game(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    hall_close(hall_of(call), match);
    return rpc_done(call, STATUS_OK);
}

const struct rpc_method games_methods[] = {
    {"game.create",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"variants", RPC_LIST, RPC_OPTIONAL},
      {"options", RPC_OBJECT, RPC_OPTIONAL},
      {"players", RPC_LIST, RPC_OPTIONAL},
      {"contributions", RPC_LIST, RPC_OPTIONAL | RPC_HOST},
      {"seed", RPC_TEXT, RPC_OPTIONAL},
      {"save", RPC_TEXT, RPC_OPTIONAL | RPC_HOST},
      {"overwrite", RPC_BOOLEAN, RPC_OPTIONAL | RPC_HOST},
      {"clock", RPC_OBJECT, RPC_OPTIONAL | RPC_DAEMON},
      {"public", RPC_BOOLEAN, RPC_OPTIONAL | RPC_DAEMON}},
     create,
     RPC_CHANGES | RPC_TELLS_PLACE},
    {"game.begin", {{"game", RPC_TEXT, RPC_NEEDED}}, begin, RPC_HOST},
    {"game.resume",
     {{"save", RPC_TEXT, RPC_NEEDED},
      {"players", RPC_LIST, RPC_OPTIONAL},
      {"saved_rules", RPC_BOOLEAN, RPC_OPTIONAL}},
     resume,
     RPC_HOST},
    {"game.save",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"save", RPC_TEXT, RPC_NEEDED},
      {"overwrite", RPC_BOOLEAN, RPC_OPTIONAL}},
     save,
     RPC_HOST},
    {"game.record", {{"game", RPC_TEXT, RPC_NEEDED}}, get_record, 0},
    {"game.verify", {{"game", RPC_TEXT, RPC_NEEDED}}, verify, RPC_HOST},
    {"game.close", {{"game", RPC_TEXT, RPC_NEEDED}}, close_game, RPC_HOST},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
