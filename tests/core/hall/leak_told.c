#include "leak_mirror.h"

#include "base/clock.h"
#include "fair/hex.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void check_secrets(const struct mirror *mirror, int guest,
                          const char *bytes, size_t size)
{
    const char *found = secrets_find(&mirror->secrets, bytes, size);
    cr_assert(found == NULL, "guest %d is told %s:\n%.*s", guest, found,
              (int)size, bytes);
}

/* Fills the holes of what is expected with what stands there in `told`. */
static void fill(struct text *expected, const char *told)
{
    struct text filled = {0};
    const char *at = text_string(expected);
    while (*at != '\0') {
        size_t size = strcspn(at, (char[]){MIRROR_HOLE, '\0'});
        text_add_bytes(&filled, at, size);
        at += size;
        if (*at == '\0' || strlen(told) < filled.size)
            break;
        const char *digits = told + filled.size;
        text_add_bytes(&filled, digits, strspn(digits, "0123456789abcdef"));
        at++;
    }
    text_free(expected);
    *expected = filled;
}

/* The time is that of what is done now. */
static void check_now(const struct mirror *mirror, int64_t ms)
{
    cr_assert(ms >= mirror->before_ms && ms <= clock_calendar_ms(),
              "%lld is not from %lld on", (long long)ms,
              (long long)mirror->before_ms);
}

/* The clocks show no more than was given, and no less than has passed. */
static void check_clocks(const struct mirror *mirror, const struct json *news)
{
    int64_t passed = clock_calendar_ms() - mirror->start_ms;
    int64_t asked = 0;
    if (mirror->setup.game_s == 0)
        return;
    for (int i = 0; i < mirror->seat_count; i++) {
        int64_t left = -1;
        int64_t most =
            1000 * (mirror->setup.game_s +
                    (int64_t)mirror->setup.increment_s * mirror->made[i]);
        json_read_integer(json_at(desk_at(news, "params.clocks"), (size_t)i),
                          &left);
        cr_assert(left <= most && left >= most - passed, "%lld of %lld",
                  (long long)left, (long long)most);
        if (i + 1 == desk_integer(news, "params.seat"))
            asked = left;
    }
    check_now(mirror, desk_integer(news, "params.until") - asked);
}

/* The head is signed, and kept as the newest. */
static void take_head(struct mirror *mirror, const struct json *news,
                      const char *line, size_t size)
{
    struct signature signature;
    const struct sealing *sealing = game_sealing(mirror->game);
    struct sign_entry entry = {
        .seq = (uint64_t)desk_integer(news, "params.entry")};
    memcpy(entry.game_id, sealing->game_id, sizeof entry.game_id);
    cr_assert(hash_from_hex(&entry.hash, desk_string(news, "params.hash")));
    cr_assert(hex_read(signature.bytes, SIGN_SIZE,
                       desk_string(news, "params.signature")));
    cr_assert(
        sign_entry_is_by(sealing->seats[0].key, SIGN_HEAD, &entry, &signature));
    text_addf(&mirror->heads, "%d %s\n", (int)entry.seq,
              desk_string(news, "params.hash"));
    text_clear(&mirror->head);
    text_add_bytes(&mirror->head, line, size);
    mirror->head_is_new = false;
}

static void take_stage(struct mirror *mirror, const struct json *news)
{
    mirror->stage_is_new = false;
    if (strcmp(mirror->stage, "done") == 0)
        return;
    mirror->until_ms = desk_integer(news, "params.until");
    check_now(mirror, mirror->until_ms - mirror->desk.settings.sealing_ms);
}

/* Looks at what the hall has filled into a line. What is new is taken from the
 * first guest; what others are told of it must be the same. */
static void check_line(struct mirror *mirror, const char *line, size_t size)
{
    struct json *news;
    struct error error;
    cr_assert(json_parse(&news, line, size, &error) == STATUS_OK, "%s",
              error.text);
    const char *method = desk_string(news, "method");
    if (strcmp(method, "game.waiting") == 0)
        check_clocks(mirror, news);
    if (strcmp(method, "game.sealing") == 0 && mirror->stage_is_new)
        take_stage(mirror, news);
    if (strcmp(method, "game.sealing") == 0 &&
        strcmp(mirror->stage, "done") != 0)
        cr_assert(desk_integer(news, "params.until") == mirror->until_ms);
    if (strcmp(method, "game.head") == 0) {
        if (mirror->head_is_new)
            take_head(mirror, news, line, size);
        cr_assert(size == mirror->head.size &&
                  memcmp(line, mirror->head.bytes, size) == 0);
    }
    if (strcmp(method, "game.said") == 0) {
        if (mirror->said_is_new) {
            check_now(mirror, desk_integer(news, "params.ts"));
            text_add_bytes(&mirror->said, line, size);
            mirror->said_is_new = false;
        }
        cr_assert(memmem(mirror->said.bytes, mirror->said.size, line, size) !=
                  NULL);
    }
    json_free(news);
}

/* Whether the line has anything that the hall alone can know. */
static bool has_holes(const struct mirror *mirror, const char *line)
{
    static const char *const methods[] = {"game.said", "game.head",
                                          "game.sealing"};
    static const char FRONT[] = "{\"jsonrpc\":\"2.0\",\"method\":\"";
    const char *method = line + sizeof FRONT - 1;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (strncmp(method, methods[i], strlen(methods[i])) == 0)
            return true;
    return mirror->setup.game_s > 0 &&
           strncmp(method, "game.waiting", strlen("game.waiting")) == 0;
}

