#include "fair/proquint.h"
#include "game/verify.h"
#include "net/hall.h"
#include "net/match_setup.h"
#include "net/methods.h"
#include "net/request.h"

#include <string.h>

enum { ATTEMPT = 1 /* no game is begun anew under the same seal */ };

/* Players ----------------------------------------------------------------- */

static const char *player_name(enum player_kind kind)
{
    static const char *const names[] = {
        [PLAYER_HUMAN] = "human",
        [PLAYER_RANDOM] = "random",
        [PLAYER_STEWARD] = "steward",
    };
    return names[kind];
}

/* Reads who plays; nobody named leaves player_count 0. */
static enum rpc_code read_players(struct match_setup *setup,
                                  struct rpc_call *call)
{
    const struct json *players = rpc_list(call, "players");
    size_t count = json_size(players);
    if (count > MATERIAL_SEATS_MAX)
        return rpc_fail(call, RPC_REFUSED, "no game has more than %d seats",
                        MATERIAL_SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_of(json_at(players, i));
        if (name == NULL || !player_find(name, &setup->players[i]))
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "the parameter 'players' of %s must be a list of "
                            "these: %s",
                            call->method->name, player_names());
    }
    setup->player_count = (int)count;
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
    const struct sealing *sealing = match_sealing(match);
    json_add_key(out, "seats");
    text_add_char(out, '[');
    for (int i = 0; i < match->seat_count; i++) {
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_integer(out, "seat", i + 1);
        json_add_member_string(out, "name", match->seat_names[i]);
        json_add_member_string(out, "player",
                               player_name(match->players[i].kind));
        json_add_member_boolean(out, "contributes",
                                sealing != NULL &&
                                    sealing->seats[i + 1].committed);
        text_add_char(out, '}');
    }
    text_add_char(out, ']');
}

/* What a sealed game is bound to, for all to write down. */
static void add_seal(struct text *out, const struct sealing *sealing)
{
    char hex[HASH_HEX_SIZE];
    char words[PROQUINT_LOCK_SIZE];
    hash_to_hex(hex, &sealing->context);
    json_add_member_string(out, "context", hex);
    hash_to_hex(hex, &sealing->lock);
    json_add_member_string(out, "lock", hex);
    proquint_write(words, &sealing->lock);
    json_add_member_string(out, "proquints", words);
    json_add_member_integer(out, "attempt", ATTEMPT);
}

static void add_match(struct text *out, const struct match *match)
{
    const struct sealing *sealing = match_sealing(match);
    json_add_member_string(out, "game", match->id);
    json_add_member_integer(
        out, "level", sealing == NULL ? GAME_LEVEL_OPEN : GAME_LEVEL_SEALED);
    add_seats(out, match);
    if (sealing != NULL)
        add_seal(out, sealing);
}

/* Fills in what all matches need. */
static enum rpc_code begin_setup(struct match_setup *setup,
                                 struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    *setup = (struct match_setup){
        .number = hall_next_number(hall),
        .root = hall_settings(hall)->root,
        .news = hall_news(hall),
        .save = rpc_text(call, "save"),
    };
    if (setup->number == 0)
        return rpc_fail(call, RPC_REFUSED,
                        "there are %d games already: close one",
                        HALL_MATCHES_MAX);
    if (setup->save != NULL && setup->save[0] == '\0')
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'save' of %s must be a path",
                        call->method->name);
    if (setup->save != NULL)
        return request_check_path(call, setup->save);
    return RPC_OK;
}

/* Methods ----------------------------------------------------------------- */

