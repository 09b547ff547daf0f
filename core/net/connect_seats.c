#include "net/connect_seats.h"

#include "base/clock.h"
#include "base/file.h"
#include "fair/hex.h"
#include "net/connect_seats_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILE_MODE = 0600,
    FOLDER_MODE = 0700,
    FILE_SIZE_MAX = 8 << 10,
    GONE_SIZE_MAX = 256 << 10, /* of what is gone: enough to show it */
    KEY_DIGITS = 16,           /* of a key, in a file's name */
    DAY_MS = 24 * 60 * 60 * 1000,
};

static const char ENDING[] = ".seat";
static const char HEAD_ENDING[] = ".head";
static const char GONE_ENDING[] = ".gone";
static const char NEW_ENDING[] = ".new";
static const char LOCK[] = ".lock"; /* a file's name */

static enum status name_folder(struct text *out, const char *folder,
                               struct error *error)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (folder != NULL)
        text_add(out, folder);
    else if (state != NULL && state[0] == '/')
        text_addf(out, "%s/castled/seats", state);
    else if (home != NULL && home[0] == '/')
        text_addf(out, "%s/.local/state/castled/seats", home);
    else
        return error_set(error, STATUS_NOT_FOUND,
                         "there is no folder to keep seats in: $HOME is not "
                         "set, so name one with --seats");
    return text_status(out, "a folder's name", error);
}

/* Makes the folder and those that it is in. */
static enum status make_folders(char *path, struct error *error)
{
    REQUIRE(path != NULL);
    for (char *stroke = strchr(path + 1, '/');; stroke = strchr(stroke, '/')) {
        if (stroke != NULL)
            *stroke = '\0';
        bool is_made = mkdir(path, (mode_t)FOLDER_MODE) == 0 || errno == EEXIST;
        if (!is_made)
            return error_set(error, STATUS_IO,
                             "cannot make the folder '%s' for seats: %s", path,
                             strerror(errno));
        if (stroke == NULL)
            return STATUS_OK;
        *stroke++ = '/';
    }
}

enum status connect_seats_open(struct connect_seats *seats, const char *folder,
                               struct error *error)
{
    struct text path = {0};
    *seats = (struct connect_seats){.folder = NULL};
    enum status status = name_folder(&path, folder, error);
    if (status == STATUS_OK && path.size == 0)
        status =
            error_set(error, STATUS_BAD_INPUT, "a folder for seats has a name");
    if (status == STATUS_OK)
        status = make_folders(path.bytes, error);
    if (status == STATUS_OK && access(path.bytes, R_OK | W_OK | X_OK) != 0)
        status = error_set(error, STATUS_IO, "cannot keep seats in '%s': %s",
                           path.bytes, strerror(errno));
    if (status == STATUS_OK)
        seats->folder = path.bytes;
    else
        text_free(&path);
    return status;
}

void connect_seats_close(struct connect_seats *seats)
{
    free(seats->folder);
    seats->folder = NULL;
}

static enum status io_error(const char *path, struct error *error)
{
    return error_set(error, STATUS_IO, "cannot keep the seat in '%s': %s", path,
                     strerror(errno));
}

/* The path of a file of the folder. */
static enum status name_file(const struct connect_seats *seats,
                             const char *file, const char *ending,
                             char path[PATH_MAX], struct error *error)
{
    int size = snprintf(path, PATH_MAX, "%s/%s%s", seats->folder, file, ending);
    if (size >= 0 && size < PATH_MAX)
        return STATUS_OK;
    return error_set(error, STATUS_IO, "the folder '%s' has too long a name",
                     seats->folder);
}

/* Writes `text` as the seat's file with that ending, whole or not at all. */
static enum status replace(const struct connect_seats *seats, const char *file,
                           const char *ending, const struct text *text,
                           bool is_synced, struct error *error)
{
    char path[PATH_MAX] = "";
    char new_path[PATH_MAX] = "";
    char new_ending[32];
    snprintf(new_ending, sizeof new_ending, "%s%s", ending, NEW_ENDING);
    enum status status = text_status(text, "a seat", error);
    if (status == STATUS_OK)
        status = name_file(seats, file, ending, path, error);
    if (status == STATUS_OK)
        status = name_file(seats, file, new_ending, new_path, error);
    const struct file_write write = {
        .path = path,
        .new_path = new_path,
        .bytes = text->bytes,
        .size = text->size,
        .mode = FILE_MODE,
        .is_synced = is_synced,
    };
    if (status == STATUS_OK && !file_replace(&write))
        status = io_error(path, error);
    return status;
}

/* Waits until no other process changes what is in the folder; the lock is the
 * caller's, to be closed. A file that can be written to, since some network
 * disks lock nothing else. */
