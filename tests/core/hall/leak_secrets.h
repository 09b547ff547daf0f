#ifndef CASTLED_TESTS_LEAK_SECRETS_H
#define CASTLED_TESTS_LEAK_SECRETS_H

/*
 * leak_secrets -- what nobody may be told, and the search for it in all that
 * leaves the hall.
 *
 * Bytes (seeds, keys, tokens) are found by any eight of them in a row: raw, in
 * hexadecimal digits, in both alphabets of base 64, as a list of numbers, as
 * words that can be spoken. Texts are found as they are; an order of items by
 * five names in a row that are still to come.
 *
 * A zeroed struct knows none.
 */

#include "fair/hash.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SECRETS_MAX = 64,
    SECRETS_SLOTS = 8192, /* a power of 2 */
    SECRETS_TEXT_SIZE = 192,
    SECRETS_ORDERS_MAX = 4,
    SECRETS_ITEMS_MAX = 128,
};

struct secret {
    const char *name; /* borrowed; for messages */
    bool is_open;     /* it may be told by now */
    bool is_text;
    char text[SECRETS_TEXT_SIZE]; /* or how its first bytes are spoken */
};

struct secret_order {
    int count;
    int drawn;                            /* so many have come and are known */
    const char *items[SECRETS_ITEMS_MAX]; /* borrowed; each another name */
};

struct secrets {
    int count;
    struct secret secrets[SECRETS_MAX];
    int order_count;
    struct secret_order orders[SECRETS_ORDERS_MAX];
    uint64_t windows[SECRETS_SLOTS]; /* each eight bytes in a row; 0: none */
    uint8_t owners[SECRETS_SLOTS];   /* the secret that they are of */
};

/* Adds HASH_SIZE bytes, or a text, and returns its number. */
int secrets_add(struct secrets *secrets, const char *name,
                const uint8_t bytes[HASH_SIZE]);
int secrets_add_text(struct secrets *secrets, const char *name,
                     const char *text);

/* What is found in the text, as a sentence that is borrowed until the next
 * call; NULL when it tells nothing. */
const char *secrets_find(const struct secrets *secrets, const char *text,
                         size_t size);

#endif
