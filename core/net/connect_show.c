#include "net/connect_show.h"

#include "base/json.h"

#include <stdio.h>
#include <string.h>

static bool is_secret(const char *key)
{
    static const char *const keys[] = {"contribution", "invitation", "key",
                                       "link",         "secret",     "token"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static void add_shown(struct text *out, const struct json *value)
{
    if (json_kind(value) == JSON_KIND_ARRAY) {
        text_add_char(out, '[');
        for (size_t i = 0; i < json_size(value); i++) {
            json_add_comma(out);
            add_shown(out, json_at(value, i));
        }
        text_add_char(out, ']');
    } else if (json_kind(value) == JSON_KIND_OBJECT) {
        struct json_walk walk = json_walk(value);
        text_add_char(out, '{');
        while (json_walk_next(&walk)) {
            json_add_key(out, walk.key);
            if (is_secret(walk.key) && json_string_of(walk.value) != NULL)
                text_add(out, "\"...\"");
            else
                add_shown(out, walk.value);
        }
        text_add_char(out, '}');
    } else {
        json_add_value(out, value);
    }
}

void connect_show_line(const char *sign, const char *line, size_t size)
{
    struct json *message;
    struct error error;
    struct text out = {0};
    if (json_parse(&message, line, size, &error) == STATUS_OK)
        add_shown(&out, message);
    else
        text_addf(&out, "(%zu bytes that are no JSON)", size);
    fprintf(stderr, "%s %s\n", sign, text_string(&out));
    json_free(message);
    text_free(&out);
}
