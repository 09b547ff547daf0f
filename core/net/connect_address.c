#include "net/connect_address.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool is_tls;
    bool is_page; /* the address of the page: the WebSocket is below it */
} SCHEMES[] = {
    {"ws", false, false},
    {"wss", true, false},
    {"http", false, true},
    {"https", true, true},
};

enum {
    SCHEME_COUNT = sizeof SCHEMES / sizeof SCHEMES[0],
    PORT_MAX = 65535,
    SOCKET_PATH_MAX = sizeof((struct sockaddr_un *)NULL)->sun_path - 1,
};

static enum status take_socket(struct connect_address *address,
                               const char *path, struct error *error)
{
    char whole[PATH_MAX];
    char folder[PATH_MAX] = "";
    if (realpath(path, whole) == NULL) {
        if (path[0] != '/' && getcwd(folder, sizeof folder) == NULL)
            folder[0] = '\0';
        snprintf(whole, sizeof whole, "%s%s%s", folder,
                 folder[0] == '\0' ? "" : "/", path);
    }
    if (strlen(whole) > SOCKET_PATH_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the path of a socket has at most %d bytes: '%s'",
                         (int)SOCKET_PATH_MAX, whole);
    *address = (struct connect_address){.is_socket = true};
    memcpy(address->name, whole, strlen(whole) + 1);
    return STATUS_OK;
}

static bool is_socket_path(const char *text)
{
    static const char ending[] = ".sock";
    size_t size = strlen(text);
    return strchr(text, '/') != NULL ||
           (size >= sizeof ending - 1 &&
            strcmp(text + size - (sizeof ending - 1), ending) == 0);
}

/* A URL on its way: what has not been read yet. */
struct url {
    const char *whole;
    const char *rest;
    size_t rest_size; /* without the fragment */
    int scheme;
};

static enum status refuse(const struct url *url, struct error *error,
                          const char *why)
{
    return error_set(error, STATUS_BAD_INPUT, "'%.200s' is no address: %s",
                     url->whole, why);
}

static enum status read_scheme(struct url *url, struct error *error)
{
    size_t size = (size_t)(strstr(url->rest, "://") - url->rest);
    for (int i = 0; i < SCHEME_COUNT; i++) {
        if (strlen(SCHEMES[i].name) != size ||
            strncasecmp(SCHEMES[i].name, url->rest, size) != 0)
            continue;
        url->scheme = i;
        url->rest += size + 3;
        url->rest_size = strcspn(url->rest, "#");
        return STATUS_OK;
    }
    return refuse(url, error, "it begins with ws, wss, http or https");
}

static bool is_host_char(char character, bool is_bracketed)
{
    return isalnum((unsigned char)character) || character == '.' ||
           character == '-' || character == '_' ||
           (is_bracketed && character == ':');
}

static enum status read_host(struct url *url, struct connect_address *address,
                             struct error *error)
{
    bool is_bracketed = url->rest_size > 0 && url->rest[0] == '[';
    const char *from = url->rest + (is_bracketed ? 1 : 0);
    const char *end = url->rest + url->rest_size;
    size_t size = 0;
    while (from + size < end && is_host_char(from[size], is_bracketed))
        size++;
    if (size == 0 || size >= CONNECT_HOST_SIZE)
        return refuse(url, error, "there is no name of a host in it");
    for (size_t i = 0; i < size; i++)
        address->host[i] = (char)tolower((unsigned char)from[i]);
    address->host[size] = '\0';
    from += size;
    if (is_bracketed && (from == end || *from++ != ']'))
        return refuse(url, error, "a bracket is not closed");
    url->rest_size = (size_t)(end - from);
    url->rest = from;
    return STATUS_OK;
}

static enum status read_port(struct url *url, struct connect_address *address,
                             struct error *error)
{
    address->port = SCHEMES[url->scheme].is_tls ? 443 : 80;
    if (url->rest_size == 0 || url->rest[0] != ':')
        return STATUS_OK;
    size_t i = 1;
    int port = 0;
    while (i < url->rest_size && isdigit((unsigned char)url->rest[i]) &&
           port <= PORT_MAX)
        port = port * 10 + (url->rest[i++] - '0');
    if (i == 1 || port == 0 || port > PORT_MAX)
        return refuse(url, error, "its port is no number from 1 to 65535");
    address->port = port;
    url->rest += i;
    url->rest_size -= i;
    return STATUS_OK;
}

/* Whether a character can stand in a game's id. */
static bool is_id_char(char character)
{
    return isalnum((unsigned char)character) || character == '-' ||
           character == '_';
}

/* A game's page, "/games/ID" at the end of an address; strokes behind it are
 * left out, and a question that a messenger has put there ("?x=1"). */
struct page {
    size_t before; /* how much of the address stands before it */
    const char *game;
    size_t game_size;
};

/* Finds it; false, and `before` is the whole address without strokes at its
 * end, where there is none. */
