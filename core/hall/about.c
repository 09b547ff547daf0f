#include "hall/about.h"

#include "base/json.h"
#include "fair/hex.h"
#include "fair/proquint.h"
#include "hall/match_seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELD[] = "held";

const char *about_player_name(const struct match *match, int seat)
{
    return match->seats[seat].is_held ? HELD
                                      : player_name(match->players[seat].kind);
}

bool about_find_player(const char *name, enum player_kind *kind, bool *is_held)
{
    *is_held = strcmp(name, HELD) == 0;
    if (*is_held)
        *kind = PLAYER_HUMAN;
    return *is_held || player_find(name, kind);
}

static void add_null(struct text *out, const char *key)
{
    json_add_key(out, key);
    text_add(out, "null");
}

/* Adds the title of the game, which its description has. */
static enum status add_title(struct text *out, struct executor *executor,
                             struct error *error)
{
    const struct json *description = NULL;
    enum status status = executor_description(&description, executor, error);
    if (status == STATUS_OK) {
        json_add_key(out, "title");
        json_add_value(out, json_get(description, "title"));
    }
    return status;
}

enum status about_take_shown(struct match *match, struct executor *executor,
                             const struct ruleset_request *request,
                             const char *options, struct error *error)
{
    struct text out = {0};
    text_add_char(&out, '{');
    json_add_member_string(&out, "name", match_ruleset(match)->game);
    enum status status = add_title(&out, executor, error);
    json_add_key(&out, "variants");
    text_add_char(&out, '[');
    for (int i = 0; i < request->variant_count; i++) {
        json_add_comma(&out);
        json_add_string(&out, request->variants[i],
                        strlen(request->variants[i]));
    }
    text_add_char(&out, ']');
    json_add_key(&out, "options");
    text_add(&out, options == NULL ? "{}" : options);
    if (status == STATUS_OK)
        status = text_status(&out, "a game", error);
    if (status != STATUS_OK) {
        text_free(&out);
        return status;
    }
    match->shown = out.bytes; /* with the bracket that opens it */
    return STATUS_OK;
}

enum status about_parse_shown(struct json **out, const struct match *match,
                              struct error *error)
{
    struct text members = {0};
    *out = NULL;
    text_add(&members, match->shown);
    text_add_char(&members, '}');
    enum status status = text_status(&members, "a game", error);
    if (status == STATUS_OK)
        status = json_parse(out, members.bytes, members.size, error);
    text_free(&members);
    return status;
}

/* Adds a number of milliseconds under a key in seconds: 1500 is 1.5. */
static void add_seconds(struct text *out, const char *key, int64_t ms)
{
    json_add_key(out, key);
    text_add_integer(out, ms / 1000);
    if (ms % 1000 != 0)
        text_addf(out, ".%03d", (int)(ms % 1000));
}

/* Adds the clock's rule as the protocol has it, or null. */
static void add_clock(struct text *out, const struct timer_rule *rule)
{
    if (!timer_has_rule(rule)) {
        text_add(out, "null");
        return;
    }
    text_add_char(out, '{');
    if (rule->choice_ms > 0) {
        add_seconds(out, "choice_s", rule->choice_ms);
    } else {
        add_seconds(out, "game_s", rule->game_ms);
        add_seconds(out, "increment_s", rule->increment_ms);
    }
    text_add_char(out, '}');
}

bool about_contributes(const struct match *match, int seat)
{
    const struct sealing *sealing = match_sealing(match);
    return sealing != NULL && sealing->seats[seat + 1].committed;
}

static void add_seat(struct text *out, const struct match *match, int i,
                     bool is_here)
{
    const struct match_seat *seat = &match->seats[i];
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_integer(out, "seat", i + 1);
    json_add_member_string(out, "name", match->seat_names[i]);
    json_add_member_string(out, "player", about_player_name(match, i));
    if (seat->is_taken)
        json_add_member_string(out, "who", seat->who);
    else
        add_null(out, "who");
    json_add_member_boolean(out, "here", is_here);
    json_add_member_boolean(out, "contributes", about_contributes(match, i));
    text_add_char(out, '}');
}

