#include "game/timer.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

struct rule_case {
    struct timer_rule rule;
    bool is_rule;
    char json[64]; /* "": there is no clock, or no rule */
};

#define YEAR INT64_C(31622400000)

static struct rule_case RULES[] = {
    {{0, 0, 0}, true, ""},
    {{30000, 0, 0}, true, "{\"choice_ms\":30000}"},
    {{1, 0, 0}, true, "{\"choice_ms\":1}"},
    {{YEAR, 0, 0}, true, "{\"choice_ms\":31622400000}"},
    {{0, 600000, 0}, true, "{\"game_ms\":600000,\"increment_ms\":0}"},
    {{0, 1, YEAR}, true, "{\"game_ms\":1,\"increment_ms\":31622400000}"},
    {{-1, 0, 0}, false, ""},
    {{YEAR + 1, 0, 0}, false, ""},
    {{0, -1, 0}, false, ""},
    {{0, YEAR + 1, 0}, false, ""},
    {{0, 5, -1}, false, ""},
    {{0, 5, YEAR + 1}, false, ""},
    {{0, 0, 5}, false, ""},
    {{5, 5, 0}, false, ""},
    {{5, 0, 5}, false, ""},
};

ParameterizedTestParameters(timer, a_rule_is_of_one_kind_and_up_to_a_year)
{
    return cr_make_param_array(struct rule_case, RULES,
                               sizeof RULES / sizeof RULES[0]);
}

ParameterizedTest(struct rule_case *one, timer,
                  a_rule_is_of_one_kind_and_up_to_a_year)
{
    struct text out = {0};
    struct timer_rule read;
    struct json *json;
    struct error error;
    cr_expect_eq(timer_is_rule(&one->rule), one->is_rule);
    if (one->json[0] != '\0') {
        timer_add_rule(&out, &one->rule);
        cr_expect_str_eq(text_string(&out), one->json);
        cr_assert_eq(json_parse(&json, out.bytes, out.size, &error), STATUS_OK);
        cr_expect(timer_read_rule(&read, json));
        cr_expect_eq(memcmp(&read, &one->rule, sizeof read), 0);
        json_free(json);
    }
    text_free(&out);
}

struct json_case {
    char json[64];
};

static struct json_case WRONG[] = {
    {"{}"},
    {"{\"choice_ms\":0}"},
    {"{\"choice_ms\":\"5\"}"},
    {"{\"choice_ms\":5,\"game_ms\":5}"},
    {"{\"game_ms\":5}"},
    {"{\"game_ms\":0,\"increment_ms\":5}"},
    {"{\"game_ms\":5,\"increment_ms\":-5}"},
    {"{\"game_ms\":5,\"increment_ms\":5,\"more\":1}"},
    {"[]"},
    {"null"},
};

ParameterizedTestParameters(timer, what_is_no_rule_is_not_read)
{
    return cr_make_param_array(struct json_case, WRONG,
                               sizeof WRONG / sizeof WRONG[0]);
}

ParameterizedTest(struct json_case *one, timer, what_is_no_rule_is_not_read)
{
    struct timer_rule rule;
    struct json *json;
    struct error error;
    cr_assert_eq(json_parse(&json, one->json, strlen(one->json), &error),
                 STATUS_OK);
    cr_expect_not(timer_read_rule(&rule, json));
    cr_expect_not(timer_has_rule(&rule));
    json_free(json);
}

Test(timer, without_a_rule_there_is_always_time)
{
    struct timer timer;
    struct timer_rule none = {0};
    timer_init(&timer, &none);
    timer_ask(&timer, 0, 1000);
    cr_expect_eq(timer_end(&timer), TIMER_NEVER);
    cr_expect_eq(timer_left(&timer, 0, INT64_C(99999999)), TIMER_NEVER);
    timer_stop(&timer, 5000);
    timer_pause(&timer, 5);
    cr_expect_eq(timer_left(&timer, 0, 0), TIMER_NEVER);
    struct timer_rule read;
    cr_expect(timer_read_rule(&read, NULL));
    cr_expect_not(timer_has_rule(&read));
}

Test(timer, each_choice_has_its_time)
{
    struct timer timer;
    struct timer_rule rule = {.choice_ms = 1000};
    timer_init(&timer, &rule);
    cr_expect_eq(timer_end(&timer), TIMER_NEVER, "nobody was asked");
    timer_ask(&timer, 1, 5000);
    cr_expect_eq(timer_end(&timer), 6000);
    cr_expect_eq(timer_left(&timer, 1, 5000), 1000);
    cr_expect_eq(timer_left(&timer, 1, 5999), 1);
    cr_expect_eq(timer_left(&timer, 1, 6000), 0);
    cr_expect_eq(timer_left(&timer, 1, 9000), 0);
    cr_expect_eq(timer_left(&timer, 0, 9000), 1000);
    timer_stop(&timer, 5400);
    cr_expect_eq(timer_end(&timer), TIMER_NEVER);
    timer_ask(&timer, 1, 5500);
    cr_expect_eq(timer_end(&timer), 6500);
}

Test(timer, a_game_has_its_time_and_more_with_each_choice)
{
    struct timer timer;
    struct timer_rule rule = {.game_ms = 1000, .increment_ms = 100};
    timer_init(&timer, &rule);
    timer_ask(&timer, 0, 5000);
    timer_stop(&timer, 5300);
    cr_expect_eq(timer_left(&timer, 0, 9000), 800);
    timer_ask(&timer, 1, 5300);
    timer_stop(&timer, 5301);
    timer_ask(&timer, 0, 6000);
    cr_expect_eq(timer_end(&timer), 6800);
    cr_expect_eq(timer_left(&timer, 1, 9000), 1099);
    /* Late, and nobody said so: what is left is nothing and the increment. */
    timer_stop(&timer, 7000);
    cr_expect_eq(timer_left(&timer, 0, 7000), 100);
}

Test(timer, a_pause_does_not_count)
{
    struct timer timer;
    struct timer_rule rule = {.game_ms = 1000};
    timer_init(&timer, &rule);
    timer_pause(&timer, 500); /* nobody's time runs */
    timer_ask(&timer, 0, 5000);
    timer_pause(&timer, 700);
    cr_expect_eq(timer_end(&timer), 6700);
    cr_expect_eq(timer_left(&timer, 0, 5500), 1000);
    cr_expect_eq(timer_left(&timer, 0, 6000), 700);
}

Test(timer, who_is_asked_no_more_keeps_what_is_left)
{
    struct timer timer;
    struct timer_rule rule = {.game_ms = 1000};
    timer_init(&timer, &rule);
    timer_ask(&timer, 0, 5000);
    timer_ask(&timer, -1, 5400);
    cr_expect_eq(timer_end(&timer), TIMER_NEVER);
    cr_expect_eq(timer_left(&timer, 0, 9000), 600);
}
