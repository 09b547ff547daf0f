#include "net/files.h"

#include "fair/hash.h"
#include "net/gzip.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/stat.h>

enum {
    NAME_SIZE_MAX = 64,
    PATH_SIZE = 4096,
    TAG_LETTERS = 32, /* of a hash's */
};

static const struct {
    const char *ending;
    const char *type;
} TYPES[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".wasm", "application/wasm"},
};

struct kept_file {
    SLIST_ENTRY(kept_file) next;
    char name[NAME_SIZE_MAX + 1];
    struct file file;
    struct timespec changed; /* as it was when it was read */
    off_t size;
    ino_t number;
};

struct files {
    SLIST_HEAD(kept_files, kept_file) list; /* owned */
    int folder_count;
    char *folders[FILES_FOLDERS_MAX]; /* owned */
};

/* The type of a file with that name, NULL when there are none such. */
static const char *type_of(const char *name)
{
    static const char FIT[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    const char *ending = strrchr(name, '.');
    size_t size = strlen(name);
    if (ending == NULL || name[0] == '.' || size > NAME_SIZE_MAX ||
        strspn(name, FIT) != size)
        return NULL;
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        if (strcmp(TYPES[i].ending, ending) == 0)
            return TYPES[i].type;
    return NULL;
}

void files_tag(char tag[FILES_TAG_SIZE], const struct text *bytes)
{
    char letters[HASH_HEX_SIZE];
    struct hash_job job;
    hash_begin(&job, "castled/http/v1/tag");
    hash_add(&job, text_string(bytes), bytes->size);
    struct hash hash = hash_end(&job);
    hash_to_hex(letters, &hash);
    snprintf(tag, FILES_TAG_SIZE, "\"%.*s\"", TAG_LETTERS, letters);
}

static void drop(struct files *files, struct kept_file *kept)
{
    SLIST_REMOVE(&files->list, kept, kept_file, next);
    text_free(&kept->file.bytes);
    text_free(&kept->file.gzip);
    free(kept);
}

static struct kept_file *find_kept(const struct files *files, const char *name)
{
    struct kept_file *kept = SLIST_FIRST(&files->list);
    while (kept != NULL && strcmp(kept->name, name) != 0)
        kept = SLIST_NEXT(kept, next);
    return kept;
}

/* Whether it is still what was read. */
static bool is_fresh(const struct kept_file *kept, const struct stat *about)
{
    return kept->changed.tv_sec == about->st_mtim.tv_sec &&
           kept->changed.tv_nsec == about->st_mtim.tv_nsec &&
           kept->size == about->st_size && kept->number == about->st_ino;
}

static void compress(struct file *file)
{
    gzip_add(&file->gzip, text_string(&file->bytes), file->bytes.size,
             GZIP_WELL);
    if (file->gzip.failed || file->gzip.size >= file->bytes.size)
        text_free(&file->gzip);
}

/* Reads a file and keeps it; NULL when that is not possible. */
static struct kept_file *take(struct files *files, const char *name,
                              const char *path, const struct stat *about)
{
    struct error error;
    struct kept_file *kept = calloc(1, sizeof *kept);
    if (kept == NULL)
        return NULL;
    SLIST_INSERT_HEAD(&files->list, kept, next);
    snprintf(kept->name, sizeof kept->name, "%s", name);
    kept->changed = about->st_mtim;
    kept->size = about->st_size;
    kept->number = about->st_ino;
    kept->file.type = type_of(name);
    if (text_read_file(&kept->file.bytes, path, FILES_SIZE_MAX, &error) !=
        STATUS_OK) {
        drop(files, kept);
        return NULL;
    }
    files_tag(kept->file.tag, &kept->file.bytes);
    compress(&kept->file);
    return kept;
}

/* The path of the first file of that name; false when there is none. */
static bool find_path(const struct files *files, const char *name,
                      char path[PATH_SIZE], struct stat *about)
{
    for (int i = 0; i < files->folder_count; i++)
        if (snprintf(path, PATH_SIZE, "%s/%s", files->folders[i], name) <
                PATH_SIZE &&
            stat(path, about) == 0 && S_ISREG(about->st_mode))
            return true;
    return false;
}

const struct file *files_find(struct files *files, const char *name)
{
    char path[PATH_SIZE];
    struct stat about;
    if (type_of(name) == NULL)
        return NULL;
    struct kept_file *kept = find_kept(files, name);
    bool is_there = find_path(files, name, path, &about);
    if (kept != NULL && (!is_there || !is_fresh(kept, &about))) {
        drop(files, kept);
        kept = NULL;
    }
    if (kept == NULL && is_there)
        kept = take(files, name, path, &about);
    return kept == NULL ? NULL : &kept->file;
}

/* Reads all that is in the folder, so that nobody waits for it later. */
static void read_all(struct files *files, const char *folder)
{
    DIR *listing = opendir(folder);
    if (listing == NULL)
        return;
    const struct dirent *entry;
    while ((entry = readdir(listing)) != NULL)
        (void)files_find(files, entry->d_name);
    closedir(listing);
}

enum status files_new(struct files **out, const char *const *folders, int count,
                      struct error *error)
{
    REQUIRE(count <= FILES_FOLDERS_MAX);
    struct files *files = calloc(1, sizeof *files);
    bool is_made = files != NULL;
    for (int i = 0; is_made && i < count; i++) {
        files->folders[i] = strdup(folders[i]);
        is_made = files->folders[i] != NULL;
        files->folder_count += is_made;
    }
    if (!is_made) {
        files_free(files);
        return error_set(error, STATUS_NO_MEMORY, "no memory for files");
    }
    for (int i = 0; i < count; i++)
        read_all(files, folders[i]);
    *out = files;
    return STATUS_OK;
}

void files_free(struct files *files)
{
    if (files == NULL)
        return;
    while (!SLIST_EMPTY(&files->list))
        drop(files, SLIST_FIRST(&files->list));
    for (int i = 0; i < files->folder_count; i++)
        free(files->folders[i]);
    free(files);
}
