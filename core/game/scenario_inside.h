#ifndef CASTLED_SCENARIO_INSIDE_H
#define CASTLED_SCENARIO_INSIDE_H

/*
 * scenario_inside -- what scenario, scenario_run and scenario_expect share.
 *
 * A scenario is a list of statements: first what lies on the table, then
 * steps and expectations in the order in which they are played. Strings and
 * words are borrowed from the file.
 */

#include "game/scenario.h"
#include "game/trial.h"
#include "script/position.h"

enum statement_kind {
    /* What lies on the table. */
    STATEMENT_TILE,     /* WHAT at X,Y turned N */
    STATEMENT_FOLLOWER, /* WHO on WHAT at X,Y column C row R */
    STATEMENT_GIVEN,    /* WHO: words (a seat's, the table's or a pile's) */
    STATEMENT_TURN,     /* turn: WHO */
    STATEMENT_REFUSED,  /* refused: REASON */
    /* Steps. */
    STATEMENT_DRAW,    /* draw WHAT */
    STATEMENT_ROLL,    /* roll X */
    STATEMENT_LAYS,    /* WHO lays WHAT at X,Y turned N */
    STATEMENT_CHOOSES, /* WHO chooses words */
    STATEMENT_FINAL,   /* final scoring */
    /* Expectations; each starts with "then". */
    STATEMENT_EVENT,      /* words, or no words */
    STATEMENT_HAS,        /* WHO: words (a seat or the table) */
    STATEMENT_STANDS,     /* WHO on WHAT at X,Y, or WHO not on ... */
    STATEMENT_MAY_LAY,    /* WHO may, may not, may only lay WHAT at words */
    STATEMENT_MAY_CHOOSE, /* WHO may, may only choose words */
    STATEMENT_NEXT,       /* next: WHO WHAT, next: WHAT, next: nothing */
    STATEMENT_WINS,       /* WHO wins, nobody wins */
    STATEMENT_SAME,       /* all see the same */
};

struct place {
    int x;
    int y;
    int turns;
    int column; /* -1: not said */
    int row;
};

struct statement {
    enum statement_kind kind;
    int line;
    bool is_not; /* no, not */
    bool is_only;
    const char *source; /* the line as it was written */
    const char *who;
    const char *what;
    struct place place;
    const char *const *words; /* a comma is a word of its own */
    int word_count;
    const char *reason; /* the rest of the line behind a colon, or NULL */
};

struct scenario {
    const char *title;
    int line;
    const char *game; /* NULL: by the folder */
    int game_line;
    const char *const *with; /* variants, and options with '=' */
    int with_count;
    int with_line;
    bool is_refused; /* its only statement says how */
    int first_statement;
    int statement_count;
    bool has_turn;
};

struct scenario_file {
    const char *path;  /* owned */
    struct text text;  /* owned; its lines end with zero bytes */
    struct text split; /* owned; the same, and its words end so */
    char **words;      /* owned; pointers into `split` */
    int word_count;
    int statement_count;
    int statement_max;
    struct statement *statements; /* owned */
    int scenario_count;
    int scenario_max;
    struct scenario *scenarios; /* owned */
};

enum { SCENARIO_GRID_MAX = 64 }; /* columns of a board that is drawn */

/* Where in a board that is drawn a reader stands. */
enum scenario_grid { GRID_NONE, GRID_HEAD, GRID_ROWS };

/* A file while it is read, and the line that is looked at. */
struct scenario_reader {
    struct scenario_file *file;
    struct scenario *scenario; /* the one that lines belong to, or NULL */
    int line;
    const char *source; /* the line, as it was written */
    char *split;        /* the same, as it is cut into words */
    char **words;
    int word_count;
    bool plays; /* a step or an expectation was read */
    bool expects;
    bool is_under_line; /* the line before was a scenario's, and not empty */
    enum scenario_grid grid;
    int grid_columns[SCENARIO_GRID_MAX];
    int grid_column_count;
    struct error *error;
};

