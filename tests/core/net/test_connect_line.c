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

TestSuite(connect_line, .timeout = 20);

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