static enum rpc_code create(struct rpc_call *call)
{
    struct match_setup setup;
    struct request request;
    struct match *match;
    enum rpc_code code = begin_setup(&setup, call);
    if (code == RPC_OK)
        code = request_read(&request, call);
    if (code == RPC_OK)
        code = read_players(&setup, call);
    if (code == RPC_OK)
        code = read_contributions(&setup, call);
    if (code != RPC_OK)
        return code;
    setup.request = &request.ruleset;
    setup.seed = rpc_text(call, "seed");
    setup.overwrites = rpc_boolean(call, "overwrite", false);
    if (match_setup_open(&match, &setup, &call->error) != STATUS_OK)
        return request_fail(call);
    hall_add(hall_of(call), match);
    text_add_char(call->result, '{');
    add_match(call->result, match);
    text_add_char(call->result, '}');
    return RPC_OK;
}

static enum rpc_code begin(struct rpc_call *call)
{
    struct match *match = hall_match(call);
    if (match == NULL)
        return RPC_NOT_FOUND;
    if (match->game != NULL)
        return rpc_fail(call, RPC_NOT_NOW, "the game has begun already");
    if (match_begin(match, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add(call->result, "{}");
    return RPC_OK;
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
    hall_add(hall_of(call), match);
    text_add_char(call->result, '{');
    add_match(call->result, match);
    json_add_member_string(call->result, "name", match->ruleset->game);
    json_add_member_boolean(call->result, "over", !match_goes_on(match));
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* The match that the call names, if it has begun; else NULL and the code. */
static struct match *begun_match(struct rpc_call *call, enum rpc_code *code)
{
    struct match *match = hall_match(call);
    *code = RPC_NOT_FOUND;
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
    if (match_save_to(match, path, rpc_boolean(call, "overwrite", false),
                      &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add(call->result, "{}");
    return RPC_OK;
}

static enum rpc_code get_record(struct rpc_call *call)
{
    const struct match *match = hall_match(call);
    if (match == NULL)
        return RPC_NOT_FOUND;
    const struct record *record = match_record(match);
    if (record == NULL)
        return rpc_fail(call, RPC_NOT_NOW, "the game has not begun");
    size_t size;
    const char *bytes = record_bytes(record, &size);
    text_add_char(call->result, '{');
    json_add_key(call->result, "record");
    json_add_string(call->result, bytes, size);
    text_add_char(call->result, '}');
    return RPC_OK;
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
    verify_record(&report, bytes, size, hall_settings(hall_of(call))->workers);
    text_add_char(call->result, '{');
    json_add_member_boolean(call->result, "good", verify_is_good(&report));
    json_add_key(call->result, "checks");
    verify_add_checks(&report, call->result);
    text_add_char(call->result, '}');
    return RPC_OK;
}

static enum rpc_code close_game(struct rpc_call *call)
{
    struct match *match = hall_match(call);
    if (match == NULL)
        return RPC_NOT_FOUND;
    hall_close(hall_of(call), match);
    text_add(call->result, "{}");
    return RPC_OK;
}

const struct rpc_method games_methods[] = {
    {"game.create",
     {{"game", RPC_TEXT, false},
      {"variants", RPC_LIST, true},
      {"options", RPC_OBJECT, true},
      {"players", RPC_LIST, true},
      {"contributions", RPC_LIST, true},
      {"seed", RPC_TEXT, true},
      {"save", RPC_TEXT, true},
      {"overwrite", RPC_BOOLEAN, true}},
     create},
    {"game.begin", {{"game", RPC_TEXT, false}}, begin},
    {"game.resume",
     {{"save", RPC_TEXT, false},
      {"players", RPC_LIST, true},
      {"saved_rules", RPC_BOOLEAN, true}},
     resume},
    {"game.save",
     {{"game", RPC_TEXT, false},
      {"save", RPC_TEXT, false},
      {"overwrite", RPC_BOOLEAN, true}},
     save},
    {"game.record", {{"game", RPC_TEXT, false}}, get_record},
    {"game.verify", {{"game", RPC_TEXT, false}}, verify},
    {"game.close", {{"game", RPC_TEXT, false}}, close_game},
    {NULL, {{NULL, 0, false}}, NULL},
};
