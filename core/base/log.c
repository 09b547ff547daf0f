#include "base/log.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const NAMES[] = {"error", "warn", "info", "debug"};

enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

/* Set before there are threads. */
static enum log_level level_wanted = LOG_WARN;

/* Set before there are threads, too. */
static bool is_never_waiting;

/* What was not written; of all processes that log to the same place. */
struct losses {
    atomic_llong count;
    atomic_llong untold; /* of them, no line has told of these */
    atomic_bool is_cut;  /* a line stands there without its end */
};

static struct losses own_losses;
static struct losses *losses = &own_losses;

void log_set_level(enum log_level level)
{
    level_wanted = level;
}

/* Whether a line of that level would be written. */
static bool is_wanted(enum log_level level)
{
    return level <= level_wanted;
}

bool log_level_named(const char *name, enum log_level *out)
{
    for (int i = 0; i < NAME_COUNT; i++) {
        if (strcmp(NAMES[i], name) == 0) {
            *out = (enum log_level)i;
            return true;
        }
    }
    return false;
}

/* Adds as much as there is room for before the end of the line. */
static void add_bytes(struct log_line *line, const char *bytes, size_t size)
{
    size_t room = sizeof line->bytes - 1 - line->size;
    if (size > room)
        size = room;
    memcpy(line->bytes + line->size, bytes, size);
    line->size += size;
}

static void add(struct log_line *line, const char *string)
{
    add_bytes(line, string, strlen(string));
}

struct log_line log_begin(enum log_level level, const char *event)
{
    struct log_line line;
    line.is_wanted = is_wanted(level);
    line.size = 0;
    if (!line.is_wanted)
        return line;
    struct timespec now;
    struct tm parts;
    char text[40];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t size = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + size, sizeof text - size, ".%03dZ",
             (int)(now.tv_nsec / CLOCK_NS_PER_MS));
    add(&line, "time=");
    add(&line, text);
    add(&line, " level=");
    add(&line, NAMES[level]);
    add(&line, " event=");
    add(&line, event);
    return line;
}

struct log_line log_begin_limited(enum log_level level, const char *event,
                                  struct log_limit *limit)
{
    int64_t now = clock_steady_ns();
    struct log_line line = {.is_wanted = false};
    if (!is_wanted(level))
        return line;
    if (limit->count == 0 ||
        now - limit->since_ns >= LOG_LIMIT_SECONDS * CLOCK_NS_PER_SECOND) {
        limit->since_ns = now;
        limit->count = 0;
    }
    if (limit->count == LOG_LIMIT_LINES) {
        limit->left_out++;
        return line;
    }
    limit->count++;
    line = log_begin(level, event);
    if (limit->left_out > 0)
        log_add_number(&line, "left_out", limit->left_out);
    limit->left_out = 0;
    return line;
}

/* Whether a value must stand in quotes. */
static bool needs_quotes(const char *value)
{
    if (value[0] == '\0')
        return true;
    for (const char *at = value; *at != '\0'; at++)
        if ((unsigned char)*at <= ' ' || *at == '"' || *at == '=' ||
            *at == '\\' || (unsigned char)*at >= 0x7f)
            return true;
    return false;
}

static void add_quoted(struct log_line *line, const char *value, size_t size)
{
    add(line, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)value[i];
        char escaped[8];
        if (byte == '\n')
            add(line, "\\n");
        else if (byte < ' ' || byte == 0x7f) {
            snprintf(escaped, sizeof escaped, "\\x%02x", byte);
            add(line, escaped);
        } else {
            if (byte == '"' || byte == '\\')
                add(line, "\\");
            add_bytes(line, value + i, 1);
        }
    }
    add(line, "\"");
}

void log_add_text(struct log_line *line, const char *key, const char *value)
{
    if (!line->is_wanted)
        return;
    size_t size = strnlen(value, LOG_VALUE_SIZE_MAX);
    add(line, " ");
    add(line, key);
    add(line, "=");
    if (needs_quotes(value))
        add_quoted(line, value, size);
    else
        add_bytes(line, value, size);
}

void log_add_number(struct log_line *line, const char *key, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    log_add_text(line, key, text);
}

/* Has a pipe or terminal say at once that it takes nothing. O_NONBLOCK is not
 * of the descriptor but of what was opened, which the shell and others have,
 * too: so it is opened once more for us. */
static void open_anew(void)
{
    int own =
        open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (own < 0)
        return; /* then poll must do, although others write there, too */
    dup2(own, STDERR_FILENO);
    close(own);
}

void log_never_wait(void)
{
    struct stat facts;
    void *shared = mmap(NULL, sizeof *losses, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED)
        losses = shared;
    if (fstat(STDERR_FILENO, &facts) != 0)
        return;
    bool can_open = S_ISFIFO(facts.st_mode) || isatty(STDERR_FILENO);
    if (can_open)
        open_anew();
    is_never_waiting = can_open || S_ISSOCK(facts.st_mode);
}

int64_t log_lost_count(void)
{
    return atomic_load(&losses->count);
}

static bool write_all(const char *bytes, size_t size)
{
    size_t sent = 0;
    while (sent < size) {
        ssize_t count = write(STDERR_FILENO, bytes + sent, size - sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        sent += (size_t)count;
    }
    if (sent > 0)
        atomic_store(&losses->is_cut, sent < size);
    return sent == size;
}

/* Writes a line; false when it is not there, or not all of it. */
static bool put(struct log_line *line)
{
    _Static_assert((int)LOG_LINE_SIZE <= PIPE_BUF,
                   "a pipe that takes something takes a line");
    struct pollfd polled = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (is_never_waiting && poll(&polled, 1, 0) <= 0)
        return false;
    if (atomic_load(&losses->is_cut) && !write_all("\n", 1))
        return false;
    line->bytes[line->size++] = '\n'; /* add_bytes leaves room for it */
    return write_all(line->bytes, line->size);
}

/* Tells how many lines were lost, whatever the level; false when it cannot. */
static bool tell_losses(void)
{
    long long count = atomic_exchange(&losses->untold, 0);
    if (count == 0)
        return true;
    struct log_line line =
        log_begin(is_wanted(LOG_WARN) ? LOG_WARN : level_wanted, "log_lost");
    log_add_number(&line, "lines", count);
    if (put(&line))
        return true;
    atomic_fetch_add(&losses->untold, count);
    return false;
}

void log_end(struct log_line *line)
{
    if (!line->is_wanted || (tell_losses() && put(line)))
        return;
    atomic_fetch_add(&losses->count, 1);
    atomic_fetch_add(&losses->untold, 1);
}

void log_write(enum log_level level, const char *event, const char *key,
               const char *value)
{
    struct log_line line = log_begin(level, event);
    if (key != NULL)
        log_add_text(&line, key, value);
    log_end(&line);
}
