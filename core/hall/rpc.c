#include "hall/rpc.h"

#include "hall/failing.h"

#include <stdio.h>
#include <string.h>

static const char *type_name(enum rpc_type type)
{
    static const char *const names[] = {
        [RPC_TEXT] = "text",       [RPC_INTEGER] = "integer",
        [RPC_BOOLEAN] = "boolean", [RPC_LIST] = "list",
        [RPC_OBJECT] = "object",   [RPC_ANY] = "any",
    };
    return names[type];
}

/* What a sentence calls a value of the type. */
static const char *type_with_article(enum rpc_type type)
{
    static const char *const names[] = {
        [RPC_TEXT] = "a text",       [RPC_INTEGER] = "an integer",
        [RPC_BOOLEAN] = "a boolean", [RPC_LIST] = "a list",
        [RPC_OBJECT] = "an object",  [RPC_ANY] = "a value",
    };
    return names[type];
}

enum rpc_code rpc_fail(struct rpc_call *call, enum rpc_code code,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    call->error.status = STATUS_BAD_INPUT;
    vsnprintf(call->error.text, sizeof call->error.text, format, arguments);
    va_end(arguments);
    return code;
}

/* The first place in a script that an error names, "FILE.lua:LINE" or
 * "FILE.lua" where a colon follows, into `at`; false when it names none. */
static bool read_place(char at[RPC_AT_SIZE], const char *text)
{
    size_t start;
    size_t size;
    if (!failing_find_place(text, &start, &size) || size >= RPC_AT_SIZE)
        return false;
    memcpy(at, text + start, size);
    at[size] = '\0';
    return true;
}

bool rpc_names_place(const struct rpc_call *call)
{
    char at[RPC_AT_SIZE];
    return read_place(at, call->error.text);
}

enum rpc_code rpc_fail_status(const struct rpc_call *call)
{
    switch (call->error.status) {
    case STATUS_NOT_FOUND:
        return RPC_NOT_FOUND;
    case STATUS_BAD_INPUT:
        return RPC_REFUSED;
    case STATUS_SCRIPT:
    case STATUS_LIMIT:
        return RPC_RULES_FAILED;
    case STATUS_IO:
        return RPC_STORAGE;
    case STATUS_OK:
    case STATUS_NO_MEMORY:
        break;
    }
    return RPC_INTERNAL;
}

enum rpc_code rpc_done(struct rpc_call *call, enum status status)
{
    if (status != STATUS_OK)
        return rpc_fail_status(call);
    text_add(call->result, "{}");
    return RPC_OK;
}

/* Where the method's table has the parameter; -1 when it has not. */
static int find_param(const struct rpc_method *method, const char *name)
{
    for (int i = 0; i < RPC_PARAMS_MAX && method->params[i].name != NULL; i++)
        if (strcmp(method->params[i].name, name) == 0)
            return i;
    return -1;
}

static const struct json *get_param(const struct rpc_call *call,
                                    const char *name, enum rpc_type type)
{
    int at = find_param(call->method, name);
    REQUIRE(at >= 0 && call->method->params[at].type == type);
    return call->params[at];
}

const char *rpc_text(const struct rpc_call *call, const char *name)
{
    return json_string_of(get_param(call, name, RPC_TEXT));
}

int64_t rpc_integer(const struct rpc_call *call, const char *name,
                    int64_t fallback)
{
    json_read_integer(get_param(call, name, RPC_INTEGER), &fallback);
    return fallback;
}

bool rpc_boolean(const struct rpc_call *call, const char *name, bool fallback)
{
    json_read_boolean(get_param(call, name, RPC_BOOLEAN), &fallback);
    return fallback;
}

const struct json *rpc_list(const struct rpc_call *call, const char *name)
{
    return get_param(call, name, RPC_LIST);
}

const struct json *rpc_object(const struct rpc_call *call, const char *name)
{
    return get_param(call, name, RPC_OBJECT);
}

const struct json *rpc_any(const struct rpc_call *call, const char *name)
{
    return get_param(call, name, RPC_ANY);
}

bool rpc_is_given(const struct rpc_call *call, const char *name)
{
    int at = find_param(call->method, name);
    REQUIRE(at >= 0);
    return call->params[at] != NULL;
}

static bool has_type(const struct json *value, enum rpc_type type)
{
    switch (type) {
    case RPC_TEXT:
        return json_kind(value) == JSON_KIND_STRING;
    case RPC_INTEGER:
        return json_kind(value) == JSON_KIND_INTEGER;
    case RPC_BOOLEAN:
        return json_kind(value) == JSON_KIND_BOOLEAN;
    case RPC_LIST:
        return json_kind(value) == JSON_KIND_ARRAY;
    case RPC_OBJECT:
        return json_kind(value) == JSON_KIND_OBJECT;
    case RPC_ANY:
        break;
    }
    return true;
}

