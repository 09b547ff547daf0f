#include "fair/record_inside.h"

#include "base/canonical.h"
#include "base/list.h"
#include "fair/hex.h"
#include "fair/record_form.h"

#include <stdlib.h>
#include <string.h>

enum status record_new(struct record **out, struct error *error)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a record");
    return STATUS_OK;
}

void record_free(struct record *record)
{
    if (record == NULL)
        return;
    text_free(&record->lines);
    free(record->entries);
    free(record->signatures);
    free(record->keys);
    free(record);
}

int record_count(const struct record *record)
{
    return record->entry_count;
}

int record_first(const struct record *record)
{
    return record->first;
}

struct record_entry record_entry(const struct record *record, int seq)
{
    REQUIRE(seq >= record->first && seq < record->entry_count);
    const struct record_kept *kept = &record->entries[seq - record->first];
    struct record_entry entry = kept->entry;
    entry.d = record->lines.bytes + kept->d_at;
    return entry;
}

int record_line(const struct record *record, int seq)
{
    REQUIRE(seq >= record->first && seq < record->entry_count);
    return record->entries[seq - record->first].lines_before + 1;
}

const struct hash *record_hash_at(const struct record *record, int seq)
{
    if (seq < record->first)
        return &record->known[seq % RECORD_KNOWN_MAX];
    return &record->entries[seq - record->first].entry.hash;
}

int64_t record_newest_ts(const struct record *record)
{
    if (record->entry_count == record->first)
        return record->forgotten_ts;
    return record->entries[record->entry_count - record->first - 1].entry.ts;
}

enum status record_parse(struct json **out, const struct record_entry *entry,
                         struct error *error)
{
    return json_parse(out, entry->d, entry->d_size, error);
}

enum status record_parse_opening(struct json **out, const struct record *record,
                                 struct error *error)
{
    *out = NULL;
    if (record->entry_count == 0)
        return error_set(error, STATUS_BAD_INPUT, "the record is empty");
    struct record_entry entry = record_entry(record, 0);
    return record_parse(out, &entry, error);
}

struct hash record_head(const struct record *record)
{
    if (record->entry_count == 0)
        return (struct hash){{0}};
    return *record_hash_at(record, record->entry_count - 1);
}

const char *record_bytes(const struct record *record, size_t *size)
{
    *size = record->lines.size;
    return text_string(&record->lines);
}

size_t record_size(const struct record *record)
{
    return record->forgotten_size + record->lines.size;
}

enum status record_add_line(struct record *record, char letter,
                            const struct record_line *line, struct error *error)
{
    size_t size = record->lines.size;
    if (record_size(record) + line->size + 3 > RECORD_SIZE_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: the record would be larger than %d bytes",
                         line->number, RECORD_SIZE_MAX);
    text_add_char(&record->lines, letter);
    text_add_char(&record->lines, ' ');
    text_add_bytes(&record->lines, line->json, line->size);
    text_add_char(&record->lines, '\n');
    enum status status = text_status(&record->lines, "a record's line", error);
    if (status != STATUS_OK) {
        /* What was there before has stayed; only the new line goes. */
        record->lines.size = size;
        record->lines.failed = false;
        if (record->lines.bytes != NULL)
            record->lines.bytes[size] = '\0';
        return status;
    }
    record->line_count++;
    return STATUS_OK;
}

static bool is_type(const char *type)
{
    size_t allowed = strspn(type, "abcdefghijklmnopqrstuvwxyz_");
    return allowed > 0 && allowed < RECORD_TYPE_SIZE && type[allowed] == '\0';
}

bool record_read_number(const struct json *object, const char *key,
                        int64_t last, int64_t *out)
{
    return json_read_integer(json_get(object, key), out) && *out >= 0 &&
           *out <= last;
}

/* Checks that an entry's line has its six members and reads them. */
static enum status read_members(struct record_entry *entry, struct hash *prev,
                                const struct json *root, int number,
                                struct error *error)
{
    int64_t by = 0;
    int64_t seq = 0;
    const char *type = json_string_of(json_get(root, "t"));
    const char *what = NULL;
    if (json_size(root) != 6 || json_kind(root) != JSON_KIND_OBJECT)
        what = "it is not an object of by, d, prev, seq, t and ts";
    else if (!record_read_number(root, "by", RECORD_SEAT_MAX, &by))
        what = "by is not a seat, 0 to 255";
    else if (json_kind(json_get(root, "d")) != JSON_KIND_OBJECT)
        what = "d is not an object";
    else if (!hash_from_hex(prev, json_string_of(json_get(root, "prev"))))
        what = "prev is not 64 digits of 0-9 and a-f";
    else if (!record_read_number(root, "seq", RECORD_SIZE_MAX, &seq))
        what = "seq is not a number of an entry";
    else if (type == NULL || !is_type(type))
        what = "t is not 1 to 31 letters of a-z and _";
    else if (!record_read_number(root, "ts", JSON_INTEGER_MAX, &entry->ts))
        what = "ts is not a time in milliseconds";
    if (what != NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry %d cannot be read: %s", number,
                         entry->seq, what);
    entry->by = (int)by;
    entry->seq = (int)seq;
    memcpy(entry->type, type, strlen(type) + 1);
    return STATUS_OK;
}

