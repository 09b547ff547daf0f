#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status error_set(struct error *error, enum status status,
                      const char *format, ...)
{
    REQUIRE(error != NULL);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    error->status = status;
    return status;
}

enum status error_prefix(struct error *error, const char *format, ...)
{
    char old[ERROR_TEXT_SIZE];
    memcpy(old, error->text, sizeof old);

    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof error->text)
        snprintf(error->text + length, sizeof error->text - (size_t)length,
                 ": %.*s", (int)(sizeof old - 3 - (size_t)length), old);
    return error->status;
}

_Noreturn void error_broken(const char *condition, const char *file, int line)
{
    fprintf(stderr, "castled: %s:%d: this must hold and does not: %s\n", file,
            line, condition);
    abort();
}
