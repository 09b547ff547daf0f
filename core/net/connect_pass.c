#include "fair/hex.h"
#include "net/connect_inside.h"

#include <string.h>

/* A player's signature under the newest head goes with a choice. */
static void add_ack(struct connect *connect, const struct json *params,
                    struct text *out)
{
    struct connect_game *game =
        connect_find_game(connect, json_string_of(json_get(params, "game")));
    int64_t number = 0;
    if (game == NULL || game->seat_count == 0)
        return;
    json_read_integer(json_get(params, "seat"), &number);
    struct connect_seat *seat = game->seat_count == 1
                                    ? game->seats[0]
                                    : connect_find_seat(game, number);
    const struct connect_head *newest =
        seat == NULL || !seat->heads.has_key
            ? NULL
            : connect_heads_newest(&seat->heads);
    if (newest == NULL)
        return;
    struct signature signature =
        connect_heads_ack(&seat->heads, &seat->contribution.keys);
    json_add_key(out, "ack");
    text_add_char(out, '{');
    json_add_member_integer(out, "entry", newest->entry);
    hex_add_member(out, "signature", signature.bytes, SIGN_SIZE);
    text_add_char(out, '}');
}

/* What is said twice with one nonce is said once. */
static void add_nonce(const struct json *params, struct text *out)
{
    enum { NONCE_SIZE = 16 };
    struct hash random;
    if (json_get(params, "nonce") != NULL)
        return;
    hash_random(&random);
    hex_add_member(out, "nonce", random.bytes, NONCE_SIZE);
}

void connect_pass_decorate(struct connect *connect, const char *method,
                           const struct json *params, struct text *out)
{
    if (strcmp(method, "game.choose") == 0 && json_get(params, "ack") == NULL)
        add_ack(connect, params, out);
    else if (strcmp(method, "game.say") == 0)
        add_nonce(params, out);
}

/* The result of a choice is that of a host; the head in it is ours. */
static void on_chosen(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    struct connect_game *game = connect_find_game(connect, request->game);
    const struct json *head = json_get(result, "head");
    struct text out = {0};
    if (head == NULL) {
        connect_answer(connect, request, result, error);
        return;
    }
    if (game != NULL)
        connect_hear_head(connect, game, head);
    text_add_char(&out, '{');
    struct json_walk walk = json_walk(result);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "head") == 0)
            continue;
        json_add_key(&out, walk.key);
        json_add_value(&out, walk.value);
    }
    text_add_char(&out, '}');
    connect_answer_text(connect, request, &out);
    text_free(&out);
}

/* Adds the items of a list of names, or of things with a name, but those that
 * are ours. */
static void add_theirs(struct text *out, const struct json *list)
{
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *item = json_at(list, i);
        const char *name = json_string_of(item);
        if (name == NULL)
            name = json_string_of(json_get(item, "name"));
        if (name != NULL &&
            (connect_ask_has(name) || strcmp(name, "game.head") == 0))
            continue;
        json_add_comma(out);
        json_add_value(out, item);
    }
}

/* Answers with the daemon's result, where lists of methods and notifications
 * are those of a frontend of ours. */
static void answer_with_lists(struct connect *connect,
                              struct connect_request *request,
                              const struct json *result,
                              void (*add)(struct text *out,
                                          const struct rpc_method *method))
{
    struct text out = {0};
    struct json_walk walk = json_walk(result);
    text_add_char(&out, '{');
    while (json_walk_next(&walk)) {
        bool are_methods = strcmp(walk.key, "methods") == 0;
        bool are_notifications = strcmp(walk.key, "notifications") == 0;
        json_add_key(&out, walk.key);
        if (!are_methods && !are_notifications) {
            json_add_value(&out, walk.value);
            continue;
        }
        text_add_char(&out, '[');
        add_theirs(&out, walk.value);
        for (int i = 0; are_methods && connect_ask_methods[i].name != NULL; i++)
            add(&out, &connect_ask_methods[i]);
        if (are_notifications) {
            json_add_item_string(&out, "connect.status");
            json_add_item_string(&out, "connect.warning");
        }
        text_add_char(&out, ']');
    }
    text_add_char(&out, '}');
    connect_answer_text(connect, request, &out);
    text_free(&out);
}

static void add_method_name(struct text *out, const struct rpc_method *method)
{
    json_add_item_string(out, method->name);
}

static void on_greeted(struct connect *connect, struct connect_request *request,
                       const struct json *result, const struct json *error)
{
    if (error != NULL)
        connect_answer(connect, request, result, error);
    else
        answer_with_lists(connect, request, result, add_method_name);
}

static void on_described(struct connect *connect,
                         struct connect_request *request,
                         const struct json *result, const struct json *error)
{
    if (error != NULL)
        connect_answer(connect, request, result, error);
    else
        answer_with_lists(connect, request, result, rpc_add_method);
}

connect_done *connect_pass_done(const char *method)
{
    if (strcmp(method, "hello") == 0)
        return on_greeted;
    if (strcmp(method, "protocol.describe") == 0)
        return on_described;
    if (strcmp(method, "game.choose") == 0)
        return on_chosen;
    return connect_answer;
}

bool connect_pass_is_repeatable(const char *method)
{
    static const char *const names[] = {
        "hello",          "protocol.describe", "rulesets.list",
        "variants.check", "rulesets.describe", "game.describe",
        "games.list",     "game.about",        "game.question",
        "game.view",      "game.ends_turn",    "game.record",
        "game.position",  "game.choose",       "game.say",
        "game.rematch",   "admin.status",      "admin.list",
        "admin.show",     "admin.export",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], method) == 0)
            return true;
    return false;
}
