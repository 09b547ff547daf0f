#include "base/log.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

/* The line that stands there, without the time. */
static const char *ended(struct log_line *line)
{
    line->bytes[line->size] = '\0';
    cr_assert_eq(strncmp(line->bytes, "time=20", 7), 0);
    return strchr(line->bytes, ' ') + 1;
}

Test(log, a_line_has_level_event_and_facts)
{
    struct log_line line = log_begin(LOG_ERROR, "store_failed");
    log_add_text(&line, "reason", "disk");
    log_add_number(&line, "count", -7);
    cr_expect_str_eq(ended(&line),
                     "level=error event=store_failed reason=disk count=-7");
}

Test(log, what_others_cause_is_written_so_often_and_no_more)
{
    struct log_limit limit = {.count = 0};
    struct log_line line;
    for (int i = 0; i < LOG_LIMIT_LINES; i++) {
        line = log_begin_limited(LOG_WARN, "refused", &limit);
        cr_assert_str_eq(ended(&line), "level=warn event=refused");
    }
    for (int i = 0; i < 3; i++) {
        line = log_begin_limited(LOG_WARN, "refused", &limit);
        cr_assert_not(line.is_wanted);
    }
    /* The time goes by. */
    limit.since_ns -= LOG_LIMIT_SECONDS * (int64_t)1000000000;
    line = log_begin_limited(LOG_WARN, "refused", &limit);
    cr_expect_str_eq(ended(&line), "level=warn event=refused left_out=3");
    line = log_begin_limited(LOG_WARN, "refused", &limit);
    cr_expect_str_eq(ended(&line), "level=warn event=refused");
}

Test(log, what_is_not_written_does_not_count_for_its_limit)
{
    struct log_limit limit = {.count = 0};
    for (int i = 0; i < 2 * LOG_LIMIT_LINES; i++)
        (void)log_begin_limited(LOG_DEBUG, "connected", &limit);
    cr_expect_eq(limit.count, 0);
    cr_expect_eq(limit.left_out, 0);
}

struct value {
    char value[100];
    char written[100];
};

ParameterizedTestParameters(log, a_value_cannot_be_taken_for_another)
{
    static struct value values[] = {
        {"plain-7.txt", "plain-7.txt"},
        {"", "\"\""},
        {"two words", "\"two words\""},
        {"a=b", "\"a=b\""},
        {"say \"hi\"", "\"say \\\"hi\\\"\""},
        {"back\\slash", "\"back\\\\slash\""},
        {"x\nlevel=error event=forged", "\"x\\nlevel=error event=forged\""},
        {"\x1b[31m", "\"\\x1b[31m\""},
        {"\x7f", "\"\\x7f\""},
        {"Bär", "\"Bär\""},
    };
    return cr_make_param_array(struct value, values, 10);
}

ParameterizedTest(struct value *value, log, a_value_cannot_be_taken_for_another)
{
    char expected[200];
    struct log_line line = log_begin(LOG_ERROR, "x");
    log_add_text(&line, "v", value->value);
    snprintf(expected, sizeof expected, "level=error event=x v=%s",
             value->written);
    cr_expect_str_eq(ended(&line), expected);
}

Test(log, a_line_is_never_longer_than_its_room)
{
    char value[5000];
    memset(value, '"', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    struct log_line line = log_begin(LOG_ERROR, "x");
    for (int i = 0; i < 10; i++)
        log_add_text(&line, "v", value);
    cr_expect_lt(line.size, (size_t)LOG_LINE_SIZE);
}

Test(log, what_is_below_the_level_is_not_written)
{
    log_set_level(LOG_WARN);
    cr_expect(log_begin(LOG_ERROR, "x").is_wanted);
    cr_expect(log_begin(LOG_WARN, "x").is_wanted);
    struct log_line line = log_begin(LOG_INFO, "x");
    log_add_text(&line, "v", "x");
    cr_expect_eq(line.size, 0);
    log_end(&line);
}

Test(log, levels_have_names)
{
    enum log_level level;
    cr_assert(log_level_named("debug", &level));
    cr_expect_eq(level, LOG_DEBUG);
    cr_expect_not(log_level_named("loud", &level));
}