static void check_guest(struct mirror *mirror, int guest)
{
    const struct text *told = &mirror->desk.guests[guest].told;
    struct text *expected = &mirror->expected[guest];
    fill(expected, text_string(told));
    cr_assert(strcmp(text_string(told), text_string(expected)) == 0,
              "guest %d was told\n%s\nand not\n%s", guest, text_string(told),
              text_string(expected));
    check_secrets(mirror, guest, text_string(told), told->size);
    const char *at = text_string(expected);
    for (; *at != '\0'; at += strcspn(at, "\n") + 1)
        if (has_holes(mirror, at))
            check_line(mirror, at, strcspn(at, "\n") + 1);
    text_clear(expected);
}

void mirror_check_told(struct mirror *mirror)
{
    mirror_note_known(mirror);
    check_guest(mirror, MIRROR_WATCHER);
    for (int i = 0; i < MIRROR_GUESTS; i++)
        if (i != MIRROR_WATCHER)
            check_guest(mirror, i);
    cr_assert(!mirror->head_is_new && !mirror->said_is_new &&
              !mirror->stage_is_new);
    desk_clear(&mirror->desk);
}

void mirror_check_answer(struct mirror *mirror, int guest)
{
    const char *answer = desk_answer(&mirror->desk, guest);
    check_secrets(mirror, guest, answer, strlen(answer));
}

void mirror_check_result(struct mirror *mirror, int guest, const char *result,
                         ...)
{
    struct text expected = {0};
    struct text given = {0};
    va_list arguments;
    va_start(arguments, result);
    mirror_add_quoted(&expected, result, arguments);
    va_end(arguments);
    json_add_value(&given, json_get(mirror->desk.guests[guest].json, "result"));
    cr_assert(strcmp(text_string(&given), text_string(&expected)) == 0,
              "guest %d was answered\n%s\nand not\n%s", guest,
              desk_answer(&mirror->desk, guest), text_string(&expected));
    mirror_check_answer(mirror, guest);
    text_free(&expected);
    text_free(&given);
}

void mirror_check_code(struct mirror *mirror, int guest, int code)
{
    const char *answer = desk_answer(&mirror->desk, guest);
    cr_assert(desk_code(&mirror->desk, guest) == code, "%s", answer);
    cr_assert(strlen(answer) < 200, "%s", answer);
    mirror_check_answer(mirror, guest);
}

static struct record *read_record(struct mirror *mirror, int guest)
{
    struct error error;
    struct record *record;
    const struct json *answer = desk_call(&mirror->desk, guest, "game.record",
                                          "{'game':'%s'}", mirror->id);
    const char *lines = desk_string(answer, "record");
    cr_assert(record_read(&record, lines, strlen(lines), &error) == STATUS_OK,
              "%s", error.text);
    cr_assert(
        strncmp(lines, text_string(&mirror->record), mirror->record.size) == 0);
    mirror_check_answer(mirror, guest);
    return record;
}

static bool has_word(const struct record_entry *entry, const char *word)
{
    return memmem(entry->d, entry->d_size, word, strlen(word)) != NULL;
}

/* What a sealed order hides is in no entry while the game runs. */
static void check_hidden(const struct mirror *mirror,
                         const struct record_entry *entry)
{
    cr_assert(strcmp(entry->type, "hand") != 0);
    cr_assert(strcmp(entry->type, "reveal") != 0 || entry->by > 0);
    cr_assert(!mirror->setup.hides_draws || strcmp(entry->type, "draw") != 0 ||
              !has_word(entry, "\"tiles\""));
}

void mirror_check_record(struct mirror *mirror, int guest)
{
    bool is_sealed = mirror->setup.seed == NULL;
    const struct record *beside = mirror->game == NULL
                                      ? mirror->sealing.record
                                      : game_record(mirror->game);
    struct record *record = read_record(mirror, guest);
    cr_assert(record_count(record) == record_count(beside));
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry has = record_entry(record, i);
        struct record_entry may = record_entry(beside, i);
        cr_assert(has.by == may.by && strcmp(has.type, may.type) == 0 &&
                      has.d_size == may.d_size &&
                      memcmp(has.d, may.d, has.d_size) == 0,
                  "entry %d is\n%.*s\nand not\n%.*s", i, (int)has.d_size, has.d,
                  (int)may.d_size, may.d);
        if (is_sealed && (mirror->game == NULL || !mirror_is_over(mirror)))
            check_hidden(mirror, &has);
    }
    cr_assert(record_signature_count(record) == record_signature_count(beside));
    record_free(record);
}

void mirror_check_heads(struct mirror *mirror)
{
    struct record *record = read_record(mirror, MIRROR_WATCHER);
    const char *at = text_string(&mirror->heads);
    for (; *at != '\0'; at += strcspn(at, "\n") + 1) {
        char *hash;
        struct hash told;
        long entry = strtol(at, &hash, 10);
        char hex[HASH_HEX_SIZE];
        snprintf(hex, sizeof hex, "%s", hash + 1);
        cr_assert(hash_from_hex(&told, hex));
        cr_assert(entry < record_count(record));
        struct hash kept = record_entry(record, (int)entry).hash;
        cr_assert(hash_is_equal(&told, &kept));
    }
    record_free(record);
    desk_verify(&mirror->desk, MIRROR_WATCHER, mirror->id);
}
