#include "game/snapshot.h"

#include "base/file.h"
#include "game/catalogue.h"
#include "game/playout.h"
#include "script/executor.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_SIZE = 1024, /* of a file below a root */
    FAULT_SIZE = PATH_SIZE + sizeof RULESET_FAULT_ENDING,
    WHOLE_SIZE = SNAPSHOT_PATH_SIZE + FAULT_SIZE,
    /* Of a file that is copied: so much more than a script may have that the
     * check finds it. */
    COPY_SIZE_MAX = 1 << 20,
    OPEN_FILES_MAX = 8, /* of nftw */
};

static const char KIT[] = "scripts/kit";

/* A copy that is being made. */
struct renewal {
    snapshot_listener *listener;
    const char *root; /* of the files */
    const char *old;  /* the copy that is there */
    const char *next;
    struct text told; /* owned: the faults that the listener knows */
    int fault_count;
    bool keeps_kit; /* the old one */
    bool tries_all; /* also variants that are as they were */
};

/* The next of the lines that ruleset_list writes, which it cuts off; NULL at
 * the end. */
static char *next_line(char **rest)
{
    char *line = *rest;
    if (line == NULL || line[0] == '\0')
        return NULL;
    char *end = line + strcspn(line, "\n");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return line;
}

/* What is checked again, with less that is new, may have the same fault. */
static void tell(struct renewal *renewal, const struct snapshot_fault *fault)
{
    struct text line = {0};
    text_addf(&line, "\n%s\n%s\n%s\n%s\n",
              fault->game == NULL ? "" : fault->game,
              fault->variant == NULL ? "" : fault->variant,
              fault->file == NULL ? "" : fault->file, fault->reason);
    if (strstr(text_string(&renewal->told), text_string(&line)) == NULL) {
        text_add(&renewal->told, text_string(&line));
        renewal->fault_count++;
        renewal->listener(fault);
    }
    text_free(&line);
}

static void tell_of_file(struct renewal *renewal, const char *path,
                         const char *reason)
{
    struct snapshot_fault fault = {.file = path, .reason = reason};
    tell(renewal, &fault);
}

static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

/* Removes a folder with all that is in it, if it is there. */
static void remove_folder(const char *path)
{
    nftw(path, remove_one, OPEN_FILES_MAX, FTW_DEPTH | FTW_PHYS);
}

/* Adds the paths of a folder's scripts, one a line. */
static enum status list_folder(struct text *out, const char *root,
                               const char *folder, struct error *error)
{
    struct text names = {0};
    enum status status = ruleset_list(&names, root, folder, ".lua", error);
    char *rest = names.bytes;
    const char *name;
    while (status == STATUS_OK && (name = next_line(&rest)) != NULL)
        text_addf(out, "%s/%s.lua\n", folder, name);
    if (status == STATUS_OK)
        status = text_status(&names, folder, error);
    text_free(&names);
    return status;
}

static enum status read_script(struct text *text, const char *root,
                               const char *path, struct error *error)
{
    char whole[WHOLE_SIZE];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    return text_read_regular(text, whole, COPY_SIZE_MAX, error);
}

/* Makes the folders above a file. */
static void make_folders(char *path, const char *after)
{
    for (char *at = path + strlen(after) + 1; (at = strchr(at, '/')) != NULL;
         at++) {
        *at = '\0';
        mkdir(path, 0777); /* if it fails, the file cannot be made */
        *at = '/';
    }
}

static enum status write_script(const struct text *text, const char *root,
                                const char *path, struct error *error)
{
    char whole[WHOLE_SIZE];
    char soon[WHOLE_SIZE + 8];
    struct file_write write = {.path = whole,
                               .new_path = soon,
                               .bytes = text_string(text),
                               .size = text->size,
                               .mode = 0666};
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    snprintf(soon, sizeof soon, "%s.new", whole);
    make_folders(whole, root);
    return file_replace(&write)
               ? STATUS_OK
               : error_set(error, STATUS_IO, "cannot write '%s': %s", whole,
                           strerror(errno));
}

/* Copies a file from one root to another; one that is not there is none there
 * either. */
