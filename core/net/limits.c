#include "net/limits.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum {
    THOUSAND = 1000,
    NS_PER_THOUSANDTH = 1000000, /* at one message a second */
    SLOT_COUNT = 1024,           /* a power of two */
    NETWORK_GROUPS = 4,          /* of 16 bits: what one household has */
};

const struct limits limits_default = {
    .message_bytes = 64 << 10,
    .messages_per_second = 50,
    .messages_burst = 200,
    .connections = 10000,
    .connections_per_address = 200,
    .waiting_bytes = 4 << 20,
    .waiting_bytes_all = 128 << 20,
    .stall_seconds = 30,
    .ping_seconds = 60,
};

enum limits_verdict limits_take(const struct limits *limits,
                                struct limits_bucket *bucket, int64_t now_ns)
{
    int64_t full = (int64_t)limits->messages_burst * THOUSAND;
    int64_t passed = now_ns - bucket->since_ns;
    int64_t gained = passed / NS_PER_THOUSANDTH * limits->messages_per_second;
    if (bucket->since_ns == 0 || gained > 2 * full) {
        bucket->thousandths = full;
        bucket->since_ns = now_ns;
    } else if (gained > 0) {
        bucket->thousandths += gained;
        if (bucket->thousandths > full)
            bucket->thousandths = full;
        bucket->since_ns += passed / NS_PER_THOUSANDTH * NS_PER_THOUSANDTH;
    }
    bucket->thousandths -= THOUSAND;
    if (bucket->thousandths >= 0)
        return LIMITS_OK;
    return bucket->thousandths >= -full ? LIMITS_REFUSED : LIMITS_ABUSED;
}

void limits_charge(struct limits_bucket *bucket, int64_t spent_ns)
{
    int64_t cost = spent_ns / (CLOCK_NS_PER_MS * LIMITS_WORK_MS) * THOUSAND;
    if (bucket->thousandths > 0)
        bucket->thousandths =
            cost < bucket->thousandths ? bucket->thousandths - cost : 0;
}

struct entry {
    struct entry *next;
    int count;
    int64_t spent_ns; /* of processor time, not made up for yet, */
    int64_t since_ns; /* at this time */
    int64_t rounds[LIMITS_TURNS_COUNT]; /* of turns */
    char address[LIMITS_ADDRESS_SIZE];
};

struct limits_addresses {
    struct entry *slots[SLOT_COUNT];
    int64_t now_ns; /* as it was last told */
};

struct limits_addresses *limits_addresses_new(void)
{
    return calloc(1, sizeof(struct limits_addresses));
}

void limits_addresses_free(struct limits_addresses *addresses)
{
    if (addresses == NULL)
        return;
    for (int i = 0; i < SLOT_COUNT; i++) {
        while (addresses->slots[i] != NULL) {
            struct entry *entry = addresses->slots[i];
            addresses->slots[i] = entry->next;
            free(entry);
        }
    }
    free(addresses);
}

/* Makes up for what was spent, by the time that has passed. */
static void make_up(const struct limits_addresses *addresses,
                    struct entry *entry)
{
    int64_t passed = addresses->now_ns - entry->since_ns;
    int64_t made_up = passed / THOUSAND * LIMITS_ADDRESS_WORK_MS;
    entry->spent_ns = made_up < entry->spent_ns ? entry->spent_ns - made_up : 0;
    entry->since_ns = addresses->now_ns;
}

/* Frees those of the list that nothing is to be known of any more. */
static void drop_old(const struct limits_addresses *addresses,
                     struct entry **at)
{
    while (*at != NULL) {
        struct entry *entry = *at;
        if (entry->count == 0)
            make_up(addresses, entry);
        if (entry->count > 0 || entry->spent_ns > 0) {
            at = &entry->next;
        } else {
            *at = entry->next;
            free(entry);
        }
    }
}

