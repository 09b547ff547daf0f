#ifndef CASTLED_PLAY_STORY_H
#define CASTLED_PLAY_STORY_H

/*
 * play_story -- all that has happened in a game, and telling it.
 *
 * Gets every event of a game and keeps those that are not undone. Tells new
 * ones in sentences, adds up where points came from, and writes events to a
 * file as JSON lines. What can still be undone is held back from the file, so
 * that there is never an undone event in it.
 */

#include "command/play_out.h"
#include "game/game.h"
#include "game/wording.h"

#include <stdio.h>

struct play_story_event {
    size_t start; /* in `bytes` */
    size_t size;
    int64_t scores[MATERIAL_SEATS_MAX]; /* after it, added up from points */
};

struct play_story {
    int seat_count;
    char seats[MATERIAL_SEATS_MAX][RULESET_NAME_SIZE];
    struct text bytes; /* owned: JSON objects, one behind the other */
    int count;
    int capacity;
    struct play_story_event *events; /* owned */
    int told;                        /* how many a player has been told */
    FILE *file;                      /* owned; NULL: none is wanted */
    int written;
    bool has_failed; /* memory was out; what is here is not all */
    bool file_has_failed;
};

/* Takes the seats' names. Events that came before count too. */
void play_story_begin(struct play_story *story, struct executor *executor);

/* Frees what the story owns; the file is closed. False, with the reason, when
 * not all could be written. */
bool play_story_end(struct play_story *story, struct error *error);

/* The file for events, made new. */
enum status play_story_open(struct play_story *story, const char *path,
                            struct error *error) MUST_CHECK;

/* A game_listener whose context is the story. */
void play_story_listen(void *context, const char *json, size_t size);

/* Forgets all events behind the first `count`: they are undone. */
void play_story_cut(struct play_story *story, int count);

/* Writes all events to the file: none of them can be undone any more. False,
 * once, with the reason, when that fails. */
bool play_story_write(struct play_story *story, struct error *error);

/* Tells what has not been told, but not the game's end. */
void play_story_tell(struct play_story *story, const struct wording *wording,
                     const struct play_out *out);

/* Tells all again; false when nothing has happened. */
bool play_story_tell_all(struct play_story *story,
                         const struct wording *wording,
                         const struct play_out *out);

/* Goes back to where the last `count` events are untold. */
void play_story_rewind(struct play_story *story, int count);

/* Adds a table of where each player's points came from, which together are
 * `scores`; `other` and `together` are the words for the rest and the sum. */
void play_story_add_points(const struct play_story *story,
                           const struct wording *wording, struct text *out,
                           const int64_t *scores, const char *other,
                           const char *together);

/* Tells the last event, which is the game's end. */
void play_story_tell_end(struct play_story *story,
                         const struct wording *wording,
                         const struct play_out *out);

#endif
