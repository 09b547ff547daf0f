#include "game/trial.h"

#include "base/list.h"
#include "game/wording.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOLD_MAX = 4096, /* what comes after so much is looked at, and forgotten */
    READ_MAX = 64,   /* choices of one question whose words are looked at */
};

/* What a trial was told: a position that was stored, or what was given. */
struct told {
    bool is_stored;
    int given;
    size_t start; /* of the bytes, in the trial's text */
    size_t size;
};

struct trial {
    struct text bytes; /* owned, and so is the list */
    struct told *list;
    int count;
    int max;
    struct wording *wording; /* owned; NULL until it is wanted */
};

static enum status no_memory(struct error *error)
{
    return error_set(error, STATUS_NO_MEMORY, "no memory for a trial");
}

enum status trial_new(struct trial **out, struct error *error)
{
    *out = calloc(1, sizeof **out);
    return *out == NULL ? no_memory(error) : STATUS_OK;
}

void trial_free(struct trial *trial)
{
    if (trial == NULL)
        return;
    text_free(&trial->bytes);
    free(trial->list);
    wording_free(trial->wording);
    free(trial);
}

void trial_forget(struct trial *trial)
{
    text_clear(&trial->bytes);
    trial->count = 0;
}

static enum status add(struct trial *trial, const struct told *told,
                       struct error *error)
{
    if (trial->count == TOLD_MAX) {
        trial->bytes.size = told->is_stored ? told->start : trial->bytes.size;
        return STATUS_OK;
    }
    void *list =
        list_grow(trial->list, &trial->max, trial->count, sizeof *trial->list);
    if (list == NULL)
        return no_memory(error);
    trial->list = list;
    trial->list[trial->count++] = *told;
    return STATUS_OK;
}

/* Shows the position to all seats and to those who watch. */
static enum status view(struct position *position, struct error *error)
{
    int seats = executor_seat_count(position_executor(position));
    struct text view = {0};
    enum status status = STATUS_OK;
    for (int seat = -1; status == STATUS_OK && seat < seats; seat++) {
        text_clear(&view);
        status = position_view(position, seat, &view, error);
    }
    text_free(&view);
    return status;
}

static enum status estimate(struct position *position, struct error *error)
{
    int64_t hopes[MATERIAL_SEATS_MAX];
    return position_estimate(position, hopes, error);
}

/* The result, which need not be there before the end. */
static enum status result(struct position *position, struct error *error)
{
    struct result result;
    enum status status = position_result(position, &result, error);
    bool is_over = position_question(position)->waiting == WAITING_NOTHING;
    return status == STATUS_SCRIPT && !is_over ? STATUS_OK : status;
}

/* Does all that shows a position; none of it may leave another one than was
 * stored. */
static enum status show(const struct trial *trial, const struct told *told,
                        struct position *position, struct error *error)
{
    static const struct {
        enum status (*show)(struct position *position, struct error *error);
        const char *what;
    } shows[] = {
        {view, "'view'"}, {estimate, "'estimate'"}, {result, "'result'"}};
    const char *bytes = trial->bytes.bytes + told->start;
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof shows / sizeof *shows;
         i++) {
        status = shows[i].show(position, error);
        if (status == STATUS_OK)
            status = position_check_unwritten(position, bytes, told->size,
                                              shows[i].what, error);
    }
    return status;
}

static enum status refuse_words(const struct position *position,
                                const char *reason, struct error *error)
{
    const char *step = position_question(position)->step;
    return error_set(error, STATUS_SCRIPT, "step '%s': 'texts': choices.%s: %s",
                     step, step, reason);
}

/* Reads choice `index`; NULL in *out where it is one of a segment, of which
 * those who show it say more. Of a feature they add the spaces: here a number
 * stands for them. */
static enum status read_choice(struct json **out, struct position *position,
                               int index, struct error *error)
{
    struct text bytes = {0};
    *out = NULL;
    enum status status = position_choice(position, index, &bytes, error);
    if (status == STATUS_OK)
        status = json_parse(out, bytes.bytes, bytes.size, error);
    bool has_feature =
        json_get(*out, "feature") != NULL && json_get(*out, "spaces") == NULL;
    if (has_feature || json_get(*out, "column") != NULL) {
        json_free(*out);
        *out = NULL;
    }
    if (has_feature) {
        bytes.size--; /* the brace that closes it */
        text_addf(&bytes, ",\"spaces\":[[%d,%d]]}", index, index);
        status = json_parse(out, bytes.bytes, bytes.size, error);
    }
    text_free(&bytes);
    return status;
}

/* What a choice is of, on one line: cards that read alike are so, but yes and
 * no are not, nor what has other fields. */
static void add_form(struct text *out, const struct json *choice)
{
    struct json_walk walk = json_walk(choice);
    while (json_walk_next(&walk)) {
        bool is = false;
        json_read_boolean(walk.value, &is);
        text_addf(out, "%s%d ", walk.key, is);
    }
    text_add_char(out, '\n');
}

/* Whether the word stands in the text, alone. */
static bool has_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    const char *at = text;
    while ((at = strstr(at, word)) != NULL) {
        bool is_begun = at > text && isalpha((unsigned char)at[-1]);
        if (!is_begun && !isalpha((unsigned char)at[size]))
            return true;
        at += size;
    }
    return false;
}

/* Looks at the words of one choice; `all` has those before it, each with its
 * form. */