/* The list that the address's entry is in. */
static struct entry **slot_of(struct limits_addresses *addresses,
                              const char *address)
{
    uint32_t sum = 2166136261u; /* FNV-1a */
    for (const char *at = address; *at != '\0'; at++)
        sum = (sum ^ (unsigned char)*at) * 16777619u;
    return &addresses->slots[sum & (SLOT_COUNT - 1)];
}

/* Where the pointer to the address's entry stands, or would stand. */
static struct entry **find(struct limits_addresses *addresses,
                           const char *address)
{
    struct entry **at = slot_of(addresses, address);
    while (*at != NULL && strcmp((*at)->address, address) != 0)
        at = &(*at)->next;
    return at;
}

bool limits_addresses_enter(struct limits_addresses *addresses,
                            const char *address, int count_max)
{
    struct entry **at = find(addresses, address);
    if (*at == NULL) {
        struct entry *entry = calloc(1, sizeof *entry);
        if (entry == NULL)
            return false;
        entry->since_ns = addresses->now_ns;
        strncpy(entry->address, address, sizeof entry->address - 1);
        *at = entry;
    }
    if (count_max > 0 && (*at)->count >= count_max)
        return false;
    (*at)->count++;
    return true;
}

void limits_addresses_leave(struct limits_addresses *addresses,
                            const char *address)
{
    struct entry **at = find(addresses, address);
    REQUIRE(*at != NULL && (*at)->count > 0);
    (*at)->count--;
    drop_old(addresses, slot_of(addresses, address));
}

/* The address's entry, if work counts for it; else NULL. */
static struct entry *counted(const struct limits *limits,
                             struct limits_addresses *addresses,
                             const char *address)
{
    return limits->connections_per_address == 0 ? NULL
                                                : *find(addresses, address);
}

bool limits_addresses_may_work(const struct limits *limits,
                               struct limits_addresses *addresses,
                               const char *address, int64_t now_ns)
{
    struct entry *entry = counted(limits, addresses, address);
    addresses->now_ns = now_ns;
    if (entry == NULL || entry->spent_ns == 0)
        return true;
    make_up(addresses, entry);
    return entry->spent_ns < LIMITS_ADDRESS_BURST_MS * CLOCK_NS_PER_MS;
}

void limits_addresses_charge(const struct limits *limits,
                             struct limits_addresses *addresses,
                             const char *address, int64_t spent_ns)
{
    struct entry *entry = counted(limits, addresses, address);
    if (entry == NULL)
        return;
    if (entry->spent_ns == 0)
        entry->since_ns = addresses->now_ns;
    entry->spent_ns += spent_ns;
}

int64_t *limits_addresses_round(const struct limits *limits,
                                struct limits_addresses *addresses,
                                const char *address, enum limits_turns turns)
{
    struct entry *entry = counted(limits, addresses, address);
    return entry == NULL ? NULL : &entry->rounds[turns];
}

/* The first 64 bits, or the IPv4 address that is inside. */
static void network_of(const struct in6_addr *address, char *out)
{
    struct in6_addr network = *address;
    if (IN6_IS_ADDR_V4MAPPED(address)) {
        inet_ntop(AF_INET, &address->s6_addr[12], out, LIMITS_ADDRESS_SIZE);
        return;
    }
    memset(&network.s6_addr[2 * NETWORK_GROUPS], 0,
           sizeof network.s6_addr - 2 * NETWORK_GROUPS);
    if (IN6_IS_ADDR_LOOPBACK(address))
        network = *address;
    inet_ntop(AF_INET6, &network, out, LIMITS_ADDRESS_SIZE);
}

void limits_address_of(const struct sockaddr_storage *from,
                       char out[LIMITS_ADDRESS_SIZE])
{
    out[0] = '\0';
    if (from->ss_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)from)->sin_addr, out,
                  LIMITS_ADDRESS_SIZE);
    else if (from->ss_family == AF_INET6)
        network_of(&((const struct sockaddr_in6 *)from)->sin6_addr, out);
}
