#include "game/scenario_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char SETUP_FORMS[] =
    "'TILE at X,Y turned N', 'SEAT on KIND at X,Y', 'SEAT: WORD VALUES', "
    "'table: WORD VALUES', 'PILE: ITEMS', 'turn: SEAT', 'board:', 'proves: "
    "NUMBERS', 'with: VARIANTS', 'game: NAME', 'refused: WORDS'";
static const char STEP_FORMS[] =
    "'SEAT lays TILE at X,Y turned N', 'SEAT chooses WORDS', 'draw ITEM', "
    "'roll NUMBER', 'final scoring'";
static const char THEN_FORMS[] =
    "'then EVENT FIELD VALUE', 'then no EVENT FIELD VALUE', 'then SEAT: WORD "
    "VALUES', 'then table: WORD VALUES', 'then SEAT on KIND at X,Y', 'then "
    "SEAT may [not|only] lay TILE at X,Y turned N', 'then SEAT may [only] "
    "choose WORDS', 'then next: SEAT STEP', 'then SEAT wins', 'then nobody "
    "wins', 'then all see the same'";

static bool is_word(const struct scenario_reader *reader, int index,
                    const char *word)
{
    return index < reader->word_count &&
           strcmp(reader->words[index], word) == 0;
}

static bool read_integer(const char *word, int first, int last, int *out)
{
    char *end;
    if (word[0] != '-' && !isdigit((unsigned char)word[0]))
        return false;
    long value = strtol(word, &end, 10);
    if (end == word || *end != '\0' || value < first || value > last)
        return false;
    *out = (int)value;
    return true;
}

/* Reads "3,4". */
static bool read_pair(const char *word, int *x, int *y)
{
    char first[8];
    const char *comma = strchr(word, ',');
    if (comma == NULL || comma - word >= (ptrdiff_t)sizeof first)
        return false;
    memcpy(first, word, (size_t)(comma - word));
    first[comma - word] = '\0';
    return read_integer(first, -128, 127, x) &&
           read_integer(comma + 1, -128, 127, y);
}

/* Reads "at X,Y" and what may follow it, "turned N" or "column C row R", at
 * word *index, and goes on to the word behind it. */
static enum status read_place(struct scenario_reader *reader, int *index,
                              bool is_turned, struct place *place)
{
    const char *form = is_turned ? "'at X,Y', or 'at X,Y turned N' with N from "
                                   "0 to 3"
                                 : "'at X,Y', or 'at X,Y column C row R'";
    int i = *index;
    if (is_word(reader, i, "at") && is_word(reader, i + 2, ",") &&
        i + 3 < reader->word_count &&
        read_integer(reader->words[i + 1], -128, 127, &place->x) &&
        read_integer(reader->words[i + 3], -128, 127, &place->y))
        return scenario_reader_bad(
            reader, "a place has no blank behind its comma: 'at %s,%s'",
            reader->words[i + 1], reader->words[i + 3]);
    if (!is_word(reader, i, "at") || i + 1 == reader->word_count ||
        !read_pair(reader->words[i + 1], &place->x, &place->y))
        return scenario_reader_bad(reader, "a place is %s", form);
    i += 2;
    if (is_turned && is_word(reader, i, "turned")) {
        if (i + 1 == reader->word_count ||
            !read_integer(reader->words[i + 1], 0, 3, &place->turns))
            return scenario_reader_bad(reader, "a place is %s", form);
        i += 2;
    }
    if (!is_turned && is_word(reader, i, "column")) {
        if (i + 4 > reader->word_count || !is_word(reader, i + 2, "row") ||
            !read_integer(reader->words[i + 1], 0, TILE_SIDE - 1,
                          &place->column) ||
            !read_integer(reader->words[i + 3], 0, TILE_SIDE - 1, &place->row))
            return scenario_reader_bad(reader, "a place is %s", form);
        i += 4;
    }
    *index = i;
    return STATUS_OK;
}

/* Refuses words behind the end of what can be read. */
static enum status end_at(const struct scenario_reader *reader, int index)
{
    if (index < reader->word_count)
        return scenario_reader_bad(reader, "nothing can follow here: '%s'",
                                   reader->words[index]);
    return STATUS_OK;
}

static enum status read_tile(struct scenario_reader *reader)
{
    struct statement *statement;
    int index = 1;
    enum status status =
        scenario_reader_add(reader, STATEMENT_TILE, &statement);
    if (status != STATUS_OK)
        return status;
    statement->what = reader->words[0];
    status = read_place(reader, &index, true, &statement->place);
    return status == STATUS_OK ? end_at(reader, index) : status;
}

