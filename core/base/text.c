#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CAPACITY_FIRST = 256 };

/* Whether there is room for `more` bytes and a zero byte, as mostly. */
static bool has_room(const struct text *text, size_t more)
{
    return !text->failed && text->capacity - text->size > more;
}

/* Makes that room; false when memory is out. */
static bool reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    size_t need = text->size + more + 1;
    size_t capacity =
        text->capacity < CAPACITY_FIRST ? CAPACITY_FIRST : text->capacity;
    while (capacity < need)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_clear(struct text *text)
{
    text->size = 0;
    text->failed = false;
    if (text->bytes != NULL)
        text->bytes[0] = '\0';
}

void text_cut(struct text *text, size_t size)
{
    REQUIRE(size <= text->size);
    text->size = size;
    if (text->bytes != NULL)
        text->bytes[size] = '\0';
}

void text_drop(struct text *text, size_t size)
{
    REQUIRE(size <= text->size);
    if (size > 0)
        memmove(text->bytes, text->bytes + size, text->size - size);
    text_cut(text, text->size - size);
}

void text_fit(struct text *text)
{
    if (text->bytes == NULL)
        return;
    char *bytes = realloc(text->bytes, text->size + 1);
    if (bytes == NULL)
        return;
    text->bytes = bytes;
    text->capacity = text->size + 1;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

void text_wipe(struct text *text)
{
    if (text->bytes != NULL)
        explicit_bzero(text->bytes, text->capacity);
    text_free(text);
}

void text_add_bytes(struct text *text, const void *bytes, size_t size)
{
    if (size == 0 || (!has_room(text, size) && !reserve(text, size)))
        return;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_char(struct text *text, char character)
{
    if (!has_room(text, 1) && !reserve(text, 1))
        return;
    text->bytes[text->size++] = character;
    text->bytes[text->size] = '\0';
}

void text_add_list(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    /* Mostly it fits into what there is: then it is written once. */
    size_t room = text->failed ? 0 : text->capacity - text->size;
    char *end = room == 0 ? NULL : text->bytes + text->size;
    int length = vsnprintf(end, room, format, arguments);
    REQUIRE(length >= 0);
    bool fits = (size_t)length < room;
    if (!fits && reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->size, (size_t)length + 1, format, again);
        fits = true;
    }
    if (fits)
        text->size += (size_t)length;
    else if (room > 0)
        *end = '\0';
    va_end(again);
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_add_integer(struct text *text, int64_t value)
{
    char digits[24];
    if (value >= 0 && value < 10) { /* as most */
        text_add_char(text, (char)('0' + value));
        return;
    }
    char *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        *--at = '-';
    text_add_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

const char *text_string(const struct text *text)
{
    return text->bytes == NULL ? "" : text->bytes;
}

enum status text_status(const struct text *text, const char *what,
                        struct error *error)
{
    if (text->failed)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %s", what);
    return STATUS_OK;
}

enum status text_read_stream(struct text *text, FILE *file, const char *name,
                             size_t size_max, struct error *error)
{
    char piece[4096];
    size_t total = 0;
    size_t size;
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        total += size;
        if (total > size_max)
            return error_set(error, STATUS_BAD_INPUT,
                             "'%s' is larger than %zu bytes", name, size_max);
        text_add_bytes(text, piece, size);
    }
    if (ferror(file))
        return error_set(error, STATUS_IO, "cannot read '%s': %s", name,
                         strerror(errno));
    return text_status(text, name, error);
}

static enum status cannot_open(const char *path, struct error *error)
{
    enum status kind = errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO;
    return error_set(error, kind, "cannot open '%s': %s", path,
                     strerror(errno));
}

enum status text_read_file(struct text *text, const char *path, size_t size_max,
                           struct error *error)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return cannot_open(path, error);
    enum status status = text_read_stream(text, file, path, size_max, error);
    fclose(file);
    return status;
}

enum status text_read_regular(struct text *text, const char *path,
                              size_t size_max, struct error *error)
{
    struct stat about;
    /* Opening a pipe would wait for who writes into it. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return cannot_open(path, error);
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
        close(fd);
        return error_set(error, STATUS_BAD_INPUT, "'%s' is no regular file",
                         path);
    }
    FILE *file = fdopen(fd, "rb");
    if (file == NULL) {
        enum status status = cannot_open(path, error);
        close(fd);
        return status;
    }
    enum status status = text_read_stream(text, file, path, size_max, error);
    fclose(file);
    return status;
}
