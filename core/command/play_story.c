#include "command/play_story.h"

#include "base/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS_MAX = 64, /* of the table of points */
    ROW_NAME_SIZE = 128,
    NUMBER_COLUMNS = 10,
    GAME_NUMBER = 1, /* a file of events can hold many games; this has one */
};

static const char GAME_OVER[] = "game_over";

static int find_seat(const struct play_story *story, const char *name)
{
    for (int i = 0; name != NULL && i < story->seat_count; i++)
        if (strcmp(story->seats[i], name) == 0)
            return i;
    return -1;
}

/* Room for one event more. */
static bool make_room(struct play_story *story)
{
    struct play_story_event *events = list_grow(story->events, &story->capacity,
                                                story->count, sizeof *events);
    if (events != NULL)
        story->events = events;
    return events != NULL;
}

void play_story_cut(struct play_story *story, int count)
{
    if (count >= story->count)
        return;
    story->bytes.size = story->events[count].start;
    story->count = count;
    if (story->told > count)
        story->told = count;
}

/* Adds the event's points to the scores. */
static void add_points(struct play_story *story, int64_t *scores,
                       const char *json, size_t size)
{
    struct json *event;
    struct error error;
    if (json_parse(&event, json, size, &error) != STATUS_OK)
        return;
    int seat = find_seat(story, json_string_of(json_get(event, "player")));
    int64_t points = 0;
    if (seat >= 0 && json_read_integer(json_get(event, "points"), &points))
        scores[seat] += points;
    json_free(event);
}

/* Fills in the scores after event `index`. */
static void count_scores(struct play_story *story, int index)
{
    struct play_story_event *event = &story->events[index];
    if (index > 0)
        memcpy(event->scores, event[-1].scores, sizeof event->scores);
    add_points(story, event->scores, story->bytes.bytes + event->start,
               event->size);
}

void play_story_begin(struct play_story *story, struct executor *executor)
{
    story->seat_count = executor_seat_count(executor);
    for (int i = 0; i < story->seat_count; i++)
        snprintf(story->seats[i], sizeof story->seats[i], "%s",
                 executor_seat_name(executor, i));
    for (int i = 0; i < story->count; i++)
        count_scores(story, i);
}

/* The event's number, which it begins with: {"entry":7,... */
static int entry_of(const char *json)
{
    int entry = 0;
    return sscanf(json, "{\"entry\":%d", &entry) == 1 ? entry : 0;
}

void play_story_listen(void *context, const char *json, size_t size)
{
    struct play_story *story = context;
    int entry = entry_of(json);
    REQUIRE(entry > 0);
    play_story_cut(story, entry - 1);
    if (story->has_failed || !make_room(story)) {
        story->has_failed = true;
        return;
    }
    struct play_story_event *event = &story->events[story->count];
    *event =
        (struct play_story_event){.start = story->bytes.size, .size = size};
    text_add_bytes(&story->bytes, json, size);
    story->has_failed = story->bytes.failed;
    if (!story->has_failed)
        count_scores(story, story->count++);
}

static enum status file_error(struct error *error)
{
    return error_set(error, STATUS_IO, "%s", strerror(errno));
}

enum status play_story_open(struct play_story *story, const char *path,
                            struct error *error)
{
    story->file = fopen(path, "we");
    if (story->file == NULL)
        return error_set(error, STATUS_IO, "cannot write events to '%s': %s",
                         path, strerror(errno));
    return STATUS_OK;
}

bool play_story_write(struct play_story *story, struct error *error)
{
    if (story->file == NULL || story->file_has_failed)
        return true;
    for (; story->written < story->count; story->written++) {
        const struct play_story_event *event = &story->events[story->written];
        fprintf(story->file, "{\"game\":%d,", GAME_NUMBER);
        fwrite(story->bytes.bytes + event->start + 1, 1, event->size - 1,
               story->file);
        putc('\n', story->file);
    }
    if (fflush(story->file) == 0 && !ferror(story->file))
        return true;
    story->file_has_failed = true;
    file_error(error);
    return false;
}

bool play_story_end(struct play_story *story, struct error *error)
{
    bool is_well = !story->file_has_failed;
    if (!is_well)
        error_set(error, STATUS_IO, "not all events could be written");
    if (story->file != NULL && fclose(story->file) != 0 && is_well) {
        file_error(error);
        is_well = false;
    }
    text_free(&story->bytes);
    free(story->events);
    *story = (struct play_story){0};
    return is_well;
}

/* Event `index` as JSON, with what frontends add: the player's score before
 * and after. NULL when memory is out. */
static struct json *read_event(const struct play_story *story, int index)
{
    const struct play_story_event *event = &story->events[index];
    const char *bytes = story->bytes.bytes + event->start;
    struct error error;
    struct json *json = NULL;
    if (json_parse(&json, bytes, event->size, &error) != STATUS_OK)
        return NULL;
    int seat = find_seat(story, json_string_of(json_get(json, "player")));
    int64_t points = 0;
    if (seat < 0 || !json_read_integer(json_get(json, "points"), &points))
        return json;

    json_free(json);
    struct text more = {0};
    text_add_char(&more, '{');
    json_add_member_integer(&more, "score_after", event->scores[seat]);
    json_add_member_integer(&more, "score_before",
                            event->scores[seat] - points);
    text_add_char(&more, ',');
    text_add_bytes(&more, bytes + 1, event->size - 1);
    if (json_parse(&json, text_string(&more), more.size, &error) != STATUS_OK)
        json = NULL;
    text_free(&more);
    return json;
}

