#include "net/hall.h"
#include "net/methods.h"

#include <limits.h>
#include <string.h>

/* Which game, which seat -------------------------------------------------- */

/* The match that the call names, if it is being played; else NULL and the
 * code. */
static struct match *played_match(struct rpc_call *call, enum rpc_code *code)
{
    struct match *match = hall_match(call);
    *code = RPC_NOT_FOUND;
    if (match == NULL || match_goes_on(match))
        return match;
    *code = rpc_fail(call, RPC_NOT_NOW,
                     match->game == NULL ? "the game has not begun"
                                         : "the game is over");
    return NULL;
}

/* The seat that the call names, counted from 0; -1 when there is none such. */
static int read_seat(struct rpc_call *call, const struct match *match)
{
    int64_t seat = rpc_integer(call, "seat", 0);
    return seat >= 1 && seat <= match->seat_count ? (int)seat - 1 : -1;
}

/* The match, and the seat of a person in it; NULL and the code when there is
 * none. */
static struct match *match_of_person(struct rpc_call *call, int *seat,
                                     enum rpc_code *code)
{
    struct match *match = played_match(call, code);
    if (match == NULL)
        return NULL;
    *seat = read_seat(call, match);
    if (*seat >= 0 && match->players[*seat].kind == PLAYER_HUMAN)
        return match;
    *code =
        *seat < 0
            ? rpc_fail(call, RPC_NOT_FOUND, "the game has the seats 1 to %d",
                       match->seat_count)
            : rpc_fail(call, RPC_REFUSED, "a bot sits in seat %d", *seat + 1);
    return NULL;
}

/* As rpc_fail_status, where "no" means "not now". */
static enum rpc_code fail_not_now(struct rpc_call *call)
{
    return call->error.status == STATUS_BAD_INPUT ? RPC_NOT_NOW
                                                  : rpc_fail_status(call);
}

static enum rpc_code done(struct rpc_call *call)
{
    text_add(call->result, "{}");
    return RPC_OK;
}

/* Tracebacks are for those who look after the scripts. */
static void show_traceback(struct rpc_call *call, const char *traceback)
{
    if (hall_settings(hall_of(call))->is_verbose)
        call->traceback = traceback;
}

/* Asking ------------------------------------------------------------------ */