static enum status lock_folder(const struct connect_seats *seats, int *lock,
                               struct error *error)
{
    char path[PATH_MAX];
    enum status status = name_file(seats, LOCK, "", path, error);
    if (status != STATUS_OK)
        return status;
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, (mode_t)FILE_MODE);
    if (*lock < 0)
        return io_error(path, error);
    int result;
    do
        result = flock(*lock, LOCK_EX);
    while (result != 0 && errno == EINTR);
    if (result == 0)
        return STATUS_OK;
    status = io_error(path, error);
    close(*lock);
    return status;
}

enum status connect_seats_add(const struct connect_seats *seats,
                              struct connect_seat *seat, struct error *error)
{
    char key[2 * DRAW_KEY_SIZE + 1];
    hex_write(key, seat->contribution.keys.public_key, DRAW_KEY_SIZE);
    snprintf(seat->file, sizeof seat->file, "%s-%.*s", seat->game, KEY_DIGITS,
             key);
    struct text text = {0};
    int lock;
    connect_seat_add(&text, seat);
    enum status status = lock_folder(seats, &lock, error);
    if (status == STATUS_OK) {
        status = replace(seats, seat->file, ENDING, &text, true, error);
        close(lock);
    }
    text_wipe(&text);
    return status;
}

void connect_seats_write_head(const struct connect_seats *seats,
                              const struct connect_seat *seat)
{
    struct text text = {0};
    struct error error;
    const struct connect_head *head = connect_heads_newest(&seat->heads);
    if (head == NULL)
        return;
    text_add_char(&text, '{');
    connect_head_add(head, &text);
    text_add(&text, "}\n");
    int lock;
    enum status status = lock_folder(seats, &lock, &error);
    if (status == STATUS_OK) {
        /* That this fails is not told: it is worth less than the game. */
        status = replace(seats, seat->file, HEAD_ENDING, &text, false, &error);
        close(lock);
    }
    text_free(&text);
}

static void add_head_line(struct text *out, const struct connect_head *head)
{
    text_add_char(out, '{');
    connect_head_add(head, out);
    text_add(out, "}\n");
}

/* Adds to the file of what is gone: whose heads these are, those that are
 * remembered, the newest last, and the one that came in their place. */
static enum status keep_gone(const struct connect_seats *seats,
                             const struct connect_seat *seat,
                             const struct connect_head *head, const char *path,
                             struct error *error)
{
    const struct connect_heads *heads = &seat->heads;
    struct text text = {0};
    enum status status = STATUS_OK;
    if (access(path, F_OK) == 0)
        status = text_read_file(&text, path, GONE_SIZE_MAX, error);
    text_add_char(&text, '{');
    json_add_member_string(&text, "server", seat->server);
    json_add_member_string(&text, "game", seat->game);
    json_add_member_integer(&text, "went_back_ms", clock_calendar_ms());
    hex_add_member(&text, "game_id", heads->game_id, DRAW_GAME_ID_SIZE);
    hex_add_member(&text, "referee", heads->key, DRAW_KEY_SIZE);
    text_add(&text, "}\n");
    for (int i = 1; i <= heads->count; i++)
        add_head_line(&text, &heads->heads[(heads->newest + i) % heads->count]);
    add_head_line(&text, head);
    /* More than can be read again proves no more. */
    if (status == STATUS_OK && text.size <= GONE_SIZE_MAX)
        status = replace(seats, seat->file, GONE_ENDING, &text, true, error);
    text_free(&text);
    return status;
}

static enum status set_back(struct connect_seat *seat, void *context,
                            struct error *error)
{
    (void)error;
    connect_heads_go_back(&seat->heads, context);
    seat->over_ms = 0;
    seat->verified_ms = 0;
    return STATUS_OK;
}

enum status connect_seats_go_back(const struct connect_seats *seats,
                                  struct connect_seat *seat,
                                  const struct connect_head *head,
                                  char path[PATH_MAX], struct error *error)
{
    struct connect_head now = *head;
    struct error second;
    enum status status = name_file(seats, seat->file, GONE_ENDING, path, error);
    if (status == STATUS_OK)
        status = keep_gone(seats, seat, head, path, error);
    if (connect_seats_change(seats, seat, set_back, &now, &second) != STATUS_OK)
        set_back(seat, &now, &second);
    connect_seats_write_head(seats, seat);
    return status;
}

/* Takes the head in a line, if it is one, newer, and not in the record. */
static bool take_gone(struct connect_head *gone, bool has_one,
                      const struct record *record, const char *line,
                      size_t size)
{
    struct connect_head head;
    struct json *json = NULL;
    struct error error;
    bool is_newer = json_parse(&json, line, size, &error) == STATUS_OK &&
                    connect_head_read(&head, json) &&
                    (!has_one || head.entry > gone->entry) &&
                    (record == NULL || !connect_head_is_in(&head, record));
    json_free(json);
    if (is_newer)
        *gone = head;
    return has_one || is_newer;
}