static enum status copy(const char *from, const char *to, const char *path,
                        struct error *error)
{
    struct text text = {0};
    enum status status = read_script(&text, from, path, error);
    if (status == STATUS_OK)
        status = write_script(&text, to, path, error);
    text_free(&text);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* Whether both roots have the same bytes in that file, or both have none. */
static bool is_same(const struct renewal *renewal, const char *path)
{
    struct text old = {0};
    struct text next = {0};
    struct error error;
    bool has_old = read_script(&old, renewal->old, path, &error) == STATUS_OK;
    bool has_next =
        read_script(&next, renewal->next, path, &error) == STATUS_OK;
    bool is = has_old == has_next && old.size == next.size &&
              memcmp(text_string(&old), text_string(&next), old.size) == 0;
    text_free(&old);
    text_free(&next);
    return is;
}

/* Has the old files of a folder in the next copy. */
static enum status restore_folder(const struct renewal *renewal,
                                  const char *folder, struct error *error)
{
    struct text paths = {0};
    char whole[WHOLE_SIZE];
    snprintf(whole, sizeof whole, "%s/%s", renewal->next, folder);
    remove_folder(whole);
    enum status status = list_folder(&paths, renewal->old, folder, error);
    char *rest = paths.bytes;
    const char *path;
    while (status == STATUS_OK && (path = next_line(&rest)) != NULL)
        status = copy(renewal->old, renewal->next, path, error);
    text_free(&paths);
    return status;
}

/* Of the files that people edit what cannot be listed is told of, and no
 * failure; of the copies it is one. */
static enum status excuse(struct renewal *renewal, const char *root,
                          const char *folder, const struct error *reason,
                          struct error *error)
{
    if (reason->status == STATUS_OK)
        return STATUS_OK;
    if (root != renewal->root || reason->status == STATUS_NO_MEMORY)
        return error_set(error, reason->status, "%s", reason->text);
    tell_of_file(renewal, folder, reason->text);
    return STATUS_OK;
}

/* Adds the paths of a folder's scripts; of one that cannot be listed the old
 * files stay. */
static enum status list_one(struct renewal *renewal, struct text *out,
                            const char *root, const char *folder,
                            struct error *error)
{
    struct error reason;
    bool is_listed = list_folder(out, root, folder, &reason) == STATUS_OK;
    enum status status = excuse(renewal, root, folder, &reason, error);
    return is_listed || status != STATUS_OK
               ? status
               : restore_folder(renewal, folder, error);
}

/* Adds the paths of all scripts in the folders of a group. */
static enum status list_group(struct renewal *renewal, struct text *out,
                              const char *root, const char *group,
                              struct error *error)
{
    struct text games = {0};
    struct error reason;
    bool is_listed =
        ruleset_list(&games, root, group, "", &reason) == STATUS_OK;
    enum status status = excuse(renewal, root, group, &reason, error);
    if (!is_listed && status == STATUS_OK)
        status = ruleset_list(&games, renewal->old, group, "", error);
    if (status == STATUS_OK)
        status = text_status(&games, group, error);
    char *rest = games.bytes;
    const char *game;
    while (status == STATUS_OK && (game = next_line(&rest)) != NULL) {
        char folder[PATH_SIZE];
        snprintf(folder, sizeof folder, "%s/%s", group, game);
        status = list_one(renewal, out, root, folder, error);
    }
    text_free(&games);
    return status;
}

/* Adds the paths of all scripts of a root, one a line: scripts/GAME/NAME.lua,
 * and the same in variants. */
static enum status list_scripts(struct renewal *renewal, struct text *out,
                                const char *root, struct error *error)
{
    enum status status = list_one(renewal, out, root, KIT, error);
    if (status == STATUS_OK)
        status = list_group(renewal, out, root, "scripts", error);
    if (status == STATUS_OK)
        status = list_group(renewal, out, root, "variants", error);
    return status == STATUS_OK ? text_status(out, "the list of scripts", error)
                               : status;
}

/* Copies one file. Of one that cannot be read the old one stays. */
static enum status take_file(struct renewal *renewal, const char *path,
                             struct error *error)
{
    struct text text = {0};
    struct error reason;
    enum status status = read_script(&text, renewal->root, path, &reason);
    if (status == STATUS_OK)
        status = write_script(&text, renewal->next, path, error);
    else if (status == STATUS_NOT_FOUND) /* it went since it was listed */
        status = STATUS_OK;
    else if (status == STATUS_NO_MEMORY)
        status = error_set(error, status, "%s", reason.text);
    else {
        tell_of_file(renewal, path, reason.text);
        status = copy(renewal->old, renewal->next, path, error);
    }
    text_free(&text);
    return status;
}

/* Whoever wants a root finds the frontends in it. */
static enum status link_frontends(const struct renewal *renewal,
                                  struct error *error)
{
    char target[WHOLE_SIZE];
    char link[WHOLE_SIZE];
    snprintf(target, sizeof target, "%s/lua", renewal->root);
    snprintf(link, sizeof link, "%s/lua", renewal->next);
    char *real = realpath(target, NULL);
    bool is_linked = real == NULL || symlink(real, link) == 0;
    free(real);
    return is_linked ? STATUS_OK
                     : error_set(error, STATUS_IO, "cannot make '%s': %s", link,
                                 strerror(errno));
}

/* Whether the game can be played, with the variant unless it is NULL, by the
 * old files. */
static bool could_be_played(const struct renewal *renewal, const char *game,
                            const char *variant)
{
    struct ruleset *ruleset = NULL;
    struct executor *executor = NULL;
    struct error error;
    struct ruleset_request request = {.root = renewal->old,
                                      .game = game,
                                      .variants = &variant,
                                      .variant_count = variant != NULL};
    bool could = ruleset_open(&ruleset, &request, &error) == STATUS_OK &&
                 executor_new(&executor, ruleset, &error) == STATUS_OK;
    executor_free(executor);
    ruleset_free(ruleset);
    return could;
}

/* Whether there is such a file or folder in a copy. */
static bool has(const char *copy, const char *path)
{
    char whole[WHOLE_SIZE];
    snprintf(whole, sizeof whole, "%s/%s", copy, path);
    return access(whole, F_OK) == 0;
}

/* Whether people have no such folder any more. One that cannot be looked at is
 * there, and told of. */
static bool is_gone(const struct renewal *renewal, const char *folder)
{
    char whole[WHOLE_SIZE];
    struct stat about;
    snprintf(whole, sizeof whole, "%s/%s/", renewal->root, folder);
    return stat(whole, &about) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* Has the old files of a folder stay, and tells which part of the path is gone:
 * the first that is not there. */
static enum status keep_folder(struct renewal *renewal, const char *folder,
                               const char *path, struct error *error)
{
    char part[PATH_SIZE];
    size_t size = 0;
    do {
        size += 1 + strcspn(path + size + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)size, path);
    } while (path[size] != '\0' && !is_gone(renewal, part));
    tell_of_file(renewal, part,
                 "it is gone: what could be played by it can still be, until "
                 "the daemon is started anew");
    return restore_folder(renewal, folder, error);
}

/* Of a game that could be played the scripts stay when its main file is gone,
 * and its variants when their folder is. */
static enum status keep_game(struct renewal *renewal, const char *game,
                             struct error *error)
{
    char folder[PATH_SIZE];
    char main_file[PATH_SIZE];
    char variants[PATH_SIZE];
    snprintf(folder, sizeof folder, "scripts/%s", game);
    snprintf(main_file, sizeof main_file, "scripts/%s/game.lua", game);
    snprintf(variants, sizeof variants, "variants/%s", game);
    bool keeps_game = !has(renewal->next, main_file);
    bool keeps_variants =
        has(renewal->old, variants) && is_gone(renewal, variants);
    enum status status = STATUS_OK;
    if ((!keeps_game && !keeps_variants) ||
        !could_be_played(renewal, game, NULL))
        return STATUS_OK;
    if (keeps_game)
        status = keep_folder(renewal, folder, main_file, error);
    if (status == STATUS_OK && keeps_variants)
        status = keep_folder(renewal, variants, variants, error);
    return status;
}

/* What is gone as a whole is mostly about to come back, after an upgrade or
 * with a disk. */
static enum status keep_gone(struct renewal *renewal, struct error *error)
{
    struct text games = {0};
    enum status status = STATUS_OK;
    if (has(renewal->old, KIT) && is_gone(renewal, KIT))
        status = keep_folder(renewal, KIT, KIT, error);
    if (status == STATUS_OK)
        status = ruleset_list(&games, renewal->old, "scripts", "", error);
    if (status == STATUS_OK)
        status = text_status(&games, "the list of games", error);
    char *rest = games.bytes;
    const char *game;
    while (status == STATUS_OK && (game = next_line(&rest)) != NULL)
        status = keep_game(renewal, game, error);
    text_free(&games);
    return status;
}

/* Copies all that there is, and what is gone and stays. */
static enum status take_files(struct renewal *renewal, struct error *error)
{
    struct text paths = {0};
    remove_folder(renewal->next);
    if (mkdir(renewal->next, 0777) != 0)
        return error_set(error, STATUS_IO, "cannot make '%s': %s",
                         renewal->next, strerror(errno));
    enum status status = link_frontends(renewal, error);
    if (status == STATUS_OK)
        status = list_scripts(renewal, &paths, renewal->root, error);
    char *rest = paths.bytes;
    const char *path;
    while (status == STATUS_OK && (path = next_line(&rest)) != NULL)
        status = take_file(renewal, path, error);
    if (status == STATUS_OK)
        status = keep_gone(renewal, error);
    if (status == STATUS_OK && renewal->keeps_kit)
        status = restore_folder(renewal, KIT, error);
    text_free(&paths);
    return status;
}

/* What is to be done about a game. */
enum outcome {
    OUTCOME_GOOD,  /* nothing more */
    OUTCOME_AGAIN, /* something was restored: look again */
    OUTCOME_GAME,  /* its own scripts are at fault */
};

/* Where the reason why a variant cannot be chosen lies in a copy. */
static void place_fault(char path[FAULT_SIZE], const char *variant_path)
{
    snprintf(path, FAULT_SIZE, "%s%s", variant_path, RULESET_FAULT_ENDING);
}

static bool had_fault(const struct renewal *renewal, const char *path)
{
    char fault[FAULT_SIZE];
    place_fault(fault, path);
    return has(renewal->old, fault);
}

/* Has nobody choose the variant. */
static enum status write_fault(const struct renewal *renewal, const char *path,
                               const char *reason, struct error *error)
{
    struct text text = {0};
    char fault[FAULT_SIZE];
    place_fault(fault, path);
    text_add(&text, reason);
    enum status status = text_status(&text, "a fault", error);
    if (status == STATUS_OK)
        status = write_script(&text, renewal->next, fault, error);
    text_free(&text);
    return status;
}

/* Before a game is looked at, once more perhaps. */
static enum status forget_faults(const struct renewal *renewal,
                                 const char *game, struct error *error)
{
    struct text names = {0};
    char folder[PATH_SIZE];
    char whole[WHOLE_SIZE];
    snprintf(folder, sizeof folder, "variants/%s", game);
    enum status status = ruleset_list(&names, renewal->next, folder,
                                      RULESET_FAULT_ENDING, error);
    char *rest = names.bytes;
    const char *name;
    while (status == STATUS_OK && (name = next_line(&rest)) != NULL) {
        snprintf(whole, sizeof whole, "%s/%s/%s%s", renewal->next, folder, name,
                 RULESET_FAULT_ENDING);
        remove(whole);
    }
    text_free(&names);
    return status;
}

/* Plays games with a variant that can be chosen: some faults show only there.
 * One that is as it was has been tried, and need not be again unless it failed.
 */
static enum status try_variant(const struct renewal *renewal, const char *game,
                               const char *variant, struct error *reason)
{
    char path[PATH_SIZE];
    struct ruleset *ruleset = NULL;
    struct ruleset_request request = {.root = renewal->next,
                                      .game = game,
                                      .variants = &variant,
                                      .variant_count = 1};
    snprintf(path, sizeof path, "variants/%s/%s.lua", game, variant);
    if (!renewal->tries_all && is_same(renewal, path) &&
        !had_fault(renewal, path))
        return STATUS_OK;
    enum status status = ruleset_open(&ruleset, &request, reason);
    if (status == STATUS_OK)
        status = playout_try(ruleset, reason);
    ruleset_free(ruleset);
    if (status != STATUS_OK)
        error_prefix(reason, "a game by random choices fails");
    return status;
}

/* Whether the variant fails, and why. */
static bool fails(const struct renewal *renewal, const char *game,
                  const struct catalogue_variant *variant, struct error *reason)
{
    if (variant->alone != NULL)
        return try_variant(renewal, game, variant->given, reason) !=
                   STATUS_OK &&
               reason->status != STATUS_NO_MEMORY;
    *reason = variant->error;
    return true;
}

/* Does what is to be done about a variant that fails: the old file comes back,
 * if that is another one that could be played. One that cannot be opened and is
 * as it was before fails because of the game. What stays and fails only in
 * games is not to be chosen. */
static enum status settle_variant(const struct renewal *renewal,
                                  const char *game,
                                  const struct catalogue_variant *variant,
                                  const char *reason, enum outcome *outcome,
                                  struct error *error)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "variants/%s/%s.lua", game, variant->given);
    bool could_be = could_be_played(renewal, game, variant->given);
    if (could_be && !is_same(renewal, path)) {
        if (*outcome == OUTCOME_GOOD)
            *outcome = OUTCOME_AGAIN;
        return copy(renewal->old, renewal->next, path, error);
    }
    if (variant->alone != NULL)
        return write_fault(renewal, path, reason, error);
    if (could_be)
        *outcome = OUTCOME_GAME;
    return STATUS_OK;
}

