#include "command/places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char SYSTEM_SOCKET[] = "/run/castled/castled.sock";

/* The variable's value; NULL when it is not set, or empty. */
static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value == NULL || value[0] == '\0' ? NULL : value;
}

/* Puts both together; "" when that is too long, which no file is called. */
static void join(char out[PLACES_PATH_SIZE], const char *folder,
                 const char *name)
{
    if (snprintf(out, PLACES_PATH_SIZE, "%s%s", folder, name) >=
        PLACES_PATH_SIZE)
        out[0] = '\0';
}

void places_data(char out[PLACES_PATH_SIZE])
{
    const char *state = setting("XDG_STATE_HOME");
    const char *home = setting("HOME");
    if (geteuid() == 0 || (state == NULL && home == NULL))
        join(out, "/var/lib/castled", "");
    else if (state != NULL)
        join(out, state, "/castled");
    else
        join(out, home, "/.local/state/castled");
}

/* The same where there must be a path. */
static enum status join_all(char out[PLACES_PATH_SIZE], const char *folder,
                            const char *name, struct error *error)
{
    join(out, folder, name);
    if (out[0] == '\0')
        return error_set(error, STATUS_BAD_INPUT, "the path is too long: %s",
                         folder);
    return STATUS_OK;
}

enum status places_store(const char *data, char out[PLACES_PATH_SIZE],
                         struct error *error)
{
    return join_all(out, data, "/castled.db", error);
}

enum status places_rules(const char *data, char out[PLACES_PATH_SIZE],
                         struct error *error)
{
    return join_all(out, data, "/castled.rules", error);
}

void places_socket(const char *data, char out[PLACES_PATH_SIZE])
{
    const char *runtime = setting("XDG_RUNTIME_DIR");
    join(out, runtime == NULL ? data : runtime, "/castled.sock");
}

void places_find_socket(char out[PLACES_PATH_SIZE])
{
    char data[PLACES_PATH_SIZE];
    places_data(data);
    places_socket(data, out);
    if (access(out, F_OK) == 0)
        return;
    char beside[PLACES_PATH_SIZE];
    join(beside, data, "/castled.sock");
    if (access(beside, F_OK) == 0)
        memcpy(out, beside, sizeof beside);
    else if (access(SYSTEM_SOCKET, F_OK) == 0)
        memcpy(out, SYSTEM_SOCKET, sizeof SYSTEM_SOCKET);
}

/* Makes the folders above it; what is wrong, the last one tells. */
static void make_above(const char *path)
{
    char part[PLACES_PATH_SIZE];
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1; part[0] != '\0' && *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(part, 0755);
        *at = '/';
    }
}

enum status places_make_data(const char *path, struct error *error)
{
    char usual[PLACES_PATH_SIZE];
    struct stat about;
    if (strlen(path) >= PLACES_PATH_SIZE)
        return error_set(error, STATUS_BAD_INPUT, "the path is too long: %s",
                         path);
    places_data(usual);
    if (strcmp(path, usual) == 0)
        make_above(path);
    if (mkdir(path, 0700) == 0)
        return STATUS_OK;
    const char *reason = strerror(errno);
    if (errno == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return STATUS_OK;
    if (errno == EEXIST)
        reason = "a file is there";
    else if (errno == ENOENT)
        reason = "there is no folder that it could be in; is a disk missing?";
    return error_set(error, STATUS_IO, "cannot make the folder %s: %s", path,
                     reason);
}
