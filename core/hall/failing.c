#include "hall/failing.h"

#include "base/json.h"
#include "base/log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool failing_find_place(const char *text, size_t *start, size_t *size)
{
    static const char ending[] = ".lua:";
    const char *end = strstr(text, ending);
    if (end == NULL)
        return false;
    const char *at = end;
    /* A path may have blanks in it; what stands before it ends in ": ". */
    while (at > text && (at - text < 2 || strncmp(at - 2, ": ", 2) != 0))
        at--;
    end += sizeof ending - 2; /* at the colon */
    const char *digit = end + 1;
    while (isdigit((unsigned char)*digit))
        digit++;
    if (digit > end + 1)
        end = digit;
    *start = (size_t)(at - text);
    *size = (size_t)(end - at);
    return true;
}

/* Whether the text says `kind 'name'`. */
static bool names(const char *text, const char *kind, const char *name)
{
    size_t kind_size = strlen(kind);
    size_t name_size = strlen(name);
    for (const char *at = strstr(text, kind); at != NULL;
         at = strstr(at + 1, kind)) {
        const char *quote = at + kind_size;
        if (strncmp(quote, " '", 2) == 0 &&
            strncmp(quote + 2, name, name_size) == 0 &&
            quote[2 + name_size] == '\'')
            return true;
    }
    return false;
}

/* The variant whose file the text names; NULL when there is none. */
static const char *by_place(const struct json *description, const char *text)
{
    const struct json *variants = json_get(description, "about_variants");
    size_t start;
    size_t size;
    if (!failing_find_place(text, &start, &size))
        return NULL;
    for (size_t i = 0; i < json_size(variants); i++) {
        const struct json *variant = json_at(variants, i);
        const char *path = json_string_of(json_get(variant, "path"));
        size_t path_size = path == NULL ? 0 : strlen(path);
        if (path_size > 0 && path_size < size &&
            strncmp(text + start, path, path_size) == 0 &&
            text[start + path_size] == ':')
            return json_string_of(json_get(variant, "name"));
    }
    return NULL;
}

/* The variant that brought the rule which the text names. */
static const char *by_rule(const struct json *description, const char *text)
{
    struct json_walk walk = json_walk(json_get(description, "about_rules"));
    while (json_walk_next(&walk)) {
        const struct json *list = json_get(walk.value, "replaced_by");
        if (json_size(list) > 0 && names(text, "rule", walk.key))
            return json_string_of(json_at(list, json_size(list) - 1));
    }
    return NULL;
}

/* The variant that brought the step which the text names. */
static const char *by_step(const struct json *description, const char *text)
{
    const struct json *steps = json_get(description, "steps");
    for (size_t i = 0; i < json_size(steps); i++) {
        const struct json *step = json_at(steps, i);
        const char *name = json_string_of(json_get(step, "name"));
        const char *origin = json_string_of(json_get(step, "origin"));
        if (origin != NULL && origin[0] != '\0' && names(text, "step", name))
            return origin;
    }
    return NULL;
}

/* Adds the name of the variant that an error's text is about, or null. */
static void add_variant(struct text *out, const struct match *match,
                        const char *text)
{
    struct executor *executor;
    const struct json *description = NULL;
    const char *name = NULL;
    struct error error;
    json_add_key(out, "variant");
    /* One of its own: that of the game may have been stopped by a limit. */
    enum status status = executor_new(&executor, match_ruleset(match), &error);
    if (status == STATUS_OK)
        status = executor_description(&description, executor, &error);
    if (status == STATUS_OK)
        name = by_place(description, text);
    if (status == STATUS_OK && name == NULL)
        name = by_rule(description, text);
    if (status == STATUS_OK && name == NULL)
        name = by_step(description, text);
    if (name == NULL)
        text_add(out, "null");
    else
        json_add_string(out, name, strlen(name));
    executor_free(executor);
}

/* Whether it is the rules that failed. */
static bool is_of_rules(const struct error *error)
{
    return error->status == STATUS_SCRIPT || error->status == STATUS_LIMIT;
}

