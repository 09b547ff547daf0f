#include "net/http.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

static const struct http_names NAMES = {
    .names = {"play.example.org", "other.example.org:8443", "localhost",
              "[::1]", "127.0.0.1", "192.0.2.1:7070"},
    .count = 6,
    .told_count = 2,
};

struct host {
    char text[100];
    bool is_known;
};

ParameterizedTestParameters(http, only_our_names_are_answered_to)
{
    static struct host hosts[] = {
        {"localhost", true},
        {"localhost:7070", true},
        {"LOCALHOST:7070", true},
        {"[::1]:7070", true},
        {"[::1]", true},
        {"192.0.2.1:7070", true},
        {"192.0.2.1:7071", false},
        {"192.0.2.1", false},
        {"play.example.org", true},
        {"other.example.org", false},
        {"evil.example.org", false},
        {"localhost.evil.org", false},
        {"evil.org:localhost", false},
        {"[::1", false},
        {"[::2]", false},
        {"", false},
        {":7070", false},
    };
    return cr_make_param_array(struct host, hosts,
                               sizeof hosts / sizeof hosts[0]);
}

ParameterizedTest(struct host *host, http, only_our_names_are_answered_to)
{
    cr_expect_eq(http_host_is_known(&NAMES, host->text), host->is_known, "%s",
                 host->text);
}

ParameterizedTestParameters(http, addresses_are_names_where_all_are_listened_on)
{
    static struct host hosts[] = {
        {"192.0.2.9", true},
        {"192.0.2.9:7070", true},
        {"[2001:db8::1]:7070", true},
        {"[2001:db8::1]", true},
        {"localhost:7070", true},
        {"evil.example.org", false},
        {"192.0.2.9.evil.org", false},
        {"192.0.2", false},
        {"192.0.2.256", false},
        {"2001:db8::1", false},
        {"[192.0.2.9]", false},
        {"[2001:db8::1", false},
        {"[]", false},
        {"", false},
        {"[1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb]", false},
    };
    return cr_make_param_array(struct host, hosts,
                               sizeof hosts / sizeof hosts[0]);
}

ParameterizedTest(struct host *host, http,
                  addresses_are_names_where_all_are_listened_on)
{
    struct http_names names = NAMES;
    names.takes_addresses = true;
    cr_expect_eq(http_host_is_known(&names, host->text), host->is_known, "%s",
                 host->text);
}

Test(http, a_page_at_an_address_may_open_websockets_to_that_address_only)
{
    struct http_names names = NAMES;
    names.takes_addresses = true;
    cr_expect(http_origin_is_known(&names, "http://192.0.2.9:7070",
                                   "192.0.2.9:7070"));
    cr_expect_not(http_origin_is_known(&names, "http://192.0.2.8:7070",
                                       "192.0.2.9:7070"));
    cr_expect_not(
        http_origin_is_known(&names, "http://192.0.2.9:80", "192.0.2.9:7070"));
}

struct origin {
    char origin[100];
    char host[100];
    bool is_known;
};

ParameterizedTestParameters(http, only_our_pages_may_open_websockets)
{
    static struct origin origins[] = {
        {"http://localhost:7070", "localhost:7070", true},
        {"https://localhost:7070", "localhost:7070", true},
        /* Another daemon's page, or a development server's. */
        {"http://localhost:3000", "localhost:7070", false},
        {"http://127.0.0.1:7070", "localhost:7070", false},
        /* That of a server of this machine, at the port of http. */
        {"http://localhost", "localhost:7070", false},
        {"http://localhost", "127.0.0.1:7070", false},
        {"https://127.0.0.1", "127.0.0.1:7070", false},
        {"http://[::1]", "[::1]:7070", false},
        {"http://192.0.2.1:7070", "localhost:7070", false},
        {"http://localhost", "localhost", true},
        /* Behind a proxy that says another Host. */
        {"https://play.example.org", "127.0.0.1:7070", true},
        {"https://play.example.org:444", "127.0.0.1:7070", false},
        {"https://other.example.org:8443", "127.0.0.1:7070", true},
        {"https://evil.org", "localhost:7070", false},
        {"https://evil.org", "evil.org", false},
        {"null", "localhost:7070", false},
        {"file://", "localhost:7070", false},
        {"ftp://localhost:7070", "localhost:7070", false},
        {"http://", "localhost:7070", false},
        {"http://localhost:7070.evil.org", "localhost:7070", false},
        {"http://localhost:7070/", "localhost:7070", false},
    };
    return cr_make_param_array(struct origin, origins,
                               sizeof origins / sizeof origins[0]);
}

ParameterizedTest(struct origin *origin, http,
                  only_our_pages_may_open_websockets)
{
    cr_expect_eq(http_origin_is_known(&NAMES, origin->origin, origin->host),
                 origin->is_known, "%s at %s", origin->origin, origin->host);
}
