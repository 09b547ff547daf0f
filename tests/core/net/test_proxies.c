#include "net/proxies.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage address = {.ss_family = AF_INET};
    if (inet_pton(AF_INET, text, &((struct sockaddr_in *)&address)->sin_addr) ==
        1)
        return address;
    address = (struct sockaddr_storage){.ss_family = AF_INET6};
    cr_assert_eq(inet_pton(AF_INET6, text,
                           &((struct sockaddr_in6 *)&address)->sin6_addr),
                 1, "%s", text);
    return address;
}

static struct proxies proxies_of(const char *text)
{
    struct proxies proxies = {0};
    struct error error;
    cr_assert_eq(proxies_add(&proxies, text, &error), STATUS_OK, "%s",
                 error.text);
    return proxies;
}

static const struct member {
    const char *network;
    const char *address;
    bool is_in;
} MEMBERS[] = {
    {"127.0.0.1", "127.0.0.1", true},
    {"127.0.0.1", "127.0.0.2", false},
    {"127.0.0.1", "::1", false},
    {"127.0.0.1", "::ffff:127.0.0.1", true},
    {"::ffff:10.0.0.1", "10.0.0.1", true},
    {"::1", "::1", true},
    {"::1", "::2", false},
    {"::1", "127.0.0.1", false},
    {"10.0.0.0/8", "10.255.255.255", true},
    {"10.0.0.0/8", "11.0.0.0", false},
    {"10.0.0.0/8", "9.255.255.255", false},
    {"10.1.2.3/8", "10.9.9.9", true},
    {"192.0.2.128/25", "192.0.2.128", true},
    {"192.0.2.128/25", "192.0.2.127", false},
    {"172.16.0.0/12", "172.31.255.255", true},
    {"172.16.0.0/12", "172.32.0.0", false},
    {"192.0.2.4/31", "192.0.2.5", true},
    {"192.0.2.4/31", "192.0.2.6", false},
    {"192.0.2.4/32", "192.0.2.5", false},
    {"0.0.0.0/0", "203.0.113.9", true},
    {"0.0.0.0/0", "2001:db8::1", false},
    {"fd00::/8", "fdff::1", true},
    {"fd00::/8", "fe00::1", false},
    {"2001:db8::/33", "2001:db8:7fff::1", true},
    {"2001:db8::/33", "2001:db8:8000::1", false},
    {"::/0", "2001:db8::1", true},
};

Test(proxies, a_network_has_what_begins_as_it_does)
{
    for (size_t i = 0; i < sizeof MEMBERS / sizeof MEMBERS[0]; i++) {
        const struct member *member = &MEMBERS[i];
        struct proxies proxies = proxies_of(member->network);
        struct sockaddr_storage address = address_of(member->address);
        cr_expect_eq(proxies_has(&proxies, &address), member->is_in, "%s in %s",
                     member->address, member->network);
    }
}

Test(proxies, what_is_no_network_is_refused)
{
    static const char *const BAD[] = {
        "",
        "/",
        "localhost",
        "10.0.0",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/8x",
        "10.0.0.0/ 8",
        "::1/129",
        "[::1]",
        "127.0.0.1:80",
        "10.0.0.0/99999999999999999999",
        "1111111111111111111111111111111111111111111111111111111111111111111",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct proxies proxies = {0};
        struct error error;
        cr_expect_eq(proxies_add(&proxies, BAD[i], &error), STATUS_BAD_INPUT,
                     "%s", BAD[i]);
        cr_expect_eq(proxies.count, 0);
    }
}

Test(proxies, there_can_be_so_many)
{
    struct proxies proxies = {0};
    struct error error;
    char text[40];
    for (int i = 0; i < PROXIES_MAX; i++) {
        snprintf(text, sizeof text, "192.0.2.%d", i);
        cr_assert_eq(proxies_add(&proxies, text, &error), STATUS_OK);
    }
    cr_expect_eq(proxies_add(&proxies, "::1", &error), STATUS_LIMIT);
    for (int i = 0; i <= PROXIES_MAX; i++) {
        snprintf(text, sizeof text, "192.0.2.%d", i);
        struct sockaddr_storage address = address_of(text);
        cr_expect_eq(proxies_has(&proxies, &address), i < PROXIES_MAX);
    }
}

