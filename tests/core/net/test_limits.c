#include "net/limits.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static const struct limits LIMITS = {
    .messages_per_second = 10,
    .messages_burst = 5,
    .connections_per_address = 200,
};

static const int64_t SECOND_NS = 1000000000;

Test(limits, a_burst_is_allowed_and_no_more)
{
    struct limits_bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS), LIMITS_OK);
    cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS), LIMITS_REFUSED);
}

Test(limits, time_fills_the_bucket_again)
{
    struct limits_bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        (void)limits_take(&LIMITS, &bucket, SECOND_NS);
    int64_t tenth = SECOND_NS / 10;
    cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS + tenth), LIMITS_OK);
    cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS + tenth),
                 LIMITS_REFUSED);
}

Test(limits, the_bucket_is_never_fuller_than_full)
{
    struct limits_bucket bucket = {0};
    (void)limits_take(&LIMITS, &bucket, SECOND_NS);
    for (int i = 0; i < 5; i++)
        cr_expect_eq(limits_take(&LIMITS, &bucket, 1000 * SECOND_NS),
                     LIMITS_OK);
    cr_expect_eq(limits_take(&LIMITS, &bucket, 1000 * SECOND_NS),
                 LIMITS_REFUSED);
}

Test(limits, the_rate_holds_however_often_it_is_asked)
{
    struct limits_bucket bucket = {0};
    int allowed = 0;
    /* 1000 times in 2 s: the burst, and 10 a second. Refusals cost too, so
     * asking only when there is something left is best: half a tenth apart. */
    for (int i = 0; i < 20; i++) {
        int64_t now = SECOND_NS + i * SECOND_NS / 10;
        if (limits_take(&LIMITS, &bucket, now) == LIMITS_OK)
            allowed++;
    }
    cr_expect_eq(allowed, 20);
}

Test(limits, who_goes_on_all_the_same_is_found_out)
{
    struct limits_bucket bucket = {0};
    int refused = 0;
    enum limits_verdict verdict = LIMITS_OK;
    for (int i = 0; i < 100 && verdict != LIMITS_ABUSED; i++) {
        verdict = limits_take(&LIMITS, &bucket, SECOND_NS);
        refused += verdict == LIMITS_REFUSED;
    }
    cr_expect_eq(verdict, LIMITS_ABUSED);
    cr_expect_eq(refused, 5);
}

Test(limits, addresses_are_counted_one_by_one)
{
    struct limits_addresses *addresses = limits_addresses_new();
    cr_expect(limits_addresses_enter(addresses, "192.0.2.1", 2));
    cr_expect(limits_addresses_enter(addresses, "192.0.2.1", 2));
    cr_expect_not(limits_addresses_enter(addresses, "192.0.2.1", 2));
    cr_expect(limits_addresses_enter(addresses, "192.0.2.2", 2));
    limits_addresses_leave(addresses, "192.0.2.1");
    cr_expect(limits_addresses_enter(addresses, "192.0.2.1", 2));
    limits_addresses_free(addresses);
}

Test(limits, zero_is_any_number)
{
    struct limits_addresses *addresses = limits_addresses_new();
    for (int i = 0; i < 5000; i++)
        cr_assert(limits_addresses_enter(addresses, "::1", 0));
    for (int i = 0; i < 5000; i++)
        limits_addresses_leave(addresses, "::1");
    limits_addresses_free(addresses);
}

Test(limits, many_addresses_are_many)
{
    struct limits_addresses *addresses = limits_addresses_new();
    char address[LIMITS_ADDRESS_SIZE];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 5000; i++) {
            snprintf(address, sizeof address, "192.0.%d.%d", i / 250, i % 250);
            cr_assert(limits_addresses_enter(addresses, address, 1));
            cr_assert_not(limits_addresses_enter(addresses, address, 1));
        }
        for (int i = 0; i < 5000; i++) {
            snprintf(address, sizeof address, "192.0.%d.%d", i / 250, i % 250);
            limits_addresses_leave(addresses, address);
        }
    }
    limits_addresses_free(addresses);
}

Test(limits, work_counts_for_more_messages)
{
    struct limits_bucket bucket = {0};
    const int64_t ms = SECOND_NS / 1000;
    cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS), LIMITS_OK);
    limits_charge(&bucket, ms); /* a little is nothing */
    int64_t before = bucket.thousandths;
    cr_expect_eq(before, (LIMITS.messages_burst - 1) * 1000);
    limits_charge(&bucket, 2 * LIMITS_WORK_MS * ms);
    cr_expect_eq(bucket.thousandths, before - 2000);
    limits_charge(&bucket, 1000 * SECOND_NS);
    cr_expect_eq(bucket.thousandths, 0, "no more than all there is");
    cr_expect_eq(limits_take(&LIMITS, &bucket, SECOND_NS), LIMITS_REFUSED);
    cr_expect_eq(limits_take(&LIMITS, &bucket, 2 * SECOND_NS), LIMITS_OK);
}

