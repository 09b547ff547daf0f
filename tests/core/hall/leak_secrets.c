#include "leak_secrets.h"

#include "fair/proquint.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    WINDOW = 8,         /* bytes that are no accident */
    BASE64_WINDOW = 12, /* letters that hold as many */
    ROW = 5,            /* items in a row that are none either */
};

static uint64_t window_at(const uint8_t *bytes)
{
    uint64_t window;
    memcpy(&window, bytes, WINDOW);
    return window;
}

static size_t slot_of(uint64_t window)
{
    return (window * UINT64_C(0x9E3779B97F4A7C15)) >> 32 & (SECRETS_SLOTS - 1);
}

/* The secret that has these eight bytes and is none of everybody's; -1. */
static int find_window(const struct secrets *secrets, const uint8_t *bytes)
{
    uint64_t window = window_at(bytes);
    size_t slot = slot_of(window);
    for (; secrets->windows[slot] != 0; slot = (slot + 1) % SECRETS_SLOTS)
        if (secrets->windows[slot] == window &&
            !secrets->secrets[secrets->owners[slot]].is_open)
            return secrets->owners[slot];
    return -1;
}

static int add(struct secrets *secrets, const char *name, bool is_text,
               const char *text)
{
    cr_assert(secrets->count < SECRETS_MAX);
    struct secret *secret = &secrets->secrets[secrets->count];
    *secret = (struct secret){.name = name, .is_text = is_text};
    cr_assert(strlen(text) < sizeof secret->text);
    memcpy(secret->text, text, strlen(text) + 1);
    return secrets->count++;
}

int secrets_add(struct secrets *secrets, const char *name,
                const uint8_t bytes[HASH_SIZE])
{
    struct hash hash;
    char words[PROQUINT_LOCK_SIZE];
    memcpy(hash.bytes, bytes, HASH_SIZE);
    proquint_write(words, &hash);
    int number = add(secrets, name, false, words);
    for (int i = 0; i + WINDOW <= HASH_SIZE; i++) {
        size_t slot = slot_of(window_at(bytes + i));
        while (secrets->windows[slot] != 0)
            slot = (slot + 1) % SECRETS_SLOTS;
        secrets->windows[slot] = window_at(bytes + i);
        secrets->owners[slot] = (uint8_t)number;
    }
    return number;
}

int secrets_add_text(struct secrets *secrets, const char *name,
                     const char *text)
{
    return add(secrets, name, true, text);
}

/* Each reads WINDOW bytes that are written at `text` in its way; false when
 * there are no such. */
typedef bool reader(uint8_t out[WINDOW + 1], const char *text, size_t size);

static bool read_raw(uint8_t out[WINDOW + 1], const char *text, size_t size)
{
    if (size < WINDOW)
        return false;
    memcpy(out, text, WINDOW);
    return true;
}

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'f')
        return letter - 'a' + 10;
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

static bool read_hex(uint8_t out[WINDOW + 1], const char *text, size_t size)
{
    if (size < 2 * WINDOW)
        return false;
    for (int i = 0; i < WINDOW; i++) {
        int high = hex_digit(text[2 * i]);
        int low = high < 0 ? -1 : hex_digit(text[2 * i + 1]);
        if (low < 0)
            return false;
        out[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

static int base64_digit(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 26;
    if (letter >= '0' && letter <= '9')
        return letter - '0' + 52;
    if (letter == '+' || letter == '-')
        return 62;
    return letter == '/' || letter == '_' ? 63 : -1;
}

static bool read_base64(uint8_t out[WINDOW + 1], const char *text, size_t size)
{
    if (size < BASE64_WINDOW)
        return false;
    for (int i = 0; i < BASE64_WINDOW / 4; i++) {
        uint32_t bits = 0;
        for (int k = 0; k < 4; k++) {
            int digit = base64_digit(text[4 * i + k]);
            if (digit < 0)
                return false;
            bits = bits << 6 | (uint32_t)digit;
        }
        out[3 * i] = (uint8_t)(bits >> 16);
        out[3 * i + 1] = (uint8_t)(bits >> 8);
        out[3 * i + 2] = (uint8_t)bits;
    }
    return true;
}

/* Numbers below 256 with a comma, and perhaps a blank, between. */
static bool read_list(uint8_t out[WINDOW + 1], const char *text, size_t size)
{
    size_t at = 0;
    for (int i = 0; i < WINDOW; i++) {
        int value = 0;
        size_t start = at;
        for (; at < size && at < start + 3 && isdigit((uint8_t)text[at]); at++)
            value = 10 * value + text[at] - '0';
        if (at == start || value > 255)
            return false;
        out[i] = (uint8_t)value;
        if (i + 1 == WINDOW)
            return true;
        if (at >= size || text[at] != ',')
            return false;
        at += at + 1 < size && text[at + 1] == ' ' ? 2 : 1;
    }
    return true;
}

static const char *find_bytes(const struct secrets *secrets, const char *text,
                              size_t size)
{
    static char says[128];
    static const struct {
        const char *name;
        reader *read;
    } ways[] = {{"as it is", read_raw},
                {"in hexadecimal digits", read_hex},
                {"in base 64", read_base64},
                {"as a list", read_list}};
    for (size_t at = 0; at < size; at++)
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            uint8_t bytes[WINDOW + 1];
            if (!ways[i].read(bytes, text + at, size - at))
                continue;
            int number = find_window(secrets, bytes);
            if (number < 0)
                continue;
            snprintf(says, sizeof says, "%s, %s, at byte %zu",
                     secrets->secrets[number].name, ways[i].name, at);
            return says;
        }
    return NULL;
}

/* The place in the order of the word that begins at `text`; -1. */
static int place_of(const struct secret_order *order, const char *text,
                    size_t size)
{
    for (int i = 0; i < order->count; i++)
        if (strlen(order->items[i]) == size &&
            memcmp(order->items[i], text, size) == 0)
            return i;
    return -1;
}

static const char *find_order(const struct secret_order *order,
                              const char *text, size_t size)
{
    int row = 0;
    int last = -1;
    for (size_t at = 0; at < size;) {
        size_t end = at;
        while (end < size && isalnum((uint8_t)text[end]))
            end++;
        if (end > at) {
            int place =
                end - at > 8 ? -1 : place_of(order, text + at, end - at);
            bool goes_on = place >= order->drawn &&
                           (place == last + 1 || place == last - 1);
            row = goes_on ? row + 1 : place >= order->drawn;
            last = row > 0 ? place : -2;
        }
        if (row >= ROW)
            return "what is drawn next";
        at = end + (end == at);
    }
    return NULL;
}

const char *secrets_find(const struct secrets *secrets, const char *text,
                         size_t size)
{
    const char *found = find_bytes(secrets, text, size);
    for (int i = 0; found == NULL && i < secrets->count; i++)
        if (!secrets->secrets[i].is_open &&
            memmem(text, size, secrets->secrets[i].text,
                   strlen(secrets->secrets[i].text)) != NULL)
            found = secrets->secrets[i].name;
    for (int i = 0; found == NULL && i < secrets->order_count; i++)
        found = find_order(&secrets->orders[i], text, size);
    return found;
}