/* Checks that an entry comes next in the chain. */
static enum status check_chain(const struct record *record,
                               const struct record_entry *entry,
                               const struct hash *prev, int number,
                               struct error *error)
{
    int next = record->entry_count;
    if (entry->seq != next)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry %d where entry %d should be", number,
                         entry->seq, next);

    struct hash head = record_head(record);
    char is[HASH_HEX_SIZE];
    char should_be[HASH_HEX_SIZE];
    hash_to_hex(is, prev);
    hash_to_hex(should_be, &head);
    if (!hash_is_equal(prev, &head) && next == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry 0 does not start a record: its prev "
                         "is %s, not zeros",
                         number, is);
    if (!hash_is_equal(prev, &head))
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry %d does not follow from entry %d: its "
                         "prev is %s, but that entry's hash is %s",
                         number, next, next - 1, is, should_be);

    bool is_opening = strcmp(entry->type, "open") == 0;
    if (is_opening != (next == 0) || (is_opening && entry->by != 0))
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry %d is '%s' by seat %d, but a record "
                         "starts with one 'open' by seat 0",
                         number, next, entry->type, entry->by);
    return STATUS_OK;
}

/* Reads from the opening's d what signatures are checked with. The protocol
 * wants all of it; a record without is one without checked signatures. */
static enum status read_opening(struct record *record, const struct json *d,
                                int number, struct error *error)
{
    const struct json *game = json_get(d, "game");
    const struct json *keys = json_get(d, "keys");
    bool has_game_id =
        hex_read(record->game_id, DRAW_GAME_ID_SIZE, json_string_of(game));
    if (game != NULL && !has_game_id)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry 0 cannot be read: game is not 32 "
                         "digits of 0-9 and a-f",
                         number);

    size_t count = json_size(keys);
    if (keys != NULL &&
        (json_kind(keys) != JSON_KIND_ARRAY || count > RECORD_SEAT_MAX + 1))
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: entry 0 cannot be read: keys is not a list "
                         "of up to %d keys",
                         number, RECORD_SEAT_MAX + 1);

    uint8_t(*list)[DRAW_KEY_SIZE] = calloc(count + 1, sizeof *list);
    if (list == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu keys",
                         count);
    for (size_t i = 0; i < count; i++)
        if (!hex_read(list[i], DRAW_KEY_SIZE,
                      json_string_of(json_at(keys, i)))) {
            free(list);
            return error_set(error, STATUS_BAD_INPUT,
                             "line %d: entry 0 cannot be read: the key of seat "
                             "%zu is not 64 digits of 0-9 and a-f",
                             number, i);
        }
    free(record->keys);
    record->has_game_id = has_game_id;
    record->keys = list;
    record->key_count = (int)count;
    return STATUS_OK;
}

/* Where d lies in an entry's line. */
static enum status find_d(struct record_entry *entry, const struct hash *prev,
                          const struct record_line *line, struct error *error)
{
    struct text text = {0};
    record_form_add_start(&text, entry->by);
    size_t before = text.size;
    text_add(&text, "{}");
    record_form_add_end(&text, prev, entry);
    enum status status = text_status(&text, "an entry's line", error);
    if (status == STATUS_OK) {
        entry->d = line->json + before;
        entry->d_size = line->size - (text.size - 2);
    }
    text_free(&text);
    return status;
}

static enum status keep_entry(struct record *record, struct record_entry entry,
                              const struct record_line *line,
                              struct error *error)
{
    int index = record->entry_count - record->first;
    void *list = list_grow(record->entries, &record->entry_capacity, index,
                           sizeof *record->entries);
    if (list == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for entry %d",
                         entry.seq);
    record->entries = list;

    size_t line_at = record->lines.size;
    struct record_kept kept = {
        .entry = entry,
        .line_at = line_at,
        /* Two bytes for the letter and the blank. */
        .d_at = line_at + 2 + (size_t)(entry.d - line->json),
        .signatures_before = record->signature_count,
        .lines_before = record->line_count,
    };
    enum status status = record_add_line(record, 'E', line, error);
    if (status != STATUS_OK)
        return status;
    kept.entry.d = NULL;
    record->entries[index] = kept;
    record->entry_count++;
    return STATUS_OK;
}

