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

/* The lock that all seats of ours that agreed to one agreed to, or NULL. */
static const struct hash *agreed_lock(const struct connect_game *game)
{
    const struct hash *lock = NULL;
    for (int i = 0; game != NULL && i < game->seat_count; i++) {
        const struct connect_seat *seat = game->seats[i];
        if (!seat->has_lock)
            continue;
        if (lock != NULL && !hash_is_equal(lock, &seat->lock))
            return NULL;
        lock = &seat->lock;
    }
    return lock;
}

/* Adds the lock, when the daemon says that there is one, as our seats have
 * agreed to it; they say so when it is another. */
static void add_lock(struct connect *connect, struct text *out,
                     const struct json *about, const char *name)
{
    struct connect_seal_lock told;
    struct connect_game *game = connect_find_game(connect, name);
    const struct hash *lock = agreed_lock(game);
    connect_seal_read_told(&told, about);
    if (lock == NULL || !connect_seal_is_any_told(&told))
        return;
    if (connect_seal_is_told(lock, &told)) {
        connect_seal_add_lock(out, lock);
        return;
    }
    if (!game->is_lock_denied)
        connect_warn(connect, game->game,
                     "the lock that the daemon says is not the one that our "
                     "seat has agreed to");
    game->is_lock_denied = true;
}

/* Adds what the daemon says about the game of that name. */
static void add_about(struct connect *connect, struct text *out,
                      const struct json *about, const char *name)
{
    struct json_walk walk = json_walk(about);
    text_add_char(out, '{');
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "lock") == 0 || strcmp(walk.key, "proquints") == 0)
            continue;
        json_add_key(out, walk.key);
        json_add_value(out, walk.value);
    }
    add_lock(connect, out, about, name);
    text_add_char(out, '}');
}

/* What is said about one game, which has that name: its level counts, whatever
 * is said when the frontend sits down. */
static void answer_about(struct connect *connect,
                         struct connect_request *request,
                         const struct json *result, const struct json *error,
                         const char *name)
{
    struct text out = {0};
    int64_t level = 0;
    if (error != NULL || json_kind(result) != JSON_KIND_OBJECT) {
        connect_answer(connect, request, result, error);
        return;
    }
    json_read_integer(json_get(result, "level"), &level);
    connect_note_level(connect, name, level);
    add_about(connect, &out, result, name);
    connect_answer_text(connect, request, &out);
    text_free(&out);
}

static void on_about(struct connect *connect, struct connect_request *request,
                     const struct json *result, const struct json *error)
{
    answer_about(connect, request, result, error, request->game);
}

static void on_created(struct connect *connect, struct connect_request *request,
                       const struct json *result, const struct json *error)
{
    answer_about(connect, request, result, error,
                 json_string_of(json_get(result, "game")));
}

/* Adds a list of what is said about games. */
static void add_abouts(struct connect *connect, struct text *out,
                       const struct json *list)
{
    text_add_char(out, '[');
    for (size_t i = 0; i < json_size(list); i++) {
        const struct json *about = json_at(list, i);
        json_add_comma(out);
        if (json_kind(about) == JSON_KIND_OBJECT)
            add_about(connect, out, about,
                      json_string_of(json_get(about, "game")));
        else
            json_add_value(out, about);
    }
    text_add_char(out, ']');
}

/* A result in which there are such things: "games" is a list of them, "about"
 * is one. */
static void on_listed(struct connect *connect, struct connect_request *request,
                      const struct json *result, const struct json *error)
{
    struct text out = {0};
    if (error != NULL || json_kind(result) != JSON_KIND_OBJECT) {
        connect_answer(connect, request, result, error);
        return;
    }
    struct json_walk walk = json_walk(result);
    text_add_char(&out, '{');
    while (json_walk_next(&walk)) {
        enum json_kind kind = json_kind(walk.value);
        json_add_key(&out, walk.key);
        if (strcmp(walk.key, "games") == 0 && kind == JSON_KIND_ARRAY)
            add_abouts(connect, &out, walk.value);
        else if (strcmp(walk.key, "about") == 0 && kind == JSON_KIND_OBJECT)
            add_about(connect, &out, walk.value, request->game);
        else
            json_add_value(&out, walk.value);
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
    static const struct {
        const char *method;
        connect_done *done;
    } list[] = {
        {"hello", on_greeted},       {"protocol.describe", on_described},
        {"game.choose", on_chosen},  {"game.about", on_about},
        {"game.create", on_created}, {"games.list", on_listed},
        {"admin.list", on_listed},   {"admin.show", on_listed},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(list[i].method, method) == 0)
            return list[i].done;
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