struct address {
    int family;
    char text[100];
    char counts_as[100];
};

ParameterizedTestParameters(limits, a_household_counts_as_one)
{
    static struct address addresses[] = {
        {AF_INET, "192.0.2.7", "192.0.2.7"},
        {AF_INET6, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {AF_INET6, "::ffff:192.0.2.7", "192.0.2.7"},
        {AF_INET6, "::1", "::1"},
        {AF_UNIX, "", ""},
    };
    return cr_make_param_array(struct address, addresses, 5);
}

ParameterizedTest(struct address *address, limits, a_household_counts_as_one)
{
    struct sockaddr_storage from = {.ss_family = (sa_family_t)address->family};
    char text[LIMITS_ADDRESS_SIZE];
    if (address->family == AF_INET)
        inet_pton(AF_INET, address->text,
                  &((struct sockaddr_in *)&from)->sin_addr);
    if (address->family == AF_INET6)
        inet_pton(AF_INET6, address->text,
                  &((struct sockaddr_in6 *)&from)->sin6_addr);
    limits_address_of(&from, text);
    cr_expect_str_eq(text, address->counts_as);
}

Test(limits, an_address_may_make_so_much_work_with_all_its_connections)
{
    static const int64_t MS = 1000000;
    static const char WHERE[] = "192.0.2.1";
    struct limits_addresses *addresses = limits_addresses_new();
    int64_t now = SECOND_NS;
    cr_expect(limits_addresses_enter(addresses, WHERE, 0));
    cr_expect(limits_addresses_enter(addresses, "192.0.2.2", 0));
    int64_t worked = 0;
    /* Each message takes 50 ms, and comes as soon as it may. */
    for (; now < 61 * SECOND_NS; now += MS) {
        if (!limits_addresses_may_work(&LIMITS, addresses, WHERE, now))
            continue;
        limits_addresses_charge(&LIMITS, addresses, WHERE, 50 * MS);
        now += 50 * MS;
        worked += 50;
    }
    int64_t allowed = LIMITS_ADDRESS_BURST_MS + 60 * LIMITS_ADDRESS_WORK_MS;
    cr_expect(worked > allowed - 200 && worked < allowed + 200, "%lld",
              (long long)worked);
    cr_expect(limits_addresses_may_work(&LIMITS, addresses, "192.0.2.2", now));
    /* To come again changes nothing. */
    limits_addresses_charge(&LIMITS, addresses, WHERE, 50 * MS);
    limits_addresses_leave(addresses, WHERE);
    cr_expect(limits_addresses_enter(addresses, WHERE, 0));
    cr_expect_not(limits_addresses_may_work(&LIMITS, addresses, WHERE, now));
    now += 60 * SECOND_NS;
    cr_expect(limits_addresses_may_work(&LIMITS, addresses, WHERE, now));
    limits_addresses_free(addresses);
}

Test(limits, work_counts_for_no_address_from_which_any_number_may_come)
{
    static const struct limits ANY = {.connections_per_address = 0};
    static const char WHERE[] = "192.0.2.1";
    struct limits_addresses *addresses = limits_addresses_new();
    cr_assert(limits_addresses_enter(addresses, WHERE, 0));
    cr_expect_not_null(
        limits_addresses_round(&LIMITS, addresses, WHERE, LIMITS_TURNS_LINES));
    cr_expect_null(
        limits_addresses_round(&ANY, addresses, WHERE, LIMITS_TURNS_LINES));
    cr_expect_null(
        limits_addresses_round(&LIMITS, addresses, "", LIMITS_TURNS_LINES));
    cr_assert(limits_addresses_may_work(&ANY, addresses, WHERE, SECOND_NS));
    limits_addresses_charge(&ANY, addresses, WHERE, 100 * SECOND_NS);
    cr_expect(limits_addresses_may_work(&ANY, addresses, WHERE, SECOND_NS));
    cr_expect(limits_addresses_may_work(&LIMITS, addresses, WHERE, SECOND_NS));
    limits_addresses_charge(&LIMITS, addresses, WHERE, 100 * SECOND_NS);
    cr_expect(limits_addresses_may_work(&ANY, addresses, WHERE, SECOND_NS));
    cr_expect_not(
        limits_addresses_may_work(&LIMITS, addresses, WHERE, SECOND_NS));
    limits_addresses_free(addresses);
}
