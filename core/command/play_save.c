#include "command/play_save.h"

#include "command/command.h"
#include "game/secret.h"
#include "game/sources.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    NAMES_MAX = 1000, /* games begun in one second */
    HASH_SHOWN = 12,  /* characters of a hash that tell it from others */
};

static const char ENDING[] = ".record";

/* Puts $XDG_STATE_HOME/castled, or ~/.local/state/castled, into `folder`. */
static enum status own_folder(char folder[PLAY_SAVE_PATH_SIZE],
                              struct error *error)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int size;
    if (state != NULL && state[0] == '/') /* others are to be ignored */
        size = snprintf(folder, PLAY_SAVE_PATH_SIZE, "%s/castled", state);
    else if (home != NULL && home[0] != '\0')
        size = snprintf(folder, PLAY_SAVE_PATH_SIZE, "%s/.local/state/castled",
                        home);
    else
        return error_set(error, STATUS_NOT_FOUND,
                         "there is no folder for saved games: neither "
                         "XDG_STATE_HOME nor HOME is set");
    if (size >= PLAY_SAVE_PATH_SIZE)
        return error_set(error, STATUS_BAD_INPUT,
                         "the folder for saved games has too long a path");
    return STATUS_OK;
}

/* Makes a folder and those it is in. */
static enum status make_folder(const char *folder, struct error *error)
{
    char path[PLAY_SAVE_PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = path + 1; at[-1] != '\0'; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char kept = *at;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return error_set(error, STATUS_IO, "cannot make folder '%s': %s",
                             path, strerror(errno));
        *at = kept;
        if (kept == '\0')
            break;
    }
    return STATUS_OK;
}

bool play_save_add(struct play_save *save, const char *path)
{
    if (save->count == PLAY_SAVE_FILES_MAX ||
        strlen(path) >= PLAY_SAVE_PATH_SIZE)
        return false;
    struct play_save_file *file = &save->files[save->count++];
    *file = (struct play_save_file){0};
    memcpy(file->path, path, strlen(path) + 1);
    return true;
}

bool play_save_has(const struct play_save *save, const char *path)
{
    for (int i = 0; i < save->count; i++)
        if (strcmp(save->files[i].path, path) == 0)
            return true;
    return false;
}

enum status play_save_add_own(struct play_save *save, const char *game,
                              struct error *error)
{
    char folder[PLAY_SAVE_PATH_SIZE];
    enum status status = own_folder(folder, error);
    if (status == STATUS_OK)
        status = make_folder(folder, error);
    if (status != STATUS_OK)
        return status;

    time_t now = time(NULL);
    struct tm parts;
    char when[32] = "";
    if (localtime_r(&now, &parts) != NULL)
        strftime(when, sizeof when, "%Y%m%d-%H%M%S", &parts);
    for (int i = 1; i < NAMES_MAX; i++) {
        char path[2 * PLAY_SAVE_PATH_SIZE];
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, "-%d", i);
        snprintf(path, sizeof path, "%s/%s-%s%s%s", folder, game, when, number,
                 ENDING);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0) {
            close(fd);
            if (play_save_add(save, path))
                return STATUS_OK;
            unlink(path);
            errno = ENAMETOOLONG;
        }
        if (errno != EEXIST)
            return error_set(error, STATUS_IO, "cannot make '%s': %s", path,
                             strerror(errno));
    }
    return error_set(error, STATUS_IO, "too many games in '%s'", folder);
}

static bool is_saved_game(const char *name)
{
    size_t size = strlen(name);
    size_t ending = strlen(ENDING);
    return size > ending && strcmp(name + size - ending, ENDING) == 0;
}

enum status play_save_find_last(char path[PLAY_SAVE_PATH_SIZE],
                                struct error *error)
{
    char folder[PLAY_SAVE_PATH_SIZE];
    enum status status = own_folder(folder, error);
    if (status != STATUS_OK)
        return status;
    struct timespec last = {0};
    path[0] = '\0';
    DIR *entries = opendir(folder);
    struct dirent *entry;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char here[2 * PLAY_SAVE_PATH_SIZE];
        struct stat about;
        int size = snprintf(here, sizeof here, "%s/%s", folder, entry->d_name);
        if (!is_saved_game(entry->d_name) || size >= PLAY_SAVE_PATH_SIZE ||
            stat(here, &about) != 0 || about.st_size == 0)
            continue;
        if (about.st_mtim.tv_sec > last.tv_sec ||
            (about.st_mtim.tv_sec == last.tv_sec &&
             about.st_mtim.tv_nsec > last.tv_nsec)) {
            last = about.st_mtim;
            memcpy(path, here, (size_t)size + 1);
        }
    }
    if (entries != NULL)
        closedir(entries);
    if (path[0] == '\0')
        return error_set(error, STATUS_NOT_FOUND,
                         "there is no saved game in '%s'", folder);
    return STATUS_OK;
}

