#include "base/log.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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

enum {
    MANY = 3000, /* more lines than any pipe, socket or terminal takes */
    READ_SIZE = 4 << 20,
    TIMEOUT_S = 60,
};

static const char LINE_END[] = "x end=1"; /* of a line of log_many */

/* Has the log go to `fd`, and never wait; `fd` itself stays as it is. */
static void log_to(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    cr_assert_geq(dup2(fd, STDERR_FILENO), 0);
    log_never_wait();
    cr_expect_eq(fcntl(fd, F_GETFL), flags);
}

static void log_many(void)
{
    char value[200];
    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    for (int i = 0; i < MANY; i++) {
        struct log_line line = log_begin(LOG_ERROR, "many");
        log_add_text(&line, "value", value);
        log_add_number(&line, "end", 1);
        log_end(&line);
    }
}

/* Reads on until `word` has come `count` times; all that has ever come. */
static char *read_log(int fd, const char *word, int count)
{
    static char bytes[READ_SIZE];
    static size_t size;
    const char *rest = bytes;
    while (count > 0) {
        const char *found = strstr(rest, word);
        if (found != NULL) {
            rest = found + 1;
            count--;
            continue;
        }
        ssize_t more = read(fd, bytes + size, sizeof bytes - 1 - size);
        cr_assert_gt(more, 0, "%s", bytes);
        size += (size_t)more;
        bytes[size] = '\0';
    }
    return bytes;
}

/* How many lines were lost by what the log says; each line has its beginning.
 */
static int told_losses(char *bytes)
{
    static const char WORDS[] = " level=warn event=log_lost lines=";
    int sum = 0;
    const char *line;
    while ((line = strsep(&bytes, "\r\n")) != NULL) {
        cr_expect(line[0] == '\0' || strncmp(line, "time=", 5) == 0, "%s",
                  line);
        const char *at = strstr(line, WORDS);
        if (at != NULL)
            sum += (int)strtol(at + strlen(WORDS), NULL, 10);
    }
    return sum;
}

/* Nobody reads at `in` what is logged to `out`; then somebody does. What is on
 * its way in a terminal makes room for a line now and then. */
static void check_losses(int in, int out)
{
    log_to(out);
    log_many();
    int lost = (int)log_lost_count();
    cr_assert_gt(lost, 0);
    cr_assert_lt(lost, MANY);
    (void)read_log(in, LINE_END, MANY - lost);
    log_write(LOG_ERROR, "again", NULL, NULL);
    log_write(LOG_ERROR, "again", NULL, NULL);
    char *bytes = read_log(in, "event=again", 2);
    cr_expect_null(strstr(strstr(bytes, "event=again"), "log_lost"));
    int told = told_losses(bytes);
    cr_expect_eq(told, lost, "%d of %d", told, lost);
    cr_expect_eq(log_lost_count(), lost);
}

Test(log, what_a_pipe_does_not_take_is_lost_and_counted, .timeout = TIMEOUT_S)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    check_losses(ends[0], ends[1]);
}

Test(log, what_a_socket_does_not_take_is_lost_and_counted, .timeout = TIMEOUT_S)
{
    int ends[2];
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    check_losses(ends[0], ends[1]);
}

Test(log, what_a_terminal_does_not_take_is_lost_and_counted,
     .timeout = TIMEOUT_S)
{
    int in = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert_geq(in, 0);
    cr_assert_eq(grantpt(in), 0);
    cr_assert_eq(unlockpt(in), 0);
    int out = open(ptsname(in), O_RDWR | O_NOCTTY);
    cr_assert_geq(out, 0);
    check_losses(in, out);
}

Test(log, a_file_takes_all)
{
    FILE *file = tmpfile();
    cr_assert_not_null(file);
    log_to(fileno(file));
    log_many();
    cr_expect_eq(log_lost_count(), 0);
    rewind(file);
    (void)read_log(fileno(file), LINE_END, MANY);
}

Test(log, what_a_forked_process_loses_is_told_too, .timeout = TIMEOUT_S)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    log_to(ends[1]);
    pid_t pid = fork();
    if (pid == 0) {
        log_many();
        _exit(0);
    }
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    int lost = (int)log_lost_count();
    cr_assert_gt(lost, 0);
    (void)read_log(ends[0], LINE_END, MANY - lost);
    log_write(LOG_ERROR, "again", NULL, NULL);
    cr_expect_eq(told_losses(read_log(ends[0], "event=again", 1)), lost);
}

Test(log, what_cannot_be_told_because_of_the_disk_is_counted)
{
    log_to(open("/dev/full", O_WRONLY));
    log_write(LOG_ERROR, "x", NULL, NULL);
    log_write(LOG_DEBUG, "unwanted", NULL, NULL);
    cr_expect_eq(log_lost_count(), 1);
}
