#include "game/scenario_inside.h"

#include "base/json.h"
#include "base/list.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What a comma in a line becomes; a word like others, so not a constant. */
static char COMMA[] = ",";

enum status scenario_reader_bad(const struct scenario_reader *reader,
                                const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    enum status status =
        error_set(reader->error, STATUS_BAD_INPUT, "%s:%d: %s",
                  reader->file->path, reader->line, text_string(&text));
    text_free(&text);
    return status;
}

static enum status no_memory(const struct scenario_reader *reader)
{
    return error_set(reader->error, STATUS_NO_MEMORY, "%s: no memory for it",
                     reader->file->path);
}

/* A statement more, which *out is; the line's words are its words. */
enum status scenario_reader_add(struct scenario_reader *reader,
                                enum statement_kind kind,
                                struct statement **out)
{
    struct scenario_file *file = reader->file;
    *out = NULL;
    void *list = list_grow(file->statements, &file->statement_max,
                           file->statement_count, sizeof *file->statements);
    if (list == NULL)
        return no_memory(reader);
    file->statements = list;
    *out = &file->statements[file->statement_count++];
    **out = (struct statement){
        .kind = kind,
        .line = reader->line,
        .source = reader->source,
        .place = {.column = -1, .row = -1},
        .words = (const char *const *)reader->words,
        .word_count = reader->word_count,
    };
    reader->scenario->statement_count++;
    return STATUS_OK;
}

/* Cuts the reader's line into words. */
static void split_words(struct scenario_reader *reader)
{
    struct scenario_file *file = reader->file;
    reader->words = file->words + file->word_count;
    for (char *at = reader->split; *at != '\0';) {
        at += strspn(at, " \t");
        size_t size = strcspn(at, " \t");
        if (size == 0)
            break;
        char *next = at + size;
        bool has_comma = at[size - 1] == ',';
        if (*next != '\0')
            *next++ = '\0';
        if (has_comma)
            at[size - 1] = '\0';
        if (*at != '\0')
            file->words[file->word_count++] = at;
        if (has_comma)
            file->words[file->word_count++] = COMMA;
        at = next;
    }
    reader->word_count = (int)(file->words + file->word_count - reader->words);
}

/* What a scenario must have when the next one starts, or the file ends. */
static enum status end_scenario(struct scenario_reader *reader)
{
    const struct scenario *scenario = reader->scenario;
    if (scenario == NULL)
        return STATUS_OK;
    reader->line = scenario->line;
    if (scenario->is_refused && scenario->statement_count > 1)
        return scenario_reader_bad(reader,
                                   "a game that is refused cannot be played");
    if (!scenario->is_refused && !reader->expects)
        return scenario_reader_bad(
            reader, "nothing must follow in this scenario: no line "
                    "starts with 'then'");
    const struct statement *first =
        &reader->file->statements[scenario->first_statement];
    if (!scenario->is_refused && !scenario->has_turn &&
        first->kind < STATEMENT_DRAW)
        return scenario_reader_bad(reader,
                                   "whose turn is it? 'turn: SEAT' is missing");
    return STATUS_OK;
}

static enum status start_scenario(struct scenario_reader *reader)
{
    struct scenario_file *file = reader->file;
    int line = reader->line;
    if (reader->is_under_line)
        return scenario_reader_bad(
            reader,
            "'%s' is not indented, as a title is: indent it, or leave "
            "an empty line above a title",
            reader->source);
    enum status status = end_scenario(reader);
    if (status != STATUS_OK)
        return status;
    reader->line = line;
    void *list = list_grow(file->scenarios, &file->scenario_max,
                           file->scenario_count, sizeof *file->scenarios);
    if (list == NULL)
        return no_memory(reader);
    file->scenarios = list;
    reader->scenario = &file->scenarios[file->scenario_count++];
    *reader->scenario = (struct scenario){
        .title = reader->source,
        .line = line,
        .first_statement = file->statement_count,
    };
    reader->plays = reader->expects = false;
    reader->grid = GRID_NONE;
    return STATUS_OK;
}

