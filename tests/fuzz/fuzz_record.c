/*
 * fuzz_record -- the record reader, and what believes it.
 *
 * usage: fuzz_record [--seconds S] [--seed N] [--case K] -- FILE...
 *
 * Takes records of real games. Changes their bytes, which the chain finds out;
 * or changes, moves and doubles entries and chains them anew, as somebody would
 * who wants to be believed. What is read must be the bytes that were given, and
 * all that looks at a record must survive it: entries, seals, sources, the
 * checks of verify, and playing it again.
 */

#include "fuzz.h"

#include "fair/record.h"
#include "game/game.h"
#include "game/sources.h"
#include "game/verify.h"
#include "game/verify_replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILES_MAX = 16,
    ENTRIES_MAX = 400,
    SHORT_ENTRIES = 60, /* of a record that is cut, so that cases are quick */
    CHANGES_MAX = 4,
};

struct piece {
    char type[RECORD_TYPE_SIZE];
    int by;
    int64_t ts;
    struct text d; /* owned */
};

/* A record taken apart. */
struct apart {
    int count;
    struct piece list[ENTRIES_MAX + CHANGES_MAX];
};

struct counts {
    long read;   /* that were good to the reader */
    long played; /* again */
    long good;   /* to verify, as far as it goes without scripts */
};

static void must(enum status status, const struct error *error)
{
    if (status != STATUS_OK)
        fuzz_fail("%s", error->text);
}

static void clear(struct apart *apart)
{
    for (int i = 0; i < apart->count; i++)
        text_free(&apart->list[i].d);
    apart->count = 0;
}

/* `is_short`: without the sources, and not to the end. */
static void take_apart(struct apart *apart, const struct record *record,
                       bool is_short)
{
    apart->count = 0;
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        if (apart->count == (is_short ? SHORT_ENTRIES : ENTRIES_MAX))
            return;
        if (is_short && strcmp(entry.type, "source") == 0)
            continue;
        struct piece *piece = &apart->list[apart->count++];
        *piece = (struct piece){.by = entry.by, .ts = entry.ts};
        memcpy(piece->type, entry.type, sizeof piece->type);
        text_add_bytes(&piece->d, entry.d, entry.d_size);
    }
}

static void change_d(struct mutate *mutate, struct apart *apart,
                     struct piece *piece)
{
    struct text changed = {0};
    struct text canonical = {0};
    struct json *json = NULL;
    struct error error;
    const struct piece *other =
        &apart->list[mutate_below(mutate, (uint32_t)apart->count)];
    text_add_bytes(&changed, piece->d.bytes, piece->d.size);
    mutate_json(mutate, &changed, &other->d);
    if (json_parse(&json, text_string(&changed), changed.size, &error) ==
            STATUS_OK &&
        json_add_canonical(&canonical, json, &error) == STATUS_OK) {
        text_free(&piece->d);
        piece->d = canonical;
        canonical = (struct text){0};
    }
    json_free(json);
    text_free(&changed);
    text_free(&canonical);
}

static void move(struct apart *apart, int from, int to)
{
    struct piece piece = apart->list[from];
    for (; from < to; from++)
        apart->list[from] = apart->list[from + 1];
    for (; from > to; from--)
        apart->list[from] = apart->list[from - 1];
    apart->list[to] = piece;
}

static void change(struct mutate *mutate, struct apart *apart)
{
    int index = (int)mutate_below(mutate, (uint32_t)apart->count);
    int other = (int)mutate_below(mutate, (uint32_t)apart->count);
    struct piece *piece = &apart->list[index];
    struct piece copy = *piece;
    switch (mutate_below(mutate, 10)) {
    case 0:
        move(apart, index, other);
        break;
    case 1: /* twice */
        copy.d = (struct text){0};
        text_add_bytes(&copy.d, piece->d.bytes, piece->d.size);
        apart->list[apart->count++] = copy;
        move(apart, apart->count - 1, other);
        break;
    case 2: /* not at all */
        move(apart, index, apart->count - 1);
        if (apart->count > 1)
            text_free(&apart->list[--apart->count].d);
        break;
    case 3:
        piece->by = (int)mutate_below(mutate, 4);
        break;
    case 4:
        memcpy(piece->type, apart->list[other].type, sizeof piece->type);
        break;
    case 5:
        piece->ts = mutate_once_in(mutate, 2) ? 0 : JSON_INTEGER_MAX;
        break;
    default:
        change_d(mutate, apart, piece);
    }
}

/* Chains the pieces; what cannot be in a record is left out. */
static struct record *chain(struct mutate *mutate, const struct apart *apart)
{
    struct record *record;
    struct sign_keys keys;
    struct error error;
    sign_keys_new(&keys);
    must(record_new(&record, &error), &error);
    for (int i = 0; i < apart->count; i++) {
        const struct piece *piece = &apart->list[i];
        enum status status =
            record_append(record,
                          &(struct record_event){.type = piece->type,
                                                 .by = piece->by,
                                                 .ts = piece->ts,
                                                 .d = text_string(&piece->d),
                                                 .d_size = piece->d.size},
                          &error);
        if (status == STATUS_OK && mutate_once_in(mutate, 20))
            status = record_sign(record, piece->by, &keys, &error);
        (void)status; /* refused, and so much the better */
    }
    return record;
}

