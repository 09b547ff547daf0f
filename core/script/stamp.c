#include "script/stamp.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
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

uint64_t stamp_take(const char *root)
{
    static const char *const folders[] = {"scripts", "variants"};
    uint64_t stamp = UINT64_C(14695981039346656037);
    char path[1024];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        mix_folder(&stamp, path, 0);
    }
    return stamp;
}
