#include "hall/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum rpc_code request_check_path(struct rpc_call *call, const char *path)
{
    if (hall_settings(hall_of(call))->opens_files)
        return RPC_OK;
    return rpc_fail(call, RPC_REFUSED,
                    "'%.64s' is a path, and no files are opened here", path);
}

/* The character at `at`, which is UTF-8; *size is that of its bytes. */
static uint32_t decode(const char *at, int *size)
{
    uint8_t first = (uint8_t)*at;
    *size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t character = *size == 1 ? first : first & (0x7fU >> *size);
    for (int i = 1; i < *size; i++)
        character = character << 6 | ((uint8_t)at[i] & 0x3fU);
    return character;
}

/* Whether it would move what others write: controls, ends of lines, marks that
 * turn the direction of writing. */
static bool disturbs(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) ||
           (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069) ||
           character == 0x200e || character == 0x200f || character == 0xfeff;
}

enum rpc_code request_check_said(struct rpc_call *call, const char *name,
                                 int max)
{
    int count = 0;
    int size;
    bool is_blank = true;
    bool is_good = true;
    for (const char *at = rpc_text(call, name); *at != '\0'; at += size) {
        uint32_t character = decode(at, &size);
        is_good = is_good && !disturbs(character);
        is_blank = is_blank && (character == ' ' || character == 0xa0);
        count++;
    }
    if (is_good && !is_blank && count <= max)
        return RPC_OK;
    return rpc_fail(call, RPC_BAD_PARAMS,
                    "the parameter '%s' of %s must have 1 to %d characters "
                    "that can be printed, and not only blanks",
                    name, call->method->name, max);
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
        if (ruleset_is_path(name) && request_check_path(call, name) != RPC_OK)
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

bool request_read_options(struct request_options *options,
                          const struct json *object)
{
    options->count = 0;
    struct json_walk walk = json_walk(object);
    if (json_size(object) > RULESET_OPTIONS_MAX)
        return false;
    while (json_walk_next(&walk)) {
        int at = options->count++;
        options->list[at] = walk.key;
        if (!write_option(options->written[at], sizeof options->written[at],
                          walk.key, walk.value))
            return false;
        options->list[at] = options->written[at];
    }
    return true;
}

bool request_read_chosen(struct request *request, const char *root,
                         const struct json *chosen)
{
    const struct json *variants = json_get(chosen, "variants");
    size_t count = json_size(variants);
    request->ruleset = (struct ruleset_request){
        .root = root,
        .game = json_string_of(json_get(chosen, "name")),
        .variants = request->variants,
        .variant_count = (int)count,
        .options = request->options.list,
    };
    if (request->ruleset.game == NULL || count > RULESET_VARIANTS_MAX ||
        !request_read_options(&request->options, json_get(chosen, "options")))
        return false;
    request->ruleset.option_count = request->options.count;
    for (size_t i = 0; i < count; i++) {
        request->variants[i] = json_string_of(json_at(variants, i));
        if (request->variants[i] == NULL)
            return false;
    }
    return true;
}

static enum rpc_code read_options(struct request *request,
                                  struct rpc_call *call)
{
    struct request_options *options = &request->options;
    const struct json *given = rpc_object(call, "options");
    request->ruleset.option_count = 0;
    if (json_size(given) > RULESET_OPTIONS_MAX)
        return rpc_fail(call, RPC_REFUSED, "at most %d options can be set",
                        RULESET_OPTIONS_MAX);
    if (!request_read_options(options, given))
        return rpc_fail(call, RPC_BAD_PARAMS,
                        "the option '%.64s' must be a text, an integer or "
                        "a boolean, and not be long",
                        options->list[options->count - 1]);
    request->ruleset.option_count = options->count;
    return RPC_OK;
}

enum rpc_code request_read(struct request *request, struct rpc_call *call)
{
    const char *game = rpc_text(call, "game");
    request->ruleset = (struct ruleset_request){
        .root = hall_settings(hall_of(call))->root,
        .game = game,
        .variants = request->variants,
        .options = request->options.list,
    };
    enum rpc_code code =
        ruleset_is_path(game) ? request_check_path(call, game) : RPC_OK;
    if (code == RPC_OK)
        code = read_variants(request, call);
    if (code == RPC_OK)
        code = read_options(request, call);
    return code;
}

/* Reads a member of whole seconds; what is not there leaves *ms as it is. */
static bool read_seconds(const struct json *clock, const char *key, int64_t *ms)
{
    int64_t seconds;
    const struct json *value = json_get(clock, key);
    if (value == NULL)
        return true;
    if (!json_read_integer(value, &seconds) || seconds < 0 ||
        seconds > TIMER_MS_MAX / 1000)
        return false;
    *ms = 1000 * seconds;
    return true;
}

enum rpc_code request_read_clock(struct rpc_call *call,
                                 struct timer_rule *clock)
{
    const struct json *given = rpc_object(call, "clock");
    *clock = (struct timer_rule){0};
    if (given == NULL)
        return RPC_OK;
    int known = (json_get(given, "choice_s") != NULL) +
                (json_get(given, "game_s") != NULL) +
                (json_get(given, "increment_s") != NULL);
    if ((size_t)known == json_size(given) &&
        read_seconds(given, "choice_s", &clock->choice_ms) &&
        read_seconds(given, "game_s", &clock->game_ms) &&
        read_seconds(given, "increment_s", &clock->increment_ms) &&
        timer_has_rule(clock) && timer_is_rule(clock))
        return RPC_OK;
    return rpc_fail(call, RPC_BAD_PARAMS,
                    "the parameter 'clock' of %s must be {\"choice_s\": n} or "
                    "{\"game_s\": n, \"increment_s\": n}, in seconds up to a "
                    "year",
                    call->method->name);
}
