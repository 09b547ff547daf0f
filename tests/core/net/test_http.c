#include "net/http.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

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
        {"localhost:", true},
        {"localhost:99999", true},
        {"localhost:123456", false},
        {"localhost:7070.evil.org", false},
        {"127.0.0.1:7070.evil.org", false},
        {"[::1]:7070.evil.org", false},
        {"localhost:7070,evil.org", false},
        {"localhost:-1", false},
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
        {"192.0.2.9:80.evil.org", false},
        {"[2001:db8::1]:80.evil.org", false},
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

static const char *policy_of(enum http_kind kind, const char *host)
{
    static char copy[600];
    struct text text = {0};
    http_policy(&text, kind, host);
    snprintf(copy, sizeof copy, "%s", text_string(&text));
    text_free(&text);
    return copy;
}

Test(http, only_the_page_may_run_scripts)
{
    static const enum http_kind OTHERS[] = {HTTP_PLAIN, HTTP_FILE, HTTP_DRAWN};
    cr_expect(strstr(policy_of(HTTP_SHELL, "a.org"),
                     "script-src 'self' 'wasm-unsafe-eval'; "));
    cr_expect_not(strstr(policy_of(HTTP_SHELL, "a.org"), "unsafe-inline"));
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        const char *policy = policy_of(OTHERS[i], "a.org");
        cr_expect(strstr(policy, "default-src 'none'; "));
        cr_expect(strstr(policy, "frame-ancestors 'none'"));
        cr_expect_not(strstr(policy, "script-src"));
        cr_expect_not(strstr(policy, "connect-src"));
    }
}

Test(http, the_page_connects_to_its_own_host)
{
    cr_expect(strstr(policy_of(HTTP_SHELL, "[::1]:7070"),
                     "connect-src 'self' ws://[::1]:7070 wss://[::1]:7070"));
    /* What could be more than a host is left out. */
    cr_expect_not(strstr(policy_of(HTTP_SHELL, "a.org:1; script-src *"), "*"));
    cr_expect_not(strstr(policy_of(HTTP_SHELL, "a.org *"), "a.org"));
    cr_expect_not(strstr(policy_of(HTTP_SHELL, ""), "ws:"));
}

Test(http, gzip_is_for_who_takes_it)
{
    cr_expect(http_takes_gzip("gzip"));
    cr_expect(http_takes_gzip("br, GZIP, deflate"));
    cr_expect(http_takes_gzip("gzip;q=0.5"));
    cr_expect_not(http_takes_gzip("gzip;q=0"));
    cr_expect_not(http_takes_gzip("br"));
    cr_expect_not(http_takes_gzip(""));
}

Test(http, the_page_process_may_give_pictures_and_texts_only)
{
    cr_expect_str_eq(http_type("image/svg+xml"), "image/svg+xml");
    cr_expect_null(http_type("text/html"));
    cr_expect_null(http_type("image/svg+xml\r\nset-cookie: a=b"));
    cr_expect_null(http_type(""));
    cr_expect_null(http_type(NULL));
}

static struct http_answer drawn(size_t size)
{
    struct http_answer answer = {
        .kind = HTTP_DRAWN, .status = 200, .type = "image/svg+xml"};
    for (size_t i = 0; i < size; i++)
        text_add_char(&answer.body, 'x');
    return answer;
}

Test(http, a_picture_is_compressed_for_who_takes_it)
{
    struct http_answer small = drawn(100);
    struct http_answer plain = drawn(5000);
    struct http_answer packed = drawn(5000);
    http_pack(&small, "", true);
    http_pack(&plain, "", false);
    http_pack(&packed, "", true);
    cr_expect_not(small.is_gzip);
    cr_expect_not(plain.is_gzip);
    cr_expect_eq(plain.body.size, 5000);
    cr_expect(packed.is_gzip);
    cr_expect_lt(packed.body.size, 100);
    cr_expect_str_eq(packed.tag, plain.tag);
    cr_expect_str_neq(packed.tag, small.tag);
    text_free(&small.body);
    text_free(&plain.body);
    text_free(&packed.body);
}

Test(http, who_has_a_picture_is_told_so)
{
    struct http_answer first = drawn(5000);
    struct http_answer again = drawn(5000);
    struct http_answer other = drawn(5001);
    struct http_answer failed = {.status = 404};
    http_pack(&first, "", false);
    http_pack(&again, first.tag, true);
    http_pack(&other, first.tag, true);
    http_pack(&failed, first.tag, true);
    cr_expect_eq(again.status, 304);
    cr_expect_eq(again.body.size, 0);
    cr_expect_eq(other.status, 200);
    cr_expect_eq(failed.status, 404);
    cr_expect_str_eq(failed.tag, "");
    text_free(&first.body);
    text_free(&again.body);
    text_free(&other.body);
}