/* Adds the seats; in the store nobody is here. */
static void add_seats(struct text *out, const struct match *match,
                      bool for_store)
{
    text_add_char(out, '[');
    for (int i = 0; i < match->seat_count; i++)
        add_seat(out, match, i, !for_store && match->seats[i].peer != NULL);
    text_add_char(out, ']');
}

void about_add_seats(struct text *out, const struct match *match)
{
    add_seats(out, match, false);
}

const char *about_state_name(enum store_state state)
{
    static const char *const names[] = {[STORE_OPEN] = "open",
                                        [STORE_PLAYING] = "playing",
                                        [STORE_OVER] = "over"};
    return names[state];
}

static void add_state(struct text *out, const struct match *match)
{
    enum store_state state = match_state(match);
    json_add_member_string(out, "state", about_state_name(state));
    json_add_key(out, "result");
    if (state == STORE_OVER) {
        text_add_char(out, '{');
        match_add_result(match, out);
        text_add_char(out, '}');
    } else {
        text_add(out, "null");
    }
    if (match->next[0] == '\0')
        add_null(out, "next");
    else
        json_add_member_string(out, "next", match->next);
}

void about_add_lock(struct text *out, const struct sealing *sealing)
{
    char words[PROQUINT_LOCK_SIZE];
    hex_add_member(out, "lock", sealing->lock.bytes, HASH_SIZE);
    proquint_write(words, &sealing->lock);
    json_add_member_string(out, "proquints", words);
}

bool about_add_seal(struct text *out, const struct match *match)
{
    const struct sealing *sealing = match_sealing(match);
    if (sealing == NULL || !sealing->is_locked)
        return false;
    hex_add_member(out, "context", sealing->context.bytes, HASH_SIZE);
    about_add_lock(out, sealing);
    return true;
}

/* The members that are the same now and in the store. */
static void add_members(struct text *out, const struct match *match)
{
    text_add_char(out, ',');
    text_add(out, match->shown + 1);
    json_add_member_integer(
        out, "level", match->is_sealed ? GAME_LEVEL_SEALED : GAME_LEVEL_OPEN);
    json_add_member_integer(out, "attempt", MATCH_ATTEMPT);
    json_add_key(out, "clock");
    add_clock(out, &match->clock);
    json_add_member_boolean(out, "public", match->is_public);
    add_state(out, match);
    about_add_seal(out, match);
    json_add_key(out, "seats");
}

/* The members that the store has elsewhere. */
static void add_beginning(struct text *out, const char *id, int64_t created_ms,
                          int64_t changed_ms)
{
    text_add_char(out, '{');
    json_add_member_string(out, "game", id);
    json_add_member_integer(out, "created", created_ms);
    json_add_member_integer(out, "changed", changed_ms);
}

void about_add(struct text *out, const struct match *match)
{
    add_beginning(out, match->id, match->created_ms, match->changed_ms);
    add_members(out, match);
    about_add_seats(out, match);
    text_add_char(out, '}');
}

void about_add_for_store(struct text *out, const struct match *match)
{
    text_add(out, "{\"format\":1");
    add_members(out, match);
    add_seats(out, match, true);
    text_add_char(out, '}');
}

void about_add_stored(struct text *out, const struct store_game *game)
{
    const char *members = strchr(text_string(&game->about), ',');
    add_beginning(out, game->id, game->created_ms, game->changed_ms);
    text_add(out, members == NULL ? "}" : members);
}

/* For how long a seat is somebody's who is not there, and for whom it counts:
 * both only until the game begins. */
static void keep_claim(struct text *out, const struct match_seat *seat)
{
    if (seat->lapses)
        json_add_member_boolean(out, "lapses", true);
    if (seat->address[0] != '\0')
        json_add_member_string(out, "address", seat->address);
}

