#include "net/connect_line.h"

#include "net/connect_line_inside.h"

#include <criterion/criterion.h>
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A line to a socket that listens, and what becomes of it. */
struct ends {
    char folder[64];
    struct connect_address address;
    struct ev_loop *loop;
    struct connect_line *line;
    int fd; /* which listens */
    int up_count;
    int down_count;
    char reason[100];
};

TestSuite(connect_line, .timeout = 300);

static void on_up(void *context)
{
    struct ends *ends = context;
    ends->up_count++;
    ev_break(ends->loop, EVBREAK_ALL);
}

static void on_down(void *context, const char *reason)
{
    struct ends *ends = context;
    ends->down_count++;
    snprintf(ends->reason, sizeof ends->reason, "%s", reason);
    ev_break(ends->loop, EVBREAK_ALL);
}

static void on_line(void *context, const char *line, size_t size)
{
    (void)context;
    (void)line;
    (void)size;
}

static void begin(struct ends *ends)
{
    struct error error;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    *ends = (struct ends){.folder = "/tmp/castled-line-XXXXXX"};
    cr_assert(mkdtemp(ends->folder) != NULL);
    snprintf(at.sun_path, sizeof at.sun_path, "%s/socket", ends->folder);
    cr_assert(connect_address_read(&ends->address, at.sun_path, &error) ==
                  STATUS_OK,
              "%s", error.text);
    ends->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert(bind(ends->fd, (struct sockaddr *)&at, sizeof at) == 0);
    cr_assert(listen(ends->fd, 4) == 0);
    ends->loop = ev_loop_new(EVFLAG_AUTO);
    struct connect_line_settings settings = {.address = &ends->address,
                                             .loop = ends->loop,
                                             .context = ends,
                                             .on_up = on_up,
                                             .on_down = on_down,
                                             .on_line = on_line};
    cr_assert(connect_line_new(&ends->line, &settings, &error) == STATUS_OK);
}

static void end(struct ends *ends)
{
    char command[128];
    connect_line_free(ends->line);
    ev_loop_destroy(ends->loop);
    close(ends->fd);
    snprintf(command, sizeof command, "rm -r %s", ends->folder);
    cr_assert(system(command) == 0);
}

/* Who sends may be in the middle of what a broken line changes. */
Test(connect_line, one_that_cannot_send_breaks_later)
{
    struct ends ends;
    begin(&ends);
    ev_run(ends.loop, 0);
    cr_assert_eq(ends.up_count, 1);
    ends.line->out.failed = true; /* as when memory is out */
    connect_line_send(ends.line, "{}\n", 3);
    connect_line_send(ends.line, "{}\n", 3);
    cr_expect_eq(ends.down_count, 0);
    ev_run(ends.loop, 0);
    cr_expect_eq(ends.down_count, 1);
    cr_expect_str_eq(ends.reason, "no memory for what is to be sent");
    ev_run(ends.loop, 0);
    cr_expect_eq(ends.up_count, 2);
    cr_expect_eq(ends.down_count, 1);
    end(&ends);
}

/* Connects, says that the other side is the right one, and has that close. */
static void work_and_break(struct ends *ends, bool lasts)
{
    int downs = ends->down_count;
    ev_run(ends->loop, 0);
    int fd = accept(ends->fd, NULL, NULL);
    cr_assert(fd >= 0);
    connect_line_works(ends->line);
    cr_expect(ev_is_active(&ends->line->steady));
    if (lasts) /* the time is over */
        ev_invoke(ends->loop, &ends->line->steady, EV_TIMER);
    close(fd);
    ev_run(ends->loop, 0);
    cr_expect_eq(ends->down_count, downs + 1);
    cr_expect_not(ev_is_active(&ends->line->steady));
}

/* The pause that was made is doubled already. */
Test(connect_line, the_pauses_grow_until_the_line_has_lasted_a_while)
{
    struct ends ends;
    begin(&ends);
    for (int i = 1; i <= 4; i++) {
        work_and_break(&ends, false);
        cr_expect_eq(ends.line->pause_ms, CONNECT_LINE_PAUSE_FIRST_MS << i);
    }
    work_and_break(&ends, true);
    cr_expect_eq(ends.line->pause_ms, CONNECT_LINE_PAUSE_FIRST_MS << 1);
    end(&ends);
}