static const char *name_of(const struct json *event)
{
    const char *name = json_string_of(json_get(event, "event"));
    return name == NULL ? "" : name;
}

/* Tells event `index`. Scores stand out. */
static void tell(const struct play_story *story, int index,
                 const struct wording *wording, const struct play_out *out)
{
    struct json *event = read_event(story, index);
    struct text sentence = {0};
    bool is_score = json_get(event, "score_after") != NULL;
    if (index > 0 &&
        wording_find(wording, "paragraphs", name_of(event)) != NULL)
        play_out_gap(out);
    wording_add_event(wording, &sentence, event);
    play_out_say(out, is_score ? PLAY_OUT_STRONG : PLAY_OUT_PLAIN,
                 text_string(&sentence));
    text_free(&sentence);
    json_free(event);
}

static bool is_end(const struct play_story *story, int index)
{
    struct json *event = read_event(story, index);
    bool is = strcmp(name_of(event), GAME_OVER) == 0;
    json_free(event);
    return is;
}

void play_story_tell(struct play_story *story, const struct wording *wording,
                     const struct play_out *out)
{
    while (story->told < story->count && !is_end(story, story->told))
        tell(story, story->told++, wording, out);
}

bool play_story_tell_all(struct play_story *story,
                         const struct wording *wording,
                         const struct play_out *out)
{
    for (int i = 0; i < story->count; i++)
        tell(story, i, wording, out);
    return story->count > 0;
}

void play_story_rewind(struct play_story *story, int count)
{
    story->told = story->count > count ? story->count - count : 0;
}

void play_story_tell_end(struct play_story *story,
                         const struct wording *wording,
                         const struct play_out *out)
{
    if (story->count > 0 && is_end(story, story->count - 1))
        tell(story, story->count - 1, wording, out);
    story->told = story->count;
}

/* Where points came from, and how many to each seat. */
struct row {
    char name[ROW_NAME_SIZE]; /* key in the section `sums` */
    int64_t points[MATERIAL_SEATS_MAX];
};

/* The row called `name`, made when it is new; the last one when there are too
 * many. */
static struct row *find_row(struct row *rows, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    if (*count == ROWS_MAX)
        return &rows[ROWS_MAX - 1];
    struct row *row = &rows[(*count)++];
    *row = (struct row){0};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* Adds up points by event and by its reason or kind. */
static int collect(const struct play_story *story, struct row *rows)
{
    int count = 0;
    for (int i = 0; i < story->count; i++) {
        struct json *event = read_event(story, i);
        int seat = find_seat(story, json_string_of(json_get(event, "player")));
        int64_t points = 0;
        const char *why = json_string_of(json_get(event, "reason"));
        if (why == NULL)
            why = json_string_of(json_get(event, "kind"));
        if (seat >= 0 && points == 0 &&
            json_read_integer(json_get(event, "points"), &points) &&
            points != 0) {
            char name[ROW_NAME_SIZE];
            snprintf(name, sizeof name, "%s%s%s", name_of(event),
                     why == NULL ? "" : "_", why == NULL ? "" : why);
            find_row(rows, &count, name)->points[seat] += points;
        }
        json_free(event);
    }
    return count;
}

static void add_row(const struct play_story *story, struct text *out,
                    const char *name, const int64_t *points, int columns)
{
    size_t start = out->size;
    text_addf(out, "  %s", name);
    for (int i = 0; i < story->seat_count; i++) {
        char number[24];
        int size =
            snprintf(number, sizeof number, "%lld", (long long)points[i]);
        play_out_pad(out, start, columns + (i + 1) * NUMBER_COLUMNS - size);
        text_add(out, number);
    }
    text_add_char(out, '\n');
}

/* The line with the seats' names over their columns. */
static void add_head(const struct play_story *story,
                     const struct wording *wording, struct text *out,
                     int columns)
{
    size_t start = out->size;
    for (int i = 0; i < story->seat_count; i++) {
        struct text name = {0};
        wording_add_word(wording, &name, "seats", story->seats[i]);
        play_out_pad(out, start,
                     columns + (i + 1) * NUMBER_COLUMNS -
                         play_out_columns(text_string(&name), name.size));
        text_add(out, text_string(&name));
        text_free(&name);
    }
    text_add_char(out, '\n');
}

/* The columns that the widest of the names needs. */
static int widest(const struct wording *wording, const struct row *rows,
                  int count, const char *together)
{
    int columns = play_out_columns(together, strlen(together));
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        wording_add_word(wording, &name, "sums", rows[i].name);
        int here = play_out_columns(text_string(&name), name.size);
        columns = here > columns ? here : columns;
        text_free(&name);
    }
    return columns + 2;
}

void play_story_add_points(const struct play_story *story,
                           const struct wording *wording, struct text *out,
                           const int64_t *scores, const char *other,
                           const char *together)
{
    struct row rows[ROWS_MAX];
    int count = collect(story, rows);
    int columns = widest(wording, rows, count, together);
    int64_t rest[MATERIAL_SEATS_MAX];
    bool has_rest = false;
    memcpy(rest, scores, sizeof rest);
    add_head(story, wording, out, columns);
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        wording_add_word(wording, &name, "sums", rows[i].name);
        add_row(story, out, text_string(&name), rows[i].points, columns);
        text_free(&name);
        for (int j = 0; j < story->seat_count; j++)
            rest[j] -= rows[i].points[j];
    }
    for (int j = 0; j < story->seat_count; j++)
        has_rest = has_rest || rest[j] != 0;
    if (has_rest)
        add_row(story, out, other, rest, columns);
    add_row(story, out, together, scores, columns);
}
