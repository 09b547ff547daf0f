/*
 * talk -- what is said at the table of a daemon's game.
 */

#include "base/clock.h"
#include "hall/authority.h"
#include "hall/match_store.h"
#include "hall/methods.h"
#include "hall/request.h"

#include <string.h>

enum { NONCE_MAX = 64 /* characters */ };

/* Where the last line of a text that ends with a line's end begins. */
static const char *last_line(const struct text *lines)
{
    const char *bytes = text_string(lines);
    const char *at = bytes + lines->size;
    if (at == bytes)
        return at;
    at--;
    while (at > bytes && at[-1] != '\n')
        at--;
    return at;
}

/* The number of the saying that comes next. */
static int64_t next_number(const struct match *match)
{
    struct json *last;
    struct error error;
    int64_t number = 0;
    const char *line = last_line(&match->said);
    size_t size = strlen(line);
    if (json_parse(&last, line, size, &error) == STATUS_OK)
        json_read_integer(json_get(last, "number"), &number);
    json_free(last);
    return number + 1;
}

/* Forgets the oldest sayings: as many are kept as in the store, from which
 * they come again. */
static void cut(struct text *said)
{
    int count = 0;
    const char *bytes = text_string(said);
    for (size_t i = 0; i < said->size; i++)
        count += bytes[i] == '\n';
    size_t from = 0;
    for (; count > STORE_SAID_MAX; count--)
        from = (size_t)((const char *)memchr(bytes + from, '\n',
                                             said->size - from) -
                        bytes) +
               1;
    text_drop(said, from);
}

/* Adds the members of a saying. The nonce comes last, so that a repeat is found
 * by the end of its line. */
static void add_saying(struct text *out, const struct match *match, int seat,
                       const char *text, const char *nonce)
{
    json_add_member_integer(out, "number", next_number(match));
    json_add_member_string(out, "who", match->seats[seat].who);
    json_add_member_integer(out, "ts", clock_calendar_ms());
    json_add_member_string(out, "text", text);
    json_add_member_integer(out, "seat", seat + 1);
    if (nonce != NULL)
        json_add_member_string(out, "nonce", nonce);
}

/* Whether the seat has said something with this nonce. */
static bool was_said(const struct match *match, int seat, const char *nonce)
{
    struct text end = {0};
    if (nonce == NULL)
        return false;
    text_add_char(&end, '{');
    json_add_member_integer(&end, "seat", seat + 1);
    json_add_member_string(&end, "nonce", nonce);
    text_add(&end, "}\n");
    bool is_said = !end.failed && strstr(text_string(&match->said),
                                         text_string(&end) + 1) != NULL;
    text_free(&end);
    return is_said;
}

/* Keeps a saying as the newest line, for those who come late; without memory
 * nothing of it. */
static enum status keep(struct match *match, const struct text *saying,
                        struct error *error)
{
    struct text *said = &match->said;
    size_t size = said->size;
    text_add_bytes(said, text_string(saying), saying->size);
    text_add_char(said, '\n');
    if (!saying->failed && !said->failed) {
        cut(said);
        return STATUS_OK;
    }
    text_cut(said, size);
    said->failed = false;
    return error_set(error, STATUS_NO_MEMORY, "no memory for a saying");
}

static enum rpc_code say(struct rpc_call *call)
{
    int seat;
    enum rpc_code code;
    const char *nonce = rpc_text(call, "nonce");
    struct match *match = hall_match(call, &code);
    if (match == NULL)
        return code;
    code = authority_own_seat(call, match, &seat);
    if (code == RPC_OK)
        code = request_check_said(call, "text", REQUEST_SAID_MAX);
    if (code == RPC_OK && nonce != NULL)
        code = request_check_said(call, "nonce", NONCE_MAX);
    if (code != RPC_OK)
        return code;
    if (was_said(match, seat, nonce))
        return rpc_done(call, STATUS_OK);

    struct text line = {0};
    text_add_char(&line, '{');
    add_saying(&line, match, seat, rpc_text(call, "text"), nonce);
    text_add_char(&line, '}');
    enum status status = keep(match, &line, &call->error);
    if (status == STATUS_OK) {
        struct text *out = match_begin_news(match, "game.said");
        text_add_char(out, ',');
        text_add_bytes(out, line.bytes + 1, line.size - 2);
        match_end_news(match);
        match_store_say(match, line.bytes);
    }
    text_free(&line);
    return rpc_done(call, status);
}

const struct rpc_method talk_methods[] = {
    {"game.say",
     {{"game", RPC_TEXT, RPC_NEEDED},
      {"text", RPC_TEXT, RPC_NEEDED},
      {"nonce", RPC_TEXT, RPC_OPTIONAL},
      {"seat", RPC_INTEGER, RPC_OPTIONAL}},
     say,
     RPC_DAEMON | RPC_CHANGES},
    {NULL, {{NULL, 0, 0}}, NULL, 0},
};
