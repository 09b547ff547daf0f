#include "net/hall.h"
#include "net/methods.h"

#include <string.h>

enum { PROTOCOL_NUMBER = 1 };

/* All that is sent without being asked for. */
static const char *const NOTIFICATIONS[] = {
    "game.draw_accepted", "game.draw_declined", "game.draw_offered",
    "game.event",         "game.over",          "game.question",
    "game.save_failed",   "game.save_works",    "game.undone",
};

enum { NOTIFICATION_COUNT = sizeof NOTIFICATIONS / sizeof NOTIFICATIONS[0] };

static void add_string(struct text *out, const char *string)
{
    json_add_comma(out);
    json_add_string(out, string, strlen(string));
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
    json_add_key(out, "methods");
    text_add_char(out, '[');
    for (int i = 0; hall_methods[i] != NULL; i++)
        for (const struct rpc_method *method = hall_methods[i];
             method->name != NULL; method++)
            add_string(out, method->name);
    text_add(out, "]}");
    return RPC_OK;
}

static void add_method(struct text *out, const struct rpc_method *method)
{
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_string(out, "name", method->name);
    json_add_key(out, "params");
    text_add_char(out, '[');
    for (int i = 0; i < RPC_PARAMS_MAX && method->params[i].name != NULL; i++) {
        const struct rpc_param *param = &method->params[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", param->name);
        json_add_member_string(out, "type", rpc_type_name(param->type));
        json_add_member_boolean(out, "optional", param->is_optional);
        text_add_char(out, '}');
    }
    text_add(out, "]}");
}

static enum rpc_code describe(struct rpc_call *call)
{
    struct text *out = call->result;
    text_add(out, "{\"methods\":[");
    for (int i = 0; hall_methods[i] != NULL; i++)
        for (const struct rpc_method *method = hall_methods[i];
             method->name != NULL; method++)
            add_method(out, method);
    text_add(out, "],\"notifications\":[");
    for (int i = 0; i < NOTIFICATION_COUNT; i++)
        add_string(out, NOTIFICATIONS[i]);
    text_add(out, "]}");
    return RPC_OK;
}

const struct rpc_method protocol_methods[] = {
    {"hello",
     {{"client", RPC_TEXT, true}, {"protocol", RPC_INTEGER, true}},
     hello},
    {"protocol.describe", {{NULL, 0, false}}, describe},
    {NULL, {{NULL, 0, false}}, NULL},
};
