#include "net/connect_show.h"

#include "script/host_text.h"

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

/* Prints JSON, in which control characters above the space may stand as they
 * are. */
static void print(const char *at)
{
    for (; *at != '\0'; at++) {
        const unsigned char *byte = (const unsigned char *)at;
        bool is_two = byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0;
        if (byte[0] == 0x7f || is_two)
            fprintf(stderr, "\\u%04x", byte[is_two ? 1 : 0]);
        else
            fputc(*at, stderr);
        at += is_two ? 1 : 0;
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
    fprintf(stderr, "%s ", sign);
    print(text_string(&out));
    fputc('\n', stderr);
    json_free(message);
    text_free(&out);
}

void connect_show_text(char out[CONNECT_SHOWN_SIZE], const char *bytes,
                       size_t size)
{
    char shown[HOST_TEXT_SHOWN_SIZE];
    size_t taken = host_text_show(shown, bytes, size, HOST_TEXT_SIZE_MAX);
    if (taken >= CONNECT_SHOWN_SIZE) {
        taken = CONNECT_SHOWN_SIZE - 1;
        while (taken > 0 && (shown[taken] & 0xc0) == 0x80)
            taken--; /* no part of a character */
    }
    memcpy(out, shown, taken);
    out[taken] = '\0';
}

void connect_show_error(char out[CONNECT_SHOWN_SIZE], const struct json *error)
{
    const struct json *message = json_get(error, "message");
    const char *string = json_string_of(message);
    if (string == NULL)
        string = "the daemon does not say why";
    connect_show_text(out, string, strlen(string));
}