static enum rpc_code question(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = played_match(call, &code);
    if (match == NULL)
        return code;
    if (match_waits_for_bot(match))
        return rpc_fail(call, RPC_NOT_NOW, "a bot is asked");
    text_add_char(call->result, '{');
    json_add_member_string(call->result, "game", match->id);
    if (match_add_question(match, call->result, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* Goes on after something asked of the position has failed. */
static enum rpc_code fail_asking(struct rpc_call *call, struct match *match)
{
    struct error error;
    if (game_recover(match->game, &error) != STATUS_OK)
        call->error = error;
    return rpc_fail_status(call);
}

static enum rpc_code view(struct rpc_call *call)
{
    struct match *match = hall_match(call);
    if (match == NULL)
        return RPC_NOT_FOUND;
    if (match->game == NULL)
        return rpc_fail(call, RPC_NOT_NOW, "the game has not begun");
    int seat = read_seat(call, match);
    if (seat < 0 && rpc_integer(call, "seat", 0) != 0)
        return rpc_fail(call, RPC_NOT_FOUND, "the game has the seats 1 to %d",
                        match->seat_count);
    if (position_view(game_position(match->game), seat, call->result,
                      &call->error) != STATUS_OK)
        return fail_asking(call, match);
    return RPC_OK;
}

static enum rpc_code hint(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = played_match(call, &code);
    if (match == NULL)
        return code;
    struct player steward;
    int index = 0;
    struct position *position = game_position(match->game);
    player_init(&steward, PLAYER_STEWARD, "hint");
    if (player_choose(&steward, position, &index, &call->error) != STATUS_OK)
        return fail_asking(call, match);
    text_add_char(call->result, '{');
    json_add_member_integer(call->result, "seq", match->seq);
    json_add_member_integer(call->result, "index", index);
    json_add_key(call->result, "choice");
    if (position_choice(position, index, call->result, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* Choosing ---------------------------------------------------------------- */

/* Reads the choice that the call makes; its JSON goes to `canonical`. */
static enum rpc_code read_choice(struct rpc_call *call,
                                 struct match_choice *choice,
                                 struct text *canonical)
{
    const struct json *given = rpc_any(call, "choice");
    int64_t index = rpc_integer(call, "index", -1);
    int64_t seq = rpc_integer(call, "seq", 0);
    bool has_index = rpc_is_given(call, "index");
    if ((given != NULL) == has_index)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "%s needs either 'choice' or 'index'",
                        call->method->name);
    choice->seq = seq < 0 || seq > INT_MAX ? 0 : (int)seq;
    choice->index = -1;
    if (has_index) {
        choice->index = index < 0 || index > INT_MAX ? INT_MAX : (int)index;
        return RPC_OK;
    }
    /* What has no canonical form was never offered: it stays empty. */
    struct error error;
    if (json_add_canonical(canonical, given, &error) != STATUS_OK)
        text_clear(canonical);
    if (text_status(canonical, "a choice", &call->error) != STATUS_OK)
        return RPC_INTERNAL;
    choice->choice = text_string(canonical);
    choice->size = canonical->size;
    return RPC_OK;
}

static enum rpc_code fail_wrong_seq(struct rpc_call *call,
                                    const struct match *match)
{
    if (!match_goes_on(match))
        return rpc_fail(call, RPC_NOT_NOW, "the game is over");
    return rpc_fail(call, RPC_NOT_NOW, "question %d is asked, not %lld",
                    match->seq, (long long)rpc_integer(call, "seq", 0));
}

/* Answers a choice that was taken in some way. */
static enum rpc_code answer_choice(struct rpc_call *call, struct match *match,
                                   const struct match_choice *choice,
                                   enum match_verdict verdict)
{
    switch (verdict) {
    case MATCH_CHOSEN:
        text_add_char(call->result, '{');
        json_add_member_integer(call->result, "seq", choice->seq + 1);
        text_add_char(call->result, '}');
        return RPC_OK;
    case MATCH_WRONG_SEQ:
        return fail_wrong_seq(call, match);
    case MATCH_ELSE:
        return rpc_fail(call, RPC_NOT_NOW,
                        "question %d has been answered in another way",
                        choice->seq);
    case MATCH_NOT_OFFERED:
        return rpc_fail(call, RPC_REFUSED, "that is not among the choices");
    case MATCH_FAILED:
        break;
    }
    show_traceback(call, game_traceback(match->game));
    return rpc_fail_status(call);
}

static enum rpc_code choose(struct rpc_call *call)
{
    struct match *match = hall_match(call);
    if (match == NULL)
        return RPC_NOT_FOUND;
    if (match->game == NULL)
        return rpc_fail(call, RPC_NOT_NOW, "the game has not begun");
    struct match_choice choice = {0};
    struct text canonical = {0};
    enum rpc_code code = read_choice(call, &choice, &canonical);
    if (code == RPC_OK)
        code = answer_choice(call, match, &choice,
                             match_choose(match, &choice, &call->error));
    text_free(&canonical);
    return code;
}

static enum rpc_code ends_turn(struct rpc_call *call)
{
    enum rpc_code code;
    bool is_last = false;
    struct match *match = played_match(call, &code);
    if (match == NULL)
        return code;
    int64_t index = rpc_integer(call, "index", 0);
    if (rpc_integer(call, "seq", 0) != match->seq)
        return fail_wrong_seq(call, match);
    if (index < 0 || index >= game_question(match->game)->choice_count)
        return rpc_fail(call, RPC_REFUSED, "that is not among the choices");
    if (match_ends_turn(match, (int)index, &is_last, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '{');
    json_add_member_boolean(call->result, "ends_turn", is_last);
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* Else -------------------------------------------------------------------- */

static enum rpc_code undo(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = match_of_person(call, &seat, &code);
    if (match == NULL)
        return code;
    if (match_undo(match, seat, &call->error) != STATUS_OK)
        return fail_not_now(call);
    return done(call);
}

static enum rpc_code resign(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = match_of_person(call, &seat, &code);
    if (match == NULL)
        return code;
    if (match_resign(match, seat, &call->error) != STATUS_OK)
        return fail_asking(call, match);
    return done(call);
}

static enum rpc_code offer_draw(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = match_of_person(call, &seat, &code);
    if (match == NULL)
        return code;
    if (match_offer_draw(match, seat, &call->error) != STATUS_OK)
        return fail_not_now(call);
    return done(call);
}

static enum rpc_code answer_draw(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = match_of_person(call, &seat, &code);
    if (match == NULL)
        return code;
    if (match_answer_draw(match, seat, rpc_boolean(call, "agree", false),
                          &call->error) != STATUS_OK)
        return fail_not_now(call);
    return done(call);
}

const struct rpc_method playing_methods[] = {
    {"game.question", {{"game", RPC_TEXT, false}}, question},
    {"game.view",
     {{"game", RPC_TEXT, false}, {"seat", RPC_INTEGER, true}},
     view},
    {"game.choose",
     {{"game", RPC_TEXT, false},
      {"seq", RPC_INTEGER, false},
      {"choice", RPC_ANY, true},
      {"index", RPC_INTEGER, true}},
     choose},
    {"game.ends_turn",
     {{"game", RPC_TEXT, false},
      {"seq", RPC_INTEGER, false},
      {"index", RPC_INTEGER, false}},
     ends_turn},
    {"game.undo",
     {{"game", RPC_TEXT, false}, {"seat", RPC_INTEGER, false}},
     undo},
    {"game.resign",
     {{"game", RPC_TEXT, false}, {"seat", RPC_INTEGER, false}},
     resign},
    {"game.offer_draw",
     {{"game", RPC_TEXT, false}, {"seat", RPC_INTEGER, false}},
     offer_draw},
    {"game.answer_draw",
     {{"game", RPC_TEXT, false},
      {"seat", RPC_INTEGER, false},
      {"agree", RPC_BOOLEAN, false}},
     answer_draw},
    {"game.hint", {{"game", RPC_TEXT, false}}, hint},
    {NULL, {{NULL, 0, false}}, NULL},
};
