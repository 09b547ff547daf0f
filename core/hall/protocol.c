#include "fair/hex.h"
#include "hall/hall.h"
#include "hall/methods.h"
#include "hall/request.h"

#include <string.h>

enum { PROTOCOL_NUMBER = 1 };

/* All that is sent without being asked for. */
static const char *const NOTIFICATIONS[] = {
    "game.draw_accepted",
    "game.draw_declined",
    "game.draw_offered",
    "game.event",
    "game.head",
    "game.left",
    "game.over",
    "game.question",
    "game.rematch",
    "game.rematch_declined",
    "game.rematch_offered",
    "game.said",
    "game.save_failed",
    "game.save_works",
    "game.sealing",
    "game.seats",
    "game.undone",
    "game.waiting",
};

enum { NOTIFICATION_COUNT = sizeof NOTIFICATIONS / sizeof NOTIFICATIONS[0] };

/* What a player of the daemon has to know of it. */
static void add_daemon(struct text *out, struct hall *hall)
{
    const struct hall_settings *settings = hall_settings(hall);
    char key[2 * DRAW_KEY_SIZE + 1];
    hex_write(key, hall_home(hall)->keys.public_key, DRAW_KEY_SIZE);
    json_add_member_string(out, "key", key);
    json_add_key(out, "limits");
    text_add_char(out, '{');
    json_add_member_integer(out, "message_bytes", settings->message_bytes);
    json_add_member_integer(out, "messages_per_second",
                            settings->messages_per_second);
    json_add_member_integer(out, "name_characters", MATCH_WHO_MAX);
    json_add_member_integer(out, "said_characters", REQUEST_SAID_MAX);
    text_add_char(out, '}');
}

static enum rpc_code hello(struct rpc_call *call)
{
    const struct hall_settings *settings = hall_settings(hall_of(call));
    struct text *out = call->result;
    int64_t wanted = rpc_integer(call, "protocol", PROTOCOL_NUMBER);
    if (wanted != PROTOCOL_NUMBER)
        return rpc_fail(call, RPC_REFUSED,
                        "protocol %lld is not known here, only %d",
                        (long long)wanted, PROTOCOL_NUMBER);
    text_add_char(out, '{');
    json_add_member_string(out, "server", "castled");
    json_add_member_string(out, "version", settings->version);
    json_add_member_integer(out, "protocol", PROTOCOL_NUMBER);
    json_add_member_string(out, "kind", settings->kind);
    if (settings->writer != NULL)
        add_daemon(out, hall_of(call));
    json_add_key(out, "methods");
    text_add_char(out, '[');
    for (int i = 0; hall_methods[i] != NULL; i++)
        for (const struct rpc_method *method = hall_methods[i];
             method->name != NULL; method++)
            if (rpc_is_for(method->flags, call->service->kind))
                json_add_item_string(out, method->name);
    text_add(out, "]}");
    return RPC_OK;
}

/* Adds the methods that are there for the kind, or those that are not. */
static void add_methods(struct text *out, enum rpc_flags kind, bool are_there)
{
    text_add_char(out, '[');
    for (int i = 0; hall_methods[i] != NULL; i++)
        for (const struct rpc_method *method = hall_methods[i];
             method->name != NULL; method++)
            if (rpc_is_for(method->flags, kind) == are_there)
                rpc_add_method(out, method);
    text_add_char(out, ']');
}

static enum rpc_code describe(struct rpc_call *call)
{
    struct text *out = call->result;
    text_add_char(out, '{');
    json_add_key(out, "methods");
    add_methods(out, call->service->kind, true);
    json_add_key(out, "elsewhere");
    add_methods(out, call->service->kind, false);
    json_add_key(out, "notifications");
    text_add_char(out, '[');
    for (int i = 0; i < NOTIFICATION_COUNT; i++)
        json_add_item_string(out, NOTIFICATIONS[i]);
    text_add(out, "]}");
    return RPC_OK;
}

const struct rpc_method protocol_methods[] = {
    {"hello",
     {{"client", RPC_TEXT, RPC_OPTIONAL},
      {"protocol", RPC_INTEGER, RPC_OPTIONAL}},
     hello,
     0},
    {"protocol.describe", {{NULL, 0, 0}}, describe, 0},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