/* Sets the reader's error to "FILE:LINE: ..." and returns STATUS_BAD_INPUT. */
enum status scenario_reader_bad(const struct scenario_reader *reader,
                                const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a statement to the scenario, which *out is until the next one is
 * added; the words of the line are its words. */
enum status scenario_reader_add(struct scenario_reader *reader,
                                enum statement_kind kind,
                                struct statement **out) MUST_CHECK;

/* Reads the line, which is cut into words and has at least one. */
enum status scenario_statement_read(struct scenario_reader *reader) MUST_CHECK;

/* One event since the last step. */
struct scenario_event {
    struct json *tree; /* owned */
    bool named;        /* a line has asked for it */
};

/* A scenario that is being played. */
struct scenario_run {
    const struct scenario_file *file; /* borrowed, and so are the next two */
    const struct scenario *scenario;
    const struct statement *statement; /* that is looked at */
    struct scenario_outcome *outcome;
    struct ruleset *ruleset; /* owned, and so are the next two */
    struct executor *executor;
    struct position *position;
    struct trial *trial; /* owned: of the last step */
    struct json *about;  /* owned: executor_describe */
    const char *drawn;   /* the item drawn last; borrowed from the executor */
    int event_count;
    int event_max;
    int next_event;                /* behind the one that was asked for last */
    struct scenario_event *events; /* owned */
    bool events_failed;            /* memory was out */
    char letters[MATERIAL_SEATS_MAX + 1]; /* of the players on the board */
    int supply[MATERIAL_SEATS_MAX];       /* all that each seat has */
};

/* Says that the line does not hold, and why. */
void scenario_run_differ(struct scenario_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The seat called `name` in *seat; else an error that lists them. */
enum status scenario_ask_seat(const struct scenario_run *run, const char *name,
                              int *seat, struct error *error) MUST_CHECK;

/* The tile called `name` in *tile; else an error. */
enum status scenario_ask_tile(const struct scenario_run *run, const char *name,
                              int *tile, struct error *error) MUST_CHECK;

/* The column and row of the segment that STATEMENT_FOLLOWER or
 * STATEMENT_STANDS speaks of, in *column and *row. Not OK when there is no
 * tile, no such segment, or more than one and the line does not say which. */
enum status scenario_ask_segment(const struct scenario_run *run, int *column,
                                 int *row, struct error *error) MUST_CHECK;

/* Adds what the game waits for, as in "white is asked place_follower". */
void scenario_ask_add_question(const struct scenario_run *run,
                               struct text *out);

/* Adds all that can be chosen, cut after a number of them. */
enum status scenario_ask_add_choices(struct scenario_run *run, struct text *out,
                                     struct error *error) MUST_CHECK;

/* Whether a choice is asked of `who`; says so when not. */
bool scenario_ask_asks(struct scenario_run *run, const char *who);

/* The index of the placement among the choices in *index; -1 when it is not
 * offered. */
enum status scenario_ask_find_place(struct scenario_run *run, int tile,
                                    const struct place *place, int *index,
                                    struct error *error) MUST_CHECK;

/* The choice at `index`, parsed. *out is the caller's. */
enum status scenario_ask_choice(struct scenario_run *run, int index,
                                struct json **out,
                                struct error *error) MUST_CHECK;

/* Puts out what the scenario starts with. Nothing, when it starts before the
 * first turn. */
enum status scenario_table_set(struct scenario_run *run,
                               struct error *error) MUST_CHECK;

/* Plays a step, the run's statement. */
enum status scenario_step_play(struct scenario_run *run,
                               struct error *error) MUST_CHECK;

/* Keeps an event of a step; a position_listener whose context is the run. */
void scenario_step_hear(void *context, const char *bytes, size_t size);

/* Forgets all events. */
void scenario_step_forget(struct scenario_run *run);

/* Looks at an expectation, the run's statement; those of what may be laid and
 * chosen are scenario_offer's. */
enum status scenario_expect_check(struct scenario_run *run,
                                  struct error *error) MUST_CHECK;
enum status scenario_offer_lay(struct scenario_run *run,
                               struct error *error) MUST_CHECK;
enum status scenario_offer_choose(struct scenario_run *run,
                                  struct error *error) MUST_CHECK;

#endif