static void keep_seat(struct text *out, const struct match *match, int i)
{
    const struct match_seat *seat = &match->seats[i];
    json_add_comma(out);
    text_add_char(out, '{');
    json_add_member_string(out, "name", match->seat_names[i]);
    json_add_member_string(out, "player", about_player_name(match, i));
    if (seat->is_held)
        hex_add_member(out, "invitation", &seat->invitation, HASH_SIZE);
    if (seat->is_taken) {
        json_add_member_string(out, "who", seat->who);
        hex_add_member(out, "token", &seat->token, HASH_SIZE);
        if (match_is_unbegun(match))
            keep_claim(out, seat);
    }
    if (seat->has_key)
        hex_add_member(out, "key", seat->key, sizeof seat->key);
    json_add_member_boolean(out, "wants_rematch", seat->wants_rematch);
    text_add_char(out, '}');
}

/* The referee's secret, while it is one. */
static void keep_secret(struct text *out, const struct sealing *sealing)
{
    hex_add_member(out, "secret", &sealing->seats[0].secret, HASH_SIZE);
    hex_add_member(out, "public_key", sealing->keys.public_key,
                   sizeof sealing->keys.public_key);
    hex_add_member(out, "secret_key", sealing->keys.secret_key,
                   sizeof sealing->keys.secret_key);
}

void about_add_keeping(struct text *out, const struct match *match)
{
    const struct sealing *sealing = match_sealing(match);
    text_add_char(out, '{');
    json_add_member_integer(out, "number", match->number);
    json_add_member_boolean(out, "sealed", match->is_sealed);
    json_add_key(out, "clock");
    if (timer_has_rule(&match->clock))
        timer_add_rule(out, &match->clock);
    else
        text_add(out, "null");
    if (!match->is_sealed)
        json_add_member_string(out, "seed", match->seed);
    if (match_is_unbegun(match) && match->creator[0] != '\0')
        json_add_member_string(out, "creator", match->creator);
    if (sealing != NULL && sealing_has_keys(sealing))
        keep_secret(out, sealing);
    if (match_seal_end(match) != INT64_MAX)
        json_add_member_integer(out, "stage_until", match_seal_end(match));
    json_add_key(out, "seats");
    text_add_char(out, '[');
    for (int i = 0; i < match->seat_count; i++)
        keep_seat(out, match, i);
    text_add(out, "]}");
}

/* Copies a string; false when it is none or too long. */
static bool read_string(char *out, size_t size, const struct json *value)
{
    const char *string = json_string_of(value);
    if (string == NULL || strlen(string) >= size)
        return false;
    memcpy(out, string, strlen(string) + 1);
    return true;
}

static bool read_hash(struct hash *out, const struct json *value)
{
    return hex_read(out->bytes, HASH_SIZE, json_string_of(value));
}

static bool read_seat(struct match *match, int i, const struct json *value)
{
    struct match_seat *seat = &match->seats[i];
    const char *player = json_string_of(json_get(value, "player"));
    const struct json *key = json_get(value, "key");
    seat->is_taken = json_get(value, "who") != NULL;
    seat->has_key = key != NULL;
    json_read_boolean(json_get(value, "wants_rematch"), &seat->wants_rematch);
    json_read_boolean(json_get(value, "lapses"), &seat->lapses);
    read_string(seat->address, sizeof seat->address,
                json_get(value, "address"));
    return player != NULL &&
           about_find_player(player, &match->players[i].kind, &seat->is_held) &&
           read_string(match->seat_names[i], sizeof match->seat_names[i],
                       json_get(value, "name")) &&
           (!seat->is_held ||
            read_hash(&seat->invitation, json_get(value, "invitation"))) &&
           (!seat->is_taken ||
            (read_string(seat->who, sizeof seat->who, json_get(value, "who")) &&
             read_hash(&seat->token, json_get(value, "token")))) &&
           (!seat->has_key ||
            hex_read(seat->key, sizeof seat->key, json_string_of(key)));
}

