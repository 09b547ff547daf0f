#include "command/admin_show.h"

#include <string.h>
#include <time.h>

/* The text under the key; "?" without one. */
static const char *text_of(const struct json *object, const char *key)
{
    const char *text = json_string_of(json_get(object, key));
    return text == NULL ? "?" : text;
}

/* Adds "2026-05-01 12:00 CEST", in the local time. */
static void add_time(struct text *out, const struct json *value)
{
    int64_t ms = 0;
    char text[40] = "?";
    struct tm parts;
    bool is_there = json_read_integer(value, &ms);
    time_t seconds = (time_t)(ms / 1000);
    if (is_there && localtime_r(&seconds, &parts) != NULL)
        strftime(text, sizeof text, "%Y-%m-%d %H:%M %Z", &parts);
    text_add(out, text);
}

/* Who sits there: a name, the kind of a bot, "free" or "held". */
static const char *sitter(const struct json *seat)
{
    const char *who = json_string_of(json_get(seat, "who"));
    const char *player = text_of(seat, "player");
    if (who != NULL)
        return who;
    return strcmp(player, "human") == 0 ? "free" : player;
}

/* The seats in a few words: "white Ada, black steward". */
static void add_seats(struct text *out, const struct json *seats)
{
    for (size_t i = 0; i < json_size(seats); i++) {
        const struct json *seat = json_at(seats, i);
        text_addf(out, "%s%s %s", i == 0 ? "" : ", ", text_of(seat, "name"),
                  sitter(seat));
    }
}

void admin_show_words(const struct json *about, struct text *out)
{
    text_addf(out, "%s, %s: ", text_of(about, "name"), text_of(about, "state"));
    add_seats(out, json_get(about, "seats"));
}

void admin_show_list(const struct json *result, struct text *out)
{
    const struct json *games = json_get(result, "games");
    for (size_t i = 0; i < json_size(games); i++) {
        const struct json *game = json_at(games, i);
        text_addf(out, "%-16s  %-8s  ", text_of(game, "game"),
                  text_of(game, "state"));
        add_time(out, json_get(game, "changed"));
        text_addf(out, "  %s: ", text_of(game, "name"));
        add_seats(out, json_get(game, "seats"));
        text_add_char(out, '\n');
    }
    if (json_size(games) == 0)
        text_add(out, "no games\n");
}

/* Begins a line: the name, then the column of values. */
static void add_name(struct text *out, const char *name)
{
    text_addf(out, "%-16s ", name);
}

/* Adds a text as it is, anything else as JSON. */
static void add_plain(struct text *out, const struct json *value)
{
    const char *text = json_string_of(value);
    if (text != NULL)
        text_add(out, text);
    else
        json_add_value(out, value);
}

/* A line of a member; none when it is missing. */
static void add_member(struct text *out, const struct json *object,
                       const char *key, const char *name)
{
    const struct json *value = json_get(object, key);
    if (value == NULL)
        return;
    add_name(out, name);
    add_plain(out, value);
    text_add_char(out, '\n');
}

static void add_time_line(struct text *out, const struct json *object,
                          const char *key, const char *name)
{
    if (json_get(object, key) == NULL)
        return;
    add_name(out, name);
    add_time(out, json_get(object, key));
    text_add_char(out, '\n');
}

/* The ruleset: "castle, strict-keep; first_player = white". */
static void add_ruleset(struct text *out, const struct json *about)
{
    const struct json *variants = json_get(about, "variants");
    struct json_walk walk = json_walk(json_get(about, "options"));
    add_name(out, "rules");
    text_add(out, text_of(about, "name"));
    for (size_t i = 0; i < json_size(variants); i++) {
        text_add(out, ", ");
        add_plain(out, json_at(variants, i));
    }
    for (const char *before = "; "; json_walk_next(&walk); before = ", ") {
        text_addf(out, "%s%s = ", before, walk.key);
        add_plain(out, walk.value);
    }
    text_add_char(out, '\n');
}

/* A line a seat: "white   Ada, here". */
static void add_seat_lines(struct text *out, const struct json *seats)
{
    for (size_t i = 0; i < json_size(seats); i++) {
        const struct json *seat = json_at(seats, i);
        const char *player = text_of(seat, "player");
        bool is_here = false;
        bool contributes = false;
        json_read_boolean(json_get(seat, "here"), &is_here);
        json_read_boolean(json_get(seat, "contributes"), &contributes);
        add_name(out, text_of(seat, "name"));
        text_add(out, sitter(seat));
        if (json_string_of(json_get(seat, "who")) != NULL &&
            (strcmp(player, "human") == 0 || strcmp(player, "held") == 0))
            text_add(out, is_here ? ", here" : ", away");
        text_add(out,
                 contributes ? ", has sealed the order with others\n" : "\n");
    }
}

static void add_clock(struct text *out, const struct json *clock)
{
    add_name(out, "clock");
    if (json_get(clock, "choice_s") != NULL) {
        json_add_value(out, json_get(clock, "choice_s"));
        text_add(out, " s for each choice\n");
    } else if (json_get(clock, "game_s") != NULL) {
        json_add_value(out, json_get(clock, "game_s"));
        text_add(out, " s for the game, and ");
        json_add_value(out, json_get(clock, "increment_s"));
        text_add(out, " s more with each choice\n");
    } else {
        text_add(out, "none\n");
    }
}

/* Where the order comes from. */
static void add_level(struct text *out, const struct json *about)
{
    int64_t level = 0;
    if (!json_read_integer(json_get(about, "level"), &level))
        return;
    add_name(out, "order");
    text_add(out, level == 0 ? "from a seed (level 0)\n"
                             : "sealed by who plays (level 1)\n");
}

/* How it ended: "finished, white 83, black 71, white wins". */
static void add_result(struct text *out, const struct json *about)
{
    const struct json *result = json_get(about, "result");
    const char *reason = json_string_of(json_get(result, "reason"));
    const char *winner = json_string_of(json_get(result, "winner"));
    struct json_walk walk = json_walk(json_get(result, "scores"));
    if (reason == NULL)
        return;
    add_name(out, "result");
    text_add(out, reason);
    while (json_walk_next(&walk)) {
        text_addf(out, ", %s ", walk.key);
        add_plain(out, walk.value);
    }
    if (winner != NULL)
        text_addf(out, ", %s wins", winner);
    text_add_char(out, '\n');
}

void admin_show_game(const struct json *result, struct text *out)
{
    const struct json *about = json_get(result, "about");
    bool is_public = false;
    add_member(out, about, "game", "game");
    add_member(out, about, "state", "state");
    add_ruleset(out, about);
    add_seat_lines(out, json_get(about, "seats"));
    add_result(out, about);
    add_clock(out, json_get(about, "clock"));
    add_level(out, about);
    if (json_read_boolean(json_get(about, "public"), &is_public)) {
        add_name(out, "in the lists");
        text_add(out, is_public ? "yes\n" : "no, by its id only\n");
    }
    add_time_line(out, about, "created", "created");
    add_time_line(out, about, "changed", "changed");
    if (json_string_of(json_get(about, "next")) != NULL)
        add_member(out, about, "next", "rematch");
    add_member(out, result, "number", "number");
    add_member(out, result, "entries", "entries");
    add_member(out, result, "seq", "question");
    add_member(out, result, "watchers", "watchers");
}

void admin_show_status(const struct json *result, struct text *out)
{
    struct json_walk walk = json_walk(result);
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, "up_since") == 0)
            add_time_line(out, result, walk.key, walk.key);
        else
            add_member(out, result, walk.key, walk.key);
    }
}
