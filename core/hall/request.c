#include "hall/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum rpc_code request_check_path(struct rpc_call *call, const char *path)
{
    if (hall_settings(hall_of(call))->opens_files)
        return RPC_OK;
    return rpc_fail(call, RPC_REFUSED,
                    "'%.64s' is a path, and a server has only what lies on "
                    "its shelf: give a name",
                    path);
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

/* Characters from one to another. */
struct range {
    uint32_t first;
    uint32_t last;
};

static bool is_in(uint32_t character, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

/* Would move what others write, or be seen by nobody: controls, ends of lines,
 * marks that turn the direction of writing, fillers, tags. */
static const struct range DISTURBING[] = {
    {0, 0x1f},          {0x7f, 0x9f},       {0xad, 0xad},
    {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200b},
    {0x200e, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe00ff}, {0xe01f0, 0xe0fff},
};

/* Blanks of any width. */
static const struct range BLANK[] = {
    {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

/* Stand above or below the one before. */
static const struct range MARK[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0xe31, 0xe31},
    {0xe34, 0xe3a},   {0xe47, 0xe4e},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

/* Choose how the one before is drawn. */
static const struct range SELECTOR[] = {{0xfe00, 0xfe0f}, {0xe0100, 0xe01ef}};

#define IS_IN(character, ranges)                                               \
    is_in(character, ranges, sizeof(ranges) / sizeof *(ranges))

enum {
    MARKS_MAX = 4,       /* on one character */
    JOINER_NOT = 0x200c, /* these say whether letters are joined, in scripts */
    JOINER = 0x200d,     /* that come behind those of Europe, and pictures */
    JOINED_MIN = 0x600,
    PICTURES_MIN = 0x203c,
};

/* Whether the character can stand behind `base`, the last one that is seen by
 * itself; 0: there is none. It does not, where it would not be seen. */
static bool may_follow(uint32_t base, uint32_t character)
{
    if (character == JOINER || character == JOINER_NOT)
        return base >= JOINED_MIN;
    if (!IS_IN(character, SELECTOR))
        return !IS_IN(character, DISTURBING);
    return base >= PICTURES_MIN || base == 0xa9 || base == 0xae ||
           base == '#' || base == '*' || (base >= '0' && base <= '9');
}

enum rpc_code request_check_said(struct rpc_call *call, const char *name,
                                 int max)
{
    int count = 0;
    int marks = 0;
    int size;
    uint32_t base = 0;
    bool is_good = true;
    bool is_seen = false;
    for (const char *at = rpc_text(call, name); *at != '\0'; at += size) {
        uint32_t character = decode(at, &size);
        bool is_mark = IS_IN(character, MARK);
        bool is_alone = !is_mark && !IS_IN(character, SELECTOR) &&
                        character != JOINER && character != JOINER_NOT;
        is_good = is_good && may_follow(base, character);
        marks = is_mark ? marks + 1 : is_alone ? 0 : marks;
        is_good = is_good && marks <= MARKS_MAX;
        if (is_alone)
            base = character;
        is_seen = is_seen || (is_alone && !IS_IN(character, BLANK));
        count++;
    }
    if (is_good && is_seen && count <= max)
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

/* Reads options out of an object; NULL: none. False when there are too many, or
 * a value is of no option; its name is then the last in the list. */
static bool take_options(struct request_options *options,
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
        !take_options(&request->options, json_get(chosen, "options")))
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
    if (!take_options(options, given))
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