bool rpc_is_for(int flags, enum rpc_flags kind)
{
    int kinds = flags & (RPC_HOST | RPC_DAEMON);
    return kinds == 0 || (kinds & (int)kind) != 0;
}

/* Who takes what this service does not, for sentences. */
static const char *others_name(const struct rpc_call *call)
{
    return call->service->kind == RPC_HOST ? "the daemon" : "castled host";
}

/* Puts one parameter where the table has it. */
static enum rpc_code take_param(struct rpc_call *call, const char *name,
                                const struct json *value)
{
    const struct rpc_method *method = call->method;
    int i = find_param(method, name);
    if (i < 0)
        return rpc_fail(call, RPC_BAD_PARAMS, "%s has no parameter '%.64s'",
                        method->name, name);
    if (json_kind(value) == JSON_KIND_NULL &&
        (method->params[i].flags & RPC_OPTIONAL) != 0)
        return RPC_OK;
    if (!rpc_is_for(method->params[i].flags, call->service->kind))
        return rpc_fail(call, RPC_REFUSED,
                        "the parameter '%s' of %s is only for %s", name,
                        method->name, others_name(call));
    if (!has_type(value, method->params[i].type))
        return rpc_fail(
            call, RPC_BAD_PARAMS, "the parameter '%s' of %s must be %s", name,
            method->name, type_with_article(method->params[i].type));
    call->params[i] = value;
    return RPC_OK;
}

static enum rpc_code take_params(struct rpc_call *call,
                                 const struct json *params)
{
    if (json_kind(params) != JSON_KIND_ABSENT &&
        json_kind(params) != JSON_KIND_OBJECT)
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "params must be an object: parameters have names here");
    struct json_walk walk = json_walk(params);
    while (json_walk_next(&walk)) {
        enum rpc_code code = take_param(call, walk.key, walk.value);
        if (code != RPC_OK)
            return code;
    }
    const struct rpc_param *known = call->method->params;
    for (int i = 0; i < RPC_PARAMS_MAX && known[i].name != NULL; i++)
        if (call->params[i] == NULL && (known[i].flags & RPC_OPTIONAL) == 0 &&
            rpc_is_for(known[i].flags, call->service->kind))
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "%s needs the parameter '%s', %s",
                            call->method->name, known[i].name,
                            type_with_article(known[i].type));
    return RPC_OK;
}

static const struct rpc_method *
find_method(const struct rpc_method *const *table, const char *name)
{
    for (; *table != NULL; table++)
        for (const struct rpc_method *method = *table; method->name != NULL;
             method++)
            if (strcmp(method->name, name) == 0)
                return method;
    return NULL;
}

/* Begins a response; without an id that can be given back it is null. */
static void begin_response(struct text *out, const struct json *id)
{
    int64_t number;
    const char *string = json_string_of(id);
    text_add(out, RPC_RESPONSE_START);
    if (string != NULL)
        json_add_string(out, string, json_size(id));
    else if (json_read_integer(id, &number))
        text_add_integer(out, number);
    else
        text_add(out, "null");
    text_add_char(out, ',');
}

static void begin_error(struct text *out, enum rpc_code code,
                        const char *sentence)
{
    text_add(out, "\"error\":{");
    json_add_member_integer(out, "code", code);
    json_add_member_string(out, "message", sentence);
}

static void end_error(struct text *out)
{
    text_add(out, "}}\n");
}

void rpc_add_error(struct text *out, const char *id, size_t id_size,
                   enum rpc_code code, const char *sentence)
{
    text_add(out, RPC_RESPONSE_START);
    if (id == NULL)
        text_add(out, "null");
    else
        text_add_bytes(out, id, id_size);
    text_add_char(out, ',');
    begin_error(out, code, sentence);
    end_error(out);
}

/* Whether the call is answered with the place where a script failed. */
static bool tells_place(const struct rpc_call *call)
{
    return call->service->kind != RPC_DAEMON ||
           (call->method->flags & RPC_TELLS_PLACE) != 0;
}

static void add_error(struct text *out, const struct rpc_call *call,
                      enum rpc_code code)
{
    char at[RPC_AT_SIZE];
    bool has_place = code == RPC_RULES_FAILED && tells_place(call) &&
                     read_place(at, call->error.text);
    bool has_traceback = call->traceback != NULL && call->traceback[0] != '\0';
    begin_error(out, code, call->error.text);
    if (has_place || has_traceback) {
        json_add_key(out, "data");
        text_add_char(out, '{');
        if (has_place)
            json_add_member_string(out, "at", at);
        if (has_traceback)
            json_add_member_string(out, "traceback", call->traceback);
        text_add_char(out, '}');
    }
    end_error(out);
}

/* Takes back what was added since the text had `size` bytes. */
static void cut(struct text *text, size_t size)
{
    text->size = size;
    if (text->bytes != NULL)
        text->bytes[size] = '\0';
}

