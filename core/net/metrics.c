#include "net/metrics.h"

#include <stdio.h>
#include <string.h>

enum { LOOK_SIZE = 512 /* where a method's name is looked for */ };

static const int64_t BOUNDS_NS[METRICS_BUCKET_COUNT - 1] = {
    100000,   250000,   500000,    1000000,   2500000,    5000000,    10000000,
    25000000, 50000000, 100000000, 250000000, 1000000000, 5000000000,
};

static const char *const GROUPS[METRICS_GROUP_COUNT] = {
    [METRICS_CHOOSE] = "choose", [METRICS_ENTER] = "enter",
    [METRICS_GAME] = "game",     [METRICS_LOOK] = "look",
    [METRICS_OTHER] = "other",
};

static const struct {
    const char *name;
    const char *labels;
    const char *help; /* NULL: one more value of the name before */
} COUNTERS[METRICS_COUNTER_COUNT] = {
    [METRICS_CONNECTIONS_WEB] = {"connections_total", "{kind=\"web\"}",
                                 "Connections made for messages."},
    [METRICS_CONNECTIONS_SOCKET] = {"connections_total", "{kind=\"socket\"}",
                                    NULL},
    [METRICS_HTTP_REQUESTS] = {"http_requests_total", "",
                               "HTTP requests answered."},
    [METRICS_MESSAGES_IN] = {"messages_total", "", "Messages that came."},
    [METRICS_LINES_OUT] = {"lines_sent_total", "",
                           "Answers and notifications sent."},
    [METRICS_BYTES_IN] = {"bytes_received_total", "", "Bytes of messages."},
    [METRICS_BYTES_OUT] = {"bytes_sent_total", "",
                           "Bytes of answers and notifications."},
    [METRICS_REFUSED_CONNECTIONS] = {"refused_total", "{what=\"connection\"}",
                                     "What the limits and checks refused."},
    [METRICS_REFUSED_ORIGINS] = {"refused_total", "{what=\"origin\"}", NULL},
    [METRICS_REFUSED_MESSAGES] = {"refused_total", "{what=\"message\"}", NULL},
    [METRICS_REFUSED_SIZES] = {"refused_total", "{what=\"size\"}", NULL},
    [METRICS_ENDED_ABUSE] = {"disconnected_total", "{why=\"abuse\"}",
                             "Connections that the daemon ended."},
    [METRICS_ENDED_SLOW] = {"disconnected_total", "{why=\"slow\"}", NULL},
    [METRICS_STORE_FAILURES] = {"store_failures_total", "",
                                "How often the disk said no."},
};

static enum metrics_group group_named(const char *name, size_t size)
{
    static const struct {
        const char *start;
        enum metrics_group group;
    } STARTS[] = {
        {"game.choose\"", METRICS_CHOOSE}, {"game.create\"", METRICS_ENTER},
        {"game.join\"", METRICS_ENTER},    {"game.rejoin\"", METRICS_ENTER},
        {"game.watch\"", METRICS_ENTER},   {"game.", METRICS_GAME},
        {"games.", METRICS_LOOK},          {"rulesets.", METRICS_LOOK},
        {"variants.", METRICS_LOOK},       {"protocol.", METRICS_LOOK},
        {"hello\"", METRICS_LOOK},
    };
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        size_t length = strlen(STARTS[i].start);
        if (length <= size && memcmp(name, STARTS[i].start, length) == 0)
            return STARTS[i].group;
    }
    return METRICS_OTHER;
}

enum metrics_group metrics_group_of(const char *message, size_t size)
{
    static const char KEY[] = "\"method\"";
    if (size > LOOK_SIZE)
        size = LOOK_SIZE;
    const char *end = message + size;
    const char *at = memmem(message, size, KEY, sizeof KEY - 1);
    if (at == NULL)
        return METRICS_OTHER;
    at += sizeof KEY - 1;
    while (at < end && (*at == ' ' || *at == ':' || *at == '\t'))
        at++;
    if (at == end || *at != '"')
        return METRICS_OTHER;
    at++;
    return group_named(at, (size_t)(end - at));
}

void metrics_count(struct metrics *metrics, enum metrics_counter counter)
{
    metrics->counters[counter]++;
}

void metrics_count_many(struct metrics *metrics, enum metrics_counter counter,
                        uint64_t count)
{
    metrics->counters[counter] += count;
}

void metrics_answered(struct metrics *metrics, enum metrics_group group,
                      int64_t after_ns)
{
    struct metrics_histogram *histogram = &metrics->answers[group];
    int i = 0;
    while (i < METRICS_BUCKET_COUNT - 1 && after_ns > BOUNDS_NS[i])
        i++;
    histogram->buckets[i]++;
    histogram->count++;
    histogram->sum_ns += after_ns;
}

static void write_value(struct text *out, const char *name, const char *labels,
                        double value)
{
    text_addf(out, "castled_%s%s %.15g\n", name, labels, value);
}

static void write_head(struct text *out, const char *name, const char *help,
                       const char *type)
{
    if (help != NULL)
        text_addf(out, "# HELP castled_%s %s\n# TYPE castled_%s %s\n", name,
                  help, name, type);
}

void metrics_write_gauge(struct text *out, const char *name, const char *help,
                         const char *labels, double value)
{
    write_head(out, name, help, "gauge");
    write_value(out, name, labels, value);
}

void metrics_write_counter(struct text *out, const char *name, const char *help,
                           const char *labels, double value)
{
    write_head(out, name, help, "counter");
    write_value(out, name, labels, value);
}

static void write_histogram(const struct metrics_histogram *histogram,
                            const char *group, struct text *out)
{
    uint64_t sum = 0;
    for (int i = 0; i < METRICS_BUCKET_COUNT; i++) {
        char bound[32] = "+Inf";
        if (i < METRICS_BUCKET_COUNT - 1)
            snprintf(bound, sizeof bound, "%g", (double)BOUNDS_NS[i] / 1e9);
        sum += histogram->buckets[i];
        text_addf(out,
                  "castled_answer_seconds_bucket{group=\"%s\",le=\"%s\"} "
                  "%llu\n",
                  group, bound, (unsigned long long)sum);
    }
    text_addf(out,
              "castled_answer_seconds_sum{group=\"%s\"} %.9g\n"
              "castled_answer_seconds_count{group=\"%s\"} %llu\n",
              group, (double)histogram->sum_ns / 1e9, group,
              (unsigned long long)histogram->count);
}

void metrics_write(const struct metrics *metrics, struct text *out)
{
    for (int i = 0; i < METRICS_COUNTER_COUNT; i++)
        metrics_write_counter(out, COUNTERS[i].name, COUNTERS[i].help,
                              COUNTERS[i].labels, (double)metrics->counters[i]);
    write_head(out, "answer_seconds",
               "From a message to its answer, which waits for the disk.",
               "histogram");
    for (int i = 0; i < METRICS_GROUP_COUNT; i++)
        write_histogram(&metrics->answers[i], GROUPS[i], out);
}