static void log_failure(const char *game, const char *what,
                        const struct error *error, const char *traceback)
{
    static struct log_limit limit;
    struct log_line line = log_begin_limited(LOG_WARN, "rules_failed", &limit);
    log_add_text(&line, "game", game);
    log_add_text(&line, "at", what);
    log_add_text(&line, "reason", error->text);
    if (traceback[0] != '\0')
        log_add_text(&line, "traceback", traceback);
    log_end(&line);
}

void failing_log(const struct match *match, const char *what,
                 const struct error *error, const char *traceback)
{
    if (match->home->is_daemon && is_of_rules(error))
        log_failure(match->id, what, error, traceback);
}

void failing_hide_place(char *text)
{
    size_t start;
    size_t size;
    while (failing_find_place(text, &start, &size) &&
           strncmp(text + start + size, ": ", 2) == 0) {
        const char *rest = text + start + size + 2;
        memmove(text + start, rest, strlen(rest) + 1);
    }
}

/* Sets the name of a house rule from its place, "variants/GAME/NAME.lua:12". */
static bool name_of_place(char *name, size_t max, const char *place,
                          size_t size)
{
    static const char folder[] = "variants/";
    static const char ending[] = ".lua";
    const char *end = memchr(place, ':', size);
    size_t path = end == NULL ? size : (size_t)(end - place);
    const char *stroke = memrchr(place, '/', path);
    if (path < sizeof folder + sizeof ending || stroke == NULL ||
        strncmp(place, folder, sizeof folder - 1) != 0)
        return false;
    snprintf(name, max, "%.*s",
             (int)(place + path - stroke - (ptrdiff_t)sizeof ending),
             stroke + 1);
    return true;
}

void failing_name_place(struct error *error)
{
    size_t start;
    size_t size;
    char name[RULESET_NAME_SIZE];
    char text[ERROR_TEXT_SIZE];
    bool is_named = failing_find_place(error->text, &start, &size) &&
                    name_of_place(name, sizeof name, error->text + start, size);
    failing_hide_place(error->text);
    memcpy(text, error->text, sizeof text);
    if (is_named)
        error_set(error, error->status, "house rule '%s': %s", name, text);
}

void failing_take_place(struct error *error, const char *game, const char *what)
{
    size_t start;
    size_t size;
    if (!is_of_rules(error) || !failing_find_place(error->text, &start, &size))
        return;
    log_failure(game, what, error, "");
    failing_name_place(error);
}

/* Adds the text; at a daemon without the place of the script, which is the
 * operator's. */
static void add_says(struct text *out, const struct match *match,
                     const char *text)
{
    char says[ERROR_TEXT_SIZE];
    memcpy(says, text, strlen(text) + 1);
    if (match->home->is_daemon)
        failing_hide_place(says);
    json_add_member_string(out, "says", says);
}

void failing_keep(struct match *match, const struct error *error)
{
    struct text out = {0};
    text_add_char(&out, '{');
    add_variant(&out, match, error->text);
    add_says(&out, match, error->text);
    text_add_char(&out, '}');
    if (out.failed) {
        text_free(&out); /* the reason is not told */
        return;
    }
    free(match->because);
    match->because = out.bytes;
    if (!match->home->is_daemon)
        return;
    struct log_line line = log_begin(LOG_ERROR, "game_broken");
    log_add_text(&line, "game", match->id);
    log_add_text(&line, "rules", match_ruleset(match)->game);
    log_add_text(&line, "reason", error->text);
    log_end(&line);
}

bool failing_must_undo(const struct match *match)
{
    return match->failed_seq == match->seq && match->failed_seq != 0 &&
           match_goes_on(match) &&
           match->failed_count == game_question(match->game)->choice_count;
}

bool failing_on_all(struct match *match, int index)
{
    const struct question *question = game_question(match->game);
    size_t count = (size_t)question->choice_count;
    if (match->failed_seq != match->seq) {
        free(match->failed);
        match->failed = calloc(count, sizeof *match->failed);
        match->failed_seq = match->failed == NULL ? 0 : match->seq;
        match->failed_count = 0;
    }
    if (match->failed_seq == 0)
        return false;
    match->failed_count += !match->failed[index];
    match->failed[index] = true;
    return match->failed_count == question->choice_count &&
           (match->players[question->seat].kind != PLAYER_HUMAN ||
            !game_may_undo(match->game, question->seat));
}