bool play_save_is_taken(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
           about.st_size > 0;
}

/* Writes one file. What is sealed comes before the record that needs it, and
 * goes after the one that does not. */
static enum status write_file(const struct play_save *save,
                              struct play_save_file *file,
                              const struct game *game, struct error *error)
{
    enum status status = STATUS_OK;
    bool is_over = game_over_reason(game) != NULL;
    bool is_sealed = game_is_sealed(game);
    bool is_closed = is_sealed && !game_sealing(game)->seats[0].revealed;
    if (is_closed && !file->has_secret)
        status = secret_write(game_sealing(game), file->path, error);
    if (status != STATUS_OK)
        return status;
    status = record_save(game_record(game), file->path, error);
    if (status == STATUS_OK && !is_over && !file->has_lineup)
        status =
            lineup_write(save->players, save->player_count, file->path, error);
    if (status == STATUS_OK && is_sealed && !is_closed)
        secret_remove(file->path);
    if (status == STATUS_OK && is_over)
        lineup_remove(file->path);
    file->has_secret = is_closed;
    file->has_lineup = status == STATUS_OK && !is_over;
    return status;
}

enum status play_save_to(struct play_save *save, const char *path,
                         const struct game *game, struct error *error)
{
    struct play_save_file file = {.has_failed = false};
    if (strlen(path) >= sizeof file.path)
        return error_set(error, STATUS_BAD_INPUT, "the path is too long");
    memcpy(file.path, path, strlen(path) + 1);
    enum status status = write_file(save, &file, game, error);
    if (status != STATUS_OK)
        return status;
    int at = 0;
    while (at < save->count && strcmp(save->files[at].path, path) != 0)
        at++;
    if (at == PLAY_SAVE_FILES_MAX)
        at--;
    save->files[at] = file;
    if (at == save->count)
        save->count++;
    return STATUS_OK;
}

enum play_save_news play_save_write(struct play_save *save,
                                    const struct game *game,
                                    struct error *error)
{
    enum play_save_news news = PLAY_SAVE_NOTHING;
    for (int i = 0; i < save->count; i++) {
        struct play_save_file *file = &save->files[i];
        struct error reason;
        bool had_failed = file->has_failed;
        file->has_failed = write_file(save, file, game, &reason) != STATUS_OK;
        if (file->has_failed && !had_failed) {
            news = PLAY_SAVE_FAILS;
            *error = reason;
        } else if (!file->has_failed && had_failed &&
                   news == PLAY_SAVE_NOTHING) {
            news = PLAY_SAVE_WORKS;
            error_set(error, STATUS_OK, "%s", file->path);
        }
    }
    return news;
}

bool play_save_end(struct play_save *save, const struct game *game,
                   struct error *error)
{
    bool is_well = true;
    for (int i = 0; i < save->count; i++) {
        struct play_save_file *file = &save->files[i];
        if (!file->has_failed)
            continue;
        file->has_failed = write_file(save, file, game, error) != STATUS_OK;
        is_well = is_well && !file->has_failed;
    }
    return is_well;
}

const char *play_save_best(const struct play_save *save)
{
    for (int i = 0; i < save->count; i++)
        if (!save->files[i].has_failed)
            return save->files[i].path;
    return NULL;
}

/* Plays the record of `path` again by its own rules. */
static enum status replay(struct play_save_resumed *resumed, const char *path,
                          bool trusted, struct game_start *start,
                          struct error *error)
{
    const struct record *record = resumed->record;
    struct sealing sealing = {0};
    struct text others = {0};
    enum status status = sources_ruleset(&resumed->ruleset, record, error);
    if (status == STATUS_OK && !trusted &&
        sources_list_others(&others, resumed->ruleset, command_root()) > 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "it was played by other scripts than those that are "
                           "here: %s; --saved-rules runs those in the record",
                           text_string(&others));
    text_free(&others);
    if (status == STATUS_OK)
        status = game_read_start(start, record, &sealing, resumed->seed, error);
    if (status == STATUS_OK && start->sealing != NULL &&
        !sealing.seats[0].revealed)
        status = secret_read(&sealing, path, error);
    if (status == STATUS_OK) {
        start->ruleset = resumed->ruleset;
        status = game_replay(&resumed->game, record, start, error);
    }
    sealing_clear(&sealing);
    start->sealing = NULL;
    start->seed = NULL;
    return status;
}

enum status play_save_resume(struct play_save_resumed *resumed,
                             const char *path, bool trusted,
                             struct game_start *start, struct error *error)
{
    *resumed = (struct play_save_resumed){0};
    enum status status = record_load(&resumed->record, path, error);
    if (status != STATUS_OK)
        return status;
    status = replay(resumed, path, trusted, start, error);
    if (status != STATUS_OK) {
        ruleset_free(resumed->ruleset);
        record_free(resumed->record);
        *resumed = (struct play_save_resumed){0};
        error_prefix(error, "record '%s'", path);
    }
    return status;
}