bool connect_seats_read_gone(const struct connect_seats *seats,
                             const struct connect_seat *seat,
                             const struct record *record,
                             struct connect_head *gone)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct error error;
    bool has_one = false;
    if (name_file(seats, seat->file, GONE_ENDING, path, &error) == STATUS_OK &&
        text_read_file(&text, path, GONE_SIZE_MAX, &error) == STATUS_OK) {
        const char *line = text_string(&text);
        const char *end;
        for (; (end = strchr(line, '\n')) != NULL; line = end + 1)
            has_one =
                take_gone(gone, has_one, record, line, (size_t)(end - line));
    }
    text_free(&text);
    return has_one;
}

void connect_seats_remove(const struct connect_seats *seats,
                          const struct connect_seat *seat)
{
    char path[PATH_MAX];
    struct error error;
    int lock;
    if (lock_folder(seats, &lock, &error) != STATUS_OK)
        return;
    if (name_file(seats, seat->file, ENDING, path, &error) == STATUS_OK)
        unlink(path);
    if (name_file(seats, seat->file, HEAD_ENDING, path, &error) == STATUS_OK)
        unlink(path);
    close(lock);
}

/* Reads a file of the folder as JSON; NULL when it is none. */
static struct json *read_file(const struct connect_seats *seats,
                              const char *file, const char *ending)
{
    char path[PATH_MAX];
    struct text text = {0};
    struct json *json = NULL;
    struct error error;
    enum status status = name_file(seats, file, ending, path, &error);
    if (status == STATUS_OK)
        status = text_read_file(&text, path, FILE_SIZE_MAX, &error);
    if (status == STATUS_OK)
        status = json_parse(&json, text_string(&text), text.size, &error);
    text_wipe(&text);
    return status == STATUS_OK ? json : NULL;
}

static void read_head(const struct connect_seats *seats,
                      struct connect_seat *seat)
{
    struct connect_head head;
    struct json *json = read_file(seats, seat->file, HEAD_ENDING);
    if (connect_head_read(&head, json))
        connect_heads_take(&seat->heads, &head);
    json_free(json);
}

/* Reads the seat in `file`, which has an ending; false when there is none. */
static bool read_one(const struct connect_seats *seats,
                     struct connect_seat *seat, const char *file)
{
    size_t size = strlen(file);
    size_t ending_size = sizeof ENDING - 1;
    *seat = (struct connect_seat){.seat = 0};
    if (size <= ending_size || size - ending_size >= sizeof seat->file ||
        strcmp(file + size - ending_size, ENDING) != 0)
        return false;
    memcpy(seat->file, file, size - ending_size);
    seat->file[size - ending_size] = '\0';
    struct json *json = read_file(seats, seat->file, ENDING);
    bool is_read = json != NULL && connect_seat_read(seat, json);
    json_free(json);
    if (is_read)
        read_head(seats, seat);
    else
        connect_seat_wipe(seat);
    return is_read;
}

/* Reads the seat as it is on the disk: another process may have changed it. */
static enum status read_again(const struct connect_seats *seats,
                              struct connect_seat *fresh, const char *file,
                              struct error *error)
{
    char name[CONNECT_FILE_SIZE + sizeof ENDING];
    snprintf(name, sizeof name, "%s%s", file, ENDING);
    if (!read_one(seats, fresh, name))
        return error_set(error, STATUS_NOT_FOUND,
                         "the seat is not kept in '%s' any more",
                         seats->folder);
    return STATUS_OK;
}

/* Takes over what may be known here only, since it could not be written: which
 * seat it is, and its level, the heads that were seen, unless they are of
 * another game, and what the daemon took. */
static void take_over(struct connect_seat *fresh,
                      const struct connect_seat *seat)
{
    const struct connect_heads *disk = &fresh->heads;
    const struct connect_heads *here = &seat->heads;
    bool is_same =
        disk->has_key == here->has_key &&
        memcmp(disk->game_id, here->game_id, sizeof disk->game_id) == 0 &&
        memcmp(disk->key, here->key, sizeof disk->key) == 0;
    if (is_same || !disk->has_key)
        fresh->heads = *here;
    if (fresh->seat == 0)
        fresh->seat = seat->seat;
    if (fresh->level < seat->level)
        fresh->level = seat->level;
    if (fresh->attempt == seat->attempt && fresh->taken < seat->taken)
        fresh->taken = seat->taken;
}

