#include "net/connect_address.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(connect_address, equal_addresses_have_equal_names)
{
    static const struct {
        const char *text;
        const char *name;
    } cases[] = {
        {"ws://localhost:7070", "ws://localhost:7070/ws"},
        {"ws://localhost:7070/", "ws://localhost:7070/ws"},
        {"http://LocalHost:7070/", "ws://localhost:7070/ws"},
        {"http://localhost:7070/#g.i", "ws://localhost:7070/ws"},
        {"http://localhost:7070/games/g#i", "ws://localhost:7070/ws"},
        {"https://example.org/games/g/", "wss://example.org:443/ws"},
        {"https://example.org/games/g/?x=1&y=/#i", "wss://example.org:443/ws"},
        {"HTTPS://example.org", "wss://example.org:443/ws"},
        {"wss://example.org/ws/", "wss://example.org:443/ws"},
        {"wss://example.org/games/ws", "wss://example.org:443/games/ws"},
        {"https://example.org/games/", "wss://example.org:443/games/ws"},
        {"http://[::1]:80", "ws://[::1]:80/ws"},
        {"/no/such/castled.sock", "/no/such/castled.sock"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct connect_address address;
        struct error error = {.text = ""};
        cr_assert_eq(connect_address_read(&address, cases[i].text, &error),
                     STATUS_OK, "%s: %s", cases[i].text, error.text);
        cr_assert_str_eq(address.name, cases[i].name);
    }
}

Test(connect_address, its_parts_are_those_of_the_url)
{
    struct connect_address address;
    struct error error;
    cr_assert_eq(connect_address_read(&address, "https://[::1]/x", &error),
                 STATUS_OK);
    cr_assert(address.is_tls && !address.is_socket);
    cr_assert_str_eq(address.host, "::1");
    cr_assert_str_eq(address.path, "/x/ws");
    cr_assert_eq(address.port, 443);
}

Test(connect_address, a_socket_has_its_whole_path)
{
    struct connect_address address;
    struct error error;
    cr_assert_eq(connect_address_read(&address, "castled.sock", &error),
                 STATUS_OK);
    cr_assert(address.is_socket);
    cr_assert_eq(address.name[0], '/');
}

Test(connect_address, what_is_none_is_refused)
{
    static const char *const cases[] = {
        "",
        "localhost",
        "localhost:7070",
        "ftp://localhost",
        "ws://",
        "ws://:7070",
        "ws://localhost:0",
        "ws://localhost:65536",
        "ws://localhost:x",
        "ws://user@localhost",
        "ws://localhost:70 70",
        "ws://local host/",
        "ws://localhost/a b",
        "ws://[::1",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct connect_address address;
        struct error error;
        cr_assert_eq(connect_address_read(&address, cases[i], &error),
                     STATUS_BAD_INPUT, "%s", cases[i]);
    }
}

Test(connect_address, a_path_of_a_socket_has_a_limit)
{
    char path[200];
    struct connect_address address;
    struct error error;
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[107] = '\0';
    cr_assert_eq(connect_address_read(&address, path, &error), STATUS_OK);
    path[107] = 'a';
    path[108] = '\0';
    cr_assert_eq(connect_address_read(&address, path, &error),
                 STATUS_BAD_INPUT);
}

Test(connect_address, a_link_names_game_and_invitation)
{
    static const char here[] = "ws://localhost:7070/ws";
    static const struct {
        const char *text;
        const char *address; /* NULL: none */
        const char *invitation;
    } cases[] = {
        {"http://localhost:7070/games/ab12#xyz", here, "xyz"},
        {"http://localhost:7070/games/ab12/#xyz", here, "xyz"},
        {"http://localhost:7070/games/ab12?x=1#xyz", here, "xyz"},
        {"http://localhost:7070/games/ab12/?x=/games/b", here, ""},
        {"http://localhost:7070/games/ab12", here, ""},
        {"http://localhost:7070/games/ab12//", here, ""},
        {"http://localhost:7070/games/ab12#", here, ""},
        {"https://example.org/games/ab12#xyz", "wss://example.org:443/ws",
         "xyz"},
        {"https://example.org/castle/games/ab12",
         "wss://example.org:443/castle/ws", ""},
        {"/games/ab12#xyz", NULL, "xyz"},
        {"http://localhost:7070/#ab12.xyz", here, "xyz"},
        {"http://localhost:7070#ab12.xyz", here, "xyz"},
        {"http://localhost:7070/#ab12", here, ""},
        {"ws://localhost:7070/ws#ab12", here, ""},
        {"/run/castled.sock#ab12", "/run/castled.sock", ""},
        {"/run/games/castled.sock#ab12", "/run/games/castled.sock", ""},
        {"/run/games/socket#ab12", "/run/games/socket", ""},
        {"/games/castled.sock#ab12.xyz", "/games/castled.sock", "xyz"},
        {"ab12.xyz", NULL, "xyz"},
        {"ab12", NULL, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct connect_link link;
        struct error error = {.text = ""};
        cr_assert_eq(connect_link_read(&link, cases[i].text, &error), STATUS_OK,
                     "%s: %s", cases[i].text, error.text);
        cr_assert_str_eq(link.game, "ab12", "%s", cases[i].text);
        cr_assert_str_eq(link.invitation, cases[i].invitation, "%s",
                         cases[i].text);
        cr_assert_eq(link.has_address, cases[i].address != NULL, "%s",
                     cases[i].text);
        if (link.has_address)
            cr_assert_str_eq(link.address.name, cases[i].address);
    }
}

Test(connect_address, what_is_no_link_is_refused)
{
    static const char *const cases[] = {
        "",
        "#",
        ".",
        "a.",
        "a.b.c",
        "../etc",
        "http://localhost/#",
        "http://localhost/games/",
        "http://localhost/games/a#b.c",
        "a b",
        "nowhere#a.b",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct connect_link link;
        struct error error;
        cr_assert_eq(connect_link_read(&link, cases[i], &error),
                     STATUS_BAD_INPUT, "%s", cases[i]);
    }
}
