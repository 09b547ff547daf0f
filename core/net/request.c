#include "net/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* As a ruleset_request tells a path from a name. */
static bool is_path(const char *name)
{
    static const char ending[] = ".lua";
    size_t size = strlen(name);
    return strchr(name, '/') != NULL ||
           (size >= sizeof ending - 1 &&
            strcmp(name + size - (sizeof ending - 1), ending) == 0);
}

enum rpc_code request_check_path(struct rpc_call *call, const char *path)
{
    if (hall_settings(hall_of(call))->opens_files)
        return RPC_OK;
    return rpc_fail(call, RPC_REFUSED,
                    "'%.64s' is a path, and no files are opened here", path);
}

enum rpc_code request_fail(const struct rpc_call *call)
{
    return call->error.status == STATUS_SCRIPT && !rpc_names_place(call)
               ? RPC_REFUSED
               : rpc_fail_status(call);
}

static enum rpc_code read_variants(struct request *request,
                                   struct rpc_call *call)
{
    const struct json *list = rpc_list(call, "variants");
    size_t count = json_size(list);
    if (count > RULESET_VARIANTS_MAX)
        return rpc_fail(call, RPC_REFUSED, "at most %d variants can be chosen",
                        RULESET_VARIANTS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_of(json_at(list, i));
        if (name == NULL)
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "the parameter 'variants' of %s must be a list of "
                            "texts",
                            call->method->name);
        if (is_path(name) && request_check_path(call, name) != RPC_OK)
            return RPC_REFUSED;
        request->variants[i] = name;
    }
    request->ruleset.variant_count = (int)count;
    return RPC_OK;
}

/* Writes an option as NAME=VALUE; false when the value is of no option. */
static bool write_option(char *out, size_t size, const char *name,
                         const struct json *value)
{
    int64_t integer;
    bool boolean;
    const char *word = json_string_of(value);
    int length = -1;
    if (word != NULL)
        length = snprintf(out, size, "%s=%s", name, word);
    else if (json_read_integer(value, &integer))
        length = snprintf(out, size, "%s=%" PRId64, name, integer);
    else if (json_read_boolean(value, &boolean))
        length = snprintf(out, size, "%s=%s", name, boolean ? "true" : "false");
    return length >= 0 && (size_t)length < size;
}

static enum rpc_code read_options(struct request *request,
                                  struct rpc_call *call)
{
    const struct json *options = rpc_object(call, "options");
    int count = 0;
    struct json_walk walk = json_walk(options);
    if (json_size(options) > RULESET_OPTIONS_MAX)
        return rpc_fail(call, RPC_REFUSED, "at most %d options can be set",
                        RULESET_OPTIONS_MAX);
    while (json_walk_next(&walk)) {
        if (!write_option(request->written[count],
                          sizeof request->written[count], walk.key, walk.value))
            return rpc_fail(call, RPC_BAD_PARAMS,
                            "the option '%.64s' must be a text, an integer or "
                            "a boolean, and not be long",
                            walk.key);
        request->options[count] = request->written[count];
        count++;
    }
    request->ruleset.option_count = count;
    return RPC_OK;
}

enum rpc_code request_read(struct request *request, struct rpc_call *call)
{
    const char *game = rpc_text(call, "game");
    request->ruleset = (struct ruleset_request){
        .root = hall_settings(hall_of(call))->root,
        .game = game,
        .variants = request->variants,
        .options = request->options,
    };
    enum rpc_code code =
        is_path(game) ? request_check_path(call, game) : RPC_OK;
    if (code == RPC_OK)
        code = read_variants(request, call);
    if (code == RPC_OK)
        code = read_options(request, call);
    return code;
}