static enum status check_variants(struct renewal *renewal, const char *game,
                                  const struct catalogue *catalogue,
                                  enum outcome *outcome, struct error *error)
{
    enum status status = STATUS_OK;
    *outcome = OUTCOME_GOOD;
    for (int i = 0; status == STATUS_OK && i < catalogue->variant_count; i++) {
        const struct catalogue_variant *variant = &catalogue->variants[i];
        struct error reason;
        if (!fails(renewal, game, variant, &reason))
            continue;
        struct snapshot_fault fault = {
            .game = game, .variant = variant->given, .reason = reason.text};
        tell(renewal, &fault);
        status =
            settle_variant(renewal, game, variant, reason.text, outcome, error);
    }
    return status;
}

/* Opens the game and each of its variants once. */
static enum status look(struct renewal *renewal, const char *game,
                        enum outcome *outcome, struct error *error)
{
    struct catalogue *catalogue;
    struct error reason;
    struct ruleset_request request = {.root = renewal->next, .game = game};
    *outcome = OUTCOME_GOOD;
    if (forget_faults(renewal, game, error) != STATUS_OK)
        return error->status;
    enum status status = catalogue_open(&catalogue, &request, &reason);
    if (status == STATUS_NOT_FOUND)
        return STATUS_OK; /* a folder that is no game */
    if (status == STATUS_NO_MEMORY)
        return error_set(error, status, "%s", reason.text);
    if (status == STATUS_OK) {
        status = check_variants(renewal, game, catalogue, outcome, error);
        catalogue_free(catalogue);
        return status;
    }
    struct snapshot_fault fault = {.game = game, .reason = reason.text};
    tell(renewal, &fault);
    if (could_be_played(renewal, game, NULL))
        *outcome = OUTCOME_GAME;
    return STATUS_OK;
}

