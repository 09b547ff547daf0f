#include "fuzz_rpc_words.h"

#include "base/json.h"
#include "fair/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void words_begin(struct knowledge *knowledge, struct mutate *mutate)
{
    struct error error;
    memset(knowledge, 0, sizeof *knowledge);
    knowledge->mutate = mutate;
    for (int i = 0; i < PEERS; i++)
        REQUIRE(contribution_init(&knowledge->contributions[i], NULL, &error) ==
                STATUS_OK);
}

void words_end(struct knowledge *knowledge)
{
    for (int i = 0; i < PEERS; i++)
        for (int j = 0; j < ANSWERS_MAX; j++)
            text_free(&knowledge->answers[i][j]);
}

/* Copies what stands behind `key`, as far as its quote. */
static bool find(char out[WORD_SIZE], const char *line, const char *key)
{
    const char *at = strstr(line, key);
    size_t size = at == NULL ? 0 : strcspn(at + strlen(key), "\"\\");
    if (size == 0 || size >= WORD_SIZE)
        return false;
    memcpy(out, at + strlen(key), size);
    out[size] = '\0';
    return true;
}

static int find_number(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at == NULL ? 0 : (int)strtol(at + strlen(key), NULL, 10);
}

static void keep(struct words *words, const char *word)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->list[i], word) == 0)
            return;
    if (words->count == WORDS_MAX) {
        memmove(words->list[0], words->list[1],
                sizeof words->list - sizeof words->list[0]);
        words->count--;
    }
    memcpy(words->list[words->count++], word, strlen(word) + 1);
}

static void hear_word(struct words *words, const char *line, const char *key)
{
    char word[WORD_SIZE];
    if (find(word, line, key))
        keep(words, word);
}

/* The next place for what a peer has to answer. */
static struct text *due(struct knowledge *knowledge, int peer)
{
    int *count = &knowledge->answer_count[peer];
    if (*count == ANSWERS_MAX)
        *count = 0;
    struct text *out = &knowledge->answers[peer][(*count)++];
    text_clear(out);
    return out;
}

static void answer_seal(struct knowledge *knowledge, int peer, const char *line,
                        const char *game)
{
    char hex[WORD_SIZE];
    struct hash hash;
    const struct contribution *own = &knowledge->contributions[peer];
    const char *start = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"game.";
    if (strstr(line, "\"stage\":\"commit\"") != NULL &&
        find(hex, line, "\\\"ctx\\\":\\\"") && hash_from_hex(&hash, hex)) {
        hash = contribution_commit(
            own, &hash, (uint8_t)(1 + mutate_below(knowledge->mutate, 2)));
        hash_to_hex(hex, &hash);
        text_addf(due(knowledge, peer),
                  "%scommit\",\"params\":{\"game\":\"%s\",\"commitment\":"
                  "\"%s\"}}",
                  start, game, hex);
    } else if (strstr(line, "\"stage\":\"agree\"") != NULL &&
               find(hex, line, "\"lock\":\"") && hash_from_hex(&hash, hex)) {
        struct signature signature = sign_agree(&own->keys, &hash);
        hex_write(hex, signature.bytes, SIGN_SIZE);
        text_addf(due(knowledge, peer),
                  "%sagree\",\"params\":{\"game\":\"%s\",\"signature\":"
                  "\"%s\"}}",
                  start, game, hex);
    } else if (strstr(line, "\"stage\":\"reveal\"") != NULL) {
        hash_to_hex(hex, &own->secret);
        text_addf(due(knowledge, peer),
                  "%sreveal\",\"params\":{\"game\":\"%s\",\"secret\":\"%s\"}}",
                  start, game, hex);
    }
}

