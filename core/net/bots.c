#include "net/bots.h"

#include "net/server_inside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096,
    NICENESS = 5, /* thinking waits for those who wait for answers */
};

static bool is_name(const char *name)
{
    size_t size = strlen(name);
    return size > 0 && size < PROCESSES_NAME_SIZE &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == size &&
           strcmp(name, "main") != 0;
}

enum status bots_check(const char *root, const char *kind, struct error *error)
{
    char path[PATH_SIZE];
    if (!is_name(kind) ||
        snprintf(path, sizeof path, "%s/lua/bots/%s.lua", root, kind) >=
            (int)sizeof path ||
        access(path, R_OK) != 0)
        return error_set(error, STATUS_NOT_FOUND,
                         "there is no bot '%s' in %s/lua/bots", kind, root);
    return STATUS_OK;
}

enum status bots_add(struct processes *processes, const char *root,
                     const char *kind, const char *key, struct error *error)
{
    if (bots_check(root, kind, error) != STATUS_OK)
        return error->status;
    if (processes_has(processes, kind))
        return STATUS_OK;
    struct process_plan plan = {
        .name = kind,
        .script = "lua/bots/main.lua",
        .argument = kind,
        .key_name = "CASTLED_BOT_KEY",
        .key = key,
        .niceness = NICENESS,
    };
    return processes_add(processes, &plan, error);
}

bool bots_has(const struct server *server, const char *kind)
{
    const struct connection *connection;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all))
        if (!connection->is_doomed && strcmp(connection->peer.bot, kind) == 0)
            return true;
    return false;
}

void bots_sweep(struct server *server)
{
    struct connection *connection;
    for (connection = TAILQ_FIRST(&server->connections); connection != NULL;
         connection = TAILQ_NEXT(connection, all)) {
        const char *kind = connection->peer.bot;
        if (kind[0] == '\0' || connection->is_doomed ||
            connection_silence(connection) <= BOTS_SILENT_SECONDS)
            continue;
        connection_doom(connection, "ended_silent",
                        "does not say that it is alive");
        if (server->settings.processes != NULL)
            processes_restart(server->settings.processes, kind);
    }
}
