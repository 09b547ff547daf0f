#ifndef CASTLED_GAME_INSIDE_H
#define CASTLED_GAME_INSIDE_H

/*
 * game_inside -- what the parts of a game share: game.c makes it and plays it,
 * game_end.c ends it, game_record.c writes its record, replay.c makes it again
 * from one.
 */

#include "game/game.h"

/* What lies before a choice that can be taken back. */
struct undo_point {
    int seat;
    int entry;            /* of the record: the choice's */
    int event_count;      /* before it */
    struct timer timer;   /* the same */
    struct text position; /* owned: as position_store wrote it */
};

/* An item that somebody drew unseen. */
struct hidden_draw {
    uint8_t seat;
    uint8_t pile;
    uint8_t item;
};

struct game {
    const struct ruleset *ruleset; /* borrowed: from `rules`, or outlives it */
    struct warm_rules *rules;      /* to be left; NULL: there is no warm */
    struct executor *executor;     /* owned; NULL when there are `rules` */
    struct position *position;     /* owned; NULL while it rests */
    struct question question;      /* the position's, for when it rests */
    char step[EXECUTOR_NAME_SIZE]; /* the question's */
    int seat_count;
    char seat_names[MATERIAL_SEATS_MAX][EXECUTOR_NAME_SIZE];
    struct text stored; /* owned: the position as it stands, as position_store
                           wrote it, to go on from when something fails */
    struct record *record; /* owned */
    size_t start_size;     /* of the record, when the first choice was asked */
    const struct record *times; /* borrowed while a record is replayed: its
                                   entries get these times; else NULL */
    struct chance chance;       /* wiped */
    struct timer timer;
    int64_t time_ms;  /* the game's own, when it was looked at last, */
    int64_t ahead_ms; /* and how far that is ahead of the calendar */
    bool is_sealed;
    struct sealing sealing; /* owned, but its record is game->record */
    bool has_head;
    struct game_head head;
    int acknowledged[MATERIAL_SEATS_MAX]; /* the newest entry; -1: none */
    struct hidden_draw *hidden; /* owned: of a sealed game, in order */
    int hidden_count;
    int hidden_capacity;
    game_listener *listener;
    game_answer_listener *answer_listener;
    void *context;
    int event_count;
    struct text events; /* owned: told since the last choice, a line each */
    struct text line;   /* owned: scratch */
    struct undo_point *undo; /* owned */
    int undo_count;
    int undo_capacity;
    unsigned try_count; /* choices made since it is here, also in vain */
    bool was_written;   /* before one of them, by what asks or shows */
    int undone_in_turn; /* since the last choice that stands for good */
    int undone;         /* in all */
    int offer_counts[MATERIAL_SEATS_MAX]; /* of a draw, by each seat */
    int draw_offer;                    /* the seat that offers a draw, or -1 */
    bool accepted[MATERIAL_SEATS_MAX]; /* who has agreed to it */
    const char *over_reason;
    struct result result;  /* once it is over */
    struct text traceback; /* owned */
};

/* As game_new. Entries get the times of those of `times` with the same number,
 * as far as there are any, and nothing is signed, until game_take_record; it is
 * borrowed until then. */
enum status game_new_timed(struct game **out, const struct game_start *start,
                           const struct record *times,
                           struct error *error) MUST_CHECK;

/* The game has been played again as `record` says: takes a copy of it, with
 * what came behind it, for its own, signatures and all. From now on entries get
 * the time by the clock. */
enum status game_take_record(struct game *game, const struct record *record,
                             struct error *error) MUST_CHECK;

/* Whether the record takes no more than the end of the game: the error says so.
 * One that is played again takes all that it has. */
bool game_record_is_full(const struct game *game, struct error *error);

/* Forgets what could be taken back. */
void game_forget_undo(struct game *game);

/* Tells one event, which is `size` bytes of JSON, an object. */
void game_tell(struct game *game, const char *json, size_t size);

/* Ends the game, as `reason`, with the result that it has: the last entries and
 * the last event, which is lost without memory. On failure nothing has changed,
 * but that entries may have been added. */
enum status game_end_as(struct game *game, const char *reason,
                        struct error *error) MUST_CHECK;

/* Ends a game that cannot go on, whatever else fails: with the scores that its
 * rules tell now, or 0; the record stays without an end. */
void game_end_broken(struct game *game);

/* The time that the next entry gets: that of the game (game_ahead). */
int64_t game_record_time(struct game *game);

/* Adds an entry; its d is in game->line. */
enum status game_record_append(struct game *game, const char *type, int by,
                               struct error *error) MUST_CHECK;
enum status game_record_append_at(struct game *game, const char *type, int by,
                                  int64_t ts, struct error *error) MUST_CHECK;

/* Begins the record of a game whose seed was chosen openly. */
enum status game_record_open(struct game *game, struct executor *executor,
                             const struct game_start *start,
                             struct error *error) MUST_CHECK;

/* Adds what chance gave for the question. */
enum status game_record_outcome(struct game *game,
                                const struct question *question,
                                const struct chance_outcome *outcome,
                                struct error *error) MUST_CHECK;

/* Adds what each hand got unseen, when the seal has been opened. */
enum status game_record_hands(struct game *game,
                              struct error *error) MUST_CHECK;

/* Ends a change of the record that began when there were `count` entries, and
 * went as `status` says: signs the newest entry if it is to be signed, or takes
 * all of it back. */
enum status game_record_settle(struct game *game, int count, enum status status,
                               struct error *error) MUST_CHECK;

#endif