/* Takes in the line of an entry, which was written elsewhere or just now. */
static enum status take_entry(struct record *record,
                              const struct record_line *line,
                              struct error *error)
{
    struct record_entry entry = {.seq = record->entry_count};
    struct json *root = NULL;
    enum status status = json_parse_canonical(&root, line->json, line->size,
                                              line->number, error);
    if (status != STATUS_OK)
        return error_prefix(error, "entry %d", entry.seq);

    struct hash prev = {{0}};
    status = read_members(&entry, &prev, root, line->number, error);
    if (status != STATUS_OK)
        goto done;
    status = check_chain(record, &entry, &prev, line->number, error);
    if (status != STATUS_OK)
        goto done;
    if (entry.seq == 0) {
        status = read_opening(record, json_get(root, "d"), line->number, error);
        if (status != STATUS_OK)
            goto done;
    }
    status = find_d(&entry, &prev, line, error);
    if (status != STATUS_OK)
        goto done;
    entry.hash = record_form_hash(NULL, line->json, line->size);
    status = keep_entry(record, entry, line, error);

done:
    json_free(root);
    return status;
}

/* Whether the line made of it is sure to be one that take_entry takes, and
 * need not be read for that, when its d is canonical. */
static bool is_sure(const struct record *record,
                    const struct record_entry *entry, size_t line_size)
{
    bool is_opening = strcmp(entry->type, "open") == 0;
    return is_opening == (record->entry_count == 0) && entry->by >= 0 &&
           entry->by <= (is_opening ? 0 : RECORD_SEAT_MAX) && entry->ts >= 0 &&
           entry->ts <= JSON_INTEGER_MAX && line_size <= RECORD_LINE_SIZE_MAX;
}

/* As read_opening, of an entry that is sure. */
static enum status read_sure_opening(struct record *record,
                                     const struct record_entry *entry,
                                     int number, struct error *error)
{
    struct json *d;
    enum status status = record_parse(&d, entry, error);
    if (status == STATUS_OK)
        status = read_opening(record, d, number, error);
    json_free(d);
    return status;
}

/* Takes in the line of an entry that is sure. `form`: what it was made of, or
 * NULL. */
static enum status take_sure_entry(struct record *record,
                                   struct record_entry *entry,
                                   const struct record_line *line,
                                   const struct record_form *form,
                                   struct error *error)
{
    if (entry->seq == 0) {
        enum status status =
            read_sure_opening(record, entry, line->number, error);
        if (status != STATUS_OK)
            return status;
    }
    entry->hash = record_form_hash(form, line->json, line->size);
    return keep_entry(record, *entry, line, error);
}

enum status record_append(struct record *record,
                          const struct record_event *event, struct error *error)
{
    struct record_entry entry = {.seq = record->entry_count, .ts = event->ts};
    struct text json = {0};
    enum status status = STATUS_OK;
    if (!is_type(event->type)) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "cannot append entry %d: its type is not 1 to 31 "
                           "letters of a-z and _",
                           entry.seq);
        goto done;
    }
    memcpy(entry.type, event->type, strlen(event->type) + 1);

    struct hash prev = record_head(record);
    record_form_add_start(&json, event->by);
    size_t d_at = json.size;
    text_add_bytes(&json, event->d, event->d_size);
    record_form_add_end(&json, &prev, &entry);
    status = text_status(&json, "an entry's line", error);
    if (status != STATUS_OK)
        goto done;
    struct record_line line = {json.bytes, json.size, record->line_count + 1};
    entry.by = event->by;
    entry.d_size = event->d_size;
    entry.d = line.json + d_at;
    status =
        is_sure(record, &entry, json.size) &&
                canonical_is_object(event->d, event->d_size, JSON_DEPTH_MAX - 1)
            ? take_sure_entry(record, &entry, &line, NULL, error)
            : take_entry(record, &line, error);
    if (status != STATUS_OK)
        error_prefix(error, "cannot append '%s'", entry.type);

done:
    text_free(&json);
    return status;
}

enum status record_append_entry(struct record *record,
                                const struct record_entry *entry,
                                struct error *error)
{
    struct record_event event = {.type = entry->type,
                                 .by = entry->by,
                                 .ts = entry->ts,
                                 .d = entry->d,
                                 .d_size = entry->d_size};
    return record_append(record, &event, error);
}

enum status record_append_form(struct record *record,
                               const struct record_form *form, int64_t ts,
                               struct error *error)
{
    struct record_entry entry = {.seq = record->entry_count, .ts = ts};
    struct text json = {0};
    struct hash prev = record_head(record);
    size_t d_at = record_form_begin(form, &json, &entry);
    record_form_add_end(&json, &prev, &entry);
    enum status status = text_status(&json, "an entry's line", error);
    if (status == STATUS_OK) {
        struct record_line line = {json.bytes, json.size,
                                   record->line_count + 1};
        entry.d = line.json + d_at;
        status =
            is_sure(record, &entry, json.size) && record_form_is_checked(form)
                ? take_sure_entry(record, &entry, &line, form, error)
                : take_entry(record, &line, error);
        if (status != STATUS_OK)
            error_prefix(error, "cannot append '%s'", entry.type);
    }
    text_free(&json);
    return status;
}

