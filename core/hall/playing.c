#include "fair/hex.h"
#include "hall/authority.h"
#include "hall/failing.h"
#include "hall/hall.h"
#include "hall/hint.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/place.h"

#include <limits.h>
#include <string.h>

/* Answers what was done: with nothing, or why it failed; "no" means "not
 * now". */
static enum rpc_code done(struct rpc_call *call, enum status status)
{
    return status == STATUS_BAD_INPUT ? RPC_NOT_NOW : rpc_done(call, status);
}

/* Tracebacks are for those who look after the scripts. */
static void show_traceback(struct rpc_call *call, const char *traceback)
{
    if (hall_settings(hall_of(call))->is_verbose)
        call->traceback = traceback;
}

static enum rpc_code question(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = authority_played(call, &code);
    if (match == NULL)
        return code;
    if (match_waits_for_bot(match))
        return rpc_fail(call, RPC_NOT_NOW, "a bot is asked");
    code = authority_check_asked(call, match);
    if (code != RPC_OK)
        return code;
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

/* Whose view the call wants: a seat, or -1 for somebody who watches. */
static enum rpc_code seat_to_view(struct rpc_call *call,
                                  const struct match *match, int *seat)
{
    enum rpc_code code = authority_read_seat(call, match, seat);
    if (code != RPC_OK || hall_peer(call)->origin == PEER_HOST)
        return code;
    if (*seat < 0 && place_count_seats(match, hall_peer(call), seat) == 0) {
        *seat = -1;
        return RPC_OK;
    }
    return authority_own_seat(call, match, seat);
}

static enum rpc_code view(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    if (match->game == NULL)
        return authority_fail_not_played(call, match);
    code = seat_to_view(call, match, &seat);
    if (code != RPC_OK)
        return code;
    if (game_wake(match->game, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    if (position_view(game_position(match->game), seat, call->result,
                      &call->error) != STATUS_OK)
        return fail_asking(call, match);
    return RPC_OK;
}

static enum rpc_code hint(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = authority_played(call, &code);
    if (match == NULL)
        return code;
    if (game_wake(match->game, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '{');
    json_add_member_integer(call->result, "seq", match->seq);
    if (hint_add(call->result, game_position(match->game), &call->error) !=
        STATUS_OK)
        return fail_asking(call, match);
    text_add_char(call->result, '}');
    return RPC_OK;
}

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

/* Reads what the player has signed of the record. */
static enum rpc_code read_ack(struct rpc_call *call,
                              struct match_choice *choice)
{
    const struct json *ack = rpc_object(call, "ack");
    int64_t entry = -1;
    choice->has_ack = ack != NULL && choice->seat >= 0;
    if (ack == NULL)
        return RPC_OK;
    if (!json_read_integer(json_get(ack, "entry"), &entry) || entry < 0 ||
        entry > INT_MAX ||
        !hex_read(choice->ack.bytes, SIGN_SIZE,
                  json_string_of(json_get(ack, "signature"))))
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the parameter 'ack' of %s has an entry and a "
                        "signature, 128 hexadecimal digits",
                        call->method->name);
    choice->ack_entry = (int)entry;
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

/* Adds the result of a choice: the head that the daemon signed for it. */
static enum rpc_code add_chosen(struct rpc_call *call,
                                const struct match *match,
                                const struct match_choice *choice)
{
    struct game_head head;
    text_add_char(call->result, '{');
    json_add_member_integer(call->result, "seq", choice->seq + 1);
    if (match_head(match, choice->seq, &head)) {
        json_add_key(call->result, "head");
        text_add_char(call->result, '{');
        match_add_head(call->result, &head);
        text_add_char(call->result, '}');
    }
    text_add_char(call->result, '}');
    return RPC_OK;
}

/* Answers a choice that was taken in some way. */
static enum rpc_code answer_choice(struct rpc_call *call, struct match *match,
                                   const struct match_choice *choice,
                                   enum match_verdict verdict)
{
    switch (verdict) {
    case MATCH_CHOSEN:
        return add_chosen(call, match, choice);
    case MATCH_NOT_YOURS:
        return rpc_fail(call, RPC_REFUSED,
                        "question %d was for another seat than yours",
                        choice->seq);
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
    if (match->home->is_daemon)
        failing_name_place(&call->error);
    if (failing_must_undo(match))
        error_prefix(&call->error, "take back your last choice, since none of "
                                   "these can be made");
    return rpc_fail_status(call);
}

/* Which seat a choice is made by: that of a question which is the caller's. */
static enum rpc_code choosing_seat(struct rpc_call *call,
                                   const struct match *match,
                                   struct match_choice *choice)
{
    int seat;
    choice->seat = -1;
    if (hall_peer(call)->origin == PEER_HOST)
        return RPC_OK;
    if (choice->seq == match->seq && match_goes_on(match)) {
        choice->seat = game_question(match->game)->seat;
        return authority_check_asked(call, match);
    }
    enum rpc_code code = authority_read_seat(call, match, &seat);
    if (code != RPC_OK)
        return code;
    int answered = match_seat_of(match, choice->seq);
    if (seat < 0 && place_count_seats(match, hall_peer(call), &seat) > 1 &&
        answered >= 0)
        seat = answered;
    choice->seat = seat;
    return seat >= 0 && authority_acts_for(call, match, seat)
               ? RPC_OK
               : rpc_fail(call, RPC_REFUSED,
                          seat < 0 ? "you have no seat in this game"
                                   : "seat %d is not yours",
                          seat + 1);
}

static enum rpc_code choose(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    if (match->game == NULL)
        return authority_fail_not_played(call, match);
    struct match_choice choice = {0};
    struct text canonical = {0};
    code = read_choice(call, &choice, &canonical);
    if (code == RPC_OK)
        code = choosing_seat(call, match, &choice);
    if (code == RPC_OK)
        code = read_ack(call, &choice);
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
    struct match *match = authority_played(call, &code);
    if (match == NULL)
        return code;
    int64_t index = rpc_integer(call, "index", 0);
    if (rpc_integer(call, "seq", 0) != match->seq)
        return fail_wrong_seq(call, match);
    code = authority_check_asked(call, match);
    if (code != RPC_OK)
        return code;
    if (index < 0 || index >= game_question(match->game)->choice_count)
        return rpc_fail(call, RPC_REFUSED, "that is not among the choices");
    if (match_ends_turn(match, (int)index, &is_last, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '{');
    json_add_member_boolean(call->result, "ends_turn", is_last);
    text_add_char(call->result, '}');
    return RPC_OK;
}

static enum rpc_code undo(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = authority_person(call, &seat, &code);
    return match == NULL ? code
                         : done(call, match_undo(match, seat, &call->error));
}

static enum rpc_code resign(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = authority_person(call, &seat, &code);
    if (match == NULL)
        return code;
    enum status status = match_resign(match, seat, &call->error);
    return status == STATUS_OK ? done(call, status) : fail_asking(call, match);
}

static enum rpc_code offer_draw(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = authority_person(call, &seat, &code);
    return match == NULL
               ? code
               : done(call, match_offer_draw(match, seat, &call->error));
}

static enum rpc_code answer_draw(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    struct match *match = authority_person(call, &seat, &code);
    bool agrees = rpc_boolean(call, "agree", false);
    return match == NULL ? code
                         : done(call, match_answer_draw(match, seat, agrees,
                                                        &call->error));
}

const struct rpc_method playing_methods[] = {
    {"game.question",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL | RPC_DAEMON}},
     question,
     0},
    {"game.view",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     view,
     0},
    {"game.choose",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seq", RPC_INTEGER, RPC_NEEDED},
      {"choice", RPC_ANY, RPC_OPTIONAL},
      {"index", RPC_INTEGER, RPC_OPTIONAL},
      {"seat", RPC_INTEGER, RPC_OPTIONAL | RPC_DAEMON},
      {"ack", RPC_OBJECT, RPC_OPTIONAL | RPC_DAEMON}},
     choose,
     RPC_CHANGES},
    {"game.ends_turn",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seq", RPC_INTEGER, RPC_NEEDED},
      {"index", RPC_INTEGER, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL | RPC_DAEMON}},
     ends_turn,
     0},
    {"game.undo",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     undo,
     RPC_CHANGES},
    {"game.resign",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     resign,
     RPC_CHANGES},
    {"game.offer_draw",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     offer_draw,
     RPC_CHANGES},
    {"game.answer_draw",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"seat", RPC_INTEGER, RPC_OPTIONAL},
      {"agree", RPC_BOOLEAN, RPC_NEEDED}},
     answer_draw,
     RPC_CHANGES},
    {"game.hint", {{"game", RPC_TEXT, RPC_NEEDED}}, hint, RPC_HOST},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
