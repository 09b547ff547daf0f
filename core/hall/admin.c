/*
 * admin -- what only the operator of a daemon may do.
 *
 * The operator is who runs the daemon, or root, on the Unix socket.
 */

#include "base/log.h"
#include "hall/about.h"
#include "hall/authority.h"
#include "hall/lobby.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/rematch.h"
#include "hall/telling.h"

#include <string.h>

static enum rpc_code check_operator(struct rpc_call *call)
{
    return hall_peer(call)->is_operator
               ? RPC_OK
               : authority_turn_away(
                     call, "only who runs the daemon may do that, by its Unix "
                           "socket");
}

static enum rpc_code status(struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    struct error error;
    int64_t counts[STORE_OVER + 1] = {0};
    enum rpc_code code = check_operator(call);
    if (code != RPC_OK)
        return code;
    if (store_count(hall_settings(hall)->reader, counts, &call->error) !=
        STATUS_OK)
        return rpc_fail_status(call);
    struct hall_figures figures = hall_figures(hall);
    struct writer_figures writer = writer_figures(hall_settings(hall)->writer);
    struct text *out = call->result;
    text_add_char(out, '{');
    json_add_member_string(out, "version", hall_settings(hall)->version);
    if (hall_settings(hall)->data != NULL)
        json_add_member_string(out, "data", hall_settings(hall)->data);
    json_add_member_integer(out, "up_since", hall_home(hall)->start_ms);
    json_add_member_integer(out, "open", counts[STORE_OPEN]);
    json_add_member_integer(out, "playing", counts[STORE_PLAYING]);
    json_add_member_integer(out, "over", counts[STORE_OVER]);
    json_add_member_integer(out, "in_memory", figures.match_count);
    json_add_member_integer(out, "connections", figures.peer_count);
    json_add_member_integer(out, "executors", figures.executor_count);
    json_add_member_integer(out, "choices", figures.choice_count);
    json_add_member_integer(out, "script_failures",
                            figures.script_failure_count);
    json_add_member_integer(out, "writes_waiting", writer.waiting);
    json_add_member_string(
        out, "store",
        writer_has_failed(hall_settings(hall)->writer, &error) ? error.text
                                                               : "ok");
    text_add_char(out, '}');
    return RPC_OK;
}

static enum rpc_code list(struct rpc_call *call)
{
    enum rpc_code code = check_operator(call);
    return code == RPC_OK ? lobby_list(call, true, LOBBY_LIST_MAX) : code;
}

/* The match that the operator's call names; NULL and the code when there is
 * none. */
static struct match *operators_match(struct rpc_call *call, enum rpc_code *code)
{
    *code = check_operator(call);
    return *code == RPC_OK ? hall_match(call, code) : NULL;
}

static enum rpc_code show(struct rpc_call *call)
{
    enum rpc_code code;
    struct match *match = operators_match(call, &code);
    if (match == NULL)
        return code;
    struct text *out = call->result;
    rematch_forget_gone(hall_of(call), match);
    text_add_char(out, '{');
    json_add_key(out, "about");
    about_add(out, match);
    json_add_member_integer(out, "number", match->number);
    json_add_member_integer(out, "entries", match->entry_count);
    json_add_member_integer(out, "seq", match->seq);
    json_add_member_integer(out, "watchers", match->watcher_count);
    text_add_char(out, '}');
    return RPC_OK;
}

/* A game that cannot be loaded any more can be exported all the same. */
static enum rpc_code export_record(struct rpc_call *call)
{
    struct store_game game = {0};
    enum rpc_code code = check_operator(call);
    if (code != RPC_OK)
        return code;
    if (match_store_read(hall_home(hall_of(call)), rpc_text(call, "game"),
                         &game, &call->error) != STATUS_OK)
        return rpc_fail_status(call);
    text_add_char(call->result, '{');
    json_add_key(call->result, "record");
    json_add_string(call->result, text_string(&game.record), game.record.size);
    text_add_char(call->result, '}');
    store_game_free(&game);
    return RPC_OK;
}

/* What is to be deleted. */
struct deleting {
    int64_t number;
    int64_t changed_ms;
    enum store_state state;
};

/* What is known of the game, which need not be in memory; false, and the error,
 * when there is none. */
static bool find_deleting(struct rpc_call *call, const struct match *match,
                          struct deleting *out)
{
    struct store_game game = {0};
    if (match != NULL) {
        *out = (struct deleting){match->number, match->changed_ms,
                                 match_state(match)};
        return true;
    }
    if (match_store_read(hall_home(hall_of(call)), rpc_text(call, "game"),
                         &game, &call->error) != STATUS_OK)
        return false;
    *out = (struct deleting){game.game, game.changed_ms, game.state};
    store_game_free(&game);
    return true;
}

static void log_deleted(const char *id, enum store_state state)
{
    struct log_line line = log_begin(LOG_INFO, "game_deleted");
    log_add_text(&line, "game", id);
    log_add_text(&line, "state", about_state_name(state));
    log_end(&line);
}

static enum rpc_code delete_game(struct rpc_call *call)
{
    struct hall *hall = hall_of(call);
    enum rpc_code code = check_operator(call);
    if (code != RPC_OK)
        return code;
    const char *id = rpc_text(call, "game");
    struct match *match = matches_by_id(hall_matches(hall), id);
    struct deleting deleting;
    if (!find_deleting(call, match, &deleting))
        return rpc_fail_status(call);
    if (rpc_is_given(call, "before") &&
        deleting.changed_ms >= rpc_integer(call, "before", 0))
        return rpc_fail(call, RPC_NOT_FOUND,
                        "the game '%.64s' has changed since then", id);
    if (!match_store_delete(hall_home(hall), deleting.number, id))
        return rpc_fail(call, RPC_NOT_NOW,
                        "too many games are being deleted: try again");
    log_deleted(id, deleting.state);
    if (match != NULL) {
        telling_all_left(match, "deleted");
        hall_drop(hall, match);
    }
    return rpc_done(call, STATUS_OK);
}

const struct rpc_method admin_methods[] = {
    {"admin.status", {{NULL, 0, 0}}, status, RPC_DAEMON},
    {"admin.list",
     {{"state", RPC_TEXT, RPC_OPTIONAL},
      {"before", RPC_INTEGER, RPC_OPTIONAL},
      {"before_game", RPC_TEXT, RPC_OPTIONAL},
      {"count", RPC_INTEGER, RPC_OPTIONAL}},
     list,
     RPC_DAEMON},
    {"admin.show", {{"game", RPC_TEXT, RPC_NEEDED}}, show, RPC_DAEMON},
    {"admin.export",
     {{"game", RPC_TEXT, RPC_NEEDED}},
     export_record,
     RPC_DAEMON},
    {"admin.delete",
     {{"game", RPC_TEXT, RPC_NEEDED}, {"before", RPC_INTEGER, RPC_OPTIONAL}},
     delete_game,
     RPC_DAEMON | RPC_CHANGES},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
