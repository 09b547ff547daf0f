#include "net/proxies.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum {
    IPV4_AT = 12, /* bytes before an IPv4 address in an IPv6 one */
    BITS = 8 * 16,
    BLANKS_AND_ADDRESS_SIZE = 64, /* an address has at most 45 characters */
};

/* The bytes of an address, IPv4 as in IPv6; false for anything else. */
static bool take_bytes(uint8_t bytes[16],
                       const struct sockaddr_storage *address)
{
    static const uint8_t MAPPED[IPV4_AT] = {[10] = 0xff, [11] = 0xff};
    if (address->ss_family == AF_INET6) {
        const struct sockaddr_in6 *at = (const void *)address;
        memcpy(bytes, &at->sin6_addr, sizeof at->sin6_addr);
        return true;
    }
    if (address->ss_family != AF_INET)
        return false;
    const struct sockaddr_in *at = (const void *)address;
    memcpy(bytes, MAPPED, IPV4_AT);
    memcpy(bytes + IPV4_AT, &at->sin_addr, sizeof at->sin_addr);
    return true;
}

/* Reads an address in numbers. */
static bool read_address(const char *text, struct sockaddr_storage *out)
{
    struct sockaddr_in *ipv4 = (void *)out;
    struct sockaddr_in6 *ipv6 = (void *)out;
    *out = (struct sockaddr_storage){.ss_family = AF_INET};
    if (inet_pton(AF_INET, text, &ipv4->sin_addr) == 1)
        return true;
    *out = (struct sockaddr_storage){.ss_family = AF_INET6};
    return inet_pton(AF_INET6, text, &ipv6->sin6_addr) == 1;
}

/* Reads how many bits count, up to `max`; without a text, all. */
static bool read_bits(const char *text, int max, int *out)
{
    *out = max;
    if (text == NULL)
        return true;
    char *end;
    long bits = strtol(text, &end, 10);
    *out = (int)bits;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && bits <= max;
}

enum status proxies_add(struct proxies *proxies, const char *text,
                        struct error *error)
{
    char host[BLANKS_AND_ADDRESS_SIZE];
    struct sockaddr_storage address;
    size_t size = strcspn(text, "/");
    const char *bits = text[size] == '\0' ? NULL : text + size + 1;
    if (proxies->count == PROXIES_MAX)
        return error_set(error, STATUS_LIMIT, "more than %d proxies",
                         PROXIES_MAX);
    struct proxies_network *network = &proxies->networks[proxies->count];
    if (size < sizeof host) {
        memcpy(host, text, size);
        host[size] = '\0';
        if (read_address(host, &address) &&
            take_bytes(network->bytes, &address)) {
            int before = address.ss_family == AF_INET ? 8 * IPV4_AT : 0;
            if (read_bits(bits, BITS - before, &network->bits)) {
                network->bits += before;
                proxies->count++;
                return STATUS_OK;
            }
        }
    }
    return error_set(error, STATUS_BAD_INPUT,
                     "'%.100s' is no address or network, as in 127.0.0.1 or "
                     "10.0.0.0/8",
                     text);
}

/* Whether the first `bits` bits are the same. */
static bool is_same(const uint8_t *one, const uint8_t *other, int bits)
{
    size_t whole = (size_t)bits / 8;
    int rest = bits % 8;
    return memcmp(one, other, whole) == 0 &&
           (rest == 0 || (one[whole] ^ other[whole]) >> (8 - rest) == 0);
}

bool proxies_has(const struct proxies *proxies,
                 const struct sockaddr_storage *address)
{
    uint8_t bytes[16];
    if (!take_bytes(bytes, address))
        return false;
    for (int i = 0; i < proxies->count; i++)
        if (is_same(bytes, proxies->networks[i].bytes,
                    proxies->networks[i].bits))
            return true;
    return false;
}

/* Whether that is a port as it stands behind an address, or none. */
static bool is_port(const char *text)
{
    return text[0] == '\0' ||
           (text[0] == ':' && text[1] != '\0' &&
            text[1 + strspn(text + 1, "0123456789")] == '\0');
}

/* The address in it, without brackets and port, which are cut off; "" when they
 * are not well. */
static const char *bare(char *text)
{
    bool has_brackets = text[0] == '[';
    char *end = has_brackets ? strchr(text, ']') : strchr(text, ':');
    /* More colons, without brackets: an IPv6 address. */
    if (!has_brackets && (end == NULL || strchr(end + 1, ':') != NULL))
        return text;
    if (end == NULL || !is_port(has_brackets ? end + 1 : end))
        return "";
    *end = '\0';
    return has_brackets ? text + 1 : text;
}

/* Reads what stands between two commas, an address among blanks. */
static bool read_part(const char *part, size_t size,
                      struct sockaddr_storage *out)
{
    char text[BLANKS_AND_ADDRESS_SIZE];
    while (size > 0 && strchr(" \t", part[size - 1]) != NULL)
        size--;
    while (size > 0 && strchr(" \t", part[0]) != NULL) {
        part++;
        size--;
    }
    if (size >= sizeof text)
        return false;
    memcpy(text, part, size);
    text[size] = '\0';
    return read_address(bare(text), out);
}

enum proxies_told proxies_read(const struct proxies *proxies,
                               const char *header, struct sockaddr_storage *out)
{
    const char *end = header + strlen(header);
    if (header[strspn(header, " \t")] == '\0')
        return PROXIES_NOBODY;
    for (;;) {
        const char *start = end;
        while (start > header && start[-1] != ',')
            start--;
        if (!read_part(start, (size_t)(end - start), out))
            return PROXIES_RUBBISH;
        if (!proxies_has(proxies, out))
            return PROXIES_SOMEBODY;
        if (start == header)
            return PROXIES_NOBODY;
        end = start - 1;
    }
}
