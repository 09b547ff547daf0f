#include "base/log.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const NAMES[] = {"error", "warn", "info", "debug"};

enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

/* Set before there are threads. */
static enum log_level level_wanted = LOG_WARN;

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

void log_end(struct log_line *line)
{
    if (!line->is_wanted)
        return;
    line->bytes[line->size++] = '\n'; /* add_bytes leaves room for it */
    size_t sent = 0;
    while (sent < line->size) {
        ssize_t size =
            write(STDERR_FILENO, line->bytes + sent, line->size - sent);
        if (size <= 0)
            return; /* nobody is there to be told */
        sent += (size_t)size;
    }
}

void log_write(enum log_level level, const char *event, const char *key,
               const char *value)
{
    struct log_line line = log_begin(level, event);
    if (key != NULL)
        log_add_text(&line, key, value);
    log_end(&line);
}
