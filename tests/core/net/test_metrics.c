#include "net/metrics.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

struct message {
    char text[100];
    enum metrics_group group;
};

ParameterizedTestParameters(metrics, a_message_is_of_the_group_of_its_method)
{
    static struct message messages[] = {
        {"{\"method\":\"game.choose\",\"id\":1}", METRICS_CHOOSE},
        {"{\"id\":1, \"method\" : \"game.join\"}", METRICS_ENTER},
        {"{\"method\":\"game.choosy\"}", METRICS_GAME},
        {"{\"method\":\"games.list\"}", METRICS_LOOK},
        {"{\"method\":\"hello\"}", METRICS_LOOK},
        {"{\"method\":\"hello", METRICS_OTHER},
        {"{\"method\":7}", METRICS_OTHER},
        {"{\"method\"", METRICS_OTHER},
        {"{\"method\":\"", METRICS_OTHER},
        {"", METRICS_OTHER},
    };
    return cr_make_param_array(struct message, messages, 10);
}

ParameterizedTest(struct message *message, metrics,
                  a_message_is_of_the_group_of_its_method)
{
    cr_expect_eq(metrics_group_of(message->text, strlen(message->text)),
                 message->group);
}

Test(metrics, an_answer_counts_in_the_first_bucket_that_holds_it)
{
    struct metrics metrics = {0};
    metrics_answered(&metrics, METRICS_CHOOSE, 100000);
    metrics_answered(&metrics, METRICS_CHOOSE, 100001);
    metrics_answered(&metrics, METRICS_CHOOSE, INT64_C(60000000000));
    const struct metrics_histogram *histogram =
        &metrics.answers[METRICS_CHOOSE];
    cr_expect_eq(histogram->buckets[0], 1);
    cr_expect_eq(histogram->buckets[1], 1);
    cr_expect_eq(histogram->buckets[METRICS_BUCKET_COUNT - 1], 1);
    cr_expect_eq(histogram->count, 3);
}

Test(metrics, what_is_told_adds_up)
{
    struct metrics metrics = {0};
    struct text out = {0};
    metrics_answered(&metrics, METRICS_CHOOSE, 50000);
    metrics_answered(&metrics, METRICS_CHOOSE, 2000000);
    metrics_count(&metrics, METRICS_REFUSED_SIZES);
    metrics_write(&metrics, &out);
    const char *text = text_string(&out);
    cr_expect_not_null(
        strstr(text, "castled_refused_total{what=\"size\"} 1\n"));
    cr_expect_not_null(strstr(text, "castled_answer_seconds_bucket{group="
                                    "\"choose\",le=\"0.0001\"} 1\n"));
    cr_expect_not_null(strstr(text, "castled_answer_seconds_bucket{group="
                                    "\"choose\",le=\"+Inf\"} 2\n"));
    cr_expect_not_null(
        strstr(text, "castled_answer_seconds_count{group=\"choose\"} 2\n"));
    text_free(&out);
}

/* Each name is told of once, before its values. */
Test(metrics, each_name_has_one_help_and_one_type)
{
    struct metrics metrics = {0};
    struct text out = {0};
    metrics_write(&metrics, &out);
    int helps = 0;
    for (const char *at = text_string(&out);
         (at = strstr(at, "# HELP ")) != NULL; at++) {
        char line[100];
        helps++;
        size_t size = strcspn(at, "\n");
        cr_assert_lt(size, sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 7, " ") + 8, at);
        cr_expect_null(strstr(at + 1, line), "%s", line);
    }
    cr_expect_gt(helps, 5);
    text_free(&out);
}