static bool find_page(struct page *page, const char *address, size_t size)
{
    static const char folder[] = "/games/";
    const size_t folder_size = sizeof folder - 1;
    const char *question = memchr(address, '?', size);
    while (size > 0 && address[size - 1] == '/')
        size--;
    *page = (struct page){.before = size};
    if (question != NULL)
        size = (size_t)(question - address);
    while (size > 0 && address[size - 1] == '/')
        size--;
    size_t game = size;
    while (game > 0 && is_id_char(address[game - 1]))
        game--;
    if (game == size || game < folder_size ||
        memcmp(address + game - folder_size, folder, folder_size) != 0)
        return false;
    *page = (struct page){.before = game - folder_size,
                          .game = address + game,
                          .game_size = size - game};
    return true;
}

static enum status read_path(const struct url *url,
                             struct connect_address *address,
                             struct error *error)
{
    size_t size = url->rest_size;
    if (size > 0 && url->rest[0] != '/')
        return refuse(url, error, "what stands behind the host is no path");
    for (size_t i = 0; i < size; i++)
        if (!isgraph((unsigned char)url->rest[i]))
            return refuse(url, error, "there is a blank in it");
    struct page page;
    bool is_page = SCHEMES[url->scheme].is_page;
    while (size > 0 && url->rest[size - 1] == '/')
        size--;
    if (is_page && find_page(&page, url->rest, size))
        size = page.before;
    is_page = is_page || size == 0;
    int written = snprintf(address->path, sizeof address->path, "%.*s%s",
                           (int)size, url->rest, is_page ? "/ws" : "");
    if (written < 0 || (size_t)written >= sizeof address->path)
        return refuse(url, error, "it is too long");
    return STATUS_OK;
}

static enum status take_url(struct connect_address *address, const char *text,
                            struct error *error)
{
    struct url url = {.whole = text, .rest = text};
    *address = (struct connect_address){.is_socket = false};
    enum status status = read_scheme(&url, error);
    if (status == STATUS_OK)
        status = read_host(&url, address, error);
    if (status == STATUS_OK)
        status = read_port(&url, address, error);
    if (status == STATUS_OK)
        status = read_path(&url, address, error);
    if (status != STATUS_OK)
        return status;
    address->is_tls = SCHEMES[url.scheme].is_tls;
    bool is_ipv6 = strchr(address->host, ':') != NULL;
    int written = snprintf(address->name, sizeof address->name,
                           "%s://%s%s%s:%d%s", address->is_tls ? "wss" : "ws",
                           is_ipv6 ? "[" : "", address->host,
                           is_ipv6 ? "]" : "", address->port, address->path);
    if (written < 0 || (size_t)written >= sizeof address->name)
        return refuse(&url, error, "it is too long");
    return STATUS_OK;
}

enum status connect_address_read(struct connect_address *address,
                                 const char *text, struct error *error)
{
    if (strstr(text, "://") != NULL)
        return take_url(address, text, error);
    if (is_socket_path(text))
        return take_socket(address, text, error);
    return error_set(error, STATUS_BAD_INPUT,
                     "'%.200s' is neither a URL, as in ws://localhost:7070, "
                     "nor the path of a socket, as in ./castled.sock",
                     text);
}

/* Copies what a link has in one place; false when it is empty, too long, or
 * not made of letters, digits, - and _. */
static bool copy_part(char *out, size_t out_size, const char *from, size_t size)
{
    if (size == 0 || size >= out_size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!is_id_char(from[i]))
            return false;
    memcpy(out, from, size);
    out[size] = '\0';
    return true;
}

static bool copy_invitation(struct connect_link *link, const char *invitation)
{
    return copy_part(link->invitation, sizeof link->invitation, invitation,
                     strlen(invitation));
}

/* Reads game and invitation of a link; false when there are none in it. A link
 * to a page has the game in its path, and the invitation alone behind #. Sets
 * how much of it is an address. */
static bool read_parts(struct connect_link *link, const char *text,
                       size_t *address_size)
{
    struct page page;
    const char *hash = strchr(text, '#');
    size_t size = strcspn(text, "#");
    /* A socket may lie in a folder of that name. */
    if (find_page(&page, text, size) &&
        (page.before == 0 || strstr(text, "://") != NULL)) {
        *address_size = page.before;
        return copy_part(link->game, sizeof link->game, page.game,
                         page.game_size) &&
               (hash == NULL || hash[1] == '\0' ||
                copy_invitation(link, hash + 1));
    }
    const char *game = hash == NULL ? text : hash + 1;
    const char *dot = strchr(game, '.');
    *address_size = hash == NULL ? 0 : size;
    return copy_part(link->game, sizeof link->game, game, strcspn(game, ".")) &&
           (dot == NULL || copy_invitation(link, dot + 1));
}

enum status connect_link_read(struct connect_link *link, const char *text,
                              struct error *error)
{
    size_t size;
    *link = (struct connect_link){.has_address = false};
    if (!read_parts(link, text, &size))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.200s' is no link to a game, which is like "
                         "http://localhost:7070/games/GAME#INVITATION",
                         text);
    if (size == 0)
        return STATUS_OK;
    char address[CONNECT_ADDRESS_SIZE];
    snprintf(address, sizeof address, "%.*s", (int)size, text);
    link->has_address = true;
    return connect_address_read(&link->address, address, error);
}