static void hear_game(struct knowledge *knowledge, int peer, const char *line)
{
    char game[WORD_SIZE];
    if (!find(game, line, "\"params\":{\"game\":\""))
        return;
    if (strstr(line, "\"method\":\"game.sealing\"") != NULL)
        answer_seal(knowledge, peer, line, game);
    if (strstr(line, "\"method\":\"game.question\"") != NULL) {
        knowledge->seq = find_number(line, "\"seq\":");
        text_addf(due(knowledge, peer),
                  "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"game.choose\","
                  "\"params\":{\"game\":\"%s\",\"seq\":%d,\"index\":%u}}",
                  game, knowledge->seq, mutate_below(knowledge->mutate, 2));
    }
}

void words_hear(struct knowledge *knowledge, int peer, const char *line)
{
    hear_word(&knowledge->hashes, line, "\"lock\":\"");
    hear_word(&knowledge->hashes, line, "\"hash\":\"");
    hear_word(&knowledge->hashes, line, "\"signature\":\"");
    hear_word(&knowledge->tokens, line, "\"token\":\"");
    hear_word(&knowledge->invitations, line, "\"invitation\":\"");
    if (strstr(line, "\"result\":{\"game\":\"") != NULL)
        hear_word(&knowledge->games, line, "\"result\":{\"game\":\"");
    if (strstr(line, "\"method\":\"game.") != NULL)
        hear_game(knowledge, peer, line);
}

static const char *pick(struct knowledge *knowledge, const struct words *words)
{
    if (words->count == 0 || mutate_once_in(knowledge->mutate, 20))
        return "g1";
    return words->list[mutate_below(knowledge->mutate, (uint32_t)words->count)];
}