/* Restores of a game what has to be. *is_good is false when all of it is as it
 * was and it fails all the same: then kit is at fault. */
static enum status settle_game(struct renewal *renewal, const char *game,
                               bool *is_good, struct error *error)
{
    char folder[PATH_SIZE];
    bool is_old = false;
    enum outcome outcome;
    snprintf(folder, sizeof folder, "scripts/%s", game);
    for (;;) {
        if (look(renewal, game, &outcome, error) != STATUS_OK)
            return error->status;
        *is_good = outcome == OUTCOME_GOOD;
        if (*is_good || (outcome == OUTCOME_GAME && is_old))
            return STATUS_OK;
        if (outcome == OUTCOME_AGAIN)
            continue;
        if (restore_folder(renewal, folder, error) != STATUS_OK)
            return error->status;
        is_old = true;
    }
}

static enum status settle_games(struct renewal *renewal, bool *are_good,
                                struct error *error)
{
    struct text names = {0};
    enum status status =
        ruleset_list(&names, renewal->next, "scripts", "", error);
    char *rest = names.bytes;
    const char *name;
    *are_good = true;
    while (status == STATUS_OK && *are_good &&
           (name = next_line(&rest)) != NULL)
        status = settle_game(renewal, name, are_good, error);
    text_free(&names);
    return status;
}