static void look_at_entries(const struct record *record)
{
    struct error error;
    for (int i = 0; i < record_count(record); i++) {
        struct record_entry entry = record_entry(record, i);
        struct json *d;
        must(record_parse(&d, &entry, &error), &error);
        json_free(d);
    }
    for (int i = 0; i < record_signature_count(record); i++) {
        struct record_signature signature = record_signature(record, i);
        if (signature.seq < 0 || signature.seq >= record_count(record))
            fuzz_fail("a signature of no entry");
    }
}

static void look_at_game(const struct record *record)
{
    struct game_start start = {0};
    struct sealing sealing = {0};
    char seed[GAME_SEED_SIZE];
    struct ruleset *ruleset;
    struct error error;
    if (sealing_read(&sealing, record, &error) == STATUS_OK)
        sealing_clear(&sealing);
    sealing = (struct sealing){0};
    if (game_read_start(&start, record, &sealing, seed, &error) == STATUS_OK)
        sealing_clear(&sealing);
    if (sources_ruleset(&ruleset, record, &error) == STATUS_OK)
        ruleset_free(ruleset);
}

static void look(const char *bytes, size_t size, bool plays,
                 struct counts *counts)
{
    static struct verify_report report;
    struct record *record = NULL;
    struct text events = {0};
    struct error error;
    fuzz_show(bytes, size);
    if (record_read(&record, bytes, size, &error) == STATUS_OK) {
        size_t kept;
        const char *lines = record_bytes(record, &kept);
        if (kept != size || memcmp(lines, bytes, size) != 0)
            fuzz_fail("what was read is not what was given");
        counts->read++;
        look_at_entries(record);
        look_at_game(record);
    } else if (record != NULL || error.text[0] == '\0') {
        fuzz_fail("a refusal without a sentence");
    }
    verify_record(&report, bytes, size, &(struct verify_means){.server = NULL});
    counts->good += report.verdict != VERIFY_WRONG;
    if (plays && record != NULL)
        counts->played +=
            verify_replay_events(bytes, size, &events, &error) == STATUS_OK;
    text_free(&events);
    record_free(record);
}

/* Changed bytes of a record, cut somewhere as like as not. */
static void try_bytes(struct fuzz *fuzz, const struct record *record,
                      struct counts *counts)
{
    struct text bytes = {0};
    size_t size;
    const char *lines = record_bytes(record, &size);
    text_add_bytes(&bytes, lines, size);
    for (uint32_t i = mutate_below(&fuzz->mutate, 5); i > 0; i--)
        mutate_bytes(&fuzz->mutate, &bytes);
    look(text_string(&bytes), bytes.size, false, counts);
    text_free(&bytes);
}

static void try_case(struct fuzz *fuzz, const struct record *record,
                     struct counts *counts)
{
    static struct apart apart;
    bool is_short = !mutate_once_in(&fuzz->mutate, 60);
    take_apart(&apart, record, is_short);
    for (uint32_t i = 1 + mutate_below(&fuzz->mutate, CHANGES_MAX); i > 0; i--)
        change(&fuzz->mutate, &apart);
    struct record *changed = chain(&fuzz->mutate, &apart);
    size_t size;
    const char *bytes = record_bytes(changed, &size);
    if (mutate_once_in(&fuzz->mutate, 4))
        try_bytes(fuzz, changed, counts);
    else
        look(bytes, size, !is_short, counts);
    record_free(changed);
    clear(&apart);
}

int main(int argc, char **argv)
{
    static struct record *records[FILES_MAX];
    int count = 0;
    struct error error;
    struct fuzz fuzz;
    struct counts counts = {0};
    fuzz_begin(&fuzz, "record", argc, argv);
    int first = 1;
    while (first < argc && strcmp(argv[first], "--") != 0)
        first++;
    for (int i = first + 1; i < argc && count < FILES_MAX; i++)
        must(record_load(&records[count++], argv[i], &error), &error);
    if (count == 0)
        fuzz_fail("usage: fuzz_record [OPTION...] -- FILE...");
    while (fuzz_next(&fuzz))
        try_case(&fuzz, records[mutate_below(&fuzz.mutate, (uint32_t)count)],
                 &counts);
    for (int i = 0; i < count; i++)
        record_free(records[i]);
    char counted[128];
    snprintf(counted, sizeof counted,
             "%ld records could be read, %ld were good as far as they go, %ld "
             "could be played",
             counts.read, counts.good, counts.played);
    return fuzz_end(&fuzz, counted);
}