/* One of several JSON texts. */
#define ONE_OF(...)                                                            \
    one_of(knowledge, (const char *const[]){__VA_ARGS__},                      \
           sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static const char *one_of(struct knowledge *knowledge, const char *const *list,
                          size_t count)
{
    return list[mutate_below(knowledge->mutate, (uint32_t)count)];
}

/* Parameters whose values are JSON from a list. */
static const char *value_of(struct knowledge *knowledge, const char *name)
{
    if (strcmp(name, "variants") == 0)
        return ONE_OF("[]", "[\"german\"]", "[\"end-of-move-pickup\"]");
    if (strcmp(name, "options") == 0)
        return ONE_OF("{}", "{\"first_player\":\"white\"}");
    if (strcmp(name, "players") == 0)
        return ONE_OF("[\"human\",\"human\"]", "[\"human\",\"held\"]",
                      "[\"held\",\"held\"]", "[\"human\",\"random\"]");
    if (strcmp(name, "clock") == 0)
        return ONE_OF("null", "{\"choice_s\":5}", "{\"game_s\":60}",
                      "{\"game_s\":20,\"increment_s\":1}");
    if (strcmp(name, "level") == 0 || strcmp(name, "seat") == 0)
        return ONE_OF("1", "2", "1", "2", "0", "3", "null");
    if (strcmp(name, "state") == 0)
        return ONE_OF("\"open\"", "\"playing\"", "\"over\"", "\"none\"");
    if (strcmp(name, "kind") == 0)
        return ONE_OF("\"steward\"", "\"random\"", "\"\"");
    if (strcmp(name, "choice") == 0)
        return ONE_OF("{\"pass\":true}", "{\"x\":3,\"y\":4,\"turns\":0}", "1");
    if (strcmp(name, "ack") == 0)
        return ONE_OF("{\"entry\":1,\"signature\":\"00\"}", "{}");
    if (strcmp(name, "name") == 0)
        return ONE_OF("\"Ada\"", "\"\"", "\"Bob\"", "\"\xc3\x84nne\"");
    return NULL;
}

static void add_word(struct text *out, const char *word)
{
    json_add_string(out, word, strlen(word));
}

static void add_any(struct knowledge *knowledge, enum rpc_type type,
                    struct text *out)
{
    switch (type) {
    case RPC_TEXT:
        add_word(out, "some text");
        break;
    case RPC_INTEGER:
        text_add_integer(out, mutate_below(knowledge->mutate, 5));
        break;
    case RPC_BOOLEAN:
        text_add(out, ONE_OF("true", "false"));
        break;
    case RPC_LIST:
        text_add(out, "[]");
        break;
    case RPC_OBJECT:
    case RPC_ANY:
        text_add(out, "{}");
        break;
    }
}

/* Adds a value for the parameter, most likely a fitting one. */
static void add_value(struct knowledge *knowledge,
                      const struct rpc_method *method,
                      const struct rpc_param *param, struct text *out)
{
    const char *name = param->name;
    const char *value = value_of(knowledge, name);
    bool makes = strcmp(method->name, "game.create") == 0 ||
                 strncmp(method->name, "rulesets", 8) == 0 ||
                 strncmp(method->name, "variants", 8) == 0;
    char hex[WORD_SIZE];
    const struct contribution *own =
        &knowledge->contributions[mutate_below(knowledge->mutate, PEERS)];
    if (value != NULL) {
        text_add(out, value);
    } else if (strcmp(name, "game") == 0) {
        add_word(out, makes ? "castle" : pick(knowledge, &knowledge->games));
    } else if (strcmp(name, "token") == 0) {
        add_word(out, pick(knowledge, &knowledge->tokens));
    } else if (strcmp(name, "invitation") == 0) {
        add_word(out, pick(knowledge, &knowledge->invitations));
    } else if (strcmp(name, "seq") == 0) {
        text_add_integer(out, knowledge->seq);
    } else if (strcmp(name, "key") == 0) {
        hex_write(hex, own->keys.public_key, DRAW_KEY_SIZE);
        add_word(out, hex);
    } else if (strcmp(name, "secret") == 0 || strcmp(name, "commitment") == 0) {
        hash_to_hex(hex, &own->secret);
        add_word(out, hex);
    } else if (strcmp(name, "signature") == 0) {
        add_word(out, pick(knowledge, &knowledge->hashes));
    } else {
        add_any(knowledge, param->type, out);
    }
}

/* One of all methods; those that make games go first more often. */
static const struct rpc_method *
pick_method(struct knowledge *knowledge, const struct rpc_method *const *table)
{
    const struct rpc_method *all[256];
    uint32_t count = 0;
    const char *wanted = NULL;
    if (mutate_once_in(knowledge->mutate, 3))
        wanted = ONE_OF("game.create", "game.join", "game.join", "game.rejoin",
                        "game.watch");
    for (; *table != NULL; table++)
        for (const struct rpc_method *method = *table; method->name != NULL;
             method++) {
            if (wanted != NULL && strcmp(method->name, wanted) == 0)
                return method;
            if (count < 256)
                all[count++] = method;
        }
    return all[mutate_below(knowledge->mutate, count)];
}

void words_say(struct knowledge *knowledge,
               const struct rpc_method *const *table, struct text *out)
{
    const struct rpc_method *method = pick_method(knowledge, table);
    text_addf(out, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"%s\",",
              ++knowledge->id, method->name);
    text_add(out, "\"params\":{");
    for (int i = 0; i < RPC_PARAMS_MAX && method->params[i].name != NULL; i++) {
        const struct rpc_param *param = &method->params[i];
        bool is_left_out =
            mutate_once_in(knowledge->mutate,
                           param->flags & RPC_OPTIONAL ? 2 : 30) ||
            !rpc_is_for(param->flags, RPC_DAEMON);
        if (is_left_out)
            continue;
        json_add_key(out, param->name);
        add_value(knowledge, method, param, out);
    }
    text_add(out, "}}");
}

bool words_answer(struct knowledge *knowledge, int peer, struct text *out)
{
    int *count = &knowledge->answer_count[peer];
    if (*count == 0)
        return false;
    (*count)--;
    const struct text *answer = &knowledge->answers[peer][*count];
    text_add_bytes(out, answer->bytes, answer->size);
    return true;
}
