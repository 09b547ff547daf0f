#include "game/wording.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 16,     /* texts within each other */
    PATH_SIZE_MAX = 96, /* "game.players.1.score", with the zero byte */
    SECTION_SIZE_MAX = 32,
    DIGITS_MAX = 9, /* of a number in a text */
};

static const char FALLBACK_LANGUAGE[] = "en";

struct wording {
    char language[WORDING_LANGUAGE_SIZE];
    struct json *ruleset; /* owned */
};

/* What may still be added to one text: beyond it the rest is dropped. */
struct room {
    size_t bytes;
    int fields;
};

/* A text being filled in. */
struct filling {
    const struct wording *wording;
    struct text *out;
    const struct json *fields;
    int depth;
    struct room *room;
};

static const struct room WHOLE_ROOM = {WORDING_SIZE_MAX, WORDING_FIELDS_MAX};

/* A piece of a text, between its braces and bars. */
struct piece {
    const char *start;
    const char *end;
};

enum status wording_read(struct wording **out, const char *description,
                         size_t size, const char *language, struct error *error)
{
    *out = NULL;
    if (strlen(language) >= WORDING_LANGUAGE_SIZE)
        return error_set(error, STATUS_BAD_INPUT, "there is no language '%s'",
                         language);
    struct wording *wording = calloc(1, sizeof *wording);
    if (wording == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for texts");
    memcpy(wording->language, language, strlen(language) + 1);
    enum status status =
        json_parse(&wording->ruleset, description, size, error);
    if (status != STATUS_OK) {
        wording_free(wording);
        return status;
    }
    *out = wording;
    return STATUS_OK;
}

enum status wording_new(struct wording **out, struct executor *executor,
                        const char *language, struct error *error)
{
    *out = NULL;
    struct text description = {0};
    enum status status = executor_describe(executor, &description, error);
    if (status == STATUS_OK)
        status = wording_read(out, text_string(&description), description.size,
                              language, error);
    text_free(&description);
    return status;
}

void wording_free(struct wording *wording)
{
    if (wording == NULL)
        return;
    json_free(wording->ruleset);
    free(wording);
}

const struct json *wording_ruleset(const struct wording *wording)
{
    return wording->ruleset;
}

static const struct json *find_in(const struct json *texts,
                                  const char *language, const char *section,
                                  const char *key)
{
    return json_get(json_get(json_get(texts, language), section), key);
}

static const struct json *find_by_language(const struct wording *wording,
                                           const char *language,
                                           const char *section, const char *key)
{
    const struct json *variants = json_get(wording->ruleset, "about_variants");
    for (size_t i = json_size(variants); i > 0; i--) {
        const struct json *texts = json_get(json_at(variants, i - 1), "texts");
        const struct json *found = find_in(texts, language, section, key);
        if (found != NULL)
            return found;
    }
    return find_in(json_get(wording->ruleset, "texts"), language, section, key);
}

const struct json *wording_find(const struct wording *wording,
                                const char *section, const char *key)
{
    const struct json *found =
        find_by_language(wording, wording->language, section, key);
    if (found == NULL)
        found = find_by_language(wording, FALLBACK_LANGUAGE, section, key);
    return found;
}

/* The number that `digits` begin with and nothing else, or -1. */
static int64_t read_number(struct piece digits)
{
    int64_t number = 0;
    if (digits.start == digits.end || digits.end - digits.start > DIGITS_MAX)
        return -1;
    for (const char *at = digits.start; at < digits.end; at++) {
        if (*at < '0' || *at > '9')
            return -1;
        number = 10 * number + (*at - '0');
    }
    return number;
}

/* The field of `fields` that a path with dots names, or NULL. */
static const struct json *field_at(const struct json *fields, struct piece path)
{
    char name[PATH_SIZE_MAX];
    while (fields != NULL) {
        const char *dot =
            memchr(path.start, '.', (size_t)(path.end - path.start));
        struct piece here = {path.start, dot == NULL ? path.end : dot};
        size_t size = (size_t)(here.end - here.start);
        if (size >= sizeof name)
            return NULL;
        memcpy(name, here.start, size);
        name[size] = '\0';
        int64_t number = read_number(here);
        if (json_kind(fields) == JSON_KIND_ARRAY)
            fields = number < 1 ? NULL : json_at(fields, (size_t)number - 1);
        else
            fields = json_get(fields, name);
        if (dot == NULL)
            return fields;
        path.start = dot + 1;
    }
    return NULL;
}

static bool is_something(const struct json *value)
{
    int64_t integer = 0;
    bool boolean = false;
    switch (json_kind(value)) {
    case JSON_KIND_ABSENT:
    case JSON_KIND_NULL:
        return false;
    case JSON_KIND_INTEGER:
        return json_read_integer(value, &integer) && integer != 0;
    case JSON_KIND_BOOLEAN:
        return json_read_boolean(value, &boolean) && boolean;
    default:
        return json_kind(value) == JSON_KIND_FRACTION || json_size(value) > 0;
    }
}

/* Adds bytes as far as there is room, and no half of a character. */
static void add_bytes(const struct filling *filling, const char *bytes,
                      size_t size)
{
    struct room *room = filling->room;
    if (size > room->bytes) {
        size = room->bytes;
        while (size > 0 && ((unsigned char)bytes[size] & 0xc0) == 0x80)
            size--;
        room->bytes = size;
    }
    room->bytes -= size;
    text_add_bytes(filling->out, bytes, size);
}

/* Counts a field; false where there are enough, and the text ends. */
static bool take_field(struct room *room)
{
    if (room->fields == 0) {
        room->bytes = 0;
        return false;
    }
    room->fields--;
    return true;
}

static void add_string(const struct filling *filling, const char *string)
{
    add_bytes(filling, string, strlen(string));
}

/* Adds a value that is no list or object as it is. */
static void add_plain(struct text *out, const struct json *value)
{
    int64_t integer = 0;
    bool boolean = false;
    if (json_read_integer(value, &integer))
        text_add_integer(out, integer);
    else if (json_read_boolean(value, &boolean))
        text_add(out, boolean ? "true" : "false");
    else if (json_string_of(value) != NULL)
        text_add(out, json_string_of(value));
    else
        text_add(out, "null");
}

static void fill(struct filling *filling, struct piece piece);
static void add_value(struct filling *filling, const struct json *value,
                      const char *section);

/* Adds a text that was found, filled in from `fields`: one text, or the lines
 * of a list that are not empty. */
static void add_found(const struct filling *filling, const struct json *found,
                      const struct json *fields)
{
    struct filling inner = {filling->wording, filling->out, fields,
                            filling->depth + 1, filling->room};
    size_t lines = json_kind(found) == JSON_KIND_ARRAY ? json_size(found) : 1;
    if (inner.depth > DEPTH_MAX)
        return;
    bool is_first = true;
    for (size_t i = 0; i < lines && inner.room->bytes > 0; i++) {
        const struct json *line =
            json_kind(found) == JSON_KIND_ARRAY ? json_at(found, i) : found;
        const char *string = json_string_of(line);
        if (string == NULL)
            continue;
        size_t before = inner.out->size;
        if (!is_first)
            add_string(&inner, "\n");
        size_t start = inner.out->size;
        fill(&inner, (struct piece){string, string + strlen(string)});
        if (inner.out->size == start && lines > 1 && !inner.out->failed) {
            inner.room->bytes += inner.out->size - before;
            inner.out->size = before; /* an empty line is left out */
            if (inner.out->bytes != NULL)
                inner.out->bytes[before] = '\0';
        } else {
            is_first = false;
        }
    }
}

/* Adds the word for a plain value, or the value. */
static void add_word(struct filling *filling, const struct json *value,
                     const char *section)
{
    struct text key = {0};
    add_plain(&key, value);
    const struct json *found =
        wording_find(filling->wording, section, text_string(&key));
    if (found != NULL)
        add_found(filling, found, filling->fields);
    else
        add_string(filling, text_string(&key));
    text_free(&key);
}

static void add_list(struct filling *filling, const struct json *list,
                     const char *section)
{
    size_t count = json_size(list);
    for (size_t i = 0; i < count; i++) {
        const struct json *item = json_at(list, i);
        enum json_kind kind = json_kind(item);
        if (i > 0)
            add_string(filling, kind == JSON_KIND_OBJECT  ? "; "
                                : kind == JSON_KIND_ARRAY ? " "
                                                          : ", ");
        if (kind != JSON_KIND_ARRAY) {
            add_value(filling, item, section);
            continue;
        }
        for (size_t j = 0; j < json_size(item); j++) { /* a space: "3,4" */
            if (j > 0)
                add_string(filling, ",");
            add_value(filling, json_at(item, j), section);
        }
    }
}

/* Adds the word for the key of a member, or the key. */
static void add_key(const struct filling *filling, const char *section,
                    const char *key)
{
    struct filling alone = {filling->wording, filling->out, NULL,
                            filling->depth, filling->room};
    const struct json *found = wording_find(filling->wording, section, key);
    if (found != NULL)
        add_found(&alone, found, NULL);
    else
        add_string(filling, key);
}

/* Adds an object: by its label when it has one, else member by member. */
static void add_object(struct filling *filling, const struct json *object,
                       const char *section)
{
    const char *label = json_string_of(json_get(object, "label"));
    const struct json *found =
        label == NULL ? NULL : wording_find(filling->wording, section, label);
    if (found != NULL) {
        add_found(filling, found, object);
        return;
    }
    struct json_walk walk = json_walk(object);
    for (bool is_first = true; json_walk_next(&walk); is_first = false) {
        if (!is_first)
            add_string(filling, ", ");
        add_key(filling, section, walk.key);
        add_string(filling, " ");
        add_value(filling, walk.value, section);
    }
}

/* Adds a value; `section` has words for it, or is "". */
static void add_value(struct filling *filling, const struct json *value,
                      const char *section)
{
    if (++filling->depth <= DEPTH_MAX && take_field(filling->room)) {
        if (json_kind(value) == JSON_KIND_ARRAY)
            add_list(filling, value, section);
        else if (json_kind(value) == JSON_KIND_OBJECT)
            add_object(filling, value, section);
        else
            add_word(filling, value, section);
    }
    filling->depth--;
}

/* Where `wanted` stands first in the piece outside of braces; its end when
 * nowhere. */
static const char *find_outside(struct piece piece, const char *wanted)
{
    int depth = 0;
    for (const char *at = piece.start; at < piece.end; at++) {
        if (depth == 0 && strchr(wanted, *at) != NULL)
            return at;
        depth += *at == '{';
        depth -= *at == '}';
    }
    return piece.end;
}

/* The brace that closes the one at `open`; `end` when there is none. */
static const char *find_close(const char *open, const char *end)
{
    int depth = 0;
    for (const char *at = open; at < end; at++) {
        depth += *at == '{';
        depth -= *at == '}';
        if (depth == 0)
            return at;
    }
    return end;
}

/* Fills in the first or the second of two texts with a bar between. */
static void fill_one_of(struct filling *filling, struct piece texts, bool first)
{
    const char *bar = find_outside(texts, "|");
    if (first)
        fill(filling, (struct piece){texts.start, bar});
    else if (bar < texts.end)
        fill(filling, (struct piece){bar + 1, texts.end});
}

/* The number that "path", "#path" or "path%100" gives; false when it is none.
 * *path is then the path alone. */
static bool read_count(const struct filling *filling, struct piece *path,
                       int64_t *number)
{
    bool counts = path->start < path->end && *path->start == '#';
    if (counts)
        path->start++;
    const char *sign =
        memchr(path->start, '%', (size_t)(path->end - path->start));
    int64_t divisor = 0;
    if (sign != NULL) {
        divisor = read_number((struct piece){sign + 1, path->end});
        path->end = sign;
    }
    const struct json *value = field_at(filling->fields, *path);
    if (counts)
        *number = (int64_t)json_size(value);
    else if (!json_read_integer(value, number))
        return false;
    if (divisor > 0)
        *number = (*number % divisor + divisor) % divisor;
    return true;
}

static void add_number(const struct filling *filling, int64_t number)
{
    struct text digits = {0};
    text_add_integer(&digits, number);
    add_string(filling, text_string(&digits));
    text_free(&digits);
}

/* Fills in what stands between two braces. */
static void fill_field(struct filling *filling, struct piece inside)
{
    const char *mark = find_outside(inside, ":|?");
    struct piece path = {inside.start, mark};
    struct piece rest = {mark < inside.end ? mark + 1 : mark, inside.end};
    int64_t number = 0;
    bool is_number = read_count(filling, &path, &number);
    const struct json *value = field_at(filling->fields, path);
    char section[SECTION_SIZE_MAX] = "";

    if (mark < inside.end && *mark == '|') {
        fill_one_of(filling, rest, is_number && number == 1);
    } else if (mark < inside.end && *mark == '?') {
        fill_one_of(filling, rest,
                    is_number ? number != 0 : is_something(value));
    } else if (is_number && mark == inside.end) {
        add_number(filling, number);
    } else {
        size_t size = (size_t)(rest.end - rest.start);
        if (size < sizeof section)
            memcpy(section, rest.start, size);
        add_value(filling, value, section);
    }
}

/* Fills in a text. */
static void fill(struct filling *filling, struct piece piece)
{
    struct room *room = filling->room;
    if (++filling->depth <= DEPTH_MAX) {
        const char *at = piece.start;
        while (at < piece.end && room->bytes > 0) {
            const char *open = memchr(at, '{', (size_t)(piece.end - at));
            const char *close =
                open == NULL ? piece.end : find_close(open, piece.end);
            if (close == piece.end) { /* no more fields */
                add_bytes(filling, at, (size_t)(piece.end - at));
                break;
            }
            add_bytes(filling, at, (size_t)(open - at));
            if (take_field(room))
                fill_field(filling, (struct piece){open + 1, close});
            at = close + 1;
        }
    }
    filling->depth--;
}

void wording_fill(const struct wording *wording, struct text *out,
                  const char *template, const struct json *fields)
{
    struct room room = WHOLE_ROOM;
    struct filling filling = {wording, out, fields, 0, &room};
    fill(&filling, (struct piece){template, template + strlen(template)});
}

bool wording_add(const struct wording *wording, struct text *out,
                 const char *section, const char *key,
                 const struct json *fields)
{
    const struct json *found = wording_find(wording, section, key);
    if (found == NULL)
        return false;
    struct room room = WHOLE_ROOM;
    struct filling filling = {wording, out, fields, 0, &room};
    add_found(&filling, found, fields);
    return true;
}

void wording_add_word(const struct wording *wording, struct text *out,
                      const char *section, const char *key)
{
    if (!wording_add(wording, out, section, key, NULL))
        text_add(out, key);
}

/* Adds the members of an object as they are, but for the one called `less` and
 * the event's number. */
static void add_raw(const struct wording *wording, struct text *out,
                    const struct json *object, const char *less)
{
    struct room room = WHOLE_ROOM;
    struct filling filling = {wording, out, object, 0, &room};
    struct json_walk walk = json_walk(object);
    bool is_first = true;
    while (json_walk_next(&walk)) {
        if (strcmp(walk.key, less) == 0 || strcmp(walk.key, "entry") == 0)
            continue;
        if (!is_first)
            add_string(&filling, ", ");
        is_first = false;
        add_string(&filling, walk.key);
        add_string(&filling, " ");
        add_value(&filling, walk.value, "");
    }
}

void wording_add_event(const struct wording *wording, struct text *out,
                       const struct json *event)
{
    const char *name = json_string_of(json_get(event, "event"));
    if (name == NULL)
        name = "?";
    if (wording_add(wording, out, "events", name, event))
        return;
    text_addf(out, "%s: ", name);
    add_raw(wording, out, event, "event");
}

void wording_add_question(const struct wording *wording, struct text *out,
                          const char *step, const struct json *fields)
{
    if (wording_add(wording, out, "questions", step, fields))
        return;
    struct room room = WHOLE_ROOM;
    struct filling filling = {wording, out, fields, 0, &room};
    if (json_get(fields, "player") != NULL) {
        add_value(&filling, json_get(fields, "player"), "seats");
        text_add(out, ": ");
    }
    text_addf(out, "%s?", step);
}

void wording_add_choice(const struct wording *wording, struct text *out,
                        const char *step, const struct json *choice)
{
    if (!wording_add(wording, out, "choices", step, choice))
        add_raw(wording, out, choice, "");
}

void wording_add_title(const struct wording *wording, struct text *out,
                       const struct json *title)
{
    const char *string = json_string_of(json_get(title, wording->language));
    if (string == NULL)
        string = json_string_of(json_get(title, FALLBACK_LANGUAGE));
    if (string == NULL && json_walk(title).next != NULL) {
        struct json_walk walk = json_walk(title);
        json_walk_next(&walk);
        string = json_string_of(walk.value);
    }
    text_add(out, string == NULL ? "" : string);
}