/* Reads KIND at X,Y from word `index` on. */
static enum status read_follower(struct scenario_reader *reader, int index,
                                 struct statement *statement)
{
    if (index >= reader->word_count)
        return scenario_reader_bad(reader,
                                   "a follower is 'SEAT on KIND at X,Y'");
    statement->who = reader->words[0];
    statement->what = reader->words[index++];
    enum status status = read_place(reader, &index, false, &statement->place);
    return status == STATUS_OK ? end_at(reader, index) : status;
}

/* The line with x over each column. */
static enum status read_grid_head(struct scenario_reader *reader)
{
    if (reader->word_count > SCENARIO_GRID_MAX)
        return scenario_reader_bad(reader, "a board has at most %d columns",
                                   SCENARIO_GRID_MAX);
    for (int i = 0; i < reader->word_count; i++)
        if (!read_integer(reader->words[i], -128, 127,
                          &reader->grid_columns[i]))
            return scenario_reader_bad(
                reader, "a board starts with the x of each column, not '%s'",
                reader->words[i]);
    reader->grid_column_count = reader->word_count;
    reader->grid = GRID_ROWS;
    return STATUS_OK;
}

/* A space of a row: "c43", "c43/1", or "." where nothing lies. */
static enum status read_grid_space(struct scenario_reader *reader, int column,
                                   int y, char *word)
{
    struct statement *statement;
    if (strcmp(word, ".") == 0)
        return STATUS_OK;
    enum status status =
        scenario_reader_add(reader, STATEMENT_TILE, &statement);
    if (status != STATUS_OK)
        return status;
    statement->what = word;
    statement->place.x = reader->grid_columns[column];
    statement->place.y = y;
    char *slash = strchr(word, '/');
    if (slash == NULL)
        return STATUS_OK;
    *slash = '\0';
    if (!read_integer(slash + 1, 0, 3, &statement->place.turns))
        return scenario_reader_bad(
            reader, "a tile of a board is 'TILE' or 'TILE/N', turned N "
                    "from 0 to 3");
    return STATUS_OK;
}