/* What is no request at all, with the sentence that says why. */
static enum rpc_code check_request(struct rpc_call *call,
                                   const struct json *message)
{
    const char *version = json_string_of(json_get(message, "jsonrpc"));
    enum json_kind id = json_kind(json_get(message, "id"));
    if (json_kind(message) == JSON_KIND_ARRAY)
        return rpc_fail(call, RPC_NO_REQUEST,
                        "batches are not taken: send each request as a message "
                        "of its own");
    if (json_kind(message) != JSON_KIND_OBJECT)
        return rpc_fail(call, RPC_NO_REQUEST, "a request is an object");
    if (version == NULL || strcmp(version, "2.0") != 0)
        return rpc_fail(call, RPC_NO_REQUEST,
                        "a request has the member jsonrpc, which is \"2.0\"");
    if (id != JSON_KIND_ABSENT && id != JSON_KIND_NULL &&
        id != JSON_KIND_INTEGER && id != JSON_KIND_STRING)
        return rpc_fail(call, RPC_NO_REQUEST,
                        "the id of a request is a string or an integer");
    if (json_string_of(json_get(message, "method")) == NULL)
        return rpc_fail(call, RPC_NO_REQUEST,
                        "a request has the member method, a string");
    return RPC_OK;
}

/* What the rules failed with in a game of a daemon is told without the place,
 * whatever was asked of them. */
static void take_place(struct rpc_call *call)
{
    int at = find_param(call->method, "game");
    const char *game = at < 0 ? NULL : json_string_of(call->params[at]);
    if (!tells_place(call))
        failing_take_place(&call->error, game == NULL ? "" : game,
                           call->method->name);
}

static enum rpc_code call_method(struct rpc_call *call,
                                 const struct json *message)
{
    const struct rpc_service *service = call->service;
    const char *name = json_string_of(json_get(message, "method"));
    call->method = find_method(service->table, name);
    if (call->method == NULL)
        return rpc_fail(call, RPC_NO_METHOD, "there is no method '%.64s'",
                        name);
    if (!rpc_is_for(call->method->flags, service->kind))
        return rpc_fail(call, RPC_REFUSED, "%s is only for %s",
                        call->method->name, others_name(call));
    enum rpc_code code =
        service->may_call == NULL ? RPC_OK : service->may_call(call);
    if (code == RPC_OK)
        code = take_params(call, json_get(message, "params"));
    if (code == RPC_OK)
        code = call->method->call(call);
    if (code != RPC_OK)
        take_place(call);
    return code;
}

bool rpc_is_blank(const char *line, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

void rpc_serve(const struct rpc_service *service, const char *bytes,
               size_t size, struct text *out)
{
    struct rpc_call call = {
        .context = service->context, .service = service, .result = out};
    struct json *message;
    size_t before = out->size;
    enum rpc_code code = RPC_OK;
    bool is_answered = true;
    if (json_parse(&message, bytes, size, &call.error) != STATUS_OK)
        code =
            call.error.status == STATUS_NO_MEMORY ? RPC_INTERNAL : RPC_NOT_JSON;
    if (code == RPC_OK)
        code = check_request(&call, message);
    const struct json *id = json_get(message, "id");
    if (code == RPC_OK) {
        is_answered = id != NULL;
        begin_response(out, id);
        text_add(out, "\"result\":");
        code = call_method(&call, message);
    }
    if (!is_answered) {
        cut(out, before);
    } else if (code == RPC_OK) {
        text_add(out, "}\n");
    } else {
        cut(out, before);
        begin_response(out, id);
        add_error(out, &call, code);
    }
    json_free(message);
}

void rpc_refuse_size(struct text *out)
{
    struct rpc_call call = {.context = NULL};
    enum rpc_code code =
        rpc_fail(&call, RPC_NO_REQUEST, "a message has at most %d bytes",
                 RPC_MESSAGE_SIZE_MAX);
    begin_response(out, NULL);
    add_error(out, &call, code);
}

/* Adds of which kind of service a method or a parameter is, unless it is of
 * both. */
static void add_only(struct text *out, int flags)
{
    if ((flags & (RPC_HOST | RPC_DAEMON)) != 0)
        json_add_member_string(out, "only",
                               (flags & RPC_HOST) != 0 ? "host" : "daemon");
}

void rpc_add_method(struct text *out, const struct rpc_method *method)
{
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_string(out, "name", method->name);
    add_only(out, method->flags);
    json_add_key(out, "params");
    text_add_char(out, '[');
    for (int i = 0; i < RPC_PARAMS_MAX && method->params[i].name != NULL; i++) {
        const struct rpc_param *param = &method->params[i];
        json_add_comma(out);
        text_add_char(out, '{');
        json_add_member_string(out, "name", param->name);
        json_add_member_string(out, "type", type_name(param->type));
        json_add_member_boolean(out, "optional",
                                (param->flags & RPC_OPTIONAL) != 0);
        add_only(out, param->flags);
        text_add_char(out, '}');
    }
    text_add(out, "]}");
}
