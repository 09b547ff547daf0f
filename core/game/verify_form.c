/*
 * verify_form -- whether each entry of a record is one that there is: its type,
 * who may write it, what it says, where it stands. What is of the seal
 * sealing_read looks at.
 */

#include "game/verify_inside.h"

#include "game/game.h"

#include <string.h>

enum { OPEN = 1, SEALED = 2, BOTH = OPEN | SEALED }; /* at which level */

/* A member of an entry, and the kind of what is in its list, if it is one. */
struct member {
    const char *name;    /* NULL: the end */
    enum json_kind kind; /* JSON_KIND_ABSENT: any */
    enum json_kind of;
};

static const struct form {
    const char *type;
    int levels;
    bool is_by_seat; /* else by the referee */
    bool is_seals;   /* sealing_read, or who reads the scripts, looks at it */
    int optional;    /* one of so many members, from the last back */
    struct member members[6];
} forms[] = {
    {"open", SEALED, false, true, 0, {{0}}},
    {"open",
     OPEN,
     false,
     false,
     0,
     {{"level", JSON_KIND_INTEGER, 0},
      {"params", JSON_KIND_OBJECT, 0},
      {"rules", JSON_KIND_STRING, 0},
      {"seed", JSON_KIND_STRING, 0},
      {"tiles", JSON_KIND_ARRAY, JSON_KIND_STRING}}},
    {"source", BOTH, false, true, 0, {{0}}},
    {"commit", SEALED, false, true, 0, {{0}}},
    {"lock", SEALED, false, true, 0, {{0}}},
    {"agree", SEALED, false, true, 0, {{0}}},
    {"reveal", SEALED, false, true, 0, {{0}}},
    {"forfeit", SEALED, false, true, 0, {{0}}},
    {"roll",
     BOTH,
     false,
     false,
     0,
     {{"k", JSON_KIND_INTEGER, 0},
      {"label", JSON_KIND_STRING, 0},
      {"sides", JSON_KIND_INTEGER, 0},
      {"value", JSON_KIND_INTEGER, 0}}},
    {"draw",
     BOTH,
     false,
     false,
     2,
     {{"label", JSON_KIND_STRING, 0},
      {"tiles", JSON_KIND_ARRAY, JSON_KIND_STRING},
      {"hand", JSON_KIND_INTEGER, 0}}},
    {"hand",
     BOTH,
     false,
     false,
     0,
     {{"items", JSON_KIND_ARRAY, JSON_KIND_STRING},
      {"seat", JSON_KIND_INTEGER, 0}}},
    {"choice",
     BOTH,
     true,
     false,
     0,
     {{"choice", JSON_KIND_ABSENT, 0}, {"step", JSON_KIND_STRING, 0}}},
    {"undo", BOTH, true, false, 0, {{"to", JSON_KIND_INTEGER, 0}}},
    {"resign", BOTH, true, false, 0, {{0}}},
    {"offer_draw", BOTH, true, false, 0, {{0}}},
    {"answer_draw", BOTH, true, false, 0, {{"agrees", JSON_KIND_BOOLEAN, 0}}},
    {"pause", BOTH, false, false, 0, {{"ms", JSON_KIND_INTEGER, 0}}},
    {"time_out", BOTH, false, false, 0, {{"seat", JSON_KIND_INTEGER, 0}}},
    {"end",
     BOTH,
     false,
     false,
     0,
     {{"reason", JSON_KIND_STRING, 0},
      {"scores", JSON_KIND_ARRAY, JSON_KIND_INTEGER}}},
};

static const struct form *find_form(const char *type, int level)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if ((forms[i].levels & level) != 0 && strcmp(forms[i].type, type) == 0)
            return &forms[i];
    return NULL;
}

static bool is_member(const struct member *member, const struct json *value)
{
    if (member->kind == JSON_KIND_ABSENT)
        return true;
    if (json_kind(value) != member->kind)
        return false;
    for (size_t i = 0; member->kind == JSON_KIND_ARRAY && i < json_size(value);
         i++)
        if (json_kind(json_at(value, i)) != member->of)
            return false;
    return true;
}

/* Whether it says what an entry of its form says, and no more. */
static bool is_said(const struct form *form, const struct json *d)
{
    struct json_walk walk = json_walk(d);
    int wanted = 0;
    int there = 0;
    while (form->members[wanted].name != NULL)
        wanted++;
    while (json_walk_next(&walk)) {
        int i = 0;
        while (i < wanted && strcmp(form->members[i].name, walk.key) != 0)
            i++;
        if (i == wanted || !is_member(&form->members[i], walk.value))
            return false;
        there++;
    }
    if (form->optional == 0)
        return there == wanted;
    for (int i = 0; i < wanted - form->optional; i++)
        if (json_get(d, form->members[i].name) == NULL)
            return false;
    return there == wanted - form->optional + 1;
}

/* What is wrong with an entry's place or writer; NULL: nothing. */
static const char *find_fault(const struct verify *verify,
                              const struct form *form,
                              const struct record_entry *entry)
{
    bool is_first = entry->seq == 0;
    const struct record_entry before =
        is_first ? *entry : record_entry(verify->record, entry->seq - 1);
    if (form == NULL)
        return "there is no such entry in a game of its level";
    if (strcmp(before.type, "end") == 0)
        return "it comes after the game's end";
    if (strcmp(entry->type, "source") == 0 &&
        strcmp(before.type, "source") != 0 && before.seq != 0)
        return "scripts stand right after the opening";
    if (entry->ts < before.ts)
        return "its time is before that of the entry before it";
    if (form->is_seals)
        return NULL;
    if (form->is_by_seat && entry->by == 0)
        return "the referee says it, and only a seat may";
    if (!form->is_by_seat && entry->by != 0)
        return "a seat says it, and only the referee may";
    size_t keys = json_size(json_get(verify->opening, "keys"));
    if (verify->level == GAME_LEVEL_SEALED && (size_t)entry->by >= keys)
        return "there is no such seat";
    return NULL;
}

static bool check_entry(struct verify *verify, int seq)
{
    struct json *d;
    struct error error;
    struct record_entry entry = record_entry(verify->record, seq);
    int level = verify->level == GAME_LEVEL_OPEN ? OPEN : SEALED;
    const struct form *form = find_form(entry.type, level);
    const char *fault = find_fault(verify, form, &entry);
    if (fault == NULL && !form->is_seals) {
        if (record_parse(&d, &entry, &error) != STATUS_OK)
            return verify_fail(verify, "chain", &error);
        if (!is_said(form, d))
            fault = "it has other members than such an entry, or one of "
                    "another kind";
        json_free(d);
    }
    return fault == NULL || verify_say(verify, "chain", VERIFY_WRONG,
                                       "line %d: entry %d (%s), by %d: %s",
                                       record_line(verify->record, seq), seq,
                                       entry.type, entry.by, fault);
}

bool verify_form_check(struct verify *verify)
{
    /* A record of another kind is chained, and no more is known of it. */
    if (verify_count(verify, "source") == 0 ||
        (verify->level != GAME_LEVEL_OPEN &&
         verify->level != GAME_LEVEL_SEALED))
        return true;
    for (int seq = 0; seq < record_count(verify->record); seq++)
        if (!check_entry(verify, seq))
            return false;
    return true;
}
