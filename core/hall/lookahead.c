/*
 * lookahead -- what somebody needs to think about a daemon's game elsewhere.
 *
 * Thinking takes time, which the daemon has not: a frontend's companion or a
 * bot asks for the position and looks ahead in an executor of its own, or has
 * `castled host` do so.
 */

#include "fair/hex.h"
#include "hall/about.h"
#include "hall/authority.h"
#include "hall/hint.h"
#include "hall/methods.h"
#include "hall/request.h"

#include <string.h>

/* Whether somebody holds something unseen. */
static bool has_hands(struct match *match)
{
    const struct material *material =
        position_material(game_position(match->game));
    for (int i = 0; i < match->seat_count; i++)
        if (material->hands[i].count > 0)
            return true;
    return false;
}

/* Adds what the position is of: name, variants, options, rules. */
static void add_rules(struct text *out, const struct match *match,
                      const struct json *shown)
{
    static const char *const keys[] = {"name", "variants", "options"};
    char rules[HASH_HEX_SIZE];
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_add_key(out, keys[i]);
        json_add_value(out, json_get(shown, keys[i]));
    }
    hash_to_hex(rules, &match_ruleset(match)->hash);
    json_add_member_string(out, "rules", rules);
}

static enum status add_position(struct text *out, struct match *match,
                                struct error *error)
{
    struct text bytes = {0};
    struct json *shown = NULL;
    enum status status = about_parse_shown(&shown, match, error);
    if (status == STATUS_OK)
        status = position_store(game_position(match->game), &bytes, error);
    if (status == STATUS_OK) {
        text_add_char(out, '{');
        json_add_member_integer(out, "seq", match->seq);
        json_add_member_integer(out, "seat",
                                game_question(match->game)->seat + 1);
        add_rules(out, match, shown);
        hex_add_member(out, "position", bytes.bytes, bytes.size);
        text_add_char(out, '}');
    }
    json_free(shown);
    text_free(&bytes);
    return status;
}

static enum rpc_code position(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = authority_played(call, &code);
    if (match == NULL)
        return code;
    code = authority_own_seat(call, match, &seat);
    if (code != RPC_OK)
        return code;
    if (game_wake(match->game, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    if (has_hands(match))
        return rpc_fail(call, RPC_REFUSED,
                        "somebody holds what others must not see, so the "
                        "position is not given away");
    if (add_position(call->result, match, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    return RPC_OK;
}

static enum rpc_code hint(struct rpc_call *call)
{
    struct request request;
    enum rpc_code code = request_read(&request, call);
    if (code != RPC_OK)
        return code;
    struct hint_position given = {
        .ruleset = &request.ruleset,
        .rules = rpc_text(call, "rules"),
        .position = rpc_text(call, "position"),
    };
    text_add_char(call->result, '{');
    if (hint_add_given(call->result, hall_hint_rules(hall_of(call)), &given,
                       &call->error) != STATUS_OK)
        return request_fail(call);
    text_add_char(call->result, '}');
    return RPC_OK;
}

const struct rpc_method lookahead_methods[] = {
    {"game.position",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     position,
     RPC_DAEMON},
    {"position.hint",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"variants", RPC_LIST, RPC_OPTIONAL},
      {"options", RPC_OBJECT, RPC_OPTIONAL},
      {"rules", RPC_TEXT, RPC_NEEDED},
      {"position", RPC_TEXT, RPC_NEEDED}},
     hint,
     RPC_HOST},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
