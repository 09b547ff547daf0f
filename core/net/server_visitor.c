#include "net/server_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_SIZE_MAX = 100 /* of a header in the log */ };

/* Is not counted any more. */
static void leave(struct server *server, struct server_visitor *visitor)
{
    if (visitor->is_counted)
        limits_addresses_leave(server->addresses, visitor->address);
    visitor->is_counted = false;
}

/* Counts by its address from now on; false when that is one too many. */
static bool enter(struct server *server, struct server_visitor *visitor)
{
    visitor->is_counted =
        limits_addresses_enter(server->addresses, visitor->address,
                               server->settings.limits.connections_per_address);
    return visitor->is_counted;
}

struct server_visitor *server_visitor_new(struct server *server,
                                          const struct sockaddr_storage *from)
{
    struct server_visitor *visitor = calloc(1, sizeof *visitor);
    if (visitor == NULL)
        return NULL;
    limits_address_of(from, visitor->address);
    if (proxies_has(&server->settings.proxies, from)) {
        memcpy(visitor->proxy, visitor->address, sizeof visitor->proxy);
    } else if (!enter(server, visitor)) {
        free(visitor);
        return NULL;
    }
    server->visitor_count++;
    return visitor;
}

/* Logs that there are too many. */
static void refuse(struct server *server, const struct server_visitor *visitor)
{
    metrics_count(&server->metrics, METRICS_REFUSED_CONNECTIONS);
    struct log_line line =
        log_begin_limited(LOG_WARN, "refused_connection", &server->log_refused);
    log_add_text(&line, "address", visitor->address);
    log_add_text(&line, "proxy", visitor->proxy);
    log_add_text(&line, "reason", "too many connections from this address");
    log_end(&line);
}

/* Logs what a proxy writes that is no address, from its end. */
static void note_rubbish(struct server *server, const char *proxy,
                         const char *header)
{
    size_t size = strlen(header);
    size_t from = size > TOLD_SIZE_MAX ? size - TOLD_SIZE_MAX : 0;
    struct log_line line =
        log_begin_limited(LOG_WARN, "unread_proxy", &server->log_rubbish);
    log_add_text(&line, "proxy", proxy);
    log_add_text(&line, "x_forwarded_for", header + from);
    log_add_text(&line, "reason",
                 "there is no address in it: who comes counts as the proxy");
    log_end(&line);
}

bool server_visitor_ask(struct server *server, struct server_visitor *visitor,
                        const char *header)
{
    struct sockaddr_storage told;
    char address[LIMITS_ADDRESS_SIZE];
    if (visitor->proxy[0] == '\0')
        return true;
    memcpy(address, visitor->proxy, sizeof address);
    switch (proxies_read(&server->settings.proxies, header, &told)) {
    case PROXIES_NOBODY:
        break;
    case PROXIES_SOMEBODY:
        limits_address_of(&told, address);
        break;
    case PROXIES_RUBBISH:
        note_rubbish(server, visitor->proxy, header);
        break;
    }
    if (visitor->is_counted && strcmp(visitor->address, address) == 0)
        return true;
    leave(server, visitor);
    memcpy(visitor->address, address, sizeof visitor->address);
    /* As with a new connection: others who come through the proxy are not to
     * suffer from this one. What one address may cost in all is counted there:
     * limits_addresses_charge. */
    visitor->bucket = (struct limits_bucket){0};
    if (enter(server, visitor))
        return true;
    refuse(server, visitor);
    return false;
}

void server_visitor_free(struct server *server, struct server_visitor *visitor)
{
    if (visitor == NULL)
        return;
    leave(server, visitor);
    server->visitor_count--;
    free(visitor);
}
