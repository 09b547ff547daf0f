#ifndef CASTLED_SNAPSHOT_H
#define CASTLED_SNAPSHOT_H

/*
 * snapshot -- the scripts that new games are made from, whatever becomes of the
 * files.
 *
 * A snapshot is a copy of the scripts and variants of a root, in a folder of
 * its own; SNAPSHOT/now is a root too, for all that opens rulesets. It is
 * renewed as a whole: another copy is made beside it and checked, and when that
 * is good `now` is that one. So nobody ever opens half a change.
 *
 * With each variant that is new or changed, or failed before, some games are
 * played by random choices, since some faults show only there.
 *
 * What could be played can be played after it. Of a file that fails its check
 * the old one stays: of a variant its file, of a game its folder, and of kit,
 * when that is what is wrong, all of kit. What never was good is taken as it
 * is: it cannot be opened, and who tries is told why. Of a variant that fails
 * only in games the reason lies beside it (RULESET_FAULT_ENDING), so that it
 * cannot be opened either.
 * A file that is gone goes; but a game that could be played stays without its
 * folder or main file, its variants without theirs, and kit without its own:
 * that is told of, and they go only when the snapshot is opened anew.
 * What cannot be read or listed, and what has a name that is too long, is told
 * of and keeps nothing else from being taken.
 *
 * It owns nothing but the folder, and is of one process.
 */

#include "base/text.h"

enum { SNAPSHOT_PATH_SIZE = 400 };

struct snapshot {
    char root[SNAPSHOT_PATH_SIZE];   /* of the files that people edit */
    char folder[SNAPSHOT_PATH_SIZE]; /* where the copies are */
    char copies[2][SNAPSHOT_PATH_SIZE];
    char now[SNAPSHOT_PATH_SIZE]; /* the root for new games */
    int current;                  /* the copy that this is */
    bool tries_all; /* for a renewal: unchanged variants too; set by whoever
                       wants it */
};

/* What came of a copy, in a form that another process can share. */
struct snapshot_news {
    int fault_count;
    int change_count;  /* files that are not as they were, are new or gone, or
                          fail now in games, or do not any more */
    char changes[400]; /* their paths, as many as there is room for */
};

/* What is wrong, for the call: with a game, with a variant of it, or else with
 * a file or folder that cannot be taken. */
struct snapshot_fault {
    const char *game;    /* NULL: not looked at as part of one */
    const char *variant; /* NULL: the game's own */
    const char *file;    /* NULL, or its path below the root */
    const char *reason;
};

/* Is told of each fault once. */
typedef void snapshot_listener(const struct snapshot_fault *fault);

/* Where the files and the copies are; nothing is done yet. STATUS_BAD_INPUT
 * when a path is too long. */
enum status snapshot_place(struct snapshot *snapshot, const char *root,
                           const char *folder, struct error *error) MUST_CHECK;

/* Copies the files as they are, without a check; whatever else was in the
 * folder is gone. The listener is told of what cannot be read. STATUS_IO when
 * it cannot be written. */
enum status snapshot_open(struct snapshot *snapshot,
                          snapshot_listener *listener,
                          struct error *error) MUST_CHECK;

/* Makes the next copy, and checks it, which takes a while: another process may
 * do it. On failure there is none. */
enum status snapshot_renew(const struct snapshot *snapshot,
                           snapshot_listener *listener,
                           struct snapshot_news *news,
                           struct error *error) MUST_CHECK;

/* From now on new games are made from the next copy. On failure all stays as it
 * was. */
enum status snapshot_swap(struct snapshot *snapshot,
                          struct error *error) MUST_CHECK;

/* Whether new games can be made from it: somebody may have removed its folder.
 * If so, snapshot_open makes it again. */
bool snapshot_is_there(const struct snapshot *snapshot);

#endif