static enum status settle(struct renewal *renewal, struct error *error)
{
    bool are_good;
    for (;;) {
        if (take_files(renewal, error) != STATUS_OK ||
            settle_games(renewal, &are_good, error) != STATUS_OK)
            return error->status;
        if (are_good)
            return STATUS_OK;
        if (renewal->keeps_kit)
            return error_set(error, STATUS_SCRIPT,
                             "a game fails now by the scripts that it was "
                             "played by");
        renewal->keeps_kit = true;
    }
}

static void add_change(struct snapshot_news *news, const char *path)
{
    size_t size = strlen(news->changes);
    news->change_count++;
    if (size + strlen(path) + 2 < sizeof news->changes)
        snprintf(news->changes + size, sizeof news->changes - size, "%s%s",
                 size == 0 ? "" : " ", path);
}

/* Finds what is not as it was: also what can be chosen now and could not, or
 * the other way round. */
static enum status compare(struct renewal *renewal, struct snapshot_news *news,
                           struct error *error)
{
    struct text paths = {0};
    enum status status = list_scripts(renewal, &paths, renewal->next, error);
    size_t next_size = paths.size;
    if (status == STATUS_OK)
        status = list_scripts(renewal, &paths, renewal->old, error);
    char *rest = paths.bytes;
    const char *path;
    while (status == STATUS_OK && (path = next_line(&rest)) != NULL) {
        char fault[FAULT_SIZE];
        bool is_old = (size_t)(path - paths.bytes) >= next_size;
        place_fault(fault, path);
        /* What both have was looked at among those of the next. */
        if (!(is_old && has(renewal->next, path)) &&
            !(is_same(renewal, path) && is_same(renewal, fault)))
            add_change(news, path);
    }
    text_free(&paths);
    return status;
}

