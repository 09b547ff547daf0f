#include "hall/shelf.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDERS_MAX = 4 /* within each other */ };

/* Mixes bytes into a stamp. */
static void mix(uint64_t *stamp, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        *stamp = (*stamp ^ at[i]) * UINT64_C(1099511628211);
}

/* Mixes names, sizes and times of all files of a folder, in whatever order the
 * system has them: it stays the same while nothing changes. */
static void mix_folder(uint64_t *stamp, const char *path, int depth)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    struct stat about;
    char name[1024];
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        int size = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (size < 0 || (size_t)size >= sizeof name || stat(name, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode) && depth < FOLDERS_MAX)
            mix_folder(stamp, name, depth + 1);
        mix(stamp, name, (size_t)size);
        mix(stamp, &about.st_mtim.tv_sec, sizeof about.st_mtim.tv_sec);
        mix(stamp, &about.st_mtim.tv_nsec, sizeof about.st_mtim.tv_nsec);
        mix(stamp, &about.st_size, sizeof about.st_size);
        mix(stamp, &about.st_ino, sizeof about.st_ino);
    }
    if (folder != NULL)
        closedir(folder);
}

void shelf_check(struct shelf *shelf, const char *root)
{
    static const char *const folders[] = {"scripts", "variants"};
    uint64_t stamp = UINT64_C(14695981039346656037);
    char path[1024];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        mix_folder(&stamp, path, 0);
    }
    if (stamp != shelf->stamp)
        shelf_clear(shelf);
    shelf->stamp = stamp;
}

bool shelf_find(struct shelf *shelf, const struct text *question,
                struct text *out)
{
    for (int i = 0; i < shelf->count; i++) {
        struct shelf_answer *kept = &shelf->answers[i];
        if (kept->question.size != question->size ||
            memcmp(kept->question.bytes, question->bytes, question->size) != 0)
            continue;
        kept->used = ++shelf->clock;
        text_add_bytes(out, kept->answer.bytes, kept->answer.size);
        return true;
    }
    return false;
}

/* The place for one more: a free one, or that of the one not used longest. */
static struct shelf_answer *make_room(struct shelf *shelf)
{
    if (shelf->count < SHELF_MAX)
        return &shelf->answers[shelf->count++];
    struct shelf_answer *oldest = &shelf->answers[0];
    for (int i = 1; i < SHELF_MAX; i++)
        if (shelf->answers[i].used < oldest->used)
            oldest = &shelf->answers[i];
    return oldest;
}

void shelf_keep(struct shelf *shelf, const struct text *question,
                const char *answer, size_t size)
{
    if (size > SHELF_ANSWER_MAX || question->failed)
        return;
    struct shelf_answer *kept = make_room(shelf);
    text_free(&kept->question);
    text_free(&kept->answer);
    text_add_bytes(&kept->question, question->bytes, question->size);
    text_add_bytes(&kept->answer, answer, size);
    kept->used = ++shelf->clock;
    if (kept->question.failed || kept->answer.failed) {
        text_free(&kept->question);
        text_free(&kept->answer);
        *kept = shelf->answers[--shelf->count];
        shelf->answers[shelf->count] = (struct shelf_answer){.used = 0};
    } else {
        text_fit(&kept->answer);
    }
}

void shelf_clear(struct shelf *shelf)
{
    for (int i = 0; i < shelf->count; i++) {
        text_free(&shelf->answers[i].question);
        text_free(&shelf->answers[i].answer);
    }
    *shelf = (struct shelf){.clock = shelf->clock};
}
