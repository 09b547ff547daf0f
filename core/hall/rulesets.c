#include "base/clock.h"
#include "game/catalogue_json.h"
#include "game/playout.h"
#include "hall/hall.h"
#include "hall/methods.h"
#include "hall/request.h"

#include <stdlib.h>
#include <string.h>

/* Adds members as they are in a description; what is not there is null. */
static void add_members(struct text *out, const struct json *description,
                        const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_add_key(out, keys[i]);
        json_add_value(out, json_get(description, keys[i]));
    }
}

/* Adds a game to the list; one that cannot be opened is left out. */
static void add_game(struct rpc_call *call, const char *name)
{
    static const char *const keys[] = {"name", "title", "summary"};
    const char *root = hall_settings(hall_of(call))->root;
    struct json *game;
    struct error error;
    if (catalogue_describe_game(&game, root, name, &error) != STATUS_OK)
        return;
    json_add_comma(call->result);
    text_add_char(call->result, '{');
    add_members(call->result, game, keys, sizeof keys / sizeof keys[0]);
    text_add_char(call->result, '}');
    json_free(game);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds names of variants in the order of their bytes: the order in which they
 * were chosen says nothing. */
static void write_names(struct text *out, const struct json *list)
{
    const char *names[RULESET_VARIANTS_MAX];
    size_t count = json_size(list);
    bool are_names = count <= RULESET_VARIANTS_MAX;
    for (size_t i = 0; are_names && i < count; i++) {
        names[i] = json_string_of(json_at(list, i));
        are_names = names[i] != NULL;
    }
    if (!are_names) {
        json_add_value(out, list); /* is refused, and not kept */
        return;
    }
    qsort(names, count, sizeof names[0], compare_names);
    text_add_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        json_add_comma(out);
        json_add_string(out, names[i], strlen(names[i]));
    }
    text_add_char(out, ']');
}

/* Adds options in the order of their names. */
static void write_options(struct text *out, const struct json *object)
{
    struct json_member *members;
    struct error error;
    if (json_sort_members(&members, object, &error) != STATUS_OK) {
        json_add_value(out, object); /* dearer than it need be, and right */
        return;
    }
    text_add_char(out, '{');
    for (size_t i = 0; i < json_size(object); i++) {
        json_add_key(out, members[i].key);
        json_add_value(out, members[i].value);
    }
    text_add_char(out, '}');
    free(members);
}

/* What the call asks, in a form that is the same for the same question: nobody
 * is to have the same answer made anew by asking in another order. */
static void write_question(struct text *out, const struct rpc_call *call)
{
    const struct rpc_param *params = call->method->params;
    text_add(out, call->method->name);
    for (int i = 0; i < RPC_PARAMS_MAX && params[i].name != NULL; i++) {
        const struct json *value = call->params[i];
        text_add_char(out, '\n');
        if (params[i].type == RPC_LIST)
            write_names(out, value);
        else if (params[i].type == RPC_OBJECT)
            write_options(out, value);
        else
            json_add_value(out, value);
    }
}

/* The same where it is about the rules that a game keeps: games by the same
 * rules have one answer, and it goes by what makes rulesets equal. */
static void write_rules(struct text *out, const struct rpc_call *call,
                        const struct ruleset *ruleset)
{
    char hash[HASH_HEX_SIZE];
    hash_to_hex(hash, &ruleset->hash);
    text_addf(out, "%s\n%s\n%s", call->method->name, ruleset->game, hash);
    for (int i = 0; i < ruleset->variant_count; i++)
        text_addf(out, " %d", ruleset->variant_sources[i]);
    for (int i = 0; i < ruleset->option_count; i++)
        text_addf(out, "\n%s=%s", ruleset->options[i].name,
                  ruleset->options[i].value);
}

/* Answers from the daemon's shelf, or as `answer` does, and keeps that. `own`
 * are the rules that it is about; NULL: they are asked for in the params. */
static enum rpc_code answer_once(struct rpc_call *call,
                                 const struct ruleset *own,
                                 enum rpc_code (*answer)(struct rpc_call *call))
{
    struct hall *hall = hall_of(call);
    struct shelf *shelf = hall_shelf(hall);
    struct text question = {0};
    size_t before = call->result->size;
    enum rpc_code code = RPC_OK;
    if (call->service->kind != RPC_DAEMON)
        return answer(call);
    shelf_check(shelf, hall_settings(hall)->root, clock_steady_ns());
    if (own != NULL)
        write_rules(&question, call, own);
    else
        write_question(&question, call);
    if (!shelf_find(shelf, &question, call->result)) {
        code = answer(call);
        if (code == RPC_OK && !call->result->failed)
            shelf_keep(shelf, &question, call->result->bytes + before,
                       call->result->size - before);
    }
    text_free(&question);
    return code;
}