Test(proxies, without_any_nobody_is_one)
{
    struct proxies proxies = {0};
    struct sockaddr_storage address = address_of("127.0.0.1");
    cr_expect_not(proxies_has(&proxies, &address));
    address = (struct sockaddr_storage){.ss_family = AF_UNIX};
    cr_expect_not(proxies_has(&proxies, &address));
}

/* What is told by proxies at 10.0.0.0/8 and ::1; RUBBISH: cannot be read. */
static const char RUBBISH[] = "rubbish";

static const struct told {
    const char *header;
    const char *address; /* NULL: nobody */
} TOLD[] = {
    {"192.0.2.7", "192.0.2.7"},
    {"2001:db8::7", "2001:db8::7"},
    {"  192.0.2.7\t", "192.0.2.7"},
    /* What stands before was written by whoever sent it. */
    {"198.51.100.1, 192.0.2.7", "192.0.2.7"},
    {"10.0.0.9,198.51.100.1,192.0.2.7", "192.0.2.7"},
    {"rubbish, 192.0.2.7", "192.0.2.7"},
    /* Behind two proxies. */
    {"192.0.2.7, 10.0.0.1", "192.0.2.7"},
    {"192.0.2.7,10.0.0.1 ,::1", "192.0.2.7"},
    {"198.51.100.1, 192.0.2.7, 10.0.0.1", "192.0.2.7"},
    {"", NULL},
    {" ", NULL},
    {" \t", NULL},
    {"10.0.0.1", NULL},
    {"10.0.0.1, ::1", NULL},
    {"10.0.0.1:80, [::1]:80", NULL},
    {",", RUBBISH},
    {"192.0.2.7,", RUBBISH},
    {"192.0.2.7, rubbish", RUBBISH},
    {"192.0.2.7, rubbish, 10.0.0.1", RUBBISH},
    {"unknown", RUBBISH},
    {"192.0.2.7 192.0.2.8", RUBBISH},
    {"192.0.2.7000000000000000000000000000000000000000000000000000000000000",
     RUBBISH},
    /* Some proxies write a port, and brackets. */
    {"192.0.2.7:1234", "192.0.2.7"},
    {"198.51.100.1:99, 192.0.2.7:1234 , 10.0.0.1:80", "192.0.2.7"},
    {"[2001:db8::7]", "2001:db8::7"},
    {"[2001:db8::7]:1234", "2001:db8::7"},
    {"::7", "::7"},
    {"2001:db8::7:1234", "2001:db8::7:1234"},
    {"192.0.2.7:", RUBBISH},
    {"192.0.2.7:x", RUBBISH},
    {"192.0.2.7:80:80", RUBBISH},
    {":80", RUBBISH},
    {"[2001:db8::7", RUBBISH},
    {"[2001:db8::7]80", RUBBISH},
    {"[2001:db8::7]:", RUBBISH},
    {"2001:db8::7]", RUBBISH},
    {"[]", RUBBISH},
    {"[", RUBBISH},
    {":", RUBBISH},
};

Test(proxies, a_header_counts_from_its_end)
{
    struct proxies proxies = proxies_of("10.0.0.0/8");
    struct error error;
    cr_assert_eq(proxies_add(&proxies, "::1", &error), STATUS_OK);
    for (size_t i = 0; i < sizeof TOLD / sizeof TOLD[0]; i++) {
        struct sockaddr_storage out;
        enum proxies_told told = proxies_read(&proxies, TOLD[i].header, &out);
        cr_expect_eq(told,
                     TOLD[i].address == NULL      ? PROXIES_NOBODY
                     : TOLD[i].address == RUBBISH ? PROXIES_RUBBISH
                                                  : PROXIES_SOMEBODY,
                     "%s", TOLD[i].header);
        if (told != PROXIES_SOMEBODY || TOLD[i].address == NULL ||
            TOLD[i].address == RUBBISH)
            continue;
        struct sockaddr_storage expected = address_of(TOLD[i].address);
        cr_expect_arr_eq(&out, &expected, sizeof out, "%s", TOLD[i].header);
    }
}