/* Ends the line where a comment starts, or its last blanks. */
static void trim(char *line)
{
    char *comment = line;
    while ((comment = strchr(comment, '#')) != NULL) {
        if (comment == line || isblank((unsigned char)comment[-1])) {
            *comment = '\0';
            break;
        }
        comment++;
    }
    size_t size = strlen(line);
    while (size > 0 && isspace((unsigned char)line[size - 1]))
        line[--size] = '\0';
}

/* Reads the line that starts at `source`, and at `split` in the copy. */
static enum status read_line(struct scenario_reader *reader, char *source,
                             char *split)
{
    trim(source);
    trim(split);
    bool is_title = !isblank((unsigned char)source[0]);
    size_t blanks = strspn(source, " \t");
    reader->source = source + blanks;
    reader->split = split + blanks;
    bool is_empty = *reader->source == '\0';
    enum status status = STATUS_OK;
    if (!is_empty && is_title)
        status = start_scenario(reader);
    reader->is_under_line = !is_empty;
    if (is_empty || is_title)
        return status;
    if (reader->scenario == NULL)
        return scenario_reader_bad(
            reader, "a scenario starts with its title, which is not "
                    "indented");
    split_words(reader);
    return reader->word_count == 0 ? STATUS_OK
                                   : scenario_statement_read(reader);
}

static enum status read_lines(struct scenario_reader *reader)
{
    struct scenario_file *file = reader->file;
    char *source = file->text.bytes;
    char *split = file->split.bytes;
    for (reader->line = 1; source != NULL && *source != '\0'; reader->line++) {
        size_t size = strcspn(source, "\n");
        bool is_last = source[size] == '\0';
        source[size] = split[size] = '\0';
        enum status status = read_line(reader, source, split);
        if (status != STATUS_OK)
            return status;
        source += size + !is_last;
        split += size + !is_last;
    }
    if (file->scenario_count > 0)
        return end_scenario(reader);
    reader->line = 1;
    return scenario_reader_bad(reader,
                               "no scenario is in this file: it starts with a "
                               "title, which is not indented");
}

static enum status read_text(struct scenario_file *file, struct error *error)
{
    enum status status =
        text_read_file(&file->text, file->path, SCENARIO_SIZE_MAX, error);
    if (status != STATUS_OK)
        return status;
    if (!json_is_text(text_string(&file->text), file->text.size))
        return error_set(error, STATUS_BAD_INPUT, "%s: this is not UTF-8 text",
                         file->path);
    text_add_bytes(&file->split, file->text.bytes, file->text.size);
    /* A word has at least one letter and one blank, or a comma. */
    file->words = malloc((file->text.size + 2) * sizeof *file->words);
    if (file->words == NULL)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for it",
                         file->path);
    return text_status(&file->split, file->path, error);
}

enum status scenario_read(struct scenario_file **out, const char *path,
                          struct error *error)
{
    *out = NULL;
    struct scenario_file *file = calloc(1, sizeof *file);
    if (file == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", path);
    file->path = strdup(path);
    enum status status =
        file->path == NULL
            ? error_set(error, STATUS_NO_MEMORY, "no memory for '%s'", path)
            : read_text(file, error);
    if (status == STATUS_OK) {
        struct scenario_reader reader = {.file = file, .error = error};
        status = read_lines(&reader);
    }
    if (status == STATUS_OK) {
        *out = file;
        file = NULL;
    }
    scenario_free(file);
    return status;
}

void scenario_free(struct scenario_file *file)
{
    if (file == NULL)
        return;
    free((char *)file->path);
    text_free(&file->text);
    text_free(&file->split);
    free(file->words);
    free(file->statements);
    free(file->scenarios);
    free(file);
}

int scenario_count(const struct scenario_file *file)
{
    return file->scenario_count;
}

const char *scenario_title(const struct scenario_file *file, int index)
{
    return file->scenarios[index].title;
}

int scenario_line(const struct scenario_file *file, int index)
{
    return file->scenarios[index].line;
}

void scenario_outcome_free(struct scenario_outcome *outcome)
{
    text_free(&outcome->expected);
    text_free(&outcome->happened);
    text_free(&outcome->events);
    text_free(&outcome->board);
}