static enum status read_one(const struct trial *trial,
                            struct position *position,
                            const struct json *choice, struct text *all,
                            struct error *error)
{
    struct text words = {0};
    enum status status = STATUS_OK;
    text_add_char(&words, '\n');
    wording_add_choice(trial->wording, &words,
                       position_question(position)->step, choice);
    text_add_char(&words, '\n');
    bool is_known = strstr(text_string(all), text_string(&words)) != NULL;
    bool has_null = has_word(text_string(&words), "null");
    add_form(&words, choice);
    if (has_null)
        status = refuse_words(position,
                              "it names a field that a choice does not have, "
                              "which is read as 'null'",
                              error);
    else if (is_known && strstr(text_string(all), text_string(&words)) == NULL)
        status = refuse_words(position,
                              "two choices that are not alike read alike: it "
                              "names none of the fields in which they differ",
                              error);
    text_add(all, text_string(&words));
    text_free(&words);
    return status == STATUS_OK ? text_status(all, "words", error) : status;
}

/* Whether players can tell the choices from each other, and read no "null". */
static enum status read_choices(const struct trial *trial,
                                struct position *position, struct error *error)
{
    int count = position_question(position)->choice_count;
    struct text all = {0};
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count && i < READ_MAX; i++) {
        struct json *choice;
        status = read_choice(&choice, position, i, error);
        if (status == STATUS_OK && choice != NULL)
            status = read_one(trial, position, choice, &all, error);
        json_free(choice);
    }
    text_free(&all);
    return status;
}

/* Looks at the words of what is asked, where there are some. */
static enum status read_words(struct trial *trial, struct position *position,
                              struct error *error)
{
    const struct question *question = position_question(position);
    enum status status = STATUS_OK;
    if (question->waiting != WAITING_CHOICE ||
        position_placements(position) != NULL)
        return STATUS_OK;
    if (trial->wording == NULL)
        status = wording_new(&trial->wording, position_executor(position), "en",
                             error);
    if (status == STATUS_OK &&
        wording_find(trial->wording, "choices", question->step) != NULL)
        status = read_choices(trial, position, error);
    return status;
}

enum status trial_note(struct trial *trial, struct position *position,
                       struct error *error)
{
    struct told told = {.is_stored = true, .start = trial->bytes.size};
    enum waiting waiting = position_question(position)->waiting;
    enum status status = position_store(position, &trial->bytes, error);
    told.size = trial->bytes.size - told.start;
    if (status == STATUS_OK && waiting != WAITING_CHANCE)
        status = show(trial, &told, position, error);
    if (status == STATUS_OK)
        status = read_words(trial, position, error);
    return status == STATUS_OK ? add(trial, &told, error) : status;
}

enum status trial_give(struct trial *trial, int given, struct error *error)
{
    return add(trial, &(struct told){.given = given}, error);
}

/* Whether what was given once can be given to the position too. */
static bool may_give(const struct position *position, int given)
{
    const struct question *question = position_question(position);
    if (question->waiting == WAITING_CHOICE)
        return given < question->choice_count;
    if (question->waiting == WAITING_NOTHING)
        return false;
    if (question->pile < 0)
        return given >= 1 && given <= question->sides;
    return pile_has(&position_material(position)->piles[question->pile], given);
}

static enum status give(struct position *position, int given,
                        struct error *error)
{
    if (!may_give(position, given))
        return error_set(error, STATUS_SCRIPT, "something else is asked");
    return position_question(position)->waiting == WAITING_CHOICE
               ? position_choose(position, given, error)
               : position_outcome(position, given, error);
}

/* Says that what was played again is not what it was. */
static enum status say_other(const struct executor *executor,
                             struct error *error)
{
    struct text files = {0};
    ruleset_add_variants(executor_ruleset(executor), &files);
    enum status status = error_set(
        error, STATUS_BAD_INPUT,
        "%s%sthe game came to something else when it was played again from "
        "what is stored of it: a script remembers something outside of "
        "'game', in a local variable of its file",
        text_string(&files), files.size == 0 ? "" : ": ");
    text_free(&files);
    return status;
}

/* Stores the position and compares. */
static enum status compare(const struct trial *trial, const struct told *told,
                           struct position *position, struct error *error)
{
    struct text again = {0};
    enum status status = position_store(position, &again, error);
    if (status == STATUS_OK &&
        (again.size != told->size ||
         memcmp(again.bytes, trial->bytes.bytes + told->start, told->size) !=
             0))
        status = say_other(position_executor(position), error);
    text_free(&again);
    return status;
}

/* Makes the position of what was stored. It is asked there again, which must
 * leave it as it was. */
static enum status load(struct position **out, const struct trial *trial,
                        const struct told *told, struct executor *executor,
                        struct error *error)
{
    const char *bytes = trial->bytes.bytes + told->start;
    char what[EXECUTOR_NAME_SIZE + 64];
    enum status status =
        position_load(out, executor, bytes, told->size, NULL, NULL, error);
    if (status != STATUS_OK)
        return status == STATUS_SCRIPT ? say_other(executor, error) : status;
    const struct question *question = position_question(*out);
    snprintf(what, sizeof what, "step '%s': its %s", question->step,
             question->waiting == WAITING_CHANCE ? "'draw'"
                                                 : "'player' or 'choices'");
    return position_check_unwritten(*out, bytes, told->size, what, error);
}

enum status trial_again(const struct trial *trial, struct executor *executor,
                        struct error *error)
{
    struct position *position = NULL;
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < trial->count; i++) {
        const struct told *told = &trial->list[i];
        if (position != NULL && !told->is_stored)
            status = give(position, told->given, error);
        else if (position != NULL)
            status = compare(trial, told, position, error);
        if (status == STATUS_OK && told->is_stored) {
            position_free(position);
            position = NULL;
            status = load(&position, trial, told, executor, error);
        } else if (status == STATUS_SCRIPT) {
            status = say_other(executor, error);
        }
    }
    position_free(position);
    return status;
}