void record_forget(struct record *record)
{
    int from = record->entry_count - RECORD_KNOWN_MAX;
    for (int seq = from > record->first ? from : record->first;
         seq < record->entry_count; seq++)
        record->known[seq % RECORD_KNOWN_MAX] = *record_hash_at(record, seq);
    record->forgotten_ts = record_newest_ts(record);
    record->forgotten_size += record->lines.size;
    record->first = record->entry_count;
    text_free(&record->lines);
    free(record->entries);
    record->entries = NULL;
    record->entry_capacity = 0;
    free(record->signatures);
    record->signatures = NULL;
    record->signature_capacity = 0;
    record->signature_count = 0;
}

void record_cut(struct record *record, int count)
{
    REQUIRE(count >= record->first);
    if (count >= record->entry_count)
        return;
    const struct record_kept *cut = &record->entries[count - record->first];
    record->lines.size = cut->line_at;
    record->lines.bytes[cut->line_at] = '\0';
    record->line_count = cut->lines_before;
    record->signature_count = cut->signatures_before;
    record->entry_count = count;
}

enum status record_copy(struct record **out, const struct record *record,
                        struct error *error)
{
    enum status status = record_new(out, error);
    if (status != STATUS_OK)
        return status;
    struct record *copy = *out;
    size_t entries = (size_t)(record->entry_count - record->first);
    size_t signatures = (size_t)record->signature_count;
    size_t keys = (size_t)record->key_count;
    *copy = *record;
    copy->lines = (struct text){0};
    text_add_bytes(&copy->lines, text_string(&record->lines),
                   record->lines.size);
    copy->entries = calloc(entries + 1, sizeof *copy->entries);
    copy->entry_capacity = (int)entries + 1;
    copy->signatures = calloc(signatures + 1, sizeof *copy->signatures);
    copy->signature_capacity = (int)signatures + 1;
    copy->keys = calloc(keys + 1, sizeof *copy->keys);
    if (copy->lines.failed || copy->entries == NULL ||
        copy->signatures == NULL || copy->keys == NULL) {
        record_free(copy);
        *out = NULL;
        return error_set(error, STATUS_NO_MEMORY, "no memory for a record");
    }
    if (entries > 0)
        memcpy(copy->entries, record->entries, entries * sizeof *copy->entries);
    if (signatures > 0)
        memcpy(copy->signatures, record->signatures,
               signatures * sizeof *copy->signatures);
    if (keys > 0)
        memcpy(copy->keys, record->keys, keys * sizeof *copy->keys);
    return STATUS_OK;
}

/* Takes in the line that starts at bytes[at]; *next is where the one after it
 * does. */
static enum status take_line(struct record *record, const char *bytes,
                             size_t size, size_t *next, struct error *error)
{
    int number = record->line_count + 1;
    const char *end = memchr(bytes, '\n', size);
    if (end == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: the last line is cut off, before entry %d",
                         number, record->entry_count);
    *next = (size_t)(end - bytes) + 1;

    if (end > bytes && end[-1] == '\r')
        return error_set(error, STATUS_BAD_INPUT,
                         "line %d: it ends with CR LF, as lines do on Windows; "
                         "those of a record end with LF alone, before entry %d",
                         number, record->entry_count);
    struct record_line line = {bytes + 2, *next - 3, number};
    if (*next > 2 && memcmp(bytes, "E ", 2) == 0)
        return take_entry(record, &line, error);
    if (*next > 2 && memcmp(bytes, "S ", 2) == 0)
        return record_take_signature(record, &line, error);
    return error_set(
        error, STATUS_BAD_INPUT,
        "line %d: neither an entry (E) nor a signature (S), before "
        "entry %d",
        number, record->entry_count);
}

enum status record_read(struct record **out, const char *bytes, size_t size,
                        struct error *error)
{
    *out = NULL;
    struct record *record = NULL;
    enum status status = record_new(&record, error);
    if (status != STATUS_OK)
        return status;

    size_t at = 0;
    while (at < size) {
        size_t next = 0;
        status = take_line(record, bytes + at, size - at, &next, error);
        if (status != STATUS_OK)
            goto done;
        at += next;
    }
    if (record->entry_count == 0) {
        status = error_set(error, STATUS_BAD_INPUT,
                           "line 1: a record starts with entry 0, and there "
                           "is nothing");
        goto done;
    }
    *out = record;
    record = NULL;

done:
    record_free(record);
    return status;
}