/* Writes the seat unless it is as it was, and so on the disk already. */
static enum status write_changed(const struct connect_seats *seats,
                                 const struct connect_seat *seat,
                                 const struct text *before, struct error *error)
{
    struct text text = {0};
    enum status status = STATUS_OK;
    connect_seat_add(&text, seat);
    bool is_same = !text.failed && !before->failed &&
                   strcmp(text_string(&text), text_string(before)) == 0;
    if (!is_same)
        status = replace(seats, seat->file, ENDING, &text, true, error);
    text_wipe(&text);
    return status;
}

enum status connect_seats_change(const struct connect_seats *seats,
                                 struct connect_seat *seat,
                                 connect_seats_change_fn *change, void *context,
                                 struct error *error)
{
    struct connect_seat *fresh = malloc(sizeof *fresh);
    struct text before = {0};
    int lock;
    if (fresh == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a seat");
    enum status status = lock_folder(seats, &lock, error);
    if (status != STATUS_OK) {
        free(fresh);
        return status;
    }
    status = read_again(seats, fresh, seat->file, error);
    if (status == STATUS_OK) {
        connect_seat_add(&before, fresh);
        take_over(fresh, seat);
        status = change(fresh, context, error);
        if (status == STATUS_OK)
            status = write_changed(seats, fresh, &before, error);
        if (status == STATUS_OK)
            *seat = *fresh;
        connect_seat_wipe(fresh);
    }
    close(lock);
    text_wipe(&before);
    free(fresh);
    return status;
}

static enum status set_mark(struct connect_seat *seat, void *context,
                            struct error *error)
{
    const enum connect_seats_mark *mark = context;
    (void)error;
    if (*mark == CONNECT_SEATS_OVER)
        seat->over_ms = clock_calendar_ms();
    else
        seat->verified_ms = clock_calendar_ms();
    return STATUS_OK;
}

enum status connect_seats_note(const struct connect_seats *seats,
                               struct connect_seat *seat,
                               enum connect_seats_mark mark,
                               struct error *error)
{
    return connect_seats_change(seats, seat, set_mark, &mark, error);
}

static bool is_past(int64_t since_ms, int days)
{
    return since_ms > 0 &&
           clock_calendar_ms() - since_ms > (int64_t)days * DAY_MS;
}

/* Whether nobody needs the seat any more. */
static bool is_old(const struct connect_seat *seat)
{
    return is_past(seat->over_ms, CONNECT_SEATS_DAYS) ||
           is_past(seat->verified_ms, CONNECT_SEATS_VERIFIED_DAYS);
}

static int compare_seats(const void *one, const void *other)
{
    int64_t first = ((const struct connect_seat *)one)->joined_ms;
    int64_t second = ((const struct connect_seat *)other)->joined_ms;
    return (first < second) - (first > second);
}

/* Makes room in the list for one more. */
static enum status grow(struct connect_seat **list, int count, int *capacity,
                        struct error *error)
{
    if (count < *capacity)
        return STATUS_OK;
    int more = *capacity == 0 ? 16 : 2 * *capacity;
    struct connect_seat *grown = calloc((size_t)more, sizeof *grown);
    if (grown == NULL)
        return error_set(error, STATUS_NO_MEMORY, "no memory for seats");
    if (count > 0)
        memcpy(grown, *list, (size_t)count * sizeof *grown);
    connect_seats_forget(*list, count);
    *list = grown;
    *capacity = more;
    return STATUS_OK;
}

enum status connect_seats_list(const struct connect_seats *seats,
                               struct connect_seat **out, int *count,
                               struct error *error)
{
    int capacity = 0;
    enum status status = STATUS_OK;
    *out = NULL;
    *count = 0;
    DIR *folder = opendir(seats->folder);
    if (folder == NULL)
        return error_set(error, STATUS_IO, "cannot read the seats in '%s': %s",
                         seats->folder, strerror(errno));
    struct dirent *entry;
    while (*count < CONNECT_SEATS_MAX && (entry = readdir(folder)) != NULL) {
        status = grow(out, *count, &capacity, error);
        if (status != STATUS_OK)
            break;
        REQUIRE(*out != NULL);
        struct connect_seat *seat = &(*out)[*count];
        if (!read_one(seats, seat, entry->d_name))
            continue;
        if (is_old(seat))
            connect_seats_remove(seats, seat);
        else
            ++*count;
    }
    closedir(folder);
    if (status != STATUS_OK) {
        connect_seats_forget(*out, *count);
        *out = NULL;
        *count = 0;
    } else if (*count > 0) {
        qsort(*out, (size_t)*count, sizeof **out, compare_seats);
    }
    return status;
}

void connect_seats_forget(struct connect_seat *list, int count)
{
    for (int i = 0; i < count; i++)
        connect_seat_wipe(&list[i]);
    free(list);
}