static enum rpc_code make_list(struct rpc_call *call)
{
    struct text names = {0};
    enum status status =
        ruleset_list(&names, hall_settings(hall_of(call))->root, "scripts", "",
                     &call->error);
    text_add(call->result, "{\"games\":[");
    char *at = names.bytes;
    while (status == STATUS_OK && at != NULL && *at != '\0') {
        char *end = strchr(at, '\n');
        *end = '\0';
        add_game(call, at);
        at = end + 1;
    }
    text_add(call->result, "]}");
    text_free(&names);
    return status == STATUS_OK ? RPC_OK : rpc_fail_status(call);
}

static enum status add_catalogue(struct rpc_call *call,
                                 const struct catalogue *catalogue)
{
    static const char *const keys[] = {"name",     "title",  "summary",
                                       "seats",    "events", "texts",
                                       "alphabet", "tiles",  "plan"};
    struct catalogue_query query = {.catalogue = catalogue, .language = "en"};
    int count;
    text_add_char(call->result, '{');
    add_members(call->result, catalogue->composed, keys,
                sizeof keys / sizeof keys[0]);
    catalogue_json_add_groups(json_get(catalogue->composed, "groups"),
                              call->result);
    enum status status =
        catalogue_json_write(&query, call->result, &count, &call->error);
    text_add_char(call->result, '}');
    return status;
}

static enum rpc_code make_description(struct rpc_call *call)
{
    struct request request;
    struct catalogue *catalogue;
    enum rpc_code code = request_read(&request, call);
    if (code != RPC_OK)
        return code;
    enum status status =
        catalogue_open(&catalogue, &request.ruleset, &call->error);
    if (status == STATUS_OK)
        status = add_catalogue(call, catalogue);
    catalogue_free(catalogue);
    return status == STATUS_OK ? RPC_OK : request_fail(call);
}

/* Describes the rules that a game is played by, as it keeps them. */
static enum rpc_code make_own_description(struct rpc_call *call)
{
    struct catalogue *catalogue;
    enum rpc_code code;
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    enum status status =
        catalogue_open_ruleset(&catalogue, match_ruleset(match), &call->error);
    if (status == STATUS_OK)
        status = add_catalogue(call, catalogue);
    catalogue_free(catalogue);
    return status == STATUS_OK ? RPC_OK : rpc_fail_status(call);
}

/* Whether a variant is somebody's own file, which a daemon takes from nobody:
 * perhaps nobody has played by it. */
static bool has_path(const struct ruleset_request *request)
{
    bool has = false;
    for (int i = 0; i < request->variant_count; i++)
        has = has || ruleset_is_path(request->variants[i]);
    return has;
}

static enum rpc_code make_check(struct rpc_call *call)
{
    struct request request;
    struct ruleset *ruleset = NULL;
    struct executor *executor = NULL;
    enum rpc_code code = request_read(&request, call);
    if (code != RPC_OK)
        return code;
    enum status status = ruleset_open(&ruleset, &request.ruleset, &call->error);
    if (status == STATUS_OK)
        status = executor_new(&executor, ruleset, &call->error);
    executor_free(executor);
    if (status == STATUS_OK && has_path(&request.ruleset)) {
        status = playout_try(ruleset, &call->error);
        if (status != STATUS_OK)
            error_prefix(&call->error, "a game by random choices fails");
    }
    ruleset_free(ruleset);
    if (status != STATUS_OK)
        return request_fail(call);
    return rpc_done(call, STATUS_OK);
}

static enum rpc_code list(struct rpc_call *call)
{
    return answer_once(call, NULL, make_list);
}

static enum rpc_code describe(struct rpc_call *call)
{
    return answer_once(call, NULL, make_description);
}

static enum rpc_code describe_own(struct rpc_call *call)
{
    /* First, and also where the answer is kept: whether there is such a game.
     */
    enum rpc_code code;
    const struct match *match = hall_match(call, &code);
    return match == NULL
               ? code
               : answer_once(call, match_ruleset(match), make_own_description);
}

static enum rpc_code check(struct rpc_call *call)
{
    return answer_once(call, NULL, make_check);
}

const struct rpc_method rulesets_methods[] = {
    {"rulesets.list", {{NULL, 0, 0}}, list, 0},
    {"rulesets.describe",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"variants", RPC_LIST, RPC_OPTIONAL},
      {"options", RPC_OBJECT, RPC_OPTIONAL}},
     describe,
     RPC_TELLS_PLACE},
    {"variants.check",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"variants", RPC_LIST, RPC_OPTIONAL},
      {"options", RPC_OBJECT, RPC_OPTIONAL}},
     check,
     RPC_TELLS_PLACE},
    {"game.describe", {{"game", RPC_TEXT, RPC_NEEDED}}, describe_own, 0},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
