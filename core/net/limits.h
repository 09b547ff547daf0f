#ifndef CASTLED_LIMITS_H
#define CASTLED_LIMITS_H

/*
 * limits -- how much one side may ask of the daemon, so that others never
 * notice.
 *
 * Each is a setting. What is over one of them is refused with a sentence; who
 * goes on all the same is disconnected. How long texts may be and how deep JSON
 * is a matter of the methods and of base/json.
 *
 * A bucket is a few numbers in the struct of who is limited; the table of
 * addresses owns its memory.
 */

#include "base/text.h"

#include <stdint.h>
#include <sys/socket.h>

struct limits {
    int message_bytes;       /* of one message. Not of what it makes us answer:
                                see waiting_bytes */
    int messages_per_second; /* of one connection, in the long run */
    int messages_burst;      /* and at once; one that makes much work counts
                                for more: limits_charge */
    int connections;         /* in all */
    int connections_per_address; /* 0: any number, and any work. An IPv6 address
                                    counts by its first 64 bits */
    int waiting_bytes;           /* that one connection may leave unread */
    int waiting_bytes_all;       /* and all together: more than that, and those
                                    with most go */
    int stall_seconds; /* how long it may read next to nothing of them, may take
                          for one message, or for saying what it wants at
                          first */
    int ping_seconds;  /* of silence, after which it is asked whether it is
                          there; gone after three times as long */
};

/* What is sensible where nobody said anything else. */
extern const struct limits limits_default;

/* How many messages somebody has left. A zeroed one is filled when it is first
 * asked. */
struct limits_bucket {
    int64_t thousandths; /* of a message; below zero for those refused */
    int64_t since_ns;    /* 0: never asked */
};

enum limits_verdict {
    LIMITS_OK,
    LIMITS_REFUSED, /* one too many */
    LIMITS_ABUSED,  /* and as many refused as the burst: enough */
};

/* Takes one message out of the bucket. `now_ns` is of clock_steady_ns. */
enum limits_verdict limits_take(const struct limits *limits,
                                struct limits_bucket *bucket, int64_t now_ns);

enum { LIMITS_WORK_MS = 2 };

/* Charges for a message that took `spent_ns` of processor time: one message
 * more for every LIMITS_WORK_MS, down to an empty bucket. So nobody can keep
 * the daemon busy with a few messages that make much work. */
void limits_charge(struct limits_bucket *bucket, int64_t spent_ns);

/* How many connections come from each address, and how much work they make.
 * Where any number may come from one (connections_per_address), work counts for
 * none; nor does it for "", the Unix socket. */
struct limits_addresses;

enum {
    /* Of processor time that messages from one address may take in each second,
     * in the long run, and at once. Only long messages count: limits_charge. */
    LIMITS_ADDRESS_WORK_MS = 250,
    LIMITS_ADDRESS_BURST_MS = 4000,
};

enum { LIMITS_ADDRESS_SIZE = 64 };

/* An empty table, the caller's, to be freed with limits_addresses_free; NULL
 * without memory. */
struct limits_addresses *limits_addresses_new(void);
void limits_addresses_free(struct limits_addresses *addresses);

/* Counts one more from there; false, and nothing is counted, when there are
 * `count_max` already or memory is out. 0 is any number. */
bool limits_addresses_enter(struct limits_addresses *addresses,
                            const char *address, int count_max);

/* Counts one less. */
void limits_addresses_leave(struct limits_addresses *addresses,
                            const char *address);

/* Whether one more message may come from an address with connections: not when
 * those before it took too much. `now_ns` is of clock_steady_ns. */
bool limits_addresses_may_work(const struct limits *limits,
                               struct limits_addresses *addresses,
                               const char *address, int64_t now_ns);

/* A message from there took `spent_ns` of processor time. It is remembered
 * until it is made up for, also when all connections have gone. */
void limits_addresses_charge(const struct limits *limits,
                             struct limits_addresses *addresses,
                             const char *address, int64_t spent_ns);

/* What an address has turns for. */
enum limits_turns {
    LIMITS_TURNS_LINES, /* net/turns.h */
    LIMITS_TURNS_PAGES, /* HTTP's requests */
    LIMITS_TURNS_COUNT,
};

/* A number that is kept for an address with connections, 0 at first: the round
 * of its newest turn of that kind. NULL: it counts for none. */
int64_t *limits_addresses_round(const struct limits *limits,
                                struct limits_addresses *addresses,
                                const char *address, enum limits_turns turns);

/* The address of a peer as text: all of an IPv4 address, the network of an
 * IPv6 address; "" for anything else. */
void limits_address_of(const struct sockaddr_storage *from,
                       char out[LIMITS_ADDRESS_SIZE]);

#endif
