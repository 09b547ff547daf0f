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

enum status places_make_folder(const char *path, struct error *error)
{
    char part[PLACES_PATH_SIZE];
    struct stat about;
    int size = snprintf(part, sizeof part, "%s", path);
    if (size >= (int)sizeof part)
        return error_set(error, STATUS_BAD_INPUT, "the path is too long: %s",
                         path);
    for (char *at = part + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(part, 0755); /* what is wrong, the last one tells */
        *at = '/';
    }
    if (mkdir(part, 0700) == 0)
        return STATUS_OK;
    int problem = errno;
    if (problem == EEXIST && stat(part, &about) == 0 && S_ISDIR(about.st_mode))
        return STATUS_OK;
    return error_set(error, STATUS_IO, "cannot make the folder %s: %s", path,
                     problem == EEXIST ? "a file is there" : strerror(problem));
}