static enum status read_grid_row(struct scenario_reader *reader)
{
    int y;
    if (!read_integer(reader->words[0], -128, 127, &y))
        return scenario_reader_bad(reader,
                                   "a row of a board starts with its y");
    if (reader->word_count - 1 > reader->grid_column_count)
        return scenario_reader_bad(
            reader, "this row has %d spaces, but the board %d columns",
            reader->word_count - 1, reader->grid_column_count);
    for (int i = 1; i < reader->word_count; i++) {
        enum status status =
            read_grid_space(reader, i - 1, y, reader->words[i]);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Adds a statement for each part of "WHO: part, part". */
static enum status read_parts(struct scenario_reader *reader,
                              enum statement_kind kind, int first,
                              const char *who)
{
    int start = first;
    if (start == reader->word_count)
        return scenario_reader_bad(reader, "what is it that %s has?", who);
    for (int i = first; i <= reader->word_count; i++) {
        struct statement *statement;
        if (i < reader->word_count && !is_word(reader, i, ","))
            continue;
        if (i == start)
            return scenario_reader_bad(
                reader, "a comma with nothing before or behind it");
        enum status status = scenario_reader_add(reader, kind, &statement);
        if (status != STATUS_OK)
            return status;
        statement->who = who;
        statement->words += start;
        statement->word_count = i - start;
        start = i + 1;
    }
    return STATUS_OK;
}

static enum status read_turn(struct scenario_reader *reader)
{
    struct statement *statement;
    if (reader->word_count != 2)
        return scenario_reader_bad(reader,
                                   "'turn: SEAT' says whose turn it is");
    if (reader->scenario->has_turn)
        return scenario_reader_bad(reader, "whose turn it is was said already");
    reader->scenario->has_turn = true;
    enum status status =
        scenario_reader_add(reader, STATEMENT_TURN, &statement);
    if (status == STATUS_OK)
        statement->who = reader->words[1];
    return status;
}

static void read_with(struct scenario_reader *reader)
{
    struct scenario *scenario = reader->scenario;
    int count = 0;
    for (int i = 1; i < reader->word_count; i++)
        if (!is_word(reader, i, ","))
            reader->words[1 + count++] = reader->words[i];
    scenario->with = (const char *const *)reader->words + 1;
    scenario->with_count = count;
    scenario->with_line = reader->line;
}

/* What stands behind word `index` in the line. */
static const char *rest_of_line(const struct scenario_reader *reader, int index)
{
    const char *word = reader->words[index];
    const char *rest = reader->source + (word - reader->split);
    rest += strcspn(rest, " \t");
    return rest + strspn(rest, " \t");
}

static enum status read_refused(struct scenario_reader *reader)
{
    struct statement *statement;
    enum status status =
        scenario_reader_add(reader, STATEMENT_REFUSED, &statement);
    if (status != STATUS_OK)
        return status;
    statement->reason = rest_of_line(reader, 0);
    reader->scenario->is_refused = true;
    return STATUS_OK;
}

/* Refuses a key that is known by other letters, as in "Turn:"; false where it
 * is not so. */
static bool is_other_case(const struct scenario_reader *reader, const char *key)
{
    static const char *const keys[] = {"proves", "board", "turn",   "with",
                                       "game",   "table", "refused"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcasecmp(key, keys[i]) == 0 && strcmp(key, keys[i]) != 0) {
            scenario_reader_bad(reader, "what is '%s:'? It is written '%s:'",
                                key, keys[i]);
            return true;
        }
    return false;
}

/* A line that starts with a word and a colon, which is cut off. */
static enum status read_key(struct scenario_reader *reader, const char *key)
{
    struct scenario *scenario = reader->scenario;
    if (is_other_case(reader, key))
        return reader->error->status;
    if (strcmp(key, "proves") == 0)
        return STATUS_OK;
    if (reader->plays)
        return scenario_reader_bad(
            reader, "what lies on the table stands before the first "
                    "step; what must follow starts with 'then'");
    if (strcmp(key, "board") == 0) {
        reader->grid = GRID_HEAD;
        return end_at(reader, 1);
    }
    if (strcmp(key, "turn") == 0)
        return read_turn(reader);
    if (strcmp(key, "with") == 0) {
        read_with(reader);
        return STATUS_OK;
    }
    if (strcmp(key, "game") == 0) {
        if (reader->word_count != 2)
            return scenario_reader_bad(reader,
                                       "'game: NAME' says which game it is");
        scenario->game = reader->words[1];
        scenario->game_line = reader->line;
        return STATUS_OK;
    }
    if (strcmp(key, "refused") == 0)
        return read_refused(reader);
    return read_parts(reader, STATEMENT_GIVEN, 1, key);
}

static enum status read_step(struct scenario_reader *reader)
{
    struct statement *statement;
    enum status status =
        scenario_reader_add(reader, STATEMENT_FINAL, &statement);
    if (status != STATUS_OK)
        return status;
    bool has_one = reader->word_count == 2;
    if (is_word(reader, 0, "final") && is_word(reader, 1, "scoring"))
        return end_at(reader, 2);
    if (is_word(reader, 0, "draw") && has_one) {
        statement->kind = STATEMENT_DRAW;
        statement->what = reader->words[1];
        return STATUS_OK;
    }
    if (is_word(reader, 0, "roll") && has_one &&
        read_integer(reader->words[1], 1, 1000000, &statement->place.x)) {
        statement->kind = STATEMENT_ROLL;
        return STATUS_OK;
    }
    statement->who = reader->words[0];
    if (is_word(reader, 1, "lays") && reader->word_count > 2) {
        int index = 3;
        statement->kind = STATEMENT_LAYS;
        statement->what = reader->words[2];
        status = read_place(reader, &index, true, &statement->place);
        return status == STATUS_OK ? end_at(reader, index) : status;
    }
    if (is_word(reader, 1, "chooses") && reader->word_count > 2) {
        statement->kind = STATEMENT_CHOOSES;
        statement->words += 2;
        statement->word_count -= 2;
        return STATUS_OK;
    }
    return scenario_reader_bad(
        reader, "what is '%s'? A line is one of %s; or a step, %s; or %s",
        reader->source, SETUP_FORMS, STEP_FORMS, THEN_FORMS);
}

/* may [not|only] lay TILE at X,Y turned N, at ...[: REASON] */
static enum status read_may_lay(struct scenario_reader *reader, int index,
                                struct statement *statement)
{
    if (index >= reader->word_count)
        return scenario_reader_bad(
            reader, "lay what? 'SEAT may lay TILE at X,Y turned N'");
    statement->kind = STATEMENT_MAY_LAY;
    statement->what = reader->words[index++];
    for (int i = index; i < reader->word_count; i++) {
        size_t size = strlen(reader->words[i]);
        if (reader->words[i][size - 1] != ':')
            continue;
        if (!statement->is_not)
            return scenario_reader_bad(reader,
                                       "only 'may not lay' has a reason");
        statement->reason = rest_of_line(reader, i);
        reader->words[i][size - 1] = '\0';
        reader->word_count = i + 1;
    }
    statement->words += index;
    statement->word_count = reader->word_count - index;
    while (true) {
        enum status status =
            read_place(reader, &index, true, &statement->place);
        if (status != STATUS_OK)
            return status;
        if (index == reader->word_count)
            return STATUS_OK;
        if (!is_word(reader, index, ",") || statement->is_not)
            return end_at(reader, index);
        index++;
    }
}

/* SEAT may [not|only] lay ..., SEAT may [only] choose ... */
static enum status read_may(struct scenario_reader *reader, int index,
                            struct statement *statement)
{
    statement->who = reader->words[index];
    index += 2;
    statement->is_not = is_word(reader, index, "not");
    statement->is_only = is_word(reader, index, "only");
    index += statement->is_not || statement->is_only;
    if (is_word(reader, index, "lay"))
        return read_may_lay(reader, index + 1, statement);
    if (!is_word(reader, index, "choose") || index + 1 == reader->word_count)
        return scenario_reader_bad(
            reader, "it is 'may lay', 'may not lay', 'may only lay', "
                    "'may choose' or 'may only choose'");
    if (statement->is_not)
        return scenario_reader_bad(
            reader, "what may not be chosen is said by what may be: "
                    "'may only choose WORDS, WORDS'");
    statement->kind = STATEMENT_MAY_CHOOSE;
    statement->words += index + 1;
    statement->word_count = reader->word_count - index - 1;
    return STATUS_OK;
}

/* next: SEAT STEP, next: STEP, next: nothing */
static enum status read_next(struct scenario_reader *reader,
                             struct statement *statement)
{
    statement->kind = STATEMENT_NEXT;
    if (reader->word_count != 3 && reader->word_count != 4)
        return scenario_reader_bad(
            reader, "what comes next is 'next: SEAT STEP', 'next: STEP' "
                    "or 'next: nothing'");
    statement->who = reader->word_count == 4 ? reader->words[2] : NULL;
    statement->what = reader->words[reader->word_count - 1];
    return STATUS_OK;
}

/* The word without its colon; NULL when it has none. */
static const char *key_of(struct scenario_reader *reader, int index)
{
    size_t size = index < reader->word_count ? strlen(reader->words[index]) : 0;
    if (size < 2 || reader->words[index][size - 1] != ':')
        return NULL;
    reader->words[index][size - 1] = '\0';
    return reader->words[index];
}

/* A statement of what follows the word "then". */
static enum status read_expectation(struct scenario_reader *reader,
                                    struct statement *statement)
{
    if (is_word(reader, 2, "may"))
        return read_may(reader, 1, statement);
    if (is_word(reader, 2, "wins")) {
        statement->kind = STATEMENT_WINS;
        statement->who = reader->words[1];
        return end_at(reader, 3);
    }
    if (is_word(reader, 2, "win") || is_word(reader, 2, "won"))
        return scenario_reader_bad(reader, "what is '%s'? It is 'then %s wins'",
                                   reader->words[2], reader->words[1]);
    if (is_word(reader, 2, "on") ||
        (is_word(reader, 2, "not") && is_word(reader, 3, "on"))) {
        statement->kind = STATEMENT_STANDS;
        statement->is_not = is_word(reader, 2, "not");
        enum status status =
            read_follower(reader, statement->is_not ? 4 : 3, statement);
        statement->who = reader->words[1];
        return status;
    }
    if (is_word(reader, 1, "all") && is_word(reader, 2, "see")) {
        statement->kind = STATEMENT_SAME;
        return STATUS_OK;
    }
    statement->is_not = is_word(reader, 1, "no");
    statement->words += statement->is_not ? 2 : 1;
    statement->word_count -= statement->is_not ? 2 : 1;
    if (statement->word_count < 1)
        return scenario_reader_bad(reader, "then what? A line is one of %s",
                                   THEN_FORMS);
    return STATUS_OK;
}

static enum status read_then(struct scenario_reader *reader)
{
    reader->expects = true;
    const char *key = key_of(reader, 1);
    if (key != NULL && strcmp(key, "next") != 0)
        return read_parts(reader, STATEMENT_HAS, 2, key);
    struct statement *statement;
    enum status status =
        scenario_reader_add(reader, STATEMENT_EVENT, &statement);
    if (status != STATUS_OK)
        return status;
    if (key != NULL)
        return read_next(reader, statement);
    return read_expectation(reader, statement);
}

enum status scenario_statement_read(struct scenario_reader *reader)
{
    if (reader->grid == GRID_HEAD)
        return read_grid_head(reader);
    if (reader->grid == GRID_ROWS) {
        int y;
        if (read_integer(reader->words[0], -128, 127, &y))
            return read_grid_row(reader);
        reader->grid = GRID_NONE;
    }
    const char *key = key_of(reader, 0);
    if (key != NULL)
        return read_key(reader, key);
    bool is_tile = is_word(reader, 1, "at");
    if ((is_tile || is_word(reader, 1, "on")) && reader->plays)
        return scenario_reader_bad(
            reader, "what lies on the table stands before the first "
                    "step");
    if (is_tile)
        return read_tile(reader);
    if (is_word(reader, 1, "on")) {
        struct statement *statement;
        enum status status =
            scenario_reader_add(reader, STATEMENT_FOLLOWER, &statement);
        return status == STATUS_OK ? read_follower(reader, 2, statement)
                                   : status;
    }
    reader->plays = true;
    return is_word(reader, 0, "then") ? read_then(reader) : read_step(reader);
}