static bool read_keeping(struct match *match, const struct json *keeping)
{
    const struct json *seats = json_get(keeping, "seats");
    const struct json *clock = json_get(keeping, "clock");
    if (!json_read_boolean(json_get(keeping, "sealed"), &match->is_sealed) ||
        json_size(seats) > MATERIAL_SEATS_MAX ||
        (json_kind(clock) == JSON_KIND_OBJECT &&
         !timer_read_rule(&match->clock, clock)) ||
        (!match->is_sealed && !read_string(match->seed, sizeof match->seed,
                                           json_get(keeping, "seed"))))
        return false;
    json_read_integer(json_get(keeping, "stage_until"), &match->stage_until_ms);
    read_string(match->creator, sizeof match->creator,
                json_get(keeping, "creator"));
    match->seat_count = (int)json_size(seats);
    for (int i = 0; i < match->seat_count; i++)
        if (!read_seat(match, i, json_at(seats, (size_t)i)))
            return false;
    return true;
}

/* Makes what is shown of the ruleset again. */
static enum status read_shown(struct match *match, const struct json *about,
                              struct error *error)
{
    static const char *const keys[] = {"name", "title", "variants", "options"};
    struct text out = {0};
    text_add_char(&out, '{');
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        json_add_key(&out, keys[i]);
        json_add_value(&out, json_get(about, keys[i]));
    }
    match->shown = out.bytes;
    return text_status(&out, "a game", error);
}

/* Whether the rules let nobody go on, and why. */
static void read_broken(struct match *match, const struct json *result)
{
    struct text because = {0};
    const char *reason = json_string_of(json_get(result, "reason"));
    match->is_broken = reason != NULL && strcmp(reason, "broken") == 0;
    if (!match->is_broken || json_get(result, "because") == NULL)
        return;
    json_add_value(&because, json_get(result, "because"));
    if (because.failed)
        text_free(&because);
    match->because = because.bytes;
}

enum status about_read(struct match *match, const struct store_game *game,
                       struct error *error)
{
    struct json *about = NULL;
    struct json *keeping = NULL;
    enum status status =
        json_parse(&about, text_string(&game->about), game->about.size, error);
    if (status == STATUS_OK)
        status = json_parse(&keeping, text_string(&game->keeping),
                            game->keeping.size, error);
    if (status == STATUS_OK && !read_keeping(match, keeping))
        status = error_set(error, STATUS_BAD_INPUT,
                           "what the store keeps of game '%s' cannot be read",
                           game->id);
    if (status == STATUS_OK)
        status = read_shown(match, about, error);
    read_string(match->next, sizeof match->next, json_get(about, "next"));
    read_broken(match, json_get(about, "result"));
    json_free(about);
    json_free(keeping);
    snprintf(match->id, sizeof match->id, "%.*s", MATCH_LETTERS, game->id);
    match->number = (int)game->game;
    match->is_public = game->is_public;
    match->created_ms = game->created_ms;
    match->changed_ms = game->changed_ms;
    return status;
}

enum status about_read_secret(struct sealing *sealing,
                              const struct store_game *game,
                              struct error *error)
{
    struct json *keeping;
    struct hash secret = {{0}};
    struct sign_keys keys = {{0}, {0}};
    enum status status = json_parse(&keeping, text_string(&game->keeping),
                                    game->keeping.size, error);
    if (status != STATUS_OK)
        return status;
    if (!read_hash(&secret, json_get(keeping, "secret")) ||
        !hex_read(keys.public_key, sizeof keys.public_key,
                  json_string_of(json_get(keeping, "public_key"))) ||
        !hex_read(keys.secret_key, sizeof keys.secret_key,
                  json_string_of(json_get(keeping, "secret_key"))))
        status = error_set(error, STATUS_BAD_INPUT,
                           "the store has no secret of game '%s'", game->id);
    else
        status = sealing_take_secret(sealing, &secret, &keys, error);
    json_free(keeping);
    hash_wipe(&secret);
    sign_keys_wipe(&keys);
    return status;
}