enum status snapshot_renew(const struct snapshot *snapshot,
                           snapshot_listener *listener,
                           struct snapshot_news *news, struct error *error)
{
    struct renewal renewal = {
        .listener = listener,
        .tries_all = snapshot->tries_all,
        .root = snapshot->root,
        .old = snapshot->copies[snapshot->current],
        .next = snapshot->copies[1 - snapshot->current],
    };
    *news = (struct snapshot_news){0};
    enum status status = settle(&renewal, error);
    if (status == STATUS_OK)
        status = compare(&renewal, news, error);
    news->fault_count = renewal.fault_count;
    text_free(&renewal.told);
    return status;
}

/* Has `now` be that copy. */
static enum status point(const struct snapshot *snapshot, int which,
                         struct error *error)
{
    char link[WHOLE_SIZE];
    char target[16];
    snprintf(link, sizeof link, "%s/soon", snapshot->folder);
    snprintf(target, sizeof target, "%d", which);
    unlink(link);
    if (symlink(target, link) != 0 || rename(link, snapshot->now) != 0)
        return error_set(error, STATUS_IO, "cannot make '%s': %s",
                         snapshot->now, strerror(errno));
    return STATUS_OK;
}

enum status snapshot_swap(struct snapshot *snapshot, struct error *error)
{
    enum status status = point(snapshot, 1 - snapshot->current, error);
    if (status == STATUS_OK)
        snapshot->current = 1 - snapshot->current;
    return status;
}

/* Puts both together; false when that is too long. */
static bool join(char out[SNAPSHOT_PATH_SIZE], const char *folder,
                 const char *name)
{
    return snprintf(out, SNAPSHOT_PATH_SIZE, "%s%s", folder, name) <
           SNAPSHOT_PATH_SIZE;
}

enum status snapshot_place(struct snapshot *snapshot, const char *root,
                           const char *folder, struct error *error)
{
    *snapshot = (struct snapshot){.current = 0};
    if (join(snapshot->root, root, "") && join(snapshot->folder, folder, "") &&
        join(snapshot->copies[0], folder, "/0") &&
        join(snapshot->copies[1], folder, "/1") &&
        join(snapshot->now, folder, "/now"))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "a path of scripts is too long: %.100s... or %.100s...",
                     root, folder);
}

enum status snapshot_open(struct snapshot *snapshot,
                          snapshot_listener *listener, struct error *error)
{
    struct renewal renewal = {
        .listener = listener,
        .root = snapshot->root,
        .old = snapshot->copies[1 - snapshot->current],
        .next = snapshot->copies[snapshot->current],
    };
    if (mkdir(snapshot->folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, STATUS_IO, "cannot make '%s': %s",
                         snapshot->folder, strerror(errno));
    remove_folder(renewal.old);
    enum status status = take_files(&renewal, error);
    if (status == STATUS_OK)
        status = point(snapshot, snapshot->current, error);
    text_free(&renewal.told);
    return status;
}

bool snapshot_is_there(const struct snapshot *snapshot)
{
    struct stat about;
    return stat(snapshot->now, &about) == 0;
}
