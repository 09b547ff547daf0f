#include "net/outbox.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct outbox_line NEWS = {.group = METRICS_NONE};

/* Adds a line that waits for a ticket. */
static void add(struct outbox *outbox, const char *line, int64_t ticket,
                enum metrics_group group)
{
    struct outbox_line how = {.ticket = ticket, .group = group};
    cr_assert(outbox_add(outbox, line, strlen(line), how));
}

/* What is due, as a string. */
static const char *due(const struct outbox *outbox, int64_t committed,
                       size_t size_max)
{
    static char text[4096];
    char *bytes;
    size_t size = outbox_due(outbox, committed, size_max, &bytes);
    cr_assert_lt(size, sizeof text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

Test(outbox, a_line_is_due_when_its_ticket_is_committed)
{
    struct outbox outbox = {0};
    add(&outbox, "one\n", 1, METRICS_NONE);
    add(&outbox, "two\n", 2, METRICS_NONE);
    cr_expect_str_eq(due(&outbox, 0, 100), "");
    cr_expect_str_eq(due(&outbox, 1, 100), "one\n");
    cr_expect_str_eq(due(&outbox, 2, 100), "one\ntwo\n");
    outbox_free(&outbox);
}

Test(outbox, what_waits_for_nothing_waits_behind_what_does)
{
    struct outbox outbox = {0};
    add(&outbox, "one\n", 5, METRICS_NONE);
    add(&outbox, "two\n", 0, METRICS_NONE);
    cr_expect_str_eq(due(&outbox, 4, 100), "");
    cr_expect_str_eq(due(&outbox, 5, 100), "one\ntwo\n");
    outbox_free(&outbox);
}

Test(outbox, lines_are_given_whole_and_one_at_least)
{
    struct outbox outbox = {0};
    add(&outbox, "one\n", 0, METRICS_NONE);
    add(&outbox, "two\n", 0, METRICS_NONE);
    cr_expect_str_eq(due(&outbox, 0, 8), "one\ntwo\n");
    cr_expect_str_eq(due(&outbox, 0, 7), "one\n");
    cr_expect_str_eq(due(&outbox, 0, 1), "one\n");
    outbox_free(&outbox);
}

Test(outbox, a_part_of_a_line_can_be_taken)
{
    struct outbox outbox = {0};
    struct metrics metrics = {0};
    add(&outbox, "one\n", 0, METRICS_LOOK);
    add(&outbox, "two\n", 0, METRICS_NONE);
    outbox_take(&outbox, 2, &metrics);
    cr_expect_eq(metrics.counters[METRICS_LINES_OUT], 0);
    cr_expect_str_eq(due(&outbox, 0, 100), "e\ntwo\n");
    outbox_take(&outbox, 3, &metrics);
    cr_expect_eq(metrics.counters[METRICS_LINES_OUT], 1);
    cr_expect_eq(metrics.answers[METRICS_LOOK].count, 1);
    cr_expect_str_eq(due(&outbox, 0, 100), "wo\n");
    outbox_take(&outbox, 3, &metrics);
    cr_expect_eq(outbox_waiting(&outbox), 0);
    cr_expect_eq(metrics.counters[METRICS_BYTES_OUT], 8);
    outbox_free(&outbox);
}

/* Lines in, lines out, so that the buffer wraps and grows at all offsets. */
Test(outbox, nothing_is_lost_or_twice)
{
    struct outbox outbox = {0};
    struct metrics metrics = {0};
    int in = 0, out = 0, at = 0;
    unsigned int random = 1;
    for (int i = 0; i < 20000; i++) {
        char line[400];
        random = random * 1103515245u + 12345u;
        if ((random >> 16) % 5 != 0) {
            snprintf(line, sizeof line, "%d.%0*d\n", in,
                     (int)(random >> 18) % 300, 0);
            add(&outbox, line, 0, METRICS_NONE);
            in++;
        }
        char *bytes;
        size_t size = outbox_due(&outbox, 0, (random >> 20) % 2000, &bytes);
        if (size > 1 && (random >> 17) % 3 == 0)
            size -= (random >> 19) % size; /* not always whole */
        for (size_t j = 0; j < size; j++) {
            if (at == 0 && bytes[j] != '\n')
                cr_assert_eq(strtol(bytes + j, NULL, 10), out);
            at = bytes[j] == '\n' ? 0 : at + 1;
            out += bytes[j] == '\n';
        }
        outbox_take(&outbox, size, &metrics);
    }
    cr_expect_eq(metrics.counters[METRICS_LINES_OUT], (uint64_t)out);
    outbox_free(&outbox);
}

Test(outbox, there_is_room_before_what_is_due)
{
    struct outbox outbox = {0};
    char *bytes;
    add(&outbox, "one\n", 0, METRICS_NONE);
    outbox_due(&outbox, 0, 100, &bytes);
    memset(bytes - OUTBOX_HEAD_SIZE, 'x', OUTBOX_HEAD_SIZE);
    cr_expect_str_eq(due(&outbox, 0, 100), "one\n");
    outbox_free(&outbox);
}

Test(outbox, what_is_empty_holds_no_large_buffer)
{
    struct outbox outbox = {0};
    struct metrics metrics = {0};
    char line[10000];
    memset(line, 'x', sizeof line);
    cr_assert(outbox_add(&outbox, line, sizeof line, NEWS));
    outbox_take(&outbox, sizeof line, &metrics);
    cr_expect_null(outbox.bytes);
    outbox_free(&outbox);
}

/* When the writer has failed. */
struct failure {
    char line[100];
    enum metrics_group group;
    char becomes[100];
    bool loses_news;
};

#define HEAD  "{\"jsonrpc\":\"2.0\",\"id\":"
#define ERROR ",\"error\":{\"code\":5,\"message\":\"no \\\"disk\\\"\"}}\n"

ParameterizedTestParameters(outbox, what_was_held_never_was)
{
    static struct failure failures[] = {
        {HEAD "1,\"result\":{}}\n", METRICS_GAME, HEAD "1" ERROR, false},
        {HEAD "\"a,\\\"b\",\"result\":{}}\n", METRICS_GAME,
         HEAD "\"a,\\\"b\"" ERROR, false},
        {HEAD "null,\"error\":{}}\n", METRICS_OTHER, HEAD "null" ERROR, false},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"game.event\"}\n", METRICS_NONE, "",
         true},
    };
    return cr_make_param_array(struct failure, failures, 4);
}

ParameterizedTest(struct failure *failure, outbox, what_was_held_never_was)
{
    struct outbox outbox = {0};
    bool lost_news = false;
    add(&outbox, "kept\n", 3, METRICS_NONE);
    add(&outbox, failure->line, 4, failure->group);
    cr_assert(outbox_fail(&outbox, 3, "no \"disk\"", &lost_news));
    char expected[400];
    snprintf(expected, sizeof expected, "kept\n%s", failure->becomes);
    cr_expect_str_eq(due(&outbox, 3, 1000), expected);
    cr_expect_eq(lost_news, failure->loses_news);
    outbox_free(&outbox);
}

Test(outbox, of_a_line_that_is_on_its_way_the_rest_stays)
{
    struct outbox outbox = {0};
    struct metrics metrics = {0};
    bool lost_news = false;
    add(&outbox, "one\n", 1, METRICS_NONE);
    add(&outbox, "two\n", 2, METRICS_NONE);
    outbox_take(&outbox, 2, &metrics);
    cr_assert(outbox_fail(&outbox, 1, "no disk", &lost_news));
    cr_expect_str_eq(due(&outbox, 1, 100), "e\n");
    cr_expect(lost_news);
    outbox_free(&outbox);
}

static void add_binary(struct outbox *outbox, const char *bytes, int64_t ticket,
                       enum metrics_group group)
{
    struct outbox_line how = {
        .ticket = ticket, .group = group, .is_binary = true};
    cr_assert(outbox_add(outbox, bytes, strlen(bytes), how));
}

Test(outbox, what_is_binary_leaves_alone_and_in_its_order)
{
    static const struct {
        const char *bytes;
        bool is_binary;
    } PIECES[] = {
        {"one\ntwo\n", false}, {"AAA", true}, {"BBB", true}, {"six\n", false}};
    struct outbox outbox = {0};
    struct metrics metrics = {0};
    add(&outbox, "one\n", 0, METRICS_NONE);
    add(&outbox, "two\n", 0, METRICS_NONE);
    add_binary(&outbox, "AAA", 0, METRICS_NONE);
    add_binary(&outbox, "BBB", 0, METRICS_NONE);
    add(&outbox, "six\n", 0, METRICS_NONE);
    for (size_t i = 0; i < sizeof PIECES / sizeof PIECES[0]; i++) {
        cr_expect_str_eq(due(&outbox, 0, 1000), PIECES[i].bytes);
        cr_expect_eq(outbox_is_binary(&outbox), PIECES[i].is_binary);
        outbox_take(&outbox, strlen(PIECES[i].bytes), &metrics);
    }
    cr_expect_eq(outbox_waiting(&outbox), 0);
    cr_expect_not(outbox_is_binary(&outbox));
    outbox_free(&outbox);
}

Test(outbox, an_answer_that_is_binary_fails_as_news_does)
{
    struct outbox outbox = {0};
    bool lost_news = false;
    add_binary(&outbox, "AAA", 0, METRICS_OTHER);
    cr_assert(outbox_fail(&outbox, 1, "why", &lost_news));
    cr_expect_not(lost_news);
    cr_expect(outbox_is_binary(&outbox));
    add_binary(&outbox, "BBB", 2, METRICS_OTHER);
    cr_assert(outbox_fail(&outbox, 1, "why", &lost_news));
    cr_expect(lost_news);
    cr_expect_str_eq(due(&outbox, 1, 1000), "AAA");
    outbox_free(&outbox);
}

Test(outbox, an_answer_for_a_page_fails_with_whom_it_is_for)
{
    struct outbox outbox = {0};
    bool lost_news = false;
    add(&outbox, "@17 {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n", 2,
        METRICS_OTHER);
    cr_assert(outbox_fail(&outbox, 1, "why", &lost_news));
    cr_expect_not(lost_news);
    cr_expect_str_eq(due(&outbox, 1, 1000),
                     "@17 {\"jsonrpc\":\"2.0\",\"id\":3,\"error\":"
                     "{\"code\":5,\"message\":\"why\"}}\n");
    outbox_free(&outbox);
}
